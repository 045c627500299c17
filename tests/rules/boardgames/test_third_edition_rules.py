"""The other rules of the Third Edition: actions, monsters, possessions, cup, codex and templates."""

from dataclasses import replace

import pytest

from rules.boardgames import Correct, Played, Refusal, play
from rules.boardgames.third_edition import EDITION
from rules.boardgames.third_edition import actions as a
from rules.boardgames.third_edition import clues as c
from rules.boardgames.third_edition import codex as x
from rules.boardgames.third_edition import cup as m
from rules.boardgames.third_edition import doom as d
from rules.boardgames.third_edition import harm as h
from rules.boardgames.third_edition import monsters as f
from rules.boardgames.third_edition import possessions as p
from rules.boardgames.third_edition.advice import banners, tracks
from rules.boardgames.third_edition.correcting import check
from rules.boardgames.third_edition.phases import NextPhase
from rules.boardgames.third_edition.proposals import proposals
from rules.boardgames.third_edition.questions import questions, reckoning_cards
from rules.boardgames.third_edition.scenario import (
    ArchiveCard,
    MonsterKind,
    Neighborhood,
    Scenario,
    StartingMonster,
    Street,
    Threshold,
    problems,
)
from rules.boardgames.third_edition.setup import BeginPlay, ChooseLeader, Player, Start
from rules.boardgames.third_edition.state import Asset, State
from rules.boardgames.third_edition.turns import EndTurn, StandUp
from rules.boardgames.tracks import EXCEED, REACH
from tests.rules.boardgames.third_edition import (
    HARBOR,
    SCENARIO,
    after,
    cited,
    doom,
    game,
    out,
    person,
    phase,
    refusal,
    seat,
    start,
    to_next_round,
)


def with_monster(state: State, name: str, space: str = "Tavern", **values: object) -> State:
    """The state with a monster "m9" on the board."""
    kind = next(kind for kind in SCENARIO.monsters if kind.name == name)
    return replace(state, monsters={"m9": f.Monster(kind, space, **values)})


def with_asset(state: State, key: str = "1", id_: str = "a9", **values: object) -> State:
    asset = Asset(**{"name": "Lamp", "type": "item", **values})
    return seat(state, key, assets={**state.seats[key].assets, id_: asset})


# --- Turns and actions ----------------------------------------------------------------------------------


def test_two_actions_are_a_turn():
    state = out(game(), a.Gather(seat="1"))
    assert (state.acting, state.seats["1"].active) == ("1", True)
    assert cited(state, a.Gather(seat="2")) == "201.2"
    state = out(state, a.Focus(seat="1", skill="lore"))
    assert (state.acting, state.seats["1"].active) == ("", False)
    assert cited(state, a.Ward(seat="1", successes=1)) == "201.2"
    assert cited(state, EndTurn(seat="1")) == "201.2"
    assert out(state, a.Gather(seat="2")).seats["2"].money == 1


def test_actions_belong_to_the_action_phase_unless_additional():
    state = phase(game(), "encounter")
    assert cited(state, a.Gather(seat="1")) == "201.1"
    assert out(state, a.Gather(seat="1", additional=True)).seats["1"].money == 1


def test_a_turn_may_end_early_and_another_one_waits():
    state = out(game(), a.Gather(seat="1"))
    assert cited(state, EndTurn(seat="2")) == "201.2"
    assert out(state, EndTurn(seat="1")).acting == ""


def test_a_third_action_is_refused():
    state = seat(game(), used=2)
    assert cited(state, a.Gather(seat="1")) == "201.1"


def test_standing_up_takes_an_action():
    state = out(game(), h.Delay(seat="1"))
    assert any(question.command == StandUp(seat="1") for question in questions(state))
    state = out(state, StandUp(seat="1"))
    assert (state.seats["1"].delayed, state.seats["1"].used) == (False, 1)
    assert cited(state, StandUp(seat="1")) == "417.2"


def test_component_actions_are_independent():
    state = out(game(), a.ComponentAction(seat="1", component="Lamp"))
    assert cited(state, a.ComponentAction(seat="1", component="Lamp")) == "402.4"
    assert cited(state, a.ComponentAction(seat="1", component=" ")) == "414.1"
    assert out(state, a.ComponentAction(seat="1", component="Rope")).seats["1"].used == 2


def test_engaged_investigators_are_restricted_unless_by_watchers():
    state = with_monster(game(), "Rat", engaged=("1",))
    assert cited(state, a.Gather(seat="1")) == "428.5"
    out(state, a.Gather(seat="1", allowed=True))
    out(state, a.Focus(seat="1", skill="will"))
    owl = with_monster(game(), "Owl", engaged=("1",))
    assert out(owl, a.Gather(seat="1")).seats["1"].money == 1
    moved = out(owl, a.Move(seat="1", spaces=("Mill",)))
    assert moved.monsters["m9"].space == "Mill"
    assert moved.monsters["m9"].engaged == ("1",)


def test_attack_engages_damages_and_gives_a_remnant():
    state = with_monster(seat(game(), "2", space="Mill"), "Hound", engaged=())
    state = out(state, a.Attack(seat="1", monster="m9", successes=2))
    assert state.monsters["m9"].engaged == ("1",)
    assert state.monsters["m9"].damage == 2
    state = out(state, f.DamageMonster(monster="m9", number=1))
    assert "m9" not in state.monsters
    assert state.seats["1"].remnants == 0  # not by an attack
    again = with_monster(game(), "Hound", engaged=("2",), damage=1)
    again = out(again, a.Attack(seat="1", monster="m9", successes=2))
    assert again.seats["1"].remnants == 1
    assert again.monster_deck["Hound"] == 3  # it came from nowhere in this test


