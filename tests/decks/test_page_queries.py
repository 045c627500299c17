"""Tests that the number of queries of a page does not grow with its content."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from cards.services.collections import create_collection, set_boxes
from decks import services
from decks.example import save_example
from decks.models import Deck

pytestmark = pytest.mark.django_db

#: The URL and the most queries of each page, including those for the session and the user.
PAGES = [
    ("/decks/", 15),
    ("/decks/?q=grease&legal=yes&sort=name", 15),
    ("/decks/public/", 6),
    ("/decks/public/?q=grease&card=machete&tag=solo", 6),
    ("/decks/deleted/", 6),
    ("/decks/new/", 8),
    ("/decks/new/06002/", 4),
    ("/decks/import/", 4),
    ("/decks/example/", 4),
    ("/decks/compare/?a={id}&b={id}", 14),
    ("/decks/{id}/", 12),
    ("/decks/{id}/print/", 8),
    ("/decks/{id}/pull/", 10),
    ("/decks/{id}/share/", 6),
    ("/decks/{id}/export/json/", 8),
    ("/decks/{id}/export/json/?history=1", 8),
    ("/decks/{id}/edit/", 14),
    ("/decks/{id}/edit/state/", 10),
    ("/decks/{id}/edit/settings/", 8),
    ("/decks/{id}/edit/notes/", 8),
    ("/decks/{id}/edit/card/12020/", 9),
    ("/decks/{id}/edit/why/01060/", 8),
    ("/decks/{id}/edit/weakness/", 10),
    ("/decks/{id}/upgrade/", 8),
    ("/d/{token}/", 12),
    ("/api/v1/decks/", 6),
    ("/api/v1/decks/public/", 6),
    ("/api/v1/decks/{id}/", 6),
    ("/api/v1/decks/{id}/versions/", 6),
    ("/api/v1/decks/{id}/verdict/", 6),
    ("/api/v1/decks/{id}/pull-list/", 10),
    ("/api/v1/decks/{id}/export/?history=true", 8),
]


def questions(client: Client, address: str) -> int:
    """Return the queries of a page's second request, without the periodic check of the catalogue."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200, address
    return len([query for query in queries if "cards_catalogueversion" not in query["sql"]])


def grow(owner: User, deck: Deck, numbers: range) -> None:
    """Add decks, versions, edits, tags and boxes; and published, archived and deleted decks."""
    for number in numbers:
        others = [services.clone_deck(deck, owner=owner, name=f"Grease {number}") for _each in range(3)]
        for other in others:
            services.set_tags(other, tags=[f"tag {number}", "solo"])
            services.set_folder(other, folder=f"folder {number}")
            services.publish(other)
        services.delete_deck(others[0])
        services.archive(others[1])
        services.begin_upgrade(deck, experience=4)
        services.buy(deck, code="12028", replaces="12017") if number == 0 else None
        services.finish_upgrade(deck)
        for code in ("12087", "12090"):
            services.set_quantity(deck, code=code, quantity=number + 1)
            services.annotate(deck, code=code, text=f"remark {number}")
            services.set_quantity(deck, code=code, quantity=number + 1, where="side")
            services.set_quantity(deck, code=code, quantity=0)
        services.set_tags(deck, tags=[f"tag {n}" for n in range(number + 1)])
        collection = create_collection(owner=owner, name=f"Boxes {number}")
        set_boxes(collection=collection, counts={"core_2026": 1, "dwl": 1})


def test_every_page_makes_as_many_queries_for_little_as_for_plenty(as_alice, alice):
    deck = services.publish(save_example(alice))

    def counted() -> dict[str, int]:
        found = ((page, page.format(id=deck.public_id, token=deck.share_token)) for page, _most in PAGES)
        return {page: questions(as_alice, at) for page, at in found}

    grow(alice, deck, range(1))
    before = counted()
    grow(alice, deck, range(1, 5))
    after = counted()
    assert {page: (n, before[page]) for page, n in after.items() if n > before[page]} == {}
    assert {page: (after[page], most) for page, most in PAGES if after[page] > most} == {}


@pytest.mark.parametrize("address", ["/decks/", "/decks/public/", "/decks/deleted/"])
def test_lists_read_neither_cards_nor_notes(as_alice, alice, address):
    kept, gone = (services.create_deck(owner=alice, investigator="01001") for _ in range(2))
    services.publish(kept)
    Deck.objects.filter(pk=gone.pk).update(deleted_at=kept.changed)
    with CaptureQueriesContext(connection) as queries:
        page = as_alice.get(address)
    assert "Roland Banks" in page.content.decode()
    assert not [query for query in queries if '"slots"' in query["sql"] or '"notes"' in query["sql"]]
