"""Rules about the number of copies, by title over all levels, subtitles and products.

(Rulebook A2, and A3's limits.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cards import effects
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.deck import triggers
from rules.deck.limits import OverLimit
from rules.deck.reading import Reading
from rules.deck.rule import DeckRule, Finding, error, rule, titles_of
from rules.deck.standing import SIGNATURE, STANDARD
from rules.deck.verdict import _

#: The source of a title's limit, by the rule that sets it.
_MESSAGE = {
    "exceptional.one-copy": _("{title} is exceptional: only 1 copy is allowed, the deck has {copies}."),
    "exceptional.title-covers-all-versions": _(
        "{title}: one version is exceptional, so only 1 copy of all versions "
        "together is allowed; the deck has {copies}."
    ),
    "myriad.three-copies": _("{title} is myriad: {limit} copies are allowed, the deck has {copies}."),
    "copies.limit-per-deck": _("{title}: {copies} copies; the limit is {limit} per deck."),
    "copies.limit-per-deck-qualified": _(
        "{title} ({subtitle}): {copies} copies; the limit is {limit} per deck."
    ),
    "copies.max-two-by-title": _("{title}: {copies} copies; the limit is {limit} for all versions together."),
}


def _too_many(reading: Reading, over: OverLimit) -> Finding:
    return error(
        _MESSAGE[over.rule],
        interpretation=over.interpretation,
        see=_counted_together(reading, over.facts["cards"]),
        **over.facts,
    )


def _counted_together(reading: Reading, codes: list[str]) -> set[str]:
    """Return the rules by which these printings count as copies of each other."""
    standings = [reading.table[code].standing for code in codes]
    printings = [reading.catalogue.printings.get(code) for code in codes]
    see = set()
    if len({standing.card.subtitle for standing in standings}) > 1:
        see.add("copies.subtitle-ignored")
    if len({printing.pack for printing in printings if printing}) > 1:
        see.add("copies.across-products")
    if any(standing.card.permanent for standing in standings):
        see.add("permanent.other-rules-apply")
    if any(standing.role is SIGNATURE for standing in standings):
        see.add("copies.signature-exempt")
    if reading.edition.switches.modified_reprints and len({p.modified for p in printings if p}) > 1:
        see.add("copies.modified-reprint-independent-of-limit")
    return see


def _limit_rule(id: str) -> DeckRule:
    @rule(id, triggers.CROWDED)
    def check(reading: Reading) -> Iterator[Finding]:
        return (_too_many(reading, over) for over in reading.crowded if over.rule == id)

    return check


max_two_by_title = _limit_rule("copies.max-two-by-title")
limit_per_deck = _limit_rule("copies.limit-per-deck")
limit_per_subtitle = _limit_rule("copies.limit-per-deck-qualified")
exceptional_one_copy = _limit_rule("exceptional.one-copy")
exceptional_title = _limit_rule("exceptional.title-covers-all-versions")
myriad_three = _limit_rule("myriad.three-copies")


@rule("copies.max-two-by-title", triggers.UNREADABLE)
def quantities(reading: Reading) -> Iterator[Finding]:
    # Only whole copies can be added up over products.
    for code, copies in sorted(reading.misread, key=lambda row: str(row[0])):
        yield error(
            _("{title}: “{quantity}” is not a possible number of copies."),
            card=code,
            title=reading.access.table[code].title,
            quantity=str(copies)[:40],
        )


@rule("copies.limit-per-deck-qualified", triggers.GROUPED | triggers.BRANDS)
def limit_qualified(reading: Reading) -> Iterator[Finding]:
    if reading.triggers & triggers.GROUPED:
        yield from _trait_limits(reading)
    if reading.triggers & triggers.BRANDS:
        yield from _brand(reading)


def _trait_limits(reading: Reading) -> Iterator[Finding]:
    limits = {
        effect["trait"]: effect["limit"]
        for _code, standing, _n in reading.with_trigger(triggers.GROUPED)
        for effect in standing.card.effects_of(effects.TRAIT_LIMIT)
    }
    for trait, limit in sorted(limits.items()):
        held = [(code, card, copies) for code, card, copies in reading.standard() if trait in card.traits]
        copies = sum(n for _code, _card, n in held)
        if copies > limit:
            yield error(
                _("{copies} {trait} cards ({titles}); the limit is {limit} per deck."),
                trait=trait,
                copies=copies,
                limit=limit,
                **titles_of((code, card.title) for code, card, _n in held),
            )


def _brand(reading: Reading) -> Iterator[Finding]:
    """Check Eldritch Brand: the Spell that it was put on may be in the deck only once."""
    for code, standing, _n in reading.with_trigger(triggers.BRANDS):
        effect = standing.card.effects_of(effects.BRANDED)[0]
        attached = reading.deck.attachments.get(code) or reading.deck.attachments.get(standing.card.code, ())
        chosen = reading.circumstances.log.branded or next(iter(attached), "")
        branded = reading.access.taboo_view.printed.get(chosen)
        if branded is None:
            continue
        facts: dict[str, Any] = {"card": code, "title": standing.card.title, "branded": branded.title}
        fits = branded.type in effect.get("types", ()) and branded.traits & set(effect.get("traits", ()))
        if not fits or not branded.standard:
            yield error(_("{title} can't be attached to {branded}."), **facts)
            continue
        held = [(c, card.title, n) for c, card, n in reading.standard() if card.title == branded.title]
        copies = sum(n for _c, _title, n in held)
        if copies > effect["limit"]:
            yield error(
                _(
                    "{title} is attached to {branded}: {limit} copies of it "
                    "are allowed, the deck has {copies}."
                ),
                copies=copies,
                limit=effect["limit"],
                cards=sorted(c for c, _title, _n in held),
                titles=[branded.title for _ in held],
                **facts,
            )


@rule("authority.golden-rule", triggers.THINS)
def copies_per_title(reading: Reading) -> Iterator[Finding]:
    # Underworld Support: the card overrides the rulebook's two copies by title.
    holder = next(reading.with_trigger(triggers.THINS))[1].card
    limit = holder.effects_of(effects.COPIES_PER_TITLE)[0]["limit"]
    printings = printings_by_title(reading)
    for title, copies in sorted(copies_by_title(reading).items()):
        if copies > limit:
            yield error(
                _("{holder} allows {limit} copy of each title; the deck has {copies} of {title}."),
                holder=holder.title,
                limit=limit,
                title=title,
                copies=copies,
                cards=printings[title],
            )


def copies_by_title(reading: Reading) -> dict[str, int]:
    """Return the copies of standard cards by title, without those kept out of the limits."""
    held: dict[str, int] = {}
    for _code, card, copies in reading.standard():
        held[card.title] = held.get(card.title, 0) + copies
    for code, copies in reading.ignored.items():
        held[reading.catalogue.cards[code].title] -= copies
    return held


def printings_by_title(reading: Reading) -> dict[str, list[str]]:
    """Return the codes under which the deck holds standard cards, sorted, by title."""
    printings: dict[str, list[str]] = {}
    for code in sorted(reading.slots):
        standing = reading.table[code].standing
        if standing.role is STANDARD:
            printings.setdefault(standing.card.title, []).append(code)
    return printings


@rule("copies.modified-reprint-mix", triggers.MODIFIED)
def modified_reprint_mix(reading: Reading) -> Iterator[Finding]:
    # Only within one title and level; other levels may be of another version (E-03).
    if not reading.edition.switches.modified_reprints:
        return
    modified = modified_reprints(reading.catalogue)
    held = modified.intersection(reading.slots)
    standings = [reading.table[code].standing for code in held]
    cards = {standing.card.code: standing.card for standing in standings if standing.role is STANDARD}
    for _code, card in sorted(cards.items()):
        printings = reading.printings_held(card)
        if not held.issuperset(printings):
            yield error(
                _("{title}: the deck has the original and its modified reprint. Use only one of the two."),
                see=["env.legacy-version-choice"],
                title=card.title,
                cards=sorted(printings),
            )


@once_per_catalogue
def modified_reprints(catalogue: Catalogue) -> frozenset[str]:
    """Return the codes of all reprints whose text was changed."""
    return frozenset(code for code, printing in catalogue.printings.items() if printing.modified)


RULES = (
    max_two_by_title,
    quantities,
    limit_per_deck,
    limit_per_subtitle,
    limit_qualified,
    modified_reprint_mix,
    copies_per_title,
    exceptional_one_copy,
    exceptional_title,
    myriad_three,
)
