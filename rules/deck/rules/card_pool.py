"""Rule about the card pool that a deck names for itself: its cards come from those products.

(Rulebook A14, env.choose.)

An environment is a group's choice. A deck may also carry its own card pool: packs, whole cycles (`cycle:dwl`)
and single cards (`card:01020`), as arkham.build writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Card
from rules.deck import triggers
from rules.deck.circumstances import FREE
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, note, rule, warning
from rules.deck.rules.environments import packs_of
from rules.deck.verdict import _
from rules.memo import Recent

CYCLE, CARD = "cycle:", "card:"
#: Number of card pools that are cached.
MOST_CACHED = 64


class CardPool(NamedTuple):
    packs: frozenset[str]
    cards: frozenset[str]
    strange: tuple[str, ...]
    """Names that do not match any pack, cycle or card."""

    def holds(self, catalogue: Catalogue, card: Card) -> bool:
        """Return whether the deck may hold the card.

        Only cards with a level are chosen from products; rewards are earned.
        """
        return (
            card.level is None
            or card.reward
            or card.code in self.cards
            or not packs_of(catalogue, card).isdisjoint(self.packs)
        )


def card_pool_of(catalogue: Catalogue, named: tuple[str, ...]) -> CardPool:
    """Return the pool that these names describe. A box of reprints includes the packs that it reprints."""
    return _cached_pools(catalogue).get(named, lambda: _read(catalogue, named))


@once_per_catalogue
def _cached_pools(catalogue: Catalogue) -> Recent[tuple[str, ...], CardPool]:
    return Recent(MOST_CACHED)


def _read(catalogue: Catalogue, named: tuple[str, ...]) -> CardPool:
    packs: set[str] = set()
    cards: set[str] = set()
    strange: list[str] = []
    for word in named:
        card = catalogue.resolve(word.removeprefix(CARD)) if word.startswith(CARD) else None
        cycle = {p.code for p in catalogue.packs.values() if p.cycle == word.removeprefix(CYCLE)}
        if card is not None:
            cards.add(card.code)
        elif word in catalogue.packs:
            packs.add(word)
        elif cycle:
            packs |= cycle
        else:
            strange.append(word)
    packs |= {old for code in packs for old in catalogue.packs[code].reprints}
    return CardPool(frozenset(packs), frozenset(cards), tuple(strange))


@rule("env.choose", triggers.CARD_POOL)
def card_pool(reading: Reading) -> Iterator[Finding]:
    if reading.deck.sealed:
        yield note(
            _("The deck's sealed pool is kept but not checked: the rulebooks have no rules for sealed play."),
            interpretation="E-53",
        )
    pool = card_pool_of(reading.catalogue, reading.deck.card_pool)
    for word in pool.strange:
        yield warning(_("The deck's card pool lists {word}, which is not a known product."), word=word[:60])
    if not pool.packs and not pool.cards:
        return
    # The collection that a deck of unknown origin was built from is not binding, so it is only a warning.
    finding = warning if reading.circumstances.mode == FREE else error
    for code, card, _copies in reading.bought():
        if not pool.holds(reading.catalogue, card):
            yield finding(_("{title} is not in the deck's card pool."), card=code, title=card.title)


RULES = (card_pool,)
