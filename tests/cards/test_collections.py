"""Tests of collections: what they contain, and who may see them."""

import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.services import bring_along, create_guest
from cards.collections import selectors as collection_selectors
from cards.collections import transfer
from cards.errors import CollectionRefused
from cards.models import Collection, CollectionShare
from cards.services import collections as collection_services
from tests.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection(alice):
    return collection_services.create_collection(owner=alice, name="Shelf")


def test_copies_add_up_over_printings_and_boxes(collection):
    collection_services.set_boxes(collection=collection, counts={"core": 2, "core_2026": 1})
    copies = collection_selectors.copies_owned(collection)
    assert copies["01020"] == 2 * 1 + 2
    assert copies["01088"] == 2 * 4 + 10
    assert "02016" not in copies


def test_a_box_of_reprints_holds_its_packs(collection):
    collection_services.set_boxes(collection=collection, counts={"dwlp": 1})
    assert collection_selectors.copies_owned(collection)["02016"] == 2
    assert "02061" not in collection_selectors.copies_owned(collection)
    collection_services.set_boxes(collection=collection, counts={"dwlc": 1})
    assert collection_selectors.copies_owned(collection)["02061"] == 1


def test_the_revised_core_set_holds_the_story_of_the_old_one(collection):
    collection_services.set_boxes(collection=collection, counts={"rcore": 1})
    copies = collection_selectors.copies_owned(collection)
    assert copies["01117"] == 1
    assert copies["01020"] == 2


def test_whereabouts_name_every_box_that_holds_a_card(collection):
    collection_services.set_boxes(collection=collection, counts={"core": 2})
    rows = {
        row.pack.code: (row.boxes, row.copies, row.owned)
        for row in collection_selectors.whereabouts("12020", collection)
    }
    assert rows == {"core": (2, 1, 2), "rcore": (0, 2, 0), "core_2026": (0, 2, 0)}
    assert collection_selectors.whereabouts("nonsense") == []


def test_whole_cycles_are_owned_in_either_format(collection):
    collection_services.set_cycle(collection=collection, cycle="dwl", count=1)
    assert collection_selectors.packs_owned(collection) == {"dwlp": 1, "dwlc": 1}
    collection_services.set_cycle(collection=collection, cycle="dwl", count=1, form="packs")
    assert len(collection_selectors.packs_owned(collection)) == 9
    collection_services.set_cycle(collection=collection, cycle="dwl", count=0, form="all")
    assert collection_selectors.packs_owned(collection) == {}
    collection_services.set_cycle(collection=collection, cycle="eoe", count=2)
    assert collection_selectors.packs_owned(collection) == {"eoep": 2, "eoec": 2}


def test_counts_are_replaced_not_added(collection):
    collection_services.set_boxes(collection=collection, counts={"core": 2})
    collection_services.set_boxes(collection=collection, counts={"core": 1, "dwl": 1})
    assert collection_selectors.packs_owned(collection) == {"core": 1, "dwl": 1}
    collection_services.set_boxes(collection=collection, counts={"core": 0})
    assert collection_selectors.packs_owned(collection) == {"dwl": 1}


@pytest.mark.parametrize("counts", [{"zzz": 1}, {"core": -1}, {"core": 100}, {"core": True}, {"core": "2"}])
def test_impossible_counts_change_nothing(collection, counts):
    collection_services.set_boxes(collection=collection, counts={"dwl": 1})
    with pytest.raises(CollectionRefused):
        collection_services.set_boxes(collection=collection, counts={"ptc": 1, **counts})
    assert collection_selectors.packs_owned(collection) == {"dwl": 1}


def test_unknown_cycles_and_formats_are_refused(collection):
    for arguments in ({"cycle": "zzz"}, {"cycle": "dwl", "form": "crates"}):
        with pytest.raises(CollectionRefused):
            collection_services.set_cycle(collection=collection, count=1, **arguments)


def test_the_collection_shows_every_product_once(collection, django_assert_max_num_queries):
    collection_services.set_boxes(collection=collection, counts={"dwlp": 1})
    collection_selectors.products_by_cycle(collection)  # The products are read once for each catalogue.
    with django_assert_max_num_queries(2):
        rows = collection_selectors.products_by_cycle(collection)
    assert sum(len(row.packs) for row in rows) == 114
    dunwich = next(row for row in rows if row.cycle.code == "dwl")
    assert [row.pack.code for row in dunwich.boxes] == ["dwlp", "dwlc"]
    assert len(dunwich.old_packs) == 7
    assert dunwich.owned == 1


