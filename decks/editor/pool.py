"""Whether each card may still be added to a deck, as a string with one sign for each card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from decks.editor.browser import BrowserCards
from decks.editor.lines import option_text
from decks.editor.problems import short
from rules.cards.model import Card
from rules.deck.pool import Pool, PoolCard
from rules.deck.reading import Reading
from rules.deck.rules.environments import excluded_cards
from rules.deck.standing import BASIC, SIGNATURE, STANDARD, STORY, WEAKNESS
from rules.deck.validate import Examined

#: Signs: the card has room, or cannot be taken. Any other sign is a letter for the reason why there is no
#: room.
ROOM, CLOSED = "+", "-"
FIRST_LETTER = ord("A")

#: Roles of cards that are not bought. They may be added up to their own limit.
GIVEN = (SIGNATURE, BASIC, STORY, WEAKNESS)


@dataclass(frozen=True, slots=True)
class Standing:
    """The sign of every card of the browser's file for one deck."""

    signs: str
    reasons: tuple[str, ...]
    """The reasons by letter, from A on."""

    def reason(self, sign: str) -> str:
        return "" if sign in (ROOM, CLOSED) else self.reasons[ord(sign) - FIRST_LETTER]


def standing(examined: Examined, cards: BrowserCards, *, upgrading: bool = False) -> Standing:
    """Return the signs of all cards. During an upgrade every card that may be bought has room."""
    reading = examined.reading
    if reading is None:
        return Standing(CLOSED * len(cards.cards), ())
    found = examined.pool
    environment = examined.circumstances.environment
    outside = excluded_cards(examined.catalogue, environment) if environment else frozenset()
    held = copies_by_card(reading)
    reasons: dict[str, str] = {}
    signs = [_sign(reading, found, card, held, outside, reasons, upgrading) for card in cards.cards]
    return Standing("".join(signs), tuple(reasons))


def copies_by_card(reading: Reading) -> Mapping[str, int]:
    held: dict[str, int] = {}
    for _code, standing, copies in reading.known():
        held[standing.card.code] = held.get(standing.card.code, 0) + copies
    return held


def _sign(
    reading: Reading,
    found: Pool,
    card: Card,
    held: Mapping[str, int],
    outside: frozenset[str],
    reasons: dict[str, str],
    upgrading: bool,
) -> str:
    row = found.cards.get(card.code)
    if row is not None:
        if not row.open or card.code in outside:
            return CLOSED
        return ROOM if row.room or upgrading else _letter(_no_room(reading, row), reasons)
    role = reading.table[card.code].standing.role
    if role not in GIVEN or role == STANDARD:
        return CLOSED
    if held.get(card.code, 0) < max(1, card.limit):
        return ROOM
    return _letter(_of(held[card.code], card.limit), reasons)


def _letter(reason: str, reasons: dict[str, str]) -> str:
    return reasons.setdefault(reason, chr(FIRST_LETTER + len(reasons)))


def _of(copies: int, limit: int) -> str:
    return _("%(copies)d of %(limit)d copies") % {"copies": copies, "limit": limit}


def _no_room(reading: Reading, row: PoolCard) -> str:
    if row.copies >= row.limit:
        return _("%(copies)d of %(limit)d copies, all versions") % {"copies": row.copies, "limit": row.limit}
    if row.lines:
        lines = [option_text(reading.access.lines[index]) for index in row.lines]
        return _("No room left: %(lines)s") % {"lines": "; ".join(lines)}
    if row.reason:
        return _("Not now: %(why)s") % {"why": short(row.reason)}
    return _("No more copies of this version")
