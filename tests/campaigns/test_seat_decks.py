"""Several decks become seats at once, all of them or none; what is wrong is named by deck."""

from __future__ import annotations

import html
import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import User
from decks import remote_decks
from decks.formats.addresses import DeckAddress
from decks.formats.errors import UnreadableText
from decks.models import Deck
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.test_resuming import arkhamdb, both

pytestmark = pytest.mark.django_db


def test_reading_shows_each_deck_and_records_nothing(walk: Walk):
    answer = walk.post("seat-decks", text=both(), do="read")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Deck 1 (Fists)" in page
    assert "Add 2 investigators" in page
    assert walk.state.seats == {}
    assert not Deck.objects.exists()


def test_each_deck_becomes_a_seat(walk: Walk):
    walk.did("seat-decks", text=both(), do="add", decks="2", **{"player-0": "Ada", "player-1": "Ben"})
    assert [(seat.player, seat.investigator) for seat in walk.state.seats.values()] == [
        ("Ada", FIRST), ("Ben", SECOND),
    ]  # fmt: skip
    assert all(seat.deck and seat.version for seat in walk.state.seats.values())
    assert Deck.objects.count() == 2
    walk.begin("spreading_flames")


def test_a_text_list_a_file_and_an_own_deck_together(walk: Walk, alice: User):
    own = make_deck(alice, "12007")
    file = SimpleUploadedFile("decks.txt", b"Isabelle Barnes\n2x Machete\n1x No Such Card\n")
    sent = {"file": file, "own": [str(own.public_id)], "do": "read"}
    page = walk.post("seat-decks", **sent).content.decode()
    assert "line 3 is left out: “1x No Such Card”" in page
    assert "Isabelle Barnes" in page
    assert own.name in page
    assert "2x Machete" in page, "the next form has the text of the file"


def test_an_own_deck_is_not_copied(walk: Walk, alice: User):
    own = make_deck(alice, FIRST)
    walk.did("seat-decks", own=[str(own.public_id)], do="add", decks="1")
    assert walk.state.seats["s1"].version.startswith(str(own.public_id))
    assert Deck.objects.count() == 1


def test_it_is_all_or_none_and_names_the_deck(walk: Walk, alice: User):
    walk.sit(make_deck(alice, FIRST))
    text = json.dumps([arkhamdb(SECOND, name="Clues"), arkhamdb(FIRST, name="Fists")])
    answer = walk.post("seat-decks", text=text, do="add", decks="2")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "is already in the party" in page
    assert page.index("cannot join") > page.index("Deck 2 (Fists)") - 600
    assert list(walk.state.seats) == ["s1"]
    assert Deck.objects.count() == 1
    assert "investigator_code" in page


def test_a_deck_that_costs_experience_is_refused_as_a_new_one(walk: Walk):
    dear = arkhamdb(FIRST, {"12026": 2}, name="Dear")
    answer = walk.post("seat-decks", text=json.dumps([dear, arkhamdb(SECOND)]), do="add", decks="2")
    assert answer.status_code == 409
    assert walk.state.seats == {}


def test_the_same_form_twice_adds_once(walk: Walk):
    form = {"text": both(), "do": "add", "decks": "2"}
    first = walk.did("seat-decks", **form)
    sent = first.wsgi_request.POST
    again = walk.client.post(walk.url("seat-decks"), {**form, "key": sent["key"], "follows": sent["follows"]})
    assert again.status_code == 302
    assert len(walk.state.seats) == 2
    assert Deck.objects.count() == 2


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        pytest.param({}, "Paste a deck", id="nothing"),
        pytest.param({"text": "[1, 2]"}, "contains no deck", id="no deck"),
        pytest.param({"own": ["x"]}, "You have no deck with this id", id="no id"),
        pytest.param({"own": ["00000000-0000-4000-8000-000000000001"]}, "You have no deck", id="no own deck"),
        pytest.param({"text": "x" * 300_001}, "too long", id="too long"),
        pytest.param({"file": SimpleUploadedFile("a.bin", b"\xff\xfe\x00")}, "a text file", id="binary"),
    ],
)
def test_bad_input_is_explained(walk: Walk, sent: dict, message: str):
    answer = walk.post("seat-decks", do="add", decks="1", **sent)
    assert answer.status_code == 400
    assert message in answer.content.decode()


def test_the_deck_of_another_user_cannot_be_chosen(walk: Walk, bob: User):
    deck = make_deck(bob, FIRST)
    answer = walk.post("seat-decks", own=[str(deck.public_id)], do="add", decks="1")
    assert answer.status_code == 400
    assert walk.state.seats == {}


def test_addresses_are_loaded_for_all_seats_at_once(walk: Walk, monkeypatch: pytest.MonkeyPatch):
    decks = {"11": arkhamdb(FIRST, name="Fists"), "12": arkhamdb(SECOND, name="Clues")}
    loaded = []

    def fetch(address: DeckAddress, _deadline: float) -> dict[str, Any]:
        loaded.append(address.id)
        if address.id not in decks:
            raise UnreadableText(remote_decks.NOT_SHARED, host=address.site, url=address.path)
        return decks[address.id] | {"previous_deck": 9}

    monkeypatch.setattr(remote_decks, "fetch", fetch)
    addresses = "https://arkhamdb.com/deck/view/11\nhttps://arkham.build/decklist/view/12"
    page = walk.post("seat-decks", text=addresses, do="read")
    assert "Add 2 investigators" in page.content.decode()
    assert loaded == ["11", "12"], "earlier versions are not needed"
    walk.did("seat-decks", text=page.context["text"], do="add", decks="2")
    assert [seat.investigator for seat in walk.state.seats.values()] == [FIRST, SECOND]
    assert loaded == ["11", "12"], "the form has the decks now"
    refused = walk.post("seat-decks", text="https://arkhamdb.com/deck/view/13", do="read")
    assert refused.status_code == 400
    assert "has no public deck at" in refused.content.decode()
    assert "deck/view/13" in refused.content.decode()


def test_a_seat_imports_its_deck_and_uses_it(walk: Walk):
    walk.did("seat-new", player="Ada", investigator=FIRST)
    walk.campaign.refresh_from_db()
    fields = {"text": json.dumps(arkhamdb(FIRST)), "follows": walk.campaign.revision, "key": str(uuid4())}
    for _ in range(2):
        answer = walk.post("seat-deck-import", "s1", **fields)
        assert answer.status_code == 302, "sent twice, it is imported once"
    assert answer.url == walk.url("seat", "s1")
    deck = Deck.objects.get()
    assert walk.state.seats["s1"].version.startswith(str(deck.public_id))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (json.dumps(arkhamdb(SECOND)), "This is a deck for Joe Diamond, not for Daniela Reyes."),
        (both(), "Paste or upload one deck."),
        ("", "Paste or upload one deck."),
    ],
)
def test_a_seat_refuses_other_decks_and_shows_the_text_again(walk: Walk, text: str, message: str):
    walk.did("seat-new", player="Ada", investigator=FIRST)
    answer = walk.post("seat-deck-import", "s1", text=text)
    assert answer.status_code == 400
    assert message in html.unescape(answer.content.decode())
    assert text in html.unescape(answer.content.decode())
    assert not Deck.objects.exists()
