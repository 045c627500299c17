"""Vocabulary of the effects that a card may have on decks, prices and campaigns.

Special cards are described as data with these kinds of effect and their facts. A kind or fact that is not
listed here is an error when the catalogue is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.cards.model import Effect

#: kind → (required facts, optional facts)
VOCABULARY: dict[str, tuple[frozenset[str], frozenset[str]]] = {}


class UnknownEffect(ValueError):
    """The catalogue names an effect that no rule understands."""


def word(kind: str, *needs: str, may: Iterable[str] = ()) -> str:
    """Add a kind of effect to the vocabulary."""
    VOCABULARY[kind] = (frozenset(needs), frozenset(may))
    return kind


# Requirements for a deck.
DECK_SIZE = word("deck-size", "by")
GRANTS_OPTION = word("grants-option", "option")
FORBIDS = word("forbids", "option")
AT_LEAST = word("at-least", "cards", may=("types", "traits"))
COPIES_PER_TITLE = word("copies-per-title", "limit")
TRAIT_LIMIT = word("trait-limit", "trait", "limit")
BRANDED = word("branded", "limit", may=("types", "traits"))
#: With `expected` the card wants that many; fewer are also allowed.
ATTACHES = word("attaches", "cards", may=("types", "traits", "distinct", "expected", "name"))
#: Chosen before each game, so that a deck is legal whatever is recorded. `includes` are always among them.
SETS_APART = word("sets-apart", "cards", "name", may=("types", "traits", "includes"))

# Requirements for an investigator's signatures.
SIGNATURE_COPIES = word("signature-copies", "card", "by", may=("copies",))
CHOOSES_REQUIRED = word(
    "chooses-required", "cards", "from", may=("face", "more_per_experience", "each_adds", "distinct")
)
#: The FAQ names the investigator: multi-class cards take limited slots, as if no option said “other” (E-48).
CHARGES_MULTICLASS = word("charges-multiclass")
SET_ASIDE = word("set-aside", "cards", may=("face",))
KEEPS_LOWER_VERSION = word("keeps-lower-version", "traits")
GRANTED_BY_STORY = word("granted-by-story")
FREEZES_DECK = word("freezes-deck")
NOT_SELECTABLE = word("not-selectable")
REPLACED_BY = word("replaced-by", "card")
STARTING_EXPERIENCE = word("starting-experience", "by")

# Effects on prices. `on` is "upgrade", "new", "any" or "repurchase"; `first` counts purchases between two
# scenarios. With `when` the players record whether it happened; `per` is how many of the things they count
# make one discount; `most` is how often it can happen in a game, regardless of the number of copies.
DISCOUNT = word("discount", "on", "by", "first", may=("traits", "when", "per"))
SURCHARGE = word("surcharge", "on", "by")
SWAPS_LEVEL_0 = word("swaps-level-0", "cards")
SECOND_COPY_FREE = word("second-copy-free", "of")
MARKS = word("marks", "boxes", "of", "when", may=("most",))
#: Above level 0 the investigator buys cards of a single class between two scenarios, and neutral ones.
BUYS_ONE_CLASS = word("buys-one-class")

# Effects of buying the card: experience gained, trauma suffered (`trauma`: of the player's choice) or healed.
ON_PURCHASE = word("on-purchase", may=("experience", "mental", "physical", "trauma", "heals_trauma"))

# Effects on a campaign. `when` is "always", "not-defeated", or the name of a question for the players; for a
# defeat it is empty, or "earning" if the card matters only when experience is earned.
ON_DEFEAT = word("on-defeat", "becomes", may=("signatures_become", "when"))
EARNS = word("earns", "experience", "when")
EARNS_NOTHING = word("earns-nothing")
# Trauma of the kind that the player chooses is `trauma`. An effect on `anyone` in the party is asked of every
# investigator, regardless of the deck that holds the card.
SUFFERS = word("suffers", "when", may=("physical", "mental", "trauma", "anyone"))
IS_LOST = word("is-lost", "status", "when")
EXILED_WHEN = word("exiled-when", "when")
ON_GAIN = word("on-gain", "experience")

# Effects on a scenario's setup. An investigator has those of the front; `face` is "back" where it is the back
# that has them. A card that `stays` is not replaced if it is drawn into the hand. Starting resources with
# `when` are for the next scenario, as often as the players record it, and go to investigators of the player's
# choice. Added tokens are in the bag for that game only: from its beginning, or with `when` "setup" earlier.
OPENING_HAND = word("opening-hand", may=("by", "draws", "keeps", "no_mulligan", "adds", "stays", "face"))
STARTING_RESOURCES = word("starting-resources", "by", may=("when",))
BEGINS_IN_PLAY = word("begins-in-play", "cards")
AT_SETUP = word("at-setup", "when", may=("face",))
ADDS_TOKENS = word("adds-tokens", "token", "copies", may=("when",))


def read_effect(facts: Mapping[str, Any]) -> Effect:
    """Read `{"effect": kind, …}`; raise UnknownEffect for a kind or a fact that no rule knows."""
    kind = facts.get("effect")
    if not isinstance(kind, str) or kind not in VOCABULARY:
        raise UnknownEffect(f"unknown effect {kind!r}; known are {', '.join(sorted(VOCABULARY))}")
    needs, may = VOCABULARY[kind]
    given = set(facts) - {"effect"}
    if missing := needs - given:
        raise UnknownEffect(f"effect {kind!r} lacks {', '.join(sorted(missing))}")
    if strange := given - needs - may:
        raise UnknownEffect(f"effect {kind!r} does not know {', '.join(sorted(strange))}")
    return Effect(kind, {key: facts[key] for key in facts if key != "effect"})
