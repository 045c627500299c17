"""Tests of the generation of campaigns and token values from studies and written facts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.generation.campaigns import effect_on_test, is_bonus, scenario
from cards.generation.source import SourceError
from tests.cards.checkout import Checkout


def a_scenario(name: str, **facts: Any) -> dict[str, Any]:
    return {
        "id": name,
        "kind": "scenario",
        "listed": "listed",
        "name": name.title(),
        "own_packs": ["newp"],
        **facts,
    }


def a_campaign(name: str = "new", *scenarios: dict[str, Any], **facts: Any) -> dict[str, Any]:
    return {
        "id": name,
        "name": "New Campaign",
        "name_de": "Neue Kampagne",
        "campaign_type": "campaign",
        "position": 1,
        "pack_codes": ["newp", "fan"],
        "no_side_scenario_xp": False,
        "scenario_order": [each["id"] for each in scenarios],
        "log_sections": [],
        "log_entry_ids_written": {},
        "scenarios": list(scenarios),
        **facts,
    }


def token_values(**facts: Any) -> dict[str, Any]:
    return {
        "reference_card": "99507",
        "scenario": "newset",
        "pack": "newp",
        "easy_standard": [],
        "hard_expert": [],
        **facts,
    }


class Generator:
    """Runs the command over one checkout and any studies, and reads what it wrote."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = Checkout(folder / "data").root
        self.target = folder / "catalogue"

    def write(self, name: str, facts: Any) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(facts))
        return path

    def run(self, *studies: Any) -> None:
        paths = [str(self.write(f"study-{n}.json", study)) for n, study in enumerate(studies)]
        given = [word for path in paths for word in ("--campaigns", path)]
        call_command("generate_catalogue", str(self.root), "--to", str(self.target), *given)

    def campaign(self, name: str = "new") -> dict[str, Any]:
        return self.read(f"campaigns/{name}.json")

    def scenario(self, campaign: str = "new", place: int = 0) -> dict[str, Any]:
        return self.campaign(campaign)["scenarios"][place]

    def read(self, name: str) -> Any:
        return json.loads((self.target / name).read_text())


@pytest.fixture
def generator(tmp_path: Path) -> Generator:
    return Generator(tmp_path)


def test_a_campaign_is_converted(generator):
    one = a_scenario(
        "one",
        name_de="Eins",
        encounter_sets=["newset", "sewers"],
        resolutions=[{"id": "R1", "title": "Resolution 1"}],
        next=[["next_scenario", "two"], ["skip_scenario", "three"]],
        effects={
            "earn_xp": [{"bonus": 2}, {}],
            "add_card": [{"card": "99506"}, {"card": "01000"}, {"card": "$input"}],
            "trauma": [{"physical": 1}, {"physical": 1}],
        },
    )
    campaign = a_campaign(
        "new",
        one,
        a_scenario("fan", fan_made_by="Somebody"),
        log_sections=[
            {"id": "notes", "title": "Notes", "title_de": "Notizen", "type": "entries", "hidden": False},
            {"id": "hidden", "title": "Hidden", "title_de": "Geheim", "type": "entries", "hidden": True},
        ],
        log_entry_ids_written={"notes": {"it_was_so": ["campaign_log"], "days": ["campaign_log_count"]}},
        chaos_bags={"standard": {"counts": {"skull": 2, "+1": 1, "elder_sign": 1}}},
    )
    generator.run(
        {
            "campaigns": [campaign],
            "side_scenarios": a_campaign("side"),
            "standalone": [{"campaign": "new", "scenario": "one", "difficulties": ["standard"]}],
        }
    )
    made = generator.campaign()
    assert made["packs"] == ["newp"]
    assert made["order"] == ["one"]
    assert made["bags"]["standard"] == {"+1": 1, "skull": 2, "auto_fail": 1, "elder_sign": 1}
    assert made["log"] == [
        {
            "id": "notes",
            "title": "Notes",
            "title_de": "Notizen",
            "kind": "entries",
            "entries": ["it_was_so"],
            "counts": ["days"],
        }
    ]
    (scenario,) = made["scenarios"]
    assert scenario["encounter_sets"] == ["newset", "arkham_sewers"]
    assert scenario["standalone"] == ["standard"]
    assert scenario["next"] == ["two"]
    assert scenario["may"] == {"bonus": [2], "cards": ["99506"], "trauma": [{"physical": 1}]}
    assert generator.campaign("side")["id"] == "side"


def test_a_campaign_of_the_second_chapter_is_marked(generator):
    packs = generator.root / "packs.json"
    rows = json.loads(packs.read_text())
    for chapter, expected in ((2, 2), (1, None)):
        packs.write_text(json.dumps([{**row, "chapter": chapter} for row in rows]))
        generator.run({"campaigns": [a_campaign("new", pack_codes=["newp"])]})
        assert generator.campaign().get("chapter") == expected


