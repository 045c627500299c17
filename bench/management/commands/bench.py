"""Measure the speed of the site, and print the results as a table and as one line of JSON.

The column "loops" is the CPU time of a unit in iterations of an empty Python loop, which is about the same on
slow and fast machines.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bench import measuring


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("names", nargs="*", help="only what begins with one of these")
        parser.add_argument("--seconds", type=float, default=2.0, help="how long each is measured")
        parser.add_argument("--json", action="store_true", help="JSON alone, without the table")

    def handle(self, *args: Any, **options: Any) -> None:
        found = [
            measuring.measure(name, unit, once, seconds=options["seconds"], aim=measuring.aim_of(name))
            for name, unit, once in measuring.collect(options["names"])
        ]
        weights = [measuring.weigh(name, make) for name, make in measuring.collect_sizes(options["names"])]
        if not found and not weights:
            raise CommandError("There is nothing of this name to measure.")
        if not options["json"]:
            tables = [measuring.as_table(found)] if found else []
            tables += [measuring.weights_as_table(weights)] if weights else []
            self.stdout.write("\n\n".join(tables) + "\n")
        self.stdout.write(measuring.as_json([*found, *weights]))
