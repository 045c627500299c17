"""The limits of the 2nd edition at their edge for every number of players, and rules easily missed."""

from dataclasses import replace

import pytest

from rules.boardgames.second_edition import EDITION
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.limits import limits_for
from rules.boardgames.second_edition.reference import UNSTABLE
from rules.boardgames.second_edition.state import (
    ARKHAM,
    BATTLE,
    DEPUTY,
    ELIMINATED,
    MOVEMENT,
    MYTHOS,
    PLAYING,
    RETAINER,
    REVOLVER,
    SPELL,
    UPKEEP,
    WAGON,
    WON,
    Card,
    Gate,
    Investigator,
)
from tests.rules.boardgames.second_edition.table import (
    beginning,
    done,
    done_out,
    open_questions,
    proposed,
    refused,
    table,
    with_seat,
)

WOODS = "Woods"
PLAYERS = pytest.mark.parametrize("players", range(1, 9))


@PLAYERS
def test_the_last_gate_that_may_open(players):
    most = limits_for(players).gates
    for gates, status in ((most - 2, PLAYING), (most - 1, BATTLE)):
        assert done_out(table(players, gates=gates), c.OpenGate(place=UNSTABLE[-1])).status == status


@PLAYERS
def test_the_last_monster_in_arkham_and_in_the_outskirts(players):
    limit = limits_for(players)
    below = done_out(table(players, arkham=limit.monsters - 1), c.MonstersAppear())
    assert (below.arkham, below.outskirts, below.terror) == (limit.monsters, 0, 0)
    full = table(players, arkham=limit.monsters, outskirts=limit.outskirts)
    above = done_out(full, c.MonstersAppear())
    assert (above.arkham, above.outskirts, above.terror, above.cup) == (
        limit.monsters,
        0,
        1,
        full.cup + limit.outskirts,
    )
    if limit.outskirts:
        nearly = done_out(replace(full, outskirts=limit.outskirts - 1), c.MonstersAppear())
        assert (nearly.outskirts, nearly.terror) == (limit.outskirts, 0)


@PLAYERS
def test_the_last_monster_of_an_overrun_town(players):
    most = limits_for(players).overrun
    for monsters, status in ((most - 2, PLAYING), (most - 1, BATTLE)):
        assert done_out(table(players, terror=10, arkham=monsters), c.MonstersAppear()).status == status
    assert proposed(table(players, terror=9, arkham=most, closed=frozenset(SHOPS))) == []


SHOPS = ("General Store", "Curiositie Shoppe", "Ye Olde Magick Shoppe")


@PLAYERS
def test_the_last_gate_trophy(players):
    for trophies, status in ((players - 2, PLAYING), (players - 1, WON)):
        state = table(players, gates=1, phase=ARKHAM)
        place = next(iter(state.gates))
        state = with_seat(state, place=place, explored=True, gate_trophies=max(0, trophies))
        if trophies >= 0:
            assert done_out(state, c.CloseGate(seat="p1", place=place)).status == status


@PLAYERS
def test_the_last_success_for_a_doom_token(players):
    state = table(players, status=BATTLE, doom=14, battle_round=1)
    for successes, expected in ((players - 1, (14, players - 1)), (players, (13, 0)), (players + 1, (13, 0))):
        after = done(state, c.Attack(seat="p1", successes=successes))
        assert (after.doom, after.tally) == expected


@pytest.mark.parametrize(
    ("at", "rule"),
    [
        ({"Woods": 1, "Graveyard": 1}, ""),
        ({"Graveyard": 2}, ""),
        ({"Woods": 2, "Graveyard": 2}, ""),
        ({"Woods": 3}, "surge.size"),
        ({"Graveyard": 1}, "surge.size"),
        ({"Woods": 3, "Graveyard": 1}, "surge.even"),
    ],
)
def test_players_decide_where_the_monsters_of_a_surge_go_that_fit(at, rule):
    """Two of four monsters fit below the limit: players place those, or all before any is drawn (p9)."""
    state = table(4, arkham=5, gates={"Woods": Gate(), "Graveyard": Gate()})
    surge = c.Surge(place="Woods", at=at)
    if rule:
        assert refused(state, surge).rule == rule
        return
    after = done(state, surge)
    assert (after.monsters, after.outskirts) == (7, 2)


