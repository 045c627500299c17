"""Rules about deckbuilding options: each card must fit a line of the investigator's options.

(Rulebook A1's options, A4.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules.cards import effects
from rules.cards.model import Card
from rules.deck import triggers
from rules.deck.options import LineText, SpokenLine, fits, fits_but_for_the_level, name_of
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, note, rule, titles_of
from rules.deck.standing import Standing
from rules.deck.verdict import _

_WRONG_LEVEL = _("{title} is level {level}; {investigator} takes {takes}.")
_WRONG_KIND = _("{title} is {kind}; {investigator} takes {takes}.")


@rule("deck.options-only", triggers.BARRED | triggers.UNREADABLE)
def options_only(reading: Reading) -> Iterator[Finding]:
    for code in sorted(reading.unknown, key=str):
        if code not in reading.catalogue.encounter_cards:
            yield error(_("Unknown card code: {code}."), code=str(code)[:200])
    for code, standing, copies in _barred(reading):
        lines = _but_for_the_level(reading, standing.card)
        if lines and _by_trait(lines):
            continue
        facts = _barred_facts(reading, code, standing, copies)
        see = _related_rules(reading, standing.card)
        if lines:
            takes = _takes(lines)
            yield error(_WRONG_LEVEL, see=see, levels=_levels(lines), takes=takes, **facts)
        else:
            kind = _kind(standing.card)
            takes = _takes(reading.access.spoken_lines)
            yield error(_WRONG_KIND, see=see, kind=kind, takes=takes, **facts)


@rule("deck.options-trait-any-class", triggers.BARRED)
def options_trait_any_class(reading: Reading) -> Iterator[Finding]:
    # Access by trait applies to every class, but only up to the level it names.
    for code, standing, copies in _barred(reading):
        lines = _but_for_the_level(reading, standing.card)
        if lines and _by_trait(lines):
            facts = _barred_facts(reading, code, standing, copies)
            traits = sorted({trait for row in lines for trait in row.line.traits & standing.card.traits})
            see = _related_rules(reading, standing.card)
            levels, takes = _levels(lines), _takes(lines)
            yield error(_WRONG_LEVEL, see=see, levels=levels, takes=takes, traits=traits, **facts)


def _barred(reading: Reading) -> Iterator[tuple[str, Standing, int]]:
    """Yield the cards that no line accepts.

    Cards that a line forbids by name are reported by deck.additional-requirements.
    """
    for code, standing, copies in reading.with_trigger(triggers.BARRED):
        if standing.way.forbidden_by is None:
            yield code, standing, copies


def _barred_facts(reading: Reading, code: str, standing: Standing, copies: int) -> dict[str, Any]:
    card = standing.card
    return {
        "card": code,
        "title": card.title,
        "level": card.level,
        "copies": copies,
        "classes": sorted(card.classes),
        "investigator": reading.access.back.title,
    }


def _but_for_the_level(reading: Reading, card: Card) -> list[SpokenLine]:
    """Return the lines that would accept the card at another level."""
    return [
        row
        for row in reading.access.spoken_lines
        if row.level and not row.line.granted_by and fits_but_for_the_level(row.line, card)
    ]


def _by_trait(lines: list[SpokenLine]) -> bool:
    return all(row.line.traits and not row.line.classes for row in lines)


def _levels(lines: list[SpokenLine]) -> list[str]:
    ranges = sorted({row.level for row in lines if row.level})
    return [str(low) if low == high else f"{low}–{high}" for low, high in ranges]


def _takes(lines: Iterable[SpokenLine]) -> list[str]:
    return [row.words for row in lines]


def _kind(card: Card) -> str:
    """The classes of a card as a sentence names them, such as “Guardian and Seeker”."""
    return " and ".join(name.capitalize() for name in sorted(card.classes)) or _("a card without class")


def _related_rules(reading: Reading, card: Card) -> set[str]:
    """Return other rules that are relevant to the one that keeps the card out."""
    see = set()
    if len(card.classes) > 1:
        see.add("multiclass.access-one-is-enough")
    if card.permanent:
        see.add("permanent.other-rules-apply")
    if reading.triggers & triggers.STANDALONE:
        see.add("standalone.options-still-apply")
    return see


@rule("deck.options-capped-line", triggers.LIMITED)
def options_capped_line(reading: Reading) -> Iterator[Finding]:
    left_over = reading.seating.left_over
    if not left_over:
        return
    access = reading.access
    rows = {}
    for code, standing, _n in reading.special:
        if standing.way.limited and standing.card.code in left_over:
            rows[code] = standing
    lines = sorted({line for standing in rows.values() for line in standing.way.limited})
    see = {"multiclass.one-slot-max" for s in rows.values() if len(s.card.classes) > 1}
    if not access.multiclass_spared and _charged(reading):
        see.add("multiclass.unlimited-beats-limited")
    granted = {access.lines[line].granted_by for line in lines}
    if any(reading.catalogue.cards[code].reward for code in granted if code):
        see.add("reward.adjusts-options")
    titles = {s.card.code: s.card.title for s in rows.values()}
    yield error(
        _("Too many cards for limited options. Remove {what}. Limits used: {lines}."),
        interpretation=_reading_of(reading, see, granted),
        see=see,
        what=[f"{n}× {titles[code]}" for code, n in sorted(left_over.items())],
        copies=sum(left_over.values()),
        left_over=dict(sorted(left_over.items())),
        lines=[
            LineText(
                f"{name_of(access.lines[line])} ({_used(reading, line)}/{access.lines[line].limit})",
                access.lines[line],
                used=_used(reading, line),
            )
            for line in lines
        ],
        **titles_of((code, standing.card.title) for code, standing in rows.items()),
    )


def _reading_of(reading: Reading, see: set[str], granted: set[str]) -> str:
    """Return the interpretation that decided which lines the cards take."""
    charged = "multiclass.unlimited-beats-limited" in see
    if charged and reading.access.back.effects_of(effects.CHARGES_MULTICLASS):
        return "E-48"
    return "E-12" if "" in granted else "E-13"


def _used(reading: Reading, line: int) -> int:
    return sum(reading.seating.seats[line].values())


def _charged(reading: Reading) -> bool:
    """Return whether a multi-class card takes a limited line although a free one accepts it (FAQ 1.16)."""
    free = [
        line
        for line in reading.access.lines
        if line.limit is None and not line.forbids and not line.counts_only
    ]
    return any(
        standing.way.limited and fits(line, standing.card, reading.access.creation)
        for _code, standing, _n in reading.special
        for line in free
    )


@rule("deck.options-text-match", triggers.BY_TAG)
def options_text_match(reading: Reading) -> Iterator[Finding]:
    # The Grimoire requires a literal wording, FAQ 1.15 any mention; curated tags decide (E-11).
    rows = [(code, standing.card.title) for code, standing, _n in reading.with_trigger(triggers.BY_TAG)]
    if rows and reading.edition.switches.heal_text_literal:
        yield note(
            _("{titles}: allowed because of what the card does; the exact wording was not compared."),
            interpretation="E-11",
            **titles_of(rows),
        )


RULES = (options_only, options_trait_any_class, options_capped_line, options_text_match)
