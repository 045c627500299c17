"""Import from ArkhamDB's public API: a stand-in answers on the loopback interface."""

import json
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cards.importing import arkhamdb_site, download
from cards.models import Card, CardText, CatalogueVersion, Pack
from jobs.models import Job

pytestmark = pytest.mark.django_db

MACHETE = {"code": "01020", "pack_code": "core", "type_code": "asset", "faction_code": "guardian"}
NEW_CARD = {
    "code": "99601",
    "pack_code": "fresh",
    "type_code": "skill",
    "faction_code": "seeker",
    "name": "Test Insight",
    "real_name": "Test Insight",
    "text": "Invented.",
    "real_text": "Invented.",
    "traits": "Innate.",
    "xp": 0,
    "position": 1,
    "quantity": 2,
    "deck_limit": 2,
    "skill_intellect": 1,
}
ENGLISH = [
    {**MACHETE, "name": "Machete", "real_name": "Machete", "text": "Cut.", "real_text": "Cut."},
    NEW_CARD,
]
GERMAN = [{**MACHETE, "name": "Machete", "real_name": "Machete", "text": "Schneide.", "real_text": "Cut."}]
PACK = {"code": "fresh", "name": "Fresh Pack", "cycle_position": 1, "position": 9, "available": "2027-01-01"}
SITE = {
    "/en/api/public/packs/": [PACK],
    "/en/api/public/cards/?encounter=1": ENGLISH,
    "/en/api/public/taboos/": [],
    "/de/api/public/packs/": [{**PACK, "name": "Frisches Paket"}],
    "/de/api/public/cards/?encounter=1": GERMAN,
}


class StandIn(BaseHTTPRequestHandler):
    """ArkhamDB, as far as an import needs it. `replies` are what it does instead at some paths."""

    requests: list[str] = []
    replies: dict[str, object] = {}

    def log_message(self, *args):
        pass

    def do_GET(self):
        StandIn.requests.append(self.path)
        reply = StandIn.replies.get(self.path)
        if reply is not None:
            with suppress(OSError):
                reply(self)
            return
        self.answer(json.dumps(SITE[self.path]).encode())

    def answer(self, body, status=200, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def drip(handler):
    handler.send_response(200)
    handler.end_headers()
    for _n in range(3000):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.02)


