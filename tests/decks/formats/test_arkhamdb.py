"""Tests of ArkhamDB's JSON: any input is read, and nothing in it is lost."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decks.formats import jsontext
from decks.formats.arkhamdb import Record, read_deck, read_record, write_record
from decks.formats.errors import UnreadableDeck, UnreadableText
from rules.cards.model import Choices, Tick


def a_deck(**fields):
    return {"investigator_code": "01001", "slots": {"01006": 1, "01016": 2}, **fields}


def test_a_plain_deck():
    deck = read_deck(a_deck(sideSlots=[], ignoreDeckLimitSlots=None, meta="", taboo_id=None))
    assert (deck.investigator, dict(deck.slots)) == ("01001", {"01006": 1, "01016": 2})
    assert [deck.wish_list, deck.ignored, deck.second_deck, deck.customizations] == [{}, {}, {}, {}]
    assert deck.oddities == ()
    assert deck.taboo == ""


@pytest.mark.parametrize("empty", [[], {}, None])
def test_side_and_ignored_may_be_written_as_nothing(empty):
    deck = read_deck(a_deck(sideSlots=empty, ignoreDeckLimitSlots=empty))
    assert (dict(deck.wish_list), dict(deck.ignored), deck.oddities) == ({}, {}, ())


def test_php_writes_empty_slots_as_an_array():
    deck = read_deck(a_deck(slots=[]))
    assert (dict(deck.slots), deck.oddities) == ({}, ())


def test_side_and_ignored_slots_are_read():
    deck = read_deck(a_deck(sideSlots={"01017": 1}, ignoreDeckLimitSlots={"01016": 1}))
    assert (deck.wish_list, deck.ignored) == ({"01017": 1}, {"01016": 1})


def test_a_whole_number_may_be_written_with_a_point():
    deck = read_deck(json.loads('{"investigator_code": "01001", "slots": {"01006": 1.0, "01016": 1.5}}'))
    assert deck.slots == {"01006": 1}
    assert type(deck.slots["01006"]) is int
    assert [(odd["card"], odd["value"]) for odd in deck.oddities] == [("01016", "1.5")]


@pytest.mark.parametrize(
    ("written", "code"),
    [(None, ""), (0, ""), ("", ""), (7, "007"), ("007", "007"), ("7", "007"), (10, "010")],
)
def test_taboo_lists_are_called_by_their_number(written, code):
    deck = read_deck(a_deck(taboo_id=written))
    assert (deck.taboo, deck.oddities) == (code, ())


@pytest.mark.parametrize("size", [40, 40.0, "40"])
def test_a_chosen_size_is_a_number_however_it_is_written(size):
    deck = read_deck({"slots": {}, "investigator_code": "06002", "meta": {"deck_size_selected": size}})
    assert (deck.choices.size, deck.oddities) == (40, ())


META = {
    "alternate_front": "90024",
    "alternate_back": "90025",
    "faction_selected": "seeker",
    "faction_1": "guardian",
    "faction_2": "rogue",
    "deck_size_selected": "40",
    "option_selected": "both",
    "cus_09021": "0|1,3|2|Relic^Tome",
    "extra_deck": "90053,10001,10001",
    "attachments_05002": "01006,01007,01007",
    "attachment_11080": "01008",
    "card_pool": "core,cycle:dwl",
    "transform_into": "04244",
    "annotation_01016": "the best gun",
    "banner_url": "x",
    "card_pool_extension_1": "card:1",
}


@pytest.mark.parametrize("shape", [META, json.dumps(META)], ids=["object", "string"])
def test_meta(shape):
    record = read_record(a_deck(meta=shape))
    deck, meta = record.deck, record.meta
    assert deck.choices == Choices(
        front="90024",
        back="90025",
        classes={"": "seeker", "faction_1": "guardian", "faction_2": "rogue"},
        option="both",
        size=40,
    )
    assert deck.customizations == {"09021": (Tick(0, 1), Tick(3, 2, "Relic^Tome"))}
    assert deck.second_deck == {"90053": 1, "10001": 2}
    assert deck.attachments == {"05002": ("01006", "01007", "01007"), "11080": ("01008",)}
    assert deck.card_pool == ("core", "cycle:dwl")
    assert meta.transform_into == deck.transformed == "04244"
    assert meta.annotations == {"01016": "the best gun"}
    assert meta.rest == {"banner_url": "x", "card_pool_extension_1": "card:1"}
    assert deck.oddities == ()


@pytest.mark.parametrize(
    ("value", "sealed"), [("01016:2,01017:1", True), ("", False), (None, False), ({}, False)]
)
def test_a_sealed_pool_stays_as_it_is(value, sealed):
    record = read_record(a_deck(meta={"sealed_deck": value, "sealed_deck_name": "Draft night"}))
    assert record.deck.sealed == sealed
    assert record.meta.rest == {"sealed_deck": value, "sealed_deck_name": "Draft night"}
    assert record.deck.oddities == ()


@pytest.mark.parametrize("empty", [None, "", "{}", [], {}, "[]", "null", '""'])
def test_meta_may_be_written_as_nothing(empty):
    deck = read_deck(a_deck(meta=empty))
    assert deck.oddities == ()
    assert deck.choices == Choices()


def test_empty_values_of_meta_choose_nothing():
    deck = read_deck(a_deck(meta={"faction_selected": None, "alternate_back": "", "cus_09021": ""}))
    assert (deck.choices, deck.customizations, deck.oddities) == (Choices(), {}, ())


def test_a_deck_that_was_in_two_programs_has_its_attachments_once():
    deck = read_deck(a_deck(meta={"attachment_05002": "01006", "attachments_05002": "01006,01007"}))
    assert deck.attachments == {"05002": ("01006", "01007")}


@pytest.mark.parametrize("value", [None, [], "slots", 3, True, [{}]])
def test_what_is_no_object_is_no_deck(value):
    with pytest.raises(UnreadableDeck, match="not an object"):
        read_deck(value)


def test_an_object_without_slots_is_no_deck():
    with pytest.raises(UnreadableDeck, match="is missing"):
        read_deck({"investigator_code": "01001"})


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"slots": {"01016": "2"}}, "slots"),
        ({"slots": {"01016": 1.5}}, "slots"),
        ({"slots": {"01016": True}}, "slots"),
        ({"slots": {"01016": None}}, "slots"),
        ({"slots": {"01016": math.nan}}, "slots"),
        ({"slots": {"01016": []}}, "slots"),
        ({"slots": {"01016": 10**4000}}, "slots"),
        ({"slots": {"\ud800": 1}}, "slots"),
        ({"slots": {"x" * 5000: 1}}, "slots"),
        ({"slots": {"01\n016": 1}}, "slots"),
        ({"slots": {"": 1}}, "slots"),
        ({"slots": "01016"}, "slots"),
        ({"slots": None}, "slots"),
        ({"slots": ["01016"]}, "slots"),
        ({"sideSlots": "x"}, "sideSlots"),
        ({"ignoreDeckLimitSlots": {"01016": "x"}}, "ignoreDeckLimitSlots"),
        ({"investigator_code": 1001}, "investigator_code"),
        ({"investigator_code": None}, "investigator_code"),
        ({"investigator_code": "ö"}, "investigator_code"),
        ({"taboo_id": "seven"}, "taboo_id"),
        ({"taboo_id": -1}, "taboo_id"),
        ({"taboo_id": 7.5}, "taboo_id"),
        ({"taboo_id": [7]}, "taboo_id"),
        ({"meta": "not json"}, "meta"),
        ({"meta": "[1]"}, "meta"),
        ({"meta": 7}, "meta"),
        ({"meta": "[" * 100_000}, "meta"),
        ({"meta": "1" * 5000}, "meta"),
        ({"meta": {"faction_selected": 3}}, "meta.faction_selected"),
        ({"meta": {"deck_size_selected": "many"}}, "meta.deck_size_selected"),
        ({"meta": {"deck_size_selected": "٣٠"}}, "meta.deck_size_selected"),
        ({"meta": {"cus_09021": "x|y"}}, "meta.cus_09021"),
        ({"meta": {"cus_09021": {"0": 1}}}, "meta.cus_09021"),
        ({"meta": {"cus_09021": "0|99999999999"}}, "meta.cus_09021"),
        ({"meta": {"faction_selected": "x" * 61}}, "meta.faction_selected"),
        ({"meta": {"faction_2": "x" * 61}}, "meta.faction_2"),
        ({"meta": {"option_selected": "x" * 61}}, "meta.option_selected"),
        ({"meta": {"card_pool": "x" * 20_001}}, "meta.card_pool"),
    ],
)
def test_what_is_not_understood_is_listed(fields, field):
    deck = read_deck(a_deck(**fields))
    (odd,) = deck.oddities
    assert odd["field"] == field
    assert odd["problem"]
    assert all(isinstance(fact, str) and fact.isascii() for fact in odd.values())


def test_one_bad_slot_does_not_hide_the_others():
    deck = read_deck(a_deck(slots={"01016": 2, "01017": "x", "01018": -1}))
    assert dict(deck.slots) == {"01016": 2, "01018": -1}
    assert [odd["card"] for odd in deck.oddities] == ["01017"]


def test_negative_and_unknown_slots_stay_for_the_judge():
    deck = read_deck(a_deck(slots={"99999": 1, "01016": -3, "01017": 400, "01018": 0}))
    assert deck.slots == {"99999": 1, "01016": -3, "01017": 400, "01018": 0}
    assert deck.oddities == ()


def test_a_record_has_everything():
    data = {
        "id": 123456,
        "name": "Roland",
        "date_creation": "2024-01-02T03:04:05+00:00",
        "description_md": "# Notes",
        "user_id": 1,
        "investigator_code": "01001",
        "investigator_name": "Roland Banks",
        "slots": {"01006": 1},
        "sideSlots": {"01017": 1},
        "ignoreDeckLimitSlots": {"01006": 1},
        "version": "1.3",
        "xp": 8,
        "xp_spent": 6,
        "xp_adjustment": -1,
        "exile_string": "02158,02158",
        "taboo_id": 7,
        "meta": json.dumps(META),
        "tags": "guardian solo",
        "previous_deck": 123400,
        "next_deck": None,
        "problem": "too_few_cards",
        "their_own": {"deep": [1, 2]},
    }
    record = read_record(data)
    assert record.tags == ("guardian", "solo")
    assert record.exiled == ("02158", "02158")
    written = write_record(record)
    assert {**written, "meta": None} == {**data, "meta": None}
    assert json.loads(written["meta"]) == {
        "attachments_11080" if key == "attachment_11080" else key: value for key, value in META.items()
    }
    assert read_record(json.loads(json.dumps(written))) == record


def test_a_decklist_separates_its_tags_by_commas():
    assert read_record(a_deck(tags="solo, theme deck")).tags == ("solo", "theme deck")


@pytest.mark.parametrize(
    "key", ["name", "description_md", "tags", "xp", "id", "exile_string", "previous_deck"]
)
def test_a_record_lists_what_was_not_understood(key):
    record = read_record(a_deck(**{key: {"a": 1}}))
    assert [odd["field"] for odd in record.oddities] == [key]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.text().map(lambda s: "{" + s),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
keys = ["slots", "sideSlots", "ignoreDeckLimitSlots", "investigator_code", "meta", "taboo_id", "name", "tags"]
meta_keys = st.sampled_from([*META, "cus_", "cus_1"]) | st.text()
decks = st.fixed_dictionaries(
    {"slots": values},
    optional={key: values for key in keys if key not in ("slots", "meta")}
    | {"meta": values | st.dictionaries(meta_keys, values)},
)


@given(decks)
def test_reading_never_raises_and_writing_reads_the_same(data):
    record = read_record(data)
    assert isinstance(record, Record)
    again = read_record(write_record(record))
    assert again.deck.slots == record.deck.slots
    assert again.meta.choices == record.meta.choices
    assert again.meta.customizations == record.meta.customizations


def test_json_of_strangers_becomes_storable():
    value = jsontext.loads('{"a": "\\ud800 \\u0000", "b": NaN, "c": -Infinity, "d": 1e999, "e": 1.5}')
    assert value == {"a": "� �", "b": "NaN", "c": "-Infinity", "d": "1e999", "e": 1.5}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"a": \n oops}', "line 2, column 2"),
        ("[" * 40 + "]" * 40, "too deeply"),
        ("[" * 100_000, "too deeply"),
        ("1" * 5000, "thousands of digits"),
        ("", "line 1, column 1"),
    ],
)
def test_json_that_cannot_be_read_has_a_reason(text, reason):
    with pytest.raises(UnreadableText, match=reason):
        jsontext.loads(text)
