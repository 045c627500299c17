"""The background jobs of campaigns: imports and branches of long histories."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Count, Sum, TextField
from django.db.models.functions import Cast, Length
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from accounts.quotas import check_room_for_a_job
from campaigns import selectors
from campaigns.models import Campaign
from campaigns.services import creation
from campaigns.services.replayed_history import ByJob
from jobs.models import Job
from jobs.progress import Progress
from jobs.registry import JobFailed
from jobs.services import submit
from web.shared.errors import Refusal

IMPORT = "campaigns.import"
BRANCH = "campaigns.branch"

#: More steps than this, or more characters of them, are written in the background.
AT_ONCE, CHARACTERS_AT_ONCE = 200, 100_000


def is_large(steps: list[Any]) -> bool:
    """Return whether the steps of an export are too many to be replayed while the user waits."""
    return len(steps) > AT_ONCE or len(json.dumps(steps)) > CHARACTERS_AT_ONCE


def is_long(campaign: Campaign, until: int) -> bool:
    """The same of the steps that a branch shares with its campaign."""
    size = Sum(Length(Cast("payload", TextField())))
    found = creation.steps_until(campaign, until).aggregate(steps=Count("pk"), characters=size)
    return found["steps"] > AT_ONCE or (found["characters"] or 0) > CHARACTERS_AT_ONCE


def bring(data: Any, *, owner: User, key: IdempotencyKey = NO_KEY) -> Campaign | Job:
    """The campaign of an export; or, if that is large, the job that imports it."""
    if is_large(creation.steps_in(data)):
        return _submit_once(IMPORT, owner, key, data=data)
    return creation.import_campaign(data, owner=owner, key=key)


def branch_off(
    campaign: Campaign, *, owner: User, until: int, name: str = "", key: IdempotencyKey = NO_KEY
) -> Campaign | Job:
    """A branch; or, if the campaign is long, the job that writes it."""
    if is_long(campaign, until):
        return _submit_once(BRANCH, owner, key, campaign=str(campaign.public_id), until=until, name=name)
    return creation.branch(campaign, owner=owner, until=until, name=name, key=key)


@transaction.atomic
def _submit_once(kind: str, owner: User, key: IdempotencyKey, **arguments: Any) -> Job:
    if earlier := key.claim(owner, Job):
        return earlier[0]
    check_room_for_a_job(owner)
    job = submit(kind, owner=owner, user=owner.pk, **arguments)
    key.save_result(job)
    return job


def import_campaign(progress: Progress, *, user: int, data: dict[str, Any]) -> dict[str, Any]:
    """The job of an import."""
    owner = User.objects.get(pk=user)
    progress.begin(len(data["steps"]), _("Writing steps"))
    made = _made(lambda: creation.import_campaign(data, owner=owner, by_job=_by(progress)))
    return {"message": _("Campaign imported, with every step."), **_named(made)}


def branch(progress: Progress, *, user: int, campaign: str, until: int, name: str) -> dict[str, Any]:
    """The job of a branch."""
    owner = User.objects.get(pk=user)
    origin = selectors.campaign_for(owner, UUID(campaign))
    if origin is None:
        raise JobFailed(_("The campaign no longer exists, or you are not a member any more."))
    progress.begin(creation.steps_until(origin, until).count(), _("Writing steps"))
    made = _made(lambda: creation.branch(origin, owner=owner, until=until, name=name, by_job=_by(progress)))
    return {"message": _("Branch created, with copies of the decks."), **_named(made)}


def _by(progress: Progress) -> ByJob:
    return ByJob(uuid5(progress.job_id, "campaign"), progress.step)


def _made(make: Callable[[], Campaign]) -> Campaign:
    try:
        return make()
    except Refusal as refusal:
        raise JobFailed(str(refusal.message)) from refusal


def _named(campaign: Campaign) -> dict[str, str]:
    """Return the page and the id of the campaign."""
    return {
        "url": reverse("campaign-detail", args=[campaign.public_id]),
        "campaign": str(campaign.public_id),
    }
