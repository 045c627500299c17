"""The pass over a deck's slots that adds up size, experience, titles and triggers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rules.cards import effects
from rules.deck import triggers
from rules.deck.circumstances import ANYWHERE, CAMPAIGN, CREATION, FREE, STANDALONE, Circumstances
from rules.deck.limits import Held, OverLimit, copy_limit, over_limit
from rules.deck.special_copies import count_myriad_once, customize, ignore
from rules.deck.standing import BASIC, SIGNATURE, STANDARD

if TYPE_CHECKING:
    from rules.deck.reading import Reading

#: More copies than any product or rule could explain; larger numbers are rejected as mistakes.
ABSURD = 99

_MODE = {
    FREE: triggers.FREE_MODE,
    CREATION: triggers.CREATION,
    STANDALONE: triggers.STANDALONE,
    CAMPAIGN: triggers.CAMPAIGN,
}


def add_up(reading: Reading) -> Reading:
    """Add up the slots, then the parts that only a few decks need."""
    deck = reading.deck
    try:
        bits, titles, suspects = _walk(reading, deck.slots)
    except (KeyError, TypeError, ValueError):
        # Either a card that is not in the table yet, or an entry that is not a card or not a number of
        # copies. Learn the cards, record the invalid entries, and add up the rest.
        reading.access.learn(deck.slots)
        reading.special.clear()
        reading.slots = _readable(reading)
        bits, titles, suspects = _walk(reading, reading.slots)
        if reading.unknown or reading.misread:
            bits |= triggers.UNREADABLE
    if bits & triggers.RESIZES:
        for _, standing, copies in reading.special:
            if standing.card.effects:
                for effect in standing.card.effects_of(effects.DECK_SIZE):
                    reading.needed += effect["by"] * min(copies, standing.card.limit)
    if bits & triggers.MYRIAD and _counts_myriad_once(reading):
        count_myriad_once(reading)
    if bits & triggers.SIGNATURE and not reading.edition.switches.signature_exempt_from_title_limit:
        suspects |= {
            s.card.title for _, s, _n in reading.special if s.role is SIGNATURE and s.card.title in titles
        }
    if deck.customizations:
        bits |= customize(reading)
    if deck.ignored:
        bits |= triggers.IGNORED
        ignore(reading)
    if deck.second_deck:
        reading.experience += sum(card.price * copies for _code, card, copies in reading.second_deck())
    if suspects:
        reading.suspects = suspects
        bits |= triggers.CROWDED
    reading.triggers = bits | reading.access.triggers | _of_the_whole(reading)
    return reading


def _counts_myriad_once(reading: Reading) -> bool:
    """Return whether further copies of a myriad card cost nothing: always, if cards are bought."""
    game = reading.edition.switches
    return reading.circumstances.mode != STANDALONE or game.standalone_myriad_counts_once


def _walk(reading: Reading, slots: Mapping[str, int]) -> tuple[int, set[str], set[str]]:
    """Walk the slots once; return triggers, titles, and titles that may be over their limit.

    Kept plain, because it is the inner loop of every verdict; it raises for entries that it cannot add up.
    """
    table = reading.table
    special = reading.special
    titles: set[str] = set()
    see = titles.add
    suspects: set[str] = set()
    bits = size = experience = seen = 0
    for code, copies in slots.items():
        title, counts, price, limit, raised, standing = table[code]
        if not 0 < copies <= limit:
            if not 0 < copies <= ABSURD:
                raise ValueError(code)
            suspects.add(title)
        if counts:
            size += copies
        if price:
            experience += price * copies
        if raised:
            bits |= raised
            special.append((code, standing, copies))
            if standing.role is not STANDARD:
                continue
        see(title)
        seen += 1
    if len(titles) != seen:
        # A title is in more than one slot.
        suspects |= _repeated(reading)
    if size.__class__ is not int:
        raise TypeError(size)
    reading.size = size
    reading.experience = experience
    return bits, titles, suspects


def _readable(reading: Reading) -> dict[str, int]:
    """Return the slots with a card and a number of copies; the others are recorded for the rules."""
    slots: dict[str, int] = {}
    for code, copies in reading.deck.slots.items():
        if copies.__class__ is int and copies == 0:
            continue
        if code not in reading.table:
            reading.unknown.append(code)
        elif copies.__class__ is not int or not 0 < copies <= ABSURD:
            reading.misread.append((code, copies))
        else:
            slots[code] = copies
    return slots


def _repeated(reading: Reading) -> set[str]:
    seen: set[str] = set()
    repeated: set[str] = set()
    table = reading.table
    for code in reading.slots:
        entry = table[code]
        if entry.standing.role is STANDARD:
            (repeated if entry.title in seen else seen).add(entry.title)
    return repeated


def crowded(reading: Reading) -> list[OverLimit]:
    """Return the suspects that are over their limit."""
    return over_limit(_copies_of_suspects(reading))


def _copies_of_suspects(reading: Reading) -> dict[str, dict[str, Held]]:
    """Return copies by title and version, without those kept out of the limits."""
    held: dict[str, dict[str, Held]] = {title: {} for title in reading.suspects}
    signatures_too = not reading.edition.switches.signature_exempt_from_title_limit
    table = reading.table
    for code, copies in reading.slots.items():
        entry = table[code]
        if entry.title not in held:
            continue
        standing = entry.standing
        if standing.role is STANDARD or (signatures_too and standing.role is SIGNATURE):
            card = standing.card
            versions = held[entry.title]
            version = versions.get(card.code)
            if version is None:
                version = versions[card.code] = Held(card, -reading.ignored.get(card.code, 0))
            elif copy_limit(card) < copy_limit(version.card):
                # A taboo list may have changed one printing of the card and not the other.
                version.card = card
            version.copies += copies
            version.printings.append(code)
    return held


def _of_the_whole(reading: Reading) -> int:
    """Return the triggers that no single card raises."""
    deck, circumstances, access = reading.deck, reading.circumstances, reading.access
    bits = 0
    expected = access.expected
    basic = signatures = 0
    others: list[str] = []
    for _, standing, copies in reading.special:
        role = standing.role
        if role is SIGNATURE:
            if expected is not None and expected.get(standing.card.code) == copies:
                signatures += 1
            else:
                bits |= triggers.REQUIRED
        elif role is BASIC:
            basic += copies
        elif role is not STANDARD:
            others.append(standing.card.code)
        if role is not STANDARD and copies > standing.card.limit:
            bits |= triggers.SURPLUS
    if expected is None or signatures != len(expected):
        bits |= triggers.REQUIRED
    reading.basic = basic
    if basic > 1 or len(others) != len(set(others)):
        # Copies of one card may be in several slots.
        bits |= triggers.SURPLUS
    if basic != access.facts.random_weaknesses:
        bits |= triggers.RANDOM_WEAKNESS
    if reading.size != reading.needed:
        bits |= triggers.SIZE
    if deck.oddities:
        bits |= triggers.UNREADABLE
    if deck.second_deck:
        bits |= triggers.SECOND_DECK
    if deck.taboo and _is_strange(reading, deck.taboo):
        bits |= triggers.TABOO
    if deck.card_pool or deck.sealed:
        bits |= triggers.CARD_POOL
    if circumstances is ANYWHERE:
        return bits | triggers.FREE_MODE
    return bits | _of_circumstances(circumstances)


def _is_strange(reading: Reading, taboo: str) -> bool:
    """Return whether a taboo list is unknown, or not the one that the edition prints."""
    printed = reading.edition.switches.printed_taboo_list
    return taboo not in reading.catalogue.taboo_lists or bool(printed and taboo != printed)


def _of_circumstances(circumstances: Circumstances) -> int:
    bits = _MODE.get(circumstances.mode, triggers.FREE_MODE)
    if circumstances.mode == STANDALONE or circumstances.ultimatums:
        bits |= triggers.RANDOM_WEAKNESS
    if circumstances.environment is not None:
        bits |= triggers.ENVIRONMENT
    if circumstances.collection is not None:
        bits |= triggers.COLLECTION
    if circumstances.party:
        bits |= triggers.PARTY
    if circumstances.ultimatums:
        bits |= triggers.ULTIMATUMS
    return bits
