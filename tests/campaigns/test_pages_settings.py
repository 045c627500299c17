"""Tests of the settings of a campaign; those that are part of the history are steps."""

import pytest

from rules.campaign.state import HouseRules
from rules.deck.circumstances import Environment
from tests.campaigns.conftest import Walk

pytestmark = pytest.mark.django_db


def test_difficulty_environment_and_house_rules_are_changed_by_a_step(walk: Walk) -> None:
    assert walk.get("settings").status_code == 200
    walk.did(
        "settings",
        do="settings",
        name="Cinders",
        difficulty="hard",
        environment="legacy",
        waived="ub.permanent, party.joiner-zero",
    )
    state = walk.state
    assert (walk.campaign.name, state.difficulty) == ("Cinders", "hard")
    assert state.environment.kind == "legacy"
    assert state.house == HouseRules(waived=frozenset({"ub.permanent", "party.joiner-zero"}))
    assert "-5" in state.bag.tokens, "the bag of the guide for hard"
    walk.did("undo")
    assert walk.state.difficulty == "standard"


def test_the_group_records_the_versions_that_legacy_leaves_to_it(walk: Walk) -> None:
    walk.did("settings", do="settings", environment="legacy:modified")
    assert walk.state.environment == Environment("legacy", versions="modified")
    page = walk.get("settings").content.decode()
    assert '<option value="legacy:modified" selected>' in page
    walk.did("settings", do="settings", environment="legacy")
    assert walk.state.environment == Environment("legacy")


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"waived": "no.such-rule"}, id="a rule that there is not"),
        pytest.param({"taboo": "no-such-list"}, id="a list that there is not"),
        pytest.param({"collection": "999999999"}, id="somebody else's boxes"),
        pytest.param({"collection": "²"}, id="a digit that is no number"),
        pytest.param({"link": "no-such-campaign"}, id="a half that there is not"),
    ],
)
def test_of_what_makes_no_sense_nothing_is_done(walk: Walk, fields: dict[str, str]) -> None:
    count = walk.campaign.steps.count()
    assert walk.post("settings", do="settings", name="Cinders", **fields).status_code == 400
    assert walk.campaign.steps.count() == count
    assert walk.state.title == "Ashes"


@pytest.mark.parametrize("member", ["²", "9" * 30, "", "-1"])
def test_an_unknown_user_gets_no_role(walk: Walk, member: str) -> None:
    assert walk.post("settings", do="role", role="reader", member=member).status_code == 400


def test_an_unknown_difficulty_is_refused(walk: Walk) -> None:
    assert walk.post("settings", do="settings", name="Ashes", difficulty="mild").status_code == 409
