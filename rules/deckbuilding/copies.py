"""How many copies of what? By title, over all levels, subtitles and products (rulebook A2, and A3's limits)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import concerns, effects
from rules.access import SIGNATURE, copy_limit, title_limit
from rules.law import Finding, error, rule, warning
from rules.model import Card
from rules.reading import Reading
from rules.verdict import _

#: What a limit of the title comes from, by the rule that sets it.
_MESSAGE = {
    "exceptional.one-copy": _("{title} is exceptional: {copies} copies, one allowed."),
    "exceptional.title-covers-all-versions": _(
        "{title}: one version is exceptional, so all versions together are one copy at most; the deck has {copies}."
    ),
    "myriad.three-copies": _("{title} is myriad: {copies} copies, {limit} allowed."),
    "copies.limit-per-deck": _("{title}: {copies} copies; its limit is {limit} per deck."),
    "copies.limit-per-deck-qualified": _("{title} ({subtitle}): {copies} copies; its limit is {limit} per deck."),
    "copies.max-two-by-title": _("{title}: {copies} copies; the limit is {limit}, all versions together."),
}


def _crowded(reading: Reading) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each title over its limit, with the rule that it breaks."""
    held: dict[str, dict[str, tuple[Card, int]]] = {title: {} for title in reading.crowded}
    faq_counts_signatures = not reading.edition.switches.signature_exempt_from_title_limit
    for _code, standing, copies in reading.known():
        card = standing.card
        counted = card.standard or (faq_counts_signatures and standing.role == SIGNATURE)
        if card.title in held and counted:
            before = held[card.title].get(card.code, (card, 0))[1]
            held[card.title][card.code] = (card, before + copies)
    for title in sorted(held):
        versions = {
            code: (card, copies - reading.ignored.get(code, 0)) for code, (card, copies) in held[title].items()
        }
        cards = [card for card, copies in versions.values() if copies > 0]
        if not cards:
            continue
        total = sum(copies for _card, copies in versions.values())
        # The strictest limit printed on any version present (E-10).
        strictest = min((card for card in cards if card.standard), key=title_limit, default=cards[0])
        limit = title_limit(strictest)
        facts = {"title": title, "copies": total, "limit": limit, "cards": sorted(versions)}
        if total > limit:
            yield _rule_for(strictest, cards, limit), facts
            continue
        for card, copies in versions.values():
            if copies > copy_limit(card):
                facts = {"title": title, "subtitle": card.subtitle, "copies": copies, "limit": copy_limit(card)}
                yield "copies.limit-per-deck-qualified", {**facts, "cards": [card.code]}


def _rule_for(strictest: Card, cards: list[Card], limit: int) -> str:
    if strictest.exceptional:
        same = all(card.exceptional for card in cards)
        return "exceptional.one-copy" if same else "exceptional.title-covers-all-versions"
    if strictest.myriad:
        return "myriad.three-copies"
    return "copies.max-two-by-title" if limit == 2 else "copies.limit-per-deck"


def _limit_rule(id: str) -> Any:
    @rule(id, concerns.CROWDED)
    def check(reading: Reading) -> Iterator[Finding]:
        for broken, facts in _crowded(reading):
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
            card=code, title=reading.table[code].title, quantity=str(copies)[:40],
        )  # fmt: skip
    for oddity in reading.deck.oddities:
        facts = {key: str(value)[:200] for key, value in oddity.items()}
        found = {"field": facts.get("field", "?"), "problem": facts.get("problem", "?")}
        if facts.get("field", "").startswith("slots"):
            yield error(_("{field} could not be read: {problem}."), **found)
        else:
            yield warning(_("{field} could not be read: {problem}."), **found)


@rule("copies.limit-per-deck-qualified", concerns.CROWDED | concerns.GROUPED | concerns.BRANDS)
def limit_qualified(reading: Reading) -> Iterator[Finding]:
    if reading.concerns & concerns.CROWDED:
        for broken, facts in _crowded(reading):
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
                trait=trait, copies=copies, limit=limit,
                cards=sorted(card.code for card, _n in held), titles=sorted(card.title for card, _n in held),
            )  # fmt: skip


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
                card=standing.card.code, title=standing.card.title, branded=branded.title, copies=copies,
                limit=effect["limit"],
            )  # fmt: skip


@rule("authority.golden-rule", concerns.THINS)
def copies_per_title(reading: Reading) -> Iterator[Finding]:
    # Underworld Support: the card beats the rulebook's two copies by title.
    holder = next(reading.with_concern(concerns.THINS))[1].card
    limit = holder.effects_of(effects.COPIES_PER_TITLE)[0]["limit"]
    for title, copies in sorted(copies_by_title(reading).items()):
        if copies > limit:
            yield error(
                _("{holder} allows {limit} copy of each title; {title}: {copies} copies."),
                holder=holder.title, limit=limit, title=title, copies=copies, cards=[holder.code],
            )  # fmt: skip


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
                title=reading.catalogue.cards[code].title, cards=sorted(sum(versions[code].values(), [])),
            )  # fmt: skip


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
