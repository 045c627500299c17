"""Tests of error responses: a page for people, one JSON format for programs."""

import json

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path, reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from web.shared.errors import Refusal

pytestmark = pytest.mark.django_db


class Shape(serializers.Serializer):
    title = serializers.CharField(max_length=10)


class Echo(APIView):
    permission_classes = [AllowAny]

    def post(self, request):
        shape = Shape(data=request.data)
        shape.is_valid(raise_exception=True)
        return Response(shape.validated_data)

    def delete(self, request):
        raise Refusal(_("The deck is locked."), deck=7)


class Slow(APIView):
    class Throttle(SimpleRateThrottle):
        rate = "1/min"

        def get_cache_key(self, request, view):
            return "slow"

    throttle_classes = [Throttle]

    def get(self, request):
        return Response()


def refuse(request):
    raise Refusal(_("The deck is locked."), deck=7)


def fail(request):
    raise ZeroDivisionError


def read(request):
    return HttpResponse(request.POST.get("title", ""))


urlpatterns = [
    path("refuse/", refuse),
    path("fail/", fail),
    path("read/", read),
    path("api/fail/", fail),
    path("api/echo/", Echo.as_view()),
    path("api/slow/", Slow.as_view()),
    path("", include("config.urls")),
]
handler400 = "web.errors.bad_request"
handler403 = "web.errors.permission_denied"
handler404 = "web.errors.page_not_found"
handler500 = "web.errors.server_error"


@pytest.fixture(autouse=True)
def _views(settings):
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def visitor():
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/no-such-page/", 404, "Page not found"),
        ("/refuse/", 409, "The deck is locked."),
        ("/fail/", 500, "Something went wrong"),
    ],
)
def test_visitors_get_a_page(visitor, address, status, words):
    answer = visitor.get(address)
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page
    assert "Traceback" not in page


def test_a_page_that_is_not_found_can_be_that_of_a_session_that_has_ended(visitor, alice):
    sign_in = f'href="{reverse("login")}?next={{}}"'
    page = visitor.get("/campaigns/no-such/?a=1").content.decode()
    assert sign_in.format("%2Fcampaigns%2Fno-such%2F%3Fa%3D1") in page
    form = {"headers": {"referer": "http://testserver/decks/new/"}}
    assert (
        sign_in.format("http%3A%2F%2Ftestserver%2Fdecks%2Fnew%2F")
        in visitor.post("/none/", **form).content.decode()
    )
    live = visitor.post("/none/", headers={"hx-request": "true"})
    assert "sign in first" in live.content.decode()
    visitor.force_login(alice)
    assert "?next=" not in visitor.get("/no-such-page/").content.decode()
    assert 'class="topbar"' in page


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/no-such-thing/", 404, "not_found"),
        ("/api/fail/", 500, "server_error"),
        ("/api/v1/account/", 401, "not_authenticated"),
    ],
)
def test_programs_get_one_shape(visitor, address, status, code):
    answer = visitor.get(address)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["message"]


def test_a_refusal_carries_its_facts(visitor):
    answer = visitor.delete("/api/echo/")
    assert answer.status_code == 409
    assert answer.json() == {"error": {"code": "refused", "message": "The deck is locked.", "deck": 7}}


def test_what_changes_in_place_gets_the_sentence_alone(visitor):
    answer = visitor.get("/refuse/", headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert answer["Content-Type"].startswith("text/plain")
    assert answer.content == b"The deck is locked."


def test_wrong_fields_are_named(visitor):
    answer = visitor.post("/api/echo/", {"title": "far too long a title"}, content_type="application/json")
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "invalid"
    assert list(error["fields"]) == ["title"]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{", id="cut off"),
        pytest.param(b"", id="empty but for its length"),
        pytest.param(b"\xff\xfe", id="not UTF-8"),
        pytest.param(b'{"title": NaN}', id="not a number"),
        pytest.param(b'{"title": "\\u0000"}', id="a NUL"),
        pytest.param(b'{"\\u0000": 1}', id="a NUL in a key"),
        pytest.param(b'{"title": "\\ud800"}', id="half a character"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, id="nested without end"),
        pytest.param(b'{"title": ' + b"9" * 5000 + b"}", id="a number without end"),
        pytest.param(b'{"title": {}}', id="an object for a text"),
        pytest.param(b"[]", id="a list for an object"),
        pytest.param(b"null", id="nothing"),
    ],
)
def test_hostile_json_is_a_clear_400(visitor, body):
    answer = visitor.post("/api/echo/", body, content_type="application/json")
    assert answer.status_code == 400, answer.content[:200]
    assert answer.json()["error"]["message"]