def with_turn(state, turn):
    return replace(state, turn=turn, phase=UPKEEP)


def test_a_card_of_the_set_up_is_rolled_for_from_the_second_turn():
    state = done(EDITION.empty(), beginning(), c.GainSpecial(seat="p1", special=RETAINER))
    state = replace(state, status=PLAYING)
    due = [(turn, bool(open_questions(with_turn(state, turn)))) for turn in (1, 2, 3)]
    assert due == [(1, False), (2, True), (3, True)]


def test_one_of_the_three_deputy_cards_is_the_deputy():
    state = done(table(), c.GainSpecial(seat="p1", special=DEPUTY))
    assert [card.kind for card in state.seats["p1"].cards] == [REVOLVER, WAGON]
    assert refused(state, c.GainSpecial(seat="p2", special=DEPUTY)).rule == "special.box"


@pytest.mark.parametrize("delayed", [False, True])
def test_who_comes_through_a_gate_in_the_movement_has_moved(delayed):
    state = with_seat(table(phase=MOVEMENT, turn=2, gates={WOODS: Gate("Yuggoth")}), place=WOODS)
    state = done(state, c.EnterGate(seat="p1", delayed=delayed))
    assert (state.seats["p1"].place, state.seats["p1"].area, proposed(state)) == ("Yuggoth", 1, [])
    assert done(state, c.NextPhase()).phase == ARKHAM


def test_who_is_delayed_in_the_movement_stays_in_the_other_world():
    state = with_seat(table(phase=MOVEMENT, gates={WOODS: Gate("Yuggoth")}), place="Yuggoth", area=2)
    assert proposed(state) == ["other-world.returns"]
    assert proposed(done(state, c.Delay(seat="p1"))) == []


def test_a_clue_is_not_for_who_is_in_an_other_world_of_that_name():
    state = with_seat(table(), place=WOODS, area=1)
    assert refused(state, c.PlaceClue(place=WOODS, seat="p1")).rule == "clue.there"


def test_each_round_of_the_final_battle_begins_as_with_an_upkeep():
    state = with_seat(table(doom=13, turn=4, phase=MYTHOS), cards=(Card(SPELL, "Heal", exhausted=True),))
    state = with_seat(state, "p2", status=ELIMINATED)
    battle = done_out(state, c.ChangeDoom())
    assert (battle.battle_round, battle.first) == (1, "p3")
    assert battle.seats["p1"].cards == (Card(SPELL, "Heal"),)
    moved = done(battle, c.MoveSliders(seat="p1", sliders=(3, 1, 1)))
    assert refused(moved, c.MoveSliders(seat="p1", sliders=(4, 1, 1))).rule == "sliders.focus"
    later = done(moved, c.NextRound())
    assert later.first == "p4"
    assert refused(later, c.MoveSliders(seat="p1", sliders=(1, 1, 2))).rule == "sliders.focus"
    assert done(later, c.MoveSliders(seat="p1", sliders=(4, 2, 1))).seats["p1"].sliders == (4, 2, 1)


def test_in_the_final_battle_all_trade_as_if_at_one_place():
    state = with_seat(table(status=BATTLE, doom=14, battle_round=1), place=WOODS, money=3)
    assert done(state, c.Trade(seat="p1", to="p2", money=2)).seats["p2"].money == 2


def test_who_was_devoured_has_a_new_investigator_before_the_ancient_one_awakens():
    """A replacement comes at once (p17); only who is devoured in the final battle is out (p22)."""
    state = done(table(doom=13), c.Devour(seat="p1"), c.ChangeDoom())
    assert (open_questions(state), proposed(state)) == (["replace"], [])
    for reason in ("doom", "card"):
        assert refused(state, c.Awaken(reason=reason)).citation == "p17"
    state = done(state, c.Replace(seat="p1", investigator=Investigator("Newcomer")))
    assert proposed(state) == ["awakening.doom"]
    battle = done_out(state, c.Awaken(reason="doom"))
    assert (battle.status, battle.seats["p1"].status) == (BATTLE, "active")
    assert proposed(done(battle, c.Devour(seat="p1"))) == []
