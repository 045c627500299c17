"""Downloads from URLs that users enter: only from the public web, and within limits.

A user who may start an import must not reach, through the site, what only the site can reach: its own
machine, its network, the metadata of its cloud. The address is checked when a connection is made, also after
each redirect, so neither a redirect nor a name that changes its address leads inside.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    UnknownHandler,
)

from cards.generation.source import SourceError

#: The whole of the data in all languages is about 60 MB of JSON.
LARGEST_DOWNLOAD = 100_000_000
#: Timeouts for the next chunk and for the whole download.
SECONDS, SECONDS_IN_ALL = 60, 15 * 60
SCHEMES = ("http", "https")
NAT64 = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Inside(OSError):
    """The address belongs to this machine or to a private network."""


def check_address(url: str) -> None:
    """Raise SourceError unless this is a web URL."""
    parts = urlsplit(url)
    if parts.scheme not in SCHEMES or not parts.hostname:
        raise SourceError(
            url[:200], "", "is not an address of the web: it must begin with http:// or https://"
        )


def download(
    url: str,
    target: Path,
    *,
    internal: bool,
    redirects: bool = True,
    largest: int | None = None,
    watch: Callable[[int], None] = lambda written: None,
) -> None:
    """Write the content of a URL to a file; from private networks only if `internal`.

    `watch` is called with the number of bytes that have come.
    """
    deadline = time.monotonic() + SECONDS_IN_ALL
    limit = LARGEST_DOWNLOAD if largest is None else largest
    written = 0
    try:
        check_address(url)
        request = Request(url, headers={"User-Agent": "Casebook"})
        opener = _opener(internal, redirects)
        with opener.open(request, timeout=SECONDS) as coming, target.open("wb") as going:
            # Whatever has come is counted: to wait for a full chunk could take hours.
            while chunk := coming.read1(1 << 16):
                written += len(chunk)
                if written > limit:
                    raise SourceError(url, "", f"is larger than {limit // 1_000_000} MB")
                if time.monotonic() > deadline:
                    raise SourceError(url, "", f"takes longer than {SECONDS_IN_ALL // 60} minutes")
                going.write(chunk)
                watch(written)
    except (URLError, OSError, ValueError, http.client.HTTPException) as error:
        if isinstance(error, SourceError):
            raise
        reason = getattr(error, "reason", None) or error
        if isinstance(error, HTTPError):
            reason = f"the answer was {error.code} {reason}"
            error.close()
        raise SourceError(url, "", f"cannot be fetched: {reason}") from None


def is_public(address: Address) -> bool:
    """Return whether an address is public, also for IPv6 addresses that contain an IPv4 address."""
    inner: Address | None = None
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1]) or None
        if address in NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if address.is_site_local:
            return False
    if inner is not None:
        return is_public(inner)
    return address.is_global and not address.is_multicast and not address.is_reserved


def connect(address: tuple[str, int], timeout: Any = None, *source: Any) -> socket.socket:
    """Connect to a host at the same address that was checked."""
    host, port = address
    error: OSError = OSError("the host has no address")
    for *_kind, found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if not is_public(ipaddress.ip_address(str(found[0]).partition("%")[0])):
            raise Inside("it belongs to this machine or to a private network")
        try:
            return socket.create_connection((str(found[0]), port), timeout, *source)
        except OSError as refused:
            error = refused
    raise error


class _Connection(http.client.HTTPConnection):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._create_connection = connect


class _SecureConnection(http.client.HTTPSConnection):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._create_connection = connect


class _PublicHTTP(HTTPHandler):
    def http_open(self, request: Request) -> http.client.HTTPResponse:
        return self.do_open(_Connection, request)


class _PublicHTTPS(HTTPSHandler):
    def https_open(self, request: Request) -> http.client.HTTPResponse:
        return self.do_open(_SecureConnection, request, context=self._context)  # type: ignore[attr-defined]


def _opener(internal: bool, redirects: bool = True) -> OpenerDirector:
    """Return an opener for http and https only, also after a redirect. Without redirects, one is an error."""
    opener = OpenerDirector()
    web = [ProxyHandler(), HTTPHandler(), HTTPSHandler()] if internal else [_PublicHTTP(), _PublicHTTPS()]
    for handler in (
        *web,
        *([HTTPRedirectHandler()] if redirects else []),
        HTTPDefaultErrorHandler(),
        HTTPErrorProcessor(),
        UnknownHandler(),
    ):
        opener.add_handler(handler)
    return opener
