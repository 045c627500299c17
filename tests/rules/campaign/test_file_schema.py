"""Schema of a campaign file: the shipped files match it, and every fault of another file is reported."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.importing.shipped import CATALOGUE
from rules.campaign import Game, read_campaign, steps
from rules.campaign.file_schema import MOST_FAULTS, TOKEN_VALUES, faults
from tests.examples import number_of_examples
from tests.rules.campaign.party import CATALOGUE as CARDS
from tests.rules.campaign.party import Party

GUIDE: dict[str, Any] = {
    "id": "our-story",
    "title": "Our Story",
    "kind": "campaign",
    "position": 1,
    "order": ["one", "rest", "two"],
    "bags": {"standard": {"0": 3, "skull": 2, "auto_fail": 1, "elder_sign": 1}},
    "log": [{"id": "campaign_notes", "title": "Campaign Notes", "kind": "entries", "entries": ["it_began"]}],
    "scenarios": [
        {
            "id": "one",
            "title": "One",
            "kind": "scenario",
            "resolutions": ["no_resolution", "R1"],
            "reference_card": "99001",
            "prices": [{"id": "rest", "experience": 1, "resolutions": ["R1"], "heals": 1}],
            "may": {"bonus": [1], "instead": {"bag": {"0": 1}, "trauma": [{"mental": 1}]}},
        },
        {"id": "rest", "title": "A Rest", "kind": "interlude"},
        {"id": "two", "title": "Two", "kind": "scenario"},
    ],
    "tokens": [
        {
            "reference_card": "99001",
            "easy_standard": {"skull": {"modifier": -1}},
            "hard_expert": {"skull": {"auto_fail": True, "or": [{"modifier": -3}]}},
        }
    ],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """Return the campaign with one value set at the path; `...` removes it."""
    facts = deepcopy(GUIDE)
    here: Any = facts
    *parts, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    for part in parts:
        here = here[part]
    if value is ...:
        del here[last]
    else:
        here[last] = value
    return facts


def fault_texts(facts: Any) -> list[str]:
    return [str(fault) for fault in faults(facts)]


@pytest.mark.parametrize("path", sorted((CATALOGUE / "campaigns").glob("*.json")), ids=lambda path: path.stem)
def test_every_shipped_campaign_has_this_shape(path):
    assert fault_texts(json.loads(path.read_text())) == []


def test_so_have_the_shipped_token_values():
    rows = json.loads((CATALOGUE / "tokens.json").read_text())
    assert [str(fault) for row in rows for fault in TOKEN_VALUES(row, "")] == []


def test_what_has_it_can_be_played():
    assert fault_texts(GUIDE) == []
    assert [leg.of for leg in read_campaign(GUIDE).course] == [("one",), ("rest",), ("two",)]
    party = Party(game=Game.from_facts(CARDS, [GUIDE]))
    party.do(steps.StartCampaign(campaign="our-story", difficulty="standard"))
    assert party.state.bag.size == 7


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ("id", ..., "id: is missing"),
        ("id", "Our Story", "id: “Our Story” must match [a-z0-9_-]+"),
        ("id", "x" * 65, "id: is longer than 64 characters"),
        ("title", "", "title: is empty"),
        ("title", 3, "title: should be text"),
        ("title", "a\x00b", "title: contains an invalid character"),
        ("kind", "saga", "kind: should be one of campaign, standalone"),
        ("position", True, "position: should be a whole number"),
        ("position", 1.5, "position: should be a whole number"),
        ("position", -1, "position: should be between 0 and 999"),
        ("colour", "red", "colour: is not a known field"),
        ("order", "one", "order: should be a list"),
        ("course", ["one", {"of": ["two"], "least": -1}], "course[1].least: should be between 0 and 99"),
        ("course", ["one", 2], "course[1]: should be an object"),
        ("course", [{"of": ["nine"]}], "course[0][0]: “nine” is not a scenario of this campaign"),
        ("order/1", "three", "order[1]: “three” is not a scenario of this campaign"),
        ("bags/nightmare", {"0": 1}, "bags.nightmare: should be one of easy, standard, hard, expert"),
        ("bags/standard", {}, "bags.standard: is empty"),
        ("bags/standard/0", 0, "bags.standard.0: should be between 1 and 20"),
        ("bags/standard/0", "3", "bags.standard.0: should be a whole number"),
        ("bags/standard/blood", 13, "bags.standard.blood: there are only 12 of them"),
        ("bags/standard/a token", 1, "bags.standard.a token: “a token” must match [A-Za-z0-9_+-]+"),
        ("scenarios", {}, "scenarios: should be a list"),
        ("scenarios/1", "rest", "scenarios[1]: should be an object"),
        ("scenarios/1/id", "one", "scenarios[1].id: “one” is listed twice"),
        ("scenarios/1/kind", "pause", "scenarios[1].kind: should be one of scenario, interlude, epilogue"),
        ("scenarios/0/hidden", "yes", "scenarios[0].hidden: should be true or false"),
        ("scenarios/0/may/bonus", [1, "2"], "scenarios[0].may.bonus[1]: should be a whole number"),
        ("scenarios/0/may/instead/bag", ..., "scenarios[0].may.instead.bag: is missing"),
        ("scenarios/0/may/trauma", [{"moral": 1}], "scenarios[0].may.trauma[0].moral: is not a known field"),
        ("scenarios/0/prices/0/experience", ..., "scenarios[0].prices[0].experience: is missing"),
        (
            "scenarios/0/prices/0/resolutions",
            ["R9"],
            "scenarios[0].prices[0].resolutions[0]: “R9” is not a resolution of this scenario",
        ),
        ("scenarios/0/reference_card", "x" * 17, "scenarios[0].reference_card: is longer than 16 characters"),
        (
            "tokens/0/easy_standard/skull/modifier",
            "auto_fail",
            "tokens[0].easy_standard.skull.modifier: should be a whole number",
        ),
        (
            "tokens/0/easy_standard/rune",
            {},
            "tokens[0].easy_standard.rune: should be one of skull, cultist, tablet, elder_thing",
        ),
        (
            "log/0/kind",
            "poem",
            "log[0].kind: should be one of entries, count, header, relationship, supplies, "
            "investigator-count, partner, checklist, names",
        ),
        (
            "scenarios",
            [{"id": "a", "title": "A", "kind": "scenario"}] * 201,
            "scenarios: has more than 200 entries",
        ),
    ],
)
def test_a_fault_is_reported_with_its_path(path, value, fault):
    assert fault in fault_texts(changed(path, value))


@pytest.mark.parametrize("facts", [None, 3, "text", [], [GUIDE]])
def test_something_else_altogether(facts):
    assert fault_texts(facts) == ["should be an object"]


def test_every_fault_is_reported_at_once():
    facts = changed("scenarios/0/title", 3) | {"position": "first", "colour": "red"}
    del facts["order"]
    assert fault_texts(facts) == [
        "order: is missing",
        "position: should be a whole number",
        "scenarios[0].title: should be text",
        "colour: is not a known field",
    ]


def test_but_not_without_end():
    found = fault_texts(changed("order", [f"scenario {n}" for n in range(500)]))
    assert (len(found), found[-1]) == (MOST_FAULTS + 1, "and more")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=12,
)
places = st.sampled_from(
    [
        *(
            "id",
            "title",
            "order",
            "bags",
            "bags/standard",
            "log",
            "log/0",
            "scenarios",
            "scenarios/0",
            "tokens",
        ),
        *("scenarios/0/may", "scenarios/0/prices", "scenarios/0/prices/0", "tokens/0/easy_standard/skull"),
    ]
)


@settings(max_examples=number_of_examples(150), deadline=None)
@given(path=places, value=anything)
def test_any_value_is_reported_or_can_be_read(path, value):
    facts = changed(path, value)
    if not faults(facts):
        read_campaign(facts)
