"""The test cases of the Third Edition: ten core ones (T) and the edges (E), each with its rule."""

from dataclasses import replace

import pytest

from rules.boardgames import play
from rules.boardgames.dice import pool_third_edition
from rules.boardgames.third_edition import EDITION
from rules.boardgames.third_edition.actions import Focus, Gather, Move, Ward
from rules.boardgames.third_edition.advice import banners
from rules.boardgames.third_edition.clues import Encounter, SpawnClue
from rules.boardgames.third_edition.cup import DrawToken, PassToken, ReadHeadline
from rules.boardgames.third_edition.doom import GateBurst, NoteUnstable, PlaceDoom, SpreadDoom
from rules.boardgames.third_edition.harm import ChooseInvestigator, Defeat, Delay, Retire, Suffer
from rules.boardgames.third_edition.monsters import SpawnMonster
from rules.boardgames.third_edition.phases import NextPhase
from rules.boardgames.third_edition.possessions import (
    CastSpell,
    DiscardFocus,
    FocusSkill,
    GainAsset,
    GainCondition,
    price,
)
from rules.boardgames.third_edition.proposals import proposals
from rules.boardgames.third_edition.questions import questions
from rules.boardgames.third_edition.setup import BeginPlay
from tests.rules.boardgames.third_edition import (
    POOL,
    after,
    cited,
    doom,
    game,
    in_harbor,
    out,
    person,
    phase,
    refusal,
    seat,
    start,
    to_next_round,
)

OUTBREAK, ANOMALIES = ("1",), ("2",)


def test_t01_outbreak():
    state = out(doom(game(cards=OUTBREAK), Pier=3), PlaceDoom(space="Pier"))
    assert in_harbor(state) == (1, 1, 1)
    assert state.scenario_doom == 1


def test_t02_outbreaks_cascade():
    state = out(doom(game(cards=OUTBREAK), Pier=3, Warehouse=3), PlaceDoom(space="Pier"))
    assert in_harbor(state) == (2, 1, 2)
    assert state.scenario_doom == 2


def test_t03_three_doom_in_a_space_are_an_anomaly():
    state = out(doom(game(cards=ANOMALIES), Pier=2), PlaceDoom(space="Pier"))
    assert in_harbor(state) == (3, 0, 0)
    assert state.areas["Harbor"].anomaly
    assert state.scenario_doom == 0


def test_t04_five_doom_in_a_neighborhood_are_an_anomaly():
    state = doom(game(cards=ANOMALIES), Pier=2, Warehouse=2)
    assert not list(proposals(state))  # four are not five
    state = out(state, PlaceDoom(space="Lighthouse"))
    assert in_harbor(state) == (2, 2, 1)
    assert state.areas["Harbor"].anomaly
    assert not state.areas["Hill"].anomaly


@pytest.mark.parametrize("space", ["Pier", "Lighthouse"])
def test_t05_doom_beside_an_anomaly_goes_to_the_scenario(space):
    state = out(doom(game(cards=ANOMALIES), Pier=2), PlaceDoom(space="Pier"))
    state = out(state, PlaceDoom(space=space))
    assert in_harbor(state) == (3, 0, 0)
    assert state.scenario_doom == 1


def _mythos(state):
    """Draw for everybody, whatever comes first, without resolving the tokens."""
    state = phase(state, "mythos")
    for number in state.order:
        state = seat(state, number, drawn=0)
    while state.drawer:
        available = state.cup if sum(state.cup.values()) else state.drawn
        token = next(token for token, number in available.items() if number)
        state = replace(after(state, DrawToken(seat=state.drawer, token=token)), token="", token_seat="")
    return state


def test_t06_the_cup_is_drawn_without_replacement_and_filled_when_empty():
    state = _mythos(game(4))
    assert sum(state.cup.values()) == 4
    assert state.refills == 0
    state = _mythos(state)
    assert sum(state.cup.values()) == 8
    assert state.refills == 1


@pytest.mark.parametrize(
    ("successes", "there", "left", "remnants"), [(2, 3, 1, 1), (3, 1, 0, 0), (1, 2, 1, 0), (0, 2, 2, 0)]
)
def test_t07_a_ward_gives_a_remnant_for_two_doom_that_were_there(successes, there, left, remnants):
    state = out(doom(game(), Tavern=there), Ward(seat="1", successes=successes))
    assert state.doom["Tavern"] == left
    assert state.seats["1"].remnants == remnants


