"""What is in this deck? Read once, so that rules look at the result instead of walking the slots again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from rules import concerns, effects
from rules.access import BASIC, KEPT, SIGNATURE, STANDARD, Access, Entry, Standing, access_for, family
from rules.assignment import Assignment, assign
from rules.catalogue import Catalogue
from rules.circumstances import ANYWHERE, CAMPAIGN, CREATION, FREE, STANDALONE, Circumstances
from rules.editions import Edition, edition
from rules.limits import Held, OverLimit, copy_limit, over_limit
from rules.model import NO_CHOICES, Card, Choices, Deck
from rules.options import possible_choices
from rules.versions import count_myriad_once, customize, ignore

#: More copies than any box or rule could account for; what is above is a slip or a joke.
ABSURD = 99

Grants = tuple[tuple[Card, int], ...]

_MODE = {
    FREE: concerns.FREE_MODE,
    CREATION: concerns.CREATION,
    STANDALONE: concerns.STANDALONE,
    CAMPAIGN: concerns.CAMPAIGN,
}


class Reading:
    """One deck under its circumstances: resolved cards, size, experience, and what concerns the rules."""

    __slots__ = (
        "access",
        "assigned",
        "basic",
        "catalogue",
        "circumstances",
        "concerns",
        "crowded",
        "deck",
        "edition",
        "experience",
        "front_back_problems",
        "guessed",
        "ignored",
        "misread",
        "needed",
        "size",
        "slots",
        "special",
        "table",
        "unknown",
    )

    def __init__(
        self, catalogue: Catalogue, deck: Deck, circumstances: Circumstances, access: Access
    ) -> None:
        self.catalogue = catalogue
        self.deck = deck
        self.circumstances = circumstances
        self.edition: Edition = edition(circumstances.edition)
        self.access = access
        self.table: Mapping[str, Entry] = access.table
        self.slots: Mapping[str, int] = deck.slots
        """Those slots of the deck that are cards and numbers of copies."""
        self.size = 0
        self.experience = 0
        self.needed = access.size
        self.basic = 0
        """Basic weaknesses in the deck, the ones still to be drawn included."""
        self.special: list[tuple[str, Standing, int]] = []
        """Slots with something about them: printing, standing, copies."""
        self.crowded: list[OverLimit] = []
        """Titles over their limit."""
        self.unknown: list[str] = []
        self.misread: list[tuple[str, object]] = []
        """Quantities that are no number of copies."""
        self.ignored: Mapping[str, int] = {}
        self.assigned: Assignment | None = None
        self.guessed: Choices | None = None
        self.front_back_problems: tuple[dict[str, Any], ...] = ()
        self.concerns = 0

    def standard(self) -> Iterator[tuple[str, Card, int]]:
        """Every slot with a standard card: printing, card, copies. For the few rules that must walk the deck
        again."""
        for code, copies in self.slots.items():
            standing = self.table[code].standing
            if standing.role is STANDARD:
                yield code, standing.card, copies

    def known(self) -> Iterator[tuple[str, Standing, int]]:
        """Every slot that could be read: printing, standing, copies."""
        for code, copies in self.slots.items():
            yield code, self.table[code].standing, copies

    def plays_by(self, ultimatum: str) -> bool:
        """Was the ultimatum or boon chosen, and does the edition have it for this kind of game?"""
        chosen = self.circumstances.ultimatums
        return ultimatum in chosen and ultimatum in _in_force(
            chosen, self.edition.id, self.circumstances.mode
        )

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


@lru_cache(maxsize=256)
def _in_force(chosen: frozenset[str], edition_id: str, mode: str) -> frozenset[str]:
    from rules.rulebook.ultimatums import unmet_prerequisites

    unmet = unmet_prerequisites(chosen, edition=edition(edition_id), mode=mode)
    return chosen - {row["ultimatum"] for row in unmet}


def read(catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> Reading | None:
    """Read a deck; None when its investigator is nobody who builds decks."""
    if deck.choices is NO_CHOICES:
        # Most decks: no choices, so the compiled investigator is found by a short key.
        key = (deck.investigator, deck.taboo, circumstances.edition, circumstances.mode == CREATION)
        access = _plain(catalogue).get(key)
        if access is not None:
            reading = _walk(Reading(catalogue, deck, circumstances, access))
            if not reading.concerns & concerns.GRANTS:
                return reading
    return _read_fully(catalogue, deck, circumstances)


def _plain(catalogue: Catalogue) -> dict[tuple[str, str, str, bool], Access]:
    """Investigators whose decks need no choices."""
    kept: Any = catalogue.compiled.get("plain")
    if kept is None:
        kept = catalogue.compiled["plain"] = {}
    return kept  # type: ignore[no-any-return]


def _read_fully(catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> Reading | None:
    """With choices, granted lines and faces that are not the printed ones."""
    taboo = deck.taboo if deck.taboo in catalogue.taboo_lists else ""
    printed = catalogue.under(taboo).printed
    card = printed.get(deck.investigator)
    if card is None or card.investigator is None:
        return None
    front = back = card
    problems: list[dict[str, Any]] = []
    choices = deck.choices
    if choices.front or choices.back:
        front, back, problems = _faces(printed, card, choices)
    law = edition(circumstances.edition).switches
    creation = circumstances.mode == CREATION

    def compiled(chosen: Choices, grants: Grants = ()) -> Access:
        return access_for(
            catalogue,
            front,
            back,
            chosen,
            taboo,
            creation=creation,
            multiclass_spared=law.multiclass_spares_limited_slots,
            grants=grants,
        )

    access = compiled(choices)
    if choices is NO_CHOICES and not access.chosen.unmade and deck.taboo == taboo:
        plain = _plain(catalogue)
        if len(plain) >= KEPT:
            plain.clear()
        plain[deck.investigator, taboo, circumstances.edition, creation] = access
    reading = _walk(Reading(catalogue, deck, circumstances, access))
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
) -> tuple[Card, Card, list[dict[str, Any]]]:
    """Front and back as chosen; a face of somebody else is a problem and is not used."""
    faces = []
    problems = []
    for side, code in (("front", choices.front), ("back", choices.back)):
        face = printed.get(code) if code else card
        if face is None or face.investigator is None or family(face) != family(card):
            problems.append({"side": side, "code": code, "chosen": face.title if face else code})
            face = card
        faces.append(face)
    return faces[0], faces[1], problems


def _grants(reading: Reading) -> Grants:
    held: dict[str, tuple[Card, int]] = {}
    for _, standing, copies in reading.with_concern(concerns.GRANTS):
        card = standing.card
        held[card.code] = (card, min(held.get(card.code, (card, 0))[1] + copies, card.limit))
    return tuple(held[code] for code in sorted(held))


def _guess_choices(reading: Reading, compiled: Callable[[Choices, Grants], Access]) -> Reading:
    """Choices that nobody recorded: take those under which the fewest copies have no place (a note says
    so)."""
    best = reading
    fewest = _misplaced(reading)
    grants = reading.access.grants
    for choices in possible_choices(reading.access.chosen.unmade, reading.access.choices):
        access = compiled(choices, grants)
        guess = _walk(Reading(reading.catalogue, reading.deck, reading.circumstances, access))
        guess.guessed = choices
        misplaced = _misplaced(guess)
        if best is reading or misplaced < fewest:
            best, fewest = guess, misplaced
        if not fewest:
            break
    best.concerns |= concerns.CHOICES
    return best


def _misplaced(reading: Reading) -> int:
    barred = sum(copies for _, _, copies in reading.with_concern(concerns.BARRED))
    return barred + sum(reading.seating.left_over.values()) + abs(reading.size - reading.needed)


def _walk(reading: Reading) -> Reading:
    """Add up the slots, then what only a few decks need."""
    deck = reading.deck
    try:
        bits, titles, suspects = _add_up(reading, deck.slots)
    except (KeyError, TypeError, ValueError):
        # A card that nobody has asked about before, or something that is no card or no number of copies:
        # learn the one, tell the other, and add up the rest.
        reading.access.learn(deck.slots)
        reading.special.clear()
        reading.slots = _readable(reading)
        bits, titles, suspects = _add_up(reading, reading.slots)
        if reading.unknown or reading.misread:
            bits |= concerns.UNREADABLE
    if bits & concerns.RESIZES:
        for _, standing, copies in reading.special:
            for effect in standing.card.effects_of(effects.DECK_SIZE):
                reading.needed += effect["by"] * min(copies, standing.card.limit)
    if bits & concerns.MYRIAD:
        count_myriad_once(reading)
    if bits & concerns.SIGNATURE and not reading.edition.switches.signature_exempt_from_title_limit:
        suspects |= {
            s.card.title for _, s, _n in reading.special if s.role is SIGNATURE and s.card.title in titles
        }
    if deck.customizations:
        bits |= customize(reading)
    if deck.ignored:
        bits |= concerns.IGNORED
        ignore(reading)
    if suspects:
        reading.crowded = over_limit(_copies_of(reading, suspects))
        if reading.crowded:
            bits |= concerns.CROWDED
    reading.concerns = bits | reading.access.concerns | _of_the_whole(reading)
    return reading


def _add_up(reading: Reading, slots: Mapping[str, int]) -> tuple[int, set[str], set[str]]:
    """The one pass over the slots: concerns, titles, and titles that may be over their limit.

    Kept plain, because it is the inner loop of every verdict; it raises for what it cannot add up.
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
        # Some title stands in more than one slot.
        suspects |= _repeated(reading)
    if size.__class__ is not int:
        raise TypeError(size)
    reading.size = size
    reading.experience = experience
    return bits, titles, suspects


