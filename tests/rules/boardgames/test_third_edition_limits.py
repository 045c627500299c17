"""The limits of the Third Edition, each one below, at and beyond its number: reaching is not exceeding."""

from dataclasses import replace

import pytest

from rules.boardgames.third_edition import actions as a
from rules.boardgames.third_edition import codex as x
from rules.boardgames.third_edition import cup as m
from rules.boardgames.third_edition import doom as d
from rules.boardgames.third_edition import harm as h
from rules.boardgames.third_edition import monsters as f
from rules.boardgames.third_edition import possessions as p
from rules.boardgames.third_edition.clues import SpawnClue
from rules.boardgames.third_edition.correcting import check
from rules.boardgames.third_edition.phases import NextPhase
from rules.boardgames.third_edition.proposals import proposals
from rules.boardgames.third_edition.questions import questions
from rules.boardgames.third_edition.scenario import ArchiveCard, MonsterKind, Threshold
from rules.boardgames.third_edition.setup import Player, Start
from rules.boardgames.third_edition.state import Asset, Events, State
from rules.boardgames.third_edition.turns import EndTurn, StandUp
from tests.rules.boardgames.third_edition import (
    SCENARIO,
    after,
    cited,
    doom,
    game,
    in_harbor,
    out,
    person,
    phase,
    seat,
    start,
)


def proposed(state: State) -> set[str]:
    return {proposal.rule for proposal in proposals(state)}


def with_monster(state: State, kind: MonsterKind, **values: object) -> State:
    return replace(state, monsters={"m9": f.Monster(kind, "Tavern", **values)})


# --- Doom -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "board", "sheet"),
    [(2, (3, 0, 0), 0), (3, (1, 1, 1), 1), (6, (1, 2, 2), 2)],
    ids=["three", "four", "seven break out twice"],
)
def test_an_outbreak_takes_four(before, board, sheet):
    state = out(doom(game(cards=("1",)), Pier=before), d.PlaceDoom(space="Pier"))
    assert (in_harbor(state), state.scenario_doom) == (board, sheet)
    assert sum(in_harbor(state)) + sheet == before + 1


@pytest.mark.parametrize(("there", "appears"), [((1, 0, 0), False), ((2, 0, 0), True)])
def test_an_anomaly_takes_three_in_a_space(there, appears):
    state = doom(game(cards=("2",)), Pier=there[0])
    assert out(state, d.PlaceDoom(space="Pier")).areas["Harbor"].anomaly is appears


@pytest.mark.parametrize(("there", "appears"), [((2, 1, 0), False), ((2, 2, 0), True)])
def test_an_anomaly_takes_five_in_a_neighborhood(there, appears):
    pier, warehouse, _ = there
    state = doom(game(cards=("2",)), Pier=pier, Warehouse=warehouse)
    assert out(state, d.PlaceDoom(space="Lighthouse")).areas["Harbor"].anomaly is appears


def test_beside_an_anomaly_no_outbreak_can_come():
    state = out(doom(game(cards=("1", "2")), Pier=2), d.PlaceDoom(space="Pier"))
    assert state.areas["Harbor"].anomaly
    state = out(state, d.PlaceDoom(space="Pier"))
    assert (in_harbor(state), state.scenario_doom) == ((3, 0, 0), 1)


def test_an_anomaly_stays_until_no_doom_is_left():
    state = out(doom(game(cards=("2",)), Pier=2), d.PlaceDoom(space="Pier"))
    state = out(state, d.RemoveDoom(space="Pier", number=2))
    assert state.areas["Harbor"].anomaly
    assert not out(state, d.RemoveDoom(space="Pier")).areas["Harbor"].anomaly


