"""Tests of the prices of upgrades by command and API; no input may cause a crash."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

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


def changed(deck, **slots):
    """Return the deck with other numbers of copies; the codes are written as `c01018`."""
    copies = {**deck["slots"], **{code[1:]: n for code, n in slots.items()}}
    return {**deck, "slots": {code: n for code, n in copies.items() if n}}


BEAT_COP = changed(ROLAND, c01018=1, c01028=1)
TOO_MANY = changed(ROLAND, c01026=1)
UPGRADE = {"id": "one", "before": ROLAND, "after": BEAT_COP, "exiled": []}


@pytest.fixture
def file(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


def run(*args):
    """Return the command's output, errors and exit status."""
    out, err, status = StringIO(), StringIO(), 0
    try:
        call_command("price_upgrade", *args, stdout=out, stderr=err)
    except SystemExit as end:
        status = end.code
    except CommandError as end:
        status = end.returncode
        err.write(str(end))
    return out.getvalue(), err.getvalue(), status


def rows(out):
    return [json.loads(line) for line in out.splitlines()]


def test_two_decks(file):
    before, after = file("a.json", json.dumps(ROLAND)), file("b.json", json.dumps(BEAT_COP))
    out, err, status = run(before, after)
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        f"{before} → {after}: 2 experience",
        "   2  Beat Cop (2) for Beat Cop (0): level 2, upgraded from Beat Cop (0): 0",
    ]


def test_an_empty_list_holds_no_upgrade(file):
    path = file("x.json", "[]")
    assert run(path) == ("", f"{path}: This JSON contains no upgrade.\n", 2)
    out, _err, status = run(file("y.json", json.dumps([UPGRADE])))
    assert (out.count("experience"), status) == (1, 0)


def test_two_decks_as_json(file):
    before, after = file("a.json", json.dumps(ROLAND)), file("b.json", json.dumps(BEAT_COP))
    (row,) = rows(run(before, after, "--json")[0])
    assert row["total"] == 2
    (purchase,) = row["purchases"]
    assert (purchase["card"], purchase["replaces"], purchase["price"]) == ("01028", "01018", 2)
    assert [(reason["kind"], reason["amount"]) for reason in purchase["reasons"]] == [
        ("level", 2),
        ("difference", 0),
    ]


def test_exiled_cards_come_from_the_option_or_the_deck(file):
    exile = changed(ROLAND, c01090=1, c02115=1)
    before = file("a.json", json.dumps(exile))
    named = file("b.json", json.dumps({**exile, "exile_string": "02115"}))
    same = file("c.json", json.dumps(exile))
    totals = [rows(run(*args, "--json")[0])[0]["total"] for args in (
        (before, same), (before, same, "--exiled", "02115"), (before, named), (before, named, "--exiled", ""),
    )]  # fmt: skip
    assert totals == [0, 1, 1, 0]


def test_json_lines_are_answered_line_by_line(file):
    lines = [
        json.dumps(UPGRADE),
        json.dumps({**UPGRADE, "id": 2, "after": TOO_MANY}),
        "{not json",
        json.dumps({"id": "three", "before": ROLAND}),
        json.dumps({"before": ROLAND, "after": ROLAND}),
    ]
    path = file("many.jsonl", "\n".join(lines))
    out, err, status = run(path, "--json")
    assert status == 2
    assert [(row["id"], row["total"]) for row in rows(out)] == [
        ("one", 2),
        (2, None),
        (f"{path}:3", None),
        ("three", None),
        (f"{path}:5", 0),
    ]
    assert [violation["rule"] for violation in rows(out)[1]["violations"]] == ["xp.swap-one-for-one"]
    assert "not JSON" in rows(out)[2]["error"]
    assert len(err.splitlines()) == 2


def test_an_illegal_upgrade_is_1_and_says_why(file):
    out, err, status = run(file("x.json", json.dumps({**UPGRADE, "after": TOO_MANY})))
    assert (status, err) == (1, "")
    assert out.splitlines()[0] == "one: no legal way"
    assert "31 cards instead of 30" in out
    assert "xp.swap-one-for-one" in out


def spell_for_less():
    """The editions do not agree on whether an upgrade may cost nothing."""
    spells = changed(ROLAND, c01090=1, c51007=1, c04109=2)
    return {"before": spells, "after": changed(spells, c51007=0, c02233=1), "exiled": None}


def test_the_edition_can_be_chosen(file):
    path = file("x.json", json.dumps(spell_for_less()))
    assert rows(run(path, "--json")[0])[0]["total"] == 1
    assert rows(run(path, "--json", "--edition", "faq-1.7")[0])[0]["total"] == 0


def test_a_line_may_name_its_edition(file):
    lines = [{**spell_for_less(), "edition": edition} for edition in ("faq-1.7", "faq-9", ["faq-1.7"])]
    path = file("many.jsonl", "\n".join(map(json.dumps, lines)))
    out, err, status = run(path, "--json")
    assert [row["total"] for row in rows(out)] == [0, None, None]
    assert "faq-9" in rows(out)[1]["error"]
    assert status == 2
    assert len(err.splitlines()) == 2
    assert [row["total"] for row in rows(run(path, "--json", "--edition", "grimoire-1.1")[0])] == [1, 1, 1]


