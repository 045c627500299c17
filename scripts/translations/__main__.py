"""The translators' command: `python -m scripts.translations update|check|split|merge|compile LANGUAGE`.

docs/translating.md explains it. GNU gettext is not needed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path

import django

from scripts.translations import checks, handout, po
from scripts.translations.messages import all_messages


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.translations", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in {
        "update": "write the messages of the site into locale/LANGUAGE; translations stay",
        "check": "list what is missing, uncertain, wrong or outdated",
        "split": "cut what is missing into NUMBER files in FOLDER",
        "merge": "put the translations of FILES into the catalogue, if they are right",
        "compile": "write the file that the site reads, if the catalogue is complete",
    }.items():
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("language", metavar="LANGUAGE", help="de, fr, pt-br …")
        if name == "check":
            command.add_argument("--all", action="store_true", help="list all, not only 40")
        if name == "split":
            command.add_argument("number", metavar="NUMBER", type=int)
            command.add_argument("folder", metavar="FOLDER", type=Path)
            command.add_argument("--terms", metavar="CSV", type=Path, help="terms: english, german, note")
        if name == "merge":
            command.add_argument("files", metavar="FILE", nargs="+", type=Path)
    arguments = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    return {"update": update, "check": check, "split": split, "merge": merge, "compile": compile_catalogue}[
        arguments.command
    ](arguments)


def update(arguments: argparse.Namespace) -> int:
    catalogue = po.update(po.read(arguments.language), all_messages())
    print(f"{po.write(catalogue)}: {len(catalogue.entries)} messages, {_left(catalogue)} to do.")
    return 0


def _left(catalogue: po.Catalogue) -> int:
    return sum(not entry.translated for entry in catalogue.entries.values())


def check(arguments: argparse.Namespace) -> int:
    found = list(checks.problems(po.read(arguments.language), all_messages()))
    for problem in found if arguments.all else found[:40]:
        print(problem)
    counted = Counter(problem.kind for problem in found)
    print(", ".join(f"{number} {kind}" for kind, number in counted.items()) or "The catalogue is complete.")
    return 1 if found else 0


def split(arguments: argparse.Namespace) -> int:
    catalogue = po.update(po.read(arguments.language), all_messages())
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for number, tasks in enumerate(handout.split(catalogue, arguments.number, arguments.terms), 1):
        path = arguments.folder / f"{arguments.language}-{number:02}.json"
        path.write_text(json.dumps(tasks, ensure_ascii=False, indent=1) + "\n")
        print(f"{path}: {len(tasks)} messages.")
    return 0


def merge(arguments: argparse.Namespace) -> int:
    catalogue = po.update(po.read(arguments.language), all_messages())
    refused = 0
    for path in arguments.files:
        for sentence in handout.merge(catalogue, handout.read_answers(path)):
            refused += 1
            print(f"{path.name}: {sentence}")
    po.write(catalogue)
    print(f"{_left(catalogue)} of {len(catalogue.entries)} are still to do; {refused} were refused.")
    return 1 if refused else 0


def compile_catalogue(arguments: argparse.Namespace) -> int:
    catalogue = po.read(arguments.language)
    path = po.path_of(arguments.language).with_suffix(".mo")
    if found := list(checks.problems(catalogue, all_messages())):
        path.unlink(missing_ok=True)
        print(f"Not complete, so it is not offered: {len(found)} problems. `check` lists them.")
        return 1
    path.write_bytes(po.compiled(catalogue))
    print(f"{path} written; the site offers the language after its next start.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
