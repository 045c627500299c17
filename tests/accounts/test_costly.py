"""Tests of rates for costly work, which pages and API share."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
UNKNOWN = "00000000-0000-0000-0000-000000000000"
PAGES = {
    "check": [
        ("POST", reverse("check")),
        ("GET", reverse("deck-compare")),
    ],
    "bulk": [
        ("POST", reverse("deck-import")),
        ("POST", reverse("deck-example")),
        ("POST", reverse("deck-bulk")),
        ("POST", reverse("deck-clone", args=[UNKNOWN])),
        ("POST", reverse("deck-shared-clone", args=["token"])),
        ("POST", reverse("campaign-example")),
        ("POST", reverse("campaign-import")),
        ("POST", reverse("campaign-new-for", args=["night-of-the-zealot"])),
        ("POST", reverse("campaign-branch", args=[UNKNOWN])),
        ("POST", reverse("campaign-transfer", args=[UNKNOWN])),
        ("POST", reverse("collection-import-new")),
        ("POST", reverse("collection-import", args=[1])),
        ("GET", reverse("account-export")),
    ],
}
OPERATIONS = {
    "check": [
        ("POST", reverse("api-check")),
        ("POST", reverse("api-check-party")),
        ("POST", reverse("api-price")),
        ("GET", reverse("api-deck-compare", args=[UNKNOWN])),
    ],
    "bulk": [
        ("POST", reverse("api-deck-import")),
        ("POST", reverse("api-deck-import-preview")),
        ("POST", reverse("api-deck-bulk")),
        ("POST", reverse("api-deck-clone", args=[UNKNOWN])),
        ("POST", reverse("api-campaigns")),
        ("POST", reverse("api-campaign-import")),
        ("POST", reverse("api-campaign-branch", args=[UNKNOWN])),
        ("POST", reverse("api-campaign-transfer", args=[UNKNOWN])),
        ("POST", reverse("api-collection-import")),
        ("GET", reverse("api-account-export")),
    ],
}
COSTLY = [
    pytest.param(scope, method, address, id=f"{method} {address}")
    for doors in (PAGES, OPERATIONS)
    for scope, rows in doors.items()
    for method, address in rows
]


@pytest.mark.parametrize(("scope", "method", "address"), COSTLY)
def test_costly_work_has_a_rate(as_alice, settings, scope, method, address):
    settings.RATES = {**settings.RATES, scope: "1/min"}
    assert as_alice.generic(method, address).status_code != 429
    answer = as_alice.generic(method, address)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60


def test_page_and_api_count_together_and_networks_apart(client, settings):
    settings.RATES = {**settings.RATES, "check": "2/min"}
    deck = {"investigator_code": "01001", "slots": {}}

    def status_from(address):
        return client.post(reverse("api-check"), deck, "application/json", REMOTE_ADDR=address).status_code

    client.post(reverse("check"), {"text": "nothing"}, REMOTE_ADDR="2001:db8::1")
    assert status_from("2001:db8::2") == 200
    assert status_from("2001:db8::3") == 429
    assert status_from("2001:db8:0:1::3") == 200


def test_players_are_counted_for_themselves_but_guests_are_not(client, as_alice, as_bob, settings):
    settings.RATES = {**settings.RATES, "bulk": "1/min"}
    assert as_alice.post(reverse("deck-example")).status_code == 302
    assert as_bob.post(reverse("deck-example")).status_code == 302
    assert client.post(reverse("deck-example")).status_code == 302, "a visitor, who is a guest from now on"
    assert client.post(reverse("deck-example")).status_code == 429
    client.logout()
    assert client.post(reverse("deck-example")).status_code == 429, "another guest, but the same network"


def test_looking_costs_nothing(as_alice, settings):
    settings.RATES = {**settings.RATES, "bulk": "1/min"}
    for _time in range(3):
        assert as_alice.get(reverse("deck-import")).status_code == 200
        assert as_alice.get(reverse("api-campaigns")).status_code == 200
