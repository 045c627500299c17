"""Browser tests of the collection page: selecting boxes as a visitor, sharing with a friend."""

import re

import pytest
from playwright.sync_api import expect

from cards.collections import selectors as collection_selectors
from cards.models import Collection
from cards.services import collections as collection_services
from tests.browser import DESKTOP, hold_first
from tests.pages.editor import come_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def collection(alice):
    made = collection_services.create_collection(owner=alice, name="Shelf")
    collection_services.set_cycle(collection=made, cycle="dwl", count=1, form="all")
    collection_services.set_boxes(collection=made, counts={"core_2026": 2})
    return made


def test_collection_pages_fit_and_can_be_read(
    live_server, any_size, alice, bob, collection, assert_accessible_in_both_themes, assert_no_overflow
):
    any_size.goto(live_server.url + "/collection/")
    assert_no_overflow(any_size)
    assert_accessible_in_both_themes(any_size)
    collection_services.create_collection(
        owner=alice, name="A shelf with a name that is quite a bit longer than others"
    )
    collection_services.share_collection(collection=collection, username="bob", may_edit=True)
    come_in(any_size.context, live_server, alice)
    for address in (
        f"/collection/{collection.pk}/",
        f"/collection/{collection.pk}/settings/",
        "/collection/new/",
    ):
        any_size.goto(live_server.url + address)
        assert_no_overflow(any_size)
        assert_accessible_in_both_themes(any_size)


def test_a_visitor_fills_a_collection_without_signing_up(live_server, any_size):
    page = any_size
    page.goto(live_server.url + "/collection/")
    page.get_by_role("checkbox", name="Core Set (2026)").click()
    page.wait_for_url(re.compile(r"/collection/\d+/#cycle-core_ch2$"))
    expect(page.get_by_role("checkbox", name="Core Set (2026)")).to_be_checked()
    page.get_by_role("button", name="One Core Set (2026) more").click()
    expect(page.locator("#cycle-core_ch2 output")).to_have_text("2")
    expect(page.get_by_role("button", name="One Core Set (2026) more")).to_be_focused()
    page.get_by_role("button", name="all of The Dunwich Legacy").click()
    expect(page.get_by_role("button", name="none of The Dunwich Legacy")).to_be_visible()
    expect(page.locator("#figures")).to_contain_text("4")
    page.get_by_text("older packs (7)").first.click()
    page.get_by_role("checkbox", name="The Miskatonic Museum").click()
    expect(page.get_by_role("button", name="One The Miskatonic Museum less")).to_be_visible()
    page.get_by_role("checkbox", name="Collector").click()
    expect(page.get_by_role("checkbox", name="Collector")).to_be_checked()
    made = Collection.objects.get()
    assert collection_selectors.packs_owned(made) == {"core_2026": 2, "dwlp": 1, "dwlc": 1, "tmm": 1}
    assert collection_selectors.rewards_unlocked(made) == {"12181"}


def test_the_collection_shows_which_box_holds_a_card(live_server, page, alice, collection):
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    page.goto(live_server.url + "/collection/")
    page.get_by_label("Find a card in my boxes").press_sequentially("unexpected", delay=15)
    expect(page.locator("#owned-cards tbody tr")).to_have_count(1)
    expect(page.locator("#owned-cards tbody tr")).to_contain_text("Core Set (2026)")
    expect(page.locator("#owned-cards tbody tr")).to_contain_text("8")
    page.get_by_role("link", name="Unexpected Courage").click()
    expect(page.get_by_text("you own 8 copies")).to_be_visible()


def test_what_is_typed_stays_while_answers_come_in(live_server, page, alice, collection):
    page.set_viewport_size(DESKTOP)
    come_in(page.context, live_server, alice)
    page.goto(live_server.url + "/collection/")
    box, rows = page.get_by_label("Find a card in my boxes"), page.locator("#owned-cards tbody tr")
    held = hold_first(page, "**/collection/**")
    with page.expect_request("**/collection/**"):
        box.press_sequentially("unex")
    box.press_sequentially("pected")
    held[0].continue_()
    expect(rows).to_have_count(1)
    expect(box).to_have_value("unexpected")
    expect(box).to_be_focused()
    # The search is also kept while boxes are changed.
    page.get_by_role("button", name="One Core Set (2026) more").click()
    expect(rows).to_contain_text("12")
    expect(box).to_have_value("unexpected")


def test_a_collection_is_shared_with_a_friend(live_server, page, browser, alice, bob, collection):
    come_in(page.context, live_server, alice)
    page.goto(f"{live_server.url}/collection/{collection.pk}/settings/")
    page.get_by_label("Player").fill("nobody")
    page.get_by_role("button", name="Invite").click()
    # The page does not reveal whether a player of that name exists.
    expect(page.get_by_text("nobody is invited.")).to_be_visible()
    page.get_by_label("Player").fill("bob")
    page.get_by_role("button", name="Invite").click()
    expect(page.get_by_text("bob is invited.")).to_be_visible()
    friends = browser.new_context(viewport=DESKTOP).new_page()
    come_in(friends.context, live_server, bob)
    friends.goto(live_server.url + "/collection/")
    friends.get_by_role("button", name="Accept").click()
    expect(friends.get_by_role("heading", level=1)).to_have_text("Shelf")
    expect(friends.get_by_text("Shared by alice")).to_be_visible()
    expect(friends.get_by_role("checkbox")).to_have_count(0)
    friends.context.close()


def test_a_collection_is_filled_without_scripts(live_server, browser):
    context = browser.new_context(java_script_enabled=False, viewport=DESKTOP)
    page = context.new_page()
    page.goto(live_server.url + "/collection/")
    page.get_by_role("checkbox", name="Core Set (2026)").click()
    page.get_by_role("button", name="One Core Set (2026) more").click()
    expect(page.locator("#cycle-core_ch2 output")).to_have_text("2")
    context.close()