def flood(handler):
    handler.send_response(200)
    handler.send_header("Content-Length", str(10**9))
    handler.end_headers()
    for _n in range(10**9 // 65536):
        handler.wfile.write(b"[" + b" " * 65535)


@pytest.fixture
def site(monkeypatch):
    with ThreadingHTTPServer(("127.0.0.1", 0), StandIn) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr(arkhamdb_site, "SITES", {name: f"{base}/{name}" for name in ("en", "de")})
        StandIn.requests, StandIn.replies = [], {}
        yield base
        server.shutdown()


@pytest.fixture
def no_site(monkeypatch):
    closed = {"en": "http://127.0.0.1:9", "de": "http://127.0.0.1:9"}
    monkeypatch.setattr(arkhamdb_site, "SITES", closed)


def run(**options):
    out = StringIO()
    call_command("import_cards", arkhamdb=True, stdout=out, stderr=out, **options)
    return out.getvalue()


def test_the_command_imports_texts_translations_and_newer_packs(site):
    printed = run()
    assert list(SITE) == StandIn.requests
    texts = CardText.objects.filter(printing="01020").order_by("language")
    assert list(texts.values_list("language", "text")) == [("de", "Schneide."), ("en", "Cut.")]
    assert Card.objects.get(pk="99601").imported
    assert list(Pack.objects.filter(pk="fresh").values_list("title", "title_de")) == [
        ("Fresh Pack", "Frisches Paket")
    ]
    assert "Loading" in printed
    assert "1 new packs, 1 new cards" in printed
    assert "Nothing was new" in run()


HOSTILE = {
    "redirect": (lambda h: h.answer(b"", 302, Location="/en/api/public/packs/"), "cannot be fetched"),
    "html": (lambda h: h.answer(b"<html>Sign in</html>"), "is not card data: line 1: not JSON"),
    "not a list": (lambda h: h.answer(b'{"error": 1}'), "is not a list"),
    "deep": (lambda h: h.answer(b"[" * 100_000), "not JSON"),
    "failure": (lambda h: h.answer(b"", 500), "cannot be fetched"),
    "drip": (drip, "takes longer than"),
    "flood": (flood, "is larger than"),
    "cut": (lambda h: h.answer(b"[1", **{"Content-Length": "100"}), "cannot be fetched|not JSON"),
}


@pytest.mark.parametrize("path", ["/en/api/public/cards/?encounter=1", "/de/api/public/cards/?encounter=1"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_answers_are_refused_and_change_nothing(site, monkeypatch, kind, path):
    reply, message = HOSTILE[kind]
    StandIn.replies = {path: reply}
    monkeypatch.setattr(download, "SECONDS_IN_ALL", 0.5)
    monkeypatch.setattr(arkhamdb_site, "LARGEST_FILE", 1_000_000)
    before = CatalogueVersion.objects.values().get()
    begun = time.monotonic()
    with pytest.raises(CommandError, match=message) as error:
        run()
    assert time.monotonic() - begun < 30, "the drip would last a minute"
    assert "import_cards FOLDER" in str(error.value)
    assert not CardText.objects.exists()
    assert CatalogueVersion.objects.values().get() == before


def test_without_a_network_the_command_describes_the_way_by_files(no_site):
    with pytest.raises(CommandError, match=r"127\.0\.0\.1: cannot be fetched.*import_cards FOLDER"):
        run()


def start(client, callbacks):
    with callbacks(execute=True):
        return client.post("/cards/import/")


def test_on_a_fresh_site_of_ones_own_the_first_page_offers_it(site, django_capture_on_commit_callbacks):
    client = Client(SERVER_NAME="localhost")
    assert b"no card texts yet" in client.get("/").content
    assert b"Load from ArkhamDB" in client.get("/cards/import/").content
    assert StandIn.requests == []
    answer = start(client, django_capture_on_commit_callbacks)
    job = Job.objects.get(kind="cards.import")
    assert answer["Location"] == job.get_absolute_url()
    assert (job.state, job.done) == (Job.State.DONE, job.total)
    assert "1 new packs" in client.get(job.get_absolute_url()).content.decode()
    assert b"no card texts yet" not in client.get("/").content


def test_the_offer_can_be_declined(db):
    client = Client(SERVER_NAME="localhost")
    assert client.post("/cards/import/", {"later": "1"})["Location"] == "/"
    assert b"no card texts yet" not in client.get("/").content
    assert not Job.objects.exists()


def test_staff_are_offered_it_on_the_first_page_and_in_the_admin(staff, settings):
    settings.PRODUCTION = True
    client = Client(REMOTE_ADDR="203.0.113.5")
    client.force_login(staff)
    for page in ("/", "/admin/", "/admin/cards/card/import/"):
        assert b"/cards/import/" in client.get(page).content
    assert client.get("/cards/import/").status_code == 200


@pytest.mark.parametrize(
    "request_of",
    [
        {"REMOTE_ADDR": "203.0.113.5"},
        {"HTTP_X_FORWARDED_FOR": "203.0.113.5"},
        {"SERVER_NAME": "casebook.example"},
        {"PRODUCTION": True},
    ],
)
def test_visitors_from_elsewhere_are_not_offered_it(db, settings, request_of):
    settings.ALLOWED_HOSTS = ["*"]
    settings.PRODUCTION = request_of.pop("PRODUCTION", False)
    client = Client(**{"SERVER_NAME": "localhost", **request_of})
    assert b"no card texts yet" not in client.get("/").content
    assert client.get("/cards/import/").status_code == 404
    assert client.post("/cards/import/").status_code == 404


def test_as_soon_as_there_is_staff_only_they_may_import(staff):
    client = Client(SERVER_NAME="localhost")
    assert b"no card texts yet" not in client.get("/").content
    assert client.post("/cards/import/").status_code == 404


def test_a_second_press_leads_to_the_import_that_runs(staff, alice):
    client = Client()
    client.force_login(staff)
    running = Job.objects.create(kind="cards.import", owner=alice, state=Job.State.RUNNING)
    assert client.post("/cards/import/")["Location"] == running.get_absolute_url()
    assert Job.objects.count() == 1


def test_a_job_without_a_network_describes_the_way_by_files(no_site, django_capture_on_commit_callbacks):
    client = Client(SERVER_NAME="localhost")
    start(client, django_capture_on_commit_callbacks)
    job = Job.objects.get(kind="cards.import")
    assert job.state == Job.State.FAILED
    assert "import_cards FOLDER" in client.get(job.get_absolute_url()).content.decode()
