"""The ledger page of a campaign, and its download as CSV."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify

from campaigns.ledger import GROUPS, Ledger, as_csv, ledger_entries
from campaigns.models import Entry
from campaigns.views.base import READER, Table, at_table, in_frame, one_of

PER_PAGE = 100


def _chosen(request: HttpRequest, table: Table) -> dict[str, str]:
    """Return the filters of the request; unknown values are ignored."""
    return {
        "kind": one_of(request.GET.get("kind"), GROUPS),
        "seat": one_of(request.GET.get("seat"), table.state.seats),
    }


def _rows(table: Table, chosen: dict[str, str]) -> tuple[Ledger, QuerySet[Entry]]:
    ledger = Ledger(table.campaign, table.state, table.people)
    return ledger, ledger_entries(table.campaign, kind=chosen["kind"], seat=chosen["seat"])


@at_table(READER, "GET", "HEAD")
def campaign_ledger(request: HttpRequest, table: Table) -> HttpResponse:
    """Every gain, loss and price, page by page, with filters for the kind and the seat."""
    chosen = _chosen(request, table)
    ledger, rows = _rows(table, chosen)
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page", "")[:9])
    context: dict[str, Any] = {
        "page": page,
        "lines": [(line, GROUPS[line.kind].label) for line in ledger.lines(page.object_list)],
        "kinds": [(name, group.label) for name, group in GROUPS.items()],
        "chosen": chosen,
        "filters": urlencode({name: value for name, value in chosen.items() if value}),
    }
    return render(request, "campaigns/ledger.html", in_frame(table, **context))


@at_table(READER, "GET", "HEAD")
def campaign_ledger_csv(request: HttpRequest, table: Table) -> HttpResponse:
    """The whole ledger, or what the filters leave of it, for a spreadsheet."""
    ledger, rows = _rows(table, _chosen(request, table))
    lines = ledger.lines(rows.iterator(chunk_size=500))
    answer = HttpResponse(as_csv(lines), content_type="text/csv; charset=utf-8")
    name = slugify(table.campaign.name) or "campaign"
    answer["Content-Disposition"] = f'attachment; filename="{name}-ledger.csv"'
    return answer
