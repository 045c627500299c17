"""Tests that odds are exact: they agree with counting every hand, and with dealt hands."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.insight.odds import Library, chance_by_turn, chance_in_hand, deal, library_of, mulligan
from rules.cards.model import Choices, Deck

THIRTY_ONE = Library(tuple(["flame"] * 2 + ["other"] * 29 + ["weak"] * 2), frozenset({"weak"}))


def test_known_values():
    assert float(chance_in_hand(THIRTY_ONE, {"flame"})) == pytest.approx(0.3011, abs=1e-4)
    assert float(chance_in_hand(THIRTY_ONE, {"flame"}, mulligan=True)) == pytest.approx(0.5484, abs=1e-4)


def test_weaknesses_are_never_in_an_opening_hand():
    assert chance_in_hand(THIRTY_ONE, {"weak"}, mulligan=True) == 0
    # One draw from the 28 cards that are left, two of which are weaknesses.
    assert chance_by_turn(THIRTY_ONE, {"weak"}, turn=2) == Fraction(2, 28)


def test_by_turn():
    assert chance_by_turn(THIRTY_ONE, {"flame"}, turn=1) == chance_in_hand(
        THIRTY_ONE, {"flame"}, mulligan=True
    )
    assert chance_by_turn(THIRTY_ONE, {"flame"}, turn=1, mulligan=False) == chance_in_hand(
        THIRTY_ONE, {"flame"}
    )
    later = [chance_by_turn(THIRTY_ONE, {"flame"}, turn=turn) for turn in range(1, 30)]
    assert later == sorted(later)
    assert later[-1] == 1
    assert chance_by_turn(THIRTY_ONE, {"flame"}, turn=3, further=2) == later[4]


def test_nothing_named_and_nothing_there():
    assert chance_in_hand(THIRTY_ONE, set()) == 0
    assert chance_in_hand(Library(()), {"x"}, mulligan=True) == 0
    assert chance_by_turn(Library(("x",)), {"x"}, turn=1) == 1
    assert chance_by_turn(THIRTY_ONE, {"flame"}, turn=1, wanted=0) == 1


decks = st.tuples(st.integers(0, 3), st.integers(0, 5), st.integers(0, 2))


@given(decks, st.integers(0, 3), st.integers(0, 3))
def test_agrees_with_counting_every_hand(numbers, wanted, hand):
    hopes, others, weak = numbers
    library = Library(tuple(["a"] * hopes + ["b"] * others + ["w"] * weak), frozenset({"w"}))
    cards = ["a"] * hopes + ["b"] * others
    hand = min(hand, len(cards))
    hands = list(combinations(range(len(cards)), hand))
    good = sum(sum(cards[i] == "a" for i in held) >= wanted for held in hands)
    assert chance_in_hand(library, {"a"}, wanted=wanted, hand=hand) == Fraction(good, len(hands))
    # A mulligan that returns all other cards, hand by hand.
    total = Fraction(0)
    for held in hands:
        kept = [i for i in held if cards[i] == "a"]
        rest = [i for i in range(len(cards)) if i not in held]
        draws = list(combinations(rest, min(hand - len(kept), len(rest))))
        lucky = sum(len(kept) + sum(cards[i] == "a" for i in drawn) >= wanted for drawn in draws)
        total += Fraction(lucky, len(draws))
    assert chance_in_hand(library, {"a"}, wanted=wanted, mulligan=True, hand=hand) == total / len(hands)


@given(decks, st.integers(0, 3), st.integers(0, 3))
def test_what_stays_in_the_hand_takes_a_place_of_the_mulligan(numbers, wanted, hand):
    hopes, others, stuck = numbers
    cards = ["a"] * hopes + ["b"] * others + ["s"] * stuck
    library = Library(tuple(cards), stays=frozenset({"s"}))
    hand = min(hand, len(cards))
    hands = list(combinations(range(len(cards)), hand))
    for named in ({"a"}, {"s"}, {"a", "s"}):
        total = Fraction(0)
        for held in hands:
            kept = [i for i in held if cards[i] in named or cards[i] == "s"]
            hits = sum(cards[i] in named for i in kept)
            rest = [i for i in range(len(cards)) if i not in held]
            draws = list(combinations(rest, min(hand - len(kept), len(rest))))
            lucky = sum(hits + sum(cards[i] in named for i in drawn) >= wanted for drawn in draws)
            total += Fraction(lucky, len(draws))
        found = chance_in_hand(library, named, wanted=wanted, mulligan=True, hand=hand)
        assert found == total / len(hands)


@given(st.text(max_size=10), st.sets(st.integers(-1, 6)))
def test_a_hand_is_repeatable_and_loses_no_card(seed, back):
    hand = deal(THIRTY_ONE, seed)
    assert hand == deal(THIRTY_ONE, seed)
    assert len(hand.cards) == 5
    assert "weak" not in hand.cards
    assert sorted((*hand.cards, *hand.rest)) == sorted(THIRTY_ONE.cards)
    again = mulligan(THIRTY_ONE, hand, sorted(back))
    assert again == mulligan(THIRTY_ONE, hand, sorted(back))
    assert sorted((*again.cards, *again.rest)) == sorted(THIRTY_ONE.cards)
    assert "weak" not in again.cards
    assert mulligan(THIRTY_ONE, again, [0]) == again


def test_a_mulligan_is_taken_once_and_brings_back_nothing_set_aside():
    """Rule setup.mulligan-once: draw 5, set 3 aside, and 3 others come from the rest of the deck."""
    library = Library(tuple(f"card {number}" for number in range(31)))
    for seed in range(50):
        hand = deal(library, str(seed))
        again = mulligan(library, hand, [0, 1, 2])
        assert again.cards[:2] == hand.cards[3:]
        assert set(again.cards[2:]) <= set(hand.rest)
        assert {*hand.cards[:3]} <= set(again.rest), "they are shuffled back"
        assert mulligan(library, again, [0]) == again, "not a second time"


def test_dealt_hands_agree_with_the_odds():
    times = 4000
    lucky = sum("flame" in deal(THIRTY_ONE, str(turn)).cards for turn in range(times))
    assert lucky / times == pytest.approx(float(chance_in_hand(THIRTY_ONE, {"flame"})), abs=0.03)


def test_the_draw_deck_holds_what_is_drawn(shipped):
    deck = Deck(
        "11014", {"11015": 3, "11016": 3, "02158": 1, "01020": 2, "01000": 1, "99999": 1, "01021": -2}
    )
    library = library_of(shipped, deck)
    assert library.copies({"01020"}) == 2
    assert library.copies({"02158"}) == 0, "a permanent begins in play"
    assert library.copies({"11016"}) == 0, "set aside by the investigator"
    assert library.copies({"99999"}) == 1
    assert "01000" in library.weaknesses
    other = library_of(shipped, Deck("02004", {"01020": 1}, choices=Choices(back="90049")))
    assert other.cards == ("01020",)


class TestOpeningHandsOfTheirOwn:
    def test_what_begins_in_play_is_not_drawn(self, shipped):
        library = library_of(shipped, Deck("02005", {"02014": 1, "01020": 2}))
        assert library.cards == ("01020", "01020")

    def test_it_is_the_front_that_says_what_begins_in_play(self, shipped):
        both = {"02014": 1, "90047": 1, "01020": 1}
        plain = library_of(shipped, Deck("02005", both, choices=Choices(back="90046")))
        parallel = library_of(shipped, Deck("02005", both, choices=Choices(front="90046")))
        assert sorted(plain.cards) == ["01020", "90047"]
        assert sorted(parallel.cards) == ["01020", "02014"]

    def test_a_weakness_that_begins_beside_the_agenda_is_not_drawn(self, shipped):
        assert library_of(shipped, Deck("01002", {"06233": 1, "01020": 2})).cards == ("01020", "01020")

    def test_what_is_in_the_hand_from_the_start_is_certain(self, shipped):
        library = library_of(
            shipped, Deck("05004", {"05014": 1, "01020": 2, "01021": 2, "01086": 2, "01087": 2})
        )
        assert library.certain == ("05014",)
        assert chance_in_hand(library, {"05014"}) == 1
        assert chance_by_turn(library, {"05014", "01020"}, turn=1, wanted=2, mulligan=False) < 1
        assert deal(library, "s").cards[0] == "05014"

    def test_the_tower_stays_where_it_was_drawn(self, shipped):
        library = library_of(shipped, Deck("01002", {"05042": 1, "02039": 1, "01020": 2, "01021": 2}))
        assert (library.weaknesses, library.stays) == ({"02039"}, {"05042"})
        assert "05042" in library.others
        assert chance_in_hand(library, {"05042"}) == 1, "five cards besides the other weakness"
        hand = deal(library, "s")
        assert "05042" in mulligan(library, hand, range(5)).cards

    def test_sefina_draws_thirteen_and_takes_no_mulligan(self, shipped):
        library = library_of(shipped, Deck("03003", {f"010{n}": 2 for n in range(20, 36)}))
        assert (library.hand, library.mulligan) == (13, False)
        named = {"01020"}
        assert chance_in_hand(library, named, mulligan=True) == chance_in_hand(library, named)
        hand = deal(library, "s")
        assert len(hand.cards) == 13
        assert mulligan(library, hand, [0]) == hand

    def test_a_permanent_may_make_the_hand_larger(self, shipped):
        assert library_of(shipped, Deck("01002", {"05276": 2, "01020": 2})).hand == 7
