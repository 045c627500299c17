"""Tests of log sections that are tables: names, supplies and partners; and of sections of the group's own."""

import pytest
from django.test import Client

from accounts.models import User
from tests.campaigns.conftest import FIRST, SECOND, make_deck
from tests.campaigns.test_pages_scenario_form import text
from tests.campaigns.test_pages_way import Walk, begin
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def test_supplies_are_bought_with_points(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "tfa")
    walk.sit(make_deck(alice, FIRST))
    walk.sit(make_deck(alice, SECOND))
    page = walk.get("log").content.decode()
    assert "7 points for each investigator now." in page
    assert "Provisions" in page
    assert "Gasoline" not in page, "it is sold at the resupply"
    assert "Gasoline" in walk.get("log", later=1).content.decode()
    walk.did("log", do="cell", section="supplies", cell="rope|s1|tick")
    for _turn in range(2):
        walk.did("log", do="cell", section="supplies", cell="provisions|s1|more")
    page = markup_of(walk.get("log"))
    assert "5 of 7 points spent" in page, "rope for three, provisions for one each"
    assert 'aria-checked="true" aria-label="Rope, Daniela Reyes"' in page
    assert "Provisions (Daniela Reyes): <b>2</b>" in walk.get("detail").content.decode()
    assert "Rope (Daniela Reyes)" in walk.get("log-print").content.decode()
    walk.did("log", do="cell", section="supplies", cell="provisions|s1|less")
    assert walk.state.counts["supplies|provisions|s1"] == 1


def test_more_supplies_than_there_are_points_are_refused(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "tfa")
    walk.sit(make_deck(alice, FIRST))
    walk.sit(make_deck(alice, SECOND))
    for supply in ("rope", "torches"):
        walk.did("log", do="cell", section="supplies", cell=f"{supply}|s1|tick")
    answer = walk.post("log", do="cell", section="supplies", cell="compass|s1|tick")
    assert answer.status_code == 409
    page = markup_of(answer)
    assert "Daniela Reyes has 7 points for supplies, and 6 are spent: this costs 2 more." in page
    assert page.count("Override these rules") == 1, "only at the table that was refused"
    assert 'name="waives"' in page
    assert "supplies|compass|s1" not in walk.state.counts
    walk.did(
        *("log",),
        do="cell",
        section="supplies",
        cell="compass|s1|tick",
        waives="setup.per-investigator-base",
        otherwise="yes",
        note="A gift.",
    )
    assert walk.state.counts["supplies|compass|s1"] == 1


@pytest.mark.parametrize("cell", ["yacht|s1|more", "rope|s9|more", "", "|||||"])
def test_what_is_not_in_the_table_is_refused(as_alice: Client, alice: User, cell: str) -> None:
    walk = begin(as_alice, alice, "tfa")
    walk.sit(make_deck(alice, FIRST))
    assert walk.post("log", do="cell", section="supplies", cell=cell).status_code == 400


def test_partners_have_damage_horror_and_a_fate(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "eoe")
    walk.sit(make_deck(alice, FIRST))
    walk.did("log", do="cell", section="expedition_team", cell="08720 damage||more")
    walk.did("log", do="cell", section="expedition_team", cell="08720 eliminated||tick")
    page = markup_of(walk.get("log"))
    assert 'aria-checked="true" aria-label="Dr. Amy Kensler, Eliminated"' in page
    assert "Dr. Amy Kensler: damage: <b>1</b>" in walk.get("detail").content.decode()


