"""Tests of the metrics and of the access to them."""

import os
import time
from datetime import timedelta
from ipaddress import ip_network

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.utils import timezone

from accounts.models import User
from jobs.models import Job
from operations import looked_up_metrics, metrics, processes, shared_counters
from operations.bounded import Bounded

pytestmark = pytest.mark.django_db


@pytest.fixture
def measuring(settings, monkeypatch):
    """Metrics with a token, counted from zero."""
    settings.METRICS, settings.METRICS_TOKEN = True, "open sesame"
    monkeypatch.setattr(metrics, "_meters", None)


def scrape(client, token="open sesame", **more):
    return client.get("/metrics", headers={"Authorization": f"Bearer {token}"}, **more)


def value(text, name):
    """Return the value of a sample, or None."""
    found = [line.rpartition(" ")[2] for line in text.splitlines() if line.startswith(f"{name} ")]
    return float(found[0]) if found else None


def test_metrics_are_off_by_default(client):
    assert client.get("/metrics").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_metrics_want_their_token_and_neither_https_nor_a_host(client, measuring, settings):
    settings.SECURE_SSL_REDIRECT, settings.ALLOWED_HOSTS = True, ["casebook.example"]
    assert client.get("/metrics").status_code == 401
    assert scrape(client, "open sesami").status_code == 401
    assert scrape(client, "offen ümläute").status_code == 401
    answer = scrape(client)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("behind_proxy", "address", "forwarded", "status"),
    [
        pytest.param(False, "10.0.0.7", "", 200, id="near"),
        pytest.param(False, "::ffff:10.0.0.7", "", 200, id="near, by the new protocol"),
        pytest.param(False, "203.0.113.9", "", 403, id="far"),
        pytest.param(False, "203.0.113.9", "10.0.0.7", 403, id="far, and says it is near"),
        pytest.param(True, "10.0.0.1", "203.0.113.9", 403, id="far, through a proxy that is near"),
        pytest.param(True, "10.0.0.1", "10.0.0.7, 203.0.113.9", 403, id="far, and lies to the proxy"),
        pytest.param(True, "10.0.0.1", "", 200, id="near, past the proxy"),
        pytest.param(False, "", "", 403, id="by a socket without addresses"),
    ],
)
def test_metrics_for_networks(client, settings, behind_proxy, address, forwarded, status):
    settings.METRICS, settings.METRICS_NETWORKS = True, [ip_network("10.0.0.0/24")]
    settings.BEHIND_PROXY = behind_proxy
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert client.get("/metrics", REMOTE_ADDR=address, headers=headers).status_code == status


@pytest.mark.django_db(transaction=True)
def test_requests_are_counted_by_view_method_and_status(client, measuring):
    client.get("/")
    client.get("/")
    client.get("/no-such-page/")
    client.generic("BREW", "/")
    text = scrape(client).content.decode()
    assert value(text, 'casebook_http_requests_total{method="GET",status="200",view="home"}') == 2
    assert value(text, 'casebook_http_requests_total{method="GET",status="404",view="none"}') == 1
    assert 'method="OTHER"' in text
    assert "BREW" not in text
    assert value(text, 'casebook_http_request_duration_seconds_count{method="GET",view="home"}') == 2
    assert (
        value(text, 'casebook_http_request_duration_seconds_bucket{le="30.0",method="GET",view="home"}') == 2
    )
    assert value(text, "casebook_http_requests_in_flight") == 1, "the one that asks"


def test_nothing_is_counted_while_metrics_are_off(client, settings, monkeypatch):
    monkeypatch.setattr(metrics, "_meters", None)
    client.get("/")
    assert metrics._meters is None


