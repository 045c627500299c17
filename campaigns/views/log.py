"""The campaign log: reading, writing, crossing out, restoring and counting; and the printable sheet."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns import bag, log_page, log_tables, party_summary
from campaigns.campaign_rules import campaign_facts
from campaigns.draws import draws_of
from campaigns.errors import BadAct
from campaigns.services.members import check_may_act
from campaigns.text import names
from campaigns.views.base import READER, Table, at_table, do, done, one_of, show
from rules.campaign import counter, steps
from rules.campaign.state import SCENARIO
from web.shared.errors import Refusal
from web.shared.form_fields import whole

LONGEST = 500


@at_table(READER)
def campaign_log(request: HttpRequest, table: Table) -> HttpResponse:
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_act(table.role)
        try:
            act = _act(request, table)
            do(request, table, act)
        except Refusal as error:
            refusal = error
            table.look_again()
        else:
            return done(request, table, _("Recorded."), "campaign-log")
    find = request.GET.get("q", "")[:100]
    state = table.state
    written = log_page.log(state, find=find)
    given = request.POST if refusal else {}
    context = {
        "find": find,
        "sections": [
            section
            for section in written
            if (section.written or (section.counters and not find))
            and (section.lines or find or section.kind not in log_tables.TABLES)
        ],
        "books": [] if find else log_page.other_sections(state, draws_of(table.campaign)),
        "all_sections": [(row["id"], names.in_language(row)) for row in log_page.sections_of(state.campaign)],
        "grids": [] if find else log_tables.tables(state),
        "boxes": [] if find else _boxes(table),
        "given": {name: given.get(name, "") for name in ("text", "section", "number", "seat")},
        "may_remember": state.phase == SCENARIO,
    }
    return show(request, table, "log", refusal, **context)


def _boxes(table: Table) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Return the checklists that are printed on the sheet, with what is ticked."""
    found = []
    for row in campaign_facts().get(table.state.campaign, {}).get("log", ()):
        if row.get("checklist"):
            boxes = [
                (
                    box["id"],
                    names.in_language(box),
                    bool(table.state.counts.get(counter(row["id"], box["id"]))),
                )
                for box in row["checklist"]
            ]
            found.append((row["id"], names.in_language(row), boxes))
    return found


def _act(request: HttpRequest, table: Table) -> steps.Act:
    given = request.POST
    what = given.get("do", "")
    section, seat, key = (
        given.get("section", "")[:60],
        given.get("seat", "")[:20],
        given.get("key_", "")[:200],
    )
    if what in ("record", "remember"):
        text = given.get("text", "").strip()[:LONGEST]
        plain = given.get("number", "").strip()
        number = whole(plain, least=-999, what=_("Number")) if plain else None
        if what == "remember":
            return steps.RememberedThat(text=text, section=section, number=number, seat=seat)
        phrase = log_page.key_for(table.state.campaign, section, text)
        line = steps.LogChange(do="record", section=section, text=text, key=phrase, number=number, seat=seat)
    elif what in ("cross-out", "restore"):
        line = steps.LogChange(do=what, entry=given.get("entry", ""))
    elif what == "count":
        by = whole(given.get("by"), least=-99, most=99, what=_("Counter"))
        line = steps.LogChange(do="count", section=section, key=key, seat=seat, number=by)
    elif what == "cell":
        line = _cell(table, section, given.get("cell", ""))
    elif what in ("tick", "clear"):
        line = steps.LogChange(do=what, section=section, key=key, seat=seat)
    else:
        raise BadAct(_("Something went wrong. Reload the page and try again."))
    return steps.LogWritten(changes=(line,))


def _cell(table: Table, section: str, text: str) -> steps.LogChange:
    """Return the change for one field of a table: `key|seat|more`, `less`, `tick` or `clear`."""
    key, seat, how = [*text.split("|"), "", ""][:3]
    cells = [
        cell
        for grid in log_tables.tables(table.state)
        if grid.id == section
        for _name, _remark, row in grid.rows
        for cell in row
    ]
    if not any((cell.key, cell.seat) == (key, seat) for cell in cells):
        raise BadAct(_("Something went wrong. Reload the page and try again."))
    if how in ("more", "less"):
        by = 1 if how == "more" else -1
        return steps.LogChange(do="count", section=section, key=key, seat=seat, number=by)
    return steps.LogChange(do=one_of(how, ("tick", "clear"), "tick"), section=section, key=key, seat=seat)


@at_table(READER, "GET", "HEAD")
def campaign_sheet(request: HttpRequest, table: Table) -> HttpResponse:
    """The printable log sheet: party, scenarios, log and bag on as few pages as possible."""
    state = table.state
    drawn = draws_of(table.campaign)
    context: dict[str, Any] = {
        "party": party_summary.party(table.campaign, state, table.law, drawn),
        "track": party_summary.track(state, ()),
        "log": [section for section in log_page.log(state) if section.written],
        "books": log_page.other_sections(state, drawn),
        "bag": bag.view(state),
        "difficulty": names.DIFFICULTIES.get(state.difficulty, ""),
    }
    return show(request, table, "sheet", **context)
