"""Property test of campaigns: random steps, undo, redo, branches, exports and imports.

After each, the stored state, the entries and the decks of the party match a replay of all steps.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.models import User
from campaigns import adapters
from campaigns.drawing.requests import ToDraw, WeaknessToDraw
from campaigns.models import Campaign, Entry
from campaigns.selectors import state_of
from campaigns.services import purchases, saved_states
from campaigns.services.creation import branch, export_campaign, import_campaign, start_campaign
from campaigns.services.deck_versions import latest_entries
from campaigns.services.recording import record, redo, redoable_steps, replayed, undo
from decks import services as deck_services
from decks.adapters import rules_deck
from decks.models import Deck
from rules.campaign import CampaignState, steps
from rules.outcome import Piles
from tests.campaigns.conftest import FIRST, SECOND, make_deck
from tests.examples import number_of_examples
from tests.rules.campaign.party import rebuilt
from tests.rules.campaign.test_any_game import anything, fates, small
from web.shared.errors import Refusal

SEATS = {"a": FIRST, "b": SECOND}
#: Level 0 cards of the 2026 core set that both may buy, and one of level 2.
FOR_SALE = ("12086", "12087", "12026")


class AnyHistory(RuleBasedStateMachine):
    """Steps go through the services to the database; everything is rolled back at the end."""

    def __init__(self) -> None:
        super().__init__()
        self.undo_all = transaction.atomic()
        self.undo_all.__enter__()
        self.owner = User.objects.create_user("ada")
        self.campaign = start_campaign(
            steps.StartCampaign(campaign="boa", difficulty="standard"), owner=self.owner
        ).campaign

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo_all.__exit__(None, None, None)

    @initialize()
    def sit_down(self) -> None:
        for seat, investigator in SEATS.items():
            self.attempt(steps.SeatJoins(seat=seat, player=seat, investigator=investigator))
            deck = make_deck(self.owner, investigator)
            chosen = steps.DeckChosen(seat=seat, deck=rules_deck(deck), version=f"{deck.public_id}/1")
            assert self.attempt(chosen)

    @property
    def state(self) -> CampaignState:
        self.campaign.refresh_from_db()
        return state_of(self.campaign)

    def attempt(self, step: steps.Step | ToDraw) -> bool:
        """Record the step, or leave no trace."""
        before = self.campaign.steps.count()
        try:
            record(self.campaign, step, by=self.owner)
        except Refusal:
            assert self.campaign.steps.count() == before
            return False
        assert self.campaign.steps.count() == before + 1
        return True

    def seen(self) -> tuple[Any, ...]:
        """Return everything that undo and redo must restore: the state, and the players' decks."""
        decks = Deck.objects.filter(pk__in=self.seated()).select_related("working").order_by("pk")
        hands = [(deck.pk, rules_deck(deck, deck.working), deck.is_legal, deck.problems) for deck in decks]
        standing = list(self.campaign.steps.filter(undone=False).order_by("number").values_list("number"))
        return self.state, hands, standing

    def seated(self) -> list[int]:
        return [entry.deck_version.deck_id for entry in latest_entries(self.campaign).values()]

    @rule(step=anything)
    def do_anything(self, step: steps.Step) -> None:
        self.attempt(step)

    @rule(seed=st.integers(0, 99))
    def draw_what_is_owed(self, seed: int) -> None:
        for seat in self.state.active.values():
            if seat.owed:
                with patch("campaigns.drawing.requests.fresh_seed", return_value=str(seed)):
                    assert self.attempt(WeaknessToDraw(seat=seat.id))

    @precondition(lambda self: self.state.phase in ("setup", "between", "ready"))
    @rule(scenario=st.sampled_from(["spreading_flames", "queen_of_ash", "curse_of_the_rougarou"]))
    def play_on(self, scenario: str) -> None:
        self.draw_what_is_owed(0)
        active = self.state.active
        if self.attempt(steps.Advance(scenario=scenario, verdicts=dict.fromkeys(active, ()))):
            self.attempt(steps.BeginScenario(scenario=scenario, lead=next(iter(active))))

    @precondition(lambda self: self.state.playing)
    @rule(
        exported=st.lists(fates, min_size=4, max_size=4),
        victory=st.one_of(st.none(), st.integers(0, 6)),
        bonus=small,
        exile=st.booleans(),
    )
    def end_the_scenario(self, exported: list[Any], victory: int | None, bonus: int, exile: bool) -> None:
        state = self.state
        fates_of = {}
        for seat, fate in zip(state.playing.seats, exported, strict=False):
            deck = state.seats[seat].deck
            card = next(iter(deck.slots), None) if deck and exile else None
            fates_of[seat] = replace(
                fate,
                exiled=Piles({card: 1} if card else {}),
                osiris=fate.osiris if "boon.osiris" in state.in_force else "",
            )
        self.attempt(steps.EndScenario(resolution="R1", fates=fates_of, victory=victory, bonus=bonus))
        if self.state.phase == "results":
            self.attempt(steps.CountExperience(victory=3, bonus=bonus))

    @precondition(lambda self: self.state.phase in ("between", "ready") and latest_entries(self.campaign))
    @rule(data=st.data(), card=st.sampled_from(FOR_SALE), how=st.sampled_from(["record", "leave", "give-up"]))
    def buy_in_the_editor(self, data: st.DataObject, card: str, how: str) -> None:
        """Buy cards through the services behind the pages. Purchases may stay open during the next step."""
        seat = self.state.seats[data.draw(st.sampled_from(sorted(latest_entries(self.campaign))))]
        with suppress(Refusal):
            deck = purchases.begin_purchases(self.campaign, seat.id, by=self.owner)
            deck_services.buy(deck, code=card, by=self.owner)
        with suppress(Refusal):
            if how == "record":
                purchases.record_purchases(self.campaign, seat, by=self.owner)
            elif how == "give-up":
                purchases.give_up(self.campaign, seat)

    @rule(back=st.integers(1, 5))
    def undo_some(self, back: int) -> None:
        last = self.campaign.steps.filter(undone=False).order_by("-number")[:back]
        try:
            undo(self.campaign, down_to=max(2, list(last)[-1].number))
        except Refusal:
            assert self.campaign.steps.filter(undone=False).count() == 1

    @rule()
    def redo_one(self) -> None:
        found = redoable_steps(self.campaign)
        try:
            assert redo(self.campaign).step == found[0]
        except Refusal:
            assert not found

    @precondition(lambda self: self.campaign.steps.filter(undone=False).count() > 1)
    @rule(back=st.integers(1, 6))
    def undo_then_redo_changes_nothing(self, back: int) -> None:
        for seat in latest_entries(self.campaign):
            # An empty basket may be closed by undo and redo.
            with suppress(Refusal):
                purchases.give_up(self.campaign, self.state.seats[seat])
        before = self.seen()
        done = 0
        for _turn in range(back):
            try:
                undo(self.campaign)
                done += 1
            except Refusal:
                break
        for _turn in range(done):
            redo(self.campaign)
        assert self.seen() == before

    @rule(cards=st.lists(st.sampled_from(["01096", "12102"]), min_size=2, max_size=3))
    def begin_several_stories_and_give_them_up(self, cards: list[str]) -> None:
        """Record and undo several steps after the same step: redo repeats the last of them."""
        state = None
        for turn, card in enumerate(cards):
            gained = steps.WeaknessGained(seat="a", card=card, cause=f"story {turn}")
            if not self.attempt(gained):
                return
            state = self.state
            undo(self.campaign)
        redo(self.campaign)
        assert self.state == state

    @rule(back=st.integers(0, 4), go_on=st.booleans())
    def branch(self, back: int, go_on: bool) -> None:
        numbers = list(
            self.campaign.steps.filter(undone=False).order_by("number").values_list("number", flat=True)
        )
        until = numbers[max(0, len(numbers) - 1 - back)]
        before = self.seen()
        made = branch(self.campaign, owner=self.owner, until=until)
        assert self.seen() == before, "the first story goes on as it was"
        assert bare(state_of(made)) == bare(replayed(self.campaign, until=until))
        if go_on:
            self.campaign = made

    @rule(go_on=st.booleans())
    def export_then_import(self, go_on: bool) -> None:
        exported = json.loads(json.dumps(export_campaign(self.campaign)))
        made = import_campaign(exported, owner=self.owner)
        assert bare(state_of(made)) == bare(self.state)
        assert unbound(export_campaign(made)) == unbound(exported)
        if go_on:
            self.campaign = made

    @invariant()
    def the_state_is_what_steps_and_entries_make_it(self) -> None:
        state = self.state
        assert state == replayed(self.campaign)
        assert state == rebuilt(adapters.read(self.campaign.steps.filter(undone=False)))

    @invariant()
    def the_ledgers_add_up(self) -> None:
        state = self.state
        for seat in state.seats.values():
            assert self.sum_of("experience", "amount", seat=seat.id) == seat.experience
            assert self.sum_of("experience", "amount", seat=seat.id, facts__earned=True) == seat.earned
            assert self.sum_of("trauma", "physical", seat=seat.id) == seat.physical
            assert self.sum_of("trauma", "mental", seat=seat.id) == seat.mental
            assert self.piles("weakness", "card", "copies", seat=seat.id) == seat.weaknesses
            assert self.piles("exile", "card", "copies", seat=seat.id) == seat.outcome.exiled.total
            story = self.piles("story-card", "card", "copies", seat=seat.id, facts__granted=None)
            assert story == seat.story
        assert self.piles("chaos-token", "token", "by", facts__card=None) == state.bag.tokens

    def standing(self, kind: str, **which: Any) -> Any:
        missing = {f"{name}__isnull": True for name, value in which.items() if value is None}
        known = {name: value for name, value in which.items() if value is not None}
        rows = Entry.objects.filter(step__campaign=self.campaign, step__undone=False, kind=kind)
        return rows.filter(**known, **missing)

    def sum_of(self, kind: str, name: str, **which: Any) -> int:
        return sum(row.facts[name] for row in self.standing(kind, **which))

    def piles(self, kind: str, name: str, number: str, **which: Any) -> dict[str, int]:
        found: Counter[str] = Counter()
        for row in self.standing(kind, **which):
            found[row.facts[name]] += row.facts[number]
        return {key: n for key, n in found.items() if n}

    @invariant()
    def purchases_are_paid(self) -> None:
        for row in self.campaign.steps.filter(undone=False, kind="cards-bought"):
            prices = [each.facts["purchase"]["price"] for each in row.entries.filter(kind="purchase")]
            paid = [
                each.facts["amount"]
                for each in row.entries.filter(kind="experience", facts__with_purchases=True)
            ]
            assert sum(prices) >= -sum(amount for amount in paid if amount <= 0) or not prices

    @invariant()
    def the_decks_are_those_of_the_history(self) -> None:
        state = self.state
        found = latest_entries(self.campaign)
        assert found.keys() == {seat.id for seat in state.seats.values() if seat.deck}
        for seat, entry in found.items():
            deck, held = entry.deck_version.deck, state.seats[seat].deck
            assert content(rules_deck(deck, entry.deck_version)) == content(held)
            working = deck.working
            assert working == entry.deck_version or working.campaign_version == entry.deck_version


def content(deck: Any) -> tuple[Any, ...]:
    return deck.investigator, deck.slots, deck.second_deck, deck.customizations


def bare(state: CampaignState) -> CampaignState:
    """Return the state without references to deck versions, which differ between campaigns."""
    return replace(state, seats={seat.id: replace(seat, version="") for seat in state.seats.values()})


def unbound(exported: dict[str, Any]) -> Any:
    """Return the steps of an export without references to deck versions."""
    return [
        {**row, "step": {key: value for key, value in row["step"].items() if key != "version"}}
        for row in exported["steps"]
    ]


@pytest.mark.django_db
def test_any_history(monkeypatch: pytest.MonkeyPatch) -> None:
    # Undo begins at saved states, as it does in long campaigns.
    monkeypatch.setattr(saved_states, "EVERY", 3)
    run_state_machine_as_test(
        AnyHistory,
        settings=settings(
            max_examples=number_of_examples(8),
            stateful_step_count=25,
            deadline=None,
            phases=(Phase.generate,),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert not Campaign.objects.exists()
