"""Quotas: how many decks and campaigns a user may have, and how large a campaign may become.

The limits are far above normal use; they keep one visitor from filling the database. Most are settings of the
site (README.md). Guests have smaller ones, because anyone can create any number of guests.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from jobs.models import Job
from web.shared.errors import Refusal


class OverQuota(Refusal):
    """The user has reached a quota."""

    code = "over_quota"


MESSAGES = {
    "decks": _("You have %(have)d decks; the limit is %(most)d. Delete decks you no longer need."),
    "campaigns": _(
        "You have %(have)d campaigns; the limit is %(most)d. Delete campaigns you no longer need."
    ),
    "campaign_files": _(
        "You have %(have)d campaign files; the limit is %(most)d. Delete files you no longer need."
    ),
    "games": _("You have %(have)d games; the limit is %(most)d. Delete games you no longer need."),
    "templates": _("You have %(have)d templates; the limit is %(most)d. Delete some of them."),
}
FOR_GUESTS = _("Sign up to keep everything and get a higher limit.")


#: Limits that are not settings: for players, and for guests.
FIXED = {"campaign_files": (100, 5), "games": (500, 30), "templates": (1_000, 100)}


def most(user: User, what: str) -> int:
    """Return how many of this kind a user may have."""
    if what in FIXED:
        return FIXED[what][user.is_guest]
    return int(settings.QUOTAS["guest" if user.is_guest else "player"][what])


#: Jobs of one user that wait or run at the same time.
MOST_JOBS = 5


def check_room_for_a_job(user: User) -> None:
    """Refuse to begin a job where the user's others have not come to an end: the worker is there for all."""
    waiting = Job.objects.filter(owner=user, state__in=Job.UNFINISHED).count()
    if waiting >= MOST_JOBS:
        message = _(
            "%(n)d of your imports and copies are still being worked on. Try again when they are done."
        )
        raise OverQuota(message % {"n": waiting}, have=waiting, most=MOST_JOBS)


def check_room(user: User, what: str, owned: QuerySet[Model], *, adding: int = 1) -> None:
    """Refuse to add rows if the user would have more than the quota."""
    room, have = most(user, what), owned.count()
    if have + adding <= room:
        return
    message = str(MESSAGES[what] % {"have": have, "most": room})
    raise OverQuota(f"{message} {FOR_GUESTS}" if user.is_guest else message, have=have, most=room)
