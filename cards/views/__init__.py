"""Pages of the catalogue: cards, investigators, and collections."""

from urllib.parse import parse_qs, urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import HttpResponse

from accounts.models import User
from web.shared.htmx import HtmxRequest


class Request(HtmxRequest):
    """A request with the attributes of our middleware, from a user or an anonymous visitor."""

    user: User | AnonymousUser


def wants_part(request: Request) -> bool:
    """Return whether only a part of the page is wanted. Going back in the history needs the whole page."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def remember(request: Request, response: HttpResponse, address: str) -> HttpResponse:
    """Update the URL in the browser. Typing replaces the history entry, pressing a filter adds one."""
    pressed = _without_text(request.htmx.current_url or "") != _without_text(address)
    response["HX-Push-Url" if pressed else "HX-Replace-Url"] = address
    return response


def _without_text(address: str) -> tuple[str, dict[str, list[str]]]:
    try:
        parts = urlsplit(address)
    except ValueError:  # the header may be invalid
        return "", {}
    parameters = parse_qs(parts.query)
    parameters.pop("q", None)
    return parts.path, parameters
