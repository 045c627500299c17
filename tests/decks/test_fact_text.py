"""Tests that facts of the rules are written in the reader's language."""

import pickle

import pytest
from django.utils import translation

from cards.text.names import type_text
from cards.text.options import describe, describe_effects
from decks.fact_text import fact_text
from decks.text import sentence
from rules.cards.model import Option
from rules.deck.options import LineText, in_short

pytestmark = pytest.mark.django_db
GUARDIAN = Option(classes=frozenset({"guardian", "neutral"}), level=(0, 5))
SPELLS = Option(traits=frozenset({"Spell"}), types=frozenset({"asset"}), level=(0, 0), limit=5)


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("title", "Bodyguard", "Leibwächter"),
        ("titles", ["Bodyguard", "No such card"], "Leibwächter, No such card"),
        ("what", ["2× Bodyguard"], "2× Leibwächter"),
        ("named", ["Bodyguard (2)"], "Leibwächter (2)"),
        ("versions", ["Bodyguard (replacement)"], "Leibwächter (Ersatz)"),
        ("kind", "Guardian and Seeker", "Wächter und Sucher"),
        ("kind", "a card without class", "ohne Klasse"),
        ("classes", "mystic", "Mystiker"),
        ("classes", 5, 5),
        ("traits", ["Spell", "Item"], "Zauber, Gegenstand"),
        ("only", ["Seeker", "Spell", "Bodyguard"], "Sucher, Zauber, Leibwächter"),
        ("environment", "Limited", "Limitiert"),
        ("token", "elder_thing", "Älteres Wesen"),
        ("status", "killed", "getötet"),
        ("difficulties", ["easy", "expert"], "Einfach, Experte"),
        ("name", "Boon of Nodens", "Gabe des Nodens"),
        ("date", "2026-02-19", "19. Februar 2026"),
        ("date", "", ""),
        ("choices", "secondary class and deck size", "Sekundärklasse und Deckgröße"),
        ("assumed", ["Mystic", "30 cards"], "Mystiker, 30 Karten"),
        ("takes", [in_short(GUARDIAN)], "Wächter und Neutral 0–5"),
        (
            "takes",
            [in_short(SPELLS)],
            "Vorteile mit dem Merkmal Zauber, Stufe 0 (höchstens 5)",
        ),
        (
            "lines",
            [LineText("Spell (6/5)", SPELLS, used=6)],
            "Vorteile mit dem Merkmal Zauber, Stufe 0 (6/5)",
        ),
        ("size", 30, 30),
        ("unknown", ["a", "b"], "a, b"),
    ],
)
def test_a_fact_in_german(key, value, text):
    with translation.override("de"):
        assert fact_text(key, value) == text
    if not isinstance(value, list):
        assert fact_text(key, value) == value


def test_a_sentence_has_no_english_fact():
    facts = {
        "title": "Bodyguard",
        "kind": "Guardian",
        "investigator": "Daisy Walker",
        "takes": [in_short(GUARDIAN)],
    }
    with translation.override("de"):
        text = sentence("{title} is {kind}; {investigator} takes {takes}.", facts)
    assert text == (
        "Leibwächter (Wächter) ist nicht erlaubt; Daisy Walker darf nehmen: Wächter und Neutral 0–5."
    )


def test_a_line_survives_the_cache():
    line = in_short(SPELLS, True)
    again = pickle.loads(pickle.dumps(line))
    assert (str(again), again.line, again.creation) == (str(line), SPELLS, True)


def test_nouns_keep_their_capital_letter(shipped_catalogue):
    paranoia = shipped_catalogue.cards["01097"]
    assert type_text(paranoia) == "Basic weakness, treachery"
    with translation.override("de"):
        assert type_text(paranoia) == "Grundschwäche, Verrat"
        assert describe(GUARDIAN) == "Karten (Wächter und Neutral), Stufe 0–5"
        assert describe(Option(uses=frozenset({"charges"}))) == "Karten mit Anwendungen: Ladungen"
        assert describe_effects(shipped_catalogue.cards["05002"], shipped_catalogue) == [
            "Mindestens 11 Ereignisse mit dem Merkmal Erkenntnis."
        ]
