"""Middleware for returning visitors: renews their session and activates their language."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import translation

from accounts import services
from accounts.models import User
from jobs.outages import is_outage


class Returning:
    """Once a day, saves the visit and renews the session, so that guests keep it; activates the language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            self.welcome(request)
        except DatabaseError as error:
            # A page that needs the user reports the outage itself; others work without.
            if not is_outage(error):
                raise
        return self.get_response(request)

    def welcome(self, request: HttpRequest) -> None:
        if "_auth_user_id" in request.session and isinstance(request.user, User):
            self.use_language(request, request.user.language)
            if services.see(request.user):
                request.session.modified = True

    def use_language(self, request: HttpRequest, language: str) -> None:
        """Activate the language of the account, unless this browser has chosen one."""
        offered = language in dict(settings.LANGUAGES)
        if offered and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()


def without_user(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Return a view that treats all visitors as signed out while the database is unavailable.

    For pages that need no account. The session is kept, so the visitor is signed in again after the outage.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            bool(request.user.is_authenticated)
        except DatabaseError as error:
            if not is_outage(error):
                raise
            request.user = AnonymousUser()
            request._messages = CookieStorage(request)  # type: ignore[attr-defined]
        return view(request, *args, **kwargs)

    return page