def test_attack_takes_over_a_monster_and_leaves_exhausted_ones():
    state = out(with_monster(game(), "Hound", engaged=("2",)), a.Attack(seat="1", monster="m9", successes=0))
    assert state.monsters["m9"].engaged == ("1",)
    state = out(with_monster(game(), "Hound", exhausted=True), a.Attack(seat="1", monster="m9", successes=1))
    assert (state.monsters["m9"].engaged, state.monsters["m9"].exhausted) == ((), True)
    assert (
        cited(with_monster(game(), "Rat", "Pier"), a.Attack(seat="1", monster="m9", successes=1)) == "409.2"
    )
    assert cited(game(), a.Attack(seat="1", monster="m77", successes=1)) == "453.2"


def test_evade_frees_the_investigator_for_another_action():
    state = with_monster(game(), "Hound", engaged=("1",))
    state = replace(
        state, monsters={**state.monsters, "m8": f.Monster(SCENARIO.monsters[0], "Tavern", engaged=("1",))}
    )
    assert cited(state, a.Evade(seat="1", monsters=("m8",), successes=2)) == "429.2"
    assert cited(state, a.Evade(seat="1", monsters=("m1",), successes=1)) == "429.2"
    one = out(state, a.Evade(seat="1", monsters=("m8",), successes=1))
    assert (one.monsters["m8"].exhausted, one.seats["1"].additional) == (True, 0)
    both = out(state, a.Evade(seat="1", monsters=("m8", "m9"), successes=3))
    assert both.seats["1"].additional == 1
    assert any(banner.citation == "402.3" for banner in banners(both))
    both = out(both, a.Gather(seat="1", additional=True))
    assert (both.seats["1"].additional, both.seats["1"].used) == (0, 1)
    assert cited(game(), a.Evade(seat="1", monsters=(), successes=1)) == "429.5"


def test_a_massive_monster_engages_everybody_and_returns_after_evasion():
    state = out(with_monster(game(), "Giant"), a.Gather(seat="2", allowed=True))
    assert sorted(state.monsters["m9"].engaged) == ["1", "2"]
    state = out(state, EndTurn(seat="2"), a.Evade(seat="1", monsters=("m9",), successes=1))
    assert state.monsters["m9"].engaged == ("2",)
    assert not state.monsters["m9"].exhausted
    assert cited(state, f.ExhaustMonster(monster="m9")) == "451.5"
    assert cited(state, f.DisengageMonster(monster="m9", seat="2", exhaust=True)) == "451.5"
    away = out(state, a.Move(seat="1", spaces=("Mill",), additional=True))
    assert away.monsters["m9"].engaged == ("2",)
    stays = out(state, a.Gather(seat="1", additional=True))
    assert sorted(stays.monsters["m9"].engaged) == ["1", "2"]


def test_focus_discards_only_what_is_too_much():
    assert cited(game(), a.Focus(seat="1", skill="lore", discard="lore")) == "435.8"
    assert cited(game(), p.FocusSkill(seat="1", skill="luck")) == "480.1"
    assert game().seats["1"].skill("lore") == 3
    assert out(game(), a.Focus(seat="1", skill="lore")).seats["1"].skill("lore") == 4


def test_movement_ends_at_monsters_and_follows_borders():
    state = with_monster(game(), "Rat", "Church")
    assert cited(state, a.Move(seat="1", spaces=("Church", "Mill"))) == "455.3"
    assert cited(state, a.Move(seat="1", spaces=("Pier",))) == "454.3"
    assert cited(state, a.Move(seat="1", spaces=("Moon",))) == "481.1"
    assert cited(state, a.Move(seat="1", spaces=("Church",), money=1)) == "455.2"
    assert out(state, a.Move(seat="1", spaces=("Church",))).monsters["m9"].engaged == ("1",)
    for name, values in (("Rat", {"exhausted": True}), ("Ghost", {})):
        free = out(
            with_monster(game(), name, "Church", **values), a.Move(seat="1", spaces=("Church", "Mill"))
        )
        assert free.seats["1"].space == "Mill"
    anywhere = replace(game(), scenario=replace(SCENARIO, borders=()), monsters={})
    assert out(anywhere, a.Move(seat="1", spaces=("Pier",))).seats["1"].space == "Pier"
    assert out(game(), a.Relocate(seat="1", space="Mill")).seats["1"].space == "Mill"


def test_a_massive_monster_stays_behind():
    state = with_monster(game(), "Giant", engaged=("1", "2"))
    state = out(state, a.Relocate(seat="1", space="Mill"))
    assert (state.monsters["m9"].engaged, state.monsters["m9"].space) == (("2",), "Tavern")


def test_research_takes_clues_and_successes():
    state = seat(game(), clues=2)
    assert cited(state, a.Research(seat="1", successes=1, clues=2)) == "471.2"
    assert cited(state, a.Research(seat="1", successes=3, clues=3)) == "470.2"
    done = out(state, a.Research(seat="1", successes=3, clues=2))
    assert (done.seats["1"].clues, done.scenario_clues) == (0, 2)


def test_trade():
    state = with_asset(with_asset(seat(game(), money=2), used=True), id_="a8", name="Gift", type="talent")
    give = a.Goods(assets=("a9",), money=1)
    done = out(state, a.Trade(seat="1", partner="2", gives=give))
    assert (done.seats["1"].money, done.seats["2"].money) == (1, 1)
    assert done.seats["2"].assets["a9"].locked
    assert cited(done, p.UseAssets(seat="2", assets=("a9",))) == "492.4"
    assert not to_next_round(done).seats["2"].assets["a9"].locked
    assert cited(state, a.Trade(seat="1", partner="2", gives=a.Goods(assets=("a8",)))) == "492.2"
    assert cited(state, a.Trade(seat="1", partner="2", takes=a.Goods(clues=1))) == "492.2"
    assert cited(state, a.Trade(seat="1", partner="1", gives=give)) == "492.2"
    assert cited(state, a.Trade(seat="1", partner="2")) == "492.2"
    assert cited(seat(state, "2", space="Mill"), a.Trade(seat="1", partner="2", gives=give)) == "492.2"
    assert cited(state, a.Trade(seat="1", partner="2", gives=a.Goods(assets=("a7",)))) == "414.2"


