"""Tests of the API of marked cards."""

import pytest
from rest_framework.test import APIClient

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(alice: User) -> APIClient:
    made = APIClient()
    made.force_authenticate(alice)
    return made


def test_marks_are_set_by_any_printing_and_listed(api: APIClient, bob: User):
    at = "/api/v1/cards/01520/mark/"
    assert api.get(at).json() == {"card": "01020", "favourite": False, "tags": []}
    assert api.patch(at, {"favourite": True}, format="json").json()["favourite"] is True
    marked = {"card": "01020", "favourite": True, "tags": ["solo"]}
    assert api.patch(at, {"tags": ["Solo", "solo "]}, format="json").json() == marked
    assert api.get("/api/v1/marks/").json()["results"] == [marked]
    assert api.get("/api/v1/cards/?q=favourite:yes tag:solo").json()["count"] == 1
    other = APIClient()
    other.force_authenticate(bob)
    assert other.get("/api/v1/marks/").json()["results"] == []
    assert other.get(at).json()["favourite"] is False
    api.patch(at, {"favourite": False, "tags": []}, format="json")
    assert api.get("/api/v1/marks/").json()["count"] == 0


def test_what_is_wrong_is_refused(api: APIClient):
    at = "/api/v1/cards/01020/mark/"
    for body in ({"tags": ["x" * 41]}, {"tags": [str(n) for n in range(11)]}, {"tags": ["a(b"]}):
        assert api.patch(at, body, format="json").status_code in (400, 409)
    assert api.patch(at, {"favourite": "perhaps"}, format="json").status_code == 400
    assert api.get("/api/v1/cards/nothing/mark/").status_code == 404
    assert api.get("/api/v1/marks/").json()["count"] == 0
    assert APIClient().get(at).status_code == 401
