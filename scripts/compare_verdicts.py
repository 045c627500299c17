"""Comparison of verdicts and prices before and after a change of the rules: a faster rule finds the same.

    .venv/bin/python -m scripts.compare_verdicts write var/before.gz
    .venv/bin/python -m scripts.compare_verdicts compare var/before.gz

Random decks are judged and worded, some of them in every mode and language, and priced as upgrades of
themselves with some cards exchanged. Exit status 1: something differs, and the first differences are printed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections.abc import Iterator
from itertools import zip_longest
from random import Random
from typing import Any

DECKS = 20_000
#: Differences that are printed.
SHOWN = 5
#: One deck in this many is also put into words in the other languages, and judged under each of these terms.
SAMPLE = 8
TERMS: tuple[dict[str, str], ...] = (
    {"mode": "creation"},
    {"mode": "standalone"},
    {"mode": "campaign"},
    {"environment": "current"},
    {"environment": "legacy:original"},
    {"edition": "faq-1.7"},
    {"taboo": "newest"},
)


def answers(many: int) -> Iterator[str]:
    """Yield a line for each deck: verdicts with their words, and the price of an upgrade."""
    from django.conf import settings
    from django.utils.translation import override

    from bench.random_decks import random_decks
    from decks.checking import catalogue_at_hand, check, check_terms
    from decks.formats.errors import Unreadable
    from decks.pricing import price, upgrade_with_text
    from decks.text import error_text, verdict_with_text

    cards = catalogue_at_hand()
    usual = check_terms(cards)
    terms = [check_terms(cards, **each) for each in TERMS]
    chance = Random(2)
    last: dict[str, Any] = {}
    for number, data in enumerate(random_decks(cards, many, seed=3)):
        with override("en"):
            found: dict[str, Any] = {"free": verdict_with_text(check(cards, data, usual))}
            before = last.get(data["investigator_code"])
            if before is not None:
                upgrade = {"before": before, "after": exchanged(before, data, chance)}
                try:
                    found["price"] = upgrade_with_text(cards, price(cards, upgrade))
                except Unreadable as error:
                    found["price"] = error_text(error)
        last[data["investigator_code"]] = data
        if number % SAMPLE == 0:
            found["terms"] = [verdict_with_text(check(cards, data, each)) for each in terms]
            for language, _name in settings.LANGUAGES:
                with override(language):
                    found[language] = verdict_with_text(check(cards, data, usual))
        yield json.dumps({"deck": data, **found}, sort_keys=True)


def exchanged(before: dict[str, Any], other: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return the deck with some of its cards exchanged for cards of another deck of its investigator."""
    slots = dict(before["slots"])
    many = chance.choice((1, 2, 3, 5, 8))
    for code in chance.sample(sorted(slots), min(many, len(slots))):
        slots[code] -= 1
    for code in chance.sample(sorted(other["slots"]), min(many, len(other["slots"]))):
        slots[code] = slots.get(code, 0) + 1
    return {**before, "meta": other["meta"], "slots": {code: n for code, n in slots.items() if n}}


def compare(path: str, many: int) -> int:
    """Print the first differences and how many there are; return the exit status."""
    different = 0
    with gzip.open(path, "rt") as file:
        for number, (old, new) in enumerate(zip_longest(map(str.strip, file), answers(many))):
            if old == new:
                continue
            different += 1
            if different <= SHOWN:
                print(f"Deck {number}:")
                for place, before, after in differences(json.loads(old or "{}"), json.loads(new or "{}")):
                    print(f"  {place}\n  - {before}\n  + {after}")
    print(f"{many:,} decks, {different:,} differ")
    return 1 if different else 0


def differences(old: Any, new: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the places at which two answers differ, with both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            yield from differences(old.get(key), new.get(key), f"{place}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from differences(before, after, f"{place}/{number}")
    elif old != new:
        yield place, old, new


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("write", "compare"))
    parser.add_argument("file")
    parser.add_argument("--decks", type=int, default=DECKS)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    if given.what == "compare":
        return compare(given.file, given.decks)
    with gzip.open(given.file, "wt", compresslevel=1) as file:
        file.writelines(f"{line}\n" for line in answers(given.decks))
    return 0


if __name__ == "__main__":
    sys.exit(main())
