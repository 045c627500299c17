"""Conversion of steps, commands and states to plain JSON and back, without loss.

Frozen dataclasses become objects without the fields that have their default. The reader is strict: a field
that is unknown, missing or of another type raises Unreadable, which names its place. Nothing is guessed.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from rules.deck.verdict import _

Read = Callable[[Any], Any]

LONGEST_TEXT = 4_000
LARGEST_NUMBER = 1_000_000
MOST_ITEMS = 5_000


class Unreadable(ValueError):
    """Plain data that does not match its type; `path` leads to the fault.

    The problem is a message with facts, so that it can be translated.
    """

    def __init__(self, problem: str, path: str = "", **facts: int) -> None:
        text = problem.format(**facts)
        super().__init__(f"{path}: {text}" if path else text)
        self.problem = problem
        self.path = path
        self.facts = facts

    def at(self, step: str) -> Unreadable:
        return Unreadable(self.problem, f"{step}.{self.path}" if self.path else step, **self.facts)


def to_json(value: Any) -> Any:
    """Return plain JSON values, without fields that have their default."""
    if value is None or isinstance(value, (str, int)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {
            name: to_json(found)
            for name, default in _defaults(type(value))
            if (found := getattr(value, name)) != default
        }
    if isinstance(value, Mapping):
        return {key: to_json(item) for key, item in value.items()}
    if isinstance(value, (frozenset, set)):
        return sorted(to_json(item) for item in value)
    if isinstance(value, (tuple, list)):
        return [to_json(item) for item in value]
    raise TypeError(f"{type(value).__name__} has no plain form")


class _Never:
    """Equal to nothing: the default of a field that must always be written."""


_NEVER = _Never()


@cache
def _defaults(kind: type) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, _default(field)) for field in fields(kind))


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    return _NEVER


def from_json(kind: Any, value: Any) -> Any:
    """Return a value of this type from plain JSON; Unreadable gives the fault and its place."""
    return reader(kind)(value)


@cache
def reader(kind: Any) -> Read:
    if kind is Any:
        return _read_anything
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        (inner,) = (arg for arg in args if arg is not type(None))
        return _optional(reader(inner))
    if origin is tuple:
        return _sequence(reader(args[0]), tuple)
    if origin is frozenset:
        return _sequence(reader(args[0]), frozenset)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(reader(args[1]))
    if is_dataclass(kind):
        return _object(kind)
    raise TypeError(f"{kind} cannot be read")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unreadable(_("should be text"))
    if len(value) > LONGEST_TEXT:
        raise Unreadable(_("is longer than {most} characters"), most=LONGEST_TEXT)
    if not is_storable(value):
        raise Unreadable(_("contains an invalid character"))
    return value


def is_storable(value: str) -> bool:
    """Return whether a text has no NUL and no lone surrogates, which JSON allows and databases reject."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(_("should be a whole number"))
    if abs(value) > LARGEST_NUMBER:
        raise Unreadable(_("is too large"))
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(_("should be true or false"))
    return value


_SIMPLE: dict[Any, Read] = {str: _text, int: _number, bool: _truth}


def _read_anything(value: Any, depth: int = 0) -> Any:
    """Read facts of any plain shape, to a limited depth."""
    if depth > 8:
        raise Unreadable(_("is nested too deeply"))
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return [_read_anything(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        return {_text(key): _read_anything(item, depth + 1) for key, item in value.items()}
    raise Unreadable(_("is not a JSON value"))


def _optional(read: Read) -> Read:
    return lambda value: None if value is None else read(value)


def _sequence(read: Read, make: Callable[[Any], Any]) -> Read:
    def read_all(value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            raise Unreadable(_("should be a list"))
        if len(value) > MOST_ITEMS:
            raise Unreadable(_("is a list that is too long"))
        items = []
        for index, item in enumerate(value):
            try:
                items.append(read(item))
            except Unreadable as error:
                raise error.at(str(index)) from None
        return make(items)

    return read_all


def _mapping(read: Read) -> Read:
    def read_all(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Unreadable(_("should be an object"))
        if len(value) > MOST_ITEMS:
            raise Unreadable(_("is too long"))
        found = {}
        for key, item in value.items():
            try:
                found[_text(key)] = read(item)
            except Unreadable as error:
                raise error.at(str(key)[:80]) from None
        return found

    return read_all


def _object(kind: Any) -> Read:
    def read_object(value: Any) -> Any:
        known, needed = _readers(kind)  # on first use, because a type may refer to itself
        if not isinstance(value, Mapping):
            raise Unreadable(_("should be an object"))
        found = {}
        for name, item in value.items():
            read = known.get(name)
            if read is None:
                raise Unreadable(_("is not a known field"), str(name)[:80])
            try:
                found[name] = read(item)
            except Unreadable as error:
                raise error.at(name) from None
        for name in needed:
            if name not in found:
                raise Unreadable(_("is missing"), name)
        return kind(**found)

    return read_object


@cache
def _readers(kind: type) -> tuple[Mapping[str, Read], tuple[str, ...]]:
    """Return the readers of all fields, and the names of the required ones."""
    hints = get_type_hints(kind)
    defaults = _defaults(kind)
    known = {name: reader(hints[name]) for name, _value in defaults}
    return known, tuple(name for name, value in defaults if value is _NEVER)
