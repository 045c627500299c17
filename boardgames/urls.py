"""URLs of the board games' pages (at /) and of their JSON API (at /api/v1/)."""

from boardgames.api.urls import urlpatterns as api
from boardgames.views.urls import urlpatterns as pages

__all__ = ["api", "pages"]
