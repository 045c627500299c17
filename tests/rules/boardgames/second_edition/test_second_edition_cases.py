"""The cases of the rules of the 2nd edition: each is named after the case in the study of the rules."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.boardgames import play_out
from rules.boardgames.dice import Odds, pool_second_edition, resisted
from rules.boardgames.second_edition import EDITION
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.limits import (
    first_citizens,
    limits_for,
    score,
    score_lines,
    surge_size,
)
from rules.boardgames.second_edition.reference import UNSTABLE
from rules.boardgames.second_edition.state import (
    ALLY,
    ARKHAM,
    ASYLUM,
    BATTLE,
    BLESSING,
    COMMON,
    CURSE,
    DEVOURED,
    ELIMINATED,
    JAIL,
    LOAN,
    LOST,
    MOVEMENT,
    OTHER_WORLD,
    PLAYING,
    POLICE,
    RETAINER,
    SKILL,
    SPELL,
    UNIQUE,
    UPKEEP,
    WAGON,
    WON,
    Card,
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

WOODS, CAVE = "Woods", "Black Cave"


def test_t01_limits_of_five_players():
    limit = limits_for(5)
    assert (limit.monsters, limit.outskirts, limit.gates, limit.overrun, limit.per_gate) == (8, 3, 6, 16, 2)


@pytest.mark.parametrize(
    ("players", "row"),
    [
        (1, (4, 7, 8, 8, 1, 1, 1)),
        (2, (5, 6, 8, 10, 1, 2, 2)),
        (3, (6, 5, 7, 12, 1, 3, 3)),
        (4, (7, 4, 7, 14, 1, 4, 4)),
        (5, (8, 3, 6, 16, 2, 5, 5)),
        (6, (9, 2, 6, 18, 2, 6, 6)),
        (7, (10, 1, 5, 20, 2, 7, 7)),
        (8, (11, 0, 5, 22, 2, 8, 8)),
    ],
)
def test_t02_limits_for_every_number_of_players(players, row):
    limit = limits_for(players)
    assert row == (
        *(limit.monsters, limit.outskirts, limit.gates, limit.overrun),
        *(limit.per_gate, limit.trophies, limit.successes),
    )


@pytest.mark.parametrize("players", [0, 9])
def test_t02_no_game_for_so_many(players):
    with pytest.raises(ValueError, match="players"):
        limits_for(players)
    assert refused(EDITION.empty(), beginning(players)).citation == "p2"


def test_t03_the_score_of_the_book():
    state = table(5, terror=6, signs_played=3, status=WON)
    state = with_seat(state, "p1", defaulted=1, gate_trophies=8, monster_trophies=17)
    state = with_seat(state, "p2", special={LOAN: 3})
    assert score(state) == 21
    assert [line.points for line in score_lines(state)] == [14, -6, -2, -3, 8, 5, 5]


def test_t04_a_surge_is_even_and_largest_where_it_began():
    state = table(7, gates=3)
    assert surge_size(state) == 7
    even = {CAVE: 3, "Graveyard": 2, "Hibb's Roadhouse": 2}
    assert done(state, c.Surge(place=CAVE, at=even)).arkham == 7
    for at in ({CAVE: 7}, {CAVE: 2, "Graveyard": 3, "Hibb's Roadhouse": 2}, {CAVE: 2}, {WOODS: 7}):
        assert refused(state, c.Surge(place=CAVE, at=at)).citation == "p9"
    assert refused(state, c.Surge(place=WOODS)).rule == "surge.gate"


def test_t05_the_outskirts_overflow():
    after = done(table(4, arkham=5, sky=2, outskirts=4), c.MonstersAppear())
    assert (after.monsters, after.outskirts, after.terror, after.allies) == (7, 0, 1, 10)
    assert after.cup == 55 - 7


def test_t06_terror_closes_a_shop():
    state = with_seat(table(terror=2), place="General Store")
    after = done(state, c.RaiseTerror())
    assert (after.terror, after.allies) == (3, 10)
    assert after.closed == {"General Store"}
    assert after.seats["p1"].place == "Rivertown"
    assert refused(after, c.Move(seat="p1", place="General Store")).rule == "place.closed"


def test_t07_terror_beyond_ten_is_doom():
    after = done(table(terror=10, doom=3, allies=4), c.RaiseTerror(number=2))
    assert (after.terror, after.doom, after.allies) == (10, 5, 4)


def test_t08_too_many_gates():
    after = done_out(table(5, gates=5, doom=5), c.OpenGate(place=WOODS))
    assert len(after.gates) == 6
    assert (after.status, after.doom, after.awakened_by) == (BATTLE, 14, "gates")
    assert after.monsters == 0, "awakening ends the rest"


def test_t09_insane_in_arkham():
    cards = (Card(COMMON), Card(COMMON), Card(UNIQUE), Card(SPELL), Card(WAGON), Card(SKILL), Card(SKILL))
    state = with_seat(
        table(allies=10),
        sanity=1,
        cards=(*cards, Card(ALLY)),
        clues=3,
        money=7,
        special={RETAINER: 1},
    )
    state = done(state, c.Change(seat="p1", what="sanity", number=-1))
    assert open_questions(state) == ["knock-out"]
    assert proposed(state) == []
    assert refused(state, c.NextPhase()).rule == "first"
    for wrong in ((), (0,), (0, 1, 2), (0, 0), (0, 5), (0, 7)):
        assert refused(state, c.KnockOut(seat="p1", discard=wrong)).facts == {"number": 2}
    seat = done(state, c.KnockOut(seat="p1", discard=(0, 4))).seats["p1"]
    assert [card.kind for card in seat.cards] == [COMMON, UNIQUE, SPELL, SKILL, SKILL, ALLY]
    assert (seat.clues, seat.money, seat.special, seat.sanity, seat.place) == (2, 7, {}, 1, ASYLUM)


@pytest.mark.parametrize(("before", "wins"), [(2, True), (1, False)])
def test_t10_victory_by_closing(before, wins):
    state = with_seat(table(3, gates=1, phase=ARKHAM), place=CAVE, explored=True)
    state = with_seat(state, "p2", gate_trophies=before)
    after = done_out(state, c.CloseGate(seat="p1", place=CAVE))
    assert (after.status, after.how) == ((WON, "closing") if wins else (PLAYING, ""))


def test_e01_the_limit_may_be_reached():
    after = done(table(4, arkham=6), c.MonstersAppear())
    assert (after.monsters, after.outskirts) == (7, 0)


def test_e02_without_outskirts_each_monster_raises_terror():
    after = done(table(8, arkham=11), c.OpenGate(place=WOODS))
    assert (after.terror, after.outskirts, after.monsters) == (2, 0, 11)


def test_e03_at_terror_ten_the_limit_is_gone():
    after = done(table(8, arkham=11, terror=9), c.OpenGate(place=WOODS))
    assert (after.terror, after.monsters) == (10, 12)


def test_e04_overrun_only_at_terror_ten():
    assert proposed(table(5, terror=10, arkham=15, closed=frozenset(SHOPS))) == []
    after = done_out(table(5, terror=10, arkham=15, closed=frozenset(SHOPS)), c.MonstersAppear())
    assert (after.status, after.awakened_by) == (BATTLE, "monsters")
    assert not [rule for rule in proposed(table(5, terror=9, arkham=16)) if rule.startswith("awakening")]


SHOPS = ("General Store", "Curiositie Shoppe", "Ye Olde Magick Shoppe")


def test_e05_doom_ends_the_mythos():
    state = with_seat(table(doom=13), place=WOODS)
    chain = play_out(EDITION, state, c.OpenGate(place=WOODS))
    assert isinstance(chain, tuple)
    first, last = chain[0].state, chain[-1].state
    assert (first.doom, dict(first.gates), first.monsters, first.seats["p1"].place) == (14, {}, 0, WOODS)
    assert (last.status, last.awakened_by) == (BATTLE, "doom")


def test_e06_sealing_with_clues():
    state = with_seat(table(gates=2, doom=6, phase=ARKHAM), place=CAVE, explored=True, clues=5)
    after = done(state, c.CloseGate(seat="p1", place=CAVE, seal="clues"))
    seat = after.seats["p1"]
    assert (seat.clues, after.sealed, after.doom, seat.gate_trophies) == (0, {CAVE}, 6, 1)
    poor = with_seat(state, clues=4)
    assert refused(poor, c.CloseGate(seat="p1", place=CAVE, seal="clues")).rule == "seal.clues"


def test_e07_sealing_with_an_elder_sign():
    state = with_seat(table(gates=2, doom=6, phase=ARKHAM), place=CAVE, explored=True, sanity=1, stamina=4)
    state = with_seat(state, cards=(Card(UNIQUE, "Elder Sign"),))
    after = done(state, c.CloseGate(seat="p1", place=CAVE, seal="sign", card=0))
    seat = after.seats["p1"]
    assert (after.doom, after.sealed, after.signs_played) == (5, {CAVE}, 1)
    assert (seat.sanity, seat.stamina, seat.cards, seat.gate_trophies) == (0, 3, (), 1)
    assert proposed(after) == ["knock-out"]
    seat = done(after, c.KnockOut(seat="p1")).seats["p1"]
    assert (seat.sanity, seat.stamina, seat.place) == (1, 3, ASYLUM)


def test_e08_an_elder_sign_may_cost_the_life():
    state = with_seat(table(gates=2, doom=6, phase=ARKHAM), place=CAVE, explored=True, sanity=1, stamina=1)
    after = done_out(state, c.CloseGate(seat="p1", place=CAVE, seal="sign"))
    assert after.sealed == {CAVE}
    assert (after.seats["p1"].status, after.seats["p1"].gate_trophies) == (DEVOURED, 1)


def test_e09_the_sixth_elder_sign_wins_with_gates_open():
    state = table(gates=2, sealed=frozenset(UNSTABLE[4:9]), phase=ARKHAM, doom=3)
    state = with_seat(state, place=CAVE, explored=True, clues=5)
    after = done_out(state, c.CloseGate(seat="p1", place=CAVE, seal="clues"))
    assert (after.status, after.how, len(after.gates)) == (WON, "sealing", 1)


@pytest.mark.parametrize(("has", "gets"), [(BLESSING, CURSE), (CURSE, BLESSING)])
def test_e10_blessing_and_curse_cancel(has, gets):
    state = with_seat(table(), special={has: 1})
    assert done(state, c.GainSpecial(seat="p1", special=gets)).seats["p1"].special == {}


def test_e11_the_first_upkeep_has_no_roll():
    state = done(table(turn=4, phase=ARKHAM), c.GainSpecial(seat="p1", special=LOAN))
    due = [(turn, bool(open_questions(with_turn(state, turn)))) for turn in (4, 5, 6, 7)]
    assert due == [(4, False), (5, False), (6, True), (7, True)]
    lost = done(with_turn(state, 6), c.RollUpkeep(seat="p1", special=LOAN, kept=False))
    assert (lost.seats["p1"].special, lost.seats["p1"].defaulted) == ({}, 1)
    kept = done(with_turn(state, 6), c.RollUpkeep(seat="p1", special=LOAN, kept=True))
    assert open_questions(kept) == []
    assert refused(kept, c.RollUpkeep(seat="p1", special=LOAN, kept=True)).rule == "roll.due"


def with_turn(state, turn):
    return replace(state, turn=turn, phase=UPKEEP)


def test_e12_one_retainer_each():
    state = done(table(), c.GainSpecial(seat="p1", special=RETAINER))
    assert refused(state, c.GainSpecial(seat="p1", special=RETAINER)).citation == "p23"
    done(state, c.GainSpecial(seat="p2", special=RETAINER))


def test_e13_an_arrest():
    seat = done(with_seat(table(phase=ARKHAM), money=7), c.Arrest(seat="p1")).seats["p1"]
    assert (seat.money, seat.delayed, seat.place) == (4, True, JAIL)


def test_e13_after_an_arrest_the_next_turn_is_lost():
    state = done(with_seat(table(phase=ARKHAM), money=7), c.Arrest(seat="p1"))
    state = done(state, *(c.NextPhase(),) * 4)
    assert (state.turn, state.phase) == (2, MOVEMENT)
    assert proposed(state) == ["delayed.stands"]
    seat = done_out(with_seat(state, "p2", clues=1), c.Change(seat="p2", what="clues", number=1)).seats["p1"]
    assert (seat.place, seat.delayed) == (POLICE, False)


def test_e14_sliders_move_by_focus():
    state = with_seat(table(), focus=3)
    done(state, c.MoveSliders(seat="p1", sliders=(3, 2, 1)))
    done(state, c.MoveSliders(seat="p1", sliders=(4, 1, 1)))
    assert refused(state, c.MoveSliders(seat="p1", sliders=(3, 3, 1))).rule == "sliders.focus"
    once = done(state, c.MoveSliders(seat="p1", sliders=(2, 1, 1)))
    assert done(once, c.MoveSliders(seat="p1", sliders=(1, 1, 1))).seats["p1"].sliders == (1, 1, 1)
    twice = done(once, c.MoveSliders(seat="p1", sliders=(2, 2, 2)))
    assert refused(twice, c.MoveSliders(seat="p1", sliders=(2, 2, 3))).rule == "sliders.focus"
    done(replace(twice, turn=2), c.MoveSliders(seat="p1", sliders=(2, 2, 3)))
    setup = done(EDITION.empty(), beginning())
    assert done(setup, c.MoveSliders(seat="p1", sliders=(4, 4, 4))).seats["p1"].sliders == (4, 4, 4)
    assert refused(setup, c.MoveSliders(seat="p1", sliders=(5, 4, 4))).rule == "sliders.stops"


def test_e15_unconscious_in_an_other_world():
    state = with_seat(
        table(phase=OTHER_WORLD), place="Yuggoth", area=1, stamina=1, clues=1, cards=(Card(COMMON),)
    )
    seat = done_out(state, c.Change(seat="p1", what="stamina", number=-1)).seats["p1"]
    assert (len(seat.cards), seat.clues, seat.place, seat.delayed) == (1, 1, LOST, True)
    assert (seat.stamina, seat.sanity) == (1, 5)


def test_e16_lost_for_a_whole_turn():
    state = done(table(turn=3, phase=OTHER_WORLD), c.LoseInTime(seat="p1"))
    state = done(state, c.NextPhase(), c.NextPhase())
    assert (state.turn, state.phase, open_questions(state)) == (4, UPKEEP, [])
    assert refused(state, c.ReturnFromTime(seat="p1", place="Uptown")).rule == "lost.turn"
    state = done(state, c.NextPhase(), c.StandUp(seat="p1"), *(c.NextPhase(),) * 4)
    assert (state.turn, open_questions(state)) == (5, ["lost.returns"])
    assert refused(state, c.NextPhase()).rule == "first"
    assert done(state, c.ReturnFromTime(seat="p1", place="Uptown")).seats["p1"].place == "Uptown"


def test_e17_who_is_lost_when_it_awakens_is_out():
    state = done(table(doom=13), c.LoseInTime(seat="p1"))
    after = done_out(state, c.ChangeDoom())
    assert after.seats["p1"].status == ELIMINATED
    assert limits_for(after.players).successes == 4
    three = done(after, c.Attack(seat="p2", successes=3))
    assert (three.doom, three.tally) == (14, 3)
    assert done(three, c.Attack(seat="p3", successes=1)).doom == 13


@pytest.mark.parametrize(("carries", "expected"), [(False, (12, 0)), (True, (11, 1))])
def test_e18_successes_in_the_final_battle(carries, expected):
    state = table(doom_track=13, doom=13, status=BATTLE, battle_round=1, carries=carries)
    after = done(state, c.Attack(seat="p1", successes=3), c.Attack(seat="p2", successes=6))
    assert (after.doom, after.tally) == expected
    assert refused(after, c.Attack(seat="p1", successes=3)).rule == "attack.once"


def test_e19_one_environment_and_one_rumor():
    state = done(table(), c.SetEnvironment(name="Fog"), c.SetEnvironment(name="Rain"), c.SetRumor(name="One"))
    assert (state.environment, state.rumor) == ("Rain", "One")
    assert refused(state, c.SetRumor(name="Two")).rule == "rumor.one"
    assert done(state, c.EndRumor()).rumor == ""


def test_e20_trophies_stay_with_the_player():
    state = with_seat(
        table(allies=10), gate_trophies=2, monster_trophies=4, clues=3, money=5, cards=(Card(ALLY),)
    )
    state = done(state, c.Devour(seat="p1"))
    assert open_questions(state) == ["replace"]
    assert refused(state, c.Change(seat="p1", what="clues", number=1)).rule == "seat.active"
    taken = Investigator("Investigator 2")
    assert refused(state, c.Replace(seat="p1", investigator=taken)).rule == "players.investigators"
    state = done(state, c.Replace(seat="p1", investigator=Investigator("Newcomer", sanity=7)))
    seat = state.seats["p1"]
    assert (seat.gate_trophies, seat.monster_trophies, seat.clues, seat.cards) == (2, 4, 0, ())
    assert (seat.sanity, seat.former, state.gate_trophies) == (7, ("Investigator 1",), 2)
    # Both kinds of trophies still count: 14, two gates, four monsters, four survivors.
    assert score(replace(state, status=WON)) == 14 + 2 + 1 + 4


def test_e21_no_rumor_begins_the_game():
    state = done(EDITION.empty(), beginning())
    assert refused(state, c.SetRumor(name="One")).citation == "p5"
    assert refused(state, c.Begin()).rule == "setup.mythos"
    assert (state.doom, sum(state.clues.values())) == (0, 11)
    state = done(state, c.OpenGate(place=WOODS), c.Begin())
    assert (state.doom, state.monsters, state.gate_pile, sum(state.clues.values())) == (1, 1, 15, 10)
    assert (state.turn, state.phase, state.first) == (1, UPKEEP, "p1")


def test_e22_the_gate_pile_is_derived():
    state = with_seat(table(gates=4), gate_trophies=7)
    assert state.gate_pile == 5


def test_e23_the_cup_is_derived():
    state = with_seat(table(arkham=5, sky=1, outskirts=2), monster_trophies=17)
    assert state.cup == 30
    assert table(masks=True).cup == 60


def test_e24_a_score_may_be_negative():
    state = table(1, doom_track=12, terror=10, status=WON)
    state = with_seat(state, defaulted=4, monster_trophies=2)
    assert score(state) == -1
    assert score(table()) is None


def test_e25_a_pool_may_be_empty():
    assert pool_second_edition(2, -3) == 0
    assert Odds(0).at_least(1) == 0
    assert pool_second_edition(2, -3, clues=1) == 1


def test_e26_the_odds_of_a_fight():
    dice = pool_second_edition(6, 4 + 6 - 3)
    assert dice == 13
    assert round(float(Odds(dice).at_least(3)) * 100, 1) == 86.1
    assert Odds(1).at_least(1) == Fraction(1, 3)


def test_e27_resistance_halves_and_rounds_up():
    assert (resisted(6), resisted(5)) == (3, 3)


def test_e28_clues_appear_where_no_gate_is():
    state = table(gates=1, sealed=frozenset({WOODS}))
    assert done(state, c.PlaceClue(place=WOODS)).clues[WOODS] == 2
    assert refused(state, c.PlaceClue(place=CAVE)).citation == "p10"


def test_e29_delayed_once():
    state = done(table(phase=ARKHAM), c.Delay(seat="p1"))
    assert refused(state, c.Delay(seat="p1")).rule == "delayed.once"


def test_e30_the_first_citizen():
    state = table(3)
    for seat, gates, monsters in (("p1", 3, 2), ("p2", 3, 5), ("p3", 2, 9)):
        state = with_seat(state, seat, gate_trophies=gates, monster_trophies=monsters)
    assert first_citizens(state) == ("p2",)
    assert first_citizens(with_seat(state, "p1", monster_trophies=5)) == ("p1", "p2")


def test_e30_nobody_without_trophies_is_first_citizen():
    assert first_citizens(table(3)) == ()
    assert first_citizens(with_seat(table(3), "p2", monster_trophies=1)) == ("p2",)
