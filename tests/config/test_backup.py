"""Backup and restore give the same data back; a damaged file is refused and changes nothing."""

import gzip
import json

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from config.backup import kept_models
from decks import services
from decks.models import Deck

pytestmark = pytest.mark.django_db(transaction=True)


def everything():
    return {model._meta.label: list(model._base_manager.order_by("pk").values()) for model in kept_models()}


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


@pytest.fixture(params=["all.jsonl", "all.jsonl.gz"])
def path(request, tmp_path):
    return tmp_path / request.param


def test_the_same_data_come_back(full, path, mallory):
    before = everything()
    call_command("backup", path, verbosity=0)
    Deck.objects.all().delete()
    User.objects.filter(pk=mallory.pk).update(username="somebody else")
    services.create_deck(owner=mallory, investigator="01002")
    call_command("restore", path, yes=True, verbosity=0)
    assert everything() == before


def test_rows_can_be_added_after_a_restore(full, path):
    call_command("backup", path, verbosity=0)
    call_command("restore", path, yes=True, verbosity=0)
    deck = services.create_deck(owner=User.objects.get(username="alice"), investigator="01002")
    assert deck.pk > full.pk


@pytest.mark.parametrize("damage", ["cut", "changed", "strange", "empty", "older"])
def test_a_damaged_file_changes_nothing(full, tmp_path, damage):
    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    lines = path.read_bytes().splitlines(keepends=True)
    if damage == "cut":
        path.write_bytes(b"".join(lines[:-5]))
    elif damage == "changed":
        path.write_bytes(b"".join(lines).replace(b'"solo"', b'"duet"'))
    elif damage == "strange":
        path.write_text(json.dumps({"format": "something else"}))
    elif damage == "empty":
        path.write_text("")
    else:
        head = json.loads(lines[0])
        head["migrations"].pop("decks")
        path.write_bytes(json.dumps(head).encode() + b"\n" + b"".join(lines[1:]))
    before = everything()
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", path, yes=True, verbosity=0)
    assert everything() == before


def test_a_compressed_file_that_is_cut_off(full, tmp_path):
    path = tmp_path / "all.jsonl.gz"
    call_command("backup", path, verbosity=0)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", path, yes=True, verbosity=0)


def test_a_row_that_does_not_fit_undoes_the_whole_restore(full, tmp_path):
    import hashlib

    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    *rows, _end = path.read_bytes().splitlines(keepends=True)
    rows = [row for row in rows if b'"accounts.user"' not in row]
    digest = hashlib.sha256(b"".join(rows)).hexdigest()
    end = json.dumps({"rows": len(rows) - 1, "sha256": digest}).encode()
    path.write_bytes(b"".join(rows) + end + b"\n")
    before = everything()
    with pytest.raises(CommandError, match="does not fit"):
        call_command("restore", path, yes=True, verbosity=0)
    assert everything() == before


def test_it_asks_first(full, tmp_path, monkeypatch, capsys):
    path = tmp_path / "all.jsonl"
    call_command("backup", path)
    monkeypatch.setattr("builtins.input", lambda question: "no")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", path)
    call_command("restore", path, check=True)
    assert "is whole" in capsys.readouterr().out


def test_half_a_backup_never_replaces_a_good_one(full, tmp_path, monkeypatch):
    path = tmp_path / "all.jsonl"
    call_command("backup", path, verbosity=0)
    good = path.read_bytes()

    def fail(*args, **kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("config.backup.serializers.serialize", fail)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", path, verbosity=0)
    assert path.read_bytes() == good
    assert [file.name for file in tmp_path.iterdir()] == ["all.jsonl"]


def test_who_was_signed_in_is_left_out(as_alice, tmp_path):
    path = tmp_path / "all.jsonl.gz"
    call_command("backup", path, verbosity=0)
    assert b"sessions.session" not in gzip.decompress(path.read_bytes())
