"""Random upgrades of two copies at the price of one, and the versions that they are drawn from.

Shrewd Analysis upgrades two unidentified or untranslated cards for the price of one; if it does, both higher
versions are chosen at random from the eligible options. The draw can be repeated from its seed.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards.catalogue import Catalogue
from rules.cards.effects import SECOND_COPY_FREE
from rules.cards.model import Card, Deck
from rules.chance import Chance, draw_lot
from rules.deck.circumstances import Circumstances
from rules.upgrade.apply import carried_out
from rules.upgrade.purchase import SECOND_COPY, UPGRADE, Purchase
from rules.upgrade.session import Quote, UpgradeSession
from rules.upgrade.upgrade import not_open

PAIR = (UPGRADE, SECOND_COPY)


class Pair:
    """Two copies of a card that are to be upgraded for the price of one. It uses up its `UpgradeSession`."""

    def __init__(
        self,
        catalogue: Catalogue,
        deck: Deck,
        session: UpgradeSession,
        lower: Card,
        circumstances: Circumstances,
    ) -> None:
        self.catalogue = catalogue
        self.deck = deck
        self.session = session
        self.lower = lower
        self.circumstances = circumstances
        self.giver = session.giver_of(SECOND_COPY_FREE)

    @property
    def possible(self) -> bool:
        """Return whether a card allows it and two copies are there to be upgraded."""
        lower = self.lower
        two = self.session.copies().get(lower.code, 0) >= len(PAIR)
        return bool(self.giver and two and lower.research and not lower.researched and self.eligible())

    def eligible(self, way: str = UPGRADE) -> list[Quote]:
        """Return every version that the rules allow as the next upgrade, by code."""
        return sorted(self._eligible(way), key=lambda quote: quote.purchase.card)

    def _eligible(self, way: str) -> Iterator[Quote]:
        held = self.session.copies()
        for named in self.catalogue.by_title.get(self.lower.title, ()):
            card = self.session.card(named.code)
            if not card.researched or card.research is None or card.research.source != self.lower.code:
                continue
            quote = self.session.quote(way, card.code, replaces=self.lower.code)
            after = carried_out(self.catalogue, self.deck, quote.purchase)
            closed = any(not_open(self.catalogue, after, self.circumstances, [quote.purchase]))
            if not quote.violations and not closed and held.get(card.code, 0) < card.limit:
                yield quote

    def dearest(self) -> int:
        """The maximum cost of the pair: the first is paid for, whichever it is."""
        return max((quote.purchase.price for quote in self.eligible()), default=0)

    def drawn(self, chance: Chance) -> tuple[Purchase, ...]:
        """Return both upgrades, each with the draw that decided it; fewer if nothing is left to draw from."""
        return tuple(self._chosen(chance, ()))

    def entered(self, codes: tuple[str, ...]) -> tuple[Purchase, ...]:
        """Return both upgrades as the group drew them; the result ends at a version that is not eligible."""
        return tuple(self._chosen(None, codes))

    def _chosen(self, chance: Chance | None, codes: tuple[str, ...]) -> Iterator[Purchase]:
        for place, way in enumerate(PAIR):
            offered = {quote.purchase.card: quote.purchase for quote in self.eligible(way)}
            if chance is not None and offered:
                lot = draw_lot(tuple(offered), chance)
                purchase = offered[lot.result].drawn_by(lot)
            elif place < len(codes) and codes[place] in offered:
                purchase = offered[codes[place]]
            else:
                return
            self.session.take(purchase)
            self.deck = carried_out(self.catalogue, self.deck, purchase)
            yield purchase
