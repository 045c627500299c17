"""Changes of counters, boxes and supplies of the log, and of the sections that a group adds to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext
from rules.campaign.facts import SIDE
from rules.campaign.ledger import counter
from rules.campaign.log_sections import (
    BEARER,
    CHECKLIST,
    COUNTER,
    NAMES,
    OWN_KINDS,
    SUPPLIES,
    LogSection,
    spent_key,
)
from rules.campaign.state import CampaignState, OwnSection
from rules.campaign.steps import LogChange
from rules.deck.verdict import _

TICK, CLEAR = "tick", "clear"
ADD_SECTION, RENAME_SECTION, REMOVE_SECTION = "add-section", "rename-section", "remove-section"
MOST_SECTIONS = 40
"""The most sections that a group can add."""
LONGEST_TITLE = 120


class Page:
    """The log while a step changes it: a later line sees the effect of an earlier one."""

    def __init__(self, state: CampaignState) -> None:
        self.state = state
        self.counts = dict(state.counts)
        self.sections = {section.id: section for section in state.sections}

    @cached_property
    def crossed(self) -> dict[str, bool]:
        return {note.id: bool(note.crossed) for note in self.state.notes}

    def value(self, section: str, key: str, seat: str) -> int:
        return self.counts.get(counter(section, key, seat), 0)

    def change(self, section: str, key: str, seat: str, by: int) -> e.CountEntry:
        where = counter(section, key, seat)
        self.counts[where] = self.counts.get(where, 0) + by
        return e.CountEntry(section, key, by, seat)


def section_of(context: StepContext, id: str) -> LogSection | None:
    """Return a section of the campaign's log, or one that a side story brings along."""
    for campaign in (context.state.campaign, SIDE):
        guide = context.game.campaigns.get(campaign)
        if guide and id in guide.log:
            return guide.log[id]
    return None


def change_counter(context: StepContext, change: LogChange, page: Page) -> Iterator[Found]:
    by = change.number or 0
    held = page.value(change.section, change.key, change.seat)
    if held + by < 0:
        yield context.refuse(
            "log.contents", _("A counter cannot go below 0."), section=change.section, held=held
        )
    if not change.section:
        yield context.refuse("log.contents", _("Choose the section of the log that has the counter."))
    yield from _known(context, change, page)
    section = section_of(context, change.section)
    mark = section.mark_of(change.key) if section else None
    if mark and held + by > mark.most:
        yield context.refuse(
            "log.contents", _("This counter goes up to {most}."), section=change.section, most=mark.most
        )
    if by:
        yield page.change(change.section, change.key, change.seat, by)
        yield from _points(context, change, page, by)


def tick(context: StepContext, change: LogChange, page: Page) -> Iterator[Found]:
    held = page.value(change.section, change.key, change.seat)
    if not change.section or not change.key:
        yield context.refuse("log.contents", _("Choose the box to tick."))
    elif bool(held) == (change.do == TICK):
        yield context.refuse(
            "log.contents",
            _("This box is already ticked.") if held else _("This box is not ticked."),
            section=change.section,
            key=change.key,
        )
    else:
        yield from _known(context, change, page)
        yield from _replaced(context, change, page)
        # A counter used as a box is cleared regardless of its value.
        by = 1 if change.do == TICK else -held
        yield page.change(change.section, change.key, change.seat, by)
        yield from _points(context, change, page, by)


def _known(context: StepContext, change: LogChange, page: Page) -> Iterator[Found]:
    """Refuse a name, a mark or a choice that the section does not have."""
    section = section_of(context, change.section)
    own = page.sections.get(change.section)
    is_known = True
    if section and section.kind in (NAMES, CHECKLIST):
        mark = section.mark_of(change.key)
        if mark and mark.kind == BEARER:
            is_known = bool(change.seat) != (":" in change.key)
        else:
            is_known = mark is not None and not change.seat
    elif own and own.kind == CHECKLIST:
        is_known = any(note.id == change.key and note.section == own.id for note in context.state.notes)
    elif own:
        is_known = own.kind == COUNTER and not change.key
    if not is_known:
        yield context.refuse(
            "log.contents",
            _("This section of the log has no such line."),
            section=change.section,
            key=change.key,
        )


def _replaced(context: StepContext, change: LogChange, page: Page) -> Iterator[Found]:
    """Clear the marks that the new one replaces, or those of a name that is taken off the list."""
    section = section_of(context, change.section)
    if section is None or section.kind != NAMES:
        return
    replaced = section.replaced_by(change.key, change.seat, is_set=change.do == TICK)
    begins = counter(section.id)[:-1]
    for where, value in list(page.counts.items()):
        key, _bar, seat = where.removeprefix(begins).rpartition("|")
        if where.startswith(begins) and value and (key, seat) in replaced:
            yield page.change(section.id, key, seat, -value)


def _points(context: StepContext, change: LogChange, page: Page, by: int) -> Iterator[Found]:
    """Count the points spent on supplies while they are bought, and refuse more than there are.

    Between these times supplies are found, used and lost without points.
    """
    section = section_of(context, change.section)
    guide = context.game.campaigns.get(context.state.campaign)
    if section is None or section.kind != SUPPLIES or guide is None:
        return
    supplies, seat = guide.supplies, context.seat(change.seat)
    time = supplies.time(context.state)
    limit = supplies.points_at(time, len(context.state.active)) if time is not None else None
    if time is None or limit is None or seat is None or change.key not in supplies.costs:
        return
    if by > 0 and time not in supplies.sold[change.key]:
        yield context.refuse(
            "log.contents",
            _("This supply is not sold at this time. Choose one of the others."),
            section=section.id,
            key=change.key,
        )
    spent = page.value(section.id, spent_key(time), seat.id)
    cost = max(by * supplies.costs[change.key], -spent)
    if spent + cost > limit and cost > 0:
        yield context.refuse(
            "setup.per-investigator-base",
            _(
                "{investigator} has {points} points for supplies, and {spent} are spent: "
                "this costs {cost} more. Put something back first."
            ),
            seat=seat.id,
            investigator=seat.title,
            points=limit,
            spent=spent,
            cost=cost,
        )
    if cost:
        yield page.change(section.id, spent_key(time), seat.id, cost)


def change_section(context: StepContext, change: LogChange, page: Page, id: str) -> Iterator[Found]:
    """Add, rename or remove a section of the group's own."""
    held = page.sections.get(change.section)
    title = change.text.strip()
    if change.do != ADD_SECTION and held is None:
        yield context.refuse(
            "step.known-section",
            _("This is not a section that the group has added."),
            section=change.section,
        )
        return
    if change.do != REMOVE_SECTION and not 0 < len(title) <= LONGEST_TITLE:
        yield context.refuse(
            "log.contents",
            _("Enter a title of at most {most} characters for the section."),
            most=LONGEST_TITLE,
        )
    if change.do == REMOVE_SECTION and held:
        del page.sections[held.id]
        yield e.SectionEntry(held.id, held.title, held.kind, removed=True)
        return
    if held is None:
        if change.key not in OWN_KINDS:
            yield context.refuse(
                "step.known-section",
                _("{kind} is not a kind of section. There are: {kinds}."),
                kind=change.key,
                kinds=", ".join(OWN_KINDS),
            )
        if len(page.sections) >= MOST_SECTIONS:
            yield context.refuse(
                "log.contents",
                _("A log has at most {most} sections of the group's own. Remove one first."),
                most=MOST_SECTIONS,
            )
        held = OwnSection(id, title, change.key)
    page.sections[held.id] = OwnSection(held.id, title, held.kind)
    yield e.SectionEntry(held.id, title, held.kind)
