"""Command that prices upgrades.

Exit status: 0 if all are legal, 1 if some are not, 2 if something could not be read.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from decks.checking import catalogue_at_hand
from decks.errors import BadQuestion
from decks.formats.documents import read_document
from decks.formats.errors import Unreadable
from decks.pricing import PriceRequest, named, priced, read_price_requests
from decks.text import error_text
from rules.cards.catalogue import Catalogue
from rules.rulebook.editions import EDITIONS

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    help = (
        "The cheapest legal way from one deck to the next: each purchase with its price and reasons. "
        "Two files with a deck each in ArkhamDB's JSON, or one file of JSON lines "
        '{"id", "before", "after", "exiled", "edition"}; - for standard input. '
        "Exit status: 0 all legal, 1 some not, 2 something could not be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="BEFORE and AFTER, or one file of both")
        parser.add_argument("--exiled", help="codes of the exiled cards, one for each copy: 02115,02115")
        parser.add_argument("--edition", choices=list(EDITIONS), default="", metavar="EDITION")
        parser.add_argument("--json", action="store_true", help="one line of JSON for each upgrade")

    def handle(self, *args: Any, **options: Any) -> None:
        files = options["files"]
        if len(files) > 2:
            raise CommandError("Give two decks, or one file of upgrades.", returncode=UNREADABLE)
        if len(files) == 2:
            before, after = files
            requests = [self.one_request(before, after, options["exiled"])]
        elif options["exiled"] is not None:
            raise CommandError("In a file of upgrades each one says what was exiled.", returncode=UNREADABLE)
        else:
            requests = read_upgrades(files[0])
        catalogue = catalogue_at_hand()
        status = LEGAL
        for name, request in requests:
            row, error = answer(catalogue, request, options["edition"])
            row = {"id": name if request.id is None else request.id, **row}
            if error:
                self.stderr.write(f"{row['id']}: {error}")
            for field in row.get("ignored", ()):
                self.stderr.write(
                    f"{row['id']}: “{field[:60]}” is not a field of an upgrade. It was ignored."
                )
            if options["json"]:
                self.stdout.write(json.dumps(row))
            elif not error:
                self.stdout.write("\n".join(lines(catalogue, row)))
            result = UNREADABLE if error else ILLEGAL if row["total"] is None else LEGAL
            status = max(status, result)
        if status:
            sys.exit(status)

    def one_request(self, before: str, after: str, exiled: str | None) -> tuple[str, PriceRequest]:
        decks = []
        for file in (before, after):
            try:
                (entry,) = read_document(text_of(file))
            except (Unreadable, ValueError) as error:
                why = error_text(error) if isinstance(error, Unreadable) else "there are several decks here."
                raise CommandError(f"{file}: {why}", returncode=UNREADABLE) from None
            if entry.error is not None:
                raise CommandError(f"{file}: {error_text(entry.error)}", returncode=UNREADABLE)
            decks.append(entry.data)
        return f"{before} → {after}", PriceRequest(
            data={"before": decks[0], "after": decks[1], "exiled": exiled}
        )


def text_of(file: str) -> str:
    name = "standard input" if file == "-" else file
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return raw.decode("utf-8")
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}", returncode=UNREADABLE) from None
    except UnicodeDecodeError:
        raise CommandError(f"{name}: this is not text in UTF-8.", returncode=UNREADABLE) from None


def read_upgrades(file: str) -> list[tuple[str, PriceRequest]]:
    """Return every upgrade of a file, with a name for messages."""
    name = "standard input" if file == "-" else file
    try:
        found = read_price_requests(text_of(file))
    except Unreadable as error:
        return [(name, PriceRequest(error=error))]
    return [
        (
            f"{name}:{request.line}" if request.line else f"{name}#{number}" if len(found) > 1 else name,
            request,
        )
        for number, request in enumerate(found, 1)
    ]


def answer(catalogue: Catalogue, request: PriceRequest, edition: str) -> tuple[dict[str, Any], str]:
    error = request.error
    if error is None:
        try:
            return priced(catalogue, request.data, edition=edition), ""
        except BadQuestion as question:
            return {"total": None, "error": str(question)}, str(question)
        except Unreadable as unreadable:
            error = unreadable
    text = error_text(error)
    return {"total": None, "error": text}, text


def lines(catalogue: Catalogue, row: dict[str, Any]) -> Iterator[str]:
    """Yield the upgrade as lines of text."""
    if row["total"] is None:
        yield f"{row['id']}: no legal way"
        for found in row["violations"]:
            yield f"  {found['message']}  [{found['rule']}; {found['cite']}]"
        return
    yield f"{row['id']}: {row['total']} experience"
    for purchase in row["purchases"]:
        card = named(catalogue, purchase["card"])
        for_what = f" for {named(catalogue, purchase['replaces'])}" if purchase["replaces"] else ""
        why = ", ".join(reason["text"] for reason in purchase["reasons"])
        yield f"  {purchase['price']:>2}  {card}{for_what}: {why}"
    for departure in row.get("departures", ()):
        yield f"      {named(catalogue, departure['card'])} leaves: {departure['why']}"
    for note in row.get("notes", ()):
        yield f"  note: {note['message']}  [{note['rule']}; {note['cite']}]"
