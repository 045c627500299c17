"""The answers to questions of the 2nd edition: buttons, menus, or the fields of a form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from boardgames.forms.fields import Field
from boardgames.forms.second_fields import investigator_fields, place_field
from boardgames.tables.parts import Button, Choice
from boardgames.text import second as words
from rules.boardgames import Question
from rules.boardgames.second_edition import State


def question_buttons(state: State, question: Question) -> tuple[Button, ...]:
    """Return the answers to a question that take one tap; none if it needs more."""
    command: Any = question.command
    if question.fields != ("kept",):
        return ()
    return (
        Button(_("Kept"), replace(command, kept=True), main=True),
        Button(_("Lost"), replace(command, kept=False)),
    )


def question_choices(state: State, question: Question) -> tuple[Choice, ...]:
    """Return the menus that answer a question: a choice from one of them is recorded."""
    command: Any = question.command
    if question.fields != ("place",) or not question.among:
        return ()
    places = tuple(Button(place, replace(command, place=place)) for place in question.among)
    return (Choice(_("Where …"), places),)


def question_fields(state: State, question: Question, name: str) -> tuple[Field, ...]:
    """Return the fields with which a question is answered."""
    if name == "investigator":
        return investigator_fields()
    if name == "discard":
        cards = state.seats[question.command.seat].cards  # type: ignore[attr-defined]
        options = tuple(
            (index, f"{words.CARDS[cards[int(index)].kind]} {cards[int(index)].name}".strip())
            for index in question.among
        )
        return (Field("discard", _("Discard"), "many", options),)
    return (place_field(state),)
