"""The outline of a campaign: what lists show of its state, and all that they read of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from rules.campaign import CampaignState
from rules.deck.circumstances import STANDALONE


@dataclass(frozen=True, slots=True)
class Outline:
    revision: int
    """The revision of the campaign that it belongs to; after any other it is outdated."""
    campaign: str
    phase: str
    mode: str
    difficulty: str
    result: str
    playing: str
    """The id of the scenario that is being played; empty between scenarios."""
    party: tuple[str, ...]
    """The names of the active investigators."""
    played: int
    """The number of scenarios that were played."""
    score: int | None
    """The score of a standalone scenario."""

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "party": list(self.party)}


FIELDS = frozenset(field.name for field in fields(Outline))


def outline(state: CampaignState, revision: int) -> Outline:
    return Outline(
        revision,
        state.campaign,
        state.phase,
        state.mode,
        state.difficulty,
        state.result,
        state.playing.scenario if state.playing else "",
        tuple(seat.title for seat in state.active.values()),
        sum(each.is_scenario for each in state.history),
        score(state),
    )


def read(stored: dict[str, Any], revision: int) -> Outline | None:
    """Return a stored outline; None if it is of another revision, or was stored by another version."""
    if stored.get("revision") != revision or stored.keys() != FIELDS:
        return None
    return Outline(**{**stored, "party": tuple(stored["party"])})


def score(state: CampaignState) -> int | None:
    """Return the score of a standalone scenario (rule standalone.score-variant), or None."""
    if state.mode != STANDALONE or not state.history or state.history[-1].victory is None:
        return None
    return max(0, state.history[-1].victory + state.history[-1].bonus)
