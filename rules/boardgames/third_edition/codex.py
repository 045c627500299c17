"""The codex: archive cards with their thresholds, the end of the game, and markers that cards define."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.boardgames.commands import Command
from rules.boardgames.findings import _
from rules.boardgames.table import Found
from rules.boardgames.third_edition.handling import (
    MOST_AT_ONCE,
    ON_THE_TABLE,
    Table,
    handles,
    number_of,
    refuse,
)
from rules.boardgames.third_edition.scenario import (
    CLUES,
    LONGEST_NAME,
    MOST_PARTS,
    RUMOR,
    ArchiveCard,
    Threshold,
    threshold_problems,
)
from rules.boardgames.third_edition.state import ABANDONED, LOST, OVER, SETUP, WON, CodexCard, State


@dataclass(frozen=True, slots=True, kw_only=True)
class AddToCodex(Command):
    """An archive card joins the codex; one that the template does not have comes with its values."""

    kind: ClassVar[str] = "add-to-codex"
    number: str
    title: str = ""
    thresholds: tuple[Threshold, ...] = ()
    reckoning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveFromCodex(Command):
    """An archive card returns to the archive."""

    kind: ClassVar[str] = "remove-from-codex"
    number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipCodexCard(Command):
    """A card of the codex is turned over; the thresholds of its other side may be given, or come with it."""

    kind: ClassVar[str] = "flip-codex-card"
    number: str
    thresholds: tuple[Threshold, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveThreshold(Command):
    """A threshold of a card takes effect: the scenario sheet has enough doom or clues."""

    kind: ClassVar[str] = "resolve-threshold"
    number: str
    position: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AddThreshold(Command):
    """Players enter a threshold of a card in the codex, read from the card."""

    kind: ClassVar[str] = "add-threshold"
    number: str
    token: str
    limit: int
    each: bool = False
    effect: str = ""
    ends: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeMarker(Command):
    """Markers of a card are placed somewhere, or with a negative number removed (450.2)."""

    kind: ClassVar[str] = "change-marker"
    name: str
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Command):
    """The game ends, because a card says so, no investigator is left, or the players stop."""

    kind: ClassVar[str] = "finish"
    outcome: str
    ending: str = ""
    """The number of the card that ends the game."""
    how: str = ""


def reached(state: State) -> Iterator[tuple[str, int, Threshold]]:
    """Return the thresholds that the scenario sheet has reached and that have not taken effect."""
    for number, card in state.codex.items():
        for position, threshold in enumerate(card.card.thresholds):
            if position not in card.resolved and is_reached(state, threshold):
                yield number, position, threshold


def is_reached(state: State, threshold: Threshold) -> bool:
    there = state.scenario_clues if threshold.token == CLUES else state.scenario_doom
    return there >= threshold.limit(state.players)


def in_codex(table: Table, number: str) -> CodexCard:
    found = table.state.codex.get(number)
    if found is None:
        refuse("codex.has", _("Card {card} is not in the codex."), "413.1", card=number)
    return found


def added(table: Table, card: ArchiveCard) -> Iterator[Found]:
    """Put a card into the codex; one that is there stays as it is."""
    if card.number not in table.state.codex:
        yield table.set("codex", card.number, CodexCard(card))


@handles(AddToCodex, ON_THE_TABLE)
def add_to_codex(table: Table, command: AddToCodex) -> Iterator[Found]:
    number = command.number.strip()
    if not number or len(number) > LONGEST_NAME or number == RUMOR or len(command.title) > LONGEST_NAME:
        refuse("codex.number", _("An archive card is known by its number."), "407.4")
    if number in table.state.codex:
        refuse("codex.once", _("Card {card} is in the codex already."), "407.4", card=number)
    if len(table.state.codex) >= MOST_PARTS:
        refuse("codex.full", _("The codex has no more room for cards."), "413.1")
    card = table.state.scenario.card(number)
    if card is None or command.title or command.thresholds or command.reckoning:
        card = ArchiveCard(number, command.title, command.thresholds, command.reckoning)
    yield from threshold_problems(card)
    yield from added(table, card)


@handles(RemoveFromCodex, ON_THE_TABLE)
def remove_from_codex(table: Table, command: RemoveFromCodex) -> Iterator[Found]:
    in_codex(table, command.number)
    if command.number == RUMOR:
        refuse("codex.rumor", _("A rumor is a headline: discard it."), "440.5")
    yield table.set("codex", command.number, None)


@handles(FlipCodexCard, ON_THE_TABLE)
def flip_codex_card(table: Table, command: FlipCodexCard) -> Iterator[Found]:
    found = in_codex(table, command.number)
    yield from threshold_problems(replace(found.card, thresholds=command.thresholds))
    yield turned(table, command.number, command.thresholds)


def turned(table: Table, number: str, thresholds: tuple[Threshold, ...] = ()) -> Found:
    """Turn a card over: the thresholds of the other side count, and those of this side no longer."""
    found = table.state.codex[number]
    card = replace(found.card, thresholds=thresholds or found.card.back, back=found.card.thresholds)
    return table.set("codex", number, CodexCard(card, flipped=not found.flipped))


@handles(AddThreshold, ON_THE_TABLE)
def add_threshold(table: Table, command: AddThreshold) -> Iterator[Found]:
    found = in_codex(table, command.number)
    new = Threshold(command.token, command.limit, command.each, command.effect, ends=command.ends)
    card = replace(found.card, thresholds=(*found.card.thresholds, new))
    yield from threshold_problems(card)
    yield table.set("codex", command.number, "card", card)


@handles(ResolveThreshold)
def resolve_threshold(table: Table, command: ResolveThreshold) -> Iterator[Found]:
    found = in_codex(table, command.number)
    if not 0 <= command.position < len(found.card.thresholds):
        refuse("threshold.known", _("Card {card} has no such threshold."), "407.5", card=command.number)
    threshold = found.card.thresholds[command.position]
    citation = "407.5c" if threshold.token == CLUES else "407.5d"
    if command.position in found.resolved:
        refuse("threshold.once", _("This threshold has taken effect already."), citation)
    limit = threshold.limit(table.state.players)
    if not is_reached(table.state, threshold):
        refuse(
            "threshold.reached",
            _("The scenario sheet needs {limit} {token} for this."),
            citation,
            limit=limit,
            token=threshold.token,
        )
    yield table.set("codex", command.number, "resolved", (*found.resolved, command.position))
    if threshold.spends:
        yield table.add("scenario_clues" if threshold.token == CLUES else "scenario_doom", -limit)
    if threshold.flips:
        yield turned(table, command.number)
    if threshold.removes:
        yield table.set("codex", command.number, None)
    for number in threshold.adds:
        yield from added(table, table.state.scenario.card(number) or ArchiveCard(number))
    if threshold.ends:
        yield from ended(table, threshold.ends, command.number, threshold.effect)


def ended(table: Table, outcome: str, ending: str, how: str) -> Iterator[Found]:
    yield table.set("status", outcome)
    yield table.set("ending", ending)
    yield table.set("how", how)


@handles(ChangeMarker, ON_THE_TABLE)
def change_marker(table: Table, command: ChangeMarker) -> Iterator[Found]:
    name = command.name.strip()
    if not name or len(name) > LONGEST_NAME:
        refuse("marker.name", _("Enter what the marker means and where it is."), "450.2")
    number_of(abs(command.number), "450.2")
    there = table.state.markers.get(name, 0)
    if not 0 <= there + command.number <= MOST_AT_ONCE or (
        not there and len(table.state.markers) >= MOST_PARTS
    ):
        refuse("marker.there", _("There are {number} of these markers."), "450.2", number=there)
    yield table.set("markers", name, (there + command.number) or None)


@handles(Finish, ON_THE_TABLE)
def finish(table: Table, command: Finish) -> Iterator[Found]:
    state = table.state
    if command.outcome not in OVER:
        refuse("end.outcome", _("A game is won, lost or abandoned."), "300")
    if command.outcome != ABANDONED and state.status == SETUP:
        refuse("game.set-up", _("Finish the set-up first."), "111.1")
    if command.outcome == WON and not state.codex:
        refuse("end.card", _("A game is won by a card in the codex, and there is none."), "301.1")
    if command.outcome == LOST and not state.codex and not (nobody_left(state) or nobody_plays(state)):
        refuse("end.card", _("A game is lost by a card in the codex, and there is none."), "302.1")
    if len(command.ending) > LONGEST_NAME:
        refuse("codex.number", _("An archive card is known by its number."), "407.4")
    yield from ended(table, command.outcome, command.ending, command.how)


def nobody_plays(state: State) -> bool:
    """Return whether no investigator is in the game, and only the players can say whether one is left."""
    return not state.pool and not state.playing and not any(seat.next for seat in state.seats.values())


def nobody_left(state: State) -> bool:
    """Return whether every investigator of the group is defeated, devoured or retired (302.3)."""
    coming = any(seat.next for seat in state.seats.values())
    return bool(state.pool) and not state.playing and not coming and not state.available
