"""Tests of database outages: status 503, no input is lost, and pages that need only rules still work."""

import json
import re
import time
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from cards import adapters
from decks import services
from decks.models import Deck
from tests.outages import KINDS, failing

# The databases fail in different ways.
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.on_sqlite,
    pytest.mark.on_postgresql,
]
ROOT = Path(__file__).parent.parent.parent
DECK = json.loads((ROOT / "docs/examples/roland.json").read_text())
UPGRADE = {"before": DECK, "after": json.loads((ROOT / "docs/examples/roland-upgraded.json").read_text())}
#: More than fits into the rest of a page of the database.
LONG = "“Ünïcödé” & <tags> are kept,\r\nwhatever they hold " + "x" * 9000


@pytest.fixture
def visitor(alice):
    """Alice, whose browser sends CSRF tokens as browsers do."""
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.force_login(alice)
    client.get("/decks/new/01001/")
    return client


def token(client):
    return {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}


def hidden(page):
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


@pytest.mark.parametrize("kind", KINDS)
def test_a_form_is_saved_and_can_be_sent_again(visitor, alice, kind):
    deck = services.create_deck(owner=alice, investigator="01001")
    address = f"/decks/{deck.public_id}/edit/notes/write/"
    with failing(kind):
        answer = visitor.post(address, {"notes": LONG, "back": "deck", **token(visitor)})
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    assert "no-store" in answer["Cache-Control"]
    page = answer.content.decode()
    assert "Traceback" not in page
    assert f'<form class="stack" method="post" action="{address}">' in page
    fields = hidden(page)
    assert fields.keys() == {"notes", "back", "csrfmiddlewaretoken"}
    assert fields["notes"] == LONG
    assert "<textarea" in page
    assert unescape(page).count("whatever they hold") == 2, "what was typed can be read, too"

    assert visitor.post(address, fields).status_code == 302
    deck.refresh_from_db()
    assert deck.notes == LONG.replace("\r\n", "\n")


@pytest.mark.parametrize("kind", KINDS)
def test_what_changes_in_place_stays_on_the_page(visitor, alice, kind):
    """htmx and the editor keep their content; they get a sentence, not a page."""
    deck = services.create_deck(owner=alice, investigator="01001")
    address = f"/decks/{deck.public_id}/edit/notes/write/"
    for header in ({"HX-Request": "true"}, {"X-Requested-With": "fetch"}):
        with failing(kind):
            answer = visitor.post(address, {"notes": LONG, **token(visitor)}, headers=header)
        assert answer.status_code == 503
        assert answer["Content-Type"].startswith("text/plain")
        assert "try again" in answer.content.decode()
        assert "Retry-After" in answer


@pytest.mark.parametrize("kind", KINDS)
def test_programs_get_one_shape(alice, kind):
    client = Client(raise_request_exception=False)
    client.force_login(alice)
    deck = services.create_deck(owner=alice, investigator="01001")
    with failing(kind):
        answer = client.patch(
            f"/api/v1/decks/{deck.public_id}/", {"notes": LONG}, content_type="application/json"
        )
    assert answer.status_code == 503
    assert answer.json()["error"].keys() == {"code", "message"}
    assert answer.json()["error"]["code"] == "unavailable"
    assert int(answer["Retry-After"]) > 0
    deck.refresh_from_db()
    assert deck.notes == ""


def test_a_page_that_cannot_be_read_leads_to_itself(visitor):
    with failing("away"):
        answer = visitor.get("/decks/?q=roland")
    assert answer.status_code == 503
    assert 'href="/decks/?q=roland"' in answer.content.decode()
    assert visitor.get("/decks/?q=roland").status_code == 200


