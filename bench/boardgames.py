"""Benchmarks of board games: a table of each edition with 2,000 commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import reverse

from accounts.services import create_guest
from bench.measuring import Aim
from boardgames.models import Game
from boardgames.services.importing import FORMAT, import_game
from boardgames.services.recording import branch, redo_next, undo_last
from rules.boardgames import Command, command_to_json
from rules.boardgames.second_edition import commands as second
from rules.boardgames.second_edition.reference import UNSTABLE
from rules.boardgames.second_edition.state import AncientOne, Investigator
from rules.boardgames.third_edition.clues import SpawnClue
from rules.boardgames.third_edition.doom import RemoveDoom, SpreadDoom
from rules.boardgames.third_edition.possessions import ChangeTokens
from rules.boardgames.third_edition.scenario import Investigator as ThirdInvestigator
from rules.boardgames.third_edition.scenario import MonsterKind, Neighborhood, Scenario
from rules.boardgames.third_edition.setup import BeginPlay, Player, Start

COMMANDS, BACK = 2000, 500
PER_TURN = 14
Once = Callable[[], int]
AIMS = {
    f"boardgames: {edition} edition, {what}": Aim(cpu_ms=most)
    for edition in ("2nd", "third")
    for what, most in (("the table", 300), ("a tap", 100), ("undo and redo by taps", 200))
}


def evening() -> list[Command]:
    """Return a game of the 2nd edition with four players: turn after turn, a gate opens and is closed."""
    seats = [f"p{number}" for number in range(1, 5)]
    players = tuple(
        second.Player(f"Player {number}", Investigator(f"Investigator {number}", home="Downtown"))
        for number in range(1, 5)
    )
    found: list[Command] = [
        second.StartGame(players=players, ancient=AncientOne("Azathoth", 14), unstable=UNSTABLE),
        *(second.OpenGate(place=place, world="Yuggoth") for place in UNSTABLE[:5]),
        *(second.GainCard(seat=seat, card="common", name="A card", number=4) for seat in seats),
        second.Begin(),
    ]
    turn = 0
    while len(found) < COMMANDS:
        turn += 1
        up = 1 if turn % 2 else -1
        seat = seats[turn % 4]
        found += [
            *(second.Change(seat=each, what="money", number=up) for each in seats),
            second.ExhaustCard(seat=seat, card=0),
            second.NextPhase(),
            second.Move(seat=seat, place="Downtown" if turn % 8 < 4 else "Uptown"),
            second.NextPhase(),
            second.NextPhase(),
            second.NextPhase(),
            second.ChangeDoom(number=up),
            second.SetEnvironment(name=f"Environment {turn}"),
            second.PlaceClue(place=UNSTABLE[-1]),
            second.NextPhase(),
        ]
    return found[:COMMANDS]


def scenario() -> Scenario:
    """Return a scenario of the size of a printed one."""
    tiles = tuple(Neighborhood(name, tuple(f"{name} {number}" for number in (1, 2, 3))) for name in "ABCDE")
    return Scenario(
        name="A scenario",
        neighborhoods=tiles,
        start="A 1",
        cup={"spread-doom": 3, "spawn-clue": 2, "blank": 4},
        monsters=tuple(MonsterKind(f"Monster {number}", quantity=2, health=2) for number in range(12)),
        events=40,
    )


def night() -> list[Command]:
    """Return a game of the Third Edition with three players: doom spreads and tokens change hands."""
    players = tuple(
        Player(f"Player {number}", ThirdInvestigator(f"Investigator {number}", health=7, sanity=7))
        for number in range(1, 4)
    )
    found: list[Command] = [
        Start(scenario=scenario(), players=players),
        *(SpawnClue(neighborhood=name) for name in "ABC"),
        SpreadDoom(spaces=("A 1",)),
        BeginPlay(),
    ]
    found += [SpreadDoom(spaces=("B 1", "B 2")) for _card in range(20)]
    turn = 0
    while len(found) < COMMANDS:
        turn += 1
        up = 1 if turn % 2 else -1
        found += [ChangeTokens(seat=str(seat), money=up) for seat in (1, 2, 3)]
        if turn % 50 == 0 and turn < 1000:
            found.append(RemoveDoom(space="B 1"))
    return found[:COMMANDS]


def as_export(edition: str, recorded: list[Command]) -> dict[str, Any]:
    rows = [{"number": number, "command": command_to_json(each)} for number, each in enumerate(recorded, 1)]
    return {"format": FORMAT, "name": "A long game", "edition": edition, "commands": rows}


def benches() -> Iterator[tuple[str, str, Once]]:
    guest = create_guest()
    try:
        taps: dict[str, Sequence[Command]] = {
            "second": [second.Change(seat="p1", what="money", number=up) for up in (1, -1)],
            "third": [ChangeTokens(seat="1", money=up) for up in (1, -1)],
        }
        for name, edition, recorded in (("2nd", "second", evening()), ("third", "third", night())):
            game = import_game(as_export(edition, recorded), owner=guest)
            for what, unit, once in _benches(guest, game, taps[edition]):
                yield f"boardgames: {name} edition, {what}", unit, once
    finally:
        guest.delete()


def _benches(guest: Any, game: Game, taps: Sequence[Command]) -> Iterator[tuple[str, str, Once]]:
    browser = Client(headers={"host": "localhost", "hx-request": "true"})
    browser.force_login(guest)

    def page(name: str, **query: Any) -> Once:
        address = reverse(f"game-{name}", args=[game.public_id])

        def once() -> int:
            assert browser.get(address, query).status_code in (200, 204)
            return 1

        return once

    def post(name: str, **sent: Any) -> None:
        game.refresh_from_db()
        address = reverse(f"game-{name}", args=[game.public_id])
        answer = browser.post(address, {"follows": game.revision, **sent})
        assert answer.status_code == 200
        assert b'id="refusal"' not in answer.content

    coming = cycle(json.dumps(command_to_json(tap)) for tap in taps)

    def a_tap() -> int:
        post("command", command=next(coming))
        return 1

    def undo_and_redo_by_taps() -> int:
        post("undo")
        post("redo")
        return 1

    def fresh() -> Game:
        return Game.objects.get(pk=game.pk)

    def back_and_forth() -> int:
        with transaction.atomic():
            undo_last(fresh(), down_to=COMMANDS - BACK)
            redo_next(fresh())
            transaction.set_rollback(True)
        return 1

    def branched() -> int:
        with transaction.atomic():
            branch(fresh(), owner=guest, until=COMMANDS)
            transaction.set_rollback(True)
        return 1

    yield "the table", "page", page("detail")
    yield "nothing has changed", "question", page("pulse", revision=game.revision)
    yield "the history, last page", "page", page("history", page=COMMANDS // 50)
    yield "a tap", "command", a_tap
    yield "undo and redo by taps", "pair", undo_and_redo_by_taps
    yield f"undo of {BACK} at once and one redo", "pair", back_and_forth
    yield "a branch of all of it", "branch", branched
