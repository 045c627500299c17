"""Fields and options that the forms of the Third Edition share."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from boardgames.forms.fields import Field
from boardgames.text import third as words
from rules.boardgames.third_edition.state import State

Options = tuple[tuple[str, str], ...]


def number(value: int = 1, *, least: int = 1, most: int = 20, name: str = "number", label: str = "") -> Field:
    """Return a field for a whole number."""
    return Field(name, label or _("Number"), "number", value=str(value), least=least, most=most)


def options(labels: Mapping[str, object]) -> Options:
    """Return the options of a selection, in the reader's language."""
    return tuple((key, str(label)) for key, label in labels.items())


def space_options(spaces: tuple[str, ...]) -> Options:
    return tuple((space, space) for space in spaces)


def seat_names(state: State) -> Options:
    """Return the seats with an investigator."""
    return tuple((key, state.seats[key].investigator) for key in state.playing)


def player_names(state: State) -> Options:
    """Return all seats in player order, with the names of the players."""
    return tuple((key, state.seats[key].player or state.seats[key].investigator) for key in state.order)


def monster_names(state: State) -> Options:
    """Return the monsters on the board, with where they are."""
    return tuple((key, f"{monster.kind.name} ({monster.space})") for key, monster in state.monsters.items())


def asset_names(state: State) -> Options:
    """Return the cards of all investigators."""
    return tuple(
        (key, f"{seat.investigator}: {words.CONDITIONS.get(asset.name, asset.name)}")
        for seat in state.seats.values()
        for key, asset in seat.assets.items()
    )