@pytest.mark.parametrize(
    ("there", "spaces", "matters"),
    [
        ((0, 0, 0), ("Pier", "Pier"), False),
        ((1, 0, 0), ("Pier", "Pier"), False),  # the third doom is the last one
        ((2, 0, 0), ("Pier", "Pier"), True),
        ((2, 0, 0), ("Pier", "Warehouse"), True),
        ((1, 1, 0), ("Pier", "Warehouse"), False),
        ((2, 1, 0), ("Lighthouse", "Lighthouse"), False),  # five with the last one
        ((2, 2, 0), ("Lighthouse", "Lighthouse"), True),
        ((2, 0, 0), ("Pier", "Church"), False),
    ],
)
def test_players_choose_the_order_when_an_event_has_two_icons(there, spaces, matters):
    pier, warehouse, _ = there
    state = doom(game(cards=("2",)), Pier=pier, Warehouse=warehouse)
    if not matters:
        assert not after(state, d.SpreadDoom(spaces=spaces)).scenario_doom
        return
    assert cited(state, d.SpreadDoom(spaces=spaces)) == "004"
    assert out(state, d.SpreadDoom(spaces=spaces, order=d.TOGETHER)).scenario_doom == 0
    assert out(state, d.SpreadDoom(spaces=spaces, order=d.ONE_BY_ONE)).scenario_doom == 1
    assert cited(state, d.SpreadDoom(spaces=spaces, order="later")) == "004"


# --- The codex ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "board", "sheet"), [(d.TOGETHER, (4, 0, 0), 0), (d.ONE_BY_ONE, (3, 0, 0), 1), ("", None, None)]
)
def test_players_choose_the_order_when_several_doom_are_placed(order, board, sheet):
    state = doom(game(cards=("2",)), Pier=2)
    place = d.PlaceDoom(space="Pier", number=2, order=order)
    if board is None:
        assert cited(state, place) == "004"
        assert in_harbor(out(doom(state, Pier=1), place)) == (3, 0, 0), "one of them makes no difference"
    else:
        after = out(state, place)
        assert (in_harbor(after), after.scenario_doom) == (board, sheet)


@pytest.mark.parametrize(("number", "due"), [(1, False), (2, True), (3, True)])
def test_doom_reaches_its_threshold(number, due):
    state = after(
        game(), x.AddToCodex(number="30", thresholds=(Threshold("doom", 1, each=True, ends="lost"),))
    )
    assert ("threshold.doom" in proposed(after(state, d.ScenarioDoom(number=number)))) is due


@pytest.mark.parametrize(("number", "offered"), [(2, False), (3, True), (4, True)])
def test_clues_reach_their_threshold_but_nothing_is_forced(number, offered):
    state = replace(game(cards=("10",)), scenario_clues=number)
    assert any(each.rule == "threshold.clues" for each in questions(state)) is offered
    assert not proposed(state)
    if offered:
        assert after(state, x.ResolveThreshold(number="10")).scenario_clues == number - 3
        after(state, NextPhase())  # players may wait
    else:
        assert cited(state, x.ResolveThreshold(number="10")) == "407.5c"


# --- Investigators --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "horror", "defeated"),
    [(4, 5, False), (5, 0, True), (6, 0, True), (0, 6, True), (0, 7, True)],
)
def test_health_and_sanity_are_reached(damage, horror, defeated):
    state = out(game(3), h.Suffer(seat="1", damage=damage, horror=horror))
    assert state.seats["1"].is_playing is not defeated
    assert state.scenario_doom == defeated


@pytest.mark.parametrize(("held", "owed"), [((), False), (("will",), False), (("will", "lore"), True)])
def test_only_more_focus_than_the_limit_is_discarded(held, owed):
    state = after(seat(game(), focus=frozenset(held)), a.Focus(seat="1", skill="strength"))
    assert state.seats["1"].focus_owed is owed


@pytest.mark.parametrize(("taken", "there"), [(1, True), (2, False)])
def test_an_asset_is_discarded_when_its_health_is_reached(taken, there):
    state = seat(game(), assets={"a9": Asset("Dog", "ally", health=2)})
    state = out(state, h.Suffer(seat="1", damage=3, damage_asset="a9", damage_assigned=taken))
    assert ("a9" in state.seats["1"].assets) is there
    assert state.seats["1"].damage == 3 - taken


@pytest.mark.parametrize(
    ("there", "successes", "remnants"), [(1, 1, 0), (3, 1, 0), (2, 2, 1), (5, 5, 1), (1, 4, 0)]
)
def test_a_ward_of_two_is_a_remnant(there, successes, remnants):
    state = out(doom(game(), Tavern=there), a.Ward(seat="1", successes=successes))
    assert state.doom["Tavern"] == max(0, there - successes)
    assert state.seats["1"].remnants == remnants


def test_a_ward_on_a_street_removes_nothing():
    state = after(seat(game(), space="Long Bridge"), a.Ward(seat="1", successes=2))
    assert (state.seats["1"].remnants, state.seats["1"].used) == (0, 1)
    assert "Long Bridge" not in state.doom


