"""Full decks of real cards, made in one line: named cards, filled up with plain level 0 cards."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from cards.importing.shipped import shipped_catalogue
from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck, Tick
from rules.deck.circumstances import Circumstances
from rules.outcome import Outcome, Piles
from rules.upgrade.inventory import Holdings, base_size, size_effects
from rules.upgrade.purchase import Upgrade
from rules.upgrade.upgrade import price_upgrade

DANIELA = "12001"

Cards = Mapping[str, int]


@cache
def shipped() -> Catalogue:
    """Return the shipped catalogue, read without a database."""
    return shipped_catalogue()


@cache
def fillers() -> tuple[str, ...]:
    """Return plain level 0 cards: one version, no keyword, no effect."""
    catalogue = shipped()
    spoken_of = {code for taboo in catalogue.taboo_lists.values() for code in taboo.entries}
    return tuple(
        card.code
        for card in sorted(catalogue.cards.values(), key=lambda card: card.code)
        if card.level == 0 and card.counts and card.limit == 2 and len(catalogue.by_title[card.title]) == 1
        and not card.keywords and not card.effects and not card.customizable and not card.research
        and card.code not in spoken_of
    )  # fmt: skip


def a_deck(cards: Cards | None = None, *, investigator: str = DANIELA, **more: Any) -> Deck:
    """Return a deck of the right size with these cards in it."""
    slots = Counter(dict(cards or {}))
    deck = Deck(investigator, dict(slots), **more)
    held = Holdings(shipped().under(deck.taboo), deck)
    grown = size_effects(held.with_effects())
    needed = (base_size(held.back, deck, held.size() - grown) or 30) + grown
    missing = needed - held.size()
    assert missing >= 0, "more cards than fit into the deck"
    for code in fillers():
        copies = min(2, missing)
        slots[code] += copies
        missing -= copies
    return Deck(investigator, {code: n for code, n in slots.items() if n}, **more)


def changed(deck: Deck, minus: Cards | None = None, plus: Cards | None = None, **more: Any) -> Deck:
    """Return the deck with other cards, and with other fields if they are given."""
    slots = Counter(deck.slots)
    slots.update(dict(plus or {}))
    slots.subtract(dict(minus or {}))
    assert min(slots.values()) >= 0, "a card is taken out that is not there"
    fields = {name: getattr(deck, name) for name in Deck.__dataclass_fields__}
    return Deck(**{**fields, "slots": {code: n for code, n in slots.items() if n}, **more})


def filler(*numbers: int) -> dict[str, int]:
    """Return copies of the plain cards of every deck: `filler(0, 0)` is the first of them twice."""
    return dict(Counter(fillers()[number] for number in numbers))


def new_filler(*numbers: int) -> dict[str, int]:
    """Return plain level 0 cards that no deck of these tests holds."""
    return dict(Counter(fillers()[-1 - number] for number in numbers))


def priced(
    before: Deck,
    after: Deck,
    exiled: Iterable[str] = (),
    *,
    edition: str = "grimoire-1.1",
    mode: str = "free",
    circumstances: Circumstances | None = None,
    outcome: Outcome | None = None,
    balance: int | None = None,
) -> Upgrade:
    return price_upgrade(
        shipped(),
        before,
        after,
        circumstances or Circumstances(edition=edition, mode=mode),
        outcome or Outcome(exiled=Piles(Counter(exiled))),
        balance=balance,
    )


def case(
    expected: int,
    name: str,
    *,
    held: Cards | None = None,
    minus: Cards | None = None,
    plus: Cards | None = None,
    exiled: Iterable[str] = (),
    investigator: str = DANIELA,
    edition: str = "grimoire-1.1",
    taboo: str = "",
    marks: Mapping[str, tuple[Tick, ...]] | None = None,
    marks_after: Mapping[str, tuple[Tick, ...]] | None = None,
    ignored: Cards | None = None,
    second_deck: Cards | None = None,
    second_deck_after: Cards | None = None,
    outcome: Outcome | None = None,
) -> ParameterSet:
    """Return a line of a table of prices: cards held, cards that leave, cards that come in, the price."""
    sheets = marks or {}
    before = a_deck(
        held, investigator=investigator, taboo=taboo, customizations=sheets, second_deck=second_deck or {}
    )
    after = changed(
        before, minus, plus,
        customizations=marks_after or sheets, ignored=ignored or {},
        second_deck=second_deck_after or second_deck or {},
    )  # fmt: skip
    return pytest.param(before, after, tuple(exiled), edition, outcome, expected, id=name)


def check_price(
    before: Deck,
    after: Deck,
    exiled: tuple[str, ...],
    edition: str,
    outcome: Outcome | None,
    expected: int,
) -> None:
    """Check that the price is the expected one and legal, and that every purchase explains its part of it."""
    upgrade = priced(before, after, exiled, edition=edition, outcome=outcome)
    assert not upgrade.violations
    assert upgrade.total == expected, [step.as_dict() for step in upgrade.steps]
    assert upgrade.total == sum(purchase.price for purchase in upgrade.purchases)
    for purchase in upgrade.purchases:
        assert purchase.price == sum(reason.amount for reason in purchase.reasons)


TABLE = ("before", "after", "exiled", "edition", "outcome", "expected")
