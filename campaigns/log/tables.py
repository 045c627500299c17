"""Log sections that are tables: names with marks, supplies of investigators, partners."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.campaign_rules import campaign_facts, game
from campaigns.text import names
from campaigns.text.log_words import phrase
from cards.text import names as card_names
from rules.campaign import CampaignState, counter
from rules.campaign.facts import SIDE
from rules.campaign.log_sections import (
    BEARER,
    BOX,
    CHOICE,
    COUNT,
    MOST,
    NAMES,
    SUPPLIES,
    Supplies,
    parts_of,
    spent_key,
    was_reached,
)

Facts = dict[str, Any]
PARTNERS = "partner"
TABLES = (SUPPLIES, PARTNERS, NAMES)
#: Fields of a partner: two counters and two boxes.
PARTNER = {
    "damage": lazy("Damage"),
    "horror": lazy("Horror"),
    "resolute": lazy("Resolute"),
    "eliminated": lazy("Eliminated"),
}
COUNTED = ("damage", "horror")
#: What the names of a choice begin with if it is a seat.
SEAT = "seat:"


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a table: a counter from 0 to `most`, a box if `most` is 1, or a choice."""

    key: str
    seat: str
    value: int
    most: int
    row: str
    column: str
    choices: tuple[tuple[str, str], ...] = ()
    """The values of a choice with their names."""
    chosen: str = ""

    @property
    def label(self) -> str:
        """Row and column, for screen readers."""
        return f"{self.row}, {self.column}"

    @property
    def is_box(self) -> bool:
        return self.most == 1

    @property
    def name(self) -> str:
        return f"{self.key}|{self.seat}"

    @property
    def chosen_name(self) -> str:
        return dict(self.choices).get(self.chosen, "")


@dataclass(frozen=True, slots=True)
class Row:
    key: str
    name: str
    remark: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    id: str
    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    foot: tuple[tuple[str, str], ...] = ()
    """The last line: the column and its text."""
    remark: str = ""
    is_picked: bool = False
    """Whether its names are picked from a list; otherwise all of them are rows."""
    others: tuple[tuple[str, str], ...] = ()
    """The names that can be picked, with their titles."""

    @property
    def is_wide(self) -> bool:
        """Whether a phone has no room for all columns beside the names."""
        return len(self.columns) > 2

    @property
    def has_choices(self) -> bool:
        return any(cell.choices for row in self.rows for cell in row.cells)


def rows_of(state: CampaignState) -> list[Facts]:
    """Return the facts of the log's sections: the campaign's, and those of side stories that were reached."""
    own = campaign_facts().get(state.campaign, {}).get("log", ())
    known = {row["id"] for row in own}
    brought = campaign_facts().get(SIDE, {}).get("log", ())
    return [*own, *(row for row in brought if row["id"] not in known and is_shown(state, row))]


def tables(state: CampaignState, *, later: bool = False) -> list[Table]:
    """Return the tables that the story has reached; with `later`, all of them."""
    facts = campaign_facts().get(state.campaign, {})
    found = []
    for row in rows_of(state):
        if not is_shown(state, row, later=later):
            continue
        if row["kind"] == NAMES:
            found.append(_names(state, row, later=later))
        elif row["kind"] == SUPPLIES:
            found.append(_supplies(state, facts, row, later=later))
        elif row["kind"] == PARTNERS:
            found.append(_partners(state, row))
    return found


def is_shown(state: CampaignState, section: Facts, *, later: bool = False) -> bool:
    """Return whether a section is shown: the story has reached it, or something is recorded in it."""
    return (
        later
        or was_reached(state, section.get("from", ()))
        or any(True for _each in recorded(state, section["id"]))
        or any(note.section == section["id"] for note in state.notes)
    )


def recorded(state: CampaignState, section: str) -> Iterator[tuple[str, str, int]]:
    """Yield key, seat and value of every counter of a section that is not 0."""
    begins = counter(section)[:-1]
    for where, value in state.counts.items():
        if value and where.startswith(begins):
            key, _bar, seat = where.removeprefix(begins).rpartition("|")
            yield key, seat, value


def hides_something(state: CampaignState) -> bool:
    """Return whether a section or a name waits for the story to reach it."""
    facts = campaign_facts().get(state.campaign, {})
    supplies = supplies_of(state)
    return any(
        not is_shown(state, row) or any(not was_reached(state, part.get("from", ())) for part in _parts(row))
        for row in rows_of(state)
    ) or any(not supplies.is_known(row["id"], state) for row in facts.get("supplies", ()))


def _parts(section: Facts) -> Iterator[Facts]:
    for key in ("names", "marks", "checklist"):
        yield from section.get(key, ())


def supplies_of(state: CampaignState) -> Supplies:
    found = game().campaigns.get(state.campaign)
    return found.supplies if found else Supplies()


def label_of(campaign: str, section: Facts, key: str) -> str:
    """Return the name of a counter in such a section."""
    name, mark, choice = parts_of(key)
    if section["kind"] == SUPPLIES:
        if mark:
            return _("Points spent")
        return _title_in(campaign_facts().get(campaign, {}).get("supplies", ()), key)
    if section["kind"] == PARTNERS:
        found = next((row["title"] for row in section.get("partners", ()) if row["code"] == name), name)
        return f"{found}: {card_names.within(str(PARTNER.get(mark, mark)))}"
    found = _title_in((*section.get("names", ()), *section.get("checklist", ())), name)
    if not mark:
        return found
    marked: Facts = next((row for row in section.get("marks", ()) if row["id"] == mark), {})
    parts = [names.in_language(marked) if marked else mark]
    if choice:
        parts.append(_title_in(marked.get("choices", ()), choice))
    return f"{found}: {', '.join(parts)}"


