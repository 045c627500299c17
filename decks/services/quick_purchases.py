"""Purchases with one press: a card in the cheapest way, or several copies upgraded at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from decks.errors import BadEdit
from decks.examined import ExaminedDeck
from decks.models import Deck
from decks.open_upgrade import OpenUpgrade
from decks.services.editing import Author
from decks.services.giving_back import give_back
from decks.services.journal import Edited, locked, made_before
from decks.services.upgrading import PART_OF, buy
from rules.cards.model import Card
from rules.upgrade.purchase import DECK
from rules.upgrade.refusals import UPGRADES
from rules.upgrade.session import Quote

#: More copies of one card than a deck may have.
MOST_COPIES = 9


@transaction.atomic
def buy_cheapest(deck: Deck, *, code: str, place: str = DECK, **author: Unpack[Author]) -> Edited:
    """Buy a copy in the cheapest legal way, for a card that was taken out or as an upgrade of one.

    A card that was itself taken out is put back.
    """
    held, version = locked(deck)
    if made := made_before(held, version, author):
        return made
    upgrade = OpenUpgrade(ExaminedDeck(held))
    card = upgrade.card(code)
    for row in upgrade.taken_out:
        if row.place == place and upgrade.card(row.card) == card:
            return give_back(held, position=row.position, **author)
    quotes = [quote for quote in _quotes(upgrade, code, place) if not quote.violations]
    if not quotes:
        # The refusal names the rules against it.
        return buy(held, code=code, place=place, **author)
    full = sum(n for held, n in upgrade.session.copies(place).items() if _is_title(upgrade, held, card))
    # Where the deck has every copy that it may have, only an upgrade makes sense.
    best = min(
        (quote.purchase for quote in quotes),
        key=lambda made: (full >= card.limit and made.way not in UPGRADES, made.price),
    )
    return buy(held, code=code, replaces=best.replaces, way=best.way, place=place, **author)


def _is_title(upgrade: OpenUpgrade, code: str, card: Card) -> bool:
    return upgrade.card(code).title == card.title


def _quotes(upgrade: OpenUpgrade, code: str, place: str) -> Iterator[Quote]:
    """Yield every way to get a card: for what was taken out, then as an upgrade of each copy in the deck."""
    card = upgrade.card(code)
    yield from upgrade.making_room(code, place=place).purchase_options(code, place=place)
    slots = getattr(upgrade.examined.version, PART_OF[place])
    for lower in map(upgrade.catalogue_card, slots):
        if lower and lower.title == card.title and (lower.level or 0) < (card.level or 0):
            yield from upgrade.purchase_options(code, replaces=lower.code, place=place)


@transaction.atomic
def upgrade_copies(
    deck: Deck, *, code: str, replaces: str, copies: int = 1, place: str = DECK, **author: Unpack[Author]
) -> Edited:
    """Upgrade several copies of a card, all or none. Each is a purchase of its own."""
    if not 1 <= copies <= MOST_COPIES:
        raise BadEdit(_("Choose how many copies to upgrade."))
    edited = buy(deck, code=code, replaces=replaces, place=place, **author)
    key = author.get("key", "")
    for number in range(2, copies + 1):
        again: Author = {"by": author.get("by"), "key": f"{key[:60]}/{number}" if key else ""}
        edited = buy(deck, code=code, replaces=replaces, place=place, **again)
    return edited
