"""URLs of the campaigns pages (at /) and of their JSON API (at /api/v1/)."""

from campaigns.api.urls import urlpatterns as api
from campaigns.views.urls import urlpatterns as pages

__all__ = ["api", "pages"]
