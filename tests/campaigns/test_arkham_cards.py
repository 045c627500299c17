"""Backups of Arkham Cards become campaigns that continue where they are; what is left out is named.

The backups here are made up, with the fields that the app's public types declare.
"""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from campaigns.arkham_cards.backup import LARGEST, MOST_CAMPAIGNS, is_backup, read_backup
from campaigns.arkham_cards.conversion import Conversion
from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.arkham_cards import import_from_arkham_cards
from campaigns.services.creation import export_campaign, import_campaign
from campaigns.services.recording import replayed, undo
from decks.models import Deck
from tests.builders import a_deck
from tests.examples import number_of_examples
from web.shared.errors import Refusal

pytestmark = pytest.mark.django_db
URL, API = "/campaigns/import/arkham-cards/", "/api/v1/campaigns/import/arkham-cards/"
ROLAND, DAISY = "01001", "01002"


def local_deck(uuid: str = "deck-1", investigator: str = ROLAND, **more: object) -> dict:
    slots = dict(a_deck(investigator, {"01000": 0, "01096": 1, "01028": 2}).slots)
    return {
        "uuid": uuid, "local": True, "name": "Fists", "investigator_code": investigator, "slots": slots,
        "meta": {}, "xp": 5, "spentXp": 3, "xp_adjustment": 1, "ignoreDeckLimitSlots": {}, **more,
    }  # fmt: skip


def campaign(**more: object) -> dict:
    return {
        "uuid": "c-1", "name": "Friday", "difficulty": "hard", "cycleCode": "core",
        "deckIds": [{"uuid": "deck-1", "local": True}],
        "nonDeckInvestigators": [DAISY],
        "investigatorData": {
            ROLAND: {"physical": 1, "mental": 2, "storyAssets": ["01117"]},
            DAISY: {"insane": True, "mental": 9, "availableXp": 6, "spentXp": 2},
        },
        "chaosBag": {"+1": 1, "0": 2, "-1": 3, "skull": 3, "auto_fail": 1, "elder_sign": 1, "bless": 2},
        "scenarioResults": [
            {"scenario": "The Gathering", "scenarioCode": "torch", "resolution": "Resolution 1", "xp": 5},
        ],
        "campaignNotes": {
            "sections": [
                {"title": "Campaign Notes", "notes": ["The house burned.", "Lita was forced."]},
                {"title": "House rules", "notes": ["No phones."], "custom": True},
            ],
            "counts": [{"title": "Doom", "count": 2, "custom": True}],
            "investigatorNotes": {"sections": [{"title": "Favours", "notes": {ROLAND: ["One"]}}]},
        },
        **more,
    }  # fmt: skip


def backup(*campaigns: dict, decks: list | None = None, **more: object) -> dict:
    decks = [local_deck()] if decks is None else decks
    return {"version": 1, "campaigns": list(campaigns or [campaign()]), "decks": decks, "guides": [], **more}


def converted(data: dict):
    (found,) = read_backup(data)
    return Conversion(found).converted()


def imported(data: dict, owner: User):
    made = import_from_arkham_cards(converted(data), owner=owner)
    return made, state_of(made)


