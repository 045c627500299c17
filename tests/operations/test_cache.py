"""Tests of the cache without Redis: counting continues, and no request waits for long."""

import contextlib
import logging
import socket
import time

import pytest
import redis
from django.core.cache import caches
from django.test import override_settings

from accounts import limits
from jobs.breaker import Breaker
from operations import cache as sturdy
from tests.outages import closed_port
from web.shared.errors import TooMany


@contextlib.contextmanager
def cache_at(port: int):
    settings = {
        "default": {"BACKEND": "operations.cache.Cache", "LOCATION": f"redis://127.0.0.1:{port}/0"},
    }
    with override_settings(CACHES=settings):
        yield caches["default"]


@pytest.fixture(autouse=True)
def _whole(monkeypatch):
    """A separate breaker and memory for each test."""
    monkeypatch.setattr(sturdy, "breaker", Breaker("Redis as a cache", "Meanwhile."))
    yield
    sturdy.Client(["redis://127.0.0.1:1/0"]).local.clear()


@pytest.fixture
def gone():
    """A port without a listener."""
    with cache_at(closed_port()) as cache:
        yield cache


@pytest.fixture
def hanging():
    """A port that accepts connections and never responds, as a stopped process does."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(16)
        with cache_at(server.getsockname()[1]) as cache:
            yield cache


@pytest.mark.parametrize("state", ["gone", "hanging"])
def test_every_call_is_answered(state, request):
    cache = request.getfixturevalue(state)
    assert cache.get("a", 7) == 7
    cache.set("a", 1)
    assert cache.add("a", 2) is False
    assert cache.add("b", 2) is True
    assert cache.incr("a") == 2
    assert cache.decr("a") == 1
    assert "a" in cache
    assert cache.touch("a", 60)
    assert cache.get_many(["a", "b", "c"]) == {"a": 1, "b": 2}
    assert cache.set_many({"c": 3, "d": 4}) == []
    cache.delete_many(["b", "c"])
    assert cache.delete("a") is True
    assert cache.get_or_set("e", 5) == 5
    assert cache.get_many(["a", "b", "c", "d"]) == {"d": 4}
    with pytest.raises(ValueError, match="not found"):
        cache.incr("a")
    cache.clear()
    assert cache.get("d") is None


def test_what_is_stored_meanwhile_expires(gone):
    gone.set("a", 1, 0)
    assert gone.get("a") is None
    gone.set("a", [1], 60)
    assert gone.get("a") == [1]


def test_a_redis_that_hangs_holds_up_the_first_alone(hanging):
    begun = time.monotonic()
    for _each in range(50):
        hanging.get("a")
    assert time.monotonic() - begun < 50 * sturdy.PATIENCE / 2, "each of them waited"


def test_the_log_reports_it_once(gone, caplog):
    caplog.set_level(logging.WARNING)
    sturdy.breaker.pause = 0
    for _each in range(5):
        gone.get("a")
    assert len(caplog.messages) == 1
    assert "Redis as a cache failed" in caplog.text


def test_limits_are_counted_in_the_process(gone):
    for _each in range(3):
        limits.spend("guess", "1.2.3.4", most=3, seconds=60)
    with pytest.raises(TooMany):
        limits.spend("guess", "1.2.3.4", most=3, seconds=60)
    limits.spend("guess", "4.3.2.1", most=3, seconds=60)


def test_a_fault_of_ours_is_not_hidden(gone):
    with pytest.raises(ValueError, match="not found"):
        gone.incr("nothing")
    gone.set("word", "text")
    with pytest.raises(TypeError):
        gone.incr("word")


def test_when_redis_is_back_it_is_used_again(monkeypatch, gone):
    """It also works if connections have gone stale meanwhile."""
    gone.set("a", 1)
    sturdy.breaker.pause = 0
    sturdy.breaker.failed(redis.ConnectionError())
    calls = []
    monkeypatch.setattr(sturdy.RedisCacheClient, "get", lambda self, key, default: calls.append(key) or 2)
    assert gone.get("a") == 2
    assert calls
    assert not sturdy.breaker.is_open


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["gone", "hanging"])
def test_visitors_notice_nothing(state, request, client, alice, settings):
    """Signing in, becoming a guest and using the API all count something."""
    settings.GUESTS_PER_HOUR = 60
    settings.PRODUCTION = True
    request.getfixturevalue(state)
    wrong = {"username": "alice", "password": "wrong"}
    assert client.post("/sign-in/", wrong).status_code == 200
    assert client.post("/decks/example/").status_code == 302
    assert client.post("/sign-in/", {"username": "alice", "password": "a long password"}).status_code == 302
    assert client.post("/password/", {"email": "alice@example.org"}).status_code == 302
    assert client.get("/api/v1/decks/").status_code == 200
