"""The contents of a deck as far as they can be bought, and the size that it should have.

Copies are counted by card, regardless of the product. Cards without a level (signatures, weaknesses, story
cards) cannot be bought and are kept apart (deck.level-less-cards).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.cards.catalogue import TabooView
from rules.cards.effects import DECK_SIZE, GRANTED_BY_STORY, SWAPS_LEVEL_0
from rules.cards.model import Card, Deck
from rules.deck.access import family
from rules.deck.options import apply_choices
from rules.deck.special_copies import keeps_lower
from rules.upgrade.purchase import DECK, SECOND_DECK

#: More copies than any rule could explain; larger numbers in a slot are not counted.
ABSURD = 99

Copies = dict[str, int]


class Holdings:
    """One deck, sorted for purchases."""

    __slots__ = (
        "_with_effects", "back", "beside", "cards", "granted", "marks", "merchandise", "others", "printings",
        "taboo_view", "uncounted", "unknown",
    )  # fmt: skip

    def __init__(self, taboo_view: TabooView, deck: Deck) -> None:
        self.taboo_view = taboo_view
        self.back = investigator_back(taboo_view, deck)
        self.cards: dict[str, Card] = {}
        """Cards by their own code, as they are in this deck under the taboo list."""
        self.merchandise: dict[str, Copies] = {DECK: {}, SECOND_DECK: {}}
        self.others: Copies = {}
        self.unknown: Copies = {}
        self.beside: Copies = {}
        """Lower versions kept outside size and limits."""
        self.granted: Copies = {}
        self.uncounted = 0
        """Copies recorded as outside size and limits without a card that allows it."""
        self.printings: dict[tuple[str, str], list[str]] = {}
        """The printings of the copies of a card in a place."""
        self._put(DECK, deck.slots)
        self._put(SECOND_DECK, deck.second_deck)
        self._set_aside(deck.ignored)
        self._with_effects = [
            (self.cards[code], copies)
            for drawer in (*self.merchandise.values(), self.beside, self.granted, self.others)
            for code, copies in drawer.items()
            if self.cards[code].effects
        ]
        self.marks = {
            card.code: sheet
            for code, ticks in deck.customizations.items()
            if (card := taboo_view.printed.get(code)) and card.code in self.merchandise[DECK]
            and (sheet := marks_on(card, ticks))
        }  # fmt: skip

    def _put(self, place: str, slots: Mapping[str, int]) -> None:
        printed, merchandise = self.taboo_view.printed, self.merchandise[place]
        for code, copies in slots.items():
            if type(copies) is not int or copies < 1:
                continue
            if copies > ABSURD:
                copies = ABSURD
            card = printed.get(code)
            if card is None:
                self.unknown[code] = self.unknown.get(code, 0) + copies
            elif card.level is None:
                self.cards[card.code] = card
                self.others[card.code] = self.others.get(card.code, 0) + copies
            else:
                self.cards.setdefault(card.code, card)
                merchandise[card.code] = merchandise.get(card.code, 0) + copies
                self.printings.setdefault((place, card.code), []).extend([code] * copies)

    def _set_aside(self, ignored: Mapping[str, int]) -> None:
        """Take out the copies that the story gave, or that an investigator keeps beside their upgrades."""
        held = self.merchandise[DECK]
        for code, copies in ignored.items():
            card = self.taboo_view.printed.get(code)
            if card is None or type(copies) is not int or copies < 1:
                continue
            kept_out = min(copies, held.get(card.code, 0))
            if card.effects_of(GRANTED_BY_STORY):
                drawer = self.granted
            elif keeps_lower(self.back, card):
                drawer = self.beside
            else:
                self.uncounted += kept_out * card.counts
                continue
            if kept_out:
                drawer[card.code] = drawer.get(card.code, 0) + kept_out
                held[card.code] -= kept_out
                if not held[card.code]:
                    del held[card.code]

    def with_effects(self) -> Iterable[tuple[Card, int]]:
        """Return every card that has effects, with its copies."""
        return self._with_effects

    def copies(self) -> int:
        """Return the number of bought copies, wherever they are kept."""
        drawers = (*self.merchandise.values(), self.beside, self.granted)
        return sum(sum(drawer.values()) for drawer in drawers)

    def size(self, place: str = DECK) -> int:
        """Return the number of copies that count toward the size (deck.size-exclusions)."""
        cards = self.cards
        return sum([copies for code, copies in self.merchandise[place].items() if cards[code].counts])


def investigator_back(taboo_view: TabooView, deck: Deck) -> Card | None:
    """Return the investigator whose deckbuilding side is used; None if the code is unknown."""
    card = taboo_view.printed.get(deck.investigator)
    if card is None or card.investigator is None:
        return None
    back = taboo_view.printed.get(deck.choices.back) if deck.choices.back else None
    if back is not None and back.investigator is not None and family(back) == family(card):
        return back
    return card


def marks_on(card: Card, ticks: object) -> dict[int, int]:
    """Return the experience on each box of an upgrade sheet, at most what the box takes."""
    sheet: dict[int, int] = {}
    for tick in ticks if isinstance(ticks, tuple) else ():
        if 0 <= tick.box < len(card.customizations):
            sheet[tick.box] = min(
                sheet.get(tick.box, 0) + max(0, tick.experience), card.customizations[tick.box].price
            )
    return {box: experience for box, experience in sheet.items() if experience}


def size_effects(copies: Iterable[tuple[Card, int]]) -> int:
    """Return what cards in the deck add to its size (deck.size-modifiers)."""
    return sum(
        effect["by"] * min(held, card.limit) for card, held in copies for effect in card.effects_of(DECK_SIZE)
    )


def swaps_of(copies: Iterable[tuple[Card, int]]) -> int:
    """Return how many level 0 cards may be swapped at no cost (Adaptable)."""
    return sum(effect["cards"] * held for card, held in copies for effect in card.effects_of(SWAPS_LEVEL_0))


def base_size(back: Card | None, deck: Deck, standard: int) -> int | None:
    """Return the size that investigator and choices require.

    A choice that was not recorded is guessed from the cards.
    """
    if back is None or back.investigator is None:
        return None
    chosen = apply_choices(back.investigator, deck.choices)
    sizes = [chosen.size]
    for line in chosen.unmade:
        sizes += line.choose_size
        sizes += [chosen.size + option.size for option in line.choose_option]
    return min(sizes, key=lambda size: abs(size - standard))
