"""Serve the site: make everything ready, then run the web server and a worker until told to stop."""

import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

SITE = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn", "config.wsgi"]
WORKER = [
    *(sys.executable, "-m", "celery", "--quiet", "-A", "config", "worker", "--pool", "solo"),
    *("--loglevel", "WARNING", "--without-gossip", "--without-mingle", "--without-heartbeat"),
]
# Only JSON is read from the queue, so root is not the danger that Celery warns of.
QUIET = "ignore:You're running the worker with superuser privileges"
# Requests may finish; a job that is cut off begins again at the next start.
SITE_MAY_TAKE, WORKER_MAY_TAKE = 12, 2
SECONDS_BEFORE_RESTART = 3


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = address()
        if is_taken(host, port):
            raise CommandError(
                f"{host}:{port} is taken. Choose another address: BIND={host}:{port + 1} ./run"
            )
        call_command("prepare", verbosity=options["verbosity"])
        connections.close_all()
        self.stopping = False
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self.stop)
        sys.exit(self.supervise(host, port))

    def stop(self, number: int, frame: FrameType | None) -> None:
        self.stopping = True

    def supervise(self, host: str, port: int) -> int:
        """Run both until the site ends or somebody stops us. A worker that dies is replaced."""
        in_place = "CELERY_EAGER" in os.environ and settings.CELERY_TASK_ALWAYS_EAGER
        site, worker = start(SITE), None
        announced, due = False, 0.0
        try:
            while not self.stopping and site.poll() is None:
                if not announced and is_taken(host, port):
                    self.stdout.write(f"Casebook is at http://{host}:{port}/  (Ctrl+C stops it)")
                    self.stdout.flush()
                    announced = True
                    worker = None if in_place else start(WORKER)
                if worker and worker.poll() is not None:
                    if not due:
                        self.stderr.write("The worker ended; a new one follows.")
                        due = time.monotonic() + SECONDS_BEFORE_RESTART
                    elif time.monotonic() >= due:
                        worker, due = start(WORKER), 0.0
                time.sleep(0.1)
        finally:
            end((site, SITE_MAY_TAKE), (worker, WORKER_MAY_TAKE))
        return 0 if self.stopping else site.returncode


def address() -> tuple[str, int]:
    host, _colon, port = os.environ.get("BIND", "127.0.0.1:8000").rpartition(":")
    if not host or not port.isdigit():
        raise CommandError("BIND must be an address and a port, such as 127.0.0.1:8000")
    return host, int(port)


def is_taken(host: str, port: int) -> bool:
    """Does somebody listen there?"""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1" if host == "0.0.0.0" else host, port)) == 0


def start(command: list[str]) -> "subprocess.Popen[bytes]":
    """A child in a group of its own, so that Ctrl+C reaches us alone; it ends with us however we end."""
    environment = {"CELERY_EAGER": "0", "PYTHONWARNINGS": QUIET, **os.environ}
    return subprocess.Popen(command, env=environment, process_group=0, preexec_fn=_end_with_parent)


def _end_with_parent() -> None:
    """On Linux, have the kernel send SIGTERM when the parent dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def end(*children: "tuple[subprocess.Popen[bytes] | None, int]") -> None:
    """Ask all to stop, give each its time, then insist."""
    begun = time.monotonic()
    running = [(child, seconds) for child, seconds in children if child and child.poll() is None]
    for child, _seconds in running:
        child.terminate()
    for child, seconds in sorted(running, key=lambda pair: pair[1]):
        try:
            child.wait(max(0.1, begun + seconds - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
