"""A cache in Redis that goes on without Redis.

The cache counts: how often somebody tried to sign in, how often a program asked. While Redis is away each
process counts for itself: limits hold less exactly, but they hold, and nobody is turned away for it.
"""

from collections.abc import Callable
from typing import Any

import redis
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.retry import Retry

from jobs.breaker import Breaker

#: Seconds that a request waits for Redis, which answers within a millisecond.
PATIENCE = 0.5

breaker = Breaker("Redis as a cache", "Each process counts for itself meanwhile.")


def _either(name: str) -> Callable[..., Any]:
    """A method that Redis answers; where it fails, the memory of this process."""

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
    """What Django's cache asks, with keys and times made ready."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        # One more try, for a connection that has gone stale. Waiting twice for one that hangs helps nobody.
        once_more = Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,))
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        self.redis = RedisCacheClient(servers, **{"retry": once_more, **patience, **options})
        self.local = LocMemCache("while Redis is away", {"KEY_FUNCTION": lambda key, prefix, version: key})

    add, get, set, touch = (_either(name) for name in ("add", "get", "set", "touch"))
    delete, has_key, incr = (_either(name) for name in ("delete", "has_key", "incr"))
    get_many, set_many = _either("get_many"), _either("set_many")
    delete_many, clear = _either("delete_many"), _either("clear")


class Cache(RedisCache):
    """Django's cache in Redis, without its outages."""

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
