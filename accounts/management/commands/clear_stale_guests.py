"""Delete guests who have not used the site for a long time."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import ngettext

from accounts import services
from web.shared.errors import Refusal


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--days", type=int, default=settings.GUEST_DAYS, help="not seen for this many days"
        )
        parser.add_argument(
            "--force", action="store_true", help="also when the dates look as if the clock had jumped"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            deleted = services.clear_stale_guests(days=options["days"], force=options["force"])
        except Refusal as refusal:
            raise CommandError(f"{refusal} Nothing was deleted.") from None
        self.stdout.write(ngettext("%d guest deleted.", "%d guests deleted.", deleted) % deleted)
