"""Background jobs of accounts: deletion of stale guests, expired sessions and idempotency keys."""

import logging
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.translation import ngettext

from accounts import idempotency, services
from jobs.progress import Progress, give_way
from jobs.registry import JobFailed
from web.shared.errors import Refusal

log = logging.getLogger(__name__)
#: Sessions that one statement deletes.
SESSIONS_AT_ONCE = 5_000


def clear_stale_guests(progress: Progress, days: int | None = None) -> dict[str, Any]:
    try:
        deleted = services.clear_stale_guests(days=settings.GUEST_DAYS if days is None else days)
    except Refusal as refusal:
        log.error("guests were not cleared: %s", refusal)
        raise JobFailed(str(refusal)) from None
    return {"message": ngettext("%d guest deleted.", "%d guests deleted.", deleted) % deleted}


def clear_expired_sessions(progress: Progress) -> dict[str, Any]:
    """Delete the sessions and the idempotency keys that have expired."""
    idempotency.delete_expired()
    expired, deleted = Session.objects.filter(expire_date__lt=timezone.now()), 0
    while keys := list(expired.values_list("pk", flat=True)[:SESSIONS_AT_ONCE]):
        Session.objects.filter(pk__in=keys).delete()
        deleted += len(keys)
        give_way()
    return {"message": ngettext("%d session deleted.", "%d sessions deleted.", deleted) % deleted}
