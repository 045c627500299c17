"""Descriptions of acts for the history: a line for each act, and rows for its effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.draws import GROUP, drawn_by
from campaigns.models import Act
from campaigns.step_kinds import KINDS
from campaigns.step_text import Names, Row
from campaigns.text import names


@dataclass(frozen=True, slots=True)
class Told:
    act: Act
    what: str
    rows: tuple[Row, ...]
    is_scenario: bool


class Teller(Names):
    """Describes the acts of one campaign, with the names of its seats."""

    def tell(self, act: Act) -> Told:
        kind = KINDS[act.kind]
        what = kind.sentence(self, act.payload) if kind.sentence else kind.line(act.payload)
        rows = (*kind.rows(self, act.payload), *_word_given(act))
        if act.kind == "end-scenario":
            return Told(act, self.ended(act, what), rows, True)
        return Told(act, what, rows, act.kind == "begin-scenario")

    def ended(self, act: Act, resolution: str) -> str:
        """Return for example “II. Smoke and Mirrors: Resolution 1”; an undone act names no scenario."""
        played = next((each.scenario for each in self.state.history if each.act == act.number), "")
        if not played and self.state.playing and act.pk is None:
            played = self.state.playing.scenario
        if not played:
            return resolution
        facts = {
            "numeral": names.numeral_of(self.state, played),
            "scenario": names.scenario_name(self.state.campaign, played),
            "resolution": resolution,
        }
        return _("%(numeral)s. %(scenario)s: %(resolution)s") % facts


def _word_given(act: Act) -> Iterator[Row]:
    """A remark on draws that the site did not make and cannot prove."""
    if drawn_by(act) == GROUP:
        yield "info", _("imported, drawn by the group") if act.imported else _("drawn by the group")