def _readable(reading: Reading) -> dict[str, int]:
    """The slots that are cards and numbers of copies; the others are kept for the rules to tell."""
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
    for _code, card, _copies in reading.standard():
        (repeated if card.title in seen else seen).add(card.title)
    return repeated


def _copies_of(reading: Reading, titles: set[str]) -> dict[str, dict[str, Held]]:
    """Copies by title and version, without those kept out of the limits."""
    held: dict[str, dict[str, Held]] = {title: {} for title in titles}
    signatures_too = not reading.edition.switches.signature_exempt_from_title_limit
    for code, standing, copies in reading.known():
        card = standing.card
        if card.title not in held:
            continue
        if standing.role is STANDARD or (signatures_too and standing.role is SIGNATURE):
            versions = held[card.title]
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
    reading.basic = basic
    if basic > 1:
        bits |= concerns.SURPLUS
    if basic != access.facts.random_weaknesses:
        bits |= concerns.RANDOM_WEAKNESS
    if reading.size != reading.needed:
        bits |= concerns.SIZE
    if deck.oddities:
        bits |= concerns.UNREADABLE
    if deck.extra:
        bits |= concerns.EXTRA
    if deck.taboo and deck.taboo not in reading.catalogue.taboo_lists:
        bits |= concerns.TABOO
    if deck.card_pool:
        bits |= concerns.CARD_POOL
    if circumstances is ANYWHERE:
        return bits | concerns.FREE_MODE
    return bits | _of_circumstances(circumstances)


def _of_circumstances(circumstances: Circumstances) -> int:
    bits = _MODE.get(circumstances.mode, concerns.FREE_MODE)
    if circumstances.mode == STANDALONE or circumstances.ultimatums:
        bits |= concerns.RANDOM_WEAKNESS
    if circumstances.environment is not None:
        bits |= concerns.ENVIRONMENT
    if circumstances.collection is not None:
        bits |= concerns.COLLECTION
    if circumstances.party:
        bits |= concerns.PARTY
    if circumstances.ultimatums:
        bits |= concerns.ULTIMATUMS
    return bits
