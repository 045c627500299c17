"""URLs of the jobs pages (at /) and of their JSON API (at /api/v1/)."""

from django.urls import URLPattern, URLResolver, path

from jobs import views
from jobs.api import views as json

pages: list[URLPattern | URLResolver] = [
    path("jobs/<uuid:pk>/", views.job_detail, name="job-detail"),
]
api: list[URLPattern | URLResolver] = [
    path("jobs/", json.JobList.as_view(), name="api-job-list"),
    path("jobs/<uuid:pk>/", json.JobDetail.as_view(), name="api-job-detail"),
]
