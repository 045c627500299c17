"""Tests of favourites and own tags: changed by their owner, found by the search, moved with the account."""

import pytest

from accounts.account_data import kinds
from accounts.models import User
from cards.errors import MarkRefused
from cards.marks import mark_of, marks_of
from cards.models import MarkedCard
from cards.services.marks import mark_card, move_marks

pytestmark = pytest.mark.django_db


def test_a_card_is_marked_and_unmarked(alice):
    mark_card(owner=alice, code="01020", favourite=True)
    mark_card(owner=alice, code="01020", tags=["  Solo ", "solo", "Big  Guns", ""])
    marks = marks_of(alice)
    assert marks is not None
    assert marks.favourites == {"01020"}
    assert marks.tags == {"solo": {"01020"}, "big guns": {"01020"}}
    mark_card(owner=alice, code="01020", favourite=False)
    assert mark_of(alice, "01020").tags == ["big guns", "solo"]
    mark_card(owner=alice, code="01020", tags=[])
    assert not MarkedCard.objects.exists()


@pytest.mark.parametrize("tags", [[str(n) for n in range(11)], ["x" * 41], ['a"b'], ["a(b"]])
def test_too_many_or_odd_tags_are_refused(alice, tags):
    with pytest.raises(MarkRefused):
        mark_card(owner=alice, code="01020", tags=tags)


def test_marks_are_limited(alice, monkeypatch):
    monkeypatch.setattr("cards.services.marks.MOST_MARKED", 1)
    mark_card(owner=alice, code="01020", favourite=True)
    mark_card(owner=alice, code="01020", tags=["still"])
    with pytest.raises(MarkRefused):
        mark_card(owner=alice, code="01016", favourite=True)


def test_the_page_of_a_card_marks_it(client):
    assert "Make a favourite" in client.get("/cards/01020/").content.decode()
    client.post("/cards/12020/mark/", {"favourite": "yes"})
    client.post("/cards/01020/mark/", {"tags": "Solo, weapons"})
    page = client.get("/cards/01020/").content.decode()
    assert 'aria-pressed="true"' in page
    assert 'value="solo, weapons"' in page
    for text in ("favourite:yes", "tag:solo", "tag:weapons -tag:x"):
        found = client.get("/cards/", {"q": text}).content.decode()
        assert "1 card<" in found, text
        assert "Machete" in found
    assert "1 card<" in client.get("/cards/?favourite=yes&own_tag=solo").content.decode()
    assert "Machete" in client.get("/search/", {"q": "tag:solo"}).content.decode()


def test_a_part_of_the_page_is_answered_in_place(client):
    answer = client.post("/cards/01020/mark/", {"favourite": "yes"}, headers={"HX-Request": "true"})
    assert answer.content.decode().lstrip().startswith("<form")
    back = client.post("/cards/01020/mark/", {"favourite": "no", "next": "//evil.example/"})
    assert back.headers["Location"] == "/cards/01020/"


def test_others_do_not_see_them(client, alice):
    mark_card(owner=alice, code="01020", favourite=True)
    assert "0 cards" in client.get("/cards/", {"q": "favourite:yes"}).content.decode()


def test_a_guests_marks_are_joined_with_those_of_the_account(alice):
    guest = User.objects.create(username="guest-1", is_guest=True)
    mark_card(owner=alice, code="01020", tags=["one"])
    mark_card(owner=guest, code="01020", favourite=True, tags=["two"])
    mark_card(owner=guest, code="01016", favourite=True)
    move_marks(guest, alice)
    marks = marks_of(alice)
    assert marks is not None
    assert marks.favourites == {"01020", "01016"}
    assert set(marks.tags) == {"one", "two"}
    assert not MarkedCard.objects.filter(owner=guest).exists()


def test_they_are_part_of_the_accounts_data(alice):
    mark_card(owner=alice, code="01020", favourite=True, tags=["solo"])
    kind = next(each for each in kinds() if each.name == "marked_cards")
    assert kind.text(kind.count(alice)) == "1 marked card"
    rows = [pk for pk, _size in kind.sizes(alice)]
    assert kind.export(alice, rows) == [{"card": "01020", "favourite": True, "tags": ["solo"]}]
