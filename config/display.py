"""How does a visitor want to see the site: which theme, which language?"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from accounts import services
from accounts.models import Theme

THEME_COOKIE = "theme"
A_YEAR = 365 * 24 * 60 * 60


def theme_of(request: HttpRequest) -> str:
    """The theme of this browser, else of this player, else the system's."""
    chosen = request.COOKIES.get(THEME_COOKIE) or getattr(request.user, "theme", "")
    return chosen if chosen in Theme.values else Theme.SYSTEM


def back_to(request: HttpRequest) -> str:
    """The page the form was on, if it is one of ours."""
    url = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if safe else "/"


@require_POST
def set_display(request: HttpRequest) -> HttpResponse:
    """Keep theme and language in cookies, and with the account if there is one. Unknown values change nothing."""
    response: HttpResponse = HttpResponseRedirect(back_to(request))
    if request.htmx or request.headers.get("X-Requested-With") == "fetch":
        response = HttpResponse(status=204)
    wishes = {}
    if (theme := request.POST.get("theme")) in Theme.values:
        wishes["theme"] = str(theme)
        response.set_cookie(THEME_COOKIE, str(theme), max_age=A_YEAR, samesite="Lax", secure=settings.HTTPS)
    if (language := request.POST.get("language")) in dict(settings.LANGUAGES):
        wishes["language"] = str(language)
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            str(language),
            max_age=A_YEAR,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    if request.user.is_authenticated:
        services.remember_display(user=request.user, **wishes)
    return response
