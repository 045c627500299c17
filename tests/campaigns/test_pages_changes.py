"""Tests of the page that records changes outside the end of a scenario."""

import pytest

from accounts.models import User
from cards.adapters import catalogue
from decks.models import Deck, Why
from decks.services.creation import begin
from rules.campaign import step_from_json
from rules.cards import model
from rules.chance import Chance
from rules.deck.circumstances import CREATION, Circumstances
from rules.deck.random_deck import random_deck
from rules.weaknesses import verify
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck

pytestmark = pytest.mark.django_db


@pytest.fixture
def party(walk: Walk, alice: User) -> Walk:
    walk.sit(make_deck(alice, FIRST))
    walk.sit(make_deck(alice, SECOND))
    assert walk.get("change").status_code == 200
    return walk


def weakness_of(walk: Walk, seat: str) -> str:
    return next(iter(walk.state.seats[seat].weaknesses))


def test_experience_and_trauma(party: Walk) -> None:
    party.did("change", do="trauma", cause="An interlude", **{"mental-s1": "1"})
    assert party.state.seats["s1"].mental == 1
    party.did("change", do="trauma", cause="A card", **{"mental-s1": "-1"})
    assert party.state.seats["s1"].mental == 0


def test_a_random_weakness_by_an_instruction(party: Walk) -> None:
    before = sum(party.state.seats["s1"].weaknesses.values())
    assert party.post("change", do="weakness-drawn", seat="s1", cause="").status_code == 400
    party.did("change", do="weakness-drawn", seat="s1", cause="An interlude")
    assert sum(party.state.seats["s1"].weaknesses.values()) == before + 1
    row = party.campaign.steps.filter(kind="weakness-drawn").latest("number")
    assert verify(step_from_json(row.payload).draw)


def test_a_weakness_leaves(party: Walk) -> None:
    card = weakness_of(party, "s1")
    party.did("change", do="weakness-removed", held=f"s1|{card}", cause="An ability")
    assert card not in party.state.seats["s1"].weaknesses


def test_a_card_joins_and_leaves_by_an_instruction(party: Walk) -> None:
    refused = party.post("change", do="card-joins", seat="s1", title="12027", cause="")
    assert refused.status_code == 409, "the instruction has to be named"
    party.did("change", do="card-joins", seat="s1", title="12027", cause="The guide")
    assert party.state.seats["s1"].deck.slots["12027"] == 1
    party.did("change", do="card-leaves", held="s1|12027", cause="The guide")
    assert "12027" not in party.state.seats["s1"].deck.slots


def test_a_title_that_several_cards_have_needs_a_code(party: Walk) -> None:
    answer = party.post("change", do="card-joins", seat="s1", title="Bodyguard", cause="The guide")
    assert answer.status_code == 400
    assert "Enter the code" in answer.content.decode()


def test_a_story_card_comes_and_goes(party: Walk) -> None:
    party.did("change", do="story", seat="s2", title="12115")
    assert party.state.seats["s2"].story == {"12115": 1}
    party.did("change", do="story-lost", held="s2|12115")
    assert not party.state.seats["s2"].story
    assert party.post("change", do="story", seat="s2", title="Nobody").status_code == 400


def test_a_reward_is_unlocked(party: Walk) -> None:
    page = party.get("change")
    title, code = page.context["rewards"][0]
    assert title
    party.did("change", do="reward", card=code)
    assert code in party.state.rewards


def test_an_investigator_is_lost(party: Walk) -> None:
    party.did("change", do="lost", seat="s1", status="killed", cause="An interlude")
    assert party.state.seats["s1"].status == "killed"


def test_a_card_of_the_second_deck_is_exiled_from_there(walk: Walk, alice: User) -> None:
    begun = model.Deck("90049", {"04015": 1, "04016": 1, "01000": 1}, second_deck={"90053": 1})
    content = random_deck(catalogue(), begun, Circumstances(CREATION), Chance("spirits"))
    seat = walk.sit(begin(Deck(owner=alice, name="Spirits", investigator="90049"), content, why=Why.CREATED))
    spirit = next(code for code in content.second_deck if code not in begun.second_deck)
    assert f"{seat}|second-deck-{spirit}" in walk.get("change").content.decode()
    walk.did("change", do="exile", held=f"{seat}|second-deck-{spirit}")
    deck = walk.state.seats[seat].deck
    assert deck is not None
    assert spirit not in deck.second_deck
    assert deck.slots.get(spirit, 0) == content.slots.get(spirit, 0)


def test_a_refusal_gives_the_reason_and_leaves_the_part_open(party: Walk) -> None:
    answer = party.post("change", do="exile", held="s1|12027", copies="3")
    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()


@pytest.mark.parametrize("fields", [{"do": "nonsense"}, {"do": "card-leaves", "held": "s9|12016"}, {}])
def test_a_broken_form_changes_nothing(party: Walk, fields: dict[str, str]) -> None:
    count = party.campaign.steps.count()
    assert party.post("change", **fields).status_code == 400
    assert party.campaign.steps.count() == count
