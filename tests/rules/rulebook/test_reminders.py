"""Reminders: each appears if its conditions hold, and only then."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.cards.model import Card
from rules.deck.circumstances import MODES
from rules.rulebook.coverage import COVERAGE, PLACES, Reminder, Statement
from rules.rulebook.coverage.reminder import (
    CARD,
    DECK,
    EXPERIENCE,
    HARM,
    NEXT,
    PURCHASES,
    SETUP,
    TABLE,
    CardWanted,
)
from rules.rulebook.coverage.statement import REMINDER
from rules.rulebook.editions import EDITIONS
from rules.rulebook.reminders import Occasion, fits, is_signature, reminders
from rules.rulebook.ultimatums import ULTIMATUMS
from tests.builders import catalogue

ALL = [pytest.param(*row, id=f"{row[0].id} {sorted(row[1].where)}") for row in COVERAGE.reminders]
CAMPAIGNS = Path(__file__).parents[3] / "cards" / "catalogue" / "campaigns"
SCENARIOS = {
    row["id"] for path in CAMPAIGNS.glob("*.json") for row in json.loads(path.read_text())["scenarios"]
}


def any_card(wanted: CardWanted) -> tuple[str, Card]:
    for code in sorted(wanted.codes):
        card = catalogue().resolve(code)
        assert card is not None, code
        if fits(wanted, code, card):
            return code, card
    return next((card.code, card) for card in catalogue().cards.values() if fits(wanted, card.code, card))


def edition_of(statement: Statement, reminder: Reminder) -> str:
    return next(
        edition
        for edition, state in statement.states.items()
        if state == REMINDER and (not reminder.editions or edition in reminder.editions)
    )


def an_occasion(statement: Statement, reminder: Reminder, where: str) -> Occasion:
    """Return an occasion that calls for the reminder, and for as little else as possible."""
    return Occasion(
        where=where,
        edition=edition_of(statement, reminder),
        cards=dict([any_card(reminder.card)]) if reminder.card else {},
        scenario=min(reminder.scenarios, default=""),
        mode=min(reminder.modes, default=""),
        ultimatums=frozenset({min(reminder.ultimatums)}) if reminder.ultimatums else frozenset(),
        players=reminder.players,
        side_story=reminder.side_story,
        replay=reminder.replay,
    )


def without_one_condition(reminder: Reminder, occasion: Occasion) -> Iterator[Occasion]:
    """Yield the same occasion, each time with one of the reminder's conditions not met."""
    if reminder.card:
        yield replace(occasion, cards={})
    if reminder.scenarios:
        yield replace(occasion, scenario="another")
    if reminder.modes:
        yield replace(occasion, mode="another")
    if reminder.ultimatums:
        yield replace(occasion, ultimatums=frozenset())
    if reminder.without:
        yield replace(occasion, ultimatums=reminder.without)
    if reminder.players > 1:
        yield replace(occasion, players=reminder.players - 1)
    if reminder.side_story:
        yield replace(occasion, side_story=False)
    if reminder.replay:
        yield replace(occasion, replay=False)


def shown(occasion: Occasion) -> list[str]:
    return [each.statement.id for each in reminders(occasion)]


@pytest.mark.parametrize(("statement", "reminder"), ALL)
def test_a_reminder_appears_where_its_trigger_holds(statement: Statement, reminder: Reminder):
    for where in reminder.where:
        occasion = an_occasion(statement, reminder, where)
        assert statement.id in shown(occasion)
        for other in without_one_condition(reminder, occasion):
            assert statement.id not in shown(other), other
    elsewhere = set(PLACES) - {place for each in statement.reminders for place in each.where}
    for where in elsewhere:
        assert statement.id not in shown(an_occasion(statement, reminder, where))


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_without_the_statement_is_not_reminded_of_it(edition):
    for statement, reminder in COVERAGE.reminders:
        for where in reminder.where:
            occasion = replace(an_occasion(statement, reminder, where), edition=edition)
            expected = statement.states.get(edition) == REMINDER
            assert (statement.id in shown(occasion)) == expected, statement.id


def test_reminders_name_only_what_there_is():
    keywords = {word for card in catalogue().cards.values() for word in card.keywords}
    types = {card.type for card in catalogue().cards.values()}
    for statement, reminder in COVERAGE.reminders:
        assert reminder.scenarios <= SCENARIOS, statement.id
        assert reminder.ultimatums | reminder.without <= ULTIMATUMS.keys(), statement.id
        assert reminder.editions <= EDITIONS.keys(), statement.id
        assert reminder.modes <= set(MODES), statement.id
        if reminder.card:
            assert all(catalogue().resolve(code) for code in reminder.card.codes), statement.id
            assert reminder.card.keywords <= keywords, statement.id
            assert reminder.card.types <= types, statement.id


def test_every_place_has_a_reminder_and_none_has_many_without_a_reason():
    """Without cards, ultimatums or a certain scenario there are few reminders."""
    for where in PLACES:
        assert [each for each in COVERAGE.reminders if where in each[1].where], where
    alone = {where: len(shown(Occasion(where, players=1))) for where in PLACES}
    assert alone == {
        CARD: 0, DECK: 0, "transfer": 1, NEXT: 0, SETUP: 3, TABLE: 2, "result": 0, EXPERIENCE: 2, HARM: 0,
        PURCHASES: 0, "draw": 0,
    }  # fmt: skip


def test_an_erratum_is_shown_for_the_printing_that_it_corrects():
    new, old = catalogue().resolve("12020"), catalogue().resolve("01020")
    assert new is old, "one card in two printings"
    assert shown(Occasion(CARD, cards={"12020": new})) == ["errata.2"]
    assert shown(Occasion(CARD, cards={"01020": old})) == []
    assert shown(Occasion(DECK, cards={"12020": new, "12082": catalogue().cards["12082"]})) == [
        "errata.2",
        "errata.3",
    ]


def test_the_cards_that_call_for_it_are_named():
    cards = {code: catalogue().cards[code] for code in ("02115", "05236", "01020")}
    (found,) = reminders(Occasion(DECK, cards=cards))
    assert found.statement.rules == ("exile.cannot-be-ignored",)
    assert found.cards == ("02115", "05236")


def test_a_signature_belongs_to_an_investigator_by_name():
    assert is_signature(catalogue().cards["01006"])
    assert not is_signature(catalogue().cards["01020"])
    assert not is_signature(catalogue().cards["11099"]), "by trait is another matter"


@pytest.mark.parametrize(
    ("occasion", "words"),
    [
        (Occasion(PURCHASES, scenario="heart_of_the_elders_part_1"), "not spent before the second part"),
        (Occasion(SETUP, side_story=True), "a side story does not use them up"),
        (Occasion(SETUP, replay=True), "played again"),
        (Occasion("result", scenario="the_wages_of_sin"), "read resolution 1"),
        (Occasion(SETUP, scenario="the_boundary_beyond"), "two cards smaller"),
        (Occasion(TABLE, players=2), "signature cards"),
        (Occasion(SETUP, ultimatums=frozenset({"ub.agony"})), "piled on one card"),
        (Occasion(SETUP, mode="standalone"), "standalone notes"),
    ],
)
def test_what_happens_at_the_table_is_brought_to_mind(occasion, words):
    assert any(words in each.statement.sentence for each in reminders(occasion))
