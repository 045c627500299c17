"""Test whether a worker is running: give it a small job, wait for it, and print how long it took."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from jobs import services


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seconds", type=int, default=0, help="how long the job takes by itself")
        parser.add_argument("--patience", type=int, default=10, help="how much longer to wait for it")

    def handle(self, *args: Any, **options: Any) -> None:
        begun = time.monotonic()
        job = services.submit("jobs.wait", seconds=options["seconds"])
        while not job.is_finished:
            if time.monotonic() - begun > options["seconds"] + options["patience"]:
                raise CommandError(f"No worker has done the job: it is {job.state}. Is a worker running?")
            time.sleep(0.1)
            job.refresh_from_db()
        if job.error:
            raise CommandError(job.error)
        self.stdout.write(f"The worker did it in {time.monotonic() - begun:.1f} s.")
