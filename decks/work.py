"""What decks have done in the background: large imports, judging all decks again, forgetting deleted ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.errors import Refusal
from accounts.models import User
from cards.adapters import catalogue
from decks import services
from decks.adapters import judged_with
from decks.importing import preview
from decks.models import Deck
from jobs.models import Job
from jobs.progress import Progress
from jobs.registry import JobFailed
from jobs.services import submit

REJUDGE = "decks.rejudge"
CLEAR = "decks.clear-deleted"
IMPORT = "decks.import"

#: More decks than this are imported in the background.
AT_ONCE = 25

#: So many decks are judged and written at a time; an editor's click never waits for longer.
CHUNK = 200


def stale_decks(everything_before: datetime | None = None) -> Any:
    """Decks whose cached verdict was reached with other cards or another law; or all judged before a time."""
    decks = Deck.objects.exclude(working=None)
    if everything_before is not None:
        return decks.exclude(judged_at__gte=everything_before)
    return decks.exclude(judged_with=judged_with(catalogue()))


def rejudge_stale(
    *, everything_before: datetime | None = None, step: Callable[[int], None] = lambda number: None
) -> int:
    """Judge stale decks, some at a time. Stopped, it goes on where it was: the rest is still stale."""
    last = done = 0
    while True:
        with transaction.atomic():
            found = stale_decks(everything_before).filter(pk__gt=last).order_by("pk")
            chunk = list(found.select_for_update(of=("self",)).select_related("working")[:CHUNK])
            if not chunk:
                return done
            services.rejudge(chunk)
        last = chunk[-1].pk
        done += len(chunk)
        step(len(chunk))


def rejudge_decks(progress: Progress, everything: bool = False, since: str = "") -> dict[str, Any]:
    """The job. With `everything` also decks whose verdict seems fresh, once each, even if a worker dies."""
    before = (datetime.fromisoformat(since) if since else timezone.now()) if everything else None
    progress.begin(stale_decks(before).count(), _("Judging decks"))
    done = rejudge_stale(everything_before=before, step=progress.step)
    return {"message": ngettext("%d deck was judged again.", "%d decks were judged again.", done) % done}


def rejudge_if_stale() -> None:
    """Have the verdicts of lists made true again, where cards or law have changed."""
    if stale_decks().exists():
        submit(REJUDGE)


def start_import(owner: User, text: str, decisions: Mapping[int, str], numbers: Iterable[int]) -> Job:
    """Have the decks of these numbers in a text imported in the background."""
    told = {str(line): code for line, code in decisions.items()}
    return submit(IMPORT, owner=owner, user=owner.pk, text=text, decisions=told, numbers=sorted(numbers))


def import_decks(
    progress: Progress, *, user: int, text: str, decisions: dict[str, str], numbers: list[int]
) -> dict[str, Any]:
    """The job of an import."""
    owner = User.objects.get(pk=user)
    chosen = set(numbers)
    told = {int(line): code for line, code in decisions.items()}
    rows = [row for row in preview(text, owner=owner, decisions=told) if row.number in chosen]
    progress.begin(len(rows), _("Importing decks"))
    try:
        made = services.save_in_batches(rows, owner=owner, job=progress.job_id, step=progress.step)
    except Refusal as refusal:
        raise JobFailed(str(refusal.message)) from refusal
    message = ngettext("%(n)d deck imported.", "%(n)d decks imported.", made) % {"n": made}
    return {"message": message, "url": reverse("deck-list")}


def clear_deleted(progress: Progress) -> dict[str, Any]:
    gone = services.clear_deleted()
    return {"message": ngettext("%d deleted deck is gone.", "%d deleted decks are gone.", gone) % gone}
