"""What does the site do for whoever comes back? It keeps their session, and speaks their language."""

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
    """Once a day, note the visit and renew the session, lest a guest lose it; and use their language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            self.welcome(request)
        except DatabaseError as error:
            # A page that needs to know who asks says so itself; others can do without.
            if not is_outage(error):
                raise
        return self.get_response(request)

    def welcome(self, request: HttpRequest) -> None:
        if "_auth_user_id" in request.session and isinstance(request.user, User):
            self.speak(request, request.user.language)
            if services.see(request.user):
                request.session.modified = True

    def speak(self, request: HttpRequest, language: str) -> None:
        """What this browser has chosen goes before what the account remembers."""
        if language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()


def knowing_nobody(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """For a page that needs no account: while the database is away, everybody is a stranger to it.

    The session stays as it is, so that the visitor is known again when the database is back.
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