# --- Monsters -------------------------------------------------------------------------------------------


def test_monsters_spawn_from_the_list():
    state = game()
    assert cited(state, f.SpawnMonster(monster="Cat", space="Mill")) == "476.4b"
    state = out(state, f.SpawnMonster(monster="Rat", space="Mill", exhausted=True))
    assert state.monster_deck["Rat"] == 1  # of three, one began on the board
    state = out(state, f.SpawnMonster(monster="Rat", space="Mill"))
    assert cited(state, f.SpawnMonster(monster="Rat", space="Mill")) == "005.2"
    epic = out(state, f.SpawnMonster(monster="Old One", space="Mill"))
    assert cited(epic, f.SpawnMonster(monster="Old One", space="Pier")) == "407.5e"
    key = next(key for key, each in epic.monsters.items() if each.kind.epic)
    gone = out(epic, f.DefeatMonster(monster=key))
    assert gone.monster_deck == epic.monster_deck


def test_a_ready_monster_engages_whom_players_choose():
    state = with_monster(game(), "Rat")
    (question,) = (each for each in questions(state) if each.citation == "467.6")
    assert question.among == ("1", "2")
    assert cited(state, NextPhase()) == "467.6"
    state = out(state, f.EngageMonster(monster="m9", seat="2"))
    assert state.monsters["m9"].engaged == ("2",)
    assert cited(state, f.EngageMonster(monster="m9", seat="2")) == "428.12"
    assert cited(state, f.MoveMonster(monster="m9", space="Mill")) == "428.8"
    assert cited(seat(state, space="Mill"), f.EngageMonster(monster="m9", seat="1")) == "467.5"
    assert cited(state, f.DisengageMonster(monster="m9", seat="1")) == "421.2"
    gone = after(state, f.DisengageMonster(monster="m9", seat="2", exhaust=True))
    assert gone.monsters["m9"].exhausted
    assert cited(gone, f.ExhaustMonster(monster="m9")) == "453.2"
    assert not list(proposals(with_monster(game(1), "Ghost")))  # elusive
    assert (
        out(with_monster(game(), "Rat", "Pier"), f.MoveMonster(monster="m9", space="Mill"))
        .monsters["m9"]
        .space
        == "Mill"
    )


def test_the_monster_phase():
    state = with_monster(game(), "Hound", engaged=("2",))
    rat = f.Monster(SCENARIO.monsters[0], "Tavern", exhausted=True)
    state = replace(state, monsters={**state.monsters, "m8": rat}, leader="2")
    assert cited(state, f.ReadyMonsters()) == "202.4a"
    assert cited(state, f.MonsterAttack(monster="m9", seat="2")) == "202.3a"
    state = out(state, NextPhase())
    assert (state.phase, state.step) == ("monster", "activation")
    assert all(not state.seats[key].active for key in state.seats)
    state = out(state, NextPhase())
    assert cited(state, NextPhase()) == "202.3b"
    assert cited(state, f.MonsterAttack(monster="m8", seat="1")) == "202.3d"
    assert cited(state, f.MonsterAttack(monster="m9", seat="2", prevented_damage=2)) == "465.1"
    state = out(state, f.MonsterAttack(monster="m9", seat="2", prevented_horror=1))
    assert (state.seats["2"].damage, state.seats["2"].horror) == (1, 0)
    assert cited(state, f.MonsterAttack(monster="m9", seat="2")) == "202.3a"
    state = out(state, NextPhase())
    assert state.step == "ready"
    assert not state.monsters["m8"].exhausted  # it is proposed and follows
    assert cited(state, f.ReadyMonsters()) == "202.4a"
    state = out(state, f.EngageMonster(monster="m8", seat="1"), NextPhase())
    assert (state.phase, state.step, state.attacked) == ("encounter", "", ())


def test_monsters_attack_in_player_order():
    state = with_monster(game(), "Hound", engaged=("1",))
    other = f.Monster(SCENARIO.monsters[1], "Tavern", engaged=("2",))
    state = replace(state, monsters={**state.monsters, "m8": other}, leader="2")
    state = phase(state, "monster", "attack")
    assert cited(state, f.MonsterAttack(monster="m9", seat="1")) == "202.3a"
    state = out(state, f.MonsterAttack(monster="m8", seat="2"))
    assert out(state, f.MonsterAttack(monster="m9", seat="1")).seats["1"].horror == 1


def test_feed_heals_by_what_is_dealt_to_investigators_and_allies():
    state = phase(with_monster(game(), "Leech", engaged=("1",), damage=2), "monster", "attack")
    ally = with_asset(state, type="ally", health=3)
    taken = {"monster": "m9", "seat": "1", "damage_asset": "a9", "damage_assigned": 1}
    assert out(ally, f.MonsterAttack(**taken)).monsters["m9"].damage == 0
    item = with_asset(state, health=3)
    assert out(item, f.MonsterAttack(**taken)).monsters["m9"].damage == 1
    prevented = out(state, f.MonsterAttack(monster="m9", seat="1", prevented_damage=1))
    assert prevented.monsters["m9"].damage == 1


def test_monsters_heal_at_most_what_they_have():
    state = out(with_monster(game(), "Hound", "Pier", damage=1), f.DamageMonster(monster="m9", number=-3))
    assert state.monsters["m9"].damage == 0


# --- Harm -----------------------------------------------------------------------------------------------