class TestWhatComesAlong:
    def test_everything_that_has_a_place_here(self, alice: User):
        made, state = imported(backup(), alice)
        roland, daisy = state.seats.values()
        assert (made.name, state.campaign, state.difficulty) == ("Friday", "core", "hard")
        assert [(each.scenario, each.resolution) for each in state.history] == [("torch", "R1")]
        assert (roland.physical, roland.mental, roland.story) == (1, 2, {"01117": 1})
        assert roland.experience == 5 - 3 + 1
        assert (daisy.status, daisy.mental, daisy.earned, daisy.experience) == ("insane", 9, 6, 6)
        assert state.bag.tokens == {**state.bag.tokens, "skull": 3, "-1": 3}
        assert "bless" not in {token for token, n in state.bag.tokens.items() if n}
        assert Deck.objects.get().name == "Fists"
        texts = {(note.section, note.text) for note in state.notes}
        own = {section.title: section.id for section in state.sections}
        assert list(own) == ["House rules", "Doom", "Favours"]
        assert {("campaign_notes", "The house burned."), (own["House rules"], "No phones.")} <= texts
        assert {f"{own['Doom']}||": 2} == state.counts
        assert [note.seat for note in state.notes if note.section == own["Favours"]] == ["s1"]

    def test_more_sections_than_a_log_has_become_notes(self, alice: User):
        counts = [{"title": f"Number {n}", "count": n} for n in range(1, 60)]
        _made, state = imported(backup(campaign(campaignNotes={"counts": counts})), alice)
        assert len(state.sections) == len(state.counts) == 40
        assert any(note.text == "Number 59: 59" for note in state.notes)

    def test_experience_earned_is_what_the_deck_costs_and_what_is_left(self, alice: User):
        _made, state = imported(backup(), alice)
        cost = state.seats["s1"].earned - state.seats["s1"].experience
        assert cost == 2 * 2, "two copies of a card of level 2"

    def test_the_latest_version_of_a_deck_is_used(self, alice: User):
        decks = [
            local_deck(nextDeckId={"uuid": "deck-2"}),
            local_deck("deck-2", name="Fists 2", xp=9, spentXp=0),
        ]
        _made, state = imported(backup(decks=decks), alice)
        assert state.seats["s1"].experience == 10
        assert Deck.objects.get().name == "Fists 2"

    def test_decks_that_name_each_other_in_a_circle_are_no_trap(self):
        decks = [
            local_deck(nextDeckId={"uuid": "deck-2"}),
            local_deck("deck-2", nextDeckId={"uuid": "deck-1"}),
        ]
        assert converted(backup(decks=decks)).decks

    def test_a_guided_campaign_names_its_scenarios_and_what_it_lacks(self):
        inputs = [{"type": "choice", "scenario": name} for name in ("torch", "torch", "arkham")]
        data = backup(
            campaign(guided=True, scenarioResults=[], investigatorData={}),
            guides=[{"uuid": "c-1", "inputs": inputs, "achievements": [{"id": "x", "type": "binary"}]}],
        )
        found = converted(data)
        assert [each.scenario for each in found.resumed.played] == ["torch"]
        assert found.resumed.next_scenario == "arkham"
        assert any("Answers to the guide" in each for each in found.left_out)
        assert "Achievements" in found.left_out

    def test_a_fan_campaign_becomes_one_of_the_groups_own(self, alice: User):
        data = backup(campaign(cycleCode="zdm", scenarioResults=[{"scenario": "The Tatterdemalion"}]))
        _made, state = imported(data, alice)
        assert (state.campaign, state.history[0].scenario) == ("", "The Tatterdemalion")
        assert state.bag.tokens["skull"] == 3

    def test_an_old_backup_with_objects_for_lists(self, alice: User):
        data = backup()
        data["campaigns"] = {"1": data["campaigns"][0]}
        data["decks"] = {"x": data["decks"][0]}
        del data["version"]
        assert imported(data, alice)[1].seats

    def test_one_campaign_alone(self, alice: User):
        assert imported(campaign(), alice)[1].seats["s1"].title == "Daisy Walker"


class TestWhatIsLeftOut:
    @pytest.mark.parametrize(
        ("more", "text"),
        [
            pytest.param({"deckIds": [{"id": 123, "local": False}]}, "Deck 123", id="a deck at ArkhamDB"),
            pytest.param({"difficulty": "brutal"}, "difficulty", id="no such difficulty"),
            pytest.param({"chaosBag": {"tap": 1, "0": 3}}, "Chaos token: tap", id="an unknown token"),
            pytest.param({"nonDeckInvestigators": ["99999"]}, "Investigator: 99999", id="nobody"),
            pytest.param({"tarotReading": {"cards": {"a": "b"}}}, "tarot", id="tarot"),
            pytest.param({"linkedCampaignUuid": "x"}, "other half", id="a link"),
            pytest.param({"weaknessSet": {"assignedCards": {"01096": 1}}}, "weakness set", id="weaknesses"),
            pytest.param(
                {"scenarioResults": [{"scenario": "The Lake", "resolution": "R1"}]},
                "The Lake",
                id="a scenario",
            ),
            pytest.param(
                {"scenarioResults": [{"scenarioCode": "torch", "resolution": "We fled"}]},
                "We fled",
                id="an end",
            ),
            pytest.param({"investigatorData": {ROLAND: {"physical": 20}}}, "20 physical", id="trauma"),
            pytest.param({"investigatorData": {ROLAND: {"addedCards": ["01016"]}}}, "01016", id="a card"),
        ],
    )
    def test_it_is_named_and_noted_in_the_log(self, alice: User, more: dict, text: str):
        data = backup(campaign(**more))
        found = converted(data)
        assert any(text in each for each in found.left_out), found.left_out
        _made, state = imported(data, alice)
        assert any(text in note.text for note in state.notes)

    def test_nothing_is_left_out_of_a_plain_one(self):
        left_out = converted(backup(campaign(investigatorData={}, nonDeckInvestigators=[]))).left_out
        assert left_out == ()


