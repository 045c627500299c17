"""Events of a campaign leave decks that can begin the next scenario: every deck is judged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.campaign import Fate, circumstances_of, steps, transfer, weakness_pool
from rules.cards.model import Choices, Deck
from rules.chance import Chance
from rules.deck.validate import judge
from rules.outcome import Piles
from rules.rulebook.editions import EDITIONS
from rules.upgrade.upgrade import price_upgrade
from rules.weaknesses import draw
from tests.builders import a_deck, catalogue
from tests.rules.campaign.party import Party
from tests.rules.campaign.shipped import advance, game, verdicts

ADA, BEN = "ada", "ben"
DANIELA, CAROLYN, LILY, AGNES = "12001", "60251", "08010", "01004"
PURSUED, WOUNDED, NARCOLEPSY, ELOKOSS = "12102", "12104", "06037", "12137"
DARK_PACT, PRICE_OF_FAILURE = "04038", "04039"
DOOMED, ACCURSED_FATE, BELL_TOLLS = "04040", "04041", "04042"
OFFER, FINE_PRINT, SELL_YOUR_SOUL = "53013", "53014", "53015"
THICK_OF_IT, RABBIT_HOLE, OBOL, GREAT_WORK = "08125", "08059", "03308", "11068a"
SCROLL, WORDS_OF_RA, FLARE, UNFLAPPABLE = "60259", "60280", "02115", "60271"
PETE, DUKE, JIM, ALLY = "02005", "02014", "90049", "12060"
ALLIES = dict.fromkeys(
    ("12016", "12018", "12030", "12032", "12046", ALLY, "12072", "01018", "01032", "90053"), 1
)
FIRST, SECOND, THIRD = "spreading_flames", "smoke_and_mirrors", "queen_of_ash"

EVERY_EDITION = pytest.mark.parametrize("edition", list(EDITIONS))


def campaign(*seats: tuple[str, Deck], edition: str = "grimoire-1.1", ultimatums=(), **facts) -> Party:
    """Return a campaign of seats with decks; a weakness that a deck lacks is still to be drawn."""
    party = Party(game=game())
    party.do(steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition, **facts))
    for who, deck in seats:
        party.do(steps.SeatJoins(seat=who, player=who, investigator=deck.investigator))
    if ultimatums:
        agreed = frozenset(who for who, _deck in seats)
        party.do(steps.UltimatumsChosen(chosen=tuple(ultimatums), agreed=agreed))
    for who, deck in seats:
        choose(party, who, deck)
    return party


def choose(party: Party, seat: str, deck: Deck, **facts) -> Party:
    found = judge(catalogue(), deck, circumstances_of(party.state, party.seat(seat), game()))
    return party.do(steps.DeckChosen(seat=seat, deck=deck, experience=found.figures.experience, **facts))


def ends(party: Party, *, replay: bool = False, victory: int = 0, lost_allies=(), **fates: Fate) -> Party:
    everybody = {who: fates.get(who, Fate()) for who in party.state.playing.seats}
    return party.do(
        steps.EndScenario(
            resolution="R1", fates=everybody, victory=victory, replay=replay, lost_allies=lost_allies
        )
    )


def follow(party: Party, *seats: str, edition: str) -> Party:
    """End the campaign and move these seats to a new one."""
    party.do(steps.CampaignEnded(result="won"))
    carried = transfer(party.state, game(), seats, edition)
    start = steps.StartCampaign(campaign="boa", difficulty="standard", edition=edition, carried=carried)
    return Party(game=game()).do(start)


def without(deck: Deck, *codes: str) -> Deck:
    return replace(deck, slots={code: n for code, n in deck.slots.items() if code not in codes})


def plain_card(party: Party) -> str:
    """Return a level 0 card of Ada's deck that may leave."""
    return next(code for code in party.seat(ADA).deck.slots if catalogue().resolve(code).level == 0)


def all_legal(party: Party) -> bool:
    return not any(verdicts(party).values())


