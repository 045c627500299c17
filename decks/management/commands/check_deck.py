"""Command that checks decks in ArkhamDB's JSON.

Exit status: 0 if all are legal, 1 if some are not, 2 if something could not be read.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError

from decks.checking import CheckTerms, catalogue_at_hand, check, check_terms, check_together
from decks.errors import BadQuestion
from decks.formats.documents import Entry, are_json_lines, numbered_lines, read_document, read_line
from decks.formats.errors import Unreadable, _
from decks.processes import in_processes
from decks.text import error_text, verdict_with_text
from rules.cards.catalogue import Catalogue
from rules.deck.circumstances import CAMPAIGN, FREE, MODES
from rules.rulebook.editions import DEFAULT, EDITIONS

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
#: Decks that are checked, and their lines written, at once.
PART = 100


class Command(BaseCommand):
    help = (
        "Judge decks in ArkhamDB's JSON: one per file, several, or JSON lines; - for standard input. "
        "With --mode campaign, --log names a file with the campaign log of this investigator: a JSON object, "
        'such as {"research": ["solution_identified"], "bearer_of": {"01117": 1}}; '
        "its fields are research, bearer_of, weaknesses, extra_weaknesses, lost_signatures, lost_allies, "
        "granted, kept_beside, branded, experience_earned, bought_at_creation and kept, and for the party "
        "ultimatums, investigators, party, rewards and starting_experience (docs/decks.md). "
        "Exit status: 0 all legal, 1 some illegal, 2 something could not be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a file of decks, or - for standard input"
        )
        parser.add_argument("--mode", choices=MODES, default=FREE)
        parser.add_argument("--edition", choices=list(EDITIONS), default=DEFAULT, metavar="EDITION")
        parser.add_argument("--taboo", default="", help="judge by this list: its code, “newest” or “none”")
        parser.add_argument(
            "--environment",
            default="",
            help="current, legacy, legacy:original, legacy:modified, or limited:PACK,PACK,PACK",
        )
        parser.add_argument("--log", metavar="LOG", help="a JSON file with facts of the campaign log")
        parser.add_argument(
            "--party", action="store_true", help="the decks play together: judge them as a group, too"
        )
        parser.add_argument("--json", action="store_true", help="one line of JSON for each deck")
        parser.add_argument(
            "--jobs", type=int, default=1, metavar="N", help="check the decks in this many processes"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue = catalogue_at_hand()
        given = {key: options[key] for key in ("mode", "edition", "taboo", "environment")}
        try:
            terms = check_terms(catalogue, **given)
            if options["log"] is not None:
                if options["mode"] != CAMPAIGN:
                    raise BadQuestion("--log goes with --mode campaign.")
                # It needs all rules of campaigns, and takes as long to import as all others together.
                from decks.campaign_log_input import read_log_file

                facts = read_log_file(catalogue, options["log"])
                terms = replace(terms, circumstances=facts.under(terms.circumstances))
        except BadQuestion as refusal:
            raise CommandError(str(refusal), returncode=UNREADABLE) from None
        status = LEGAL
        readable: list[Any] = []
        found = list(decks_of(options["files"]))
        parts = [found[start : start + PART] for start in range(0, len(found), PART)]
        checker = Checker(catalogue, terms, as_json=options["json"], keeps_decks=options["party"])
        for result in in_processes(checker.check, parts, options["jobs"]):
            if result.errors:
                self.stderr.write("\n".join(result.errors))
            if result.lines:
                self.stdout.write("\n".join(result.lines))
            readable += result.decks
            status = max(status, result.status)
        if options["party"] and not self.go_together(catalogue, readable, terms, as_json=options["json"]):
            status = max(status, ILLEGAL)
        if status:
            sys.exit(status)

    def go_together(
        self, catalogue: Catalogue, decks: list[Any], terms: CheckTerms, *, as_json: bool
    ) -> bool:
        """Report what only the group can get wrong, on a line of its own after those of the decks."""
        verdict = check_together(catalogue, decks, terms)
        shown = verdict_with_text(verdict)
        row = {"id": "party", **{key: shown[key] for key in ("legal", "violations", "warnings")}}
        if as_json:
            self.stdout.write(json.dumps(row))
        else:
            self.stdout.write(f"party: {'legal' if verdict.legal else 'illegal'} ({len(decks)} decks)")
            self.stdout.write("\n".join(findings(shown)), ending="\n" if shown["violations"] else "")
        return verdict.legal


@dataclass
class Result:
    """The output for some decks, the exit status, and the decks themselves if they are kept."""

    lines: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    decks: list[Any] = field(default_factory=list)
    status: int = LEGAL


@dataclass(frozen=True)
class Checker:
    """Checks decks under the terms of the command."""

    catalogue: Catalogue
    terms: CheckTerms
    as_json: bool
    keeps_decks: bool

    def check(self, decks: Sequence[Unread]) -> Result:
        result = Result()
        for unread in decks:
            for name, entry in unread.entries():
                self._check(name, entry, result)
        return result

    def _check(self, name: str, entry: Entry, result: Result) -> None:
        error = entry.error
        row: dict[str, Any] = {"id": name}
        if error is None:
            try:
                verdict = check(self.catalogue, entry.data, self.terms)
                row = {"id": identity(name, entry), **verdict_with_text(verdict)}
                if self.keeps_decks:
                    result.decks.append(entry.data)
            except Unreadable as unreadable:
                error = unreadable
        if error is not None:
            row |= {"legal": None, "error": error_text(error)}
            result.errors.append(f"{name}: {row['error']}")
        if self.as_json:
            result.lines.append(json.dumps(row))
        elif error is None:
            result.lines += lines(row)
        result.status = max(result.status, UNREADABLE if error else LEGAL if row["legal"] else ILLEGAL)


class Unread(NamedTuple):
    """A line of JSON lines that is still to be read, or a deck of another document, with its name."""

    name: str
    line: str = ""
    number: int = 0
    entry: Entry | None = None

    def entries(self) -> Iterator[tuple[str, Entry]]:
        if self.entry is not None:
            yield self.name, self.entry
            return
        for entry in read_line(self.number, self.line):
            yield f"{self.name}:{self.number}", entry


def decks_of(files: list[str]) -> Iterator[Unread]:
    """Yield every deck of every file, with a name for messages. JSON lines are not read yet."""
    for file in files:
        name = "standard input" if file == "-" else file
        try:
            raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            text = raw.decode("utf-8")
            numbered = list(numbered_lines(text.removeprefix("\N{BYTE ORDER MARK}")))
            if are_json_lines(numbered):
                for number, line in numbered:
                    yield Unread(name, line, number)
                continue
            found = read_document(text)
        except OSError as error:
            unread = Entry(error=Unreadable(_("Can't read it: {reason}."), reason=error.strerror))
            yield Unread(name, entry=unread)
            continue
        except UnicodeDecodeError:
            yield Unread(name, entry=Entry(error=Unreadable(_("This is not UTF-8 text."))))
            continue
        except Unreadable as error:
            yield Unread(name, entry=Entry(error=error))
            continue
        for entry in found:
            place = f":{entry.line}" if entry.line else f"#{entry.number}" if len(found) > 1 else ""
            yield Unread(name + place, entry=entry)


def identity(name: str, entry: Entry) -> Any:
    """Return the deck's own id, or its place in the file."""
    own = entry.data.get("id")
    return own if isinstance(own, (str, int)) and own != "" else name


def lines(row: dict[str, Any]) -> Iterator[str]:
    """Yield the verdict as lines of text."""
    figures = f"{row['size']} of {row['size_needed']} cards, {row['experience']} experience"
    yield f"{row['id']}: {'legal' if row['legal'] else 'illegal'} ({figures})"
    yield from findings(row)


def findings(row: dict[str, Any]) -> Iterator[str]:
    for kind in ("violations", "warnings", "notes"):
        for found in row[kind]:
            label = {"violations": "", "warnings": "warning: ", "notes": "note: "}[kind]
            yield f"  {label}{found['message']}  [{found['rule']}; {found['cite']}]"