class TestNames:
    @pytest.fixture
    def walk(self, as_alice: Client, alice: User) -> Walk:
        walk = begin(as_alice, alice, "tic")
        walk.sit(make_deck(alice, FIRST))
        walk.sit(make_deck(alice, SECOND))
        return walk

    def test_what_comes_later_is_hidden_until_the_story_reaches_it(self, walk: Walk) -> None:
        page = walk.get("log").content.decode()
        assert "Possible Suspects" not in page
        assert "Robert Friendly" not in page
        assert "Show what comes later" in page
        later = walk.get("log", later=1).content.decode()
        assert "Robert Friendly" in later
        assert "Hide what comes later" in later
        assert "The flood has begun" in later or "Flood has begun" in later, "phrases can be picked"
        walk.begin("the_vanishing_of_elina_harper")
        assert "Robert Friendly" in walk.get("log").content.decode()

    def test_a_name_is_picked_and_removed(self, walk: Walk) -> None:
        walk.did("log", do="cell", section="memories_recovered", pick="a_jailbreak")
        page = markup_of(walk.get("log"))
        assert 'aria-label="Remove A Jailbreak"' in page
        assert "A Jailbreak" in walk.get("log-print").content.decode()
        assert "A Jailbreak" in walk.get("detail").content.decode()
        assert "Log: A Jailbreak added" in walk.get("detail").content.decode()
        walk.did("log", do="cell", section="memories_recovered", cell="a_jailbreak||clear")
        assert not walk.state.counts.get("memories_recovered|a_jailbreak|")

    def test_marks_are_ticked_and_bearers_chosen(self, walk: Walk) -> None:
        walk.begin("the_vanishing_of_elina_harper")
        walk.did("log", do="cell", section="possible_suspects", cell="marsh crossed_out||tick")
        walk.did("log", do="cell", section="keys", pick="red")
        walk.did("log", **{"do": "cell", "section": "keys", "choose|red bearer": "seat:s2"})
        assert walk.state.counts["keys|red bearer|s2"] == 1
        page = markup_of(walk.get("log"))
        assert 'aria-checked="true" aria-label="Barnabas Marsh, Crossed out"' in page
        assert '<option value="seat:s2" selected>' in page
        printed = walk.get("log-print").content.decode()
        assert "Barnabas Marsh: Crossed out" in printed
        assert "Red: Bearer (Joe Diamond)" in printed
        walk.did("log", **{"do": "cell", "section": "keys", "choose|red bearer": ""})
        assert not walk.state.counts.get("keys|red bearer|s2")

    @pytest.mark.parametrize(
        "fields",
        [
            {"section": "keys", "choose|red bearer": "seat:s9"},
            {"section": "keys", "cell": "red||clear"},
            {"section": "memories_recovered"},
            {"section": "no_section", "pick": "x"},
        ],
    )
    def test_what_cannot_be_read_is_refused(self, walk: Walk, fields: dict[str, str]) -> None:
        walk.did("log", do="cell", section="keys", pick="blue")
        if "choose|red bearer" in fields:
            walk.did("log", do="cell", section="keys", pick="red")
        assert walk.post("log", do="cell", **fields).status_code == 400

    def test_a_name_that_does_not_exist_is_refused_by_its_rule(self, walk: Walk) -> None:
        assert walk.post("log", do="cell", section="memories_recovered", pick="x").status_code == 409

    def test_a_phrase_can_be_picked_and_keeps_its_key(self, walk: Walk) -> None:
        walk.did("log", do="record", text="", phrase="campaign_notes|mission_failed", later="1")
        note = walk.state.notes[0]
        assert (note.text, note.key) == ("Mission failed", "mission_failed")
        assert walk.post("log", do="record", text="", phrase="campaign_notes|poem").status_code == 400

    def test_phrases_are_picked_after_a_scenario_and_in_an_interlude(self, walk: Walk) -> None:
        walk.begin("the_pit_of_despair")
        page = text(walk.get("after"))
        assert "Pick phrases of the guide (spoiler)" in page
        keys = [f"campaign_notes|{key}" for key in ("mission_failed", "mission_succeeded")]
        refused = walk.post("after", resolution="R1", **{"phrase-0": "campaign_notes|poem"})
        assert "Pick another." in text(refused)
        walk.did("after", resolution="R1", victory="0", **{"phrase-0": keys[0], "phrase-2": keys[0]})
        assert [(note.text, note.key) for note in walk.state.notes] == [("Mission failed", "mission_failed")]
        page = walk.get("interlude", interlude="puzzle_pieces").content.decode()
        assert f'value="{keys[0]}"' not in page, "it is recorded"
        assert f'value="{keys[1]}"' in page
        walk.interlude("puzzle_pieces", **{"phrase-1": keys[1]})
        assert walk.state.notes[-1].key == "mission_succeeded"

    def test_the_api_has_marks_as_counts(self, walk: Walk) -> None:
        walk.did("log", do="cell", section="memories_recovered", pick="a_jailbreak")
        found = walk.client.get(f"/api/v1/campaigns/{walk.campaign.public_id}/log/").json()
        section = next(row for row in found if row["section"] == "memories_recovered")
        assert section["counts"] == [{"key": "a_jailbreak", "seat": "", "label": "A Jailbreak", "value": 1}]


