"""What do decks have done in the background? Judging all of them again, and forgetting the deleted ones."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.adapters import catalogue
from decks import services
from decks.adapters import judged_with
from decks.models import Deck
from jobs.progress import Progress
from jobs.services import submit

REJUDGE = "decks.rejudge"
CLEAR = "decks.clear-deleted"

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


def clear_deleted(progress: Progress) -> dict[str, Any]:
    gone = services.clear_deleted()
    return {"message": ngettext("%d deleted deck is gone.", "%d deleted decks are gone.", gone) % gone}
