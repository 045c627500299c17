"""A group continues a campaign that it began elsewhere: page, API, undo, export, sums of the ledger."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign, Entry
from campaigns.selectors import state_of
from campaigns.services.creation import export_campaign, import_campaign
from campaigns.services.recording import redo, replayed, undo
from campaigns.step_kinds import KINDS
from decks.models import Deck
from tests.builders import a_deck
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db

WEAKNESS, BODYGUARD = "12102", "12026"


def arkhamdb(investigator: str, cards: dict[str, int] | None = None, name: str = "") -> dict:
    """A legal deck as ArkhamDB exports it, with its weakness drawn."""
    slots = a_deck(investigator, {"01000": 0, "12104": 0, WEAKNESS: 1, **(cards or {})}).slots
    return {"name": name or investigator, "investigator_code": investigator, "slots": dict(slots)}


def both() -> str:
    return json.dumps([arkhamdb(FIRST, name="Fists"), arkhamdb(SECOND, name="Clues")])


def fields(code: str, **more: object) -> dict:
    return {f"{name}-{code}": value for name, value in more.items()}


def entered(text: str = "", **more: object) -> dict:
    """The form of a group before its second scenario."""
    return {
        "text": text or both(),
        "do": "record",
        "seat": [FIRST, SECOND],
        "played-spreading_flames": "1",
        "resolution-spreading_flames": "R1",
        "next": "smoke_and_mirrors",
        **fields(FIRST, player="Ada", earned="9", left="4", physical="1"),
        **fields(SECOND, player="Ben", earned="7", left="7"),
        **more,
    }


def ledger_sum(campaign: Campaign, seat: str, kind: str, name: str) -> int:
    rows = Entry.objects.filter(step__campaign=campaign, step__undone=False, kind=kind, seat=seat)
    return sum(row.facts[name] for row in rows)


class TestThePage:
    def test_it_reads_the_decks_first_and_shows_a_part_for_each(self, walk: Walk):
        answer = walk.post("resume", **{**entered(), "do": "read", "seat": []})
        assert answer.status_code == 200
        page = answer.content.decode()
        assert f'name="earned-{FIRST}"' in page
        assert f'name="earned-{SECOND}"' in page
        assert "Deck 2 (Clues)" in page
        assert walk.state.seats == {}
        assert not Deck.objects.exists(), "reading saves nothing"

    def test_recording_without_having_seen_the_parts_shows_them(self, walk: Walk):
        answer = walk.post("resume", **entered(seat=[FIRST]))
        assert answer.status_code == 200
        assert walk.state.seats == {}

    def test_the_campaign_continues_from_there(self, walk: Walk):
        note = {"log-campaign_notes": "The mill burned.\n\nThe guard saw you.", "token-skull": "3"}
        walk.did("resume", **entered(**note))
        state = walk.state
        ada, ben = state.seats.values()
        assert (ada.player, ada.earned, ada.experience, ada.physical) == ("Ada", 9, 4, 1)
        assert (ben.player, ben.earned, ben.experience) == ("Ben", 7, 7)
        assert ada.weaknesses == {WEAKNESS: 1}
        assert ada.owed == 0
        assert [note.text for note in state.notes] == ["The mill burned.", "The guard saw you."]
        assert state.bag.tokens["skull"] == 3
        assert (state.phase, state.next_scenario) == ("between", "smoke_and_mirrors")
        assert [(each.scenario, each.resolution) for each in state.history] == [("spreading_flames", "R1")]
        assert sorted(Deck.objects.values_list("name", flat=True)) == ["Clues", "Fists"]

    def test_the_sums_are_those_of_the_ledger(self, walk: Walk):
        walk.did("resume", **entered())
        for seat in walk.state.seats.values():
            assert ledger_sum(walk.campaign, seat.id, "experience", "amount") == seat.experience
            assert ledger_sum(walk.campaign, seat.id, "trauma", "physical") == seat.physical
        page = walk.get("ledger", kind="experience").content.decode()
        assert "played before it was recorded here" in page
        assert "spent before it was recorded here" in page

    def test_the_next_scenario_can_be_played(self, walk: Walk):
        walk.did("resume", **entered())
        for view in ("detail", "steps", "log", "next", "after", "log-print"):
            assert walk.get(view).status_code == 200
        walk.begin("smoke_and_mirrors")
        assert walk.state.playing.scenario == "smoke_and_mirrors"

    def test_cards_can_be_bought_for_a_deck_that_came_along(self, walk: Walk):
        walk.did("resume", **entered())
        deck = Deck.objects.get(name="Fists")
        walk.did("purchases", "s1", do="open")
        deck.refresh_from_db()
        assert deck.working.is_open

    def test_own_decks_and_investigators_without_one(self, walk: Walk, alice: User):
        deck = make_deck(alice, FIRST, {WEAKNESS: 1, "01000": 0})
        form = entered(own=[str(deck.public_id)], without="joe diamond")
        form["text"] = ""
        answer = walk.post("resume", **{**form, "do": "read"})
        seats = [row["code"] for row in answer.context["rows"]]
        assert seats[0] == FIRST
        walk.did("resume", **{**form, "seat": seats, **fields(seats[1], earned="7", left="7")})
        ada, ben = walk.state.seats.values()
        assert ada.version.startswith(str(deck.public_id))
        assert (ben.deck, ben.experience, ben.title) == (None, 7, "Joe Diamond")

    def test_a_file_is_read_and_shown(self, walk: Walk):
        file = SimpleUploadedFile("decks.json", both().encode())
        answer = walk.post("resume", **{**entered(" "), "do": "read", "file": file})
        assert "Deck 2 (Clues)" in answer.content.decode()
        assert "investigator_code" in answer.content.decode(), "the next form has it too"

    def test_a_lost_investigator_is_replaced_by_the_next_of_the_same_player(self, walk: Walk):
        lost = fields(FIRST, status="killed", player="Ada", physical="9")
        walk.did("resume", **entered(**lost, **fields(SECOND, player="Ada", earned="7", left="7")))
        ada, ben = walk.state.seats.values()
        assert (ada.status, ben.replaces) == ("killed", "s1")

    def test_one_who_spent_experience_needs_the_deck(self, walk: Walk):
        form = entered(without=SECOND, **fields(SECOND, earned="7", left="2"))
        form["text"] = json.dumps(arkhamdb(FIRST))
        answer = walk.post("resume", **form)
        assert answer.status_code == 409
        assert "has spent 5 experience" in answer.content.decode()


class TestRefusals:
    @pytest.mark.parametrize(
        ("wrong", "message"),
        [
            pytest.param(fields(FIRST, earned="many"), "experience earned", id="no number"),
            pytest.param(fields(FIRST, weaknesses="Sloth"), "no basic weakness “Sloth”", id="no weakness"),
            pytest.param(fields(FIRST, story="Machete"), "no story card “Machete”", id="no story card"),
            pytest.param(fields(FIRST, status="bored"), "choose what became of them", id="no status"),
            pytest.param({"without": "Nobody at all"}, "no investigator “Nobody at all”", id="nobody"),
            pytest.param({"token-skull": "-1"}, "skull", id="fewer than no tokens"),
            pytest.param({"next": "the_lake"}, "no scenario the_lake", id="no such scenario"),
            pytest.param({"resolution-spreading_flames": "R99"}, "no resolution", id="no such resolution"),
            pytest.param(fields(FIRST, physical="20"), "does not survive", id="dead, but plays"),
            pytest.param({"log-campaign_notes": "x" * 301}, "300 characters", id="a very long note"),
        ],
    )
    def test_nothing_that_was_typed_is_lost(self, walk: Walk, wrong: dict, message: str):
        form = entered(**{"log-campaign_notes": "We like cats.", **wrong})
        answer = walk.post("resume", **form)
        page = answer.content.decode()
        assert answer.status_code in (400, 409)
        assert message in page
        for name, value in form.items():
            if name.startswith(("earned", "log", "token", "player", "weaknesses", "story")):
                assert value in page, name
        assert "investigator_code" in page
        assert walk.state.seats == {}
        assert not Deck.objects.exists()

    def test_a_deck_that_cannot_be_read_is_named(self, walk: Walk):
        decks = [arkhamdb(FIRST), {"name": "Odd", "investigator_code": "12020", "slots": {"12020": 1}}]
        answer = walk.post("resume", **entered(json.dumps(decks)))
        assert answer.status_code == 400
        assert "Deck 2 (Odd): the investigator is missing." in answer.content.decode()

    def test_two_decks_of_one_investigator_are_refused(self, walk: Walk):
        answer = walk.post("resume", **entered(json.dumps([arkhamdb(FIRST), arkhamdb(FIRST)])))
        assert "another deck of" in answer.content.decode()

    def test_a_campaign_with_investigators_is_not_asked(self, walk: Walk, alice: User):
        walk.sit(make_deck(alice, FIRST))
        assert "already has investigators" in walk.get("resume").content.decode()
        assert walk.post("resume", **entered()).status_code == 409

    def test_a_form_sent_twice_is_recorded_once(self, walk: Walk):
        form = entered()
        first = walk.post("resume", **form)
        walk.sent -= 1
        second = walk.client.post(
            walk.url("resume"), {"follows": 1, "key": first.wsgi_request.POST["key"], **form}
        )
        assert (first.status_code, second.status_code) == (302, 302)
        assert walk.campaign.steps.count() == 2
        assert Deck.objects.count() == 2


class TestTheRecord:
    def test_undo_and_redo(self, walk: Walk):
        walk.did("resume", **entered())
        after = walk.state
        undo(walk.campaign)
        assert walk.state.seats == {}
        redo(walk.campaign)
        assert walk.state == after == replayed(walk.campaign)

    def test_export_and_import_are_identical(self, walk: Walk, bob: User):
        walk.did("resume", **entered())
        data = json.loads(json.dumps(export_campaign(walk.campaign)))
        copy = import_campaign(data, owner=bob)
        ours, theirs = walk.state, state_of(copy)
        for seat in ours.seats.values():
            held = theirs.seats[seat.id]
            assert (held.deck.slots, held.experience, held.earned) == (
                seat.deck.slots, seat.experience, seat.earned,
            )  # fmt: skip
        assert (ours.history, ours.notes, ours.bag) == (theirs.history, theirs.notes, theirs.bag)
        assert Deck.objects.filter(owner=bob).count() == 2

    def test_the_start_form_leads_here(self, as_alice: Client):
        answer = as_alice.post("/campaigns/new/boa/", {"difficulty": "standard", "middle": "1"})
        assert answer.url.endswith("/resume/")
        assert as_alice.get(answer.url).status_code == 200

    def test_an_own_campaign_names_its_scenarios(self, as_alice: Client):
        answer = as_alice.post(
            "/campaigns/new/custom/", {"difficulty": "standard", "token_0": 3, "middle": "1"}
        )
        campaign = Campaign.objects.get()
        walk = Walk(as_alice, campaign)
        form = {**entered(), "next": "", "played": "The Mill\nThe Lake", "next_name": "The Sea"}
        walk.did("resume", **form)
        assert [each.scenario for each in walk.state.history] == ["The Mill", "The Lake"]
        assert walk.state.next_scenario == "The Sea"
        assert answer.status_code == 302


class TestTheApi:
    def test_the_example_is_accepted_and_its_deck_becomes_the_owners(self, as_alice: Client, alice: User):
        post = {"content_type": "application/json"}
        start = {"start": dict(KINDS["start-campaign"].example), "name": "Continued"}
        campaign = as_alice.post("/api/v1/campaigns/", start, **post).json()["id"]
        step = {"kind": "campaign-resumed", **KINDS["campaign-resumed"].example}
        answer = as_alice.post(f"/api/v1/campaigns/{campaign}/steps/", {"step": step}, **post)
        assert answer.status_code == 201, answer.content
        seat = answer.json()["state"]["seats"]["s1"]
        assert (seat["experience"], seat["earned"], seat["mental"]) == (2, 7, 1)
        assert Deck.objects.get().owner == alice
        assert as_alice.get(f"/campaigns/{campaign}/seats/s1/").status_code == 200
        again = as_alice.post(f"/api/v1/campaigns/{campaign}/steps/", {"step": step}, **post)
        assert again.json()["error"]["code"] == "step_refused"
