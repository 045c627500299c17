"""Command that writes the shipped catalogue from a checkout of ArkhamDB's card data."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.generation.campaigns import convert_campaigns
from cards.generation.catalogue import generate
from cards.generation.coverage import uncovered
from cards.generation.files import write_catalogue
from cards.generation.source import SourceError, read_checkout
from cards.importing.shipped import CATALOGUE, CatalogueError, read_shipped


class Command(BaseCommand):
    help = "Writes cards/catalogue/ from a checkout of ArkhamDB's card data. Facts written by hand are kept."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, help="the checkout: the folder with packs.json and pack/")
        parser.add_argument(
            "--campaigns",
            type=Path,
            action="append",
            default=[],
            help="a study of campaigns, to write them again as well; may be given several times",
        )
        parser.add_argument("--to", type=Path, default=CATALOGUE, help="write here, not into the project")

    def handle(self, *args: Any, path: Path, campaigns: list[Path], to: Path, **options: Any) -> None:
        try:
            source = read_checkout(path)
            found = generate(source)
            changed = write_catalogue(found, to)
            if campaigns:
                changed += convert_campaigns(campaigns, to, found.packs)
            facts = read_shipped(to)
        except (SourceError, CatalogueError) as error:
            raise CommandError(str(error)) from error
        for note in found.notes:
            self.stderr.write(str(note))
        for code, title, phrase in uncovered(source, {card["code"]: card for card in facts.cards}):
            self.stderr.write(f"no fact covers: {code} {title}: “{phrase}”")
        self.stdout.write(
            f"{len(facts.packs)} packs, {len(facts.cards)} cards, {len(facts.printings)} printings, "
            f"{len(facts.encounter_cards)} encounter cards, {len(facts.taboo_lists)} taboo lists; "
            f"{len(changed)} files changed."
        )
        for name in changed:
            self.stdout.write(f"  {name}")
