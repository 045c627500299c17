"""Command that exports decks as ArkhamDB's JSON, optionally with all versions, as text or as Markdown."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from decks.formats.export import FORMATS, Export
from decks.management.players import player_called
from decks.models import Deck
from decks.selectors import decks


class Command(BaseCommand):
    help = "Writes decks in ArkhamDB's JSON (as JSON lines where there are several), as text or as Markdown."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("ids", nargs="*", metavar="ID", help="the decks' ids, as in their addresses")
        parser.add_argument("--owner", default="", help="all decks of this player")
        parser.add_argument("--format", choices=list(FORMATS), default="json")
        parser.add_argument("--history", action="store_true", help="with all versions (JSON alone)")
        parser.add_argument("--output", default="-", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = self.wanted(options["ids"], options["owner"])
        form = FORMATS[options["format"]]
        if options["history"] and not form.holds_history:
            raise CommandError(f"The format {form.id} cannot hold the history.")
        text = form.write_many([Export(deck, history=options["history"]) for deck in wanted])
        if options["output"] == "-":
            self.stdout.write(text, ending="")
        else:
            try:
                Path(options["output"]).write_text(text, encoding="utf-8")
            except OSError as error:
                raise CommandError(f"{options['output']}: {error.strerror}") from None

    def wanted(self, ids: list[str], owner: str) -> list[Deck]:
        if bool(ids) == bool(owner):
            raise CommandError("Give either ids of decks or --owner.")
        if owner:
            return list(decks().filter(owner=player_called(owner)).order_by("pk"))
        found = []
        for text in ids:
            try:
                found.append(decks().get(public_id=UUID(text)))
            except (ValueError, Deck.DoesNotExist):
                raise CommandError(f"There is no deck {text}.") from None
        return found
