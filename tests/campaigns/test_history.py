"""Tests of the history: small steps share a line, and many steps are undone and redone with one press."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from campaigns.services.recording import record
from campaigns.text.history import StepTexts
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing(walk: Walk, alice: User) -> Walk:
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    return walk


def lines(walk: Walk) -> list[str]:
    """The lines of the history on the campaign page, newest first."""
    return [
        f"{each.first}-{each.step.number} {each.what}: {', '.join(text for _icon, text in each.rows)}"
        for each in walk.get("detail").context["steps"]
    ]


def test_presses_on_bless_and_curse_share_a_line(playing: Walk) -> None:
    before = lines(playing)
    first = playing.campaign.steps.count() + 1
    for press in (
        {"add": "bless"},
        {"add": "bless"},
        {"add": "curse"},
        {"remove": "bless"},
        {"add": "bless"},
    ):
        playing.did("bag", **press)
    found = lines(playing)
    assert len(found) == min(len(before) + 1, 12)
    assert found[0].startswith(f"{first}-{first + 4} Chaos bag changed")
    (line,) = playing.get("detail").context["steps"][:1]
    assert line.step.payload["tokens"] == {"bless": 2, "curse": 1}
    assert (line.to_undo, line.is_folded) == (5, True)
    page = text(playing.get("detail"))
    assert f"Steps {first}–{first + 4}" in page
    assert "Undo 5 steps" in page


def test_what_says_more_has_a_line_of_its_own(playing: Walk) -> None:
    playing.did("bag", add="bless")
    playing.did("bag", do="change", cause="Resolution 1", **{"token-skull": "1"})
    playing.did("bag", add="bless")
    playing.did("log", do="record", text="It is late.")
    playing.did("log", do="record", text="It is very late.")
    assert [each.is_folded for each in playing.get("detail").context["steps"][:5]] == [False] * 5


def test_undone_steps_are_not_mixed_with_others(playing: Walk) -> None:
    for _time in range(4):
        playing.did("bag", add="bless")
    playing.did("undo")
    playing.did("undo")
    first, second = playing.get("detail").context["steps"][:2]
    assert (first.step.undone, second.step.undone) == (True, False)
    assert first.is_folded
    assert second.is_folded


def test_steps_of_two_members_or_after_an_undo_have_lines_of_their_own(playing: Walk, as_bob: Client) -> None:
    bob = Walk(as_bob, playing.campaign)
    bob.sent = 1000
    playing.did("bag", add="bless")
    bob.did("bag", add="bless")
    assert [each.is_folded for each in playing.get("detail").context["steps"][:2]] == [False, False]
    bob.did("undo")
    bob.did("bag", add="curse")
    bob.did("undo")
    page = playing.get("detail")
    assert [each.is_folded for each in page.context["steps"][:3]] == [False] * 3
    assert [each.to_redo for each in page.context["steps"][:2]] == [1, 0], "only the later one can be redone"


def test_presses_that_were_taken_back_say_so(playing: Walk, alice: User) -> None:
    playing.did("bag", add="bless")
    playing.did("bag", remove="bless")
    assert lines(playing)[0].endswith("Chaos bag changed: taken back, nothing has changed")
    for by in (1, -1):
        change = steps.LogChange(section="notes", do="count", key="doubt", number=by)
        record(playing.campaign, steps.LogWritten(changes=(change,)), by=alice)
    assert lines(playing)[0].endswith("Log changed: taken back, nothing has changed")


def test_ticks_and_counters_share_a_line(walk: Walk, alice: User) -> None:
    def change(**fields: object) -> steps.Step:
        return steps.LogWritten(changes=(steps.LogChange(section="notes", **fields),))

    for fields in (
        {"do": "count", "key": "doubt", "number": 1},
        {"do": "count", "key": "doubt", "number": 2},
        {"do": "tick", "key": "red"},
        {"do": "clear", "key": "red"},
    ):
        record(walk.campaign, change(**fields), by=alice)
    (line,) = walk.get("detail").context["steps"][:1]
    assert [(row["do"], row.get("number")) for row in line.step.payload["changes"]] == [
        ("count", 3),
        ("clear", None),
    ]


def test_many_steps_are_undone_and_redone_with_one_press(playing: Walk) -> None:
    for press in range(22):
        playing.did("log", do="record", text=f"Note {press}")
    before, count = playing.state, playing.campaign.steps.count()
    shown = playing.get("detail").context["steps"][5]
    assert shown.to_undo == 6
    first = count - 21
    playing.did("undo", down_to=str(first))
    page = playing.get("detail")
    assert "22 steps undone." in text(page)
    assert "22 undone" in text(page), "the true number, not that of the visible lines"
    assert "Redo all 22" in text(page)
    assert (page.context["redo_last"].number, page.context["redo_count"]) == (count, 22)
    playing.did("redo", up_to=str(count))
    assert "22 steps redone." in text(playing.get("detail"))
    assert playing.state == before


def test_many_steps_are_not_undone_unseen(playing: Walk, as_bob: Client) -> None:
    """Another member recorded something: the press undoes nothing, and the page shows what is new."""
    for press in range(5):
        playing.did("log", do="record", text=f"Note {press}")
    playing.campaign.refresh_from_db()
    seen, first = playing.campaign.revision, playing.campaign.steps.count() - 4
    bob = Walk(as_bob, playing.campaign)
    bob.sent = 1000
    bob.did("log", do="record", text="Seen by nobody else yet.")
    before = playing.state
    answer = playing.post("undo", down_to=str(first), follows=seen)
    assert answer.status_code == 409
    assert "Seen by nobody else yet." in text(answer)
    assert playing.state == before
    playing.did("undo", down_to=str(first))
    bob.did("undo", down_to=str(first - 1))
    last = playing.campaign.steps.count()
    assert playing.post("redo", up_to=str(last), follows=playing.campaign.revision - 1).status_code == 409
    playing.did("redo", up_to=str(last))
    assert playing.state == before


def test_the_history_page_names_the_true_number(playing: Walk) -> None:
    for press in range(60):
        playing.did("log", do="record", text=f"Note {press}")
    second = playing.get("steps", page="2")
    line = second.context["steps"][0]
    standing = playing.campaign.steps.filter(undone=False, number__gte=line.first).count()
    assert line.to_undo == standing == 51
    assert f"Undo from step {line.first} on: 51 steps" in text(second)
    playing.did("undo", down_to=str(line.first))
    newest = playing.get("steps").context["steps"]
    assert newest[0].to_redo == 51
    assert newest[49].to_redo == 2
    assert re.search(r"Redo 51 steps", text(playing.get("steps")))


def test_an_undone_seat_is_named_by_its_investigator(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, SECOND))
    for _time in range(3):
        walk.did("undo")
    rows = list(walk.campaign.steps.order_by("-number"))
    texts = [StepTexts(walk.state, walk.campaign).of(row).what for row in rows]
    assert not walk.state.seats
    assert not any("s1" in each for each in texts), texts
    assert any("Joe Diamond" in each for each in texts)


def test_trauma_is_named_in_words(walk: Walk, alice: User) -> None:
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="1")
    changes = {f"physical-{seat}": "2", f"mental-{seat}": "1"}
    walk.did("change", do="trauma", cause="The story", **changes)
    assert "Daniela Reyes: +2 physical trauma, Daniela Reyes: +1 mental trauma, The story" in lines(walk)[0]
