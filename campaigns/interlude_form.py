"""The form of an interlude: a checkbox for each active seat beside each thing that the guide may give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.text import names
from campaigns.text.steps import card_title
from rules.campaign import CampaignState, Game, Seat, may_bring, steps
from rules.campaign.state import MENTAL, PHYSICAL

KINDS = (PHYSICAL, MENTAL)


@dataclass(frozen=True, slots=True)
class Gift:
    """One thing that the guide may give, with the checkboxes of the seats."""

    text: str
    ticks: list[tuple[Seat, str, bool]]
    """The active seats, with the name of each checkbox and whether it is ticked."""


def gifts(state: CampaignState, game: Game, interlude: str, given: QueryDict) -> list[Gift]:
    """Return what the interlude may give now. Gifts without a checkbox here are recorded on other pages."""
    may = may_bring(state, game.scenario(state.campaign, interlude))
    rows = [(f"bonus-{n}", _experience(n)) for n in may.get("bonus", ())]
    rows += [(f"trauma-{place}", _trauma(each)) for place, each in _traumas(may)]
    rows += [(f"gain-{code}", card_title(code)) for code in may.get("cards", ()) if game.card(code)]
    return [
        Gift(
            text,
            [(seat, f"{name}-{seat.id}", f"{name}-{seat.id}" in given) for seat in state.active.values()],
        )
        for name, text in rows
    ]


def _experience(n: int) -> str:
    return _("%(n)s experience") % {"n": f"{n:+d}".replace("-", "−")}


def _traumas(may: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Trauma of a fixed kind. Death, insanity and a choice of kinds are recorded on other pages."""
    for place, each in enumerate(may.get("trauma", ())):
        if set(each) <= set(KINDS):
            yield place, each


def _trauma(kinds: Mapping[str, Any]) -> str:
    parts = []
    if n := kinds.get(PHYSICAL):
        parts.append(ngettext("%(n)s physical trauma", "%(n)s physical trauma", abs(n)) % {"n": n})
    if n := kinds.get(MENTAL):
        parts.append(ngettext("%(n)s mental trauma", "%(n)s mental trauma", abs(n)) % {"n": n})
    return ", ".join(parts).replace("-", "−")


def read(state: CampaignState, game: Game, interlude: str, given: QueryDict) -> Iterator[steps.Step]:
    """The steps of an interlude: that it was played, and the ticked gifts."""
    yield steps.InterludePlayed(interlude=interlude)
    may = may_bring(state, game.scenario(state.campaign, interlude))
    cause = names.scenario_name(state.campaign, interlude)
    amounts: Counter[str] = Counter()
    trauma: dict[str, Counter[str]] = {}
    gained = []
    for id in state.active:
        for n in may.get("bonus", ()):
            if given.get(f"bonus-{n}-{id}"):
                amounts[id] += n
        for place, kinds in _traumas(may):
            if given.get(f"trauma-{place}-{id}"):
                trauma.setdefault(id, Counter()).update(kinds)
        gained += [
            steps.BearerChange(card=code, seat=id)
            for code in may.get("cards", ())
            if given.get(f"gain-{code}-{id}")
        ]
    if amounts:
        yield steps.ExperienceAdjusted(amounts=dict(amounts), cause=cause)
    if trauma:
        yield steps.TraumaChanged(changes={id: dict(kinds) for id, kinds in trauma.items()}, cause=cause)
    if gained:
        yield steps.BearersChanged(changes=tuple(gained))
