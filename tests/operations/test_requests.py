"""Tests of request ids, which lead from an error page to the log, and of logs without secrets."""

import json
import logging
import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path
from django.utils.functional import SimpleLazyObject

from jobs import services, tracing
from jobs.models import Job
from operations import current, logs

pytestmark = pytest.mark.django_db

TOKEN = "s3cretTokenOfALinkThatOpensSomebodysDeck-0_"


def fail(request, token=""):
    raise ZeroDivisionError("alice@example.org could not be divided")


def submit(request):
    return HttpResponse(services.submit("jobs.wait", seconds=0).pk)


def log_message(request):
    logging.getLogger("a.module").warning("in the middle of it")
    return HttpResponse(str(request.user.pk))


def bad(request):
    raise BadRequest


urlpatterns = [
    path("fail/<str:token>/", fail, name="fail"),
    path("api/fail/", fail, name="api-fail"),
    path("submit/", submit, name="submit"),
    path("log_message/", log_message, name="log_message"),
    path("bad/", bad, name="bad"),
    path("api/bad/", bad, name="api-bad"),
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


@pytest.fixture
def logged(request):
    """Everything that is logged, as it would be written; by default as JSON objects."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record):
            lines.append(self.format(record))

    handler = Kept()
    handler.addFilter(logs.WithoutAddresses())
    handler.setFormatter(getattr(request, "param", logs.JsonFormatter)())
    names = ("", "django", "casebook")
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    for logger, _level in before:
        logger.setLevel(logging.INFO)
        if logger.name != "casebook":  # what is logged there comes to the root as well
            logger.addHandler(handler)
    yield lines
    for logger, level in before:
        logger.setLevel(level)
        logger.removeHandler(handler)


def entries(lines, logger):
    return [entry for entry in map(json.loads, lines) if entry["logger"] == logger]


# --- The id ---------------------------------------------------------------------------------------------


def test_every_answer_carries_an_id_of_its_own(visitor):
    first, second = visitor.get("/"), visitor.get("/no-such-page/")
    assert len(first["X-Request-ID"]) == 16
    assert first["X-Request-ID"] != second["X-Request-ID"]
    assert tracing.request_id() == "", "nothing of a request outlives it"


@pytest.mark.parametrize(
    ("behind_proxy", "given", "kept"),
    [
        pytest.param(True, "a1b2c3d4-e5f6", True, id="of our proxy"),
        pytest.param(True, "x" * 64, True, id="the longest"),
        pytest.param(True, "x" * 65, False, id="too long"),
        pytest.param(True, "short", False, id="too short"),
        pytest.param(True, "two words", False, id="not one word"),
        pytest.param(True, "line\nbreak-12345", False, id="a line break"),
        pytest.param(True, "<script>alert(1)</script>", False, id="markup"),
        pytest.param(False, "a1b2c3d4-e5f6", False, id="of a stranger"),
    ],
)
def test_only_our_own_proxy_may_choose_the_id(visitor, settings, behind_proxy, given, kept):
    settings.BEHIND_PROXY = behind_proxy
    answer = visitor.get("/", headers={"X-Request-ID": given})
    assert (answer["X-Request-ID"] == given) is kept


@pytest.mark.parametrize("address", ["/fail/x/", "/bad/"])
def test_an_error_page_shows_the_number_to_quote(visitor, address):
    answer = visitor.get(address)
    assert f"<code>{answer['X-Request-ID']}</code>" in answer.content.decode()


@pytest.mark.parametrize("address", ["/api/fail/", "/api/bad/"])
def test_an_error_of_the_api_holds_the_number(visitor, address):
    answer = visitor.get(address)
    assert answer.json()["error"]["request_id"] == answer["X-Request-ID"]


def test_a_refusal_that_explains_itself_shows_no_number(visitor):
    answer = visitor.get("/no-such-page/")
    assert answer["X-Request-ID"] not in answer.content.decode()


def test_what_is_submitted_belongs_to_the_request(visitor):
    answer = visitor.get("/submit/")
    assert Job.objects.get(pk=answer.content.decode()).request_id == answer["X-Request-ID"]


# --- The access log ---------------------------------------------------------------------------------------


def test_the_access_log_has_a_line_for_each_request(logged, as_alice, alice):
    answer = as_alice.get("/log_message/")
    [entry] = entries(logged, "casebook.requests")
    assert entry["request_id"] == answer["X-Request-ID"]
    assert (entry["view"], entry["method"], entry["status"], entry["user"]) == (
        "log_message",
        "GET",
        200,
        alice.pk,
    )
    assert entry["duration_ms"] > 0
    [output] = entries(logged, "a.module")
    assert (output["message"], output["request_id"]) == ("in the middle of it", answer["X-Request-ID"])


def test_a_fault_is_logged_under_the_number_that_the_page_shows(logged, visitor):
    answer = visitor.get("/fail/x/")
    [fault] = entries(logged, "django.request")
    assert fault["request_id"] == answer["X-Request-ID"]
    assert (fault["status"], "ZeroDivisionError" in fault["exception"]) == (500, True)


@pytest.mark.parametrize("logged", [logs.JsonFormatter, logs.LineFormatter], indirect=True)
def test_logs_hold_no_addresses_tokens_or_personal_data(logged, visitor, alice):
    visitor.get(f"/fail/{TOKEN}/?q=somebody+looked+for+this")
    visitor.get(f"/decks/shared/{TOKEN}/")
    visitor.get(f"/campaigns/join/{TOKEN}/")
    visitor.get(f"/no-such/{TOKEN}/")
    visitor.post("/sign-in/", {"username": "alice", "password": "a wrong password"})
    visitor.get("/api/v1/decks/", headers={"Authorization": f"Token {'0123456789abcdef' * 3}"})
    text = "\n".join(logged)
    assert "/fail/<str:token>/" in text
    for secret in (TOKEN, "somebody", "alice", "password", "0123456789abcdef"):
        assert secret not in text, secret


def test_a_line_of_the_log_causes_no_query(rf, alice):
    """The user stays unknown if the request has not loaded it."""
    request = rf.get("/")
    assert current.user_of(request) is None
    request.user = SimpleLazyObject(lambda: alice)
    assert current.user_of(request) is None
    assert request.user.username == "alice"
    assert current.user_of(request) == alice.pk
    request.user = AnonymousUser()
    assert current.user_of(request) is None


def test_a_strange_method_is_not_repeated(logged, visitor):
    visitor.generic("PROPFIND", "/")
    assert entries(logged, "casebook.requests")[0]["method"] == "OTHER"


@pytest.mark.parametrize("logged", [logs.LineFormatter], indirect=True)
def test_the_readable_line_ends_with_the_ids(logged, visitor, alice):
    visitor.force_login(alice)
    answer = visitor.get("/log_message/")
    [line] = [line for line in logged if "casebook.requests" in line]
    assert "INFO casebook.requests: GET /log_message/ 200 in " in line
    assert line.endswith(f"[{answer['X-Request-ID']}, user {alice.pk}]")


# --- Words in messages ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("no such user: alice@example.org.", "no such user: [hidden]."),
        ("redis://:hunter2@queue:6379/0 is gone", "redis://:[hidden]@queue:6379/0 is gone"),
        ("postgresql://casebook:p%40ss@db/x", "postgresql://casebook:[hidden]@db/x"),
        ("Authorization: Token abcdefghijklmnop1234", "Authorization: Token [hidden]"),
        ("password='hunter2'", "password='[hidden]'"),
        ("CSRF token missing.", "CSRF token missing."),
        ("the password is too short", "the password is too short"),
        (f"link {TOKEN} is unknown", "link [hidden] is unknown"),
        ("key " + "0123456789abcdef" * 3, "key [hidden]"),
        ("job 6f1c2a34-9d7e-4b0c-8f5e-0a1b2c3d4e5f", "job 6f1c2a34-9d7e-4b0c-8f5e-0a1b2c3d4e5f"),
        ("refused\nDETAIL:  Key (email)=(a) exists.\nx", "refused\nDETAIL: [hidden]\nx"),
        ("a_function_with_a_name_of_forty_three_letters", "a_function_with_a_name_of_forty_three_letters"),
    ],
)
def test_secrets_are_hidden_and_the_rest_is_not(text, written):
    assert logs.scrub(text) == written


@pytest.mark.parametrize(
    "piece", ["a", "a@", "A-", "://", "://a:", "token ", "password = ", "f" * 39 + "g", "DETAIL"]
)
def test_hiding_takes_time_in_proportion_whatever_the_text(piece):
    text = piece * (200_000 // len(piece))
    begun = time.process_time()
    logs.scrub(text)
    assert time.process_time() - begun < 2


@pytest.mark.parametrize("formatter", [logs.LineFormatter(), logs.JsonFormatter()])
def test_a_record_is_one_line_whatever_its_message_holds(formatter):
    record = logging.LogRecord("x", logging.INFO, "", 0, "one\nINFO casebook.requests: forged\r", (), None)
    assert len(formatter.format(record).splitlines()) == 1


def test_the_line_of_a_job_names_job_and_request():
    job = Job(kind="jobs.wait", request_id="abc12345")
    record = logging.LogRecord("x", logging.INFO, "", 0, "done", (), None)
    with tracing.doing(job):
        entry = json.loads(logs.JsonFormatter().format(record))
        line = logs.LineFormatter().format(record)
    assert (entry["request_id"], entry["job"], entry["kind"]) == ("abc12345", str(job.pk), "jobs.wait")
    assert line.endswith(f"[abc12345, job {job.pk}]")
