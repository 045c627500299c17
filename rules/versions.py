"""Which copies are not what they seem: customized, kept out of the limits, or free with another?"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rules import concerns, effects
from rules.access import STANDARD, Entry
from rules.circumstances import CAMPAIGN
from rules.model import Card, Tick

if TYPE_CHECKING:
    from rules.reading import Reading

#: A customizable card's level is half the experience marked on its sheet, rounded up, and no card is above
#: level 5.
MOST_MARKS = 10


def count_myriad_once(reading: Reading) -> None:
    """Further copies of a myriad card of the same level come with the first (myriad.free-extra-copies,
    E-09)."""
    paid: set[tuple[str, int | None]] = set()
    for _, standing, copies in sorted(reading.special, key=lambda row: (-row[1].card.price, row[0])):
        card = standing.card
        if card.myriad and standing.role is STANDARD and card.price:
            # The price was counted for every copy of this slot.
            free = copies if (card.title, card.level) in paid else copies - 1
            reading.experience -= free * card.price
            paid.add((card.title, card.level))


def customize(reading: Reading) -> int:
    """Put the ticked boxes into the cards: level, traits, slots, tags and limits change with them."""
    changed: dict[str, Entry] = {}
    table = ChainMap(changed, reading.access.table)
    printed = reading.access.shelf.printed
    for named, ticks in sorted(reading.deck.customizations.items()):
        card = printed.get(named)
        if card is None or not card.customizable:
            continue
        version = customized(card, ticks)
        held = [code for code in reading.slots if table[code].standing.card is card]
        if held:
            # One sheet for all copies of the title.
            reading.experience += sum(marks(card, ticks).values())
        for code in held:
            changed[code] = reading.access.entry_of_version(version, table[code])
    reading.table = table
    reading.special = [
        (code, table[code].standing, copies) for code, copies in reading.slots.items() if table[code].concerns
    ]
    bits = concerns.CUSTOMIZED
    for code, _, _ in reading.special:
        bits |= table[code].concerns
    return bits


def marks(card: Card, ticks: Iterable[Tick]) -> dict[int, int]:
    """Experience on each box of the card's upgrade sheet, never more than the box has room for."""
    sheet: dict[int, int] = {}
    for tick in ticks:
        if 0 <= tick.box < len(card.customizations):
            room = card.customizations[tick.box].price
            sheet[tick.box] = min(sheet.get(tick.box, 0) + max(0, tick.experience), room)
    return sheet


def customized(card: Card, ticks: Sequence[Tick]) -> Card:
    """The card with its full boxes' changes; its level is half the experience spent, rounded up."""
    sheet = marks(card, ticks)
    chosen = {tick.box: tick.choice for tick in ticks}
    traits, slots, tags, limit = card.traits, card.slots, card.tags, card.limit
    for index, spent in sorted(sheet.items()):
        box = card.customizations[index]
        if spent < box.price:
            continue
        if box.chooses == "slot":
            # The slot that it no longer takes: by name, or by its place among those printed.
            slots = {
                name: n for at, (name, n) in enumerate(slots.items()) if chosen[index] not in (name, str(at))
            }
        traits = box.traits or traits
        slots = box.slots or slots
        tags = tags | box.tags
        limit = box.limit or limit
    level = (min(sum(sheet.values()), MOST_MARKS) + 1) // 2
    return replace(card, level=level, traits=traits, slots=slots, tags=tags, limit=limit)


def ignore(reading: Reading) -> None:
    """Take out the copies that a card or investigator really keeps out of size and limits."""
    allowed: dict[str, int] = {}
    for code, copies in sorted(reading.deck.ignored.items()):
        entry = reading.table.get(code)
        held = reading.slots.get(code, 0)
        if entry is None or copies.__class__ is not int or copies < 1 or not held:
            continue
        card = entry.standing.card
        kept_out = min(copies, held, may_be_ignored(reading, card) - allowed.get(card.code, 0))
        if kept_out > 0:
            allowed[card.code] = allowed.get(card.code, 0) + kept_out
            reading.size -= entry.counts * kept_out
            if card.effects_of(effects.GRANTED_BY_STORY):
                reading.experience -= entry.price * kept_out
    reading.ignored = allowed


def may_be_ignored(reading: Reading, card: Card) -> int:
    """How many copies the story may have granted, or the investigator keep below a higher version."""
    if card.effects_of(effects.GRANTED_BY_STORY):
        recorded = reading.circumstances.log.granted.get(card.code, 0)
        return recorded if reading.circumstances.mode == CAMPAIGN else max(recorded, 1)
    for effect in reading.access.back.effects_of(effects.KEEPS_LOWER_VERSION):
        if card.traits & frozenset(effect["traits"]) and _has_higher_version(reading, card):
            return card.limit
    return 0


def _has_higher_version(reading: Reading, card: Card) -> bool:
    return any((other.level or 0) > (card.level or 0) for other in reading.catalogue.by_title[card.title])
