"""Achievements of a campaign: those that its facts list, with what the group has achieved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from campaigns.campaign_rules import campaign_facts
from campaigns.text import names
from rules.campaign import counter
from rules.campaign.logbook import ACHIEVEMENTS


@dataclass(frozen=True, slots=True)
class Achievement:
    """A box to tick, or a counter if `most` is more than 1."""

    id: str
    title: str
    count: int
    most: int

    @property
    def is_counter(self) -> bool:
        return self.most > 1

    @property
    def is_done(self) -> bool:
        return self.count >= self.most


def achievements(campaign: str, counts: Mapping[str, int]) -> list[Achievement]:
    """Return the achievements of a campaign in the guide's order. `counts` are the counters of its log."""
    return [
        Achievement(
            row["id"],
            names.in_language(row),
            min(counts.get(counter(ACHIEVEMENTS, row["id"]), 0), row.get("max", 1)),
            row.get("max", 1),
        )
        for row in campaign_facts().get(campaign, {}).get("achievements", ())
    ]