def test_direct_harm_and_parts():
    state = with_asset(game(), type="ally", health=2, sanity=2)
    part = {"damage_asset": "a9", "damage_assigned": 1}
    assert cited(state, h.Suffer(seat="1", damage=1, direct=True, **part)) == "416.8"
    horror = {"horror_asset": "a9", "horror_assigned": 1}
    assert cited(state, h.Suffer(seat="1", horror=1, direct=True, **horror)) == "442.8"
    assert cited(state, h.Suffer(seat="1", horror=3, horror_asset="a9", horror_assigned=3)) == "442.12"
    assert cited(state, h.Suffer(seat="1", damage=0, **part)) == "416.7"
    assert cited(state, h.Suffer(seat="1", damage=-1)) == "416.4"
    done = out(state, h.Suffer(seat="1", damage=1, horror=2, **part, **horror))
    assert (done.seats["1"].damage, done.seats["1"].horror) == (0, 1)
    assert (done.seats["1"].assets["a9"].damage, done.seats["1"].assets["a9"].horror) == (1, 1)
    healed = out(done, h.Recover(seat="1", health=5, sanity=5, asset="a9"), h.Recover(seat="1", sanity=5))
    assert (healed.seats["1"].assets["a9"].damage, healed.seats["1"].horror) == (0, 0)


def test_who_is_beaten_does_nothing_more():
    state = after(game(), h.Suffer(seat="1", damage=9))
    assert cited(state, a.Gather(seat="1")) == "444.6a"
    assert cited(state, NextPhase()) == "444.6b"


def test_devoured_is_defeated_and_a_lost_player_draws_on():
    state = out(game(), h.Devour(seat="1"))
    assert (state.scenario_doom, state.lost) == (1, {"Ada": "devoured"})
    assert cited(state, h.ChooseInvestigator(seat="2", investigator=person("Eve"))) == "444.6c"
    state = phase(state, "mythos")
    assert out(state, m.DrawToken(seat="1", token="blank")).seats["1"].drawn == 1
    everyone = seat(seat(state, drawn=2), "2", drawn=2)
    assert cited(everyone, NextPhase()) == "205.2"
    assert any(
        b.citation == "444.6c"
        for b in banners(out(state, h.ChooseInvestigator(seat="1", investigator=person("Eve"))))
    )


def test_a_retired_investigator_leaves_monsters_ready():
    state = out(with_monster(game(1), "Hound", engaged=("1",)), h.Retire(seat="1"))
    assert state.monsters["m9"].is_ready


@pytest.mark.parametrize(
    ("values", "citation"),
    [
        ({"name": ""}, "444.2a"),
        ({"name": "Eve", "health": 0}, "444.2e"),
        ({"name": "Eve", "focus_limit": 9}, "444.2c"),
        ({"name": "Eve", "skills": {"luck": 1}}, "444.2f"),
        ({"name": "Gus"}, "005.2"),
    ],
)
def test_impossible_investigators(values, citation):
    pool = tuple(person(name) for name in ("Ada", "Bert", "Eve"))
    state = out(game(pool=pool), h.Retire(seat="1"))
    assert cited(state, h.ChooseInvestigator(seat="1", investigator=person(**values))) == citation


# --- Possessions ----------------------------------------------------------------------------------------


def test_tokens_are_paid_in_full():
    state = seat(game(), money=2, clues=1)
    assert cited(state, p.ChangeTokens(seat="1", money=-3)) == "400.1f"
    done = out(state, p.ChangeTokens(seat="1", money=-2, clues=1, remnants=3))
    assert (done.seats["1"].money, done.seats["1"].clues, done.seats["1"].remnants) == (0, 2, 3)
    assert cited(state, p.ChangeTokens(seat="1", money=100)) == "452.1"
    assert cited(state, p.ChangeTokens(seat="9", money=1)) == "444.1"


def test_rerolls_cost_focus_or_clues():
    state = seat(game(), clues=1, focus=frozenset({"lore", "will"}))
    done = out(state, p.Reroll(seat="1", skills=("lore",), clues=1))
    assert (done.seats["1"].focus, done.seats["1"].clues) == ({"will"}, 0)
    assert cited(state, p.Reroll(seat="1", clues=2)) == "490.4a"
    assert cited(state, p.Reroll(seat="1", skills=("strength",))) == "435.7"


def test_buying():
    state = seat(game(), money=4)
    done = out(state, p.Buy(seat="1", name="Rope", value=5, half=True))
    assert done.seats["1"].money == 1
    assert [asset.name for asset in done.seats["1"].assets.values()] == ["Rope"]
    assert cited(state, p.Buy(seat="1", name="Rope", value=5)) == "411.1"
    assert cited(state, p.Buy(seat="1", name="Dog", value=1, type="ally")) == "411.1"


@pytest.mark.parametrize(
    ("values", "citation"),
    [
        ({"name": ""}, "408.4"),
        ({"type": "condition"}, "408.1"),
        ({"hands": 3}, "408.7"),
        ({"health": -1}, "408.7"),
    ],
)
def test_impossible_assets(values, citation):
    assert cited(game(), p.GainAsset(**{"seat": "1", "name": "Lamp", "type": "item", **values})) == citation


def test_assets_are_limited_in_number_and_hands():
    full = seat(
        game(), assets={f"a{number}": Asset("Lamp", "item", hands=1) for number in range(p.MOST_ASSETS)}
    )
    assert cited(full, p.GainAsset(seat="1", name="Lamp", type="item")) == "005.2"
    assert cited(full, p.UseAssets(seat="1", assets=("a1", "a2", "a3"))) == "490.2c"
    used = out(full, p.UseAssets(seat="1", assets=("a1", "a2", "a2")))
    assert sum(asset.used for asset in used.seats["1"].assets.values()) == 2


