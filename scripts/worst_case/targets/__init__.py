"""Kinds of requests that a client can send, each with the properties that make it costly."""

from __future__ import annotations

from scripts.worst_case.targets.base import Target
from scripts.worst_case.targets.bodies import Bodies
from scripts.worst_case.targets.campaigns import Bag, CampaignImport, CampaignPages
from scripts.worst_case.targets.cards import Search
from scripts.worst_case.targets.decks import Checks, Compare, DeckPages, Price
from scripts.worst_case.targets.files import Backups, CampaignFiles
from scripts.worst_case.targets.games import GameImport, GamePages
from scripts.worst_case.targets.imports import DeckImport
from scripts.worst_case.targets.lines import Lines
from scripts.worst_case.targets.lists import Lists
from scripts.worst_case.targets.published import Published
from scripts.worst_case.targets.questions import Questions

TARGETS: dict[str, type[Target]] = {
    "price": Price,
    "compare": Compare,
    "deck": DeckPages,
    "check": Checks,
    "import": DeckImport,
    "search": Search,
    "bag": Bag,
    "campaign-import": CampaignImport,
    "campaign": CampaignPages,
    "lists": Lists,
    "bodies": Bodies,
    "game": GamePages,
    "game-import": GameImport,
    "published": Published,
    "questions": Questions,
    "lines": Lines,
    "campaign-file": CampaignFiles,
    "backup": Backups,
}

__all__ = ["TARGETS", "Target"]
