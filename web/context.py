"""Template context of every page."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language

from cards import images
from web import navigation
from web.display import theme_of


def page(request: HttpRequest) -> dict[str, Any]:
    return {
        "nav": navigation.links(request.path),
        "theme": theme_of(request),
        "card_images": images.pattern(),
        "language": get_language(),
        "languages": settings.LANGUAGES,
    }
