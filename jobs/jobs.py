"""Background work of the jobs app: a test job, and the deletion of old jobs."""

import time
from datetime import timedelta
from typing import Any

from django.utils.translation import ngettext

from jobs import services
from jobs.progress import Progress

DAYS_TO_KEEP = 30


def wait(progress: Progress, seconds: int) -> None:
    """Wait visibly for this many seconds, to test the queue and its worker."""
    progress.begin(seconds * 10)
    for _tenth in range(seconds * 10):
        time.sleep(0.1)
        progress.step()


def clear_finished(progress: Progress) -> dict[str, Any]:
    """Delete jobs that ended long ago."""
    cleared = services.clear_finished(older_than=timedelta(days=DAYS_TO_KEEP))
    return {"message": ngettext("%d job deleted.", "%d jobs deleted.", cleared) % cleared}
