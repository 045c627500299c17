"""Browser tests of the catalogue: search at each keystroke, filters, keyboard, phones."""

import re

import pytest
from playwright.sync_api import expect

from cards.search.engine import search
from cards.search.query import Query
from tests.browser import DESKTOP, PHONE, hold_first

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = [
    "/cards/",
    "/cards/?usable_by=02001&sort=title",
    "/cards/02021/",
    "/cards/01000/",
    "/cards/investigators/",
    "/cards/investigators/90049/",
]
# Short pages, because the check reads every word; each part of a page is in one of them.
CHECKED = [
    "/cards/?q=colt&usable_by=02001&group=class",
    "/cards/?q=machete&class=mystic&level=9",
    "/cards/12020/",
    "/cards/investigators/?q=zoey",
    "/cards/investigators/06002/",
]


def test_pages_of_the_catalogue_fit(live_server, any_size, assert_no_overflow):
    for address in PAGES:
        any_size.goto(live_server.url + address)
        assert_no_overflow(any_size)


def test_pages_of_the_catalogue_can_be_read(
    live_server, any_size, assert_accessible_in_both_themes, assert_no_overflow
):
    for address in CHECKED:
        any_size.goto(live_server.url + address)
        assert_no_overflow(any_size)
        assert_accessible_in_both_themes(any_size)


def test_each_keystroke_is_answered_and_the_last_one_wins(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/cards/")
    page.get_by_label("Search cards").press_sequentially("unexpected courage", delay=15)
    expect(page.locator("#found-title")).to_have_text(re.compile(r"\d cards?"))
    expect(page.locator("#found .card-name").first).to_have_text("Unexpected Courage")
    expect(page).to_have_url(live_server.url + "/cards/?q=unexpected+courage")
    expect(page.get_by_label("Search cards")).to_be_focused()


def test_a_slow_answer_neither_hides_the_last_one_nor_alarms_the_browser(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/cards/")
    held = hold_first(page, "**/cards/?q=*")
    with page.expect_request("**/cards/?q=*"):
        page.get_by_label("Search cards").press_sequentially("unexp")
    page.get_by_label("Search cards").press_sequentially("ected courage")
    held[0].continue_()
    expect(page).to_have_url(live_server.url + "/cards/?q=unexpected+courage")
    expect(page.locator("#found .card-name").first).to_have_text("Unexpected Courage")


def test_a_link_holds_the_query_and_the_back_button_works(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/cards/")
    page.get_by_label("Search cards").fill("colt")
    expect(page).to_have_url(re.compile("q=colt"))
    page.get_by_text("Asset", exact=True).first.click()
    expect(page).to_have_url(live_server.url + "/cards/?q=colt&type=asset")
    page.locator("#found .card-name").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Colt")
    page.go_back()
    expect(page).to_have_url(live_server.url + "/cards/?q=colt&type=asset")
    expect(page.get_by_role("checkbox", name="Asset")).to_be_checked()
    page.go_back()
    expect(page).to_have_url(live_server.url + "/cards/?q=colt")
    expect(page.get_by_role("checkbox", name="Asset")).not_to_be_checked()
    expect(page.get_by_label("Search cards")).to_have_value("colt")


def test_a_filter_is_taken_away_where_it_is_named(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/cards/?q=colt&type=asset&level=0&usable_by=12001&trait=Weapon")
    for words in ("Asset", "level 0", "usable by Daniela Reyes (2026)", "Weapon", "colt"):
        page.locator("#found .chip--x", has_text=words).click()
        expect(page.locator("#found .chip--x", has_text=words)).to_have_count(0)
    expect(page).to_have_url(live_server.url + "/cards/")
    expect(page.get_by_role("checkbox", name="Asset")).not_to_be_checked()


def test_more_cards_come_at_a_press(live_server, page):
    page.goto(live_server.url + "/cards/?sort=title")
    expect(page.locator("#found .card-name")).to_have_count(60)
    page.get_by_role("link", name="Show 60 more").click()
    expect(page.locator("#found .card-name")).to_have_count(120)


def test_the_list_goes_by_keys(live_server, page):
    page.set_viewport_size(DESKTOP)
    page.goto(live_server.url + "/cards/?q=bandages")
    page.keyboard.press("f")
    expect(page.get_by_label("Search cards")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#found .card-name").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Search cards")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Bandages")


def test_filters_slide_in_on_a_phone(live_server, page, assert_no_overflow):
    mystic = len(search(Query(classes=frozenset({"mystic"}))))
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + "/cards/")
    expect(page.get_by_role("checkbox", name="Mystic")).not_to_be_visible()
    page.get_by_role("link", name="Filters").click()
    page.locator("#filters").get_by_title("Mystic").click()
    expect(page.locator("#show-found")).to_have_text(f"Show {mystic} cards")
    page.get_by_role("link", name=f"Show {mystic} cards").click()
    expect(page.get_by_role("checkbox", name="Mystic")).not_to_be_visible()
    expect(page.locator("#found-title")).to_have_text(f"{mystic} cards")
    assert_no_overflow(page)


def test_the_search_works_without_scripts(live_server, browser):
    context = browser.new_context(java_script_enabled=False, viewport=DESKTOP)
    page = context.new_page()
    page.goto(live_server.url + "/cards/")
    page.get_by_label("Search cards").fill("machete")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("#found .card-name")).to_have_text(["Machete"])
    page.locator("#found .chip--x").click()
    page.get_by_role("link", name="Show 60 more").click()
    expect(page.get_by_role("link", name="Previous page")).to_be_visible()
    context.close()


def test_titles_are_german_when_german_is_chosen(live_server, page):
    page.goto(live_server.url + "/cards/02021/")
    page.get_by_label("Display and language").click()
    page.get_by_text("Deutsch", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Seltsame Lösung")
