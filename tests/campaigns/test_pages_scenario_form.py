"""Tests of the guided page: saved as a draft, previewed, recorded once."""

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import ScenarioDraft
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(walk: Walk, alice: User) -> Walk:
    walk.sit(make_deck(alice, FIRST))
    walk.sit(make_deck(alice, SECOND))
    walk.begin("spreading_flames")
    return walk


def text(page: object) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page.content.decode()))


def test_a_saved_form_shows_what_it_means(game: Walk) -> None:
    sent = {"resolution": "R2", "victory": "3", "bonus": "-1", "how-s1": "damage", "token-cultist": "2"}
    answer = game.client.post(game.url("after-save"), sent, headers={"HX-Request": "true"})
    shown = text(answer)
    assert "2 each" in shown, "three victory points less one"
    assert "1 physical trauma" in shown
    assert "1 of 9 health marked" in shown
    assert "2 tokens" in shown
    assert not game.state.history, "nothing is recorded yet"
    page = game.get("after").content.decode()
    assert 'name="victory" value="3"' in page, "resumed as it was left"


def test_a_weakness_is_not_named_before_it_is_drawn(game: Walk) -> None:
    sent = {"resolution": "R1", "victory": "1", "draw-s1": "1"}
    answer = game.client.post(game.url("after-save"), sent, headers={"HX-Request": "true"})
    assert "drawn when this is recorded" in text(answer)


def test_pressing_twice_records_once(game: Walk) -> None:
    sent = {"resolution": "R1", "victory": "1", "key": str(uuid4()), "draw-s1": "1"}
    game.did("after", **sent)
    count = game.campaign.steps.count()
    again = game.post("after", **sent)
    assert again.status_code == 302
    assert game.campaign.steps.count() == count
    assert not ScenarioDraft.objects.exists(), "nothing is left over for the next scenario"


def test_a_form_of_another_scenario_is_not_taken_for_this_one(game: Walk) -> None:
    game.client.post(game.url("after-save"), {"resolution": "R2", "victory": "7"})
    game.did("undo")
    game.did("undo")
    game.begin("smoke_and_mirrors")
    assert 'name="victory" value="7"' not in game.get("after").content.decode()


def test_a_refused_form_shows_what_was_entered(game: Walk) -> None:
    answer = game.post("after", resolution="R9", victory="4")
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "end.resolution" in page
    assert 'name="victory" value="4"' in page


def test_purchases_show_what_was_carried_over_and_earned(game: Walk) -> None:
    game.did("after", resolution="R1", victory="4", bonus="1")
    assert "0 carried over + 5 earned = 5 XP to spend" in text(game.get("after"))


def test_ultimatums_that_speak_at_the_end_are_named(walk: Walk, alice: User) -> None:
    walk.did("ultimatums", ultimatums=["boon.osiris", "boon.persephone"])
    seat = walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    assert "Boon of Persephone" in text(walk.get("after"))
    walk.did("after", resolution="R1", victory="1", **{f"how-{seat}": "horror"})
    assert walk.state.seats[seat].experience == 4, "three more for the defeated"


@pytest.fixture
def other(game: Walk, bob: User, client: Client) -> Walk:
    """Bob, who has the same page open."""
    client.force_login(bob)
    return Walk(client, game.campaign)


def saved(game: Walk) -> tuple[str, int]:
    row = ScenarioDraft.objects.get(campaign=game.campaign)
    return row.answers["victory"][0], row.revision


