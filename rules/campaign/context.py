"""Context in which a step is judged, and the refusal that may result.

A handler yields every reason to refuse the step, and the entries that the step would make. Reasons whose ids
begin with `step.` mean that the step makes no sense here, and cannot be waived; all others are rules of the
game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.campaign.entries import DeckEntry, Entry
from rules.campaign.facts import Game
from rules.campaign.state import ACTIVE, ENDED, NEW, CampaignState, Seat
from rules.campaign.steps.step import Step
from rules.cards.model import Deck
from rules.deck.verdict import Violation, _
from rules.rulebook.editions import DEFAULT, EDITIONS, Edition

Found = Entry | Violation
Handler = Callable[["StepContext", Any], Iterator[Found]]

_Handler = TypeVar("_Handler", bound=Callable[..., Iterator[Found]])

HANDLES = "handled_kind"
"""The attribute of a handler that names its kind of step."""


def handles(kind: type[Step]) -> Callable[[_Handler], _Handler]:
    """Mark a function as the one that judges a kind of step; `rules.campaign.replay` collects them."""

    def mark(function: _Handler) -> _Handler:
        setattr(function, HANDLES, kind)
        return function

    return mark


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reasons for which a step is not accepted, all at once."""

    violations: tuple[Violation, ...]

    def __str__(self) -> str:
        return " ".join(str(violation) for violation in self.violations)

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(violation.rule for violation in self.violations)

    def as_dict(self) -> dict[str, Any]:
        """Return the representation of a verdict, so that one template shows both."""
        return {"legal": False, "violations": [violation.as_dict() for violation in self.violations]}


SEAT_ID = re.compile("[A-Za-z0-9_-]{1,30}")


class StepContext:
    """The state before a step, and the facts and rules by which it is judged."""

    __slots__ = ("_decks", "edition", "game", "number", "state")

    def __init__(self, state: CampaignState, game: Game, number: int = 0) -> None:
        self.state = state
        self.game = game
        self.number = number
        self.edition: Edition = EDITIONS.get(state.edition) or EDITIONS[DEFAULT]
        self._decks: dict[str, Deck] = {}

    def refuse(self, rule: str, message: str, interpretation: str = "", **facts: Any) -> Violation:
        return Violation(rule, message, facts, self.edition, interpretation)

    def seat(self, id: str) -> Seat | None:
        return self.state.seats.get(id)

    def deck(self, seat: str) -> Deck | None:
        """Return a seat's deck, with the changes that this step has made so far."""
        return self._decks.get(seat) or self.state.seats[seat].deck

    def new_deck(self, seat: str, deck: Deck, reason: str, version: str = "", cause: str = "") -> DeckEntry:
        self._decks[seat] = deck
        return DeckEntry(seat, deck, reason, version, cause)

    def name(self, seat: str) -> str:
        """Return the name of a seat in messages: its investigator."""
        found = self.state.seats.get(seat)
        return found.title if found else seat

    def new_seat(self, id: str) -> Iterator[Violation]:
        """Check the id of a new seat, which is part of URLs: letters, digits, hyphen and underscore."""
        if id in self.state.seats or not SEAT_ID.fullmatch(id):
            yield self.refuse(
                "step.known-seat", _("This seat id is already in use. Choose another one."), seat=id
            )

    def unknown_seats(self, ids: Iterable[str]) -> Iterator[Violation]:
        for id in ids:
            if id not in self.state.seats:
                yield self.refuse("step.known-seat", _("There is no seat {seat} in this campaign."), seat=id)

    def inactive(self, seat: Seat) -> Iterator[Violation]:
        if seat.status != ACTIVE:
            yield self.refuse(
                "trauma.removed-investigator-unusable" if seat.is_lost else "step.active-seat",
                _("{investigator} is not an active investigator of this campaign ({status})."),
                seat=seat.id,
                investigator=seat.title,
                status=seat.status,
            )

    def known_card(self, code: str) -> Iterator[Violation]:
        if self.game.card(code) is None:
            yield self.refuse("step.known-card", _("The catalogue has no card {card}."), card=code)

    def only_in(self, phases: Collection[str], rule: str, message: str) -> Iterator[Violation]:
        """Refuse by this rule unless the campaign is in one of these phases."""
        if self.state.phase not in phases:
            yield self.refuse(rule, message, phase=self.state.phase)

    def under_way(self) -> Iterator[Violation]:
        """Refuse unless the campaign has begun and not ended; otherwise most steps may happen at any time."""
        if self.state.phase == NEW:
            yield self.refuse("step.order", _("The campaign has not started yet."))
        elif self.state.phase == ENDED:
            yield self.refuse("step.order", _("The campaign is over."))

    def reason_given(self, cause: str) -> Iterator[Violation]:
        if not cause.strip():
            yield self.refuse("step.cause", _("Enter the instruction or card that causes this."))
