"""Tests of limits: with simultaneous requests, several processes, whole networks, and without Redis."""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings as site

from accounts import counters as shared_counters
from accounts import limits
from accounts.counters import FileCounter, MemoryCounter, RedisCounter
from web.shared.errors import TooMany

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(params=["file", "memory", pytest.param("redis", marks=pytest.mark.services)])
def counter(request, tmp_path):
    if request.param == "redis":
        return RedisCounter(site.REDIS_URL)
    return FileCounter(tmp_path / "counts") if request.param == "file" else MemoryCounter()


@pytest.fixture
def key():
    return os.urandom(8).hex()


def test_each_name_is_counted_for_itself_within_its_window(counter, key):
    counts = [counter.add(key, 60) for _time in range(3)]
    assert [count.number for count in counts] == [1, 2, 3]
    assert all(55 <= count.seconds_left <= 60 for count in counts)
    assert counter.add(f"{key}-other", 60).number == 1


def test_a_window_ends(counter, key):
    counter.add(key, 1)
    assert counter.add(key, 1).number == 2
    time.sleep(1.1)
    assert counter.add(key, 60).number == 1


def test_a_count_can_be_taken_back(counter, key):
    counter.add(key, 60)
    counter.add(key, 60)
    counter.add(key, 60, by=-1)
    assert counter.add(key, 60).number == 2


def test_every_one_of_many_at_once_gets_a_number_of_its_own(counter, key):
    barrier = threading.Barrier(16)

    def count(_thread):
        barrier.wait()
        return counter.add(key, 60).number

    with ThreadPoolExecutor(16) as threads:
        assert sorted(threads.map(count, range(16))) == list(range(1, 17))


def test_processes_share_the_file(tmp_path):
    path = tmp_path / "counts"
    code = (
        "import sys; from pathlib import Path; from accounts.counters import FileCounter\n"
        "counter = FileCounter(Path(sys.argv[1]))\n"
        "print([counter.add('k', 60).number for _ in range(20)])"
    )
    command = [sys.executable, "-c", code, str(path)]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    children = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE) for _process in range(3)
    ]
    numbers = [number for child in children for number in eval(child.communicate(timeout=60)[0])]
    assert sorted(numbers) == list(range(1, 61))


def test_what_ran_out_leaves_the_file(tmp_path, monkeypatch):
    counter = FileCounter(tmp_path / "counts")
    for number in range(5):
        counter.add(f"somebody {number}", 60)
    later = time.time() + 61
    monkeypatch.setattr(shared_counters.time, "time", lambda: later)
    counter.add("somebody else", 60)
    with counter.open() as table:
        assert table.execute("SELECT name FROM counts").fetchall() == [("somebody else",)]
    table.close()


def test_a_clock_that_is_set_back_locks_no_visitor_out(tmp_path, monkeypatch):
    counter = FileCounter(tmp_path / "counts")
    now = time.time()
    monkeypatch.setattr(shared_counters.time, "time", lambda: now + 100 * 86400)
    counter.add("k", 60)
    monkeypatch.setattr(shared_counters.time, "time", lambda: now)
    assert counter.add("k", 60) == shared_counters.Count(1, 60)


def test_a_damaged_file_is_made_again(tmp_path):
    counter = FileCounter(tmp_path / "counts")
    counter.path.write_bytes(b"not a database " * 100)
    assert counter.add("k", 60).number == 1
    assert counter.add("k", 60).number == 2


@pytest.fixture
def use(monkeypatch):
    def use(*counters):
        monkeypatch.setattr(shared_counters, "counters", lambda: list(counters))

    return use


def test_without_redis_counting_goes_on_locally_with_a_warning(tmp_path, use, caplog):
    gone = RedisCounter("redis://127.0.0.1:1/0")
    use(gone, FileCounter(tmp_path / "counts"), MemoryCounter())
    assert [shared_counters.add("k", 60).number for _time in range(3)] == [1, 2, 3]
    warnings = [record.getMessage() for record in caplog.records]
    assert len(warnings) == 1, "it rests for a while, so that nobody waits for it each time"
    assert "RedisCounter cannot count" in warnings[0]

    gone.rests_until = 0.0
    shared_counters.add("k", 60)
    assert len(caplog.records) == 2, "then it is tried again"


def test_without_a_disk_each_process_counts_for_itself(tmp_path, use, caplog):
    use(FileCounter(tmp_path / "no such folder" / "counts"), MemoryCounter())
    assert [shared_counters.add("k", 60).number for _time in range(2)] == [1, 2]
    assert "FileCounter cannot count" in caplog.text


def test_memory_does_not_grow_without_end(monkeypatch):
    monkeypatch.setattr(shared_counters, "MOST_IN_MEMORY", 10)
    counter = MemoryCounter()
    monkeypatch.setattr(shared_counters.time, "monotonic", lambda: 0.0)
    for number in range(10):
        counter.add(str(number), 60)
    monkeypatch.setattr(shared_counters.time, "monotonic", lambda: 61.0)
    counter.add("one more", 60)
    assert list(counter.rows) == ["one more"]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        (" 192.0.2.7 ", "192.0.2.7"),
        ("192.0.2.7:51234", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("unix:", "unix:"),
        ("nonsense", "nonsense"),
    ],
)
def test_who_has_many_addresses_is_counted_once(address, counted):
    assert limits.network(address) == counted


@pytest.mark.parametrize(("proxy", "counted"), [(True, "2001:db8::/64"), (False, "127.0.0.1")])
def test_only_our_own_proxy_determines_the_address_of_a_visitor(rf, settings, proxy, counted):
    settings.BEHIND_PROXY = proxy
    request = rf.get("/", headers={"X-Forwarded-For": "203.0.113.9, 2001:db8::1"})
    assert limits.network_of(request) == counted


def test_of_many_at_once_no_more_pass_than_may(key):
    barrier = threading.Barrier(12)

    def tries(_thread):
        barrier.wait()
        try:
            limits.spend("test", key, most=5, seconds=60)
        except TooMany:
            return 0
        return 1

    with ThreadPoolExecutor(12) as threads:
        assert sum(threads.map(tries, range(12))) == 5


def test_zero_is_no_limit(key):
    for _time in range(3):
        limits.spend("test", key, most=0, seconds=60)