def test_the_second_writer_gets_a_notice_and_overwrites_nothing(game: Walk, other: Walk) -> None:
    """Both members opened the empty page."""
    game.client.post(game.url("after-save"), {"victory": "3", "draft": "0"}, headers={"HX-Request": "true"})
    answer = other.client.post(
        other.url("after-save"), {"victory": "5", "draft": "0"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 409
    assert "alice entered something else: victory display." in text(answer)
    assert saved(game) == ("3", 1)


def test_a_member_who_has_seen_the_draft_continues_it(game: Walk, other: Walk) -> None:
    game.client.post(game.url("after-save"), {"victory": "3", "draft": "0"})
    page = other.get("after").content.decode()
    assert 'name="draft" value="1"' in page
    assert "Last saved by alice," in page
    answer = other.client.post(
        other.url("after-save"), {"victory": "5", "draft": "1"}, headers={"HX-Request": "true"}
    )
    assert 'name="draft" value="2"' in answer.content.decode()
    assert saved(game) == ("5", 2)


def test_ones_own_page_may_be_open_twice(game: Walk) -> None:
    for victory in "35":
        answer = game.client.post(game.url("after-save"), {"victory": victory, "draft": "0"})
        assert answer.status_code == 302
    assert saved(game) == ("5", 2)


def test_without_scripts_ones_own_is_shown_and_can_be_saved_instead(game: Walk, other: Walk) -> None:
    game.client.post(game.url("after-save"), {"victory": "3", "draft": "0"})
    answer = other.client.post(other.url("after-save"), {"victory": "5", "draft": "0"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'name="victory" value="5"' in page, "nothing that was typed is lost"
    assert 'name="over" value="1"' in page
    other.client.post(other.url("after-save"), {"victory": "5", "draft": "0", "over": "1"})
    assert saved(game) == ("5", 2)


def test_recording_over_what_another_member_entered_is_refused_once(game: Walk, other: Walk) -> None:
    game.client.post(game.url("after-save"), {"victory": "3", "note-text-0": "All is well.", "draft": "0"})
    answer = other.post("after", resolution="R1", victory="5", draft="0")
    assert answer.status_code == 409
    assert "alice entered something else: victory display." in text(answer)
    assert "All is well." in answer.content.decode(), "and the rest is merged"
    assert not game.state.history
    other.did("after", resolution="R1", victory="5", draft="1")
    assert len(game.state.history) == 1


def keep(walk: Walk, base: dict[str, list[str]], **fields: str) -> Any:
    """Save the form as the page does, with what it was like before."""
    sent = {**fields, "draft": "0", "base": json.dumps(base)}
    return walk.client.post(walk.url("after-save"), sent, headers={"HX-Request": "true"})


def test_fields_of_two_members_are_merged(game: Walk, other: Walk) -> None:
    assert keep(game, {"victory": ["0"]}, victory="3").status_code == 200
    answer = keep(other, {"victory": ["0"]}, victory="0", resolution="R1")
    assert answer.status_code == 200
    row = ScenarioDraft.objects.get()
    assert row.answers == {"victory": ["3"], "resolution": ["R1"]}
    assert answer.context["stored"] == json.dumps(row.answers), "his page gets what alice entered"


def test_a_field_that_both_changed_is_contested_and_the_rest_saved(game: Walk, other: Walk) -> None:
    keep(game, {"victory": ["0"]}, victory="3")
    answer = keep(other, {"victory": ["0"]}, victory="5", resolution="R1")
    assert answer.status_code == 409
    assert "alice entered something else: victory display." in text(answer)
    assert ScenarioDraft.objects.get().answers == {"victory": ["3"], "resolution": ["R1"]}
    again = keep(other, {"victory": ["0"]}, victory="5", resolution="R1")
    assert again.status_code == 409, "until he decides"
    other.client.post(other.url("after-save"), {"victory": "5", "resolution": "R1", "over": "2"})
    assert ScenarioDraft.objects.get().answers == {"victory": ["5"], "resolution": ["R1"]}


def test_what_one_removed_is_removed(game: Walk, other: Walk) -> None:
    keep(game, {}, victory="3", bonus="1")
    keep(other, {"victory": ["3"], "bonus": ["1"]}, victory="3")
    assert ScenarioDraft.objects.get().answers == {"victory": ["3"]}


def test_notes_of_both_are_kept_below_each_other(game: Walk, other: Walk) -> None:
    base = {"note-section-0": ["notes"]}
    sections = {"note-section-0": "notes", "note-section-1": "notes"}
    keep(game, base, **{**sections, "note-text-0": "It burned.", "note-number-0": "2"})
    assert keep(other, base, **{**sections, "note-text-0": "It rained."}).status_code == 200
    answers = ScenarioDraft.objects.get().answers
    assert answers["note-text-0"] == ["It burned."]
    assert answers["note-number-0"] == ["2"]
    assert answers["note-text-1"] == ["It rained."]
    assert "note-number-1" not in answers


def test_recording_shows_first_what_another_member_has_added(game: Walk, other: Walk) -> None:
    keep(game, {}, **{"note-text-0": "All is well.", "how-s1": "damage"})
    given = {"resolution": "R1", "victory": "5"}
    answer = other.post("after", draft="0", base="{}", **given)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "alice has filled in this page too" in text(answer)
    assert 'value="All is well."' in page
    assert 'name="victory" value="5"' in page
    assert not game.state.history
    base = unescape(re.findall(r'name="base" value="([^"]*)"', page)[0])
    both = {**given, "note-text-0": "All is well.", "how-s1": "damage"}
    other.did("after", draft="1", base=base, **both)
    assert game.state.seats["s1"].physical == 1
    assert [note.text for note in game.state.notes] == ["All is well."]


def test_a_page_looks_for_what_others_entered(game: Walk, other: Walk) -> None:
    look = {"HX-Request": "true"}
    assert other.client.get(other.url("after-save"), {"draft": "0"}, headers=look).status_code == 204
    keep(game, {}, victory="3")
    news = other.client.get(other.url("after-save"), {"draft": "0"}, headers=look)
    assert json.loads(news.context["stored"]) == {"victory": ["3"]}
    assert other.client.get(other.url("after-save"), {"draft": "1"}, headers=look).status_code == 204


@pytest.mark.parametrize("field", ["victory", "note-text-0"])
@pytest.mark.parametrize(("before", "saved"), [({}, ["3"]), ({"base": ["1"]}, [])])
def test_ones_own_saves_without_an_answer_are_not_anothers(
    game: Walk, field: str, before: dict[str, list[str]], saved: list[str]
) -> None:
    """The answer was lost, and the page saves or records what was typed since."""
    base = {field: before["base"]} if before else {}
    keep(game, {}, resolution="R1", **({field: saved[0]} if saved else {}))
    states = [{field: saved}, {field: ["34"]}]
    form = {"resolution": "R1", field: "345", "base": json.dumps(base), "draft": "0"}
    form["sent"] = json.dumps(states)
    answer = game.client.post(game.url("after-save"), form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert ScenarioDraft.objects.get().answers == {"resolution": ["R1"], field: ["345"]}


@pytest.mark.parametrize("sent", ["{", "{}", "[3]", '[{"victory": "3"}]', "[" * 9000, "x" * 200_000])
def test_a_broken_list_of_what_was_sent_overwrites_nothing(game: Walk, other: Walk, sent: str) -> None:
    keep(game, {}, victory="3")
    form = {"victory": "5", "draft": "0", "base": "{}", "sent": sent}
    answer = other.client.post(other.url("after-save"), form, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert ScenarioDraft.objects.get().answers == {"victory": ["3"]}


def test_what_is_typed_after_another_recorded_is_not_taken_for_saved(game: Walk, other: Walk) -> None:
    game.did("after", resolution="R1", victory="3")
    assert keep(other, {}, **{"note-text-0": "Too late."}).status_code == 410
    assert not ScenarioDraft.objects.exists()


def test_the_notes_of_many_members_are_all_recorded(game: Walk, other: Walk) -> None:
    for number, walk in enumerate((game, other)):
        rows = {f"note-text-{row}": f"Note {row} of {number}" for row in range(9)}
        keep(walk, {}, **rows)
    page = game.get("after").content.decode()
    for name in (f"Note {row} of {number}" for row in range(9) for number in (0, 1)):
        assert f'value="{name}"' in page
    answers = ScenarioDraft.objects.get().answers
    notes = {name: values[0] for name, values in answers.items()}
    game.did("after", resolution="R1", draft="2", **notes)
    assert len(game.state.notes) == 18


@pytest.mark.parametrize("base", ["{", "[]", '{"victory": 3}', '{"victory": [3]}', "[" * 9000, "x" * 200_000])
def test_a_broken_base_overwrites_nothing(game: Walk, other: Walk, base: str) -> None:
    keep(game, {}, victory="3")
    sent = {"victory": "5", "draft": "0", "base": base}
    answer = other.client.post(other.url("after-save"), sent, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert saved(game) == ("3", 1)


@pytest.mark.parametrize("draft", ["x", "-1", "9" * 30])
def test_a_broken_revision_changes_nothing(game: Walk, draft: str) -> None:
    answer = game.client.post(game.url("after-save"), {"victory": "3", "draft": draft})
    assert answer.status_code == 400
    assert not ScenarioDraft.objects.exists()


def test_what_is_read_when_everybody_is_out_is_said_before_recording(game: Walk) -> None:
    fate = {f"how-{seat}": "damage" for seat in game.state.seats}
    game.did("after-save", resolution="R1", victory="1", **fate)
    assert "Every investigator was eliminated" in text(game.get("after"))
    game.did("after-save", resolution="no_resolution", victory="1", **fate)
    assert "Every investigator was eliminated" not in text(game.get("after"))


def test_notes_that_come_after_another_recorded_are_shown(game: Walk, other: Walk) -> None:
    game.campaign.refresh_from_db()
    seen = game.campaign.revision
    game.did("after", resolution="R1", victory="3")
    notes = {"note-text-0": "We saw Rosa.", "note-text-3": "Twice."}
    page = text(other.post("after", resolution="R1", follows=seen, key=str(uuid4()), **notes))
    assert "These notes were not recorded: We saw Rosa. · Twice." in page
    assert "We saw Rosa." not in text(other.get("log"))


def test_a_note_of_the_shared_draft_is_recorded_once(game: Walk, other: Walk) -> None:
    """Both have the same draft open: what the first one records of it is not missing for the second."""
    game.campaign.refresh_from_db()
    seen = game.campaign.revision
    game.did("after", resolution="R1", victory="3", **{"note-text-0": "We saw Rosa."})
    notes = {"note-text-0": "We saw Rosa.", "note-text-1": "Twice."}
    page = text(other.post("after", resolution="R1", follows=seen, key=str(uuid4()), **notes))
    assert "These notes were not recorded: Twice." in page


def test_what_the_guide_gives_is_a_part_of_the_sum(game: Walk) -> None:
    assert 'id="proposed-bonus" hidden' in game.get("after").content.decode()
    game.did("after-save", resolution="R1", victory="3", bonus="-1", **{"may-bonus-2-all": "yes"})
    page = game.get("after").content.decode()
    assert 'id="proposed-bonus" hidden' not in page
    assert "+2 from the guide = 4 experience for each investigator" in text(game.get("after"))


def test_what_the_bag_page_sends_takes_no_place(game: Walk) -> None:
    """An element without content would be a row of the page with a gap of its own."""
    assert '<span id="test-sent" hidden>' in game.get("bag").content.decode()
