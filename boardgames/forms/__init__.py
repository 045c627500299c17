"""Forms of commands: their fields for the page, and the reading of what was sent."""

from __future__ import annotations

from typing import Any

from boardgames.forms import second, second_questions, third, third_questions
from boardgames.forms.fields import CommandForm, Group

FORMS = {"second": second, "third": third}
#: The answers to questions of each edition.
ANSWERS = {"second": second_questions, "third": third_questions}


def groups_of(edition: str, state: Any) -> list[Group]:
    """Return the forms of the commands that make sense now, by group."""
    found: list[Group] = FORMS[edition].groups_of(state)
    return found


__all__ = ["CommandForm", "Group", "groups_of"]
