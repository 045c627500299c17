"""Registry of the kinds of background jobs and their handlers.

An app registers its kinds in `AppConfig.ready()`:

    registry.register("cards.import", title=_("Import cards"), handler=import_cards)

A handler takes a Progress and the arguments given to `submit`, and returns what its owner should see: a
dictionary that may have "message" (a sentence), "url" (the next page), and "skipped" (sentences on what was
left out) with "skipped_count". It may run more than once, since a worker can die at any moment; so it must
lead to the same result each time.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from jobs.progress import Progress

Result = dict[str, Any] | None
Handler = Callable[..., Result]


@dataclass(frozen=True)
class Kind:
    name: str
    title: str | Promise
    handler: Handler


class UnknownKind(LookupError):
    """There is no such kind of job."""


class JobFailed(Exception):
    """The job cannot be done; the message is shown to its owner."""


_kinds: dict[str, Kind] = {}


def register(name: str, *, title: str | Promise, handler: Handler) -> None:
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
