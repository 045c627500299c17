"""What the rules propose and ask, as pages show it: buttons for proposals, small forms for questions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from boardgames.forms import ANSWERS
from boardgames.forms.fields import Field
from boardgames.tables.parts import Button, Choice
from boardgames.text import sentence_of
from rules.boardgames import Edition, Question, command_to_json


@dataclass(frozen=True, slots=True)
class Due:
    """Something that must follow: with buttons and menus, or with fields to fill in."""

    text: str
    citation: str
    buttons: tuple[Button, ...] = ()
    choices: tuple[Choice, ...] = ()
    whole: Button | None = None
    """Applies this and everything else that is proposed."""
    blocks: bool = True
    """Whether the phase cannot end before it is answered."""
    kind: str = ""
    fields: tuple[Field, ...] = ()


def all_due(edition: Edition, state: Any) -> list[Due]:
    """Return everything that the rules due now, proposals first."""
    found = [
        Due(sentence_of(each), each.citation, (Button(_("Apply"), each.command, main=True),))
        for each in edition.proposals(state)
    ]
    if len(found) > 1:
        found[0] = replace(found[0], whole=replace(found[0].buttons[0], label=_("Apply all of it")))
    return [*found, *(_question(edition, state, each) for each in edition.questions(state))]


def _question(edition: Edition, state: Any, question: Question) -> Due:
    text, command = sentence_of(question), question.command
    answers: Any = ANSWERS[edition.id]
    buttons = answers.question_buttons(state, question)
    choices = answers.question_choices(state, question)
    if buttons or choices:
        return Due(text, question.citation, buttons, choices)
    plain = command_to_json(command)
    hidden = tuple(
        Field(name, "", "hidden", value=str(value))
        for name, value in plain.items()
        if name not in question.fields and isinstance(value, (str, int)) and name != "kind"
    )
    fields = tuple(
        field for name in question.fields for field in answers.question_fields(state, question, name)
    )
    return Due(text, question.citation, blocks=question.blocks, kind=command.kind, fields=(*hidden, *fields))
