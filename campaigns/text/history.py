"""Descriptions of steps for the history: a line for each step, and rows for its effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from campaigns.drawing.draws import GROUP, drawn_by
from campaigns.models import Campaign, Entry, Step
from campaigns.step_kinds import KINDS, step_text
from campaigns.text import names
from campaigns.text.outcomes import entries_of, outcome_rows
from campaigns.text.step_parts import Names, Row
from campaigns.text.steps import card_title
from rules.campaign import CampaignState, steps
from rules.campaign.merging import COMING_AND_GOING


@dataclass(frozen=True, slots=True)
class StepText:
    step: Step
    what: str
    rows: tuple[Row, ...]
    is_scenario: bool
    first: int = 0
    """The number of the first of several steps that are shown as one; `step` is the last of them."""
    to_undo: int = 0
    """The number of steps that are undone with this one: itself and all later ones."""
    to_redo: int = 0
    """The number of steps that are redone up to this one; 0 if it cannot be redone."""

    @property
    def is_folded(self) -> bool:
        return self.first < self.step.number


class StepTexts(Names):
    """Describes the steps of one campaign, with the names of its seats."""

    def __init__(self, state: CampaignState, campaign: Campaign | None = None) -> None:
        super().__init__(state)
        self.campaign = campaign
        self.number = 0
        """The number of the step that is being described."""
        self.entries: dict[int, list[Entry]] = {}

    def name(self, seat: str) -> str:
        """Return the name of a seat, also of one whose joining was undone."""
        if seat in self.state.seats or self.campaign is None:
            return super().name(seat)
        found = [title for number, id, title in self._joined if id == seat and number <= self.number]
        return found[-1] if found else super().name(seat)

    @cached_property
    def _joined(self) -> list[tuple[int, str, str]]:
        """The investigators of all seats that ever joined, with the number of the step and the seat's id."""
        assert self.campaign is not None
        rows = self.campaign.steps.filter(kind=steps.SeatJoins.kind).order_by("number")
        return [
            (number, payload["seat"], card_title(payload["investigator"]))
            for number, payload in rows.values_list("number", "payload")
        ]

    def look_up(self, rows: Iterable[Step]) -> None:
        """Look up what these steps did to single investigators, which is then described too. One query."""
        self.entries = entries_of(rows)

    def history(
        self, rows: Sequence[Step], *, newer: int = 0, redoable: Iterable[Step] = (), most: int | None = None
    ) -> list[StepText]:
        """Describe steps, newest first; neighbouring small ones are one line. There are at most `most` lines.

        `newer` is the number of steps after these that are not undone; `redoable` are the steps that can be
        redone, in order.
        """
        groups = list(islice(_folded(rows), most))
        self.look_up(step for group in groups for step in group)
        to_redo = {step.number: place for place, step in enumerate(redoable, 1)}
        found: list[StepText] = []
        for group in groups:
            text = self._of_many(group)
            newer += sum(not step.undone for step in group)
            number = to_redo.get(group[0].number, 0)
            found.append(replace(text, first=group[-1].number, to_undo=newer, to_redo=number))
        return found

    def _of_many(self, group: Sequence[Step]) -> StepText:
        """Describe one step, or several small ones by what they come to."""
        if len(group) == 1:
            return self.of(group[0])
        one = _as_one(group)
        if one.payload.get("tokens") or one.payload.get("changes"):
            return self.of(one)
        taken_back = ("info", _("taken back, nothing has changed"))
        return StepText(one, step_text(one), (taken_back,), False, one.number)

    def of(self, step: Step) -> StepText:
        self.number = step.number
        kind = KINDS[step.kind]
        what = kind.sentence(self, step.payload) if kind.sentence else step_text(step)
        outcomes = outcome_rows(self, step.payload, self.entries.get(step.pk, ()))
        rows = (*kind.rows(self, step.payload), *outcomes, *_draw_remark(step))
        if step.kind == "end-scenario":
            return StepText(step, self.ended(step, what), rows, True, step.number)
        return StepText(step, what, rows, step.kind == "begin-scenario", step.number)

    def ended(self, step: Step, resolution: str) -> str:
        """Return for example “II. Smoke and Mirrors: Resolution 1”; an undone step names no scenario."""
        played = next((each.scenario for each in self.state.history if each.step == step.number), "")
        if not played and self.state.playing and step.pk is None:
            played = self.state.playing.scenario
        if not played:
            return resolution
        numeral, name = names.numeral_of(self.state, played), names.scenario_name(self.state.campaign, played)
        title = f"{numeral}. {name}" if numeral else name
        return f"{title}: {resolution}" if resolution else title


def _draw_remark(step: Step) -> Iterator[Row]:
    """A remark on draws that the site did not make and cannot prove."""
    if drawn_by(step) == GROUP:
        yield "info", _("imported, drawn by the group") if step.imported else _("drawn by the group")


def _folded(rows: Sequence[Step]) -> Iterator[list[Step]]:
    """Group neighbouring small steps of the same kind: presses on bless and curse, ticks, counters."""
    group: list[Step] = []
    for row in rows:
        if group and not (_is_small(row) and _is_small(group[0]) and _alike(group[-1], row)):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _alike(later: Step, earlier: Step) -> bool:
    """Return whether a member did the same kind of thing again, with nothing between."""
    return (later.kind, later.undone, later.by_id) == (
        earlier.kind,
        earlier.undone,
        earlier.by_id,
    ) and later.previous == earlier.number == later.number - 1


def _is_small(step: Step) -> bool:
    """Return whether a step is one press that means little alone."""
    payload = step.payload
    if payload.get("waives") or payload.get("note") or payload.get("cause"):
        return False
    if step.kind == steps.TokensChanged.kind:
        return all(token in COMING_AND_GOING for token in payload.get("tokens", {}))
    if step.kind == steps.LogWritten.kind:
        return all(row.get("do") in ("tick", "clear", "count") for row in payload.get("changes", ()))
    return False


def _as_one(group: Sequence[Step]) -> Step:
    """Return several small steps, newest first, as one that is not saved, with the number of the last."""
    last = group[0]
    payload: dict[str, Any] = {"kind": last.kind}
    if last.kind == steps.TokensChanged.kind:
        tokens: Counter[str] = Counter()
        for step in group:
            tokens.update(step.payload["tokens"])
        payload["tokens"] = {token: by for token, by in tokens.items() if by}
    else:
        payload["changes"] = _net([row for step in reversed(group) for row in step.payload["changes"]])
    one = Step(
        kind=last.kind, payload=payload, number=last.number, by=last.by, at=last.at, undone=last.undone
    )
    one.pk = last.pk
    return one


def _net(changes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return changes of counters and boxes, each box and counter once: sums, and the last tick."""
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for row in changes:
        place = (row.get("section", ""), row.get("key", ""), row.get("seat", ""))
        before = found.pop(place, None)
        if before and before["do"] == row["do"] == "count":
            row = {**row, "number": (before.get("number") or 0) + (row.get("number") or 0)}
        found[place] = row
    return [row for row in found.values() if row["do"] != "count" or row.get("number")]
