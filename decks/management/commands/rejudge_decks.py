"""Command that judges decks again if their verdicts are stale.

A verdict is stale if cards, a taboo list or the rules have changed since.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from decks.jobs import REJUDGE, rejudge_stale, stale_decks
from jobs.services import submit


class Command(BaseCommand):
    help = (
        "Judges decks again whose cached verdict is stale, some at a time; stopped, it goes on where it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help="also those whose verdict seems fresh")
        parser.add_argument("--background", action="store_true", help="have a worker do it")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        if options["background"]:
            job = submit(REJUDGE, everything=options["all"], since=now.isoformat())
            self.stdout.write(f"Job {job.pk}")
            return
        before = now if options["all"] else None
        total = stale_decks(before).count()
        done = 0

        def report(number: int) -> None:
            nonlocal done
            done += number
            if options["verbosity"] and (done == total or done // 2000 != (done - number) // 2000):
                self.stdout.write(f"{done} of {total}")

        judged = rejudge_stale(everything_before=before, step=report)
        if options["verbosity"]:
            self.stdout.write(f"{judged} {'deck' if judged == 1 else 'decks'} judged")
