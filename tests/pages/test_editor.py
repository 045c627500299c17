"""The editor in a browser: built by clicking, by keyboard alone, in two windows, without a connection."""

import re

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import User
from decks import services
from decks.models import Deck
from tests.browser import DESKTOP, PHONE

READY = "html[data-editor=ready]"
#: Titles of level 0 that Daniela Reyes may take, all in the 2026 core set.
TITLES = (
    *("Bodyguard", "Logan Hastings", "M1911", "Machete", "Endurance", "Resilience", "Lesson Learned"),
    *("Right Tool for the Job", "Scene of the Crime", "Vicious Blow", "Emergency Cache", "Guts"),
    *("Manual Dexterity", "Overpower", "Perception"),
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def deck(transactional_db: None, alice: User) -> Deck:
    return services.create_deck(owner=alice, investigator="12001", name="Grease and Gunpowder")


def come_in(context: BrowserContext, live_server, user: User) -> None:
    """Be signed in, without the form."""
    client = Client()
    client.force_login(user)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": live_server.url}])


def open_editor(page: Page, live_server, deck: Deck) -> None:
    page.goto(f"{live_server.url}/decks/{deck.public_id}/edit/")
    page.wait_for_selector(READY)


@pytest.fixture
def editor(page: Page, live_server, alice: User, deck: Deck) -> Page:
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    return page


def slots_of(deck: Deck) -> dict[str, int]:
    return Deck.objects.select_related("working").get(pk=deck.pk).working.slots


def saved(page: Page) -> None:
    expect(page.locator("#saved")).to_have_text("saved")


def find(page: Page, words: str) -> None:
    page.fill("#find", words)


def test_a_visitor_builds_a_legal_deck_by_clicking(page, live_server, transactional_db):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/decks/new/")
    page.fill("#who", "daniela")
    page.locator("a.pick:visible", has_text="2026").click()
    page.fill("#id_name", "My first deck")
    page.get_by_role("button", name="Begin the deck").click()
    page.wait_for_selector(READY)
    expect(page.locator("#figures")).to_contain_text("0 of 30")
    expect(page.locator("#verdict-panel")).to_contain_text("deck.size-exact")

    for title in TITLES:
        find(page, title)
        plus = page.locator("#pool-rows").get_by_role("button", name=f"Add one {title}", exact=True)
        plus.click()
        plus.click()
        expect(plus.locator("xpath=../output")).to_have_text("2")
    saved(page)
    expect(page.locator("#figures")).to_contain_text("30 of 30")
    expect(page.locator("#figures [role=status]")).to_contain_text("Legal")
    expect(page.locator("#verdict-panel .violation")).to_have_count(0)

    # Plus stops at the limit and says why.
    plus = page.locator("#deck-rows").get_by_role("button", name="Add one Machete")
    expect(plus).to_have_attribute("aria-disabled", "true")
    expect(plus).to_have_attribute("title", "2 of 2 by title")

    # A card that is not hers: why not, and all the same.
    find(page, "shrivelling")
    expect(page.locator("#pool-rows")).to_contain_text("No card fits")
    page.get_by_label("Cards I cannot take").check()
    row = page.locator("#pool-rows [data-code]").first
    row.get_by_text("Why not?").click()
    expect(row).to_contain_text("deck.options-only")
    expect(row).to_contain_text("p. 39")
    row.get_by_role("button", name="Add anyway").click()
    expect(page.locator("#verdict-panel .violation")).not_to_have_count(0)
    wrong = page.locator("#deck-rows .is-wrong", has_text="Shrivelling")
    expect(wrong).to_contain_text("no option")
    wrong.get_by_role("button", name="Remove one").click()
    expect(page.locator("#figures [role=status]")).to_contain_text("Legal")

    # It is all there after a reload, for a guest too.
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator("#figures")).to_contain_text("30 of 30")
    assert Deck.objects.get().owner.is_guest


def test_by_keyboard_alone(editor, deck):
    page = editor
    page.keyboard.press("f")
    page.keyboard.type("machete")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#pool-rows [data-code='01020'] .card-name")).to_be_focused()
    page.keyboard.press("2")
    saved(page)
    assert slots_of(deck)["01020"] == 2
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#row-01020 .card-name")).to_be_focused()
    page.keyboard.press("-")
    saved(page)
    assert slots_of(deck)["01020"] == 1
    page.keyboard.press("u")
    saved(page)
    assert slots_of(deck)["01020"] == 2
    page.keyboard.press("r")
    saved(page)
    assert slots_of(deck)["01020"] == 1
    page.keyboard.press("Control+z")
    saved(page)
    assert slots_of(deck)["01020"] == 2
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    # Up and down the deck, and into a card's sheet and back.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#sheet")).to_be_hidden()


def test_tab_enters_each_list_once(editor):
    page = editor
    assert page.locator("#pool-rows [tabindex='0']").count() <= 4
    assert page.locator("#deck-rows [tabindex='0']").count() <= 4


