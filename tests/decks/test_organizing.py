"""Tests of sharing, folders, tags, archiving, deletion and restoring."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from decks import selectors, services
from decks.errors import BadEdit
from decks.models import Deck, DeckTag
from decks.selectors import Wanted, narrowed

pytestmark = pytest.mark.django_db

ANONYMOUS = AnonymousUser()


@pytest.fixture
def roland(alice):
    return services.create_deck(owner=alice, investigator="01001", name="Guns and clues")


@pytest.fixture
def daisy(alice):
    return services.create_deck(owner=alice, investigator="01002", name="Books")


class TestWhoSees:
    def test_decks_are_private_at_first(self, roland, alice, mallory):
        assert list(selectors.decks_visible_to(alice)) == [roland]
        assert not selectors.decks_visible_to(mallory).exists()
        assert not selectors.decks_visible_to(ANONYMOUS).exists()
        assert roland.share_token is None

    def test_a_link_shows_the_deck_and_only_that_one(self, roland, daisy, mallory):
        services.share(roland)
        assert len(roland.share_token) == 43
        assert selectors.deck_by_token(roland.share_token) == roland
        assert not selectors.decks_visible_to(mallory).exists()
        for wrong in ("", "x", roland.share_token[:-1] + "x", "x" * 100, "ö" * 43):
            assert selectors.deck_by_token(wrong) in (None, roland if wrong == roland.share_token else None)

    def test_a_link_can_be_revoked_and_changed(self, roland):
        old = services.share(roland).share_token
        new = services.rotate_link(roland).share_token
        assert selectors.deck_by_token(old) is None
        assert selectors.deck_by_token(new) == roland
        services.unshare(roland)
        assert selectors.deck_by_token(new) is None
        with pytest.raises(BadEdit):
            services.rotate_link(roland)

    def test_sharing_again_gives_a_new_link(self, roland):
        old = services.share(roland).share_token
        services.unshare(roland)
        assert services.share(roland).share_token != old

    def test_public_decks_are_for_everybody(self, roland, mallory):
        services.publish(roland)
        assert list(selectors.decks_visible_to(mallory)) == [roland]
        assert list(selectors.decks_visible_to(ANONYMOUS)) == [roland]
        assert not selectors.decks_of(mallory).exists()
        services.share(roland)
        assert not selectors.decks_visible_to(mallory).exists()

    def test_a_deleted_deck_is_not_visible(self, roland, alice):
        services.publish(roland)
        services.delete_deck(roland)
        assert not selectors.decks_visible_to(alice).exists()
        assert selectors.deck_by_token(roland.share_token) is None
        assert list(selectors.deleted_decks_of(alice)) == [roland]
        services.undelete_deck(roland)
        assert list(selectors.decks_of(alice)) == [roland]

    @pytest.mark.parametrize(
        "columns",
        [
            {"visibility": "private", "share_token": "x"},
            {"visibility": "unlisted", "share_token": None},
            {"visibility": "all"},
            {"name": ""},
            {"mode": "x"},
        ],
    )
    def test_the_database_forbids_what_must_not_be(self, roland, columns):
        with pytest.raises(IntegrityError), transaction.atomic():
            Deck.objects.filter(pk=roland.pk).update(**columns)


class TestOrganizing:
    def test_tags(self, roland, alice):
        assert services.set_tags(roland, tags=[" solo ", "fun, games", "solo", ""]) == ["solo", "fun games"]
        assert selectors.tags_of(alice) == ["fun games", "solo"]
        services.set_tags(roland, tags=["solo"])
        assert list(DeckTag.objects.values_list("name", flat=True)) == ["solo"]
        with pytest.raises(BadEdit):
            services.set_tags(roland, tags=map(str, range(31)))

    def test_folders_and_archive(self, roland, alice):
        services.set_folder(roland, folder="  Campaign   2026 ")
        services.archive(roland)
        assert selectors.folders_of(alice) == ["Campaign 2026"]
        assert not narrowed(selectors.decks_of(alice), Wanted()).exists()
        services.unarchive(roland)
        assert narrowed(selectors.decks_of(alice), Wanted(folder="Campaign 2026")).exists()

    def test_a_copy_is_private_and_has_a_history_of_its_own(self, roland, bob):
        services.set_quantity(roland, code="01020", quantity=2)
        services.set_tags(roland, tags=["solo"])
        services.publish(roland)
        roland.refresh_from_db()
        copy = services.clone_deck(roland, owner=bob)
        assert (copy.owner, copy.visibility, copy.share_token) == (bob, "private", None)
        assert (copy.working.slots, copy.working.number) == (roland.working.slots, 1)
        services.set_quantity(copy, code="01020", quantity=1)
        roland.refresh_from_db()
        assert roland.working.slots["01020"] == 2

    def test_deleted_decks_are_forgotten_after_a_while(self, roland, daisy):
        services.delete_deck(roland)
        services.delete_deck(daisy)
        Deck.objects.filter(pk=roland.pk).update(deleted_at=timezone.now() - timedelta(days=31))
        assert services.clear_deleted() == 1
        assert list(Deck.objects.all()) == [daisy]

    @pytest.mark.parametrize(
        ("action", "value", "holds"),
        [
            ("archive", "", {"archived": True}),
            ("delete", "", {"deleted_at__isnull": False}),
            ("folder", "Old ones", {"folder": "Old ones"}),
            ("tag", "old", {"tags__name": "old"}),
            ("unshare", "", {"visibility": "private"}),
        ],
    )
    def test_many_at_once(self, roland, daisy, alice, action, value, holds):
        services.share(roland)
        services.set_tags(roland, tags=["old"])
        assert services.change_many(selectors.decks_of(alice), action=action, value=value) == 2
        assert Deck.objects.filter(**holds).count() == 2

    @pytest.mark.parametrize(("action", "value"), [("burn", ""), ("tag", " ")])
    def test_many_at_once_is_checked(self, roland, alice, action, value):
        with pytest.raises(BadEdit):
            services.change_many(selectors.decks_of(alice), action=action, value=value)

    def test_only_my_own_of_many(self, roland, mallory):
        assert services.change_many(selectors.decks_of(mallory), action="delete") == 0
        assert Deck.objects.filter(deleted_at=None).count() == 1


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (Wanted(), {"Books", "Guns and clues"}),
        (Wanted(text="GUNS clues"), {"Guns and clues"}),
        (Wanted(text="walker"), {"Books"}),
        (Wanted(text="nothing"), set()),
        (Wanted(investigator="01001"), {"Guns and clues"}),
        (Wanted(investigator="01501"), {"Guns and clues"}),
        (Wanted(classes=("seeker",)), {"Books"}),
        (Wanted(cards=("01020",)), {"Guns and clues"}),
        (Wanted(cards=("01520",)), {"Guns and clues"}),
        (Wanted(cards=("01020", "01021")), set()),
        (Wanted(tags=("solo",)), {"Books"}),
        (Wanted(legal=True), set()),
        (Wanted(legal=False), {"Books", "Guns and clues"}),
        (Wanted(archived=True), set()),
        (Wanted(mode="standalone"), set()),
        (Wanted(sort="name"), {"Books", "Guns and clues"}),
        (Wanted(sort="nonsense"), {"Books", "Guns and clues"}),
    ],
)
def test_lists_are_narrowed(roland, daisy, alice, wanted, names):
    services.set_quantity(roland, code="01020", quantity=2)
    services.set_tags(daisy, tags=["solo", "books"])
    assert {deck.name for deck in narrowed(selectors.decks_of(alice), wanted)} == names


def test_a_list_makes_few_queries(roland, daisy, alice, django_assert_num_queries):
    with django_assert_num_queries(2):
        for deck in narrowed(selectors.decks_of(alice), Wanted()):
            assert deck.working.slots
            assert list(deck.tags.all()) == []
            assert deck.owner == alice
