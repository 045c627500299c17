"""Tests of error reports: only if configured, and without personal data."""

import json
import logging

import pytest
import sentry_sdk
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import include, path
from sentry_sdk.transport import Transport

from jobs import registry, runner
from jobs.models import Job
from operations import error_reports
from tests.config.test_settings import python

pytestmark = pytest.mark.django_db
DSN = "https://key@reports.invalid/1"


def fail(request, token):
    assert request.user.pk
    raise ZeroDivisionError("alice@example.org could not be divided")


urlpatterns = [path("fail/<str:token>/", fail, name="fail"), path("", include("config.urls"))]
handler500 = "web.errors.server_error"


@pytest.fixture
def reports():
    """The reports that would be sent."""
    sent = []

    class Kept(Transport):
        def capture_envelope(self, envelope):
            sent.extend(item.payload.json for item in envelope.items)

    with sentry_sdk.isolation_scope():
        error_reports.begin(DSN, environment="test", release="1.0")
        sentry_sdk.get_client().transport = Kept()
        yield sent
    sentry_sdk.init()


def test_a_report_has_the_number_of_the_request_and_no_more_of_the_visitor(reports, settings, alice):
    settings.ROOT_URLCONF = __name__
    visitor = Client(raise_request_exception=False)
    visitor.force_login(alice)
    answer = visitor.post(
        "/fail/secret-token/?q=secret-question",
        {"password": "secret-password"},
        headers={"X-Forwarded-For": "203.0.113.9", "Authorization": "secret-header"},
    )
    report = next(report for report in reports if "exception" in report)
    assert report["tags"]["request_id"] == answer["X-Request-ID"]
    assert report["user"] == {"id": alice.pk}
    assert report["transaction"] == "/fail/<str:token>/"
    assert report["request"] == {"method": "POST"}
    assert report["exception"]["values"][-1]["value"] == "[hidden] could not be divided"
    # The source of this test is in the report; the data sent to it is not.
    rest = json.dumps({**report, "exception": None})
    for secret in ("secret-", "alice", "203.0.113.9", visitor.cookies["sessionid"].value):
        assert secret not in rest, secret


def test_a_report_of_a_job_names_the_job(reports, monkeypatch):
    def divide(progress):
        raise ZeroDivisionError

    monkeypatch.setattr(registry, "_kinds", dict(registry._kinds))
    registry.register("test.work", title="Test work", handler=divide)
    job = Job.objects.create(kind="test.work", request_id="abc12345")
    runner.perform(job.pk)
    [report] = reports
    assert report["tags"] == {"request_id": "abc12345", "job": str(job.pk), "kind": "test.work"}


def test_a_logged_error_is_reported_without_secrets(reports):
    logging.getLogger("a.module").error("mail to %s was refused", "alice@example.org")
    [report] = reports
    assert report["logentry"] == {"message": "mail to [hidden] was refused"}


def test_a_wrong_dsn_is_an_error():
    with pytest.raises(ImproperlyConfigured, match="SENTRY_DSN is not right"):
        error_reports.begin("nonsense", environment="test", release="1.0")


def test_a_missing_package_is_an_error_of_one_line(tmp_path):
    """A module of that name that cannot be imported comes first, as if the package were not installed."""
    (tmp_path / "sentry_sdk.py").write_text("raise ImportError")
    answer = python("manage.py", "check", var=tmp_path, SENTRY_DSN=DSN, PYTHONPATH=str(tmp_path))
    assert answer.returncode == 1
    assert "requirements-sentry.txt" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_without_a_dsn_it_is_not_imported(tmp_path):
    script = "import django, sys; django.setup(); print('sentry_sdk' in sys.modules)"
    assert python("-c", script, var=tmp_path).stdout.strip() == "False"
    assert python("-c", script, var=tmp_path, SENTRY_DSN=DSN).stdout.strip() == "True"
