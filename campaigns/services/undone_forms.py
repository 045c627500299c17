"""The steps of a form that was recorded and undone since, so that the form can be filled in again."""

from __future__ import annotations

from campaigns.models import Campaign, Step
from campaigns.services.recording import key_of
from rules.campaign import step_from_json, steps

#: More steps than one form records.
MOST = 60


def undone_scenario(campaign: Campaign) -> list[steps.Step]:
    """Return what was recorded last for the end of the scenario in play, before it was undone."""
    begun = campaign.steps.filter(kind=steps.BeginScenario.kind, undone=False).order_by("number").last()
    return _undone(campaign, steps.EndScenario.kind, begun.number) if begun else []


def undone_interlude(campaign: Campaign, interlude: str) -> list[steps.Step]:
    """Return what was recorded last for an interlude at this place, before it was undone."""
    last = campaign.steps.filter(undone=False).order_by("number").last()
    found = _undone(campaign, steps.InterludePlayed.kind, last.number if last else 0)
    is_this = found and isinstance(found[0], steps.InterludePlayed) and found[0].interlude == interlude
    return found if is_this else []


def _undone(campaign: Campaign, kind: str, after: int) -> list[steps.Step]:
    """Return the steps of the last undone form after a step that begins with a step of this kind.

    The keys of the steps of one form follow from the key of its first step.
    """
    undone = campaign.steps.filter(undone=True, number__gt=after)
    first = undone.filter(kind=kind).order_by("number").last()
    if first is None:
        return []
    rows: list[Step] = [first]
    if first.key is not None:
        for place, row in enumerate(undone.filter(number__gt=first.number).order_by("number")[:MOST], 1):
            if row.key != key_of(first.key, place):
                break
            rows.append(row)
    return [step_from_json(row.payload) for row in rows]
