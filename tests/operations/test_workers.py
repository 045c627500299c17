"""Tests of a web server with several processes, each of which reports the counters of all."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from operations import processes, shared_counters
from tests.worker import database_url, end

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 3
CLIENTS, VISITS = 8, 20
# Seconds. A busy machine starts a server slowly, and visitors wait for it.
PATIENCE = 90


# Starts gunicorn as systemd does: with a socket that was open before it and stays open after it.
GUNICORN = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "-c", "python:config.gunicorn", "config.wsgi"])
"""


class Server:
    """gunicorn as in production, with its output in a file."""

    def __init__(self, folder: Path, listening: socket.socket, **environment: str) -> None:
        self.url, self.log = f"http://127.0.0.1:{listening.getsockname()[1]}", folder / "log"
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", GUNICORN, str(listening.fileno())],
                cwd=ROOT,
                env={
                    **os.environ,
                    "VAR_DIR": str(folder),
                    "DATABASE_URL": database_url(),
                    "WEB_WORKERS": str(WORKERS),
                    "CELERY_EAGER": "1",
                    **environment,
                },
                stdout=out,
                stderr=subprocess.STDOUT,
                pass_fds=[listening.fileno()],
                start_new_session=True,
            )
        self.wait()

    def wait(self, seconds: float = PATIENCE) -> None:
        """Wait until all processes have started."""
        deadline = time.monotonic() + seconds
        while len(self.workers()) < WORKERS or not self.is_up():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.1)

    def is_up(self) -> bool:
        try:
            return bool(self.get("/healthz"))
        except OSError:
            return False

    def get(self, address: str) -> str:
        request = urllib.request.Request(self.url + address, headers={"Authorization": "Bearer sesame"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def measured(self, name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", self.get("/metrics"), re.M)
        return float(found[1]) if found else 0.0

    def workers(self) -> list[int]:
        found = {
            int(folder.name): processes.read(int(folder.name)) for folder in processes.PROC.glob("[0-9]*")
        }
        return [pid for pid, process in found.items() if process and process.parent == self.process.pid]


@pytest.fixture
def listening():
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listening:
        yield listening


@pytest.fixture
def server(tmp_path, listening):
    server = Server(tmp_path, listening, METRICS_TOKEN="sesame", LOG_FORMAT="json", ACCESS_LOG="1")
    yield server
    end(server.process)


def test_all_processes_are_counted_together_and_dead_ones_stay_counted(server):
    home = 'casebook_http_requests_total{method="GET",status="200",view="home"}'
    for number in range(1, 31):
        server.get("/")
        if number % 10 == 0:
            assert server.measured(home) == number, "whichever process is asked"
    assert server.measured("casebook_http_requests_in_flight") == 1
    assert server.measured("casebook_web_workers") == WORKERS

    before = set(server.workers())
    for pid in before:
        os.kill(pid, signal.SIGKILL)
    while not before.isdisjoint(server.workers()):
        time.sleep(0.05)
    server.wait()
    server.get("/")
    assert server.measured(home) == 31
    assert server.measured("casebook_http_requests_in_flight") == 1

    [folder] = shared_counters.MEMORY.glob(f"{shared_counters.PREFIX}{server.process.pid}-*")
    assert len(list(folder.glob("counter_*.db"))) <= WORKERS, (
        "a process that replaces another takes its files"
    )
    end(server.process)
    assert not folder.exists()


def test_the_log_of_a_server_is_objects_that_name_their_process(server):
    for _time in range(10):
        server.get("/")
    entries = [json.loads(line) for line in server.log.read_text().splitlines()]
    lines = [entry for entry in entries if entry["logger"] == "casebook.requests"]
    assert len(lines) == 10, "probes are not worth a line"
    assert {line["view"] for line in lines} == {"home"}
    assert len({line["request_id"] for line in lines}) == 10
    assert {line["process"] for line in lines} <= set(server.workers())


def test_clients_that_keep_their_connection_are_shared_out_between_processes(server):
    def visits(_client: int) -> int:
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE)
        for _visit in range(VISITS):
            connection.request("GET", "/")
            answer = connection.getresponse()
            answer.read()
            assert answer.getheader("Connection") == "close"
        return VISITS

    with ThreadPoolExecutor(CLIENTS) as clients:
        assert sum(clients.map(visits, range(CLIENTS))) == CLIENTS * VISITS
    entries = [json.loads(line) for line in server.log.read_text().splitlines()]
    shares = Counter(entry["process"] for entry in entries if entry["logger"] == "casebook.requests")
    assert shares.total() == CLIENTS * VISITS
    assert len(shares) == WORKERS, shares


def test_ready_with_all_that_it_needs(server):
    assert json.loads(server.get("/readyz"))["ready"]


def test_a_restart_refuses_no_request(server, tmp_path, listening):
    """The socket outlives the server: new visitors wait during a restart, current ones get their response."""
    over, answered, failed = threading.Event(), [], []

    def visit() -> None:
        while not over.is_set():
            try:
                server.get("/")
                answered.append(time.monotonic())
            except OSError as error:
                failed.append(error)

    visitors = [threading.Thread(target=visit) for _number in range(4)]
    for visitor in visitors:
        visitor.start()
    time.sleep(1)
    server.process.terminate()
    server.process.wait(PATIENCE)
    stopped = time.monotonic()
    second = Server(tmp_path, listening)
    try:
        time.sleep(1)
        over.set()
        for visitor in visitors:
            visitor.join(PATIENCE)
        assert failed == []
        assert min(answered) < stopped < max(answered)
    finally:
        over.set()
        end(second.process)
