"""Copies that count differently from their slot: customized, outside the limits, or free with another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.effects import GRANTED_BY_STORY, KEEPS_LOWER_VERSION
from rules.cards.model import Card, Tick
from rules.deck import triggers
from rules.deck.circumstances import CAMPAIGN, FREE
from rules.deck.standing import STANDARD, CardEntry

if TYPE_CHECKING:
    from rules.deck.reading import Reading

#: A customizable card's level is half the experience marked on its sheet, rounded up, and no card is above
#: level 5.
MOST_MARKS = 10


def count_myriad_once(reading: Reading) -> None:
    """Make further copies of a myriad card of one level free (myriad.free-extra-copies, E-09)."""
    paid: set[tuple[str, int | None]] = set()
    bought = [
        (-card.price, code, card, copies)
        for code, standing, copies in reading.special
        if (card := standing.card).myriad and standing.role is STANDARD and card.price
    ]
    for _price, _code, card, copies in sorted(bought):
        # The price was counted for every copy of this slot.
        free = copies if (card.title, card.level) in paid else copies - 1
        reading.experience -= free * card.price
        paid.add((card.title, card.level))


class _DeckTable(dict[str, CardEntry]):
    """The entries of one deck's slots. Other codes are looked up in the investigator's table."""

    def __init__(self, reading: Reading) -> None:
        self.others = others = reading.access.table
        super().__init__(zip(reading.slots, map(others.__getitem__, reading.slots), strict=True))

    def __missing__(self, code: str) -> CardEntry:
        return self.others[code]

    def get(self, code: str, default: Any = None) -> Any:
        return super().get(code) or self.others.get(code, default)


def customize(reading: Reading) -> int:
    """Apply the marked boxes to the cards: level, traits, slots, tags and limits change with them."""
    table = _DeckTable(reading)
    access, catalogue = reading.access, reading.catalogue
    printed = access.taboo_view.printed
    seen: set[int] = set()
    bits = triggers.CUSTOMIZED
    for named, ticks in sorted(reading.deck.customizations.items()):
        card = printed.get(named)
        if card is None or not card.customizations or id(card) in seen:
            continue
        seen.add(id(card))
        # A taboo list may have changed one printing of the card and not the other.
        held = [code for code in reading.printings_held(card) if table[code].standing.card is card]
        if not held:
            continue
        sheet = marks(card, ticks)
        version = _known_version(catalogue, card, _changes(card, sheet, ticks))
        # All copies of the title share one sheet.
        reading.experience += sum(sheet.values())
        for code in held:
            table[code] = entry = access.entry_of_version(version, table[code])
            bits |= entry.triggers
    reading.table = table
    reading.special = [
        (code, entry.standing, copies)
        for (code, copies), entry in zip(reading.slots.items(), table.values(), strict=True)
        if entry.triggers
    ]
    return bits


def marks(card: Card, ticks: Iterable[Tick]) -> dict[int, int]:
    """Return the experience on each box of the card's upgrade sheet, at most what the box has room for."""
    sheet: dict[int, int] = {}
    for tick in ticks:
        if 0 <= tick.box < len(card.customizations):
            room = card.customizations[tick.box].price
            sheet[tick.box] = min(sheet.get(tick.box, 0) + max(0, tick.experience), room)
    return sheet


def customized(card: Card, ticks: Sequence[Tick]) -> Card:
    """Return the card with the changes of its full boxes; its level is half the experience, rounded up."""
    return _version(card, _changes(card, marks(card, ticks), ticks))


#: What marks on a sheet change: level, traits, slots, tags and limit of copies.
_Changes = tuple[int, frozenset[str], tuple[tuple[str, int], ...], frozenset[str], int]


def _changes(card: Card, sheet: Mapping[int, int], ticks: Iterable[Tick]) -> _Changes:
    traits, slots, tags, limit = card.traits, card.slots, card.tags, card.limit
    for index, spent in sorted(sheet.items()):
        box = card.customizations[index]
        if spent < box.price:
            continue
        if box.chooses == "slot":
            # The slot that it no longer takes: by name, or by its position among the printed ones.
            chosen = {tick.box: tick.choice for tick in ticks}[index]
            slots = {name: n for at, (name, n) in enumerate(slots.items()) if chosen not in (name, str(at))}
        traits = box.traits or traits
        slots = box.slots or slots
        tags = tags | box.tags
        limit = box.limit or limit
    level = (min(sum(sheet.values()), MOST_MARKS) + 1) // 2
    return level, traits, tuple(slots.items()), tags, limit