@pytest.mark.parametrize("kind", ["locked", "full", "read-only"])
def test_reading_goes_on(visitor, alice, kind):
    """It also works on the first visit of a day, which is saved."""
    User.objects.update(last_seen="2020-01-01")
    deck = services.create_deck(owner=alice, investigator="01001")
    with failing(kind):
        assert visitor.get(f"/decks/{deck.public_id}/").status_code == 200
        assert visitor.get("/api/v1/decks/").status_code == 200
    visitor.get("/")
    assert User.objects.get(pk=alice.pk).last_seen == timezone.localdate()


def test_passwords_are_not_written_into_a_page(visitor, client):
    form = {"username": "somebody", "password": "a long secret"}
    client.raise_request_exception = False
    with failing("away"):
        answer = client.post("/sign-in/", form)
    assert answer.status_code == 503
    page = answer.content.decode()
    assert "a long secret" not in page
    assert "Try again" in page
    assert hidden(page) == {}


def test_a_file_has_to_be_chosen_again(visitor):
    file = SimpleUploadedFile("deck.json", json.dumps(DECK).encode())
    with failing("away"):
        answer = visitor.post("/decks/import/", {"file": file, "save": "1", **token(visitor)})
    page = answer.content.decode()
    assert answer.status_code == 503
    assert "choose it again" in page


def test_a_form_from_elsewhere_is_not_offered_again(visitor):
    """Its CSRF token was never checked, so the form must not be ready to send."""
    with failing("away"):
        answer = visitor.post("/decks/example/", {"name": "evil"})
    assert answer.status_code in (403, 503)
    assert hidden(answer.content.decode()) == {}


def test_a_fault_of_ours_stays_a_fault(visitor):
    """A missing table does not come back by itself."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE decks_decktag RENAME TO decks_gone")
    answer = visitor.get("/decks/")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE decks_gone RENAME TO decks_decktag")
    assert answer.status_code == 500


@pytest.fixture
def never_believed(monkeypatch):
    """The process checks for a new catalogue on every use."""
    assert adapters.catalogue().cards
    monkeypatch.setattr(adapters, "BELIEVED", 0.0)


def test_decks_are_judged_and_upgrades_priced_without_the_database(client, never_believed):
    checked = client.post("/api/v1/check", DECK, content_type="application/json").json()
    priced = client.post("/api/v1/price", UPGRADE, content_type="application/json").json()
    with failing("away"):
        for _time in range(3):
            answer = client.post("/api/v1/check", DECK, content_type="application/json")
            assert (answer.status_code, answer.json()) == (200, checked)
            answer = client.post("/api/v1/price", UPGRADE, content_type="application/json")
            assert (answer.status_code, answer.json()) == (200, priced)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_the_first_page_checks_decks_also_for_who_is_signed_in(visitor, never_believed, headers):
    form = {"text": json.dumps(DECK), "mode": "creation", "edition": "", **token(visitor)}
    session = visitor.cookies[site.SESSION_COOKIE_NAME].value
    with failing("away"):
        answer = visitor.post("/check/", form, headers=headers)
    assert answer.status_code == 200
    assert "verdict-panel" in answer.content.decode()
    assert visitor.cookies[site.SESSION_COOKIE_NAME].value == session, "who was signed in stays signed in"
    assert visitor.get("/account/").status_code == 200


def test_a_database_that_is_away_is_not_tried_by_every_request(never_believed, monkeypatch):
    calls = []
    versions = adapters.versions
    monkeypatch.setattr(adapters, "versions", lambda: calls.append(time.monotonic()) or versions())
    with failing("away"):
        for _time in range(20):
            adapters.catalogue()
    assert len(calls) == 1
    adapters.catalogue()
    assert len(calls) == 2, "it is back"


def test_inside_a_transaction_an_outage_is_no_secret(never_believed):
    """The transaction cannot be completed, so the error must not be hidden."""

    def change():
        with transaction.atomic():
            Deck.objects.update(notes="")
            connection.connection.close()
            adapters.catalogue()

    with pytest.raises(Exception, match="closed"):
        change()
    connection.close()