class TestThePage:
    def test_it_shows_what_comes_and_imports_on_confirmation(self, as_alice: Client, alice: User):
        file = SimpleUploadedFile(
            "ACB.acb", json.dumps(backup(campaign(tarotReading={"cards": {}, "x": 1}))).encode()
        )
        page = as_alice.post(URL, {"file": file})
        text = page.content.decode()
        assert page.status_code == 200
        assert "Roland Banks" in text
        assert "The tarot reading" in text
        assert not Campaign.objects.exists()
        sent = page.context["offers"][0].text
        done = as_alice.post(URL, {"text": sent, "confirm": "1"})
        assert done.status_code == 302
        made = Campaign.objects.get()
        assert done.url == f"/campaigns/{made.public_id}/"
        assert as_alice.get(done.url).status_code == 200

    def test_missing_decks_can_be_added(self, as_alice: Client):
        data = json.dumps(backup(campaign(deckIds=[{"id": 9}], investigatorData={}, nonDeckInvestigators=[])))
        page = as_alice.post(URL, {"text": data})
        assert page.status_code == 400
        assert "names no investigators" in page.content.decode()
        deck = {key: value for key, value in local_deck().items() if key not in ("uuid", "local")}
        done = as_alice.post(URL, {"text": data, "more": json.dumps(deck), "confirm": "1"})
        assert done.status_code == 302
        assert state_of(Campaign.objects.get()).seats["s1"].deck

    def test_several_campaigns_are_offered_one_by_one(self, as_alice: Client):
        data = backup(
            campaign(), campaign(uuid="c-2", name="Sunday"), campaign(uuid="c-3", cycleCode="standalone")
        )
        page = as_alice.post(URL, {"text": json.dumps(data), "confirm": "1"})
        assert page.status_code == 200
        assert [each.found.name for each in page.context["offers"]] == ["Friday", "Sunday", "Friday"]
        assert page.context["offers"][2].converted is None
        assert not Campaign.objects.exists()

    @pytest.mark.parametrize(
        "text",
        ["", "{", "[]", '{"campaigns": []}', '{"campaigns": 3}', '{"a": ' * 3000, "[" * 100_000],
    )
    def test_what_is_no_backup_is_refused(self, as_alice: Client, text: str):
        answer = as_alice.post(URL, {"text": text})
        assert answer.status_code == 400
        assert "Arkham Cards" in answer.content.decode()

    def test_characters_that_cannot_be_shown_are_replaced(self, as_alice: Client):
        odd = campaign(name="\ud800", chaosBag={"\ud800": 1, "0": 2}, nonDeckInvestigators=["a\x00"])
        page = as_alice.post(URL, {"file": SimpleUploadedFile("a.json", json.dumps(backup(odd)).encode())})
        assert page.status_code == 200
        assert "Chaos token: ?" in page.content.decode()
        sent = page.context["offers"][0].text
        assert as_alice.post(URL, {"text": sent, "confirm": "1"}).status_code == 302

    def test_the_import_of_casebooks_own_files_points_here(self, as_alice: Client):
        answer = as_alice.post("/campaigns/import/", {"text": json.dumps(backup())})
        assert "backup of Arkham Cards" in answer.content.decode()

    def test_too_much_is_refused(self, as_alice: Client):
        many = backup(*({**campaign(), "uuid": str(n)} for n in range(MOST_CAMPAIGNS + 1)))
        assert as_alice.post(URL, {"text": json.dumps(many)}).status_code == 400
        large = backup(campaign(name="x" * LARGEST, rest="x" * LARGEST))
        assert as_alice.post(URL, {"text": json.dumps(large)}).status_code == 400


class TestTheApi:
    def test_a_trial_then_the_import(self, as_alice: Client):
        sent = {"backup": backup(), "dry_run": True}
        trial = as_alice.post(API, sent, content_type="application/json")
        assert trial.status_code == 200
        assert [step["kind"] for step in trial.json()["steps"]] == ["start-campaign", "campaign-resumed"]
        done = as_alice.post(API, {"backup": backup()}, content_type="application/json")
        assert done.status_code == 201
        assert done.json()["name"] == "Friday"

    def test_one_of_several_is_named(self, as_alice: Client):
        data = backup(campaign(), campaign(uuid="c-2", name="Sunday"))
        assert as_alice.post(API, {"backup": data}, content_type="application/json").status_code == 400
        done = as_alice.post(API, {"backup": data, "campaign": "c-2"}, content_type="application/json")
        assert done.json()["name"] == "Sunday"


def test_undo_export_and_import_are_exact(alice: User, bob: User):
    made, state = imported(backup(), alice)
    assert replayed(made) == state
    copy = state_of(import_campaign(json.loads(json.dumps(export_campaign(made))), owner=bob))
    assert (copy.history, copy.notes, copy.bag, copy.counts) == (
        state.history, state.notes, state.bag, state.counts,
    )  # fmt: skip
    undo(made)
    assert replayed(made).seats == {}


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from([ROLAND, "torch", "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@settings(
    max_examples=number_of_examples(60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_content_is_converted_or_refused(data, alice):
    plain, deck = campaign(), local_deck()
    for victim in (plain, deck):
        for name in data.draw(st.lists(st.sampled_from(sorted(victim)), max_size=4)):
            victim[name] = data.draw(junk)
    found = backup(plain, decks=[deck])
    assert is_backup(found)
    with suppress(Refusal):
        import_from_arkham_cards(converted(found), owner=alice)
