"""Tests of the limits on password guesses, on every form and from many addresses."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"
DOORS = ["login", "admin:login"]


def guess(client, door, name, password="guess", **where):
    return client.post(reverse(door), {"username": name, "password": password}, **where).status_code


@pytest.mark.parametrize("door", DOORS)
def test_guessing_comes_to_an_end_at_every_door(client, staff, door):
    assert [guess(client, door, "keeper") for _guess in range(11)] == [200] * 10 + [429]
    for other in DOORS:
        assert guess(client, other, "keeper", PASSWORD) == 429, "the counts are the same"
        assert guess(client, other, "somebody else") == 200
    answer = client.post(reverse(door), {"username": "Keeper", "password": PASSWORD})
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 300


@pytest.mark.parametrize("door", DOORS)
def test_a_network_guesses_with_all_of_its_addresses(client, staff, door):
    for number in range(10):
        guess(client, door, "keeper", REMOTE_ADDR=f"2001:db8:0:1::{number:x}")
    assert guess(client, door, "keeper", REMOTE_ADDR="2001:db8:0:1:ffff::1") == 429
    assert guess(client, door, "keeper", REMOTE_ADDR="2001:db8:0:2::1") == 200


@pytest.mark.parametrize("door", DOORS)
def test_signing_in_rightly_uses_up_no_guesses(client, staff, door):
    for _time in range(12):
        assert guess(client, door, "keeper", PASSWORD) == 302
        client.logout()


def test_a_player_is_not_let_into_the_administration_and_is_counted(client, alice):
    answers = [guess(client, "admin:login", "alice", PASSWORD) for _guess in range(11)]
    assert answers == [200] * 10 + [429]


@pytest.mark.parametrize(
    ("where", "field", "more"),
    [
        ("account", "password", {"email": ""}),
        ("account-delete", "password", {"confirmation": "alice"}),
        ("password-change", "old_password", {"new_password1": "x" * 12, "new_password2": "x" * 12}),
    ],
)
def test_a_password_is_not_guessed_from_within(as_alice, alice, where, field, more):
    answers = [as_alice.post(reverse(where), {field: "guess", **more}).status_code for _guess in range(11)]
    assert answers == [200] * 10 + [429]
