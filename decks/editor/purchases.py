"""The ways to get a card during an upgrade, each with its price, its reasons and the rules against it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from cards.text.names import exact_title, exact_title_of
from decks.editor.layout import MAIN, SECOND_DECK, DeckRow, by_title
from decks.editor.page import EditorPage
from decks.editor.upgrade import reasons_text, way_text
from rules.cards.model import Card
from rules.deck.verdict import Violation
from rules.upgrade.purchase import DECK
from rules.upgrade.purchase import SECOND_DECK as SECOND_DECK_PLACE
from rules.upgrade.session import Quote

#: Where a purchase goes, by the part of the deck that it is made for.
PLACES: dict[str, str] = {MAIN: DECK, SECOND_DECK: SECOND_DECK_PLACE}


@dataclass(frozen=True, slots=True)
class PurchaseOption:
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
    def allowed(self) -> bool:
        return not self.violations

    @property
    def affordable(self) -> bool:
        return self.left >= 0

    @property
    def short(self) -> int:
        """The experience that is missing."""
        return -self.left


def purchase_options(
    editor_page: EditorPage, card: Card, replaces: str = "", where: str = MAIN
) -> dict[str, Any]:
    """Return the upgrades of cards in this part of the deck, then the card as a new one for another."""
    held = [row for row in editor_page.rows(where) if row.card is not None]
    lower = [row for row in held if _is_lower(row, card)]
    found = [option for row in lower for option in _ways(editor_page, card, row.code, where)]
    taken_out = taken_out_cards(editor_page, where)
    leaving = replaces if any(row.code == replaces for row in held) or replaces in taken_out else ""
    found += _ways(editor_page, card, leaving, where) if not any(row.code == leaving for row in lower) else []
    allowed = [option for option in found if option.allowed]
    return {
        "higher": [option for row in held if row.card == card for option in _higher(editor_page, row, where)],
        "options": allowed or sorted(found, key=_far_off)[:1],
        "replaces": leaving,
        "full": is_full(editor_page, where),
        "where": where,
        "pair": pair_option(editor_page, card, lower) if where == MAIN else None,
        "taken_out": taken_out.items(),
        "replaceable": sorted((row for row in held if row.counts and row not in lower), key=by_title),
    }


def taken_out_cards(editor_page: EditorPage, where: str) -> dict[str, str]:
    """Return the titles of the cards that were taken out of a part of the deck, by their codes."""
    rows = editor_page.upgrade.taken_out
    return {row.card: exact_title_of(row.card) for row in rows if row.place == PLACES[where]}


def _higher(editor_page: EditorPage, row: DeckRow, where: str) -> Iterator[PurchaseOption]:
    """Yield the higher versions to which a copy in the deck can be upgraded, each in its cheapest way."""
    assert row.card is not None
    level = row.card.level or 0
    versions = [card for card in editor_page.catalogue.by_title[row.card.title] if (card.level or 0) > level]
    for card in sorted(versions, key=lambda card: (card.level or 0, card.code)):
        best = next((option for option in _ways(editor_page, card, row.code, where) if option.allowed), None)
        if best:
            yield replace(best, way=_("upgrade to %(card)s") % {"card": exact_title(card)})


def _far_off(option: PurchaseOption) -> tuple[bool, int]:
    """Sort key for illegal ways: first those that only the investigator's options rule out."""
    return any(found.rule != "xp.access-at-purchase" for found in option.violations), len(option.violations)


@dataclass(frozen=True, slots=True)
class PairOption:
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


def pair_option(editor_page: EditorPage, card: Card, lower: list[DeckRow]) -> PairOption | None:
    """Return the option of a pair for a card or its lower version; None if there is none."""
    for code in (*(row.code for row in lower), card.code):
        pair = editor_page.upgrade.pair(code)
        if pair.possible:
            price = pair.dearest()
            codes = [quote.purchase.card for quote in pair.eligible()]
            return PairOption(
                lower=pair.lower,
                giver=pair.session.card(pair.giver),
                price=price,
                left=editor_page.version.experience_left - price,
                versions=tuple((code, exact_title(pair.session.card(code))) for code in codes),
            )
    return None


def _is_lower(row: DeckRow, card: Card) -> bool:
    other = row.card
    return other is not None and other.title == card.title and (other.level or 0) < (card.level or 0)


def _ways(editor_page: EditorPage, card: Card, replaces: str, where: str) -> list[PurchaseOption]:
    place = PLACES[where]
    upgrade = editor_page.upgrade.making_room(card.code, replaces, place)
    quotes = upgrade.purchase_options(card.code, replaces=replaces, place=place)
    return [_purchase_option(editor_page, card, quote, where) for quote in quotes]


def is_full(editor_page: EditorPage, where: str = MAIN) -> bool:
    if where == SECOND_DECK:
        return editor_page.second_deck_copies >= editor_page.second_deck_size
    return editor_page.figures.size >= editor_page.figures.size_needed


def _purchase_option(editor_page: EditorPage, card: Card, quote: Quote, where: str) -> PurchaseOption:
    purchase = quote.purchase
    return PurchaseOption(
        value=f"{purchase.way}:{purchase.card}:{purchase.replaces}",
        way=way_text(purchase.way, purchase.replaces),
        reasons=reasons_text(purchase.reasons),
        price=purchase.price,
        left=editor_page.version.experience_left - purchase.price,
        violations=quote.violations,
        needs_place=card.counts and not purchase.replaces and is_full(editor_page, where),
    )
