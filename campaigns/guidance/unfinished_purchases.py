"""Purchases that are not finished, as pages ask about them: finish, or put back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import ngettext

from campaigns.campaign_rules import game
from campaigns.errors import Unfinished
from campaigns.models import Campaign, Entry
from campaigns.services.deck_versions import latest_entries
from campaigns.services.open_purchases import Basket, set_aside, unfinished
from decks.editor.upgrade import LedgerRow, purchase_rows
from decks.open_upgrade import LEAVES
from rules.campaign import CampaignState, Seat
from rules.campaign.purchases import PurchaseEffects, effects_of_purchases
from rules.upgrade.purchase import MARK


@dataclass(frozen=True, slots=True)
class UnfinishedPurchases:
    """The unfinished purchases of one seat."""

    seat: Seat
    basket: Basket
    text: str
    suffers: PurchaseEffects

    @property
    def rows(self) -> tuple[LedgerRow, ...]:
        return purchase_rows(self.basket.purchases)

    @property
    def has_choice(self) -> bool:
        """Whether the player must first divide trauma, so that one button is not enough."""
        return bool(self.suffers.chosen or self.suffers.heals)


def unfinished_purchases(
    campaign: Campaign, state: CampaignState, entries: Mapping[str, Entry] | None = None
) -> list[UnfinishedPurchases]:
    """Return the unfinished purchases of all seats."""
    return [
        UnfinishedPurchases(
            state.seats[seat],
            basket,
            Unfinished(seat, state.seats[seat].title, basket.count).text,
            trauma_of(basket),
        )
        for seat, basket in unfinished(campaign, state, entries).items()
    ]


def waiting_texts(campaign: Campaign, state: CampaignState) -> list[str]:
    """Return sentences about purchases that are kept although nothing can be bought now, after an undo."""
    entries = latest_entries(campaign)
    aside = set_aside(campaign, entries.values())
    found = []
    for seat, entry in entries.items():
        version = aside.get(entry.deck_version.deck_id) if entry.deck_version is not None else None
        if version is None or version.is_open or seat not in state.seats:
            continue
        text = ngettext(
            "%(n)d purchase of %(who)s is kept until cards can be bought again.",
            "%(n)d purchases of %(who)s are kept until cards can be bought again.",
            bought := version.purchases.count(),
        )
        found.append(text % {"n": bought, "who": state.seats[seat].title})
    return found


def trauma_of(basket: Basket) -> PurchaseEffects:
    """Return what the purchases cost or heal besides experience."""
    codes = [row.card for row in basket.purchases if row.way not in (LEAVES, MARK)]
    return effects_of_purchases((card, 1) for code in codes if (card := game().card(code)))
