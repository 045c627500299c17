"""Tests of the decks in a JSON text, in all the forms that programs produce."""

import json

import pytest

from decks.formats import jsontext
from decks.formats.documents import MOST_LINES, numbered_lines, read_document
from decks.formats.errors import UnreadableDeck, UnreadableText


def a_deck(name):
    return {"name": name, "investigator_code": "01001", "slots": {"01016": 2}}


A, B = a_deck("a"), a_deck("b")
BACKUP = {
    "version": 3,
    "data": {"app": {}, "settings": {}, "data": {"decks": {"x": A, "y": B}, "history": {}}},
}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(json.dumps(A), ["a"], id="one"),
        pytest.param(json.dumps(A, indent=2), ["a"], id="one, indented"),
        pytest.param("\N{BYTE ORDER MARK}" + json.dumps(A), ["a"], id="byte order mark"),
        pytest.param(json.dumps([A, B]), ["a", "b"], id="array"),
        pytest.param(json.dumps([[A], [B]]), ["a", "b"], id="arrays of an array"),
        pytest.param(json.dumps(A) + "\n" + json.dumps(B) + "\n", ["a", "b"], id="JSON lines"),
        pytest.param(json.dumps(A) + "\r\n\r\n" + json.dumps(B), ["a", "b"], id="JSON lines of Windows"),
        pytest.param(
            json.dumps(A, indent=1) + "\n" + json.dumps(B, indent=1), ["a", "b"], id="one after other"
        ),
        pytest.param(json.dumps({"results": [A, B], "count": 2}), ["a", "b"], id="page of an API"),
        pytest.param(json.dumps(BACKUP), ["a", "b"], id="arkham.build's backup"),
        pytest.param(json.dumps({"deck": A}), ["a"], id="wrapped"),
    ],
)
def test_shapes(text, names):
    entries = read_document(text)
    assert [entry.data["name"] for entry in entries] == names
    assert [entry.number for entry in entries] == list(range(1, len(names) + 1))
    assert not any(entry.error for entry in entries)


def test_a_bad_line_does_not_hide_the_others():
    entries = read_document(f"{json.dumps(A)}\n{{oops\n\n[1]\n{json.dumps(B)}\n")
    assert [(entry.line, entry.error is None) for entry in entries] == [
        (1, True),
        (2, False),
        (4, False),
        (5, True),
    ]
    assert "not JSON" in str(entries[1].error)
    assert "no deck" in str(entries[2].error)


def test_a_bad_first_line_does_not_hide_the_others():
    first, second = read_document(f"{json.dumps(A)[:-9]}\n{json.dumps(B)}\n")
    assert (first.line, "not JSON" in str(first.error)) == (1, True)
    assert second.data["name"] == "b"


def test_a_bad_row_does_not_hide_the_others():
    entries = read_document(json.dumps([A, {"cards": []}, 3, B]))
    assert [entry.error is None for entry in entries] == [True, False, False, True]


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("", UnreadableText, "text is empty"),
        (" \n", UnreadableText, "text is empty"),
        ("Roland Banks", UnreadableText, "not JSON"),
        ('{\n "slots": {"01016": 2,}\n}', UnreadableText, "line 2"),
        ("[]", UnreadableDeck, "no deck"),
        ("{}", UnreadableDeck, "no deck"),
        ("7", UnreadableDeck, "no deck"),
        (
            '{"a": {"b": {"c": {"d": {"e": {"slots": {}, "investigator_code": "x"}}}}}}',
            UnreadableDeck,
            "no deck",
        ),
        ("[" * 100_000, UnreadableText, "too deeply"),
    ],
)
def test_a_text_without_a_deck_is_refused(text, error, reason):
    with pytest.raises(error, match=reason):
        read_document(text)


def test_only_as_many_lines_are_tried_as_can_be_imported(monkeypatch):
    tried = []
    loads = jsontext.loads
    monkeypatch.setattr(jsontext, "loads", lambda text: tried.append(text) or loads(text))
    with pytest.raises(UnreadableText):
        read_document("{x}\n" * (3 * MOST_LINES))
    assert len(tried) <= MOST_LINES + 2


def test_lines_are_numbered_as_in_the_text():
    assert list(numbered_lines("a\n\n b \n")) == [(1, "a"), (3, " b ")]
    assert list(numbered_lines("")) == []
