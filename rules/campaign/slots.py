"""Changes of a deck's slots when cards join or leave it; copies are counted regardless of their printing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from rules.campaign.facts import Game
from rules.cards.model import PLACEHOLDER, Deck
from rules.chaos_bag import counted

# The reason of a deck change, if it matters for the price of the next purchases.
CHOSEN, BOUGHT, EXILED, TAKEN = "chosen", "bought", "exiled", "taken"
STORY, WEAKNESS, INSTRUCTION = "story", "weakness", "instruction"


def copies_in_deck(deck: Deck, code: str, game: Game) -> int:
    """Return the copies of the card in the deck and the second deck, in any printing."""
    return sum(
        copies
        for slots in (deck.slots, deck.second_deck)
        for held, copies in slots.items()
        if same(held, code, game)
    )


def same(one: str, other: str, game: Game) -> bool:
    """Return whether these are printings of one card."""
    if one == other:
        return True
    card = game.card(one)
    return card is not None and card is game.card(other)


def with_card(deck: Deck, code: str, copies: int = 1, *, in_second: int = 0) -> Deck:
    """Return the deck with `copies` more copies, and `in_second` more in the second deck."""
    deck = replace(deck, slots=counted(deck.slots, code, copies)) if copies else deck
    return replace(deck, second_deck=counted(deck.second_deck, code, in_second)) if in_second else deck


def without_card(deck: Deck, code: str, copies: int, game: Game, from_second: int = 0) -> Deck | None:
    """Return the deck without these copies; None if it does not hold that many.

    `from_second` of them leave the second deck; the others leave the deck, then the second one.
    """
    slots, second_deck = dict(deck.slots), dict(deck.second_deck)
    named = _taken_out(second_deck, code, from_second, game)
    left = copies - named
    for pile in (slots, second_deck):
        left -= _taken_out(pile, code, left, game)
    return None if left or named < from_second else replace(deck, slots=slots, second_deck=second_deck)


def with_granted(deck: Deck, code: str, copies: int = 1) -> Deck:
    """Return the deck with a player card that the story gives, outside of its size and its experience."""
    return replace(with_card(deck, code, copies), ignored=counted(deck.ignored, code, copies))


def without_granted(deck: Deck, code: str, copies: int, game: Game) -> Deck | None:
    """Return the deck without copies that the story gave; None if it does not hold that many."""
    rest = without_card(deck, code, copies, game)
    if rest is None:
        return None
    ignored = dict(rest.ignored)
    _taken_out(ignored, code, copies, game)
    return replace(rest, ignored=ignored)


def _taken_out(pile: dict[str, int], code: str, copies: int, game: Game) -> int:
    """Take up to `copies` copies out of a pile, the named printing first; return how many were taken."""
    left = copies
    for held in sorted(pile, key=lambda held: (held != code, held)):
        if left and same(held, code, game):
            gone = min(left, pile[held])
            pile[held] -= gone
            left -= gone
            if not pile[held]:
                del pile[held]
    return copies - left


def lacking(slots: Mapping[str, int], recorded: Mapping[str, int], game: Game) -> dict[str, int]:
    """Return the recorded copies that these slots do not hold, whichever printing either of them names."""
    rest = dict(slots)
    missing = {code: copies for code, copies in recorded.items() if copies > 0}
    for code, copies in missing.items():
        # The printings that are named first, so that none of them stands in for another.
        met = max(0, min(copies, rest.get(code, 0)))
        missing[code] -= met
        rest[code] = rest.get(code, 0) - met
    for code, copies in missing.items():
        missing[code] -= _taken_out(rest, code, copies, game)
    return {code: copies for code, copies in missing.items() if copies}


def with_weakness(deck: Deck, code: str) -> Deck:
    """Return the deck with the weakness in the place of one that was still to be drawn."""
    if deck.slots.get(PLACEHOLDER, 0) > 0:
        deck = with_card(deck, PLACEHOLDER, -1)
    return with_card(deck, code)


def with_difference(deck: Deck, before: Deck, after: Deck) -> Deck:
    """Return another deck with the same change applied to it."""
    return replace(
        deck,
        slots=_moved(deck.slots, before.slots, after.slots),
        second_deck=_moved(deck.second_deck, before.second_deck, after.second_deck),
        ignored=_moved(deck.ignored, before.ignored, after.ignored),
    )


def _moved(pile: Mapping[str, int], before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    moved = dict(pile)
    for code in before.keys() | after.keys():
        by = after.get(code, 0) - before.get(code, 0)
        if by:
            moved[code] = max(0, moved.get(code, 0) + by)
            if not moved[code]:
                del moved[code]
    return moved


def card_counts(slots: Mapping[str, int], game: Game) -> Counter[str]:
    """Return copies by card, printings added up; unknown codes are counted on their own."""
    found: Counter[str] = Counter()
    for code, copies in slots.items():
        card = game.card(code)
        found[card.code if card else code] += copies
    return found
