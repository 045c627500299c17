"""URLs of the jobs pages (at /) and of their JSON API (at /api/v1/)."""

from django.urls import URLPattern, URLResolver, path

from jobs import views
from jobs.api.urls import api as api

pages: list[URLPattern | URLResolver] = [
    path("jobs/<uuid:pk>/", views.job_detail, name="job-detail"),
]
