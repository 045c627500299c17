"""Tests of the check that responses match the schema."""

from __future__ import annotations

import json

import pytest
from django.http import HttpResponse
from rest_framework.response import Response

from accounts.api.views import Account

pytestmark = pytest.mark.django_db

ACCOUNT = {
    "username": "alice",
    "email": "",
    "is_guest": False,
    "language": "",
    "theme": "system",
    "date_joined": "2026-01-01T00:00:00Z",
}


def answering(monkeypatch: pytest.MonkeyPatch, response: HttpResponse) -> None:
    monkeypatch.setattr(Account, "get", lambda self, request: response)


@pytest.mark.parametrize(
    "response",
    [
        pytest.param(Response(ACCOUNT), id="as documented"),
        pytest.param(Response({"error": {"code": "invalid", "message": "No."}}, status=400), id="an error"),
        pytest.param(
            Response({"error": {"code": "stale", "message": "No.", "revision": 7}}, status=400),
            id="an error with facts",
        ),
    ],
)
def test_what_is_documented_is_fine(as_alice, monkeypatch, response):
    answering(monkeypatch, response)
    assert as_alice.get("/api/v1/account/").status_code == response.status_code


@pytest.mark.parametrize(
    ("response", "complaint"),
    [
        pytest.param(Response(ACCOUNT, status=202), "Undocumented status code", id="another success"),
        pytest.param(Response({}, status=409), "Undocumented status code", id="another error"),
        pytest.param(Response({**ACCOUNT, "email": None}), "violates schema", id="null for a text"),
        pytest.param(Response({"username": "alice"}), "violates schema", id="fields are missing"),
        pytest.param(Response([]), "violates schema", id="a list for an object"),
        pytest.param(Response({"detail": "No."}, status=401), "violates schema", id="another shape of error"),
        pytest.param(
            Response({"error": {"code": "No!", "message": "No."}}, status=400),
            "violates schema",
            id="no code",
        ),
        pytest.param(Response({"error": {"code": "no"}}, status=400), "violates schema", id="no message"),
        pytest.param(HttpResponse(json.dumps(ACCOUNT)), "Undocumented Content-Type", id="HTML"),
        pytest.param(
            Response({"error": {"code": "throttled", "message": "No."}}, status=429),
            "Retry-After",
            id="a header is missing",
        ),
    ],
)
def test_what_is_not_documented_is_found(as_alice, monkeypatch, response, complaint):
    answering(monkeypatch, response)
    with pytest.raises(BaseExceptionGroup, match=complaint):
        as_alice.get("/api/v1/account/")