def _version(card: Card, changes: _Changes) -> Card:
    level, traits, slots, tags, limit = changes
    taken = MappingProxyType(dict(slots))
    return replace(card, level=level, traits=traits, slots=taken, tags=tags, limit=limit)


def _known_version(catalogue: Catalogue, card: Card, changes: _Changes) -> Card:
    """Return the version of a card of the catalogue. Most sheets make one of a few versions."""
    versions = _versions(catalogue)
    known = versions.get((id(card), changes))
    return known or versions.setdefault((id(card), changes), _version(card, changes))


@once_per_catalogue
def _versions(catalogue: Catalogue) -> dict[tuple[int, _Changes], Card]:
    """The versions of customizable cards that decks have named. Threads add to it.

    The catalogue keeps the cards alive, so that no other can get the same id.
    """
    return {}


def ignore(reading: Reading) -> None:
    """Subtract the copies that a card or investigator really keeps out of size and limits."""
    wanted: dict[str, int] = {}
    entries: dict[str, CardEntry] = {}
    for code, copies in reading.deck.ignored.items():
        entry = reading.table.get(code)
        held = reading.slots.get(code, 0)
        if entry is not None and copies.__class__ is int and copies > 0 and held:
            card = entry.standing.card
            entries[card.code] = entry
            wanted[card.code] = wanted.get(card.code, 0) + min(copies, held)
    given = {
        code: n for code, n in wanted.items() if entries[code].standing.card.effects_of(GRANTED_BY_STORY)
    }
    allowed = {code: min(n, _given_by_story(reading, code)) for code, n in given.items()}
    allowed |= _left_by_upgrades(reading, {code: n for code, n in wanted.items() if code not in given})
    reading.ignored = {code: n for code, n in sorted(allowed.items()) if n}
    for code, kept_out in reading.ignored.items():
        reading.size -= entries[code].counts * kept_out
        if code in given:
            reading.experience -= entries[code].price * kept_out


def _given_by_story(reading: Reading, code: str) -> int:
    """Return the recorded copies; a deck of unknown origin is assumed to have been given one."""
    recorded = reading.circumstances.log.granted.get(code, 0)
    return max(recorded, 1) if reading.circumstances.mode == FREE else recorded


def _left_by_upgrades(reading: Reading, wanted: Mapping[str, int]) -> dict[str, int]:
    """Return the lower versions that upgrades left in the deck.

    A deck that is still being built has none (E-43).
    """
    mode = reading.circumstances.mode
    if mode not in (FREE, CAMPAIGN):
        return {}
    held = [(standing.card, copies) for _code, standing, copies in reading.known()]
    recorded = reading.circumstances.log.kept_beside if mode == CAMPAIGN else {}
    return kept_beside(reading.access.back, wanted, held, recorded)


def keeps_lower(back: Card | None, card: Card) -> bool:
    """Return whether upgrades of such a card may leave the lower version in this investigator's deck."""
    return back is not None and any(
        card.traits & frozenset(effect["traits"]) for effect in back.effects_of(KEEPS_LOWER_VERSION)
    )


def kept_beside(
    back: Card | None,
    wanted: Mapping[str, int],
    held: Iterable[tuple[Card, int]],
    recorded: Mapping[str, int],
) -> dict[str, int]:
    """Return how many of these copies can have been left in the deck by upgrades, by card.

    One upgrade leaves one copy, so every copy needs a higher version of its own (E-43). Recorded copies were
    paid for earlier and need none.
    """
    copies = list(held)
    cards = {card.code: card for card, _n in copies if card.code in wanted and keeps_lower(back, card)}
    allowed = {code: min(wanted[code], recorded.get(code, 0)) for code in cards}
    used: dict[str, int] = {}
    # From the top down: a copy that is above a high version is also above the lower ones.
    for card in sorted(cards.values(), key=lambda card: (-(card.level or 0), card.code)):
        above = sum(
            n for other, n in copies if other.title == card.title and (other.level or 0) > (card.level or 0)
        )
        free = max(0, above - used.get(card.title, 0))
        paired = min(wanted[card.code] - allowed[card.code], free)
        used[card.title] = used.get(card.title, 0) + paired
        allowed[card.code] += paired
    return allowed
