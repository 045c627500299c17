"""Entries: single changes of a state, which can be applied forward and backward without loss."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from rules.boardgames.findings import _
from rules.codec import Unreadable, from_json, to_json

State = TypeVar("State")
Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of the state, before and after. None means that a mapping has no such key."""

    path: Path
    before: Any
    after: Any


def value_at(state: Any, path: Path) -> Any:
    """Return the value at a path; None where a mapping has no such key."""
    for name in path:
        state = state.get(name) if isinstance(state, Mapping) else getattr(state, name)
    return state


def with_value(state: Any, path: Path, value: Any) -> Any:
    """Return the state with one value replaced; None removes a key from its mapping."""
    name, rest = path[0], path[1:]
    if isinstance(state, Mapping):
        if not rest and value is None:
            return {key: item for key, item in state.items() if key != name}
        inner = with_value(state[name], rest, value) if rest else value
        return {**state, name: inner}
    return replace(state, **{name: with_value(getattr(state, name), rest, value) if rest else value})


def forward(state: State, entry: Entry) -> State:
    after: State = with_value(state, entry.path, entry.after)
    return after


def backward(state: State, entry: Entry) -> State:
    before: State = with_value(state, entry.path, entry.before)
    return before


@cache
def type_at(kind: Any, path: Path) -> Any:
    """Return the declared type of the value at a path."""
    for name in path:
        origin = get_origin(kind)
        if origin in (Union, types.UnionType):
            (kind,) = (arg for arg in get_args(kind) if arg is not type(None))
            origin = get_origin(kind)
        if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
            kind = get_args(kind)[1]
            continue
        hints = get_type_hints(kind) if isinstance(kind, type) else {}
        if name not in hints:
            raise Unreadable(_("is not a known place"), ".".join(path)[:80])
        kind = hints[name]
    return kind


def entry_to_json(entry: Entry) -> list[Any]:
    return [list(entry.path), to_json(entry.before), to_json(entry.after)]


def entry_from_json(state: type, value: Any) -> Entry:
    """Return an entry of a class of states; Unreadable gives the fault."""
    if not isinstance(value, list) or len(value) != 3:
        raise Unreadable(_("should be a path with two values"))
    path: Path = from_json(tuple[str, ...], value[0])
    kind = type_at(state, path)
    before, after = (None if each is None else from_json(kind, each) for each in value[1:])
    return Entry(path, before, after)
