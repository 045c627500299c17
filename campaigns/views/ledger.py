"""The ledger page of a campaign, and its download as CSV."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify

from campaigns.insight.ledger import GROUPS, Ledger, as_csv, ledger_entries
from campaigns.models import Entry
from campaigns.views.base import READER, Visit, for_members, in_frame, one_of

PER_PAGE = 100


def _chosen(request: HttpRequest, visit: Visit) -> dict[str, str]:
    """Return the filters of the request; unknown values are ignored."""
    return {
        "kind": one_of(request.GET.get("kind"), GROUPS),
        "seat": one_of(request.GET.get("seat"), visit.state.seats),
    }


def _rows(visit: Visit, chosen: dict[str, str]) -> tuple[Ledger, QuerySet[Entry]]:
    ledger = Ledger(visit.campaign, visit.state, visit.member_names)
    return ledger, ledger_entries(visit.campaign, kind=chosen["kind"], seat=chosen["seat"])


@for_members(READER, "GET", "HEAD")
def campaign_ledger(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every gain, loss and price, page by page, with filters for the kind and the seat."""
    chosen = _chosen(request, visit)
    ledger, rows = _rows(visit, chosen)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page", "")[:9])
    context: dict[str, Any] = {
        "page": page,
        "lines": [(line, GROUPS[line.kind].label) for line in ledger.lines(page.object_list)],
        "kinds": [(name, group.label) for name, group in GROUPS.items()],
        "chosen": chosen,
        "filters": urlencode({name: value for name, value in chosen.items() if value}),
    }
    return render(request, "campaigns/ledger.html", in_frame(visit, **context))


@for_members(READER, "GET", "HEAD")
def campaign_ledger_csv(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole ledger, or what the filters leave of it, for a spreadsheet."""
    ledger, rows = _rows(visit, _chosen(request, visit))
    lines = ledger.lines(rows.iterator(chunk_size=500))
    answer = HttpResponse(as_csv(lines), content_type="text/csv; charset=utf-8")
    name = slugify(visit.campaign.name) or "campaign"
    answer["Content-Disposition"] = f'attachment; filename="{name}-ledger.csv"'
    return answer
