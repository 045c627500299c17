"""Kill the processes of a busy site repeatedly, and look for acknowledged changes that are lost.

    python -m scripts.kill_test --kills 200 --database sqlite
    python -m scripts.kill_test --kills 200 --database postgres

Players edit decks, record steps, make decks and campaigns and import decks; each request is sent again until
it is answered. Meanwhile one process after the other is ended with kill -9: a web process, their master, the
worker, beat, or all at once. In the end everything acknowledged must be there exactly once, every state must
be the sum of its journal, every import must have ended, and the database must pass its own check.
"""

from __future__ import annotations

import contextlib
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts import devservices
from scripts.trials import summary
from scripts.trials.players import Acknowledged, Audit, Player, audit, wait_for_jobs
from scripts.trials.site import PRODUCTION, Site, kill, running
from scripts.trials.summary import Promise
from scripts.trials.visitors import Tally, working

#: How often each part is the target, relative to the others.
TARGETS = {"web": 10, "worker": 4, "master": 3, "beat": 1, "all": 2}
PLAYERS = 3
SECONDS_TO_RETURN = 90


def strike(site: Site, target: str) -> float:
    """Kill one process, or all; return how many seconds passed until a page was answered."""
    if target == "all":
        site.kill_all()
        return site.start()
    pid = random.choice(wait_for(site, target))
    begun = time.monotonic()
    kill(pid)
    if target == "master":
        wait_for(site, target, other_than=pid)
    site.wait_until_it_answers()
    return time.monotonic() - begun


def wait_for(site: Site, target: str, other_than: int = 0) -> list[int]:
    """Return the processes of a part, after waiting for the restart of one that was just killed."""
    deadline = time.monotonic() + SECONDS_TO_RETURN
    while time.monotonic() < deadline:
        if found := [pid for pid in site.processes()[target] if pid != other_than]:
            return found
        time.sleep(0.05)
    raise TimeoutError(f"no new {target}\n{site.tail()}")


@contextlib.contextmanager
def services(database: str) -> Iterator[dict[str, str]]:
    """Yield the settings of a site: SQLite as `./run` has it, or PostgreSQL and Redis as in production."""
    if database == "sqlite":
        yield {}
        return
    with devservices.postgres(settings=()) as address, devservices.redis() as queue:
        yield {**PRODUCTION, "DATABASE_URL": address, "REDIS_URL": queue}


class Trial:
    """A number of kills of one site, and their results."""

    def __init__(self, kills: int, database: str) -> None:
        self.kills, self.database = kills, database
        self.done, self.tally, self.audit = Acknowledged(), Tally(), Audit()
        self.back: dict[str, list[float]] = {target: [] for target in TARGETS}
        self.seconds = self.waited = 0.0

    def run(self) -> None:
        begun = time.monotonic()
        with (
            tempfile.TemporaryDirectory(prefix="casebook-kill-") as folder,
            services(self.database) as settings,
            running(Site(Path(folder), **settings)) as site,
        ):
            players = [Player(site.url, f"player-{n}", self.done, self.tally) for n in range(PLAYERS)]
            with working(*(player.play for player in players)):
                self.kill_again_and_again(site)
                self.done.wait_for_every_kind()
            self.waited = wait_for_jobs(self.done.jobs)
            self.audit = audit(self.done)
        self.seconds = time.monotonic() - begun

    def kill_again_and_again(self, site: Site) -> None:
        for number in range(1, self.kills + 1):
            time.sleep(random.uniform(0.2, 1.0))
            target = random.choices(list(TARGETS), list(TARGETS.values()))[0]
            self.back[target].append(strike(site, target))
            if number % 20 == 0:
                progress = f"{number} kills, {len(self.tally.seconds)} answers"
                print(progress, file=sys.stderr, flush=True)

    def figures(self) -> dict[str, Any]:
        return {
            "database": self.database,
            "kills": {target: len(times) for target, times in self.back.items()},
            "seconds until a page is answered: median, most": {
                target: [round(statistics.median(times), 1), round(max(times), 1)]
                for target, times in self.back.items()
                if times
            },
            "acknowledged": self.done.figures(),
            **self.audit.figures(),
            "seconds until the last job was done": self.waited,
            "answers": self.tally.figures(),
            "examples": self.tally.examples,
            "seconds": round(self.seconds),
        }

    def promises(self) -> list[Promise]:
        at_work, errors = all(self.done.figures().values()), self.tally.errors(allowed=(0, 503))
        return [
            Promise("players were at work", at_work, f"{len(self.tally.seconds)} answers"),
            *self.audit.promises(self.done),
            Promise("no answer was an error of ours", not errors, f"{errors} of 500 or above but 503"),
        ]


def main() -> int:
    parser = summary.parser(__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=1, help="which processes are killed, and when")
    given = parser.parse_args()
    summary.end_on_sigterm()
    random.seed(given.seed)
    trial = Trial(given.kills, given.database)
    trial.run()
    title = f"{given.kills} kills on {given.database} in {trial.seconds:.0f} seconds"
    return summary.summarize(title, trial.promises(), trial.figures(), given.json)


if __name__ == "__main__":
    sys.exit(main())