class TestFollowUps:
    """A weakness that turned into another stays in the deck as the other (rbw.stays-all-campaign)."""

    @EVERY_EDITION
    @pytest.mark.parametrize(
        ("first", "second"), [(DARK_PACT, PRICE_OF_FAILURE), (DOOMED, ACCURSED_FATE), (OFFER, FINE_PRINT)]
    )
    def test_the_campaign_goes_on_with_the_follow_up(self, edition, first, second):
        party = campaign((ADA, a_deck(DANIELA, {PURSUED: 0, first: 1})), edition=edition)
        ends(advance(party, FIRST), ada=Fate(conditions={first: 1}))
        assert party.seat(ADA).weaknesses == {second: 1}
        assert party.seat(ADA).deck.slots[second] == 1
        advance(party, SECOND)

    @pytest.mark.parametrize(
        ("first", "second", "third"),
        [(DOOMED, ACCURSED_FATE, BELL_TOLLS), (OFFER, FINE_PRINT, SELL_YOUR_SOUL)],
    )
    def test_and_with_what_that_turns_into(self, first, second, third):
        party = campaign((ADA, a_deck(DANIELA, {PURSUED: 0, first: 1})))
        ends(advance(party, FIRST), ada=Fate(conditions={first: 1}))
        ends(advance(party, SECOND), ada=Fate(conditions={second: 1}))
        assert party.seat(ADA).weaknesses == {third: 1}
        advance(party, THIRD)

    def test_the_price_of_failure_turns_back_into_the_pact(self):
        party = campaign((ADA, a_deck(DANIELA, {PURSUED: 0, DARK_PACT: 1})))
        ends(advance(party, FIRST), ada=Fate(conditions={DARK_PACT: 1}))
        ends(advance(party, SECOND), ada=Fate(conditions={PRICE_OF_FAILURE: 1}))
        assert party.seat(ADA).weaknesses == {DARK_PACT: 1}
        advance(party, THIRD)

    def test_one_that_was_drawn_and_replaced_by_hand(self):
        party = campaign((ADA, without(a_deck(DANIELA), PURSUED)))
        party.do(steps.WeaknessDrawn(seat=ADA, draw=draw({DARK_PACT: 1}, Chance("x"))))
        ends(advance(party, FIRST))
        party.do(steps.WeaknessReplaced(seat=ADA, card=DARK_PACT, by=PRICE_OF_FAILURE))
        advance(party, SECOND)

    @pytest.mark.parametrize("edition", ["grimoire-1.1", "grimoire-1.0-de", "faq-1.7"])
    def test_it_goes_along_to_another_campaign(self, edition):
        party = campaign((ADA, a_deck(DANIELA, {PURSUED: 0, DARK_PACT: 1})), edition=edition)
        ends(advance(party, FIRST), ada=Fate(conditions={DARK_PACT: 1}))
        later = follow(party, ADA, edition=edition)
        assert later.seat(ADA).weaknesses == {PRICE_OF_FAILURE: 1}
        advance(later, FIRST)

    def test_the_first_weakness_does_not_stand_in_for_its_follow_up(self):
        party = campaign((ADA, a_deck(DANIELA, {PURSUED: 0, DARK_PACT: 1})))
        ends(advance(party, FIRST), ada=Fate(conditions={DARK_PACT: 1}))
        seat = party.seat(ADA)
        slots = {**seat.deck.slots, DARK_PACT: 1}
        del slots[PRICE_OF_FAILURE]
        found = judge(
            catalogue(), replace(seat.deck, slots=slots), circumstances_of(party.state, seat, game())
        )
        assert {violation.rule for violation in found.violations} == {"rbw.stays-all-campaign"}


