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
    transfer,
)
from rules.campaign import steps as acts
from rules.cards.model import Deck
from rules.chaos_bag import BLOOD, DIFFICULTIES
from rules.deck.validate import judge
from rules.setup import setup_sheet
from tests.builders import a_deck, catalogue
from tests.rules.campaign.game import Table
from tests.rules.campaign.shipped import advance, law, shop, sit_down, verdicts

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


def begun(difficulty: str = "standard") -> Table:
    table = Table(law=law()).do(acts.StartCampaign(campaign="cob", difficulty=difficulty))
    sit_down(table, ADA, DANIELA, {})
    return sit_down(table, BEN, JOE, {})


def blood(by: int) -> acts.TokensChanged:
    return acts.TokensChanged(tokens={BLOOD: by}, cause="the guide")


def seal(seat: str, count: int) -> acts.TokensSealed:
    return acts.TokensSealed(tokens={BLOOD: count}, card={ADA: DANIELA, BEN: JOE}[seat])


def end(table: Table, resolution: str, victory: int, bonus: int = 0, **fates: Fate) -> Table:
    everybody = {ADA: Fate(), BEN: Fate(), **fates}
    return table.do(acts.EndScenario(resolution=resolution, fates=everybody, victory=victory, bonus=bonus))


def gain(table: Table, card: str, *seats: str) -> Table:
    return table.do(
        acts.BearersChanged(changes=tuple(acts.BearerChange(card=card, seat=seat) for seat in seats))
    )


def offered(table: Table, interlude: str) -> dict:
    return dict(may_bring(table.state, law().scenario("cob", interlude)))


def experience(table: Table) -> list[int]:
    return [table.seat(ADA).experience, table.seat(BEN).experience]


class TestTheBags:
    @pytest.mark.parametrize(("difficulty", "blood"), [*zip(DIFFICULTIES, (0, 0, 1, 2), strict=True)])
    def test_the_rest_is_that_of_brethren_of_ash(self, difficulty, blood):
        bag = dict(law().campaigns["cob"].bags[difficulty])
        assert bag.pop(BLOOD, 0) == blood
        assert bag == law().campaigns["boa"].bags[difficulty]


class TestThePrologue:
    def test_five_experience_on_hard_and_expert_alone(self):
        given = {difficulty: offered(begun(difficulty), PROLOGUE).get("bonus") for difficulty in DIFFICULTIES}
        assert given == {"easy": None, "standard": None, "hard": [5], "expert": [5]}

    def test_it_is_spent_before_the_first_scenario(self):
        table = begun("hard").do(acts.InterludePlayed(interlude=PROLOGUE))
        deck = a_deck(DANIELA, {COUNTERATTACK_1: 2}, mode="creation")
        upgraded = acts.DeckChosen(seat=ADA, deck=_with_weakness(table, ADA, deck), experience=2)
        assert table.refused(upgraded) == ("xp.spend-not-exceed",)
        table.do(acts.ExperienceAdjusted(amounts={ADA: 5, BEN: 5}, cause="Prologue"))
        table.do(upgraded)
        assert experience(table) == [3, 5]
        assert not verdicts(table)[ADA]
        assert table.refused(replace(upgraded, experience=6)) == ("xp.spend-not-exceed",)
        advance(table, RIVER)
        assert table.seat(ADA).earned == 5

    def test_without_it_a_new_deck_has_level_0_cards(self):
        table = begun()
        deck = _with_weakness(table, ADA, a_deck(DANIELA, {COUNTERATTACK_1: 2}, mode="creation"))
        verdict = judge(catalogue(), deck, circumstances_of(table.state, table.seat(ADA), law()))
        assert "deck.level-zero-start" in [violation.rule for violation in verdict.violations]


def _with_weakness(table: Table, seat: str, deck: Deck) -> Deck:
    """Return the deck with the weakness that was drawn for the seat, in place of any other."""
    slots = {code: n for code, n in deck.slots.items() if catalogue().resolve(code).weakness != "basic"}
    return replace(deck, slots={**slots, **table.seat(seat).weaknesses})


