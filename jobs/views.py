"""The page of a job, with its progress and result."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from jobs import registry, selectors
from web.shared.htmx import HtmxRequest


@require_safe
@never_cache
def job_detail(request: HtmxRequest, pk: UUID) -> HttpResponse:
    job = get_object_or_404(selectors.jobs_visible_to(request.user), pk=pk)
    template = "jobs/_job.html" if request.htmx else "jobs/job_detail.html"
    return render(request, template, {"job": job, "title": registry.title(job.kind)})
