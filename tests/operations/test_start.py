"""What a start imports: commands on one deck do without most of the site; the others miss nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib import admin
from django.urls import reverse

ROOT = Path(__file__).resolve().parents[2]
#: Costly to import, and of no use to a command on one deck.
NOT_NEEDED = ("celery", "kombu", "rest_framework.views", "cards.admin", "rules.campaign")
SETUP = "import django, sys; django.setup()\n"


def output_of(code: str, folder: Path) -> str:
    given = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder)}
    for elsewhere in ("DATABASE_URL", "REDIS_URL"):
        given.pop(elsewhere, None)
    return subprocess.run(
        [sys.executable, "-c", SETUP + code], cwd=ROOT, env=given, check=True, capture_output=True, text=True
    ).stdout


@pytest.mark.parametrize("command", ["check_deck", "price_upgrade"])
def test_a_command_on_one_deck_imports_only_what_it_needs(command: str, tmp_path: Path):
    code = f"import decks.management.commands.{command}\nprint(*sys.modules)"
    imported = output_of(code, tmp_path).split()
    assert f"decks.management.commands.{command}" in imported
    assert [name for name in NOT_NEEDED if name in imported] == []


def test_whoever_sends_a_job_has_the_projects_tasks(tmp_path: Path):
    # Without it, Celery would send jobs to a broker on this machine that is not there.
    code = "from jobs.services import run_job\nprint(run_job.app.main, run_job.app.conf.broker_url)"
    assert output_of(code, tmp_path).split() == ["casebook", "files://localhost"]


def test_the_admin_site_has_every_table_when_its_pages_are_found():
    assert reverse("admin:index") == "/admin/"
    names = {model._meta.label for model, _admin in admin.site._registry.items()}
    assert {"accounts.User", "cards.Card", "decks.Deck", "campaigns.Campaign", "jobs.Job"} <= names
    assert admin.site.check(None) == []
