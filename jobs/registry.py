"""Registry of the kinds of background jobs and their handlers.

An app registers its kinds in `AppConfig.ready()`:

    registry.register("cards.import", title=_("Import cards"), handler="cards.jobs.import_cards")

The handler's module is imported when the first job of its kind runs, and not at every start.

A handler takes a Progress and the arguments given to `submit`, and returns what its owner should see: a
dictionary that may have "message" (a sentence), "url" (the next page), and "skipped" (sentences on what was
left out) with "skipped_count". It may run more than once, since a worker can die at any moment; so it must
lead to the same result each time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.module_loading import import_string

from jobs.progress import Progress

Result = dict[str, Any] | None
Handler = Callable[..., Result]


@dataclass(frozen=True)
class Kind:
    name: str
    title: str | Promise
    registered: Handler | str

    @property
    def handler(self) -> Handler:
        return import_string(self.registered) if isinstance(self.registered, str) else self.registered


class UnknownKind(LookupError):
    """There is no such kind of job."""


class JobFailed(Exception):
    """The job cannot be done; the message is shown to its owner."""


_kinds: dict[str, Kind] = {}


def register(name: str, *, title: str | Promise, handler: Handler | str) -> None:
    """Add a kind of job. The handler is a function, or its dotted path."""
    _kinds[name] = Kind(name, title, handler)


def kind(name: str) -> Kind:
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownKind(name) from None


def names() -> list[str]:
    """Return the names of all kinds."""
    return sorted(_kinds)


def title(name: str) -> str:
    """Return the title of this kind of job."""
    return str(_kinds[name].title) if name in _kinds else name


__all__ = [
    "Handler",
    "JobFailed",
    "Kind",
    "Progress",
    "Result",
    "UnknownKind",
    "kind",
    "names",
    "register",
    "title",
]
