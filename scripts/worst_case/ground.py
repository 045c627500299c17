"""A separate site to climb on: a database in a new folder, with one player, restored after each request."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

#: The longest request line that the web server reads; the test client has no limit.
LONGEST_LINE = 4094
PLAYER = "climber"


def prepare_folder() -> Path:
    """Make the settings for a site in a new folder. Call it before Django is set up."""
    folder = Path(tempfile.mkdtemp(prefix="worst-"))
    os.environ |= {
        "VAR_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        # Jobs belong to the worker, not to the request.
        "CELERY_EAGER": "0",
        "HASHED_STATIC": "0",
        # Refusals are expected.
        "LOG_LEVEL": "ERROR",
    }
    for service in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        os.environ.pop(service, None)
    return folder


class Ground:
    """The site's database, and its initial contents."""

    def __init__(self, folder: Path) -> None:
        from django.core.management import call_command

        from accounts.models import User

        self.folder = folder
        self.database = folder / "casebook.sqlite3"
        self.pristine = folder / "pristine.sqlite3"
        call_command("prepare", verbosity=0)
        User.objects.create_user(PLAYER, "climber@example.org", "a long password")
        self.warm()
        self.let_go()
        with sqlite3.connect(self.database) as base:
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        base.close()
        shutil.copyfile(self.database, self.pristine)

    def warm(self) -> None:
        """Compute everything that a web server computes once, so that it does not count for a request."""
        import gc

        from accounts.models import User
        from cards.adapters import catalogue
        from cards.investigator_access import usable_by
        from cards.search.engine import index
        from decks.editor.browser import browser_cards
        from decks.services import create_deck
        from rules.cards.model import Deck
        from rules.deck.validate import pool

        index()
        for code in catalogue().investigators:
            pool(catalogue(), Deck(code, {}))
            usable_by(catalogue(), code)
        for taboo in ("", *catalogue().taboo_lists):
            browser_cards(catalogue(), taboo)
        browser = self.browser()
        for path in ("/", "/cards/", "/decks/", "/campaigns/", "/rules/", "/search/?q=a", "/decks/import/"):
            browser.get(path)
        deck = create_deck(owner=User.objects.get(username=PLAYER), investigator="01001")
        for path in ("", "edit/", "edit/state/", "print/"):
            browser.get(f"/decks/{deck.public_id}/{path}")
        deck.delete()
        gc.collect()
        gc.freeze()

    def browser(self) -> Any:
        """Return a client that is signed in, and reads compressed answers as browsers do."""
        from django.test import Client

        from accounts.models import User

        browser = Client(
            headers={"host": "localhost", "accept-encoding": "gzip"}, raise_request_exception=False
        )
        browser.force_login(User.objects.get(username=PLAYER))
        return browser

    def let_go(self) -> None:
        """Close the database: a connection must not be shared with a forked process."""
        from django.db import connections

        connections.close_all()

    def restore(self) -> None:
        """Restore the database to its initial contents."""
        for ending in ("-wal", "-shm"):
            Path(f"{self.database}{ending}").unlink(missing_ok=True)
        shutil.copyfile(self.pristine, self.database)

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
