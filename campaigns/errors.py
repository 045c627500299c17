"""The refusals of the campaigns app. Each message explains what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from campaigns.models import ScenarioDraft
from decks.text import sentence, violation_with_text
from rules.campaign.checks import Fault
from rules.codec import Unreadable
from rules.deck.verdict import Violation
from rules.rulebook.editions import Edition
from web.shared.errors import Refusal


def reason_of(error: Exception) -> str:
    """Return what is wrong with plain data, and where, in the reader's language."""
    if isinstance(error, KeyError):
        error = Unreadable("is missing", str(error.args[0])[:80])
    elif not isinstance(error, Unreadable):
        error = Unreadable("should be an object")
    text = str(_(error.problem)).format(**error.facts)
    return f"{error.path}: {text}" if error.path else text


class StepRefused(Refusal):
    """The step breaks rules, which are listed."""

    code = "step_refused"
    may_be_waived = True
    """Whether the group may set the rules aside, if none of them says that the step is impossible."""

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        text = " ".join(sentence(each.message, each.facts) for each in self.violations)
        super().__init__(text, violations=[violation_with_text(each) for each in self.violations])


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Purchases of a seat that are not finished."""

    seat: str
    investigator: str
    purchases: int

    @property
    def message(self) -> str:
        """The sentence about them, in which facts are to be filled in."""
        return ONE_UNFINISHED if self.purchases == 1 else SOME_UNFINISHED if self.purchases else UNFINISHED

    @property
    def facts(self) -> dict[str, str | int]:
        return {"seat": self.seat, "investigator": self.investigator, "purchases": self.purchases}

    @property
    def text(self) -> str:
        return sentence(self.message, self.facts)


UNFINISHED = gettext_noop("{investigator} has changes that are not finished: finish them, or put them back.")
ONE_UNFINISHED = gettext_noop(
    "{investigator} has 1 purchase that is not finished: finish it, or put it back."
)
SOME_UNFINISHED = gettext_noop(
    "{investigator} has {purchases} purchases that are not finished: finish them, or put them back."
)


class UnfinishedPurchases(StepRefused):
    """Purchases would be lost by this step. They are finished or put back first."""

    code = "unfinished_purchases"
    may_be_waived = False

    def __init__(self, unfinished: Iterable[Unfinished], edition: Edition) -> None:
        self.unfinished = tuple(unfinished)
        super().__init__(
            Violation("xp.timing-between-scenarios", each.message, each.facts, edition)
            for each in self.unfinished
        )


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
        self.faults = tuple(replace(fault, message=str(_(fault.message))) for fault in found)
        rows = [{"place": fault.path, "problem": fault.problem} for fault in self.faults]
        super().__init__(
            _("This file does not describe a campaign that can be played. Nothing was saved."), faults=rows
        )


class BadExport(Refusal):
    """An export file that cannot be imported."""

    status = 400
    code = "bad_export"
