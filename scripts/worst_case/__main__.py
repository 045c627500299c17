"""Command line of `scripts.worst_case`; the package describes its commands."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

from scripts import worst_case
from scripts.worst_case.ground import Ground, prepare_folder

CASES = Path(__file__).parent.parent.parent / "tests" / "fixtures" / "worst" / "requests"


def main() -> int:
    parser = argparse.ArgumentParser(description=(worst_case.__doc__ or "").splitlines()[0])
    parser.add_argument("what", choices=("climb", "measure", "hostile"))
    parser.add_argument("--target", action="append", metavar="NAME")
    parser.add_argument("--minutes", type=float, default=10, help="for the whole climb")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--cases", type=Path, default=CASES, metavar="FOLDER")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60, help="of hostility")
    parser.add_argument("--port", type=int, default=8765)
    arguments = parser.parse_args()
    folder = prepare_folder()
    import django

    django.setup()
    ground = Ground(folder)
    from scripts.worst_case.climbing import Climb, climb_all, report
    from scripts.worst_case.targets import TARGETS

    try:
        names = arguments.target or list(TARGETS)
        if unknown := set(names) - set(TARGETS):
            parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
        if arguments.what == "hostile":
            from scripts.worst_case.hostile import attack

            return attack(
                ground,
                arguments.cases,
                clients=arguments.clients,
                seconds=arguments.seconds,
                port=arguments.port,
            )
        climbs = [
            Climb(ground, name, TARGETS[name](Random(arguments.seed)), arguments.cases) for name in names
        ]
        if arguments.what == "climb":
            climb_all(climbs, arguments.minutes)
        return report(climbs)
    finally:
        ground.remove()


if __name__ == "__main__":
    sys.exit(main())