def test_t08_a_defeated_investigator_is_replaced_with_the_next_round():
    state = out(game(), SpawnMonster(monster="Hound", space="Tavern", engaged="1"))
    state = out(state, GainAsset(seat="1", name="Lamp", type="item"), FocusSkill(seat="1", skill="lore"))
    assert not list(proposals(out(state, Suffer(seat="1", damage=4))))  # four of five
    state = out(state, Suffer(seat="1", damage=5))
    lost = state.seats["1"]
    assert (lost.investigator, lost.left, lost.assets, lost.focus, lost.money) == (
        "",
        "defeated",
        {},
        frozenset(),
        0,
    )
    assert state.scenario_doom == 1
    (hound,) = (monster for monster in state.monsters.values() if monster.kind.name == "Hound")
    assert (hound.exhausted, hound.engaged, hound.space) == (True, (), "Tavern")
    assert cited(state, ChooseInvestigator(seat="1", investigator=person("Ada"))) == "444.7a"
    assert cited(state, ChooseInvestigator(seat="1", investigator=person("Bert"))) == "444.7a"
    state = out(state, ChooseInvestigator(seat="1", investigator=person("Eve")))
    assert cited(state, Gather(seat="1")) == "444.6c"
    state = to_next_round(seat(state, "2", space="Mill"))
    assert (state.seats["1"].investigator, state.seats["1"].space) == ("Eve", "Tavern")
    out(replace(state, monsters={}), Gather(seat="1"))


def test_t09_without_headlines_a_headline_is_doom():
    state = replace(phase(game(), "mythos"), headlines=0, read_headlines=13)
    state = out(state, DrawToken(seat="1", token="read-headline"))
    assert state.scenario_doom == 1
    assert (state.headlines, state.read_headlines, state.token) == (0, 13, "")


def test_t10_focus_beyond_the_limit_must_be_discarded_and_no_skill_twice():
    state = seat(game(), focus=frozenset({"strength", "will"}))
    assert cited(state, Focus(seat="1", skill="will")) == "435.5"
    after_focus = out(state, Focus(seat="1", skill="lore"))
    (question,) = (each for each in questions(after_focus) if each.citation == "435.9")
    assert question.among == ("lore", "strength", "will")
    assert cited(after_focus, NextPhase()) == "435.9"
    assert cited(after_focus, Gather(seat="1")) == "435.9"
    done = out(after_focus, DiscardFocus(seat="1", skill="will"))
    assert done.seats["1"].focus == {"lore", "strength"}
    assert out(state, Focus(seat="1", skill="lore", discard="will")).seats["1"].focus == {"lore", "strength"}


# --- Edges ----------------------------------------------------------------------------------------------


def test_e01_a_gate_burst_into_threes_breaks_out_three_times():
    state = doom(game(cards=OUTBREAK), Pier=3, Warehouse=3, Lighthouse=3)
    state = out(state, GateBurst(neighborhood="Harbor"))
    assert in_harbor(state) == (3, 3, 3)
    assert state.scenario_doom == 3


def test_e02_a_gate_burst_into_an_empty_neighborhood():
    state = out(game(cards=OUTBREAK), GateBurst(neighborhood="Harbor"))
    assert in_harbor(state) == (1, 1, 1)
    assert state.scenario_doom == 0


def test_e03_a_gate_burst_puts_the_discard_pile_below_the_deck():
    state = game()
    state = replace(state, events=replace(state.events, deck=10, discard=6, top=("Mill",)))
    assert state.unstable == ("Mill",)
    state = out(state, GateBurst(neighborhood="Harbor"))
    assert (state.events.deck, state.events.discard) == (16, 0)
    assert state.unstable == ("Tavern",)


def test_e04_without_either_card_doom_does_nothing():
    state = out(doom(game(), Pier=4), PlaceDoom(space="Pier"))
    assert in_harbor(state) == (5, 0, 0)
    assert not list(proposals(state))
    assert any(banner.citation == "423.4" for banner in banners(state))


def test_e05_an_event_with_two_icons():
    state = out(game(), SpreadDoom(spaces=("Pier", "Church")))
    assert (state.doom["Pier"], state.doom["Church"]) == (1, 1)
    assert state.unstable == ("Pier", "Church")
    twice = out(game(), SpreadDoom(spaces=("Pier", "Pier")))
    assert twice.doom["Pier"] == 2
    assert twice.unstable == ("Pier",)


def test_e06_no_doom_on_a_street():
    refused = refusal(game(), PlaceDoom(space="Long Bridge"))
    assert refused.citation == "486.3"
    assert refused.facts["beside"] == "Pier, Church"
    out(game(), PlaceDoom(space="Church"))