@pytest.mark.parametrize(("remnants", "horror", "suffered"), [(1, 1, 0), (1, 2, 1)])
def test_remnants_prevent_up_to_all_horror_of_a_spell(remnants, horror, suffered):
    state = seat(game(), remnants=2, assets={"a9": Asset("Words", "spell")})
    cast = p.CastSpell(seat="1", asset="a9", horror=horror, remnants=remnants)
    assert after(state, cast).seats["1"].horror == suffered
    assert cited(state, replace(cast, remnants=horror + 1)) == "483.9"


@pytest.mark.parametrize(
    ("successes", "clues", "citation"), [(1, 1, ""), (1, 2, "471.2"), (3, 2, ""), (3, 3, "470.2")]
)
def test_research_takes_no_more_than_successes_and_clues(successes, clues, citation):
    state = seat(game(), clues=2)
    command = a.Research(seat="1", successes=successes, clues=clues)
    if citation:
        assert cited(state, command) == citation
    else:
        assert after(state, command).scenario_clues == clues


@pytest.mark.parametrize(
    ("money", "half", "left"), [(5, False, 0), (4, False, None), (3, True, 0), (2, True, None)]
)
def test_a_price_is_paid_to_the_last_dollar(money, half, left):
    state = seat(game(), money=money)
    command = p.Buy(seat="1", name="Lamp", value=5, half=half)
    if left is None:
        assert cited(state, command) == "411.1"
    else:
        assert after(state, command).seats["1"].money == left


@pytest.mark.parametrize(
    ("hands", "allowed"), [((1, 1), True), ((2,), True), ((1, 2), False), ((1, 1, 1), False)]
)
def test_two_hands_are_enough(hands, allowed):
    assets = {f"a{number}": Asset("Lamp", "item", hands=each) for number, each in enumerate(hands, 1)}
    command = p.UseAssets(seat="1", assets=tuple(assets))
    state = seat(game(), assets=assets)
    assert allowed or cited(state, command) == "490.2c"
    assert not allowed or after(state, command)


# --- Turns ----------------------------------------------------------------------------------------------


def test_the_action_of_another_investigator_ends_a_turn_without_actions_left():
    state = after(game(), a.Gather(seat="1"))
    assert cited(state, a.Gather(seat="2")) == "201.2"  # one action is left
    state = after(state, a.Focus(seat="1", skill="lore"))
    state = after(state, a.Gather(seat="2"))
    assert (state.acting, state.seats["1"].active, state.seats["2"].used) == ("2", False, 1)
    assert cited(state, a.Move(seat="1", spaces=("Mill",))) == "201.2"


@pytest.mark.parametrize("waits", [{"additional": 1}, {"focus_owed": True}])
def test_a_turn_goes_on_while_something_is_left_to_do(waits):
    state = replace(seat(game(), used=2, **waits), acting="1")
    assert cited(state, a.Gather(seat="2")) == "201.2"
    assert cited(state, EndTurn(seat="2")) == "201.2"


def test_who_is_delayed_stands_up_instead_of_another_investigators_turn_or_an_additional_action():
    state = after(game(), a.Gather(seat="1"), a.Focus(seat="1", skill="lore"), h.Delay(seat="2"))
    state = after(state, StandUp(seat="2"))
    assert (state.acting, state.seats["1"].active) == ("2", False)
    state = seat(replace(game(), acting="1"), used=2, additional=1, delayed=True)
    assert cited(state, a.Gather(seat="1", additional=True)) == "417.2"
    assert any(question.command == StandUp(seat="1") for question in questions(state))
    state = after(state, StandUp(seat="1"))
    assert (state.seats["1"].additional, state.seats["1"].used, state.seats["1"].delayed) == (0, 2, False)


@pytest.mark.parametrize(
    ("monster", "steps"),
    [
        ({}, ["encounter"]),
        ({"engaged": ("1",)}, ["attack"]),
        ({"exhausted": True}, ["ready"]),
    ],
    ids=["ready elsewhere", "engaged", "exhausted"],
)
def test_steps_without_a_monster_that_does_something_are_passed_over(monster, steps):
    state = with_monster(game(1), SCENARIO.monsters[0], **monster)
    if not monster:
        state = replace(state, monsters={"m9": replace(state.monsters["m9"], space="Pier")})
    state = after(state, NextPhase(onward=True))
    assert state.step == "activation"
    assert [after(state, NextPhase(onward=True)).step or "encounter"] == steps
    assert after(state, NextPhase()).step == "attack"


