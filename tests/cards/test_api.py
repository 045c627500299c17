"""Tests of the API for the catalogue and collections, and of who may read them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.services import create_guest
from cards.collections import selectors as collection_selectors
from cards.models import CardText
from cards.services import collections as collection_services

pytestmark = pytest.mark.django_db


@pytest.fixture
def anyone() -> Client:
    return Client()


@pytest.fixture
def collection(alice):
    made = collection_services.create_collection(owner=alice, name="Shelf")
    collection_services.set_boxes(collection=made, counts={"core": 1})
    return made


def send(client: Client, method: str, address: str, data=None):
    return getattr(client, method)(address, data, content_type="application/json")


def test_cards_are_searched(anyone):
    answer = anyone.get("/api/v1/cards/?q=shriv&sort=level").json()
    assert answer["count"] == 3
    assert [card["level"] for card in answer["results"]] == [0, 3, 5]
    assert answer["results"][0]["printings"][0]["pack"] == "core"


def test_cards_come_in_pages_with_a_constant_number_of_queries(anyone, django_assert_max_num_queries):
    anyone.get("/api/v1/cards/")
    with django_assert_max_num_queries(4):
        answer = anyone.get("/api/v1/cards/?page_size=500&page=2").json()
    assert len(answer["results"]) == 500
    assert answer["previous"]


@pytest.mark.parametrize("page", ["0", "99999", "-1", "abc", "9" * 400])
def test_absurd_pages_are_not_found(anyone, page):
    answer = anyone.get(f"/api/v1/cards/?page={page}")
    assert answer.status_code == 404
    assert answer.json()["error"]["message"]


def test_unknown_filter_values_are_named(anyone):
    answer = anyone.get("/api/v1/cards/?class=pirate&level=9")
    assert answer.status_code == 400
    assert set(answer.json()["error"]["fields"]) == {"class", "level"}


def test_a_card_is_found_by_any_printing(anyone):
    answer = anyone.get("/api/v1/cards/60169/").json()
    assert answer["card"]["code"] == "01025"
    assert [printing["code"] for printing in answer["card"]["printings"]] == [
        "01025",
        "01525",
        "12025",
        "60119",
        "60169",
    ]
    assert {"investigator": "01001", "way": "free"} in answer["usable_by"]
    assert anyone.get("/api/v1/cards/nonsense/").status_code == 404


def test_a_card_comes_with_its_relations(anyone):
    answer = anyone.get("/api/v1/cards/02021/").json()
    assert answer["researched"] == ["02262", "02263", "02264", "51004"]
    assert anyone.get("/api/v1/cards/02262/").json()["researched_from"] == "02021"
    assert anyone.get("/api/v1/cards/06113/").json()["bonded_to"] == ["06112", "06236", "06237", "06238"]
    assert "06113" in anyone.get("/api/v1/cards/06236/").json()["bonded"]
    assert anyone.get("/api/v1/cards/03009/").json()["faces"] == ["03009b"]
    assert anyone.get("/api/v1/cards/60233/").json()["taboo"][0]["forbidden"] is True
    assert anyone.get("/api/v1/cards/02010/").json()["card"]["cost"] == "X"


def test_a_card_shows_imported_text_in_the_readers_language(anyone, german):
    CardText.objects.create(printing_id="01016", language="en", text="Fight.")
    CardText.objects.create(printing_id="01016", language="de", text="Kämpfen.")
    german = anyone.get("/api/v1/cards/01016/", headers={"Accept-Language": "de"}).json()
    assert [text["text"] for text in german["texts"]] == ["Kämpfen."]
    assert [text["text"] for text in anyone.get("/api/v1/cards/01016/").json()["texts"]] == ["Fight."]


def test_products_are_listed(anyone, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        assert anyone.get("/api/v1/packs/?page_size=200").json()["count"] == 114
    assert anyone.get("/api/v1/packs/dwlp/").json()["reprints"][0] == "dwl"
    assert anyone.get("/api/v1/cycles/").json()["count"] == 19


def test_investigators_are_listed_with_their_options(anyone, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        answer = anyone.get("/api/v1/investigators/?page_size=200").json()
    assert answer["count"] == 97
    roland = anyone.get("/api/v1/investigators/01501/").json()
    assert roland["code"] == "01001"
    assert roland["options"][1]["facts"] == {"classes": ["seeker"], "level": [0, 2]}
    assert anyone.get("/api/v1/investigators/01016/").status_code == 404


def test_pools_are_listed(anyone):
    pool = anyone.get("/api/v1/investigators/02001/pool/").json()
    assert (len(pool["free"]), len(pool["limited"])) == (341, 467)
    assert anyone.get("/api/v1/investigators/01016/pool/").status_code == 404


def test_taboo_lists_are_listed(anyone):
    assert anyone.get("/api/v1/taboo-lists/").json()["results"][0]["code"] == "010"
    assert len(anyone.get("/api/v1/taboo-lists/010/").json()["entries"]) == 91


def test_collections_need_a_user(anyone, collection):
    assert anyone.get("/api/v1/collections/").status_code == 401
    assert anyone.get(f"/api/v1/collections/{collection.pk}/").status_code == 401
    assert anyone.get("/api/v1/cards/?owned=yes").status_code == 400


def test_a_collection_from_beginning_to_end(as_alice):
    made = send(as_alice, "post", "/api/v1/collections/", {"name": "Attic"})
    assert made.status_code == 201
    here = f"/api/v1/collections/{made.json()['id']}/"
    assert send(as_alice, "patch", here + "packs/", {"packs": {"core": 2}}).json()["packs"] == {"core": 2}
    assert send(as_alice, "post", here + "cycle/", {"cycle": "dwl"}).json()["packs"] == {
        "core": 2,
        "dwlp": 1,
        "dwlc": 1,
    }
    assert send(as_alice, "put", here + "rewards/", {"rewards": ["12181"]}).json()["rewards"] == ["12181"]
    copies = as_alice.get(here + "copies/01020/").json()
    assert copies["copies"] == 2
    assert {"pack": "rcore", "boxes": 0, "copies": 2, "owned": 0} in copies["boxes"]
    assert send(as_alice, "patch", here, {"name": "Cellar"}).json()["name"] == "Cellar"
    exported = as_alice.get(here + "export/").json()
    again = send(
        as_alice, "post", "/api/v1/collections/import/", {**exported, "packs": {"zzz": 1, "core": 1}}
    )
    assert again.status_code == 201
    assert again.json()["collection"]["name"] == "Cellar (2)"
    assert again.json()["unknown"] == ["zzz"]
    assert as_alice.delete(here).status_code == 204
    assert as_alice.get(here).status_code == 404


def test_owned_cards_can_be_searched(as_alice, collection):
    owned = as_alice.get("/api/v1/cards/?owned=yes&page_size=500").json()
    assert owned["count"] == as_alice.get("/api/v1/cards/?pack=core").json()["count"]
    assert as_alice.get(f"/api/v1/cards/?owned=no&collection={collection.pk}&q=machete").json()["count"] == 0
    assert as_alice.get("/api/v1/cards/?owned=yes&collection=x").status_code == 400
    assert as_alice.get(f"/api/v1/cards/?owned=yes&collection={'9' * 30}").status_code == 400


@pytest.mark.parametrize("method", ["get", "patch", "delete"])
def test_strangers_find_nothing(as_mallory, collection, method):
    assert (
        send(as_mallory, method, f"/api/v1/collections/{collection.pk}/", {"name": "Mine"}).status_code == 404
    )


@pytest.mark.parametrize(
    ("method", "part"),
    [
        ("patch", "packs/"),
        ("post", "cycle/"),
        ("put", "rewards/"),
        ("get", "copies/01020/"),
        ("get", "shares/"),
        ("post", "shares/"),
        ("delete", "shares/alice/"),
        ("get", "export/"),
    ],
)
def test_strangers_find_no_part_either(as_mallory, collection, method, part):
    address = f"/api/v1/collections/{collection.pk}/{part}"
    assert send(as_mallory, method, address, {"packs": {}, "cycle": "dwl"}).status_code == 404
    assert collection_selectors.packs_owned(collection) == {"core": 1}


def test_a_guest_cannot_share(client, bob):
    guest = create_guest()
    client.force_login(guest)
    collection = collection_services.create_collection(owner=guest, name="Shelf")
    answer = send(client, "post", f"/api/v1/collections/{collection.pk}/shares/", {"username": "bob"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "collection")
    assert not collection.shares.exists()


def test_a_file_is_no_collection_in_json(as_alice):
    sent = {"packs": SimpleUploadedFile("shelf.json", b"{}")}
    assert as_alice.post("/api/v1/collections/import/", sent).status_code == 400


def test_friends_read_or_edit_but_do_not_decide(as_alice, as_bob, collection):
    here = f"/api/v1/collections/{collection.pk}/"
    assert send(as_alice, "post", here + "shares/", {"username": "bob"}).status_code == 201
    assert as_bob.get(here).status_code == 404
    invited = as_bob.get("/api/v1/collections/invitations/").json()
    assert invited == [
        {"collection": collection.pk, "name": collection.name, "owner": "alice", "may_edit": False}
    ]
    assert as_bob.post(f"/api/v1/collections/invitations/{collection.pk}/").status_code == 200
    assert as_bob.get(here).json()["may_edit"] is False
    assert send(as_bob, "patch", here + "packs/", {"packs": {"dwl": 1}}).status_code == 404
    send(as_alice, "post", here + "shares/", {"username": "bob", "may_edit": True})
    assert send(as_bob, "patch", here + "packs/", {"packs": {"dwl": 1}}).json()["may_edit"] is True
    for method, part in (("patch", ""), ("delete", ""), ("get", "shares/")):
        assert send(as_bob, method, here + part, {"name": "Bob's"}).status_code == 404
    assert as_alice.get(here + "shares/").json() == [{"username": "bob", "may_edit": True, "accepted": True}]
    assert as_alice.delete(here + "shares/bob/").status_code == 204
    assert as_bob.get(here).status_code == 404


def test_an_invitation_can_be_declined_only_by_the_invited(as_alice, as_bob, as_mallory, collection):
    send(as_alice, "post", f"/api/v1/collections/{collection.pk}/shares/", {"username": "bob"})
    invitation = f"/api/v1/collections/invitations/{collection.pk}/"
    assert as_mallory.post(invitation).status_code == 404
    assert as_mallory.get("/api/v1/collections/invitations/").json() == []
    assert as_bob.delete(invitation).status_code == 204
    assert as_bob.post(invitation).status_code == 404


def test_lists_of_collections_take_few_queries(as_alice, alice, django_assert_max_num_queries):
    for number in range(5):
        made = collection_services.create_collection(owner=alice, name=f"Shelf {number}")
        collection_services.set_boxes(collection=made, counts={"core": 1, "dwl": 1})
    with django_assert_max_num_queries(7):
        assert as_alice.get("/api/v1/collections/").json()["count"] == 5


@pytest.mark.parametrize(
    ("method", "part", "data"),
    [
        ("post", "", {"name": ""}),
        ("post", "", {"name": "x" * 101}),
        ("post", "", {}),
        ("post", "", []),
        ("post", "import/", {"packs": 3}),
        ("post", "import/", [1, 2]),
        ("post", "import/", {"packs": {"core": 10**9}}),
    ],
)
def test_broken_requests_are_explained(as_alice, method, part, data):
    answer = send(as_alice, method, f"/api/v1/collections/{part}", data)
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize("data", [{"packs": {"zzz": 1}}, {"packs": {"core": 100}}, {"packs": []}, {}, []])
def test_broken_counts_change_nothing(as_alice, collection, data):
    assert send(as_alice, "patch", f"/api/v1/collections/{collection.pk}/packs/", data).status_code == 400
    assert collection_selectors.packs_owned(collection) == {"core": 1}
