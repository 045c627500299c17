"""URLs of the deck pages (at /) and of the decks API (at /api/v1/)."""

from django.urls import URLPattern, URLResolver

from decks.api.urls import arkhamdb as arkhamdb
from decks.api.urls import urlpatterns as api
from decks.views.deck_urls import urlpatterns as reading
from decks.views.editor_urls import urlpatterns as editor

__all__ = ["api", "arkhamdb", "pages"]

pages: list[URLPattern | URLResolver] = [*editor, *reading]