# --- Monsters -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "damage", "there"), [(1, 4, True), (1, 5, False), (3, 6, True), (3, 7, False)]
)
def test_a_monsters_health_is_reached(players, damage, there):
    brute = next(kind for kind in SCENARIO.monsters if kind.elite)  # 4, and 1 for each investigator
    state = out(
        with_monster(game(players), brute, exhausted=True), f.DamageMonster(monster="m9", number=damage)
    )
    assert ("m9" in state.monsters) is there


def test_a_massive_monster_does_not_appear_exhausted():
    command = f.SpawnMonster(monster="Giant", space="Pier", exhausted=True)
    assert cited(game(), command) == "451.5"
    assert after(game(), replace(command, exhausted=False))


def test_the_last_monster_of_the_deck():
    state = replace(game(), monster_deck={"Rat": 1})
    state = after(state, f.SpawnMonster(monster="Rat", space="Pier"))
    assert cited(state, f.SpawnMonster(monster="Rat", space="Pier")) == "005.2"
    token = replace(phase(state, "mythos"), token="spawn-monster", token_seat="1")
    assert "token.impossible" in proposed(token)


# --- Decks and the cup ----------------------------------------------------------------------------------


def test_the_last_headline_is_read_and_only_then_each_one_is_doom():
    state = after(replace(game(), headlines=1), m.ReadHeadline())
    assert (state.headlines, state.scenario_doom) == (0, 0)
    assert after(state, m.ReadHeadline()).scenario_doom == 1


def test_the_last_token_leaves_the_cup_empty_until_the_next_draw():
    state = replace(phase(game(), "mythos"), cup={"blank": 1}, drawn={"blank": 4, "gate-burst": 1})
    state = after(state, m.DrawToken(seat="1", token="blank"))
    assert (m.in_cup(state), state.refills) == (0, 0)
    state = after(state, m.DrawToken(seat="1", token="gate-burst"))
    assert (m.in_cup(state), state.refills) == (5, 1)


def test_a_cup_without_any_token_does_not_hold_up_the_game():
    state = replace(phase(game(), "mythos"), cup={}, drawn={})
    assert not any(question.rule == "token.draw" for question in questions(state))
    assert after(state, NextPhase()).round == 2


def test_the_last_event():
    state = replace(game(), events=Events(deck=1))
    state = after(state, SpawnClue(neighborhood="Hill"))
    assert cited(state, SpawnClue(neighborhood="Hill")) == "003"
    assert cited(state, d.SpreadDoom(spaces=("Pier",))) == "003"


def test_two_tokens_are_drawn():
    state = seat(phase(game(1), "mythos"), drawn=1)
    assert cited(state, NextPhase()) == "204.1"
    state = after(state, m.DrawToken(seat="1", token="blank"))
    assert cited(state, m.DrawToken(seat="1", token="blank")) == "204.1"
    assert after(state, NextPhase()).round == 2


# --- Players --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "citation"), [(0, "110.1"), (1, ""), (6, ""), (7, "110.1")])
def test_one_to_six_play(players, citation):
    seats = tuple(Player(f"Player {n}", person(f"Person {n}")) for n in range(players))
    command = Start(scenario=replace(SCENARIO, opening=()), players=seats)
    if citation:
        assert cited(State(), command) == citation
    else:
        state = after(State(), command)
        assert len(state.seats) == players
        assert not list(check(state))


@pytest.mark.parametrize("lost", [1, 2])
def test_only_the_loss_of_every_investigator_ends_the_game(lost):
    pool = tuple(person(name) for name in ("Ada", "Bert"))
    state = game(2, pool=pool)
    for key in list(state.seats)[:lost]:
        state = after(state, h.Devour(seat=key))
    assert ("end.nobody" in proposed(state)) is (lost == 2)


def test_a_card_of_the_archive_is_in_the_codex_once():
    state = start(scenario=replace(SCENARIO, cards=(ArchiveCard("7"),), opening=()))
    state = after(state, x.AddToCodex(number="7"))
    assert cited(state, x.AddToCodex(number="7")) == "407.4"
