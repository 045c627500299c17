"""Cards of a deck that are set apart before the opening hand: hunches, a market, a plan.

They are part of the deck while it is built, and are not drawn from it during the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.cards import effects
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, Deck, Effect


@dataclass(frozen=True, slots=True)
class SetApart:
    """The copies of a deck that an investigator or a permanent card keeps apart."""

    holder: str
    """The code under which the deck records them."""
    card: Card
    effect: Effect
    codes: tuple[str, ...]
    """Copies that are set apart, as the deck holds them, each as often as it is."""

    @property
    def most(self) -> int:
        return int(self.effect["cards"])

    @property
    def name(self) -> str:
        """The name of a deck of their own, such as “hunch”; empty if they are attached to the card."""
        return str(self.effect.get("name", ""))

    @property
    def always(self) -> tuple[str, ...]:
        """Cards that are always among them."""
        return tuple(self.effect.get("includes", ()))


def set_apart(catalogue: Catalogue, deck: Deck) -> list[SetApart]:
    """Return what a deck sets apart: for its investigator, then for its cards. Excess copies are left out."""
    printed = catalogue.under(deck.taboo).printed
    left = {code: max(0, copies) for code, copies in deck.slots.items()}
    found = []
    for holder, card, effect in _holders(catalogue, deck):
        recorded = deck.attachments.get(holder) or deck.attachments.get(card.code, ())
        wanted = [*(effect.get("includes", ()) if recorded else ()), *recorded]
        codes: list[str] = []
        for named in wanted:
            code = _held(printed, left, named)
            once = named in effect.get("includes", ()) and code in codes
            if code and not once and len(codes) < effect["cards"]:
                codes.append(code)
                left[code] -= 1
        found.append(SetApart(holder, card, effect, tuple(codes)))
    return found


def _holders(catalogue: Catalogue, deck: Deck) -> Iterator[tuple[str, Card, Effect]]:
    printed = catalogue.under(deck.taboo).printed
    faces = dict.fromkeys((deck.choices.back or deck.investigator, deck.investigator))
    for code in faces:
        for effect in printed[code].effects_of(effects.SETS_APART) if code in printed else ():
            yield deck.investigator, printed[code], effect
    for code, copies in sorted(deck.slots.items()):
        card = printed.get(code)
        for effect in card.effects_of(effects.ATTACHES) if card and copies > 0 else ():
            assert card is not None
            yield code, card, effect


def _held(printed: Mapping[str, Card], left: dict[str, int], named: str) -> str:
    """Return the code under which the deck has a further copy of a card; empty if it has none."""
    if left.get(named, 0) > 0:
        return named
    card = printed.get(named)
    same = (code for code, n in left.items() if n > 0 and card is not None and printed.get(code) == card)
    return next(same, "")


def can_be_set_apart(card: Card, apart: SetApart) -> bool:
    """Return whether a card of the deck may be set apart. The rules check the result."""
    if card.code in apart.always:
        return True
    if card.weakness or card.permanent or card == apart.card:
        return False
    types, traits = apart.effect.get("types"), apart.effect.get("traits")
    return (not types or card.type in types) and (not traits or bool(card.traits & set(traits)))
