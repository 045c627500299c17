"""Serve the site: make everything ready, then run web server, worker and its clock until told to stop."""

import ctypes
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.context import ForkProcess
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

CELERY = ["celery", "--quiet", "-A", "config"]
WORKER = [
    *(*CELERY, "worker", "--pool", "solo", "--loglevel", "WARNING"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
]
BEAT = [*CELERY, "beat", "--loglevel", "WARNING"]
# Requests may finish; a job that is cut off begins again at the next start.
SITE_MAY_TAKE, WORKER_MAY_TAKE = 12, 2
#: Seconds before a part that ended is started again: at first, and at most where it ends again and again.
FIRST_WAIT, LONGEST_WAIT = 1.0, 60.0
#: A part that ran for so long was all right.
LONG_ENOUGH = 60.0


@dataclass
class Part:
    """A process that is started again when it ends; later and later, if it never runs for long."""

    name: str
    run: Callable[[], None]
    may_take: int
    """Seconds that it gets to stop."""
    child: ForkProcess | None = None
    begun: float = 0.0
    due: float = 0.0
    wait: float = FIRST_WAIT

    def look_after(self, now: float) -> str:
        """Start it if it is due; return what there is to say."""
        if self.child is None:
            if now >= self.due:
                self.child, self.begun = start(self.run), now
            return ""
        if self.child.is_alive():
            return ""
        self.child.join()
        self.child = None
        if now - self.begun >= LONG_ENOUGH:
            self.wait = FIRST_WAIT
        self.due = now + self.wait
        said = f"The {self.name} ended; a new one follows in {self.wait:.0f} s."
        self.wait = min(LONGEST_WAIT, 2 * self.wait)
        return said


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
        """Run all parts until somebody stops us. Only a site that never begins to serve is given up."""
        site = Part("web server", run_site, SITE_MAY_TAKE)
        parts = [site]
        try:
            site.look_after(time.monotonic())
            while not self.stopping and not is_taken(host, port):
                if site.child and not site.child.is_alive():
                    return site.child.exitcode or 1
                time.sleep(0.1)
            if not self.stopping:
                self.stdout.write(f"Casebook is at http://{host}:{port}/  (Ctrl+C stops it)")
                self.stdout.flush()
            if not settings.CELERY_TASK_ALWAYS_EAGER:
                parts += [
                    Part("worker", run_worker, WORKER_MAY_TAKE),
                    Part("clock of the worker", run_beat, WORKER_MAY_TAKE),
                ]
            while not self.stopping:
                for part in parts:
                    if said := part.look_after(time.monotonic()):
                        self.stderr.write(said)
                time.sleep(0.1)
        finally:
            end(*parts)
        return 0


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
    # Only JSON is read from the queue, so root is not the danger that Celery warns of.
    os.environ.setdefault("PYTHONWARNINGS", "ignore:You're running the worker with superuser privileges")
    run_program(WORKER)


def run_beat() -> None:
    """What has the worker do what comes round by itself."""
    run_program(BEAT)


def run_program(arguments: list[str]) -> None:
    """A program of its own: Celery expects to be the first thing in its process."""
    os.execv(sys.executable, [sys.executable, "-m", *arguments])


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


def end(*parts: Part) -> None:
    """Ask all to stop, give each its time, then insist."""
    begun = time.monotonic()
    running = [(part.child, part.may_take) for part in parts if part.child and part.child.is_alive()]
    for child, _seconds in running:
        child.terminate()
    for child, seconds in sorted(running, key=lambda pair: pair[1]):
        child.join(max(0.1, begun + seconds - time.monotonic()))
        if child.is_alive():
            child.kill()
            child.join()
