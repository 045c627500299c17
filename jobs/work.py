"""What do jobs have done in the background for themselves?"""

import time
from datetime import timedelta
from typing import Any

from django.utils.translation import ngettext

from jobs import services
from jobs.progress import Progress

DAYS_TO_KEEP = 30


def wait(progress: Progress, seconds: int) -> None:
    """Does nothing for so long, visibly: a way to see that the queue and its worker are alive."""
    progress.begin(seconds * 10)
    for _tenth in range(seconds * 10):
        time.sleep(0.1)
        progress.step()


def clear_finished(progress: Progress) -> dict[str, Any]:
    """Forget jobs that ended long ago."""
    cleared = services.clear_finished(older_than=timedelta(days=DAYS_TO_KEEP))
    return {"message": ngettext("%d job forgotten.", "%d jobs forgotten.", cleared) % cleared}
