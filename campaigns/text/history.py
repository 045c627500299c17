"""Descriptions of steps for the history: a line for each step, and rows for its effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.draws import GROUP, drawn_by
from campaigns.models import Step
from campaigns.step_kinds import KINDS, step_text
from campaigns.step_text import Names, Row
from campaigns.text import names


@dataclass(frozen=True, slots=True)
class StepText:
    step: Step
    what: str
    rows: tuple[Row, ...]
    is_scenario: bool


class StepTexts(Names):
    """Describes the steps of one campaign, with the names of its seats."""

    def of(self, step: Step) -> StepText:
        kind = KINDS[step.kind]
        what = kind.sentence(self, step.payload) if kind.sentence else step_text(step)
        rows = (*kind.rows(self, step.payload), *_draw_remark(step))
        if step.kind == "end-scenario":
            return StepText(step, self.ended(step, what), rows, True)
        return StepText(step, what, rows, step.kind == "begin-scenario")

    def ended(self, step: Step, resolution: str) -> str:
        """Return for example “II. Smoke and Mirrors: Resolution 1”; an undone step names no scenario."""
        played = next((each.scenario for each in self.state.history if each.step == step.number), "")
        if not played and self.state.playing and step.pk is None:
            played = self.state.playing.scenario
        if not played:
            return resolution
        facts = {
            "numeral": names.numeral_of(self.state, played),
            "scenario": names.scenario_name(self.state.campaign, played),
            "resolution": resolution,
        }
        return _("%(numeral)s. %(scenario)s: %(resolution)s") % facts


def _draw_remark(step: Step) -> Iterator[Row]:
    """A remark on draws that the site did not make and cannot prove."""
    if drawn_by(step) == GROUP:
        yield "info", _("imported, drawn by the group") if step.imported else _("drawn by the group")
