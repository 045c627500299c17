"""Tests of the errors that any request can meet: each operation documents exactly those that it can return.

A response with an undocumented status fails by itself (`tests.described`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from accounts.services import BACKEND
from cards import adapters
from tests.described import api_schema, operations_at
from tests.web.world import ADDRESSES, World
from web.api.error_schema import ERRORS

pytestmark = pytest.mark.django_db


def operations(world: World) -> Iterator[tuple[str, str, set[int]]]:
    """Every operation: its method, the URL of an existing object, and its statuses."""
    for name in ADDRESSES:
        if name.startswith("api-"):
            address = world.path(name)
            for method, operation in (operations_at(address)).items():
                yield method.upper(), address, {int(status) for status in operation["responses"]}


def differing(
    world: World,
    status: int,
    client: Client,
    while_asking: Callable[[], AbstractContextManager[None]] = nullcontext,
    **request: Any,
) -> list[str]:
    """Return the operations that document this status and do not return it, or the reverse."""
    found = []
    for method, address, documented in operations(world):
        with transaction.atomic():
            with while_asking():
                answer = client.generic(method, address, **request)
            transaction.set_rollback(True)
        if (answer.status_code == status) is not (status in documented):
            found.append(f"{method} {address}: {answer.status_code}")
    return found


@pytest.fixture
def owner(world: World) -> Client:
    client = Client()
    client.force_login(world.users["owner"], backend=BACKEND)
    return client


def test_all_operations_are_tried(world):
    paths = api_schema().raw_schema["paths"].values()
    assert len(list(operations(world))) == sum(len(methods) for methods in paths) > 100


def test_text_that_is_not_text(world, owner):
    assert differing(world, 400, owner, QUERY_STRING="any=%00") == []


def test_a_wrong_key(world):
    assert differing(world, 401, Client(headers={"authorization": "Bearer no-such-key"})) == []


def test_a_session_without_its_token(world):
    """The check also applies to users who may not read the object."""
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(world.users["owner"], backend=BACKEND)
    wrong = differing(world, 403, strict)
    assert [line.split("/")[-2] for line in wrong] == ["invitations"], wrong


def test_a_format_that_there_is_not(world):
    client = Client(headers={"accept": "image/png"})
    client.force_login(world.users["owner"], backend=BACKEND)
    assert differing(world, 406, client) == []


def test_too_large_a_body(world, owner, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    assert differing(world, 413, owner, data=b"x" * 1001, content_type="application/json") == []


def test_a_body_in_another_format(world, owner):
    assert differing(world, 415, owner, data="a,b", content_type="text/csv") == []


def test_too_many_requests(world, owner, monkeypatch):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "0/min", "user": "0/min"})
    assert differing(world, 429, owner) == []


def test_a_database_that_is_away(world, owner, monkeypatch):
    """The process has just started and has not loaded the cards yet."""
    monkeypatch.setattr(adapters, "_held", None)
    adapters.forget()

    def fail(*query: Any) -> None:
        raise OperationalError("unable to open database file")

    assert differing(world, 503, owner, lambda: connection.execute_wrapper(fail)) == []


def test_what_is_documented_has_a_name_and_a_meaning():
    shared = api_schema().raw_schema["components"]["responses"]
    assert sorted(shared) == sorted(error.name for error in ERRORS.values())
    assert all(response["description"] for response in shared.values())