def test_only_rewards_can_be_unlocked(collection):
    assert [card.code for card in collection_selectors.all_rewards()] == ["12181", "13093a"]
    collection_services.set_rewards(collection=collection, cards=["12181"])
    collection_services.set_rewards(collection=collection, cards=["12181"])
    assert collection_selectors.rewards_unlocked(collection) == {"12181"}
    with pytest.raises(CollectionRefused):
        collection_services.set_rewards(collection=collection, cards=["01016"])
    collection_services.set_rewards(collection=collection, cards=[])
    assert collection_selectors.rewards_unlocked(collection) == frozenset()


def test_strangers_see_nothing(collection, alice, bob, mallory):
    assert list(collection_selectors.collections_visible_to(alice)) == [collection]
    assert not collection_selectors.collections_visible_to(mallory)
    assert not collection_selectors.collections_visible_to(AnonymousUser())
    assert not collection_selectors.collections_editable_by(AnonymousUser())
    assert collection_selectors.usual_collection(AnonymousUser()) is None


def test_sharing_lets_others_read_or_edit(collection, alice, bob):
    collection_services.share_collection(collection=collection, username="BOB", may_edit=False)
    assert not collection_selectors.collections_visible_to(bob)
    assert collection_selectors.usual_collection(bob) is None
    collection_services.accept_share(collection_selectors.invitations_of(bob).get())
    assert not collection_selectors.invitations_of(bob)
    assert list(collection_selectors.collections_visible_to(bob)) == [collection]
    assert not collection_selectors.may_edit(collection, bob)
    collection_services.share_collection(collection=collection, username="bob", may_edit=True)
    assert collection_selectors.may_edit(collection, bob)
    assert CollectionShare.objects.count() == 1
    collection_services.unshare_collection(collection.shares.get(user=bob))
    assert not collection_selectors.collections_visible_to(bob)


@pytest.mark.parametrize("name", ["alice", "ALICE", "", "  "])
def test_sharing_needs_another_player(collection, name):
    with pytest.raises(CollectionRefused):
        collection_services.share_collection(collection=collection, username=name, may_edit=True)


def listed(collection):
    return [(share.label, share.may_edit, share.accepted) for share in collection.shares.order_by("pk")]


@pytest.mark.parametrize("name", ["bob", "nobody", "guest-x", "closed"])
def test_inviting_does_not_reveal_who_has_an_account(collection, bob, name):
    """The owner sees the same for an invitation to a player and for one to an unused name."""
    User.objects.create(username="guest-x", is_guest=True)
    User.objects.create(username="closed", is_active=False)
    for written, may_edit in ((f" {name.upper()} ", False), (name, True)):
        share = collection_services.share_collection(
            collection=collection, username=written, may_edit=may_edit
        )
        assert (share.label, share.may_edit, share.accepted) == (name.upper(), may_edit, False)
    assert listed(collection) == [(name.upper(), True, False)]
    collection_services.unshare_collection(collection_selectors.shares_called(collection, name).get())
    assert listed(collection) == []


def test_an_invitation_to_an_unknown_name_reaches_no_user(collection, bob, mallory):
    collection_services.share_collection(collection=collection, username="nobody", may_edit=True)
    for user in (bob, mallory, User.objects.create(username="nobody")):
        assert not collection_selectors.shares_with(user)
        assert not collection_selectors.collections_visible_to(user)
    # A user who took the name later is invited when the owner invites again.
    collection_services.share_collection(collection=collection, username="nobody", may_edit=True)
    assert (
        collection_selectors.invitations_of(User.objects.get(username="nobody")).get().collection
        == collection
    )
    assert listed(collection) == [("nobody", True, False)]


def test_invitations_come_to_an_end(collection, monkeypatch):
    monkeypatch.setattr(collection_services, "MOST_SHARES", 2)
    for name in ("one", "two", "TWO"):
        collection_services.share_collection(collection=collection, username=name, may_edit=False)
    with pytest.raises(CollectionRefused):
        collection_services.share_collection(collection=collection, username="three", may_edit=False)


def test_names_are_unique_for_their_owner(collection, alice, bob):
    with pytest.raises(CollectionRefused):
        collection_services.create_collection(owner=alice, name=" Shelf ")
    other = collection_services.create_collection(owner=alice, name="Attic")
    with pytest.raises(CollectionRefused):
        collection_services.rename_collection(collection=other, name="Shelf")
    collection_services.create_collection(owner=bob, name="Shelf")
    collection_services.rename_collection(collection=other, name="<b>Cellar</b>")
    assert Collection.objects.get(pk=other.pk).name == "<b>Cellar</b>"


