"""The content of a backup of Arkham Cards, read without trust: anything may be missing or of another type.

The app writes {"version": 1, "campaigns": […], "decks": […], "guides": […]}; older versions have objects in
place of the lists. docs/campaigns.md says which of its fields are known.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from campaigns.errors import BadExport
from rules.codec import is_storable

#: Campaigns of one backup that are read, decks of one of them, and versions of one deck.
MOST_CAMPAIGNS, MOST_DECKS, MOST_VERSIONS = 30, 16, 60
#: Characters of one campaign with its decks, which the page repeats.
LARGEST = 200_000
Plain = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BackedUp:
    """One campaign of a backup, with the decks and the answers to the guide that belong to it."""

    campaign: Plain
    decks: tuple[Plain, ...] = ()
    guide: Plain = field(default_factory=dict)

    @property
    def id(self) -> str:
        return text_in(self.campaign, "uuid") or str(self.campaign.get("id", ""))[:64]

    @property
    def name(self) -> str:
        return " ".join(text_in(self.campaign, "name").split())[:120]

    def as_text(self) -> str:
        """Return a backup with this campaign alone."""
        backup = {
            "version": 1,
            "campaigns": [self.campaign],
            "decks": list(self.decks),
            "guides": [self.guide] if self.guide else [],
        }
        return json.dumps(backup)


def is_backup(data: Any) -> bool:
    """Return whether JSON looks like a backup of Arkham Cards, or like one campaign of it."""
    return isinstance(data, dict) and (
        "cycleCode" in data or any("cycleCode" in each for each in rows_in(data, "campaigns"))
    )


def read_backup(data: Any) -> list[BackedUp]:
    """Return the campaigns of a backup; BadExport if there are none, or more than can be read at once."""
    if not is_backup(data):
        raise BadExport(_("This is not a backup of Arkham Cards."))
    campaigns = [data] if "cycleCode" in data else list(rows_in(data, "campaigns"))
    if len(campaigns) > MOST_CAMPAIGNS:
        facts = {"n": len(campaigns), "most": MOST_CAMPAIGNS}
        raise BadExport(_("This backup has %(n)d campaigns; at most %(most)d can be read at once.") % facts)
    decks = {id: deck for deck in rows_in(data, "decks") for id in _ids_of(deck)}
    guides = {text_in(guide, "uuid"): guide for guide in rows_in(data, "guides")}
    found = [
        BackedUp(
            campaign,
            tuple(_decks_of(campaign, decks)),
            guides.get(text_in(campaign, "uuid"), {}) if text_in(campaign, "uuid") else {},
        )
        for campaign in campaigns
    ]
    for each in found:
        if len(each.as_text()) > LARGEST:
            raise BadExport(_("The campaign “%(name)s” is too large.") % {"name": each.name[:60]})
    return found


def _ids_of(deck: Plain) -> Iterator[str]:
    """The names by which a campaign refers to a deck: its uuid, or its number at ArkhamDB."""
    for name in ("uuid", "id"):
        if isinstance(deck.get(name), (str, int)) and deck[name]:
            yield str(deck[name])


def deck_references(campaign: Plain) -> list[str]:
    """Return what a campaign calls its decks."""
    found: list[str] = []
    for name in ("deckIds", "latestDeckIds", "baseDeckIds"):
        rows = campaign.get(name)
        for each in rows if isinstance(rows, list) else ():
            if isinstance(each, dict):
                found += [str(each[key]) for key in ("uuid", "id") if each.get(key)][:1]
            elif isinstance(each, (str, int)) and each:
                found.append(str(each))
    return list(dict.fromkeys(each[:64] for each in found))[:MOST_DECKS]


def _decks_of(campaign: Plain, decks: Mapping[str, Plain]) -> Iterator[Plain]:
    """Yield the latest version of each deck of a campaign that the backup contains."""
    for reference in deck_references(campaign):
        deck = decks.get(reference)
        for _version in range(MOST_VERSIONS):
            following = deck.get("nextDeckId") if deck else None
            name = following.get("uuid") or following.get("id") if isinstance(following, dict) else following
            later = decks.get(str(name)) if name else None
            if later is None or later is deck:
                break
            deck = later
        if deck is not None:
            links = ("nextDeckId", "previousDeckId", "next_deck", "previous_deck")
            yield {**{key: value for key, value in deck.items() if key not in links}, "was": reference}


def text_in(data: Plain, name: str, most: int = 300) -> str:
    """Return a text that can be stored; empty if there is none."""
    value = data.get(name)
    return value[:most] if isinstance(value, str) and is_storable(value) else ""


def number_in(data: Plain, name: str, most: int = 999) -> int:
    """Return a whole number from 0 to `most`; 0 if there is none."""
    value = data.get(name)
    return min(max(value, 0), most) if isinstance(value, int) and not isinstance(value, bool) else 0


def object_in(data: Plain, name: str) -> Plain:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def rows_in(data: Plain, name: str) -> Iterator[Plain]:
    """Yield the objects of a list, or of an object in place of a list."""
    value = data.get(name)
    rows = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    yield from (row for row in rows if isinstance(row, dict))


def texts_in(data: Plain, name: str) -> list[str]:
    value = data.get(name)
    rows = value if isinstance(value, list) else ()
    return [row[:300] for row in rows if isinstance(row, str) and row.strip() and is_storable(row)]