def _title_in(rows: Any, id: str) -> str:
    return next((names.in_language(row) for row in rows if row["id"] == id), phrase(id))


def _value(state: CampaignState, section: str, key: str, seat: str = "") -> int:
    return state.counts.get(counter(section, key, seat), 0)


def _names(state: CampaignState, section: Facts, *, later: bool) -> Table:
    """Return a table of names and marks. Names that are picked from a list are rows once they are picked."""
    written = [parts_of(key) for key, _seat, _value in recorded(state, section["id"])]
    names_held = {name for name, _mark, _choice in written}
    marks_held = {mark for _name, mark, _choice in written}
    marks = [
        mark for mark in section.get("marks", ()) if mark["id"] in marks_held or _known(state, mark, later)
    ]
    picked = section.get("picked", not section.get("marks"))
    rows, others = [], []
    for row in section.get("names", ()):
        title = names.in_language(row)
        if row["id"] in names_held or (not picked and _known(state, row, later)):
            cells = tuple(_cell(state, section["id"], row["id"], title, mark) for mark in marks)
            rows.append(Row(row["id"], title, "", cells))
        elif picked and _known(state, row, later):
            others.append((row["id"], title))
    return Table(
        section["id"],
        names.in_language(section),
        _("Name"),
        tuple(names.in_language(mark) for mark in marks),
        tuple(rows),
        is_picked=picked,
        others=tuple(others),
    )


def _known(state: CampaignState, row: Facts, later: bool) -> bool:
    return later or was_reached(state, row.get("from", ()))


def _cell(state: CampaignState, section: str, name: str, title: str, mark: Facts) -> Cell:
    key, kind = f"{name} {mark['id']}", mark.get("kind", BOX)
    column = names.in_language(mark)
    if kind == COUNT:
        return Cell(key, "", _value(state, section, key), mark.get("most", MOST), title, column)
    if kind not in (BEARER, CHOICE):
        return Cell(key, "", _value(state, section, key), 1, title, column)
    choices = [(row["id"], names.in_language(row)) for row in mark.get("choices", ())]
    chosen = next((id for id, _name in choices if _value(state, section, f"{key}:{id}")), "")
    if kind == BEARER:
        seats = [(seat.id, seat.title) for seat in state.seats.values()]
        chosen = next((SEAT + id for id, _name in seats if _value(state, section, key, id)), chosen)
        bearers = [(SEAT + id, name) for id, name in seats if id in state.active or SEAT + id == chosen]
        choices = bearers + choices
    return Cell(key, "", int(bool(chosen)), 1, title, column, tuple(choices), chosen)


def _points(number: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", number) % {"n": number}


def _supplies(state: CampaignState, facts: Facts, section: Facts, *, later: bool) -> Table:
    """Return the table of supplies. The guide gives points by party size, twice; each supply has a price."""
    seats = list(state.active.values())
    supplies = supplies_of(state)
    rows = []
    for row in facts.get("supplies", ()):
        title = names.in_language(row)
        most = 9 if row.get("multiple") else 1
        values = [_value(state, section["id"], row["id"], seat.id) for seat in seats]
        if not (later or any(values) or supplies.is_known(row["id"], state)):
            continue
        cells = (
            Cell(row["id"], seat.id, value, most, title, seat.title)
            for seat, value in zip(seats, values, strict=True)
        )
        rows.append(Row(row["id"], title, _points(row["cost"]), tuple(cells)))
    time = supplies.time(state)
    points = supplies.points_at(time, len(seats)) if time is not None else None
    foot: tuple[tuple[str, str], ...] = ()
    remark = ""
    if time is not None and points is not None:
        remark = ngettext(
            "%(n)d point for each investigator now.", "%(n)d points for each investigator now.", points
        ) % {"n": points}
        text = _("%(n)d of %(points)d points spent")
        spent = [(seat.title, _value(state, section["id"], spent_key(time), seat.id)) for seat in seats]
        foot = tuple((seat, text % {"n": n, "points": points}) for seat, n in spent)
    return Table(
        section["id"],
        names.in_language(section),
        _("Supply"),
        tuple(seat.title for seat in seats),
        tuple(rows),
        foot,
        remark,
    )


def _partners(state: CampaignState, section: Facts) -> Table:
    rows = []
    for row in section.get("partners", ()):
        cells = []
        for what, text in PARTNER.items():
            key = f"{row['code']} {what}"
            most = 1 if what not in COUNTED else row["health" if what == "damage" else "sanity"] + 1
            value = _value(state, section["id"], key)
            cells.append(Cell(key, "", value, most, row["title"], str(text)))
        remark = _("%(health)d health, %(sanity)d sanity") % {
            "health": row["health"],
            "sanity": row["sanity"],
        }
        rows.append(Row(row["code"], row["title"], remark, tuple(cells)))
    columns = tuple(str(text) for text in PARTNER.values())
    return Table(section["id"], names.in_language(section), _("Partner"), columns, tuple(rows))
