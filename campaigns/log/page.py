"""The campaign log as a page shows it: the guide's sections in order, with what was recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from campaigns.campaign_rules import campaign_facts
from campaigns.drawing.draws import GROUP, RecordedDraw
from campaigns.log import tables as log_tables
from campaigns.text import names
from campaigns.text.log_words import in_all_languages, note_text, phrase
from campaigns.text.steps import card_title
from rules.campaign import CampaignState, counter
from rules.campaign.facts import SIDE
from rules.campaign.log_sections import CHECKLIST, COUNTER, ENTRIES, NAMES
from rules.campaign.logbook import NOTES, key_of
from rules.campaign.state import LogNote

#: Kinds of the guide's sections that have notes.
WITH_NOTES = (ENTRIES, "relationship")
#: Notes of a section on the campaign page and on the log page, and on a page of this section alone.
NOTES_AT_A_GLANCE, NOTES_SHOWN, NOTES_PER_PAGE = 25, 50, 100


@dataclass(frozen=True, slots=True)
class Line:
    """A note in a section."""

    text: str
    where: str
    """Scenario and step: “II · 14”."""
    note: LogNote | None = None
    number: int | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    key: str
    seat: str
    label: str
    value: int


@dataclass(slots=True)
class Section:
    id: str
    title: str
    kind: str = ENTRIES
    lines: list[Line] = field(default_factory=list)
    counters: list[Counter] = field(default_factory=list)
    is_own: bool = False
    """Whether the group has added it."""
    earlier: int = 0
    """The number of older notes that are not among the lines."""

    @property
    def written(self) -> bool:
        return bool(self.lines or any(each.value for each in self.counters))

    @property
    def is_counter(self) -> bool:
        """Whether it is a single counter, which has the title of its section."""
        return self.kind in (COUNTER, "relationship") and not self.lines and len(self.counters) == 1

    @property
    def marked_names(self) -> list[str]:
        """The names of a table with their marks: “Ruth Turner: Interrogated”."""
        if self.kind not in (NAMES, CHECKLIST) or self.is_own:
            return []
        marked = [each for each in self.counters if each.value]
        plain = {each.label for each in marked if " " not in each.key}
        found = [each for each in marked if " " in each.key]
        texts = [each.label if each.value == 1 else f"{each.label}: {each.value}" for each in found]
        with_marks = {each.label.split(":")[0] for each in found}
        return sorted([*texts, *(plain - with_marks)])

    @property
    def shown_counters(self) -> list[Counter]:
        """The counters that have a line of their own; at 0 only those of the group."""
        if self.is_own and self.kind == CHECKLIST:
            return []
        return [each for each in self.counters if each.value or self.is_own]

    @property
    def checks(self) -> list[tuple[Line, bool | None]]:
        """The lines, and whether they are ticked: None if it is not a check-off list of the group."""
        if not self.is_own or self.kind != CHECKLIST:
            return [(line, None) for line in self.lines]
        ticked = {each.key for each in self.counters if each.value}
        return [(line, bool(line.note and line.note.id in ticked)) for line in self.lines]


def sections_of(state: CampaignState, *, later: bool = False) -> list[dict[str, Any]]:
    """Return the sections of a log that are shown, the group's own last."""
    rows = log_tables.rows_of(state)
    found = [row for row in rows if row["kind"] != "header" and log_tables.is_shown(state, row, later=later)]
    if not any(row["id"] == NOTES for row in found):
        found.insert(
            0, {"id": NOTES, "title": _("Campaign Notes"), "title_de": _("Campaign Notes"), "kind": ENTRIES}
        )
    return [*found, *({"id": own.id, "title": own.title, "kind": own.kind} for own in state.sections)]


def note_sections(state: CampaignState, *, later: bool = False) -> list[tuple[str, str]]:
    """Return the ids and titles of the sections in which notes are written."""
    own = {section.id for section in state.sections}
    return [
        (row["id"], names.in_language(row))
        for row in sections_of(state, later=later)
        if row["kind"] in WITH_NOTES or (row["id"] in own and row["kind"] != COUNTER)
    ]


