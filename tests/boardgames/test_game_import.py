"""Tests of the export and import of whole games, by page and by API."""

import json
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from boardgames.adapters import state_of
from boardgames.models import Game
from boardgames.services import importing
from boardgames.services.importing import exported_game, import_game
from boardgames.services.recording import record, start_game, undo_last
from rules.boardgames import command_to_json
from rules.boardgames.second_edition import commands as c
from tests.rules.boardgames.second_edition.table import beginning
from tests.rules.boardgames.third_edition_walks import opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def client(owner: User) -> Client:
    client = Client()
    client.force_login(owner)
    return client


@pytest.fixture
def game(owner: User) -> Game:
    """A game with a chain of two commands, and one command that was undone."""
    game = start_game("second", beginning(3), owner=owner, name="Friday")
    record(game, c.OpenGate(place="Woods", world="Yuggoth"), by=owner)
    record(game, c.Begin(), by=owner)
    record(game, c.RaiseTerror(number=2), by=owner)
    undo_last(game)
    record(game, c.ChangeDoom(number=13), by=owner, follow=True)
    game.refresh_from_db()
    return game


def file(content: bytes) -> BytesIO:
    found = BytesIO(content)
    found.name = "game.json"
    return found


def test_a_game_is_exported_and_imported_by_page(client, game):
    exported = client.get(reverse("game-export", args=[game.public_id]))
    assert "attachment" in exported["Content-Disposition"]
    guest = Client()
    answer = guest.post(reverse("game-import"), {"file": file(exported.content)})
    assert answer.status_code == 302
    made = Game.objects.exclude(pk=game.pk).get()
    assert state_of(made) == state_of(game)
    assert (made.name, made.status, made.subject) == ("Friday", "battle", game.subject)
    rows = made.commands.order_by("number").values_list("kind", "chain", "previous", "undone")
    assert list(rows) == [
        ("start-game", 1, 0, False),
        ("open-gate", 2, 1, False),
        ("begin", 3, 2, False),
        ("change-doom", 4, 3, False),
        ("awaken", 4, 4, False),
    ]
    undo_last(made)
    made.refresh_from_db()
    assert made.status == "playing", "what was recorded together is undone together"


def test_a_game_is_exported_and_imported_by_api(client, game):
    exported = client.get(reverse("api-game-export", args=[game.public_id])).json()
    answer = client.post(
        reverse("api-game-import"),
        exported,
        content_type="application/json",
        headers={"Idempotency-Key": "a"},
    )
    assert answer.status_code == 201
    assert answer.json()["state"] == client.get(reverse("api-game", args=[game.public_id])).json()["state"]
    again = client.post(
        reverse("api-game-import"),
        exported,
        content_type="application/json",
        headers={"Idempotency-Key": "a"},
    )
    assert again.json()["id"] == answer.json()["id"], "a request that is sent twice makes one game"


def test_a_game_of_the_third_edition_comes_back(owner):
    commands, state = opened(("1", "10"))
    first = start_game("third", commands[0], owner=owner)
    for command in commands[1:]:
        record(first, command, by=owner)
    first.refresh_from_db()
    made = import_game(json.loads(json.dumps(exported_game(first))), owner=owner)
    assert state_of(made) == state == state_of(first)


START = command_to_json(beginning(2))


@pytest.mark.parametrize(
    "data",
    [
        [],
        {},
        {"format": "casebook-game-2", "edition": "second", "commands": [{"command": START}]},
        {"edition": "fourth", "commands": [{"command": START}]},
        {"edition": ["second"], "commands": [{"command": START}]},
        {"edition": "second", "commands": []},
        {"edition": "second", "commands": {"command": START}},
        {"edition": "second", "commands": [START, 7]},
        {"edition": "second", "commands": [{"command": START, "undone": True}]},
        {"edition": "second", "commands": [{"command": START, "undone": "no"}]},
        {"edition": "second", "commands": [{"command": None}]},
        {"edition": "third", "commands": [{"command": START}]},
        {"edition": "second", "commands": [{"command": START}, {"command": START}]},
        {"edition": "second", "commands": [{"command": START}, {"command": {"kind": "begin"}}]},
        {"edition": "second", "commands": [{"command": START}] * 5_001},
    ],
)
def test_what_is_no_game_is_refused_as_a_whole(client, data):
    upload = {"file": file(json.dumps(data).encode())}
    assert client.post(reverse("game-import"), upload).status_code == 400
    answer = client.post(reverse("api-game-import"), data, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_command")
    assert not Game.objects.exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 200_000, b'"' + b"a" * 2_000_000 + b'"'])
def test_what_is_no_file_is_refused(client, content):
    assert client.post(reverse("game-import"), {"file": file(content)}).status_code == 400


def test_the_first_command_that_is_refused_is_named(client):
    rows = [
        {"command": START},
        {"command": {"kind": "open-gate", "place": "Woods"}},
        {"command": {"kind": "begin"}},
    ]
    rows.append({"command": {"kind": "open-gate", "place": "Woods"}})
    page = client.post(
        reverse("game-import"), {"file": file(json.dumps({"edition": "second", "commands": rows}).encode())}
    )
    assert "Command 4 cannot be imported: A gate is open there" in page.content.decode()


def test_the_work_of_an_import_is_bounded(client, monkeypatch, game):
    monkeypatch.setattr(importing, "LARGEST_HISTORY", 2_000)
    exported = client.get(reverse("game-export", args=[game.public_id])).content
    page = client.post(reverse("game-import"), {"file": file(exported)})
    assert page.status_code == 400
    assert Game.objects.count() == 1
