"""Limits on how often a visitor may do things that are costly or allow guessing.

Everything goes through `spend`: it counts first and then compares, atomically, so that simultaneous requests
cannot exceed the limit together. The counts are stored by `accounts.counters`.
"""

import hashlib
import ipaddress
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from accounts import counters
from accounts.models import User
from web.shared.errors import TooMany

View = Callable[..., HttpResponseBase]
PERIODS = {"s": 1, "m": 60, "h": 60 * 60, "d": 24 * 60 * 60}
#: A user with one IPv6 address usually has all of its /64.
IPV6_NETWORK = 64
#: Characters of a pasted text that a page repeats when it refuses the text.
MOST_SHOWN_AGAIN = 300_000


def shown_again(text: str) -> str:
    """Return what a page repeats of a text that it refuses: all of it, or nothing if it is very long.

    In a page a text can take six times as much memory.
    """
    return text if len(text) <= MOST_SHOWN_AGAIN else ""


def address_of(request: HttpRequest) -> str:
    """Return the visitor's IP address. Behind the site's own proxy it is the last one in its header."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "")
    address = forwarded.split(",")[-1].strip() if settings.BEHIND_PROXY and forwarded else ""
    return str(address or request.META.get("REMOTE_ADDR", ""))


def network_of(request: HttpRequest) -> str:
    """Return the visitor's network: an IPv4 address or an IPv6 network."""
    return network(address_of(request))


def network(address: str) -> str:
    """Return the network of an address as text. Text that is not an address is returned unchanged."""
    address = address.strip()
    bare = address
    if address.startswith("["):  # [2001:db8::1]:443
        bare = address[1:].partition("]")[0]
    elif address.count(":") == 1:  # 192.0.2.1:443
        bare = address.partition(":")[0]
    try:
        found = ipaddress.ip_address(bare.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((found, IPV6_NETWORK), strict=False))


def who(request: HttpRequest) -> str:
    """Return the identity that work is counted for.

    Players are counted by account. Visitors and guests are counted by network, because guests are easy to
    create.
    """
    user = getattr(request, "user", None)
    if isinstance(user, User) and not user.is_guest:
        return f"player {user.pk}"
    return network_of(request)


def _key(what: str, subject: str) -> str:
    return f"{what}:{hashlib.sha256(subject.encode(errors='replace')).hexdigest()}"


def spend(what: str, subject: str, *, most: int, seconds: int) -> None:
    """Count one more in this period. Raise TooMany if that is more than allowed; 0 means no limit."""
    if most:
        counted = counters.add(_key(what, subject), seconds)
        if counted.number > most:
            raise TooMany(counted.seconds_left)


def give_back(what: str, subject: str, *, most: int, seconds: int) -> None:
    """Undo a `spend` with the same arguments."""
    if most:
        counters.add(_key(what, subject), seconds, by=-1)


def spend_rate(scope: str, subject: str) -> None:
    """Count one more of a kind of work that has a rate in the settings, such as "20/min"."""
    allowed = settings.RATES[scope]
    if allowed:
        number, _slash, period = allowed.partition("/")
        spend(scope, subject, most=int(number), seconds=PERIODS[period[0]])


def costly(scope: str, methods: Iterable[str] = ("POST",)) -> Callable[[View], View]:
    """Return a decorator for a page whose work is counted under this scope, together with the API's."""
    counted = frozenset(methods)

    def decorate(view: View) -> View:
        @wraps(view)
        def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method in counted:
                spend_rate(scope, who(request))
            return view(request, *args, **kwargs)

        return page

    return decorate
