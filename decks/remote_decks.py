"""Decks that are fetched from ArkhamDB and arkham.build, when a user enters their addresses.

Only these two sites are called, at paths that follow from the number of a deck; redirects are not followed.
Time and size are limited.
"""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from decks.formats.addresses import (
    ARKHAM_BUILD,
    ARKHAMDB,
    DECK,
    DECKLIST,
    MOST_ADDRESSES,
    DeckAddress,
    deck_addresses,
    is_other_address,
)
from decks.formats.errors import UnreadableText, _

SITES = {ARKHAMDB: "https://arkhamdb.com", ARKHAM_BUILD: "https://api.arkham.build"}
#: Seconds for all decks of a request.
SECONDS = 8.0
LARGEST = 1_000_000
#: Earlier versions of a deck that are fetched with it.
MOST_VERSIONS = 30

NOT_ALLOWED = _("This site does not load decks from other sites. Open {url} and paste what it shows.")
UNREACHABLE = _("{host} could not be reached. Open {url} and paste what it shows.")
NOT_SHARED = _("{host} has no public deck at {url}. If it is yours, share it there, or paste its export.")
NOT_A_DECK = _("{url} did not return a deck. Open the deck there and paste its export.")
NOT_AN_ADDRESS = _(
    "This is not the address of a deck that can be loaded. Such addresses look like "
    "https://arkhamdb.com/decklist/view/1, https://arkhamdb.com/deck/view/1 or https://arkham.build/share/…; "
    "of any other deck, paste its list or export."
)
TOO_MANY = _("These are {count} addresses. Enter at most {most} at once.")


def resolve_addresses(text: str, *, versions: bool = True) -> str:
    """Return the JSON of the decks whose addresses a text contains; any other text stays as it is.

    With `versions`, earlier versions of a deck come with it.
    """
    addresses = deck_addresses(text)
    if not addresses:
        if is_other_address(text):
            raise UnreadableText(NOT_AN_ADDRESS)
        return text
    if len(addresses) > MOST_ADDRESSES:
        raise UnreadableText(TOO_MANY, count=len(addresses), most=MOST_ADDRESSES)
    deadline = time.monotonic() + SECONDS
    if versions:
        decks = [deck for address in addresses for deck in _with_versions(address, deadline)]
    else:
        decks = [_first(address, deadline)[1] for address in addresses]
    return json.dumps(decks if len(decks) > 1 else decks[0], ensure_ascii=False, indent=1)


def _with_versions(address: DeckAddress, deadline: float) -> Iterator[dict[str, Any]]:
    """Yield the deck and, as far as they are public, its earlier versions."""
    address, deck = _first(address, deadline)
    yield deck
    seen = {address.id}
    while address.kind == DECK and len(seen) < MOST_VERSIONS:
        earlier = str(deck.get("previous_deck") or "")
        if not earlier.isdecimal() or earlier in seen:
            return
        seen.add(earlier)
        try:
            deck = fetch(DeckAddress(ARKHAMDB, DECK, earlier), deadline)
        except UnreadableText:
            return
        yield deck


def _first(address: DeckAddress, deadline: float) -> tuple[DeckAddress, dict[str, Any]]:
    try:
        return address, fetch(address, deadline)
    except UnreadableText as error:
        # A number alone may be that of a decklist or of a deck.
        if address.kind != DECKLIST or error.message not in (NOT_SHARED, NOT_A_DECK):
            raise
        as_deck = DeckAddress(address.site, DECK, address.id)
        try:
            return as_deck, fetch(as_deck, deadline)
        except UnreadableText:
            raise error from None


def fetch(address: DeckAddress, deadline: float) -> dict[str, Any]:
    """Return the JSON of one deck. UnreadableText says what to do if that is impossible."""
    base = SITES[address.site]
    facts = {"url": base + address.path, "host": urlsplit(base).hostname or base}
    if not settings.FETCH_DECKS:
        raise UnreadableText(NOT_ALLOWED, **facts)
    try:
        status, body = _get(base, address.path, deadline)
    except (OSError, http.client.HTTPException, ValueError):
        raise UnreadableText(UNREACHABLE, **facts) from None
    if status in (301, 302, 303, 307, 308, 401, 403, 404, 410):
        raise UnreadableText(NOT_SHARED, **facts)
    if status != 200:
        raise UnreadableText(UNREACHABLE, **facts)
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise UnreadableText(NOT_A_DECK, **facts) from None
    if isinstance(found, dict) and isinstance(found.get("data"), dict):
        found = found["data"]
    if not isinstance(found, dict) or not isinstance(found.get("slots"), dict):
        raise UnreadableText(NOT_A_DECK, **facts)
    return found


def _get(base: str, path: str, deadline: float) -> tuple[int, bytes]:
    """Return status and body. TimeoutError after the deadline, however slowly the bytes come."""
    site = urlsplit(base)
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    kind = http.client.HTTPSConnection if site.scheme == "https" else http.client.HTTPConnection
    connection = kind(site.hostname or "", site.port, timeout=min(left, 4))
    with _ended_after(left, connection):
        connection.request("GET", path, headers={"Accept": "application/json", "User-Agent": "Casebook"})
        with connection.getresponse() as answer:
            body = answer.read(LARGEST + 1) if answer.status == 200 else b""
            if len(body) > LARGEST:
                raise ValueError("too large")
            return answer.status, body


@contextmanager
def _ended_after(seconds: float, connection: http.client.HTTPConnection) -> Iterator[None]:
    """Close the connection after some seconds: a timeout of the socket only limits single waits."""

    def end() -> None:
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        connection.close()
