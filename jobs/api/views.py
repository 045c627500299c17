"""API views of jobs."""

from django.db.models import QuerySet
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.permissions import IsAuthenticated

from jobs import selectors
from jobs.api.outputs import JobSerializer
from jobs.models import Job


class JobList(ListAPIView[Job]):
    """Your background jobs, newest first."""

    serializer_class = JobSerializer
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[Job]:
        return selectors.jobs_visible_to(self.request.user)


class JobDetail(RetrieveAPIView[Job]):
    """One background job: its progress, or its result."""

    serializer_class = JobSerializer
    permission_classes = [IsAuthenticated]

    def get_queryset(self) -> QuerySet[Job]:
        return selectors.jobs_visible_to(self.request.user)
