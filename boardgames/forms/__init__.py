"""Forms of commands: their fields for the page, and the reading of what was sent."""

from __future__ import annotations

from typing import Any

from boardgames.forms import second, third
from boardgames.forms.fields import CommandForm, Group

FORMS = {"second": second, "third": third}


def groups_of(edition: str, state: Any) -> list[Group]:
    """Return the forms of the commands that make sense now, by group."""
    found: list[Group] = FORMS[edition].groups_of(state)
    return found


__all__ = ["CommandForm", "Group", "groups_of"]
