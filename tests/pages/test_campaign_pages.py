"""Browser tests of every campaign page: both themes, phone and desktop, nothing wider than the window."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from campaigns.services.creation import start_campaign
from rules.campaign import steps
from tests.browser import DESKTOP, PHONE
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db(transaction=True)

Check = Callable[[Page], None]

#: Collapsed parts are checked too.
OPEN_ALL = "document.querySelectorAll('main details:not(.menu)').forEach((each) => { each.open = true })"
BEFORE = ["/campaigns/", "/campaigns/new/", "/campaigns/new/boa/", "/campaigns/new/custom/"]
BEFORE += ["/campaigns/new/tdea/?both=1", "/campaigns/new/side/?scenario=curse_of_the_rougarou"]
BEFORE += ["/campaigns/import/", "/campaigns/example/"]
SETTING_UP = ["", "seats/s1/", "seats/new/", "next/", "next/?titles=1", "ultimatums/", "settings/", "log/"]
PLAYING = ["", "next/", "after/", "bag/", "log/", "change/"]
BETWEEN = ["", "after/", "seats/s1/", "sheet/", "party-cards/", "steps/", "correct/", "branch/", "end/"]
BETWEEN += ["?as_of=9", "transfer/", "transfer/?facts=core", "log/?q=nothing"]


@pytest.fixture(
    params=[
        # Each width and each theme once, because they do not affect each other.
        pytest.param((PHONE, "dark"), id="phone, dark"),
        pytest.param((DESKTOP, "light"), id="desktop, light"),
    ]
)
def looked_at(request: pytest.FixtureRequest, page: Page) -> Page:
    size, theme = request.param
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=theme)
    return page


@pytest.fixture
def walk(client: Client, alice: User, page: Page, live_server: Any) -> Walk:
    client.force_login(alice)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    start = steps.StartCampaign(campaign="tfa", difficulty="standard", title="Into the Jungle")
    return Walk(client, start_campaign(start, owner=alice, name="Into the Jungle").campaign)


def test_names_and_notes_of_one_long_word_fit_a_phone(
    walk: Walk, alice: User, page: Page, live_server: Any, assert_no_overflow: Check
) -> None:
    page.set_viewport_size(PHONE)
    walk.sit(make_deck(alice, FIRST))
    walk.did("log", do="record", section="campaign_notes", text="https://example.org/" + "note" * 60)
    walk.campaign.name = "W" * 100
    walk.campaign.save()
    for path in ("", "log/", "sheet/", "chronicle/", "ledger/", "steps/", "seats/s1/", "settings/"):
        page.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/{path}")
        assert_no_overflow(page)


@pytest.mark.slow
def test_pages_are_fit_for_everybody(
    walk: Walk,
    alice: User,
    looked_at: Page,
    live_server: Any,
    assert_accessible: Check,
    assert_no_overflow: Check,
) -> None:
    page = looked_at

    def look(paths: list[str], at: str = "") -> None:
        for path in paths:
            answer = page.goto(live_server.url + at + path)
            assert answer is not None
            assert answer.status == 200, path
            page.evaluate(OPEN_ALL)
            assert_no_overflow(page)
            assert_accessible(page)

    at = f"/campaigns/{walk.campaign.public_id}/"
    look(BEFORE)
    first = walk.sit(make_deck(alice, FIRST))
    walk.did("seat-new", player="Ben", investigator=SECOND)
    walk.did("settings", do="invite", role="player")
    look(SETTING_UP, at)
    walk.did("seat", "s2", do="deck", deck=str(make_deck(alice, SECOND).public_id))
    look(["seats/s2/"], at)
    walk.did("seat", "s2", do="drew", card="01097")
    walk.did("log", do="cell", section="supplies", cell="provisions|s1|more")
    walk.begin("wilds")
    walk.did("bag", do="draw")
    walk.did("log", do="remember", section="campaign_notes", text="A long walk.")
    look(PLAYING, at)
    note = {"note-text-0": "It was hot.", "note-section-0": "campaign_notes", "note-number-0": "3"}
    walk.did("after", resolution="R1", victory="3", **{f"how-{first}": "damage", **note})
    walk.did("purchases", first, do="open")
    walk.did("log", do="cross-out", entry=walk.state.notes[0].id)
    look(BETWEEN, at)


def test_the_way_is_walked_by_keyboard(walk: Walk, alice: User, page: Page, live_server: Any) -> None:
    """A keyboard user gets from a new campaign to a seat."""
    page.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/")
    page.locator("#go-on").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/seats/new/**")
    page.locator("#find-investigator").fill("daisy")
    names = page.locator(".choice-cards label:visible").all_inner_texts()
    assert names
    assert all("Daisy Walker" in name for name in names)
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "investigator":
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    page.wait_for_url("**/seats/s1/")
    assert walk.state.seats["s1"].title == "Daisy Walker"


def test_many_steps_are_undone_and_redone_by_keyboard(
    walk: Walk, page: Page, browser: Browser, live_server: Any
) -> None:
    """Three notes are undone from the menu of the first, redone with one press, also without JavaScript."""
    for number in (1, 2, 3):
        walk.did("log", do="record", text=f"Note {number}")
    first = walk.campaign.steps.count() - 2
    with browser.new_context(java_script_enabled=False) as context:
        context.add_cookies(page.context.cookies(live_server.url))  # type: ignore[arg-type]
        for each in (page, context.new_page()):
            each.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/")
            each.locator(f"#step-{first} summary").press("Enter")
            each.get_by_role("button", name=f"Undo from step {first} on: 3 steps").press("Enter")
            expect(each.get_by_text("3 steps undone.")).to_be_visible()
            assert not walk.state.notes
            each.get_by_role("button", name="Redo all 3").press("Enter")
            expect(each.get_by_text("3 steps redone.")).to_be_visible()
            assert len(walk.state.notes) == 3


def test_a_camera_reads_the_invitation_in_both_themes(walk: Walk, looked_at: Page, live_server: Any) -> None:
    """The QR code is black on white, with a white border, and large enough."""
    walk.did("settings", do="invite", role="player")
    looked_at.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/settings/")
    code = looked_at.locator("svg.qr")
    assert code.evaluate("svg => getComputedStyle(svg).backgroundColor") == "rgb(255, 255, 255)"
    assert code.locator("path").evaluate("path => getComputedStyle(path).stroke") == "rgb(0, 0, 0)"
    box = code.bounding_box()
    assert box is not None
    assert box["width"] == box["height"] >= 170


def test_the_current_scenario_is_in_sight(walk: Walk, alice: User, looked_at: Page, live_server: Any) -> None:
    """The way of a long campaign is scrolled to where the group is; starting values have their names."""
    walk.sit(make_deck(alice, FIRST))
    for _time in range(6):
        walk.interlude("tfa_prologue")
    walk.did("next", do="advance", scenario="wilds")
    looked_at.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/")
    expect(looked_at.locator(".track .is-now")).to_be_in_viewport(ratio=0.9)
    looked_at.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/next/")
    row = looked_at.locator(".table--values tbody tr").first
    if looked_at.viewport_size == PHONE:
        label = "cell => getComputedStyle(cell, '::before').content"
        names = [cell.evaluate(label) for cell in row.locator("td[data-label]").all()]
        assert names == ['"Damage"', '"Horror"', '"Resources"', '"Hand"']
    else:
        expect(looked_at.locator(".table--values thead")).to_be_visible()


def test_the_way_stands_below_what_is_said_about_it(
    walk: Walk, alice: User, looked_at: Page, live_server: Any
) -> None:
    walk.did("ultimatums", ultimatums=["ub.finality"])
    walk.sit(make_deck(alice, FIRST))
    for above, query in ((".in-force", ""), (".notice", "?as_of=2")):
        looked_at.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/{query}")
        above_it = looked_at.locator(f"#live > {above}").first.bounding_box()
        way = looked_at.locator(".track").bounding_box()
        assert above_it
        assert way
        assert above_it["y"] + above_it["height"] <= way["y"], above


def test_the_text_of_a_step_has_room(walk: Walk, alice: User, looked_at: Page, live_server: Any) -> None:
    """The author of a step is beside what happened where there is room, otherwise below."""
    walk.sit(make_deck(alice, FIRST))
    phone = looked_at.viewport_size == PHONE
    for path in ("", "steps/"):
        looked_at.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/{path}")
        for step in looked_at.locator(".history .step").all():
            whole, text, who = (
                each.bounding_box() for each in (step, step.locator("h3"), step.locator(".step__who"))
            )
            assert whole
            assert text
            assert who
            assert text["width"] > 0.6 * whole["width"]
            assert (who["y"] >= text["y"] + text["height"]) == phone
            assert who["x"] + who["width"] <= whole["x"] + whole["width"]


def test_times_are_those_of_the_readers_clock(walk: Walk, browser: Browser, live_server: Any) -> None:
    step = walk.campaign.steps.latest("number")
    walk.campaign.steps.filter(pk=step.pk).update(at=datetime(2026, 5, 1, 22, 30, tzinfo=UTC))
    context = browser.new_context(timezone_id="Asia/Tokyo")
    cookie = walk.client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.goto(live_server.url + walk.url("detail"))
    time = page.locator(f"#step-{step.number} time")
    expect(time).to_have_text("2 May")
    expect(time).to_have_attribute("title", re.compile("2 May 2026.*07:30"))
    context.close()


def test_a_group_names_the_weakness_that_it_drew(
    walk: Walk, alice: User, looked_at: Page, live_server: Any
) -> None:
    walk.did("seat-new", player="Ada", deck=str(make_deck(alice, FIRST).public_id))
    page = looked_at
    page.goto(live_server.url + walk.url("seat", "s1"))
    folded = page.locator("#drew-weakness")
    expect(folded.get_by_label("The card you drew")).to_be_hidden()
    folded.get_by_text("We drew it ourselves").click()
    folded.get_by_label("The card you drew").select_option(label="Paranoia")
    folded.get_by_role("button", name="Record").click()
    expect(page.locator("#draw-weakness")).to_have_count(0)
    expect(page.locator("article.seat")).to_contain_text("Paranoia (drawn by the group)")
    assert walk.state.seats["s1"].owed == 0


def test_every_field_of_a_wide_table_is_in_sight_on_a_phone(
    walk: Walk, alice: User, page: Page, live_server: Any
) -> None:
    page.set_viewport_size(PHONE)
    start = steps.StartCampaign(campaign="eoe", difficulty="standard", title="To the Ice")
    walk = Walk(walk.client, start_campaign(start, owner=alice, name="To the Ice").campaign)
    walk.sit(make_deck(alice, FIRST))
    page.goto(f"{live_server.url}/campaigns/{walk.campaign.public_id}/log/")
    partner = page.get_by_role("row", name="Danforth")
    for field in ("Damage: one more", "Horror: one more"):
        expect(partner.get_by_role("button", name=f"Danforth, {field}")).to_be_in_viewport(ratio=1)
    for field in ("Resolute", "Eliminated"):
        expect(partner.get_by_role("checkbox", name=f"Danforth, {field}")).to_be_in_viewport(ratio=1)