def test_a_wrong_media_type_and_a_wrong_method_are_errors(visitor):
    answer = visitor.post("/api/echo/", "title", content_type="text/csv")
    assert (answer.status_code, answer.json()["error"]["code"]) == (415, "unsupported_media_type")
    answer = visitor.put("/api/echo/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "method_not_allowed")


def test_too_many_requests_are_an_error(visitor):
    assert visitor.get("/api/slow/").status_code == 200
    answer = visitor.get("/api/slow/")
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "throttled")
    assert int(answer["Retry-After"]) > 0


@pytest.mark.parametrize("address", ["/read/", "/api/echo/"])
@pytest.mark.parametrize(
    ("kind", "most"),
    [("application/x-www-form-urlencoded", b"1 MB"), ("application/json", b"5 MB"), ("text/plain", b"5 MB")],
)
def test_a_body_that_is_too_large_is_turned_away(visitor, address, kind, most):
    answer = visitor.post(address, b"x" * 5_000_001, content_type=kind)
    assert answer.status_code == 413
    assert b"at most " + most in answer.content


def test_a_file_may_be_larger_but_not_without_end(visitor, settings):
    settings.MAX_UPLOAD_BYTES = 6_000_000
    kind = "multipart/form-data; boundary=b"
    head = b'--b\r\nContent-Disposition: form-data; name="deck"; filename="deck"\r\n\r\n'
    for size, status in [(5_500_000, 200), (6_500_000, 413)]:
        body = head + b"x" * size + b"\r\n--b--\r\n"
        assert visitor.post("/read/", body, content_type=kind).status_code == status


def test_a_form_without_a_token_is_refused_kindly():
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/display/", {"theme": "dark"})
    assert answer.status_code == 403
    assert "This form has expired" in answer.content.decode()
    assert "Back to the form" not in answer.content.decode(), "nobody knows where it was"


@pytest.mark.parametrize(
    ("referer", "leads_back"),
    [
        pytest.param("http://testserver/decks/new/", True, id="a page of ours"),
        pytest.param("https://evil.example/", False, id="another site"),
        pytest.param("javascript:alert(1)", False, id="no page at all"),
    ],
)
def test_a_form_that_is_too_old_leads_back_to_its_page(referer, leads_back):
    strict = Client(enforce_csrf_checks=True)
    page = strict.post("/display/", {"theme": "dark"}, headers={"referer": referer}).content.decode()
    assert (f'href="{referer}"' in page) is leads_back


def test_browsers_find_an_icon_where_no_page_names_one(client):
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert "favicon" in answer.headers["Location"]


def test_a_broken_form_is_a_clear_400(visitor):
    too_many = "&".join(f"f{n}=1" for n in range(2000))
    answer = visitor.post("/read/", too_many, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400
    assert "Invalid request" in answer.content.decode()


def test_a_host_that_is_not_ours_is_refused(visitor):
    assert visitor.get("/", headers={"host": "evil.example"}).status_code == 400


def test_the_message_of_an_error_cannot_carry_markup(visitor):
    page = visitor.get("/<script>alert(1)</script>/").content.decode()
    assert "<script>alert" not in page
    assert json.dumps(page)


def test_the_address_of_a_form_is_a_page_that_explains_it(client, alice):
    client.force_login(alice)
    answer = client.get("/account/keys/")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "POST"
    assert "only accepts data from a form" in answer.content.decode()
