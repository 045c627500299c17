"""Builders of legal decks for tests, which each case then changes, and of verdicts on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from cards.importing.shipped import shipped_catalogue
from rules.cards.catalogue import Catalogue
from rules.cards.effects import AT_LEAST
from rules.cards.model import CLASSES, Card, Choices, Deck
from rules.deck.circumstances import ANYWHERE, DEFAULT_EDITION, FREE, Circumstances
from rules.deck.reading import Reading, reading_of
from rules.deck.rules.signatures import copies_needed
from rules.deck.validate import judge
from rules.deck.verdict import Verdict, Violation

Cards = Mapping[str, int]

#: Basic weaknesses of the 2026 core set that any investigator may draw.
WEAKNESSES = ("12102", "12104")
#: Products that are in every environment, so that filler cards never break a rule.
EVERYWHERE = frozenset({"core_2026", "tom", "car", "and", "mar", "mig"})


@cache
def catalogue() -> Catalogue:
    """Return the shipped catalogue, built once."""
    return shipped_catalogue()


def cold_catalogue() -> Catalogue:
    """Return a separate catalogue of the same cards, from which nothing has been compiled yet."""
    shipped = catalogue()
    return Catalogue(
        shipped.cards.values(),
        shipped.printings.values(),
        shipped.packs.values(),
        shipped.taboo_lists.values(),
        shipped.encounter_cards.values(),
    )


def a_deck(
    investigator: str,
    cards: Cards | None = None,
    *,
    short: int = 0,
    each: int = 2,
    mode: str = FREE,
    edition: str = DEFAULT_EDITION,
    investigators: int | None = None,
    **fields: Any,
) -> Deck:
    """Return a legal deck with these cards, own cards, weaknesses, and plain level 0 cards up to its size.

    A quantity of 0 omits a card. `short` leaves places empty (negative: too many cards), `each` is the number
    of copies of filler cards, `fields` are those of `Deck`.
    """
    given = dict(cards or {})
    circumstances = Circumstances(mode=mode, edition=edition, investigators=investigators)
    deck = Deck(investigator, {}, **fields)
    slots = {**_own_cards(_read(deck, circumstances)), **given}
    slots = {code: copies for code, copies in slots.items() if copies}
    reading = _read(replace(deck, slots=slots), circumstances)
    room = reading.needed - reading.size - short
    taken = {card.title for code in given if (card := catalogue().resolve(code))}
    for code, card in _filling(reading):
        if room <= 0:
            break
        if card.title not in taken:
            taken.add(card.title)
            slots[code] = min(each, room)
            room -= slots[code]
    assert room <= 0, f"not enough cards to fill a deck of {investigator}"
    return replace(deck, slots=slots)


def _read(deck: Deck, circumstances: Circumstances) -> Reading:
    reading = reading_of(catalogue(), deck, circumstances)
    assert reading is not None, f"{deck.investigator} builds no decks"
    return reading


def _own_cards(reading: Reading) -> dict[str, int]:
    """Return the required signatures and random basic weaknesses."""
    own: dict[str, int] = {}
    for effect in reading.access.chooses_required:
        own |= dict.fromkeys(effect["from"][: effect["cards"]], 1)
    for requirement in reading.access.facts.required:
        card = reading.access.taboo_view.cards[requirement.any[0]]
        own[card.code] = copies_needed(reading, card, own)[0]
    for code in WEAKNESSES[: reading.access.facts.random_weaknesses]:
        own[code] = 1
    return own


def _filling(reading: Reading) -> Iterator[tuple[str, Card]]:
    """Plain cards that the investigator may take freely, beginning with those that the deck requires."""
    access = reading.access
    access.learn(code for code, _card in plain_cards())
    plain = []
    for code, card in plain_cards():
        standing = access.table[code].standing
        untouched = not standing.card.taboo_price and not standing.card.forbidden
        if standing.way.free and not standing.restricted and untouched:
            plain.append((code, card))
    for line in access.at_least:
        assert line.at_least
        classes, cards = line.at_least
        for name in CLASSES[:classes]:
            yield from [row for row in plain if name in row[1].classes][: (cards + 1) // 2]
    for effect in access.back.effects_of(AT_LEAST):
        types, traits = set(effect.get("types", ())), set(effect.get("traits", ()))
        fitting = [row for row in plain if row[1].type in types and row[1].traits & traits]
        yield from fitting[: (effect["cards"] + 1) // 2]
    yield from plain


@cache
def plain_cards() -> tuple[tuple[str, Card], ...]:
    """Return level 0 cards without special rules, beginning with those in every environment."""
    rows = [
        (_newest(card), card)
        for card in catalogue().cards.values()
        if card.level == 0
        and not card.keywords - {"fast"}
        and not card.effects
        and not card.tags
        and not card.unique
        and not card.only
        and card.limit == 2
        and len(card.classes) == 1
        and not any(p.modified for p in catalogue().printings_of[card.code])
    ]
    return tuple(sorted(rows, key=lambda row: (catalogue().printings[row[0]].pack not in EVERYWHERE, row[0])))


def _newest(card: Card) -> str:
    """Return the printing that belongs to every environment, if there is one."""
    return next((p.code for p in catalogue().printings_of[card.code] if p.pack in EVERYWHERE), card.code)


def chosen(*classes: str, **others: Any) -> Choices:
    """Return choices made at deck creation: one class, or two for investigators who choose two."""
    ids = ("",) if len(classes) == 1 else ("faction_1", "faction_2")
    return Choices(classes=dict(zip(ids, classes, strict=False)), **others)


def verdict(deck: Deck, circumstances: Circumstances = ANYWHERE, **fields: Any) -> Verdict:
    """Return the verdict under these circumstances."""
    return judge(catalogue(), deck, replace(circumstances, **fields) if fields else circumstances)


def as_rows(found: Iterable[Violation], expected: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the findings in the form of `expected`: the rule, and only the facts that the case names."""
    rows = []
    for number, violation in enumerate(found):
        row: dict[str, Any] = {"rule": violation.rule}
        if number < len(expected):
            row |= {key: violation.facts.get(key) for key in expected[number] if key != "rule"}
        rows.append(row)
    return rows
