"""Error responses: a page for visitors, one JSON format for programs, never a traceback."""

import contextlib
import sys
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs import tracing
from jobs.outages import is_outage
from web import request_text
from web.outage import unavailable
from web.shared.errors import Refusal, TooMany

HEADINGS = {
    400: gettext_lazy("Invalid request"),
    403: gettext_lazy("You don't have access"),
    404: gettext_lazy("Page not found"),
    405: gettext_lazy("This address can't be opened directly"),
    409: gettext_lazy("This can't be done"),
    413: gettext_lazy("Too large"),
    429: gettext_lazy("Too many requests"),
    503: gettext_lazy("Not possible right now"),
}
#: Bytes of a form without files. Reading its signs by their codes takes forty times as much memory.
LARGEST_FORM = 1_000_000
#: Answers that a visitor may report to the operator: they show the number that leads to the log.
NUMBERED = frozenset({400, 500, 503})


def body(code: str, message: object, **more: Any) -> dict[str, Any]:
    """Return an error in the JSON format of the site."""
    return {"error": {"code": code, "message": str(message), **more}}


def wants_json(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def answer(request: HttpRequest, status: int, code: str, message: object, **more: Any) -> HttpResponse:
    """Return a page, a line of text for htmx, or JSON."""
    if status in NUMBERED:
        more["request_id"] = tracing.request_id()
    if wants_json(request):
        return JsonResponse(body(code, message, **more), status=status)
    if getattr(request, "htmx", None):
        return HttpResponse(str(message), status=status, content_type="text/plain; charset=utf-8")
    context = {"heading": HEADINGS.get(status, HEADINGS[409]), "message": message, **more}
    return render(request, "errors/error.html", context, status=status)


def drain(request: HttpRequest) -> None:
    """Read the rest of the request within limits, because many clients send everything before they read."""
    left = 5 * settings.MAX_UPLOAD_BYTES
    with contextlib.suppress(UnreadablePostError):
        while left > 0 and (piece := request.read(65536)):
            left -= len(piece)


def too_large(request: HttpRequest) -> HttpResponse:
    drain(request)
    megabytes = _most(request) // 1_000_000
    message = _("This is too large: at most %(n)d MB can be sent at once.") % {"n": megabytes}
    return answer(request, 413, "too_large", message)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    return answer(request, 400, "bad_request", _("The request was invalid. Go back and try again."))


def bad_text(request: HttpRequest, problem: str) -> HttpResponse:
    return answer(request, 400, "bad_text", problem)


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(request, 403, "forbidden", _("It belongs to another user, or you need to sign in."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    message = _(
        "The page was open for too long, or your browser blocks cookies. Reload the page and try again."
    )
    if wants_json(request) or getattr(request, "htmx", None):
        return answer(request, 403, "csrf", message)
    context = {"heading": _("This form has expired"), "message": message, "back": _came_from(request)}
    return render(request, "errors/error.html", context, status=403)


def _came_from(request: HttpRequest) -> str:
    """Return the page of the form, if it is on this site."""
    url = request.headers.get("Referer", "")
    safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if safe else ""


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    user = getattr(request, "user", None)
    if wants_json(request) or (user is not None and user.is_authenticated):
        return answer(request, 404, "not_found", _("It may have been deleted. Please check the address."))
    # Whose session has ended is a stranger to their own pages.
    message = _("It may have been deleted. If it is yours, sign in first. Otherwise check the address.")
    page = _came_from(request) if request.method == "POST" else request.get_full_path()
    return answer(request, 404, "not_found", message, sign_in=True, page=page)


def only_by_form(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """A form's address was opened as a page: after signing in again, by a bookmark, out of the history."""
    message = _("This address only accepts data from a form. Go back to the page with the form.")
    page = answer(request, 405, "method_not_allowed", message)
    page.headers["Allow"] = response.headers.get("Allow", "")
    return page


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for status 500. It needs no session, user or database, because they may have failed."""
    cause = sys.exc_info()[1]
    if cause is not None and is_outage(cause):
        return unavailable(request, cause)
    number = tracing.request_id()
    if wants_json(request):
        message = _("Something went wrong on our side. It has been recorded with the number %(number)s.")
        error = body("server_error", message % {"number": number}, request_id=number)
        return JsonResponse(error, status=500)
    return HttpResponse(render_to_string("errors/500.html", {"request_id": number}), status=500)


class Refusals:
    """Middleware that turns refusals into responses, and refuses malformed URLs and bodies."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        problem = request_text.problem_in_address(request)
        response = bad_text(request, problem) if problem else self.get_response(request)
        if response.status_code == 405 and request.method == "GET" and not wants_json(request):
            return only_by_form(request, response)
        return response

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        if is_too_large(request):
            return too_large(request)
        try:
            problem = request_text.problem_in_form(request)
        except UnreadablePostError:  # the client has disconnected
            return bad_request(request, BadRequest())
        return bad_text(request, problem) if problem else None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return unavailable(request, exception) if is_outage(exception) else None
        response = answer(request, exception.status, exception.code, exception.message, **exception.facts)
        if isinstance(exception, TooMany):
            response.headers["Retry-After"] = str(exception.seconds)
        return response


def is_too_large(request: HttpRequest) -> bool:
    """Return whether the body is too large. Files are streamed to disk; all else would be held in memory."""
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return False
    return length > _most(request)


def _most(request: HttpRequest) -> int:
    """Bytes that a request of this kind may have."""
    if request.content_type == "multipart/form-data":
        return int(settings.MAX_UPLOAD_BYTES)
    if request.content_type == "application/x-www-form-urlencoded":
        return LARGEST_FORM
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
