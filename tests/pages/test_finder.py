"""Browser tests of the finder: searches with terms, faults, completion, guesses, and remembered filters."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from cards.models import CardText, OwnedPack
from cards.services.collections import create_collection
from cards.services.loading import bump
from decks import services
from decks.models import Deck, Mode
from tests.browser import DESKTOP, PHONE, hold_first
from tests.pages.editor import READY, come_in, find, open_editor, saved, slots_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def deck(transactional_db: None, alice: User) -> Deck:
    return services.create_deck(owner=alice, investigator="12001", mode=Mode.CREATION)


@pytest.fixture
def editor(page: Page, live_server, alice: User, deck: Deck) -> Page:
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    return page


def test_a_search_with_terms_its_fault_and_a_guess(editor):
    page = editor
    count = page.locator("#pool-count")
    all_cards = count.inner_text()
    find(page, "trait:melee -machete level:0 or code:01020")
    expect(count, "the server answers, then the list changes").not_to_have_text(all_cards)
    expect(page.locator("#pool-rows [data-code='01020']")).to_be_visible()
    expect(page.locator("#pool-rows [data-code='01088']"), "Emergency Cache is not Melee").to_have_count(0)
    expect(page.locator("#find-error")).to_be_empty()
    first_rows = [page.locator("#pool-rows [data-code]").nth(n).get_attribute("data-code") for n in range(20)]
    found = count.inner_text()
    find(page, "trait:mele cost:many")
    expect(page.locator("#find-error")).to_contain_text("“many” is not a number. Write 3, 3+ or 0-2.")
    expect(count).to_have_text(found)
    for n, code in enumerate(first_rows):
        row = page.locator("#pool-rows [data-code]").nth(n)
        expect(row, "the list stays while there is a fault").to_have_attribute("data-code", code or "")
    find(page, "machette")
    expect(page.locator("#pool-rows")).to_contain_text("Card texts were not searched: this site has none.")
    page.get_by_role("button", name="Did you mean machete?").click()
    expect(page.locator("#find")).to_have_value("machete")
    expect(page.locator("#pool-rows [data-code]")).to_have_count(1)
    expect(page.locator("#find-error")).to_be_empty()


def test_enter_waits_for_the_answer_to_a_search(editor):
    """Otherwise the number of copies would be set for a card that was not searched for."""
    page = editor
    held = hold_first(page, "**/edit/find/**")
    find(page, "title:machete")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    expect(page.locator("#find")).to_be_focused()
    held[0].continue_()
    expect(page.locator("#pool-rows [data-code='01020'] .card-name")).to_be_focused()


def test_the_focus_stays_when_texts_arrive(browser, live_server, alice, deck):
    CardText.objects.create(printing_id="01025", language="en", text="Machete")
    bump()
    context = browser.new_context(viewport=DESKTOP)
    come_in(context, live_server, alice)
    page = context.new_page()
    held = hold_first(page, "**/decks/texts/**")
    open_editor(page, live_server, deck)
    find(page, "machete")
    page.keyboard.press("Enter")
    expect(page.locator("#pool-rows [data-code='01020'] .card-name")).to_be_focused()
    held[0].continue_()
    expect(page.locator("#pool-rows [data-code='01025']"), "texts were searched").to_be_visible()
    expect(page.locator("#pool-rows [data-code='01020'] .card-name")).to_be_focused()
    page.keyboard.press("2")
    saved(page)
    assert slots_of(deck)["01020"] == 2
    context.close()


def test_completion_goes_by_keys(editor):
    page = editor
    field = page.locator("#find")
    field.press_sequentially("trait:fi")
    expect(page.locator("#find-complete li").first).to_have_text("Firearm")
    field.press_sequentially("rearm")
    expect(page.locator("#find-complete"), "there is nothing left to complete").to_be_hidden()
    field.fill("")
    field.press_sequentially("trait:fi")
    expect(page.locator("#find-complete li").first).to_have_text("Firearm")
    field.press("Tab")
    expect(field).to_have_value("trait:Firearm ")
    expect(field).to_be_focused()
    field.press_sequentially("class:")
    expect(page.locator("#find-complete li")).to_have_count(7)
    field.press("ArrowDown")
    field.press("ArrowDown")
    expect(field).to_have_attribute("aria-activedescendant", "find-complete-1")
    field.press("Enter")
    expect(field).to_have_value("trait:Firearm class:seeker ")
    field.press_sequentially("slot:h")
    expect(page.locator("#find-complete li").first).to_be_visible()
    field.press("Escape")
    expect(page.locator("#find-complete")).to_be_hidden()
    expect(field).not_to_have_value("")
    field.press("Escape")
    expect(field).to_have_value("")
    expect(page.locator("#pool-rows [data-code]").first).to_be_visible()


def test_filters_are_preset_and_remembered_for_each_deck(page, live_server, alice, deck):
    OwnedPack.objects.create(collection=create_collection(owner=alice, name="Mine"), pack_id="core_2026")
    other = services.create_deck(owner=alice, investigator="12001", mode=Mode.CREATION)
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    level, owned = page.get_by_label("0", exact=True).first, page.get_by_label("Owned", exact=True)
    expect(level).to_be_checked()
    expect(owned).to_be_checked()
    page.locator(".chip", has=owned).click()
    page.get_by_label("Seeker", exact=True).check()
    page.reload()
    page.wait_for_selector(READY)
    expect(owned).not_to_be_checked()
    expect(level).to_be_checked()
    expect(page.get_by_label("Seeker", exact=True)).to_be_checked()
    page.get_by_role("button", name="Clear filters").click()
    page.reload()
    page.wait_for_selector(READY)
    expect(level).not_to_be_checked()
    open_editor(page, live_server, other)
    expect(level).to_be_checked()
    expect(owned).to_be_checked()


def test_an_upgrade_has_filters_of_its_own(page, live_server, alice):
    deck = services.create_deck(owner=alice, investigator="12001", mode=Mode.FREE)
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    level, guardian = page.get_by_label("0", exact=True).first, page.get_by_label("Guardian", exact=True)
    level.check()
    services.begin_upgrade(deck, experience=5)
    open_editor(page, live_server, deck)
    expect(level).not_to_be_checked()
    guardian.check()
    page.reload()
    page.wait_for_selector(READY)
    expect(guardian).to_be_checked()
    services.cancel_upgrade(deck)
    open_editor(page, live_server, deck)
    expect(level).to_be_checked()
    expect(guardian).not_to_be_checked()


def test_number_keys_stop_where_plus_stops(editor, deck):
    page = editor
    page.get_by_role("button", name="Clear filters").click()
    find(page, "perception")
    page.get_by_label("Show cards I can't include").check()
    page.locator("#pool-card-12090, #pool-rows [data-code] .card-name").last.focus()
    page.keyboard.press("5")
    saved(page)
    assert max(slots_of(deck).values()) <= 2


def test_the_hover_card_leaves_the_answer_in_sight(editor):
    page = editor
    page.get_by_label("Show cards I can't include").check()
    find(page, "shrivelling")
    row = page.locator("#pool-rows [data-code].is-barred").first
    row.locator(".card-name").hover()
    expect(page.locator(".peek--left")).to_be_visible()
    row.locator("summary").click()
    expect(row.locator(".why__answer")).to_be_visible()
    expect(page.locator(".peek--left")).to_be_hidden()
    row.locator(".card-name").hover()
    page.wait_for_timeout(400)
    expect(page.locator(".peek--left")).to_be_hidden()


def test_the_finder_fits_a_phone(editor, assert_no_overflow):
    page = editor
    page.set_viewport_size(PHONE)
    page.goto(page.url.split("#")[0] + "#cards")
    page.wait_for_selector(READY)
    page.locator("#find").press_sequentially("trait:")
    expect(page.locator("#find-complete li").first).to_be_in_viewport()
    assert_no_overflow(page)
    for name in ("#more-filters", "#adding-to", "#group-by"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]


def test_an_empty_deck_opens_on_the_cards_and_filters_belong_to_them(editor):
    page = editor
    page.set_viewport_size(PHONE)
    page.goto(page.url.split("#")[0] + "?again")
    page.wait_for_selector(READY)
    tabs = page.locator("#pane-tabs a")
    expect(page.locator("#find")).to_be_visible()
    expect(page.locator("#deck")).to_be_hidden()
    for chip in page.locator(".finder__chips .chip").all():
        box = chip.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= PHONE["width"]
    page.locator("#more-filters").click()
    expect(page.locator("#filters")).to_be_visible()
    expect(page.locator("#verdict-panel")).to_be_hidden()
    expect(tabs.nth(1)).to_have_css("font-weight", "600")
    tabs.nth(2).click()
    expect(page.locator("#verdict-panel")).to_be_in_viewport()
    expect(page.locator("#filters")).to_be_hidden()
    expect(tabs.nth(2)).to_have_css("font-weight", "600")
    tabs.nth(0).click()
    expect(page.locator("#deck")).to_be_visible()


def test_a_phone_held_sideways_shows_cards(editor, assert_no_overflow):
    page = editor
    page.set_viewport_size({"width": 844, "height": 390})
    page.goto(page.url.split("#")[0] + "?again")
    page.wait_for_selector(READY)
    expect(page.locator("#pool-rows [data-code]").first).to_be_in_viewport(ratio=1)
    page.locator("#pool-rows [data-code]").nth(30).scroll_into_view_if_needed()
    expect(page.locator("#find")).to_be_in_viewport(ratio=1)
    assert_no_overflow(page)


def test_only_rows_near_sight_are_drawn_and_keys_reach_all(editor):
    page = editor
    page.get_by_role("button", name="Clear filters").click()
    page.select_option("#group-by", "none")
    drawn = page.locator("#pool-rows [data-code]")
    assert drawn.count() < 70
    number = int(page.inner_text("#pool-count").split()[0])
    named = page.evaluate("document.getElementById('pool').innerText.split('\\n').length")
    assert number > 200
    assert named > number, "all titles are in the page, where the browser finds them"

    # The keys walk on into rows that were not drawn, and miss none.
    drawn.first.locator(".card-name").focus()
    passed = []
    for _press in range(75):
        passed.append(page.evaluate("document.activeElement.closest('[data-code]').dataset.code"))
        page.keyboard.press("ArrowDown")
    expected = page.evaluate(
        "[...document.querySelectorAll('#pool-rows [data-code]')].map((row) => row.dataset.code)"
    )
    # Those further up may be an outline again.
    end = expected.index(passed[-1])
    assert expected[end - 8 : end + 1] == passed[-9:]
    assert len(set(passed)) == 75
    expect(page.locator("#pool-rows .card-name:focus")).to_be_in_viewport(ratio=1)

    # What is far from sight becomes an outline again.
    assert drawn.count() < 90
    page.evaluate("document.getElementById('pool').scrollTop = 1e6")
    expect(drawn.last).to_be_in_viewport()
    page.evaluate("document.getElementById('pool').scrollTop = 0")
    expect(drawn.first).to_be_in_viewport(ratio=1)
    expect(drawn.nth(12)).to_be_in_viewport(ratio=1)


def test_the_text_under_the_pointer_is_shown_at_once(editor):
    page = editor
    shown = page.locator(".peek:not([hidden]) .card-name")
    rows = page.locator("#pool-rows [data-code]")
    for place in (2, 5, 3):
        rows.nth(place).locator(".card-name").hover()
        assert shown.inner_text() == rows.nth(place).locator(".card-name").inner_text()
    rows.nth(4).locator(".card-name").focus()
    page.keyboard.press("ArrowDown")
    expect(shown).to_have_text(rows.nth(5).locator(".card-name").inner_text())


def test_long_lists_of_filters_are_in_the_page_while_they_are_used(editor):
    page = editor
    boxes = page.locator("#filters .named")
    assert boxes.locator("input").count() == page.locator("#traits option").count() == 0
    boxes.locator("summary").click()
    boxes.get_by_label("Core Set", exact=True).check()
    expect(page.locator("#pool-count")).not_to_have_text("")
    found = page.inner_text("#pool-count")
    boxes.locator("summary").click()
    expect(boxes.get_by_label("Core Set", exact=True)).to_be_checked()
    assert page.inner_text("#pool-count") == found
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("#pool-count")).to_have_text(found)
    page.get_by_label("Trait").focus()
    expect(page.locator("#traits option[value=Firearm]")).to_have_count(1)


def test_the_search_of_the_top_bar_answers_in_the_editor(editor):
    page = editor
    assert page.locator("script[src*=htmx]").count() == 0
    page.fill("#top-search", "machete")
    expect(page.locator("#top-found")).to_contain_text("Machete")
