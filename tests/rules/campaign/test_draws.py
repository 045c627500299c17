"""Weaknesses drawn by the group from its own cards count as drawn; impossible draws are refused."""

from __future__ import annotations

import pytest

from rules.campaign import (
    Refusal,
    advise,
    apply,
    entries,
    entries_of,
    replay,
    step_from_json,
    step_to_json,
    steps,
)
from rules.cards.model import Deck
from rules.chance import Chance
from rules.deck.circumstances import STANDALONE, Environment
from rules.weaknesses import draw
from tests.rules.campaign.party import DANIELA, GAME, JOE, Party, a_game, a_party


def owing(*seats: str, **facts) -> Party:
    """Return a party in which every seat has a deck and a weakness to draw."""
    party = Party().started(*seats, **facts)
    for who in seats:
        party.do(
            steps.DeckChosen(seat=who, deck=Deck(party.seat(who).investigator, {"01000": 1, "12020": 2}))
        )
    return party


def drew(card: str, who: str = DANIELA, **facts) -> steps.WeaknessDrawnByGroup:
    return steps.WeaknessDrawnByGroup(seat=who, card=card, **facts)


def why(party: Party, step: steps.Step) -> str:
    after = apply(party.state, step, GAME)
    assert isinstance(after, Refusal)
    return str(after)


class TestTheGroupsWord:
    def test_it_settles_what_is_owed(self):
        party = owing(DANIELA).do(drew("12102"))
        seat = party.seat(DANIELA)
        assert (seat.owed, seat.weaknesses) == (0, {"12102": 1})
        assert seat.deck.slots == {"12020": 2, "12102": 1}, "in place of the one to be drawn"

    def test_each_settles_one(self):
        party = owing(DANIELA, ultimatums=["ub.disaster"])
        assert party.do(drew("12102")).seat(DANIELA).owed == 1
        assert party.do(drew("01096")).seat(DANIELA).owed == 0

    def test_it_lets_the_party_go_on(self):
        party = owing(DANIELA, JOE).do(drew("12102")).do(drew("01096", JOE))
        assert party.advanced().state.phase == "ready"

    def test_in_a_scenario_played_alone(self):
        party = owing(DANIELA, mode=STANDALONE, scenario="spreading_flames")
        assert party.do(drew("12102")).seat(DANIELA).owed == 0

    def test_none_is_owed(self):
        assert a_party(DANIELA).refused(drew("01096")) == ("rbw.one-required",)

    def test_an_instruction_asks_for_one_more_and_what_is_owed_stays_owed(self):
        party = owing(DANIELA).do(drew("12102", cause="the guide's introduction"))
        assert (party.seat(DANIELA).owed, party.seat(DANIELA).weaknesses) == (1, {"12102": 1})
        assert party.seat(DANIELA).deck.slots["01000"] == 1
        party = a_game(DANIELA).ended().do(drew("01096", cause="a resolution"))
        assert party.seat(DANIELA).weaknesses == {"12102": 1, "01096": 1}

    def test_what_a_weakness_brings_comes_with_it(self):
        assert owing(DANIELA).do(drew("53013")).seat(DANIELA).experience == 2

    def test_the_entries_distinguish_it_from_a_draw_by_the_site(self):
        party = owing(DANIELA, JOE)
        (row,) = (e for e in written(party, drew("12102")) if isinstance(e, entries.WeaknessEntry))
        assert (row.by_group, row.draw) == (True, None)
        by_site = steps.WeaknessDrawn(seat=JOE, draw=draw({"01096": 2}, Chance("x")))
        (row,) = (e for e in written(party, by_site) if isinstance(e, entries.WeaknessEntry))
        assert (row.by_group, row.draw) == (False, by_site.draw)

    def test_the_boon_of_the_morrigan_is_played_at_the_table(self):
        party = owing(DANIELA, ultimatums=["boon.morrigan"])
        assert party.do(drew("12102")).seat(DANIELA).owed == 0

    def test_before_the_other_cards_are_chosen_is_worth_a_word(self):
        party = Party().started(DANIELA)
        assert [each.rule for each in advise(party.state, drew("12102"), GAME)] == ["rbw.drawn-last"]
        assert advise(owing(DANIELA).state, drew("12102"), GAME) == ()

    def test_it_is_replayed_as_it_was_recorded(self):
        party = owing(DANIELA).do(drew("12102", boxes=("core_2026",), waives=frozenset({"x"}), note="y"))
        again = [(number, step_from_json(step_to_json(step))) for number, step in party.steps]
        assert again == party.steps
        assert replay(again, GAME) == party.state


