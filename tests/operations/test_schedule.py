"""Tests of the scheduler: the times of the last runs are saved, and only one beat runs."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from config.celery import app
from jobs import registry
from operations.schedule import Scheduler


@pytest.fixture
def begin(tmp_path):
    begun = []

    def start() -> Scheduler:
        begun.append(Scheduler(app, schedule_filename=str(tmp_path / "rounds.json")))
        return begun[-1]

    yield start
    for scheduler in begun:
        scheduler.close()


def test_a_restart_does_not_begin_the_day_again(begin):
    first = begin()
    yesterday = datetime.now(UTC) - timedelta(hours=23)
    first.schedule["jobs.clear"].last_run_at = yesterday
    first.sync()
    first.close()
    assert begin().schedule["jobs.clear"].last_run_at == yesterday


@pytest.mark.parametrize(
    "torn", [b"", b"{", b"[]", b'{"jobs.clear": 7}', b'{"jobs.clear": "2020-01-01T00:00:00"}']
)
def test_a_torn_file_counts_from_now(begin, tmp_path, torn):
    (tmp_path / "rounds.json").write_bytes(torn)
    scheduler = begin()
    assert datetime.now(UTC) - scheduler.schedule["jobs.clear"].last_run_at < timedelta(minutes=1)
    scheduler.sync()
    assert "jobs.clear" in json.loads((tmp_path / "rounds.json").read_bytes())


def test_a_time_to_come_is_not_believed(begin, tmp_path):
    """After a wrong clock, nothing would be due until that time."""
    later = datetime.now(UTC) + timedelta(days=100)
    (tmp_path / "rounds.json").write_text(json.dumps({"jobs.clear": later.isoformat()}))
    assert begin().schedule["jobs.clear"].last_run_at < datetime.now(UTC)


def test_a_full_disk_does_not_end_it(begin, monkeypatch, caplog):
    def refuse(path):
        raise OSError(28, "No space left on device")

    scheduler = begin()
    monkeypatch.setattr("operations.schedule.replacing", refuse)
    scheduler.sync()
    assert "No space left" in caplog.text


def test_there_is_one(begin):
    begin()
    with pytest.raises(SystemExit, match="Another beat"):
        begin()


def test_everything_that_comes_round_is_known():
    schedule = app.conf.beat_schedule
    kinds = {entry["args"][0] for entry in schedule.values() if entry.get("args")}
    for kind in kinds:
        assert registry.kind(kind)
    assert {"accounts.clear-sessions", "accounts.clear-guests", "jobs.clear"} <= kinds
    lost = schedule["jobs.send-lost"]
    assert lost["schedule"] <= timedelta(seconds=30), "a job is done within a minute of the queue's return"
    assert lost["task"] in app.tasks
