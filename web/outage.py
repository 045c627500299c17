"""The response while the database is unavailable, busy, full or read-only.

It must not use the database: no session, no user, no message. A form that could not be saved is shown again
with everything that was entered, so that it can be sent again.
"""

from dataclasses import dataclass

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from jobs.outages import RETRY_AFTER, database
from operations.metrics import count_database_error
from web.display import theme_of_browser

#: Fields that are never written into a page.
SECRET = "password"
#: Texts of at least this length are shown, to be read or copied; shorter ones are kept in hidden fields.
LONG = 40


@dataclass(frozen=True)
class SentForm:
    """A form as it was sent."""

    fields: list[tuple[str, str]]
    texts: list[str]
    """Long texts that the user may have typed."""
    files: bool
    """Whether files were sent. They have to be chosen again."""


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """Return status 503 with the time to retry."""
    database.failed(error)
    count_database_error(error)
    message = sentence()
    answer: HttpResponse
    if request.path.startswith("/api/"):
        answer = JsonResponse({"error": {"code": "unavailable", "message": message}}, status=503)
    elif request.headers.get("HX-Request") or request.headers.get("X-Requested-With") == "fetch":
        # The page is not replaced, so everything that was typed into it is kept.
        answer = HttpResponse(message, status=503, content_type="text/plain; charset=utf-8")
    else:
        answer = HttpResponse(render_to_string("errors/503.html", context(request, message)), status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer


def sentence() -> str:
    return _("The site can't reach its data right now. Please try again in a few seconds.")


def context(request: HttpRequest, message: str) -> dict[str, object]:
    sent_form = form_to_send_again(request)
    return {
        "message": message,
        "sent_form": sent_form,
        "path": request.get_full_path(),
        "csrf_token": get_token(request) if sent_form else "",
        "theme": theme_of_browser(request),
    }


def form_to_send_again(request: HttpRequest) -> SentForm | None:
    """Return the form, to be sent again.

    None for a page, for a form with a password, and for a form that may come from another site.
    """
    if request.method != "POST" or not getattr(request, "csrf_processing_done", False):
        return None
    try:
        sent = [(name, value) for name, values in request.POST.lists() for value in values]
        files = bool(request.FILES)
    except (BadRequest, RequestDataTooBig, TooManyFieldsSent, UnreadablePostError):
        return None
    fields = [(name, str(value)) for name, value in sent if name != "csrfmiddlewaretoken"]
    if any(SECRET in name for name, _value in fields):
        return None
    texts = [value for _name, value in fields if len(value) >= LONG or "\n" in value]
    return SentForm(fields, texts, files)