class TestOwnSections:
    @pytest.fixture
    def walk(self, as_alice: Client, alice: User) -> Walk:
        walk = begin(as_alice, alice, "boa")
        walk.sit(make_deck(alice, FIRST))
        return walk

    def test_a_check_off_list_is_filled_ticked_renamed_removed_and_restored(self, walk: Walk) -> None:
        walk.did("log", do="add-section", title="Plans", kind="checklist")
        section = walk.state.sections[0]
        walk.did("log", do="record", section=section.id, text="Buy rope\n\n Ask Ruby ")
        first, second = walk.state.notes
        assert (first.text, second.text) == ("Buy rope", "Ask Ruby")
        walk.did("log", do="tick", section=section.id, key_=first.id)
        page = markup_of(walk.get("log"))
        assert 'aria-checked="true" aria-label="Buy rope"' in page
        assert 'aria-checked="false" aria-label="Ask Ruby"' in page
        printed = walk.get("log-print").content.decode()
        assert "☑ Buy rope" in printed
        assert "☐ Ask Ruby" in printed
        assert "Log: Buy rope ticked" in walk.get("detail").content.decode()
        walk.did("log", do="rename-section", section=section.id, title="To do")
        assert "To do" in walk.get("log").content.decode()
        walk.did("log", do="remove-section", section=section.id)
        assert not walk.state.sections
        assert "Buy rope" not in walk.get("log").content.decode()
        walk.did("undo")
        assert walk.state.sections[0].title == "To do"
        assert "Buy rope" in walk.get("log").content.decode()

    def test_a_counter_counts(self, walk: Walk) -> None:
        walk.did("log", do="add-section", title="Debts", kind="count")
        section = walk.state.sections[0]
        walk.did("log", do="count", section=section.id, by="1")
        assert walk.state.counts[f"{section.id}||"] == 1
        assert "Debts: <b>1</b>" in walk.get("log-print").content.decode()

    @pytest.mark.parametrize(("title", "kind"), [("", "count"), ("x", "poem")])
    def test_a_section_needs_a_title_and_a_kind(self, walk: Walk, title: str, kind: str) -> None:
        assert walk.post("log", do="add-section", title=title, kind=kind).status_code == 409

    def test_export_and_import_keep_them(self, walk: Walk) -> None:
        walk.did("log", do="add-section", title="Debts", kind="count")
        walk.did("log", do="count", section=walk.state.sections[0].id, by="1")
        url = f"/api/v1/campaigns/{walk.campaign.public_id}/export/"
        plain = walk.client.get(url).json()
        assert any(step["step"]["kind"] == "log-written" for step in plain["steps"])
        answer = walk.client.post("/api/v1/campaigns/import/", plain, content_type="application/json")
        assert answer.status_code == 201, answer.content
        found = walk.client.get(f"/api/v1/campaigns/{answer.json()['id']}/log/").json()
        assert any(row["title"] == "Debts" for row in found)


def test_the_history_says_what_was_crossed_out(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "core")
    walk.did("log", do="record", section="campaign_notes", text="Your house is still standing.")
    walk.did("log", do="cross-out", entry=walk.state.notes[0].id)
    page = walk.get("detail").content.decode()
    assert "Log: “Your house is still standing.” crossed out" in page
    walk.did("log", do="count", section="debts", by="2")
    assert "Log: Debts +2" in walk.get("detail").content.decode()


def test_a_prologue_with_an_exclamation_mark_has_no_full_stop_after_it(as_alice: Client, alice: User) -> None:
    walk = begin(as_alice, alice, "fhv")
    walk.sit(make_deck(alice, FIRST))
    walk.did("next", do="advance", scenario="fhv_prologue")
    page = walk.get("detail").content.decode()
    assert "Ready to start: Welcome to Hemlock Vale!" in page
    assert "Vale!." not in page
