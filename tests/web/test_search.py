"""Tests of the search for everything: results, permissions and unusual input."""

import pytest
from django.urls import reverse

from boardgames.services.recording import start_game
from decks import services
from decks.models import Visibility
from tests.rules.boardgames.second_edition.table import beginning

pytestmark = pytest.mark.django_db


def search_page(client, words: str, **headers: str) -> str:
    answer = client.get(reverse("find"), {"q": words}, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_finds_cards_rules_and_one_s_own_decks(client, alice):
    services.create_deck(owner=alice, investigator="12001", name="Myriad ways")
    client.force_login(alice)
    page = search_page(client, "myriad")
    assert "Myriad ways" in page
    assert reverse("rule", args=["myriad.three-copies"]) in page


def test_a_card_is_found_by_its_title(client):
    assert reverse("card-detail", args=["01020"]) in search_page(client, "machete")


def test_others_decks_are_found_only_when_published(client, alice, bob):
    deck = services.create_deck(owner=alice, investigator="12001", name="Whispering wrenches")
    client.force_login(bob)
    assert "Whispering wrenches" not in search_page(client, "whispering")
    deck.visibility = Visibility.PUBLIC
    deck.save()
    page = search_page(client, "whispering")
    assert "Whispering wrenches" in page
    assert "published" in page


def test_many_published_decks_do_not_hide_one_s_own(client, alice, bob):
    services.create_deck(owner=alice, investigator="12001", name="Lanterns of mine")
    for number in range(12):
        services.publish(services.create_deck(owner=bob, investigator="12001", name=f"Lanterns {number}"))
    client.force_login(alice)
    below = search_page(client, "lanterns", **{"HX-Request": "true"})
    assert below.index("Lanterns of mine") < below.index("published")
    assert below.count("published") == 4


def test_a_term_of_the_books_comes_before_the_cards_that_have_it(client):
    page = search_page(client, "Exile")
    assert 0 < page.index('id="found-entries"') < page.index('id="found-cards"')
    page = search_page(client, "machete")
    assert 0 < page.index('id="found-cards"') < page.index('id="found-entries"')


def test_games_are_found_by_their_members(client, alice, bob):
    game = start_game("second", beginning(2), owner=alice, name="Kingsport on Friday")
    client.force_login(alice)
    assert reverse("game-detail", args=[game.public_id]) in search_page(client, "kingsport")
    client.force_login(bob)
    assert "Kingsport on Friday" not in search_page(client, "kingsport")


def test_while_typing_only_the_answers_are_sent(client):
    assert "<html" in search_page(client, "machete")
    assert "<html" not in search_page(client, "machete", **{"HX-Request": "true"})


@pytest.mark.parametrize("words", ["zzzzqqqq", "<script>alert(1)</script>", "%", "🂡"])
def test_odd_words_are_answered(client, words):
    page = search_page(client, words)
    assert "<script>alert" not in page
    assert "No cards, decks or rules found" in page or "All " in page or "card" in page


def test_too_many_words_are_not_searched(client):
    assert "at most 500 characters" in search_page(client, "ab " * 200)


def test_an_empty_search_shows_a_search_box(client):
    assert 'id="find-all"' in search_page(client, "  ")


def test_queries_do_not_grow_with_the_decks_found(client, alice, django_assert_max_num_queries):
    client.force_login(alice)
    for number in range(12):
        services.create_deck(owner=alice, investigator="12001", name=f"Plan {number}")
    search_page(client, "plan")  # The index is built once for each catalogue.
    with django_assert_max_num_queries(8):
        search_page(client, "plan")