class TestTheBlight:
    @pytest.mark.parametrize(
        ("scenario", "least"), [(RIVER, 3), (HORIZONS, 2), (MONEY, 2)], ids=lambda each: str(each)
    )
    def test_it_comes_to_who_has_enough_blood_sealed(self, scenario, least):
        table = advance(begun().do(blood(12)), scenario).do(seal(ADA, least)).do(seal(BEN, least - 1))
        (due,) = cards_due(table.state, law())
        assert (due.seat, due.card, due.sealed) == (ADA, BLIGHT, least)
        end(table, "R1", 4)
        assert cards_due(table.state, law()) == (), "the tokens have returned"
        assert table.state.bag.tokens[BLOOD] == 12

    def test_nobody_has_it_twice(self):
        table = gain(end(advance(begun().do(blood(6)), RIVER), "R1", 4), BLIGHT, ADA)
        advance(table, HORIZONS).do(seal(ADA, 3)).do(seal(BEN, 3))
        assert [due.seat for due in cards_due(table.state, law())] == [BEN]

    def test_in_another_campaign_nothing_is_due(self):
        table = Table(law=law()).do(acts.StartCampaign(campaign="boa", difficulty="standard"))
        sit_down(table, ADA, DANIELA, {})
        advance(table.do(blood(3)), "spreading_flames")
        table.do(acts.TokensSealed(tokens={BLOOD: 3}, card=DANIELA))
        assert cards_due(table.state, law()) == ()

    def test_a_deck_with_it_is_legal_and_keeps_its_size(self):
        table = gain(end(advance(begun(), RIVER), "R1", 4), BLIGHT, ADA)
        assert not verdicts(table)[ADA]
        assert table.seat(ADA).deck.slots[BLIGHT] == 1


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
        sheet = setup_sheet(begun(difficulty).state, law(), scenario=scenario)
        return {each.code: "aside" if each.aside else each.version for each in sheet.sets}

    def test_sets_by_difficulty(self):
        easy, hard = self.sets(RIVER), self.sets(RIVER, "hard")
        dependent = {"preyed_upon", "vermin", "agents_of_zburamoarte", "mongrels"}
        assert dependent & easy.keys() == {"preyed_upon", "vermin"}
        assert dependent & hard.keys() == {"agents_of_zburamoarte", "mongrels"}
        assert easy["infected"] == "aside"

    def test_sets_by_the_number_of_investigators(self):
        assert "afflicted" not in self.sets(RIVER)
        table = begun()
        sit_down(table, "cyd", "12007", {})
        sheet = setup_sheet(table.state, law(), scenario=RIVER)
        assert "afflicted" in {each.code for each in sheet.sets}

    def test_sets_by_day_and_by_night(self):
        found = self.sets(HORIZONS)
        assert (found["bloodthirst"], found["stalked"], found["sanguine_secrets"]) == ("day", "night", "")

    def test_tokens_that_the_guide_puts_in(self):
        steps = {step.id: step.facts for step in setup_sheet(begun().state, law(), scenario=MONEY).steps}
        assert steps["guide"] == {"tokens": {"cultist": 1}}


def on_hard() -> Table:
    """Play the prologue and River of Blood on hard: the cult was stopped, and the group pays for a token."""
    table = begun("hard").do(acts.InterludePlayed(interlude=PROLOGUE))
    table.do(acts.ExperienceAdjusted(amounts={ADA: 5, BEN: 5}, cause="Prologue"))
    assert scenarios_next(table.state, law()) == (RIVER,)
    advance(table, RIVER).do(blood(3)).do(seal(ADA, 3)).do(seal(BEN, 1))
    assert table.state.bag.in_all(BLOOD) == 4
    due = cards_due(table.state, law())
    end(table, "R1", 6, ben=Fate("horror"))
    gain(table, REYNOLDS, BEN)
    gain(table, FANG, ADA)
    return gain(table, BLIGHT, *(each.seat for each in due))


