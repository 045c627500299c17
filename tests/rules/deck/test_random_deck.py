"""Ultimatum of Chaos: a random starting deck is legal, repeatable, and made only of owned cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.cards.model import Choices, Deck
from rules.chance import Chance
from rules.deck.circumstances import CREATION, Circumstances, LogFacts
from rules.deck.random_deck import NotEnoughCards, random_deck, undrawn
from rules.deck.validate import judge
from tests.builders import a_deck, catalogue

CHAOS = Circumstances(mode=CREATION, ultimatums=frozenset({"ub.chaos"}))
DANIELA = Deck("12001", {"12002": 1, "12003": 1, "01000": 1})


def broken(deck, generated):
    found = judge(
        catalogue(), deck, Circumstances(CREATION, ultimatums=CHAOS.ultimatums, generated=generated)
    )
    return [violation.rule for violation in found.violations]


def begun(code, **fields):
    """Return a deck with only signatures and weaknesses."""
    return undrawn(catalogue(), a_deck(code, **fields))


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param(begun("12001"), id="Daniela Reyes"),
        pytest.param(
            begun("06003", choices=Choices(classes={"": "guardian"})), id="Tony Morgan, capped class"
        ),
        pytest.param(begun("03006"), id="Lola Hayes, so many of each class"),
    ],
)
def test_it_is_legal_because_it_was_drawn(deck):
    made = random_deck(catalogue(), deck, CHAOS, Chance("a seed"))
    assert broken(made, generated=True) == []
    assert "ub.chaos" in broken(made, generated=False), "chosen by hand it would not be"
    assert deck.slots.items() <= made.slots.items()


def test_a_second_deck_is_drawn_of_different_cards():
    jim = Deck("90049", {"04015": 1, "01000": 1}, second_deck={"90053": 1})
    made = random_deck(catalogue(), jim, CHAOS, Chance("a seed"))
    assert not [rule for rule in broken(made, generated=True) if "additional" in rule]
    assert len({catalogue().resolve(code).title for code in made.second_deck}) == 10
    assert set(made.second_deck.values()) == {1}
    allies = made.second_deck.keys() - jim.second_deck.keys()
    with pytest.raises(NotEnoughCards):
        random_deck(catalogue(), jim, CHAOS, Chance("a seed"), {**made.slots, **dict.fromkeys(allies, 0)})


def test_a_second_deck_is_drawn_without_allies_lost_to_the_scream():
    jim = Deck("90049", {"04015": 1, "01000": 1}, second_deck={"90053": 1})
    drawn = random_deck(catalogue(), jim, CHAOS, Chance("a seed"))
    titles = {catalogue().resolve(code).title for code in drawn.second_deck if code != "90053"}
    under = replace(
        CHAOS, ultimatums=frozenset({"ub.chaos", "ub.scream"}), log=LogFacts(lost_allies=frozenset(titles))
    )
    again = random_deck(catalogue(), jim, under, Chance("a seed"))
    assert len(again.second_deck) == 10
    assert not titles & {catalogue().resolve(code).title for code in again.second_deck}


def test_what_is_not_drawn_stays():
    choices = Choices(classes={"": "guardian"})
    deck = Deck("06003", {"06012": 1, "01000": 1, "01088": 2}, {"01016": 1}, choices=choices, taboo="005")
    assert undrawn(catalogue(), deck) == Deck("06003", {"06012": 1, "01000": 1}, choices=choices, taboo="005")


def test_the_same_seed_gives_the_same_deck_and_another_another():
    made = [random_deck(catalogue(), DANIELA, CHAOS, Chance(seed)) for seed in ("x", "x", "y")]
    assert made[0] == made[1] != made[2]


def test_only_what_is_owned():
    owned = {
        code: 1 for code, card in catalogue().cards.items() if card.level == 0 and "guardian" in card.classes
    }
    made = random_deck(catalogue(), DANIELA, CHAOS, Chance("x"), owned)
    drawn = made.slots.keys() - DANIELA.slots.keys()
    assert drawn <= owned.keys()
    assert all(made.slots[code] == 1 for code in drawn)


def test_too_few_cards_are_not_a_deck():
    with pytest.raises(NotEnoughCards):
        random_deck(catalogue(), DANIELA, CHAOS, Chance("x"), {"12020": 2})
