"""Command that loads the shipped catalogue into the database."""

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.importing.shipped import CatalogueError
from cards.services.loading import load_shipped


class Command(BaseCommand):
    help = "Loads the shipped catalogue of cards. Does nothing if it is loaded already; imported cards stay."

    def handle(self, *args: Any, verbosity: int = 1, **options: Any) -> None:
        began = time.perf_counter()
        try:
            changed = load_shipped()
        except CatalogueError as error:
            raise CommandError(str(error)) from error
        if verbosity:
            took = time.perf_counter() - began
            message = "The catalogue is loaded" if changed else "The catalogue is up to date"
            self.stdout.write(f"{message} ({took:.2f} s).")
