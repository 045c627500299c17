"""Browser tests of the editor: fast input, two windows, a lost connection, touch, no JavaScript."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from decks import services
from decks.models import Deck
from tests.browser import DESKTOP, NARROW, PATIENCE, PHONE
from tests.pages.editor import READY, come_in, find, open_editor, saved, slots_of
from web.static_files import SMALLER

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def deck(transactional_db: None, alice: User) -> Deck:
    return services.create_deck(owner=alice, investigator="12001", name="Grease and Gunpowder")


@pytest.fixture
def editor(page: Page, live_server, alice: User, deck: Deck) -> Page:
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    return page


def test_it_works_with_scripts_in_the_form_in_which_they_are_collected(page, live_server, alice, deck):
    def small(route: Route) -> None:
        text = Path(finders.find(route.request.url.split("/static/")[1])).read_text()
        route.fulfill(body=SMALLER[".js"](text), content_type="text/javascript")

    page.route("**/static/js/**", small)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    find(page, "machete")
    page.locator("#pool-more-01020").click()
    saved(page)
    assert slots_of(deck)["01020"] == 1


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
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.get_by_label("Guardian", exact=True).check()
    page.get_by_label("Skill", exact=True).check()
    find(page, "vicious")
    expect(page.locator("#pool-rows [data-code]")).to_have_count(2)
    page.get_by_role("button", name="Clear filters").click()
    for group in ("type", "level", "cost", "pack", "none", "class"):
        # More rows than any window shows are drawn at once; later those out of sight are reduced.
        assert drawn_at_once(page, group) > 30
        expect(page.locator("#pool-count")).to_have_text(re.compile(r"^(\d+) of \1 cards$"))
        found = int(page.locator("#pool-count").inner_text().split()[0])
        numbers = page.locator("#pool-rows .rows__head .num").all_inner_texts()
        assert sum(map(int, numbers)) == (0 if group == "none" else found)
        assert height_without_rows(page) == 0
    assert requests == []


def drawn_at_once(page: Page, group: str) -> int:
    """Group the list, and return the number of rows drawn before anything else can happen."""
    return page.evaluate(
        """group => {
            const field = document.getElementById("group-by");
            field.value = group;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            return document.querySelectorAll("#pool-rows [data-code]").length;
        }""",
        group,
    )


def height_without_rows(page: Page) -> int:
    """Return how much of the visible list is outlines, in pixels. Rows out of sight may be outlines."""
    return page.evaluate("""() => {
        const list = document.getElementById("pool").getBoundingClientRect();
        const gaps = [...document.querySelectorAll("#pool-rows .is-outline")].map((row) => {
            const place = row.getBoundingClientRect();
            return Math.max(0, Math.min(place.bottom, list.bottom) - Math.max(place.top, list.top));
        });
        return Math.round(gaps.reduce((sum, gap) => sum + gap, 0));
    }""")


def test_text_is_found_in_both_languages_and_in_traits(editor):
    page = editor
    for typed, title in (("LOGAN hast", "Logan Hastings"), ("waffe", ""), ("firearm", "M1911")):
        find(page, typed)
        if title:
            expect(page.locator("#pool-rows")).to_contain_text(title)


def test_titles_are_written_as_on_every_other_page(editor):
    page = editor
    find(page, "look what I found")
    expect(page.locator(".pane--cards .card-name").first).to_have_text("“Look what I found!”")
    find(page, "rabbit's foot")
    expect(page.locator(".pane--cards .card-name").first).to_have_text("Rabbit’s Foot")


def test_many_quick_presses_are_all_counted(editor, deck):
    page = editor
    find(page, "machete")
    plus = page.locator("#pool-more-01020")
    for _press in range(4):
        plus.click(force=True, no_wait_after=True)
    saved(page)
    # There is room for two; the others are refused visibly.
    assert slots_of(deck)["01020"] == 2
    expect(page.locator("#pool-rows [data-code='01020'] output")).to_have_text("2")


def test_two_windows_notify_each_other(browser, live_server, alice, deck):
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    come_in(context, live_server, alice)
    open_editor(page, live_server, deck)
    services.set_quantity(deck, code="12019", quantity=2)
    find(page, "machete")
    page.locator("#pool-more-01020").click()
    shown = page.locator("#toasts .toast", has_text="changed in another window")
    expect(shown).to_contain_text("M1911: now 2 copies")
    assert "01020" not in slots_of(deck)
    shown.get_by_role("button", name="Keep both").click()
    saved(page)
    assert (slots_of(deck)["01020"], slots_of(deck)["12019"]) == (1, 2)

    services.set_quantity(deck, code="12019", quantity=1)
    page.locator("#pool-more-01020").click()
    shown.get_by_role("button", name="Discard mine").click()
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
    with page.expect_event("dialog", timeout=PATIENCE):
        page.close(run_before_unload=True)
    assert warned == ["beforeunload"]
    context.set_offline(False)
    expect(page.locator("#saved")).to_have_text("saved")
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
    expect(page.locator("#saved")).to_have_text("saved")
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


def test_filters_share_lines_on_narrow_phones(browser, live_server, alice, deck):
    context = browser.new_context(viewport=NARROW, has_touch=True, is_mobile=True)
    come_in(context, live_server, alice)
    page = context.new_page()
    open_editor(page, live_server, deck)
    page.get_by_role("link", name="Cards", exact=True).click()

    def line(name: str) -> float:
        return page.locator(name).evaluate("element => Math.round(element.getBoundingClientRect().top)")

    assert line(".chip:has([name=favourite])") == line(".chip:has([value=neutral])")
    assert line("#adding-to") == line("#group-by")
    context.close()


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
    page.get_by_label("Name", exact=True).fill("By hand")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="By hand")).to_be_visible()
    context.close()


def test_plus_opens_the_same_prices_from_both_lists_while_upgrading(page, live_server, alice, deck):
    services.set_quantity(deck, code="12019", quantity=2)
    services.begin_upgrade(deck, experience=9)
    services.buy(deck, code="60171", replaces="12019")
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    find(page, "M1911")
    dialog = page.locator("#dialog")
    for plus in ("#deck-more-60171", "#pool-more-60171"):
        expect(page.locator(plus)).not_to_have_attribute("aria-disabled", "true")
        page.locator(plus).click()
        expect(dialog.locator("[value='upgrade:60171:12019']")).to_be_visible()
        page.keyboard.press("Escape")
    page.locator("#deck-more-12019").click()
    dialog.locator("[value='upgrade:60171:12019']").click()
    saved(page)
    assert slots_of(deck)["60171"] == 2
    assert "12019" not in slots_of(deck)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_both_versions_are_drawn_in_the_dialog(page, live_server, alice, size):
    daisy = services.create_deck(owner=alice, investigator="01002", name="Riddles")
    for code, copies in {"04106": 1, "02021": 2, "09042": 1, "01031": 1}.items():
        services.set_quantity(daisy, code=code, quantity=copies)
    page.set_viewport_size(size)
    come_in(page.context, live_server, alice)
    page.goto(f"{live_server.url}/decks/{daisy.public_id}/upgrade/")
    page.fill("[name=experience]", "6")
    page.select_option("[name=condition-09042]", "01031")
    page.get_by_role("button", name="Choose upgrades").click()
    page.wait_for_selector(READY)
    page.locator("#deck-more-02021").click()
    page.get_by_role("button", name="Draw both, 2 left").click()
    saved(page)
    expect(page.locator("#deck-rows [data-held='02021']")).to_have_count(0)
    held = slots_of(daisy)
    assert sum(held.get(code, 0) for code in ("02262", "02263", "02264", "51004")) == 2
    page.locator("#deck-more-01031").click()
    expect(page.locator("#dialog")).to_contain_text("The Raven Quill: −1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
