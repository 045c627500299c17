"""Tests of published decks: search, players, parties, likes, reports and hiding."""

import html
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from cards.services.collections import create_collection, set_boxes
from decks import published, selectors, services
from decks.errors import BadEdit
from decks.models import Deck, Like, PublishedCard, PublishedParty, Report
from decks.published import PublishedSearch, search
from decks.services.judging import rejudge
from tests.builders import catalogue

pytestmark = pytest.mark.django_db

ROLAND, DAISY, MACHETE, BEAT_COP = "01001", "01002", "01020", "01018"


def deck_of(owner: User, name: str, investigator: str = ROLAND, **cards: int) -> Deck:
    deck = services.create_deck(owner=owner, investigator=investigator, name=name)
    for code, copies in cards.items():
        services.set_quantity(deck, code=code.removeprefix("c"), quantity=copies)
    return services.publish(Deck.objects.get(pk=deck.pk))


def names(**wanted: object) -> list[str]:
    return [deck.name for deck in search(selectors.public_decks(), PublishedSearch(**wanted))]


@pytest.fixture
def decks(alice: User, bob: User) -> Iterator[list[Deck]]:
    fists = deck_of(alice, "Fists", c01020=2)
    # The printing of the revised core set is the same card.
    police = deck_of(bob, "Police", c01520=1, c01018=2)
    books = deck_of(alice, "Books", DAISY, c01032=1)
    services.set_tags(books, tags=["Solo"])
    return [fists, police, books]


class TestSearch:
    @pytest.mark.parametrize(
        ("wanted", "found"),
        [
            ({}, ["Books", "Police", "Fists"]),
            ({"titles": ("Machete",)}, ["Police", "Fists"]),
            ({"titles": ("Machete", "Beat Cop")}, ["Police"]),
            ({"titles": ("mach",)}, ["Police", "Fists"]),
            ({"titles": ("Nothing of this name",)}, []),
            ({"titles": ("Machete",), "without": ("Beat Cop",)}, ["Fists"]),
            ({"without": ("Machete",)}, ["Books"]),
            ({"investigator": DAISY}, ["Books"]),
            ({"classes": ("guardian",)}, ["Police", "Fists"]),
            ({"tags": ("solo",)}, ["Books"]),
            ({"text": "fist"}, ["Fists"]),
            ({"text": "daisy"}, ["Books"]),
            ({"legal": True}, []),
            ({"least_experience": 1}, []),
            ({"most_experience": 0}, ["Books", "Police", "Fists"]),
        ],
    )
    def test_decks_are_found(self, decks, wanted, found):
        assert names(**wanted) == found

    def test_dates_count_from_the_publication(self, decks):
        Deck.objects.filter(name="Fists").update(published_at=timezone.now() - timedelta(days=40))
        assert "Fists" not in names(since=(timezone.now() - timedelta(days=30)).date())
        assert "Books" in names(since=timezone.now().date())

    def test_my_boxes_are_enough_copies_of_every_card(self, decks):
        cards = dict(PublishedCard.objects.filter(deck__name="Fists").values_list("card", "copies"))
        assert names(owned=cards) == ["Fists"]
        assert names(owned={**cards, MACHETE: 1}) == []
        assert names(owned={}) == []

    def test_an_edit_is_found_at_once_and_a_private_deck_no_more(self, decks):
        fists = decks[0]
        services.set_quantity(fists, code=MACHETE, quantity=0)
        services.set_quantity(fists, code=BEAT_COP, quantity=1)
        assert names(titles=("Machete",)) == ["Police"]
        assert names(titles=("Beat Cop",)) == ["Police", "Fists"]
        services.unshare(fists)
        assert names(titles=("Beat Cop",)) == ["Police"]
        assert not PublishedCard.objects.filter(deck=fists).exists()

    def test_older_decks_are_listed_by_their_cards_when_they_are_judged_again(self, decks):
        PublishedCard.objects.all().delete()
        Deck.objects.update(published_at=None)
        rejudge(list(Deck.objects.select_related("working")))
        assert names(titles=("Machete",)) == ["Police", "Fists"]
        assert not Deck.objects.filter(published_at=None).exists()

    def test_nothing_is_made_distinct_and_numbers_are_bounded(self, as_alice: Client, decks, monkeypatch):
        monkeypatch.setattr(published, "MOST_COUNTED", 1)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = as_alice.get(
                reverse("deck-public-list"), {"card": "Machete", "tag": "solo", "without": "x"}
            )
        assert page.status_code == 200
        assert not any("DISTINCT" in query["sql"] for query in queries)
        assert "More than 1000 decks" in as_alice.get(reverse("deck-public-list")).content.decode()

    def test_the_page_takes_several_titles_and_ignores_nonsense(self, as_alice: Client, decks):
        at = reverse("deck-public-list")
        page = as_alice.get(at, {"card": "Machete; Beat Cop"}).content.decode()
        assert "Police" in page
        assert ">Fists<" not in page
        page = as_alice.get(at, {"card": "Nothing of this name"}).content.decode()
        assert "No card has this title." in page
        for nonsense in ({"xp_min": "many"}, {"since": "yesterday"}, {"since": "2026-13-41"}, {"owned": "1"}):
            assert as_alice.get(at, nonsense).status_code == 200

    def test_my_boxes_are_a_filter_of_the_page(self, as_alice: Client, alice: User, decks):
        assert 'name="owned"' not in as_alice.get(reverse("deck-public-list")).content.decode()
        everything = dict.fromkeys(catalogue().packs, 2)
        set_boxes(collection=create_collection(owner=alice, name="My boxes"), counts=everything)
        page = as_alice.get(reverse("deck-public-list"), {"owned": "1"}).content.decode()
        assert "Only with cards of My boxes" in page
        assert ">Fists<" in page


