"""What is put before the law? An act upon a state; the answer is made of entries and of reasons to refuse.

A handler yields both: every reason at once, and the entries that the act would make. Reasons whose ids begin
with `act.` say that the act makes no sense here, and cannot be waived; all others are rules of the game.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules.campaign.entries import DeckEntry, Entry
from rules.campaign.facts import Law
from rules.campaign.state import ACTIVE, ENDED, NEW, CampaignState, Seat
from rules.editions import DEFAULT, EDITIONS, Edition
from rules.model import Deck
from rules.verdict import Violation, _

Found = Entry | Violation


@dataclass(frozen=True, slots=True)
class Refusal:
    """The act is not done; every reason why."""

    violations: tuple[Violation, ...]

    def __str__(self) -> str:
        return " ".join(str(violation) for violation in self.violations)

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(violation.rule for violation in self.violations)

    def as_dict(self) -> dict[str, Any]:
        """The shape of a verdict, so that one partial draws both."""
        return {"legal": False, "violations": [violation.as_dict() for violation in self.violations]}


SEAT_ID = re.compile("[A-Za-z0-9_-]{1,30}")


class Case:
    """The state before an act, and the law that judges it."""

    __slots__ = ("_decks", "edition", "law", "number", "state")

    def __init__(self, state: CampaignState, law: Law, number: int = 0) -> None:
        self.state = state
        self.law = law
        self.number = number
        self.edition: Edition = EDITIONS.get(state.edition) or EDITIONS[DEFAULT]
        self._decks: dict[str, Deck] = {}

    def refuse(self, rule: str, message: str, interpretation: str = "", **facts: Any) -> Violation:
        return Violation(rule, message, facts, self.edition, interpretation)

    def seat(self, id: str) -> Seat | None:
        return self.state.seats.get(id)

    def deck(self, seat: str) -> Deck | None:
        """A seat's deck, with what this act has done to it so far."""
        return self._decks.get(seat) or self.state.seats[seat].deck

    def new_deck(self, seat: str, deck: Deck, reason: str, version: str = "", cause: str = "") -> DeckEntry:
        self._decks[seat] = deck
        return DeckEntry(seat, deck, reason, version, cause)

    def name(self, seat: str) -> str:
        """How a message calls a seat: by its investigator."""
        found = self.state.seats.get(seat)
        return found.title if found else seat

    def new_seat(self, id: str) -> Iterator[Violation]:
        """A seat's id is part of addresses: letters, digits, and the two signs that join them."""
        if id in self.state.seats or not SEAT_ID.fullmatch(id):
            yield self.refuse("act.known-seat", _("A new seat needs a name of its own."), seat=id)

    def unknown_seats(self, ids: Iterable[str]) -> Iterator[Violation]:
        for id in ids:
            if id not in self.state.seats:
                yield self.refuse("act.known-seat", _("There is no seat {seat} in this campaign."), seat=id)

    def inactive(self, seat: Seat) -> Iterator[Violation]:
        if seat.status != ACTIVE:
            yield self.refuse(
                "trauma.removed-investigator-unusable" if seat.is_lost else "act.active-seat",
                _("{investigator} no longer plays in this campaign: {status}."),
                seat=seat.id,
                investigator=seat.title,
                status=seat.status,
            )

    def known_card(self, code: str) -> Iterator[Violation]:
        if self.law.card(code) is None:
            yield self.refuse("act.known-card", _("The catalogue knows no card {card}."), card=code)

    def only_in(self, phases: Collection[str], rule: str, message: str) -> Iterator[Violation]:
        """Refuse by this rule unless the campaign is in one of these phases."""
        if self.state.phase not in phases:
            yield self.refuse(rule, message, phase=self.state.phase)

    def under_way(self) -> Iterator[Violation]:
        """Most acts may happen at any time, once the campaign has begun and until it ends."""
        if self.state.phase == NEW:
            yield self.refuse("act.order", _("The campaign has not begun yet."))
        elif self.state.phase == ENDED:
            yield self.refuse("act.order", _("The campaign is over."))

    def reason_given(self, cause: str) -> Iterator[Violation]:
        if not cause.strip():
            yield self.refuse("act.cause", _("Say which instruction or card this comes from."))
