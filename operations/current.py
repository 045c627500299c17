"""The request that this thread is handling, and what logs may show of it.

URLs contain secrets: links that share a deck, invite to a campaign or reset a password. A log therefore names
the route of a URL (`/decks/shared/<str:token>/`), never the URL itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from jobs import tracing

if TYPE_CHECKING:  # the settings of logging import this module, before Django can be used
    from django.http import HttpRequest

#: Methods that are named in logs and metrics; clients can send any word as a method.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
#: Characters of the first part of an unknown URL that are shown.
CHARACTERS_SHOWN = 30

_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


@contextmanager
def answering(request: HttpRequest, request_id: str) -> Iterator[None]:
    """Mark everything in this context as work for this request."""
    token = _request.set(request)
    try:
        with tracing.answering(request_id):
            yield
    finally:
        _request.reset(token)


def current_request() -> HttpRequest | None:
    """Return the current request, if any."""
    return _request.get()


def method_of(request: HttpRequest) -> str:
    method = request.method or ""
    return method if method in METHODS else "OTHER"


def view_of(request: HttpRequest) -> str:
    """Return the name of the view, or an empty string if there is none (yet)."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        return str(getattr(request, "answered_by", ""))
    return str(match.view_name or "unnamed")


def route_of(request: HttpRequest) -> str:
    """Return the URL without identifying parts."""
    match = getattr(request, "resolver_match", None)
    if match is not None:
        return f"/{match.route}"
    first, _slash, rest = request.path.lstrip("/").partition("/")
    shown = first[:CHARACTERS_SHOWN]
    return f"/{shown}{'/…' if rest else '…' if shown != first else ''}"


def user_of(request: HttpRequest) -> int | None:
    """Return the id of the user, if it is already loaded: a log line must not cause a query."""
    from django.utils.functional import LazyObject, empty

    user = getattr(request, "user", None)
    if isinstance(user, LazyObject) and user.__dict__.get("_wrapped", empty) is empty:
        return None
    return getattr(user, "pk", None)
