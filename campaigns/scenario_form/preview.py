"""Preview of what the page after a scenario records: its lines, the harm to each seat, its navigation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.drawing.requests import ToDraw, WeaknessToDraw
from campaigns.models import Campaign, Step
from campaigns.scenario_form import reader
from campaigns.text import names as campaign_names
from campaigns.text.history import StepText, StepTexts
from rules.campaign import (
    CampaignState,
    Game,
    Seat,
    advise,
    apply,
    step_to_json,
    steps,
)
from rules.campaign import Refusal as Refused
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import Violation
from web.shared.errors import Refusal


@dataclass(frozen=True, slots=True)
class Harm:
    """The changes to one seat, according to the form."""

    seat: Seat
    physical: int
    mental: int
    experience: int
    status: str


@dataclass(frozen=True, slots=True)
class Stage:
    """One section of the page in its side navigation, with a short summary of what was entered."""

    id: str
    title: str
    text: str
    done: bool


def preview_of(campaign: Campaign, state: CampaignState, game: Game, given: QueryDict) -> dict[str, Any]:
    """Return a preview of what the form would record, as far as it is known."""
    buys_next = bool(_playing(state)) and state.mode != STANDALONE
    try:
        found = reader.Reader(campaign, state, game, given).read()
        after, lines, against = _apply(campaign, state, game, found, given)
    except Refusal as error:
        unchanged = [_harm(state, state, id, game) for id in _playing(state)]
        return {
            "lines": [],
            "problem": str(error.message),
            "against": (),
            "harm": unchanged,
            "earned": None,
            "rail": list(_rail(given, None, unchanged)),
            "buys_next": buys_next,
        }
    harm = [_harm(state, after or state, id, game) for id in _playing(state)]
    return {
        "lines": lines,
        "problem": "",
        "against": against,
        "advice": advise(state, found.end, game),
        "harm": harm,
        "accepted": after is not None,
        "earned": max(0, (found.end.victory or 0) + found.end.bonus),
        "rail": list(_rail(given, found, harm)),
        "buys_next": buys_next,
    }


def _playing(state: CampaignState) -> tuple[str, ...]:
    return tuple(state.playing.seats) if state.playing else ()


def _apply(
    campaign: Campaign, state: CampaignState, game: Game, found: reader.EnteredScenario, given: QueryDict
) -> tuple[CampaignState | None, list[StepText], tuple[Violation, ...]]:
    """Return the state after the form is applied, or None and the rules that it breaks."""
    texts, lines = StepTexts(state), []
    after: CampaignState | None = state
    number = campaign.steps.count()
    against: tuple[Violation, ...] = ()
    for each in found.all:
        number += 1
        lines.append(_preview_line(texts, number, each))
        if after is None:
            continue
        outcome = apply(after, each.made(campaign, after) if isinstance(each, ToDraw) else each, game, number)
        if isinstance(outcome, Refused):
            # Until a resolution is chosen the form is unfinished, not wrong.
            against, after = (outcome.violations if given.get("resolution") else ()), None
        elif not isinstance(each, ToDraw):
            # The result of a draw is not known yet: this only checks that the draw is possible.
            after = outcome
    return after, lines, against


def _preview_line(texts: StepTexts, number: int, each: steps.Step | ToDraw) -> StepText:
    if not isinstance(each, WeaknessToDraw):
        assert isinstance(each, steps.Step)
        return texts.of(Step(number=number, kind=each.kind, payload=step_to_json(each)))
    drawn = Step(number=number, kind=steps.WeaknessDrawn.kind, payload={"seat": each.seat})
    return replace(texts.of(drawn), rows=(("dice", _("drawn when this is recorded")),))


def _harm(before: CampaignState, after: CampaignState, id: str, game: Game) -> Harm:
    old, new = before.seats[id], after.seats[id]
    card = game.face_of(new)
    marks = []
    if new.physical and card and card.health:
        marks.append(_("%(n)d of %(of)d health marked") % {"n": new.physical, "of": card.health})
    if new.mental and card and card.sanity:
        marks.append(_("%(n)d of %(of)d sanity marked") % {"n": new.mental, "of": card.sanity})
    status = ", ".join([str(campaign_names.STATUSES[new.status]), *marks])
    return Harm(
        new, new.physical - old.physical, new.mental - old.mental, new.experience - old.experience, status
    )


def _rail(given: QueryDict, found: reader.EnteredScenario | None, harm: list[Harm]) -> Iterator[Stage]:
    resolution = given.get("resolution", "").strip()
    yield Stage("result", _("Result"), campaign_names.resolution_name(resolution), bool(resolution))
    counted = bool(given.get("victory") or given.get("bonus") or given.get("replay"))
    earned = max(0, (found.end.victory or 0) + found.end.bonus) if found else 0
    cards, notes = _cards_counted(found), _notes_counted(found)
    # In a prologue that is played with the guide's investigators, nobody earns or suffers anything.
    if harm:
        each = _("%(n)d each") % {"n": earned} if counted else ""
        yield Stage("experience", _("Experience"), each, counted)
        yield Stage("harm", _("Defeat and trauma"), _harmed(harm), bool(resolution))
        yield Stage("cards", _("Cards lost and gained"), cards, bool(cards))
    yield Stage("notes", _("Log and bag"), notes, bool(notes))


def _harmed(harm: list[Harm]) -> str:
    parts = []
    if physical := sum(each.physical for each in harm):
        parts.append(_("%(n)d physical trauma") % {"n": physical})
    if mental := sum(each.mental for each in harm):
        parts.append(_("%(n)d mental trauma") % {"n": mental})
    if lost := [each.seat.title for each in harm if each.seat.is_lost]:
        parts.append(_("lost: %(who)s") % {"who": ", ".join(lost)})
    return ", ".join(parts)


def _cards_counted(found: reader.EnteredScenario | None) -> str:
    if found is None:
        return ""
    exiled = sum(len(fate.exiled.codes) for fate in found.end.fates.values())
    drawn = (WeaknessToDraw, steps.WeaknessDrawnByGroup)
    weaknesses = sum(isinstance(each, drawn) for each in found.others)
    changes = [c for step in found.others if isinstance(step, steps.BearersChanged) for c in step.changes]
    research = sum(isinstance(step, steps.ResearchDone) for step in found.others)
    counts = [
        (exiled, ngettext("%(n)d exiled", "%(n)d exiled", exiled)),
        (len(changes), ngettext("%(n)d story card", "%(n)d story cards", len(changes))),
        (weaknesses, ngettext("%(n)d weakness", "%(n)d weaknesses", weaknesses)),
        (research, ngettext("%(n)d task", "%(n)d tasks", research)),
    ]
    return ", ".join(template % {"n": n} for n, template in counts if n)


def _notes_counted(found: reader.EnteredScenario | None) -> str:
    if found is None:
        return ""
    notes = sum(len(step.changes) for step in found.others if isinstance(step, steps.LogWritten))
    changed = [step.tokens for step in found.others if isinstance(step, steps.TokensChanged)]
    tokens = sum(abs(by) for each in changed for by in each.values())
    counts = [
        (notes, ngettext("%(n)d note", "%(n)d notes", notes)),
        (tokens, ngettext("%(n)d token", "%(n)d tokens", tokens)),
    ]
    return ", ".join(template % {"n": n} for n, template in counts if n)
