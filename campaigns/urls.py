"""Addresses of the campaigns pages (at /) and of their JSON (at /api/v1/)."""

from django.urls import URLPattern, URLResolver

from campaigns.api.urls import urlpatterns as api

__all__ = ["api", "pages"]

pages: list[URLPattern | URLResolver] = []
