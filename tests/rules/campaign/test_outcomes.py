"""Rulebook A8: defeat, trauma, killed, insane, devoured."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.campaign import Fate, steps
from rules.outcome import Piles
from tests.rules.campaign.party import DANIELA, ISABELLE, JOE, TRISH, Party, a_game


def after(fate: Fate, *, who=DANIELA, before=(0, 0), slots=None, ultimatums=(), **facts):
    """Return the seat of an investigator with this fate in scenario 1."""
    party = Party().started(who, TRISH, ultimatums=ultimatums, **facts)
    party.with_decks(**{who: slots or {}})
    if any(before):
        changes = {who: {"physical": before[0], "mental": before[1]}}
        party.do(steps.TraumaChanged(changes=changes, cause="the story so far"))
    return party.begun().ended(**{who: fate}).seat(who)


@pytest.mark.parametrize(
    ("fate", "before", "trauma"),
    [
        pytest.param(Fate("damage"), (0, 0), (1, 0), id="trauma.physical-on-damage-defeat"),
        pytest.param(Fate("horror"), (1, 0), (1, 1), id="trauma.mental-on-horror-defeat"),
        pytest.param(Fate("both", choice="physical"), (0, 0), (1, 0), id="trauma.both-choose: one kind only"),
        pytest.param(Fate("both", choice="mental"), (0, 0), (0, 1), id="trauma.both-choose: the other"),
        pytest.param(Fate("resigned"), (1, 1), (1, 1), id="trauma.resign-none"),
        pytest.param(Fate("survived"), (0, 0), (0, 0), id="survived"),
        pytest.param(Fate("effect"), (0, 0), (0, 0), id="trauma.by-card-ability: nothing by itself"),
        pytest.param(Fate("effect", physical=1), (0, 0), (1, 0), id="trauma.by-card-ability: what it states"),
        pytest.param(Fate("empty-deck"), (0, 0), (0, 1), id="trauma.empty-deck-defeat"),
        pytest.param(Fate("last-agenda", choice="physical"), (0, 0), (1, 0), id="trauma.no-agenda-left"),
        pytest.param(Fate("survived", mental=-1), (0, 2), (0, 1), id="a resolution may heal"),
    ],
)
def test_trauma_is_recorded_in_the_campaign(fate, before, trauma):
    seat = after(fate, before=before)
    assert (seat.physical, seat.mental, seat.status) == (*trauma, "active")


@pytest.mark.parametrize(
    ("fate", "rule"),
    [
        pytest.param(Fate("both"), "trauma.both-choose", id="both at once, no choice"),
        pytest.param(Fate("last-agenda"), "trauma.no-agenda-left", id="last agenda, no choice"),
        pytest.param(Fate("survived", physical=-1), "trauma.recorded", id="nothing to heal"),
        pytest.param(Fate("survived", osiris="physical"), "boon.osiris", id="a boon that is not in play"),
        pytest.param(Fate("sleepy"), "step.known-outcome", id="no such outcome"),
        pytest.param(Fate("damage", lost="bored"), "trauma.by-effect", id="no such fate"),
        pytest.param(
            Fate(conditions={"12006": 1}), "trauma.end-of-game-weaknesses", id="a card of another deck"
        ),
        pytest.param(Fate(attached_to="12020"), "xp.card-modifiers", id="nothing that could be attached"),
        pytest.param(
            Fate(exiled=Piles({"02115": 1})), "exile.returns-to-collection", id="a card that is not held"
        ),
    ],
)
def test_a_fate_with_wrong_answers_is_refused(fate, rule):
    party = a_game(DANIELA, JOE)
    step = steps.EndScenario(resolution="R1", fates={DANIELA: fate, JOE: Fate()}, victory=0)
    assert rule in party.refused(step)


@pytest.mark.parametrize(
    ("who", "fate", "before", "status"),
    [
        pytest.param(ISABELLE, Fate("damage"), (4, 0), "killed", id="trauma.killed-threshold: health 5"),
        pytest.param(ISABELLE, Fate("damage"), (3, 0), "active", id="one short of printed health"),
        pytest.param(DANIELA, Fate("horror"), (0, 4), "insane", id="trauma.insane-threshold: sanity 5"),
        pytest.param(DANIELA, Fate("horror"), (0, 3), "active", id="mental 4 of 5"),
        pytest.param(DANIELA, Fate("effect", lost="devoured"), (0, 0), "devoured", id="trauma.by-effect"),
        pytest.param(
            DANIELA, Fate("survived", lost="insane"), (0, 0), "insane", id="a resolution drives insane"
        ),
        pytest.param(
            ISABELLE, Fate("damage", mental=7, lost="insane"), (4, 0), "insane", id="E-35: the cause"
        ),
        pytest.param(
            ISABELLE, Fate("damage", mental=7, lost="killed"), (4, 0), "killed", id="E-35: the other"
        ),
    ],
)
def test_thresholds_are_those_printed(who, fate, before, status):
    assert after(fate, who=who, before=before).status == status


def test_an_asset_that_gives_health_does_not_move_the_threshold():
    seat = after(Fate("damage"), who=ISABELLE, before=(4, 0), slots={"12026": 2})
    assert seat.status == "killed"


def test_killed_and_insane_at_once_asks_for_the_cause():
    party = Party().started(ISABELLE).with_decks()
    party.do(steps.TraumaChanged(changes={ISABELLE: {"physical": 4, "mental": 6}}, cause="before")).begun()
    step = steps.EndScenario(resolution="R1", fates={ISABELLE: Fate("damage", mental=1)}, victory=0)
    assert party.refused(step) == ("trauma.killed-threshold",)


class TestCards:
    def test_charons_obol_kills_an_investigator_who_is_defeated_with_one_trauma_only(self):
        seat = after(Fate("damage"), slots={"03308": 1})
        assert (seat.status, seat.physical, seat.mental) == ("killed", 1, 0)

    def test_charons_obol_kills_after_a_defeat_by_an_effect_too(self):
        assert after(Fate("effect"), slots={"03308": 1}).status == "killed"

    def test_charons_obol_spares_who_resigns(self):
        assert after(Fate("resigned"), slots={"03308": 1}).status == "active"

    def test_a_weakness_may_kill_when_it_is_drawn(self):
        assert after(Fate("survived", conditions={"04042": 1}), slots={"04042": 1}).status == "killed"

    def test_a_weakness_in_play_at_the_end_gives_its_trauma(self):
        seat = after(Fate("resigned", conditions={"12003": 1}), slots={"12003": 1})
        assert (seat.physical, seat.mental) == (1, 0)

    def test_a_claim_for_a_card_with_nothing_to_claim_changes_nothing(self):
        seat = after(Fate(conditions={"12020": 1}))
        assert (seat.physical, seat.mental, seat.status) == (0, 0, "active")

    def test_dark_pact_in_hand_becomes_the_price_of_failure_and_does_not_return(self):
        party = Party().started(DANIELA).with_decks(daniela={"04038": 1}).begun()
        party.ended(daniela=Fate(conditions={"04038": 1}))
        seat = party.seat(DANIELA)
        assert "04038" not in seat.weaknesses
        assert seat.weaknesses["04039"] == 1
        assert seat.deck.slots["04039"] == 1
        assert party.state.gone_weaknesses == {"04038": 1}

    def test_the_great_work_is_usurped_by_the_homunculus(self):
        seat = after(Fate("damage"), slots={"11068a": 1, "12002": 1, "12003": 1})
        assert (seat.investigator, seat.title, seat.status) == ("11068b", "Lost Homunculus", "active")
        assert seat.owed == 2, "each signature becomes a random basic weakness"
        assert not {"11068a", "12002", "12003"} & seat.deck.slots.keys()
        assert sorted(seat.lost_signatures) == ["12002", "12003"]

    def test_the_usurped_investigator_stays_used(self):
        party = Party().started(DANIELA, TRISH).with_decks(daniela={"11068a": 1}).begun()
        party.ended(daniela=Fate("damage"))
        step = steps.SeatJoins(seat="x", player="x", investigator="12001")
        assert party.refused(step) == ("party.joiner-unused-investigator",)

    def test_the_homunculus_is_killed_when_defeated(self):
        party = Party().started(DANIELA, TRISH).with_decks(daniela={"11068a": 1}).begun()
        party.ended(daniela=Fate("damage")).begun("smoke_and_mirrors").ended(daniela=Fate("effect"))
        assert party.seat(DANIELA).status == "killed"


class TestUltimatums:
    @pytest.mark.parametrize(
        ("fate", "status"),
        [
            (Fate("damage"), "killed"),
            (Fate("horror"), "insane"),
            (Fate("both", choice="mental"), "insane"),
            (Fate("both", choice="physical"), "killed"),
            (Fate("resigned"), "active"),
            (Fate("effect"), "active"),
            (Fate("empty-deck"), "active"),
        ],
    )
    def test_finality(self, fate, status):
        assert after(fate, ultimatums=["ub.finality"]).status == status

    def test_finality_does_not_kill_whom_osiris_saves(self):
        seat = after(Fate("survived", osiris="physical"), ultimatums=["ub.finality", "boon.osiris"])
        assert (seat.status, seat.physical) == ("active", 1)

    def test_osiris_records_the_trauma_and_the_scenario_goes_on_to_another_fate(self):
        seat = after(Fate("horror", osiris="physical"), ultimatums=["boon.osiris"])
        assert (seat.physical, seat.mental) == (1, 1)

    def test_the_spiral_owes_a_weakness_for_each_defeat(self):
        assert after(Fate("effect"), ultimatums=["ub.spiral"]).owed == 1
        assert after(Fate("resigned"), ultimatums=["ub.spiral"]).owed == 0

    def test_the_spiral_asks_nothing_of_the_dead(self):
        assert after(Fate("damage"), ultimatums=["ub.spiral", "ub.finality"]).owed == 0
        assert after(Fate("horror"), before=(0, 4), ultimatums=["ub.spiral"]).owed == 0


class TestEditions:
    def test_an_empty_deck_is_no_defeat_in_the_faq(self):
        party = a_game(DANIELA, edition="faq-1.7")
        step = steps.EndScenario(resolution="R1", fates={DANIELA: Fate("empty-deck")}, victory=0)
        assert party.refused(step) == ("trauma.empty-deck-defeat",)

    def test_no_investigator_is_devoured_in_the_faq(self):
        party = a_game(DANIELA, edition="faq-1.7")
        step = steps.EndScenario(resolution="R1", fates={DANIELA: Fate(lost="devoured")}, victory=0)
        assert party.refused(step) == ("trauma.devoured-is-killed",)

    def test_a_scenario_played_alone_writes_no_trauma(self):
        party = Party().started(DANIELA, mode="standalone", scenario="spreading_flames").with_decks()
        party.begun().ended(daniela=Fate("damage", lost="killed"))
        seat = party.seat(DANIELA)
        assert (seat.status, seat.physical, seat.experience) == ("active", 0, 0)
        assert party.state.history[-1].fates[DANIELA].defeated


class TestAfterwards:
    def test_trauma_outside_a_scenario_is_judged_by_the_same_thresholds(self):
        party = a_game(ISABELLE).ended()
        party.do(steps.TraumaChanged(changes={ISABELLE: {"physical": 5}}, cause="an interlude"))
        assert party.seat(ISABELLE).status == "killed"

    def test_trauma_by_an_effect_needs_its_cause(self):
        party = a_game(ISABELLE)
        step = steps.TraumaChanged(changes={ISABELLE: {"mental": 1}}, cause=" ")
        assert party.refused(step) == ("step.cause",)

    def test_trauma_is_physical_or_mental(self):
        step = steps.TraumaChanged(changes={ISABELLE: {"moral": 1}}, cause="an effect")
        assert a_game(ISABELLE).refused(step) == ("step.known-trauma",)

    def test_an_interlude_may_devour(self):
        party = a_game(DANIELA, TRISH).ended()
        party.do(steps.InvestigatorLost(seat=DANIELA, status="devoured", cause="an interlude"))
        assert party.seat(DANIELA).is_lost

    @pytest.mark.parametrize("lost", ["killed", "insane", "devoured"])
    def test_a_lost_investigator_cannot_be_chosen_again(self, lost):
        party = a_game(DANIELA, TRISH).ended(daniela=Fate("effect", lost=lost))
        step = steps.SeatJoins(seat="new", player="x", investigator="12001")
        assert party.refused(step) == ("trauma.removed-investigator-unusable",)


class TestExileFromTwoDecks:
    """Deck and second deck may hold the same ally; the players record which copy was exiled."""

    HELD = {"12020": 1, "05236": 1}

    def ended(self, fate):
        party = a_game(DANIELA, slots={DANIELA: self.HELD})
        seat = party.seat(DANIELA)
        seat = replace(seat, deck=replace(seat.deck, second_deck={"05236": 1}))
        party.state = replace(party.state, seats={DANIELA: seat})
        return party, steps.EndScenario(resolution="R1", fates={DANIELA: fate}, victory=0)

    @pytest.mark.parametrize(
        ("fate", "slots", "second_deck"),
        [
            (Fate(exiled=Piles({"05236": 1})), {}, {"05236": 1}),
            (Fate(exiled=Piles(second_deck={"05236": 1})), {"05236": 1}, {}),
            (Fate(exiled=Piles({"05236": 1}, {"05236": 1})), {}, {}),
        ],
    )
    def test_the_copy_that_was_named_leaves(self, fate, slots, second_deck):
        party, step = self.ended(fate)
        party.do(step)
        deck = party.seat(DANIELA).deck
        assert ({c: n for c, n in deck.slots.items() if c == "05236"}, dict(deck.second_deck)) == (
            slots,
            second_deck,
        )
        assert party.seat(DANIELA).outcome.exiled == fate.exiled

    @pytest.mark.parametrize(
        "fate",
        [
            Fate(exiled=Piles({"05236": 3})),
            Fate(exiled=Piles(second_deck={"05236": 2})),
            Fate(exiled=Piles({"05236": 2}, {"05236": -1})),
            Fate(exiled=Piles({"05236": 0})),
        ],
    )
    def test_what_is_not_there_is_not_exiled(self, fate):
        party, step = self.ended(fate)
        assert "exile.returns-to-collection" in party.refused(step)
