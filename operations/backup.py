"""Backup and restore of the whole database as one file of JSON lines, the same for every database.

The first line names the format, then comes a line for each row, then one with the number of rows and a
checksum of everything before it. A truncated or changed file is refused before anything is written. A restore
is complete or does nothing. Older formats are converted (operations.backup_conversion).
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.contenttypes.management import create_contenttypes
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from cards import adapters
from operations.backup_conversion import CURRENT, MIGRATIONS, NAME, converted, format_number
from operations.private_files import replacing

FORMAT = f"{NAME}{CURRENT}"
#: Sessions are not worth keeping.
LEFT_OUT = frozenset({"sessions.session"})

#: Rows written by one statement; SQLite limits the values of a statement.
BATCH = 20

Progress = Callable[[str, int], None]


class BadBackup(ValueError):
    """The file cannot be restored, with the reason."""


def saved_models() -> list[type[models.Model]]:
    """Return every model with a table of its own, in a readable order; links are checked at the end."""
    found = [m for m in apps.get_models() if m._meta.managed and not m._meta.proxy]
    return [m for m in found if m._meta.label_lower not in LEFT_OUT]


def migrations_applied(without: Set[tuple[str, str]] = frozenset()) -> dict[str, list[str]]:
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations().keys() - without):
        applied.setdefault(app, []).append(name)
    return applied


class Exact(json.JSONEncoder):
    """A JSON encoder that keeps the microseconds of times, which Django's encoder drops."""

    def default(self, value: Any) -> Any:
        if isinstance(value, (datetime, date, time)):
            return value.isoformat()
        return str(value) if isinstance(value, (UUID, Decimal)) else super().default(value)


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything as it was at one moment, while others continue to write."""
    if connection.vendor == "sqlite":
        cursor = connection.cursor()
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
        return
    with transaction.atomic():
        if connection.vendor == "postgresql":
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _open(path: Path) -> IO[bytes]:
    return gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")  # type: ignore[return-value]


@contextmanager
def _written(path: Path) -> Iterator[IO[bytes]]:
    """Open a new file in place of `path`, readable only by its owner, compressed if the suffix is .gz."""
    with replacing(path) as file:
        if path.suffix != ".gz":
            yield file
            return
        with gzip.GzipFile(path.name, "wb", fileobj=file) as packed:
            yield packed  # type: ignore[misc]


def write_backup(path: Path, progress: Progress = lambda model, rows: None) -> int:
    """Write every row to a file. An existing backup is replaced only when the new one is complete on disk."""
    digest, count = hashlib.sha256(), 0
    head = {"format": FORMAT, "created": timezone.now().isoformat(), "migrations": migrations_applied()}
    with _written(path) as file, one_moment():

        def put(line: str) -> None:
            raw = line.encode() + b"\n"
            digest.update(raw)
            file.write(raw)

        put(json.dumps(head))
        for model in saved_models():
            rows = 0
            for row in model._base_manager.order_by("pk").iterator(chunk_size=500):
                put(json.dumps(serializers.serialize("python", [row])[0], cls=Exact))
                rows += 1
            count += rows
            progress(model._meta.label, rows)
        end = {"rows": count, "sha256": digest.hexdigest()}
        file.write(json.dumps(end).encode() + b"\n")
    return count


def read_lines(path: Path) -> Iterator[bytes]:
    """The rows of a backup, as lines. Raises BadBackup unless the file is complete and unchanged."""
    digest, rows = hashlib.sha256(), -1
    last = b""
    with _open(path) as file:
        for line in file:
            if last:
                digest.update(last)
                rows += 1
                if rows:
                    yield last
            last = line
    end = _json(last)
    if end.get("sha256") != digest.hexdigest() or end.get("rows") != rows:
        raise BadBackup("The file is damaged or cut off: its checksum is wrong.")


def _json(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {}


def check(path: Path) -> int:
    """Return the number of rows, or raise BadBackup if the file is incomplete or does not fit."""
    try:
        head = _head(path)
        version = format_number(head.get("format"))
        if version is None:
            raise BadBackup("This is not a backup of Casebook, or it was made by a later version.")
        rows = sum(1 for _line in read_lines(path))
    except (OSError, EOFError) as error:
        raise BadBackup(f"The file cannot be read: {error}") from None
    if not _fits(version, head.get("migrations")):
        raise BadBackup(
            "The backup was made by another version of Casebook. Restore it with that version, then migrate."
        )
    return rows


def _head(path: Path) -> dict[str, Any]:
    with _open(path) as file:
        return _json(file.readline())


def _fits(version: int, migrations: Any) -> bool:
    """Return whether a backup has the schema of this database, or one that can be converted to it.

    Migrations that were added to the current format have only added something.
    """
    if not isinstance(migrations, dict):
        return False
    applied = migrations_applied()
    if version == CURRENT:
        # An app that the backup lacks altogether is not a matter of age.
        return migrations.keys() == applied.keys() and all(
            set(names) <= set(applied[app]) for app, names in migrations.items()
        )
    newest = {app: (migrations.get(app) or [""])[-1] for app in MIGRATIONS[version]}
    return all(first <= newest[app] <= last for app, (first, last) in MIGRATIONS[version].items())


def restore_backup(path: Path, progress: Progress = lambda model, rows: None) -> int:
    """Replace the content of the database with the backup, completely or not at all."""
    check(path)
    try:
        return _restore(path, progress)
    except (DeserializationError, DatabaseError) as error:
        raise BadBackup(f"A row does not fit: {error}.") from None


def _restore(path: Path, progress: Progress) -> int:
    saved = saved_models()
    links = {through._meta.db_table for model in saved for through in _links(model)}
    with transaction.atomic(), connection.constraint_checks_disabled():
        with connection.cursor() as cursor:
            for table in [*links, *(model._meta.db_table for model in reversed(saved))]:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        rows, linked = 0, []
        version = format_number(_head(path).get("format")) or CURRENT
        for model, group in groupby(_objects(path, version), key=lambda row: type(row.object)):
            counted = 0
            while batch := list(islice(group, BATCH)):
                # Raw: every column as it was, including times of change.
                model._base_manager._insert(
                    [row.object for row in batch], fields=model._meta.local_concrete_fields, raw=True
                )
                linked += [row for row in batch if any((row.m2m_data or {}).values())]
                counted += len(batch)
            rows += counted
            progress(model._meta.label, counted)
        for row in linked:
            for name, others in row.m2m_data.items():
                getattr(row.object, name).set(others)
        connection.check_constraints()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), saved):
                cursor.execute(statement)
        _forget_what_was()
        _add_missing_permissions()
    return rows


def _objects(path: Path, version: int) -> Iterator[Any]:
    for row in converted(map(json.loads, read_lines(path)), version):
        yield from serializers.deserialize("python", [row])


def _links(model: type[models.Model]) -> Iterator[type[models.Model]]:
    for field in model._meta.local_many_to_many:
        through = field.remote_field.through
        if through is not None and through._meta.auto_created:
            yield through


def _add_missing_permissions() -> None:
    """Add content types and permissions of models that the backup did not have."""
    for app in apps.get_app_configs():
        create_contenttypes(app, verbosity=0)
        create_permissions(app, verbosity=0)


def _forget_what_was() -> None:
    """Clear the caches of rows that processes hold in memory."""
    ContentType.objects.clear_cache()
    adapters.forget()