@pytest.mark.parametrize("name", ["", "   ", "\x00", "x" * 101])
def test_names_must_be_names(alice, name):
    with pytest.raises(CollectionRefused):
        collection_services.create_collection(owner=alice, name=name)


def test_the_database_forbids_a_second_of_the_same_name(collection, alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        Collection.objects.create(owner=alice, name="Shelf")


def test_a_first_collection_is_made_when_something_is_saved(alice):
    made = collection_services.collection_for_saving(alice)
    assert collection_services.collection_for_saving(alice) == made
    assert collection_selectors.usual_collection(alice) == made


@pytest.mark.django_db(transaction=True)
def test_boxes_ticked_at_the_same_moment_go_into_one_first_collection(alice):
    found = at_once(lambda number: collection_services.collection_for_saving(alice).pk, threads=6)
    assert set(found) == {Collection.objects.get(owner=alice).pk}


def test_a_collection_survives_its_own_export(collection, bob):
    collection_services.set_boxes(collection=collection, counts={"core": 2, "dwlp": 1})
    collection_services.set_rewards(collection=collection, cards=["12181"])
    written = json.dumps(transfer.export_collection(collection))
    copy = collection_services.import_as_new(owner=bob, contents=transfer.read_contents(written))
    assert transfer.export_collection(copy) == transfer.export_collection(collection)


@pytest.mark.parametrize(
    ("written", "packs", "unknown"),
    [
        ('{"packs": {"core": 2, "zzz": 1}}', {"core": 2}, ["zzz"]),
        ('["core", "dwl", "core"]', {"core": 2, "dwl": 1}, []),
        ("core, dwl\nptc", {"core": 1, "dwl": 1, "ptc": 1}, []),
        ('\ufeff{"packs": {"core": 0}}', {}, []),
        ('{"packs": {}, "rewards": ["12181", "01016"]}', {}, ["01016"]),
    ],
)
def test_collections_come_in_several_forms(written, packs, unknown):
    contents = transfer.read_contents(written.encode())
    assert contents.packs == packs
    assert contents.unknown == unknown


@pytest.mark.parametrize(
    ("written", "names"),
    [
        (b"", "empty"),
        (b"{", "JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b'{"packs": 3}', "packs"),
        (b'{"name": "x"}', "packs"),
        (b'{"packs": {"core": -1}}', "packs.core"),
        (b'{"packs": {"core": 1.5}}', "packs.core"),
        (b'{"packs": [1]}', "packs"),
        (b'{"packs": {}, "rewards": "x"}', "rewards"),
        (b'{"packs": {}, "name": 3}', "name"),
        (b'{"packs": {}, "format": "other/1"}', "format"),
        (b"1,2,1-2,7", "numbers"),
        (b"[" * 100_000, "JSON"),
        (b'{"packs": ' + b"1" * 5000 + b"}", "JSON"),
        (b'{"packs": ["\\ud800"]}', "UTF-8"),
        (b'{"packs": {}, "name": "\\ud800"}', "UTF-8"),
        (b'{"packs": {}, "rewards": ["\\ud800"]}', "UTF-8"),
        (b"x" * 2_000_000, "large"),
    ],
)
def test_broken_files_are_refused_with_the_reason(written, names):
    with pytest.raises(CollectionRefused, match=names):
        transfer.read_contents(written)


def test_a_list_may_be_long(db):
    """A hundred thousand codes once took minutes, and more query parameters than the database allows."""
    codes = [f"p{number}" for number in range(100_000)]
    contents = transfer.read_contents(" ".join([*codes, *["core"] * 1000]))
    assert contents.packs == {"core": 99}
    assert contents.unknown == sorted(codes)


def test_importing_replaces_what_was_there(collection):
    collection_services.set_boxes(collection=collection, counts={"core": 2})
    collection_services.import_into(
        collection=collection, contents=transfer.read_contents('{"packs": {"dwl": 1}}')
    )
    assert collection_selectors.packs_owned(collection) == {"dwl": 1}


def test_a_guest_brings_collections_along(alice, collection, bob):
    guest = create_guest()
    mine = collection_services.create_collection(owner=guest, name="Shelf")
    collection_services.set_boxes(collection=mine, counts={"core": 1})
    bobs = collection_services.create_collection(owner=bob, name="Bob's")
    CollectionShare.objects.create(collection=bobs, user=guest, accepted=True)
    bring_along(guest=guest, user=alice)
    assert sorted(collection_selectors.collections_of(alice).values_list("name", flat=True)) == [
        "Shelf",
        "Shelf (2)",
    ]
    assert bobs in collection_selectors.collections_visible_to(alice)
