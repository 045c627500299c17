"""Authentication of API requests by key: `Authorization: Bearer …`, or `Token …` from older programs."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.keys import find_key
from accounts.models import ApiKey, User

SCHEMES = (b"bearer", b"token")


class KeyAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[User, ApiKey] | None:
        scheme, *rest = get_authorization_header(request).split() or [b""]
        if scheme.lower() not in SCHEMES:
            return None
        if len(rest) != 1:
            raise AuthenticationFailed(_("The header must be “Authorization: Bearer”, a space, and the key."))
        found = find_key(rest[0].decode("latin-1"))
        if found is None:
            raise AuthenticationFailed(_("This key is not valid. Create a new one on your account page."))
        return found.user, found

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class KeyScheme(OpenApiAuthenticationExtension):
    """Describes the authentication in the API schema."""

    target_class = "accounts.authentication.KeyAuthentication"
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A key from your account page. It works in your name.",
        }
