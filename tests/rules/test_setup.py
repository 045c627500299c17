"""Rulebook A17 and A19: the setup setup of the next scenario."""

from __future__ import annotations

import pytest

from rules.campaign import Fate, Game, steps
from rules.cards.model import Choices, Deck
from rules.chance import Chance, is_honest
from rules.setup import SeatSetup, player_order, scenario_setup, seat_setup
from tests.builders import catalogue
from tests.rules.campaign.party import (
    BAG,
    BOA,
    CATALOGUE,
    DANIELA,
    GAME,
    JOE,
    TRISH,
    Party,
    a_game,
    a_party,
    scenario,
)

OLD = {
    "id": "old", "title": "An Older Campaign", "log": [], "bags": {"standard": BAG},
    "scenarios": [
        scenario("first", encounter_sets=["ghouls", "rats", "arkham", "something_else"],
                 encounter_sets_aside=["ancient_evils"], reference_card="01104"),
        scenario("the_witching_hour", encounter_sets=["striking_fear"]),
    ],
}  # fmt: skip
OLD_GAME = Game.from_facts(CATALOGUE, [BOA, OLD])


def begins(ultimatums=(), slots=None, **facts):
    party = Party().started(DANIELA, ultimatums=ultimatums, **facts).with_decks(daniela=slots or {})
    return seat_setup(party.state, party.seat(DANIELA), GAME)


@pytest.mark.parametrize(
    ("ultimatums", "slots", "resources"),
    [
        pytest.param([], {}, 5, id="no modifiers"),
        pytest.param(["ub.hardship"], {}, 3, id="Hardship"),
        pytest.param(["boon.hades"], {}, 7, id="Hades"),
        pytest.param(["ub.hardship"], {"02037": 1}, 1, id="Hardship and Indebted"),
        pytest.param(["ub.hardship"], {"02037": 2}, 0, id="never below nothing"),
    ],
)
def test_starting_resources(ultimatums, slots, resources):
    assert begins(ultimatums, slots).resources == resources


@pytest.mark.parametrize(
    ("ultimatums", "slots", "hand"),
    [
        pytest.param([], {}, 5, id="no modifiers"),
        pytest.param(["boon.thoth"], {"05276": 1}, 7, id="Thoth and Studious"),
        pytest.param(["ub.forbidden-knowledge"], {}, 4, id="Forbidden Knowledge"),
        pytest.param([], {"05276": 2}, 7, id="two copies of Studious"),
    ],
)
def test_the_opening_hand(ultimatums, slots, hand):
    found = begins(ultimatums, slots)
    assert (found.hand, found.draws) == (hand, hand)


def test_each_value_names_its_source():
    found = begins(["boon.thoth"], {"05276": 1})
    assert [(part.amount, part.source) for part in found.hand_parts] == [(1, "boon.thoth"), (1, "05276")]


def test_trauma_becomes_damage_and_horror():
    party = a_party(DANIELA)
    party.do(steps.TraumaChanged(changes={DANIELA: {"physical": 2, "mental": 1}}, cause="before"))
    setup = scenario_setup(party.state, GAME, scenario="spreading_flames")
    assert (setup.seats[DANIELA].damage, setup.seats[DANIELA].horror) == (2, 1)


def test_permanents_begin_in_play_and_a_starting_card_may_be_added():
    found = begins(slots={"05276": 1, "60178": 1})
    assert (found.in_play, found.starting) == (("05276",), ("60178",))


