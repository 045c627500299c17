"""Requests about board games: pages, commands, undo and branches of long games, imports, and templates."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from accounts.members import Role
from boardgames.adapters import EDITIONS
from boardgames.models import Game, GameCommand, GameMember
from boardgames.services.recording import LARGEST_GAME, MOST_COMMANDS, settle, size_of
from boardgames.services.templates import FORMAT as TEMPLATES
from rules.boardgames import Command, Edition, Played, command_from_json, command_to_json, entry_to_json, play
from rules.codec import LONGEST_TEXT, MOST_ITEMS, Unreadable
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import FORM, Request, multipart
from scripts.worst_case.targets.base import Stored, Target

#: The longest text, and the most parts, of which a command is made here.
LONGEST, MOST_PARTS = LONGEST_TEXT, MOST_ITEMS
SPACES = ("Pier", "Market", "Chapel")


class Games(Target):
    """Inputs that describe a long game: how it starts, and passages of commands."""

    EDITIONS = ("second", "third")
    #: Commands that are repeated; {n} is a number that changes, {text} a text of the size of the passage.
    COMMANDS: dict[str, tuple[Input, ...]] = {
        "second": (
            {"kind": "tick", "item": "{n} {text}", "note": ""},
            {"kind": "tick", "item": "{n}", "note": "{text}"},
            {"kind": "correct", "path": ["seats", "1", "player"], "value": "{n}"},
            {"kind": "correct", "path": ["terror"], "value": "{parity}"},
            {"kind": "change", "seat": "1", "what": "money", "number": 1},
            {"kind": "gain-card", "seat": "1", "card": "common", "name": "{n} {text}"},
            {"kind": "monsters-appear", "number": 1},
            {"kind": "next-phase"},
            {"kind": "begin"},
        ),
        "third": (
            {"kind": "correct", "path": ["scenario_doom"], "value": "{parity}"},
            {"kind": "correct", "path": ["doom", "Pier 0"], "value": "{parity}", "note": "{text}"},
            {"kind": "correct", "path": ["seats", "1", "money"], "value": "{parity}"},
            {"kind": "change-cup", "token": "blank", "number": 1},
            {"kind": "add-to-codex", "number": "{n}"},
            {"kind": "spawn-monster", "monster": "Rat 0", "space": "Pier 0"},
            {"kind": "next-phase"},
            {"kind": "choose-leader", "seat": "1", "note": "{text}"},
        ),
    }

    def game(self, edition: str) -> Input:
        return {
            "edition": edition,
            "players": 2,
            "parts": 2,
            "text": 10,
            "passages": [[0, 20, 1], [1, 20, 10]],
        }

    def with_game(self, given: Input) -> Input:
        new: Input = json.loads(json.dumps(given))
        made, chance, passages = self.materials, self.chance, new["passages"]
        what = chance.random()
        if what < 0.3 or not passages:
            command = chance.randrange(len(self.COMMANDS[new["edition"]]))
            times, size = chance.choice((1, 10, 300, MOST_COMMANDS)), chance.choice((1, 80, 900, LONGEST))
            passages.insert(chance.randint(0, len(passages)), [command, times, size])
        elif what < 0.5:
            passage = chance.choice(passages)
            passage[1] = made.number(passage[1], 1, MOST_COMMANDS)
        elif what < 0.65:
            passage = chance.choice(passages)
            passage[2] = made.number(passage[2], 1, LONGEST)
        elif what < 0.75:
            del passages[chance.randrange(len(passages))]
        elif what < 0.9:
            new["parts"] = made.number(new["parts"], 1, chance.choice((20, 60, 240, MOST_PARTS)))
        elif what < 0.95:
            new["text"] = made.number(new["text"], 1, LONGEST)
        else:
            new["players"] = chance.randint(1, 9)
        return new

    def start(self, given: Input) -> Input:
        """Return the first command: as many parts and as much text as the input says."""
        parts, text, players = given["parts"], "x" * given["text"], given["players"]
        if given["edition"] == "second":
            investigators = [{"name": f"{n} {text}", "home": text} for n in range(players)]
            return {
                "kind": "start-game",
                "players": [
                    {"player": f"{n} {text}", "investigator": each} for n, each in enumerate(investigators)
                ],
                "ancient": {"name": text},
                "unstable": [f"Place {n} {text}" for n in range(parts)],
            }
        everyone = [
            {"name": f"{n} {text}", "health": 7, "sanity": 7, "focus_limit": 2}
            for n in range(players + parts)
        ]
        scenario = {
            "name": text[:60],
            "neighborhoods": [
                {"name": f"Hill {n}", "spaces": [f"{space} {n}" for space in SPACES]} for n in range(parts)
            ],
            "borders": [[f"Pier {n}", f"Market {n}"] for n in range(parts)],
            "start": "Pier 0",
            "cup": {"spread-doom": 1, "blank": 1},
            "monsters": [{"name": f"Rat {n}", "quantity": 9} for n in range(parts)],
            "placed": [{"monster": f"Rat {n}", "space": f"Pier {n}"} for n in range(parts)],
            "events": 9,
            "cards": [{"number": str(n), "title": text[:60]} for n in range(parts)],
            "note": text,
        }
        return {
            "kind": "start",
            "scenario": scenario,
            "players": [
                {"player": str(n), "investigator": each} for n, each in enumerate(everyone[:players])
            ],
            "pool": everyone,
        }

    def commands(self, given: Input) -> Iterator[Input]:
        yield self.start(given)
        kinds = self.COMMANDS[given["edition"]]
        for command, times, size in given["passages"]:
            for turn in range(times):
                yield filled(kinds[command % len(kinds)], turn, size)

    def played(self, given: Input) -> list[Played]:
        """Play the commands; those that are refused are left out."""
        edition: Edition = EDITIONS[given["edition"]]
        state, found, size = edition.empty(), list[Played](), 0
        for plain in self.commands(given):
            done = playable(edition, state, plain)
            if done is None:
                if not found:
                    return []
                continue
            size += size_of([done])
            if size > LARGEST_GAME or len(found) >= MOST_COMMANDS:
                break
            found.append(done)
            state = done.state
        return found


def filled(plain: Input, turn: int, size: int) -> Input:
    """Return a command with its numbers and texts."""

    def value(given: Any) -> Any:
        if given == "{parity}":
            return 1 - turn % 2
        if isinstance(given, str):
            return given.replace("{n}", str(turn)).replace("{text}", "y" * size)[:LONGEST]
        return given

    return {name: value(given) for name, given in plain.items()}


def playable(edition: Edition, state: Any, plain: Input) -> Played | None:
    try:
        command: Command = command_from_json(edition, plain)
    except Unreadable:
        return None
    done = play(edition, state, command)
    return done if isinstance(done, Played) else None


class GamePages(Games):
    """All pages of a long game, and everything that can be sent to it. Half of it may have been undone."""

    stores = True
    READ = ("", "history/", "history/?page=99", "print/", "export/", "settings/", "pulse/?revision=0")
    QUERIES = ("", "commands/?page_size=100", "commands/?page=9", "export/")
    DONE: tuple[tuple[str, Input], ...] = (
        ("undo/", {}),
        ("undo/", {"down_to": "2"}),
        ("redo/", {}),
        ("branch/", {}),
        ("command/", {"command": '{"kind": "next-phase"}', "do": "all"}),
        ("command/", {"command": '{"kind": "next-phase"}', "do": "preview"}),
        ("command/", {"command": '{"kind": "next-phase"}', "follows": "1"}),
    )

    def seeds(self) -> list[Input]:
        return [
            {"where": where, "undone": False, **self.game(edition)}
            for edition in self.EDITIONS
            for where in (["page", ""], ["do", 1], ["do", 3])
        ]

    def change(self, given: Input) -> Input:
        what = self.chance.random()
        if what < 0.6:
            return self.with_game(given)
        if what < 0.65:
            return {**given, "undone": not given["undone"]}
        if what < 0.7:
            return {**given, **self.game(self.chance.choice(self.EDITIONS))}
        where = self.chance.choice(
            (
                ["page", self.chance.choice(self.READ)],
                ["api", self.chance.choice(self.QUERIES)],
                ["do", self.chance.randrange(len(self.DONE))],
            )
        )
        return {**given, "where": where}

    def store(self, given: Input) -> Stored:
        """Store the game as if its commands had been recorded one after the other."""
        owner, played = self.owner(), self.played(given)
        if not played:
            return {"game": "00000000-0000-0000-0000-000000000000"}
        game = Game.objects.create(
            owner=owner, edition=given["edition"], name="climbed", state={}, revision=len(played)
        )
        GameMember.objects.create(game=game, user=owner, role=Role.OWNER)
        undone = given["undone"] and len(played) > 1
        GameCommand.objects.bulk_create(
            (
                GameCommand(
                    game=game,
                    number=number,
                    # What was undone was one chain, which can be redone at once.
                    chain=2 if undone and number > 1 else number,
                    previous=number - 1,
                    kind=each.command.kind,
                    payload=command_to_json(each.command),
                    entries=[entry_to_json(entry) for entry in each.entries],
                    by=owner,
                    revision=number,
                    undone=undone and number > 1,
                )
                for number, each in enumerate(played, 1)
            ),
            batch_size=500,
        )
        settle(game, played[0 if undone else -1].state)
        return {"game": str(game.public_id)}

    def request(self, given: Input, stored: Stored) -> Request:
        kind, what = given["where"]
        at = f"games/{stored['game']}"
        if kind == "page":
            return Request("GET", f"/{at}/{what}")
        if kind == "api":
            return Request("GET", f"/api/v1/{at}/{what}")
        path, fields = self.DONE[what]
        return Request("POST", f"/{at}/{path}", urlencode(fields).encode(), FORM)


class GameImport(Games):
    """Files of games and of templates, and a start of a game or one command by the API."""

    WHERE = ("api", "page", "start", "templates")

    def seeds(self) -> list[Input]:
        return [{"where": where, **self.game(edition)} for where in self.WHERE for edition in self.EDITIONS]

    def change(self, given: Input) -> Input:
        if self.chance.random() < 0.85:
            return self.with_game(given)
        if self.chance.random() < 0.5:
            return {**given, **self.game(self.chance.choice(self.EDITIONS))}
        return {**given, "where": self.chance.choice(self.WHERE)}

    def request(self, given: Input, stored: Stored) -> Request:
        where, edition = given["where"], given["edition"]
        if where == "start":
            return Request.json("POST", "/api/v1/games/", {"edition": edition, "start": self.start(given)})
        if where == "templates":
            facts = {
                key: each for key, each in self.start(given).get("scenario", {}).items() if key != "name"
            }
            kind = "scenario" if edition == "third" else "investigator"
            rows = [
                {"edition": edition, "kind": kind, "name": f"{n}", "box": "x" * given["text"], "facts": facts}
                for n in range(given["parts"])
            ]
            return multipart(
                "/games/templates/",
                {"do": "import"},
                {"file": json.dumps({"format": TEMPLATES, "templates": rows})},
            )
        commands = [command_to_json(each.command) for each in self.played(given)]
        data = {
            "format": "casebook-game-1",
            "name": "climbed",
            "edition": edition,
            "commands": [{"number": n, "chain": n, "command": each} for n, each in enumerate(commands, 1)],
        }
        if where == "api":
            return Request.json("POST", "/api/v1/games/import/", data)
        return multipart("/games/import/", {}, {"file": json.dumps(data)})
