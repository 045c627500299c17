"""Fixtures for tests of background work: a real worker, on the test's own database and queue."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from config.celery import app

ROOT = Path(__file__).parent.parent
Start = Callable[[], "subprocess.Popen[bytes]"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("services") and not settings.REDIS_URL:
            item.add_marker(pytest.mark.skip(reason="needs Redis: run through scripts/devservices.py"))


@pytest.fixture(scope="session", autouse=True)
def _queue_of_its_own() -> Iterator[None]:
    """A separate queue for each test process, because each has its own database."""
    if not settings.REDIS_URL:
        yield
        return
    number = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    queue = urlsplit(settings.REDIS_URL)._replace(path=f"/{number}").geturl()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REDIS_URL", queue)
        patch.setattr(app.conf, "broker_url", queue)
        yield


def database_url() -> str:
    """Return the URL of the test's database, for child processes."""
    now = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{now['NAME']}"
    return f"postgresql://{now['USER']}@{now['HOST']}:{now['PORT']}/{now['NAME']}"


def end(child: "subprocess.Popen[bytes]", how: signal.Signals = signal.SIGTERM) -> None:
    """Stop a child and all processes that it started."""
    if child.poll() is None:
        os.killpg(child.pid, how)
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


@pytest.fixture
def worker(transactional_db: None) -> Iterator[Start]:
    """Starts real Celery workers, which end with the test."""
    children: list[subprocess.Popen[bytes]] = []

    def start() -> "subprocess.Popen[bytes]":
        child = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "config", "worker", "-c", "1", "-l", "WARNING"],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": database_url(), "CELERY_EAGER": "0"},
            start_new_session=True,
        )
        children.append(child)
        return child

    yield start
    for child in children:
        end(child)
