"""How many copies of what? By title, over all levels, subtitles and products (rulebook A2, and A3's
limits)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import concerns, effects
from rules.law import Finding, error, rule, warning
from rules.reading import Reading
from rules.verdict import _

#: What a limit of the title comes from, by the rule that sets it.
_MESSAGE = {
    "exceptional.one-copy": _("{title} is exceptional: {copies} copies, one allowed."),
    "exceptional.title-covers-all-versions": _(
        "{title}: one version is exceptional, so all versions together are one copy at most; "
        "the deck has {copies}."
    ),
    "myriad.three-copies": _("{title} is myriad: {copies} copies, {limit} allowed."),
    "copies.limit-per-deck": _("{title}: {copies} copies; its limit is {limit} per deck."),
    "copies.limit-per-deck-qualified": _(
        "{title} ({subtitle}): {copies} copies; its limit is {limit} per deck."
    ),
    "copies.max-two-by-title": _("{title}: {copies} copies; the limit is {limit}, all versions together."),
}


def _limit_rule(id: str) -> Any:
    @rule(id, concerns.CROWDED)
    def check(reading: Reading) -> Iterator[Finding]:
        for broken, facts in reading.crowded:
            if broken == id:
                yield error(_MESSAGE[id], **facts)

    return check


max_two_by_title = _limit_rule("copies.max-two-by-title")
limit_per_deck = _limit_rule("copies.limit-per-deck")
exceptional_one_copy = _limit_rule("exceptional.one-copy")
exceptional_title = _limit_rule("exceptional.title-covers-all-versions")
myriad_three = _limit_rule("myriad.three-copies")


@rule("copies.max-two-by-title", concerns.UNREADABLE)
def quantities(reading: Reading) -> Iterator[Finding]:
    # Only whole copies can be added up over products.
    for code, copies in sorted(reading.misread, key=lambda row: str(row[0])):
        yield error(
            _("{title}: “{quantity}” is no possible number of copies."),
            card=code,
            title=reading.table[code].title,
            quantity=str(copies)[:40],
        )
    for oddity in reading.deck.oddities:
        facts: dict[str, Any] = {key: str(value)[:200] for key, value in oddity.items()}
        found: dict[str, Any] = {"field": facts.get("field", "?"), "problem": facts.get("problem", "?")}
        if facts.get("field", "").startswith("slots"):
            yield error(_("{field} could not be read: {problem}."), **found)
        else:
            yield warning(_("{field} could not be read: {problem}."), **found)


@rule("copies.limit-per-deck-qualified", concerns.CROWDED | concerns.GROUPED | concerns.BRANDS)
def limit_qualified(reading: Reading) -> Iterator[Finding]:
    if reading.concerns & concerns.CROWDED:
        for broken, facts in reading.crowded:
            if broken == "copies.limit-per-deck-qualified":
                yield error(_MESSAGE[broken], **facts)
    if reading.concerns & concerns.GROUPED:
        yield from _trait_limits(reading)
    if reading.concerns & concerns.BRANDS:
        yield from _brand(reading)


def _trait_limits(reading: Reading) -> Iterator[Finding]:
    limits = {
        effect["trait"]: effect["limit"]
        for _code, standing, _n in reading.with_concern(concerns.GROUPED)
        for effect in standing.card.effects_of(effects.TRAIT_LIMIT)
    }
    for trait, limit in sorted(limits.items()):
        held = [(card, copies) for _code, card, copies in reading.standard() if trait in card.traits]
        copies = sum(n for _card, n in held)
        if copies > limit:
            yield error(
                _("{copies} {trait} cards ({titles}); the limit is {limit} per deck."),
                trait=trait,
                copies=copies,
                limit=limit,
                cards=sorted(card.code for card, _n in held),
                titles=sorted(card.title for card, _n in held),
            )


def _brand(reading: Reading) -> Iterator[Finding]:
    """Eldritch Brand: the Spell it was put on may be in the deck once only."""
    for _code, standing, _n in reading.with_concern(concerns.BRANDS):
        effect = standing.card.effects_of(effects.BRANDED)[0]
        chosen = reading.circumstances.log.branded or next(
            iter(reading.deck.attachments.get(standing.card.code, ())), ""
        )
        branded = reading.access.shelf.printed.get(chosen)
        if branded is None:
            continue
        copies = sum(n for _c, card, n in reading.standard() if card.title == branded.title)
        if copies > effect["limit"]:
            yield error(
                _("{title} was put on {branded}: {copies} copies, {limit} allowed."),
                card=standing.card.code,
                title=standing.card.title,
                branded=branded.title,
                copies=copies,
                limit=effect["limit"],
            )


@rule("authority.golden-rule", concerns.THINS)
def copies_per_title(reading: Reading) -> Iterator[Finding]:
    # Underworld Support: the card beats the rulebook's two copies by title.
    holder = next(reading.with_concern(concerns.THINS))[1].card
    limit = holder.effects_of(effects.COPIES_PER_TITLE)[0]["limit"]
    for title, copies in sorted(copies_by_title(reading).items()):
        if copies > limit:
            yield error(
                _("{holder} allows {limit} copy of each title; {title}: {copies} copies."),
                holder=holder.title,
                limit=limit,
                title=title,
                copies=copies,
                cards=[holder.code],
            )


def copies_by_title(reading: Reading) -> dict[str, int]:
    held: dict[str, int] = {}
    for _code, card, copies in reading.standard():
        held[card.title] = held.get(card.title, 0) + copies
    for code, copies in reading.ignored.items():
        held[reading.catalogue.cards[code].title] -= copies
    return held


@rule("copies.modified-reprint-mix", concerns.MODIFIED)
def modified_reprint_mix(reading: Reading) -> Iterator[Finding]:
    # Within one title and level only; other levels are free (E-03).
    if not reading.edition.switches.modified_reprints:
        return
    printings = reading.catalogue.printings
    versions: dict[str, dict[bool, list[str]]] = {}
    for code, card, _copies in reading.standard():
        printing = printings.get(code)
        modified = printing is not None and printing.modified
        versions.setdefault(card.code, {}).setdefault(modified, []).append(code)
    for code in sorted(versions):
        if len(versions[code]) == 2:
            yield error(
                _("{title}: the original and its modified reprint cannot be in one deck."),
                title=reading.catalogue.cards[code].title,
                cards=sorted(code for codes in versions[code].values() for code in codes),
            )


RULES = (
    max_two_by_title,
    quantities,
    limit_per_deck,
    limit_qualified,
    modified_reprint_mix,
    copies_per_title,
    exceptional_one_copy,
    exceptional_title,
    myriad_three,
)