@pytest.mark.parametrize(
    ("kind", "name", "packs", "german"),
    [
        ("scenario", "Fluss", ["newp"], "Fluss"),
        ("scenario", "Fluss", ["cob"], None),
        ("interlude", "Prolog", ["cob"], "Prolog"),
    ],
)
def test_titles_that_only_a_machine_has_translated_are_left_out(kind, name, packs, german):
    made = scenario(a_scenario("one", kind=kind, name_de=name, own_packs=packs), None)
    assert made.get("title_de") == german


@pytest.mark.parametrize(
    ("row", "counts"),
    [
        ({"bonus": 2, "investigator": "all"}, True),
        ({"bonus": -1, "investigator": "all"}, True),
        ({"bonus": 2, "investigator": "$input_value"}, True),
        ({"bonus": 2, "special_xp": "unspect_xp"}, True),
        ({"investigator": "all"}, False),
        ({"bonus": -3, "investigator": "$input_value"}, False),
        ({"bonus": -2, "investigator": "all", "side_scenario_cost": True}, False),
        ({"bonus": -1, "investigator": "all", "step": "xp_cost"}, False),
        ({"bonus": 1, "investigator": "all", "special_xp": "resupply_points"}, False),
    ],
)
def test_prices_and_other_points_are_no_bonus(row, counts):
    assert is_bonus(row) == counts


def test_token_values_are_converted(generator):
    values = token_values(
        easy_standard=[
            {"token": "skull", "type": "counter", "counter": {"min": 0}},
            {
                "token": "cultist",
                "type": "condition",
                "default": {"modifier": -1},
                "options": [{"modifier": -3}],
            },
        ],
        hard_expert=[
            {"token": "skull", "type": "simple", "value": {"modifier": -2}},
            {"token": "cultist", "type": "simple", "value": {"modifier": "auto_succeed"}},
            {
                "token": "tablet",
                "type": "condition",
                "default": {"modifier": "auto_fail"},
                "options": [{"modifier": "auto_fail", "reveal_another": 1}, {"modifier": 0}],
            },
        ],
    )
    generator.run({"campaigns": [a_campaign()], "scenario_token_values": [values, {**values, "pack": "fan"}]})
    (tokens,) = generator.read("tokens.json")
    assert tokens["easy_standard"] == {
        "skull": {"counts": {"min": 0}},
        "cultist": {"modifier": -1, "or": [{"modifier": -3}]},
    }
    assert tokens["hard_expert"] == {
        "skull": {"modifier": -2},
        "cultist": {"auto_succeed": True},
        "tablet": {"auto_fail": True, "or": [{"auto_fail": True, "reveal_another": 1}, {"modifier": 0}]},
    }


@pytest.mark.parametrize("modifier", ["auto_draw", None, 1.5, [1]])
def test_a_token_value_that_is_neither_a_number_nor_a_decision_is_refused(modifier):
    with pytest.raises(SourceError, match="not a modifier"):
        effect_on_test({"modifier": modifier})


def test_several_studies_are_taken_together(generator):
    generator.run(
        {"campaigns": [a_campaign("old")], "scenario_token_values": [token_values()]},
        {"campaigns": [a_campaign("new")]},
        {"scenario_token_values": [token_values(reference_card="99508")]},
    )
    assert generator.campaign("old")["id"] == "old"
    assert generator.campaign("new")["id"] == "new"
    assert [row["reference_card"] for row in generator.read("tokens.json")] == ["99507", "99508"]


@pytest.mark.parametrize(
    ("study", "problem"),
    [
        ([], "holds none of"),
        ({"about": {}}, "holds none of"),
        ({"campaigns": {}}, "is not a list"),
        ({"scenario_token_values": []}, "no study holds a campaign"),
    ],
)
def test_a_file_that_is_no_study_is_refused(generator, study, problem):
    with pytest.raises(CommandError, match=problem):
        generator.run(study)
    assert not (generator.target / "tokens.json").exists()


class TestWrittenFacts:
    def test_they_are_laid_over_the_study(self, generator):
        generator.write(
            "catalogue/written/campaigns.json",
            {
                "new": {
                    "scenarios": {"one": {"reference_card": "99509", "may": {"bonus": [], "cards": ["1"]}}}
                }
            },
        )
        effects = {"earn_xp": [{"bonus": 2}], "trauma": [{"mental": 1}]}
        generator.run(
            {"campaigns": [a_campaign("new", a_scenario("one", effects=effects), a_scenario("two"))]}
        )
        assert generator.scenario()["reference_card"] == "99509"
        assert generator.scenario()["may"] == {"cards": ["1"], "trauma": [{"mental": 1}]}
        assert generator.scenario(place=1)["id"] == "two"

    @pytest.mark.parametrize(
        ("written", "problem"),
        [
            ({"other": {"scenarios": {}}}, "other: is a campaign that no study holds"),
            ({"new": {"scenarios": {"nine": {}}}}, "new.nine: is not a scenario"),
        ],
    )
    def test_they_name_what_exists(self, generator, written, problem):
        generator.write("catalogue/written/campaigns.json", written)
        with pytest.raises(CommandError, match=problem):
            generator.run({"campaigns": [a_campaign("new", a_scenario("one"))]})
