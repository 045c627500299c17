"""Draws are made by the site; nobody brings a pool or a seed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from accounts.errors import Refusal
from accounts.models import User
from campaigns import aftermath
from campaigns.law import law
from campaigns.models import Campaign, Draft
from campaigns.services.record import record
from campaigns.services.table import choose_collection
from cards.collections import create_collection, set_boxes
from rules.campaign import acts, to_plain
from rules.chance import Chance
from rules.weaknesses import draft, draw, settle
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.test_api_table import Api
from tests.campaigns.test_pages_guided import text

pytestmark = pytest.mark.django_db

PARANOIA, NARCOLEPSY, OVERCONFIDENT = "01097", "06037", "60154"


@pytest.fixture
def api(as_alice: Client, campaign: Campaign) -> Api:
    return Api(as_alice, campaign)


@pytest.fixture
def owing(walk: Walk, alice: User) -> Walk:
    """Two seats with their decks, each with a weakness to draw."""
    for investigator in (FIRST, SECOND):
        walk.did("seat-new", player="Ada", deck=str(make_deck(alice, investigator).public_id))
    assert [seat.owed for seat in walk.state.seats.values()] == [1, 1]
    return walk


def with_boxes(campaign: Campaign, owner: User, *packs: str) -> None:
    shelf = create_collection(owner=owner, name=f"{packs}")
    set_boxes(collection=shelf, counts=dict.fromkeys(packs, 1))
    choose_collection(campaign, shelf)


def one_card_draw(**more: Any) -> dict[str, Any]:
    """What somebody sends who would rather choose."""
    told = draw({PARANOIA: 1}, Chance("any"))
    return {"kind": "weakness-drawn", "seat": "s1", "draw": to_plain(told), **more}


def morrigan_draw() -> dict[str, Any]:
    three = draft({"12102": 1, PARANOIA: 1, "01096": 1}, Chance("any"))
    return {"kind": "weakness-drawn", "seat": "s1", "draw": to_plain(settle(three, "12102"))}


class TestNobodyBringsAPool:
    @pytest.mark.parametrize(
        "told",
        [
            pytest.param(one_card_draw(), id="a pool of one card"),
            pytest.param(one_card_draw(cause="a resolution"), id="by an instruction"),
            pytest.param(one_card_draw(cause="a resolution", traits=["Madness"]), id="with traits"),
            pytest.param(one_card_draw(waives=["rbw.random"], note="why not"), id="by a house rule"),
            pytest.param(one_card_draw(seat="nobody"), id="for nobody"),
            pytest.param(morrigan_draw(), id="with a draft"),
        ],
    )
    @pytest.mark.parametrize("how", ["one", "several", "tried"])
    def test_an_act_with_a_draw_in_it_is_refused(
        self, owing: Walk, api: Api, told: dict[str, Any], how: str
    ) -> None:
        before = owing.campaign.acts.count()
        note = {"kind": "tokens-changed", "tokens": {"skull": 1}}
        sent = {
            "one": {"act": told},
            "several": {"acts": [note, told]},
            "tried": {"act": told, "dry_run": True},
        }
        error = api.send("post", "acts/", sent[how], 400)["error"]
        assert error["code"] == "drawn_elsewhere"
        assert error["endpoint"] == f"seats/{told['seat']}/draw/"
        assert error["endpoint"] in error["message"]
        assert owing.campaign.acts.count() == before

    def test_nor_one_that_the_site_made_before(self, owing: Walk, api: Api) -> None:
        """An honest draw is honest once, for the seat and the pool that it was made for."""
        made = api.send("post", "seats/s1/draw/", {}, 201)["act"]["payload"]
        api.send("post", "undo/")
        assert api.send("post", "acts/", {"act": made}, 400)["error"]["code"] == "drawn_elsewhere"
        assert owing.state.seats["s1"].owed == 1

    def test_nor_an_ultimatum(self, api: Api) -> None:
        api.act(kind="ultimatums-chosen", chosen=["ub.ultimatums"])
        drawn = api.send("post", "ultimatum/", {"key": str(uuid4())}, 201)["act"]["payload"]
        api.send("post", "undo/")
        error = api.send("post", "acts/", {"act": drawn}, 400)["error"]
        assert error["endpoint"] == "ultimatum/"

    def test_the_record_itself_refuses_it(self, owing: Walk, alice: User) -> None:
        act = acts.WeaknessDrawn(seat="s1", draw=draw({PARANOIA: 1}, Chance("any")))
        with pytest.raises(Refusal):
            record(owing.campaign, act, by=alice)

    @pytest.mark.parametrize("more", [{}, {"cause": " "}])
    def test_traits_do_not_narrow_what_is_owed(self, owing: Walk, api: Api, more: dict[str, str]) -> None:
        error = api.send("post", "seats/s1/draw/", {"traits": ["Pact"], **more}, 409)["error"]
        assert [each["rule"] for each in error["violations"]] == ["rbw.random"]
        assert owing.state.seats["s1"].owed == 1

    def test_an_instruction_narrows_the_pool_and_the_record_says_so(self, owing: Walk, api: Api) -> None:
        sent = {"traits": ["Pact"], "cause": "Undimensioned and Unseen"}
        act = api.send("post", "seats/s1/draw/", sent, 201)["act"]["payload"]
        assert act["traits"] == ["Pact"]
        cards = law().catalogue
        assert all("Pact" in cards.resolve(code).traits for code in act["draw"]["pool"])

    def test_the_same_key_for_another_seat_is_another_request(self, owing: Walk, api: Api) -> None:
        key = str(uuid4())
        first = api.send("post", "seats/s1/draw/", {"key": key}, 201)
        assert api.send("post", "seats/s1/draw/", {"key": key}, 201)["act"] == first["act"]
        api.send("post", "seats/s2/draw/", {"key": key}, 400)
        api.send("post", "seats/s1/draw/", {"key": key, "cause": "a resolution"}, 400)

    def test_two_draws_of_one_page_are_made_one_upon_the_other(self, owing: Walk, alice: User) -> None:
        for seat in ("s1", "s2"):
            owing.did("seat", seat, do="draw")
        owing.begin("spreading_flames")
        with_boxes(owing.campaign, alice, "tom")  # holds one basic weakness, once
        before = owing.campaign.acts.count()
        answer = owing.post("after", resolution="R1", victory="1", **{"draw-s1": "1", "draw-s2": "1"})
        assert "no basic weakness left" in text(answer)
        assert owing.campaign.acts.count() == before
        owing.did("after", resolution="R1", victory="1", **{"draw-s1": "1"})
        assert OVERCONFIDENT in owing.state.seats["s1"].weaknesses

    def test_the_traits_of_a_scenario_are_offered_one_by_one(self, campaign: Campaign) -> None:
        assert aftermath.weakness_traits("dwl", "undimensioned_and_unseen") == ["Madness", "Injury", "Pact"]
        assert aftermath.weakness_traits("boa", "spreading_flames") == []


class TestTheMorrigan:
    @pytest.fixture
    def drafting(self, walk: Walk, alice: User) -> Walk:
        walk.did("ultimatums", ultimatums=["boon.morrigan"], agreed=["s1", "s2"])
        for investigator in (FIRST, SECOND):
            walk.did("seat-new", player="Ada", deck=str(make_deck(alice, investigator).public_id))
        return walk

    def test_nobody_knows_the_seed_before_a_card_has_gone_back(self, drafting: Walk, api: Api) -> None:
        key = str(uuid4())
        told = api.send("post", "seats/s1/draw/", {"key": key})
        assert list(told) == ["drafted"]
        seed = Draft.objects.get(page="draft-s1").fields["seed"]
        assert seed != key
        assert seed not in str(api.get("seats/s1/"))
        done = api.send("post", "seats/s1/draw/", {"returned": told["drafted"][0]}, 201)
        assert done["act"]["payload"]["draw"]["seed"] == seed
        assert not Draft.objects.exists()

    def test_other_boxes_give_no_second_try(self, drafting: Walk, api: Api, alice: User) -> None:
        three = api.send("post", "seats/s1/draw/")["drafted"]
        with_boxes(drafting.campaign, alice, "tom")
        assert api.send("post", "seats/s1/draw/")["drafted"] == three
        api.send("post", "seats/s1/draw/", {"returned": three[0]}, 201)

    def test_a_card_that_another_took_meanwhile_cannot_be_taken_again(self, drafting: Walk, api: Api) -> None:
        three = api.send("post", "seats/s1/draw/")["drafted"]
        copies = api.get("seats/s2/")["weaknesses"]["pool"]
        once = next(code for code in three if copies[code] == 1)
        api.act(kind="weakness-drawn-by-group", seat="s2", card=once)
        api.send("post", "seats/s1/draw/", {"returned": three[0]}, 400)
        again = api.send("post", "seats/s1/draw/")["drafted"]
        assert once not in again
        api.send("post", "seats/s1/draw/", {"returned": again[0]}, 201)
