"""A cache in Redis that continues without Redis.

It holds counters, for example of sign-in attempts and API requests. While Redis is unavailable each process
counts for itself: limits are less exact, but they still apply, and requests are not refused because of it.
"""

from collections.abc import Callable
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.retry import Retry

from jobs.breaker import Breaker

#: Seconds that a request waits for Redis, which normally responds within a millisecond.
PATIENCE = 0.5

breaker = Breaker("Redis as a cache", "Each process counts for itself meanwhile.")


def _either(name: str) -> Callable[..., Any]:
    """Return a method that uses Redis, or the memory of this process if Redis fails."""

    def method(client: "Client", *args: Any) -> Any:
        if not breaker.is_open:
            try:
                answer = getattr(client.redis, name)(*args)
            except (redis.RedisError, OSError) as error:
                breaker.failed(error)
            else:
                breaker.worked()
                return answer
        return getattr(client.local, name)(*args)

    return method


class Client:
    """The methods that Django's cache calls, with keys and timeouts already prepared."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        # One retry, for a stale connection. A second timeout would only make the request slower.
        once_more = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        self.redis = RedisCacheClient(servers, **{"retry": once_more, **patience, **options})
        self.local = LocMemCache("while Redis is away", {"KEY_FUNCTION": lambda key, prefix, version: key})

    add, get, set, touch = (_either(name) for name in ("add", "get", "set", "touch"))
    delete, has_key, incr = (_either(name) for name in ("delete", "has_key", "incr"))
    get_many, set_many = _either("get_many"), _either("set_many")
    delete_many, clear = _either("delete_many"), _either("clear")


class Cache(RedisCache):
    """Django's Redis cache, without its outages."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
