"""The example campaign for new users, with one scenario played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.creation import import_campaign

FILE = Path(__file__).with_name("example.json")
#: What players of the example wrote, which its new owner gets in the language of the page.
WRITTEN = (
    noop("Ashes, an example"),
    noop("Ben hid in the library"),
    noop("The university still stands."),
    noop("The servant of flame got away."),
    noop("A mistake, and undone"),
)


@transaction.atomic
def save_example(owner: User, *, key: IdempotencyKey = NO_KEY) -> Campaign:
    """Create a copy of the example with its decks, which the user can change, undo and delete freely."""
    data = _in_language(json.loads(FILE.read_text()))
    return import_campaign({**data, "name": _("Ashes (example)")}, owner=owner, imported=False, key=key)


def _in_language(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_language(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_in_language(each) for each in value]
    return _(value) if value in WRITTEN else value
