"""Tests of how many queries a game needs: as many after hundreds of commands as after three."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from boardgames.models import Game
from boardgames.services.importing import import_game
from rules.boardgames import command_to_json
from rules.boardgames.second_edition import commands as c
from tests.rules.boardgames.second_edition.table import beginning

pytestmark = pytest.mark.django_db
#: What docs/boardgames.md says.
OPENING, TAP, PULSE = 4, 10, 3
MONEY = '{"kind": "change", "seat": "p1", "what": "money", "number": 1}'


def long_game(owner: User, length: int) -> Game:
    """A game of the 2nd edition in which the money of an investigator goes up and down."""
    commands = [beginning(4), c.OpenGate(place="Woods"), c.Begin()]
    commands += [c.Change(seat="p1", what="money", number=1 - 2 * (n % 2)) for n in range(length - 3)]
    rows = [{"command": command_to_json(command)} for command in commands]
    return import_game({"edition": "second", "name": "Long", "commands": rows}, owner=owner)


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def client(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


@pytest.mark.parametrize("length", [3, 600])
def test_queries_do_not_grow_with_the_game(client, owner, length):
    game = long_game(owner, length)
    address = {
        name: reverse(f"game-{name}", args=[game.public_id]) for name in ("detail", "pulse", "command")
    }
    htmx = {"HX-Request": "true"}
    with CaptureQueriesContext(connection) as opening:
        assert client.get(address["detail"]).status_code == 200
    with CaptureQueriesContext(connection) as pulse:
        assert client.get(address["pulse"], {"revision": game.revision}, headers=htmx).status_code == 204
    sent = {"follows": game.revision, "command": MONEY}
    with CaptureQueriesContext(connection) as tap:
        assert client.post(address["command"], sent, headers=htmx).status_code == 200
    assert (len(opening), len(pulse), len(tap)) == (OPENING, PULSE, TAP)
