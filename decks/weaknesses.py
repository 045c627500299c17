"""Random draws of basic weaknesses from the boxes that a player owns, repeatable by their seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from accounts.models import User
from cards.collections.selectors import packs_owned, usual_collection
from cards.text.names import exact_title_of
from decks.errors import NoWeaknessLeft
from rules.cards.catalogue import Catalogue
from rules.cards.model import PLACEHOLDER, Deck
from rules.chance import Chance
from rules.deck.circumstances import Circumstances
from rules.deck.rules.environments import products
from rules.weaknesses import EmptyPool, WeaknessPool, draw, pool_of


def owned_packs(catalogue: Catalogue, owner: User) -> list[str]:
    """Return the boxes of a player's usual collection; every box if it is empty."""
    collection = usual_collection(owner)
    return sorted(packs_owned(collection) if collection else ()) or sorted(catalogue.packs)


def pool_for(
    catalogue: Catalogue,
    deck: Deck,
    circumstances: Circumstances,
    *,
    owner: User,
    taken: Iterable[str] = (),
) -> WeaknessPool:
    """Return what may be drawn for this deck; its own weaknesses and those of the party are in use."""
    environment = circumstances.environment
    held = [code for code, copies in deck.slots.items() for _copy in range(min(copies, 99))]
    return pool_of(
        catalogue,
        owned=owned_packs(catalogue, owner),
        investigator=deck.investigator,
        investigators=circumstances.investigators or 1,
        mode=circumstances.mode,
        taken=[*held, *taken],
        allowed=products(catalogue, environment) if environment else None,
    )


def draw_for(
    catalogue: Catalogue,
    deck: Deck,
    circumstances: Circumstances,
    *,
    owner: User,
    seed: str,
    taken: Iterable[str] = (),
) -> tuple[Deck, str]:
    """Return the deck with its placeholders drawn, and a remark with which the draw can be repeated."""
    chance = Chance(seed)
    drawn: list[str] = []
    slots = dict(deck.slots)
    while slots.get(PLACEHOLDER, 0) > 0:
        pool = pool_for(catalogue, replace(deck, slots=slots), circumstances, owner=owner, taken=taken)
        try:
            result = draw(pool.copies, chance).result
        except EmptyPool:
            raise NoWeaknessLeft(_("No basic weakness is left to draw.")) from None
        slots[PLACEHOLDER] -= 1
        slots[result] = slots.get(result, 0) + 1
        drawn.append(result)
    slots.pop(PLACEHOLDER, None)
    titles = ", ".join(exact_title_of(code) for code in drawn)
    remark = _("Drawn with the seed %(seed)s: %(cards)s") % {"seed": seed, "cards": titles}
    return replace(deck, slots=slots), remark if drawn else ""