def test_spells():
    state = with_asset(game(), type="spell", name="Chant")
    assert cited(with_asset(game()), p.CastSpell(seat="1", asset="a9", horror=1)) == "483.7"
    assert cited(state, p.CastSpell(seat="1", asset="a9", horror=1, remnants=1)) == "483.9"
    assert cited(state, p.CastSpell(seat="1", asset="a9", horror=0, remnants=1)) == "483.9"
    assert cited(with_asset(game(), type="spell", locked=True), p.CastSpell(seat="1", asset="a9")) == "492.4"
    assert cited(state, p.FinishSpell(seat="1")) == "483.7"
    casting = out(state, p.CastSpell(seat="1", asset="a9", horror=1))
    assert any(banner.citation == "483.7" for banner in banners(casting))
    assert out(casting, p.FinishSpell(seat="1")).seats["1"].casting == ""
    assert out(casting, p.DiscardAsset(seat="1", asset="a9")).seats["1"].casting == ""
    assert out(casting, NextPhase()).seats["1"].casting == ""


def test_unknown_conditions():
    assert cited(game(), p.GainCondition(seat="1", condition="tired")) == "415.2"


def test_one_focus_too_many_at_a_time():
    state = seat(game(), focus=frozenset({"lore", "will"}))
    state = after(state, p.FocusSkill(seat="1", skill="strength"))
    assert cited(state, p.FocusSkill(seat="1", skill="influence")) == "435.9"
    assert not out(state, p.Reroll(seat="1", skills=("will",))).seats["1"].focus_owed


# --- Clues, cup and codex -------------------------------------------------------------------------------


def test_encounters():
    state = phase(game(), "encounter")
    assert cited(game(), c.Encounter(seat="1")) == "203.1"
    assert cited(state, c.Encounter(seat="1", event=True)) == "412.4"
    assert cited(seat(state, space="Long Bridge"), c.Encounter(seat="1", event=True)) == "426.5"
    pier = replace(seat(state, space="Pier"), monsters={})
    assert cited(pier, c.Encounter(seat="1", gained=True)) == "430.6"
    no_clue = replace(pier, areas={**pier.areas, "Harbor": replace(pier.areas["Harbor"], clues=0)})
    assert cited(no_clue, c.Encounter(seat="1", event=True, gained=True)) == "412.5"
    assert cited(state, c.SkipEncounter(seat="1")) == "203.1"
    assert out(state, c.SkipEncounter(seat="1", reason="a card")).seats["1"].active
    done = out(state, c.Encounter(seat="1"))
    assert cited(done, c.Encounter(seat="1")) == "203.2"
    assert cited(done, NextPhase()) == "203.1"
    engaged = with_monster(state, "Rat", engaged=("1",))
    assert cited(engaged, c.Encounter(seat="1")) == "428.6"
    assert out(engaged, c.Encounter(seat="2")).seats["1"].active  # skipped without a choice


def test_an_anomaly_changes_encounters():
    state = out(doom(game(cards=("2",)), Pier=2), d.PlaceDoom(space="Pier"))
    state = replace(phase(seat(state, space="Pier"), "encounter"), monsters={})
    assert cited(state, c.Encounter(seat="1", event=True)) == "406.3c"
    assert any(banner.citation == "406.3c" for banner in banners(state))
    assert out(state, c.Encounter(seat="1")).seats["1"].active


def test_clues_on_the_scenario():
    assert cited(game(), c.ScenarioClues(number=-1)) == "301.2"
    assert out(game(), c.ScenarioClues(number=2)).scenario_clues == 2


def test_an_empty_event_deck():
    state = game()
    state = replace(phase(state, "mythos"), events=replace(state.events, deck=0))
    assert cited(state, c.SpawnClue(neighborhood="Hill")) == "003"
    assert cited(state, d.SpreadDoom(spaces=("Pier",))) == "003"
    assert cited(state, d.GateBurst(neighborhood="Hill")) == "003"
    for token in ("spread-doom", "spawn-clue"):
        assert out(state, m.DrawToken(seat="1", token=token)).token == ""
    burst = out(state, m.DrawToken(seat="1", token="gate-burst"))
    assert (burst.events.deck, burst.events.discard) == (1, 0)
    assert burst.doom == state.doom
    assert any(banner.citation == "003" for banner in banners(state))


def test_tokens_are_drawn_in_order_and_resolved_one_at_a_time():
    state = phase(game(3), "mythos")
    assert cited(game(), m.DrawToken(seat="1", token="blank")) == "204.1"
    assert cited(state, m.DrawToken(seat="2", token="blank")) == "204.2"
    assert cited(state, m.DrawToken(seat="1", token="reckoning")) == "204.3"
    assert cited(state, m.PassToken()) == "204.1"
    state = out(state, m.DrawToken(seat="1", token="spread-doom"))
    assert cited(state, m.DrawToken(seat="1", token="blank")) == "204.1"
    assert cited(state, m.PassToken()) == "003"
    assert cited(state, NextPhase()) == "423.2"
    state = out(state, d.SpreadDoom(spaces=("Pier",)), m.DrawToken(seat="1", token="blank"))
    assert state.drawer == "2"
    assert cited(state, m.DrawToken(seat="1", token="blank")) == "204.1"


@pytest.mark.parametrize(
    ("token", "citation"),
    [
        ("spawn-monster", "453.5"),
        ("spawn-clue", "412.3"),
        ("read-headline", "440.2"),
        ("gate-burst", "204.11a"),
        ("spread-doom", "423.2"),
    ],
)
def test_a_drawn_token_is_a_question(token, citation):
    state = out(phase(game(), "mythos"), m.DrawToken(seat="1", token=token))
    assert citation in [question.citation for question in questions(state)]


def test_reckonings_list_what_has_one():
    state = game(cup={"reckoning": 2}, reckoning=True)
    state = out(state, x.AddToCodex(number="20", title="Old Book", reckoning=True))
    state = phase(with_asset(state, name="Idol", reckoning=True), "mythos")
    assert cited(state, m.Reckon()) == "204.12b"
    state = out(state, m.DrawToken(seat="1", token="reckoning"))
    assert list(reckoning_cards(state)) == ["A Quiet Town", "Old Book", "Idol"]
    (question,) = questions(state)
    assert question.sentence.format(**question.facts).endswith("in any order: A Quiet Town, Old Book, Idol.")
    assert out(state, m.Reckon()).token == ""


