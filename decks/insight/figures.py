"""Figures of a deck for charts: costs, icons, classes, types and levels; and the bonded cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.cards.catalogue import Catalogue
from rules.cards.model import CLASSES, SKILLS, Card, Deck
from rules.deck.special_copies import customized

ICONS = (*SKILLS, "wild")
TYPES = ("asset", "event", "skill")
#: Costs that are not numbers.
X, NO_COST = "X", "–"


@dataclass(frozen=True, slots=True)
class DeckFigures:
    """Numbers of copies by their properties, without weaknesses. Figures of the draw deck omit permanents."""

    cards: int
    """Copies in the draw deck that are not weaknesses."""
    costs: dict[str, dict[str, int]]
    """By cost (“0”, “1”, …, “X”, “–”), then by type."""
    icons: dict[str, int]
    classes: dict[str, int]
    """A card of two classes counts for both."""
    types: dict[str, int]
    levels: dict[int, int]
    slots: dict[str, int]
    traits: dict[str, int]
    """The most frequent first."""
    permanents: int
    weaknesses: int
    unknown: int

    @property
    def icons_in_all(self) -> int:
        return sum(self.icons.values())


def copies_of(catalogue: Catalogue, deck: Deck) -> Iterator[tuple[str, Card | None, int]]:
    """Yield every printing in the main deck, with its card under the taboo list and customizations."""
    taboo_view = catalogue.under(deck.taboo).printed
    for code, copies in deck.slots.items():
        if copies < 1:
            continue
        card = taboo_view.get(code)
        ticks = deck.customizations.get(code)
        if card and ticks and card.customizable:
            card = customized(card, ticks)
        yield code, card, min(copies, 99)


def figures_of(catalogue: Catalogue, deck: Deck) -> DeckFigures:
    costs: dict[str, dict[str, int]] = {}
    icons = dict.fromkeys(ICONS, 0)
    classes = dict.fromkeys((*CLASSES, "neutral"), 0)
    types = dict.fromkeys(TYPES, 0)
    levels: dict[int, int] = {}
    slots: dict[str, int] = {}
    traits: dict[str, int] = {}
    drawn = permanents = weaknesses = unknown = 0
    for _code, card, copies in copies_of(catalogue, deck):
        if card is None:
            unknown += copies
            continue
        if card.weakness:
            weaknesses += copies
            continue
        if card.level is not None:
            levels[card.level] = levels.get(card.level, 0) + copies
        for name in card.classes:
            classes[name] = classes.get(name, 0) + copies
        for trait in card.traits:
            traits[trait] = traits.get(trait, 0) + copies
        for slot in card.slots:
            slots[slot] = slots.get(slot, 0) + copies
        if card.permanent:
            permanents += copies
            continue
        drawn += copies
        types[card.type] = types.get(card.type, 0) + copies
        if card.type != "skill":
            row = costs.setdefault(NO_COST if card.cost is None else str(card.cost), {})
            row[card.type] = row.get(card.type, 0) + copies
        for icon, number in card.icons.items():
            icons[icon] = icons.get(icon, 0) + number * copies
    return DeckFigures(
        cards=drawn,
        costs=dict(sorted(costs.items(), key=_by_cost)),
        icons=icons,
        classes={name: number for name, number in classes.items() if number},
        types=types,
        levels=dict(sorted(levels.items())),
        slots=dict(sorted(slots.items(), key=lambda row: (-row[1], row[0]))),
        traits=dict(sorted(traits.items(), key=lambda row: (-row[1], row[0]))),
        permanents=permanents,
        weaknesses=weaknesses,
        unknown=unknown,
    )


def _by_cost(row: tuple[str, object]) -> tuple[int, int]:
    """Sort key for costs: numbers, then X, then cards without a cost."""
    cost = row[0]
    return (0, int(cost)) if cost.isdecimal() else (1, 0) if cost == X else (2, 0)


@dataclass(frozen=True, slots=True)
class Bonded:
    """A card that is set aside because of others in the deck."""

    card: Card
    copies: int
    with_titles: tuple[str, ...]


def bonded_of(catalogue: Catalogue, deck: Deck) -> list[Bonded]:
    """Return the bonded cards to set aside, by title."""
    titles = {card.title for _code, card, _copies in copies_of(catalogue, deck) if card}
    person = catalogue.resolve(deck.investigator)
    titles |= {person.title} if person else set()
    cards = catalogue.under(deck.taboo).cards.values()
    found = [
        Bonded(card, card.bonded_copies or 1, tuple(title for title in card.bonded_to if title in titles))
        for card in cards
        if not card.hidden and any(title in titles for title in card.bonded_to)
    ]
    return sorted(found, key=lambda row: (row.card.title, row.card.code))
