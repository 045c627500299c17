"""The campaign log: reading, writing, crossing out, restoring and counting; and the printable log."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns import bag, log_page, log_tables, party_summary
from campaigns.campaign_rules import campaign_facts
from campaigns.draws import draws_of
from campaigns.errors import BadStep
from campaigns.form_fields import whole
from campaigns.services.members import check_may_record
from campaigns.text import names
from campaigns.views.base import READER, Visit, do, done, for_members, one_of, show
from rules.campaign import counter, steps
from rules.campaign.state import SCENARIO
from web.shared.errors import Refusal

LONGEST = 500


@for_members(READER)
def campaign_log(request: HttpRequest, visit: Visit) -> HttpResponse:
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_record(visit.role)
        try:
            step = _step(request, visit)
            do(request, visit, step)
        except Refusal as error:
            refusal = error
            visit.look_again()
        else:
            return done(request, visit, _("Recorded."), "campaign-log")
    find = request.GET.get("q", "")[:100]
    state = visit.state
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
        "other_sections": [] if find else log_page.other_sections(state, draws_of(visit.campaign)),
        "all_sections": [(row["id"], names.in_language(row)) for row in log_page.sections_of(state.campaign)],
        "grids": [] if find else log_tables.tables(state),
        "boxes": [] if find else _boxes(visit),
        "given": {name: given.get(name, "") for name in ("text", "section", "number", "seat")},
        "may_remember": state.phase == SCENARIO,
    }
    return show(request, visit, "log", refusal, **context)


def _boxes(visit: Visit) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Return the checklists that are printed on the log, with what is ticked."""
    found = []
    for row in campaign_facts().get(visit.state.campaign, {}).get("log", ()):
        if row.get("checklist"):
            boxes = [
                (
                    box["id"],
                    names.in_language(box),
                    bool(visit.state.counts.get(counter(row["id"], box["id"]))),
                )
                for box in row["checklist"]
            ]
            found.append((row["id"], names.in_language(row), boxes))
    return found


def _step(request: HttpRequest, visit: Visit) -> steps.Step:
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
        key = log_page.key_for(visit.state.campaign, section, text)
        line = steps.LogChange(do="record", section=section, text=text, key=key, number=number, seat=seat)
    elif what in ("cross-out", "restore"):
        line = steps.LogChange(do=what, entry=given.get("entry", ""))
    elif what == "count":
        by = whole(given.get("by"), least=-99, most=99, what=_("Counter"))
        line = steps.LogChange(do="count", section=section, key=key, seat=seat, number=by)
    elif what == "cell":
        line = _cell(visit, section, given.get("cell", ""))
    elif what in ("tick", "clear"):
        line = steps.LogChange(do=what, section=section, key=key, seat=seat)
    else:
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    return steps.LogWritten(changes=(line,))


def _cell(visit: Visit, section: str, text: str) -> steps.LogChange:
    """Return the change for one field of a visit: `key|seat|more`, `less`, `tick` or `clear`."""
    key, seat, how = [*text.split("|"), "", ""][:3]
    cells = [
        cell
        for grid in log_tables.tables(visit.state)
        if grid.id == section
        for _name, _remark, row in grid.rows
        for cell in row
    ]
    if not any((cell.key, cell.seat) == (key, seat) for cell in cells):
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    if how in ("more", "less"):
        by = 1 if how == "more" else -1
        return steps.LogChange(do="count", section=section, key=key, seat=seat, number=by)
    return steps.LogChange(do=one_of(how, ("tick", "clear"), "tick"), section=section, key=key, seat=seat)


@for_members(READER, "GET", "HEAD")
def campaign_log_print(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The printable log: party, scenarios, log and bag on as few pages as possible."""
    state = visit.state
    drawn = draws_of(visit.campaign)
    context: dict[str, Any] = {
        "party": party_summary.party(visit.campaign, state, visit.game, drawn),
        "track": party_summary.track(state, ()),
        "log": [section for section in log_page.log(state) if section.written],
        "other_sections": log_page.other_sections(state, drawn),
        "bag": bag.view(state),
        "difficulty": names.DIFFICULTIES.get(state.difficulty, ""),
    }
    return show(request, visit, "log_print", **context)
