"""Tests of the API of board games: start, record, try, undo, redo, and what is refused."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from boardgames.models import Game
from rules.boardgames import command_to_json
from tests.rules.boardgames.second_edition.table import beginning

pytestmark = pytest.mark.django_db


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("ann"))
    return client


def started(client: Client) -> str:
    body = {"edition": "second", "name": "Friday", "start": command_to_json(beginning(2))}
    answer = client.post(reverse("api-games"), body, content_type="application/json")
    assert answer.status_code == 201, answer.json()
    return answer.json()["id"]


def send(client: Client, game: str, name: str = "api-game-commands", **body):
    return client.post(reverse(name, args=[game]), body, content_type="application/json")


def test_a_game_by_api(client):
    game = started(client)
    gate = {"kind": "open-gate", "place": "Woods"}
    tried = send(client, game, command=gate, dry_run=True)
    assert (tried.status_code, tried.json()["state"]["doom"]) == (200, 1)
    assert "doom" not in client.get(reverse("api-game", args=[game])).json()["state"]
    done = send(client, game, command=gate, follows=1)
    assert (done.status_code, done.json()["revision"]) == (201, 2)
    assert send(client, game, command=gate).json()["error"]["rule"] == "gate.surge"
    full = send(client, game, command={"kind": "change-doom", "number": 13}).json()
    assert full["proposals"] == [{"kind": "awaken", "reason": "doom"}]
    back = send(client, game, "api-game-undo").json()
    assert back["state"]["doom"] == 1
    assert send(client, game, "api-game-redo").json()["state"]["doom"] == 14
    rows = client.get(reverse("api-game-commands", args=[game])).json()
    assert [row["kind"] for row in rows["results"]] == ["change-doom", "open-gate", "start-game"]
    assert client.delete(reverse("api-game", args=[game])).status_code == 204
    assert client.get(reverse("api-games")).json()["count"] == 0


def test_what_is_late_or_unreadable_is_refused(client):
    game = started(client)
    late = send(client, game, command={"kind": "raise-terror"}, follows=0)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "outdated")
    wrong = send(client, game, command={"kind": "fly"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (400, "bad_command")
    assert send(client, game, "api-game-undo").status_code == 409
    bad = {"edition": "second", "start": command_to_json(beginning(9))}
    answer = client.post(reverse("api-games"), bad, content_type="application/json")
    assert answer.json()["error"]["citation"] == "p2"
    assert Game.objects.count() == 1
