"""The answers to questions of the Third Edition: buttons, menus, or the fields of a form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

from django.utils.translation import gettext as _

from boardgames.forms.fields import Field
from boardgames.forms.third_values import number, options
from boardgames.tables.parts import Button, Choice
from boardgames.text import third as words
from rules.boardgames import Question
from rules.boardgames.third_edition.doom import ONE_BY_ONE, TOGETHER, order_matters
from rules.boardgames.third_edition.scenario import Neighborhood
from rules.boardgames.third_edition.state import State

#: Questions whose options are buttons: the field that an option fills in.
ONE_TAP = {
    "setup.clue": "neighborhood",
    "setup.doom": "spaces",
    "unstable.unknown": "spaces",
    "focus.exceeds": "skill",
    "token.spread-doom": "spaces",
    "token.spawn-clue": "neighborhood",
    "token.draw": "token",
    "monster.engages-whom": "seat",
}


def question_fields(state: State, question: Question, name: str) -> tuple[Field, ...]:
    """Return the fields with which a question is answered: those of a new investigator’s sheet."""
    return investigator_fields()


def investigator_fields(prefix: str = "investigator.") -> tuple[Field, ...]:
    """Return the fields of an investigator sheet."""
    return (
        Field(f"{prefix}name", _("Investigator")),
        number(7, name=f"{prefix}health", label=_("Health"), most=20),
        number(7, name=f"{prefix}sanity", label=_("Sanity"), most=20),
        number(2, least=0, name=f"{prefix}focus_limit", label=_("Focus limit"), most=5),
        number(0, least=0, name=f"{prefix}money", label=_("Money"), most=20),
        *(
            number(2, least=0, name=f"{prefix}skills.{key}", label=label, most=20)
            for key, label in options(words.SKILLS)
        ),
    )


def question_buttons(state: State, question: Question) -> tuple[Button, ...]:
    """Return the answers to a question that take one tap; none if it needs a form."""
    command: Any = question.command
    if not question.fields:
        return (Button(_simple(question.rule), command, main=True),)
    if question.rule in ONE_TAP:
        name = ONE_TAP[question.rule]
        return tuple(
            Button(
                _option(state, name, each), replace(command, **{name: (each,) if name == "spaces" else each})
            )
            for each in question.among
        )
    if question.rule == "token.headline":
        return (
            Button(_("Read, no rumor"), command, main=True),
            Button(_("It is a rumor"), replace(command, rumor=True)),
        )
    if question.rule == "monster.attacks":
        return (Button(_("Suffer it"), command, main=True),)
    if question.rule == "encounter.due":
        return tuple(_encounters(state, command))
    if question.rule == "token.gate-burst":
        return tuple(
            Button(tile.name, replace(command, neighborhood=tile.name))
            for tile in state.scenario.neighborhoods
            if not order_matters(state, tile.spaces)
        )
    if question.rule == "investigator.next" and state.available:
        return tuple(Button(each.name, replace(command, investigator=each)) for each in state.available)
    return ()


def _simple(rule: str) -> str:
    """Return what the only answer to a question is called."""
    labels = {
        "delayed.stands-up": _("Stand up"),
        "setup.over": _("Begin the first round"),
        "threshold.clues": _("It takes effect"),
    }
    return labels.get(rule, _("Done"))


def _option(state: State, name: str, value: str) -> str:
    if name == "token":
        there = state.cup if sum(state.cup.values()) else state.drawn
        return f"{words.TOKENS[value]} ({there.get(value, 0)})"
    if name == "seat":
        return state.seats[value].investigator
    return str(words.SKILLS.get(value, value)) if name == "skill" else value


def _encounters(state: State, command: Any) -> Iterator[Button]:
    yield Button(_("Encounter resolved"), command, main=True)
    tile = state.scenario.neighborhood_of(state.seats[command.seat].space)
    area = state.areas.get(tile.name) if tile else None
    if area and area.events and not (area.anomaly and state.has_anomalies):
        yield Button(_("Event, with the clue"), replace(command, event=True, gained=True))
        yield Button(_("Event, without a clue"), replace(command, event=True))


def question_choices(state: State, question: Question) -> tuple[Choice, ...]:
    """Return the menus that answer a question: a choice from one of them is recorded."""
    command: Any = question.command
    if question.rule == "token.spawn-monster":
        return tuple(
            Choice(
                f"{name} …",
                tuple(
                    Button(space, replace(command, monster=name, space=space))
                    for space in state.scenario.all_spaces
                ),
            )
            for name in question.among
        )
    if question.rule == "token.gate-burst":
        return tuple(
            Choice(f"{tile.name} …", tuple(_orders(command, tile)))
            for tile in state.scenario.neighborhoods
            if order_matters(state, tile.spaces)
        )
    return ()


def _orders(command: Any, tile: Neighborhood) -> Iterator[Button]:
    """Return the ways to place the doom of a gate burst, as an anomaly makes a difference (004)."""
    yield Button(_("together"), replace(command, neighborhood=tile.name, order=TOGETHER))
    for spaces in permutations(tile.spaces):
        label = _("one by one: %(spaces)s") % {"spaces": ", ".join(spaces)}
        yield Button(label, replace(command, neighborhood=tile.name, order=ONE_BY_ONE, spaces=spaces))
