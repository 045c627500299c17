"""Small, composable checks of plain JSON; each reports every fault it finds, with the path to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.codec import is_storable
from rules.deck.verdict import _

#: The number of characters of an unexpected value that a message repeats.
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a value and its path: `scenarios[2].title`."""

    path: str
    message: str
    """A message to translate, with the names of facts in braces."""
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def problem(self) -> str:
        return self.message.format(**self.facts) if self.facts else self.message

    def __str__(self) -> str:
        return f"{self.path}: {self.problem}" if self.path else self.problem


Check = Callable[[Any, str], Iterator[Fault]]


def text(longest: int, pattern: str = "") -> Check:
    """Return a check for a text that is not empty and, with a pattern, matches it."""
    fits = re.compile(pattern).fullmatch if pattern else None

    def check(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, str):
            yield Fault(path, _("should be text"))
        elif not value.strip():
            yield Fault(path, _("is empty"))
        elif len(value) > longest:
            yield Fault(path, _("is longer than {most} characters"), {"most": longest})
        elif not is_storable(value):
            yield Fault(path, _("contains an invalid character"))
        elif fits and not fits(value):
            yield Fault(
                path, _("“{value}” must match {pattern}"), {"value": value[:SHOWN], "pattern": pattern}
            )

    return check


def number(least: int, most: int) -> Check:
    def check(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, int) or isinstance(value, bool):
            yield Fault(path, _("should be a whole number"))
        elif not least <= value <= most:
            yield Fault(path, _("should be between {least} and {most}"), {"least": least, "most": most})

    return check


def truth(value: Any, path: str) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield Fault(path, _("should be true or false"))


def one_of(*known: str) -> Check:
    def check(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, str) or value not in known:
            yield Fault(path, _("should be one of {known}"), {"known": ", ".join(known)})

    return check


def list_of(each: Check, most: int) -> Check:
    def check(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault(path, _("should be a list"))
        elif len(value) > most:
            yield Fault(path, _("has more than {most} entries"), {"most": most})
        else:
            for place, item in enumerate(value):
                yield from each(item, f"{path}[{place}]")

    return check


def mapping_of(key: Check, each: Check, most: int) -> Check:
    def check(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield Fault(path, _("should be an object"))
        elif len(value) > most:
            yield Fault(path, _("has more than {most} entries"), {"most": most})
        else:
            for name, item in value.items():
                place = below(path, str(name)[:SHOWN])
                yield from key(name, place)
                yield from each(item, place)

    return check


def record(needed: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    """Return a check for an object with these keys and no others."""
    known = {**needed, **(optional or {})}

    def check(value: Any, path: str) -> Iterator[Fault]:
        if not isinstance(value, Mapping):
            yield Fault(path, _("should be an object"))
            return
        for name in needed:
            if name not in value:
                yield Fault(below(path, name), _("is missing"))
        for name, item in value.items():
            place = below(path, str(name)[:SHOWN])
            if name in known:
                yield from known[name](item, place)
            else:
                yield Fault(place, _("is not a known field"))

    return check


def below(path: str, step: str) -> str:
    return f"{path}.{step}" if path else step


def known_names(names: Any, known: Collection[str], path: str, message: str) -> Iterator[Fault]:
    """Report names that are not among the known ones, with a message that has the `name`."""
    for place, name in enumerate(names):
        if name not in known:
            yield Fault(f"{path}[{place}]", message, {"name": name})


def repeated(names: Collection[str], path: str) -> Iterator[Fault]:
    """Report names that occur twice in a list of objects with an `id`."""
    seen: set[str] = set()
    for place, name in enumerate(names):
        if name in seen:
            yield Fault(f"{path}[{place}].id", _("“{name}” is listed twice"), {"name": name})
        seen.add(name)