def test_e07_an_empty_cup_waits_for_the_next_draw():
    state = _mythos(game(4, cup={"blank": 5, "reckoning": 3}))
    assert sum(state.cup.values()) == 0
    assert state.refills == 0
    assert any(banner.citation == "204.5" for banner in banners(state))
    state = after(state, DrawToken(seat="1", token="blank", extra=True))
    assert state.cup == {"blank": 4, "reckoning": 3}
    assert state.drawn == {"blank": 1}
    assert state.refills == 1


def test_e08_the_anomaly_goes_with_the_last_doom():
    state = out(doom(game(cards=ANOMALIES), Church=2), PlaceDoom(space="Church"))
    assert state.areas["Hill"].anomaly
    state = out(seat(state, space="Church"), Ward(seat="1", successes=3))
    assert not state.areas["Hill"].anomaly


def test_e09_events_at_set_up():
    state = start()
    assert cited(state, SpreadDoom(spaces=("Mill",))) == "111.3a"
    assert cited(state, BeginPlay()) == "111.1"
    for _ in range(3):
        state = after(state, SpawnClue(neighborhood="Harbor"))
    assert cited(state, SpawnClue(neighborhood="Harbor")) == "111.2a"
    state = out(state, SpreadDoom(spaces=("Mill",)))
    assert (state.events.deck, state.events.discard, state.areas["Harbor"].clues) == (20, 1, 3)
    assert state.doom["Mill"] == 1
    assert "10" in state.codex
    state = out(state, BeginPlay())
    assert (state.round, state.phase, state.headlines) == (1, "action", 13)


def test_e10_a_gained_clue_changes_the_unstable_space():
    state = phase(seat(game(), space="Pier"), "encounter")
    before = state.events
    state = out(replace(state, monsters={}), Encounter(seat="1", event=True, gained=True))
    assert state.seats["1"].clues == 1
    assert (state.areas["Harbor"].clues, state.areas["Harbor"].events) == (2, 2)
    assert (state.events.deck, state.events.discard) == (before.deck, before.discard + 1)
    assert state.unstable == ()
    assert any(question.command == NoteUnstable(spaces=()) for question in questions(state))
    assert out(state, NoteUnstable(spaces=("Church",))).unstable == ("Church",)


def test_e10_an_event_without_its_clue_goes_back():
    state = replace(phase(seat(game(), space="Pier"), "encounter"), monsters={})
    done = out(state, Encounter(seat="1", event=True))
    assert (done.areas, done.events) == (state.areas, state.events)


def test_e11_elite_counts_those_who_started():
    state = out(game(5), SpawnMonster(monster="Brute", space="Mill"), Suffer(seat="5", damage=9))
    assert len(state.playing) == 4
    (brute,) = (monster for monster in state.monsters.values() if monster.kind.name == "Brute")
    assert brute.health(state.players) == 9


def test_e12_and_e13_dice_pools():
    assert pool_third_edition(2, -3) == 1
    assert pool_third_edition(3, -1, focused=True) == 3


def test_e14_half_price_rounds_up():
    assert price(5, half=True) == 3
    assert price(5, half=False) == 5


def test_e15_delayed_does_not_stack():
    state = out(game(), Delay(seat="1"))
    assert cited(state, Delay(seat="1")) == "417.4"
    assert cited(state, Delay(seat="1", cost=True)) == "417.5"
    assert cited(state, Gather(seat="1")) == "417.2"


def test_e16_two_dollars_are_the_most_for_a_move():
    path = ("Church", "Long Bridge", "Pier")
    state = replace(seat(game(), money=3), monsters={})
    assert cited(state, Move(seat="1", spaces=path, money=3)) == "455.2"
    assert cited(state, Move(seat="1", spaces=path)) == "455.2"
    moved = out(state, Move(seat="1", spaces=(*path, "Warehouse"), money=2))
    assert (moved.seats["1"].space, moved.seats["1"].money) == ("Warehouse", 1)
    assert cited(state, Move(seat="1", spaces=(*path, "Warehouse", "Pier"), money=2)) == "455.2"


def test_e17_an_additional_action_is_still_once_per_round():
    state = out(game(), Gather(seat="1"))
    assert cited(state, Gather(seat="1", additional=True)) == "402.4"
    state = out(state, Ward(seat="1", successes=0), Focus(seat="1", skill="will", additional=True))
    assert state.seats["1"].used == 2
    assert cited(state, Ward(seat="1", successes=0)) in ("201.2", "402.4")


def test_e18_a_new_rumor_replaces_the_old_one():
    state = out(game(), ReadHeadline(title="First", rumor=True), ReadHeadline(title="Second", rumor=True))
    assert state.codex["rumor"].card.title == "Second"
    assert (state.headlines, state.read_headlines) == (11, 1)


