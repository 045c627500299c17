"""The refusals of the campaigns app. Each message explains what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _

from campaigns.models import ScenarioDraft
from decks.text import sentence, violation_with_text
from rules.campaign.checks import Fault
from rules.deck.verdict import Violation
from web.shared.errors import Refusal


class StepRefused(Refusal):
    """The step breaks rules, which are listed."""

    code = "step_refused"

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        text = " ".join(sentence(each.message, each.facts) for each in self.violations)
        super().__init__(text, violations=[violation_with_text(each) for each in self.violations])


class Outdated(Refusal):
    """Another member acted first. Nothing was recorded; the user sees the changes and decides again."""

    code = "outdated"

    def __init__(self, *, revision: int, changes: list[dict[str, object]]) -> None:
        self.revision = revision
        self.changes = changes
        super().__init__(
            _("The campaign has changed since you opened this page. Check what changed, then try again."),
            revision=revision,
            changes=changes,
        )


class WrittenMeanwhile(Refusal):
    """Another member has edited the same page. Nothing is overwritten; the user looks, then decides."""

    code = "written_meanwhile"

    def __init__(
        self, draft: ScenarioDraft, *, contested: Iterable[str], merged: Mapping[str, list[str]]
    ) -> None:
        self.draft = draft
        self.contested = frozenset(contested)
        """Fields in which both entered different things."""
        self.merged = merged
        """The form with the input of both; in contested fields, what was saved."""
        super().__init__(
            _("Another member has changed this page since you opened it."), revision=draft.revision
        )


class NotAllowed(Refusal):
    """The member's role does not allow it: readers only read, and only the owner manages the campaign."""

    status = 403
    code = "not_allowed"


class SeatTaken(Refusal):
    """Another member plays this investigator."""

    code = "seat_taken"


class NameTaken(Refusal):
    """Another member has this name."""

    code = "name_taken"


class NothingToUndo(Refusal):
    code = "nothing_to_undo"


class NothingToRedo(Refusal):
    code = "nothing_to_redo"


class BadStep(Refusal):
    """The input is not a valid step."""

    status = 400
    code = "bad_step"


class DrawnElsewhere(BadStep):
    """The step claims to be a draw of the site. The site makes its draws itself."""

    code = "drawn_elsewhere"

    def __init__(self, message: str, *, endpoint: str) -> None:
        super().__init__(message, endpoint=endpoint)


class BadGuide(Refusal):
    """The file does not describe a campaign that can be played; lists every fault with its place."""

    status = 400
    code = "bad_campaign_file"

    def __init__(self, *found: Fault) -> None:
        self.faults = found
        rows = [{"place": fault.path, "problem": fault.problem} for fault in found]
        super().__init__(
            _("This file does not describe a campaign that can be played. Nothing was saved."), faults=rows
        )


class BadExport(Refusal):
    """An export file that cannot be imported."""

    status = 400
    code = "bad_export"
