"""By which law are campaigns judged? The catalogue and the shipped campaigns, read once per process."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cards.adapters import catalogue
from cards.shipped import CATALOGUE, load
from rules.campaign import Law
from rules.catalogue import Catalogue, once_per_catalogue


@lru_cache(maxsize=1)
def campaign_facts() -> dict[str, dict[str, Any]]:
    """Every campaign that ships with Casebook, as its file has it."""
    return {facts["id"]: facts for facts in map(load, sorted((CATALOGUE / "campaigns").glob("*.json")))}


@once_per_catalogue
def _law(cards: Catalogue) -> Law:
    return Law.from_facts(cards, campaign_facts().values())


def law() -> Law:
    return _law(catalogue())
