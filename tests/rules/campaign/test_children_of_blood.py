"""Two players play Children of Blood with real cards, from the prologue to the reward and beyond."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.campaign import (
    Fate,
    cards_due,
    circumstances_of,
    may_bring,
    next_steps,
    prices_open,
    replay,
    scenarios_next,
    steps,
    transfer,
)
from rules.cards.model import Deck
from rules.chaos_bag import BLOOD, DIFFICULTIES
from rules.deck.validate import judge
from rules.setup import scenario_setup
from tests.builders import a_deck, catalogue
from tests.rules.campaign.party import Party
from tests.rules.campaign.shipped import advance, game, purchases_of, sit_down, verdicts

ADA, BEN = "ada", "ben"
DANIELA, JOE = "12001", "12004"
REYNOLDS, FANG, SONG, PERMIT, CHOSEN, CHARLIE, BLIGHT = (
    "13029",
    "13030",
    "13066",
    "13067",
    "13093a",
    "13105",
    "13118",
)
COUNTERATTACK_1 = "12026"
RIVER, HORIZONS, MONEY = "river_of_blood", "new_horizons", "blood_money"
PROLOGUE, INTERLUDE, EPILOGUE = "cob_prologue", "friends_in_low_places", "cob_epilogue"


def begun(difficulty: str = "standard") -> Party:
    party = Party(game=game()).do(steps.StartCampaign(campaign="cob", difficulty=difficulty))
    sit_down(party, ADA, DANIELA, {})
    return sit_down(party, BEN, JOE, {})


def blood(by: int) -> steps.TokensChanged:
    return steps.TokensChanged(tokens={BLOOD: by}, cause="the guide")


def seal(seat: str, count: int) -> steps.TokensSealed:
    return steps.TokensSealed(tokens={BLOOD: count}, card={ADA: DANIELA, BEN: JOE}[seat])


def end(party: Party, resolution: str, victory: int, bonus: int = 0, **fates: Fate) -> Party:
    everybody = {ADA: Fate(), BEN: Fate(), **fates}
    return party.do(steps.EndScenario(resolution=resolution, fates=everybody, victory=victory, bonus=bonus))


def gain(party: Party, card: str, *seats: str) -> Party:
    return party.do(
        steps.BearersChanged(changes=tuple(steps.BearerChange(card=card, seat=seat) for seat in seats))
    )


def offered(party: Party, interlude: str) -> dict:
    return dict(may_bring(party.state, game().scenario("cob", interlude)))


def experience(party: Party) -> list[int]:
    return [party.seat(ADA).experience, party.seat(BEN).experience]


class TestTheBags:
    @pytest.mark.parametrize(("difficulty", "blood"), [*zip(DIFFICULTIES, (0, 0, 1, 2), strict=True)])
    def test_the_rest_is_that_of_brethren_of_ash(self, difficulty, blood):
        bag = dict(game().campaigns["cob"].bags[difficulty])
        assert bag.pop(BLOOD, 0) == blood
        assert bag == game().campaigns["boa"].bags[difficulty]


class TestThePrologue:
    def test_five_experience_on_hard_and_expert_alone(self):
        given = {difficulty: offered(begun(difficulty), PROLOGUE).get("bonus") for difficulty in DIFFICULTIES}
        assert given == {"easy": None, "standard": None, "hard": [5], "expert": [5]}

    def test_it_is_spent_before_the_first_scenario(self):
        party = begun("hard").do(steps.InterludePlayed(interlude=PROLOGUE))
        deck = a_deck(DANIELA, {COUNTERATTACK_1: 2}, mode="creation")
        upgraded = steps.DeckChosen(seat=ADA, deck=_with_weakness(party, ADA, deck), experience=2)
        assert party.refused(upgraded) == ("xp.spend-not-exceed",)
        party.do(steps.ExperienceAdjusted(amounts={ADA: 5, BEN: 5}, cause="Prologue"))
        party.do(upgraded)
        assert experience(party) == [3, 5]
        assert not verdicts(party)[ADA]
        assert party.refused(replace(upgraded, experience=6)) == ("xp.spend-not-exceed",)
        advance(party, RIVER)
        assert party.seat(ADA).earned == 5

    def test_without_it_a_new_deck_has_level_0_cards(self):
        party = begun()
        deck = _with_weakness(party, ADA, a_deck(DANIELA, {COUNTERATTACK_1: 2}, mode="creation"))
        verdict = judge(catalogue(), deck, circumstances_of(party.state, party.seat(ADA), game()))
        assert "deck.level-zero-start" in [violation.rule for violation in verdict.violations]


def _with_weakness(party: Party, seat: str, deck: Deck) -> Deck:
    """Return the deck with the weakness that was drawn for the seat, in place of any other."""
    slots = {code: n for code, n in deck.slots.items() if catalogue().resolve(code).weakness != "basic"}
    return replace(deck, slots={**slots, **party.seat(seat).weaknesses})


class TestTheBlight:
    @pytest.mark.parametrize(
        ("scenario", "least"), [(RIVER, 3), (HORIZONS, 2), (MONEY, 2)], ids=lambda each: str(each)
    )
    def test_it_comes_to_who_has_enough_blood_sealed(self, scenario, least):
        party = advance(begun().do(blood(12)), scenario).do(seal(ADA, least)).do(seal(BEN, least - 1))
        (due,) = cards_due(party.state, game())
        assert (due.seat, due.card, due.sealed) == (ADA, BLIGHT, least)
        end(party, "R1", 4)
        assert cards_due(party.state, game()) == (), "the tokens have returned"
        assert party.state.bag.tokens[BLOOD] == 12

    def test_no_investigator_has_it_twice(self):
        party = gain(end(advance(begun().do(blood(6)), RIVER), "R1", 4), BLIGHT, ADA)
        advance(party, HORIZONS).do(seal(ADA, 3)).do(seal(BEN, 3))
        assert [due.seat for due in cards_due(party.state, game())] == [BEN]

    def test_in_another_campaign_nothing_is_due(self):
        party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard"))
        sit_down(party, ADA, DANIELA, {})
        advance(party.do(blood(3)), "spreading_flames")
        party.do(steps.TokensSealed(tokens={BLOOD: 3}, card=DANIELA))
        assert cards_due(party.state, game()) == ()

    def test_a_deck_with_it_is_legal_and_keeps_its_size(self):
        party = gain(end(advance(begun(), RIVER), "R1", 4), BLIGHT, ADA)
        assert not verdicts(party)[ADA]
        assert party.seat(ADA).deck.slots[BLIGHT] == 1


class TestTheInterlude:
    def test_experience_or_charlie(self):
        assert offered(begun().do(blood(11)), INTERLUDE)["bonus"] == [2]
        assert offered(begun(), INTERLUDE)["cards"] == [CHARLIE]
        assert "trauma" not in offered(begun(), INTERLUDE)

    def test_with_twelve_blood_tokens_in_the_bag_trauma_instead(self):
        given = offered(begun().do(blood(12)), INTERLUDE)
        assert (given.get("trauma"), given.get("bonus"), given.get("cards")) == ([{"mental": 1}], None, None)


class TestTheSetup:
    def sets(self, scenario: str, difficulty: str = "standard") -> dict[str, str]:
        sheet = scenario_setup(begun(difficulty).state, game(), scenario=scenario)
        return {each.code: "aside" if each.aside else each.version for each in sheet.sets}

    def test_sets_by_difficulty(self):
        easy, hard = self.sets(RIVER), self.sets(RIVER, "hard")
        dependent = {"preyed_upon", "vermin", "agents_of_zburamoarte", "mongrels"}
        assert dependent & easy.keys() == {"preyed_upon", "vermin"}
        assert dependent & hard.keys() == {"agents_of_zburamoarte", "mongrels"}
        assert easy["infected"] == "aside"

    def test_sets_by_the_number_of_investigators(self):
        assert "afflicted" not in self.sets(RIVER)
        party = begun()
        sit_down(party, "cyd", "12007", {})
        sheet = scenario_setup(party.state, game(), scenario=RIVER)
        assert "afflicted" in {each.code for each in sheet.sets}

    def test_sets_by_day_and_by_night(self):
        found = self.sets(HORIZONS)
        assert (found["bloodthirst"], found["stalked"], found["sanguine_secrets"]) == ("day", "night", "")

    def test_tokens_that_the_guide_puts_in(self):
        by_id = {step.id: step.facts for step in scenario_setup(begun().state, game(), scenario=MONEY).steps}
        assert by_id["guide"] == {"tokens": {"cultist": 1}}


def on_hard() -> Party:
    """Play the prologue and River of Blood on hard: the cult was stopped, and the group pays for a token."""
    party = begun("hard").do(steps.InterludePlayed(interlude=PROLOGUE))
    party.do(steps.ExperienceAdjusted(amounts={ADA: 5, BEN: 5}, cause="Prologue"))
    assert scenarios_next(party.state, game()) == (RIVER,)
    advance(party, RIVER).do(blood(3)).do(seal(ADA, 3)).do(seal(BEN, 1))
    assert party.state.bag.in_all(BLOOD) == 4
    due = cards_due(party.state, game())
    end(party, "R1", 6, ben=Fate("horror"))
    gain(party, REYNOLDS, BEN)
    gain(party, FANG, ADA)
    return gain(party, BLIGHT, *(each.seat for each in due))


class TestTheStory:
    def test_river_of_blood(self):
        party = on_hard()
        assert experience(party) == [11, 11]
        assert party.seat(ADA).story == {FANG: 1, BLIGHT: 1}
        assert party.seat(BEN).story == {REYNOLDS: 1}
        assert (party.seat(BEN).mental, party.state.bag.tokens[BLOOD], party.state.bag.sealed) == (1, 4, {})
        assert not any(verdicts(party).values())

    def test_the_group_buys_a_token_out(self):
        party = on_hard()
        assert [price.id for price in prices_open(party.state, game())] == ["remove_blood"]
        party.do(steps.PricePaid(price="remove_blood", shares={ADA: 1, BEN: 3}))
        assert (experience(party), party.state.bag.tokens[BLOOD]) == ([10, 8], 3)
        assert prices_open(party.state, game()) == ()

    def test_no_resolution(self):
        party = advance(begun(), RIVER)
        end(party, "no_resolution", 1, 3, ada=Fate("damage"), ben=Fate("damage"))
        gain(party.do(blood(1)), BLIGHT, ADA, BEN)
        assert (experience(party), party.state.bag.tokens[BLOOD]) == ([4, 4], 1)
        assert prices_open(party.state, game()) == ()
        assert scenarios_next(party.state, game()) == (HORIZONS,)

    def test_to_the_end(self):
        party = on_hard()
        party.do(purchases_of(party, ADA, {_plain(party, ADA): 1}, {COUNTERATTACK_1: 1}))
        assert experience(party) == [10, 11]
        advance(party, HORIZONS).do(steps.TokensChanged(tokens={"cultist": 1}, cause="setup"))
        party.do(seal(BEN, 2))
        (due,) = cards_due(party.state, game())
        assert due.seat == BEN
        end(party, "R2", 5)
        gain(gain(party.do(blood(-1)), SONG, BEN), BLIGHT, BEN)
        party.do(steps.PricePaid(price="remove_blood", shares={ADA: 4}))
        assert (experience(party), party.state.bag.tokens[BLOOD]) == ([11, 16], 2)
        assert scenarios_next(party.state, game()) == (INTERLUDE,)
        party.do(steps.InterludePlayed(interlude=INTERLUDE))
        party.do(steps.ExperienceAdjusted(amounts={ADA: 2, BEN: 2}, cause="Friends in Low Places"))
        assert scenarios_next(party.state, game()) == (MONEY,)
        advance(party, MONEY).do(steps.TokensChanged(tokens={"cultist": 1}, cause="setup")).do(seal(ADA, 2))
        assert cards_due(party.state, game()) == (), "both have it"
        end(party, "R1", 4, 3, ben=Fate("damage", lost="killed"))
        assert (experience(party), party.seat(BEN).status) == ([20, 25], "killed")
        party.do(steps.RewardsUnlocked(cards=(CHOSEN,)))
        party.do(steps.InterludePlayed(interlude=EPILOGUE))
        assert scenarios_next(party.state, game()) == ()
        assert "campaign-ended" in [step.do for step in next_steps(party.state, game())]
        party.do(steps.CampaignEnded(result="won"))
        assert (party.state.rewards, party.state.bag.tokens["cultist"]) == ((CHOSEN,), 2)
        assert replay(party.steps, game()) == party.state

    def test_the_worst_end(self):
        party = advance(begun(), MONEY)
        everybody = Fate("damage", lost="killed", physical=1, mental=1)
        end(party, "no_resolution", 0, ada=everybody, ben=everybody)
        assert [seat.status for seat in party.state.seats.values()] == ["killed", "killed"]

    def test_the_reward_in_another_campaign(self):
        party = on_hard().do(steps.RewardsUnlocked(cards=(CHOSEN,))).do(steps.CampaignEnded(result="won"))
        seed = transfer(party.state, game(), [ADA])
        follow = Party(game=game()).do(steps.StartCampaign(campaign="dwl", difficulty="hard", carried=seed))
        seat = follow.seat(ADA)
        assert (seat.story, BLOOD in follow.state.bag.tokens) == ({FANG: 1, BLIGHT: 1}, False)
        slots = {**seat.deck.slots, CHOSEN: 1}
        judged = circumstances_of(follow.state, seat, game(), rewards=frozenset({CHOSEN}))
        verdict = judge(catalogue(), replace(seat.deck, slots=slots), judged)
        assert not [each for each in verdict.violations if each.facts.get("card") == CHOSEN]
        locked = judge(catalogue(), replace(seat.deck, slots=slots), replace(judged, rewards=frozenset()))
        assert "reward.locked-until-earned" in [each.rule for each in locked.violations]
        follow.do(steps.DeckChanged(seat=ADA, deck=replace(seat.deck, slots=slots), cause="the reward"))
        scenario = "extracurricular_activity"
        follow.do(steps.Advance(scenario=scenario, verdicts={ADA: ()}))
        follow.do(steps.BeginScenario(scenario=scenario, lead=ADA))
        assert follow.state.bag.tokens[BLOOD] == 5
        follow.do(steps.TokensSealed(tokens={BLOOD: 4}, card=CHOSEN))
        resolution = game().scenario("dwl", scenario).resolutions[0]
        follow.do(steps.EndScenario(resolution=resolution, fates={ADA: Fate()}, victory=2))
        assert BLOOD not in follow.state.bag.tokens


def _plain(party: Party, seat: str) -> str:
    """Return a level 0 card of the deck that may leave it."""
    slots = party.seat(seat).deck.slots
    return next(code for code, n in sorted(slots.items()) if n == 2 and catalogue().resolve(code).level == 0)
