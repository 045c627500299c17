"""Make the database, the catalogue and the static files ready. What is ready already is left alone."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor

from decks.work import rejudge_if_stale
from jobs import services


class Command(BaseCommand):
    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        if self.is_behind():
            self.say("Migrating the database", options)
            call_command("migrate", verbosity=0)
        call_command("load_catalogue", verbosity=options["verbosity"])
        if settings.HASHED_STATIC:
            self.collect_static(options)
        if settings.CELERY_TASK_ALWAYS_EAGER:
            services.abandon_unfinished()
        rejudge_if_stale()

    def is_behind(self) -> bool:
        """Is there a migration that this database has not seen?"""
        executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
        return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))

    def say(self, words: str, options: dict[str, Any]) -> None:
        if options["verbosity"]:
            self.stdout.write(words)

    def collect_static(self, options: dict[str, Any]) -> None:
        """Hashing and compressing takes seconds, so it is done only when a file is new."""
        stamp = Path(settings.STATIC_ROOT) / ".fingerprint"
        now = fingerprint()
        if stamp.exists() and stamp.read_text() == now:
            return
        self.say("Collecting static files", options)
        call_command("collectstatic", interactive=False, clear=True, ignore_patterns=["redoc"], verbosity=0)
        stamp.write_text(now)


def fingerprint() -> str:
    """What the static files are, as far as names, sizes and times tell."""
    seen = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            seen.update(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return seen.hexdigest()