def test_the_focus_stays_on_the_pressed_button(editor):
    page = editor
    find(page, "machete")
    page.locator("#pool-more-01020").click()
    saved(page)
    page.locator("#deck-more-01020").click()
    saved(page)
    expect(page.locator("#deck-more-01020")).to_be_focused()


def test_filters_answer_without_the_server(editor):
    page = editor
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_label("Guardian", exact=True).check()
    page.get_by_label("Skill", exact=True).check()
    find(page, "vicious")
    expect(page.locator("#pool-rows [data-code]")).to_have_count(2)
    page.get_by_role("button", name="Clear filters").click()
    for group in ("type", "level", "cost", "pack", "none", "class"):
        page.select_option("#group-by", group)
        assert page.locator("#pool-rows [data-code]").count() > 30
    expect(page.locator("#pool-count")).to_have_text(re.compile(r"^(\d+) of \1 cards$"))
    assert asked == []


def test_words_are_found_in_both_languages_and_in_traits(editor):
    page = editor
    for typed, title in (("LOGAN hast", "Logan Hastings"), ("waffe", ""), ("firearm", "M1911")):
        find(page, typed)
        if title:
            expect(page.locator("#pool-rows")).to_contain_text(title)


def test_many_quick_presses_are_all_counted(editor, deck):
    page = editor
    find(page, "machete")
    plus = page.locator("#pool-more-01020")
    for _press in range(4):
        plus.click(no_wait_after=True)
    saved(page)
    # Two have room; the further ones are stopped, not lost in silence.
    assert slots_of(deck)["01020"] == 2
    expect(page.locator("#pool-rows [data-code='01020'] output")).to_have_text("2")


def test_two_windows_tell_each_other(browser, live_server, alice, deck):
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    come_in(context, live_server, alice)
    open_editor(page, live_server, deck)
    services.set_quantity(deck, code="12019", quantity=2)
    find(page, "machete")
    page.locator("#pool-more-01020").click()
    told = page.locator("#said .toast", has_text="changed in another window")
    expect(told).to_contain_text("M1911: now 2 copies")
    assert "01020" not in slots_of(deck)
    told.get_by_role("button", name="Keep both").click()
    saved(page)
    assert (slots_of(deck)["01020"], slots_of(deck)["12019"]) == (1, 2)

    services.set_quantity(deck, code="12019", quantity=1)
    page.locator("#pool-more-01020").click()
    told.get_by_role("button", name="Drop mine").click()
    saved(page)
    assert (slots_of(deck)["01020"], slots_of(deck)["12019"]) == (1, 1)
    expect(page.locator("#pool-rows [data-code='01020'] output")).to_have_text("1")
    context.close()


def test_a_window_that_comes_back_is_up_to_date(editor, deck):
    page = editor
    services.set_quantity(deck, code="12019", quantity=2)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#row-12019 output")).to_have_text("2")


def test_without_a_connection_nothing_is_lost(browser, live_server, alice, deck):
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    come_in(context, live_server, alice)
    open_editor(page, live_server, deck)
    find(page, "machete")
    context.set_offline(True)
    page.locator("#pool-more-01020").click()
    page.locator("#pool-more-01020").click()
    expect(page.locator("#saved")).to_have_text("not saved yet")
    expect(page.locator("#pool-rows [data-code='01020'] output")).to_have_text("2")
    warned: list[str] = []
    page.on("dialog", lambda dialog: (warned.append(dialog.type), dialog.dismiss()))
    page.close(run_before_unload=True)
    page.wait_for_timeout(300)
    assert warned == ["beforeunload"]
    context.set_offline(False)
    expect(page.locator("#saved")).to_have_text("saved", timeout=15_000)
    assert slots_of(deck)["01020"] == 2
    context.close()


def test_a_reload_sends_what_was_not_saved(browser, live_server, alice, deck):
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    come_in(context, live_server, alice)
    open_editor(page, live_server, deck)
    find(page, "machete")
    page.route("**/edit/slots/", lambda route: route.abort())
    page.locator("#pool-more-01020").click()
    expect(page.locator("#saved")).to_have_text("not saved yet")
    page.on("dialog", lambda dialog: dialog.accept())
    page.unroute("**/edit/slots/")
    page.reload()
    page.wait_for_selector(READY)
    saved(page)
    expect(page.locator("#row-01020 output")).to_have_text("1")
    assert slots_of(deck)["01020"] == 1
    context.close()


def test_an_answer_that_was_lost_is_not_done_twice(browser, live_server, alice, deck):
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    come_in(context, live_server, alice)
    open_editor(page, live_server, deck)
    find(page, "machete")
    lost: list[int] = []

    def lose_the_first(route) -> None:
        answer = route.fetch()
        if lost:
            route.fulfill(response=answer)
        else:
            lost.append(answer.status)
            route.abort()

    page.route("**/edit/slots/", lose_the_first)
    page.locator("#pool-more-01020").click()
    expect(page.locator("#saved")).to_have_text("saved", timeout=15_000)
    assert lost == [200]
    assert slots_of(deck)["01020"] == 1
    context.close()


