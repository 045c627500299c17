"""Tests of the checks by command and API; no input may cause a crash."""

import json
import os
import subprocess
import sys
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from rest_framework.test import APIClient

from cards import adapters
from decks.checking import catalogue_at_hand
from decks.formats.documents import MOST_LINES
from decks.management.commands.check_deck import PART, decks_of
from decks.processes import in_processes

pytestmark = pytest.mark.django_db

ROLAND = {
    "investigator_code": "01001",
    "slots": {
        "01006": 1, "01007": 1, "01000": 1, "01016": 2, "01017": 2, "01018": 2, "01019": 2, "01020": 2,
        "01021": 2, "01022": 2, "01023": 2, "01024": 2, "01025": 2, "01086": 2, "01087": 2, "01088": 2,
        "01089": 2, "01090": 2,
    },
    "meta": "",
}  # fmt: skip
ILLEGAL = {**ROLAND, "slots": {**ROLAND["slots"], "01020": 3}}


@pytest.fixture
def files(tmp_path):
    def write(**texts):
        paths = []
        for name, text in texts.items():
            path = tmp_path / f"{name}.json"
            path.write_text(text if isinstance(text, str) else json.dumps(text))
            paths.append(str(path))
        return paths

    return write


def run(*args):
    """Return the command's output, errors and exit status."""
    out, err, status = StringIO(), StringIO(), 0
    try:
        call_command("check_deck", *args, stdout=out, stderr=err)
    except SystemExit as end:
        status = end.code
    except CommandError as end:
        status = end.returncode
        err.write(str(end))
    return out.getvalue(), err.getvalue(), status


def test_all_legal_is_0(files):
    (path,) = files(roland=ROLAND)
    out, err, status = run(path)
    assert (status, err) == (0, "")
    assert out.startswith(f"{path}: legal (30 of 30 cards, 0 experience)\n")


def test_some_illegal_is_1(files):
    out, _err, status = run(*files(roland=ROLAND, wrong=ILLEGAL))
    assert status == 1
    assert "illegal (31 of 30 cards" in out
    assert "[deck.size-exact; Arkham Grimoire v1.1" in out


def test_json_has_a_line_for_each_deck(files):
    rows = [{**ROLAND, "id": "a"}, {**ILLEGAL, "id": 7}]
    out, _err, status = run(*files(both="\n".join(map(json.dumps, rows))), "--json")
    first, second = map(json.loads, out.splitlines())
    assert status == 1
    assert (first["id"], first["legal"], first["size"], first["experience"]) == ("a", True, 30, 0)
    assert (second["id"], second["legal"]) == (7, False)
    assert {"rule", "message", "cite", "facts"} <= set(second["violations"][0])
    assert {"warnings", "notes"} <= set(second)


def test_a_bad_line_is_2_and_the_others_are_judged(files):
    (path,) = files(lines=f"{json.dumps(ROLAND)}\n{{oops\n{json.dumps(ILLEGAL)}\n")
    out, err, status = run(path, "--json")
    rows = list(map(json.loads, out.splitlines()))
    assert status == 2
    assert [row["legal"] for row in rows] == [True, None, False]
    assert rows[1]["id"] == f"{path}:2"
    assert "line 1, column 2" in rows[1]["error"]
    assert err.startswith(f"{path}:2: This is not JSON")


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "text is empty"), ("[]", "no deck"), ("no", "not JSON"), ("[" * 100_000, "nested too deeply")],
)
def test_what_is_no_deck_is_2(files, text, message):
    _out, err, status = run(*files(bad=text))
    assert status == 2
    assert message in err


def test_a_file_that_is_not_there_is_2(tmp_path):
    _out, err, status = run(str(tmp_path / "nothing.json"))
    assert (status, "No such file" in err) == (2, True)


def test_a_file_that_is_no_text_is_2(tmp_path):
    (tmp_path / "image.json").write_bytes(b"\xff\xfe\x00")
    _out, err, status = run(str(tmp_path / "image.json"))
    assert (status, "UTF-8" in err) == (2, True)


def test_a_file_that_cannot_be_read_does_not_hide_the_others(files, tmp_path):
    (tmp_path / "image.json").write_bytes(b"\xff\xfe\x00")
    first, last = files(first=ROLAND, last=ILLEGAL)
    missing, image = str(tmp_path / "nothing.json"), str(tmp_path / "image.json")
    out, _err, status = run(first, missing, image, last, "--json")
    rows = list(map(json.loads, out.splitlines()))
    assert status == 2
    assert [(row["id"], row["legal"]) for row in rows] == [
        (first, True),
        (missing, None),
        (image, None),
        (last, False),
    ]


