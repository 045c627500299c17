"""Tests of draws: the site makes its own and accepts the group's reports, but no pools from clients."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client

from accounts.models import User
from campaigns.campaign_rules import game
from campaigns.drawing.draws import draws_of
from campaigns.models import Campaign, Step, WeaknessDraft
from campaigns.scenario_form import reader
from campaigns.selectors import state_of
from campaigns.services.creation import branch, export_campaign, import_campaign
from campaigns.services.members import choose_collection
from campaigns.services.recording import record, redo, replayed, undo
from cards.services.collections import create_collection, set_boxes
from rules.campaign import steps, to_json
from rules.chance import Chance
from rules.weaknesses import draft, draw, settle, verify
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.test_api_members import Api
from tests.campaigns.test_pages_scenario_form import text
from web.shared.errors import Refusal

pytestmark = pytest.mark.django_db

PARANOIA, NARCOLEPSY, OVERCONFIDENT, OATH = "01097", "06037", "60154", "52011"


@pytest.fixture
def api(as_alice: Client, campaign: Campaign) -> Api:
    return Api(as_alice, campaign)


@pytest.fixture
def owing(walk: Walk, alice: User) -> Walk:
    """Two seats with decks, each with a weakness to draw."""
    for investigator in (FIRST, SECOND):
        walk.did("seat-new", player="Ada", deck=str(make_deck(alice, investigator).public_id))
    assert [seat.owed for seat in walk.state.seats.values()] == [1, 1]
    return walk


def with_boxes(campaign: Campaign, owner: User, *packs: str) -> None:
    collection = create_collection(owner=owner, name=f"{packs}")
    set_boxes(collection=collection, counts=dict.fromkeys(packs, 1))
    choose_collection(campaign, collection)


def one_card_draw(**more: Any) -> dict[str, Any]:
    """Return a forged draw with a pool of one card."""
    sent_step = draw({PARANOIA: 1}, Chance("any"))
    return {"kind": "weakness-drawn", "seat": "s1", "draw": to_json(sent_step), **more}


def morrigan_draw() -> dict[str, Any]:
    three = draft({"12102": 1, PARANOIA: 1, "01096": 1}, Chance("any"))
    return {"kind": "weakness-drawn", "seat": "s1", "draw": to_json(settle(three, "12102"))}


class TestAPoolCannotBeSent:
    @pytest.mark.parametrize(
        "sent_step",
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
    def test_a_step_with_a_draw_in_it_is_refused(
        self, owing: Walk, api: Api, sent_step: dict[str, Any], how: str
    ) -> None:
        before = owing.campaign.steps.count()
        note = {"kind": "tokens-changed", "tokens": {"skull": 1}}
        sent = {
            "one": {"step": sent_step},
            "several": {"steps": [note, sent_step]},
            "tried": {"step": sent_step, "dry_run": True},
        }
        error = api.send("post", "steps/", sent[how], 400)["error"]
        assert error["code"] == "drawn_elsewhere"
        assert error["endpoint"] == f"seats/{sent_step['seat']}/draw/"
        assert error["endpoint"] in error["message"]
        assert owing.campaign.steps.count() == before

    def test_nor_one_that_the_site_made_before(self, owing: Walk, api: Api) -> None:
        """A draw is valid once, for its seat and its pool."""
        made = api.send("post", "seats/s1/draw/", {}, 201)["step"]["payload"]
        api.send("post", "undo/")
        assert api.send("post", "steps/", {"step": made}, 400)["error"]["code"] == "drawn_elsewhere"
        assert owing.state.seats["s1"].owed == 1

    def test_nor_an_ultimatum(self, api: Api) -> None:
        api.step(kind="ultimatums-chosen", chosen=["ub.ultimatums"])
        drawn = api.send("post", "ultimatum/", {"key": str(uuid4())}, 201)["step"]["payload"]
        api.send("post", "undo/")
        error = api.send("post", "steps/", {"step": drawn}, 400)["error"]
        assert error["endpoint"] == "ultimatum/"

    def test_the_service_itself_refuses_it(self, owing: Walk, alice: User) -> None:
        step = steps.WeaknessDrawn(seat="s1", draw=draw({PARANOIA: 1}, Chance("any")))
        with pytest.raises(Refusal):
            record(owing.campaign, step, by=alice)

    @pytest.mark.parametrize("more", [{}, {"cause": " "}])
    def test_traits_do_not_narrow_what_is_owed(self, owing: Walk, api: Api, more: dict[str, str]) -> None:
        error = api.send("post", "seats/s1/draw/", {"traits": ["Pact"], **more}, 409)["error"]
        assert [each["rule"] for each in error["violations"]] == ["rbw.random"]
        assert owing.state.seats["s1"].owed == 1

    def test_an_instruction_narrows_the_pool_and_the_history_shows_it(self, owing: Walk, api: Api) -> None:
        sent = {"traits": ["Pact"], "cause": "Undimensioned and Unseen"}
        step = api.send("post", "seats/s1/draw/", sent, 201)["step"]["payload"]
        assert step["traits"] == ["Pact"]
        cards = game().catalogue
        assert all("Pact" in cards.resolve(code).traits for code in step["draw"]["pool"])
        assert "drawn from: Pact" in text(owing.get("steps"))

    def test_the_same_key_for_another_seat_is_another_request(self, owing: Walk, api: Api) -> None:
        key = str(uuid4())
        first = api.send("post", "seats/s1/draw/", {"key": key}, 201)
        assert api.send("post", "seats/s1/draw/", {"key": key}, 201)["step"] == first["step"]
        api.send("post", "seats/s2/draw/", {"key": key}, 400)
        api.send("post", "seats/s1/draw/", {"key": key, "cause": "a resolution"}, 400)

    def test_two_draws_of_one_page_are_made_one_after_the_other(self, owing: Walk, alice: User) -> None:
        for seat in ("s1", "s2"):
            owing.did("seat", seat, do="draw")
        owing.begin("spreading_flames")
        with_boxes(owing.campaign, alice, "tom")  # holds one basic weakness, once
        before = owing.campaign.steps.count()
        answer = owing.post("after", resolution="R1", victory="1", **{"draw-s1": "1", "draw-s2": "1"})
        assert "no basic weakness left" in text(answer)
        assert owing.campaign.steps.count() == before
        owing.did("after", resolution="R1", victory="1", **{"draw-s1": "1"})
        assert OVERCONFIDENT in owing.state.seats["s1"].weaknesses

    def test_the_traits_of_a_scenario_are_offered_one_by_one(self, campaign: Campaign) -> None:
        assert reader.weakness_traits("dwl", "undimensioned_and_unseen") == ["Madness", "Injury", "Pact"]
        assert reader.weakness_traits("boa", "spreading_flames") == []


class TestTheMorrigan:
    @pytest.fixture
    def drafting(self, walk: Walk, alice: User) -> Walk:
        walk.did("ultimatums", ultimatums=["boon.morrigan"], agreed=["s1", "s2"])
        for investigator in (FIRST, SECOND):
            walk.did("seat-new", player="Ada", deck=str(make_deck(alice, investigator).public_id))
        return walk

    def test_the_seed_is_secret_until_a_card_is_returned(self, drafting: Walk, api: Api) -> None:
        key = str(uuid4())
        sent_step = api.send("post", "seats/s1/draw/", {"key": key})
        assert list(sent_step) == ["drafted"]
        seed = WeaknessDraft.objects.get(seat="s1").seed
        assert seed != key
        assert seed not in str(api.get("seats/s1/"))
        done = api.send("post", "seats/s1/draw/", {"returned": sent_step["drafted"][0]}, 201)
        assert done["step"]["payload"]["draw"]["seed"] == seed
        assert not WeaknessDraft.objects.exists()

    def test_other_boxes_give_no_second_try(self, drafting: Walk, api: Api, alice: User) -> None:
        three = api.send("post", "seats/s1/draw/")["drafted"]
        with_boxes(drafting.campaign, alice, "tom")
        assert api.send("post", "seats/s1/draw/")["drafted"] == three
        api.send("post", "seats/s1/draw/", {"returned": three[0]}, 201)

    def test_a_card_that_another_took_meanwhile_cannot_be_taken_again(self, drafting: Walk, api: Api) -> None:
        three = api.send("post", "seats/s1/draw/")["drafted"]
        copies = api.get("seats/s2/")["weaknesses"]["pool"]
        once = next(code for code in three if copies[code] == 1)
        api.step(kind="weakness-drawn-by-group", seat="s2", card=once)
        api.send("post", "seats/s1/draw/", {"returned": three[0]}, 400)
        again = api.send("post", "seats/s1/draw/")["drafted"]
        assert once not in again
        api.send("post", "seats/s1/draw/", {"returned": again[0]}, 201)

    def test_the_group_may_draw_three_of_its_own(self, drafting: Walk) -> None:
        drafting.did("seat", "s1", do="draw")
        page = drafting.get("seat", "s1").content.decode()
        assert "Return this one" in page
        assert "We drew it ourselves" in page
        drafting.did("seat", "s1", do="drew", card=PARANOIA)
        assert drafting.state.seats["s1"].owed == 0
        assert "Return this one" not in drafting.get("seat", "s1").content.decode()


class TestWeDrewItOurselves:
    def test_the_seat_offers_it_and_shows_it_apart(self, owing: Walk) -> None:
        page = owing.get("seat", "s1").content.decode()
        assert "We drew it ourselves" in page
        assert re.search(rf'<option value="{PARANOIA}">\s*Paranoia', page)
        owing.did("seat", "s1", do="drew", card=PARANOIA)
        owing.did("seat", "s2", do="draw")
        seat = owing.state.seats["s1"]
        assert (seat.owed, seat.weaknesses) == (0, {PARANOIA: 1})
        assert seat.deck is not None
        assert (seat.deck.slots[PARANOIA], seat.deck.slots.get("01000")) == (1, None)
        # On the seat, in the log, and in the history; one weakness of two.
        for view, places in {"detail": 4, "steps": 1, "log": 1, "log-print": 2}.items():
            assert text(owing.get(view)).count("drawn by the group") == places, view
        assert "drawn by the group" in text(owing.get("seat", "s1"))
        assert "draw verified" not in owing.get("seat", "s1").content.decode()
        other = owing.get("seat", "s2").content.decode()
        assert "draw verified" in other
        assert 'badge--plain">the group' not in other

    def test_weaknesses_of_one_title_are_told_apart(self, owing: Walk) -> None:
        owing.did("seat", "s1", do="drew", card=OATH)
        pages = [owing.get("detail"), owing.get("steps"), owing.get("seat", "s1")]
        assert all("Unspeakable Oath, Bloodthirst" in text(page) for page in pages)

    def test_the_party_goes_on_with_it(self, owing: Walk) -> None:
        owing.did("seat", "s1", do="drew", card=PARANOIA)
        owing.did("seat", "s2", do="drew", card=PARANOIA)
        owing.begin("spreading_flames")

    def test_undo_and_redo(self, owing: Walk) -> None:
        owing.did("seat", "s1", do="drew", card=PARANOIA)
        after = owing.state
        undo(owing.campaign)
        assert owing.state.seats["s1"].owed == 1
        assert draws_of(owing.campaign) == []
        assert redo(owing.campaign).state == after
        assert [each.by for each in draws_of(owing.campaign)] == ["group"]

    def test_it_is_shown_as_of_then(self, owing: Walk) -> None:
        before = owing.state.number
        owing.did("seat", "s1", do="drew", card=PARANOIA)
        then = owing.get("detail", as_of=before).context["party"][0].lines
        now = owing.get("detail", as_of=before + 1).context["party"][0].lines
        assert "Paranoia" not in str(then)
        assert "Paranoia (drawn by the group)" in str(now)

    def test_sent_twice_it_is_recorded_once(self, owing: Walk) -> None:
        form = {"do": "drew", "card": PARANOIA, "key": str(uuid4())}
        owing.did("seat", "s1", **form)
        owing.did("seat", "s1", **form)
        assert owing.state.seats["s1"].weaknesses == {PARANOIA: 1}

    @pytest.mark.parametrize(
        ("card", "code", "shown"),
        [
            pytest.param("", 400, "Choose the card you drew.", id="nothing chosen"),
            pytest.param("09125", 409, "only for seeker", id="another class"),
            pytest.param("12027", 409, "is not a weakness", id="no weakness"),
            pytest.param("<b>", 409, "is not a weakness", id="no card"),
        ],
    )
    def test_what_cannot_be_is_refused(self, owing: Walk, card: str, code: int, shown: str) -> None:
        answer = owing.post("seat", "s1", do="drew", card=card)
        assert answer.status_code == code
        assert shown in text(answer)
        assert owing.state.seats["s1"].owed == 1

    def test_a_group_may_play_it_otherwise(self, owing: Walk) -> None:
        form = {"do": "drew", "card": "09125"}
        page = owing.post("seat", "s1", **form).content.decode()
        assert 'name="waives" value="rbw.pool-text-restrictions"' in page
        assert f'name="card" value="{form["card"]}"' in page, "nothing has to be entered again"
        owing.did(
            "seat", "s1", **form, waives="rbw.pool-text-restrictions", otherwise="yes", note="We like it"
        )
        assert owing.state.seats["s1"].weaknesses == {"09125": 1}
        assert "We like it" in text(owing.get("log"))

    def test_alone_and_with_another(self, walk: Walk, alice: User) -> None:
        walk.did("seat-new", player="Ada", deck=str(make_deck(alice, FIRST).public_id))
        page = text(walk.get("seat", "s1"))
        assert "Narcolepsy: only for two or more investigators" in page
        assert walk.post("seat", "s1", do="drew", card=NARCOLEPSY).status_code == 409
        walk.did("seat-new", player="Ben", deck=str(make_deck(alice, SECOND).public_id))
        walk.did("seat", "s1", do="drew", card=NARCOLEPSY)

    def test_the_boxes_of_the_group(self, owing: Walk, alice: User) -> None:
        with_boxes(owing.campaign, alice, "core_2026", "tom")
        answer = owing.post("seat", "s1", do="drew", card=NARCOLEPSY)
        assert "rbw.pool-one-copy-of-each-product" in answer.content.decode()
        owing.did("seat", "s1", do="drew", card=OVERCONFIDENT)
        answer = owing.post("seat", "s2", do="drew", card=OVERCONFIDENT)
        assert "rbw.pool-excludes-in-use" in answer.content.decode()
        owing.did("seat", "s2", do="drew", card=PARANOIA)
        assert owing.state.seats["s2"].weaknesses == {"12101": 1}, "the printing in their box"

    def test_one_more_by_an_instruction(self, owing: Walk) -> None:
        form = {"do": "weakness-drew", "seat": "s1", "card": PARANOIA}
        assert owing.post("change", **form, cause=" ").status_code == 400
        owing.did("change", **form, cause="An interlude")
        seat = owing.state.seats["s1"]
        assert (seat.owed, seat.weaknesses) == (1, {PARANOIA: 1})
        refused = owing.post("change", do="weakness-drew", seat="s1", card="09125", cause="A card")
        assert refused.status_code == 409
        page = refused.content.decode()
        assert 'value="09125" selected' in page
        assert 'value="A card"' in page

    def test_at_the_end_of_a_scenario(self, owing: Walk) -> None:
        for seat in ("s1", "s2"):
            owing.did("seat", seat, do="draw")
        owing.begin("spreading_flames")
        sent = {"resolution": "R1", "victory": "1", "drew-s1": PARANOIA}
        shown = text(owing.client.post(owing.url("after-save"), sent, headers={"HX-Request": "true"}))
        assert "from the group’s own cards" in shown
        assert "1 weakness" in shown
        assert f'value="{PARANOIA}" selected' in owing.get("after").content.decode(), "kept as it was left"
        owing.did("after", **sent)
        assert owing.state.seats["s1"].weaknesses[PARANOIA] == 1
        step = owing.campaign.steps.get(kind="weakness-drawn-by-group").payload
        assert step["cause"] == "Spreading Flames"

    def test_in_a_scenario_played_alone(self, as_alice: Client, alice: User) -> None:
        sent = {"scenario": "curse_of_the_rougarou", "difficulty": "standard"}
        found = re.search(r"campaigns/([0-9a-f-]{36})", as_alice.post("/campaigns/new/side/", sent).url)
        assert found is not None
        walk = Walk(as_alice, Campaign.objects.get(public_id=found[1]))
        walk.did("seat-new", player="Ada", deck=str(make_deck(alice, FIRST).public_id))
        assert "Dark Pact: only in a campaign" in text(walk.get("seat", "s1"))
        assert walk.post("seat", "s1", do="drew", card="04038").status_code == 409
        walk.did("seat", "s1", do="drew", card=PARANOIA)
        walk.begin("curse_of_the_rougarou")

    def test_readers_do_not_draw(self, owing: Walk, as_bob: Client, bob: User) -> None:
        owing.campaign.members.filter(user=bob).update(role="reader")
        page = as_bob.get(owing.url("seat", "s1")).content.decode()
        assert "We drew it ourselves" not in page
        answer = as_bob.post(owing.url("seat", "s1"), {"do": "drew", "card": PARANOIA})
        assert answer.status_code == 403


class TestByHttp:
    def test_the_group_names_its_card(self, owing: Walk, api: Api) -> None:
        key = str(uuid4())
        done = api.send("post", "seats/s1/draw/", {"card": PARANOIA, "key": key}, 201)
        assert (done["step"]["kind"], done["step"]["drawn_by"]) == ("weakness-drawn-by-group", "group")
        assert done["state"]["seats"]["s1"].get("owed", 0) == 0
        again = api.send("post", "seats/s1/draw/", {"card": PARANOIA, "key": key}, 201)
        assert again["step"] == done["step"], "recorded once"
        api.send("post", "seats/s1/draw/", {"card": "01096", "key": key}, 400)
        api.send("post", "seats/s2/draw/", {}, 201)
        (mine,) = api.get("seats/s1/")["weaknesses"]["draws"]
        assert (mine["card"], mine["drawn_by"], mine["repeats"]) == (PARANOIA, "group", None)
        (other,) = api.get("seats/s2/")["weaknesses"]["draws"]
        assert (other["drawn_by"], other["repeats"]) == ("site", True)
        assert "draws" in [each["section"] for each in api.get("log/")]

    def test_as_a_step_too_with_the_boxes_that_the_site_knows(
        self, owing: Walk, api: Api, alice: User
    ) -> None:
        with_boxes(owing.campaign, alice, "core_2026")
        sent_step = {"kind": "weakness-drawn-by-group", "seat": "s1", "card": NARCOLEPSY, "boxes": ["tde"]}
        error = api.send("post", "steps/", {"step": sent_step}, 409)["error"]
        assert [each["rule"] for each in error["violations"]] == ["rbw.pool-one-copy-of-each-product"]
        done = api.step(**{**sent_step, "card": PARANOIA})
        assert done["step"]["payload"]["boxes"] == ["core_2026"]

    @pytest.mark.parametrize(
        ("sent", "code"),
        [
            pytest.param({"card": PARANOIA, "returned": "12102"}, 400, id="two things at once"),
            pytest.param({"card": "x" * 17}, 400, id="no code"),
            pytest.param({"card": "99999"}, 409, id="no card"),
            pytest.param({"card": PARANOIA, "traits": ["Madness"]}, 409, id="traits without an instruction"),
            pytest.param(
                {"card": "09125", "waives": ["rbw.pool-text-restrictions"]}, 409, id="without a note"
            ),
        ],
    )
    def test_what_is_refused(self, owing: Walk, api: Api, sent: dict[str, Any], code: int) -> None:
        assert api.send("post", "seats/s1/draw/", sent, code)["error"]["message"]
        assert owing.state.seats["s1"].owed == 1

    def test_a_house_rule(self, owing: Walk, api: Api) -> None:
        sent = {"card": "09125", "waives": ["rbw.pool-text-restrictions"], "note": "We like it"}
        assert api.send("post", "seats/s1/draw/", sent, 201)["state"]["waivers"]

    def test_a_scenario_requires_one_more(self, owing: Walk, api: Api) -> None:
        sent = {"card": PARANOIA, "cause": "A resolution", "traits": ["Madness"]}
        done = api.send("post", "seats/s1/draw/", sent, 201)
        assert done["state"]["seats"]["s1"]["owed"] == 1


class TestImports:
    """An import keeps its draws, which count as reported by the group."""

    def test_what_the_site_drew_elsewhere_is_reported_by_the_group_here(
        self, owing: Walk, alice: User
    ) -> None:
        owing.did("seat", "s1", do="draw")
        owing.did("seat", "s2", do="drew", card=PARANOIA)
        sent_step = export_campaign(owing.campaign)
        made = import_campaign(sent_step, owner=alice)
        assert [(each.by, each.imported) for each in draws_of(made)] == [("group", True), ("group", True)]
        assert draws_of(made)[0].repeats, "seed and pool are kept"
        assert state_of(made) == replayed(made)
        assert [row["step"]["kind"] for row in export_campaign(made)["steps"]] == [
            row["step"]["kind"] for row in sent_step["steps"]
        ]
        page = text(Walk(owing.client, made).get("seat", "s1"))
        assert "Imported, not drawn on this site" in page
        assert "draw verified" not in page

    def test_a_draw_that_a_user_wrote_into_an_export(self, owing: Walk, alice: User) -> None:
        owing.did("seat", "s1", do="draw")
        sent_step = export_campaign(owing.campaign)
        sent_step["steps"][-1]["step"] = one_card_draw()
        made = import_campaign(sent_step, owner=alice)
        assert state_of(made).seats["s1"].weaknesses == {PARANOIA: 1}
        assert [each.by for each in draws_of(made)] == ["group"]
        assert "imported, drawn by the group" in text(Walk(owing.client, made).get("steps"))

    def test_it_is_so_in_branches_and_after_undo_and_redo(self, owing: Walk, alice: User) -> None:
        owing.did("seat", "s1", do="draw")
        of_the_site = branch(owing.campaign, owner=alice, until=owing.state.number)
        assert [each.by for each in draws_of(of_the_site)] == ["site"]
        made = import_campaign(export_campaign(owing.campaign), owner=alice)
        undo(made)
        redo(made)
        grown = branch(made, owner=alice, until=state_of(made).number)
        assert [each.by for each in (*draws_of(made), *draws_of(grown))] == ["group", "group"]

    def test_what_is_drawn_after_the_import_is_the_sites(self, owing: Walk, alice: User) -> None:
        walk = Walk(owing.client, import_campaign(export_campaign(owing.campaign), owner=alice))
        walk.did("seat", "s2", do="draw")
        assert [each.by for each in draws_of(walk.campaign)] == ["site"]
        last = Step.objects.filter(campaign=walk.campaign).latest("number")
        assert verify(draws_of(walk.campaign)[0].draw)  # type: ignore[arg-type]
        assert not last.imported


def test_a_form_names_no_more_than_an_investigator_may_draw(owing: Walk) -> None:
    given = QueryDict(mutable=True)
    given.setlist("drew-s1", [PARANOIA, "", *["01096"] * 5])
    assert reader.drew(owing.state.seats["s1"], given) == [PARANOIA, "01096", "01096"]
