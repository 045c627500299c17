"""Tests of the campaign API: seats, decks, weaknesses, purchases, setup, odds and members."""

from __future__ import annotations

from typing import Any
from uuid import NAMESPACE_URL, uuid4, uuid5

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.creation import start_campaign
from campaigns.services.recording import record
from cards.importing.shipped import CATALOGUE
from decks.adapters import rules_deck
from decks.services import editing
from rules.campaign import step_from_json, steps, to_json
from rules.weaknesses import verify
from tests.campaigns.conftest import FIRST, QUIET_SEED, SECOND, SEED_WITH_TRAUMA, make_deck

pytestmark = pytest.mark.django_db


class Api:
    """A JSON client for one campaign."""

    def __init__(self, client: Client, campaign: Campaign) -> None:
        self.client = client
        self.at = f"/api/v1/campaigns/{campaign.public_id}/"

    def get(self, path: str, code: int = 200, **query: Any) -> Any:
        answer = self.client.get(self.at + path, query)
        assert answer.status_code == code, answer.content
        return answer.json()

    def send(self, method: str, path: str, data: Any = None, code: int = 200) -> Any:
        call = getattr(self.client, method)
        answer = call(self.at + path, data if data is not None else {}, content_type="application/json")
        assert answer.status_code == code, answer.content
        return answer.json() if answer.content else None

    def step(self, **step: Any) -> Any:
        return self.send("post", "steps/", {"step": step}, 201)


@pytest.fixture
def api(as_alice: Client, campaign: Campaign) -> Api:
    return Api(as_alice, campaign)


@pytest.fixture
def bobs(as_bob: Client, campaign: Campaign) -> Api:
    return Api(as_bob, campaign)


def seated(api: Api, owner: User, seat: str = "s1", investigator: str = FIRST) -> Any:
    deck = make_deck(owner, investigator)
    api.step(kind="seat-joins", seat=seat, player="Ada", investigator=investigator)
    api.send("post", f"seats/{seat}/deck/", {"deck": str(deck.public_id)}, 201)
    while owed := api.get(f"seats/{seat}/")["weaknesses"]["owed"]:
        key = uuid5(NAMESPACE_URL, f"{seat} owes {owed}")
        api.send("post", f"seats/{seat}/draw/", {"key": str(key)}, 201)
    return deck


def test_what_can_be_played_is_open_and_gives_no_later_title_away(client: Client) -> None:
    answer = client.get("/api/v1/guides/")
    assert answer.status_code == 200
    guides = {row["campaign"]: row for row in answer.json()}
    assert guides.keys() == {path.stem for path in (CATALOGUE / "campaigns").glob("*.json")}
    assert list(guides)[-2:] == ["boa", "cob"], "positions are counted again in the second chapter"
    assert guides["boa"]["bags"]["standard"]["auto_fail"] == 1
    assert any(row["scenario"] == "curse_of_the_rougarou" for row in guides["side"]["standalone"])
    assert "Queen of Ash" not in answer.content.decode()


def test_blood_and_its_price_by_http(as_alice: Client, alice: User) -> None:
    start = steps.StartCampaign(campaign="cob", difficulty="expert")
    api = Api(as_alice, start_campaign(start, owner=alice, name="Blood").campaign)
    seated(api, alice)
    api.step(kind="advance", scenario="river_of_blood", verdicts={})
    api.step(kind="begin-scenario", scenario="river_of_blood", lead="s1")
    api.step(kind="tokens-changed", tokens={"blood": 1})
    api.step(kind="tokens-sealed", tokens={"blood": 3}, card=FIRST)
    assert api.get("next/")["cards_due"] == [{"seat": "s1", "card": "13118", "token": "blood", "sealed": 3}]
    fates = {"s1": {}}
    api.step(kind="end-scenario", resolution="R1", fates=fates, victory=3)
    (price,) = api.get("next/")["prices"]
    assert (price["price"], price["experience"], price["by_group"]) == ("remove_blood", 2, True)
    assert price["text"] == "1 blood token removed from the bag"
    api.step(kind="price-paid", price="remove_blood", shares={"s1": 2})
    found = api.get("next/")
    assert (found["prices"], found["cards_due"]) == ([], [])
    assert {row["token"]: row["copies"] for row in api.get("bag/")["tokens"]}["blood"] == 2


