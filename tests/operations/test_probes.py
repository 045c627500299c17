"""Tests of health, readiness and metrics endpoints."""

import socket
import threading
import time

import pytest
from django.db import OperationalError
from django.test import Client

from operations import probes, readiness
from operations.bounded import Bounded

pytestmark = pytest.mark.django_db


@pytest.fixture
def stranger(settings):
    """A program that knows only the IP address of a site that redirects to HTTPS."""
    settings.SECURE_SSL_REDIRECT = True
    settings.ALLOWED_HOSTS = ["casebook.example"]
    return Client(headers={"host": "10.1.2.3:8000"}, raise_request_exception=False)


def break_check(monkeypatch, name, query):
    monkeypatch.setitem(readiness.CHECKS, name, Bounded(name, query))
    monkeypatch.setattr(readiness, "_before", {})


# --- /healthz ---------------------------------------------------------------------------------------------


def test_pages_of_that_site_would_be_refused(stranger):
    assert stranger.get("/").status_code in (301, 400)


def test_alive_needs_no_database_no_host_and_no_https(stranger, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = stranger.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"alive": True})
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies
    assert "X-Request-ID" in answer.headers


def test_alive_when_the_database_is_not(stranger, monkeypatch):
    def refuse(*args, **more):
        raise OperationalError

    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.ensure_connection", refuse)
    assert stranger.get("/healthz").status_code == 200
    assert stranger.get("/readyz").status_code == 503


@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/metrics"])
def test_probes_are_only_read(stranger, address):
    assert stranger.post(address).status_code == 405
    assert stranger.head(address).content == b""


# --- /readyz ----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_ready(stranger):
    answer = stranger.get("/readyz")
    assert answer.status_code == 200, answer.content
    checks = answer.json()["checks"]
    assert list(checks) == ["database", "migrations", "queue", "catalogue"]
    assert all(check["ok"] for check in checks.values())
    assert answer["Cache-Control"] == "no-store"
    assert not answer.cookies


@pytest.mark.django_db(transaction=True)
def test_what_fails_is_named_and_its_secrets_are_not(stranger, monkeypatch, caplog):
    def fail():
        raise OperationalError("could not connect to db.internal as casebook")

    break_check(monkeypatch, "database", fail)
    answer = stranger.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["ready"] is False
    assert answer.json()["checks"]["database"]["detail"] == "OperationalError"
    assert answer.json()["checks"]["migrations"]["ok"], "one check does not spoil another"
    assert "db.internal" in caplog.text, "the log has the rest"


@pytest.mark.django_db(transaction=True)
def test_a_check_can_be_left_out(stranger, monkeypatch):
    def fail():
        raise readiness.NotReady("gone")

    break_check(monkeypatch, "queue", fail)
    assert stranger.get("/readyz").status_code == 503
    answer = stranger.get("/readyz?exclude=queue")
    assert answer.status_code == 200
    assert "queue" not in answer.json()["checks"]
    answer = stranger.get("/readyz?exclude=queu")
    assert (answer.status_code, "queue" in answer.json()["error"]["checks"]) == (400, True)


def test_a_migration_that_is_missing_is_named(monkeypatch):
    assert readiness.check_migrations() == ""
    more = readiness._migrations() | {("decks", "9999_tomorrow")}
    monkeypatch.setattr(readiness, "_migrations", lambda: more)
    with pytest.raises(readiness.NotReady, match=r"1 not applied, the first is decks.9999_tomorrow"):
        readiness.check_migrations()


def test_a_newer_database_is_no_reason_to_stop(monkeypatch):
    """During an upgrade, the previous version continues to serve."""
    fewer = set(readiness._migrations()) - {("jobs", "0002_job_request_id")}
    monkeypatch.setattr(readiness, "_migrations", lambda: frozenset(fewer))
    assert readiness.check_migrations() == ""


def test_a_queue_of_files_must_be_writable(settings, tmp_path):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.CELERY_BROKER_URL = "filesystem://localhost"
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": str(tmp_path)}
    assert readiness.check_queue() == ""
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = {"data_folder_out": str(tmp_path / "gone")}
    with pytest.raises(readiness.NotReady):
        readiness.check_queue()


def test_a_queue_without_a_worker_is_not_ready(settings, unused_port):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{unused_port}/0"
    with pytest.raises(Exception, match="refused"):
        readiness.check_queue()


@pytest.fixture
def unused_port():
    with socket.socket() as taken:  # bound, but not listening
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


def test_without_cards_no_process_is_ready(monkeypatch):
    assert readiness.check_catalogue() == ""
    monkeypatch.setattr("cards.adapters.catalogue", lambda: type("Empty", (), {"cards": {}}))
    with pytest.raises(readiness.NotReady):
        readiness.check_catalogue()


@pytest.mark.django_db(transaction=True)
def test_a_check_that_hangs_takes_bounded_time_and_one_thread(stranger, monkeypatch):
    answered, calls = threading.Event(), []

    def hang():
        calls.append(1)
        answered.wait(20)
        return ""

    monkeypatch.setattr(readiness, "SECONDS", 0.2)
    break_check(monkeypatch, "database", hang)
    begun = time.monotonic()
    for _time in range(3):
        answer = stranger.get("/readyz")
        assert answer.status_code == 503
        assert "no answer" in answer.json()["checks"]["database"]["detail"]
    assert time.monotonic() - begun < 15, "it waited for the answer"
    assert calls == [1]
    answered.set()
    deadline = time.monotonic() + 60
    while stranger.get("/readyz").status_code != 200:
        assert time.monotonic() < deadline


@pytest.mark.django_db(transaction=True)
def test_reading_the_cards_again_does_not_stop_the_site(stranger, monkeypatch):
    answered = threading.Event()
    monkeypatch.setattr(readiness, "SECONDS", 0.2)
    break_check(monkeypatch, "catalogue", lambda: answered.wait(20) and "")
    assert stranger.get("/readyz?exclude=queue").status_code == 503, "nothing was ever loaded"
    monkeypatch.setitem(readiness._before, "catalogue", True)
    assert stranger.get("/readyz?exclude=queue").status_code == 200
    answered.set()


def test_every_probe_has_an_address():
    assert set(probes.PROBES) == {"/healthz", "/readyz", "/metrics"}
