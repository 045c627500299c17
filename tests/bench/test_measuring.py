"""The bench measures what the apps offer, and prints it for people and for programs."""

import importlib
import json

import pytest
from django.core.management import CommandError, call_command

import bench.campaigns
import bench.decks
from bench import measuring


def test_units_and_calls_are_counted():
    calls = []

    def once():
        calls.append(1)
        return 10

    found = measuring.measure("test: ten at once", "things", once, seconds=0.01)
    assert found.calls == len(calls) - 1, "the first call only warms up"
    assert found.p50_ms <= found.p95_ms
    assert found.per_second > 0


def test_what_takes_longer_costs_more():
    def loops(turns):
        def once():
            for _turn in range(turns):
                pass
            return 1

        return once

    little = measuring.measure("little", "loops", loops(1_000), seconds=0.05)
    much = measuring.measure("much", "loops", loops(100_000), seconds=0.05)
    assert much.loops > little.loops


@pytest.mark.django_db
def test_the_command_prints_a_table_and_json(capsys):
    call_command("bench", "jobs", seconds=0.01)
    *table, last = capsys.readouterr().out.strip().splitlines()
    assert "per CPU s" in table[0]
    assert table[1].startswith("jobs: claim, run and finish")
    assert set(json.loads(last)[0]) >= {"name", "p50_ms", "p95_ms", "per_second", "per_cpu_second", "loops"}


@pytest.mark.django_db
def test_json_may_stand_alone(capsys):
    call_command("bench", "jobs", seconds=0.01, json=True)
    assert json.loads(capsys.readouterr().out)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name_filter", "first"),
    [
        pytest.param("jobs", "jobs: claim, run and finish", id="a subject"),
        pytest.param("jobs: claim", "jobs: claim, run and finish", id="one thing"),
        pytest.param("j", "jobs: claim, run and finish", id="a beginning"),
        pytest.param("prices", "prices: a usual upgrade", id="another subject"),
    ],
)
def test_what_is_requested_is_measured(name_filter, first):
    name, _unit, _once = next(measuring.collect([name_filter]))
    assert name == first


@pytest.mark.django_db
def test_what_is_not_requested_is_not_prepared(monkeypatch):
    monkeypatch.setattr(bench.decks, "benches", lambda: pytest.fail("prepared"))
    monkeypatch.setattr(bench.decks, "sizes", lambda: pytest.fail("prepared"))
    assert [name for name, _unit, _once in measuring.collect(["jobs"])] == ["jobs: claim, run and finish"]
    assert list(measuring.collect_sizes(["jobs"])) == []


@pytest.mark.django_db
def test_an_unknown_name_is_an_error():
    with pytest.raises(CommandError, match="nothing of this name"):
        call_command("bench", "no such thing")


def test_retained_memory_is_measured():
    retained = measuring.weigh("test: a million bytes", lambda: bytearray(1_000_000))
    dropped = measuring.weigh("test: nothing kept", lambda: len(bytearray(1_000_000)))
    assert dropped.megabytes < 0.5 < 1.0 <= retained.megabytes < 1.5


@pytest.mark.django_db
def test_the_command_weighs_the_catalogue(capsys):
    call_command("bench", "cards: the catalogue in memory", seconds=0.01)
    line, last = capsys.readouterr().out.strip().splitlines()
    assert line.startswith("cards: the catalogue in memory")
    assert line.endswith("MB")
    assert json.loads(last)[0]["megabytes"] > 0


@pytest.mark.parametrize(
    ("aim", "shown"),
    [
        (measuring.Aim(per_cpu_second=1), "1 per CPU s: met"),
        (measuring.Aim(per_cpu_second=1e15), "1,000,000,000,000,000 per CPU s: missed"),
        (measuring.Aim(cpu_ms=10_000), "10000 ms of CPU: met"),
        (None, ""),
    ],
)
def test_a_figure_is_printed_beside_its_aim(aim, shown):
    found = measuring.measure("test: a loop", "thing", lambda: len(list(range(5000))), seconds=0.01, aim=aim)
    assert found.beside_its_aim == shown
    assert measuring.as_table([found]).endswith(shown)


@pytest.mark.django_db
@pytest.mark.parametrize("subject", ["campaigns", "cards", "decks", "prices"])
def test_every_aim_is_of_a_benchmark(monkeypatch, subject):
    for module, small in (
        (bench.decks, {"RANDOM": 20, "CROWD": 60}),
        (bench.campaigns, {"SCENARIOS": 1, "STEPS": 50}),
    ):
        for name, number in small.items():
            monkeypatch.setattr(module, name, number)
    names = {name for name, _unit, _once in measuring.collect([f"{subject}: "])}
    assert {name for name in names if measuring.aim_of(name)} == set(
        importlib.import_module(f"bench.{subject}").AIMS
    )
