"""How often may somebody try? Counted in the cache, by what is tried and by whom."""

import hashlib

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from accounts.errors import TooMany


def address_of(request: HttpRequest) -> str:
    """The visitor's address. Behind our own proxy it is the last one that the proxy wrote down."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if settings.BEHIND_PROXY and forwarded:
        return str(forwarded.split(",")[-1].strip())
    return str(request.META.get("REMOTE_ADDR", ""))


def _key(what: str, who: str) -> str:
    return f"limit:{what}:{hashlib.sha256(who.encode(errors='replace')).hexdigest()}"


def check(what: str, who: str, *, most: int) -> None:
    """Refuse, if it was counted so often already."""
    if most and (cache.get(_key(what, who)) or 0) >= most:
        raise TooMany


def spend(what: str, who: str, *, most: int, seconds: int) -> None:
    """One more within this time; refused, if there were so many already."""
    check(what, who, most=most)
    count(what, who, seconds=seconds)


def count(what: str, who: str, *, seconds: int) -> None:
    """One more within this time."""
    key = _key(what, who)
    if not cache.add(key, 1, seconds):
        try:
            cache.incr(key)
        except ValueError:  # it ran out between the two calls
            cache.set(key, 1, seconds)
