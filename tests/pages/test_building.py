"""Browser tests of building, upgrading and publishing: hunch decks, quick upgrades, beginnings, parties."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from decks import services
from decks.models import Deck
from tests.decks.test_giving_back import FILLING
from tests.pages.editor import READY, come_in, open_editor, saved, slots_of

pytestmark = pytest.mark.django_db(transaction=True)

Check = Callable[[Page], None]
JOE, ROLAND, BEAT_COP, BEAT_COP_2 = "05002", "01001", "01018", "01028"
HUNCHES = ("01022", "01036", "01037")


def keep(page: Page, name: str) -> None:
    """Save a picture of the page if a folder for pictures was named."""
    if folder := os.environ.get("PICTURES"):
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=Path(folder) / f"{name}-{width}.png", full_page=True)


def test_a_hunch_deck_is_chosen_and_shown(
    any_size: Page, live_server, alice: User, assert_accessible_in_both_themes: Check
) -> None:
    deck = services.create_deck(owner=alice, investigator=JOE)
    for code in HUNCHES:
        services.set_quantity(deck, code=code, quantity=2)
    page = any_size
    come_in(page.context, live_server, alice)
    page.goto(f"{live_server.url}/decks/{deck.public_id}/edit/#deck")
    page.wait_for_selector(READY)
    page.locator("#choose-pile").click()
    dialog = page.locator("#dialog")
    expect(dialog.locator("[data-ticks-of]"), "Unsolved Case always is").to_have_text("1")
    for code in HUNCHES[:2]:
        dialog.locator(f'input[value="{code}"]').first.check()
    expect(dialog.locator("[data-ticks-of]")).to_have_text("3")
    expect(dialog.get_by_label("second copy").first).not_to_be_checked()
    keep(page, "hunch-dialog")
    dialog.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#deck-rows")).to_contain_text("3 of 11")
    saved(page)
    keep(page, "hunch-editor")
    page.goto(f"{live_server.url}/decks/{deck.public_id}/")
    expect(page.get_by_role("heading", name="Hunch deck")).to_be_visible()
    keep(page, "hunch-deck-page")
    page.locator("#draw-on").click()
    expect(page.locator("#hand .slip")).to_have_count(6)
    assert_accessible_in_both_themes(page)


def test_rows_are_upgraded_with_one_press_and_the_list_has_prices(
    any_size: Page, live_server, alice: User, assert_accessible_in_both_themes: Check
) -> None:
    deck = services.create_deck(owner=alice, investigator=ROLAND)
    for code, quantity in FILLING.items():
        services.set_quantity(deck, code=code, quantity=quantity)
    services.begin_upgrade(deck, experience=5)
    page = any_size
    come_in(page.context, live_server, alice)
    page.goto(f"{live_server.url}/decks/{deck.public_id}/edit/#deck")
    page.wait_for_selector(READY)
    keep(page, "quick-upgrades")
    page.locator(f"#quick-all-{BEAT_COP}-{BEAT_COP_2}").click()
    expect(page.locator(f"#row-{BEAT_COP_2} output")).to_have_text("2")
    saved(page)
    assert slots_of(deck)[BEAT_COP_2] == 2
    page.goto(f"{live_server.url}/decks/{deck.public_id}/edit/#cards")
    page.wait_for_selector(READY)
    page.fill("#find", "shotgun")
    row = page.locator('#pool-rows [data-code="01029"]')
    expect(row.locator(".price-tag")).to_have_text("4 XP, 3 XP short")
    keep(page, "prices")
    page.locator('#finder input[name="affordable"]').check(force=True)
    expect(row).to_have_count(0)
    assert_accessible_in_both_themes(page)


def test_a_deck_begins_with_a_starter_deck(
    any_size: Page, live_server, alice: User, assert_accessible_in_both_themes: Check
) -> None:
    page = any_size
    come_in(page.context, live_server, alice)
    page.goto(f"{live_server.url}/decks/new/60151/")
    assert_accessible_in_both_themes(page)
    page.get_by_label("The starter deck as sold").check()
    keep(page, "beginnings")
    page.get_by_role("button", name="Create deck").click()
    page.wait_for_selector(READY)
    assert Deck.objects.get().is_legal


def test_published_decks_are_searched_liked_and_grouped(
    any_size: Page, live_server, alice: User, bob: User, assert_accessible_in_both_themes: Check
) -> None:
    mine = [services.create_deck(owner=bob, investigator=code) for code in (ROLAND, JOE)]
    services.set_quantity(mine[0], code="01020", quantity=2)
    mine[0].refresh_from_db()
    party = services.publish_party(mine, owner=bob, name="Two detectives")
    page = any_size
    come_in(page.context, live_server, alice)
    page.goto(f"{live_server.url}/decks/public/?card=Machete&without=Beat+Cop")
    expect(page.locator(".deck-row")).to_have_count(1)
    assert_accessible_in_both_themes(page)
    keep(page, "published")
    page.locator(".deck-row .card-name").click()
    page.locator("#like").click()
    expect(page.get_by_text("1 like")).to_be_visible()
    keep(page, "liked")
    for path in (f"/parties/{party.public_id}/", "/parties/", "/players/bob/"):
        page.goto(live_server.url + path)
        expect(page.get_by_text("Two detectives").first).to_be_visible()
        assert_accessible_in_both_themes(page)
    keep(page, "player")


def test_a_finished_upgrade_names_corrections(page: Page, live_server, alice: User) -> None:
    deck = services.create_deck(owner=alice, investigator=ROLAND)
    for code, quantity in FILLING.items():
        services.set_quantity(deck, code=code, quantity=quantity)
    services.begin_upgrade(deck, experience=5)
    services.buy(deck, code=BEAT_COP_2, replaces=BEAT_COP)
    services.finish_upgrade(deck)
    come_in(page.context, live_server, alice)
    open_editor(page, live_server, deck)
    expect(page.locator("#corrections")).to_contain_text("Plus and minus now correct it")
    page.locator("#deck-less-01088").click()
    expect(page.locator("#corrections")).to_contain_text("Removed: Emergency Cache")
    keep(page, "corrections")