def list_titles(state: CampaignState) -> list[str]:
    """Return the titles of the tables and check-off lists that are shown; the log page fills them in."""
    own = {section.id for section in state.sections}
    return [
        names.in_language(row)
        for row in sections_of(state)
        if row["kind"] in (*log_tables.TABLES, CHECKLIST) or (row["id"] in own and row["kind"] == NAMES)
    ]


def log(state: CampaignState, *, find: str = "", latest: int | None = None) -> list[Section]:
    """Return every section with its notes, in the guide's order; the group's own follow.

    With `latest`, a section has at most that many lines, the newest.
    """
    own = {section.id for section in state.sections}
    sections = {
        row["id"]: Section(row["id"], names.in_language(row), row["kind"], is_own=row["id"] in own)
        for row in sections_of(state)
    }
    found = _notes_by_section(state, find)
    for id in dict.fromkeys(note.section for note in state.notes):
        section = sections.setdefault(id, Section(id, phrase(id)))
        notes = found.get(id, [])
        section.earlier = max(0, len(notes) - latest) if latest is not None else 0
        section.lines = lines_of(state, notes[section.earlier :])
    for section in sections.values():
        if not find.split():
            section.counters.extend(_counters(state, section))
    return list(sections.values())


def _notes_by_section(state: CampaignState, find: str) -> dict[str, list[LogNote]]:
    """Return the notes that have all these words, by section."""
    wanted = find.casefold().split()
    found: dict[str, list[LogNote]] = {}
    for note in state.notes:
        if not wanted or all(word in _text(state, note).casefold() for word in wanted):
            found.setdefault(note.section, []).append(note)
    return found


def notes_in(state: CampaignState, section: str, find: str = "") -> list[LogNote]:
    """Return the notes of one section, oldest first."""
    return _notes_by_section(state, find).get(section, [])


def lines_of(state: CampaignState, notes: Iterable[LogNote]) -> list[Line]:
    numerals = names.numerals(state)
    return [_line(state, note, numerals) for note in notes]


def _line(state: CampaignState, note: LogNote, numerals: Mapping[str, str]) -> Line:
    numeral = numerals.get(note.scenario)
    crossed = _("Crossed out in step %(n)d") % {"n": note.crossed} if note.crossed else ""
    where = f"{numeral} · {note.step}" if numeral else str(note.step)
    return Line(_text(state, note), where, note, note.number, crossed)


def _text(state: CampaignState, note: LogNote) -> str:
    seat = state.seats.get(note.seat)
    text = note_text(note.text, note.key)
    return f"{seat.title}: {text}" if seat else text


def _counters(state: CampaignState, section: Section) -> list[Counter]:
    """Return the counters of a section: its own, one for each investigator, and any recorded others."""
    found: list[Counter] = []
    if section.kind in (COUNTER, "relationship"):
        found.append(Counter("", "", section.title, state.counts.get(counter(section.id), 0)))
    if section.kind == "investigator-count":
        for seat in state.active.values():
            found.append(
                Counter("", seat.id, seat.title, state.counts.get(counter(section.id, "", seat.id), 0))
            )
    known = {(each.key, each.seat) for each in found}
    facts = section_facts(state, section.id)
    for key, seat_id, value in log_tables.recorded(state, section.id):
        if (key, seat_id) not in known:
            held_by = state.seats.get(seat_id)
            label = phrase(key) if key else section.title
            if facts and facts["kind"] in (*log_tables.TABLES, CHECKLIST):
                label = log_tables.label_of(state.campaign, facts, key)
            found.append(Counter(key, seat_id, f"{label} ({held_by.title})" if held_by else label, value))
    return found


def label_of(state: CampaignState, section: str, key: str) -> str:
    """Return the name of a counter or a box, with its section where that is another."""
    own = next((each for each in state.sections if each.id == section), None)
    if own:
        line = next((note for note in state.notes if note.id == key), None)
        return line.text if line else own.title
    facts = section_facts(state, section)
    title = names.in_language(facts) if facts else phrase(section)
    if not key:
        return title
    if facts and facts["kind"] in (*log_tables.TABLES, CHECKLIST):
        return log_tables.label_of(state.campaign, facts, key)
    return phrase(key)


