"""Tests of the API with random input: responses have one format, and never report a server error."""

import json
import re

import pytest
from django.test import Client

from tests.described import all_operations, api_schema

pytestmark = pytest.mark.django_db
HOSTILE_BODIES = [
    *("null", "[]", "7", '"text"', "{", '{"a":' * 5000, '{"name": "\\u0000"}', '{"name": "\\ud800"}', "NaN"),
    json.dumps(
        {name: value for value in (None, 10**400, -1, [[]], {"a": {}}) for name in ("name", "slots", "meta")}
    ),
]
HOSTILE_PARTS = ["0", "-1", "9" * 40, "x" * 300, "%00", "..", "%F0%28%8C%28", "'\"<script>"]


def assert_sound(answer):
    assert answer.status_code < 500, answer.content[:500]
    if answer.status_code >= 400 and answer["Content-Type"] == "application/json":
        assert answer.json()["error"]["message"]


@pytest.mark.parametrize("operation", all_operations(), ids=lambda operation: operation.label)
def test_what_fits_no_schema_is_refused(operation, as_alice, client):
    request_everything(as_alice, operation)
    assert_sound(client.generic(operation.method, re.sub(r"{\w+}", "0", operation.full_path)))


def request_everything(visitor: Client, operation) -> None:
    method = operation.method.upper()
    plain = re.sub(r"{\w+}", "0", operation.full_path)
    for part in HOSTILE_PARTS:
        if "{" in operation.full_path:
            assert_sound(visitor.generic(method, re.sub(r"{\w+}", part, operation.full_path)))
        for name in ("page", "page_size", "q"):
            assert_sound(visitor.generic(method, plain, query_params={name: part}))
    if method != "GET":
        for body in HOSTILE_BODIES:
            assert_sound(visitor.generic(method, plain, body, "application/json"))


def test_every_operation_has_a_summary():
    """The summary must not be the text of a base class, which describes the code."""
    descriptions = {
        f"{method.upper()} {path}": found.get("summary", "")
        for path, methods in api_schema().raw_schema["paths"].items()
        for method, found in methods.items()
    }
    assert [where for where, words in descriptions.items() if not words] == []
    assert [where for where, words in descriptions.items() if "views" in words] == []
    assert descriptions["POST /api/v1/check"].startswith("Judge a deck in ArkhamDB's JSON")


@pytest.mark.parametrize("address", ["/api/", "/api/v1/"])
def test_who_guesses_the_address_finds_the_description(client, address):
    assert client.get(address, follow=True).redirect_chain == [("/api/v1/docs/", 302)]


@pytest.mark.parametrize("form", ["json", "xml"])
def test_a_format_in_the_address_changes_nothing(client, form):
    """All responses are JSON; the parameter changes nothing."""
    assert client.get("/api/v1/cycles/", {"format": form}).json() == client.get("/api/v1/cycles/").json()
