"""A site of its own for a trial: its processes, its settings, and access to its database."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from scripts.devservices import free_port
from scripts.trials.visitors import Visitor

ROOT = Path(__file__).resolve().parent.parent.parent
SERVE = (sys.executable, "manage.py", "serve")
#: Settings of a public site, with limits that are counted but never reached in a trial.
PRODUCTION = {
    "SECRET_KEY": "k3y-of-a-trial-" + "z9X" * 20,
    "ALLOWED_HOSTS": "127.0.0.1",
    "HTTPS": "0",
    "BEHIND_PROXY": "1",
    "EMAIL_URL": "dummy:",
    "ACCESS_LOG": "0",
    **{f"THROTTLE_{name}": "100000/min" for name in ("ANON", "USER", "CHECK", "BULK")},
}
#: Settings of the caller that must not reach the site of a trial.
OUTSIDE = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", *PRODUCTION}


class Site:
    """Casebook on a folder and a port of its own: web server, worker and beat, as `./run` starts them."""

    def __init__(self, folder: Path, command: Sequence[str] = SERVE, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "site.log"
        self.command = command
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in OUTSIDE},
            "VAR_DIR": str(folder / "var"),
            "BIND": f"127.0.0.1:{self.port}",
            "HASHED_STATIC": "1",
            "CELERY_EAGER": "0",
            **settings,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def manage(self, *arguments: str) -> None:
        subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.environment, check=True)

    def start(self, seconds: float = 600) -> float:
        """Start it and wait for the first page. Return how many seconds that took."""
        begun = time.monotonic()
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                self.command, cwd=ROOT, env=self.environment, stdout=out, stderr=out
            )
        self.wait_until_it_answers(seconds)
        return time.monotonic() - begun

    def wait_until_it_answers(self, seconds: float = 180) -> None:
        deadline = time.monotonic() + seconds
        while Visitor(self.url).get("/sign-in/", patience=5).status != 200:
            ended = self.process is not None and self.process.poll() is not None
            if ended or time.monotonic() > deadline:
                raise TimeoutError(self.tail())
            time.sleep(0.05)

    def tail(self, characters: int = 3000) -> str:
        """Return the end of the site's log."""
        return self.log.read_text(errors="replace")[-characters:]

    def processes(self) -> dict[str, list[int]]:
        """Return the running processes by part: web processes, their master, worker, beat, supervisor."""
        assert self.process is not None
        found: dict[str, list[int]] = {"web": [], "master": [], "worker": [], "beat": [], "supervisor": []}
        for pid in self._all_processes():
            with contextlib.suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if pid == self.process.pid:
                    found["supervisor"].append(pid)
                elif b"celery" in words:
                    found["worker" if b"worker" in words else "beat"].append(pid)
                elif parent_of(pid) == self.process.pid:
                    found["master"].append(pid)
                else:
                    found["web"].append(pid)
        return found

    def _all_processes(self) -> list[int]:
        """Return the processes with our port in their environment; no other site has it."""
        mark, found = f"BIND=127.0.0.1:{self.port}\0".encode(), []
        for each in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if int(each.name) != os.getpid() and mark in (each / "environ").read_bytes():
                    found.append(int(each.name))
        return found

    def kill_all(self) -> None:
        """End all processes at once with SIGKILL, and wait until none is left."""
        deadline = time.monotonic() + 20
        while (pids := self._all_processes()) and time.monotonic() < deadline:
            for pid in pids:
                kill(pid)
            if self.process:
                self.process.wait()
            time.sleep(0.05)

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(30)
        self.kill_all()


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def running(site: Site) -> Iterator[Site]:
    """Start a site, give this process access to its database, and stop it in the end."""
    try:
        site.start()
        as_django(site.environment)
        yield site
    finally:
        site.stop()


def as_django(environment: dict[str, str]) -> None:
    """Set up Django in this process with the settings of a site."""
    for name in OUTSIDE:
        os.environ.pop(name, None)
    # Without BIND, by which a site finds its processes: the trial itself is not one of them.
    os.environ.update({name: value for name, value in environment.items() if name != "BIND"})
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
