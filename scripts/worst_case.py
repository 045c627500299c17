"""Look for the most expensive inputs that strangers can send, by hill climbing.

    python scripts/worst_case.py [--target NAME] [--seconds N] [--seed SEED] [--save FOLDER]

Each target makes an input, changes it at random and keeps what costs more CPU time. An input is measured in a
process of its own, with a limit, so that a runaway is seen and stopped. The exit status is 1 where an input
cost more than the site promises (docs/reliability.md). With --save the worst input of each target is written
as JSON, to become a case of tests/rules/test_worst_cases.py.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cards.shipped import shipped_catalogue  # noqa: E402
from rules import chaos  # noqa: E402
from rules.catalogue import Catalogue  # noqa: E402
from rules.circumstances import MODES, Circumstances  # noqa: E402
from rules.editions import EDITIONS  # noqa: E402
from rules.judge import judge, pool, why  # noqa: E402
from rules.model import Choices, Deck  # noqa: E402
from rules.prices.aftermath import Aftermath  # noqa: E402
from rules.prices.upgrade import price_upgrade  # noqa: E402

#: What one request may cost.
MOST_CPU, MOST_MEGABYTES = 1.0, 100.0
#: An input that takes longer is stopped; it has lost already.
CPU_LIMIT = 20

Input = dict[str, Any]


@dataclass(frozen=True)
class Cost:
    cpu: float
    megabytes: float

    def __str__(self) -> str:
        return f"{self.cpu * 1000:8.1f} ms CPU {self.megabytes:7.1f} MB"


def measured(run: Callable[[Input], object], given: Input) -> Cost:
    """What an input costs, in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begun = time.process_time()
        run(given)
        spent = time.process_time() - begun
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
        os.write(writing, f"{spent} {grown}".encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        words = answer.read().split()
    os.waitpid(child, 0)
    return Cost(float(words[0]), float(words[1])) if words else Cost(CPU_LIMIT, 0)


class Target:
    """Inputs of one kind: made, changed, run."""

    def __init__(self, catalogue: Catalogue, chance: Random) -> None:
        self.catalogue = catalogue
        self.chance = chance
        cards = [card for card in catalogue.cards.values() if card.level is not None]
        self.codes = [card.code for card in cards]
        self.helpers = [card.code for card in cards if card.effects]
        titles: dict[str, list[str]] = {}
        for card in cards:
            titles.setdefault(card.title, []).append(card.code)
        self.families = [codes for codes in titles.values() if len(codes) > 1]
        self.investigators = [card.code for card in catalogue.cards.values() if card.investigator is not None]

    def begin(self) -> Input:
        raise NotImplementedError

    def change(self, given: Input) -> Input:
        raise NotImplementedError

    def run(self, given: Input) -> object:
        raise NotImplementedError

    def some_code(self) -> str:
        drawer = self.chance.choice((self.codes, self.helpers, self.chance.choice(self.families)))
        return self.chance.choice(drawer)

    def changed_slots(self, slots: Mapping[str, int], most: int = 200) -> dict[str, int]:
        changed = dict(slots)
        for _turn in range(self.chance.choice((1, 1, 2, 5, 20))):
            if changed and self.chance.random() < 0.3:
                del changed[self.chance.choice(list(changed))]
            elif len(changed) < most:
                changed[self.some_code()] = self.chance.choice((1, 1, 2, 2, 3, 4, 6, 99))
        return changed


class Price(Target):
    """POST /api/v1/price, /decks/compare/, every step of an import."""

    def begin(self) -> Input:
        return {"investigator": "01004", "before": {}, "after": {}, "exiled": {}, "edition": "grimoire-1.1"}

    def change(self, given: Input) -> Input:
        new = {key: dict(value) if isinstance(value, dict) else value for key, value in given.items()}
        for _turn in range(self.chance.choice((1, 1, 2, 4))):
            what = self.chance.random()
            if what < 0.45:
                codes = self.chance.choice(self.families)
                for side in ("before", "after"):
                    for code in self.chance.sample(codes, min(len(codes), self.chance.choice((1, 2, 3)))):
                        new[side][code] = self.chance.choice((0, 1, 1, 2, 2, 3))
            elif what < 0.6:
                code = self.chance.choice(self.helpers)
                new["before"][code] = new["after"][code] = self.chance.choice((1, 2, 3))
            elif what < 0.75 and new["before"]:
                new["exiled"][self.chance.choice(list(new["before"]))] = self.chance.choice((1, 2))
            elif what < 0.9:
                side = self.chance.choice(("before", "after"))
                new[side] = self.changed_slots(new[side])
            elif what < 0.95:
                new["edition"] = self.chance.choice(list(EDITIONS))
            else:
                new["investigator"] = self.chance.choice(self.investigators)
        for side in ("before", "after"):
            new[side] = {code: copies for code, copies in new[side].items() if copies}
        return new

    def run(self, given: Input) -> object:
        return price_upgrade(
            self.catalogue,
            Deck(given["investigator"], given["before"]),
            Deck(given["investigator"], given["after"]),
            Circumstances(edition=given["edition"]),
            Aftermath(exiled=given["exiled"]),
        )


class Decks(Target):
    """A deck and what surrounds it."""

    def begin(self) -> Input:
        return {"investigator": "09018", "slots": {}, "extra": {}, "mode": "free", "edition": "grimoire-1.1"}

    def change(self, given: Input) -> Input:
        new = dict(given)
        what = self.chance.random()
        if what < 0.7:
            new["slots"] = self.changed_slots(new["slots"])
        elif what < 0.8:
            new["extra"] = self.changed_slots(new["extra"])
        elif what < 0.9:
            new["investigator"] = self.chance.choice(self.investigators)
        elif what < 0.95:
            new["mode"] = self.chance.choice(MODES)
        else:
            new["edition"] = self.chance.choice(list(EDITIONS))
        return new

    def asked(self, given: Input) -> tuple[Deck, Circumstances]:
        deck = Deck(given["investigator"], given["slots"], extra=given["extra"], choices=Choices())
        return deck, Circumstances(mode=given["mode"], edition=given["edition"])


class Pools(Decks):
    """The editor's page and every press in it."""

    def run(self, given: Input) -> object:
        return pool(self.catalogue, *self.asked(given))


class Verdicts(Decks):
    """POST /api/v1/check, and “Why not?”."""

    def run(self, given: Input) -> object:
        deck, circumstances = self.asked(given)
        judge(self.catalogue, deck, circumstances)
        return why(self.catalogue, deck, "01030", circumstances)


class Odds(Target):
    """The page of the bag: any tokens, any values that a reference card can have."""

    def begin(self) -> Input:
        return {"bag": {"0": 1, "skull": 1}, "values": {}}

    def change(self, given: Input) -> Input:
        bag, values = dict(given["bag"]), dict(given["values"])
        token = self.chance.choice(chaos.TOKENS)
        if self.chance.random() < 0.6:
            most = chaos.MOST.get(token, 30)
            bag[token] = self.chance.randint(0, most)
        else:
            values[token] = {
                "modifier": self.chance.randint(-9, 9),
                "reveals": self.chance.choice((0, 1, 1, 2, 3)),
                "doubles_next": self.chance.random() < 0.3,
                "raises_difficulty": self.chance.randint(0, 3),
            }
        return {"bag": {name: count for name, count in bag.items() if count}, "values": values}

    def run(self, given: Input) -> object:
        own = {name: chaos.TokenValue(**facts) for name, facts in given["values"].items()}
        return chaos.distribution(given["bag"], {**chaos.PLAIN, **own})


TARGETS: dict[str, type[Target]] = {"price": Price, "pool": Pools, "verdict": Verdicts, "odds": Odds}


def climb(target: Target, seconds: float) -> tuple[Cost, Input]:
    """The dearest input found in this time; now and then the search begins again from nothing."""
    best, worst = Cost(0, 0), target.begin()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        here = target.begin() if target.chance.random() < 0.3 else worst
        cost, tries = Cost(0, 0), 0
        while tries < 60 and time.monotonic() < until:
            given = target.change(here)
            found = measured(target.run, given)
            tries += 1
            if found.cpu > cost.cpu:
                here, cost, tries = given, found, 0
        if cost.cpu > best.cpu:
            best, worst = cost, here
            print(f"{type(target).__name__:10} {best}", flush=True)
    return best, worst


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--save", type=Path, metavar="FOLDER")
    told = parser.parse_args()
    catalogue = shipped_catalogue()
    beyond = False
    for name in told.target or TARGETS:
        target = TARGETS[name](catalogue, Random(told.seed))
        for code in target.investigators:
            pool(catalogue, Deck(code, {}))  # what is compiled once is not part of a request
        cost, given = climb(target, told.seconds)
        beyond |= cost.cpu > MOST_CPU or cost.megabytes > MOST_MEGABYTES
        print(f"{name:10} worst: {cost}, {len(json.dumps(given))} bytes", flush=True)
        if told.save:
            told.save.mkdir(parents=True, exist_ok=True)
            (told.save / f"{name}.json").write_text(json.dumps(given, indent=1, sort_keys=True) + "\n")
    return int(beyond)


if __name__ == "__main__":
    sys.exit(main())