class TestRemoved:
    """A weakness that a card ability removed is no longer required (rbw.stays-all-campaign)."""

    removed = steps.WeaknessRemoved(seat=ADA, card=PURSUED, cause="a card ability")

    @EVERY_EDITION
    def test_the_campaign_goes_on_without_it(self, edition):
        party = campaign((ADA, a_deck(DANIELA)), edition=edition)
        ends(advance(party, FIRST)).do(self.removed)
        assert PURSUED not in party.seat(ADA).deck.slots
        ends(advance(party, SECOND))
        later = follow(party, ADA, edition=edition)
        advance(later, FIRST)

    def test_removed_before_the_first_scenario(self):
        party = campaign((ADA, a_deck(DANIELA))).do(self.removed)
        assert party.seat(ADA).owed == 0
        advance(party, FIRST)

    def test_nothing_comes_in_its_place(self):
        party = campaign((ADA, a_deck(DANIELA)))
        ends(advance(party, FIRST)).do(self.removed)
        seat = party.seat(ADA)
        deck = replace(seat.deck, slots={**seat.deck.slots, WOUNDED: 1})
        found = judge(catalogue(), deck, circumstances_of(party.state, seat, game()))
        assert [violation.rule for violation in found.violations] == ["rbw.stays-all-campaign"]

    def test_one_more_and_one_fewer(self):
        party = campaign((ADA, a_deck(DANIELA)))
        ends(advance(party, FIRST))
        party.do(steps.WeaknessDrawn(seat=ADA, draw=draw({WOUNDED: 1}, Chance("x")), cause="a resolution"))
        assert party.seat(ADA).extra_weaknesses == 1
        party.do(self.removed)
        assert (party.seat(ADA).extra_weaknesses, party.seat(ADA).weaknesses) == (0, {WOUNDED: 1})
        advance(party, SECOND)

    def test_one_that_an_instruction_adds_before_the_first_scenario(self):
        party = campaign((ADA, a_deck(DANIELA)))
        party.do(steps.WeaknessDrawn(seat=ADA, draw=draw({WOUNDED: 1}, Chance("x")), cause="the prologue"))
        advance(party, FIRST)

    def test_a_campaigns_own_weakness_gained_by_name(self):
        party = campaign((ADA, a_deck(DANIELA)))
        ends(advance(party, FIRST))
        party.do(steps.WeaknessGained(seat=ADA, card=ELOKOSS, cause="Resolution 2"))
        advance(party, SECOND)

    def test_two_that_the_deck_brings_are_one_too_many(self):
        party = campaign((ADA, a_deck(DANIELA, {WOUNDED: 1})))
        assert verdicts(party)[ADA] == ("rbw.one-required",)

    def test_another_deck_brings_other_weaknesses(self):
        party = campaign((ADA, a_deck(DANIELA, {WOUNDED: 1})))
        choose(party, ADA, a_deck(DANIELA))
        assert party.seat(ADA).weaknesses == {PURSUED: 1}
        advance(party, FIRST)


class TestGrantedByStory:
    """A player card that the story gives counts neither towards the size nor towards experience."""

    ACE_OF_RODS = "05040"

    def gains(self, seat: str, **facts) -> steps.BearersChanged:
        return steps.BearersChanged(changes=(steps.BearerChange(card=self.ACE_OF_RODS, seat=seat, **facts),))

    @EVERY_EDITION
    def test_the_campaign_goes_on_with_it(self, edition):
        party = campaign((ADA, a_deck(DANIELA)), (BEN, a_deck(CAROLYN)), edition=edition)
        ends(advance(party, FIRST)).do(self.gains(ADA))
        assert all_legal(party)
        ends(advance(party, SECOND)).do(self.gains(ADA, to=BEN))
        assert all_legal(party)
        ends(advance(party, THIRD)).do(self.gains(BEN, lost=True))
        assert all_legal(party)
        assert not party.seat(BEN).deck.ignored


