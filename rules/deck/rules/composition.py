"""Rules about a deck's composition: one investigator, the right size, cards that belong in decks.

(Rulebook A1.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.deck import triggers
from rules.deck.circumstances import FREE
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, note, rule, titles_of, warning
from rules.deck.special_copies import keeps_lower
from rules.deck.standing import Standing
from rules.deck.verdict import _


@rule("deck.one-investigator", triggers.NOT_A_DECK_CARD | triggers.CHOICES)
def one_investigator(reading: Reading) -> Iterator[Finding]:
    for code, standing, copies in reading.with_trigger(triggers.NOT_A_DECK_CARD):
        yield error(
            _("{title} is an investigator card and can't be in the deck. Remove it."),
            card=code,
            title=standing.card.title,
            copies=copies,
        )
    for problem in reading.front_back_problems:
        if problem["side"] == "front":
            message = _("{chosen} can't be used as the front of {investigator}.")
        else:
            message = _("{chosen} can't be used as the back of {investigator}.")
        yield error(message, investigator=reading.access.front.title, **problem)


@rule("deck.size-exact", triggers.SIZE)
def size_exact(reading: Reading) -> Iterator[Finding]:
    if _printed_size_only(reading):
        return
    size, needed = reading.size, reading.needed
    facts: dict[str, Any] = {"size": size, "needed": needed, "difference": abs(size - needed)}
    if size < needed:
        yield error(_("The deck has {size} of {needed} cards. Add {difference}."), lacking=True, **facts)
    else:
        yield error(_("The deck has {size} cards; it needs {needed}. Remove {difference}."), **facts)


@rule("deck.size-modifiers", triggers.SIZE)
def size_modifiers(reading: Reading) -> Iterator[Finding]:
    # The printed size is met, but a card in the deck has changed it.
    if _printed_size_only(reading):
        rows = [(code, s.card.title) for code, s, _n in reading.with_trigger(triggers.RESIZES)]
        yield error(
            _("With {titles}, the deck needs {needed} cards instead of {printed}. It has {size}."),
            lacking=reading.size < reading.needed,
            size=reading.size,
            needed=reading.needed,
            printed=reading.access.size,
            difference=abs(reading.size - reading.needed),
            **titles_of(rows),
        )


def _printed_size_only(reading: Reading) -> bool:
    return reading.size == reading.access.size != reading.needed


@rule("deck.size-exclusions", triggers.IGNORED)
def size_exclusions(reading: Reading) -> Iterator[Finding]:
    rows_by_card: dict[str, list[tuple[str, int]]] = {}
    for code, copies in sorted(reading.deck.ignored.items()):
        entry = reading.table.get(code)
        if (
            entry is not None
            and entry.counts
            and copies.__class__ is int
            and copies > 0
            and code in reading.slots
        ):
            rows_by_card.setdefault(entry.standing.card.code, []).append((code, copies))
    for code, rows in rows_by_card.items():
        card = reading.catalogue.cards[code]
        kept = reading.ignored.get(code, 0)
        surplus = sum(n for _code, n in rows) - kept
        interpretation = "E-43" if keeps_lower(reading.access.back, card) else ""
        facts = {"card": rows[0][0], "title": card.title}
        if surplus > 0:
            yield warning(
                _(
                    "{title}: {copies} copies were marked as not counted, but no "
                    "rule allows this. They were counted."
                ),
                interpretation=interpretation,
                copies=surplus,
                **facts,
            )
        if kept and interpretation:
            yield note(
                _("{title}: {copies} copies kept next to a higher version were not counted."),
                interpretation=interpretation,
                copies=kept,
                **facts,
            )


@rule("deck.level-less-cards", triggers.BONDED)
def level_less_cards(reading: Reading) -> Iterator[Finding]:
    for code, standing, copies in reading.with_trigger(triggers.BONDED):
        yield error(
            _("{title} is a bonded card: it is set aside, not part of the deck. Remove it."),
            see=["bonded.set-aside-count"],
            card=code,
            title=standing.card.title,
            copies=copies,
        )


@rule("deck.legacy-deckless-cards", triggers.UNREADABLE)
def deckless_cards(reading: Reading) -> Iterator[Finding]:
    for code in sorted(reading.unknown, key=str):
        card = reading.catalogue.encounter_cards.get(code)
        if card is not None:
            yield error(
                _("{title} is a scenario card and can't be in a deck. Remove it."),
                card=code,
                title=card.title,
                encounter_set=card.encounter_set,
            )


@rule("deck.restriction-deck-only", triggers.RESTRICTED)
def restriction_deck_only(reading: Reading) -> Iterator[Finding]:
    for code, standing, _copies in reading.with_trigger(triggers.RESTRICTED):
        if standing.card.weakness:
            continue
        yield error(
            _("{title} can only be in decks of: {only}."),
            card=code,
            title=standing.card.title,
            only=_only(reading, standing),
        )


def _only(reading: Reading, standing: Standing) -> list[str]:
    only = standing.card.only
    assert only is not None
    cards = reading.catalogue.cards
    names = {cards[code].title for code in only.investigators if code in cards}
    return sorted(names | only.traits | {name.capitalize() for name in only.classes})


@rule("deck.creation-only-purchase", triggers.CREATION_ONLY)
def creation_only(reading: Reading) -> Iterator[Finding]:
    rows = list(reading.with_trigger(triggers.CREATION_ONLY))
    if reading.circumstances.mode == FREE:
        yield note(
            _("{titles}: can only be bought at deck creation."),
            **titles_of((code, standing.card.title) for code, standing, _n in rows),
        )
    elif reading.triggers & triggers.CAMPAIGN:
        log = reading.circumstances.log
        for code, standing, copies in rows:
            card = standing.card.code
            if copies > max(log.bought_at_creation.get(card, 0), log.kept.get(card, 0)):
                yield error(
                    _("{title} can only be bought at deck creation, and was added later."),
                    card=code,
                    title=standing.card.title,
                )


@rule("deck.campaign-mode-only", triggers.CAMPAIGN_ONLY)
def campaign_mode_only(reading: Reading) -> Iterator[Finding]:
    if reading.triggers & triggers.STANDALONE:
        for code, standing, _copies in reading.with_trigger(triggers.CAMPAIGN_ONLY):
            yield error(
                _("{title} can only be used in campaigns, not in a standalone game."),
                card=code,
                title=standing.card.title,
            )


RULES = (
    one_investigator,
    size_exact,
    size_modifiers,
    size_exclusions,
    level_less_cards,
    deckless_cards,
    restriction_deck_only,
    creation_only,
    campaign_mode_only,
)
