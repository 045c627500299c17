"""Take Redis away from a busy site in two ways, and count the requests and jobs that are affected.

    python -m scripts.redis_outage --seconds 60

The site runs as in production: PostgreSQL, Redis, limits on. Visitors open pages, sign in and up, save as
guests and use the API; a job is submitted every second. Redis is killed, with all its contents, and comes
back empty after the given number of seconds; then it is stopped (SIGSTOP) for the same time, so that it
accepts connections and never answers. No answer may be 500 or above, and every job must be done within a
minute of Redis's return.
"""

from __future__ import annotations

import contextlib
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scripts import devservices
from scripts.trials import summary
from scripts.trials.players import wait_for_jobs
from scripts.trials.site import PRODUCTION, Site, running
from scripts.trials.summary import Promise
from scripts.trials.visitors import PASSWORD, Answer, Tally, Visitor, new_key, working

SECONDS_FOR_JOBS = 60


class Load:
    """Visitors of every kind. Their answers are counted in the current phase."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.phase = ""
        self.tallies: dict[str, Tally] = {}
        self.jobs: dict[str, list[str]] = {}
        self.submitting: dict[str, list[float]] = {}

    def begin(self, phase: str) -> None:
        self.tallies[phase], self.jobs[phase], self.submitting[phase] = Tally(), [], []
        self.phase = phase

    def count(self, *answers: Answer) -> None:
        for answer in answers:
            self.tallies[self.phase].count(answer)

    def visitor(self) -> Visitor:
        """Return a visitor with an address of its own, so that no limit is reached."""
        return Visitor(self.url, ".".join(str(random.randint(1, 254)) for _part in range(4)))

    def kinds(self) -> list[Callable[[threading.Event], None]]:
        return [self.newcomers, self.guests, self.programs, self.returning, self.submit_jobs]

    def newcomers(self, over: threading.Event) -> None:
        while not over.wait(0.5):
            visitor = self.visitor()
            self.count(visitor.sign_up(f"player-{new_key()[:8]}"), visitor.get("/account/"))

    def guests(self, over: threading.Event) -> None:
        while not over.wait(0.3):
            visitor = self.visitor()
            self.count(
                visitor.get("/"), visitor.post("/decks/example/", key=new_key()), visitor.get("/decks/")
            )

    def programs(self, over: threading.Event) -> None:
        visitor = self.visitor()
        self.count(visitor.sign_up(f"program-{new_key()[:8]}"))
        visitor.make_key()
        deck = {"investigator_code": "01001", "slots": {"01006": 1}}
        while not over.wait(0.2):
            self.count(
                visitor.call("GET", "/api/v1/decks/"),
                visitor.call("POST", "/api/v1/check", deck),
                visitor.call("POST", "/api/v1/decks/", {"investigator": "01001"}),
            )

    def returning(self, over: threading.Event) -> None:
        name = f"returning-{new_key()[:8]}"
        self.count(self.visitor().sign_up(name))
        while not over.wait(1):
            self.count(
                self.visitor().post("/sign-in/", username=name, password=PASSWORD),
                self.visitor().post("/sign-in/", username=new_key(), password="wrong"),
                self.visitor().post("/password/", email=f"{new_key()}@example.org"),
            )

    def submit_jobs(self, over: threading.Event) -> None:
        from django.db import connection

        from jobs import services

        while not over.wait(1):
            begun, phase = time.monotonic(), self.phase
            self.jobs[phase].append(str(services.submit("jobs.wait", seconds=0).pk))
            self.submitting[phase].append(time.monotonic() - begun)
        connection.close()


@contextlib.contextmanager
def busy_site() -> Iterator[tuple[devservices.Redis, Load]]:
    """Yield a site as in production: its Redis, and visitors who use it."""
    with tempfile.TemporaryDirectory(prefix="casebook-redis-") as folder, devservices.postgres() as database:
        redis = devservices.Redis(Path(folder))
        redis.start()
        try:
            site = Site(Path(folder), DATABASE_URL=database, REDIS_URL=redis.url, **PRODUCTION)
            with running(site):
                load = Load(site.url)
                load.begin("before")
                with working(*load.kinds()):
                    yield redis, load
        finally:
            redis.stop(signal.SIGKILL)


def take_away(redis: devservices.Redis, phase: str) -> Callable[[], None]:
    """Kill or halt Redis; return a function that brings it back."""
    assert redis.server is not None
    if phase == "killed":
        redis.stop(signal.SIGKILL)
        return redis.start
    server = redis.server
    server.send_signal(signal.SIGSTOP)
    return lambda: server.send_signal(signal.SIGCONT)


def trial(seconds: float) -> tuple[Load, dict[str, float]]:
    """Run all phases; return the visitors' counts, and when the jobs of each outage were done."""
    done: dict[str, float] = {}
    with busy_site() as (redis, load):
        time.sleep(min(10, seconds))
        for phase in ("killed", "halted"):
            load.begin(phase)
            bring_back = take_away(redis, phase)
            time.sleep(seconds)
            bring_back()
            load.begin(f"after it was {phase}")
            done[phase] = wait_for_jobs(load.jobs[phase], SECONDS_FOR_JOBS)
            time.sleep(min(10, seconds))
        load.begin("end")
        done["all"] = wait_for_jobs([job for jobs in load.jobs.values() for job in jobs], SECONDS_FOR_JOBS)
    return load, done


def promises(load: Load, done: dict[str, float]) -> list[Promise]:
    answers = sum(len(tally.seconds) for tally in load.tallies.values())
    errors = sum(tally.errors() for tally in load.tallies.values())
    refused = sum(tally.statuses[429] for tally in load.tallies.values())
    within = {phase: f"{seconds} s after it was {phase}" for phase, seconds in done.items() if phase != "all"}
    return [
        Promise(
            "visitors came in every phase",
            all(load.tallies[phase].seconds and load.jobs[phase] for phase in within),
            f"{answers} answers",
        ),
        Promise("no answer was 500 or above, or missing", not errors, f"{errors} of {answers}"),
        Promise("no limit was reached by mistake", not refused, f"{refused} of {answers}"),
        Promise(
            "all jobs were done within a minute of the return",
            all(seconds < SECONDS_FOR_JOBS for seconds in done.values()),
            ", ".join(within.values()),
        ),
    ]


def figures(load: Load, done: dict[str, float], seconds: float) -> dict[str, Any]:
    return {
        "seconds": seconds,
        "answers": {phase: tally.figures() for phase, tally in load.tallies.items()},
        "examples": {phase: tally.examples for phase, tally in load.tallies.items() if tally.examples},
        "jobs submitted": {phase: len(jobs) for phase, jobs in load.jobs.items()},
        "longest to submit one, seconds": {
            phase: round(max(times, default=0), 2) for phase, times in load.submitting.items()
        },
        "seconds from the return until these jobs were done": done,
    }


def main() -> int:
    parser = summary.parser(__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long Redis is away, each time")
    given = parser.parse_args()
    summary.end_on_sigterm()
    load, done = trial(given.seconds)
    title = f"Redis killed and halted for {given.seconds:.0f} seconds each"
    return summary.summarize(title, promises(load, done), figures(load, done, given.seconds), given.json)


if __name__ == "__main__":
    sys.exit(main())
