"""Tests of what the table of the 2nd edition shows: places in the reader's language, and the final battle."""

import pytest
from django.http import QueryDict
from django.utils import translation

from boardgames.starting import read_start
from boardgames.tables.second import table_view
from rules.boardgames.second_edition.limits import limits_for
from rules.boardgames.second_edition.state import BATTLE, JAIL, LOST, AncientOne
from tests.rules.boardgames.second_edition.table import table, with_seat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("place", "german"),
    [(LOST, "In Raum und Zeit verschollen"), (JAIL, "Gefängniszelle"), ("Woods", "Woods")],
)
def test_places_of_the_rules_are_in_the_readers_language(place, german):
    state = with_seat(table(), place=place)
    assert table_view(state).seats[0].place == place
    with translation.override("de"):
        assert table_view(state).seats[0].place == german


@pytest.mark.parametrize(("combat", "shown"), [(-6, "−6"), (4, "+4"), (0, None)])
def test_the_final_battle_shows_the_combat_rating(combat, shown):
    state = table(status=BATTLE, ancient=AncientOne("Cthulhu", 13, combat), doom=13, battle_round=1)
    assert dict(table_view(state).facts).get("Combat rating") == shown


def test_what_the_book_states_of_an_investigator_is_known(alice):
    """Focus 3 in the example of p6; what is entered goes first."""
    sent = QueryDict("ancient=Azathoth&name-1=Amanda+Sharpe&name-2=Joe+Diamond&name-3=Ashcan+Pete&focus-3=1")
    focus = [each.investigator.focus for each in read_start(alice, sent).players]
    assert focus == [3, 2, 1]


def looks(state):
    return {each.track.id: each.track.look for each in table_view(state).tracks}


@pytest.mark.parametrize("players", range(1, 9))
def test_the_table_warns_of_every_limit_before_it_triggers(players):
    """Gates trigger when they reach their limit, monsters and Outskirts when they exceed it (p18, p20)."""
    limit = limits_for(players)
    shown = {each.track.id: each.track.limit for each in table_view(table(players)).tracks}
    assert (shown["gates"], shown["monsters"], shown["outskirts"]) == (
        limit.gates,
        limit.monsters,
        limit.outskirts,
    )
    gates = [looks(table(players, gates=limit.gates - less))["gates"] for less in (2, 1, 0)]
    assert gates == ["near", "full", "over"]
    monsters = [looks(table(players, arkham=limit.monsters + more))["monsters"] for more in (-1, 0, 1)]
    assert monsters == ["near", "full", "over"]
    outskirts = [looks(table(players, outskirts=limit.outskirts + more))["outskirts"] for more in (0, 1)]
    assert outskirts == ["full", "over"]
    overrun = [
        looks(table(players, terror=10, arkham=limit.overrun - less))["monsters"] for less in (2, 1, 0)
    ]
    assert overrun == ["near", "full", "over"]
