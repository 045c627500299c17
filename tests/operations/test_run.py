"""Tests of `./run` itself: a site and a worker, in a separate folder, until stopped."""

import contextlib
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from random import SystemRandom

import pytest
from django.db import connection

from jobs.models import Job
from tests.worker import database_url

ROOT = Path(__file__).parent.parent.parent
# `./run` has SQLite unless it is told otherwise.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.on_sqlite]

#: Seconds for what takes a few of them; a busy machine may need many times as long.
PATIENCE = 180


def free_port() -> int:
    """Return a free port that connections of other processes do not use by chance.

    The kernel takes the ports of connections from a higher range.
    """
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def get(url: str, upload: bytes | None = None) -> tuple[int, str, dict[str, str]]:
    kind = {"Content-Type": "multipart/form-data; boundary=b"} if upload else {}
    request = urllib.request.Request(url, data=upload, headers=kind)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode(), dict(refused.headers)


def parent_of(pid: int) -> int:
    """Return the parent of a process. The name before it is in parentheses and may contain anything."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


class Site:
    """`./run` as a child process, with its data in a folder whose name has spaces."""

    def __init__(self, folder: Path) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        self.environment = {
            **os.environ,
            "VENV": sys.prefix,
            "VAR_DIR": str(folder / "a folder with spaces"),
            "BIND": f"127.0.0.1:{self.port}",
        }
        if connection.vendor == "postgresql":
            self.environment["DATABASE_URL"] = database_url()

    def start(self) -> None:
        with self.log.open("ab") as out:
            self.process = subprocess.Popen([ROOT / "run"], env=self.environment, stdout=out, stderr=out)
        self.wait_for("Casebook is at")

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def wait_for(self, words: str, seconds: float = PATIENCE) -> None:
        deadline = time.monotonic() + seconds
        while words not in self.output():
            assert self.process.poll() is None, self.output()
            assert time.monotonic() < deadline, self.output()
            time.sleep(0.1)

    def manage(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [ROOT / "run", "manage", *arguments]
        environment = {"CELERY_EAGER": "0", **self.environment}
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=PATIENCE)

    def children(self) -> list[int]:
        found = []
        for status in Path("/proc").glob("[0-9]*/environ"):
            try:
                if f"BIND={self.url.removeprefix('http://')}\0".encode() in status.read_bytes():
                    found.append(int(status.parent.name))
            except OSError:
                continue  # it ended, or is not ours
        return [pid for pid in found if pid != os.getpid()]

    def celery(self, part: str) -> list[int]:
        return [
            pid
            for pid in self.children()
            if {b"celery", part.encode()} <= set(Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"))
        ]

    def web_server(self) -> int:
        """Return the master of the web server: a child process with children of its own."""
        parents = {pid: parent_of(pid) for pid in self.children()}
        ours = [pid for pid, parent in parents.items() if parent == self.process.pid]
        return next(pid for pid in ours if pid in parents.values())

    def wait_for_job(self, seconds: float = PATIENCE) -> None:
        """Wait until a worker is in the middle of a job, which lasts a few seconds."""
        deadline = time.monotonic() + seconds
        while not self.has_job_under_way():
            assert time.monotonic() < deadline, self.output()
            time.sleep(0.05)

    def has_job_under_way(self) -> bool:
        if connection.vendor == "postgresql":
            return Job.objects.filter(state=Job.State.RUNNING, done__gt=0).exists()
        database = Path(self.environment["VAR_DIR"]) / "casebook.sqlite3"
        with contextlib.closing(sqlite3.connect(database, timeout=60)) as site:
            query = "SELECT count(*) FROM jobs_job WHERE state = 'running' AND done > 0"
            return bool(site.execute(query).fetchone()[0])

    def wait_until_gone(self, seconds: float = PATIENCE) -> None:
        deadline = time.monotonic() + seconds
        while self.children():
            assert time.monotonic() < deadline, self.children()
            time.sleep(0.1)


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    yield site
    for pid in site.children():
        os.kill(pid, signal.SIGKILL)
    if site.process:
        site.process.wait()


def test_the_site_is_served_with_a_worker_and_stops_on_a_signal(site):
    site.start()
    status, page, headers = get(site.url)
    assert status == 200
    assert "A casebook for your investigators" in page
    assert "default-src 'none'" in headers["Content-Security-Policy"]

    style = re.search(r'href="(/static/css/casebook\.[0-9a-f]+\.css)"', page)
    assert style, "names of static files carry a hash"
    status, _css, headers = get(site.url + style[1])
    assert status == 200
    assert "immutable" in headers["Cache-Control"]

    status, page, _headers = get(site.url + "/no-such-page/")
    assert (status, "Traceback" in page) == (404, False)

    status, page, _headers = get(site.url + "/sign-in/", upload=b"x" * 50_000_000)
    assert (status, "at most 20 MB" in page) == (413, True)

    worker = site.manage("try_worker", "--patience", "120")
    assert worker.returncode == 0, worker.stderr
    assert "The worker did it" in worker.stdout

    site.process.send_signal(signal.SIGTERM)
    assert site.process.wait(PATIENCE) == 0, site.output()
    site.wait_until_gone()
    assert "Traceback" not in site.output()


@pytest.mark.slow
def test_a_killed_worker_is_replaced_and_its_job_comes_to_an_end(site):
    site.start()
    command = [ROOT / "run", "manage", "try_worker", "--seconds", "4", "--patience", "120"]
    trial = subprocess.Popen(command, env={**site.environment, "CELERY_EAGER": "0"}, stdout=subprocess.PIPE)
    site.wait_for_job()
    for pid in site.celery("worker"):
        os.kill(pid, signal.SIGKILL)
    output, _errors = trial.communicate(timeout=PATIENCE)
    assert b"The worker did it" in output

    # If all processes are killed at once, nothing is left, and the next start has little to do.
    site.process.kill()
    site.process.wait()
    site.wait_until_gone()
    site.log.unlink()
    site.start()
    assert "Migrating" not in site.output()
    assert "Collecting" not in site.output()
    site.process.terminate()
    assert site.process.wait(PATIENCE) == 0


def until(found, site, seconds=120):
    """Call the function until it returns something."""
    deadline = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError, StopIteration):
            if answer := found():
                return answer
        assert time.monotonic() < deadline, site.output()
        time.sleep(0.1)


def test_every_part_that_dies_is_replaced(site):
    site.start()
    server, beats = until(site.web_server, site), until(lambda: site.celery("beat"), site)
    assert len(beats) == 1, "there is one clock"
    os.kill(server, signal.SIGKILL)
    os.kill(beats[0], signal.SIGKILL)
    site.wait_for("The web server ended")
    site.wait_for("The clock of the worker ended")
    until(lambda: site.web_server() != server and get(site.url)[0] == 200, site)
    until(lambda: site.celery("beat"), site)
    site.process.terminate()
    assert site.process.wait(20) == 0
    site.wait_until_gone()


def test_a_taken_address_is_an_error(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", site.port))
        other.listen()
        done = subprocess.run(
            [ROOT / "run"], env=site.environment, capture_output=True, text=True, timeout=PATIENCE
        )
    assert done.returncode == 1
    assert f"127.0.0.1:{site.port} is taken" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_that_cannot_be_written_is_an_error(site, tmp_path):
    file = tmp_path / "not a folder"
    file.touch()
    environment = {**site.environment, "VAR_DIR": str(file)}
    done = subprocess.run([ROOT / "run"], env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert "Set VAR_DIR" in done.stderr


def test_an_unknown_word_gets_the_usage(site):
    done = subprocess.run([ROOT / "run", "fly"], env=site.environment, capture_output=True, text=True)
    assert done.returncode == 2
    assert "./run test" in done.stdout


@pytest.mark.once
def test_a_command_after_an_update_finds_a_database_that_fits(tmp_path):
    """An older database is migrated first."""
    environment = {**os.environ, "VENV": sys.prefix, "VAR_DIR": str(tmp_path / "data")}
    environment.pop("DATABASE_URL", None)

    def manage(*arguments: str) -> str:
        done = subprocess.run(
            [ROOT / "run", "manage", *arguments], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    manage("migrate", "-v0", "campaigns", "zero")
    (tmp_path / "data" / ".prepared").write_text("an older one")
    assert "[X] 0001_initial" in manage("showmigrations", "campaigns")
