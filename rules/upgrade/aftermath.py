"""The results of the last scenario that prices depend on. Only the players know them; all are optional."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


def _none() -> Mapping[str, int]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The results of a scenario, as the players recorded them."""

    exiled: Mapping[str, int] = field(default_factory=_none)
    """Copies exiled in the scenario, by card."""
    exiled_extra: Mapping[str, int] = field(default_factory=_none)
    """The exiled copies that left the second deck of spirits; if not recorded, the deck's own copies go
    first."""
    lost: Mapping[str, int] = field(default_factory=_none)
    """Copies that a campaign instruction took out of the deck."""
    happened: Mapping[str, int] = field(default_factory=_none)
    """How often a card's condition was met: Pelt Shipments in hand, offerings on the Green Man Medallion,
    Refine played."""
    attached_to: str = ""
    """The asset that The Raven Quill makes cheaper to upgrade."""
    marks: Mapping[str, int] = field(default_factory=_none)
    """Boxes marked at no cost, by the customizable card, in addition to those from `happened`."""


NOTHING_HAPPENED = Aftermath()
