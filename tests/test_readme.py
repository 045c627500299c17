"""Tests of the README: its commands run, its settings exist, its links work."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.documents import dead_links, is_known_setting, known_settings

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINES = [
    line.partition("#")[0].strip()
    for block in re.findall(r"^```sh\n(.*?)^```", README, re.S | re.M)
    for line in block.splitlines()
]
COMMANDS = [line for line in LINES if line.startswith("./run manage")]
# These are interactive, need an external service, or have their own tests.
ELSEWHERE = (
    *("createsuperuser", "import_cards", "import_campaign", "try_worker", "bench", "walk"),
    *("import_deck", "export_deck", "backup", "restore"),
)
TRIED = [line for line in COMMANDS if not any(word in line for word in ELSEWHERE)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One database for all the commands, created by the first of them."""
    return tmp_path_factory.mktemp("readme of ours")


def test_the_two_commands_come_first():
    assert LINES[:2] == ["./run", "./run test"]


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_exists(line):
    assert shlex.split(line)[2] in get_commands()


@pytest.mark.parametrize("line", TRIED)
def test_commands_run_as_they_stand(line, folder):
    outside = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    environment = {name: value for name, value in os.environ.items() if name not in outside}
    environment |= {"VENV": sys.prefix, "VAR_DIR": str(folder)}
    done = subprocess.run(line, shell=True, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_setting_exists():
    code = known_settings()
    named = re.findall(r"`([A-Z][A-Z_]{3,})`", README)
    assert len(named) >= 5
    for name in named:
        assert is_known_setting(name, code), name


def test_every_link_leads_somewhere():
    assert dead_links(ROOT / "README.md") == []


def test_the_tree_is_the_one_that_is_there():
    shown = re.findall(r"^(\w+)/ ", README, re.M)
    assert len(shown) >= 7
    for name in shown:
        assert (ROOT / name).is_dir(), name
