"""Fields of command forms, and the reading of commands from what a form sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from django.http import QueryDict
from django.utils.translation import gettext as _

from boardgames.errors import BadCommand
from campaigns.errors import reason_of
from rules.boardgames import Command, Correct, Edition, command_from_json
from rules.codec import Unreadable

LONGEST = 20_000
#: The name of a button whose command is recorded with everything that must follow.
WITH_ALL = "with-all"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a form: a choice, a number, a text, a tick, or several of some options."""

    name: str
    label: str
    widget: str = "text"
    """"text", "number", "select", "tick", "many" or "hidden"."""
    options: tuple[tuple[str, str], ...] = ()
    value: str = ""
    least: int = -99
    most: int = 99
    hint: str = ""
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CommandForm:
    """The form of one command."""

    kind: str
    label: str
    fields: tuple[Field, ...]
    button: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Forms that belong together."""

    id: str
    label: str
    forms: tuple[CommandForm, ...]


def read_command(edition: Edition, sent: QueryDict) -> Command:
    """Return the command that a form sent: as JSON of a button, or field by field."""
    raw = sent.get("command", "") or sent.get(WITH_ALL, "")
    if raw:
        if len(raw) > LONGEST:
            raise BadCommand(_("This is too long for one command."))
        try:
            return command_from_json(edition, json.loads(raw))
        except (ValueError, RecursionError):
            raise BadCommand(_("This command cannot be read. Reload the page and try again.")) from None
    kind = edition.commands.get(sent.get("kind", ""))
    if kind is None:
        raise BadCommand(_("This command is not known. Reload the page and try again."))
    plain = {"kind": kind.kind, **_plain(kind, sent)}
    if kind is Correct:
        plain["path"] = [part for part in sent.get("path", "").split("/") if part]
        plain["value"] = _corrected(sent)
    try:
        return command_from_json(edition, plain)
    except Unreadable as error:
        raise BadCommand(_("This cannot be recorded: %(why)s") % {"why": reason_of(error)}) from None


def _corrected(sent: QueryDict) -> Any:
    value = sent.get("value", "")
    try:
        return int(value) if len(value) < 7 else value
    except ValueError:
        return value


def _plain(kind: Any, sent: QueryDict, prefix: str = "") -> dict[str, Any]:
    """Return the fields of a dataclass as JSON; those that the form does not have keep their default."""
    hints = get_type_hints(kind)
    found: dict[str, Any] = {}
    for field in fields(kind):
        name, type_ = prefix + field.name, hints[field.name]
        if is_dataclass(type_):
            found[field.name] = _plain(type_, sent, f"{name}.")
        elif get_origin(type_) is tuple:
            if name in sent or f"has.{name}" in sent:
                found[field.name] = [
                    _one(get_args(type_)[0], each) for each in sent.getlist(name)[:60] if each
                ]
        elif get_origin(type_) is not None and issubclass(get_origin(type_), Mapping):
            numbers = {
                key.removeprefix(f"{name}."): sent.get(key, "") for key in sent if key.startswith(f"{name}.")
            }
            if numbers:
                found[field.name] = {key: _one(int, each) for key, each in numbers.items() if each}
        elif type_ is bool:
            if name in sent or f"has.{name}" in sent:
                found[field.name] = sent.get(name, "") not in ("", "0", "false")
        elif (value := sent.get(name)) is not None and (type_ is str or value.strip()):
            found[field.name] = _one(type_, value)
    return found


def _one(type_: Any, value: str) -> Any:
    if type_ is not int:
        return value.strip()
    value = value.strip().replace("−", "-").removeprefix("+")
    if len(value) > 6:
        raise BadCommand(_("Enter a whole number."))
    try:
        return int(value)
    except ValueError:
        raise BadCommand(_("Enter a whole number.")) from None
