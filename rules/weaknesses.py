"""Random basic weaknesses: the pool that may be drawn from, and the draws. (Rulebook A6, E-19, E-20.)

The pool is physical: one copy of each product that the group owns, without the copies already in use. A draw
records seed, pool and result, so that it can be repeated and verified.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.cards.catalogue import Catalogue
from rules.cards.model import PLACEHOLDER, Card
from rules.chance import MOST_TAKEN, Chance
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import _


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Copies that are owned but not in the pool, with the reason."""

    printing: str
    copies: int
    rule: str
    message: str
    facts: Mapping[str, Any]

    def __str__(self) -> str:
        return self.message.format(**self.facts)


@dataclass(frozen=True, slots=True)
class WeaknessPool:
    """Copies that may be drawn, by the code of their printing."""

    copies: Mapping[str, int]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def size(self) -> int:
        return sum(self.copies.values())


def products(catalogue: Catalogue, owned: Iterable[str]) -> frozenset[str]:
    """Return the products whose player cards are owned, each once; a repackaged box represents its packs.

    (Rules rbw.pool-one-copy-of-each-product, collection.one-copy-rule.)
    """
    found = set()
    for code in owned:
        pack = catalogue.packs.get(code)
        found.add(code)
        if pack and pack.reprint_type == "player":
            found.update(pack.reprints)
    return frozenset(found)


def pool_of(
    catalogue: Catalogue,
    *,
    owned: Iterable[str],
    investigator: str,
    investigators: int,
    mode: str,
    taken: Iterable[str] = (),
    allowed: Collection[str] | None = None,
    traits: Collection[str] = (),
) -> WeaknessPool:
    """Return the pool for one investigator.

    `owned` are the group's products, regardless of the copies of each; `allowed` those of the environment, or
    None without one; `taken` the weaknesses already in the party's decks or removed permanently, one entry
    for each copy; `traits` narrows the pool if a scenario asks for a certain kind of weakness.
    """
    here = products(catalogue, owned)
    playable = here if allowed is None else here & products(catalogue, allowed)
    copies: dict[str, int] = {}
    left_out: list[LeftOut] = []
    in_use = _in_use(catalogue, taken)
    who = catalogue.resolve(investigator)
    for printing in sorted(catalogue.printings.values(), key=lambda printing: printing.code):
        card = catalogue.cards[printing.card]
        if printing.pack not in here or not is_drawable(card):
            continue
        if printing.pack not in playable:
            message = _("{title}: not in this environment")
            left_out.append(_left_out(card, printing.code, printing.quantity, "env.choose", message))
            continue
        reason = _restricted(card, who, investigators, mode, traits)
        if reason:
            message, facts = reason
            rule = "rbw.pool-text-restrictions"
            left_out.append(_left_out(card, printing.code, printing.quantity, rule, message, **facts))
            continue
        used = _take_copies(in_use, printing.code, card.code, printing.quantity)
        if used:
            message = _("{title}: already in use")
            left_out.append(_left_out(card, printing.code, used, "rbw.pool-excludes-in-use", message))
        if used < printing.quantity:
            copies[printing.code] = printing.quantity - used
    return WeaknessPool(copies, tuple(left_out))


def _left_out(card: Card, printing: str, copies: int, rule: str, message: str, **facts: Any) -> LeftOut:
    return LeftOut(printing, copies, rule, message, {"title": card.title, **facts})


def find_in(catalogue: Catalogue, pool: WeaknessPool, code: str) -> str | LeftOut:
    """Return the printing of a weakness in the pool, if possible the named one; else why none is left.

    `code` names a weakness that the catalogue knows, by its card or by one of its printings.
    """
    card = catalogue.resolve(code)
    assert card is not None, f"{code} is in no catalogue"
    held = [each for each in pool.copies if catalogue.printings[each].card == card.code]
    if held:
        return code if code in held else held[0]
    if not is_drawable(card):
        message = _("{title}: not a basic weakness")
        return _left_out(card, card.code, 0, "rbw.pool-excludes-signature", message)
    for each in pool.left_out:
        if catalogue.printings[each.printing].card == card.code:
            return each
    message = _("{title}: not in your group’s boxes")
    return _left_out(card, card.code, 0, "rbw.pool-one-copy-of-each-product", message)


