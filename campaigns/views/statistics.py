"""The page of statistics over all campaigns of the user."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from campaigns.insight.statistics import GROUP, MINE, Statistics, statistics
from campaigns.views.base import one_of


@require_safe
@never_cache
def campaign_statistics(request: HttpRequest) -> HttpResponse:
    who = one_of(request.GET.get("who"), (GROUP, MINE), GROUP)
    found = statistics(request.user, who) if isinstance(request.user, User) else Statistics(who)
    return render(request, "campaigns/statistics.html", {"statistics": found, "who": who})
