"""Ultimatums and boons: when they may be used, which may be drawn, and which combinations cause warnings."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.deck.circumstances import CAMPAIGN, CREATION, FREE, STANDALONE
from rules.rulebook import RULEBOOK, RulebookError, files, ultimatums
from rules.rulebook.editions import edition
from rules.rulebook.ultimatums import (
    DIFFICULTIES,
    ULTIMATUMS,
    available,
    combination_warnings,
    drawable,
    unmet_prerequisites,
)

ENGLISH, GERMAN, FAQ = edition("grimoire-1.1"), edition("grimoire-1.0-de"), edition("faq-1.7")


def test_there_are_19_ultimatums_10_boons_and_a_refraction():
    kinds = [name.partition(".")[0] for name in ULTIMATUMS]
    assert (kinds.count("ub"), kinds.count("boon"), kinds.count("refraction")) == (19, 10, 1)
    assert RULEBOOK["boon.hades"] is ULTIMATUMS["boon.hades"]


def test_every_name_is_there_in_both_languages():
    """Those that the German book does not have yet are named as in the index of the books."""
    assert all(each.title("de") != each.title("en") for each in ULTIMATUMS.values())
    assert ULTIMATUMS["ub.chaos"].title("de") == "Ultimatum des Chaos"
    assert ULTIMATUMS["ub.spiral"].title("de") == "Ultimatum der Spirale"
    assert ULTIMATUMS["ub.chaos"].title("en") == "Ultimatum of Chaos"


@pytest.mark.parametrize(
    ("known", "mode", "difficulty", "scenario", "missing"),
    [
        pytest.param(ENGLISH, CAMPAIGN, "", "", set(), id="nothing known, nothing ruled out"),
        pytest.param(ENGLISH, FREE, "", "", set(), id="a deck from anywhere"),
        pytest.param(ENGLISH, CREATION, "", "", set(), id="a new campaign"),
        pytest.param(
            ENGLISH, CAMPAIGN, "standard", "smoke_and_mirrors", {"boon.nodens", "refraction.scorched-earth"},
            id="Standard, another scenario",
        ),
        pytest.param(
            ENGLISH, CAMPAIGN, "expert", "spreading_flames", {"ub.malevolence"}, id="Expert, that scenario",
        ),
        pytest.param(
            ENGLISH, STANDALONE, "easy", "spreading_flames",
            {"ub.finality", "ub.induction", "ub.spiral", "ub.survival", "ub.scream", "ub.ultimatums",
             "boon.ancients", "boon.persephone", "boon.nodens"},
            id="a standalone scenario on Easy",
        ),
        pytest.param(
            GERMAN, CAMPAIGN, "", "",
            {"ub.malevolence", "ub.spiral", "boon.morrigan", "boon.nodens", "boon.persephone"},
            id="the German Grimoire",
        ),
        pytest.param(FAQ, CAMPAIGN, "", "", set(ULTIMATUMS), id="the FAQ has none"),
    ],
)  # fmt: skip
def test_what_a_group_may_choose(known: Any, mode: str, difficulty: str, scenario: str, missing: set[str]):
    offered = {ultimatum.id for ultimatum in available(known, mode, difficulty, scenario)}
    assert ULTIMATUMS.keys() - offered == missing


@pytest.mark.parametrize(
    ("active", "known", "mode", "difficulty", "scenario", "facts"),
    [
        pytest.param({"ub.malevolence"}, ENGLISH, CAMPAIGN, "standard", "", [], id="Malevolence on Standard"),
        pytest.param(
            {"ub.malevolence"}, ENGLISH, CAMPAIGN, "hard", "",
            [("ub.malevolence", "difficulty", ["easy", "standard"])], id="Malevolence on Hard",
        ),
        pytest.param(
            {"boon.nodens"}, ENGLISH, CAMPAIGN, "standard", "",
            [("boon.nodens", "difficulty", ["hard", "expert"])], id="Nodens on Standard",
        ),
        pytest.param(
            {"ub.finality"}, ENGLISH, STANDALONE, "standard", "",
            [("ub.finality", "mode", ["campaign"])], id="Finality in a standalone scenario",
        ),
        pytest.param({"ub.finality"}, ENGLISH, CAMPAIGN, "standard", "", [], id="Finality in a campaign"),
        pytest.param(
            {"refraction.scorched-earth"}, ENGLISH, CAMPAIGN, "", "queen_of_ash",
            [("refraction.scorched-earth", "scenario", ["spreading_flames"])], id="a refraction elsewhere",
        ),
        pytest.param(
            {"ub.spiral"}, GERMAN, STANDALONE, "", "",
            [("ub.spiral", "edition", ["grimoire-1.1"]), ("ub.spiral", "mode", ["campaign"])],
            id="two reasons at once",
        ),
        pytest.param({"ub.sloth"}, ENGLISH, CAMPAIGN, "", "", [("ub.sloth", "unknown", [])], id="no such"),
    ],
)  # fmt: skip
def test_what_an_ultimatum_needs_and_has_not(
    active: set[str], known: Any, mode: str, difficulty: str, scenario: str, facts: list[tuple[Any, ...]]
):
    found = unmet_prerequisites(active, edition=known, mode=mode, difficulty=difficulty, scenario=scenario)
    assert [(fact["ultimatum"], fact["because"], fact["needs"]) for fact in found] == facts


def test_the_facts_of_a_violation_name_the_ultimatum_in_both_languages():
    (fact,) = unmet_prerequisites({"ub.finality"}, edition=ENGLISH, mode=STANDALONE)
    assert fact["name"] == "Ultimatum of Finality"
    assert fact["name_de"] == "Ultimatum der Endgültigkeit"


def test_the_ultimatum_of_ultimatums_leaves_out_decks_bag_itself_and_what_is_active():
    drawn = {ultimatum.id for ultimatum in drawable(ENGLISH, CAMPAIGN)}
    assert ULTIMATUMS.keys() - drawn == {
        "ub.chaos", "ub.disaster", "ub.exile", "ub.highlander", "ub.induction", "ub.orthodoxy",
        "ub.broken-promises", "ub.failure", "ub.ultimatums", "boon.ancients", "boon.morrigan",
        "refraction.scorched-earth",
    }  # fmt: skip
    later = {ultimatum.id for ultimatum in drawable(ENGLISH, CAMPAIGN, "easy", "", {"ub.agony"})}
    assert drawn - later == {"ub.agony", "boon.nodens"}


@pytest.mark.parametrize(
    ("active", "cards", "count"),
    [
        pytest.param({"ub.hardship"}, (), 0, id="one alone"),
        pytest.param({"ub.hardship", "boon.hades"}, (), 1, id="two that cancel out"),
        pytest.param({"ub.induction", "boon.ancients", "boon.persephone"}, (), 2, id="two pairs"),
        pytest.param({"ub.highlander"}, (), 0, id="a card that is not there"),
        pytest.param({"ub.highlander"}, ("08046",), 1, id="a card that makes it needless"),
        pytest.param({"ub.chaos"}, ("08046",), 0, id="the card without the ultimatum"),
    ],
)
def test_combinations_worth_a_warning(active: set[str], cards: tuple[str, ...], count: int):
    assert len(combination_warnings(active, cards)) == count


def test_a_warning_is_said_in_two_languages_and_names_its_interpretation():
    (warning,) = combination_warnings({"ub.finality", "boon.osiris"})
    assert warning.interpretation == "E-27"
    assert warning.text("de") != warning.text("en")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param({"difficulties": ["brutal"]}, "are not difficulties", id="no difficulty"),
        pytest.param({"campaign": True}, "campaign unknown", id="a key that nobody reads"),
        pytest.param({"id": "ub.chaos"}, "already is such an ultimatum", id="the same twice"),
    ],
)
def test_a_wrong_ultimatum_is_refused(
    change: dict[str, Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    facts = files.read_file("ultimatums.json")
    facts["rules"][-1] |= change
    (tmp_path / "ultimatums.json").write_text(json.dumps(facts))
    monkeypatch.setattr(files, "HERE", tmp_path)
    with pytest.raises(RulebookError, match=message):
        ultimatums._read()


def test_a_combination_of_what_is_not_there_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    facts = files.read_file("ultimatums.json")
    facts["combinations"][0]["of"] = ["ub.sloth"]
    (tmp_path / "ultimatums.json").write_text(json.dumps(facts))
    monkeypatch.setattr(files, "HERE", tmp_path)
    with pytest.raises(RulebookError, match=r"combinations: there is no ub\.sloth"):
        ultimatums._read()


def test_difficulties_are_in_order():
    assert DIFFICULTIES == ("easy", "standard", "hard", "expert")
