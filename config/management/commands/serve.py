"""Serve the site: make everything ready, then run the web server and a worker until told to stop."""

import ctypes
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from multiprocessing.context import ForkProcess
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

WORKER = [
    *("celery", "--quiet", "-A", "config", "worker", "--pool", "solo", "--loglevel", "WARNING"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
]
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
        site, worker = start(run_site), None
        announced, due = False, 0.0
        try:
            while not self.stopping and site.is_alive():
                if not announced and is_taken(host, port):
                    self.stdout.write(f"Casebook is at http://{host}:{port}/  (Ctrl+C stops it)")
                    self.stdout.flush()
                    announced = True
                    worker = None if settings.CELERY_TASK_ALWAYS_EAGER else start(run_worker)
                if worker and not worker.is_alive():
                    if not due:
                        self.stderr.write("The worker ended; a new one follows.")
                        due = time.monotonic() + SECONDS_BEFORE_RESTART
                    elif time.monotonic() >= due:
                        worker, due = start(run_worker), 0.0
                time.sleep(0.1)
        finally:
            end((site, SITE_MAY_TAKE), (worker, WORKER_MAY_TAKE))
        return 0 if self.stopping else site.exitcode or 0


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


def run_site() -> None:
    from gunicorn.app.wsgiapp import WSGIApplication

    sys.argv = ["gunicorn", "--config", "python:config.gunicorn", "config.wsgi"]
    WSGIApplication("%(prog)s [OPTIONS] [APP_MODULE]").run()


def run_worker() -> None:
    """A program of its own: Celery expects to be the first thing in its process."""
    # Only JSON is read from the queue, so root is not the danger that Celery warns of.
    os.environ.setdefault("PYTHONWARNINGS", "ignore:You're running the worker with superuser privileges")
    os.execv(sys.executable, [sys.executable, "-m", *WORKER])


def start(run: Callable[[], None]) -> ForkProcess:
    """A child that has loaded what we have loaded, so that it is there at once."""
    child = multiprocessing.get_context("fork").Process(target=_as_child, args=(run,))
    child.start()
    return child


def _as_child(run: Callable[[], None]) -> None:
    """In a group of its own, so that Ctrl+C reaches the parent alone; but it ends with the parent."""
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, signal.SIG_DFL)
    os.setpgid(0, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # the kernel sends it when the parent dies
    run()


def end(*children: tuple[ForkProcess | None, int]) -> None:
    """Ask all to stop, give each its time, then insist."""
    begun = time.monotonic()
    running = [(child, seconds) for child, seconds in children if child and child.is_alive()]
    for child, _seconds in running:
        child.terminate()
    for child, seconds in sorted(running, key=lambda pair: pair[1]):
        child.join(max(0.1, begun + seconds - time.monotonic()))
        if child.is_alive():
            child.kill()
            child.join()
