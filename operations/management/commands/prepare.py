"""Prepare the database, the catalogue and the static files. What is up to date is left unchanged."""

import hashlib
import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from decks.jobs import rejudge_if_stale
from jobs import services


class Command(BaseCommand):
    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--no-catalogue",
            action="store_true",
            help="leave the cards alone: for an upgrade, while the version before this one still serves",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if self.is_behind():
            self.report("Migrating the database", options)
            call_command("migrate", verbosity=0)
        if settings.HASHED_STATIC:
            self.collect_static(options)
        if options["no_catalogue"]:
            return
        call_command("load_catalogue", verbosity=options["verbosity"])
        if settings.CELERY_TASK_ALWAYS_EAGER:
            services.abandon_unfinished()
        rejudge_if_stale()

    def is_behind(self) -> bool:
        """Return whether this database lacks a migration."""
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))

    def report(self, message: str, options: dict[str, Any]) -> None:
        if options["verbosity"]:
            self.stdout.write(message)

    def collect_static(self, options: dict[str, Any]) -> None:
        """Collect static files only if one has changed, because hashing and compressing takes seconds."""
        stamp = Path(settings.STATIC_ROOT) / ".fingerprint"
        now = fingerprint()
        if stamp.exists() and stamp.read_text() == now:
            return
        self.report("Collecting static files", options)
        before = collected()
        call_command("collectstatic", interactive=False, ignore_patterns=["redoc"], verbosity=0)
        # Open pages, and processes that are not restarted yet, still request the previous files.
        remove_all_but(before | collected())
        stamp.write_text(now)


def collected() -> set[str]:
    """Return the paths of the files of the last collection, in all their forms."""
    try:
        text = (Path(settings.STATIC_ROOT) / "staticfiles.json").read_text(encoding="utf-8")
    except FileNotFoundError:
        return set()
    paths: dict[str, str] = json.loads(text)["paths"]
    return {name + form for pair in paths.items() for name in pair for form in ("", ".gz", ".br")}


def remove_all_but(current: set[str]) -> None:
    """Remove static files that are no longer used by any page."""
    root = Path(settings.STATIC_ROOT)
    current = {*current, "staticfiles.json", ".fingerprint"}
    for path in root.rglob("*"):
        if path.is_file() and path.relative_to(root).as_posix() not in current:
            path.unlink(missing_ok=True)


def fingerprint() -> str:
    """Return a fingerprint of the static files, by names, sizes and times."""
    seen = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            seen.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return seen.hexdigest()
