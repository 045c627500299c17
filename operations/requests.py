"""The outermost middleware: gives every request an id, measures it, and writes the access log."""

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from operations import current, metrics

HEADER = "X-Request-ID"
#: Ids that a proxy may set; others would not be safe to log, search or store.
ACCEPTED = re.compile(r"[A-Za-z0-9._-]{8,64}")

access = logging.getLogger("casebook.requests")


class Traced:
    """Comes before all other middleware, so that every response has an id, a count and a log line."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.static = settings.STATIC_URL

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = request_id_of(request)
        begun = time.perf_counter()
        with current.answering(request, request_id), metrics.in_flight():
            # Django turns every exception of an inner layer into a response, so there is always one.
            response = self.get_response(request)
            response.headers[HEADER] = request_id
            self.record(request, response, time.perf_counter() - begun)
        return response

    def record(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        view = current.view_of(request) or ("static" if request.path.startswith(self.static) else "none")
        method = current.method_of(request)
        metrics.count_request(view, method, response.status_code, seconds)
        # Monitoring requests come every few seconds, so they are logged only at debug level.
        level = logging.DEBUG if getattr(request, "answered_by", "") else logging.INFO
        if access.isEnabledFor(level):
            milliseconds = round(seconds * 1000, 1)
            access.log(
                level,
                "%s %s %d in %s ms",
                *(method, current.route_of(request), response.status_code, milliseconds),
                extra={"status": response.status_code, "duration_ms": milliseconds},
            )


def request_id_of(request: HttpRequest) -> str:
    """Return the id that the site's own proxy set, or a new one. Clients cannot choose theirs."""
    given = request.META.get("HTTP_X_REQUEST_ID", "") if settings.BEHIND_PROXY else ""
    return given if ACCEPTED.fullmatch(given) else secrets.token_hex(8)
