"""URLs of the deck pages (at /) and of the decks API (at /api/v1/)."""

from django.urls import URLPattern, URLResolver

from decks.api.urls import api as api
from decks.api.urls import arkhamdb as arkhamdb
from decks.views.deck_urls import pages as reading
from decks.views.editor_urls import pages as editor

pages: list[URLPattern | URLResolver] = [*editor, *reading]