def test_a_whole_scenario_by_http(api: Api, alice: User, campaign: Campaign) -> None:
    deck = seated(api, alice)
    found = api.get("next/")
    assert found["scenarios"] == [
        {"scenario": "spreading_flames", "title": "Spreading Flames", "kind": "scenario"}
    ]
    assert found["verdicts"]["s1"]["legal"] is True
    api.step(kind="advance", scenario="spreading_flames", verdicts={})
    setup = api.get("setup/")
    assert (setup["seats"]["s1"]["resources"], setup["seats"]["s1"]["hand"]) == (5, 5)
    api.step(kind="begin-scenario", scenario="spreading_flames", lead="s1")
    end = {
        "kind": "end-scenario",
        "resolution": "R1",
        "fates": {"s1": {"how": "horror"}},
        "victory": 3,
        "bonus": 1,
    }
    note = {
        "kind": "log-written",
        "changes": [{"do": "record", "section": "campaign_notes", "text": "All is well."}],
    }
    tried = api.send("post", "steps/", {"steps": [end, note], "dry_run": True})
    assert tried["state"]["seats"]["s1"]["experience"] == 4
    assert api.get("")["state"]["phase"] == "scenario", "a dry run records nothing"
    done = api.send("post", "steps/", {"steps": [end, note], "key": str(uuid4())}, 201)
    assert done["state"]["seats"]["s1"]["mental"] == 1
    assert api.get("log/")[0]["notes"][0]["text"] == "All is well."
    assert api.get("log/", q="nothing of the kind") == []
    opened = api.send("post", "seats/s1/shop/", code=201)
    assert opened["deck"] == str(deck.public_id)
    assert (opened["purchases"]["to_spend"], opened["purchases"]["recorded"]) == (4, False)
    api.send("delete", "seats/s1/shop/", code=204)
    assert api.get("seats/s1/")["purchases"] is None
    api.send("post", "seats/s1/shop/", code=201)
    assert api.send("put", "seats/s1/shop/")["step"]["kind"] == "cards-bought"


def test_several_steps_are_recorded_together_or_not_at_all(api: Api, campaign: Campaign) -> None:
    fine = {"kind": "tokens-changed", "tokens": {"skull": 1}}
    bad = {"kind": "tokens-changed", "tokens": {"skull": -9}}
    before = campaign.steps.count()
    api.send("post", "steps/", {"steps": [fine, bad]}, 409)
    assert campaign.steps.count() == before
    api.send("post", "steps/", {}, 400)
    api.send("post", "steps/", {"step": fine, "steps": [fine]}, 400)


def test_a_verdict_cannot_be_made_up(api: Api, alice: User) -> None:
    seated(api, alice)
    deck = make_deck(alice, SECOND)
    editing.set_quantity(deck, code=next(c for c in deck.working.slots if c.startswith("120")), quantity=0)
    api.step(kind="seat-joins", seat="s2", player="Ada", investigator=SECOND)
    api.send("post", "seats/s2/deck/", {"deck": str(deck.public_id)}, 201)
    api.send("post", "seats/s2/draw/", {"key": str(uuid4())}, 201)
    step = {"kind": "advance", "scenario": "spreading_flames", "verdicts": {"s1": [], "s2": []}}
    answer = api.send("post", "steps/", {"step": step}, 409)
    assert "end.deck-must-be-legal" in {row["rule"] for row in answer["error"]["violations"]}


def test_a_draw_can_be_verified_and_is_made_once(api: Api, alice: User, campaign: Campaign) -> None:
    deck = make_deck(alice, FIRST)
    api.step(kind="seat-joins", seat="s1", player="Ada", investigator=FIRST)
    api.send("post", "seats/s1/deck/", {"deck": str(deck.public_id)}, 201)
    key = str(uuid4())
    first = api.send("post", "seats/s1/draw/", {"key": key}, 201)
    api.send("post", "seats/s1/draw/", {"key": key}, 201)
    rows = campaign.steps.filter(kind="weakness-drawn")
    assert rows.count() == 1
    assert first["step"]["payload"]["draw"]["seed"] != key, "who asks for a draw does not choose its seed"
    assert first["step"]["drawn_by"] == "site"
    assert verify(step_from_json(rows.get().payload).draw)


