"""Drawing of chaos tokens. They are returned to the bag; the latest draws are kept as a list."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns import bag
from campaigns.member_names import People
from campaigns.models import Campaign, Draft
from campaigns.selectors import state_of
from campaigns.services.recording import locked
from rules.chance import Chance
from rules.chaos_bag import reveal

PAGE = "draws"
MOST_DRAWS = 60


@transaction.atomic
def draw_tokens(campaign: Campaign, *, by: User, key: str) -> dict[str, Any]:
    """Draw a token, and further ones that it reveals; the same key draws once. No act is recorded."""
    campaign = locked(campaign)
    state = state_of(campaign)
    row, _made = Draft.objects.get_or_create(campaign=campaign, page=PAGE, defaults={"by": by})
    draws: list[dict[str, Any]] = row.fields.get("draws", [])
    before = next((each for each in draws if each["key"] == key), None)
    if before is not None:
        return before
    worths = bag.values(state, bag.said_values(campaign, state))
    drawn, outcome = reveal(state.bag.tokens, Chance(key), worths)
    total = f"{outcome.modifier - outcome.raised:+d}".replace("-", "−")
    found = {
        "key": key,
        "tokens": list(drawn),
        "total": {"fail": _("fails"), "succeed": _("passes")}.get(outcome.decided, total),
        "scenario": bag.scenario_at_hand(state),
        "by": People(campaign).name(by),
        "at": timezone.now().isoformat(),
    }
    row.fields = {"draws": [*draws, found][-MOST_DRAWS:]}
    row.by = by
    row.save()
    return found


def draws_of(campaign: Campaign) -> list[dict[str, Any]]:
    """Return the draws, newest first."""
    row = Draft.objects.filter(campaign=campaign, page=PAGE).first()
    return list(reversed(row.fields.get("draws", []))) if row else []
