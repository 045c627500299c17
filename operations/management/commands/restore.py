"""Restore the database from a file that `backup` wrote. Its current content is lost."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from operations.backup import BadBackup, check, restore_backup


class Command(BaseCommand):
    help = "Replaces the whole database by what a backup holds, all or nothing. Needs --yes, or an answer."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="do not ask")
        parser.add_argument(
            "--check", action="store_true", help="only check whether the file is whole and fits"
        )

    def handle(self, *args: Any, file: Path, verbosity: int, **options: Any) -> None:
        try:
            rows = check(file)
            if options["check"]:
                self.stdout.write(f"{file} is whole: {rows} rows")
                return
            if not options["yes"] and not self.agreed(rows):
                raise CommandError("Nothing was changed.")
            restore_backup(file)
        except BadBackup as error:
            raise CommandError(f"{file}: {error} Nothing was changed.") from None
        if verbosity:
            self.stdout.write(f"{rows} rows restored")

    def agreed(self, rows: int) -> bool:
        self.stdout.write(f"This replaces everything in the database by {rows} rows of the backup.")
        try:
            return input("Type yes to go on: ").strip().lower() == "yes"
        except EOFError:
            raise CommandError(
                "The question could not be answered here. Nothing was changed; to restore, add --yes."
            ) from None
