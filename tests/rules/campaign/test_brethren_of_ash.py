"""Two players play Brethren of Ash with real cards, with the results that the rulebook gives."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, replay, steps, transfer
from rules.chaos_bag import DIFFICULTIES
from rules.outcome import Piles
from rules.setup import scenario_setup
from tests.builders import catalogue
from tests.rules.campaign.party import Party
from tests.rules.campaign.shipped import advance, game, purchases_of, sit_down, verdicts

ADA, BEN = "ada", "ben"
DANIELA, CAROLYN, JOE = "12001", "60251", "12004"
COAT, SCROLL, WORDS_OF_RA = "60521", "60259", "60280"


def level_zero(party: Party, seat: str) -> str:
    """Return a plain card of the deck that may leave."""
    deck = party.seat(seat).deck
    keep = {SCROLL, COAT}
    return next(
        code
        for code, copies in sorted(deck.slots.items())
        if copies == 2 and catalogue().resolve(code).level == 0 and code not in keep
    )


def played() -> Party:
    """Three scenarios, with a defeat, an exile, research and its upgrade, a death and a replacement."""
    party = Party(game=game()).do(steps.StartCampaign(campaign="boa", difficulty="standard"))
    sit_down(party, ADA, DANIELA, {})
    sit_down(party, BEN, CAROLYN, {SCROLL: 1})
    advance(party, "spreading_flames")
    party.do(steps.ResearchDone(task=catalogue().cards[SCROLL].research.task, seat=BEN))
    party.do(steps.EndScenario(
        resolution="R2", victory=4, bonus=2, fates={ADA: Fate("resigned"), BEN: Fate("horror")}
    ))  # fmt: skip
    party.do(steps.BearersChanged(changes=(steps.BearerChange(card="12115", seat=BEN),)))
    return party


def test_the_cards_that_this_story_needs_are_there():
    for code in (DANIELA, CAROLYN, JOE, COAT, SCROLL, WORDS_OF_RA, "12115", "12137"):
        assert code in catalogue().cards or code in catalogue().printings, code


class TestTheStory:
    def test_the_first_scenario(self):
        party = played()
        assert [seat.experience for seat in party.state.seats.values()] == [6, 6]
        assert (party.seat(BEN).mental, party.seat(ADA).mental) == (1, 0)
        assert [sum(seat.weaknesses.values()) for seat in party.state.seats.values()] == [1, 1]
        assert all(not rules for rules in verdicts(party).values()), verdicts(party)

    def test_research_lets_the_scroll_be_upgraded(self):
        party = played()
        step = purchases_of(party, BEN, {SCROLL: 1}, {WORDS_OF_RA: 1})
        assert [(each.card, each.replaces, each.price) for each in step.purchases] == [
            (WORDS_OF_RA, SCROLL, 4)
        ]
        party.do(step)
        assert party.seat(BEN).experience == 2

    def test_without_the_task_the_scroll_stays_untranslated(self):
        party = played()
        number = next(n for n, step in party.steps if isinstance(step, steps.ResearchDone))
        without = Party(replay([row for row in party.steps if row[0] != number], game()), game())
        with pytest.raises(AssertionError):
            purchases_of(without, BEN, {SCROLL: 1}, {WORDS_OF_RA: 1})

    def test_a_purchase_beyond_the_balance_is_refused(self):
        party = played()
        leaves = level_zero(party, ADA)
        step = purchases_of(party, ADA, {leaves: 2}, {"12029": 2})
        assert sum(each.price for each in step.purchases) == 10
        assert party.refused(step) == ("xp.spend-not-exceed",)

    def test_an_exile_leaves_a_place_that_a_level_zero_card_fills_free(self):
        party = played()
        leaves = level_zero(party, ADA)
        party.do(purchases_of(party, ADA, {leaves: 1}, {COAT: 1}))
        coat = catalogue().resolve(COAT)
        spent = 6 - party.seat(ADA).experience
        assert spent == max(1, coat.level or 0)
        advance(party, "smoke_and_mirrors")
        party.do(steps.EndScenario(
            resolution="R1", victory=6, bonus=1,
            fates={ADA: Fate(exiled=Piles({COAT: 1})), BEN: Fate()},
        ))  # fmt: skip
        step = steps.Advance(scenario="queen_of_ash", verdicts=verdicts(party))
        assert "end.deck-must-be-legal" in party.refused(step)
        before = party.seat(ADA).experience
        party.do(purchases_of(party, ADA, {}, {leaves: 1}))
        assert party.seat(ADA).experience == before, "the refill costs nothing"
        advance(party, "queen_of_ash")

    def test_undo_a_whole_scenario_redo_it_and_branch(self):
        party = played()
        before = list(party.steps)
        advance(party, "smoke_and_mirrors")
        party.do(steps.EndScenario(
            resolution="R1", victory=6, bonus=1, fates={ADA: Fate("damage"), BEN: Fate()}
        ))  # fmt: skip
        party.do(steps.TokensChanged(tokens={"cultist": 2}, cause="R1"))
        whole = list(party.steps)
        undone = replay(before, game())
        assert (undone.bag.size, undone.seats[ADA].physical, undone.seats[ADA].experience) == (16, 0, 6)
        again = replay(whole, game())
        assert again == party.state
        assert (again.bag.size, again.seats[ADA].physical, again.seats[ADA].experience) == (18, 1, 13)
        branch = advance(Party(undone, game()), "smoke_and_mirrors")
        branch.do(steps.EndScenario(resolution="R2", victory=1, fates={ADA: Fate(), BEN: Fate()}))
        assert branch.seat(ADA).experience == 7
        assert replay(whole, game()) == party.state

    def test_a_death_a_replacement_and_epic_mode(self):
        party = advance(played(), "smoke_and_mirrors")
        party.do(steps.EndScenario(
            resolution="R1", victory=6, bonus=1, fates={ADA: Fate("damage", lost="killed"), BEN: Fate()}
        ))  # fmt: skip
        sit_down(party, "ada-2", JOE, {}, replaces=ADA)
        assert (party.seat("ada-2").experience, party.seat(BEN).experience) == (0, 13)
        sheet = scenario_setup(party.state, game(), scenario="queen_of_ash")
        assert (sheet.seats[BEN].horror, sheet.seats[BEN].resources, sheet.investigators) == (1, 5, 2)
        advance(party, "queen_of_ash")
        party.do(steps.EndScenario(
            resolution="R1", victory=2, bonus=5, fates={"ada-2": Fate(), BEN: Fate()}
        ))  # fmt: skip
        party.do(steps.RewardsUnlocked(cards=("12181",)))
        party.do(steps.CampaignEnded(result="won"))
        seed = transfer(party.state, game(), [BEN])
        follow = Party(game=game()).do(
            steps.StartCampaign(campaign="dwl", difficulty="standard", carried=seed)
        )
        seat = follow.seat(BEN)
        assert (seat.experience, seat.total_before, seat.mental) == (0, 20, 1)
        assert seat.story == {"12115": 1}
        assert seat.weaknesses == party.seat(BEN).weaknesses


@pytest.mark.parametrize("campaign", sorted(game().campaigns))
def test_every_campaign_that_ships_can_be_begun(campaign):
    facts = game().campaigns[campaign]
    for difficulty in DIFFICULTIES:
        step = steps.StartCampaign(campaign=campaign, difficulty=difficulty)
        party = Party(game=game())
        if difficulty in facts.bags:
            assert party.do(step).state.bag.tokens == facts.bags[difficulty]
        else:
            assert party.refused(step) == ("chaos.bag-from-guide",)
    for name, scenario in facts.scenarios.items():
        assert scenario.id == name
        assert scenario.kind in ("scenario", "interlude", "epilogue")
        assert 0 <= scenario.price <= 3


def test_side_stories_have_their_price_in_every_other_campaign():
    assert game().price_of("boa", "curse_of_the_rougarou") == 1
    assert game().price_of("tskc", "curse_of_the_rougarou") == 0
    assert game().price_of("boa", "queen_of_ash") == 0
