"""Tests of every URL with every role and method: access is as in `permission_table`.

Requests are really sent. A refused request writes nothing to the database, reading writes nothing, and no
response contains private data of other users.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.services import BACKEND
from decks import services
from tests.web.permission_table import OPEN_WHEN_PUBLISHED, ROLES, TABLE_OF_ADDRESSES
from tests.web.world import ADDRESSES, MARK, World

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WRITES = re.compile(r'^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)')
#: What an invitation shows to everyone with the link.
SHOWN_BY_LINK = {
    "campaign-join": ["Xyzzyva campaign"],
    "game-join": ["Xyzzyva table"],
    "campaign-chronicle-shared": ["Xyzzyva campaign"],
    "epic-join": ["Xyzzyva event", "Xyzzyva group"],
}
#: Tables in which a visit may be saved.
SESSIONS = {"django_session"}


# --- Addresses ------------------------------------------------------------------------------------------


def spread(table: Iterable[tuple[str, str, str]]) -> Iterator[tuple[tuple[str, str], str]]:
    """The lines of a table by URL and method."""
    for who, methods, names in table:
        for name in names.split():
            for method in methods.split():
                yield (name, method), who


LINES = list(spread(TABLE_OF_ADDRESSES))
EXPECTED = dict(LINES)
PUBLISHED = {**EXPECTED, **dict(spread(OPEN_WHEN_PUBLISHED))}


def test_every_address_is_in_the_table():
    listed = {name for name, _method in EXPECTED}
    assert sorted(set(ADDRESSES) - listed) == [], "say in permission_table who may do what there"
    assert sorted(listed - set(ADDRESSES)) == [], "there is no such address"
    assert len(LINES) == len(EXPECTED), "an address is listed twice"
    assert all(len(who) == len(ROLES) and set(who) <= set("oshf") for who in EXPECTED.values())


# --- Requests -------------------------------------------------------------------------------------------

#: Values that a form needs to refer to an existing object.
FORMS = {"collection-unshare": {"user": "reader"}}


@contextmanager
def watched() -> Iterator[list[str]]:
    """Record the tables in which rows are changed."""
    written: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        result = execute(sql, params, many, context)
        if (found := WRITES.match(sql)) and context["cursor"].rowcount:
            written.append(found[1])
        return result

    with connection.execute_wrapper(note):
        yield written


def client_of(world: World, role: str) -> Client:
    """Return a browser of this role, as it was before the first request."""
    client = Client(raise_request_exception=False)
    if role != "anonymous":
        if role not in world.cookies:
            client.force_login(world.users[role], backend=BACKEND)
            world.cookies[role] = client.cookies
        client.cookies = world.cookies[role].copy()
    return client


def send(client: Client, name: str, method: str, path: str) -> Any:
    if method == "GET":
        return client.get(path, {"q": MARK[:5]})
    if path.startswith("/api/"):
        return client.generic(method, path, "{}", "application/json")
    form = urlencode(FORMS.get(name, {}))
    return client.generic(method, path, form, "application/x-www-form-urlencoded")


def outcome(answer: Any) -> str:
    """Return the letter of the table, or the status if there is none."""
    to_sign_in = answer.status_code == 302 and answer["Location"].startswith(reverse("login"))
    if answer.status_code == 401 or to_sign_in:
        return "s"
    known = {403: "f", 404: "h", 405: "405"}
    return known.get(answer.status_code, "o" if answer.status_code < 500 else str(answer.status_code))


def complaints(world: World, name: str, method: str, role: str, who: str | None = None) -> Iterator[str]:
    """Send the request, roll back its effects, and report what differs from the table."""
    who = who or EXPECTED.get((name, method))
    expected = {who[ROLES.index(role)]} if who else {"405"}
    if who is None and role == "anonymous":
        expected.add("s")  # some require a sign-in before they check the method
    client = client_of(world, role)
    point = transaction.savepoint()
    with watched() as written:
        answer = send(client, name, method, world.path(name))
        found, body = outcome(answer), answer.getvalue().decode(errors="replace")
    transaction.savepoint_rollback(point)
    if found not in expected:
        yield f"got {found} ({answer.status_code}), expected {' or '.join(sorted(expected))}"
    if (found != "o" or method == "GET") and set(written) - SESSIONS:
        yield f"wrote to {sorted(set(written) - SESSIONS)}"
    for secret, readers in world.secrets.items():
        shown = name in SHOWN_BY_LINK and secret in SHOWN_BY_LINK[name]
        if secret in body and role not in readers.split() and secret not in world.path(name) and not shown:
            yield f"tells “{secret}”"


def area(name: str) -> str:
    """Return the app of a URL."""
    view = ADDRESSES[name].callback
    return str(getattr(view, "cls", view).__module__).split(".")[0]


@pytest.mark.parametrize("app", sorted({area(name) for name in ADDRESSES}))
def test_the_table_holds(world, app):
    wrong = [
        f"{method} {name} as {role}: {problem}"
        for name in sorted(ADDRESSES)
        if area(name) == app
        for method in METHODS
        # A method that no role may use is refused for all: trying the lowest and the highest role is enough.
        for role in (ROLES if (name, method) in EXPECTED else ("anonymous", "owner"))
        for problem in complaints(world, name, method, role)
    ]
    assert not wrong, "\n".join(wrong)


def test_a_published_deck_is_read_and_copied_by_anybody_and_changed_by_its_owner(world):
    services.publish(world.deck)
    for secret in (f"{MARK} deck", f"{MARK} notes", str(world.deck.share_token)):
        world.secrets.pop(secret, None)
    wrong = [
        f"{method} {name} as {role}: {problem}"
        for name, method in EXPECTED
        if {"deck", "deck_id"} & world.needs(name) and name not in world.special
        for role in ROLES
        for problem in complaints(world, name, method, role, PUBLISHED[name, method])
    ]
    assert not wrong, "\n".join(wrong)