class TestMultiplayerOnly:
    """A weakness drawn by several players stays when the others leave (rbw.stays-all-campaign)."""

    two = (ADA, a_deck(DANIELA, {PURSUED: 0, NARCOLEPSY: 1})), (BEN, a_deck(CAROLYN))

    @EVERY_EDITION
    def test_the_others_leave(self, edition):
        party = campaign(*self.two, edition=edition)
        ends(advance(party, FIRST)).do(steps.SeatLeaves(seat=BEN))
        ends(advance(party, SECOND))
        advance(follow(party, ADA, edition=edition), FIRST)

    def test_drawn_before_the_other_left(self):
        party = campaign((ADA, without(a_deck(DANIELA), PURSUED)), self.two[1])
        party.do(steps.WeaknessDrawn(seat=ADA, draw=draw({NARCOLEPSY: 1}, Chance("x"))))
        advance(party.do(steps.SeatLeaves(seat=BEN)), FIRST)

    def test_who_plays_alone_from_the_start_draws_another(self):
        party = campaign(self.two[0])
        assert verdicts(party)[ADA] == ("rbw.pool-text-restrictions",)
        choose(party, ADA, a_deck(DANIELA))
        advance(party, FIRST)


class TestFaqTransfer:
    """FAQ 1.7, 1.11: investigator decks remain the same."""

    faq = "faq-1.7"

    def played(self, deck: Deck, *, victory: int = 0, fate: Fate | None = None, **chosen) -> Party:
        party = Party(game=game())
        party.do(steps.StartCampaign(campaign="boa", difficulty="standard", edition=self.faq))
        party.do(steps.SeatJoins(seat=ADA, player=ADA, investigator=deck.investigator))
        choose(party, ADA, deck, **chosen)
        return ends(advance(party, FIRST), victory=victory, ada=fate or Fate())

    def test_cards_that_are_bought_at_creation_only(self):
        deck = a_deck(AGNES, {RABBIT_HOLE: 1, THICK_OF_IT: 1})
        later = follow(self.played(deck, trauma={"physical": 2}), ADA, edition=self.faq)
        advance(later, FIRST)

    def test_they_cannot_be_bought_in_the_new_campaign(self):
        later = follow(self.played(a_deck(AGNES)), ADA, edition=self.faq)
        seat = later.seat(ADA)
        deck = replace(seat.deck, slots={**seat.deck.slots, RABBIT_HOLE: 1})
        found = judge(catalogue(), deck, circumstances_of(later.state, seat, game()))
        assert [violation.rule for violation in found.violations] == ["deck.creation-only-purchase"]

    def test_researched_cards(self):
        party = self.played(a_deck(CAROLYN, {SCROLL: 1}), victory=20)
        party.do(steps.ResearchDone(task=catalogue().cards[WORDS_OF_RA].research.task, seat=ADA))
        self.buy(party, {SCROLL: 1}, {WORDS_OF_RA: 1})
        later = follow(party, ADA, edition=self.faq)
        assert later.state.research == (), "the notes stay behind"
        ends(advance(later, FIRST))
        more = replace(later.seat(ADA).deck, slots={**later.seat(ADA).deck.slots, WORDS_OF_RA: 2})
        found = judge(catalogue(), more, circumstances_of(later.state, later.seat(ADA), game()))
        assert "researched.log-entry-needed" in {violation.rule for violation in found.violations}

    def test_further_disciplines(self):
        deck = a_deck(LILY)
        party = self.played(deck, victory=15)
        slots = {**party.seat(ADA).deck.slots, "08012a": 1, "08015": 2}
        party.do(
            steps.DeckChanged(
                seat=ADA, deck=replace(party.seat(ADA).deck, slots=slots), cause="15 experience"
            )
        )
        assert all_legal(party)
        later = follow(party, ADA, edition=self.faq)
        ends(advance(later, FIRST), victory=14)
        third = replace(later.seat(ADA).deck, slots={**slots, "08013a": 1, "08015": 3})
        changed = steps.DeckChanged(seat=ADA, deck=third, cause="30 experience")
        assert not all_legal(Party(later.state, game()).do(changed)), "29 in all"
        ends(advance(later, SECOND), victory=1).do(changed)
        assert all_legal(later), "30 in all"

    def test_the_deck_is_not_chosen_again(self):
        later = follow(self.played(a_deck(AGNES)), ADA, edition=self.faq)
        assert later.refused(steps.DeckChosen(seat=ADA, deck=a_deck(AGNES))) == ("xp.no-other-changes",)

    def test_experience_may_be_spent_before_the_first_scenario(self):
        later = follow(self.played(a_deck(CAROLYN), victory=5), ADA, edition=self.faq)
        self.buy(later, {plain_card(later): 1}, {UNFLAPPABLE: 1})
        assert later.seat(ADA).experience == 4
        advance(later, FIRST)

    def test_what_was_exiled_at_the_end_is_replaced_free_of_charge(self):
        party = self.played(a_deck(DANIELA), victory=5)
        leaves = plain_card(party)
        self.buy(party, {leaves: 1}, {FLARE: 1})
        ends(advance(party, SECOND), ada=Fate(exiled=Piles({FLARE: 1})))
        later = follow(party, ADA, edition=self.faq)
        assert not all_legal(later), "one card short"
        assert later.seat(ADA).experience == 4
        self.buy(later, {}, {leaves: 1})
        assert later.seat(ADA).experience == 4
        advance(later, FIRST)

    def test_epic_mode_still_builds_a_new_deck(self):
        later = follow(self.played(a_deck(AGNES)), ADA, edition="grimoire-1.1")
        assert not later.seat(ADA).keeps_deck
        choose(later, ADA, a_deck(AGNES, {RABBIT_HOLE: 1}))
        advance(later, FIRST)

    def buy(self, party: Party, gone: dict[str, int], come: dict[str, int]) -> None:
        seat = party.seat(ADA)
        before, outcome = seat.baseline, seat.outcome
        slots = dict(seat.deck.slots)
        for code, copies in gone.items():
            slots[code] -= copies
        for code, copies in come.items():
            slots[code] = slots.get(code, 0) + copies
        after = replace(seat.deck, slots={code: copies for code, copies in slots.items() if copies})
        terms = circumstances_of(party.state, seat, game())
        found = price_upgrade(catalogue(), before, after, terms, outcome, balance=None)
        assert found.is_legal, [str(violation) for violation in found.violations]
        party.do(
            steps.CardsBought(seat=ADA, deck=after, purchases=found.purchases, departures=found.departures)
        )


