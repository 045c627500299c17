"""Exact odds of drawing cards, and opening hands dealt as samples.

Weaknesses drawn into an opening hand are set aside and replaced, so an opening hand is drawn from the other
cards alone; afterwards they are shuffled in. A few weaknesses say that they stay in it instead. A mulligan is
taken once: unwanted cards are set aside, replaced from the rest, and only then shuffled back in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from rules.cards.catalogue import Catalogue
from rules.cards.effects import BEGINS_IN_PLAY, OPENING_HAND, SET_ASIDE
from rules.cards.model import Deck
from rules.chance import Chance
from rules.deck.faces import setup_effects
from rules.deck.set_apart import set_apart

HAND = 5
NEVER_DRAWN = ("investigator", "location", "story")
#: Effects of an investigator that keep cards out of the draw deck.
ELSEWHERE = (SET_ASIDE, BEGINS_IN_PLAY)


@dataclass(frozen=True, slots=True)
class Library:
    """The draw deck at the start of a game: every copy by its code, without cards that begin elsewhere."""

    cards: tuple[str, ...]
    weaknesses: frozenset[str] = frozenset()
    stays: frozenset[str] = frozenset()
    """Cards that no mulligan returns: weaknesses that stay in an opening hand."""
    hand: int = HAND
    """The number of cards drawn for the opening hand."""
    mulligan: bool = True
    certain: tuple[str, ...] = ()
    """Cards that are in the opening hand from the start (Diana Stanley's Dark Insight)."""

    @property
    def others(self) -> tuple[str, ...]:
        """The cards that an opening hand is drawn from."""
        return tuple(code for code in self.cards if code not in self.weaknesses)

    def stuck(self, named: Collection[str]) -> int:
        """Return how many cards other than the named ones stay in an opening hand once they are drawn."""
        return sum(code in self.stays and code not in named for code in self.cards)

    def copies(self, named: Collection[str]) -> int:
        return sum(code in named for code in (*self.cards, *self.certain))


def library_of(catalogue: Catalogue, deck: Deck) -> Library:
    """Return the draw deck of a deck, without what it sets apart. Unknown codes count as ordinary cards."""
    taboo_view = catalogue.under(deck.taboo).printed
    front = taboo_view.get(deck.choices.front or deck.investigator)
    back = taboo_view.get(deck.choices.back or deck.investigator)
    aside = [effect for kind in ELSEWHERE for _face, effect in setup_effects(front, back, kind)]
    opening = [effect for _face, effect in setup_effects(front, back, OPENING_HAND)]
    elsewhere = {code for effect in aside for code in effect["cards"]}
    added = {code for effect in opening for code in effect.get("adds", ())}
    hand = max((effect.get("draws", HAND) for effect in opening), default=HAND)
    apart = [code for each in set_apart(catalogue, deck) for code in each.codes]
    cards: list[str] = []
    certain: list[str] = []
    weaknesses = set()
    stays = set()
    for code, copies in sorted(deck.slots.items()):
        card = taboo_view.get(code)
        copies = max(0, min(copies, 99))
        if card:
            hand += copies * sum(effect.get("by", 0) for effect in card.effects_of(OPENING_HAND))
            elsewhere.update(code for effect in card.effects_of(BEGINS_IN_PLAY) for code in effect["cards"])
            if card.permanent or card.code in elsewhere or card.type in NEVER_DRAWN:
                continue
            if card.code in added and copies:
                certain.append(code)
                copies -= 1
            if any(effect.get("stays") for effect in card.effects_of(OPENING_HAND)):
                stays.add(code)
            elif card.weakness:
                weaknesses.add(code)
        cards += [code] * (copies - apart.count(code))
    mulligan = not any(effect.get("no_mulligan") for effect in opening)
    return Library(tuple(cards), frozenset(weaknesses), frozenset(stays), hand, mulligan, tuple(certain))


def chance_in_hand(
    library: Library,
    named: Collection[str],
    *,
    wanted: int = 1,
    mulligan: bool = False,
    hand: int | None = None,
) -> Fraction:
    """Return the chance that the opening hand has at least `wanted` of the named cards."""
    others = library.others
    hopes = sum(code in named for code in others)
    wanted -= sum(code in named for code in library.certain)
    hand = min(library.hand if hand is None else hand, len(others))
    chances = _hands(len(others), hopes, hand, mulligan and library.mulligan, library.stuck(named))
    return sum((chance for held, chance in chances.items() if held >= wanted), Fraction(0))


def chance_by_turn(
    library: Library,
    named: Collection[str],
    *,
    turn: int,
    wanted: int = 1,
    mulligan: bool = True,
    further: int = 0,
    hand: int | None = None,
) -> Fraction:
    """Return the chance that `wanted` of the named cards were drawn when a turn begins.

    One card is drawn at the end of each round before it; `further` is the number of additional draws.
    Weaknesses may be named too: they come after the opening hand.
    """
    others = library.others
    hand = min(library.hand if hand is None else hand, len(others))
    hopes = sum(code in named for code in others)
    feared = sum(code in named for code in library.cards) - hopes
    wanted -= sum(code in named for code in library.certain)
    left = len(library.cards) - hand
    draws = min(left, max(0, turn - 1 + further))
    total = Fraction(0)
    hands = _hands(len(others), hopes, hand, mulligan and library.mulligan, library.stuck(named))
    for held, chance in hands.items():
        total += chance * _at_least(left, hopes - held + feared, draws, wanted - held)
    return total


@lru_cache(maxsize=1024)
def _hands(cards: int, hopes: int, hand: int, mulligan: bool, stuck: int) -> Mapping[int, Fraction]:
    """Return the chance of each number of hits in an opening hand.

    A mulligan returns all other cards, except those that are `stuck` in the hand.
    """
    found: dict[int, Fraction] = {}
    for first, chance in _drawn(cards, hopes, hand):
        if not mulligan:
            found[first] = found.get(first, Fraction(0)) + chance
            continue
        rest = cards - hand
        for kept, likely in _drawn(cards - hopes, stuck, hand - first):
            for second, then in _drawn(rest, hopes - first, min(hand - first - kept, rest)):
                held = first + second
                found[held] = found.get(held, Fraction(0)) + chance * likely * then
    return found


def _drawn(cards: int, hopes: int, draws: int) -> Iterator[tuple[int, Fraction]]:
    """Yield the hypergeometric distribution: each number of hits among the draws, with its chance."""
    ways = comb(cards, draws)
    for got in range(max(0, draws - (cards - hopes)), min(hopes, draws) + 1):
        yield got, Fraction(comb(hopes, got) * comb(cards - hopes, draws - got), ways)


def _at_least(cards: int, hopes: int, draws: int, wanted: int) -> Fraction:
    if wanted <= 0:
        return Fraction(1)
    return sum((chance for got, chance in _drawn(cards, hopes, draws) if got >= wanted), Fraction(0))


@dataclass(frozen=True, slots=True)
class Hand:
    """An opening hand that was dealt, and the rest of the draw deck."""

    seed: str
    cards: tuple[str, ...]
    rest: tuple[str, ...]
    """The draw deck, top card first; weaknesses that were set aside are shuffled in."""
    set_aside: tuple[str, ...] = ()
    """Weaknesses that came up while the hand was drawn."""
    mulliganed: bool = False


def deal(library: Library, seed: str) -> Hand:
    """Shuffle and draw an opening hand. The same seed deals the same hand."""
    chance = Chance(seed)
    order = _shuffled(library.cards, chance)
    drawn, rest, aside = _draw(order, library.hand, library.weaknesses)
    cards = (*library.certain, *drawn)
    shuffled = tuple(_shuffled([*rest, *aside], chance))
    return Hand(seed, cards, shuffled, tuple(aside), mulliganed=not library.mulligan)


def mulligan(library: Library, dealt: Hand, returned: Sequence[int]) -> Hand:
    """Replace the cards at these positions of the hand, then shuffle them back in. This works once."""
    if dealt.mulliganed:
        return dealt
    places = {
        place
        for place in returned
        if 0 <= place < len(dealt.cards) and dealt.cards[place] not in library.stays
    }
    kept = [code for place, code in enumerate(dealt.cards) if place not in places]
    back = [code for place, code in enumerate(dealt.cards) if place in places]
    chance = Chance(f"{dealt.seed}/mulligan")
    drawn, rest, aside = _draw(list(dealt.rest), len(back), library.weaknesses)
    shuffled = tuple(_shuffled([*rest, *aside, *back], chance))
    return Hand(dealt.seed, (*kept, *drawn), shuffled, (*dealt.set_aside, *aside), mulliganed=True)


def _draw(order: list[str], hand: int, weaknesses: frozenset[str]) -> tuple[list[str], list[str], list[str]]:
    """Return the drawn cards, the rest, and the weaknesses that were set aside."""
    drawn: list[str] = []
    aside: list[str] = []
    at = 0
    while len(drawn) < hand and at < len(order):
        (aside if order[at] in weaknesses else drawn).append(order[at])
        at += 1
    return drawn, order[at:], aside


def _shuffled(cards: Sequence[str], chance: Chance) -> list[str]:
    """Return the cards in random order (Fisher–Yates)."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        pick = chance.below(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order
