"""The rules and facts that campaigns are checked against.

They are made of the card catalogue, the shipped campaigns and the imported ones. They are kept in memory and
loaded again after an import.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from campaigns.models import Guide
from cards.adapters import catalogue, guides_version
from cards.importing.shipped import CATALOGUE, load
from rules.campaign import Game
from rules.cards.catalogue import Catalogue, once_per_catalogue

Facts = dict[str, Any]


@lru_cache(maxsize=1)
def shipped_facts() -> dict[str, Facts]:
    """Return the shipped campaigns by id, as in their files."""
    return {facts["id"]: facts for facts in map(load, sorted((CATALOGUE / "campaigns").glob("*.json")))}


@lru_cache(maxsize=2)
def facts_of(version: str) -> dict[str, Facts]:
    """Return all campaigns at this version of the imported ones. Imports never override shipped campaigns."""
    shipped = shipped_facts()
    imported = Guide.objects.order_by("id").exclude(id__in=shipped).values_list("id", "facts")
    return {**shipped, **dict(imported)}


def campaign_facts() -> dict[str, Facts]:
    """Return every campaign that can be played, by id."""
    return facts_of(guides_version())


@once_per_catalogue
def _game(cards: Catalogue, version: str) -> Game:
    return Game.from_facts(cards, facts_of(version).values())


def game() -> Game:
    return _game(catalogue(), guides_version())
