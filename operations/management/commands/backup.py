"""Write the whole database to one file, which `restore` reads."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from operations.backup import write_backup


class Command(BaseCommand):
    help = "Writes the whole database to a file (compressed if its name ends in .gz), with a checksum."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, verbosity: int, **options: Any) -> None:
        def progress(model: str, rows: int) -> None:
            if verbosity > 1 and rows:
                self.stdout.write(f"{model}: {rows}")

        try:
            rows = write_backup(file, progress)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        if verbosity:
            self.stdout.write(f"{rows} rows in {file}")
