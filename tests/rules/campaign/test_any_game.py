"""With any steps, undone, redone and branched, the entries add up and the state is the sum of its steps."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.campaign import (
    EMPTY,
    CampaignState,
    Fate,
    Refusal,
    apply,
    counter,
    entries_of,
    from_json,
    replay,
    step_from_json,
    step_to_json,
    steps,
    to_json,
    transfer,
)
from rules.campaign import entries as e
from rules.campaign.state import OUTCOMES
from rules.cards.model import Deck
from rules.chance import Chance
from rules.outcome import Piles
from rules.upgrade.purchase import Purchase, Reason
from rules.weaknesses import draw
from tests.examples import number_of_examples
from tests.rules.campaign.party import CARDS, CODES, GAME, rebuilt

SEATS = ("a", "b", "c", "d", "e")
INVESTIGATORS = (*CODES.values(), "04004", "05002", "89001")
PLAYER_CARDS = [each["code"] for each in CARDS if each.get("level") is not None]
STORY_CARDS = ["12115", "02080", "12137", "05040"]
BASIC = ["12102", "01096", "02037", "04038", "53013"]
TOKENS = ["0", "-1", "skull", "bless", "curse", "frost", "blood", "elder_sign"]
ULTIMATUMS = [
    "ub.finality", "ub.spiral", "ub.survival", "ub.scream", "ub.induction", "ub.disaster", "ub.failure",
    "ub.broken-promises", "boon.ancients", "boon.persephone", "boon.osiris", "ub.agony",
]  # fmt: skip

seats = st.sampled_from(["a", "a", "a", "b", "b", "c", "d"])
small = st.integers(-3, 6)
kinds = st.sampled_from(["physical", "mental"])
slots = st.dictionaries(st.sampled_from(PLAYER_CARDS), st.integers(1, 2), max_size=6)
counts = st.dictionaries(st.sampled_from(PLAYER_CARDS), st.integers(1, 2), max_size=1)
fates = st.builds(
    Fate,
    how=st.sampled_from(OUTCOMES),
    choice=kinds,
    lost=st.sampled_from([""] * 9 + ["killed", "insane", "devoured"]),
    physical=st.integers(0, 1),
    mental=st.integers(0, 1),
    osiris=st.sampled_from(["", "", "", "physical"]),
    experience=st.integers(-2, 2),
)
log_changes = st.builds(
    steps.LogChange,
    do=st.sampled_from(["record", "cross-out", "restore", "count", "tick", "clear"]),
    section=st.sampled_from(["campaign_notes", "leads"]),
    text=st.sampled_from(["", "a note", "„another“ note"]),
    key=st.sampled_from(["", "x"]),
    number=st.one_of(st.none(), small),
    seat=st.sampled_from(["", "a", "b"]),
    entry=st.sampled_from(["", "4-1", "7-1", "9-1"]),
)
anything = st.one_of(
    st.builds(steps.UltimatumsChosen,
              chosen=st.lists(st.sampled_from(ULTIMATUMS), max_size=3).map(tuple),
              agreed=st.just(frozenset(SEATS))),
    st.builds(steps.SeatJoins, seat=seats, player=st.sampled_from(["x", "y", "z"]),
              investigator=st.sampled_from(INVESTIGATORS), replaces=st.sampled_from(["", "", "a", "b"])),
    st.builds(steps.SeatLeaves, seat=seats),
    st.builds(steps.SeatReturns, seat=seats),
    st.builds(steps.SeatRetires, seat=seats),
    st.builds(steps.InvestigatorLost, seat=seats, status=st.just("killed"), cause=st.just("the story")),
    st.builds(steps.TraumaChanged, changes=st.dictionaries(seats, st.dictionaries(kinds, small), max_size=2),
              cause=st.just("the story")),
    st.builds(steps.CardsExiled, seat=seats, cards=st.builds(Piles, counts)),
    st.builds(steps.ExperienceAdjusted, amounts=st.dictionaries(seats, small, max_size=2),
              cause=st.just("the story")),
    st.builds(steps.WeaknessDrawn, seat=seats, cause=st.sampled_from(["", "the story"]),
              draw=st.sampled_from(BASIC).map(lambda code: draw({code: 1}, Chance("x")))),
    st.builds(steps.WeaknessDrawnByGroup, seat=seats, card=st.sampled_from([*BASIC, "06037", "12003"]),
              cause=st.sampled_from(["", "the story"]), traits=st.sampled_from([(), ("Madness",)])),
    st.builds(steps.WeaknessGained, seat=seats, card=st.sampled_from(BASIC), cause=st.just("the story")),
    st.builds(steps.WeaknessReplaced, seat=seats, card=st.just("04038"), by=st.just("04039")),
    st.builds(steps.WeaknessRemoved, seat=seats, card=st.sampled_from(BASIC), cause=st.just("the story")),
    st.builds(steps.BearersChanged, changes=st.lists(
        st.builds(steps.BearerChange, card=st.sampled_from(STORY_CARDS), seat=seats,
                  to=st.sampled_from(["", "", "a", "b"]), lost=st.booleans(), copies=st.integers(1, 2)),
        max_size=2).map(tuple)),
    st.builds(steps.SignatureLost, seat=seats, card=st.sampled_from(PLAYER_CARDS), cause=st.just("a story")),
    st.builds(steps.CountExperience, victory=st.integers(0, 6), bonus=small),
    st.builds(steps.PricePaid, price=st.sampled_from(["lantern", "doctor"]), heals=kinds,
              shares=st.dictionaries(seats, st.integers(0, 3), max_size=3)),
    st.builds(steps.InterludePlayed, interlude=st.just("an_interlude")),
    st.builds(steps.LogWritten, changes=st.lists(log_changes, max_size=3).map(tuple)),
    st.builds(steps.RememberedThat, key=st.just("x"), seat=st.sampled_from(["", "a"])),
    st.builds(steps.ResearchDone, task=st.just("stone_identified"), seat=seats),
    st.builds(steps.TokensChanged, tokens=st.dictionaries(st.sampled_from(TOKENS), small, max_size=2)),
    st.builds(steps.TokensSealed, tokens=st.just({"skull": 1}), card=st.just("12020")),
    st.builds(steps.TokensReleased, tokens=st.just({"skull": 1}), card=st.just("12020")),
    st.builds(steps.RewardsUnlocked, cards=st.just(("12181",))),
    st.builds(steps.SettingsChanged, difficulty=st.sampled_from([None, "hard"])),
    st.builds(steps.Corrected, of=st.integers(1, 5), cause=st.just("miscounted"),
              experience=st.dictionaries(seats, small, max_size=1),
              trauma=st.dictionaries(seats, st.dictionaries(kinds, small), max_size=1)),
)  # fmt: skip


class AnyGame(RuleBasedStateMachine):
    """Steps are applied and undone as a party would; a refused step leaves no trace."""

    def __init__(self) -> None:
        super().__init__()
        self.state = EMPTY
        self.record: list[tuple[int, steps.Step]] = []
        self.books: list[tuple[int, tuple[e.Entry, ...]]] = []
        self.undone: list[tuple[int, steps.Step]] = []
        self.attempt(steps.StartCampaign(campaign="boa", difficulty="standard"))

    @initialize(
        party=st.lists(st.sampled_from(INVESTIGATORS), min_size=1, max_size=3, unique=True),
        ultimatums=st.lists(st.sampled_from(ULTIMATUMS), max_size=3, unique=True),
        cards=slots,
    )
    def sit_down(self, party, ultimatums, cards):
        for seat, investigator in zip(SEATS, party, strict=False):
            self.attempt(steps.SeatJoins(seat=seat, player=seat, investigator=investigator))
        self.attempt(steps.UltimatumsChosen(chosen=tuple(ultimatums), agreed=frozenset(SEATS)))
        for seat in self.state.seats:
            self.choose_a_deck(seat, {"12020": 2, "02115": 1, **cards}, 0, 1)

    def attempt(self, step: steps.Step) -> None:
        number = self.state.number + 1
        after = apply(self.state, step, GAME)
        assert step_from_json(json.loads(json.dumps(step_to_json(step)))) == step
        if isinstance(after, Refusal):
            assert after.violations
            assert all(str(violation) for violation in after.violations)
            return
        self.books.append((number, entries_of(self.state, step, GAME, number)))
        self.record.append((number, step))
        self.undone.clear()
        self.state = after

    @rule(step=anything)
    def do_anything(self, step):
        self.attempt(step)

    @rule(seat=seats, cards=slots, cost=st.integers(0, 3), physical=st.integers(0, 2))
    def choose_a_deck(self, seat, cards, cost, physical):
        if seat in self.state.seats:
            deck = Deck(self.state.seats[seat].investigator, {"01000": 1, **cards})
            split = {"physical": physical, "mental": 2 - physical} if "08125" in cards else {}
            self.attempt(steps.DeckChosen(seat=seat, deck=deck, experience=cost, trauma=split))

    @precondition(lambda self: self.state.phase in ("between", "ready") and self.state.active)
    @rule(
        data=st.data(),
        card=st.sampled_from(["12026", "05276", "04109", "12020"]),
        price=st.integers(0, 4),
    )
    def buy_a_card(self, data, card, price):
        seat = self.state.seats[data.draw(st.sampled_from(list(self.state.active)))]
        before, _aftermath = seat.baseline, seat.outcome
        if before is not None:
            held = Counter(before.slots)
            held.subtract(seat.outcome.exiled.total)
            held.subtract(seat.outcome.removed.total)
            held[card] += 1
            after = Deck(before.investigator, {code: n for code, n in held.items() if n > 0})
            purchase = Purchase("new", card, price, (Reason("level", price),))
            self.attempt(steps.CardsBought(seat=seat.id, deck=after, purchases=(purchase,)))

    @rule()
    def draw_what_is_owed(self):
        for seat in self.state.active.values():
            if seat.owed:
                self.attempt(steps.WeaknessDrawn(seat=seat.id, draw=draw({"12102": 1}, Chance("x"))))

    @precondition(lambda self: self.state.phase in ("setup", "between", "ready"))
    @rule(scenario=st.sampled_from(["spreading_flames", "queen_of_ash", "curse_of_the_rougarou"]))
    def play_on(self, scenario):
        for seat in self.state.active.values():
            if seat.deck is None:
                self.choose_a_deck(seat.id, {"12020": 2, "02115": 1}, 0, 0)
        self.draw_what_is_owed()
        self.attempt(steps.Advance(scenario=scenario, verdicts=dict.fromkeys(self.state.active, ())))
        if self.state.active:
            self.attempt(steps.BeginScenario(scenario=scenario, lead=next(iter(self.state.active))))

    @precondition(lambda self: self.state.playing)
    @rule(
        given=st.lists(fates, min_size=4, max_size=4),
        victory=st.one_of(st.none(), st.integers(0, 6)),
        bonus=small,
        again=st.booleans(),
        exile=st.booleans(),
    )
    def end_the_scenario(self, given, victory, bonus, again, exile):
        given = dict(zip(self.state.playing.seats, given, strict=False))
        if exile:
            given = {seat: replace(fate, exiled=Piles({"02115": 1})) for seat, fate in given.items()}
        if "boon.osiris" not in self.state.in_force:
            given = {seat: replace(fate, osiris="") for seat, fate in given.items()}
        self.attempt(
            steps.EndScenario(resolution="R1", fates=given, victory=victory, bonus=bonus, replay=again)
        )
        if self.state.phase == "results":
            self.attempt(steps.CountExperience(victory=3, bonus=bonus))

    @precondition(lambda self: len(self.record) > 1)
    @rule(steps_back=st.integers(1, 4))
    def undo(self, steps_back):
        for _ in range(min(steps_back, len(self.record) - 1)):
            self.undone.append(self.record.pop())
            self.books.pop()
        self.state = replay(self.record, GAME)

    @precondition(lambda self: self.undone)
    @rule()
    def redo(self):
        number, step = self.undone.pop()
        self.books.append((number, entries_of(self.state, step, GAME, number)))
        after = apply(self.state, step, GAME, number)
        assert not isinstance(after, Refusal), "what was accepted is accepted again"
        self.record.append((number, step))
        self.state = after

    @precondition(lambda self: self.record)
    @rule()
    def undo_and_redo_change_nothing(self):
        number, step = self.record[-1]
        assert apply(replay(self.record[:-1], GAME), step, GAME, number) == self.state

    @precondition(lambda self: len(self.record) > 3)
    @rule(place=st.integers(1, 3))
    def branch(self, place):
        self.record = self.record[:-place]
        self.books = self.books[:-place]
        self.undone.clear()
        self.state = replay(self.record, GAME)

    @rule()
    def finish_and_follow(self):
        ended = apply(self.state, steps.CampaignEnded(result="won"), GAME)
        if not isinstance(ended, Refusal):
            seed = transfer(ended, GAME, ended.active)
            follow = steps.StartCampaign(campaign="boa", difficulty="expert", carried=seed)
            after = apply(EMPTY, follow, GAME)
            assert not isinstance(after, Refusal)
            assert [seat.physical for seat in after.seats.values()] == [
                seat.physical for seat in ended.active.values()
            ]

    @invariant()
    def the_state_is_what_the_steps_make_it(self):
        assert replay(self.record, GAME) == self.state

    @invariant()
    def the_state_is_what_the_entries_add_up_to(self):
        assert rebuilt(self.books) == self.state

    @invariant()
    def the_ledgers_add_up(self):
        rows = [entry for _number, entries in self.books for entry in entries]
        for seat in self.state.seats.values():
            own = [row for row in rows if getattr(row, "seat", None) == seat.id]
            money = [row for row in own if isinstance(row, e.ExperienceEntry)]
            assert sum(row.amount for row in money) == seat.experience
            assert sum(row.amount for row in money if row.earned) == seat.earned
            trauma = [row for row in own if isinstance(row, e.TraumaEntry)]
            assert sum(row.physical for row in trauma) == seat.physical
            assert sum(row.mental for row in trauma) == seat.mental
            assert summed(own, e.WeaknessEntry) == seat.weaknesses
            assert summed(own, e.ExileEntry) == seat.outcome.exiled.total
            assert summed(own, e.TakenEntry) == seat.outcome.removed.total
            bearer = [row for row in own if isinstance(row, e.BearerEntry)]
            assert summed([row for row in bearer if not row.granted], e.BearerEntry) == seat.story
            assert sum(row.weaknesses for row in own if isinstance(row, e.OwedEntry)) == seat.owed
        in_bag = Counter()
        numbers = Counter()
        for row in rows:
            if isinstance(row, e.TokenChange) and not row.card:
                in_bag[row.token] += row.by
            if isinstance(row, e.CountEntry):
                numbers[counter(row.section, row.key, row.seat)] += row.by
        assert {token: n for token, n in in_bag.items() if n} == self.state.bag.tokens
        assert {key: n for key, n in numbers.items() if n} == self.state.counts

    @invariant()
    def nothing_is_negative(self):
        for seat in self.state.seats.values():
            assert min(seat.experience, seat.physical, seat.mental, seat.owed, seat.earned) >= 0, seat
            held = (
                seat.weaknesses,
                seat.story,
                seat.granted,
                seat.outcome.exiled.total,
                seat.outcome.removed.total,
            )
            assert all(n > 0 for pile in held for n in pile.values())
            assert seat.deck is None or all(n > 0 for n in seat.deck.slots.values())
        assert all(n > 0 for n in self.state.bag.tokens.values())
        assert all(n > 0 for n in self.state.counts.values())

    @invariant()
    def what_is_gained_is_in_the_deck(self):
        for seat in self.state.active.values():
            if seat.deck:
                for code, copies in {**seat.weaknesses, **seat.story}.items():
                    assert seat.deck.slots.get(code, 0) >= copies, (seat.id, code)

    @invariant()
    def export_then_import_is_identity(self):
        assert from_json(CampaignState, json.loads(json.dumps(to_json(self.state)))) == self.state


def summed(rows, kind):
    total = Counter()
    for row in rows:
        if isinstance(row, kind):
            total[row.card] += row.copies
    return {card: copies for card, copies in total.items() if copies}


AnyGame.TestCase.settings = settings(
    max_examples=number_of_examples(25),
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestAnyGame = AnyGame.TestCase
