"""Serve the site: prepare everything, then run web server, worker and scheduler until stopped."""

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
# Requests may finish; an interrupted job starts again at the next start.
SITE_MAY_TAKE, WORKER_MAY_TAKE = 12, 2
#: Seconds before an ended part is restarted: at first, and at most if it ends repeatedly.
FIRST_WAIT, LONGEST_WAIT = 1.0, 20.0
#: Seconds after which a part counts as having run well.
LONG_ENOUGH = 5.0


@dataclass
class Part:
    """A process that is restarted when it ends, with longer pauses if it never runs for long."""

    name: str
    run: Callable[[], None]
    may_take: int
    """Seconds that it gets to stop."""
    child: ForkProcess | None = None
    begun: float = 0.0
    due: float = 0.0
    wait: float = FIRST_WAIT

    def look_after(self, now: float) -> str:
        """Start it if it is due; return a message to print."""
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
        message = f"The {self.name} ended; a new one follows in {self.wait:.0f} s."
        self.wait = min(LONGEST_WAIT, 2 * self.wait)
        return message


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
        """Run all parts until stopped. Give up only if the site never begins to serve."""
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
                    if message := part.look_after(time.monotonic()):
                        self.stderr.write(message)
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
    """Return whether a process is listening at this address."""
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
    """Run the scheduler, which sends periodic work to the worker."""
    run_program(BEAT)


def run_program(arguments: list[str]) -> None:
    """Replace this process with a program, because Celery expects to control its process."""
    os.execv(sys.executable, [sys.executable, "-m", *arguments])


def start(run: Callable[[], None]) -> ForkProcess:
    """Start a child process that shares what this process has loaded, so that it starts fast."""
    child = multiprocessing.get_context("fork").Process(target=_as_child, args=(run,))
    child.start()
    return child


def _as_child(run: Callable[[], None]) -> None:
    """Run in a process group, so that Ctrl+C reaches only the parent; end when the parent ends."""
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, signal.SIG_DFL)
    os.setpgid(0, 0)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # the kernel sends it when the parent dies
    run()


def end(*parts: Part) -> None:
    """Send all parts a signal to stop, give each its time, then kill them."""
    begun = time.monotonic()
    running = [(part.child, part.may_take) for part in parts if part.child and part.child.is_alive()]
    for child, _seconds in running:
        child.terminate()
    for child, seconds in sorted(running, key=lambda pair: pair[1]):
        child.join(max(0.1, begun + seconds - time.monotonic()))
        if child.is_alive():
            child.kill()
            child.join()
