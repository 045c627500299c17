"""Queries for jobs: users see their own, staff see all."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from jobs.models import Job


def jobs_visible_to(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Job]:
    if not user.is_authenticated:
        return Job.objects.none()
    if getattr(user, "is_staff", False):
        return Job.objects.all()
    return Job.objects.filter(owner_id=user.pk)
