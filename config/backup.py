"""How is everything kept safe, and brought back? One file of JSON lines, the same on every database.

The first line says what the file is, then comes a line for each row, then one with the number of rows and a
checksum of all before it. A file that is cut off or changed is refused before anything is touched; a restore
is whole or not at all.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from itertools import groupby, islice
from pathlib import Path
from typing import IO, Any
from uuid import UUID

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from cards import adapters
from config.private import replacing

FORMAT = "casebook-backup-1"
#: Who was signed in is not worth keeping.
LEFT_OUT = frozenset({"sessions.session"})

#: Rows written by one statement; SQLite takes only so many values at once.
BATCH = 20

Tell = Callable[[str, int], None]


class BadBackup(ValueError):
    """This file cannot be brought back, and why."""


def kept_models() -> list[type[models.Model]]:
    """Every model with a table of its own, in an order that reads well; links are checked at the end."""
    found = [m for m in apps.get_models() if m._meta.managed and not m._meta.proxy]
    return [m for m in found if m._meta.label_lower not in LEFT_OUT]


def migrations_applied() -> dict[str, list[str]]:
    applied: dict[str, list[str]] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        applied.setdefault(app, []).append(name)
    return applied


class Exact(json.JSONEncoder):
    """Times to the microsecond, where Django's encoder would cut them short."""

    def default(self, value: Any) -> Any:
        if isinstance(value, (datetime, date, time)):
            return value.isoformat()
        return str(value) if isinstance(value, (UUID, Decimal)) else super().default(value)


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything as it was at one moment, while others go on writing."""
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
    """A new file in the place of `path`, for its owner alone; compressed if its name says so."""
    with replacing(path) as file:
        if path.suffix != ".gz":
            yield file
            return
        with gzip.GzipFile(path.name, "wb", fileobj=file) as packed:
            yield packed  # type: ignore[misc]


def write_backup(path: Path, tell: Tell = lambda model, rows: None) -> int:
    """Write every row to a file. A good backup is replaced only when the whole new one is on the disk."""
    digest, count = hashlib.sha256(), 0
    head = {"format": FORMAT, "created": timezone.now().isoformat(), "migrations": migrations_applied()}
    with _written(path) as file, one_moment():

        def put(line: str) -> None:
            raw = line.encode() + b"\n"
            digest.update(raw)
            file.write(raw)

        put(json.dumps(head))
        for model in kept_models():
            rows = 0
            for row in model._base_manager.order_by("pk").iterator(chunk_size=500):
                put(json.dumps(serializers.serialize("python", [row])[0], cls=Exact))
                rows += 1
            count += rows
            tell(model._meta.label, rows)
        end = {"rows": count, "sha256": digest.hexdigest()}
        file.write(json.dumps(end).encode() + b"\n")
    return count


def read_lines(path: Path) -> Iterator[bytes]:
    """The rows of a backup, as lines. BadBackup unless the file is whole and unchanged."""
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
    """Is this a whole backup that fits this database? The number of its rows; or BadBackup."""
    try:
        with _open(path) as file:
            head = _json(file.readline())
        if head.get("format") != FORMAT:
            raise BadBackup("This is not a backup of Casebook.")
        rows = sum(1 for _line in read_lines(path))
    except (OSError, EOFError) as error:
        raise BadBackup(f"The file cannot be read: {error}") from None
    if head.get("migrations") != migrations_applied():
        raise BadBackup(
            "The backup was made by another version of Casebook. Restore it with that version, then migrate."
        )
    return rows


def restore_backup(path: Path, tell: Tell = lambda model, rows: None) -> int:
    """Put everything back as it was; what is in the database now is lost. All of it or nothing."""
    check(path)
    try:
        return _restore(path, tell)
    except (DeserializationError, DatabaseError) as error:
        raise BadBackup(f"A row does not fit: {error}.") from None


def _restore(path: Path, tell: Tell) -> int:
    kept = kept_models()
    links = {through._meta.db_table for model in kept for through in _links(model)}
    with transaction.atomic(), connection.constraint_checks_disabled():
        with connection.cursor() as cursor:
            for table in [*links, *(model._meta.db_table for model in reversed(kept))]:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        rows, linked = 0, []
        for model, group in groupby(_objects(path), key=lambda row: type(row.object)):
            counted = 0
            while batch := list(islice(group, BATCH)):
                # Raw: every column as it was, times of change included.
                model._base_manager._insert(
                    [row.object for row in batch], fields=model._meta.local_concrete_fields, raw=True
                )
                linked += [row for row in batch if any((row.m2m_data or {}).values())]
                counted += len(batch)
            rows += counted
            tell(model._meta.label, counted)
        for row in linked:
            for name, others in row.m2m_data.items():
                getattr(row.object, name).set(others)
        connection.check_constraints()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), kept):
                cursor.execute(statement)
        _forget_what_was()
    return rows


def _objects(path: Path) -> Iterator[Any]:
    for line in read_lines(path):
        yield from serializers.deserialize("python", [json.loads(line)])


def _links(model: type[models.Model]) -> Iterator[type[models.Model]]:
    for field in model._meta.local_many_to_many:
        through = field.remote_field.through
        if through is not None and through._meta.auto_created:
            yield through


def _forget_what_was() -> None:
    """Processes hold some rows in memory."""
    ContentType.objects.clear_cache()
    adapters.forget()
