"""A site that is started repeatedly, each time as cold as `./run` starts it.

Run as a program, this module does the two halves of that in separate processes:

    python -m tests.cold_site furnish   prepare a database, add a player's data, print their names
    python -m tests.cold_site serve     for each line that is read, start or stop the site

The second imports and prepares the site as `manage.py serve` does, once, and then forks the web server for
each start. A start then takes a second, and nothing is left over from the requests of the last one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from importlib import import_module
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parent.parent
OWN = tuple(
    f"{ROOT / name}{os.sep}"
    for name in ("rules", "jobs", "accounts", "cards", "decks", "campaigns", "config")
)
#: After this many calls of our own code, hardly anything is left to be created for the first time.
COLD_CALLS = 20_000
#: Services that the site runs without.
SERVICES = ("DATABASE_URL", "REDIS_URL")
#: Seconds for what takes a few of them; a busy machine may need many times as long.
PATIENCE = 300

turns = count()


class ColdSite:
    """The program, as its parent sees it. The data is in a separate folder, in SQLite."""

    def __init__(self, folder: Path, port: int) -> None:
        self.log = folder / "log"
        self.address = ("127.0.0.1", port)
        inherited = {
            name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
        }
        self.environment = {
            **inherited,
            "VAR_DIR": str(folder / "var"),
            "BIND": f"127.0.0.1:{port}",
            "HASHED_STATIC": "1",
            "CELERY_EAGER": "1",
            # All threads are in one process, so that more of them meet.
            "WEB_WORKERS": "1",
            "WEB_THREADS": "16",
        }
        command = [sys.executable, "-m", "tests.cold_site", "furnish"]
        made = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )
        assert made.returncode == 0, made.stderr
        self.things: dict[str, Any] = json.loads(made.stdout)
        with self.log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.cold_site", "serve"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=out,
                text=True,
            )

    def start(self) -> None:
        """Return as soon as the site accepts connections, which is before it can respond."""
        self._send("start")

    def stop(self) -> None:
        self._send("stop")

    def _send(self, word: str) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(word, file=self.process.stdin, flush=True)
        assert self.process.stdout.readline() == "done\n", self.output()

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def close(self) -> None:
        """End the program by closing its input; the site ends with it."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        try:
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()


def furnish() -> None:
    from django.contrib.auth import get_user_model
    from django.contrib.staticfiles.storage import staticfiles_storage
    from django.core.management import call_command
    from django.test import Client

    from accounts.keys import create_key
    from campaigns.example import save_example as save_campaign
    from campaigns.selectors import state_of
    from cards.adapters import catalogue
    from cards.models import Collection, OwnedPack
    from decks.editor.browser import browser_cards
    from decks.example import save_example as save_deck

    call_command("prepare", verbosity=0)
    alice = get_user_model().objects.create_user("alice", "alice@example.org", "a long password")
    campaign = save_campaign(alice)
    collection = Collection.objects.create(owner=alice, name="Shelf")
    OwnedPack.objects.create(collection=collection, pack_id="core_2026", count=1)
    browser = Client()
    browser.force_login(alice)
    things = {
        "token": create_key(alice, name="cold start"),
        "session": browser.cookies["sessionid"].value,
        "deck": str(save_deck(alice).public_id),
        "campaign": str(campaign.public_id),
        "seat": next(iter(state_of(campaign).active)),
        "collection": collection.pk,
        "browser_cards": browser_cards(catalogue()).name,
        "style": staticfiles_storage.url("css/casebook.css"),
    }
    print(json.dumps(things))


def serve() -> None:
    from django.core.management import call_command
    from django.db import connections

    from operations.management.commands.serve import (
        SITE_MAY_TAKE,
        Part,
        address,
        end,
        is_taken,
        run_site,
        start,
    )

    # The web server imports these before it forks, so they are never cold.
    for module in ("config.urls", "gunicorn.app.wsgiapp", "gunicorn.workers.gthread"):
        import_module(module)
    call_command("prepare", verbosity=0)
    connections.close_all()
    threading.setprofile(give_way)  # for the threads of the web server, which are forked from here
    site = Part("web server", run_site, SITE_MAY_TAKE)
    for line in sys.stdin:
        if line == "start\n":
            site.child = start(run_site)
            deadline = time.monotonic() + PATIENCE
            while not is_taken(*address()):
                assert site.child.is_alive(), "the web server has ended"
                assert time.monotonic() < deadline, "the web server does not listen"
                time.sleep(0.01)
        else:
            end(site)
        print("done", flush=True)
    end(site)


def give_way(frame: FrameType, event: str, _argument: object) -> None:
    """Switch to another thread at each call of our own code while the site is cold.

    Threads then meet in places where they would otherwise meet once in a thousand starts.
    """
    if event == "call" and frame.f_code.co_filename.startswith(OWN):
        time.sleep(0)
        if next(turns) > COLD_CALLS:
            sys.setprofile(None)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    {"furnish": furnish, "serve": serve}[sys.argv[1]]()