def test_the_boon_of_the_morrigan_lays_out_three(api: Api, alice: User, campaign: Campaign) -> None:
    record(campaign, steps.UltimatumsChosen(chosen=("boon.morrigan",)), by=alice)
    deck = make_deck(alice, FIRST)
    api.step(kind="seat-joins", seat="s1", player="Ada", investigator=FIRST)
    api.send("post", "seats/s1/deck/", {"deck": str(deck.public_id)}, 201)
    three = api.send("post", "seats/s1/draw/", {"key": str(uuid4())})["drafted"]
    assert len(three) == 3
    assert api.send("post", "seats/s1/draw/", {"key": str(uuid4())})["drafted"] == three, "no second try"
    api.send("post", "seats/s1/draw/", {"returned": "01000"}, 400)
    drawn = api.send("post", "seats/s1/draw/", {"returned": three[0]}, 201)
    assert drawn["step"]["payload"]["draw"]["result"] in three[1:]


def test_the_ultimatum_of_chaos_draws_a_deck_once(api: Api) -> None:
    api.step(kind="ultimatums-chosen", chosen=["ub.chaos"])
    api.step(kind="seat-joins", seat="s1", player="Ada", investigator=FIRST)
    waits = api.send("post", "seats/s1/deck/", {"random": True, "key": SEED_WITH_TRAUMA})["drawn"]
    assert (waits["trauma"], waits["seed"]) == (2, SEED_WITH_TRAUMA)
    assert api.send("post", "seats/s1/deck/", {"random": True})["drawn"] == waits, "no second try"
    assert api.get("seats/s1/")["drawn"] == waits
    done = api.send("post", "seats/s1/deck/", {"random": True, "trauma": {"mental": 2}}, 201)
    assert done["state"]["seats"]["s1"]["generated"] == SEED_WITH_TRAUMA
    assert api.get("seats/s1/")["drawn"] is None


def test_a_random_deck_cannot_be_made_up(api: Api, alice: User) -> None:
    api.step(kind="ultimatums-chosen", chosen=["ub.chaos"])
    api.step(kind="seat-joins", seat="s1", player="Ada", investigator=FIRST)
    api.send("post", "seats/s1/deck/", {"random": True, "key": QUIET_SEED}, 201)
    drawn = api.get("seats/s1/")["seat"]["deck"]
    chosen = {"kind": "deck-chosen", "seat": "s1", "deck": drawn, "generated": QUIET_SEED}
    assert api.step(**chosen)["state"]["seats"]["s1"]["generated"] == QUIET_SEED
    mine = to_json(rules_deck(make_deck(alice, FIRST)))
    assert api.step(**{**chosen, "deck": mine})["state"]["seats"]["s1"].get("generated") is None, (
        "chosen by hand"
    )
    assert api.step(**{**chosen, "generated": "another"})["state"]["seats"]["s1"].get("generated") is None


def test_bag_odds_and_draws(api: Api) -> None:
    found = api.get("bag/", skill=5, difficulty=3)
    numerator, denominator = found["test"]["chance"]
    assert 0 < numerator < denominator
    assert found["chart"][0]["margin"] == -1
    key = str(uuid4())
    drawn = api.send("post", "bag/draws/", {"key": key})
    assert drawn["tokens"]
    assert api.send("post", "bag/draws/", {"key": key}) == drawn
    assert [row["key"] for row in api.get("bag/draws/")] == [key]
    api.get("bag/", 400, skill="much")


def test_a_scenario_is_undone_and_redone_as_a_whole(api: Api, alice: User) -> None:
    seated(api, alice)
    last = api.get("steps/")["results"][0]["number"]
    for _turn in range(3):
        api.step(kind="tokens-changed", tokens={"skull": 1})
    api.send("post", "undo/", {"down_to": last + 1})
    assert [row["undone"] for row in api.get("steps/")["results"][:4]] == [True, True, True, False]
    api.send("post", "redo/", {"up_to": last + 2})
    assert [row["undone"] for row in api.get("steps/")["results"][:4]] == [True, False, False, False]


