"""Browser tests of a phone at the table: a scenario takes ten taps or fewer, and all count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from accounts.models import User
from campaigns.services.creation import start_campaign
from rules.campaign import steps
from tests.browser import PATIENCE, PHONE, hold_first
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db(transaction=True)

MOST_TAPS = 10
LITA = "01117"


class Thumb:
    """Taps on the page and counts; what is typed follows the tap into its field."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, what: Locator, text: str = "") -> None:
        self.taps += 1
        what.first.tap()
        if text:
            self.page.keyboard.type(text)


@pytest.fixture
def walk(client: Client, alice: User) -> Walk:
    """Two investigators are in the first scenario of The Night of the Zealot."""
    client.force_login(alice)
    start = steps.StartCampaign(campaign="core", difficulty="standard", title="Zealots")
    walk = Walk(client, start_campaign(start, owner=alice, name="Zealots").campaign)
    for investigator, weakness in ((FIRST, "01096"), (SECOND, "01097")):
        walk.did("seat-new", player="Ada", deck=str(make_deck(alice, investigator).public_id))
        walk.did("seat", list(walk.state.seats)[-1], do="drew", card=weakness)
    walk.begin("torch")
    return walk


@pytest.fixture
def phone(browser: Browser, walk: Walk, live_server: Any) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    cookie = walk.client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    yield page
    context.close()


def test_a_scenario_is_recorded_with_ten_taps(walk: Walk, phone: Page, live_server: Any) -> None:
    """A defeat, a gift and a bonus of the guide, a note: from the page of the campaign to its purchases."""
    phone.goto(live_server.url + walk.url("detail"))
    thumb = Thumb(phone)
    thumb.tap(phone.get_by_role("link", name="Record the result"))
    thumb.tap(phone.get_by_text("Resolution 1", exact=True))
    thumb.tap(phone.get_by_label("Victory display"), "3")
    thumb.tap(phone.get_by_text("What the guide can give here (spoiler)"))
    bonus = phone.locator(".chips", has_text="+2 experience")
    thumb.tap(bonus.get_by_text("everyone", exact=True))
    group = phone.get_by_role("radiogroup", name="Daniela Reyes", exact=True)
    thumb.tap(group.get_by_text("Damage", exact=True))
    thumb.tap(phone.get_by_text("Cards this scenario can give"))
    thumb.tap(phone.locator(f"label:has(input[name='gain-{LITA}-s2'])"))
    thumb.tap(phone.get_by_label("Note"), "The house stands.")
    thumb.tap(phone.get_by_role("button", name="Record the scenario"))
    expect(phone.get_by_role("heading", name="Purchases")).to_be_visible()
    assert thumb.taps <= MOST_TAPS
    # 3 of the victory display and 2 of the resolution; a defeat by damage is one physical trauma.
    seats = walk.state.seats
    sums = [(seat.experience, seat.physical, seat.mental) for seat in seats.values()]
    assert sums == [(5, 1, 0), (5, 0, 0)]
    assert [dict(seat.story) for seat in seats.values()] == [{}, {LITA: 1}]
    assert [note.text for note in walk.state.notes] == ["The house stands."]


def test_quick_taps_on_the_bag_all_count(walk: Walk, phone: Page, live_server: Any) -> None:
    """Three blessings and a curse are tapped while the first request is still on its way."""
    phone.goto(live_server.url + walk.url("bag"))
    held = hold_first(phone, "**/bag/")
    for name in ("bless", "bless", "curse", "bless"):
        phone.get_by_role("button", name=f"{name}: add one").tap()
    expect(phone.locator("#bag-quick")).to_be_visible()
    held[0].continue_()
    expect(phone.locator("#bag-quick b").first).to_have_text("3")
    expect(phone.locator("#bag-quick b").nth(1)).to_have_text("1")
    tokens = walk.state.bag.tokens
    assert (tokens["bless"], tokens["curse"]) == (3, 1)
    touch = phone.evaluate("getComputedStyle(document.documentElement).touchAction")
    assert touch == "manipulation", "some phones zoom after two quick taps"


def test_purchases_are_finished_beside_the_cards(walk: Walk, phone: Page, live_server: Any) -> None:
    """Buying leads to the cards, and what finishes the purchases is there, too."""
    walk.did("after", resolution="R1", victory="5")
    phone.goto(live_server.url + walk.url("after"))
    phone.get_by_role("button", name=re.compile("Buy cards")).first.tap()
    for pane in ("#cards", "#deck", "#verdict"):
        phone.locator(f"#pane-tabs a[href='{pane}']").tap()
        expect(phone.locator(pane)).to_be_visible()
        expect(phone.get_by_role("link", name="Finish purchases")).to_be_in_viewport(ratio=1)
    phone.locator("#pane-tabs a[href='#cards']").tap()
    phone.get_by_role("link", name="Finish purchases").tap()
    expect(phone.locator("#dialog").get_by_role("button", name="Finish", exact=True)).to_be_visible()