def test_who_stops_reading_gets_no_traceback(files):
    (path,) = files(many="\n".join([json.dumps(ROLAND)] * 500))
    command = [sys.executable, "manage.py", "check_deck", path, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait() == 141


@pytest.mark.parametrize(
    "environment", ["limited:tsk", "current@yesterday", "current@2026-13-01", "current@20260401"]
)
def test_unknown_expansions_and_invalid_days_are_refused(files, environment):
    _out, err, status = run(*files(roland=ROLAND), "--environment", environment)
    assert (status, "Unknown expansion" in err or "not a date" in err) == (2, True)


@pytest.mark.parametrize(
    "option",
    [
        ["--taboo", "999"],
        ["--environment", "narrow"],
        ["--environment", "current:dwlp"],
        ["--environment", "legacy@2026-04-01"],
        ["--environment", "legacy:newest"],
    ],
)
def test_a_question_that_cannot_be_asked_is_2(files, option):
    _out, err, status = run(*files(roland=ROLAND), *option)
    assert (status, "Use one of: " in err) == (2, True)


@pytest.mark.parametrize(("versions", "legal"), [("", True), (":original", True), (":modified", False)])
def test_the_versions_that_a_group_chose_are_heard(files, versions, legal):
    """Roland has the Machete of 2016."""
    (path,) = files(roland=ROLAND)
    found = json.loads(run(path, "--json", "--environment", f"legacy{versions}")[0])
    assert found["legal"] == legal
    assert ("env.legacy-version-choice" in {row["rule"] for row in found["violations"]}) == (not legal)


def test_mode_edition_and_taboo_are_heard(files):
    (path,) = files(roland={**ROLAND, "slots": {**ROLAND["slots"], "01020": 0, "60111": 2}})
    standalone = json.loads(run(path, "--json", "--mode", "standalone")[0])
    assert standalone["weaknesses"]["to_draw"] == 1
    german = json.loads(run(path, "--json", "--edition", "grimoire-1.0-de")[0])
    assert "1.0" in german["notes"][0]["cite"]
    (path,) = files(machete={**ROLAND, "slots": {**ROLAND["slots"]}})
    assert json.loads(run(path, "--json", "--taboo", "001")[0])["experience"] >= 0


def test_standard_input(files):
    command = [sys.executable, "manage.py", "check_deck", "-", "--json"]
    done = subprocess.run(command, input=json.dumps(ILLEGAL), capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["legal"] is False


def test_without_a_site_the_shipped_catalogue_is_used(monkeypatch):
    def no_tables():
        raise DatabaseError("no such table")

    monkeypatch.setattr(adapters, "catalogue", no_tables)
    assert catalogue_at_hand().version == "shipped"


@pytest.fixture
def api():
    return APIClient()


def test_the_api_judges_without_an_account(api):
    answer = api.post("/api/v1/check", ROLAND)
    assert answer.status_code == 200
    assert answer.json()["legal"] is True
    wrong = api.post("/api/v1/check", ILLEGAL).json()
    assert not wrong["legal"]
    assert {"deck.size-exact"} <= {row["rule"] for row in wrong["violations"]}


def test_the_api_speaks_german(api, german):
    answer = api.post("/api/v1/check?edition=grimoire-1.0-de", ILLEGAL, headers={"accept-language": "de"})
    assert answer.status_code == 200
    assert "Grimoire" in answer.json()["violations"][0]["cite"]


@pytest.mark.parametrize(
    "query", ["mode=x", "edition=x", "taboo=x", "environment=x", "environment=limited:x"]
)
def test_the_api_refuses_invalid_terms(api, query):
    answer = api.post(f"/api/v1/check?{query}", ROLAND)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_question"


@pytest.mark.parametrize(
    "body",
    [
        "",
        "no",
        "[]",
        "7",
        "null",
        "{}",
        '{"slots"',
        '{"slots": {"01020": NaN}}',
        '{"slots": {"01020": 1' + "0" * 5000 + "}}",
        '{"slots": {"\\ud800": 1}}',
        '{"name": "\\u0000", "slots": {}}',
        "[" * 500 + "]" * 500,
        "[" * 100_000,
        '{"a":' * 700 + "1" + "}" * 700,
    ],
)
def test_hostile_json_gets_a_clear_4xx(api, body):
    answer = api.post("/api/v1/check", body, content_type="application/json")
    assert answer.status_code == 400, answer.content
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"\xff\xfe", "This is not UTF-8 text."),
        (b'{"slots": {"01020": 1' + b"0" * 5000 + b"}}", "thousands of digits"),
        (b'{"slots": {"01020": -Infinity}}', "-Infinity is not JSON."),
        (b'{"slots": {"01020": 1}', "This is not JSON: there is a mistake in line 1, column 23."),
    ],
)
def test_the_message_names_the_error(api, body, message):
    answer = api.post("/api/v1/check", body, content_type="application/json")
    assert answer.status_code == 400
    assert message in answer.json()["error"]["message"]


