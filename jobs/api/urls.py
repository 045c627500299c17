"""URLs of jobs below /api/v1/."""

from django.urls import URLPattern, URLResolver, path

from jobs.api import views

api: list[URLPattern | URLResolver] = [
    path("jobs/", views.JobList.as_view(), name="api-job-list"),
    path("jobs/<uuid:pk>/", views.JobDetail.as_view(), name="api-job-detail"),
]
