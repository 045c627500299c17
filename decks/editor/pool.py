"""Which cards may still come into this deck? The rules' answer for every card, a sign for each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from decks.editor.browser import BrowserCards
from decks.editor.lines import in_words
from decks.editor.problems import short
from rules.access import BASIC, SIGNATURE, STANDARD, STORY, WEAKNESS
from rules.catalogue import Catalogue
from rules.circumstances import Circumstances
from rules.deckbuilding.environments import strangers
from rules.judge import Pool, PoolCard, pool
from rules.model import Card, Deck
from rules.reading import Reading, read

#: The card has room; it cannot be taken. Every other sign is a letter: the reason why there is no more room.
ROOM, CLOSED = "+", "-"
FIRST_LETTER = ord("A")

#: What is not bought comes in by signature, story or draw: open, up to its own limit.
GIVEN = (SIGNATURE, BASIC, STORY, WEAKNESS)


@dataclass(frozen=True, slots=True)
class Standing:
    """Every card of the browser's file as it stands for one deck."""

    signs: str
    reasons: tuple[str, ...]
    """By letter, from A on."""

    def reason(self, sign: str) -> str:
        return "" if sign in (ROOM, CLOSED) else self.reasons[ord(sign) - FIRST_LETTER]


def standing(
    catalogue: Catalogue,
    cards: BrowserCards,
    deck: Deck,
    circumstances: Circumstances,
    *,
    upgrading: bool = False,
) -> Standing:
    """While a deck is upgraded, what may be bought has room: its price says what must leave for it."""
    reading = read(catalogue, deck, circumstances)
    if reading is None:
        return Standing(CLOSED * len(cards.cards), ())
    found = pool(catalogue, deck, circumstances)
    environment = circumstances.environment
    outside = strangers(catalogue, environment) if environment else frozenset()
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
        return _("%(copies)d of %(limit)d by title") % {"copies": row.copies, "limit": row.limit}
    if row.lines:
        lines = [in_words(reading.access.lines[index]) for index in row.lines]
        return _("No room left: %(lines)s") % {"lines": "; ".join(lines)}
    if row.reason:
        return _("Not now: %(why)s") % {"why": short(row.reason)}
    return _("No further copy of this version")