class TestWhatCannotHaveBeenDrawn:
    @pytest.mark.parametrize(
        ("card", "seats", "facts", "rule"),
        [
            pytest.param("06037", [DANIELA], {}, "rbw.pool-text-restrictions", id="multiplayer, alone"),
            pytest.param("04040", [DANIELA], {"mode": STANDALONE, "scenario": "spreading_flames"},
                         "rbw.pool-text-restrictions", id="campaign only, standalone"),
            pytest.param("12003", [DANIELA], {}, "rbw.pool-excludes-signature", id="a signature"),
            pytest.param("04039", [DANIELA], {}, "rbw.pool-excludes-signature", id="a follow-up"),
            pytest.param("12020", [DANIELA], {}, "step.known-card", id="no weakness"),
            pytest.param("01000", [DANIELA], {}, "step.known-card", id="the placeholder"),
            pytest.param("99999", [DANIELA], {}, "step.known-card", id="nobody knows it"),
        ],
    )  # fmt: skip
    def test_it_is_refused_with_its_rule(self, card, seats, facts, rule):
        assert owing(*seats, **facts).refused(drew(card)) == (rule,)

    def test_both_sides_of_who_may_have_it(self):
        party = owing(DANIELA, JOE)
        assert party.refused(drew("09124", JOE)) == ("rbw.pool-text-restrictions",)
        assert "only for guardian" in why(party, drew("09124", JOE))
        party.do(drew("09124")).do(drew("06037", JOE))
        assert party.seat(JOE).weaknesses == {"06037": 1}, "two play"
        owing(DANIELA).do(drew("04040"))

    def test_every_copy_is_in_use(self):
        party = owing(DANIELA, JOE).do(drew("12102"))
        assert party.refused(drew("12102", JOE)) == ("rbw.pool-excludes-in-use",)
        assert "draw another" in why(party, drew("12102", JOE))

    def test_as_many_copies_as_there_are(self):
        party = owing(DANIELA, ultimatums=["ub.disaster"])
        party.do(drew("01096")).do(drew("01096")).do(drew("01096", cause="the story"))
        assert party.refused(drew("01096", cause="the story")) == ("rbw.pool-excludes-in-use",)

    def test_what_turned_into_its_follow_up_is_not_back(self):
        party = owing(DANIELA, JOE).do(drew("04038"))
        party.do(steps.WeaknessReplaced(seat=DANIELA, card="04038", by="04039"))
        assert party.refused(drew("04038", JOE)) == ("rbw.pool-excludes-in-use",)

    def test_another_printing_that_is_left_is_the_one_on_record(self):
        party = owing(DANIELA, JOE).do(drew("01096"))
        assert party.seat(DANIELA).weaknesses == {"01096": 1}
        party.do(drew("01096", JOE))
        assert party.seat(JOE).weaknesses == {"12097": 1}, "two copies of this printing were left"

    def test_the_boxes_of_the_group(self):
        party = owing(DANIELA, JOE)
        step = drew("06037", boxes=("core_2026",))
        assert party.refused(step) == ("rbw.pool-one-copy-of-each-product",)
        party.do(drew("06037", boxes=("core_2026", "tde")))

    def test_the_environment_of_the_campaign(self):
        party = owing(DANIELA, JOE, environment=Environment("current"))
        assert party.refused(drew("06037")) == ("env.choose",)
        party.do(drew("12102"))

    def test_the_traits_that_an_instruction_asks_for(self):
        party = owing(DANIELA, JOE)
        step = drew("12102", cause="a resolution", traits=("Madness",))
        assert party.refused(step) == ("rbw.pool-text-restrictions",)
        party.do(drew("06037", cause="a resolution", traits=("Madness",)))

    def test_the_group_may_play_it_otherwise(self):
        step = drew("06037", waives=frozenset({"rbw.pool-text-restrictions"}), note="A friend watches")
        party = owing(DANIELA).do(step)
        assert party.seat(DANIELA).weaknesses == {"06037": 1}
        assert [waiver.rule for waiver in party.state.waivers] == ["rbw.pool-text-restrictions"]

    @pytest.mark.parametrize("card", ["12020", "99999"])
    def test_but_not_draw_what_is_no_weakness(self, card):
        step = drew(card, waives=frozenset({"step.known-card"}), note="why not")
        assert owing(DANIELA).refused(step) == ("step.known-card",)

    def test_there_is_no_draw_for_an_unknown_seat(self):
        party = owing(DANIELA, JOE)
        assert party.refused(drew("12102", "nobody")) == ("step.known-seat",)
        party.do(steps.SeatLeaves(seat=JOE))
        assert "step.active-seat" in party.refused(drew("12102", JOE))


class TestTraits:
    """An instruction narrows the pool; draws that deckbuilding requires are not narrowed."""

    @pytest.mark.parametrize("kind", ["site", "group"])
    def test_without_an_instruction(self, kind):
        step = (
            steps.WeaknessDrawn(seat=DANIELA, draw=draw({"01096": 2}, Chance("x")), traits=("Madness",))
            if kind == "site"
            else drew("06037", traits=("Madness",))
        )
        assert owing(DANIELA, JOE).refused(step) == ("rbw.random",)

    def test_with_one(self):
        pool = draw({"06037": 1}, Chance("x"))
        party = owing(DANIELA, JOE)
        party.do(steps.WeaknessDrawn(seat=DANIELA, draw=pool, traits=("Madness",), cause="a resolution"))
        assert party.seat(DANIELA).weaknesses == {"06037": 1}


def written(party: Party, step: steps.Step) -> tuple[entries.Entry, ...]:
    return entries_of(party.state, step, GAME)