def test_hostile_text_never_runs(editor, live_server, deck):
    page = editor
    hostile = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
    services.rename(deck, name=hostile)
    services.write_notes(deck, notes=hostile)
    services.set_quantity(deck, code="12020", quantity=1)
    services.annotate(deck, code="12020", text=hostile)
    services.set_tags(deck, tags=[hostile[:40]])
    open_editor(page, live_server, deck)
    find(page, hostile[:30])
    find(page, "")
    page.locator("#row-12020 .card-name").click()
    expect(page.locator("#annotation")).to_have_value(hostile)
    assert page.evaluate("window.hacked") is None


def test_upgrade_with_five_experience(page, live_server, alice, deck, transactional_db):
    for code in ("12016", "12017", "12019", "12020", "12021", "12022", "12023", "12024", "12025"):
        services.set_quantity(deck, code=code, quantity=2)
    for code in ("12087", "12088", "12089", "12090", "12091", "12092"):
        services.set_quantity(deck, code=code, quantity=2)
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    page.get_by_role("link", name="Upgrade").first.click()
    page.get_by_label("Experience earned").fill("5")
    page.get_by_role("button", name="Go shopping").click()
    expect(page.locator("#figures")).to_contain_text("5 of 5")
    page.wait_for_selector(READY)
    find(page, "m1911")
    page.get_by_role("button", name="Add one M1911 (2)").click()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("upgrade of M1911")
    sheet.get_by_role("button", name="Buy, 3 left").first.click()
    expect(page.locator("#figures")).to_contain_text("3 of 5")
    expect(page.locator("#ledger-panel")).to_contain_text("M1911 (2)")
    find(page, "sledgehammer")
    page.get_by_role("button", name="Add one Sledgehammer (3)").click()
    sheet.get_by_label("In the place of").select_option("12021")
    sheet.get_by_role("button", name="Buy, 0 left").click()
    expect(page.locator("#figures")).to_contain_text("0 of 5")
    page.get_by_role("link", name="Finish version 2").first.click()
    page.get_by_role("button", name="Finish", exact=True).click()
    expect(page.locator("#figures")).to_contain_text("0 of 5")
    expect(page.get_by_text("Version 2 is finished")).to_be_visible()
    version = Deck.objects.get(pk=deck.pk).working
    assert (version.number, version.is_open, version.cost) == (2, False, 5)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_it_is_accessible(
    page, live_server, alice, deck, theme, size, assert_accessible, assert_no_overflow, transactional_db
):
    services.set_quantity(deck, code="12077", quantity=2)
    services.set_quantity(deck, code="12085", quantity=1)
    services.set_quantity(deck, code="12029", quantity=1, where="side")
    services.write_notes(deck, notes="# Plan\n\n- first\n- second")
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=theme)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    for pane in ("#deck", "#cards", "#verdict"):
        page.goto(f"{page.url.split('#')[0]}{pane}")
        page.wait_for_timeout(100)
        assert_accessible(page)
        assert_no_overflow(page)
    page.goto(f"{page.url.split('#')[0]}#deck")
    page.locator("#row-12077 .card-name").click()
    expect(page.locator("#sheet")).to_be_visible()
    assert_accessible(page)
    for address in ("/decks/new/", "/decks/new/06002/"):
        page.goto(live_server.url + address)
        assert_accessible(page)
        assert_no_overflow(page)


def test_a_thumb_is_enough(browser, live_server, alice, deck):
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = context.new_page()
    come_in(context, live_server, alice)
    open_editor(page, live_server, deck)
    page.locator(".pane-tabs").get_by_text("Cards").tap()
    find(page, "machete")
    plus = page.locator("#pool-more-01020")
    box = plus.bounding_box()
    assert box["width"] >= 40
    assert box["height"] >= 40
    plus.tap()
    saved(page)
    page.locator(".pane-tabs").get_by_text("Deck").tap()
    expect(page.locator("#row-01020 output")).to_have_text("1")
    page.locator(".pane-tabs").get_by_text("Verdict").tap()
    expect(page.locator("#verdict-panel")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()


def test_everything_works_without_javascript(browser, live_server, alice, deck):
    context = browser.new_context(viewport=DESKTOP, java_script_enabled=False)
    page = context.new_page()
    come_in(context, live_server, alice)
    page.goto(f"{live_server.url}/decks/{deck.public_id}/edit/?q=machete")
    page.get_by_role("button", name="Add one Machete").click()
    expect(page.locator("#row-01020 output")).to_have_text("1")
    page.get_by_role("button", name="Undo: added Machete").click()
    expect(page.locator("#row-01020")).to_have_count(0)
    page.get_by_role("link", name="Settings").first.click()
    page.get_by_label("Name").fill("By hand")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="By hand")).to_be_visible()
    context.close()
