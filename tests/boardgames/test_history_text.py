"""Tests of the changes that the history of a game shows: names of investigators and words, not ids."""

from itertools import pairwise

import pytest
from django.utils import translation

from boardgames.text import entry_texts, sentence_of
from rules.boardgames.second_edition.consequences import questions
from rules.boardgames.second_edition.state import LOAN, LOST, UPKEEP, Card
from rules.boardgames.table import Entry
from tests.rules.boardgames.second_edition.table import table, with_seat

HEAL, EXHAUSTED = Card("spell", "Heal"), Card("spell", "Heal", exhausted=True)
NAMES = {"p1": "Ann", "p2": "Bob", "m2": "Hound", "a3": "Dog"}


@pytest.mark.parametrize(
    ("edition", "path", "before", "after", "text", "german"),
    [
        ("second", ("first",), "p1", "p2", "First player Ann → Bob", "Startspieler Ann → Bob"),
        (
            *("second", ("closed",), frozenset({"Woods"}), frozenset({"Woods", "General Store"})),
            *("General Store closes", "General Store schließt"),
        ),
        (
            *("second", ("closed",), frozenset({"Woods"}), frozenset()),
            *("Woods opens again", "Woods öffnet wieder"),
        ),
        (
            *("second", ("seats", "p1", "place"), "Woods", LOST),
            *("Ann: Place Woods → Lost in Time and Space", "Ort Woods → In Raum und Zeit verschollen"),
        ),
        ("second", ("how",), "", "sealing", "six gates are sealed", "sechs Tore sind versiegelt"),
        (
            *("second", ("seats", "p1", "sliders"), (1, 1, 1), (3, 2, 1)),
            *("Ann: Skill sliders 1 · 1 · 1 → 3 · 2 · 1", "1 · 1 · 1 → 3 · 2 · 1"),
        ),
        (
            *("second", ("seats", "p1", "cards"), (Card("skill"), HEAL), (Card("skill"), EXHAUSTED)),
            *("Ann: Cards Heal is exhausted", "Heal ist erschöpft"),
        ),
        (
            *("second", ("seats", "p1", "cards"), (EXHAUSTED,), (HEAL,)),
            *("Ann: Cards Heal is refreshed", "Heal ist aufgefrischt"),
        ),
        ("second", ("seats", "p1", "cards"), (), (HEAL,), "Ann: Cards 0 → 1", "Ann: Karten 0 → 1"),
        ("third", ("areas", "Hill", "clues"), 2, 1, "Hill: clues 2 → 1", "Hill: Hinweise 2 → 1"),
        ("third", ("cup", "spread-doom"), 3, 2, "spread doom 3 → 2", "Verderben ausbreiten 3 → 2"),
        ("third", ("monsters", "m2", "engaged"), (), ("p1",), "Hound: Engaged with – → Ann", "Hound: "),
        ("third", ("seats", "p1", "assets", "a3", "damage"), 0, 1, "Dog: Damage 0 → 1", "Dog: Schaden 0 → 1"),
        ("third", ("phase",), "action", "monster", "Monster phase", "Monsterphase"),
        ("third", ("events", "discard"), 1, 2, "Event cards: discard pile 1 → 2", "Ablagestapel 1 → 2"),
    ],
)
def test_changes_are_in_words(edition, path, before, after, text, german):
    entry = Entry(path=path, before=before, after=after)
    assert text in entry_texts(edition, [entry], NAMES)[0]
    with translation.override("de"):
        assert german in entry_texts(edition, [entry], NAMES)[0]


@pytest.mark.parametrize(
    ("before", "after", "steps", "text"),
    [(0, 3, (0, 1, 2, 3), "0 → 3"), (4, 0, (4, 5, 0), "4 → 5 · 5 → 0")],
    ids=["up", "up and then down"],
)
def test_steps_in_one_direction_are_one_change(before, after, steps, text):
    entries = [Entry(("outskirts",), one, other) for one, other in pairwise(steps)]
    assert (entries[0].before, entries[-1].after) == (before, after)
    assert " · ".join(entry_texts("second", entries, NAMES)).replace("Monsters in the Outskirts ", "") == text


def test_another_area_of_an_other_world_is_one_change():
    entries = [Entry(("seats", "p1", "area"), one, other) for one, other in ((1, 0), (0, 2))]
    assert entry_texts("second", entries, NAMES) == ["Ann: Area 1 → 2"]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "rolls for a special card: Bank Loan."), ("de", "Bankdarlehen")]
)
def test_a_special_card_has_its_name_in_the_question(language, text):
    (question,) = questions(with_seat(table(turn=6, phase=UPKEEP), special={LOAN: 1}))
    with translation.override(language):
        assert text in sentence_of(question)
