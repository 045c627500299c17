"""Addresses of the accounts pages (at /) and of their JSON (at /api/v1/)."""

from django.urls import URLPattern, URLResolver

pages: list[URLPattern | URLResolver] = []
api: list[URLPattern | URLResolver] = []
