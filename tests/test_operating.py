"""Tests of the operating guide: its settings, metrics, units and links exist, and its commands work."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import psycopg
import pytest
import yaml
from django.conf import settings
from django.db import connection

from operations import looked_up_metrics, metrics
from scripts.devservices import free_port
from tests.documents import Block, blocks, dead_links, is_known_setting, known_settings
from tests.test_architecture import tracked

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "docs" / "operating.md"
TEXT = GUIDE.read_text(encoding="utf-8")
BLOCKS = blocks(TEXT)
SHELL = [block for block in BLOCKS if block.language == "sh"]
#: Settings that are only for tests.
INTERNAL = {"CASEBOOK_TEST_DB", "CELERY_RESTORE_INTERVAL", "CELERY_RESTORE_THROTTLE"}
MOST_SECONDS = 240


# --- What it names ----------------------------------------------------------------------------------------


def test_every_setting_that_it_names_exists():
    code = known_settings()
    table = TEXT.partition("## Settings")[2].partition("\n## ")[0]
    named = {
        name for row in re.findall(r"^\| (`.+?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)
    }
    assert len(named) > 30
    for name in named:
        assert is_known_setting(name, code), name


def test_it_names_every_setting_that_exists():
    read = set()
    for path in (ROOT / "config").rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        read |= set(re.findall(r'\benv\.\w+\(\s*"([A-Z_]+)"', code))
        read |= set(re.findall(r'os\.environ\.get\("([A-Z_]+)"', code))
    assert len(read) > 30
    for name in read - INTERNAL:
        assert f"`{name}`" in TEXT, name


def test_links_lead_somewhere():
    assert dead_links(GUIDE) == []


def known_metrics() -> set[str]:
    meters = metrics.Meters()
    found = {sample.name for family in meters.registry.collect() for sample in family.samples}
    for family in meters.registry.collect():
        found |= {family.name, f"{family.name}_total", f"{family.name}_bucket"}
    for family in looked_up_metrics.Facts().collect():
        found |= {family.name, *(sample.name for sample in family.samples)}
    return found


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", [GUIDE, ROOT / "deploy" / "alerts.yaml"], ids=lambda path: path.name)
def test_every_metric_that_is_named_exists(path):
    text = re.sub(r"casebook_(static|drill|tls)\w*", "", path.read_text(encoding="utf-8"))
    named = set(re.findall(r"\bcasebook_[a-z_]+[a-z]\b", text))
    named -= {"casebook_http", "casebook_web"}  # beginnings of names
    assert len(named) > 5
    assert named <= known_metrics()


def test_every_alert_describes_what_is_wrong():
    [group] = yaml.safe_load((ROOT / "deploy" / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]:
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert rule["annotations"]["summary"].endswith((".", "?"))
    assert len({rule["alert"] for rule in group["rules"]}) == len(group["rules"])


def test_every_unit_that_it_names_exists():
    units = {path.name for path in (ROOT / "deploy" / "systemd").iterdir()}
    units |= {name.removesuffix(".service") for name in units}
    for name in re.findall(
        r"\bcasebook(?:-(?:web|worker|beat|backup))?\.(?:service|socket|timer|target)\b", TEXT
    ):
        assert name in units, name
    for line in re.findall(r"^systemctl (?:restart|start|stop|enable --now) (.+)$", TEXT, re.M):
        for name in line.split():
            assert name in units, name


def test_every_command_of_manage_exists():
    from django.core.management import get_commands

    named = re.findall(r"(?:deploy/manage|\./run manage|manage\.py) ([a-z_]+)", TEXT)
    assert len(named) > 10
    for name in named:
        assert name in get_commands(), name


@pytest.mark.parametrize("block", SHELL, ids=lambda block: f"line {block.line}")
def test_every_command_is_valid_shell(block):
    assert block.marks in ({"run"}, {"check"}, {"run", "background"}, {"check", "restart"}), block
    done = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


# --- What it does -----------------------------------------------------------------------------------------


class Walk:
    """Follows the guide, with other names for folders, ports and servers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.background: list[tuple[Block, subprocess.Popen[bytes]]] = []
        here = connection.settings_dict
        self.server = f"postgresql://{here['USER']}@{here['HOST']}:{here['PORT']}"
        self.name = f"guide_{os.getpid()}"
        self.names = {
            "postgresql://casebook:PASSWORD@127.0.0.1/casebook": f"{self.server}/{self.name}",
            "redis://127.0.0.1:6379/0": re.sub(r"/\d+$", "/15", settings.REDIS_URL),
            "127.0.0.1:8000": f"127.0.0.1:{free_port()}",
        }
        for place in ("/srv/casebook", "/etc/casebook", "/var/lib/casebook", "/var/backups/casebook"):
            self.names[place] = f"{folder}{place}"
            (folder / place.lstrip("/")).mkdir(parents=True)
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        configured = f"{folder}/etc/casebook/casebook.env"
        self.environment = {**kept, "HOME": str(folder), "CASEBOOK_SETTINGS": configured}

    def here(self, text: str) -> str:
        for theirs, ours in self.names.items():
            text = text.replace(theirs, ours)
        return text

    def make_databases(self) -> None:
        with psycopg.connect(f"{self.server}/postgres", autocommit=True) as admin:
            for name in (self.name, f"{self.name}_drill"):
                admin.execute(f'CREATE DATABASE "{name}"')

    def drop_databases(self) -> None:
        with psycopg.connect(f"{self.server}/postgres", autocommit=True) as admin:
            for name in (self.name, f"{self.name}_drill"):
                admin.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def make_release(self, version: str) -> None:
        """Create an archive of the current files, as `git archive` does."""
        # Two releases are never of the same second, though these may be made within one.
        now = int(time.time()) + int(version.rpartition(".")[2])
        with tarfile.open(self.folder / f"casebook-{version}.tar.gz", "w:gz", compresslevel=1) as archive:
            for path in tracked():
                name = path.relative_to(ROOT)
                if name.parts[0] == "tests" or "screenshots" in name.parts:
                    continue
                copy = self.folder / "copy"
                shutil.copy(path, copy)
                if name == Path("deploy/casebook.env"):
                    copy.write_text(self.here(path.read_text(encoding="utf-8")), encoding="utf-8")
                if name == Path("pyproject.toml"):
                    text = re.sub(r'^version = ".*"$', f'version = "{version}"', path.read_text(), flags=re.M)
                    copy.write_text(text)
                info = archive.gettarinfo(copy, str(name))
                info.mtime = now
                with copy.open("rb") as content:
                    archive.addfile(info, content)

    def lend_environments(self) -> None:
        """Give each new release the packages of the test environment, instead of downloading them."""
        for release in (self.folder / "srv/casebook/releases").glob("*"):
            own = release / ".venv"
            if not own.exists():
                own.mkdir()
                shutil.copy(Path(sys.prefix) / "pyvenv.cfg", own)
                (own / "bin").symlink_to(Path(sys.prefix) / "bin")
                (own / "lib").symlink_to(Path(sys.prefix) / "lib")
                shutil.copy(release / "requirements.txt", own / ".requirements.txt")

    def command(self, block: Block) -> list[str]:
        return ["bash", "-euo", "pipefail", "-c", self.here(block.text)]

    def run(self, block: Block) -> str:
        done = subprocess.run(
            self.command(block),
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=MOST_SECONDS,
        )
        assert done.returncode == 0, f"line {block.line}:\n{done.stdout}\n{self.logs()}"
        self.lend_environments()
        return done.stdout

    def start(self, block: Block) -> None:
        with self.log(block).open("ab") as out:
            child = subprocess.Popen(
                self.command(block),
                cwd=self.folder,
                env=self.environment,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        self.background.append((block, child))

    def stop(self) -> list[Block]:
        stopped = []
        while self.background:
            block, child = self.background.pop(0)
            stopped.append(block)
            if child.poll() is None:
                child.terminate()
                try:
                    child.wait(30)
                except subprocess.TimeoutExpired:
                    os.killpg(child.pid, signal.SIGKILL)
                    child.wait()
        return stopped

    def log(self, block: Block) -> Path:
        return self.folder / f"line-{block.line}.log"

    def logs(self) -> str:
        return "\n".join(
            f"{path.name}:\n{path.read_text()[-3000:]}" for path in self.folder.glob("line-*.log")
        )

    def begin_with_sqlite(self) -> None:
        """Create the old site that is moved, with data."""
        where = {**self.environment, "VAR_DIR": f"{self.folder}/var/lib/casebook/before"}
        where["DJANGO_SUPERUSER_PASSWORD"] = "a long password"
        for arguments in (
            ("createsuperuser", "--noinput", "--username", "wendy", "--email", "wendy@example.org"),
            ("import_deck", "docs/examples/roland.json", "--owner", "wendy"),
        ):
            command = [self.folder / "srv/casebook/current/run", "manage", *arguments]
            subprocess.run(command, env=where, check=True, capture_output=True, timeout=MOST_SECONDS)

    def count(self, table: str, database: str = "") -> int:
        with psycopg.connect(f"{self.server}/{database or self.name}") as here:
            return here.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # type: ignore[index]


@pytest.fixture
def walk(tmp_path, db):
    for name in ("bash", "curl", "tar"):
        assert shutil.which(name), f"the guide needs {name}"
    walk = Walk(tmp_path)
    walk.make_databases()
    yield walk
    walk.stop()
    walk.drop_databases()


def assert_shows(shown: str, output: str) -> None:
    """Check that every line that the guide shows is there, in this order; `…` matches anything."""
    at = 0
    for line in shown.splitlines():
        pattern = ".*".join(re.escape(part.strip()) for part in line.split("…"))
        found = re.compile(pattern).search(output, at)
        assert found, f"{line!r} is not in:\n{output}"
        at = found.end()


@pytest.mark.services
def test_the_guide_can_be_followed_word_by_word(walk):
    walk.make_release("1.0")
    walk.make_release("1.1")
    output = ""
    for block in BLOCKS:
        if "background" in block.marks:
            walk.start(block)
        elif "restart" in block.marks:
            for stopped in walk.stop():
                walk.start(stopped)
        elif "run" in block.marks:
            if "/before" in block.text:
                walk.begin_with_sqlite()
            output = walk.run(block)
        elif "shows" in block.marks:
            assert_shows(walk.here(block.text), output)

    assert walk.count("cards_card", f"{walk.name}_drill") == walk.count("cards_card") > 1000
    assert (walk.count("decks_deck"), walk.count("decks_deck", f"{walk.name}_drill")) == (1, 0)
    web, worker, _beat = (walk.log(block).read_text() for block, _child in walk.background)
    assert "Traceback" not in web + worker
    assert {"casebook.requests"} <= {json.loads(line)["logger"] for line in web.splitlines()}
    jobs = [json.loads(line) for line in worker.splitlines() if '"casebook.jobs"' in line]
    assert any(entry["kind"] == "jobs.wait" and entry["state"] == "done" for entry in jobs)
    secret = re.search(r"SECRET_KEY='(.+)'", (walk.folder / "etc/casebook/casebook.env").read_text())[1]
    assert secret not in walk.logs()