def test_a_reckoning_without_a_card_that_has_one_says_so():
    state = out(phase(game(cup={"reckoning": 2}), "mythos"), m.DrawToken(seat="1", token="reckoning"))
    (question,) = questions(state)
    assert (
        question.sentence == "Resolve the reckoning effects in any order. No card here is known to have one."
    )


def test_headlines_and_rumors():
    state = out(game(), m.ReadHeadline(title="Fog"))
    assert (state.headlines, state.read_headlines) == (12, 1)
    assert cited(state, m.DiscardRumor()) == "440.8"
    assert cited(state, m.ReadHeadline(title="x" * 61)) == "440.1a"
    rumor = out(state, m.ReadHeadline(title="Fog", rumor=True))
    assert cited(rumor, x.RemoveFromCodex(number="rumor")) == "440.5"
    gone = out(rumor, m.DiscardRumor())
    assert (gone.headlines, gone.read_headlines) == (11, 2)


def test_components_change_the_cup():
    state = out(game(), m.ChangeCup(token="blank", number=2))
    assert state.cup["blank"] == 4
    assert cited(state, m.ChangeCup(token="blank", number=-9)) == "204.3"
    assert cited(state, m.ChangeCup(token="stone", number=1)) == "458.2"


def test_the_codex():
    state = game(cards=("10",))
    assert cited(state, x.AddToCodex(number="10")) == "407.4"
    assert cited(state, x.AddToCodex(number="rumor")) == "407.4"
    assert cited(state, x.RemoveFromCodex(number="99")) == "413.1"
    assert cited(state, x.ResolveThreshold(number="10", position=0)) == "407.5c"
    assert cited(state, x.ResolveThreshold(number="10", position=1)) == "407.5d"
    assert cited(state, x.ResolveThreshold(number="10", position=7)) == "407.5"
    bad = (Threshold("money", 1),)
    assert refusal(state, x.AddToCodex(number="30", thresholds=bad)).rule == "scenario.threshold"
    flipped = out(state, x.FlipCodexCard(number="10"))
    assert flipped.codex["10"].flipped
    assert not flipped.codex["10"].card.thresholds
    assert refusal(state, x.FlipCodexCard(number="10", thresholds=bad)).rule == "scenario.threshold"
    assert "10" not in out(state, x.RemoveFromCodex(number="10")).codex


def test_a_scenario_is_won_by_its_thresholds():
    state = replace(game(cards=("10",)), scenario_clues=2)
    track = next(each for each in tracks(state) if each.id == "scenario-clues")
    assert (track.value, track.limit, track.trigger, track.level) == (2, 3, REACH, "full")
    state = out(state, c.ScenarioClues(number=2))
    (question,) = (each for each in questions(state) if each.citation == "407.5c")
    state = out(state, question.command)
    assert (state.scenario_clues, list(state.codex)) == (1, ["11"])
    assert state.status == "playing"  # card 11 needs one clue for each of two investigators
    state = out(state, c.ScenarioClues(number=1))
    state = out(state, x.ResolveThreshold(number="11"))
    assert (state.status, state.ending, state.how) == ("won", "11", "The door shuts.")
    assert cited(state, a.Gather(seat="1")) == "300"
    assert not list(questions(state))
    assert not list(proposals(state))
    assert not list(banners(state))


def test_a_scenario_is_lost_when_its_doom_is_reached():
    state = replace(game(cards=("10",)), scenario_doom=4)
    assert out(state, d.ScenarioDoom(number=1)).status == "playing"
    assert out(state, d.ScenarioDoom(number=2)).status == "lost"
    assert cited(state, d.ScenarioDoom(number=-5)) == "423.4"


def test_a_threshold_takes_effect_once():
    card = ArchiveCard("40", "", (Threshold("doom", 1, flips=True, effect="It turns."),))
    state = out(game(cards=("40",)), x.RemoveFromCodex(number="40"))
    state = out(state, x.AddToCodex(number="40", title="Dial", thresholds=card.thresholds))
    state = out(state, d.ScenarioDoom())
    assert state.codex["40"].flipped
    assert not list(proposals(out(state, d.ScenarioDoom())))
    assert cited(state, x.ResolveThreshold(number="40")) == "407.5"


def test_a_threshold_of_a_card_that_stays_takes_effect_once():
    added = x.AddThreshold(number="1", token="doom", limit=1, effect="The lamps go out.")
    state = out(game(cards=("1",)), added, d.ScenarioDoom())
    assert state.codex["1"].resolved == (0,)
    assert cited(state, x.ResolveThreshold(number="1")) == "407.5d"


def test_only_the_side_of_a_card_that_is_up_counts():
    front = (Threshold("clues", 2, spends=True, flips=True), Threshold("doom", 3, ends="lost"))
    back = (Threshold("clues", 1, ends="won", effect="The door shuts."),)
    scenario = (ArchiveCard("1", "Outbreak"), ArchiveCard("10", "The lead", front, back=back))
    state = game(cards=("1",))
    state = replace(state, scenario=replace(state.scenario, cards=scenario))
    state = out(state, x.AddToCodex(number="10"), c.ScenarioClues(number=2))
    assert state.status == "playing", "the other side does not count yet"
    state = out(state, x.ResolveThreshold(number="10", position=0))
    assert (state.codex["10"].flipped, state.scenario_clues) == (True, 0)
    assert out(state, d.ScenarioDoom(number=5)).status == "playing", "the first side counts no longer"
    state = out(state, c.ScenarioClues(number=1))
    (question,) = (each for each in questions(state) if each.citation == "407.5c")
    assert out(state, question.command).status == "won"
    again = out(state, x.FlipCodexCard(number="10"))
    assert again.codex["10"].card.thresholds == front


