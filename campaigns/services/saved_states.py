"""States saved every hundred steps, so that undo and earlier states need not replay the whole campaign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from campaigns.campaign_rules import game
from campaigns.models import Campaign, SavedState, Step
from rules.campaign import CampaignState, Unreadable, from_json, replay, step_from_json, to_json
from rules.campaign.state import EMPTY

#: Steps from one saved state to the next.
EVERY = 100


def is_due(rows: Sequence[Step]) -> bool:
    """Return whether a state is saved after these new steps."""
    return any(row.number % EVERY == 0 for row in rows)


def save(campaign: Campaign, number: int, plain: dict[str, Any]) -> None:
    """Save the state after a step, as it is stored with the campaign."""
    SavedState.objects.update_or_create(campaign=campaign, number=number, defaults={"state": plain})


def forget(campaign: Campaign, number: int) -> None:
    """Delete the states that contain a step, because it is undone."""
    campaign.saved_states.filter(number__gte=number).delete()


def state_after(campaign: Campaign, number: int) -> CampaignState:
    """Return the state after the steps up to this number that are not undone."""
    begun = _nearest(campaign, number)
    return _replayed(_steps_since(campaign, begun, number), begun)


def current_state(campaign: Campaign) -> CampaignState:
    """Return the state after all steps that are not undone; a long replay saves a state for the next one."""
    begun = _nearest(campaign)
    rows = _steps_since(campaign, begun)
    if len(rows) > 2 * EVERY:
        begun = _replayed(rows[:-EVERY], begun)
        save(campaign, begun.number, to_json(begun))
        rows = rows[-EVERY:]
    return _replayed(rows, begun)


def _nearest(campaign: Campaign, number: int | None = None) -> CampaignState:
    """Return the last saved state, before this step if it is given; without one, the empty state."""
    found = campaign.saved_states.order_by("-number")
    row = (found if number is None else found.filter(number__lte=number)).first()
    if row is None:
        return EMPTY
    try:
        saved: CampaignState = from_json(CampaignState, row.state)
    except Unreadable:
        # It was saved by an earlier version of the site; the steps are readable in every version.
        return EMPTY
    return saved


def _steps_since(campaign: Campaign, begun: CampaignState, number: int | None = None) -> list[Step]:
    rows = campaign.steps.filter(undone=False, number__gt=begun.number).order_by("number")
    return list(rows if number is None else rows.filter(number__lte=number))


def _replayed(rows: Sequence[Step], begun: CampaignState) -> CampaignState:
    return replay(((row.number, step_from_json(row.payload)) for row in rows), game(), begun)
