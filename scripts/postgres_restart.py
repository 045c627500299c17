"""Restart PostgreSQL under a busy site in three ways; check the answers, and that nothing is lost.

    python -m scripts.postgres_restart --seconds 10

The site runs as in production, with PostgreSQL's default settings: every commit waits for the disk. Players
write without pause and visitors read. PostgreSQL is shut down in order, stopped immediately (which leaves its
recovery to the next start), and killed; each time it is away for the given number of seconds. Requests that
fail meanwhile must be answered with 503 and Retry-After, and everything acknowledged must be there in the
end.
"""

from __future__ import annotations

import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from scripts import devservices
from scripts.trials import summary
from scripts.trials.players import Acknowledged, Audit, Player, audit, wait_for_jobs, wait_until
from scripts.trials.site import PRODUCTION, Site, running
from scripts.trials.summary import Promise
from scripts.trials.visitors import Tally, Visitor, working

WAYS = {"shut down": signal.SIGINT, "stopped at once": signal.SIGQUIT, "killed": signal.SIGKILL}
PLAYERS = 2
#: Pages and an API endpoint that are read meanwhile.
PATHS = ("/sign-in/", "/", "/decks/", "/api/v1/decks/public/")
SECONDS_TO_RETURN = 60


class Trial:
    """A trial of every way to restart, and its results."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.done, self.audit = Acknowledged(), Audit()
        self.writing, self.reading = Tally(), Tally()
        self.back: dict[str, float] = {}
        self.refused: dict[str, int] = {}

    def run(self) -> None:
        with (
            tempfile.TemporaryDirectory(prefix="casebook-restart-") as folder,
            devservices.a_folder("casebook-pg-") as data,
            devservices.redis() as queue,
        ):
            postgres = devservices.Postgres(data, settings=())
            postgres.create()
            postgres.start()
            try:
                site = Site(Path(folder), DATABASE_URL=postgres.url, REDIS_URL=queue, **PRODUCTION)
                with running(site):
                    self.restart_under_load(site, postgres)
            finally:
                postgres.stop()

    def restart_under_load(self, site: Site, postgres: devservices.Postgres) -> None:
        players = [Player(site.url, f"player-{n}", self.done, self.writing) for n in range(PLAYERS)]
        with working(*(player.play for player in players), lambda over: self.read(site.url, over)):
            for way, how in WAYS.items():
                time.sleep(min(5, self.seconds))
                before = self.writing.statuses[503]
                postgres.stop(how)
                time.sleep(self.seconds)
                self.refused[way] = self.writing.statuses[503] - before
                postgres.start()
                self.back[way] = self.wait_for_a_write()
            self.done.wait_for_every_kind()
        wait_for_jobs(self.done.jobs)
        self.audit = audit(self.done)

    def read(self, url: str, over: threading.Event) -> None:
        visitor = Visitor(url)
        while not over.is_set():
            for path in PATHS:
                self.reading.count(visitor.get(path))
                over.wait(0.1)

    def wait_for_a_write(self) -> float:
        """Return the seconds until the next edit or step is acknowledged."""
        written = sum(self.done.figures().values())
        return wait_until(lambda: sum(self.done.figures().values()) > written, SECONDS_TO_RETURN)

    def promises(self) -> list[Promise]:
        both = (self.writing, self.reading)
        errors = sum(tally.errors(allowed=(503,)) for tally in both)
        refused = sum(tally.statuses[503] for tally in both)
        bare = sum(tally.without_retry_after for tally in both)
        slowest = max(self.back.values())
        return [
            Promise("players were at work", all(self.done.figures().values()), f"{self.done.figures()}"),
            Promise("writing was refused each time", all(self.refused.values()), f"{self.refused}"),
            Promise("every failure was a 503", not errors, f"{errors} others, {refused} of 503"),
            Promise("every 503 has a time to come back", not bare, f"{bare} of {refused} do not"),
            Promise("writing goes on by itself", slowest < SECONDS_TO_RETURN, f"{slowest} s at most"),
            *self.audit.promises(self.done),
        ]

    def figures(self) -> dict[str, Any]:
        return {
            "seconds away": self.seconds,
            "acknowledged": self.done.figures(),
            **self.audit.figures(),
            "seconds until a write is acknowledged again": self.back,
            "writing": self.writing.figures(),
            "reading": self.reading.figures(),
            "examples": {**self.reading.examples, **self.writing.examples},
        }


def main() -> int:
    parser = summary.parser(__doc__)
    parser.add_argument("--seconds", type=float, default=10, help="how long PostgreSQL is away, each time")
    given = parser.parse_args()
    summary.end_on_sigterm()
    trial = Trial(given.seconds)
    trial.run()
    title = f"PostgreSQL restarted in {len(WAYS)} ways, away for {given.seconds:.0f} seconds each"
    return summary.summarize(title, trial.promises(), trial.figures(), given.json)


if __name__ == "__main__":
    sys.exit(main())