def test_a_byte_order_mark_is_overlooked(api):
    body = b"\xef\xbb\xbf" + json.dumps(ROLAND).encode()
    assert api.post("/api/v1/check", body, content_type="application/json").json()["legal"] is True


def test_a_small_question_gets_no_huge_answer(api):
    slots = {f"{number:07}": 1 for number in range(20_000)}
    answer = api.post("/api/v1/check", {**ROLAND, "slots": slots})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "not_a_deck")
    many = ",".join(slots)
    meta = json.dumps({"extra_deck": many, "attachments_09077": many, "card_pool": many})
    answer = api.post("/api/v1/check", {**ROLAND, "sideSlots": slots, "meta": meta})
    assert len(answer.json()["warnings"]) == 4
    assert len(answer.content) < 10_000


@pytest.mark.parametrize(
    "data",
    [
        {"slots": {"01020": "2"}},
        {"slots": {"01020": -3, "x": 1}, "investigator_code": "01001"},
        {"slots": "x", "investigator_code": [], "meta": "{", "taboo_id": {}},
        {"slots": {}, "investigator_code": "01020"},
    ],
)
def test_a_bad_deck_gets_a_verdict(api, data):
    answer = api.post("/api/v1/check", data)
    assert answer.status_code == 200
    assert answer.json()["legal"] is False


def test_only_post(api):
    assert api.get("/api/v1/check").status_code == 405


def test_decks_that_play_together_are_judged_as_a_group(files):
    daisy = {"investigator_code": "01002", "slots": {}}
    first, second, other = files(first=ROLAND, second=ROLAND, other=daisy)
    out, _err, status = run(first, second, "--party")
    assert status == 1
    assert "party: illegal (2 decks)\n  Roland Banks is played more than once (seats 1, 2)." in out
    rows = [json.loads(line) for line in run(first, other, "--party", "--json")[0].splitlines()]
    assert [row["id"] for row in rows] == [first, other, "party"]
    assert (rows[-1]["legal"], rows[-1]["violations"]) == (True, [])


def test_a_party_is_judged_by_http(client):
    def check_party(decks):
        return client.post("/api/v1/check/party", json.dumps(decks), content_type="application/json")

    answer = check_party([ROLAND, ILLEGAL]).json()
    assert [deck["legal"] for deck in answer["decks"]] == [True, False]
    (found,) = answer["party"]["violations"]
    assert found["rule"] == "deck.distinct-investigators-in-group"
    assert found["cite"]
    for odd in ([], {}, "x", [ROLAND] * 17, [ROLAND, 3], [[ROLAND]]):
        refused = check_party(odd)
        assert refused.status_code == 400
        assert refused.json()["error"]["message"]


