"""Tests that text which a database cannot store is refused with a 400, anywhere in a request."""

import json

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns.models import Campaign
from decks import services
from decks.models import Deck, Edit

pytestmark = pytest.mark.django_db
#: Checks must not be fooled by text that is decoded once more than they expect.
NULS = ["%00", "a%00b", "a%0%000b", "%2500%00", "%00%2500", "a\\u0000%00"]


def routes(patterns, before=""):
    """Every URL outside of the admin site, as its route is written."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


WITH_TEXT = sorted(route for route in routes(get_resolver().url_patterns) if "<str:" in route)


def refused(answer):
    assert answer.status_code == 400, (answer.status_code, answer.content[:200])
    if answer["Content-Type"].startswith("application/json"):
        assert answer.json()["error"]["code"] in ("bad_text", "parse_error", "invalid")
    elif answer["Content-Type"].startswith("text/html"):
        assert "not text" in answer.content.decode()
    return True


@pytest.mark.parametrize("nul", NULS)
@pytest.mark.parametrize(
    "address",
    [
        *("/search/?q=", "/decks/public/?q=", "/decks/?tag=", "/cards/?q=", "/rules/?q=", "/collection/?q="),
        *("/sign-in/?next=", "/api/v1/decks/public/?q=", "/api/v1/decks/?folder=", "/api/v1/cards/?q="),
        *("/admin/login/?next=", "/admin/accounts/user/?q=", "/?any=", "/no-such-page/?q="),
    ],
)
def test_in_a_query(client, staff, address, nul):
    client.force_login(staff)
    assert refused(client.get(address + nul))


@pytest.mark.parametrize("query", ["%00=x", "a=1&a=%00", "a=1&b=%00", "%00"])
def test_in_any_part_of_a_query(client, query):
    assert refused(client.get(f"/search/?{query}"))


@pytest.mark.parametrize("query", ["q=%2500", "q=%ED%A0%80", "q=%FF", "q=\\u0000", "q=%01%7F", "q=%EF%BF%BE"])
def test_odd_text_that_can_be_stored_is_not(client, query):
    assert client.get(f"/search/?{query}").status_code == 200


@pytest.mark.parametrize("route", WITH_TEXT)
def test_in_the_address(as_alice, route):
    path = "/" + route.replace("<uuid:deck_id>", "0" * 8 + "-0000-0000-0000-" + "0" * 12)
    for name in ("uuid:deck", "uuid:public_id"):
        path = path.replace(f"<{name}>", "0" * 8 + "-0000-0000-0000-" + "0" * 12)
    path = path.replace("<int:pk>", "1").replace("<slug:seat>", "s1")
    while "<str:" in path:
        path = path[: path.index("<")] + "a%00b" + path[path.index(">") + 1 :]
    assert "<" not in path
    for method in ("GET", "POST"):
        assert refused(as_alice.generic(method, path))


@pytest.mark.parametrize("field", ["text", "mode", "edition", "something else", "n\x00me"])
@pytest.mark.parametrize("kind", ["urlencoded", "multipart"])
def test_in_a_form(client, field, kind):
    fields = {"text": "x", field: "a\x00b"}
    if kind == "multipart":
        assert refused(client.post("/check/", fields))
    else:
        body = "&".join(f"{name}={value}" for name, value in fields.items()).replace("\x00", "%00")
        assert refused(client.post("/check/", body, "application/x-www-form-urlencoded"))


def multipart(*parts: bytes) -> bytes:
    return b"".join(b"--b\r\n" + part + b"\r\n" for part in parts) + b"--b--\r\n"


def field(name: str, value: bytes, filename: str = "") -> bytes:
    file = f'; filename="{filename}"' if filename else ""
    return f'Content-Disposition: form-data; name="{name}"{file}\r\n\r\n'.encode() + value


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
def test_in_a_form_to_the_api(as_alice, alice, method):
    deck = services.create_deck(owner=alice, investigator="01001", name="Mine")
    address = reverse("api-deck-list") if method == "POST" else reverse("api-deck", args=[deck.public_id])
    body = multipart(field("name", b"a\x00b"), field("investigator", b"01001"))
    answer = as_alice.generic(method, address, body, "multipart/form-data; boundary=b")
    assert answer.status_code in ((400,) if method != "PUT" else (400, 405))
    assert list(Deck.objects.values_list("name", flat=True)) == ["Mine"]


@pytest.mark.parametrize("charset", ["unicode_escape", "utf-7", "hex", "idna", "utf-16", "no-such-thing"])
def test_a_request_does_not_choose_its_own_decoder(client, charset):
    """Some encodings of Python make lone surrogates of plain letters, others fail."""
    kind = f"multipart/form-data; boundary=b; charset={charset}"
    answer = client.generic("POST", "/check/", multipart(field("text", b"\\ud800 \\x00 +2AA-")), kind)
    assert answer.status_code == 200
    answer = client.generic("GET", "/search/?q=%5Cud800%5Cx00", content_type=f"text/plain; charset={charset}")
    assert answer.status_code == 200
    assert r"\ud800\x00" in answer.content.decode()


@pytest.mark.parametrize(
    "body",
    [
        '{"name": "\\u0000", "investigator": "01001"}',
        '{"name": "\\ud800", "investigator": "01001"}',
        '{"name": "x", "investigator": "01001", "\\u0000": 1}',
        '{"name": "x", "investigator": "01001", "\\udfff": 1}',
        '{"name": "x", "investigator": "01001", "tags": [["a\\u0000"]]}',
        '{"name": "x", "investigator": "01001", "meta": {"deep": [{"\\ud83d": "\\u0000"}]}}',
    ],
)
def test_in_json(as_alice, body):
    assert refused(as_alice.post(reverse("api-deck-list"), body, "application/json"))
    assert not Deck.objects.exists()


def test_a_whole_pair_of_surrogates_is_a_character(as_alice):
    body = '{"name": "\\ud83d\\udc19", "investigator": "01001"}'
    assert as_alice.post(reverse("api-deck-list"), body, "application/json").status_code == 201
    assert Deck.objects.get().name == "🐙"


@pytest.mark.parametrize("cookie", ['"\\000abcdefgh"', '"abc\\000defgh"', '"\\355\\240\\200abcdefgh"'])
@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "django_language", "theme", "messages"])
def test_in_a_cookie_it_is_as_if_there_were_none(client, name, cookie):
    """Quoted cookies may contain octal escapes."""
    answer = client.get("/account/", headers={"cookie": f"{name}={cookie}"})
    assert answer.status_code == 302
    answer = client.post("/check/", {"text": "x"}, headers={"cookie": f"{name}={cookie}"})
    assert answer.status_code == 200


@pytest.fixture
def deck(alice):
    return services.create_deck(owner=alice, investigator="01001", name="Mine")


@pytest.mark.parametrize(
    ("where", "fields"),
    [
        ("slots", {"code": "01020", "quantity": "1"}),
        ("undo", {}),
        ("redo", {}),
        ("write-notes", {"text": "x"}),
        ("save-settings", {"name": "x"}),
        ("draw-weakness", {"seed": "x"}),
    ],
)
@pytest.mark.parametrize("nul", ["\x00", "a\x00b"])
def test_in_the_key_of_an_edit(as_alice, deck, where, fields, nul):
    address = reverse(f"deck-edit-{where}", args=[deck.public_id])
    for name in ("key", "seed", "revision", "code"):
        assert refused(as_alice.post(address, {**fields, name: nul}))
        assert refused(as_alice.post(f"{address}?{name}=%00", fields))
    assert not Edit.objects.filter(version__deck=deck, key__contains="a").exists()


@pytest.mark.parametrize("name", ["key", "seed"])
@pytest.mark.parametrize("text", ["\x00", "\ud800"])
def test_in_the_draw_of_a_weakness_by_the_api(as_alice, deck, name, text):
    address = reverse("api-deck-draw", args=[deck.public_id])
    assert refused(as_alice.post(address, json.dumps({name: text}), "application/json"))


def test_a_form_of_a_campaign(as_alice):
    fields = {"name": "a\x00b", "difficulty": "standard"}
    assert refused(as_alice.post(reverse("campaign-new-for", args=["boa"]), fields))
    assert not Campaign.objects.exists()


def test_the_name_of_a_file(as_alice):
    body = multipart(field("file", b"[]", filename="deck\x00.json"))
    answer = as_alice.post(reverse("deck-import"), body, "multipart/form-data; boundary=b")
    assert answer.status_code == 400


def test_a_client_that_stops_sending_causes_no_error(monkeypatch):
    visitor = Client(raise_request_exception=False)

    def gone(*args):
        raise OSError("the connection was closed")

    monkeypatch.setattr("django.test.client.FakePayload.read", gone)
    body = multipart(field("text", b"x"))
    assert visitor.post("/check/", body, "multipart/form-data; boundary=b").status_code == 400
