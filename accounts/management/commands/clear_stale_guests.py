"""Delete guests who have not been here for a long time."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import ngettext

from accounts import services


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=settings.GUEST_DAYS, help="not seen for so many days")

    def handle(self, *args: Any, **options: Any) -> None:
        deleted = services.clear_stale_guests(days=options["days"])
        self.stdout.write(ngettext("%d guest deleted.", "%d guests deleted.", deleted) % deleted)
