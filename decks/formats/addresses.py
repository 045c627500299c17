"""Addresses of decks on ArkhamDB and arkham.build, as players share them."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: More addresses than a group has decks.
MOST_ADDRESSES = 12
ARKHAMDB, ARKHAM_BUILD = "arkhamdb", "arkham-build"
DECK, DECKLIST, SHARE = "deck", "decklist", "share"

_ID = r"(?P<id>[0-9]{1,10}|[0-9a-fA-F-]{36}|[A-Za-z0-9_-]{8,40})"
_PAGES = re.compile(
    r"(?:https?://)?(?:[a-z]{2,3}\.)?(?P<site>arkhamdb\.com|arkham\.build)"
    rf"/(?:(?P<kind>deck|decklist)/(?:(?:view|edit|load)/)?|(?P<share>share)/|api/public/(?P<api>deck|decklist)/){_ID}"
    r"(?:[./?#]\S*)?",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"(?:(?:https?://|www\.)|(?:[a-z]{2,3}\.)?(?:arkhamdb\.com|arkham\.build)/)\S+", re.IGNORECASE
)
_NUMBER = re.compile(r"#?(?P<id>[0-9]{1,10})")


@dataclass(frozen=True, slots=True)
class DeckAddress:
    """One deck of another site."""

    site: str
    kind: str
    id: str

    @property
    def path(self) -> str:
        """The path of its JSON on that site's API."""
        if self.site == ARKHAM_BUILD:
            return f"/v1/public/share/{self.id}"
        return f"/api/public/{self.kind}/{self.id}.json"


def deck_addresses(text: str) -> list[DeckAddress]:
    """Return the decks that a text names by address or number; none if it has any other line."""
    lines = [line.strip() for line in text[: 300 * MOST_ADDRESSES].splitlines() if line.strip()]
    found = [address for line in lines if (address := _address(line)) is not None]
    return list(dict.fromkeys(found)) if found and len(found) == len(lines) else []


def is_other_address(text: str) -> bool:
    """Whether a text consists of addresses, but names no deck that can be loaded."""
    lines = text[: 300 * MOST_ADDRESSES].split()
    return bool(lines) and all(_OTHER.fullmatch(line) for line in lines) and not deck_addresses(text)


def _address(line: str) -> DeckAddress | None:
    if page := _PAGES.fullmatch(line):
        # arkham.build shows decks of ArkhamDB under their numbers, and shares decks of its own.
        ours = page["share"] or (not page["id"].isdecimal() and page["site"].lower() == "arkham.build")
        kind = page["kind"] or page["api"] or SHARE
        return DeckAddress(ARKHAM_BUILD if ours else ARKHAMDB, SHARE if ours else kind.lower(), page["id"])
    if number := _NUMBER.fullmatch(line):
        return DeckAddress(ARKHAMDB, DECKLIST, number["id"])
    return None
