"""How much one user may keep: decks, campaigns, and the size of what a campaign records.

Limits that no player reaches keep one visitor from filling the database. Each is a setting of the site
(README.md); guests, whom anybody can be without end, have smaller ones.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal
from accounts.models import User


class OverQuota(Refusal):
    """The user keeps as much as there is room for."""

    code = "over_quota"


MESSAGES = {
    "decks": _("You have %(have)d decks; there is room for %(most)d. Delete some that you no longer need."),
    "campaigns": _(
        "You have %(have)d campaigns; there is room for %(most)d. Delete some that you no longer need."
    ),
}
FOR_GUESTS = _("With an account there is room for more: sign up, and everything stays yours.")


def most(user: User, what: str) -> int:
    """How many of this a user may keep."""
    return int(settings.QUOTAS["guest" if user.is_guest else "player"][what])


def check_room(user: User, what: str, owned: QuerySet[Model], *, adding: int = 1) -> None:
    """Refuse to add so many where the user's rows would become more than there is room for."""
    room, have = most(user, what), owned.count()
    if have + adding <= room:
        return
    message = str(MESSAGES[what] % {"have": have, "most": room})
    raise OverQuota(f"{message} {FOR_GUESTS}" if user.is_guest else message, have=have, most=room)
