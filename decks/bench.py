"""How fast are decks judged, read and changed? The project's own decks, from parsed JSON to verdict."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path

from django.conf import settings

from accounts.services import create_guest
from decks import services
from decks.checking import catalogue_at_hand
from decks.formats.arkhamdb import read_deck
from decks.formats.text import read_text
from decks.formats.titles import Titles
from rules.judge import judge, pool

FOLDER = Path(settings.BASE_DIR) / "tests" / "fixtures" / "decks"
#: A list as people paste it: thirty lines.
LINES = "\n".join(["Roland Banks", *(f"2x {title}" for title in ("Machete", "Guard Dog", "Evidence!") * 10)])


def benches() -> Iterator[tuple[str, str, Callable[[], int]]]:
    yield "prices: a usual upgrade", "upgrade", upgrade("01001", ROLAND, UPGRADED)
    yield "prices: every discount at once", "upgrade", upgrade("01004", SCHOLAR, STUDIED, "02115", "02115")


def upgrade(
    investigator: str, before: dict[str, int], after: dict[str, int], *exiled: str
) -> Callable[[], int]:
    """Price one upgrade, again and again."""
    decks = Deck(investigator, before), Deck(investigator, after)
    aftermath = Aftermath(exiled={code: exiled.count(code) for code in exiled})

    def once() -> int:
        found = price_upgrade(at_hand(), *decks, aftermath=aftermath)
        assert found.lawful, [str(violation) for violation in found.violations]
        return 1

    return once
