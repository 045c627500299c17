"""Tests of the chaos bag page: changes, draws, and input that is kept after a conflict."""

import pytest

from accounts.models import User
from tests.campaigns.conftest import FIRST, Walk, make_deck

pytestmark = pytest.mark.django_db


def test_a_late_form_shows_what_was_entered(walk: Walk) -> None:
    seen = walk.campaign.revision
    walk.did("bag", do="change", **{"token-skull": "1"})
    late = walk.post("bag", do="change", follows=seen, cause="The guide", **{"token-cultist": "2"})
    assert late.status_code == 409
    page = late.content.decode()
    assert "Chaos bag: +1 skull" in page, "what changed is said"
    assert 'name="token-cultist" value="2"' in page
    assert 'value="The guide"' in page
    assert "cultist" not in walk.state.bag.tokens


def test_draws_are_remembered_and_change_nothing(walk: Walk) -> None:
    before = walk.state.bag
    walk.did("bag", do="draw")
    walk.did("bag", do="draw")
    page = walk.get("bag")
    assert len(page.context["draws"]) == 2
    assert walk.state.bag == before


def test_blessings_that_were_revealed_leave_by_one_press(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("bag", do="change", **{"token-bless": "10", "token-curse": "10"})
    spent: list[tuple[str, int]] = []
    while not spent:
        walk.did("bag", do="draw")
        spent = walk.get("bag").context["spent"]
    revealed = dict(spent)
    before = walk.state.bag.tokens
    walk.did("bag", do="change", **{f"token-{name}": f"-{n}" for name, n in spent})
    for name in ("bless", "curse"):
        assert walk.state.bag.tokens.get(name, 0) == before[name] - revealed.get(name, 0)


@pytest.mark.parametrize(
    ("entered", "known"),
    [("−2", -2), ("+1", 1), ("--1", None), ("½", None), ("999", None), ("١", None), ("", None)],
)
def test_the_value_of_a_symbol_is_read_as_players_write_it(
    walk: Walk, entered: str, known: int | None
) -> None:
    walk.did("bag", do="odds", skill="4", difficulty="3", **{"value-skull": entered})
    piles = {pile.token: pile for pile in walk.get("bag").context["bag"].piles}
    assert piles["skull"].known == (known is not None)
    assert known is None or piles["skull"].value.modifier == known
