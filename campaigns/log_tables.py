"""Log sections that are tables: supplies of each investigator, and partners of an expedition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.campaign_rules import campaign_facts
from campaigns.text import names
from rules.campaign import CampaignState, counter

Facts = dict[str, Any]
TABLES = ("supplies", "partner")
#: Fields of a partner: two counters and two boxes.
PARTNER = {
    "damage": lazy("Damage"),
    "horror": lazy("Horror"),
    "resolute": lazy("Resolute"),
    "eliminated": lazy("Eliminated"),
}
COUNTED = ("damage", "horror")


@dataclass(frozen=True, slots=True)
class Cell:
    """One field of a table: a counter from 0 to `most`, or a box if `most` is 1."""

    key: str
    seat: str
    value: int
    most: int
    label: str
    """Row and column, for screen readers."""

    @property
    def is_box(self) -> bool:
        return self.most == 1

    @property
    def name(self) -> str:
        return f"{self.key}|{self.seat}"


@dataclass(frozen=True, slots=True)
class Table:
    id: str
    title: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[Cell, ...]], ...]
    """Name, remark and cells of each row."""
    foot: tuple[str, ...] = ()
    remark: str = ""


def tables(state: CampaignState) -> list[Table]:
    facts = campaign_facts().get(state.campaign, {})
    makers = {"supplies": _supplies, "partner": _partners}
    return [makers[row["kind"]](state, facts, row) for row in facts.get("log", ()) if row["kind"] in makers]


def label_of(campaign: str, section: Facts, key: str) -> str:
    """Return the name of a counter in such a section."""
    if section["kind"] == "supplies":
        rows = campaign_facts().get(campaign, {}).get("supplies", ())
        return next((names.in_language(row) for row in rows if row["id"] == key), key)
    code, _space, what = key.partition(" ")
    name = next((row["title"] for row in section.get("partners", ()) if row["code"] == code), code)
    return f"{name}: {str(PARTNER.get(what, what)).lower()}"


def _value(state: CampaignState, section: str, key: str, seat: str = "") -> int:
    return state.counts.get(counter(section, key, seat), 0)


def _points(number: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", number) % {"n": number}


def _supplies(state: CampaignState, facts: Facts, section: Facts) -> Table:
    """Return the table of supplies. The guide gives points by party size, twice; each supply has a price."""
    seats = list(state.active.values())
    supplies = facts.get("supplies", ())
    rows = []
    spent = dict.fromkeys((seat.id for seat in seats), 0)
    for row in supplies:
        title = names.in_language(row)
        most = 9 if row.get("multiple") else 1
        cells = []
        for seat in seats:
            value = _value(state, section["id"], row["id"], seat.id)
            spent[seat.id] += value * row["cost"]
            cells.append(Cell(row["id"], seat.id, value, most, f"{title}, {seat.title}"))
        rows.append((title, _points(row["cost"]), tuple(cells)))
    party = len(seats)
    points = [given[party - 1] for given in facts.get("supply_points", ()) if 0 < party <= len(given)]
    remark = (
        _("%(first)d points each before the first scenario, %(second)d more at the resupply point.")
        % {"first": points[0], "second": points[1]}
        if len(points) == 2
        else ""
    )
    return Table(
        section["id"],
        names.in_language(section),
        _("Supply"),
        tuple(seat.title for seat in seats),
        tuple(rows),
        tuple(_("%(n)d points spent") % {"n": spent[seat.id]} for seat in seats),
        remark,
    )


def _partners(state: CampaignState, facts: Facts, section: Facts) -> Table:
    rows = []
    for row in section.get("partners", ()):
        cells = []
        for what, text in PARTNER.items():
            key = f"{row['code']} {what}"
            most = 1 if what not in COUNTED else row["health" if what == "damage" else "sanity"] + 1
            value = _value(state, section["id"], key)
            cells.append(Cell(key, "", value, most if what in COUNTED else 1, f"{row['title']}, {text}"))
        remark = _("%(health)d health, %(sanity)d sanity") % {
            "health": row["health"],
            "sanity": row["sanity"],
        }
        rows.append((row["title"], remark, tuple(cells)))
    columns = tuple(str(text) for text in PARTNER.values())
    return Table(section["id"], names.in_language(section), _("Partner"), columns, tuple(rows))
