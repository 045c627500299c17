"""Pages of the catalogue: cards, investigators, the collection, and the rulebook."""

from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse

from accounts.models import User
from jobs.http import HtmxRequest


class Request(HtmxRequest):
    """A request as our middleware leaves it, of a player or a visitor."""

    user: User | AnonymousUser


def wants_part(request: Request) -> bool:
    """Is only what changes in place wanted? Going back in the browser's history wants the whole page."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def remember(request: Request, response: HttpResponse, address: str) -> HttpResponse:
    """Have the browser show this address. Typing amends its history, pressing a filter adds to it."""
    pressed = _without_words(request.htmx.current_url or "") != _without_words(address)
    response["HX-Push-Url" if pressed else "HX-Replace-Url"] = address
    return response


def _without_words(address: str) -> tuple[str, dict[str, list[str]]]:
    try:
        parts = urlsplit(address)
    except ValueError:  # a header may say anything
        return "", {}
    asked = parse_qs(parts.query)
    asked.pop("q", None)
    return parts.path, asked
