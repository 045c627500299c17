"""Browser tests of the guided page: it updates while values are entered, on desktop and phone."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from campaigns.models import ScenarioDraft
from campaigns.services.creation import start_campaign
from rules.campaign import steps
from tests.browser import DESKTOP, PHONE
from tests.campaigns.conftest import FIRST, Walk, make_deck

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(client: Client, alice: User, page: Page, live_server: Any) -> Walk:
    client.force_login(alice)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    start = steps.StartCampaign(campaign="boa", difficulty="standard", title="Ashes")
    walk = Walk(client, start_campaign(start, owner=alice, name="Ashes").campaign)
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    return walk


def test_what_is_entered_is_previewed_and_saved(game: Walk, any_size: Page, live_server: Any) -> None:
    page = any_size
    page.goto(live_server.url + game.url("after"))
    page.get_by_text("Resolution 2", exact=True).click()
    page.get_by_label("Victory display").fill("3")
    page.get_by_role("radio", name="Damage").check(force=True)
    expect(page.locator("#preview")).to_be_visible()
    expect(page.locator("#outcome")).to_contain_text("Daniela Reyes: +3 XP, +1 physical")
    expect(page.locator("#status-of-s1")).to_have_text("active, 1 of 9 health marked")
    expect(page.locator("#rail .is-done")).to_have_count(3)
    page.reload()
    expect(page.get_by_label("Victory display")).to_have_value("3")
    page.get_by_role("button", name="Record the scenario").click()
    expect(page.get_by_role("heading", name="Purchases")).to_be_visible()
    assert game.state.seats["s1"].experience == 3


def test_what_is_recorded_stands_beside_the_form_or_before_the_button(
    game: Walk, any_size: Page, live_server: Any
) -> None:
    page = any_size
    page.goto(live_server.url + game.url("after"))
    boxes = [page.locator(each).bounding_box() for each in ("#after", "#preview", "#record-scenario")]
    form, preview, button = (each for each in boxes if each is not None)
    assert preview["y"] < button["y"]
    assert form["y"] + form["height"] <= button["y"]
    if page.viewport_size == DESKTOP:
        assert form["x"] + form["width"] <= preview["x"]
        assert form["width"] > preview["width"]
    else:
        assert form["y"] + form["height"] <= preview["y"]
        assert preview["y"] + preview["height"] <= button["y"]


def test_one_line_for_notes_is_empty(game: Walk, any_size: Page, live_server: Any) -> None:
    """The next line appears when the one before is filled, and the button leads to it."""
    page = any_size
    page.goto(live_server.url + game.url("after"))
    page.get_by_text("Resolution 2", exact=True).click()
    page.get_by_label("Victory display").fill("1")
    lines = page.get_by_label("Note", exact=True).locator("visible=true")
    for number in (1, 2, 3, 4):
        expect(lines).to_have_count(number)
        page.get_by_role("button", name="Note", exact=True).click()
        expect(lines).to_have_count(number)
        expect(lines.nth(number - 1)).to_be_focused()
        page.keyboard.type(f"Note {number}")
        if number == 3:
            page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_role("button", name="Record the scenario").click()
    expect(page.get_by_role("heading", name="Purchases")).to_be_visible()
    assert [note.text for note in game.state.notes] == ["Note 1", "Note 2", "Note 3", "Note 4"]


#: Every answer comes when the test says so; `mode` says whether the next one is lost.
LATE = """
const real = window.fetch;
window.answers = []; window.mode = "late";
window.fetch = async (url, options = {}) => {
  if (!String(url).includes("/after/")) return real(url, options);
  const mode = window.mode;
  const answer = await real(url, options);
  if (mode === "late") await new Promise((go) => answers.push(go));
  if (mode === "lost") throw new TypeError("lost");
  return answer;
};
"""


def wait_for_draft(page: Page, field: str, value: str) -> None:
    for _try in range(300):
        row = ScenarioDraft.objects.first()
        if row and row.answers.get(field) == [value]:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{field} is not saved")


@pytest.mark.parametrize("mode", ["late", "lost"])
@pytest.mark.parametrize("end", ["record", "reload"])
def test_fast_typing_with_late_and_lost_answers_loses_nothing(
    game: Walk, page: Page, live_server: Any, mode: str, end: str
) -> None:
    """Saved without an answer, typed on, and then recorded or left at once."""
    page.set_viewport_size(PHONE)
    page.add_init_script(LATE)
    page.goto(live_server.url + game.url("after"))
    page.evaluate(f"window.mode = '{mode}'")
    page.get_by_text("Resolution 2", exact=True).click()
    page.get_by_label("Victory display").press_sequentially("1")
    lines = page.get_by_label("Note", exact=True)
    for number in range(3):
        lines.nth(number).press_sequentially(f"Note {number}")
    wait_for_draft(page, "note-text-2", "Note 2")
    continued = [(lines.nth(number), " goes on") for number in range(3)]
    for field, text in (*continued, (page.get_by_label("Victory display"), "2")):
        field.focus()
        page.keyboard.press("End")
        page.keyboard.type(text)
    if end == "reload":
        page.reload()
        wait_for_draft(page, "victory", "12")
        page.evaluate("window.mode = ''")
        page.reload()
        expect(page.get_by_label("Victory display")).to_have_value("12")
        for number in range(3):
            expect(lines.nth(number)).to_have_value(f"Note {number} goes on")
    page.get_by_role("button", name="Record the scenario").click()
    expect(page.get_by_role("heading", name="Purchases")).to_be_visible()
    assert [note.text for note in game.state.notes] == [f"Note {number} goes on" for number in range(3)]
    assert game.state.seats["s1"].experience == 12


def test_long_words_are_not_cut_off_on_a_phone(game: Walk, page: Page, live_server: Any) -> None:
    """German has longer words for how a scenario ended for an investigator."""
    page.context.add_cookies([{"name": "django_language", "value": "de", "url": live_server.url}])
    page.set_viewport_size(PHONE)
    page.goto(live_server.url + game.url("after"))
    choices = page.get_by_role("radiogroup", name="Daniela Reyes", exact=True).first
    expect(choices).to_contain_text("Durch eine Karte")
    assert choices.evaluate("each => each.scrollWidth <= each.clientWidth")
