"""JSON in backups of format 1 gets its present shape, which the strict readers accept."""

import pytest

from operations import format_1
from rules.campaign import CampaignState, from_json, step_from_json, steps, to_json
from rules.campaign.state import Fate
from rules.campaign.steps import CarriedSeat
from rules.cards.model import Deck
from rules.outcome import NO_OUTCOME, Outcome, Piles

FATE = {
    "how": "damage",
    "exiled": {"02115": 2, "05236": 1},
    "exiled_extra": {"05236": 1},
    "claims": {"12003": 2},
    "mental_claims": {"12003": 1},
    "attached_to": "01060",
}
EXILED = Piles({"02115": 2}, {"05236": 1})
NEW_FATE = Fate(
    how="damage",
    exiled=EXILED,
    conditions={"12003": 2},
    mental_conditions={"12003": 1},
    attached_to="01060",
)
OLD_DECK = {"investigator": "90049", "slots": {"04015": 1}, "side": {"a": 1}, "extra": {"90053": 1}}
NEW_DECK = Deck("90049", {"04015": 1}, wish_list={"a": 1}, second_deck={"90053": 1})
OUTCOME = Outcome(exiled=EXILED, removed=Piles({"01018": 1}), conditions={"12003": 2}, attached_to="01060")


@pytest.mark.parametrize(
    ("copies", "second_deck", "expected"),
    [
        ({}, {}, {}),
        ({"a": 2}, {}, {"deck": {"a": 2}}),
        ({"a": 1}, {"a": 1}, {"second_deck": {"a": 1}}),
        ({"a": 2, "b": 1}, {"a": 1}, {"deck": {"a": 1, "b": 1}, "second_deck": {"a": 1}}),
    ],
)
def test_each_copy_is_in_one_pile(copies, second_deck, expected):
    assert format_1.piles(copies, second_deck) == expected


@pytest.mark.parametrize(
    ("old", "expected"),
    [
        pytest.param(
            {"kind": "cards-exiled", "seat": "s1", "cards": {"a": 2}, "extra": {"a": 1}},
            steps.CardsExiled(seat="s1", cards=Piles({"a": 1}, {"a": 1})),
            id="exile",
        ),
        pytest.param(
            {"kind": "end-scenario", "resolution": "R1", "fates": {"s1": FATE, "s2": {}}},
            steps.EndScenario(resolution="R1", fates={"s1": NEW_FATE, "s2": Fate()}),
            id="the end of a scenario",
        ),
        pytest.param(
            {
                "kind": "start-campaign",
                "difficulty": "easy",
                "carried": {
                    "edition": "faq-2.0",
                    "difficulty": "easy",
                    "seats": [
                        {
                            "seat": "s1",
                            "player": "p",
                            "investigator": "01001",
                            "exiled": {"a": 1},
                            "exiled_extra": {"a": 1},
                            "taken": {"b": 1},
                            "deck": OLD_DECK,
                        }
                    ],
                },
            },
            steps.StartCampaign(
                difficulty="easy",
                carried=steps.Transfer(
                    edition="faq-2.0",
                    difficulty="easy",
                    seats=(
                        CarriedSeat(
                            seat="s1",
                            player="p",
                            investigator="01001",
                            exiled=Piles(second_deck={"a": 1}),
                            removed=Piles({"b": 1}),
                            deck=NEW_DECK,
                        ),
                    ),
                ),
            ),
            id="investigators of an earlier campaign",
        ),
        pytest.param(
            {"kind": "deck-chosen", "seat": "s1", "deck": OLD_DECK},
            steps.DeckChosen(seat="s1", deck=NEW_DECK),
            id="a deck",
        ),
        pytest.param({"kind": "seat-leaves", "seat": "s1"}, steps.SeatLeaves(seat="s1"), id="no cards in it"),
    ],
)
def test_steps(old, expected):
    assert step_from_json(format_1.step(old)) == expected


def test_states():
    seat = {"id": "s1", "player": "p", "investigator": "01001", "title": "Roland Banks"}
    old = {
        "seats": {
            "s1": seat | {"exiled": FATE["exiled"], "exiled_extra": {"05236": 1}, "taken": {"01018": 1}},
            "s2": seat | {"id": "s2", "deck": OLD_DECK, "baseline": OLD_DECK},
        },
        "history": [
            {"scenario": "x", "act": 3, "fates": {"s1": {"claims": {"09005": 1}}}},
            {"scenario": "y", "act": 9, "fates": {"s1": FATE}},
            {"scenario": "z", "act": 10, "kind": "interlude"},
        ],
    }
    old["notes"] = [{"id": "1", "act": 1, "section": "notes", "text": "A note."}]
    old["memories"] = [{"act": 2, "text": "A memory."}]
    old["research"] = [{"task": "a", "seat": "s1", "act": 4}]
    old["waivers"] = [{"act": 5, "rule": "deck.size", "note": "Agreed."}]
    state = from_json(CampaignState, format_1.state(old))
    assert state.seats["s1"].outcome == OUTCOME, "with the conditions of the last scenario"
    assert state.seats["s2"].outcome == NO_OUTCOME
    assert (state.seats["s2"].deck, state.seats["s2"].baseline) == (NEW_DECK, NEW_DECK)
    assert state.history[1].fates["s1"] == NEW_FATE
    parts = (state.history, state.notes, state.memories, state.research, state.waivers)
    assert [[row.step for row in rows] for rows in parts] == [[3, 9, 10], [1], [2], [4], [5]]


def test_versions_of_decks():
    old = {
        "number": 2,
        "exiled": ["02115", "02115", "05236"],
        "aftermath": {
            "exiled_extra": {"05236": 1},
            "lost": {"01018": 1},
            "happened": {"12003": 2},
            "attached_to": "01060",
            "after": 7,
        },
    }
    new = format_1.ROWS["decks.deckversion"](old)
    assert new.keys() == {"number", "aftermath"}
    assert new["aftermath"].pop("after") == 7
    assert from_json(Outcome, new["aftermath"]) == OUTCOME
    assert format_1.aftermath([], {"lost": {}, "happened": {}, "after": 1}) == {"after": 1}


def test_unfinished_forms():
    old = ["victory", "claim-s1-04016-mental", "happened-s1-09042", "exile-s1-extra-05236", "exile-s1-02115"]
    new = ["victory", "condition-s1-04016-mental", "price-condition-s1-09042"]
    new += ["exile-s1-second-deck-05236", "exile-s1-02115"]
    assert list(format_1.draft({name: ["1"] for name in old})) == new


@pytest.mark.parametrize(
    ("model", "fields", "expected"),
    [
        (
            "campaigns.bookentry",
            {"kind": "ResultEntry", "facts": {"fates": {"s1": {"claims": {"a": 1}}}}},
            {"kind": "ResultEntry", "facts": {"fates": {"s1": {"conditions": {"a": 1}}}}},
        ),
        (
            "campaigns.deckentry",
            {"seat": "s1", "deck": OLD_DECK, "reason": "chosen"},
            {"seat": "s1", "deck": to_json(NEW_DECK), "reason": "chosen"},
        ),
        ("campaigns.bookentry", {"facts": {"phase": "ready"}}, {"facts": {"phase": "ready"}}),
        (
            "campaigns.campaign",
            {"name": "A", "state": {"phase": "new"}},
            {"name": "A", "state": {"phase": "new"}},
        ),
    ],
)
def test_rows(model, fields, expected):
    assert format_1.ROWS[model](fields) == expected