def test_the_members_are_managed(api: Api, bobs: Api, as_mallory: Client, campaign: Campaign) -> None:
    assert bobs.send("post", "invitations/", {"role": "reader"}, 403)
    api.send("post", "invitations/", {"role": "reader"}, 201)
    assert [row["role"] for row in api.get("invitations/")] == ["reader"]
    bobs.get("invitations/", 403)
    bobs.send("patch", "members/bob/", {"role": "owner"}, 403)
    assert api.send("patch", "members/bob/", {"role": "reader"})["role"] == "reader"
    api.send("patch", "members/alice/", {"role": "reader"}, 403)
    api.send("patch", "members/nobody/", {"role": "reader"}, 404)
    assert api.send("patch", "members/bob/", {"role": "owner"})["role"] == "owner"
    api.send("delete", "", code=403)
    api.send("delete", "members/alice/", code=204)
    api.get("", 404)
    bobs.send("delete", "members/bob/", code=403)
    bobs.send("delete", "", code=204)
    bobs.get("", 404)
    assert Api(as_mallory, campaign).send("post", "undelete/", code=404)
    bobs.send("post", "undelete/")
    bobs.get("")


def test_the_groups_boxes(api: Api, alice: User, campaign: Campaign) -> None:
    seated(api, alice)
    assert api.get("party-cards/")["has_collection"] is False
    api.send("patch", "", {"collection": 10**9}, 400)
    assert any(row["cards"] for row in api.get("party-cards/")["boxes"])


def test_survivors_go_on(api: Api, alice: User, campaign: Campaign) -> None:
    seated(api, alice)
    api.step(kind="campaign-ended", result="won")
    start = {"campaign": "core", "difficulty": "standard", "title": "On we go"}
    made = api.send("post", "transfer/", {"seats": ["s1"], "start": start}, 201)
    assert made["campaign"] == "core"
    assert list(made["state"]["seats"]) == ["s1"]


def test_two_halves_by_http(as_alice: Client) -> None:
    start = {"start": {"campaign": "tdea", "difficulty": "standard"}, "both_halves": True}
    answer = as_alice.post("/api/v1/campaigns/", start, content_type="application/json")
    assert answer.status_code == 201
    other = Campaign.objects.get(facts="tdeb")
    assert answer.json()["state"]["link"] == str(other.public_id)
    start["start"]["campaign"] = "boa"
    refused = as_alice.post("/api/v1/campaigns/", start, content_type="application/json")
    assert refused.status_code == 400


@pytest.mark.parametrize(
    "path", ["next/", "bag/", "bag/draws/", "log/", "party-cards/", "invitations/", "seats/s1/"]
)
def test_strangers_find_nothing(as_mallory: Client, client: Client, campaign: Campaign, path: str) -> None:
    Api(as_mallory, campaign).get(path, 404)
    assert client.get(f"/api/v1/campaigns/{campaign.public_id}/{path}").status_code in (401, 403)


def test_a_price_cannot_be_made_up(api: Api, alice: User) -> None:
    deck = seated(api, alice)
    api.step(kind="advance", scenario="spreading_flames", verdicts={})
    api.step(kind="begin-scenario", scenario="spreading_flames", lead="s1")
    end = {"kind": "end-scenario", "resolution": "R1", "fates": {"s1": {"how": "survived"}}, "victory": 2}
    api.step(**end)
    before = api.get("")["state"]["seats"]["s1"]["deck"]
    assert before["slots"]["12016"] == 2, "Bodyguard (0)"
    free = {"way": "new", "card": "12027", "price": 0, "reasons": [], "replaces": "12016"}

    def bought(copies: int) -> dict[str, Any]:
        slots = {**before["slots"], "12016": 2 - copies, "12027": copies}
        slots = {code: n for code, n in slots.items() if n}
        return {"kind": "cards-bought", "seat": "s1", "deck": {**before, "slots": slots}, "purchases": [free]}

    answer = api.send("post", "steps/", {"step": bought(2)}, 409)
    assert [row["rule"] for row in answer["error"]["violations"]] == ["xp.spend-not-exceed"]
    key = str(uuid4())
    done = api.send("post", "steps/", {"step": bought(1), "key": key}, 201)
    assert "experience" not in done["state"]["seats"]["s1"], "Bodyguard (2) costs 2, and nothing is left"
    api.step(kind="advance", scenario="smoke_and_mirrors", verdicts={})
    api.step(kind="begin-scenario", scenario="smoke_and_mirrors", lead="s1")
    again = api.send("post", "steps/", {"step": bought(1), "key": key}, 200)
    assert again["step"]["number"] == done["step"]["number"], "sent again, it is not done again"
    assert deck.versions.count() > 1