class TestReplay:
    """A scenario that is replayed earns no experience, so nothing happens "when earning experience"."""

    def on_the_table(self, edition: str) -> Party:
        party = campaign((ADA, a_deck("01003")), (BEN, a_deck(DANIELA)), edition=edition)
        ends(advance(party, FIRST), victory=5)
        slots = {**party.seat(ADA).deck.slots, OBOL: 1}
        party.do(steps.DeckChanged(seat=ADA, deck=replace(party.seat(ADA).deck, slots=slots), cause="bought"))
        return advance(party, SECOND)

    @EVERY_EDITION
    def test_charons_obol_spares_the_defeated(self, edition):
        party = ends(self.on_the_table(edition), replay=True, ada=Fate("damage"))
        assert (party.seat(ADA).status, party.seat(ADA).physical) == ("active", 1)
        advance(party, SECOND)

    @EVERY_EDITION
    def test_and_kills_when_experience_is_earned(self, edition):
        assert ends(self.on_the_table(edition), ada=Fate("damage")).seat(ADA).status == "killed"

    def test_trauma_as_large_as_health_kills_all_the_same(self):
        party = self.on_the_table("grimoire-1.1")
        ends(party, replay=True, ada=Fate("damage", physical=8))
        assert party.seat(ADA).status == "killed"


