"""The campaign log: reading, writing, crossing out, restoring and counting; and the printable log."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns import bag
from campaigns.drawing.draws import draws_of
from campaigns.insight.experience import accounts
from campaigns.log import form as log_form
from campaigns.log import page as log_page
from campaigns.log import tables as log_tables
from campaigns.party import summary as party_summary
from campaigns.selectors import choices_of
from campaigns.services.deck_versions import latest_entries
from campaigns.services.members import check_may_record
from campaigns.text import names
from campaigns.views.base import READER, Visit, do, done, for_members, show
from rules.campaign.log_sections import CHECKLIST, was_reached
from rules.campaign.state import ENDED, SCENARIO, LogNote
from web.shared.errors import Refusal


@for_members(READER)
def campaign_log(request: HttpRequest, visit: Visit) -> HttpResponse:
    refusal: Refusal | None = None
    later = bool(request.GET.get("later") or request.POST.get("later"))
    if request.method == "POST":
        check_may_record(visit.role)
        try:
            do(request, visit, log_form.read_step(request.POST, visit.state))
        except Refusal as error:
            refusal = error
            visit.look_again()
        else:
            done(request, visit, _("Recorded."))
            return HttpResponseRedirect(_address(request, visit, later=later))
    find = request.GET.get("q", "")[:100]
    state = visit.state
    given = request.POST if refusal else {}
    alone, page = _alone(request, visit, find)
    # A section on its own page, or all of them and everything else.
    overview = not find and alone is None
    sections = log_page.log(state, find=find, latest=log_page.NOTES_SHOWN) if alone is None else [alone]
    context = {
        "alone": alone,
        "page": page,
        "rest": urlencode({"section": alone.id, "q": find}) + "&" if alone else "",
        "find": find,
        "later": later,
        "hides_something": log_tables.hides_something(state),
        "sections": [
            section
            for section in sections
            if not section.is_own
            and (section.written or (section.counters and not find))
            and (section.lines or find or section.kind not in (*log_tables.TABLES, CHECKLIST))
        ],
        "own_sections": [section for section in sections if section.is_own],
        "other_sections": log_page.other_sections(state, draws_of(visit.campaign)) if overview else [],
        "all_sections": log_page.note_sections(state, later=later),
        "guide_notes": log_form.note_choices(visit.state) if later else [],
        "grids": log_tables.tables(state, later=later) if overview else [],
        "boxes": _boxes(visit, later=later) if overview else [],
        "given": {name: given.get(name, "") for name in FIELDS},
        "may_remember": state.phase == SCENARIO,
        "kinds": KINDS,
        "may_write": visit.may_record and state.phase != ENDED,
    }
    return show(request, visit, "log", refusal, **context)


def _alone(
    request: HttpRequest, visit: Visit, find: str
) -> tuple[log_page.Section | None, Page[LogNote] | None]:
    """Return the section whose notes are shown page by page, newest first, if one is requested."""
    wanted = request.GET.get("section", "")[:100]
    found = log_page.log(visit.state, find=find, latest=0) if wanted else []
    section = next((section for section in found if section.id == wanted), None)
    if section is None:
        return None, None
    notes = log_page.notes_in(visit.state, section.id, find)[::-1]
    page = Paginator(notes, log_page.NOTES_PER_PAGE).get_page(request.GET.get("page", "")[:9])
    section.lines, section.earlier = log_page.lines_of(visit.state, list(page.object_list)[::-1]), 0
    return section, page


#: What was entered, which is shown again after a refusal.
FIELDS = ("do", "text", "section", "number", "seat", "title", "kind")
#: The kinds of sections that a group can add.
KINDS = {
    "entries": gettext_lazy("Notes"),
    "count": gettext_lazy("Counter"),
    "checklist": gettext_lazy("Check-off list"),
    "names": gettext_lazy("List of names"),
}


def _address(request: HttpRequest, visit: Visit, *, later: bool) -> str:
    """Return the address of the section that was changed."""
    address = reverse("campaign-log", args=[visit.campaign.public_id])
    if later:
        address += "?" + urlencode({"later": 1})
    section = request.POST.get("section", "")
    known = {row["id"] for row in log_page.sections_of(visit.state, later=True)}
    return f"{address}#t-{section}" if section in known else address


def _boxes(visit: Visit, *, later: bool) -> list[dict[str, Any]]:
    """Return the checklists that are printed on the log, with what is ticked."""
    found = []
    for row in log_tables.rows_of(visit.state):
        if row["kind"] == CHECKLIST and log_tables.is_shown(visit.state, row, later=later):
            ticked = {key for key, _seat, _value in log_tables.recorded(visit.state, row["id"])}
            boxes = [
                (box["id"], names.in_language(box), box["id"] in ticked)
                for box in row.get("checklist", ())
                if later or box["id"] in ticked or was_reached(visit.state, box.get("from", ()))
            ]
            found.append({"id": row["id"], "title": names.in_language(row), "boxes": boxes})
    return found


@for_members(READER, "GET", "HEAD")
def campaign_log_print(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The printable log: party, scenarios, log and bag on as few pages as possible."""
    state = visit.state
    drawn = draws_of(visit.campaign)
    context: dict[str, Any] = {
        "party": party_summary.party(
            latest_entries(visit.campaign), state, visit.game, drawn, accounts(visit.campaign, state)
        ),
        "track": party_summary.track(state, (), choices_of(visit.campaign)),
        "log": [section for section in log_page.log(state) if section.written or section.is_own],
        "other_sections": log_page.other_sections(state, drawn),
        "bag": bag.view(state),
        "guide": names.guide_title(visit.campaign.name, state),
        "difficulty": names.DIFFICULTIES.get(state.difficulty, ""),
    }
    return show(request, visit, "log_print", **context)
