"""Benchmarks of campaigns: pages, recording and replaying of thirty scenarios, four seats and 2,500 steps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.services import create_guest
from bench.measuring import Aim
from campaigns.campaign_rules import game
from campaigns.selectors import state_of
from campaigns.services.creation import FORMAT, branch, import_campaign
from campaigns.services.recording import record, redo, replayed, undo
from decks.formats.arkhamdb import read_deck
from rules.campaign import EMPTY, CampaignState, Fate, Refusal, apply, replay, step_to_json, steps
from rules.cards.model import Deck
from rules.chaos_bag import BLESS, CURSE, FROST, distribution

FOLDER = Path(settings.BASE_DIR) / "tests" / "fixtures" / "decks"
#: A campaign has 3,000 steps at most; the rest is room for what is recorded here.
SCENARIOS, STEPS = 30, 2_500
AIMS = {
    "campaigns: the page": Aim(cpu_ms=30),
    "campaigns: the log": Aim(cpu_ms=30),
    "campaigns: the home page of its owner": Aim(cpu_ms=10),
    "campaigns: undo and redo": Aim(cpu_ms=200),
    "campaigns: a branch of all steps": Aim(cpu_ms=1_000),
}
Once = Callable[[], int]


def party() -> list[Deck]:
    """Return four of the fixture decks, of different investigators."""
    found: dict[str, Deck] = {}
    for path in sorted(FOLDER.glob("*.json")):
        deck = read_deck(json.loads(path.read_text()))
        title = game().title(deck.investigator)
        if sum(deck.slots.values()) >= 30 and title not in found:
            found[title] = deck
    return list(found.values())[:4]


class Story:
    """A sequence of steps that the rules have accepted, each based on the one before."""

    def __init__(self) -> None:
        self.state: CampaignState = EMPTY
        self.recorded: list[steps.Step] = []

    def then(self, step: steps.Step) -> None:
        after = apply(self.state, step, game())
        assert not isinstance(after, Refusal), after
        self.state = after
        self.recorded.append(step)

    def begin(self) -> None:
        self.then(steps.StartCampaign(campaign="boa", difficulty="standard", title="A long campaign"))
        for number, deck in enumerate(party(), 1):
            seat = f"s{number}"
            self.then(steps.SeatJoins(seat=seat, player=seat, investigator=deck.investigator))
            self.then(
                steps.DeckChosen(
                    seat=seat, deck=deck, waives=frozenset({"xp.spend-not-exceed"}), note="measured"
                )
            )

    def play(self) -> None:
        seats = tuple(self.state.active)
        waived = frozenset({"rbw.one-required", "party.unique-campaign-card-passes"})
        self.then(
            steps.Advance(
                scenario="spreading_flames", verdicts=dict.fromkeys(seats, ()), waives=waived, note="measured"
            )
        )
        self.then(steps.BeginScenario(scenario="spreading_flames", lead=seats[0]))
        self.then(steps.EndScenario(resolution="R1", fates=dict.fromkeys(seats, Fate()), victory=1))

    def write(self, turn: int) -> None:
        if turn % 3:
            self.then(steps.TokensChanged(tokens={"skull": 1 if turn % 3 == 1 else -1}))
        else:
            line = steps.LogChange(do="record", text=f"Something was recorded, {turn}.")
            self.then(steps.LogWritten(changes=(line,)))


def long_story() -> list[steps.Step]:
    story = Story()
    story.begin()
    between = (STEPS - len(story.recorded)) // SCENARIOS - 3
    for _scenario in range(SCENARIOS):
        story.play()
        for turn in range(between):
            story.write(turn)
    for turn in range(STEPS - len(story.recorded)):
        story.write(turn)
    return story.recorded


def as_export(recorded: list[steps.Step]) -> dict[str, Any]:
    rows = [{"number": number, "step": step_to_json(step)} for number, step in enumerate(recorded, 1)]
    return {"format": FORMAT, "name": "A long campaign", "campaign": "boa", "steps": rows}


def benches() -> Iterator[tuple[str, str, Once]]:
    guest = create_guest()
    try:
        yield from _benches(guest)
    finally:
        guest.delete()


def _benches(guest: Any) -> Iterator[tuple[str, str, Once]]:
    recorded = long_story()
    campaign = import_campaign(as_export(recorded), owner=guest)
    browser = Client(headers={"host": "localhost"})
    browser.force_login(guest)
    signs = cycle((1, -1))

    def page(name: str, **query: Any) -> Once:
        address = reverse(name, args=[campaign.public_id])

        def once() -> int:
            assert browser.get(address, query).status_code in (200, 204)
            return 1

        return once

    def site_page(name: str) -> Once:
        def once() -> int:
            assert browser.get(reverse(name)).status_code == 200
            return 1

        return once

    def one_step() -> int:
        record(campaign, steps.TokensChanged(tokens={"tablet": next(signs)}), by=guest)
        return 1

    def undo_and_redo() -> int:
        undo(campaign)
        redo(campaign)
        return 1

    def one_branch() -> int:
        branch(campaign, owner=guest, until=STEPS).delete()
        return 1

    def stored_again() -> int:
        replayed(campaign)
        return STEPS

    def from_nothing() -> int:
        replay(enumerate(recorded, 1), game())
        return STEPS

    bag = {**state_of(campaign).bag.tokens, BLESS: 4, CURSE: 4, FROST: 3}

    def one_bag() -> int:
        distribution(bag)
        return 1

    yield "campaigns: the page", "page", page("campaign-detail")
    yield "campaigns: all steps, the last page", "page", page("campaign-steps", page=STEPS // 50)
    yield "campaigns: the log", "page", page("campaign-log")
    yield "campaigns: nothing has changed", "question", page("campaign-pulse", revision=campaign.revision)
    yield "campaigns: the home page of its owner", "page", site_page("home")
    yield "campaigns: the list of campaigns", "page", site_page("campaign-list")
    yield "campaigns: the page of the bag", "page", page("campaign-bag")
    yield "campaigns: one step, recorded", "step", one_step
    yield "campaigns: undo and redo", "pair", undo_and_redo
    yield "campaigns: a branch of all steps", "branch", one_branch
    yield "campaigns: replay of the stored steps", "step", stored_again
    yield "campaigns: replay by the game alone", "step", from_nothing
    yield "campaigns: odds, 4 bless, 4 curse, 3 frost", "bag", one_bag
