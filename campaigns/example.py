"""The example campaign for new users, with one scenario played."""

from __future__ import annotations

import json
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.creation import import_campaign

FILE = Path(__file__).with_name("example.json")


@transaction.atomic
def save_example(owner: User, *, key: IdempotencyKey = NO_KEY) -> Campaign:
    """Create a copy of the example with its decks, which the user can change, undo and delete freely."""
    data = json.loads(FILE.read_text())
    return import_campaign({**data, "name": _("Ashes (example)")}, owner=owner, imported=False, key=key)
