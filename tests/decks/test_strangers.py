"""Tests that other users can neither see nor change a deck at any of its URLs."""

from collections.abc import Iterator
from itertools import product

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from decks import services
from decks.models import Deck, DeckVersion, Edit, Purchase

pytestmark = pytest.mark.django_db

METHODS = ("get", "post", "put", "patch", "delete")
#: Allowed answers: not found, or method not allowed.
NOTHING = {404, 405}
FILLED = {"code": "12020", "number": "1", "form": "json", "name": "none-0"}


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in resolver.url_patterns:
        address = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from patterns(each, address)
        else:
            yield address, each


def addresses() -> list[str]:
    """Return every URL with a deck's id in it, of pages and API."""
    found = []
    for address, _pattern in patterns(get_resolver()):
        if "<uuid:deck_id>" in address or "<uuid:deck>" in address:
            for name, value in FILLED.items():
                for kind in ("str", "int"):
                    address = address.replace(f"<{kind}:{name}>", value)
            found.append("/" + address)
    return found


def everything(deck: Deck) -> list[object]:
    rows = (Deck.objects.filter(pk=deck.pk), DeckVersion.objects, Edit.objects, Purchase.objects)
    return [list(row.order_by("pk").values()) for row in rows]


@pytest.fixture
def deck(alice) -> Deck:
    deck = services.create_deck(owner=alice, investigator="12001", name="Nobody's business")
    services.set_quantity(deck, code="12020", quantity=2)
    return deck


def test_every_address_is_walked():
    found = addresses()
    assert len(found) > 60
    assert not [address for address in found if "<" in address.replace("<uuid:deck", "")]


@pytest.mark.parametrize("how", ["private", "unlisted", "deleted"])
def test_a_stranger_finds_nothing_at_any_address(deck, as_mallory, client, how):
    {"private": lambda d: d, "unlisted": services.share, "deleted": services.delete_deck}[how](deck)
    before = everything(deck)
    for address, method, who in product(addresses(), METHODS, (as_mallory, client)):
        at = address.replace("<uuid:deck_id>", str(deck.public_id)).replace(
            "<uuid:deck>", str(deck.public_id)
        )
        status = getattr(who, method)(at).status_code
        # Without an account the API answers 401 before it looks for anything.
        allowed = NOTHING | {401} if who is client and at.startswith("/api/") else NOTHING
        assert status in allowed, f"{method} {at}: {status}"
    assert everything(deck) == before


def test_a_published_deck_is_read_and_copied_but_never_changed(deck, as_mallory):
    services.publish(deck)
    before = everything(deck)
    for address, method in product(addresses(), METHODS):
        at = address.replace("<uuid:deck_id>", str(deck.public_id)).replace(
            "<uuid:deck>", str(deck.public_id)
        )
        if at.endswith("/like/") or (method == "post" and at.endswith(("/clone/", "/report/"))):
            # What readers may do with a published deck.
            continue
        status = getattr(as_mallory, method)(at).status_code
        assert status in (NOTHING if method != "get" else NOTHING | {200, 400}), f"{method} {at}: {status}"
    assert everything(deck) == before


def test_a_link_is_for_reading_and_copying_alone(deck, as_mallory):
    token = services.share(deck).share_token
    before = everything(deck)
    assert as_mallory.get(f"/d/{token}/").status_code == 200
    for method in METHODS[1:]:
        for path in ("", "print/", "export/json/"):
            assert getattr(as_mallory, method)(f"/d/{token}/{path}").status_code == 405
        assert getattr(as_mallory, method)(f"/api/v1/decks/shared/{token}/").status_code == 405
    assert everything(deck) == before


@pytest.mark.parametrize("token", ["x", "0" * 43, "%00", "é" * 9, "../../decks"])
def test_guesses_of_links_lead_nowhere(deck, client: Client, token):
    services.share(deck)
    # A URL with a character that no database can store is a bad request; all others are not found.
    status = 400 if token == "%00" else 404
    assert client.get(f"/d/{token}/").status_code == status
    assert client.post(f"/d/{token}/clone/").status_code == status
    assert client.get(f"/d/{token}/print/").status_code == status
    assert client.get(f"/d/{token}/export/json/").status_code == status
    assert client.get(f"/api/v1/decks/shared/{token}/").status_code == status
