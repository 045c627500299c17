"""An export is one file, or several where one would be too large; together they hold everything once."""

import json

import pytest
from django.urls import reverse

from accounts import export

pytestmark = pytest.mark.django_db
BOOKS = [f"Volume {number}" for number in range(1, 8)]


@pytest.fixture
def many(alice, things, monkeypatch):
    things.books[alice.pk] = list(BOOKS)
    monkeypatch.setattr(export, "LARGEST_PART", 3)


def test_a_small_account_is_one_file(as_alice, alice, things):
    things.books[alice.pk] = BOOKS[:3]
    exported = json.loads(as_alice.get(reverse("account-export")).content)
    assert exported["books"] == BOOKS[:3]
    assert "parts" not in exported


def test_a_large_one_has_parts_that_hold_everything_once(as_alice, many):
    exported = [json.loads(as_alice.get(reverse("account-export"), {"part": n}).content) for n in (1, 2, 3)]
    assert [book for part in exported for book in part["books"]] == BOOKS
    assert [(part["part"], part["parts"]) for part in exported] == [(1, 3), (2, 3), (3, 3)]
    assert all(part["account"]["username"] == "alice" for part in exported)


@pytest.mark.parametrize("part", ["0", "4", "-1", "x", "9" * 40, ""])
def test_there_are_no_other_parts(as_alice, many, part):
    assert as_alice.get(reverse("account-export"), {"part": part}).status_code == 404
    assert as_alice.get(reverse("api-account-export"), {"part": part}).status_code == 404


def test_the_api_gives_the_same_parts(as_alice, many):
    assert as_alice.get(reverse("api-account-export"), {"part": 3}).json()["books"] == BOOKS[6:]


@pytest.mark.parametrize("name", ["account", "account-delete"])
def test_pages_lead_to_every_part(as_alice, many, name):
    words = as_alice.get(reverse(name)).content.decode()
    address = reverse("account-export")
    assert all(f'href="{address}{part}"' in words for part in ("", "?part=2", "?part=3"))
    assert "part 1 of 3" in words


def test_what_is_larger_than_a_part_is_a_part(alice, things, monkeypatch):
    things.books[alice.pk] = list(BOOKS)
    monkeypatch.setattr(things, "sizes", lambda user: [(0, 1), (1, 9), (2, 1)])
    monkeypatch.setattr(export, "LARGEST_PART", 3)
    assert [part["books"] for part in export.parts_of(alice)] == [[0], [1], [2]]
