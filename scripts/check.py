"""Run every check and every test, then list the failures and the checks that were left out.

Without arguments, each test runs on one database; with `both`, those that touch it run on SQLite and on
PostgreSQL. `quick` runs the style checks and the fast tests; `coverage` measures the branches that tests
reach.
"""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
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
# The tests of `quick`: the core of the rules, services, and pages without a browser. Tests that try thousands
# of examples, start programs or measure are not among them.
QUICK = [
    *("tests/rules/cards", "tests/rules/deck/rules", "tests/rules/deck/test_slots.py"),
    *("tests/rules/upgrade/test_rulebook_cases.py", "tests/rules/upgrade/test_discounts.py"),
    *("tests/rules/campaign/test_scenarios.py", "tests/rules/campaign/test_party.py"),
    *("tests/rules/test_outcome.py", "tests/rules/rulebook/test_rulebook.py"),
    *("tests/decks/test_editing.py", "tests/decks/test_editor.py", "tests/decks/test_upgrading.py"),
    *(
        "tests/campaigns/test_recording.py",
        "tests/campaigns/test_step_kinds.py",
        "tests/campaigns/test_pages.py",
    ),
    *("tests/cards/test_card_pages.py", "tests/cards/test_collections.py", "tests/accounts/test_pages.py"),
    *("tests/rulebook/test_rules_pages.py", "tests/web/test_pages.py", "tests/web/test_errors.py"),
    *("tests/test_architecture.py", "tests/test_words.py", "tests/test_styles.py"),
]
# The tests of the rounds with SQLite and with PostgreSQL: every day each test is in one of them, before a
# release in both if it touches the database. tests/rounds.py assigns the tests.
EVERYDAY = ("on_sqlite", "on_postgresql")
BOTH = ("not services", "not browser and not once")
WITHOUT_BROWSER = "not services and not browser"
# Percent of branches that the tests must reach: in the rules, and in everything else.
FLOORS = (("rules", ["--include=rules/*"], 95), ("everything else", ["--omit=rules/*"], 90))


@dataclass
class Report:
    lines: list[str] = field(default_factory=list)
    failed: bool = False
    left_out: list[str] = field(default_factory=list)
    #: Of the checks that ran beside others.
    outputs: list[str] = field(default_factory=list)

    def step(self, name: str, command: list[str], **environment: str) -> None:
        """Run one check and show its output. A failure does not keep the others from running."""
        print(f"\n=== {name}", flush=True)
        begun = time.monotonic()
        code = subprocess.call(command, cwd=ROOT, env={**os.environ, **COMPILED_ONCE, **environment})
        self.note(name, begun, code)

    @contextlib.contextmanager
    def beside(self, checks: list[tuple[str, list[str]]], **environment: str) -> Iterator[None]:
        """Run checks one after another while the caller does something else, then show their output."""
        thread = threading.Thread(target=self._run_quietly, args=(checks, environment))
        thread.start()
        try:
            yield
        finally:
            thread.join()

    def _run_quietly(self, checks: list[tuple[str, list[str]]], environment: dict[str, str]) -> None:
        for name, command in checks:
            begun = time.monotonic()
            done = subprocess.run(
                command,
                cwd=ROOT,
                env={**os.environ, **COMPILED_ONCE, **environment},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            self.note(name, begun, done.returncode)
            self.outputs.append(f"=== {name}\n{done.stdout.strip()}")

    def note(self, name: str, begun: float, code: int) -> None:
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


def check_style(report: Report, environment: dict[str, str]) -> None:
    report.step("Style: ruff check", [*PYTHON, "-m", "ruff", "check", "."], **environment)
    report.step("Style: ruff format", [*PYTHON, "-m", "ruff", "format", "--check", "."], **environment)


def check_quickly(report: Report) -> None:
    with own_folder() as environment:
        check_style(report, environment)
        tests = [*PYTEST, "-q", "-m", WITHOUT_BROWSER, *QUICK]
        report.step("SQLite: rules, services and pages", tests, **environment)


def check_coverage(report: Report) -> None:
    """Run every test that needs no browser, and compare the coverage of each part with its floor."""
    coverage = [*PYTHON, "-m", "coverage"]
    with own_folder() as environment:
        tests = [*PYTEST, "-q", "-p", "scripts.coverage_plugin", "-m", WITHOUT_BROWSER]
        report.step("SQLite: every test but those in a browser, measured", tests, **environment)
        report.step("Coverage: combine", [*coverage, "combine", "--quiet"], **environment)
        for part, files, percent in FLOORS:
            floor = [*coverage, "report", "--skip-covered", *files, f"--fail-under={percent}"]
            report.step(f"Coverage: {part}, at least {percent} %", floor, **environment)


def check_everything(report: Report, rounds: tuple[str, str] = EVERYDAY) -> None:
    install_chromium()
    with own_folder() as environment:
        check_style(report, environment)
        # Tests often wait, for a page or a server, and leave time for these.
        with report.beside(slow_checks(report), **environment, **OFFLINE):
            run_rounds(report, rounds, environment)


def check_both(report: Report) -> None:
    os.environ["TEST_EXAMPLES"] = "all"
    check_everything(report, BOTH)


def slow_checks(report: Report) -> list[tuple[str, list[str]]]:
    """Return the names and commands of the checks of types and scripts."""
    checks = [("Types: mypy, strictly", [*PYTHON, "-m", "mypy", "."])]
    if importlib.util.find_spec("deno"):
        checks.append(("Style: scripts, deno lint", [*DENO, "lint", "--quiet"]))
        scripts = [*DENO, "check", "--quiet", "--no-remote", "static/js"]
        checks.append(("Types: scripts, TypeScript", scripts))
    else:
        report.left_out.append(
            "the checks of the scripts: there is no deno. If it exists for this system: pip install deno"
        )
    return checks


def run_rounds(report: Report, rounds: tuple[str, str], environment: dict[str, str]) -> None:
    """Run the tests on SQLite, then on PostgreSQL."""
    on_sqlite, on_postgresql = rounds
    name = "SQLite: tests, pages in Chromium"
    if not chromium():
        report.left_out.append(
            "the tests in a browser: there is no Chromium. On Debian: apt-get install chromium"
        )
        on_sqlite, name = f"({on_sqlite}) and not browser", "SQLite: tests but those in a browser"
    report.step(name, [*PYTEST, "-m", on_sqlite], **environment, **IMPATIENT)
    services = [*PYTHON, "scripts/devservices.py", "--", *PYTEST, "-m", on_postgresql]
    report.step("PostgreSQL, Redis and a real worker: tests", services, **environment, **IMPATIENT)


MODES = {"": check_everything, "both": check_both, "quick": check_quickly, "coverage": check_coverage}


def main(mode: str = "") -> int:
    report = Report()
    MODES[mode](report)
    for output in report.outputs:
        print(f"\n{output}")
    print("\n=== Summary")
    print("\n".join(report.lines))
    for what in report.left_out:
        print(f"\n!!! LEFT OUT: {what}")
    strict = os.environ.get("CI") == "true"
    if report.left_out and strict:
        print("!!! With CI=true nothing may be left out.")
    return int(report.failed or (strict and bool(report.left_out)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
