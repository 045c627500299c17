"""May this deck be played, and may this card be added? The one judge, asked by pages, API, commands and
tasks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from rules import concerns
from rules.access import STANDARD
from rules.assignment import assign
from rules.catalogue import Catalogue
from rules.circumstances import ANYWHERE, Circumstances
from rules.deckbuilding import DECK_RULES
from rules.deckbuilding.requirements import places_reserved
from rules.deckbuilding.weaknesses import basic_weaknesses_held, basic_weaknesses_owed, to_be_drawn
from rules.editions import edition
from rules.law import ERROR, WARNING, DeckRule
from rules.limits import title_limit
from rules.model import Card, Deck
from rules.options import name_of
from rules.reading import Reading, read
from rules.verdict import Figures, LimitedLine, Verdict, Violation, _


@lru_cache(maxsize=4096)
def rules_concerned(bits: int) -> tuple[DeckRule, ...]:
    """The rules to ask of a deck that raises these concerns."""
    return tuple(rule for rule in DECK_RULES if rule.concerns & bits or not rule.concerns)


def judge(catalogue: Catalogue, deck: Deck, circumstances: Circumstances = ANYWHERE) -> Verdict:
    """Every violation, warning and note at once, in rule order. A bad deck is judged, never refused."""
    reading = read(catalogue, deck, circumstances)
    return _nobody(deck, circumstances) if reading is None else verdict_on(reading)


def verdict_on(reading: Reading) -> Verdict:
    """The verdict on a deck that was read."""
    return _verdict(reading, hear(reading))


@dataclass(slots=True)
class Findings:
    violations: list[Violation]
    lacking: list[Violation]
    """Those of the violations that more cards would settle."""
    warnings: list[Violation]
    notes: list[Violation]


def hear(reading: Reading) -> Findings:
    """Ask every rule that the deck concerns."""
    found = Findings([], [], [], [])
    law = reading.edition
    for rule in rules_concerned(reading.concerns):
        for severity, message, facts, interpretation, lacking in rule.check(reading):
            violation = Violation(rule.id, message, facts, law, interpretation)
            if severity is ERROR:
                found.violations.append(violation)
                if lacking:
                    found.lacking.append(violation)
            elif severity is WARNING:
                found.warnings.append(violation)
            else:
                found.notes.append(violation)
    return found


def _verdict(reading: Reading, found: Findings) -> Verdict:
    limited: tuple[LimitedLine, ...] = ()
    if reading.access.limited:
        limited = _limited_lines(reading)
    figures = Figures(
        reading.size,
        reading.needed,
        reading.experience,
        limited,
        basic_weaknesses_held(reading),
        basic_weaknesses_owed(reading),
        to_be_drawn(reading) if reading.concerns & concerns.PLACEHOLDER else 0,
    )
    return Verdict(tuple(found.violations), tuple(found.warnings), tuple(found.notes), figures)


def _limited_lines(reading: Reading) -> tuple[LimitedLine, ...]:
    seats = reading.seating.seats if reading.concerns & concerns.LIMITED else {}
    return tuple(
        LimitedLine(
            name_of(line),
            line.limit or 0,
            sum(seats.get(index, {}).values()),
            seats.get(index, {}),
            line.granted_by,
        )
        for index, line in reading.access.limited
    )


def _nobody(deck: Deck, circumstances: Circumstances) -> Verdict:
    """A deck without an investigator who builds decks: nothing else can be judged."""
    if deck.investigator:
        message = _("The catalogue knows no investigator {code} who builds decks.")
    else:
        message = _("The deck has no investigator.")
    law = edition(circumstances.edition)
    size = sum(n for n in deck.slots.values() if n.__class__ is int and n > 0)
    return Verdict(
        (Violation("deck.one-investigator", message, {"code": deck.investigator}, law),),
        figures=Figures(size=size),
    )


def why(
    catalogue: Catalogue, deck: Deck, code: str, circumstances: Circumstances = ANYWHERE
) -> tuple[Violation, ...]:
    """Why may one more copy of this card not be added? Nothing, if it may.

    The answer is what the verdict on the deck with that copy has against it beyond the verdict on the deck
    as it is; what
    more cards would settle does not count. A card is also refused when it takes the last room for what the
    investigator
    still needs.
    """
    before = read(catalogue, deck, circumstances)
    if before is None:
        return _nobody(deck, circumstances).violations
    held = deck.slots.get(code, 0)
    grown = replace(deck, slots={**deck.slots, code: (held if held.__class__ is int else 0) + 1})
    after = read(catalogue, grown, circumstances)
    assert after is not None
    return _new_reasons(before, after)


def _new_reasons(before: Reading, after: Reading) -> tuple[Violation, ...]:
    old = hear(before)
    new = hear(after)
    reasons = [v for v in new.violations if v not in old.violations and v not in new.lacking]
    short = places_reserved(after)
    if short and short > after.needed - after.size and short >= places_reserved(before):
        reasons.append(
            Violation(
                "deck.additional-requirements",
                _("The last {room} places are needed for the classes that {investigator} requires."),
                {"room": max(0, before.needed - before.size), "investigator": after.access.back.title},
                after.edition,
            )
        )
    return tuple(reasons)


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A card of the pool: how it comes in, and how many more copies of it may."""

    card: Card
    open: bool
    lines: tuple[int, ...]
    """Limited lines that would take it; none = free."""
    copies: int
    """In the deck now, all versions of the title together."""
    limit: int
    room: bool
    """May one more copy be added now, as far as access, limits and copies go?"""


