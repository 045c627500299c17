"""Import the facts of a campaign that Casebook does not ship."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns.errors import BadGuide
from campaigns.services.imported_facts import import_guide, read_guide


class Command(BaseCommand):
    help = (
        "Imports the facts of a campaign: scenarios, bags, log sections, prices. The file has the shape of "
        "those in cards/catalogue/campaigns/. A file with faults changes nothing, and every fault is named."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a JSON file")

    def handle(self, *args: Any, file: Path, verbosity: int, **options: Any) -> None:
        try:
            done = import_guide(read_guide(file))
        except BadGuide as error:
            lines = "\n".join(f"  {fault}" for fault in error.faults)
            raise CommandError(f"{file.name} was not imported, and nothing was changed:\n{lines}") from error
        for note in done.notes:
            self.stderr.write(note)
        if verbosity:
            what = "is imported" if done.created else "is up to date" if not done.changed else "is changed"
            self.stdout.write(f"{done.title} ({done.guide}) {what}.")