class TestCampaignLog:
    """`--mode campaign --log FILE`: facts of a campaign log, from a file."""

    #: Roland between two scenarios: Amnesia was drawn, Lita Chantler joined.
    PLAYED = {**ROLAND, "slots": {**ROLAND["slots"], "01000": 0, "01096": 1, "01117": 1}}
    LOG = {"weaknesses": {"01096": 1}, "bearer_of": {"01117": 1}, "experience_earned": 4}

    def judged(self, files, deck, log):
        path, log_file = files(deck=deck, log=log)
        out, err, status = run(path, "--mode", "campaign", "--log", log_file, "--json")
        assert err == ""
        row = json.loads(out)
        assert status == (0 if row["legal"] else 1)
        return row

    def test_the_log_is_believed(self, files):
        assert self.judged(files, self.PLAYED, self.LOG)["legal"]
        bare = self.judged(files, self.PLAYED, {})
        assert not bare["legal"], "nobody recorded the weakness, nor the story card"

    def test_a_weakness_that_is_recorded_must_be_there(self, files):
        without = {**self.PLAYED, "slots": {**self.PLAYED["slots"], "01096": 0}}
        assert not self.judged(files, without, self.LOG)["legal"]

    def test_research_is_read(self, files):
        rules = {
            found["rule"]
            for found in self.judged(files, {**self.PLAYED, "slots": {"02263": 1}}, self.LOG)["violations"]
        }
        assert "researched.log-entry-needed" in rules
        log = {**self.LOG, "research": ["solution_identified"]}
        rules = {
            found["rule"]
            for found in self.judged(files, {**self.PLAYED, "slots": {"02263": 1}}, log)["violations"]
        }
        assert "researched.log-entry-needed" not in rules

    def test_lost_allies_and_ultimatums_are_heard(self, files):
        held = {**self.PLAYED, "slots": {**self.PLAYED["slots"], "01018": 2}}
        log = {**self.LOG, "ultimatums": ["ub.scream"], "lost_allies": ["Beat Cop"]}
        found = self.judged(files, held, log)
        assert "ub.scream" in {row["rule"] for row in found["violations"]}

    @pytest.mark.parametrize(
        ("log", "message"),
        [
            ("", "This is not JSON"),
            ("{", "JSON"),
            ([], "must be an object"),
            ({"trauma": 1}, "has no field “trauma”. Use: research"),
            ({"bearer_of": {"99999": 1}}, "“bearer_of”: unknown card “99999”"),
            ({"kept_beside": {"99999": 1}}, "“kept_beside”: unknown card “99999”"),
            ({"bearer_of": ["01117"]}, "“bearer_of” is invalid"),
            ({"weaknesses": {"01096": "one"}}, "“weaknesses.01096” is invalid"),
            ({"weaknesses": {"01096": 0}}, "at least 1"),
            ({"research": ["alchemy"]}, "unknown value “alchemy”. Use one of: "),
            ({"ultimatums": ["ub.nothing"]}, "“ultimatums”: unknown value “ub.nothing”"),
            ({"lost_allies": ["Nobody"]}, "“lost_allies”: unknown value “Nobody”"),
            ({"experience_earned": -1}, "must be at least 0"),
            ({"experience_earned": True}, "“experience_earned” is invalid"),
            ({"investigators": 0}, "From 1 to 4 investigators"),
            ({"investigators": 5}, "From 1 to 4 investigators"),
            ({"weaknesses": {"01006": 1}}, "“01006” is not a weakness that can be drawn"),
            ({"weaknesses": {"01000": 1}}, "“01000” is not a weakness that can be drawn"),
            ({"party": ["01006"]}, "“01006” is not an investigator"),
            ("x" * 300_000, "too long"),
        ],
    )
    def test_a_bad_log_is_2_and_says_why(self, files, log, message):
        path, log_file = files(deck=self.PLAYED, log=log)
        out, err, status = run(path, "--mode", "campaign", "--log", log_file)
        assert (status, out) == (2, "")
        assert message in err
        assert log_file in err

    def test_a_log_that_is_not_there_is_2(self, files, tmp_path):
        (path,) = files(deck=self.PLAYED)
        _out, err, status = run(path, "--mode", "campaign", "--log", str(tmp_path / "none.json"))
        assert (status, "Can't read" in err, "none.json" in err) == (2, True, True)

    def test_a_log_that_is_no_text_is_2(self, files, tmp_path):
        (path,) = files(deck=self.PLAYED)
        (tmp_path / "log.json").write_bytes(b"\xff\xfe{")
        assert run(path, "--mode", "campaign", "--log", str(tmp_path / "log.json"))[2] == 2

    def test_a_log_belongs_to_a_campaign(self, files):
        path, log_file = files(deck=self.PLAYED, log=self.LOG)
        _out, err, status = run(path, "--log", log_file)
        assert (status, err) == (2, "--log goes with --mode campaign.")


def test_several_processes_write_the_same_as_one(files):
    rows = [json.dumps({**(ILLEGAL if number % 3 else ROLAND), "id": number}) for number in range(3 * PART)]
    rows[PART + 5] = "{broken"
    (path,) = files(many="\n".join(rows))
    alone = run(path, "--json")
    assert (alone[0].count("\n"), alone[2]) == (3 * PART, 2)
    assert [json.loads(line)["id"] for line in alone[0].splitlines()][:2] == [0, 1]
    assert run(path, "--json", "--jobs", "2") == alone
    assert run(path, "--jobs", "8") == run(path)


def test_any_number_of_lines_is_checked(files):
    (path,) = files(many=f"{json.dumps(ROLAND)}\n" * (MOST_LINES + 1))
    assert len(list(decks_of([path]))) == MOST_LINES + 1


def test_a_process_that_dies_is_reported():
    def work(part):
        if part == [2]:
            os._exit(1)
        return part

    found = in_processes(work, [[0], [1], [2], [3]], 2)
    assert [next(found), next(found)] == [[0], [1]]
    with pytest.raises(EOFError):
        next(found)
