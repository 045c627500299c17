"""Everything that a table offers to be tapped, and games that are played by tapping it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from boardgames.questions import all_due
from boardgames.tables import table_view
from boardgames.tables.parts import Button
from rules.boardgames import Command, Edition, Played, play

#: What is refused although it is offered, because something else that is shown above it comes first.
WAITS = frozenset({"first", "setup.mythos", "phase.open", "seat.beaten", "focus.owed"})


def offered(edition: Edition, state: Any) -> Iterator[Button]:
    """Return every button and every option of a menu of the table that can be tapped."""
    view = table_view(edition.id, state)
    for track in view.tracks:
        yield from (button for button in track.buttons if not button.off)
    yield from (line.button for line in view.lines)
    yield from view.main
    choices = [*view.choices]
    for seat in view.seats:
        yield from seat.buttons
        yield from (each for stat in seat.stats for each in (stat.less, stat.more) if each)
        yield from (card.button for card in seat.cards if card.button)
        choices += seat.choices
    for tile in view.extra.get("tiles", ()):
        for space in tile.spaces:
            yield from (each for each in (space.less, space.more) if each)
            yield from (button for monster in space.monsters for button in monster.buttons)
    for due in all_due(edition, state):
        yield from due.buttons
        choices += due.choices
    for choice in choices:
        assert choice.options, f"the menu “{choice.label}” is empty"
        yield from choice.options


def tapped(edition: Edition, state: Any, more: list[Command], random: Random, taps: int) -> Iterator[Any]:
    """Play by tapping whatever is offered, and now and then one of some other commands; yield each state."""
    for _tap in range(taps):
        yield state
        taps_now = [*offered(edition, state)]
        if not taps_now:
            return  # the game is over
        due = [each.command for each in edition.proposals(state)]
        chance = random.random()
        if due and chance < 0.4:
            command = due[0]
        elif more and chance < 0.55:
            command = random.choice(more)
        else:
            command = random.choice(taps_now).command
        found = play(edition, state, command)
        if isinstance(found, Played):
            state = found.state
