"""Addresses of decks below /api/v1/."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from decks.api.check import CheckDeck

urlpatterns: list[URLPattern | URLResolver] = [
    path("check", CheckDeck.as_view(), name="api-check"),
]