def test_fields_that_are_not_known_are_named(file):
    out, err, status = run(file("x.json", json.dumps({**UPGRADE, "exile": ["01018"], "Marks": 1})), "--json")
    assert status == 0
    assert rows(out)[0]["ignored"] == ["Marks", "exile"]
    assert err.splitlines() == [
        "one: “Marks” is not a field of an upgrade. It was ignored.",
        "one: “exile” is not a field of an upgrade. It was ignored.",
    ]


@pytest.mark.parametrize("text", ["", "[]x", "nonsense", b"\xff\xfe"])
def test_what_is_no_json_is_2(file, text):
    assert run(file("x.json", text))[2] == 2


def test_wrong_arguments_are_2(file):
    path = file("x.json", json.dumps(UPGRADE))
    deck = file("d.json", json.dumps(ROLAND))
    assert run(path, path, path)[2] == 2
    assert run(path, "--exiled", "02115")[2] == 2
    assert run(deck, path + ".missing")[2] == 2
    assert run(deck, file("two.json", json.dumps([ROLAND, ROLAND])))[2] == 2


class TestApi:
    def post(self, data, address="/api/v1/price"):
        return APIClient().post(address, data, format="json")

    def test_no_account_is_needed(self):
        answer = self.post(UPGRADE)
        assert answer.status_code == 200
        assert answer.json()["total"] == 2
        assert answer.json()["purchases"][0]["reasons"][0] == {
            "kind": "level",
            "amount": 2,
            "text": "level 2",
        }

    def test_no_legal_way_is_an_answer(self):
        answer = self.post({**UPGRADE, "after": TOO_MANY})
        assert answer.status_code == 200
        assert answer.json()["total"] is None
        assert answer.json()["violations"][0]["cite"]

    def test_fields_that_are_not_known_are_named(self):
        assert "ignored" not in self.post(UPGRADE).json()
        assert self.post({**UPGRADE, "exile": []}).json()["ignored"] == ["exile"]

    def test_conditions_change_the_price(self):
        before = changed(ROLAND, c01090=1, c10109=1)
        data = {"before": before, "after": changed(before, c01089=1, c01054=1, c01090=0, c05192=1)}
        assert self.post(data).json()["total"] == 4
        assert self.post({**data, "conditions": {"10109": 1}}).json()["total"] == 3

    @pytest.mark.parametrize(
        "data",
        [
            [],
            {},
            {"before": ROLAND},
            {"before": ROLAND, "after": 3},
            {"before": ROLAND, "after": {}},
            {**UPGRADE, "exiled": 7},
            {**UPGRADE, "exiled": ["01018"] * 5000},
            {**UPGRADE, "exiled": [None]},
            {**UPGRADE, "exiled": {"01018": -1}},
            {**UPGRADE, "conditions": {"01018": "often"}},
            {**UPGRADE, "conditions": {"01018": 1}},
            {**UPGRADE, "conditions": {"10109": 1}},
            {**UPGRADE, "attached_to": "01018"},
            {**UPGRADE, "attached_to": ["01060"]},
        ],
    )
    def test_nonsense_is_a_400(self, data):
        answer = self.post(data)
        assert answer.status_code == 400
        assert answer.json()["error"]["code"] == "not_a_deck"

    def test_an_unknown_edition_is_a_400(self):
        assert self.post(UPGRADE, "/api/v1/price?edition=faq-9").status_code == 400
        assert self.post({**UPGRADE, "edition": "faq-9"}).status_code == 400
        assert self.post({**UPGRADE, "edition": ["faq-1.7"]}).status_code == 400

    def test_the_edition_may_stand_beside_the_decks(self):
        body = {**spell_for_less(), "edition": "faq-1.7"}
        assert self.post(body).json()["total"] == 0
        assert self.post(body, "/api/v1/price?edition=grimoire-1.1").json()["total"] == 1

    @pytest.mark.parametrize(
        "slots",
        [
            {"01018": 99, "01028": 99},
            {"nobody": 1},
            {"01018": -1},
            {"01018": "two"},
            {},
        ],
    )
    def test_strange_decks_are_no_crash(self, slots):
        answer = self.post({"before": ROLAND, "after": {**ROLAND, "slots": slots}})
        assert answer.status_code == 200
        answer = self.post({"before": {**ROLAND, "slots": slots}, "after": ROLAND})
        assert answer.status_code == 200


def test_a_new_deck_is_paid_from_what_it_starts_with(client):
    def price_of_new(slots, investigator="01001"):
        deck = {"investigator_code": investigator, "slots": slots}
        data = json.dumps({"before": None, "after": deck})
        return client.post("/api/v1/price", data, content_type="application/json").json()

    assert price_of_new(ROLAND["slots"])["total"] == 0
    over = price_of_new({**ROLAND["slots"], "01026": 1})
    assert over["total"] is None
    assert [found["rule"] for found in over["violations"]] == ["deck.start-xp-spendable"]
    # Father Mateo begins with 5 experience.
    (bought,) = price_of_new({"01068": 1}, "04004")["purchases"]
    assert (bought["card"], bought["way"]) == ("01068", "creation")
