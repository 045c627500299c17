"""Command that imports decks from ArkhamDB's JSON or from lists of cards."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from decks.formats.errors import Unreadable
from decks.importing import Preview, preview
from decks.management.players import player_called
from decks.services import save_import
from decks.text import error_text


class Command(BaseCommand):
    help = "Imports decks for a player, all files or none, and says what was not understood."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a file of decks, or - for standard input"
        )
        parser.add_argument("--owner", required=True, help="the user who will own the decks")
        parser.add_argument("--dry-run", action="store_true", help="say what would be imported, save nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        owner = player_called(options["owner"])
        found = [(file, row) for file in options["files"] for row in self.read(file, owner)]
        for file, row in found:
            self.report(file, row)
        if options["dry_run"]:
            return
        with transaction.atomic():
            saved = save_import([row for _file, row in found], owner=owner)
        for deck in saved:
            self.stdout.write(f"{deck.public_id} {deck.name}")

    def read(self, file: str, owner: User) -> list[Preview]:
        try:
            raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            return preview(raw.decode("utf-8"), owner=owner)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise CommandError(f"{file}: this is not text in UTF-8.") from None
        except Unreadable as error:
            raise CommandError(f"{file}: {error_text(error)}") from None

    def report(self, file: str, row: Preview) -> None:
        where = f"{file}#{row.number}"
        if row.error is not None:
            self.stderr.write(f"{where}: {error_text(row.error)}")
        for odd in row.oddities:
            self.stderr.write(f"{where}: {odd['field']} {odd['problem']}: {odd['value']}")
        for line in row.not_understood:
            self.stderr.write(f"{where}: line {line.number}: {line.text.strip()}: {line.problem}")
        for line in row.lines:
            if line.candidates and line.kind == "card":
                others = ", ".join(line.candidates)
                self.stderr.write(
                    f"{where}: line {line.number}: {line.text.strip()}: taken as {line.code}, may be {others}"
                )
