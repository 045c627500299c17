"""What may not be done in a campaign, and why? Each refusal says what to do next."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from accounts.errors import Refusal
from campaigns.models import Draft
from decks.wording import sentence, violation_in_words
from rules.verdict import Violation


class ActRefused(Refusal):
    """Rules speak against the act."""

    code = "act_refused"

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        words = " ".join(sentence(each.message, each.facts) for each in self.violations)
        super().__init__(words, violations=[violation_in_words(each) for each in self.violations])


class Outdated(Refusal):
    """Somebody else acted first. Nothing was done; look at what changed and decide again."""

    code = "outdated"

    def __init__(self, *, revision: int, changes: list[dict[str, object]]) -> None:
        self.revision = revision
        self.changes = changes
        super().__init__(
            _("The campaign has changed meanwhile. Look at what changed, then decide again."),
            revision=revision,
            changes=changes,
        )


class WrittenMeanwhile(Refusal):
    """Somebody else has written in the same page. Nothing was kept; look at it, or keep one's own instead."""

    code = "written_meanwhile"

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        super().__init__(_("Somebody else has written in this page meanwhile."), revision=draft.revision)


class NotAllowed(Refusal):
    """Readers read; only players act, and only the owner keeps the table."""

    status = 403
    code = "not_allowed"


class NothingToUndo(Refusal):
    code = "nothing_to_undo"


class NothingToRedo(Refusal):
    code = "nothing_to_redo"


class BadAct(Refusal):
    """What was sent is no act."""

    status = 400
    code = "bad_act"


class DrawnElsewhere(BadAct):
    """Somebody sends a draw as if the site had made it. It makes its draws itself."""

    code = "drawn_elsewhere"

    def __init__(self, message: str, *, endpoint: str) -> None:
        super().__init__(message, endpoint=endpoint)


class BadRecord(Refusal):
    """An export that cannot be read back."""

    status = 400
    code = "bad_record"
