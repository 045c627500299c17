"""The rules and facts that campaigns are checked against.

They are made of the card catalogue, the shipped campaigns, those that the operator imported, and those of
campaign files. The first three are all kept in memory, and loaded again after an import. There may be any
number of campaign files: one is read when a campaign that plays it is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from campaigns.models import Guide
from campaigns.models.imported import OF_FILES
from cards.adapters import catalogue, guides_version
from cards.importing.shipped import CATALOGUE, load
from rules.campaign import Game, read_campaign
from rules.campaign.facts import ById, CampaignFacts
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.memo import Recent

Facts = dict[str, Any]

#: Guides of campaign files in memory. They are never changed, so what was read stays right.
_of_files: Recent[str, tuple[Facts, CampaignFacts]] = Recent(50)


@lru_cache(maxsize=1)
def shipped_facts() -> dict[str, Facts]:
    """Return the shipped campaigns by id, as in their files."""
    return {facts["id"]: facts for facts in map(load, sorted((CATALOGUE / "campaigns").glob("*.json")))}


@lru_cache(maxsize=2)
def facts_of(version: str) -> dict[str, Facts]:
    """Return the campaigns for all users at this version of the imported ones. Imports never override
    shipped campaigns."""
    shipped = shipped_facts()
    imported = Guide.objects.filter(for_all=True).order_by("id").exclude(id__in=shipped)
    return {**shipped, **dict(imported.values_list("id", "facts"))}


def campaign_facts() -> Mapping[str, Facts]:
    """Return the campaigns that everybody can play, by id. Those of campaign files are found by their id."""
    return ById(facts_of(guides_version()), _facts_of_file)


def _facts_of_file(id: str) -> Facts | None:
    found = _of_file(id)
    return found[0] if found else None


def _campaign_of_file(id: str) -> CampaignFacts | None:
    found = _of_file(id)
    return found[1] if found else None


def _of_file(id: str) -> tuple[Facts, CampaignFacts] | None:
    try:
        return _of_files.get(id, lambda: _read(id)) if id.startswith(OF_FILES) else None
    except Guide.DoesNotExist:
        return None


def _read(id: str) -> tuple[Facts, CampaignFacts]:
    """Return the facts under the id that campaigns know them by, which is not the one in the file."""
    facts = {**Guide.objects.get(pk=id, for_all=False).facts, "id": id}
    return facts, read_campaign(facts)


@once_per_catalogue
def _game(cards: Catalogue, version: str) -> Game:
    return Game.from_facts(cards, facts_of(version).values(), _campaign_of_file)


def game() -> Game:
    return _game(catalogue(), guides_version())
