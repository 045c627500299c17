"""Tests of many decks in one request: each line is answered by itself, whatever the others are."""

import json

import pytest
from rest_framework.test import APIClient

from decks.api import lines
from decks.api.lines import MEDIA_TYPE
from decks.checking import check as check_deck
from tests.decks.test_check import ILLEGAL, ROLAND

pytestmark = pytest.mark.django_db

UPGRADE = {
    "before": {"investigator_code": "01001", "slots": {"01018": 2}},
    "after": {"investigator_code": "01001", "slots": {"01018": 1, "01028": 1}},
}


def send(address, body, **more):
    return APIClient().generic("POST", f"/api/v1/{address}", body, content_type=MEDIA_TYPE, **more)


def answers(answer):
    assert (answer.status_code, answer["Content-Type"]) == (200, MEDIA_TYPE)
    return [json.loads(line) for line in answer.getvalue().splitlines()]


def written(*values):
    return "".join(f"{json.dumps(value)}\n" for value in values)


class TestCheck:
    def test_each_deck_gets_the_verdict_that_it_gets_by_itself(self):
        found = answers(send("check", written({**ROLAND, "id": 7}, ILLEGAL)))
        alone = [APIClient().post("/api/v1/check", deck).json() for deck in (ROLAND, ILLEGAL)]
        assert found == [{"line": 1, "id": 7, **alone[0]}, {"line": 2, "id": None, **alone[1]}]
        assert [row["legal"] for row in found] == [True, False]

    def test_a_bad_line_does_not_stop_the_others(self):
        bad = ['{"slots": ', "[]", "7", '"x"', "null", "{}", '{"id": "mine"}', "[" * 5000, "NaN", '{"sl']
        body = "\n".join([json.dumps(ROLAND), *bad, json.dumps(ROLAND)])
        found = answers(send("check", body))
        assert [row["line"] for row in found] == list(range(1, len(bad) + 3))
        assert found[0]["legal"] is found[-1]["legal"] is True
        for row in found[1:-1]:
            assert row["error"]["code"] == "not_a_deck", row
            assert row["error"]["message"]
        assert found[7]["id"] == "mine"

    def test_lines_keep_their_numbers(self):
        """Empty lines are not answered; carriage returns and other separators do not end a line."""
        odd = json.dumps({**ROLAND, "name": "a\u2028b"}, ensure_ascii=False)
        body = f"\n\r\n{odd}\r\n\n{json.dumps(ROLAND)}"
        assert [row["line"] for row in answers(send("check", body.encode()))] == [3, 5]

    def test_the_terms_are_for_all(self):
        found = answers(send("check?mode=creation&taboo=newest", written(ROLAND, ROLAND)))
        alone = APIClient().post("/api/v1/check?mode=creation&taboo=newest", ROLAND).json()
        assert all({**alone, "line": row["line"], "id": None} == row for row in found)
        assert send("check?mode=nonsense", written(ROLAND)).json()["error"]["code"] == "bad_question"

    def test_texts_are_in_the_readers_language(self, german):
        body = written(ILLEGAL)
        german = answers(send("check", body, HTTP_ACCEPT_LANGUAGE="de"))[0]
        alone = APIClient().post("/api/v1/check", ILLEGAL, HTTP_ACCEPT_LANGUAGE="de").json()
        assert german["violations"] == alone["violations"]

    @pytest.mark.parametrize("accept", ["*/*", "application/json", MEDIA_TYPE])
    def test_clients_may_name_either_type(self, accept):
        assert len(answers(send("check", written(ROLAND), HTTP_ACCEPT=accept))) == 1
        refused = send("check", b"\xff", HTTP_ACCEPT=accept)
        assert (refused.status_code, refused["Content-Type"]) == (400, "application/json")

    @pytest.mark.parametrize("body", [b"", b"\n \r\n", b"\xff\xfe", b"\n" * 100])
    def test_a_body_without_lines_is_refused(self, body):
        refused = send("check", body)
        assert (refused.status_code, bool(refused.json()["error"]["message"])) == (400, True)

    def test_a_byte_order_mark_is_no_part_of_the_first_line(self):
        assert answers(send("check", b"\xef\xbb\xbf" + written(ROLAND).encode()))[0]["legal"]

    def test_a_fault_of_one_line_is_recorded_and_does_not_stop_the_others(self, monkeypatch, caplog):
        def check(cards, deck, terms, judge=check_deck):
            if deck.get("id") == "broken":
                raise ZeroDivisionError
            return judge(cards, deck, terms)

        monkeypatch.setattr("decks.api.check.check", check)
        found = answers(send("check", written({**ROLAND, "id": "broken"}, ROLAND)))
        assert found[0]["error"]["code"] == "server_error"
        assert "ZeroDivisionError" in caplog.text
        assert found[1]["legal"] is True


class TestPrice:
    def test_each_upgrade_gets_the_price_that_it_gets_by_itself(self):
        body = written({**UPGRADE, "id": "a"}, {}, {**UPGRADE, "edition": "no"}, UPGRADE)
        found = answers(send("price", body))
        alone = APIClient().post("/api/v1/price", UPGRADE).json()
        assert found[0] == {"line": 1, "id": "a", **alone}
        assert found[1]["error"]["code"] == "not_a_deck"
        assert found[2]["error"]["code"] == "bad_question"
        assert found[3] == {"line": 4, "id": None, **alone}

    def test_a_bad_parameter_refuses_the_whole_request(self):
        assert send("price?edition=no", written(UPGRADE)).status_code == 400


class TestBounds:
    @pytest.mark.parametrize("line", ["1", ""])
    def test_millions_of_short_lines_are_refused_before_they_are_divided(self, monkeypatch, client, line):
        monkeypatch.setattr(lines, "Lines", None)
        body = f"{line}\n" * (lines.MOST_LINE_FEEDS + 1)
        answer = client.post("/api/v1/check", body, content_type=lines.MEDIA_TYPE)
        assert answer.status_code == 400
        assert "at most 1000 lines" in answer.json()["error"]["message"]

    def test_the_number_of_lines(self):
        most = lines.MOST_LINES
        assert len(answers(send("check", b"{}\n" * most))) == most
        refused = send("check", b"{}\n" * (most + 1))
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "parse_error")

    def test_the_size_of_the_body(self, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
        assert send("check", b"x" * 1001).status_code == 413

    def test_the_values_of_a_line(self):
        crowded = '{"slots": [' + "1," * (lines.MOST_VALUES + 1) + "1]}"
        found = answers(send("check", f"{crowded}\n{json.dumps(ROLAND)}"))
        assert found[0]["error"]["code"] == "not_a_deck"
        assert found[1]["legal"]

    def test_the_time_for_all_lines(self, monkeypatch):
        monkeypatch.setattr(lines, "MOST_SECONDS", 0.0)
        found = answers(send("check", written(ROLAND, ROLAND)))
        assert [row["error"]["code"] for row in found] == ["too_much", "too_much"]
        assert [row["line"] for row in found] == [1, 2]

    def test_the_rate_counts_a_request(self, settings):
        settings.RATES = {**settings.RATES, "check": "1/min"}
        assert send("check", written(ROLAND)).status_code == 200
        assert send("check", written(ROLAND)).status_code == 429


def test_lines_are_sent_as_they_are_judged():
    judged = []

    def answer(data):
        judged.append(data)
        return {}

    stream = lines.answer_lines(lines.Lines([(1, "1"), (2, "2")]), answer, "en")
    assert next(stream) == b'{"line":1,"id":null}\n'
    assert judged == [1]
