"""Tests of backup and restore: the same data is restored; a damaged file changes nothing."""

import gzip
import hashlib
import io
import json
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from decks import services
from decks.models import Deck
from operations.backup import saved_models

pytestmark = pytest.mark.django_db(transaction=True)


def everything():
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in saved_models()}


@pytest.fixture
def full(alice, bob):
    deck = services.create_deck(owner=alice, investigator="01001", name="Ünïcödé “deck”")
    services.set_quantity(deck, code="01020", quantity=2)
    services.set_tags(deck, tags=["solo"])
    services.begin_upgrade(deck, experience=5)
    services.buy(deck, code="01088")
    services.share(deck)
    services.undo(deck)
    return deck


def test_the_same_data_come_back_and_more_can_be_added(full, tmp_path, mallory):
    path = tmp_path / "all.jsonl.gz"
    before = everything()
    call_command("backup", path, verbosity=0)
    assert path.stat().st_mode & 0o077 == 0, "nobody else reads it"
    assert b"sessions.session" not in gzip.decompress(path.read_bytes()), "who was signed in is left out"
    Deck.objects.all().delete()
    User.objects.filter(pk=mallory.pk).update(username="somebody else")
    services.create_deck(owner=mallory, investigator="01002")
    call_command("restore", path, yes=True, verbosity=0)
    assert everything() == before
    deck = services.create_deck(owner=User.objects.get(username="alice"), investigator="01002")
    assert deck.pk > full.pk


def refused(path, words):
    with pytest.raises(CommandError, match=f"(?s){words}"):
        call_command("restore", path, yes=True, verbosity=0)


def test_a_damaged_file_changes_nothing(full, tmp_path):
    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    before = everything()
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    head = json.loads(lines[0])
    head["migrations"].pop("decks")
    older = [json.dumps(head).encode() + b"\n", *lines[1:-1]]
    head = {**json.loads(lines[0]), "format": "casebook-backup-1"}
    of_an_older_format = [json.dumps(head).encode() + b"\n", *lines[1:-1]]
    users_gone = [line for line in lines[:-1] if b'"accounts.user"' not in line]
    for damaged, words in {
        b"".join(lines[:-5]): "damaged",
        whole.replace(b'"solo"', b'"duet"'): "damaged",
        b'{"format": "something else"}': "not a backup",
        b"": "not a backup",
        signed(older): "another version",
        signed(of_an_older_format): "another version",
        signed(users_gone): "does not fit",
    }.items():
        path.write_bytes(damaged)
        refused(path, f"{words}.*Nothing was changed")
    refused(tmp_path / "no such file", "cannot be read")
    assert everything() == before


def test_what_was_added_since_a_backup_gets_its_default(full, tmp_path):
    """An older backup of the current format lacks the last migrations, their tables and their fields."""
    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    before = everything()
    head, *rows = path.read_bytes().splitlines(keepends=True)[:-1]
    facts = json.loads(head)
    assert facts["migrations"]["decks"].pop() != "0001_initial"
    older = [json.dumps(facts).encode() + b"\n"]
    for line in rows:
        row = json.loads(line)
        if row["model"] == "decks.deckversion":
            del row["fields"]["upgrade_after"]
        if row["model"] not in ("contenttypes.contenttype", "auth.permission"):
            older.append(json.dumps(row).encode() + b"\n")
    path.write_bytes(signed(older))
    call_command("restore", path, yes=True, verbosity=0)
    found = everything()
    names = {label: {row.get("codename", row.get("model")) for row in rows} for label, rows in found.items()}
    for label in ("contenttypes.ContentType", "auth.Permission"):
        assert names[label] == {row.get("codename", row.get("model")) for row in before.pop(label)}
        del found[label]
    assert found == before


def test_a_backup_of_a_later_schema_is_refused(full, tmp_path):
    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    head, *rows = path.read_bytes().splitlines(keepends=True)[:-1]
    facts = json.loads(head)
    facts["migrations"]["decks"].append("9999_tomorrow")
    path.write_bytes(signed([json.dumps(facts).encode() + b"\n", *rows]))
    refused(path, "another version")


def signed(lines):
    """Return these lines with a correct checksum."""
    digest = hashlib.sha256(b"".join(lines)).hexdigest()
    end = json.dumps({"rows": len(lines) - 1, "sha256": digest}).encode()
    return b"".join(lines) + end + b"\n"


def test_a_compressed_file_that_is_cut_off(full, tmp_path):
    path = tmp_path / "all.jsonl.gz"
    call_command("backup", path, verbosity=0)
    path.write_bytes(path.read_bytes()[:-40])
    refused(path, "cannot be read")


def test_it_requires_a_confirmation(full, tmp_path, monkeypatch, capsys):
    path = tmp_path / "all.jsonl"
    call_command("backup", path)
    monkeypatch.setattr("builtins.input", lambda question: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", path)
    call_command("restore", path, check=True)
    assert "is whole" in capsys.readouterr().out


def test_it_changes_nothing_if_nobody_can_answer(full, tmp_path, monkeypatch):
    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(CommandError, match="add --yes"):
        call_command("restore", path)


def test_half_a_backup_never_replaces_a_good_one(full, tmp_path, monkeypatch):
    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    good = path.read_bytes()

    def fail(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("operations.backup.serializers.serialize", fail)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", path, verbosity=0)
    assert path.read_bytes() == good
    assert [file.name for file in tmp_path.iterdir()] == ["all.jsonl"]


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz"])
def test_a_backup_is_on_the_disk_and_for_its_owner_alone(full, tmp_path, monkeypatch, name):
    """It replaces the last backup, so it must be complete on the disk if the power fails."""
    path = tmp_path / name
    path.touch(mode=0o644)
    synced = []
    fsync = os.fsync

    def spy(descriptor):
        file = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        synced.append((file.name, file.stat().st_size if file.is_file() else 0, path.stat().st_size))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", spy)
    call_command("backup", path, verbosity=0)
    size = path.stat().st_size
    assert synced == [(f"{name}.partial", size, 0), (tmp_path.name, 0, size)]
    assert path.stat().st_mode & 0o777 == 0o600
    call_command("restore", path, check=True, verbosity=0)
