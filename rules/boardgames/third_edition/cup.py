"""The mythos cup and what its tokens need besides doom, clues and monsters: headlines and reckonings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.doom import settle
from rules.boardgames.third_edition.handling import ON_THE_TABLE, Table, handles, number_of, refuse, seat_of
from rules.boardgames.third_edition.scenario import (
    BLANK,
    GATE_BURST,
    LONGEST_NAME,
    READ_HEADLINE,
    RECKONING,
    RUMOR,
    SPAWN_CLUE,
    SPAWN_MONSTER,
    SPREAD_DOOM,
    TOKENS,
    ArchiveCard,
)
from rules.boardgames.third_edition.state import DRAWS, MYTHOS, CodexCard, State


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawToken(Command):
    """A seat draws a token from the mythos cup; `extra` if a component and not the phase demands it."""

    kind: ClassVar[str] = "draw-token"
    seat: str
    token: str
    extra: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PassToken(Command):
    """The drawn token has no effect, because what it demands is impossible (003)."""

    kind: ClassVar[str] = "pass-token"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reckon(Command):
    """The reckoning effects on scenario, codex and cards are resolved (204.12)."""

    kind: ClassVar[str] = "reckon"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadHeadline(Command):
    """The top headline is read; a rumor joins the codex and replaces the one before (440.7)."""

    kind: ClassVar[str] = "read-headline"
    title: str = ""
    rumor: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardRumor(Command):
    """A component discards the rumor in the codex."""

    kind: ClassVar[str] = "discard-rumor"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCup(Command):
    """A component adds tokens to the mythos cup, or with a negative number removes them."""

    kind: ClassVar[str] = "change-cup"
    token: str
    number: int


def in_cup(state: State) -> int:
    return sum(state.cup.values())


def drawable(state: State) -> dict[str, int]:
    """Return the tokens that the next draw can give: those in the cup, or all if it is empty (204.5)."""
    cup = state.cup if in_cup(state) else state.drawn
    return {token: cup[token] for token in TOKENS if cup.get(token, 0)}


def _in_turn(table: Table, command: DrawToken) -> None:
    state = table.state
    if state.phase != MYTHOS:
        refuse("cup.phase", _("Tokens are drawn in the mythos phase."), "204.1")
    if seat_of(table, command.seat).drawn >= DRAWS:
        refuse("cup.two", _("Each player draws two tokens."), "204.1")
    if command.seat != state.drawer:
        refuse(
            "cup.order",
            _("Tokens are drawn in player order: {player} is next."),
            "204.2",
            player=state.seats[state.drawer].player or state.drawer,
        )


@handles(DrawToken)
def draw_token(table: Table, command: DrawToken) -> Iterator[Found]:
    state = table.state
    seat_of(table, command.seat)
    if state.token:
        refuse("cup.one-at-a-time", _("Resolve the token that was drawn first."), "204.1")
    if not command.extra:
        _in_turn(table, command)
    if command.token not in drawable(state):
        refuse("cup.has", _("The mythos cup has no such token now."), "204.3", token=command.token)
    if not in_cup(state):
        yield table.set("cup", dict(state.drawn))
        yield table.set("drawn", {})
        yield table.add("refills", 1)
    yield table.add("cup", command.token, -1)
    yield table.add("drawn", command.token, 1)
    if not command.extra:
        yield table.add("seats", command.seat, "drawn", 1)
    if command.token != BLANK:
        yield table.set("token", command.token)
        yield table.set("token_seat", command.seat)


def is_impossible(state: State) -> bool:
    """Return whether the drawn token can have no effect: its deck is empty (003, 005.2)."""
    if state.token in (SPREAD_DOOM, SPAWN_CLUE):
        return not state.events.deck
    if state.token == SPAWN_MONSTER:
        return not any(state.monster_deck.values())
    return state.token == GATE_BURST and not state.events.deck and not state.events.discard


@handles(PassToken)
def pass_token(table: Table, command: PassToken) -> Iterator[Found]:
    if not table.state.token:
        refuse("cup.drawn", _("No token is waiting."), "204.1")
    if not is_impossible(table.state):
        refuse("cup.must", _("This token can be resolved, so it must be."), "003")
    yield from settle(table, table.state.token)


@handles(Reckon)
def reckon(table: Table, command: Reckon) -> Iterator[Found]:
    if table.state.token != RECKONING:
        refuse("reckoning.token", _("Reckonings happen when their token is drawn."), "204.12b")
    yield from settle(table, RECKONING)


@handles(ReadHeadline)
def read_headline(table: Table, command: ReadHeadline) -> Iterator[Found]:
    state = table.state
    if len(command.title) > LONGEST_NAME:
        refuse("headline.title", _("A title has at most {most} characters."), "440.1a", most=LONGEST_NAME)
    yield from settle(table, READ_HEADLINE)
    if not state.headlines:
        yield table.add("scenario_doom", 1)
        return
    yield table.add("headlines", -1)
    if not command.rumor:
        yield table.add("read_headlines", 1)
        return
    if RUMOR in state.codex:
        yield table.add("read_headlines", 1)
    yield table.set("codex", RUMOR, CodexCard(ArchiveCard(RUMOR, command.title)))


@handles(DiscardRumor)
def discard_rumor(table: Table, command: DiscardRumor) -> Iterator[Found]:
    if RUMOR not in table.state.codex:
        refuse("rumor.there", _("There is no rumor in the codex."), "440.8")
    yield table.set("codex", RUMOR, None)
    yield table.add("read_headlines", 1)


@handles(ChangeCup, ON_THE_TABLE)
def change_cup(table: Table, command: ChangeCup) -> Iterator[Found]:
    if command.token not in TOKENS:
        refuse("cup.known", _("There is no such mythos token."), "458.2")
    number_of(abs(command.number), "457.1")
    if table.state.cup.get(command.token, 0) + command.number < 0:
        refuse("cup.has", _("The mythos cup has no such token now."), "204.3", token=command.token)
    yield table.add("cup", command.token, command.number)