def is_drawable(card: Card) -> bool:
    """Return whether the card can be drawn (rule rbw.pool-excludes-signature).

    Signature weaknesses, follow-ups and the placeholder never can.
    """
    return card.weakness == "basic" and card.code != PLACEHOLDER


def _restricted(
    card: Card, who: Card | None, investigators: int, mode: str, traits: Collection[str]
) -> tuple[str, dict[str, Any]] | None:
    """Return why this investigator may not draw a weakness here, if so (E-20: filtered, not redrawn)."""
    if "multiplayer-only" in card.keywords and investigators < 2:
        return _("{title}: only for two or more investigators"), {}
    if "campaign-only" in card.keywords and mode == STANDALONE:
        return _("{title}: only in a campaign"), {}
    if card.only and who:
        classes = sorted(card.only.classes)
        if classes and not card.only.classes & who.classes:
            return _("{title}: only for {classes}"), {"classes": ", ".join(classes)}
        if card.only.traits and not card.only.traits & who.traits:
            return _("{title}: only for {traits}"), {"traits": ", ".join(sorted(card.only.traits))}
        if card.only.investigators and who.code not in card.only.investigators:
            return _("{title}: only for another investigator"), {}
    if traits and not card.traits & set(traits):
        return _("{title}: not {traits}"), {"traits": ", ".join(sorted(traits))}
    return None


def _in_use(catalogue: Catalogue, taken: Iterable[str]) -> Counter[str]:
    """Count the copies in use by the code they are recorded under: a printing's, or a card's."""
    return Counter(code for code in taken if catalogue.resolve(code))


def _take_copies(in_use: Counter[str], printing: str, card: str, copies: int) -> int:
    """Return how many copies of this printing are in use.

    A deck that names the first printing may hold any.
    """
    used = 0
    for code in dict.fromkeys((printing, card)):
        taken = min(in_use[code], copies - used)
        in_use[code] -= taken
        used += taken
    return used


@dataclass(frozen=True, slots=True)
class Draw:
    """A weakness drawn at random, with everything that is needed to repeat the draw."""

    seed: str
    pool: Mapping[str, int]
    result: str
    taken: int = 0
    """Numbers taken from the seed before this draw."""
    drafted: tuple[str, ...] = ()
    """Boon of the Morrígan: the three that were drawn first."""
    returned: str = ""
    """Boon of the Morrígan: the one that the player returned."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Boon of the Morrígan, first half: up to three weaknesses, of which the player returns one."""

    seed: str
    pool: Mapping[str, int]
    drafted: tuple[str, ...]
    taken: int = 0


class EmptyPool(ValueError):
    """There is no basic weakness left to draw."""


def draw(pool: Mapping[str, int], chance: Chance) -> Draw:
    """Draw one weakness, uniformly over physical copies (rule rbw.pool-physical-multiplicity)."""
    before = chance.taken
    return Draw(chance.seed, dict(pool), chance.pick(_spread(pool)), before)


def draft(pool: Mapping[str, int], chance: Chance) -> Draft:
    """Draw three different copies; fewer if the pool has fewer."""
    before = chance.taken
    left = _spread(pool)
    drafted = tuple(left.pop(chance.below(len(left))) for _turn in range(min(3, len(left))))
    return Draft(chance.seed, dict(pool), drafted, before)


def settle(draft: Draft, returned: str) -> Draw:
    """Finish the Boon of the Morrígan: one goes back by choice, one of the others is taken at random."""
    if returned not in draft.drafted:
        raise ValueError(f"{returned} was not drafted")
    rest = list(draft.drafted)
    rest.remove(returned)
    chance = Chance(draft.seed, draft.taken + len(draft.drafted))
    result = chance.pick(rest) if rest else returned
    return Draw(draft.seed, draft.pool, result, draft.taken, draft.drafted, returned)


def verify(drawn: Draw) -> bool:
    """Return whether the seed gives this result from this pool."""
    if not 0 <= drawn.taken <= MOST_TAKEN:
        return False
    try:
        chance = Chance(drawn.seed, drawn.taken)
        if drawn.drafted:
            return settle(draft(drawn.pool, chance), drawn.returned) == drawn
        return draw(drawn.pool, chance) == drawn
    except ValueError:
        return False


def _spread(pool: Mapping[str, int]) -> list[str]:
    """Return every physical copy, in an order that does not depend on how the pool was written."""
    copies = [code for code in sorted(pool) for _copy in range(pool[code])]
    if not copies:
        raise EmptyPool
    return copies
