"""What did the last scenario leave behind that prices depend on? Only the players know; all is optional."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


def _none() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What happened, as the players recorded it."""

    exiled: Mapping[str, int] = field(default_factory=_none)
    """Copies exiled in the scenario, by card."""
    exiled_extra: Mapping[str, int] = field(default_factory=_none)
    """Those of them that left the second deck of spirits; where nothing is said, the deck's own go first."""
    lost: Mapping[str, int] = field(default_factory=_none)
    """Copies that a campaign instruction took out of the deck."""
    happened: Mapping[str, int] = field(default_factory=_none)
    """How often a card's condition held: Pelt Shipments in hand, offerings on the Green Man Medallion, Refine
    played."""
    attached_to: str = ""
    """The asset that The Raven Quill makes cheaper to upgrade."""
    marks: Mapping[str, int] = field(default_factory=_none)
    """Boxes marked at no cost, by the customizable card, besides what `happened` tells."""


NOTHING_HAPPENED = Aftermath()
