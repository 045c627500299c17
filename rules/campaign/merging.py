"""Steps that can be recorded in any order, so that members who act at the same moment do not wait.

A step of one member that another has not seen contradicts the other's step if both concern the same thing:
then the second may be a repetition of the first. Bless, curse, frost and blood tokens come and go during a
game, and each press adds or removes one of them, so these never contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.campaign import steps
from rules.chaos_bag import BLESS, BLOOD, CURSE, FROST

#: Tokens that are added and removed during a game.
COMING_AND_GOING = (BLESS, CURSE, FROST, BLOOD)


def concerned(step: steps.Step) -> frozenset[str] | None:
    """Return the things that a step concerns; None if it may concern everything."""
    match step:
        case steps.TokensChanged():
            return frozenset(f"token {token}" for token in step.tokens if token not in COMING_AND_GOING)
        case steps.TokensSealed() | steps.TokensReleased():
            return frozenset({f"sealed on {step.card}"})
        case steps.RememberedThat():
            return frozenset({_note(step.section, step.text)})
        case steps.LogWritten():
            return frozenset(_in_log(change) for change in step.changes)
        case _:
            return None


def _in_log(change: steps.LogChange) -> str:
    if change.entry:
        return f"note {change.entry}"
    if change.do == "record":
        return _note(change.section, change.text)
    return f"box {change.section} {change.key} {change.seat}"


def _note(section: str, text: str) -> str:
    return f"note in {section}: {text.casefold()}"


def can_merge(wanted: Iterable[steps.Step], unseen: Iterable[steps.Step]) -> bool:
    """Return whether steps may be recorded although their author has not seen others."""
    mine = [concerned(step) for step in wanted]
    theirs = [concerned(step) for step in unseen]
    if None in mine or None in theirs:
        return False
    return all(not (one & other) for one in mine if one is not None for other in theirs if other is not None)