class TestTheStory:
    def test_river_of_blood(self):
        table = on_hard()
        assert experience(table) == [11, 11]
        assert table.seat(ADA).story == {FANG: 1, BLIGHT: 1}
        assert table.seat(BEN).story == {REYNOLDS: 1}
        assert (table.seat(BEN).mental, table.state.bag.tokens[BLOOD], table.state.bag.sealed) == (1, 4, {})
        assert not any(verdicts(table).values())

    def test_the_group_buys_a_token_out(self):
        table = on_hard()
        assert [price.id for price in prices_open(table.state, law())] == ["remove_blood"]
        table.do(acts.PricePaid(price="remove_blood", shares={ADA: 1, BEN: 3}))
        assert (experience(table), table.state.bag.tokens[BLOOD]) == ([10, 8], 3)
        assert prices_open(table.state, law()) == ()

    def test_no_resolution(self):
        table = advance(begun(), RIVER)
        end(table, "no_resolution", 1, 3, ada=Fate("damage"), ben=Fate("damage"))
        gain(table.do(blood(1)), BLIGHT, ADA, BEN)
        assert (experience(table), table.state.bag.tokens[BLOOD]) == ([4, 4], 1)
        assert prices_open(table.state, law()) == ()
        assert scenarios_next(table.state, law()) == (HORIZONS,)

    def test_to_the_end(self):
        table = on_hard()
        table.do(shop(table, ADA, {_plain(table, ADA): 1}, {COUNTERATTACK_1: 1}))
        assert experience(table) == [10, 11]
        advance(table, HORIZONS).do(acts.TokensChanged(tokens={"cultist": 1}, cause="setup"))
        table.do(seal(BEN, 2))
        (due,) = cards_due(table.state, law())
        assert due.seat == BEN
        end(table, "R2", 5)
        gain(gain(table.do(blood(-1)), SONG, BEN), BLIGHT, BEN)
        table.do(acts.PricePaid(price="remove_blood", shares={ADA: 4}))
        assert (experience(table), table.state.bag.tokens[BLOOD]) == ([11, 16], 2)
        assert scenarios_next(table.state, law()) == (INTERLUDE,)
        table.do(acts.InterludePlayed(interlude=INTERLUDE))
        table.do(acts.ExperienceAdjusted(amounts={ADA: 2, BEN: 2}, cause="Friends in Low Places"))
        assert scenarios_next(table.state, law()) == (MONEY,)
        advance(table, MONEY).do(acts.TokensChanged(tokens={"cultist": 1}, cause="setup")).do(seal(ADA, 2))
        assert cards_due(table.state, law()) == (), "both have it"
        end(table, "R1", 4, 3, ben=Fate("damage", lost="killed"))
        assert (experience(table), table.seat(BEN).status) == ([20, 25], "killed")
        table.do(acts.RewardsUnlocked(cards=(CHOSEN,)))
        table.do(acts.InterludePlayed(interlude=EPILOGUE))
        assert scenarios_next(table.state, law()) == ()
        assert "advance" in [step.do for step in next_steps(table.state, law())]
        table.do(acts.CampaignEnded(result="won"))
        assert (table.state.rewards, table.state.bag.tokens["cultist"]) == ((CHOSEN,), 2)
        assert replay(table.acts, law()) == table.state

    def test_the_worst_end(self):
        table = advance(begun(), MONEY)
        everybody = Fate("damage", lost="killed", physical=1, mental=1)
        end(table, "no_resolution", 0, ada=everybody, ben=everybody)
        assert [seat.status for seat in table.state.seats.values()] == ["killed", "killed"]

    def test_the_reward_in_another_campaign(self):
        table = on_hard().do(acts.RewardsUnlocked(cards=(CHOSEN,))).do(acts.CampaignEnded(result="won"))
        seed = transfer(table.state, law(), [ADA])
        follow = Table(law=law()).do(acts.StartCampaign(campaign="dwl", difficulty="hard", carried=seed))
        seat = follow.seat(ADA)
        assert (seat.story, BLOOD in follow.state.bag.tokens) == ({FANG: 1, BLIGHT: 1}, False)
        slots = {**seat.deck.slots, CHOSEN: 1}
        judged = circumstances_of(follow.state, seat, law(), rewards=frozenset({CHOSEN}))
        verdict = judge(catalogue(), replace(seat.deck, slots=slots), judged)
        assert not [each for each in verdict.violations if each.facts.get("card") == CHOSEN]
        locked = judge(catalogue(), replace(seat.deck, slots=slots), replace(judged, rewards=frozenset()))
        assert "reward.locked-until-earned" in [each.rule for each in locked.violations]
        follow.do(acts.DeckChanged(seat=ADA, deck=replace(seat.deck, slots=slots), cause="the reward"))
        scenario = "extracurricular_activity"
        follow.do(acts.Advance(scenario=scenario, verdicts={ADA: ()}))
        follow.do(acts.BeginScenario(scenario=scenario, lead=ADA))
        assert follow.state.bag.tokens[BLOOD] == 5
        follow.do(acts.TokensSealed(tokens={BLOOD: 4}, card=CHOSEN))
        resolution = law().scenario("dwl", scenario).resolutions[0]
        follow.do(acts.EndScenario(resolution=resolution, fates={ADA: Fate()}, victory=2))
        assert BLOOD not in follow.state.bag.tokens


def _plain(table: Table, seat: str) -> str:
    """Return a level 0 card of the deck that may leave it."""
    slots = table.seat(seat).deck.slots
    return next(code for code, n in sorted(slots.items()) if n == 2 and catalogue().resolve(code).level == 0)
