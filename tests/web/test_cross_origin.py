"""Tests of requests from other sites: what is public is open to all, what belongs to a user to none."""

import pytest

from tests.web.permission_table import TABLE_OF_ADDRESSES

pytestmark = pytest.mark.django_db

ORIGIN = {"HTTP_ORIGIN": "https://elsewhere.example"}
OPEN = [
    "/api/public/card/01020", "/api/public/cards/core", "/api/v1/cards/", "/api/v1/cards/01020/",
    "/api/v1/packs/", "/api/v1/cycles/", "/api/v1/investigators/", "/api/v1/taboo-lists/",
    "/api/v1/decks/public/", "/api/v1/parties/", "/api/v1/schema/",
]  # fmt: skip
CLOSED = [
    "/", "/decks/", "/api/v1/decks/", "/api/v1/collections/", "/api/v1/campaigns/", "/api/v1/account/",
    "/api/v1/jobs/", "/api/v1/decks/import/", "/admin/login/",
]  # fmt: skip


@pytest.mark.parametrize("address", OPEN)
def test_what_is_public_is_read_from_anywhere(client, address):
    answer = client.get(address, **ORIGIN)
    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer, "nobody acts as the user of this site"


@pytest.mark.parametrize("address", CLOSED)
def test_what_belongs_to_a_user_is_not(client, address):
    assert "Access-Control-Allow-Origin" not in client.get(address, **ORIGIN)
    preflight = client.options(address, HTTP_ACCESS_CONTROL_REQUEST_METHOD="POST", **ORIGIN)
    assert "Access-Control-Allow-Origin" not in preflight


@pytest.mark.parametrize("address", ["/api/v1/check", "/api/v1/check/party", "/api/v1/price"])
@pytest.mark.parametrize("body", ["application/json", "application/x-ndjson"])
def test_a_browser_may_send_decks_to_be_judged(client, address, body):
    preflight = client.options(
        address,
        HTTP_ACCESS_CONTROL_REQUEST_METHOD="POST",
        HTTP_ACCESS_CONTROL_REQUEST_HEADERS="content-type",
        **ORIGIN,
    )
    assert (preflight.status_code, preflight["Access-Control-Allow-Origin"]) == (200, "*")
    assert "POST" in preflight["Access-Control-Allow-Methods"]
    assert "content-type" in preflight["Access-Control-Allow-Headers"]
    assert "authorization" not in preflight["Access-Control-Allow-Headers"]
    answer = client.post(address, "nonsense", content_type=body, **ORIGIN)
    assert answer["Access-Control-Allow-Origin"] == "*", "errors can be read, too"


def test_without_an_origin_nothing_is_added(client):
    assert "Access-Control-Allow-Origin" not in client.get("/api/v1/decks/")


def test_every_open_address_without_a_login_was_considered():
    """For each of them, `config.api` decides whether other sites may use it."""
    opened = {
        name
        for who, methods, names in TABLE_OF_ADDRESSES
        for name in names.split()
        if set(who) == {"o"} and name.startswith(("api-", "arkhamdb-")) and methods in ("GET", "POST")
    }
    assert opened == {
        *("api-schema", "api-docs", "api-campaign-file-template", "api-guides"),
        *("api-card-list", "api-card-detail", "api-cycle-list", "api-pack-list", "api-pack-detail"),
        *("api-investigator-list", "api-investigator-detail", "api-investigator-pool"),
        *("api-taboo-list", "api-taboo-detail", "api-deck-public", "api-deck-shared"),
        *("api-party-list", "api-party-detail"),
        *("api-check", "api-check-party", "api-price", "api-deck-import-preview"),
        *("arkhamdb-card", "arkhamdb-cards", "arkhamdb-pack-cards", "arkhamdb-decklists"),
    }
