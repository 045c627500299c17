"""Of which cards may the deck be made? Investigator, size and options (rulebook A1, A4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules import concerns, effects
from rules.access import BONDED, Standing
from rules.circumstances import FREE
from rules.law import Finding, error, note, rule, unless_free
from rules.model import CLASSES, Card, Effect, Option
from rules.options import fits, name_of
from rules.reading import Reading
from rules.verdict import _
from rules.versions import may_be_ignored


@rule("deck.one-investigator", concerns.NOT_A_DECK_CARD | concerns.CHOICES)
def one_investigator(reading: Reading) -> Iterator[Finding]:
    for code, standing, copies in reading.with_concern(concerns.NOT_A_DECK_CARD):
        yield error(
            _("{title} is an investigator card, which is not one of the deck's cards."),
            card=code,
            title=standing.card.title,
            copies=copies,
        )
    for problem in reading.front_back_problems:
        yield error(
            _("{title} is no {side} of {investigator}."), investigator=reading.access.front.title, **problem
        )


@rule("deck.size-exact", concerns.SIZE)
def size_exact(reading: Reading) -> Iterator[Finding]:
    if _printed_size_only(reading):
        return
    size, needed = reading.size, reading.needed
    facts: dict[str, Any] = {"size": size, "needed": needed, "difference": abs(size - needed)}
    if size < needed:
        yield error(
            _("The deck has {size} of {needed} cards: {difference} more needed."), lacking=True, **facts
        )
    else:
        yield error(
            _("The deck has {size} cards; its size is exactly {needed}: {difference} too many."), **facts
        )


@rule("deck.size-modifiers", concerns.SIZE)
def size_modifiers(reading: Reading) -> Iterator[Finding]:
    # The printed size is met, but a card in the deck has changed it.
    if not _printed_size_only(reading):
        return
    cards = [s.card for _code, s, _n in reading.with_concern(concerns.RESIZES)]
    yield error(
        _("{titles} changes the deck's size to {needed}; the deck has {size} cards."),
        lacking=reading.size < reading.needed,
        size=reading.size,
        needed=reading.needed,
        difference=abs(reading.size - reading.needed),
        cards=[card.code for card in cards],
        titles=[card.title for card in cards],
    )


def _printed_size_only(reading: Reading) -> bool:
    return reading.size == reading.access.size != reading.needed


@rule("deck.size-exclusions", concerns.IGNORED)
def size_exclusions(reading: Reading) -> Iterator[Finding]:
    for code, copies in sorted(reading.deck.ignored.items(), key=lambda item: str(item[0])):
        entry = reading.table.get(code)
        if entry is None or not copies or not entry.counts:
            continue
        card = entry.standing.card
        if not may_be_ignored(reading, card):
            yield error(
                _("{title}: nothing keeps {copies} of its copies out of the deck's size and limits."),
                card=code,
                title=card.title,
                copies=copies,
            )


@rule("deck.options-only", concerns.BARRED | concerns.UNREADABLE)
def options_only(reading: Reading) -> Iterator[Finding]:
    for code in sorted(reading.unknown, key=str):
        if code not in reading.catalogue.encounter_cards:
            yield error(_("The catalogue knows no card with the code {code}."), code=code)
    for code, standing, copies in reading.with_concern(concerns.BARRED):
        if standing.way.forbidden_by is not None:
            continue
        card = standing.card
        facts: dict[str, Any] = {
            "card": code, "title": card.title, "level": card.level, "copies": copies,
            "classes": sorted(card.classes), "investigator": reading.access.back.title,
        }  # fmt: skip
        levels = _levels_allowed(reading, card)
        if levels:
            facts["levels"] = levels
            yield error(
                _("{title} is level {level}; {investigator} may take such cards at level {levels} only."),
                **facts,
            )
        else:
            yield error(_("{title} ({level}) fits none of {investigator}'s deckbuilding options."), **facts)


def _levels_allowed(reading: Reading, card: Card) -> str:
    """The levels at which the card would be let in, if that is all that keeps it out."""
    ranges = []
    for line in reading.access.lines:
        level = line.base_level if reading.access.creation and line.base_level else line.level
        if line.forbids or line.counts_only or level is None or line.granted_by:
            continue
        if fits(_any_level(line), card):
            low, high = level
            ranges.append(str(low) if low == high else f"{low}–{high}")
    return ", ".join(dict.fromkeys(ranges))


def _any_level(line: Option) -> Option:
    return replace(line, level=None, base_level=None)


@rule("deck.options-capped-line", concerns.LIMITED)
def options_capped_line(reading: Reading) -> Iterator[Finding]:
    left_over = reading.seating.left_over
    if not left_over:
        return
    cards = reading.access.shelf.cards
    wanted: dict[int, int] = {}
    for code in left_over:
        for line in _lines_for(reading, code):
            wanted[line] = reading.access.lines[line].limit or 0
    yield error(
        _("No limited line has room for {cards_text}: {lines}."),
        cards=sorted(left_over),
        titles=[cards[code].title for code in sorted(left_over)],
        copies=dict(sorted(left_over.items())),
        cards_text=", ".join(f"{n}× {cards[code].title}" for code, n in sorted(left_over.items())),
        lines="; ".join(
            f"{name_of(reading.access.lines[line])}: {sum(reading.seating.seats[line].values())} of {limit}"
            for line, limit in sorted(wanted.items())
        ),
    )


def _lines_for(reading: Reading, code: str) -> tuple[int, ...]:
    return next(s.way.limited for _code, s, _n in reading.special if s.card.code == code and s.way.limited)


@rule("deck.options-text-match", concerns.BY_TAG)
def options_text_match(reading: Reading) -> Iterator[Finding]:
    # The Grimoire asks for a literal wording, FAQ 1.15 for any mention; curated tags decide (E-11).
    cards = [s.card for _code, s, _n in reading.with_concern(concerns.BY_TAG)]
    if cards and reading.edition.switches.heal_text_literal:
        yield note(
            _("{titles}: let in by what the card does; the exact wording was not compared."),
            interpretation="E-11",
            cards=[c.code for c in cards],
            titles=[c.title for c in cards],
        )


@rule(
    "deck.additional-requirements", concerns.AT_LEAST | concerns.DEMANDS | concerns.BARRED | concerns.CHOICES
)
def additional_requirements(reading: Reading) -> Iterator[Finding]:
    yield from _choices(reading)
    for code, standing, copies in reading.with_concern(concerns.BARRED):
        if standing.way.forbidden_by is not None:
            line = reading.access.lines[standing.way.forbidden_by]
            by = (
                reading.catalogue.cards[line.granted_by].title
                if line.granted_by
                else reading.access.back.title
            )
            yield error(
                _("{title} is among the cards that {by} forbids."),
                card=code,
                title=standing.card.title,
                copies=copies,
                by=by,
            )
    for line in reading.access.at_least:
        yield from _classes_at_least(reading, line)
    for holder, effect in _demands(reading):
        have = sum(
            copies
            for _code, standing, copies in reading.known()
            if standing.role != BONDED and _matches(effect.facts, standing.card)
        )
        if have < effect["cards"]:
            yield error(
                _("{title} asks for at least {needed} {what}; the deck has {have}."),
                lacking=True,
                card=holder.code,
                title=holder.title,
                needed=effect["cards"],
                have=have,
                what=_described(effect.facts),
            )


def _demands(reading: Reading) -> Iterator[tuple[Card, Effect]]:
    for effect in reading.access.back.effects_of(effects.AT_LEAST):
        yield reading.access.back, effect
    for _code, standing, _copies in reading.with_concern(concerns.DEMANDS):
        for effect in standing.card.effects_of(effects.AT_LEAST):
            yield standing.card, effect


def _matches(asked: Mapping[str, Any], card: Card) -> bool:
    types, traits = asked.get("types"), asked.get("traits")
    return (not types or card.type in types) and (not traits or bool(card.traits & set(traits)))


def _described(asked: Mapping[str, Any]) -> str:
    words = [*asked.get("traits", ()), *(f"{kind}s" for kind in asked.get("types", ()))]
    return " ".join(words) or "cards"


def classes_held(reading: Reading, line: Option) -> dict[str, int]:
    """Cards of each class that the line counts; a multi-class card counts for each of its classes (FAQ
    1.16)."""
    held = dict.fromkeys(CLASSES, 0)
    for _code, card, copies in reading.standard():
        for name in card.classes:
            if name in held and (not line.classes or name in line.classes):
                held[name] += copies
    return held


def _classes_at_least(reading: Reading, line: Option) -> Iterator[Finding]:
    assert line.at_least is not None
    classes, cards = line.at_least
    held = classes_held(reading, line)
    enough = [name for name, copies in held.items() if copies >= cards]
    if len(enough) < classes:
        yield error(
            _(
                "{investigator} needs {cards} cards of each of {classes} classes; "
                "the deck has enough of {enough}."
            ),
            lacking=True,
            investigator=reading.access.back.title,
            classes=classes,
            cards=cards,
            enough=len(enough),
            held=held,
        )


def _choices(reading: Reading) -> Iterator[Finding]:
    chosen = reading.access.chosen
    for problem in chosen.problems:
        yield error(
            _("{investigator} does not offer the choice {chosen} ({choice})."),
            investigator=reading.access.back.title,
            **problem,
        )
    if reading.guessed is not None:
        asked = list(reading.guessed.classes.values())
        guess = [*asked, *([reading.guessed.option] if reading.guessed.option else [])]
        if reading.guessed.size is not None:
            guess.append(str(reading.guessed.size))
        yield unless_free(
            reading,
            _("A choice of {investigator} is not recorded; judged as if it were {guess}."),
            investigator=reading.access.back.title,
            guess=guess,
        )


@rule("deck.level-less-cards", concerns.BONDED | concerns.UNREADABLE)
def level_less_cards(reading: Reading) -> Iterator[Finding]:
    for code, standing, copies in reading.with_concern(concerns.BONDED):
        yield error(
            _("{title} is a bonded card: it stands beside the deck, not in it."),
            card=code,
            title=standing.card.title,
            copies=copies,
        )


@rule("deck.legacy-deckless-cards", concerns.UNREADABLE)
def deckless_cards(reading: Reading) -> Iterator[Finding]:
    for code in sorted(reading.unknown, key=str):
        card = reading.catalogue.encounter_cards.get(code)
        if card is not None:
            yield error(
                _("{title} is a scenario card and cannot be in a deck."),
                card=code,
                title=card.title,
                encounter_set=card.encounter_set,
            )


@rule("deck.restriction-deck-only", concerns.RESTRICTED)
def restriction_deck_only(reading: Reading) -> Iterator[Finding]:
    for code, standing, _copies in reading.with_concern(concerns.RESTRICTED):
        if standing.card.weakness:
            continue
        yield error(
            _("{title} is for other decks only: {only}."),
            card=code,
            title=standing.card.title,
            only=_only(reading, standing),
        )


def _only(reading: Reading, standing: Standing) -> str:
    only = standing.card.only
    assert only is not None
    names = {
        reading.catalogue.cards[code].title for code in only.investigators if code in reading.catalogue.cards
    }
    return ", ".join(sorted(names | only.traits | {name.capitalize() for name in only.classes}))


@rule("deck.creation-only-purchase", concerns.CREATION_ONLY)
def creation_only(reading: Reading) -> Iterator[Finding]:
    if reading.circumstances.mode == FREE:
        cards = [s.card for _code, s, _n in reading.with_concern(concerns.CREATION_ONLY)]
        yield note(
            _("{titles}: can be bought at deck creation only."),
            cards=[c.code for c in cards],
            titles=[c.title for c in cards],
        )
    elif reading.concerns & concerns.CAMPAIGN:
        bought = reading.circumstances.log.bought_at_creation
        for code, standing, copies in reading.with_concern(concerns.CREATION_ONLY):
            if copies > bought.get(standing.card.code, 0):
                yield error(
                    _("{title} can be bought at deck creation only, and was not."),
                    card=code,
                    title=standing.card.title,
                )


@rule("deck.campaign-mode-only", concerns.CAMPAIGN_ONLY)
def campaign_mode_only(reading: Reading) -> Iterator[Finding]:
    if reading.concerns & concerns.STANDALONE:
        for code, standing, _copies in reading.with_concern(concerns.CAMPAIGN_ONLY):
            yield error(
                _("{title} is for campaigns only, not for a standalone game."),
                card=code,
                title=standing.card.title,
            )


RULES = (
    one_investigator,
    size_exact,
    size_modifiers,
    size_exclusions,
    options_only,
    options_capped_line,
    options_text_match,
    additional_requirements,
    level_less_cards,
    deckless_cards,
    restriction_deck_only,
    creation_only,
    campaign_mode_only,
)
