"""The chronicle of a campaign, for its members and for everyone who has one of its links."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns import selectors
from campaigns.insight.chronicle.page import chronicle
from campaigns.views.base import READER, Visit, for_members


@for_members(READER, "GET", "HEAD")
def campaign_chronicle(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The campaign as one page to read, print and share."""
    context = {
        "campaign": visit.campaign,
        "chronicle": chronicle(visit.campaign, visit.state),
        "visit": visit,
        "link": selectors.reader_invitation(visit.campaign) if visit.may_manage else None,
    }
    return render(request, "campaigns/chronicle.html", context)


@require_safe
@never_cache
def campaign_chronicle_shared(request: HttpRequest, token: str) -> HttpResponse:
    """The same page for visitors who have an invitation link. They need no account and join nothing."""
    found = selectors.invitation_by_token(token)
    if found is None:
        raise Http404
    state = selectors.state_of(found.campaign)
    context = {"campaign": found.campaign, "chronicle": chronicle(found.campaign, state), "token": token}
    return render(request, "campaigns/chronicle.html", context)