def test_thresholds_are_entered_from_the_card():
    state = out(
        game(cards=("1",)), x.AddThreshold(number="1", token="doom", limit=2, ends="lost", effect="Night.")
    )
    assert out(state, d.ScenarioDoom(number=1)).status == "playing"
    assert out(state, d.ScenarioDoom(number=2)).how == "Night."
    assert refusal(state, x.AddThreshold(number="1", token="rain", limit=2)).rule == "scenario.threshold"
    assert cited(state, x.AddThreshold(number="9", token="doom", limit=2)) == "413.1"


def test_finishing():
    assert cited(game(), x.Finish(outcome="won")) == "301.1"
    assert cited(game(), x.Finish(outcome="lost")) == "302.1"
    assert cited(game(), x.Finish(outcome="draw")) == "300"
    assert cited(start(), x.Finish(outcome="won")) == "111.1"
    assert out(game(cards=("1",)), x.Finish(outcome="won", ending="50")).ending == "50"
    nobody = out(game(1), h.Retire(seat="1"))
    assert out(nobody, x.Finish(outcome="lost")).status == "lost", "only the players know that none is left"
    assert cited(game(cards=("1",)), x.Finish(outcome="won", ending="5" * 61)) == "407.4"
    assert out(start(), x.Finish(outcome="abandoned")).status == "abandoned"


def test_markers():
    state = out(game(), x.ChangeMarker(name="Fire at the Mill", number=2))
    assert state.markers == {"Fire at the Mill": 2}
    assert cited(state, x.ChangeMarker(name="Fire at the Mill", number=-3)) == "450.2"
    assert cited(state, x.ChangeMarker(name=" ", number=1)) == "450.2"
    assert out(state, x.ChangeMarker(name="Fire at the Mill", number=-2)).markers == {}


def test_doom_by_hand_of_players():
    state = doom(game(cards=("1", "2")), Pier=1)
    assert cited(state, d.RemoveDoom(space="Pier", number=2)) == "423.5"
    assert cited(state, d.PlaceDoom(space="Pier", number=0)) == "423.2"
    assert cited(state, d.Outbreak(space="Pier")) == "461.1a"
    assert cited(game(), d.Outbreak(space="Pier")) == "461.1"
    assert cited(game(), d.PlaceAnomaly(neighborhood="Hill")) == "406.3"
    assert cited(state, d.RemoveAnomaly(neighborhood="Hill")) == "406.3e"
    assert cited(state, d.PlaceAnomaly(neighborhood="Moon")) == "459.1"
    there = after(state, d.PlaceAnomaly(neighborhood="Harbor"))
    assert cited(there, d.PlaceAnomaly(neighborhood="Harbor")) == "406.3a"
    assert cited(state, d.GateBurst(neighborhood="Harbor", order="twice")) == "004"
    assert cited(state, d.GateBurst(neighborhood="Harbor", spaces=("Pier",))) == "204.11a"
    assert cited(state, d.SpreadDoom(spaces=())) == "423.2"
    assert cited(state, d.SpreadDoom(spaces=("Long Bridge",))) == "486.3"
    burst = out(state, d.GateBurst(neighborhood="Hill"))
    assert cited(burst, d.NoteUnstable(spaces=("Pier",))) == "493.3"


# --- Set-up, templates and corrections ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "citation"),
    [
        ({"name": ""}, "101.1"),
        ({"neighborhoods": ()}, "102.1"),
        ({"neighborhoods": (Neighborhood("Harbor", ("Pier", "", "Tavern")),)}, "481.2"),
        ({"neighborhoods": (HARBOR, Neighborhood("Hill", ("Church", "Pier", "Tavern")))}, "481.2"),
        ({"neighborhoods": (HARBOR, Neighborhood("Harbor", ("Church", "Mill", "Tavern")))}, "459.1"),
        ({"neighborhoods": (HARBOR, Neighborhood("Hill", ("Church", "Mill", "Tavern", "Inn")))}, "459.2"),
        ({"streets": (Street("Long Bridge", "muddy"),)}, "486.2"),
        ({"borders": (("Pier", "Moon"),)}, "404.2"),
        ({"start": "Moon"}, "476.3b"),
        ({"doom": {"Long Bridge": 1}}, "486.3"),
        ({"cup": {}}, "105.1"),
        ({"cup": {"stone": 1}}, "458.2"),
        ({"events": -1}, "103.1"),
        ({"monsters": (MonsterKind(""),)}, "453.8a"),
        ({"monsters": (MonsterKind("Rat"), MonsterKind("Rat"))}, "104.1"),
        ({"monsters": (MonsterKind("Rat", health=-1),)}, "453.8"),
        ({"monsters": (MonsterKind("Rat", keywords=("polite",)),)}, "447.3"),
        ({"placed": (StartingMonster("Rat", "Moon"),)}, "102.2"),
        ({"placed": (StartingMonster("Brute", "Pier"), StartingMonster("Brute", "Pier"))}, "104.2"),
        ({"cards": (ArchiveCard(""),)}, "407.4"),
        ({"cards": (ArchiveCard("1"), ArchiveCard("1"))}, "407.4"),
        ({"opening": ("1", "1")}, "111.4b"),
        ({"cards": (ArchiveCard("1", "", (Threshold("doom", 0),)),)}, "407.5d"),
        ({"cards": (ArchiveCard("1", "", (Threshold("doom", 1),) * 61),)}, "407.5"),
    ],
)
def test_impossible_templates(changes, citation):
    scenario = replace(SCENARIO, **changes)
    assert citation in [problem.citation for problem in problems(scenario)]
    players = (Player("", person("Ada")),)
    assert isinstance(play(EDITION, State(), Start(scenario=scenario, players=players)), Refusal)


def test_a_template_without_problems():
    assert not list(problems(SCENARIO))
    assert [problem.citation for problem in problems(Scenario())]
    assert SCENARIO.adjacent("Long Bridge") == ("Pier", "Church")


