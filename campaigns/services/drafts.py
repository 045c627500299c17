"""Drafts of the guided page, shared by all members. What they enter at the same time is merged by field.

Each member sends the whole form, and what it was like when they last saw it. A field that only one of them
has changed gets that value; a field that two have changed differently is contested, and not overwritten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.errors import BadStep, WrittenMeanwhile
from campaigns.models import Campaign, ScenarioDraft
from campaigns.services.recording import locked
from rules.campaign import CampaignState

LARGEST_DRAFT = 100_000

Answers = Mapping[str, list[str]]


@dataclass(frozen=True, slots=True)
class Merge:
    """The form of one member and the saved one, as one."""

    answers: dict[str, list[str]]
    """As saved, with everything of the member's form that is not contested."""
    theirs: frozenset[str] = frozenset()
    """Fields of the saved form that the member has not seen."""
    contested: frozenset[str] = frozenset()
    """Fields in which the member and another one entered different things."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form as a member sent it."""

    entered: Answers
    seen: int
    """The revision of the draft that its author saw; 0 = none."""
    base: Answers | None = None
    """The fields as the author last saw them, if the page said so."""
    sent: tuple[Answers, ...] = ()
    """What the author sent since, for which no answer came: fields saved so are not another member's."""


def draft_of(campaign: Campaign, state: CampaignState) -> ScenarioDraft | None:
    """Return the draft for the scenario being played; a draft for another scenario is ignored."""
    row = ScenarioDraft.objects.filter(campaign=campaign, **_game(state)).select_related("by")
    return row.first()


def _game(state: CampaignState) -> dict[str, Any]:
    """Return the columns that identify the game, so that drafts of an undone scenario are not reused."""
    scenario = state.playing.scenario if state.playing else ""
    return {"scenarios_before": len(state.history), "scenario": scenario}


def read_base(text: str) -> Answers | None:
    """Return the fields that a page says its author saw; None if it says nothing that can be read."""
    found = _read_json(text)
    return {name: values for name, values in found.items() if any(values)} if _is_answers(found) else None


def read_sent(text: str) -> tuple[Answers, ...]:
    """Return what a page says its author has sent without an answer; nothing if it cannot be read."""
    found = _read_json(text)
    if not isinstance(found, list) or not all(_is_answers(each) for each in found):
        return ()
    return tuple({name: _filled(values) for name, values in each.items()} for each in found)


def _read_json(text: str) -> Any:
    if not text or len(text) > LARGEST_DRAFT:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _filled(values: Iterable[str]) -> list[str]:
    return [value for value in values if value]


def _is_answers(found: object) -> bool:
    return isinstance(found, dict) and all(
        isinstance(values, list) and all(isinstance(each, str) for each in values)
        for values in found.values()
    )


def merge_with(row: ScenarioDraft | None, form: Form, *, by: User) -> Merge:
    """Merge a form with the saved one."""
    if row is None:
        return Merge(dict(form.entered))
    base = form.base
    if base is None:
        # A member who has seen the saved form, or saved it, may change all of it.
        base = row.answers if row.revision <= form.seen or row.by_id == by.pk else {}
    # What the author has sent themselves is known to them, although its answer was lost.
    saved = ((name, values, row.answers.get(name, [])) for each in form.sent for name, values in each.items())
    own = {name: stored for name, values, stored in saved if _filled(stored) == values}
    base = {**base, **own}
    return merge(base, _moved_notes(base, form.entered, row.answers), row.answers)


def merge(base: Answers, mine: Answers, theirs: Answers) -> Merge:
    answers: dict[str, list[str]] = {}
    unseen: set[str] = set()
    contested: set[str] = set()
    for name in dict.fromkeys((*theirs, *mine)):
        old, my, their = (list(each.get(name, ())) for each in (base, mine, theirs))
        if my == their or their == old:
            value = my
        else:
            value = their
            (unseen if my == old else contested).add(name)
        if value:
            answers[name] = value
    return Merge(answers, frozenset(unseen), frozenset(contested))


NOTE_FIELD = re.compile(r"(note-[a-z]+-)([0-9]{1,2})")


def _moved_notes(base: Answers, mine: Answers, theirs: Answers) -> Answers:
    """Return the member's form with new notes moved below those that another member has added meanwhile."""

    def text(form: Answers, row: int) -> list[str]:
        return list(form.get(f"note-text-{row}", ()))

    rows = sorted({int(found[2]) for name in (*mine, *theirs) if (found := NOTE_FIELD.fullmatch(name))})
    moved = [
        row
        for row in rows
        if not text(base, row) and text(mine, row) and text(theirs, row) not in ([], text(mine, row))
    ]
    if not moved:
        return mine
    taken = {row for row in rows if text(mine, row) or text(theirs, row)}
    free = iter(sorted(set(range(max(taken) + len(moved) + 1)) - taken))
    places = {row: next(free) for row in moved}
    changed: dict[str, list[str]] = {}
    for name, values in mine.items():
        found = NOTE_FIELD.fullmatch(name)
        if found and int(found[2]) in places:
            changed[f"{found[1]}{places[int(found[2])]}"] = values
        elif name not in changed:
            changed[name] = values
    return changed


def check_seen(row: ScenarioDraft | None, found: Merge) -> None:
    """Refuse to record a form with input of another member that its author has not seen."""
    if row is not None and (found.contested or found.theirs):
        raise WrittenMeanwhile(row, contested=found.contested, merged=found.answers)


@transaction.atomic
def save(campaign: Campaign, state: CampaignState, form: Form, *, by: User) -> tuple[ScenarioDraft, Merge]:
    """Save an unfinished form, merged with what others saved. No step is recorded."""
    if len(json.dumps(dict(form.entered))) > LARGEST_DRAFT:
        raise BadStep(_("This page has too much text to save. Shorten some of your entries."))
    campaign = locked(campaign)
    row = draft_of(campaign, state)
    found = merge_with(row, form, by=by)
    if row is not None and row.answers == found.answers:
        return row, found
    revision = row.revision + 1 if row else 1
    # What is contested is still the other member's.
    author = row.by if row and found.contested else by
    defaults = {**_game(state), "answers": found.answers, "by": author, "revision": revision}
    return ScenarioDraft.objects.update_or_create(campaign=campaign, defaults=defaults)[0], found


def throw_away(campaign: Campaign) -> None:
    ScenarioDraft.objects.filter(campaign=campaign).delete()
