"""The request that this thread is answering, and what may be said about it in a log.

Addresses hold secrets: links that share a deck, invite to a campaign or reset a password. So a log names the
route of an address (`/decks/shared/<str:token>/`), never the address itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from jobs import tracing

if TYPE_CHECKING:  # the settings of logging import this module, before Django can be used
    from django.http import HttpRequest

#: The methods that get a name of their own in logs and metrics; anybody can send any word as a method.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
#: What an unknown address shows of itself: so many characters of its first part.
CHARACTERS_SHOWN = 30

_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


@contextmanager
def answering(request: HttpRequest, request_id: str) -> Iterator[None]:
    """Everything in this context is done to answer this request."""
    token = _request.set(request)
    try:
        with tracing.answering(request_id):
            yield
    finally:
        _request.reset(token)


def current_request() -> HttpRequest | None:
    """The request being answered, if any."""
    return _request.get()


def method_of(request: HttpRequest) -> str:
    method = request.method or ""
    return method if method in METHODS else "OTHER"


def view_of(request: HttpRequest) -> str:
    """The name of the view that answers, or an empty string while or if there is none."""
    match = getattr(request, "resolver_match", None)
    if match is None:
        return str(getattr(request, "answered_by", ""))
    return str(match.view_name or "unnamed")


def route_of(request: HttpRequest) -> str:
    """The address without what identifies anything."""
    match = getattr(request, "resolver_match", None)
    if match is not None:
        return f"/{match.route}"
    first, _slash, rest = request.path.lstrip("/").partition("/")
    shown = first[:CHARACTERS_SHOWN]
    return f"/{shown}{'/…' if rest else '…' if shown != first else ''}"


def user_of(request: HttpRequest) -> int | None:
    """The id of the user, if somebody has asked for it already: a log line must not cause a query."""
    from django.utils.functional import LazyObject, empty

    user = getattr(request, "user", None)
    if isinstance(user, LazyObject) and user.__dict__.get("_wrapped", empty) is empty:
        return None
    return getattr(user, "pk", None)
