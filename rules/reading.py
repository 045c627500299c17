"""What is in this deck? Read once, so that rules look at the result instead of walking the slots again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules import concerns, effects
from rules.access import BASIC, SIGNATURE, STANDARD, Access, Entry, Standing, access_for, family
from rules.assignment import Assignment, assign
from rules.catalogue import Catalogue
from rules.circumstances import CAMPAIGN, CREATION, FREE, STANDALONE, Circumstances
from rules.editions import Edition, edition
from rules.model import NO_CHOICES, Card, Choices, Deck, Tick
from rules.options import possible_choices

#: More copies than any box or rule could account for; what is above is a slip or a joke.
ABSURD = 99

_MODE = {
    FREE: concerns.FREE_MODE,
    CREATION: concerns.CREATION,
    STANDALONE: concerns.STANDALONE,
    CAMPAIGN: concerns.CAMPAIGN,
}


class Reading:
    """One deck under its circumstances: resolved cards, size, experience, and what concerns the rules."""

    __slots__ = (
        "access", "assigned", "catalogue", "circumstances", "concerns", "crowded", "deck", "edition", "experience",
        "front_back_problems", "guessed", "ignored", "misread", "needed", "size", "special", "table", "unknown",
    )  # fmt: skip

    def __init__(self, catalogue: Catalogue, deck: Deck, circumstances: Circumstances, access: Access) -> None:
        self.catalogue = catalogue
        self.deck = deck
        self.circumstances = circumstances
        self.edition: Edition = edition(circumstances.edition)
        self.access = access
        self.table: Mapping[str, Entry] = access.table
        self.size = 0
        self.experience = 0
        self.needed = access.size
        self.special: list[tuple[str, Standing, int]] = []
        """Slots with something about them: printing, standing, copies."""
        self.crowded: set[str] = set()
        """Titles in more than one slot, or over the limit of one."""
        self.unknown: list[str] = []
        self.misread: list[tuple[str, object]] = []
        """Quantities that are no number of copies."""
        self.ignored: Mapping[str, int] = {}
        self.assigned: Assignment | None = None
        self.guessed: Choices | None = None
        self.front_back_problems: tuple[dict[str, str], ...] = ()
        self.concerns = 0

    def standard(self) -> Iterator[tuple[str, Card, int]]:
        """Every slot with a standard card: printing, card, copies. For the few rules that must walk the deck again."""
        for code, copies in self.deck.slots.items():
            entry = self.table.get(code)
            if entry is not None and entry.standing.role == STANDARD and copies.__class__ is int and copies > 0:
                yield code, entry.standing.card, copies

    def known(self) -> Iterator[tuple[str, Standing, int]]:
        """Every slot that could be read."""
        for code, copies in self.deck.slots.items():
            entry = self.table.get(code)
            if entry is not None and copies.__class__ is int and copies > 0:
                yield code, entry.standing, copies

    def with_concern(self, bit: int) -> Iterator[tuple[str, Standing, int]]:
        """The special slots that raise a concern, in the order of their codes."""
        table = self.table
        return (row for row in sorted(self.special, key=lambda row: row[0]) if table[row[0]].concerns & bit)

    def demands(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """Copies that no free line covers: card, copies, limited lines that would take it."""
        rows: dict[str, tuple[int, tuple[int, ...]]] = {}
        for _, standing, copies in self.special:
            if standing.way.limited:
                code = standing.card.code
                rows[code] = (rows.get(code, (0, ()))[0] + copies, standing.way.limited)
        return [(code, max(0, n - self.ignored.get(code, 0)), lines) for code, (n, lines) in rows.items()]

    @property
    def seating(self) -> Assignment:
        """Which copies sit in which limited line; computed when first asked for."""
        if self.assigned is None:
            limits = {index: line.limit or 0 for index, line in self.access.limited}
            self.assigned = assign(self.demands(), limits)
        return self.assigned


def read(catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> Reading | None:
    """Read a deck; None when its investigator is nobody who builds decks."""
    taboo = deck.taboo if deck.taboo in catalogue.taboo_lists else ""
    printed = catalogue.under(taboo).printed
    card = printed.get(deck.investigator)
    if card is None or card.investigator is None:
        return None
    front = back = card
    problems: list[dict[str, str]] = []
    choices = deck.choices
    if choices is not NO_CHOICES and (choices.front or choices.back):
        front, back, problems = _faces(printed, card, choices)
    law = edition(circumstances.edition).switches
    creation = circumstances.mode == CREATION

    def compiled(chosen: Choices, grants: tuple[tuple[Card, int], ...] = ()) -> Access:
        return access_for(
            catalogue, front, back, chosen, taboo,
            creation=creation, multiclass_spared=law.multiclass_spares_limited_slots, grants=grants,
        )  # fmt: skip

    reading = _walk(Reading(catalogue, deck, circumstances, compiled(choices)))
    if reading.concerns & concerns.GRANTS:
        reading = _walk(Reading(catalogue, deck, circumstances, compiled(choices, _grants(reading))))
    if reading.access.chosen.unmade:
        reading = _guess_choices(reading, compiled)
    if problems:
        reading.front_back_problems = tuple(problems)
        reading.concerns |= concerns.CHOICES
    return reading


def _faces(
    printed: Mapping[str, Card], card: Card, choices: Choices
) -> tuple[Card, Card, list[dict[str, str]]]:
    """Front and back as chosen; a face of somebody else is a problem and is not used."""
    faces = []
    problems = []
    for side, code in (("front", choices.front), ("back", choices.back)):
        face = printed.get(code) if code else card
        if face is None or face.investigator is None or family(face) != family(card):
            problems.append({"side": side, "chosen": code, "title": face.title if face else code})
            face = card
        faces.append(face)
    return faces[0], faces[1], problems


def _grants(reading: Reading) -> tuple[tuple[Card, int], ...]:
    held: dict[str, tuple[Card, int]] = {}
    for _, standing, copies in reading.with_concern(concerns.GRANTS):
        card = standing.card
        held[card.code] = (card, min(held.get(card.code, (card, 0))[1] + copies, card.limit))
    return tuple(held[code] for code in sorted(held))


def _guess_choices(reading: Reading, compiled: object) -> Reading:
    """Choices that nobody recorded: take those under which the fewest copies have no place (a note says so)."""
    best = reading
    fewest = _misplaced(reading)
    grants = reading.access.grants
    for choices in possible_choices(reading.access.chosen.unmade, reading.access.choices):
        access: Access = compiled(choices, grants)  # type: ignore[operator]
        guess = _walk(Reading(reading.catalogue, reading.deck, reading.circumstances, access))
        guess.guessed = choices
        misplaced = _misplaced(guess)
        if best is reading or misplaced < fewest:
            best, fewest = guess, misplaced
    best.concerns |= concerns.CHOICES
    return best


def _misplaced(reading: Reading) -> int:
    barred = sum(copies for _, _, copies in reading.with_concern(concerns.BARRED))
    return barred + sum(reading.seating.left_over.values()) + abs(reading.size - reading.needed)


def _walk(reading: Reading) -> Reading:
    """The one pass over the slots. Kept plain, because it is the inner loop of every verdict."""
    deck = reading.deck
    get = reading.table.get
    special = reading.special
    seen: set[str] = set()
    see = seen.add
    bits = size = experience = 0
    for code, copies in deck.slots.items():
        entry = get(code)
        if entry is None or copies.__class__ is not int or not 0 < copies <= ABSURD:
            bits |= _misread(reading, code, copies, entry)
            continue
        title, counts, price, limit, raised, standing = entry
        size += counts * copies
        experience += price * copies
        if raised:
            bits |= raised
            special.append((code, standing, copies))
            if standing.role is not STANDARD:
                continue
        if copies > limit or title in seen:
            reading.crowded.add(title)
            bits |= concerns.CROWDED
        see(title)
    reading.size = size
    reading.experience = experience
    bits |= _MODE.get(reading.circumstances.mode, concerns.FREE_MODE)
    if bits & concerns.RESIZES:
        for _, standing, copies in special:
            for effect in standing.card.effects_of(effects.DECK_SIZE):
                reading.needed += effect["by"] * min(copies, standing.card.limit)
    if bits & concerns.MYRIAD:
        _count_myriad_once(reading)
    if bits & concerns.SIGNATURE and not reading.edition.switches.signature_exempt_from_title_limit:
        for _, standing, _copies in special:
            if standing.role is SIGNATURE and standing.card.title in seen:
                reading.crowded.add(standing.card.title)
                bits |= concerns.CROWDED
    if deck.customizations:
        bits |= _customize(reading)
    if deck.ignored:
        bits |= concerns.IGNORED
        _ignore(reading)
    reading.concerns = bits | _of_the_whole(reading)
    return reading


def _misread(reading: Reading, code: str, copies: object, entry: Entry | None) -> int:
    if copies.__class__ is int and copies == 0:
        return 0
    if entry is None:
        reading.unknown.append(code)
    else:
        reading.misread.append((code, copies))
    return concerns.UNREADABLE


def _of_the_whole(reading: Reading) -> int:
    """Concerns that no single card raises."""
    deck, circumstances, access = reading.deck, reading.circumstances, reading.access
    bits = 0
    expected = access.expected
    basic = signatures = 0
    for _, standing, copies in reading.special:
        role = standing.role
        if role is SIGNATURE:
            if expected is not None and expected.get(standing.card.code) == copies:
                signatures += 1
            else:
                bits |= concerns.REQUIRED
        elif role is BASIC:
            basic += copies
        if role is not STANDARD and copies > standing.card.limit:
            bits |= concerns.SURPLUS
    if expected is None or signatures != len(expected):
        bits |= concerns.REQUIRED
    if basic > 1:
        bits |= concerns.SURPLUS
    if basic != access.facts.random_weaknesses:
        bits |= concerns.RANDOM_WEAKNESS
    if circumstances.mode == STANDALONE or circumstances.ultimatums:
        bits |= concerns.RANDOM_WEAKNESS
    if access.back.effects and access.back.effects_of(effects.AT_LEAST):
        bits |= concerns.DEMANDS
    if reading.size != reading.needed:
        bits |= concerns.SIZE
    if access.at_least:
        bits |= concerns.AT_LEAST
    if access.chosen.problems or access.chosen.unmade:
        bits |= concerns.CHOICES
    if deck.oddities:
        bits |= concerns.UNREADABLE
    if deck.extra or access.facts.side_deck:
        bits |= concerns.EXTRA
    if deck.taboo and deck.taboo not in reading.catalogue.taboo_lists:
        bits |= concerns.TABOO
    if deck.card_pool:
        bits |= concerns.CARD_POOL
    if circumstances.environment is not None:
        bits |= concerns.ENVIRONMENT
    if circumstances.collection is not None:
        bits |= concerns.COLLECTION
    if circumstances.party:
        bits |= concerns.PARTY
    if circumstances.ultimatums:
        bits |= concerns.ULTIMATUMS
    return bits


def _count_myriad_once(reading: Reading) -> None:
    """Further copies of a myriad card of the same level come with the first (myriad.free-extra-copies, E-09)."""
    paid: set[str] = set()
    for _, standing, copies in reading.special:
        card = standing.card
        if card.myriad and standing.role is STANDARD and card.price:
            # The price was counted for every copy of this slot.
            free = copies if card.code in paid else copies - 1
            reading.experience -= free * card.price
            paid.add(card.code)


def _customize(reading: Reading) -> int:
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
        if copies > entry.limit and copies <= changed.limit:
            reading.crowded.discard(card.title)
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


def _ignore(reading: Reading) -> None:
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
