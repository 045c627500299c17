"""Which campaign is shown to somebody who has none? One of our own making, with a scenario behind it."""

from __future__ import annotations

import json
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.starting import import_campaign

FILE = Path(__file__).with_name("example.json")


@transaction.atomic
def save_example(owner: User) -> Campaign:
    """A copy of one's own, with its decks: to be tried out, changed, undone and deleted at will."""
    data = json.loads(FILE.read_text())
    return import_campaign({**data, "name": _("Ashes, an example")}, owner=owner, imported=False)
