"""Tests of the project's sample decks: one for every investigator, and pairs that keep and break a rule."""

import json
from pathlib import Path

import pytest

from decks.checking import read_environment
from decks.formats.arkhamdb import read_deck, read_record, write_record
from decks.formats.text import read_text
from decks.formats.writing import write_markdown, write_text
from rules.deck.circumstances import Circumstances
from rules.deck.validate import judge

FOLDER = Path(__file__).parent.parent / "fixtures" / "decks"
DECKS = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
PAIRS = [name.removesuffix("_illegal") for name in DECKS if name.endswith("_illegal")]


def verdict_on(shipped, data):
    ours = data.get("casebook", {})
    environment = read_environment(shipped, ours.get("environment", ""))
    return judge(shipped, read_deck(data), Circumstances(ours.get("mode", "free"), environment=environment))


def test_there_are_enough():
    everybody = {data["investigator_code"] for name, data in DECKS.items() if not name.startswith("rule_")}
    assert len(everybody) >= 60
    assert len(PAIRS) >= 40


@pytest.mark.parametrize("name", [name for name in DECKS if not name.endswith("_illegal")])
def test_legal(shipped, name):
    assert [str(violation) for violation in verdict_on(shipped, DECKS[name]).violations] == []


@pytest.mark.parametrize("name", PAIRS)
def test_illegal_by_the_rule_it_is_named_for(shipped, name):
    illegal = DECKS[f"{name}_illegal"]
    found = {violation.rule for violation in verdict_on(shipped, illegal).violations}
    assert set(illegal["casebook"]["breaks"]) <= found
    assert name in DECKS, "every illegal deck has its legal twin"


@pytest.mark.parametrize("name", DECKS)
def test_a_deck_stays_what_it_is_through_its_own_export(shipped, name):
    record = read_record(DECKS[name])
    again = read_record(json.loads(json.dumps(write_record(record))))
    assert again.deck.slots == record.deck.slots
    assert again.meta == record.meta
    before, after = verdict_on(shipped, DECKS[name]), verdict_on(shipped, write_record(record))
    if not record.deck.oddities:
        assert after == before


@pytest.mark.parametrize("name", [name for name in DECKS if not name.startswith("rule_")])
def test_a_deck_stays_the_same_through_text(titles, name):
    record = read_record(DECKS[name])
    for write in (write_text, write_markdown):
        (found,) = read_text(titles, write(titles, record))
        assert found.deck.slots == record.deck.slots
        assert found.deck.choices == record.deck.choices
        assert (found.deck.investigator, found.deck.taboo) == (record.deck.investigator, record.deck.taboo)
