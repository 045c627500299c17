"""Which copies are not what they seem: customized, kept out of the limits, or free with another?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rules import concerns, effects
from rules.access import STANDARD, Entry
from rules.model import Card, Tick

if TYPE_CHECKING:
    from rules.reading import Reading


def count_myriad_once(reading: Reading) -> None:
    """Further copies of a myriad card of the same level come with the first (myriad.free-extra-copies,
    E-09)."""
    paid: set[str] = set()
    for _, standing, copies in reading.special:
        card = standing.card
        if card.myriad and standing.role is STANDARD and card.price:
            # The price was counted for every copy of this slot.
            free = copies if card.code in paid else copies - 1
            reading.experience -= free * card.price
            paid.add(card.code)


def customize(reading: Reading) -> int:
    """Put the ticked boxes into the cards: level, traits, slots, tags and limits change with them."""
    table: dict[str, Entry] | None = None
    for code, ticks in reading.deck.customizations.items():
        entry = reading.table.get(code)
        if entry is None or not entry.standing.card.customizable or code not in reading.deck.slots:
            continue
        card = customized(entry.standing.card, ticks)
        spent = sum(tick.experience for tick in ticks)
        reading.experience += spent
        if table is None:
            table = dict(reading.table)
            reading.table = table
        changed = table[code] = reading.access.entry_of_version(card, entry)
        reading.special = [row for row in reading.special if row[0] != code]
        copies = reading.deck.slots[code]
        reading.special.append((code, changed.standing, copies))
        reading.concerns |= changed.concerns
    bits = concerns.CUSTOMIZED
    for code, _, _ in reading.special:
        bits |= reading.table[code].concerns
    return bits


def customized(card: Card, ticks: tuple[Tick, ...]) -> Card:
    """The card with its full boxes' changes; its level is half the experience spent, rounded up."""
    spent = sum(max(0, tick.experience) for tick in ticks)
    changes: dict[str, object] = {"level": (spent + 1) // 2}
    traits, slots, tags, limit = card.traits, card.slots, card.tags, card.limit
    for tick in ticks:
        if not 0 <= tick.box < len(card.customizations):
            continue
        box = card.customizations[tick.box]
        if tick.experience < box.price:
            continue
        traits = box.traits or traits
        slots = {**slots, **box.slots} if box.slots else slots
        tags = tags | box.tags
        limit = box.limit or limit
    changes |= {"traits": traits, "slots": slots, "tags": tags, "limit": limit}
    return replace(card, **changes)  # type: ignore[arg-type]


def ignore(reading: Reading) -> None:
    """Take out the copies that a card or investigator really keeps out of size and limits."""
    allowed: dict[str, int] = {}
    for code, copies in reading.deck.ignored.items():
        entry = reading.table.get(code)
        held = reading.deck.slots.get(code, 0)
        if entry is None or copies.__class__ is not int or held.__class__ is not int or copies < 1:
            continue
        card = entry.standing.card
        if may_be_ignored(reading, card):
            kept_out = min(copies, held)
            allowed[card.code] = allowed.get(card.code, 0) + kept_out
            reading.size -= entry.counts * kept_out
            if any(e.kind == effects.GRANTED_BY_STORY for e in card.effects):
                reading.experience -= entry.price * kept_out
    reading.ignored = allowed


def may_be_ignored(reading: Reading, card: Card) -> bool:
    """Does the investigator keep lower versions of such cards, or may the story grant this one?"""
    if card.effects_of(effects.GRANTED_BY_STORY):
        return True
    return any(
        card.traits & frozenset(effect["traits"])
        for effect in reading.access.back.effects_of(effects.KEEPS_LOWER_VERSION)
    )
