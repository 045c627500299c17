"""The collection from which the decks of a campaign are built."""

from __future__ import annotations

from campaigns.models import Campaign
from cards.collections.selectors import may_see
from cards.models import Collection


def collection_of(campaign: Campaign) -> Collection | None:
    """Return the collection that the owner chose for the campaign, if the owner may still see it.

    Sharing of a collection can be withdrawn, and a campaign can get another owner. The campaign then plays as
    if no collection had been chosen.
    """
    collection = campaign.collection
    return collection if collection is not None and may_see(collection, campaign.owner_id) else None
