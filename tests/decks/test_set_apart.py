"""Tests of cards that are set apart before a game: shown, chosen, and left out of hands and odds."""

import html

import pytest
from django.test import Client

from accounts.models import User
from decks import services
from decks.insight.odds import library_of
from decks.models import Deck
from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck as Content
from rules.deck.set_apart import set_apart

JOE, UNSOLVED, MARKET, PLAN = "05002", "05010", "09077", "03264"
HUNCHES = ("01022", "01036", "01037")
"""Insight events: Evidence!, Mind over Matter, Working a Hunch."""
DODGE = "01023"


def joe(**attachments: tuple[str, ...]) -> Content:
    slots = {"05009": 1, UNSOLVED: 1, "01088": 2, **dict.fromkeys(HUNCHES, 2)}
    return Content(JOE, slots, attachments=attachments)


def test_a_hunch_deck_is_not_drawn_from(shipped: Catalogue) -> None:
    chosen = (HUNCHES[0], HUNCHES[0], HUNCHES[1])
    (apart,) = set_apart(shipped, joe(**{JOE: chosen}))
    assert (apart.holder, apart.name, apart.most) == (JOE, "hunch", 11)
    assert sorted(apart.codes) == sorted((*chosen, UNSOLVED))
    library = library_of(shipped, joe(**{JOE: chosen}))
    assert sorted(library.cards) == sorted(("05009", "01088", "01088", HUNCHES[1], HUNCHES[2], HUNCHES[2]))
    assert not library.weaknesses & set(library.cards)


def test_all_is_drawn_while_nothing_is_chosen(shipped: Catalogue) -> None:
    assert len(library_of(shipped, joe()).cards) == 10


def test_no_more_is_set_apart_than_the_deck_has(shipped: Catalogue) -> None:
    (apart,) = set_apart(shipped, joe(**{JOE: (HUNCHES[0],) * 9 + ("77777", UNSOLVED)}))
    assert sorted(apart.codes) == sorted((HUNCHES[0], HUNCHES[0], UNSOLVED))


def test_another_printing_is_the_same_card(shipped: Catalogue) -> None:
    deck = Content("60151", {PLAN: 1, "01523": 1}, attachments={PLAN: (DODGE,)})
    (apart,) = set_apart(shipped, deck)
    assert apart.codes == ("01523",)
    assert not library_of(shipped, deck).cards


def test_two_holders_do_not_share_a_copy(shipped: Catalogue) -> None:
    deck = Content(
        "60151", {PLAN: 1, MARKET: 1, "01046": 1}, attachments={PLAN: ("01046",), MARKET: ("01046",)}
    )
    assert sum(len(apart.codes) for apart in set_apart(shipped, deck)) == 1


@pytest.fixture
def hunter(alice: User) -> Deck:
    deck = services.create_deck(owner=alice, investigator=JOE)
    for code in HUNCHES:
        services.set_quantity(deck, code=code, quantity=2)
    deck.refresh_from_db()
    return deck


@pytest.mark.django_db
def test_the_hunch_deck_is_chosen_in_the_editor_and_shown_on_the_page(as_alice: Client, hunter: Deck) -> None:
    at = f"/decks/{hunter.public_id}"
    editor = html.unescape(as_alice.get(f"{at}/edit/").content.decode())
    assert f"{at}/edit/card/{JOE}/apart/" in editor
    dialog = as_alice.get(f"{at}/edit/card/{JOE}/apart/").content.decode()
    assert dialog.count(f'name="attach" value="{HUNCHES[0]}"') == 2
    assert 'value="01088"' not in dialog
    assert f'value="{UNSOLVED}"\n                   checked disabled' in dialog
    page = html.unescape(as_alice.get(f"{at}/").content.decode())
    assert "Hunch deck" in page
    assert "Not chosen yet" in page
    as_alice.post(f"{at}/edit/card/{JOE}/attached/", {"attach": [HUNCHES[0], HUNCHES[0]]})
    page = html.unescape(as_alice.get(f"{at}/").content.decode())
    assert "3 of 11" in page
    assert "Not chosen yet" not in page
    assert "Exact odds for 5 cards" in page


@pytest.mark.django_db
def test_no_more_hunches_are_kept_than_there_may_be(as_alice: Client, hunter: Deck) -> None:
    at = f"/decks/{hunter.public_id}/edit/card/{JOE}/attached/"
    refused = as_alice.post(at, {"attach": [HUNCHES[0]] * 11}, headers={"X-Requested-With": "fetch"})
    assert refused.status_code == 400
    assert "Only 11 cards can be set apart; these are 12." in refused.content.decode()
    assert Deck.objects.get(pk=hunter.pk).working.attachments == {}
    as_alice.post(at, {"attach": [HUNCHES[0]] * 10})
    assert len(Deck.objects.get(pk=hunter.pk).working.attachments[JOE]) == 10


@pytest.mark.django_db
def test_a_card_that_sets_nothing_apart_has_no_dialog(as_alice: Client, hunter: Deck) -> None:
    assert as_alice.get(f"/decks/{hunter.public_id}/edit/card/01088/apart/").status_code == 404


@pytest.mark.django_db
def test_cards_are_drawn_on_from_the_hand(as_alice: Client, hunter: Deck) -> None:
    at = f"/decks/{hunter.public_id}/?seed=abc&mulligan=1&back=0"
    hand = as_alice.get(f"{at}&draw=2", headers={"HX-Target": "hand"}).content.decode()
    assert hand.count('class="slip ') == 7
    assert 'name="draw" value="3"' in hand
    assert 'name="back" value="0"' in hand
    assert 'type="checkbox" name="back"' not in hand
    last = as_alice.get(f"{at}&draw=999", headers={"HX-Target": "hand"}).content.decode()
    assert 'id="draw-on"' not in last
