"""What do accounts have done in the background?"""

from typing import Any

from django.conf import settings
from django.utils.translation import ngettext

from accounts import services
from jobs.progress import Progress


def clear_stale_guests(progress: Progress, days: int | None = None) -> dict[str, Any]:
    deleted = services.clear_stale_guests(days=settings.GUEST_DAYS if days is None else days)
    return {"message": ngettext("%d guest deleted.", "%d guests deleted.", deleted) % deleted}
