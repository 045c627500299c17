"""Who was here today? Whoever comes back keeps their session, and a guest their things."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts import services
from accounts.models import User


class LastSeen:
    """Once a day, note the visit and renew the session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            "_auth_user_id" in request.session
            and isinstance(request.user, User)
            and services.see(request.user)
        ):
            request.session.modified = True
        return self.get_response(request)
