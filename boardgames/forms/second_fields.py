"""Fields that the forms of the 2nd edition share."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from boardgames.forms.fields import Field
from rules.boardgames.second_edition import State
from rules.boardgames.second_edition.reference import INVESTIGATORS, OTHER_LOCATIONS, STREETS, UNSTABLE

Options = tuple[tuple[str, str], ...]


def seats_of(state: State) -> Options:
    return tuple((id, state.seats[id].investigator) for id in state.active)


def seat_field(state: State) -> Field:
    return Field("seat", _("Investigator"), "select", seats_of(state))


def number_field(
    value: int = 1, *, least: int = 1, most: int = 60, name: str = "number", label: str = ""
) -> Field:
    return Field(name, label or _("Number"), "number", value=str(value), least=least, most=most)


def place_field(state: State, name: str = "place", label: str = "") -> Field:
    known = (*state.unstable, *OTHER_LOCATIONS, *STREETS)
    return Field(name, label or _("Place"), suggestions=tuple(dict.fromkeys(known)))


def options_of(words_of: Mapping[str, object]) -> Options:
    return tuple((key, str(value)) for key, value in words_of.items())


def investigator_fields(prefix: str = "investigator.") -> tuple[Field, ...]:
    """Return the fields of an investigator's sheet."""
    numbers = (
        ("sanity", _("Sanity"), 5, 1),
        ("stamina", _("Stamina"), 5, 1),
        ("focus", _("Focus"), 2, 0),
        ("clues", _("Clues"), 0, 0),
        ("money", _("Money"), 0, 0),
    )
    return (
        Field(f"{prefix}name", _("Investigator"), suggestions=tuple(each.name for each in INVESTIGATORS)),
        *(
            Field(f"{prefix}{name}", label, "number", value=str(value), least=least, most=20)
            for name, label, value, least in numbers
        ),
        Field(
            f"{prefix}home",
            pgettext("investigator", "Home"),
            suggestions=(*OTHER_LOCATIONS, *UNSTABLE, *STREETS),
        ),
    )