@dataclass(frozen=True, slots=True)
class Pool:
    """Every standard card as it stands for one deck; what the editor shows at once."""

    cards: Mapping[str, PoolCard]
    lines: tuple[LimitedLine, ...]

    def free(self) -> list[Card]:
        return [row.card for row in self.cards.values() if row.open and not row.lines]

    def limited(self) -> list[Card]:
        return [row.card for row in self.cards.values() if row.lines]


def pool(catalogue: Catalogue, deck: Deck, circumstances: Circumstances = ANYWHERE) -> Pool:
    """The pool of an investigator with choices: free, limited by which line, or closed; and what still has
    room."""
    reading = read(catalogue, deck, circumstances)
    if reading is None:
        return Pool({}, ())
    copies: dict[str, int] = {}
    versions: dict[str, int] = {}
    for _code, card, n in reading.standard():
        copies[card.title] = copies.get(card.title, 0) + n
        versions[card.code] = versions.get(card.code, 0) + n
    for code, n in reading.ignored.items():
        copies[catalogue.cards[code].title] -= n
        versions[code] -= n
    strictest: dict[str, int] = {}
    for _code, card, _n in reading.standard():
        strictest[card.title] = min(strictest.get(card.title, 99), title_limit(card))
    rooms: dict[tuple[int, ...], bool] = {}
    rows: dict[str, PoolCard] = {}
    reading.access.learn(catalogue.cards)
    for code in catalogue.cards:
        entry = reading.table[code]
        standing = entry.standing
        if standing.role != STANDARD:
            continue
        card = standing.card
        lines = standing.way.limited
        held = copies.get(card.title, 0)
        limit = min(title_limit(card), strictest.get(card.title, 99))
        open_ = standing.way.open and not standing.restricted and not card.forbidden
        room = open_ and held < limit and versions.get(code, 0) < entry.limit
        if room and lines:
            if lines not in rooms:
                rooms[lines] = _has_room(reading, lines)
            room = rooms[lines]
        rows[code] = PoolCard(card, open_, lines if open_ else (), held, limit, room)
    return Pool(rows, _limited_lines(reading))


def _has_room(reading: Reading, lines: tuple[int, ...]) -> bool:
    """Could one more copy that these lines take be seated?"""
    limits = {index: line.limit or 0 for index, line in reading.access.limited}
    seated = assign([*reading.demands(), ("one more", 1, lines)], limits)
    return sum(seated.left_over.values()) <= sum(reading.seating.left_over.values())
