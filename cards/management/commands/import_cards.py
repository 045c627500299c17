"""Command that imports texts, translations and newer packs from ArkhamDB's card data."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.generation.source import SourceError
from cards.importing.arkhamdb_site import fetch_site
from cards.importing.sources import fetch, read_any
from cards.services.imports import import_source


class Command(BaseCommand):
    help = (
        "Imports ArkhamDB's card data: texts, translations and newer packs. Reads a checkout of the data, "
        "answers of the API saved to files, an archive of either, an address, or ArkhamDB's whole API. "
        "Broken data change nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", nargs="?", default="", help="a folder, a JSON file or a .zip")
        parser.add_argument(
            "--url", default="", help="an archive, an API answer, or just https://arkhamdb.com"
        )
        parser.add_argument(
            "--arkhamdb", action="store_true", help="from ArkhamDB's public API, in English and German"
        )
        parser.add_argument("--language", default="", help="of the API's answers, where it is not English")

    def handle(
        self,
        *args: Any,
        path: str,
        url: str,
        arkhamdb: bool,
        language: str,
        verbosity: int,
        **options: Any,
    ) -> None:
        if bool(path) + bool(url) + arkhamdb != 1:
            raise CommandError("Give a path, --url or --arkhamdb.")
        progress = self.stdout.write if verbosity > 1 or (arkhamdb and verbosity) else lambda message: None
        try:
            if arkhamdb:
                source = fetch_site(progress)
            elif url:
                # An operator with a shell may reach everything that the machine can reach.
                source = fetch(url, language, internal=True)
            else:
                source = read_any(Path(path), language)
            report = import_source(source, progress)
        except SourceError as error:
            raise CommandError(f"{error}. Nothing was changed.") from error
        for note in report.notes:
            self.stderr.write(str(note))
        if verbosity:
            for kind, number in sorted((+report.created).items()):
                self.stdout.write(f"new {kind.replace('_', ' ')}: {number}")
            for kind, number in sorted((+report.changed).items()):
                self.stdout.write(f"changed {kind.replace('_', ' ')}: {number}")
            self.stdout.write(report.sentence())
