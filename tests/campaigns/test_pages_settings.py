"""Tests of the settings of a campaign; those that are part of the history are steps."""

import re

import pytest
import segno
from django.test import Client

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


def test_an_invitation_has_a_qr_code(walk: Walk) -> None:
    """The code that is drawn is that of the link; it comes and goes with the link."""
    assert "qr__ink" not in shared(walk)
    for role in ("player", "reader"):
        walk.did("settings", do="invite", role=role)
    codes = [code for _role, _label, _link, code in walk.get("settings").context["links"]]
    for role, code in zip(("player", "reader"), codes, strict=True):
        token = walk.campaign.invitations.get(role=role).token
        drawn = segno.make(f"http://testserver/campaigns/join/{token}/", error="m")
        assert dark_modules(code) == {
            (x + 4, y + 4) for y, row in enumerate(drawn.matrix) for x, dark in enumerate(row) if dark
        }
        assert code in shared(walk)
        walk.did("settings", do="withdraw", role=role)
        assert code not in shared(walk)


def test_only_the_owner_sees_the_invitations(walk: Walk, as_bob: Client) -> None:
    walk.did("settings", do="invite", role="player")
    page = Walk(as_bob, walk.campaign).get("settings").content.decode()
    assert "Invite by link" not in page
    assert 'class="qr"' not in page


def shared(walk: Walk) -> str:
    """The part of the settings with links."""
    page: str = walk.get("settings").content.decode()
    return page.partition('id="share"')[2].partition("</section>")[0]


def dark_modules(svg: str) -> set[tuple[int, int]]:
    """Return the places that a path of horizontal lines draws."""
    found = re.search(r' d="([^"]+)"', svg)
    assert found
    x, y, places = 0.0, 0.0, set()
    for letter, numbers in re.findall(r"([Mmh])([-0-9. ]+)", found[1]):
        by = [float(each) for each in re.findall(r"-?[0-9.]+", numbers)]
        if letter == "h":
            places |= {(int(x) + each, int(y)) for each in range(int(by[0]))}
            x += by[0]
        else:
            x, y = (by[0], by[1]) if letter == "M" else (x + by[0], y + by[1])
    return places