class TestTheSheet:
    def test_fourteen_steps_in_order(self):
        party = (
            a_game(DANIELA, JOE).ended(daniela=Fate("damage")).do(steps.TokensChanged(tokens={"cultist": 1}))
        )
        setup = scenario_setup(party.state, GAME, scenario="smoke_and_mirrors")
        assert [step.number for step in setup.steps] == list(range(1, 15))
        assert setup.steps[1].facts == {DANIELA: (1, 0), JOE: (0, 0)}
        assert setup.steps[5].facts == {"as": "before", "size": sum(BAG.values()) + 1}
        assert setup.bag["cultist"] == 1, "the bag is as it was at the end of the last scenario"

    def test_the_first_scenario_has_the_guides_bag(self):
        setup = scenario_setup(a_party(DANIELA).state, GAME, scenario="spreading_flames")
        assert setup.steps[5].facts["as"] == "guide"

    @pytest.mark.parametrize(
        ("difficulty", "ultimatums", "side"),
        [
            ("easy", [], "easy_standard"),
            ("expert", [], "hard_expert"),
            ("hard", ["boon.nodens"], "easy_standard"),
            ("standard", ["ub.malevolence"], "hard_expert"),
        ],
    )
    def test_the_side_of_the_reference_card(self, difficulty, ultimatums, side):
        party = Party().started(DANIELA, difficulty=difficulty, ultimatums=ultimatums)
        assert scenario_setup(party.state, GAME).reference_side == side

    def test_the_first_round_skips_the_mythos_phase_unless_there_is_dread(self):
        assert scenario_setup(Party().started(DANIELA).state, GAME).skips_first_mythos
        assert not scenario_setup(
            Party().started(DANIELA, ultimatums=["ub.dread"]).state, GAME
        ).skips_first_mythos

    def test_the_groups_own_ultimatums_are_reminders(self):
        party = Party().started(DANIELA)
        step = steps.UltimatumsChosen(
            chosen=("ub.agony",), custom=("no allies",), agreed=frozenset({DANIELA})
        )
        assert scenario_setup(party.do(step).state, GAME).reminders == ("ub.agony", "no allies")

    def test_per_investigator_counts_those_who_began(self):
        party = a_game(DANIELA, JOE, TRISH)
        party.do(steps.InvestigatorLost(seat=JOE, status="killed", cause="an encounter"))
        assert scenario_setup(party.state, GAME).investigators == 3

    def test_a_lead_that_is_not_agreed_on_is_drawn_honestly(self):
        party = a_party(DANIELA, JOE, TRISH)
        leads = set()
        for seed in range(40):
            setup = scenario_setup(party.state, GAME, chance=Chance(str(seed)))
            assert is_honest(setup.lot)
            assert setup.lead == setup.lot.result
            leads.add(setup.lead)
        assert leads == {DANIELA, JOE, TRISH}

    def test_the_lead_of_the_scenario_on_the_table_stays(self):
        party = a_game(DANIELA, JOE)
        setup = scenario_setup(party.state, GAME, chance=Chance("x"))
        assert (setup.lead, setup.lot) == (DANIELA, None)

    def test_player_order_begins_with_the_lead(self):
        assert player_order(("1", "2", "3"), "2") == ("2", "3", "1")


class TestEncounterSets:
    def setup(self, scenario="first", **facts):
        party = Party(game=OLD_GAME).started(DANIELA, campaign="old")
        return scenario_setup(party.state, OLD_GAME, scenario=scenario, **facts)

    def test_the_first_core_needs_no_substitutes(self):
        for owned in (None, ["core"], ["rcore", "core_2026"]):
            assert not any(each.replaced for each in self.setup(owned=owned).sets)

    def test_ghouls_are_replaced_by_two_sets_together(self):
        ghouls = next(each for each in self.setup(owned=["core_2026"]).sets if each.code == "ghouls")
        assert [used.set for used in ghouls.used] == ["gangs_of_arkham", "ashen_pilgrims"]

    def test_rats_are_a_choice(self):
        def rats(**facts):
            return next(each for each in self.setup(owned=["core_2026"], **facts).sets if each.code == "rats")

        assert (rats().to_choose, rats().used) == (True, ())
        assert [used.set for used in rats(choices={"rats": 0}).used] == ["bystanders"]
        assert [used.set for used in rats(choices={"rats": 1}).used] == ["whippoorwills_ch2"]
        assert rats(choices={"rats": 7}).to_choose

    def test_the_midnight_masks_are_replaced_in_two_parts(self):
        found = [each for each in self.setup(owned=["core_2026"]).sets if each.code == "arkham"]
        assert [each.used[0].set for each in found] == ["arkham_ch2", "dead_ends"]

    def test_other_sets_and_those_set_aside(self):
        found = {each.code: each for each in self.setup(owned=["core_2026"]).sets}
        assert not found["something_else"].replaced
        assert found["ancient_evils"].aside
        assert found["ancient_evils"].used[0].set == "cosmic_evils"

    def test_the_witching_hour_cannot_be_served(self):
        assert self.setup("the_witching_hour", owned=["core_2026"]).blocked
        assert not self.setup("the_witching_hour", owned=["core"]).blocked


SHIPPED = Game.from_facts(catalogue(), [BOA])


def begins_as(investigator: str, slots: dict[str, int], *, front: str = "", back: str = "") -> SeatSetup:
    """Return the starting values of an investigator of the shipped catalogue with this deck."""
    party = Party(game=SHIPPED).started()
    party.do(steps.SeatJoins(seat="one", player="Ada", investigator=investigator, front=front))
    deck = Deck(investigator, slots, choices=Choices(front=front, back=back))
    party.do(steps.DeckChosen(seat="one", deck=deck))
    return seat_setup(party.state, party.seat("one"), SHIPPED)


