"""The card pool of a deck: every card, whether the investigator may take it, and whether there is room."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.cards.model import Card, Choices
from rules.deck import triggers
from rules.deck.effort import parts_of
from rules.deck.findings import findings_of, limited_lines, new_reasons, with_one_more
from rules.deck.limits import title_limit
from rules.deck.options import apply_choices, possible_choices
from rules.deck.reading import Reading, reading_of
from rules.deck.rules.card_pool import card_pool_of
from rules.deck.rules.copies import copies_by_title
from rules.deck.rules.environments import excluded_cards
from rules.deck.slots import assign
from rules.deck.standing import STANDARD, CardEntry
from rules.deck.verdict import LimitedLine, Violation


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A card of the pool: how it is accepted, and how many more copies may be added."""

    card: Card
    open: bool
    lines: tuple[int, ...]
    """Limited lines that accept it; none = free."""
    copies: int
    """Copies in the deck now, all versions of the title together."""
    limit: int
    room: bool
    """Whether one more copy may be added, regardless of the deck's size; `why` gives the same answer with the
    size."""
    reason: Violation | None = None
    """The rule that leaves no room, if it is neither the copies nor the limited lines."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Every standard card's status for one deck, which the editor shows at once."""

    cards: Mapping[str, PoolCard]
    lines: tuple[LimitedLine, ...]

    def free(self) -> list[Card]:
        return [row.card for row in self.cards.values() if row.open and not row.lines]

    def limited(self) -> list[Card]:
        return [row.card for row in self.cards.values() if row.lines]


#: Triggers of rules that say nothing against one more copy of a standard card, beyond its number of copies
#: and the lines that accept it. A deck that raises no other trigger is not read again for each card.
_HARMLESS = (
    triggers.UNREADABLE | triggers.CHOICES | triggers.SIZE | triggers.CROWDED | triggers.REQUIRED
    | triggers.RANDOM_WEAKNESS | triggers.AT_LEAST | triggers.SECOND_DECK | triggers.TABOO
    | triggers.BARRED | triggers.LIMITED | triggers.BY_TAG | triggers.RESTRICTED | triggers.FORBIDDEN
    | triggers.FOREIGN | triggers.STORY | triggers.BONDED | triggers.GAINED_WEAKNESS
    | triggers.NOT_A_DECK_CARD | triggers.PLACEHOLDER | triggers.DEMANDS | triggers.ATTACHES
    | triggers.MYRIAD | triggers.SIGNATURE | triggers.BASIC | triggers.MULTIPLAYER_ONLY | triggers.SURPLUS
    | triggers.FREE_MODE | triggers.CAMPAIGN | triggers.COLLECTION | triggers.PARTY
)  # fmt: skip
#: Triggers of rules for which a card's type, traits and text do not matter: cards that are alike otherwise
#: share one answer. A limit of copies for each title (THINS) matters only for titles in the deck, and those
#: are checked alone. Under a trigger that is in neither list, every card is checked alone.
_ALIKE = (
    triggers.THINS | triggers.MODIFIED | triggers.GRANTS | triggers.REWARD | triggers.RESEARCHED
    | triggers.CREATION_ONLY | triggers.CAMPAIGN_ONLY | triggers.CREATION | triggers.STANDALONE
    | triggers.ENVIRONMENT | triggers.CUSTOMIZED | triggers.IGNORED | triggers.RESIZES | triggers.CARD_POOL
)  # fmt: skip
_FURTHER = triggers.EVERY & ~_HARMLESS
_PERSONAL = _FURTHER & ~_ALIKE
_SIZE = frozenset({"deck.size-exact", "deck.size-modifiers"})


def pool_of(reading: Reading) -> Pool:
    """Return the card pool of a deck: cards that are free, limited by a line, or closed, and their room.

    Choices that were not recorded are guessed as the verdict guesses them. A card that another choice would
    accept is also open, if the verdict would then guess that choice.
    """
    if reading.guessed is None:
        return _cards_of(reading)
    budget = PoolBudget()
    found = _cards_of(_with_choices(reading, reading.guessed), budget=budget)
    return Pool({**found.cards, **_open_by_another_choice(reading, found, budget)}, found.lines)


def _with_choices(reading: Reading, choices: Choices) -> Reading:
    chosen = reading_of(reading.catalogue, replace(reading.deck, choices=choices), reading.circumstances)
    assert chosen is not None
    return chosen


def _open_by_another_choice(reading: Reading, found: Pool, budget: PoolBudget) -> dict[str, PoolCard]:
    """Return the cards without room under the guessed choices that have room under other possible ones."""
    unmade = apply_choices(reading.access.facts, reading.deck.choices).unmade
    more: dict[str, PoolCard] = {}
    reasons: dict[str, Violation | None] = {}
    for choices in possible_choices(unmade, reading.deck.choices):
        if choices == reading.guessed:
            continue
        other = _with_choices(reading, choices)
        without_room = [
            code
            for code, row in found.cards.items()
            if not row.room and row.copies < row.limit and code not in more
        ]
        other.access.learn(without_room)
        open_ = [code for code in without_room if other.table[code].standing.way.open]
        checker = _CopyChecker(reading, copies_by_title(other), budget, reasons)
        for code, row in _cards_of(other, open_, budget).cards.items() if open_ else ():
            if row.room and not checker.reason(row.card, other.table[code]):
                more[code] = row
    return more