@pytest.mark.parametrize(
    ("values", "citation"),
    [
        ({"players": ()}, "110.1"),
        ({"players": tuple(Player("", person(str(number))) for number in range(7))}, "110.1"),
        ({"players": (Player("", person("Ada")), Player("", person("Ada")))}, "110.1"),
        ({"leader": 2}, "110.2"),
        ({"pool": (person("Eve"),)}, "005.2"),
        ({"pool": (person("Ada"), person("Ada"))}, "005.2"),
        ({"players": (Player("x" * 61, person("Ada")),)}, "110.4"),
    ],
)
def test_impossible_parties(values, citation):
    players = (Player("", person("Ada")),)
    assert cited(State(), Start(**{"scenario": SCENARIO, "players": players, **values})) == citation


def test_set_up():
    state = start(3)
    assert (state.status, state.headlines, sum(state.cup.values())) == ("setup", 13, 12)
    assert state.monsters["m1"].space == "Pier"
    assert state.monster_deck["Rat"] == 2
    assert "Old One" not in state.monster_deck
    assert cited(state, a.Gather(seat="1")) == "111.1"
    assert cited(game(), BeginPlay()) == "111.1"
    assert cited(replace(state, setup_clues=0, setup_doom=0), BeginPlay()) == "111.4b"
    assert cited(game(), Start(scenario=SCENARIO, players=())) == "111.1"
    assert out(state, ChooseLeader(seat="3")).order == ("3", "1", "2")


def test_few_events_make_a_short_set_up():
    state = start(1, replace(SCENARIO, events=2, opening=()))
    assert (state.setup_clues, state.setup_doom) == (2, 0)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("scenario_doom",), 9),
        (("round",), 4),
        (("doom", "Pier"), 3),
        (("events", "discard"), 5),
        (("areas", "Hill", "clues"), 2),
        (("areas", "Hill", "anomaly"), True),
        (("cup", "blank"), 7),
        (("monster_deck", "Rat"), 0),
        (("monsters", "m1", "damage"), 1),
        (("seats", "1", "player"), "Zoe"),
        (("seats", "1", "horror"), 2),
        (("seats", "1", "delayed"), True),
        (("seats", "1", "facts", "health"), 7),
        (("seats", "1", "facts", "skills", "will"), 6),
        (("seats", "1", "assets", "a9", "damage"), 2),
    ],
)
def test_corrections(path, value):
    state = with_asset(game(), health=2)
    played = play(EDITION, state, Correct(path=path, value=value))
    assert isinstance(played, Played)
    assert not list(check(played.state))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("scenario_doom",), -1),
        (("headlines",), 14),
        (("doom", "Long Bridge"), 1),
        (("seats", "1", "investigator"), "Eve"),
        (("seats", "9", "damage"), 1),
        (("seats", "1", "assets", "a9", "damage"), 3),
        (("seats", "1", "assets", "a9", "name"), "x"),
        (("status",), "won"),
        (("cup", "stone"), 1),
        ((), 1),
    ],
)
def test_refused_corrections(path, value):
    assert isinstance(play(EDITION, with_asset(game(), health=2), Correct(path=path, value=value)), Refusal)


@pytest.mark.parametrize(
    "changes",
    [
        {"scenario_doom": -1},
        {"doom": {"Long Bridge": 1}},
        {"leader": "9"},
        {"phase": "tea"},
        {"acting": "9"},
        {"lost": {"Ada": "defeated"}},
        {"status": "won", "seats": {}},
        {"monsters": {"m1": f.Monster(SCENARIO.monsters[0], "Moon")}},
        {"monsters": {"m1": f.Monster(SCENARIO.monsters[0], "Mill", engaged=("1",))}},
        {"monsters": {"m1": f.Monster(SCENARIO.monsters[0], "Tavern", engaged=("1",), exhausted=True)}},
        {"monsters": {"m1": f.Monster(SCENARIO.monsters[0], "Tavern", engaged=("1", "2"))}},
    ],
)
def test_impossible_states_are_noticed(changes):
    assert list(check(replace(game(), **changes)))


@pytest.mark.parametrize(
    "changes",
    [
        {"space": "Moon"},
        {"focus": frozenset({"luck"})},
        {"drawn": 3},
        {"assets": {"a1": Asset("Lamp", "item", health=1, damage=2)}},
        {"investigator": "Bert"},
    ],
)
def test_impossible_seats_are_noticed(changes):
    assert list(check(seat(game(), **changes)))


def test_tracks_know_whether_reaching_or_exceeding_counts():
    state = seat(game(cards=("1",)), damage=4, focus=frozenset({"lore", "will"}))
    found = {track.id: track for track in tracks(doom(state, Pier=3))}
    assert (found["damage 1"].trigger, found["damage 1"].left, found["damage 1"].is_triggered) == (
        REACH,
        0,
        False,
    )
    assert (found["focus 1"].trigger, found["focus 1"].is_triggered) == (EXCEED, False)
    assert (found["doom Pier"].limit, found["doom Pier"].level) == (4, "full")
    anomalies = {track.id: track for track in tracks(game(cards=("2",)))}
    assert (anomalies["doom Pier"].limit, anomalies["neighborhood Hill"].limit) == (3, 5)


def test_banners_of_empty_decks():
    state = replace(game(), headlines=0, monster_deck={"Rat": 0}, codex={})
    assert {"440.6", "005.2", "423.4"} <= {banner.citation for banner in banners(state)}
    state = out(game(pool=(person("Ada"), person("Bert"))), h.Retire(seat="1"))
    assert "204.4" in [banner.citation for banner in banners(state)]
    assert not [question for question in questions(state) if question.citation == "205.2"]
    rumor = out(game(), m.ReadHeadline(rumor=True))
    assert "440.8" in [banner.citation for banner in banners(rumor)]
