"""Tests of the deletion of expired sessions."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from jobs import services

pytestmark = pytest.mark.django_db


def test_expired_sessions_are_deleted_and_others_stay(as_alice, django_capture_on_commit_callbacks):
    now = timezone.now()
    Session.objects.create(session_key="over", session_data="", expire_date=now - timedelta(seconds=1))
    Session.objects.create(session_key="not yet", session_data="", expire_date=now + timedelta(minutes=5))
    with django_capture_on_commit_callbacks(execute=True):
        job = services.submit("accounts.clear-sessions")
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"message": "1 session deleted."})
    assert set(Session.objects.values_list("session_key", flat=True)) == {
        "not yet",
        as_alice.session.session_key,
    }