class TestScream:
    """Ultimatum of the Scream: unique allies, except story assets and weaknesses."""

    def test_a_signature_ally_is_lost_for_good(self):
        party = campaign((ADA, a_deck(PETE)), (BEN, a_deck(DANIELA)), ultimatums=["ub.scream"])
        ends(advance(party, FIRST), lost_allies=(DUKE,))
        seat = party.seat(ADA)
        assert (party.state.lost_allies, DUKE in seat.deck.slots) == (("Duke",), False)
        assert not seat.outcome.removed, "a signature leaves no place to refill"
        advance(party, SECOND)
        again = replace(seat.deck, slots={**seat.deck.slots, DUKE: 1})
        found = judge(catalogue(), again, circumstances_of(party.state, seat, game()))
        assert [violation.rule for violation in found.violations] == ["ub.scream"]

    def test_a_second_deck_loses_its_ally_too(self):
        party = campaign(
            (ADA, a_deck(JIM, second_deck=ALLIES)), (BEN, a_deck(DANIELA)), ultimatums=["ub.scream"]
        )
        ends(advance(party, FIRST), lost_allies=(ALLY,))
        assert ALLY not in party.seat(ADA).deck.second_deck
        assert party.seat(ADA).outcome.removed.total == {ALLY: 1}
        assert "ub.scream" not in verdicts(party)[ADA]

    @pytest.mark.parametrize("code", ["12115", "12003", "12020"])
    def test_story_assets_weaknesses_and_others_are_not(self, code):
        party = advance(campaign((ADA, a_deck(PETE)), ultimatums=["ub.scream"]), FIRST)
        step = steps.EndScenario(resolution="R1", fates={ADA: Fate()}, victory=0, lost_allies=(code,))
        assert party.refused(step) == ("ub.scream",)


class TestGreatWork:
    """Each signature card in the deck becomes a random basic weakness, chosen ones included."""

    @pytest.mark.parametrize(
        ("deck", "owed"),
        [
            pytest.param(a_deck(LILY), 2, id="Lily Chen's Discipline and its Burden"),
            pytest.param(a_deck(AGNES), 2, id="Agnes Baker's two"),
            pytest.param(a_deck("90024"), 5, id="parallel Roland Banks: three Directives and two signatures"),
            pytest.param(a_deck("01005", choices=Choices(front="90037")), 3, id="Tidal Memento"),
        ],
    )
    def test_how_many_are_owed(self, deck, owed):
        party = campaign((ADA, deck), (BEN, a_deck(DANIELA)))
        ends(advance(party, FIRST))
        slots = {**party.seat(ADA).deck.slots, GREAT_WORK: 1}
        party.do(steps.DeckChanged(seat=ADA, deck=replace(deck, slots=slots), cause="for the test"))
        party.do(steps.Advance(
            scenario=SECOND, verdicts={ADA: (), BEN: ()}
        )).do(steps.BeginScenario(scenario=SECOND, lead=BEN))  # fmt: skip
        ends(party, ada=Fate("damage"))
        seat = party.seat(ADA)
        assert (seat.title, seat.owed) == ("Lost Homunculus", owed)
        left = {catalogue().resolve(code).title for code in seat.deck.slots}
        assert not left & {"Discipline", "Burden of Destiny", "Directive", "Tidal Memento", "The Great Work"}
        pool = weakness_pool(party.state, seat, game(), owned=["core_2026", "core"]).copies
        for number in range(owed):
            party.do(steps.WeaknessDrawn(seat=ADA, draw=draw(pool, Chance(f"{number}"))))
        advance(party, THIRD)


class TestOffer:
    """The investigator who becomes the bearer of Offer You Cannot Refuse gains 2 experience, in every way."""

    def test_drawn(self):
        party = campaign((ADA, without(a_deck(DANIELA), PURSUED)))
        party.do(steps.WeaknessDrawn(seat=ADA, draw=draw({OFFER: 1}, Chance("x"))))
        assert party.seat(ADA).experience == 2

    def test_brought_by_the_deck(self):
        party = campaign((ADA, a_deck(DANIELA, {PURSUED: 0, OFFER: 1})))
        assert party.seat(ADA).experience == 2
        choose(party, ADA, a_deck(DANIELA))
        assert party.seat(ADA).experience == 0
