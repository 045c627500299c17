"""Steps: everything that players can record in a campaign, by kind. `rules.campaign.apply` judges them.

The class of a step is its only declaration: a public class in one of the modules below is a kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.campaign.steps import campaigns, decks, log, party, scenarios
from rules.campaign.steps.campaigns import *  # noqa: F403
from rules.campaign.steps.decks import *  # noqa: F403
from rules.campaign.steps.log import *  # noqa: F403
from rules.campaign.steps.party import *  # noqa: F403
from rules.campaign.steps.scenarios import *  # noqa: F403
from rules.campaign.steps.step import Step as Step
from rules.codec import Unreadable, from_json, to_json
from rules.deck.verdict import _

KINDS: Mapping[str, type[Step]] = MappingProxyType(
    {
        found.kind: found
        for module in (campaigns, party, decks, scenarios, log)
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Step) and found is not Step
    }
)


def step_to_json(step: Step) -> dict[str, Any]:
    """Return the step as JSON, with its kind."""
    return {"kind": step.kind, **to_json(step)}


def step_from_json(value: Any) -> Step:
    """Return the step that JSON describes; Unreadable gives the fault and its place."""
    if not isinstance(value, Mapping):
        raise Unreadable(_("should be an object"))
    kind = value.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise Unreadable(_("is not a known kind of step"), "kind")
    step: Step = from_json(KINDS[kind], {key: item for key, item in value.items() if key != "kind"})
    return step
