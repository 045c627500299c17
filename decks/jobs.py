"""Background jobs of decks: large imports, judging all decks again, and removing deleted decks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from accounts.quotas import check_room_for_a_job
from cards.adapters import catalogue
from decks import services
from decks.adapters import judged_with
from decks.importing import Preview, preview
from decks.models import Deck
from jobs.models import Job
from jobs.progress import Progress, give_way
from jobs.registry import JobFailed
from jobs.services import submit
from web.shared.errors import Refusal

REJUDGE = "decks.rejudge"
CLEAR = "decks.clear-deleted"
IMPORT = "decks.import"

#: More decks than this, or more versions or different cards of them, are imported in the background.
AT_ONCE, VERSIONS_AT_ONCE, CARDS_AT_ONCE = 25, 100, 2_000

#: Decks that are judged and written in one transaction, so that edits do not wait long.
CHUNK = 250
#: Decks that one job judges; more are shared out to other jobs, so that every worker has some.
RANGE = 5_000


def stale_decks(
    everything_before: datetime | None = None, *, after: int = 0, until: int | None = None
) -> QuerySet[Deck]:
    """Return the decks whose verdict is based on other cards or rules, or all judged before a time.

    The decks have primary keys greater than `after`, and not greater than `until` if that is given.
    """
    decks = Deck.objects.filter(pk__gt=after).exclude(working=None)
    if until is not None:
        decks = decks.filter(pk__lte=until)
    if everything_before is not None:
        return decks.exclude(judged_at__gte=everything_before)
    return decks.exclude(judged_with=judged_with(catalogue()))


def rejudge_stale(
    *,
    everything_before: datetime | None = None,
    after: int = 0,
    until: int | None = None,
    step: Callable[[int], None] = lambda number: None,
) -> int:
    """Judge stale decks in chunks. After an interruption it continues, because the rest is still stale."""
    last, done = after, 0
    while True:
        with transaction.atomic():
            found = stale_decks(everything_before, after=last, until=until).order_by("pk")
            chunk = list(services.for_judging(found).select_for_update(of=("self",), no_key=True)[:CHUNK])
            if not chunk:
                return done
            services.rejudge(chunk)
        last = chunk[-1].pk
        done += len(chunk)
        step(len(chunk))
        give_way()


def rejudge_decks(
    progress: Progress, everything: bool = False, since: str = "", after: int = 0, until: int | None = None
) -> dict[str, Any]:
    """Judge stale decks in a job. With `everything`, judge all of them once, even if the worker restarts.

    If there are many, other jobs judge the later ranges of primary keys. A job that is begun again may share
    out a range twice; the second finds nothing stale in it.
    """
    if everything and not since:
        since = timezone.now().isoformat()
    before = datetime.fromisoformat(since) if everything else None
    if until is None:
        until, *ends = _ends_of_ranges(before) or [0]
        for begin, end in pairwise([until, *ends]):
            submit(REJUDGE, everything=everything, since=since, after=begin, until=end)
    progress.begin(stale_decks(before, after=after, until=until).count(), _("Rechecking decks"))
    done = rejudge_stale(everything_before=before, after=after, until=until, step=progress.step)
    return {"message": ngettext("%d deck rechecked.", "%d decks rechecked.", done) % done}


def _ends_of_ranges(before: datetime | None) -> list[int]:
    """Return the last primary key of each range of stale decks."""
    keys = list(stale_decks(before).order_by("pk").values_list("pk", flat=True))
    return sorted({*keys[RANGE - 1 :: RANGE], *keys[-1:]})


def rejudge_if_stale() -> None:
    """Start a job to judge decks again if cards or rules have changed."""
    if stale_decks().exists():
        submit(REJUDGE)


def is_large(rows: Collection[Preview]) -> bool:
    """Return whether these decks are too many to be imported while the user waits."""
    return (
        len(rows) > AT_ONCE
        or sum(len(row.history) + 1 for row in rows) > VERSIONS_AT_ONCE
        or sum(len(row.record.deck.slots) for row in rows if row.record) > CARDS_AT_ONCE
    )


@transaction.atomic
def start_import(
    owner: User,
    text: str,
    decisions: Mapping[int, str],
    numbers: Iterable[int],
    *,
    key: IdempotencyKey = NO_KEY,
) -> Job:
    """Start a job that imports the decks of these numbers in a text."""
    if earlier := key.claim(owner, Job):
        return earlier[0]
    check_room_for_a_job(owner)
    by_line = {str(line): code for line, code in decisions.items()}
    job = submit(IMPORT, owner=owner, user=owner.pk, text=text, decisions=by_line, numbers=sorted(numbers))
    key.save_result(job)
    return job


def import_decks(
    progress: Progress, *, user: int, text: str, decisions: dict[str, str], numbers: list[int]
) -> dict[str, Any]:
    """Import decks in a job."""
    owner = User.objects.get(pk=user)
    chosen = set(numbers)
    by_line = {int(line): code for line, code in decisions.items()}
    rows = [row for row in preview(text, owner=owner, decisions=by_line) if row.number in chosen]
    progress.begin(len(rows), _("Importing decks"))
    try:
        made = services.save_in_batches(rows, owner=owner, job=progress.job_id, step=progress.step)
    except Refusal as refusal:
        raise JobFailed(str(refusal.message)) from refusal
    message = ngettext("%(n)d deck imported.", "%(n)d decks imported.", made) % {"n": made}
    return {"message": message, "url": reverse("deck-list")}


def clear_deleted(progress: Progress) -> dict[str, Any]:
    gone = services.clear_deleted()
    return {
        "message": ngettext("%d deleted deck removed for good.", "%d deleted decks removed for good.", gone)
        % gone
    }
