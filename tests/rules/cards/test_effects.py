"""The vocabulary of effects: each kind is given to a card, and read by a rule."""

import re
from functools import cache

import pytest

from rules.cards import effects
from rules.cards.effects import VOCABULARY
from tests.builders import catalogue
from tests.test_architecture import modules

#: The names of the kinds in code: "deck-size" is DECK_SIZE.
NAMES = {kind: name for name, kind in vars(effects).items() if isinstance(kind, str) and kind in VOCABULARY}


@cache
def code() -> str:
    """Return the modules that may read effects, without the vocabulary itself."""
    vocabulary = effects.__file__
    paths = [path for app in ("rules", "cards", "decks", "campaigns") for path in modules(app)]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths if str(path) != vocabulary)


@cache
def kinds_of_cards() -> frozenset[str]:
    return frozenset(effect.kind for card in catalogue().cards.values() for effect in card.effects)


def test_cards_have_known_kinds_only():
    assert kinds_of_cards() <= VOCABULARY.keys()


@pytest.mark.parametrize("kind", VOCABULARY)
def test_a_card_has_the_kind_and_a_rule_reads_it(kind):
    assert kind in kinds_of_cards(), "no card has this effect"
    assert re.search(rf"\b{NAMES[kind]}\b", code()), "no rule reads this effect"


@pytest.mark.parametrize(
    "fact", sorted({fact for facts in VOCABULARY.values() for fact in facts[0] | facts[1]})
)
def test_a_rule_reads_the_fact(fact):
    assert f'"{fact}"' in code()