class TestLikes:
    def test_a_like_counts_once_and_is_taken_back(self, decks, bob: User, client: Client):
        fists = decks[0]
        client.force_login(bob)
        at = reverse("deck-like", args=[fists.public_id])
        for _twice in range(2):
            client.post(at, {"liked": "yes"})
        assert Deck.objects.get(pk=fists.pk).likes == 1
        assert "1 like" in client.get(reverse("deck-detail", args=[fists.public_id])).content.decode()
        assert names(sort="likes")[0] == "Fists"
        client.post(at, {"liked": "no"})
        assert (Deck.objects.get(pk=fists.pk).likes, Like.objects.count()) == (0, 0)

    def test_nobody_likes_their_own_deck_and_guests_none(self, decks, alice: User, client: Client):
        with pytest.raises(BadEdit):
            services.set_like(decks[0], user=alice, liked=True)
        client.post(reverse("deck-like", args=[decks[0].public_id]), {"liked": "yes"})
        assert not Like.objects.exists()

    def test_an_edit_keeps_the_likes(self, decks, bob: User):
        stale = Deck.objects.get(pk=decks[0].pk)
        services.set_like(decks[0], user=bob, liked=True)
        services.set_quantity(stale, code=BEAT_COP, quantity=1)
        assert Deck.objects.get(pk=stale.pk).likes == 1


class TestReports:
    def test_a_visitor_reports_and_an_operator_hides(self, decks, client: Client, alice: User):
        police = decks[1]
        at = reverse("deck-report", args=[police.public_id])
        assert "Write what is wrong" in client.post(at, {"reason": "  "}).content.decode()
        assert client.post(at, {"reason": "Insults in its notes"}).status_code == 302
        client.force_login(User.objects.create_superuser("root", "root@example.org", "a long password"))
        client.post(reverse("deck-hide", args=[police.public_id]), {"hidden": "yes"})
        assert "Police" not in names()
        assert Report.objects.get().closed_at
        client.logout()
        assert client.get(reverse("deck-detail", args=[police.public_id])).status_code == 404
        assert client.get(f"/api/public/deck/{police.pk}").status_code == 404
        assert client.get(f"/d/{police.share_token}/").status_code == 404

    def test_the_owner_still_sees_it_and_why(self, decks, bob: User, client: Client):
        services.hide(decks[1], hidden=True)
        client.force_login(bob)
        page = client.get(reverse("deck-detail", args=[decks[1].public_id])).content.decode()
        assert "have hidden this deck" in page

    def test_a_second_report_of_a_user_replaces_the_first(self, decks, bob: User):
        for reason in ("one", "two"):
            services.report(decks[0], reporter=bob, reason=reason)
        assert [report.reason for report in Report.objects.all()] == ["two"]

    def test_hidden_decks_are_shown_again(self, decks):
        services.hide(decks[1], hidden=True)
        services.hide(decks[1], hidden=False)
        assert "Police" in names()


