"""Display settings of a visitor: theme and language."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts import services
from accounts.models import Theme, User

THEME_COOKIE = "theme"
A_YEAR = 365 * 24 * 60 * 60


def theme_of(request: HttpRequest) -> str:
    """Return the theme of this browser, else of this player, else the system's."""
    # A request that was refused early has no user yet.
    user = getattr(request, "user", None)
    return theme_of_browser(request) or getattr(user, "theme", "") or Theme.SYSTEM


def theme_of_browser(request: HttpRequest) -> str:
    """Return the theme saved in this browser; empty if there is none."""
    chosen = request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in Theme.values else ""


def back_to(request: HttpRequest) -> str:
    """Return the page of the form, if it is on this site."""
    url = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if safe else "/"


@require_POST
def set_display(request: HttpRequest) -> HttpResponse:
    """Save theme and language in cookies and in the account. Unknown values change nothing."""
    choices = {
        "theme": (THEME_COOKIE, Theme.values),
        "language": (settings.LANGUAGE_COOKIE_NAME, [code for code, _name in settings.LANGUAGES]),
    }
    in_place = request.headers.get("X-Requested-With") == "fetch"
    response = HttpResponse(status=204) if in_place else HttpResponseRedirect(back_to(request))
    wishes = {}
    for field, (cookie, known) in choices.items():
        value = request.POST.get(field, "")
        if value in known:
            wishes[field] = value
            response.set_cookie(cookie, value, max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS)
    if isinstance(request.user, User):
        services.remember_display(user=request.user, **wishes)
    return response
