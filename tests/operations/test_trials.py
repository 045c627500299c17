"""Tests of the failure trials, in short. The long ones are run by hand; see docs/reliability.md."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from decks import services
from scripts.power_cut import read_backup, read_edits
from scripts.trials.players import Acknowledged, audit
from scripts.trials.summary import Promise, summarize
from scripts.trials.visitors import Answer, Tally

ROOT = Path(__file__).parent.parent.parent


def tried(folder: Path, script: str, *arguments: str) -> dict:
    """Return the figures of a trial in which every promise was kept."""
    file = folder / "figures.json"
    command = [sys.executable, "-m", f"scripts.{script}", *arguments, "--json", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Every promise was kept." in done.stdout
    return json.loads(file.read_text())


# --- The trials -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace: apt-get install strace")
def test_a_power_cut_takes_nothing_that_was_acknowledged(tmp_path):
    found = tried(tmp_path, "power_cut", "--edits", "5")
    assert found["syncs"] >= 5


@pytest.mark.slow
@pytest.mark.once
def test_a_killed_site_loses_nothing_that_was_acknowledged(tmp_path):
    found = tried(tmp_path, "kill_test", "--kills", "4", "--seed", "9")
    assert {target for target, kills in found["kills"].items() if kills} == {"web", "worker", "beat", "all"}


@pytest.mark.slow
@pytest.mark.services
def test_visitors_do_not_notice_that_redis_is_away(tmp_path):
    found = tried(tmp_path, "redis_outage", "--seconds", "4")
    assert {"killed", "halted"} <= found["answers"].keys()


@pytest.mark.slow
@pytest.mark.services
def test_a_restart_of_postgresql_is_answered_with_503_and_loses_nothing(tmp_path):
    found = tried(tmp_path, "postgres_restart", "--seconds", "3")
    assert found["writing"]["statuses"]["503"] > 0


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.skipif(
    not shutil.which("nginx", path="/usr/sbin:/sbin:/usr/bin"), reason="needs nginx: apt-get install nginx"
)
def test_slow_clients_delay_no_visitor_behind_nginx(tmp_path):
    """Without a proxy there would be no response at all."""
    tried(tmp_path, "slow_clients", "--clients", "64", "--through-nginx-only", "--most", "9")


@pytest.mark.parametrize(
    "script", ["kill_test", "power_cut", "redis_outage", "postgres_restart", "slow_clients"]
)
def test_every_trial_explains_itself(script):
    command = [sys.executable, "-m", f"scripts.{script}", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert f"python -m scripts.{script}" in done.stdout


# --- They notice what they look for -----------------------------------------------------------------------

REQUEST = '7 recvfrom(9<socket:[1]>, "PUT /api/v1/decks/1/cards/01020/ HTTP/1.1"..., 8192, 0) = 300'
WAITED = '7 <... recvfrom resumed>"PUT /api/v1/decks/1/cards/01020/ HTTP/1.1"..., 8192, 0) = 300'
SYNC = "7 fdatasync(5</var/casebook.sqlite3-wal>) = 0"
OTHER_FILE = "7 fdatasync(5</var/casebook.sqlite3>) = 0"
OTHER_THREAD = "8 fdatasync(5</var/casebook.sqlite3-wal>) = 0"
ANSWER = '7 sendto(9<socket:[1]>, "HTTP/1.1 200 OK\\r\\nServer: gunicorn"..., 900, 0, NULL, 0) = 900'
REFUSAL = '7 sendto(9<socket:[1]>, "HTTP/1.1 503 Service Unavailable"..., 900, 0, NULL, 0) = 900'


@pytest.mark.parametrize(
    ("lines", "answered", "without_sync"),
    [
        ([REQUEST, SYNC, ANSWER], 1, 0),
        ([WAITED, SYNC, ANSWER], 1, 0),
        ([REQUEST, SYNC, ANSWER, REQUEST, ANSWER], 2, 1),
        ([REQUEST, ANSWER, SYNC], 1, 1),
        ([SYNC, REQUEST, ANSWER], 1, 1),
        ([REQUEST, OTHER_FILE, ANSWER], 1, 1),
        ([REQUEST, OTHER_THREAD, ANSWER], 1, 1),
        ([REQUEST, REFUSAL], 0, 0),
    ],
)
def test_an_answer_without_a_sync_before_it_is_seen(lines, answered, without_sync):
    found = read_edits("\n".join(lines))
    assert (found.answered, found.without_sync) == (answered, without_sync)


def test_the_steps_of_a_backup_are_read_in_their_order():
    file = "3 fsync(4</backups/all.json.gz.partial>) = 0"
    rename = '3 rename("/backups/all.json.gz.partial", "/backups/all.json.gz") = 0'
    folder = "3 fsync(4</backups>) = 0"
    elsewhere = "3 fsync(4</var/casebook.sqlite3-wal>) = 0"
    right = read_backup("\n".join([elsewhere, file, rename, folder]), "/backups")
    assert right == ["sync file", "rename", "sync folder"]
    assert read_backup("\n".join([rename, file]), "/backups") == ["rename", "sync file"]


@pytest.mark.django_db
def test_what_is_lost_doubled_or_wrong_is_found(alice):
    deck = services.create_deck(owner=alice, investigator="01001", name="kept")
    services.set_quantity(deck, code="01020", quantity=2, where="side", key="kept")
    public_id = str(deck.public_id)
    done = Acknowledged(edits={public_id: ["kept"]}, decks=["kept"])
    found = audit(done)
    assert all(promise.kept for promise in found.promises(done))

    services.create_deck(owner=alice, investigator="01001", name="kept")
    done.edits[public_id].append("lost")
    done.imported.append("lost, too")
    deck.refresh_from_db()
    deck.working.wish_list = {}
    deck.working.save()
    found = audit(done)
    assert (found.lost["edits"], found.lost["imported decks"], found.lost["decks"]) == (1, 1, 0)
    assert (found.doubled["decks"], found.wrong_states) == (1, 1)
    assert [promise.kept for promise in found.promises(done)] == [False, False, False, True]


def test_errors_and_bare_refusals_are_counted():
    tally = Tally()
    for status, retry_after in [(200, ""), (404, ""), (500, ""), (0, ""), (503, "5"), (503, "")]:
        tally.count(Answer(status, "", 0.1, retry_after))
    assert tally.errors() == 4
    assert tally.errors(allowed=(503,)) == 2
    assert tally.without_retry_after == 1


def test_a_broken_promise_is_the_exit_code(capsys, tmp_path):
    kept, broken = Promise("this holds", True), Promise("this does not", False, "1 of 2")
    assert summarize("A trial", [kept], {}, None) == 0
    assert summarize("A trial", [kept, broken], {"figure": 1}, tmp_path / "figures") == 1
    assert "BROKEN  this does not: 1 of 2" in capsys.readouterr().out
    assert json.loads((tmp_path / "figures").read_text())["figure"] == 1