def _cards_of(reading: Reading, codes: Iterable[str] | None = None, budget: PoolBudget | None = None) -> Pool:
    """Return the pool of all cards, or of these."""
    catalogue = reading.catalogue
    codes = list(catalogue.cards if codes is None else codes)
    reading.access.learn(codes)
    copies = copies_by_title(reading)
    versions: dict[str, int] = {}
    strictest: dict[str, int] = {}
    for _code, card, n in reading.standard():
        versions[card.code] = versions.get(card.code, 0) + n
        strictest[card.title] = min(strictest.get(card.title, 99), title_limit(card))
    for code, n in reading.ignored.items():
        versions[code] -= n
    further = reading.triggers & _FURTHER or not reading.edition.switches.signature_exempt_from_title_limit
    checker = _CopyChecker(reading, copies, budget or PoolBudget())
    seats: dict[tuple[int, ...], bool] = {}
    rows: dict[str, PoolCard] = {}
    for code in codes:
        entry = reading.table[code]
        standing = entry.standing
        if standing.role is not STANDARD:
            continue
        card = standing.card
        lines = standing.way.limited
        held = copies.get(card.title, 0)
        limit = min(title_limit(card), strictest.get(card.title, 99))
        open_ = standing.way.open and not standing.restricted and not card.forbidden
        room = open_ and held < limit and versions.get(code, 0) < entry.limit
        if room and lines:
            if lines not in seats:
                seats[lines] = _has_room(reading, lines)
            room = seats[lines]
        reason = None
        if room and (further or entry.triggers & _FURTHER or code in checker.recorded):
            reason = checker.reason(card, entry)
        rows[code] = PoolCard(card, open_, lines if open_ else (), held, limit, room and not reason, reason)
    return Pool(rows, limited_lines(reading))


#: What one reading costs for each choice that is tried, itself and each part of the deck; and each finding.
READING, PART, FINDING = 15, 2, 25
#: What all readings for one pool may cost: about a third of a second. Most playable decks need a fraction of
#: it, decks with open choices or under an ultimatum most of it.
MOST_READING = 300_000


class PoolBudget:
    """What reading the deck with one more card may still cost, for one pool."""

    def __init__(self) -> None:
        self.left = MOST_READING

    @property
    def is_used_up(self) -> bool:
        return self.left <= 0

    def spend(self, reading: Reading) -> None:
        """Count what a reading has cost."""
        found = findings_of(reading)
        findings = len(found.violations) + len(found.warnings) + len(found.notes)
        self.left -= (READING + PART * parts_of(reading.deck)) * reading.passes + FINDING * findings


class _CopyChecker:
    """The reasons against one more copy.

    Of cards that are alike to the rules only the first is checked, so that the pool of the largest
    investigator takes milliseconds. When the budget is used up, only copies and seats are checked; the
    verdict on the deck reports the rest.
    """

    def __init__(
        self,
        reading: Reading,
        held: Mapping[str, int],
        budget: PoolBudget,
        reasons: dict[str, Violation | None] | None = None,
    ) -> None:
        self.budget = budget
        self.reasons = {} if reasons is None else reasons
        """The reasons by card. Checkers of the same reading share them."""
        self.reading = reading
        self.titles = {*held, *(reading.table[code].standing.card.title for code in reading.slots)}
        self.recorded = _with_records(reading)
        environment = reading.circumstances.environment
        self.excluded = excluded_cards(reading.catalogue, environment) if environment else frozenset()
        self.pool = card_pool_of(reading.catalogue, reading.deck.card_pool)
        self.answers: dict[Hashable, tuple[Card, Violation | None]] = {}

    def reason(self, card: Card, entry: CardEntry) -> Violation | None:
        alike = self._alike(card, entry)
        if alike in self.answers:
            first, reason = self.answers[alike]
            return reason and _about_card(reason, first, card)
        if card.code not in self.reasons:
            if self.budget.is_used_up:
                return None
            after = with_one_more(self.reading, card.code)
            new = new_reasons(findings_of(self.reading), after)
            self.budget.spend(after)
            self.reasons[card.code] = next((v for v in new if v.rule not in _SIZE), None)
        self.answers[alike] = card, self.reasons[card.code]
        return self.reasons[card.code]

    def _alike(self, card: Card, entry: CardEntry) -> Hashable:
        printings = self.reading.catalogue.printings_of.get(card.code, ())
        if (
            (self.reading.triggers | entry.triggers) & _PERSONAL
            or card.effects
            or card.title in self.titles
            or card.code in self.recorded
            or (card.research and self.reading.circumstances.log.research)
            or any(printing.modified for printing in printings)
        ):
            return card.code
        trigger = entry.triggers & ~triggers.LIMITED
        in_pool = self.pool.holds(self.reading.catalogue, card)
        return trigger, card.level, card.price, card.code in self.excluded, in_pool


def _with_records(reading: Reading) -> frozenset[str]:
    """Return the cards for which the deck records marks or attached cards, whether or not it has a copy."""
    printed = reading.access.taboo_view.printed
    codes = (*reading.deck.customizations, *reading.deck.attachments)
    return frozenset(printed[code].code for code in codes if code in printed)


def _about_card(violation: Violation, first: Card, card: Card) -> Violation:
    """Return the same finding about another card."""
    names = {
        first.code: card.code,
        first.title: card.title,
        f"{first.title} ({first.level})": f"{card.title} ({card.level})",
    }
    if first.research and card.research:
        names[first.research.task] = card.research.task
    if first.subtitle:
        names[first.subtitle] = card.subtitle

    def renamed(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [names.get(item, item) if isinstance(item, str) else item for item in value]
        return names.get(value, value) if isinstance(value, str) else value

    return violation._replace(facts={key: renamed(value) for key, value in violation.facts.items()})


def _has_room(reading: Reading, lines: tuple[int, ...]) -> bool:
    """Return whether one more copy that these lines accept could be assigned."""
    limits = {index: line.limit or 0 for index, line in reading.access.limited}
    seated = assign([*reading.demands(), ("one more", 1, lines)], limits)
    return sum(seated.left_over.values()) <= sum(reading.seating.left_over.values())
