"""Tests of how many queries a game needs: as many after hundreds of commands as after three."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from boardgames.adapters import state_of
from boardgames.models import Game
from boardgames.services.importing import import_game
from boardgames.services.recording import branch, redo_next, undo_last
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


@pytest.mark.parametrize("until", [100, 590, 600])
def test_a_branch_reads_its_rows_once(owner, until):
    game = long_game(owner, 600)
    with CaptureQueriesContext(connection) as queries:
        new = branch(game, owner=owner, until=until)
    # 600 rows are written in batches, because a statement has a limit of variables.
    assert len(queries) < 25
    if until < 600:
        game = undo_last(game, down_to=until + 1).game
    assert (new.state, new.commands.count()) == (game.state, until)


def test_only_what_is_redone_is_read(owner):
    game = long_game(owner, 600)
    before = state_of(game)
    undone = undo_last(game, down_to=101).game
    with CaptureQueriesContext(connection) as queries:
        done = redo_next(undone)
    assert [row.number for row in done.rows] == [101]
    assert len(queries) < 12
    while done.game.commands.filter(undone=True).exists():
        done = redo_next(done.game)
    assert done.state == before
