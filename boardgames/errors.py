"""The refusals of the board games. Each message explains what to do next."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from rules.boardgames import Refusal as RuleRefusal
from web.shared.errors import Refusal


class CommandRefused(Refusal):
    """The rules are against the command; the place in the book is named."""

    code = "command_refused"

    def __init__(self, found: RuleRefusal, text: str) -> None:
        self.rule = found.rule
        self.citation = found.citation
        super().__init__(text, rule=found.rule, citation=found.citation)


class GameOutdated(Refusal):
    """Another member acted first. Nothing was recorded; it can be repeated with one tap."""

    code = "outdated"

    def __init__(self, *, revision: int, changes: list[dict[str, object]]) -> None:
        self.revision = revision
        self.changes = changes
        super().__init__(
            _("The game has changed since you saw it. Check what changed, then do it again."),
            revision=revision,
            changes=changes,
        )


class BadCommand(Refusal):
    """What was sent cannot be read as a command."""

    status = 400
    code = "bad_command"


class NothingThere(Refusal):
    """There is nothing to undo or redo."""

    code = "nothing_there"
