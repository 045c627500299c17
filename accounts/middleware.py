"""What does the site do for whoever comes back? It keeps their session, and speaks their language."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts import services
from accounts.models import User


class Returning:
    """Once a day, note the visit and renew the session, lest a guest lose it; and use their language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "_auth_user_id" in request.session and isinstance(request.user, User):
            if services.see(request.user):
                request.session.modified = True
            self.speak(request, request.user.language)
        return self.get_response(request)

    def speak(self, request: HttpRequest, language: str) -> None:
        """What this browser has chosen goes before what the account remembers."""
        if language and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