@pytest.mark.django_db(transaction=True)
def test_errors_of_the_database_are_counted_once(client, measuring):
    with connection.execute_wrapper(metrics.watch_queries):
        with pytest.raises(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT nonsense FROM nowhere")
        User.objects.create(username="twin")
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.create(username="twin")
    text = scrape(client).content.decode()
    # SQLite and PostgreSQL have different names for it.
    names = ("OperationalError", "ProgrammingError")
    counted = [value(text, f'casebook_database_errors_total{{error="{name}"}}') or 0 for name in names]
    assert sum(counted) == 1
    assert value(text, 'casebook_database_errors_total{error="IntegrityError"}') == 1


@pytest.mark.django_db(transaction=True)
def test_every_connection_is_watched_once():
    for _time in range(2):
        metrics.watch_connection(connection)
    assert connection.execute_wrappers.count(metrics.watch_queries) == 1
    connection.execute_wrappers.remove(metrics.watch_queries)


def test_an_error_that_no_query_reports_is_counted_as_well(measuring):
    error = OperationalError("the server closed the connection")
    for _time in range(2):
        try:
            raise error
        except OperationalError:
            metrics.watch_exceptions()
    counted = metrics.meters().database_errors.labels("OperationalError")._value.get()
    assert counted == 1


def test_the_numbers_of_jobs_and_cards():
    job = Job.objects.create(kind="jobs.wait")
    Job.objects.filter(pk=job.pk).update(created=timezone.now() - timedelta(minutes=5))
    Job.objects.create(kind="jobs.wait")
    found = looked_up_metrics.stored()
    assert found.jobs["jobs.wait", "queued"] == 2
    assert found.jobs["jobs.clear", "failed"] == 0, "a kind without jobs is a line, too"
    assert 299 < looked_up_metrics.age(found.oldest_queued) < 320
    assert looked_up_metrics.age(found.longest_silent) == 0
    assert found.catalogue[0] > 0


@pytest.mark.django_db(transaction=True)
def test_metrics_answer_while_the_database_does_not(client, measuring, monkeypatch):
    def fail():
        raise OperationalError

    assert value(scrape(client).content.decode(), "casebook_database_up") == 1
    monkeypatch.setattr(looked_up_metrics, "_stored", Bounded("metrics", fail))
    text = scrape(client).content.decode()
    assert value(text, "casebook_database_up") == 0
    assert "casebook_build_info{" in text
    assert "casebook_jobs{" not in text


def test_the_process_is_measured():
    found = processes.web_processes(os.getpid())
    assert found.workers >= 0
    assert found.resident_bytes > 10_000_000
    assert found.cpu_seconds > 0
    assert found.open_files > 2
    assert time.time() - 86400 < found.started <= time.time() + 1
    assert processes.web_processes(2**30) is None


# --- Slots ------------------------------------------------------------------------------------------------


class Worker:
    def __init__(self, slot=None):
        if slot is not None:
            self.slot = slot


@pytest.mark.parametrize(
    ("taken", "free"), [([], 0), ([0], 1), ([1, 0], 2), ([0, 2], 1), ([1], 0), ([None], 0), ([5, 0, 1], 2)]
)
def test_a_worker_takes_the_lowest_free_slot(taken, free):
    assert shared_counters.free_slot(map(Worker, taken)) == free


def test_folders_of_dead_servers_are_removed_and_those_of_living_ones_are_not(tmp_path, monkeypatch):
    monkeypatch.setattr(shared_counters, "MEMORY", tmp_path)
    monkeypatch.setattr(shared_counters, "_folder", None)
    monkeypatch.setattr(shared_counters, "_server", None)
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    dead, living = (
        tmp_path / f"{shared_counters.PREFIX}{2**30}-a",
        tmp_path / f"{shared_counters.PREFIX}{os.getppid()}-b",
    )
    other = tmp_path / "something else"
    for folder in (dead, living, other):
        folder.mkdir()
    shared_counters.begin()
    made = shared_counters.folder()
    assert (dead.exists(), living.exists(), other.exists(), made.exists()) == (False, True, True, True)
    assert made.stat().st_mode & 0o077 == 0
    shared_counters.end()
    assert not made.exists()
