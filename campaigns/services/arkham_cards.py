"""Import of a campaign from a backup of Arkham Cards."""

from __future__ import annotations

from django.db import transaction

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from campaigns.arkham_cards.conversion import Converted
from campaigns.models import Campaign
from campaigns.services.brought_decks import resume_campaign
from campaigns.services.creation import start_campaign


@transaction.atomic
def import_from_arkham_cards(converted: Converted, *, owner: User, key: IdempotencyKey = NO_KEY) -> Campaign:
    """Create a campaign that continues where the backup is. What is left out is noted in its log."""
    if earlier := key.claim(owner, Campaign):
        return earlier[0]
    begun = start_campaign(converted.start, owner=owner).campaign
    done = resume_campaign(begun, converted.with_notes(), converted.decks, by=owner)
    key.save_result(done.campaign)
    return done.campaign
