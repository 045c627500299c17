"""The boxes that a table builds from."""

from __future__ import annotations

from campaigns.models import Campaign
from cards.collections import may_see
from cards.models import Collection


def shelf_of(campaign: Campaign) -> Collection | None:
    """The collection that the owner chose for the table, as long as the owner may see it.

    A collection that was shared with the owner can be withdrawn, and a campaign can get another owner: then
    the table plays as if no boxes had been named.
    """
    shelf = campaign.collection
    return shelf if shelf is not None and may_see(shelf, campaign.owner_id) else None