def is_pick(state: CampaignState, section: str, key: str) -> bool:
    """Return whether this key means that a name was picked from the list of its section."""
    facts = section_facts(state, section)
    return facts is not None and facts["kind"] == NAMES and " " not in key


def section_facts(state: CampaignState, section: str) -> dict[str, Any] | None:
    """Return the facts of a section of the guide's log, or of one that a side story brings along."""
    rows = (
        row
        for campaign in (state.campaign, SIDE)
        for row in campaign_facts().get(campaign, {}).get("log", ())
    )
    return next((row for row in rows if row["id"] == section), None)


def other_sections(state: CampaignState, drawn: Iterable[RecordedDraw] = ()) -> list[Section]:
    """Return the recorded facts that are not on the printed log.

    They are research, story cards, exiled cards, rewards, remembered facts, and the weaknesses in `drawn`
    that the group reported.
    """
    research = Section("research", _("Research"))
    for task in state.research:
        who = state.seats.get(task.seat)
        plain = phrase(task.task)
        text = f"{who.title}: {plain}" if who else plain
        research.lines.append(Line(text, str(task.step), number=task.value or None))
    cards = Section("cards", _("Cards earned"))
    exiled = Section("exiled", _("Exiled since the last scenario"))
    for seat in state.seats.values():
        for code in (*seat.story, *seat.granted):
            cards.lines.append(
                Line(_("%(card)s, held by %(who)s") % {"card": card_title(code), "who": seat.title}, "")
            )
        for code, copies in seat.outcome.exiled.total.items():
            text = _("%(card)s, by %(who)s") % {"card": card_title(code), "who": seat.title}
            exiled.lines.append(Line(text if copies == 1 else f"{text} ×{copies}", ""))
    totals = Section("totals", _("Total experience earned"))
    for seat in state.seats.values():
        if seat.carried:
            # Rule epic.xp-forfeited: the running total is recorded in the new log.
            facts = {"who": seat.title, "before": seat.total_before, "n": seat.score}
            text = _("%(who)s: %(n)d, of which %(before)d before this campaign") % facts
            totals.lines.append(Line(text, ""))
    rewards = Section(
        "rewards", _("Rewards unlocked"), lines=[Line(card_title(code), "") for code in state.rewards]
    )
    remembered = Section("remembered", _("Recorded for this scenario"))
    for memory in state.memories:
        whose = state.seats.get(memory.seat) if memory.seat else None
        text = note_text(memory.text, memory.key)
        remembered.lines.append(
            Line(f"{whose.title}: {text}" if whose else text, str(memory.step), number=memory.number)
        )
    allies = Section("allies", _("Allies lost"), lines=[Line(title, "") for title in state.lost_allies])
    house = Section("house", _("House rules used"))
    for waiver in state.waivers:
        house.lines.append(Line(waiver.note, str(waiver.step), why=waiver.rule))
    by_group = Section("draws", _("Weaknesses drawn by the group"))
    for each in drawn:
        who = state.seats.get(each.seat)
        if each.by == GROUP and who:
            text = _("%(card)s, by %(who)s") % {"card": card_title(each.card), "who": who.title}
            by_group.lines.append(Line(text, str(each.step), why=_("imported") if each.imported else ""))
    found = [totals, remembered, research, cards, exiled, rewards, allies, by_group, house]
    return [section for section in found if section.lines]


def key_for(campaign: str, section: str, text: str) -> str:
    """Return the guide's key for a note in free text; empty unless it is certain."""
    for row in campaign_facts().get(campaign, {}).get("log", ()):
        if row["id"] == (section or NOTES):
            keys = [*row.get("entries", ()), *row.get("counts", ())]
            written = {words: key for key in keys for words in in_all_languages(key)}
            return key_of(keys, text) or written.get(key_of(written, text), "")
    return ""
