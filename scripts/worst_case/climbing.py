"""Hill climbing: requests are changed at random, and those that cost more are kept."""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts.worst_case.ground import Ground
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import STOPPED, Cost, Request, Send, in_a_fork, measured
from scripts.worst_case.targets import Target
from scripts.worst_case.targets.base import Stored
from web.shared.errors import Refusal

#: After this many changes that do not cost more, the climb starts from another input.
PATIENCE = 40
#: Seconds that one target climbs before the next one's turn.
TURN = 60
#: How often a request is measured before it is the worst, and before it is too much. The smallest counts.
TIMES, TIMES_TOO_MUCH = 2, 6


def sending(browser: Any, request: Request) -> Send:
    """Return a function that sends a request to the site in this process, from Django's test client."""
    more = {"HTTP_HX_REQUEST": "true"} if request.content_type.endswith("htmx") else {}
    kind = request.content_type.split(";")[0] if more else request.content_type
    if request.fetched:
        more["HTTP_X_REQUESTED_WITH"] = "fetch"
    if request.language:
        more["HTTP_ACCEPT_LANGUAGE"] = request.language

    def send() -> tuple[int, int]:
        answer = browser.generic(request.method, request.path, request.body, content_type=kind, **more)
        if answer.streaming:
            return answer.status_code, sum(len(part) for part in answer.streaming_content)
        return answer.status_code, len(answer.content)

    return send


def stored_for(target: Target, given: Input) -> Stored | None:
    """Return what was stored for an input; None if the site refuses to store it."""
    try:
        return target.store(given)
    except Refusal:
        return None


def cost_of(ground: Ground, target: Target, given: Input) -> Cost:
    """Store what the request needs, send it, and restore everything."""
    stored = {}
    if target.stores:
        ground.let_go()
        stored = in_a_fork(lambda: stored_for(target, given))
        if stored is None:  # this cannot be stored
            ground.restore()
            return Cost()
    try:
        request = target.request(given, stored)
        ground.let_go()
        return measured(lambda: sending(ground.browser(), request))
    finally:
        ground.restore()


class Climb:
    """The climb of one target, from its seeds and the worst case of earlier climbs."""

    def __init__(self, ground: Ground, name: str, target: Target, cases: Path | None) -> None:
        self.ground = ground
        self.name = name
        self.target = target
        self.file = cases / f"{name}.json" if cases else None
        self.worst: Input = {}
        self.cost = Cost()
        self.sent = 0
        starts = target.seeds()
        if self.file and self.file.exists():
            starts.insert(0, json.loads(self.file.read_text("utf-8")))
        for given in starts:
            self.look_at(given)

    def look_at(self, given: Input) -> Cost:
        """Measure an input and keep it if it is the worst.

        It is then measured again, because a busy machine exaggerates.
        """
        cost = cost_of(self.ground, self.target, given)
        self.sent += 1
        measurements = 1
        while (
            cost.share > self.cost.share
            and cost is not STOPPED
            and measurements < (TIMES_TOO_MUCH if cost.share > 1 else TIMES)
        ):
            again = cost_of(self.ground, self.target, given)
            cost = min(cost, again, key=lambda each: each.share)
            measurements += 1
        if cost.share > self.cost.share:
            self.worst, self.cost = given, cost
            print(f"{self.name:16}{cost}", flush=True)
            self.save()
        return cost

    def save(self) -> None:
        if self.file:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.worst, indent=1, sort_keys=True) + "\n")

    def go_on(self, seconds: float) -> None:
        """Climb for some time: mostly from the worst, sometimes from the beginning."""
        until = time.monotonic() + seconds
        chance = self.target.chance
        while time.monotonic() < until:
            restart = chance.random() < 0.3
            here, cost, tries = chance.choice(self.target.seeds()) if restart else self.worst, Cost(), 0
            while tries < PATIENCE and time.monotonic() < until:
                given = self.target.change(here)
                found = self.look_at(given)
                tries += 1
                if found.share > cost.share * 1.02:
                    here, cost, tries = given, found, 0


def climb_all(climbs: list[Climb], minutes: float) -> None:
    """Climb all targets in turns until the time is up."""
    until = time.monotonic() + 60 * minutes
    turn = min(TURN, 60 * minutes / len(climbs))
    for climb in itertools.cycle(climbs):
        left = until - time.monotonic()
        if left <= 1:
            return
        climb.go_on(min(turn, left))


def table(climbs: list[Climb]) -> Iterator[str]:
    yield f"{'target':16}{'CPU':>10} {'memory':>9}  answer {'size':>9} {'tried':>6}"
    for climb in climbs:
        yield f"{climb.name:16}{climb.cost} {climb.sent:6}{'  TOO MUCH' if climb.cost.share > 1 else ''}"


def report(climbs: list[Climb]) -> int:
    """Print the table; return the exit status."""
    sys.stdout.write("\n".join(table(climbs)) + "\n")
    return int(any(climb.cost.share > 1 for climb in climbs))