class TestFaces:
    """Effects on setup are those of the front; a back of another version brings only its own."""

    PETE, PARALLEL, DUKE, GUITAR = "02005", "90046", "02014", "90047"
    LOLA = "03006"

    @pytest.mark.parametrize(
        ("front", "back", "in_play"),
        [
            pytest.param("", "", (DUKE,), id="the plain card"),
            pytest.param("", PARALLEL, (DUKE,), id="the back of the parallel one"),
            pytest.param(PARALLEL, "", (GUITAR,), id="the front of the parallel one"),
            pytest.param(PARALLEL, PARALLEL, (GUITAR,), id="both"),
        ],
    )
    def test_who_begins_in_play_is_on_the_front(self, front, back, in_play):
        found = begins_as(self.PETE, {self.DUKE: 1, self.GUITAR: 1}, front=front, back=back)
        assert found.in_play == in_play

    def test_parallel_lola_chooses_no_role_after_her_opening_hand(self):
        assert begins_as(self.LOLA, {}).after_hand == (self.LOLA,)
        assert begins_as(self.LOLA, {}, back="90087").after_hand == (self.LOLA,)
        assert begins_as(self.LOLA, {}, front="90087").after_hand == ()

    def test_an_additional_setup_is_on_the_back(self):
        assert begins_as("05004", {"05014": 1}).added == ("05014",)
        assert begins_as("11017", {}).after_hand == ("11017",)
        assert begins_as("09004", {"09006": 2}).aside == ("09006",)
        assert begins_as("05002", {}).before_hand == ("05002",), "a hunch deck"

    def test_a_card_that_left_the_deck_is_not_looked_for(self):
        assert begins_as("05004", {}).added == ()
        assert begins_as("11014", {"98021": 1}).aside == (), "it replaces the prophecies"

    def test_a_card_may_begin_in_play_by_itself(self):
        assert begins_as("12001", {"06233": 1}).in_play == ("06233",)


class TestCardsOfTheDeck:
    """Cards of the shipped catalogue whose abilities name a step of setup."""

    DANIELA = "12001"

    def test_the_tarot_deck_comes_before_everything_else(self):
        assert begins_as(self.DANIELA, {"54013": 1, "54014": 1}).before_setup == ("54013", "54014")

    def test_what_may_come_into_play_when_the_game_begins(self):
        found = begins_as(self.DANIELA, {"05027": 1, "05283": 1, "54012": 1, "12020": 2})
        assert found.game_begins == ("05027", "05283", "54012")

    def test_what_a_mulligan_cannot_return(self):
        assert begins_as(self.DANIELA, {"05042": 1, "02039": 1}).stays == ("05042",)

    def test_a_completed_task_brings_resources(self):
        assert begins_as(self.DANIELA, {"11756b": 1}).resources == 10
        assert begins_as(self.DANIELA, {"11756a": 1}).resources == 5

    def test_the_first_turn(self):
        assert begins_as(self.DANIELA, {"08019": 1, "08071": 1}).first_turn == ("08019", "08071")


class TestSisterMary:
    def party(self, **slots: int) -> Party:
        party = Party(game=SHIPPED).started(campaign="boa")
        party.do(steps.SeatJoins(seat="mary", player="Ada", investigator="07001"))
        cards = {"07006": 1, "07007": 1, "12102": 1, **{code[1:]: copies for code, copies in slots.items()}}
        return party.do(steps.DeckChosen(seat="mary", deck=Deck("07001", cards))).advanced()

    def test_two_bless_tokens_enter_the_bag_for_each_game(self):
        party = self.party()
        before = scenario_setup(party.state, SHIPPED)
        assert before.tokens_added == {"bless": 2}
        facts = {step.id: step.facts for step in before.steps}
        assert facts["chaos-bag"]["tokens"] == {"bless": 2}
        assert facts["game-begins"] == {}
        party.do(steps.BeginScenario(scenario="spreading_flames", lead="mary"))
        assert party.state.bag.tokens["bless"] == 2
        assert party.ended().state.bag.tokens == BAG

    def test_other_tokens_wait_for_the_beginning_of_the_game(self):
        found = scenario_setup(self.party(c13093a=1).state, SHIPPED)
        facts = {step.id: step.facts for step in found.steps}
        assert found.tokens_added == {"bless": 2, "blood": 5}
        assert facts["chaos-bag"]["tokens"] == {"bless": 2}
        assert facts["game-begins"] == {"tokens": {"blood": 5}}

    def test_who_plays_another_front_brings_none(self):
        party = Party(game=SHIPPED).started()
        party.do(steps.SeatJoins(seat="one", player="Ada", investigator="12001"))
        party.do(steps.DeckChosen(seat="one", deck=Deck("12001", {"07006": 1})))
        assert scenario_setup(party.state, SHIPPED, scenario="spreading_flames").tokens_added == {}
