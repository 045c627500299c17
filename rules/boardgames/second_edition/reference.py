"""Facts about the box of the 2nd edition that games begin with. Players can change all of them.

What the book states has its page. What it does not state is reference data from a public project of players,
and is marked as such wherever it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.boardgames.second_edition.state import AncientOne, Investigator


@dataclass(frozen=True, slots=True)
class Reference:
    """An Ancient One or an investigator, and whether the book states its numbers."""

    name: str
    value: AncientOne | Investigator
    stated: str = ""
    """The page that states it; empty for reference data."""


ANCIENT_ONES = (
    Reference("Azathoth", AncientOne("Azathoth", 14), "p12"),
    Reference("Cthulhu", AncientOne("Cthulhu", 13)),
    Reference("Hastur", AncientOne("Hastur", 13)),
    Reference("Ithaqua", AncientOne("Ithaqua", 11)),
    Reference("Nyarlathotep", AncientOne("Nyarlathotep", 11, masks=True)),
    Reference("Shub-Niggurath", AncientOne("Shub-Niggurath", 12)),
    Reference("Yig", AncientOne("Yig", 10)),
    Reference("Yog-Sothoth", AncientOne("Yog-Sothoth", 12)),
)
#: The investigators whom the book names. It gives no whole sheet, only one Focus (p6); the rest is entered.
INVESTIGATORS = (
    Investigator("Amanda Sharpe", focus=3),
    *map(Investigator, ("Ashcan Pete", "Harvey Walters", "Joe Diamond", "Michael McGlen", "Monterey Jack")),
)
#: Reference data: the book says that there are eleven, and names some of them.
UNSTABLE = (
    *("Black Cave", "Graveyard", "Hibb's Roadhouse", "Historical Society", "Independence Square"),
    *("Science Building", "Silver Twilight Lodge", "The Unnamable", "The Witch House"),
    *("Unvisited Isle", "Woods"),
)
OTHER_LOCATIONS = (
    *("Administration", "Arkham Asylum", "Curiositie Shoppe", "General Store", "Ma's Boarding House"),
    *("Police Station", "River Docks", "St. Mary's Hospital", "Ye Olde Magick Shoppe"),
)
STREETS = (
    *("Downtown", "Easttown", "French Hill", "Merchant District", "Miskatonic U."),
    *("Northside", "Rivertown", "Southside", "Uptown"),
)
OTHER_WORLDS = ("City of the Great Race", "The Dreamlands", "Yuggoth")
SYMBOLS = ("circle", "diamond", "hexagon", "slash", "square", "star", "triangle")
