"""The ways to get a card during an upgrade, each with its price, its reasons and the rules against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from cards.text.names import exact_title
from decks.editor.layout import EXTRA, MAIN, Row, by_title
from decks.editor.page import EditorPage
from decks.editor.upgrade import reasons_in_words, way_in_words
from rules.cards.model import Card
from rules.deck.verdict import Violation
from rules.upgrade.purchase import DECK, SECOND_DECK
from rules.upgrade.session import Quote

#: Where a purchase goes, by the part of the deck that it is made for.
SHELVES = {MAIN: DECK, EXTRA: SECOND_DECK}


@dataclass(frozen=True, slots=True)
class Offer:
    value: str
    """The value that the button sends: way, card, and the card that leaves."""
    way: str
    reasons: str
    price: int
    left: int
    violations: tuple[Violation, ...]
    needs_place: bool = False
    """Whether the deck is full, so that a card has to leave for this one."""

    @property
    def lawful(self) -> bool:
        return not self.violations

    @property
    def affordable(self) -> bool:
        return self.left >= 0

    @property
    def short(self) -> int:
        """The experience that is missing."""
        return -self.left


def offers_for(editor_page: EditorPage, card: Card, replaces: str = "", where: str = MAIN) -> dict[str, Any]:
    """Return the upgrades of cards in this part of the deck, then the card as a new one for another."""
    held = [row for row in editor_page.rows(where) if row.card is not None]
    lower = [row for row in held if _is_lower(row, card)]
    found = [offer for row in lower for offer in _ways(editor_page, card, row.code, where)]
    leaving = replaces if any(row.code == replaces for row in held) else ""
    found += _ways(editor_page, card, leaving, where) if not any(row.code == leaving for row in lower) else []
    lawful = [offer for offer in found if offer.lawful]
    return {
        "higher": [offer for row in held if row.card == card for offer in _higher(editor_page, row, where)],
        "offers": lawful or sorted(found, key=_far_off)[:1],
        "replaces": leaving,
        "full": is_full(editor_page, where),
        "where": where,
        "pair": pair_offer(editor_page, card, lower) if where == MAIN else None,
        "replaceable": sorted((row for row in held if row.counts and row not in lower), key=by_title),
    }


def _higher(editor_page: EditorPage, row: Row, where: str) -> Iterator[Offer]:
    """Yield the higher versions to which a copy in the deck can be upgraded, each in its cheapest way."""
    assert row.card is not None
    level = row.card.level or 0
    versions = [card for card in editor_page.catalogue.by_title[row.card.title] if (card.level or 0) > level]
    for card in sorted(versions, key=lambda card: (card.level or 0, card.code)):
        best = next((offer for offer in _ways(editor_page, card, row.code, where) if offer.lawful), None)
        if best:
            yield replace(best, way=_("upgrade to %(card)s") % {"card": exact_title(card)})


def _far_off(offer: Offer) -> tuple[bool, int]:
    """Sort key for illegal ways: first those that only the investigator's options rule out."""
    return any(found.rule != "xp.access-at-purchase" for found in offer.violations), len(offer.violations)


@dataclass(frozen=True, slots=True)
class PairOffer:
    """Two copies for the price of one, by an effect of a card in the deck. The versions are random."""

    lower: Card
    giver: Card
    price: int
    left: int
    versions: tuple[tuple[str, str], ...]
    """Code and title of each version that may be drawn."""

    @property
    def affordable(self) -> bool:
        return self.left >= 0

    @property
    def short(self) -> int:
        return -self.left


def pair_offer(editor_page: EditorPage, card: Card, lower: list[Row]) -> PairOffer | None:
    """Return the offer of a pair for a card or its lower version; None if there is none."""
    for code in (*(row.code for row in lower), card.code):
        pair = editor_page.upgrade.pair(code)
        if pair.possible:
            price = pair.dearest()
            codes = [quote.purchase.card for quote in pair.eligible()]
            return PairOffer(
                lower=pair.lower,
                giver=pair.session.card(pair.giver),
                price=price,
                left=editor_page.version.experience_left - price,
                versions=tuple((code, exact_title(pair.session.card(code))) for code in codes),
            )
    return None


def _is_lower(row: Row, card: Card) -> bool:
    other = row.card
    return other is not None and other.title == card.title and (other.level or 0) < (card.level or 0)


def _ways(editor_page: EditorPage, card: Card, replaces: str, where: str) -> list[Offer]:
    quotes = editor_page.upgrade.offers(card.code, replaces=replaces, place=SHELVES[where])
    return [_offer(editor_page, card, quote, where) for quote in quotes]


def is_full(editor_page: EditorPage, where: str = MAIN) -> bool:
    if where == EXTRA:
        return editor_page.extra_copies >= editor_page.extra_size
    return editor_page.figures.size >= editor_page.figures.size_needed


def _offer(editor_page: EditorPage, card: Card, quote: Quote, where: str) -> Offer:
    purchase = quote.purchase
    return Offer(
        value=f"{purchase.way}:{purchase.card}:{purchase.replaces}",
        way=way_in_words(purchase.way, purchase.replaces),
        reasons=reasons_in_words(purchase.reasons),
        price=purchase.price,
        left=editor_page.version.experience_left - purchase.price,
        violations=quote.violations,
        needs_place=card.counts and not purchase.replaces and is_full(editor_page, where),
    )
