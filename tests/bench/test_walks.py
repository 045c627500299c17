"""Every built-in walk can be followed, and the command shows what one does."""

import pytest
from django.core.management import CommandError, call_command

from bench import walking, walks
from decks.models import Deck
from decks.services import create_deck

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("route", walks.ROUTES, ids=lambda route: route.name)
def test_every_walk_can_be_followed(route):
    ((_route, request),) = walks.prepared([route.name])
    walk = walking.follow(request)
    assert ("accounts.middleware", "Returning.__call__") in walk.functions
    assert walk.modules >= {"web.errors", "cards.adapters"}


#: The most queries that a walk may send. Session and user are two of them.
MOST_QUERIES = {
    "click": 13,
    "editor": 10,
    "price-dialog": 12,
    "after-scenario": 22,
    "purchases": 12,
    "campaign": 15,
    "check": 3,
}


@pytest.mark.parametrize("route", walks.ROUTES, ids=lambda route: route.name)
def test_nothing_is_done_twice_for_one_answer(route):
    ((_route, request),) = walks.prepared([route.name])
    walk = walking.follow(request)
    assert walk.repeated_queries == {}
    assert len(walk.queries) <= MOST_QUERIES[route.name], walk.queries
    for mark in walking.LANDMARKS:
        assert not walk.repeated(mark.label), mark.label


def test_queries_and_landmarks_are_counted_with_their_values(alice):
    deck = create_deck(owner=alice, investigator="01001")

    def request():
        for _time in range(3):
            Deck.objects.get(pk=deck.pk)
        Deck.objects.filter(pk=deck.pk + 1).first()

    walk = walking.follow(request)
    assert len(walk.queries) == 4
    assert walk.needless_queries == 2
    assert list(walk.repeated_queries.values()) == [3]


def test_the_command_prints_a_walk_and_saves_nothing(capsys):
    call_command("walk", "click")
    shown = capsys.readouterr().out
    assert "click: a plus in the deck editor" in shown
    assert "decks read" in shown
    assert not Deck.objects.exists()


def test_an_address_is_followed_as_a_user(capsys, alice):
    deck = create_deck(owner=alice, investigator="01001")
    call_command("walk", f"/decks/{deck.public_id}/edit/", user=alice.username, functions=True)
    assert "decks.views.editor.deck_edit" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [(["nowhere"], {}, "no walk named nowhere"), (["/"], {"user": "nobody"}, "no user named nobody")],
)
def test_an_unknown_walk_or_user_is_an_error(arguments, options, words):
    with pytest.raises(CommandError, match=words):
        call_command("walk", *arguments, **options)