class TestPlayers:
    def test_a_player_has_a_page_with_what_is_published(self, decks, alice: User, client: Client):
        services.create_deck(owner=alice, investigator=ROLAND, name="Secret")
        page = client.get(reverse("player", args=["alice"])).content.decode()
        assert "2 published decks" in page
        assert "Fists" in page
        assert "Secret" not in page
        assert "Police" not in page

    def test_players_who_published_nothing_have_none(self, alice: User, as_alice: Client, client: Client):
        assert client.get(reverse("player", args=["alice"])).status_code == 404
        assert client.get(reverse("player", args=["nobody"])).status_code == 404

    def test_guests_have_none(self, client: Client):
        deck = services.publish(services.create_deck(owner=User.objects.create(username="g", is_guest=True),
                                                     investigator=ROLAND))  # fmt: skip
        assert client.get(reverse("player", args=["g"])).status_code == 404
        assert client.get(reverse("deck-detail", args=[deck.public_id])).status_code == 200


class TestParties:
    def test_decks_are_published_together(self, as_alice: Client, alice: User, client: Client):
        mine = [services.create_deck(owner=alice, investigator=code) for code in (ROLAND, DAISY)]
        ids = [str(deck.public_id) for deck in mine]
        answer = as_alice.post(reverse("deck-bulk"), {"deck": ids, "action": "party", "value": "Two of us"})
        party = PublishedParty.objects.get()
        assert answer.url == reverse("party-detail", args=[party.public_id])
        client.logout()
        page = html.unescape(client.get(answer.url).content.decode())
        assert "Two of us" in page
        assert "Daisy Walker" in page
        assert "Two of us" in client.get(reverse("party-list")).content.decode()
        assert len(names()) == 2

    def test_a_double_click_publishes_one_party(self, as_alice: Client, alice: User):
        mine = [services.create_deck(owner=alice, investigator=code) for code in (ROLAND, DAISY)]
        ids = [str(deck.public_id) for deck in mine]
        sent = {"deck": ids, "action": "party", "value": "Two", "key": "pressed"}
        first, second = (as_alice.post(reverse("deck-bulk"), sent).url for _press in range(2))
        assert first == second
        assert PublishedParty.objects.count() == 1
        assert 'name="key"' in as_alice.get(reverse("deck-list")).content.decode()

    @pytest.mark.parametrize("number", [0, 1, 5])
    def test_a_party_has_two_to_four_decks(self, as_alice: Client, alice: User, number: int):
        mine = [services.create_deck(owner=alice, investigator=ROLAND) for _each in range(number)]
        ids = [str(deck.public_id) for deck in mine]
        as_alice.post(reverse("deck-bulk"), {"deck": ids, "action": "party", "value": "x"})
        assert not PublishedParty.objects.exists()
        assert names() == []

    def test_its_owner_changes_and_deletes_it(self, as_alice: Client, decks, alice: User):
        party = services.publish_party([decks[0], decks[2]], owner=alice, name="Old")
        at = reverse("party-change", args=[party.public_id])
        as_alice.post(at, {"name": "New", "notes": "**Plan**"})
        assert (
            "<strong>Plan</strong>"
            in as_alice.get(reverse("party-detail", args=[party.public_id])).content.decode()
        )
        as_alice.post(at, {"delete": "1"})
        assert not PublishedParty.objects.exists()
        assert "Fists" in names()

    def test_private_decks_leave_the_page(self, decks, alice: User, client: Client):
        party = services.publish_party([decks[0], decks[2]], owner=alice, name="Two")
        services.unshare(decks[0])
        page = client.get(reverse("party-detail", args=[party.public_id])).content.decode()
        assert "Books" in page
        assert "Fists" not in page
