"""Tests of the search for everything: results, permissions and unusual input."""

import pytest
from django.urls import reverse

from decks import services
from decks.models import Visibility

pytestmark = pytest.mark.django_db


def ask(client, words: str, **headers: str) -> str:
    answer = client.get(reverse("find"), {"q": words}, headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_finds_cards_rules_and_one_s_own_decks(client, alice):
    services.create_deck(owner=alice, investigator="12001", name="Myriad ways")
    client.force_login(alice)
    page = ask(client, "myriad")
    assert "Myriad ways" in page
    assert reverse("rule", args=["myriad.three-copies"]) in page


def test_a_card_is_found_by_its_title(client):
    assert reverse("card-detail", args=["01020"]) in ask(client, "machete")


def test_others_decks_are_found_only_when_published(client, alice, bob):
    deck = services.create_deck(owner=alice, investigator="12001", name="Whispering wrenches")
    client.force_login(bob)
    assert "Whispering wrenches" not in ask(client, "whispering")
    deck.visibility = Visibility.PUBLIC
    deck.save()
    page = ask(client, "whispering")
    assert "Whispering wrenches" in page
    assert "published" in page


def test_many_published_decks_do_not_hide_one_s_own(client, alice, bob):
    services.create_deck(owner=alice, investigator="12001", name="Lanterns of mine")
    for number in range(12):
        services.publish(services.create_deck(owner=bob, investigator="12001", name=f"Lanterns {number}"))
    client.force_login(alice)
    below = ask(client, "lanterns", **{"HX-Request": "true"})
    assert below.index("Lanterns of mine") < below.index("published")
    assert below.count("published") == 4


def test_while_typing_only_the_answers_are_sent(client):
    assert "<html" in ask(client, "machete")
    assert "<html" not in ask(client, "machete", **{"HX-Request": "true"})


@pytest.mark.parametrize("words", ["zzzzqqqq", "<script>alert(1)</script>", "%", "🂡"])
def test_odd_words_are_answered(client, words):
    page = ask(client, words)
    assert "<script>alert" not in page
    assert "No cards, decks or rules found" in page or "All " in page or "card" in page


def test_too_many_words_are_not_searched(client):
    assert "at most 100 characters" in ask(client, "a " * 200)


def test_nothing_asked_is_a_box_to_ask_in(client):
    assert 'id="find-all"' in ask(client, "  ")


def test_queries_do_not_grow_with_the_decks_found(client, alice, django_assert_max_num_queries):
    client.force_login(alice)
    for number in range(12):
        services.create_deck(owner=alice, investigator="12001", name=f"Plan {number}")
    with django_assert_max_num_queries(8):
        ask(client, "plan")
