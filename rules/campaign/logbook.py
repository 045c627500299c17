"""The campaign log: notes, counters and memories, and corrections of earlier steps. (Rulebook A9.)"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rules.campaign import entries as e
from rules.campaign.bag import token_changes
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.log_changes import (
    ADD_SECTION,
    CLEAR,
    REMOVE_SECTION,
    RENAME_SECTION,
    TICK,
    Page,
    change_counter,
    change_section,
    tick,
)
from rules.campaign.party import not_below_zero, trauma_kinds, unready
from rules.campaign.state import (
    ENDED,
    MENTAL,
    PHYSICAL,
    RESULTS,
    SCENARIO,
    STATUSES,
)
from rules.campaign.steps import Corrected, LogChange, LogWritten, RememberedThat
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import _

RECORD, CROSS_OUT, RESTORE, COUNT = "record", "cross-out", "restore", "count"
NOTES = "campaign_notes"
"""The section of a phrase that names none (rule log.record-exact)."""

ACHIEVEMENTS = "achievements"
"""The section of achievements, which can be ticked after the campaign has ended, too."""


@handles(LogWritten)
def write(context: StepContext, step: LogWritten) -> Iterator[Found]:
    if {change.section for change in step.changes} != {ACHIEVEMENTS} or context.state.phase != ENDED:
        yield from context.under_way()
    yield from log_lines(context, step.changes)


def log_lines(context: StepContext, changes: tuple[LogChange, ...]) -> Iterator[Found]:
    """Apply changes of the log, each after the one before."""
    page = Page(context.state)
    for place, change in enumerate(changes, start=1):
        if change.seat:
            yield from context.unknown_seats([change.seat])
        if change.do == RECORD:
            yield from _record(context, change, page, f"{context.number}-{place}")
        elif change.do in (CROSS_OUT, RESTORE):
            yield from _cross(context, change, page)
        elif change.do == COUNT:
            yield from change_counter(context, change, page)
        elif change.do in (TICK, CLEAR):
            yield from tick(context, change, page)
        elif change.do in (ADD_SECTION, RENAME_SECTION, REMOVE_SECTION):
            yield from change_section(context, change, page, f"own.{context.number}.{place}")
        else:
            yield context.refuse(
                "step.known-change", _("{do} is not a valid change of the log."), do=change.do
            )


def _record(context: StepContext, change: LogChange, page: Page, id: str) -> Iterator[Found]:
    if not change.text.strip() and not change.key:
        yield context.refuse("log.record-exact", _("Enter the phrase to record."))
    section = change.section or NOTES
    if context.state.mode == STANDALONE and section not in page.sections:
        # In a standalone game, "record" means "remember" (rule log.standalone-remember).
        yield e.MemoryEntry(change.text, change.key, section, change.number, change.seat)
    else:
        yield e.LogEntry(id, section, change.text, change.key, change.number, change.seat)


def _cross(context: StepContext, change: LogChange, page: Page) -> Iterator[Found]:
    crossed = page.crossed.get(change.entry)
    if crossed is None:
        yield context.refuse("log.cross-out", _("This note is not in the log."), entry=change.entry)
    elif crossed == (change.do == CROSS_OUT):
        yield context.refuse(
            "log.cross-out",
            _("This note is already crossed out.") if crossed else _("This note is not crossed out."),
            entry=change.entry,
        )
    else:
        page.crossed[change.entry] = not crossed
        yield e.CrossingEntry(change.entry, not crossed)


@handles(RememberedThat)
def remember(context: StepContext, step: RememberedThat) -> Iterator[Found]:
    """Remember something for the scenario and its resolution only (rule log.remember-scenario-scope)."""
    yield from context.only_in(
        (SCENARIO, RESULTS),
        "log.remember-scenario-scope",
        _("Notes for one scenario can be recorded only during the scenario and its resolution."),
    )
    if step.seat:
        yield from context.unknown_seats([step.seat])
    if not step.text.strip() and not step.key:
        yield context.refuse("log.remember-scenario-scope", _("Enter the note to record for this scenario."))
    yield e.MemoryEntry(step.text, step.key, step.section, step.number, step.seat)


_SUBJECT = re.compile(r"^(?:(?:the )?(?:investigators|cell|expedition|team) |you |the )")
"""Words that may begin a phrase of a guide but not the key of it."""


def key_of(keys: Iterable[str], text: str) -> str:
    """Return the key of a phrase; empty if none has the same words, or several have.

    A phrase that only contains the words of a key may mean something else, so it has no key.
    """
    words = _words(text)
    found = [key for key in keys if _words(key) == words]
    return found[0] if words and len(found) == 1 else ""


def _words(text: str) -> str:
    plain = re.sub(r"[’']", "", text.casefold())
    return _SUBJECT.sub("", re.sub(r"[\W_]+", " ", plain).strip())


@handles(Corrected)
def correct(context: StepContext, step: Corrected) -> Iterator[Found]:
    """Correct an old step by a new one; the old entries stay readable."""
    yield from context.under_way()
    yield from context.reason_given(step.cause)
    if not 0 < step.of <= context.state.number:
        yield context.refuse("step.known-step", _("There is no step {step} to correct."), step=step.of)
    yield from context.unknown_seats(dict.fromkeys((*step.experience, *step.trauma, *step.statuses)))
    for id, amount in step.experience.items():
        seat = context.seat(id)
        if seat and amount:
            if seat.experience + amount < 0:
                yield context.refuse(
                    "xp.spend-not-exceed",
                    _("{investigator} would be left with {balance} experience."),
                    seat=id,
                    investigator=seat.title,
                    balance=seat.experience + amount,
                )
            if step.earned and seat.earned + amount < 0:
                yield context.refuse(
                    "xp.total-earned",
                    _("{investigator} has earned only {earned} experience in this campaign."),
                    seat=id,
                    investigator=seat.title,
                    earned=seat.earned,
                )
            yield e.ExperienceEntry(id, amount, step.cause, earned=step.earned)
    for id, kinds in step.trauma.items():
        seat = context.seat(id)
        if seat:
            physical, mental = kinds.get(PHYSICAL, 0), kinds.get(MENTAL, 0)
            yield from trauma_kinds(context, kinds)
            yield from not_below_zero(context, seat, physical, mental)
            yield e.TraumaEntry(id, physical, mental, step.cause)
    for id, status in step.statuses.items():
        if status not in STATUSES:
            yield context.refuse("step.known-status", _("{status} is not a valid status."), status=status)
        if context.seat(id):
            yield e.StatusEntry(id, status, step.cause)
    yield from token_changes(context, step.tokens, step.cause)
    yield from log_lines(context, step.log)
    yield from unready(context.state)
