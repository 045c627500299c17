"""Tests of the chaos bag page: changes, draws, and input that is kept after a conflict."""

import re
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from campaigns.bag import Bar
from campaigns.services.creation import start_campaign
from rules.campaign import steps
from tests.campaigns.conftest import FIRST, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db


def test_a_late_form_shows_what_was_entered(walk: Walk) -> None:
    seen = walk.campaign.revision
    walk.did("bag", do="change", **{"token-skull": "1"})
    given = {"token-skull": "1", "token-cultist": "2"}
    late = walk.post("bag", do="change", follows=seen, cause="The guide", **given)
    assert late.status_code == 409
    page = late.content.decode()
    assert "Chaos bag: +1 skull" in page, "what changed is said"
    assert 'name="token-cultist" value="2"' in page
    assert 'value="The guide"' in page
    assert "cultist" not in walk.state.bag.tokens


def test_changes_of_other_tokens_are_merged(walk: Walk) -> None:
    seen = walk.campaign.revision
    walk.did("bag", do="change", **{"token-skull": "1"})
    before = walk.state.bag.tokens
    walk.did("bag", do="change", follows=seen, **{"token-cultist": "2"})
    assert walk.state.bag.tokens["cultist"] == before.get("cultist", 0) + 2


@pytest.fixture
def playing(walk: Walk, alice: User) -> Walk:
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.campaign.refresh_from_db()
    return walk


def test_a_bless_is_added_although_others_added_tokens(playing: Walk, as_bob: Client) -> None:
    seen = playing.campaign.revision
    Walk(as_bob, playing.campaign).did("bag", add="curse")
    Walk(as_bob, playing.campaign).did("bag", add="bless", follows=seen)
    playing.did("bag", add="bless", follows=seen)
    tokens = playing.state.bag.tokens
    assert (tokens["bless"], tokens["curse"]) == (2, 1)
    playing.did("bag", remove="bless", follows=seen)
    assert playing.state.bag.tokens["bless"] == 1


def test_what_was_undone_meanwhile_does_not_matter(playing: Walk) -> None:
    playing.did("bag", add="bless")
    playing.campaign.refresh_from_db()
    seen = playing.campaign.revision
    playing.did("undo")
    playing.did("bag", add="curse", follows=seen)
    assert playing.state.bag.tokens.get("bless", 0) == 0
    assert playing.state.bag.tokens["curse"] == 1


def test_a_token_is_not_merged_with_the_end_of_the_scenario(playing: Walk) -> None:
    seen = playing.campaign.revision
    playing.did("after", resolution="R1", victory="1")
    assert playing.post("bag", add="bless", follows=seen).status_code == 409


def test_a_limit_is_a_limit_for_all(playing: Walk) -> None:
    seen = playing.campaign.revision
    playing.did("bag", do="change", **{"token-bless": "10"})
    refused = playing.post("bag", add="bless", follows=seen)
    assert refused.status_code == 409
    assert playing.state.bag.tokens["bless"] == 10


def test_draws_are_remembered_and_change_nothing(walk: Walk) -> None:
    before = walk.state.bag
    walk.did("bag", do="draw")
    walk.did("bag", do="draw")
    page = walk.get("bag")
    assert len(page.context["draws"]) == 2
    assert walk.state.bag == before


def test_blessings_that_were_revealed_leave_once(walk: Walk, alice: User, as_bob: Client) -> None:
    walk.sit(make_deck(alice, FIRST))
    walk.begin("spreading_flames")
    walk.did("bag", do="change", **{"token-bless": "10", "token-curse": "10"})
    spent: list[tuple[str, int]] = []
    while not spent:
        walk.did("bag", do="draw")
        spent = walk.get("bag").context["spent"]
    revealed = dict(spent)
    before = walk.state.bag.tokens
    key = walk.get("bag").context["draws"][0]["key"]
    walk.did("bag", spent=key)
    Walk(as_bob, walk.campaign).did("bag", spent=key)  # Bob presses it too.
    assert walk.get("bag").context["spent"] == []
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


def test_a_draw_says_whether_the_test_was_passed(playing: Walk) -> None:
    for _time in range(12):
        playing.did("bag", do="draw", skill="4", difficulty="3")
    draws = playing.get("bag").context["draws"]
    for each in draws:
        assert (each["skill"], each["difficulty"]) == (4, 3)
        if each["total"] in ("fails", "passes"):
            assert each["passed"] == (each["total"] == "passes")
        else:
            assert each["passed"] == (max(0, 4 + int(each["total"].replace("−", "-"))) >= 3)
    assert {each["passed"] for each in draws} == {True, False}, "twelve draws from this bag have both"
    page = text(playing.get("bag"))
    assert "passed 4 against 3" in page
    assert "failed 4 against 3" in page


def test_without_a_test_nothing_is_said(playing: Walk) -> None:
    playing.did("bag", do="draw")
    assert playing.get("bag").context["draws"][0]["passed"] is None


