"""Tests that the first threads after a start get the same verdicts as later ones."""

import json
from pathlib import Path

import pytest

from cards.investigator_access import usable_by
from decks.checking import read_environment
from decks.formats.arkhamdb import read_deck
from decks.formats.text import read_text
from decks.formats.titles import Titles
from decks.pricing import price
from rules.cards.ownership import boxes, contents
from rules.deck.circumstances import MODES, Circumstances
from rules.deck.validate import judge, pool, why
from rules.rulebook import Rulebook
from tests.builders import catalogue, cold_catalogue
from tests.threads import at_once

FOLDER = Path(__file__).parent.parent / "fixtures" / "decks"
EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"
DECKS = [read_deck(json.loads(path.read_text())) for path in sorted(FOLDER.glob("*.json"))]
UPGRADE = {
    "before": json.loads((EXAMPLES / "roland.json").read_text()),
    "after": json.loads((EXAMPLES / "roland-upgraded.json").read_text()),
}


def judged(cards, number):
    """Return the verdicts on every deck; half of the threads begin at the other end."""
    environments = [None, read_environment(cards, "current"), read_environment(cards, "limited:eoep")]
    found = {}
    for turn in range(len(DECKS)):
        place = turn if number % 2 else len(DECKS) - 1 - turn
        circumstances = Circumstances(MODES[place % len(MODES)], environment=environments[place % 3])
        found[place] = judge(cards, DECKS[place], circumstances).as_dict()
    return found


def pools(cards, number):
    """Return the pools of a few decks; each thread begins with another one."""
    found = {}
    for turn in range(4):
        deck = DECKS[(number + turn) % 4 * 40]
        found[deck.investigator] = [
            (code, row.open, row.lines, row.room, row.reason and str(row.reason))
            for code, row in pool(cards, deck).cards.items()
        ]
    return found


def reasons(cards, _number):
    deck = DECKS[0]
    return {code: list(map(str, why(cards, deck, code))) for code in list(cards.cards)[::60]}


def prices(cards, _number):
    return repr(price(cards, UPGRADE))


def usable(cards, _number):
    return {code: usable_by(cards, code, cards.newest_taboo) for code in list(cards.investigators)[::20]}


def lists(cards, _number):
    lines = "Roland Banks\n2x Machete\n2x Guard Dog\n1x Evidence!"
    return repr(read_text(Titles.of(cards), lines))


def held(cards, _number):
    return boxes(cards), contents(cards)


@pytest.mark.parametrize("compute", [judged, pools, reasons, prices, usable, lists, held])
def test_many_threads_use_a_catalogue_that_is_new(compute):
    expected = compute(catalogue(), 0)
    for _round in range(2):
        cold = cold_catalogue()
        assert all(found == expected for found in at_once(lambda number, cold=cold: compute(cold, number), 6))


def test_many_threads_open_the_rulebook_for_the_first_time():
    for _round in range(3):
        rulebook = Rulebook()
        found = at_once(
            lambda _number, rulebook=rulebook: (len(rulebook), list(rulebook), len(rulebook.sections))
        )
        assert all(each == found[0] for each in found)
        assert found[0][0] > 200
