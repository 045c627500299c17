"""Tests of purchases on the guided page, which shows only those since the last scenario."""

from __future__ import annotations

import pytest

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.creation import branch
from campaigns.services.open_purchases import baskets
from campaigns.services.purchases import deck_row, record_purchases
from decks.errors import InPlay
from decks.services import editing
from decks.services.journal import undo
from decks.services.second_copies import upgrade_pair
from decks.services.upgrading import begin_upgrade, buy, restore_version
from rules.campaign import step_from_json
from rules.cards.model import Tick
from rules.chance import is_honest
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db

#: Bodyguard at level 0 and at level 2.
LOW, HIGH = "12016", "12027"


@pytest.fixture
def game(walk: Walk, alice: User) -> Walk:
    walk.sit(make_deck(alice, FIRST, {LOW: 2}))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="5")
    walk.did("purchases", "s1", do="open")
    deck = deck_row(walk.campaign, "s1")
    buy(deck, code=HIGH, replaces=LOW)
    walk.did("purchases", "s1", do="record")
    return walk


def test_what_was_bought_is_listed_with_its_price(game: Walk) -> None:
    page = text(game.get("after"))
    assert "Bodyguard" in page
    assert "Spent of 5, 3 left 2" in page


def test_the_next_time_begins_with_an_empty_basket(game: Walk) -> None:
    game.begin("smoke_and_mirrors")
    game.did("after", resolution="R1", victory="1")
    assert baskets(game.campaign, game.state) == {}
    assert "3 carried over + 1 earned = 4 XP to spend" in text(game.get("after"))
    game.did("purchases", "s1", do="open")
    basket = baskets(game.campaign, game.state)["s1"]
    assert (basket.recorded, basket.purchases, basket.spent) == (False, [], 0)
    game.did("purchases", "s1", do="record")
    assert game.state.seats["s1"].experience == 4, "nothing is paid twice"


def test_a_branch_knows_what_was_bought(game: Walk, alice: User) -> None:
    made = branch(game.campaign, owner=alice, until=game.campaign.steps.count())
    other = Walk(game.client, Campaign.objects.get(pk=made.pk))
    assert "Spent of 5, 3 left 2" in text(other.get("after"))
    other.did("purchases", "s1", do="open")
    assert baskets(other.campaign, other.state)["s1"].spent == 2, "taken up again, with what was bought"
    record_purchases(other.campaign, other.state.seats["s1"], by=alice)
    assert other.state.seats["s1"].experience == 3


def test_a_story_card_meanwhile_does_not_lose_the_basket(game: Walk) -> None:
    game.did("change", do="story", seat="s1", title="12115")
    game.did("purchases", "s1", do="open")
    assert baskets(game.campaign, game.state)["s1"].spent == 2
    game.did("purchases", "s1", do="record")
    assert game.state.seats["s1"].experience == 3
    assert game.state.seats["s1"].deck.slots["12115"] == 1


def test_a_deck_in_play_is_not_edited_outside_the_history(game: Walk) -> None:
    deck = deck_row(game.campaign, "s1")
    for change in (
        lambda: editing.set_quantity(deck, code=LOW, quantity=0),
        lambda: begin_upgrade(deck, experience=9),
        lambda: restore_version(deck, version=deck.versions.get(number=1)),
        lambda: undo(deck),
    ):
        with pytest.raises(InPlay):
            change()
    editing.write_notes(deck, notes="Mind the fire.")
    page = game.client.get(f"/decks/{deck.public_id}/edit/").content.decode()
    assert "Buy in the campaign" in page
    game.did("end", result="won")
    editing.set_quantity(deck, code=LOW, quantity=0)


#: The Raven Quill, Refine, Old Book of Lore and its higher version.
QUILL, REFINE, TOME, HIGHER_TOME = "09042", "09121", "01031", "06279"


@pytest.fixture
def scribe(walk: Walk, alice: User) -> Walk:
    walk.sit(make_deck(alice, SECOND, {QUILL: 1, REFINE: 2, TOME: 2}))
    walk.begin("spreading_flames")
    return walk


def test_the_page_has_the_conditions_of_prices(scribe: Walk) -> None:
    page = scribe.get("after").content.decode()
    assert page.count(f'name="price-condition-s1-{QUILL}"') == 1
    assert f'name="price-condition-s1-{REFINE}"' in page
    assert "upgrading Old Book of Lore costs 1 less" in page


def test_conditions_make_the_next_purchases_cheaper(scribe: Walk) -> None:
    shown = {f"price-condition-s1-{QUILL}": TOME, f"price-condition-s1-{REFINE}": "1"}
    scribe.did("after", resolution="R1", victory="5", **shown)
    fate = scribe.state.history[0].fates["s1"]
    assert (fate.conditions, fate.attached_to) == ({REFINE: 1}, TOME)
    assert "attached to Old Book of Lore" in text(scribe.get("steps"))
    scribe.did("purchases", "s1", do="open")
    deck = deck_row(scribe.campaign, "s1")
    buy(deck, code=HIGHER_TOME, replaces=TOME)
    buy(deck, code=QUILL, ticks=(Tick(1, 1),))
    scribe.did("purchases", "s1", do="record")
    assert scribe.state.seats["s1"].experience == 5 - 2 - 0


@pytest.mark.parametrize(("card", "value"), [(REFINE, "2"), (REFINE, "x"), (QUILL, REFINE)])
def test_impossible_conditions_are_refused(scribe: Walk, card: str, value: str) -> None:
    answer = scribe.post("after", resolution="R1", victory="5", **{f"price-condition-s1-{card}": value})
    assert answer.status_code in (400, 409)
    assert not scribe.state.history


def test_a_draw_is_in_the_history(walk: Walk, alice: User) -> None:
    walk.sit(make_deck(alice, SECOND, {"04106": 1, "02021": 2}))
    walk.begin("spreading_flames")
    walk.did("after", resolution="R1", victory="5", research="solution_identified:s1")
    walk.did("purchases", "s1", do="open")
    deck = deck_row(walk.campaign, "s1")
    upgrade_pair(deck, code="02021", key="form")
    walk.did("purchases", "s1", do="record")
    (step,) = walk.campaign.steps.filter(kind="cards-bought")
    bought = step_from_json(step.payload).purchases
    assert [purchase.lot.seed for purchase in bought] == ["form", "form"]
    assert all(is_honest(purchase.lot) for purchase in bought)
    assert walk.state.seats["s1"].experience == 1
    walk.did("purchases", "s1", do="open")
    again = baskets(walk.campaign, walk.state)["s1"].purchases
    assert [row.lot["seed"] for row in again] == ["form", "form"], "taken up again as it was drawn"