def test_skill_and_difficulty_stay(playing: Walk) -> None:
    for press in ({"do": "draw"}, {"do": "odds"}, {"add": "bless"}, {"remove": "bless"}):
        answer = playing.did("bag", skill="7", difficulty="5", **press)
        page = playing.client.get(answer.url)
        assert (page.context["skill"], page.context["difficulty"]) == (7, 5), press
    assert playing.get("bag").context["skill"] == 7, "also on the next visit"


def test_others_see_a_draw_at_once(playing: Walk, as_bob: Client) -> None:
    bob = Walk(as_bob, playing.campaign)
    stamp = bob.get("bag").context["stamp"]
    assert bob.get("bag-live", seen=stamp).status_code == 204
    playing.did("bag", do="draw", skill="4", difficulty="3")
    live = bob.get("bag-live", seen=stamp)
    assert live.status_code == 200
    assert "alice" in live.content.decode()
    stamp = live.context["stamp"]
    assert bob.get("bag-live", seen=stamp).status_code == 204
    playing.did("bag", add="curse")
    live = bob.get("bag-live", seen=stamp)
    assert live.status_code == 200
    playing.did("bag", do="odds", **{"value-skull": "-4"})
    assert bob.get("bag-live", seen=live.context["stamp"]).status_code == 200, "values are news, too"


def test_in_place_a_press_answers_with_the_parts(playing: Walk) -> None:
    given = {"do": "draw", "skill": "4", "difficulty": "3", "key": str(uuid4())}
    address = playing.url("bag")
    first = playing.client.post(address, given, headers={"HX-Request": "true"})
    assert first.status_code == 200
    assert 'id="bag-poll"' in first.content.decode()
    keys = re.findall(r'name="key" value="([^"]+)"', first.content.decode())
    assert len(set(keys)) == 1
    assert given["key"] not in keys, "the next press is another draw"
    playing.did("bag", do="change", **{"token-bless": "10"})
    refused = playing.client.post(address, {"add": "bless"}, headers={"HX-Request": "true"})
    assert refused.status_code == 409
    assert 'id="bag-poll"' in refused.content.decode()
    assert 'id="refusal"' in refused.content.decode()


def test_a_symbol_that_is_counted_at_the_table_says_so_until_it_has_a_value(
    as_alice: Client, alice: User
) -> None:
    start = steps.StartCampaign(campaign="core", difficulty="standard")
    walk = Walk(as_alice, start_campaign(start, owner=alice).campaign)
    walk.sit(make_deck(alice, FIRST))
    walk.begin("torch")
    assert walk.get("bag").context["bag"].counted == "skull"
    assert "Counted at the table: skull." in walk.get("bag").content.decode()
    walk.did("bag", do="odds", **{"value-skull": "-2"})
    assert "Counted at the table" not in walk.get("bag").content.decode()


def test_values_of_symbols_that_others_entered_are_retained(playing: Walk, as_bob: Client) -> None:
    shown = {"value-skull": "", "was-skull": "", "value-cultist": "", "was-cultist": ""}
    playing.did("bag", do="odds", **{**shown, "value-skull": "-3"})
    Walk(as_bob, playing.campaign).did("bag", do="odds", **{**shown, "value-cultist": "-1"})
    values = {pile.token: pile.value.modifier for pile in playing.get("bag").context["bag"].piles}
    assert values["skull"] == -3


def test_likely_cards_are_offered_first_for_sealing(playing: Walk) -> None:
    groups = playing.get("bag").context["holders"]
    assert groups[0][0] == "Investigators"
    assert groups[-1][0] == "Other cards"
    card = groups[-1][1][0][0]
    playing.did("bag", do="seal", token="0", card=card, copies="1")
    likely = dict(playing.get("bag").context["holders"])["Likely cards"]
    assert card in dict(likely), "a card that holds a token is likely"


def test_cards_of_one_title_are_told_apart_for_sealing(playing: Walk) -> None:
    seat = next(iter(playing.state.seats))
    playing.did("change", do="card-joins", seat=seat, title="12027", cause="The guide")
    titles = [title for _group, cards in playing.get("bag").context["holders"] for _code, title in cards]
    assert {"Bodyguard", "Bodyguard (2)"} <= {*titles}
    assert len(titles) == len({*titles})


@pytest.mark.parametrize(
    ("chance", "shown"), [(Fraction(5, 8), 63), (Fraction(7, 8), 88), (Fraction(1, 3), 33)]
)
def test_half_a_percent_is_rounded_up(chance: Fraction, shown: int) -> None:
    assert Bar("0", chance, 0, 0.0, 0.0, 0.0, 0.0).percent == shown


def test_the_chance_has_one_decimal_and_a_half_is_rounded_up() -> None:
    """9 of 16 is 56.25 %, and 56,3 in German."""
    bar = Bar("0", Fraction(9, 16), 0, 0.0, 0.0, 0.0, 0.0)
    assert bar.exactly == "56.3"
    with translation.override("de"):
        assert bar.exactly == "56,3"
