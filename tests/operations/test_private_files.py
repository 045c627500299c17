"""Tests of private files: they are on the disk before a response confirms them, and unreadable to others."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from config.secret import stored_secret
from operations.private_files import private_database, private_folder, replacing

ROOT = Path(__file__).parent.parent.parent


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.fixture
def steps(monkeypatch):
    """The order in which data reaches the disk: (call, name of the file or folder)."""
    done = []
    fsync, replace = os.fsync, Path.replace

    def spied_fsync(descriptor):
        done.append(("fsync", Path(os.readlink(f"/proc/self/fd/{descriptor}")).name))
        fsync(descriptor)

    def spied_replace(path, target):
        done.append(("rename", Path(target).name))
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", spied_fsync)
    monkeypatch.setattr(Path, "replace", spied_replace)
    return done


@pytest.mark.on_sqlite
@pytest.mark.django_db
def test_a_commit_waits_for_the_disk():
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL waits unless its own settings say otherwise")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone() == (2,), "FULL"
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)


def test_a_new_file_takes_its_place_when_it_is_on_the_disk(tmp_path, steps):
    with replacing(tmp_path / "kept") as file:
        file.write(b"new")
    assert steps == [("fsync", "kept.partial"), ("rename", "kept"), ("fsync", tmp_path.name)]
    assert (tmp_path / "kept").read_bytes() == b"new"
    assert mode(tmp_path / "kept") == 0o600


def test_the_old_file_stays_where_the_new_one_fails(tmp_path):
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    (tmp_path / "kept.partial").write_bytes(b"left behind by a crash")

    def fail_halfway():
        with replacing(path) as file:
            file.write(b"half of")
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        fail_halfway()
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]


def test_a_database_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "casebook.sqlite3"
    for name in ("casebook.sqlite3", "casebook.sqlite3-wal"):
        (tmp_path / name).touch(mode=0o644)
    private_database(str(path))
    assert mode(path) == mode(tmp_path / "casebook.sqlite3-wal") == 0o600
    assert not (tmp_path / "casebook.sqlite3-shm").exists()


@pytest.mark.parametrize("name", [":memory:", "file:memory?mode=memory"])
def test_a_database_in_memory_leaves_no_file(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    private_database(name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_for_its_owner_alone(tmp_path):
    (tmp_path / "old").mkdir(mode=0o755)
    assert mode(private_folder(tmp_path / "old")) == 0o700
    assert mode(private_folder(tmp_path / "new")) == 0o700


def test_everything_that_the_site_stores_is_private(tmp_path):
    var = tmp_path / "var"
    environment = {
        **os.environ,
        "VAR_DIR": str(var),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "CELERY_EAGER": "0",
    }
    environment = {name: value for name, value in environment.items() if value}
    command = [sys.executable, "manage.py", "migrate", "-v0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, umask=0o022)
    assert mode(var) == 0o700
    for name in ("casebook.sqlite3", "secret.key"):
        assert mode(var / name) == 0o600, name
    for name in ("queue", "queue/messages", "queue/control", "beat"):
        assert mode(var / name) == 0o700, name


def test_a_folder_that_was_there_retains_its_permissions(tmp_path):
    """It may have been opened to a group on purpose."""
    tmp_path.chmod(0o750)
    environment = {**os.environ, "VAR_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "manage.py", "check"], cwd=ROOT, env=environment, check=True)
    assert mode(tmp_path) == 0o750


@pytest.mark.parametrize("left", [None, b"", b"\n"])
def test_a_secret_is_made_where_there_is_none(tmp_path, left):
    path = tmp_path / "secret.key"
    if left is not None:
        path.write_bytes(left)
    secret = stored_secret(path)
    assert len(secret) > 50
    assert stored_secret(path) == secret
    assert mode(path) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["secret.key"]


def test_a_secret_stays(tmp_path):
    path = tmp_path / "secret.key"
    path.write_text("an old secret")
    assert stored_secret(path) == "an old secret"
