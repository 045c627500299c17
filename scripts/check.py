"""Run every check and every test, then list the failures and the checks that were left out."""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("VAR_DIR", "var")).absolute()
PYTHON = [sys.executable]
DENO = [*PYTHON, "-m", "deno"]
# Two at a time: more would only compete for the cores of a small machine.
PYTEST = [*PYTHON, "-m", "pytest", "-n", os.environ.get("TEST_WORKERS", "2"), "--dist", "worksteal"]
# Here a dead worker is noticed after a few seconds.
IMPATIENT = {"JOB_LOST_SECONDS": "3"}
# About thirty processes import the same modules. If Python may not write bytecode, each would compile them
# again, above all the tests with their rewritten asserts.
COMPILED_ONCE = {"PYTHONDONTWRITEBYTECODE": ""}
OFFLINE = {"DENO_NO_UPDATE_CHECK": "1"}


@dataclass
class Report:
    lines: list[str] = field(default_factory=list)
    failed: bool = False
    left_out: list[str] = field(default_factory=list)

    def step(self, name: str, command: list[str], **environment: str) -> None:
        """Run one check and show its output. A failure does not keep the others from running."""
        print(f"\n=== {name}", flush=True)
        begun = time.monotonic()
        code = subprocess.call(command, cwd=ROOT, env={**os.environ, **COMPILED_ONCE, **environment})
        self.failed |= code != 0
        self.lines.append(f"{'failed' if code else 'ok':6}  {time.monotonic() - begun:6.1f} s  {name}")


def chromium() -> str | None:
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def install_chromium() -> None:
    """Install Chromium with apt-get, if it is missing and we are root."""
    if chromium() or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print("=== Installing Chromium", flush=True)
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.call(["apt-get", "update", "-qq"], env=quietly)
    command = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]
    subprocess.call(command, env=quietly, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def own_folder() -> Iterator[dict[str, str]]:
    """Yield settings that put caches and test databases into a writable folder of their own."""
    folder = VAR / f"test-{os.getpid()}"
    folder.mkdir(parents=True)
    tools = {"RUFF_CACHE_DIR": "ruff", "MYPY_CACHE_DIR": "mypy", "DENO_DIR": "deno"}
    caches = {variable: str(VAR / "cache" / tool) for variable, tool in tools.items()}
    try:
        yield {"VAR_DIR": str(folder), "CASEBOOK_TEST_DB": str(folder / "test.sqlite3"), **caches}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    report = Report()
    install_chromium()
    sqlite = "SQLite: every test, pages in Chromium"
    if not chromium():
        report.left_out.append(
            "the tests in a browser: there is no Chromium. On Debian: apt-get install chromium"
        )
        sqlite = "SQLite: every test but those in a browser"
    with own_folder() as environment:
        report.step("Style: ruff check", [*PYTHON, "-m", "ruff", "check", "."], **environment)
        report.step("Style: ruff format", [*PYTHON, "-m", "ruff", "format", "--check", "."], **environment)
        report.step("Types: mypy, strictly", [*PYTHON, "-m", "mypy", "."], **environment)
        if importlib.util.find_spec("deno"):
            report.step("Style: scripts, deno lint", [*DENO, "lint", "--quiet"], **environment, **OFFLINE)
            scripts = [*DENO, "check", "--quiet", "--no-remote", "static/js"]
            report.step("Types: scripts, TypeScript", scripts, **environment, **OFFLINE)
        else:
            report.left_out.append(
                "the checks of the scripts: there is no deno. If it exists for this system: pip install deno"
            )
        report.step(
            sqlite,
            [*PYTEST, "-m", "not services" if chromium() else "not services and not browser"],
            **environment,
        )
        services = [*PYTHON, "scripts/devservices.py", "--", *PYTEST, "-m", "not browser and not once"]
        report.step(
            "PostgreSQL, Redis and a real worker: every test but pages in Chromium",
            services,
            **environment,
            **IMPATIENT,
        )
    print("\n=== Summary")
    print("\n".join(report.lines))
    for what in report.left_out:
        print(f"\n!!! LEFT OUT: {what}")
    strict = os.environ.get("CI") == "true"
    if report.left_out and strict:
        print("!!! With CI=true nothing may be left out.")
    return int(report.failed or (strict and bool(report.left_out)))


if __name__ == "__main__":
    sys.exit(main())
