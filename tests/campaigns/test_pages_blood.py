"""Tests of Children of Blood on the pages: tokens, the card that they bring, prologue and interlude."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from campaigns.services.creation import start_campaign
from campaigns.services.recording import record
from decks.models import Deck
from rules.campaign import steps
from rules.chaos_bag import BLOOD
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db

CHOSEN, CHARLIE, BLIGHT = "13093a", "13105", "13118"


@pytest.fixture
def decks(alice: User) -> list[Deck]:
    return [make_deck(alice, code) for code in (FIRST, SECOND)]


def children_of_blood(walk: Walk, alice: User, decks: list[Deck], difficulty: str = "hard") -> Walk:
    start = steps.StartCampaign(campaign="cob", difficulty=difficulty)
    walk.campaign = start_campaign(start, owner=alice, name="Blood").campaign
    for deck in decks:
        walk.sit(deck)
    return walk


class TestTheBag:
    def test_blood_is_offered_where_it_is_in_play(self, walk: Walk, alice: User, decks: list[Deck]) -> None:
        walk.sit(decks[0])
        walk.begin("spreading_flames")
        page = walk.get("bag")
        assert page.context["quick_title"] == "Bless, curse, frost"
        assert "token-blood" not in page.content.decode()
        assert "token-blood" not in walk.get("after").content.decode()
        assert "token-blood" not in walk.get("correct").content.decode()
        record(walk.campaign, steps.TokensChanged(tokens={BLOOD: 1}), by=alice)
        page = walk.get("bag")
        assert page.context["quick_title"] == "Bless, curse, frost, blood"
        assert "token--blood" in page.content.decode()
        assert "token-blood" in walk.get("after").content.decode()
        assert "token-blood" in walk.get("correct").content.decode()

    def test_the_reward_brings_it_into_any_campaign(self, walk: Walk, alice: User) -> None:
        walk.sit(make_deck(alice, FIRST, {CHOSEN: 1}))
        record(walk.campaign, steps.RewardsUnlocked(cards=(CHOSEN,)), by=alice)
        assert "token-blood" in walk.get("bag").content.decode(), "before the game begins already"
        walk.did("next", do="advance", scenario="spreading_flames")
        assert "5 blood tokens added to the bag, for this game only" in walk.get("next").content.decode()
        walk.did("next", do="begin", lead="s1")
        assert walk.state.bag.tokens[BLOOD] == 5
        walk.did("after", resolution="R1", victory="1")
        assert BLOOD not in walk.state.bag.tokens

    def test_tokens_are_sealed_on_investigators_and_enemies(
        self, walk: Walk, alice: User, decks: list[Deck]
    ) -> None:
        children_of_blood(walk, alice, decks)
        walk.begin("river_of_blood")
        walk.did("bag", do="change", **{"token-blood": "5"})
        groups = dict(walk.get("bag").context["holders"])
        assert [title for _code, title in groups["Investigators"]] == ["Daniela Reyes", "Joe Diamond"]
        walk.did("bag", do="seal", token=BLOOD, card=FIRST, copies="3")
        full = walk.post("bag", do="seal", token=BLOOD, card=FIRST, copies="1")
        assert full.status_code == 409
        assert "Daniela Reyes can hold 3 blood tokens" in full.content.decode()
        walk.did("bag", do="seal", token=BLOOD, other="suspicious guest", copies="2")
        walk.did("bag", do="seal", token=BLOOD, other="12020", card=FIRST, copies="1")
        page = walk.get("bag").content.decode()
        assert "Sealed on Daniela Reyes" in page
        assert "Sealed on Suspicious Guest" in page
        no_one = walk.post("bag", do="seal", token=BLOOD, other="Nobody at all", copies="1")
        assert no_one.status_code == 400
        assert 'value="Nobody at all"' in no_one.content.decode()
        code = next(each for each in walk.state.bag.sealed if each not in (FIRST, "12020"))
        walk.did("bag", do="release", token=BLOOD, card=code, copies="2")
        assert walk.state.bag.tokens[BLOOD] == 2

    def test_a_bag_of_ones_own_may_hold_blood(self, as_alice: Client) -> None:
        page = as_alice.get("/campaigns/new/custom/")
        assert 'name="token_blood"' in page.content.decode()


class TestTheBlight:
    @pytest.fixture
    def river(self, walk: Walk, alice: User, decks: list[Deck]) -> Walk:
        children_of_blood(walk, alice, decks)
        walk.begin("river_of_blood")
        walk.did("bag", do="change", **{"token-blood": "5"})
        walk.did("bag", do="seal", token=BLOOD, card=FIRST, copies="3")
        walk.did("bag", do="seal", token=BLOOD, card=SECOND, copies="2")
        return walk

    def test_it_is_ticked_for_who_has_enough_tokens(self, river: Walk) -> None:
        page = river.get("after").content.decode()
        assert "3 blood tokens are sealed on Daniela Reyes" in page
        assert "are sealed on Joe Diamond" not in page
        story_cards = {code: who for code, _title, who in river.get("after").context["story_cards"]}
        assert [bool(on) for _each, on in story_cards[BLIGHT]] == [True, False]
        lines = [line.what for line in river.get("after").context["lines"]]
        assert "Story cards" in lines, "the preview has it too"

    def test_what_was_unticked_stays_so(self, river: Walk) -> None:
        river.did("after-save", resolution="R1", victory="2", draft="0")
        story_cards = {code: who for code, _title, who in river.get("after").context["story_cards"]}
        assert [bool(on) for _each, on in story_cards[BLIGHT]] == [False, False]

    def test_it_joins_the_deck_and_the_tokens_return(self, river: Walk) -> None:
        river.did("after", resolution="R1", victory="2", **{f"gain-{BLIGHT}-s1": "yes"})
        assert river.state.seats["s1"].story == {BLIGHT: 1}
        assert (river.state.bag.tokens[BLOOD], river.state.bag.sealed) == (6, {})
        river.begin("new_horizons")
        assert river.get("after").context["due"] == []


class TestPrologueAndInterlude:
    @pytest.mark.parametrize(("difficulty", "gifts"), [("standard", []), ("hard", ["+5 experience"])])
    def test_the_prologue_gives_experience_on_hard(
        self, walk: Walk, alice: User, decks: list[Deck], difficulty: str, gifts: list[str]
    ) -> None:
        children_of_blood(walk, alice, decks, difficulty)
        ((address, title, _optional),) = walk.get("next").context["interludes"]
        assert (address, title) == (walk.url("interlude") + "?interlude=cob_prologue", "Prologue")
        found = walk.get("interlude", interlude="cob_prologue").context["proposals"]
        assert [proposal.text for proposal in found] == gifts
        walk.interlude("cob_prologue", **{"may-bonus-5-all": "yes"})
        given = 5 if gifts else 0
        assert [seat.experience for seat in walk.state.seats.values()] == [given, given]
        assert walk.get("next").context["interludes"] == []
        assert [each[0] for each in walk.get("next").context["suggested"]] == ["river_of_blood"]

    def at_the_interlude(self, walk: Walk, alice: User, decks: list[Deck], blood: int) -> Walk:
        children_of_blood(walk, alice, decks, "standard")
        walk.did("bag", do="change", **{"token-blood": str(blood)})
        walk.begin("new_horizons")
        walk.did("after", resolution="R3", victory="1")
        return walk

    def test_experience_or_a_card(self, walk: Walk, alice: User, decks: list[Deck]) -> None:
        self.at_the_interlude(walk, alice, decks, 11)
        page = walk.get("interlude", interlude="friends_in_low_places").context
        assert [proposal.text for proposal in page["proposals"]] == ["+2 experience"]
        assert [title for _code, title, _who in page["story_cards"]] == ["Charlie Kane"]
        assert "the end of the guide" not in walk.get("next").content.decode(), "an interlude comes first"
        walk.interlude("friends_in_low_places", **{"may-bonus-2-s1": "yes", f"gain-{CHARLIE}-s2": "yes"})
        first, second = walk.state.seats.values()
        assert (first.experience, second.experience, second.story) == (3, 1, {CHARLIE: 1})

    def test_trauma_with_every_token_in_the_bag(self, walk: Walk, alice: User, decks: list[Deck]) -> None:
        self.at_the_interlude(walk, alice, decks, 12)
        page = walk.get("interlude", interlude="friends_in_low_places").context
        assert [proposal.text for proposal in page["proposals"]] == ["1 mental trauma"]
        walk.interlude("friends_in_low_places", **{"may-trauma-mental1-all": "yes", "may-bonus-2-s1": "yes"})
        assert [seat.mental for seat in walk.state.seats.values()] == [1, 1]
        assert walk.state.seats["s1"].experience == 1, "what is not offered is not given"

    def test_it_is_recorded_with_what_it_gave(self, walk: Walk, alice: User, decks: list[Deck]) -> None:
        self.at_the_interlude(walk, alice, decks, 3)
        before = walk.state
        walk.interlude("friends_in_low_places", **{"may-bonus-2-s1": "yes"})
        kinds = list(walk.campaign.steps.order_by("-number").values_list("kind", flat=True)[:2])
        assert kinds == ["experience-adjusted", "interlude-played"]
        assert before.seats["s1"].experience + 2 == walk.state.seats["s1"].experience

    def test_what_was_decided_is_shown_wherever_the_interlude_is(
        self, walk: Walk, alice: User, decks: list[Deck]
    ) -> None:
        self.at_the_interlude(walk, alice, decks, 3)
        walk.interlude("friends_in_low_places", part=["s1"], choice="We took <his> money.")
        for page in ("steps", "detail", "chronicle", "log-print"):
            assert "We took &lt;his&gt; money." in walk.get(page).content.decode(), page
        assert "Took part: Daniela Reyes" in walk.get("steps").content.decode()
        walk.did("undo")
        for page in ("chronicle", "log-print"):
            assert "money" not in walk.get(page).content.decode(), page

    def test_after_the_last_scenario_the_epilogue_comes_before_new_investigators(
        self, walk: Walk, alice: User, decks: list[Deck]
    ) -> None:
        children_of_blood(walk, alice, decks, "standard")
        walk.begin("blood_money")
        walk.did(
            "after", resolution="R2", victory="1", **{f"may-killed-{seat}": "yes" for seat in ("s1", "s2")}
        )
        todos = [todo.text for todo in walk.get("detail").context["todos"]]
        assert todos == [
            "Next: Epilogue",
            "Daniela Reyes is out. Choose a new investigator.",
            "Joe Diamond is out. Choose a new investigator.",
        ]
        walk.interlude("cob_epilogue")
        assert walk.get("detail").context["todos"][0].do == "campaign-ended"


def test_the_reward_is_offered_after_its_scenario_only(walk: Walk, alice: User, decks: list[Deck]) -> None:
    children_of_blood(walk, alice, decks)
    walk.begin("new_horizons")
    assert walk.get("after").context["rewards"] == []
    walk.did("after", resolution="R1", victory="1")
    walk.begin("blood_money")
    ((card, _on),) = walk.get("after").context["rewards"]
    assert card.code == CHOSEN
    walk.did("after", resolution="R1", victory="1", reward=CHOSEN)
    assert walk.state.rewards == (CHOSEN,)
    walk.interlude("cob_epilogue")
    assert "the end of the guide" in walk.get("next").content.decode()


def test_the_setup_names_the_sets_that_are_used(walk: Walk, alice: User, decks: list[Deck]) -> None:
    children_of_blood(walk, alice, decks)
    walk.did("next", do="advance", scenario="new_horizons")
    page = walk.get("next").content.decode()
    assert "1 cultist added to the bag" in page
    assert "by night" in page
