"""Property test of purchases: campaign, decks and experience always agree, and nothing is lost.

Players buy, finish and put back in the editor, play on, undo, redo, branch, export and import. The experience
of each seat is reckoned again from the steps as they were sent, without the ledger.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

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
from campaigns.errors import StepRefused, UnfinishedPurchases
from campaigns.models import Campaign, Entry
from campaigns.selectors import state_of
from campaigns.services.creation import branch, export_campaign, import_campaign, start_campaign
from campaigns.services.deck_versions import latest_entries
from campaigns.services.open_purchases import unfinished
from campaigns.services.purchases import begin_purchases
from campaigns.services.recording import record, redo, redoable_steps, undo
from decks import services
from decks.adapters import rules_deck
from decks.models import Deck, DeckVersion
from rules.campaign import CampaignState, steps
from rules.campaign.purchases import may_buy
from rules.campaign.state import Fate
from rules.outcome import Piles
from tests.campaigns.conftest import FIRST, SECOND, make_deck
from tests.examples import number_of_examples
from web.shared.errors import Refusal

SEATS = {"a": FIRST, "b": SECOND}
SCENARIOS = ("spreading_flames", "smoke_and_mirrors", "queen_of_ash", "curse_of_the_rougarou")
#: Cards of the 2026 core set at level 0 and higher that one or both may buy.
FOR_SALE = ("12086", "12087", "12026", "12027", "12049")
STORY = "12115"
#: The last step before the first scenario.
SEATED = 7
seats = st.sampled_from(sorted(SEATS))
Signature = list[tuple[str, str, int]]


class PurchasesAgree(RuleBasedStateMachine):
    """Steps go through the services to the database; everything is rolled back at the end."""

    def __init__(self) -> None:
        super().__init__()
        self.undo_all = transaction.atomic()
        self.undo_all.__enter__()
        self.owner = User.objects.create_user("ada")
        self.campaign = start_campaign(
            steps.StartCampaign(campaign="boa", difficulty="standard"), owner=self.owner
        ).campaign
        self.adopted = False
        """Whether the campaign is a branch or an import: its decks begin with the deck at that time."""

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo_all.__exit__(None, None, None)

    @initialize(victory=st.integers(3, 9))
    def play_the_first_scenario(self, victory: int) -> None:
        for seat, investigator in SEATS.items():
            self.record(steps.SeatJoins(seat=seat, player=seat, investigator=investigator))
            deck = make_deck(self.owner, investigator)
            self.record(
                steps.DeckChosen(seat=seat, deck=rules_deck(deck), version=f"{deck.public_id}/1"),
            )
            self.record(steps.WeaknessGained(seat=seat, card="12102", cause="drawn at the table"))
        self.play_on("spreading_flames", victory, exile=False)

    @property
    def state(self) -> CampaignState:
        self.campaign.refresh_from_db()
        return state_of(self.campaign)

    def record(self, step: steps.Step) -> None:
        record(self.campaign, step, by=self.owner)

    def deck(self, seat: str) -> Deck:
        version = latest_entries(self.campaign)[seat].deck_version
        return Deck.objects.select_related("working").get(pk=version.deck_id)

    def open_purchases(self) -> dict[str, Signature]:
        found = unfinished(self.campaign, self.state)
        return {seat: signature(basket.version) for seat, basket in found.items()}

    def kept(self, seat: str) -> list[Signature]:
        """The purchases of a seat that exist anywhere: unrecorded, or in a step that is not undone."""
        recorded = Entry.objects.exclude(deck_version=None).values("deck_version")
        rows = DeckVersion.objects.filter(deck=self.deck(seat).pk, campaign_version__isnull=False)
        found = [signature(version) for version in rows.exclude(pk__in=recorded)]
        bought = self.campaign.steps.filter(undone=False, kind="cards-bought", payload__seat=seat)
        return [*found, *(_bought(row.payload) for row in bought)]

    # What players do.

    @precondition(lambda self: self.state.phase in ("between", "ready"))
    @rule(scenario=st.sampled_from(SCENARIOS), victory=st.integers(0, 6), exile=st.booleans())
    def play_on(self, scenario: str, victory: int, exile: bool) -> None:
        waiting = self.open_purchases() if self.state.history else {}
        active = dict.fromkeys(self.state.active, ())
        advance = steps.Advance(
            scenario=scenario, verdicts=active, waives=frozenset({"rbw.one-required"}), note="x"
        )
        if waiting:
            with pytest.raises(UnfinishedPurchases) as refused:
                self.record(advance)
            assert {each.seat for each in refused.value.unfinished} == waiting.keys()
            assert self.open_purchases() == waiting
            return
        try:
            self.record(advance)
            self.record(steps.BeginScenario(scenario=scenario, lead="a"))
        except StepRefused:
            return
        fates = {}
        for seat in self.state.playing.seats:
            deck = self.state.seats[seat].deck
            card = next((code for code in ("12086", "12016") if deck.slots.get(code)), "")
            fates[seat] = Fate(exiled=Piles({card: 1} if exile and card else {}))
        self.record(steps.EndScenario(resolution="R1", fates=fates, victory=victory))

    @rule(seat=seats, card=st.sampled_from(FOR_SALE))
    def buy(self, seat: str, card: str) -> None:
        try:
            deck = begin_purchases(self.campaign, seat, by=self.owner)
        except Refusal:
            assert not may_buy(self.state, self.state.seats[seat])
            return
        with suppress(Refusal):
            services.buy(deck, code=card, by=self.owner)

    @rule(seat=seats)
    def finish_in_the_editor(self, seat: str) -> None:
        deck = self.deck(seat)
        wanted = signature(deck.working)
        was_open = deck.working.is_open
        numbers = self.campaign.steps.count()
        try:
            version = services.finish_upgrade(deck, by=self.owner)
        except Refusal:
            assert self.campaign.steps.count() == numbers
            assert self.deck(seat).working.is_open == was_open
            return
        assert was_open
        assert self.campaign.steps.count() == numbers + 1
        last = self.campaign.steps.order_by("number").last()
        assert (last.kind, _bought(last.payload)) == ("cards-bought", wanted)
        assert (version.is_open, version.pk) == (False, latest_entries(self.campaign)[seat].deck_version_id)

    @rule(seat=seats)
    def put_back(self, seat: str) -> None:
        deck = self.deck(seat)
        if deck.working.is_open:
            services.cancel_upgrade(deck)
        assert self.deck(seat).working_id == latest_entries(self.campaign)[seat].deck_version_id

    @rule(seat=seats, amount=st.integers(-1, 2))
    def adjust(self, seat: str, amount: int) -> None:
        with suppress(Refusal):
            self.record(steps.ExperienceAdjusted(amounts={seat: amount}, cause="an interlude"))

    @rule(seat=seats)
    def gain_a_story_card(self, seat: str) -> None:
        before = self.open_purchases()
        with suppress(Refusal):
            self.record(steps.BearersChanged(changes=(steps.BearerChange(card=STORY, seat=seat),)))
        assert self.open_purchases() == before

    @rule(back=st.integers(1, 9))
    def undo_some(self, back: int) -> None:
        rows = list(self.campaign.steps.filter(undone=False).order_by("-number")[:back])
        down_to = max(SEATED + 1, rows[-1].number)
        waiting = self.open_purchases()
        with suppress(Refusal):
            undo(self.campaign, down_to=down_to)
        for seat, purchases in waiting.items():
            assert purchases in self.kept(seat), "undo loses nothing"

    @rule(forward=st.integers(1, 9))
    def redo_some(self, forward: int) -> None:
        found = redoable_steps(self.campaign)[:forward]
        waiting = self.open_purchases()
        if found:
            redo(self.campaign, up_to=found[-1].number)
        for seat, purchases in waiting.items():
            assert purchases in self.kept(seat), "redo loses nothing"

    @rule(back=st.integers(1, 9))
    def undo_then_redo_changes_nothing(self, back: int) -> None:
        def seen() -> Any:
            decks = [(self.deck(seat).working, rules_deck(self.deck(seat))) for seat in SEATS]
            return (
                self.state,
                [(content(held), version.is_open) for version, held in decks],
                self.open_purchases(),
            )

        before, done = seen(), 0
        for _turn in range(back):
            if self.campaign.steps.filter(undone=False).count() <= SEATED + 1:
                break
            undo(self.campaign)
            done += 1
        for _turn in range(done):
            redo(self.campaign)
        after = seen()
        assert after[0] == before[0]
        assert after[2] == before[2], "open purchases come back"
        for (held, was_open), (now, is_open) in zip(before[1], after[1], strict=True):
            assert now == held or (was_open and not is_open), "an empty basket may be closed"

    @rule(how=st.sampled_from(["branch", "import"]))
    def go_on_elsewhere(self, how: str) -> None:
        before = self.open_purchases()
        if how == "branch":
            last = self.campaign.steps.filter(undone=False).order_by("-number").first().number
            made = branch(self.campaign, owner=self.owner, until=last)
        else:
            made = import_campaign(json.loads(json.dumps(export_campaign(self.campaign))), owner=self.owner)
        assert self.open_purchases() == before, "the first campaign keeps its baskets"
        self.campaign, self.adopted = made, True

    # What always holds.

    @invariant()
    def the_experience_is_what_the_steps_add_up_to(self) -> None:
        state = self.state
        reckoned = reckoning(self.campaign)
        assert {seat.id: seat.experience for seat in state.seats.values()} == reckoned

    @invariant()
    def decks_and_campaign_agree(self) -> None:
        state = self.state
        for seat, entry in latest_entries(self.campaign).items():
            recorded, held = entry.deck_version, state.seats[seat]
            deck = Deck.objects.select_related("working").get(pk=recorded.deck_id)
            assert content(rules_deck(deck, recorded)) == content(held.deck)
            assert not recorded.is_open
            working = deck.working
            if working == recorded:
                continue
            assert may_buy(state, held)
            assert (working.campaign_version_id, working.is_open) == (recorded.pk, True)
            assert working.experience_available == held.to_spend
            assert working.cost == sum(price for _card, _way, price in signature(working))

    @invariant()
    def versions_add_up(self) -> None:
        """The versions of a deck cost what was spent, if it was in the campaign from the start."""
        if self.adopted:
            return
        for seat, entry in latest_entries(self.campaign).items():
            version, cost, earned = entry.deck_version, 0, 0
            left = version.experience_left
            while version is not None:
                cost, earned = cost + version.cost, earned + version.experience_earned
                version = version.previous
            assert cost == spent_on_cards(self.campaign, seat)
            assert earned - cost == left


def signature(version: DeckVersion) -> Signature:
    return [(row.card, row.way, row.price) for row in version.purchases.order_by("position")]


def _bought(payload: dict[str, Any]) -> Signature:
    bought = [(row["card"], row["way"], row.get("price", 0)) for row in payload.get("purchases", ())]
    return [*bought, *((row["card"], "leaves", 0) for row in payload.get("departures", ()))]


def content(deck: Any) -> tuple[Any, ...]:
    return deck.investigator, deck.slots, deck.second_deck, deck.customizations


def windows(campaign: Campaign) -> list[dict[str, dict[str, Any]]]:
    """The purchases of each time between two scenarios: of each seat, the last ones."""
    found: list[dict[str, dict[str, Any]]] = [{}]
    for row in campaign.steps.filter(undone=False).order_by("number"):
        if row.kind == "end-scenario":
            found.append({})
        elif row.kind == "cards-bought":
            found[-1][row.payload["seat"]] = row.payload
    return found


def spent_on_cards(campaign: Campaign, seat: str) -> int:
    bought = (window[seat] for window in windows(campaign) if seat in window)
    return sum(price for payload in bought for _card, _way, price in _bought(payload))


def reckoning(campaign: Campaign) -> dict[str, int]:
    """The experience of each seat, from the steps as they were sent."""
    balance: dict[str, int] = {}
    playing = ""
    for row in campaign.steps.filter(undone=False).order_by("number"):
        sent = row.payload
        if row.kind == "seat-joins":
            balance[sent["seat"]] = 0
        elif row.kind == "begin-scenario":
            playing = sent["scenario"]
            for seat in balance:
                balance[seat] -= 1 if playing == "curse_of_the_rougarou" else 0
        elif row.kind == "end-scenario":
            for seat in sent["fates"]:
                balance[seat] += sent["victory"]
        elif row.kind == "experience-adjusted":
            for seat, amount in sent["amounts"].items():
                balance[seat] += amount
    return {seat: left - spent_on_cards(campaign, seat) for seat, left in balance.items()}


@pytest.mark.django_db
def test_purchases_agree() -> None:
    run_state_machine_as_test(
        PurchasesAgree,
        settings=settings(
            max_examples=number_of_examples(12),
            stateful_step_count=25,
            deadline=None,
            phases=(Phase.generate,),
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert not Campaign.objects.exists()