def test_e19_retirement_brings_no_doom():
    state = out(game(), Retire(seat="1"))
    assert state.scenario_doom == 0
    assert cited(state, ChooseInvestigator(seat="1", investigator=person("Ada"))) == "444.7a"


def test_e20_nobody_left_to_play():
    state = out(game(2, pool=POOL[:3]), Suffer(seat="1", damage=5))
    assert state.status == "playing"
    state = out(state, Suffer(seat="2", horror=6))
    assert state.status == "playing"  # Cora is left
    state = to_next_round(out(state, ChooseInvestigator(seat="1", investigator=person("Cora"))))
    assert state.status == "playing"
    state = out(state, Suffer(seat="1", damage=5))
    assert (state.status, state.how) == ("lost", "302.3")


def test_e21_a_lower_limit_discards_nothing():
    state = seat(game(), focus=frozenset({"lore", "will"}))
    state = seat(state, facts=person("Ada", focus_limit=1))
    assert len(state.seats["1"].focus) == 2
    assert not [each for each in questions(state) if each.citation == "435.9"]
    more = out(
        game(), *(FocusSkill(seat="1", skill=skill, beyond=True) for skill in ("lore", "will", "strength"))
    )
    assert len(more.seats["1"].focus) == 3
    assert not [each for each in questions(more) if each.citation == "435.9"]


def test_e22_horror_of_a_spell_comes_first():
    state = out(seat(game(), horror=4, remnants=1), GainAsset(seat="1", name="Chant", type="spell"))
    spell = next(iter(state.seats["1"].assets))
    saved = out(state, CastSpell(seat="1", asset=spell, horror=2, remnants=1))
    assert (saved.seats["1"].horror, saved.seats["1"].remnants, saved.seats["1"].casting) == (5, 0, spell)
    lost = out(seat(state, horror=5), CastSpell(seat="1", asset=spell, horror=2, remnants=1))
    assert lost.seats["1"].left == "defeated"
    assert lost.seats["1"].casting == ""
    assert not [banner for banner in banners(lost) if banner.citation == "483.7"]


def test_e23_no_condition_twice():
    state = out(game(), GainCondition(seat="1", condition="dark pact"))
    assert cited(state, GainCondition(seat="1", condition="dark pact")) == "415.4"
    assert cited(state, GainCondition(seat="1", condition="dark pact", cost=True)) == "415.5"
    both = out(
        state, GainCondition(seat="1", condition="blessed"), GainCondition(seat="1", condition="cursed")
    )
    assert any(banner.rule == "condition.both" for banner in banners(both))


def test_e24_an_asset_takes_no_more_than_its_health():
    state = out(game(), GainAsset(seat="1", name="Dog", type="ally", health=2))
    dog = next(iter(state.seats["1"].assets))
    refused = refusal(state, Suffer(seat="1", damage=3, damage_asset=dog, damage_assigned=3))
    assert (refused.citation, refused.facts["room"]) == ("416.12", 2)
    state = out(state, Suffer(seat="1", damage=3, damage_asset=dog, damage_assigned=2))
    assert state.seats["1"].damage == 1
    assert not state.seats["1"].assets  # full, so discarded (408.8)


def test_e25_an_empty_monster_deck():
    state = replace(phase(game(), "mythos"), monster_deck=dict.fromkeys(game().monster_deck, 0))
    assert cited(state, SpawnMonster(monster="Rat", space="Mill")) == "005.2"
    drawn = after(state, DrawToken(seat="1", token="spawn-monster"))
    assert [each.command for each in proposals(drawn)] == [PassToken()]
    assert any(banner.citation == "005.2" for banner in banners(drawn))
    assert out(drawn, PassToken()).token == ""


def test_e26_players_choose_how_a_gate_burst_meets_an_anomaly():
    state = doom(game(cards=ANOMALIES), Pier=2, Warehouse=1, Lighthouse=1)
    assert cited(state, GateBurst(neighborhood="Harbor")) == "004"
    single = out(state, GateBurst(neighborhood="Harbor", order="one-by-one"))
    assert (in_harbor(single), single.scenario_doom) == ((3, 1, 1), 2)
    together = out(state, GateBurst(neighborhood="Harbor", order="together"))
    assert (in_harbor(together), together.scenario_doom) == ((3, 2, 2), 0)
    assert single.areas["Harbor"].anomaly
    assert together.areas["Harbor"].anomaly


def test_defeat_needs_full_damage_or_horror():
    refused = play(EDITION, game(), Defeat(seat="1"))
    assert refused.citation == "444.6a"
