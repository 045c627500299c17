"""A party that plays the shipped campaigns with real cards: decks are judged, and purchases priced."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import cards
from rules.campaign import Game, circumstances_of, steps, weakness_pool
from rules.cards.model import PLACEHOLDER, Deck
from rules.chance import Chance
from rules.deck.validate import judge
from rules.upgrade.upgrade import price_upgrade
from rules.weaknesses import draw
from tests.builders import a_deck, catalogue
from tests.rules.campaign.party import Party


@cache
def game() -> Game:
    folder = Path(cards.__file__).parent / "catalogue" / "campaigns"
    return Game.from_facts(
        catalogue(), [json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))]
    )


def verdicts(party: Party) -> dict[str, tuple[str, ...]]:
    """Return the rules that each active deck breaks, according to the judge."""
    found = {}
    for seat in party.state.active.values():
        verdict = judge(catalogue(), seat.deck, circumstances_of(party.state, seat, game()))
        found[seat.id] = tuple(violation.rule for violation in verdict.violations)
    return found


def advance(party: Party, scenario: str) -> Party:
    party.do(steps.Advance(scenario=scenario, verdicts=verdicts(party)))
    return party.do(steps.BeginScenario(scenario=scenario, lead=next(iter(party.state.active))))


def sit_down(party: Party, seat: str, code: str, cards: dict[str, int], **facts) -> Party:
    party.do(steps.SeatJoins(seat=seat, player=seat, investigator=code, **facts))
    deck = a_deck(code, cards)
    basic = [held for held in deck.slots if catalogue().resolve(held).weakness == "basic"]
    slots = {held: copies for held, copies in deck.slots.items() if held not in basic}
    party.do(steps.DeckChosen(seat=seat, deck=Deck(code, {**slots, PLACEHOLDER: 1})))
    pool = weakness_pool(party.state, party.seat(seat), game(), owned=["core_2026"])
    return party.do(steps.WeaknessDrawn(seat=seat, draw=draw(pool.copies, Chance(f"{seat}'s seed"))))


def purchases_of(party: Party, seat: str, gone: dict[str, int], come: dict[str, int]) -> steps.CardsBought:
    """Return purchases priced by `rules.upgrade`, from the deck after the scenario."""
    who = party.seat(seat)
    before, outcome = who.baseline, who.outcome
    slots = dict(who.deck.slots)
    for code, copies in gone.items():
        slots[code] -= copies
    for code, copies in come.items():
        slots[code] = slots.get(code, 0) + copies
    after = Deck(before.investigator, {code: copies for code, copies in slots.items() if copies})
    found = price_upgrade(
        catalogue(), before, after, circumstances_of(party.state, who, game()), outcome, balance=None
    )
    assert found.is_legal, [str(violation) for violation in found.violations]
    return steps.CardsBought(seat=seat, deck=after, purchases=found.purchases, departures=found.departures)
