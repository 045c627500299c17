"""Decks before and after: the one that began an investigator's first scenario, and the last one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from campaigns.adapters import DECK
from campaigns.insight.chronicle.chapters import Row
from campaigns.models import Campaign, Entry
from cards.adapters import catalogue
from cards.text.names import exact_title_of
from decks.insight.compare import Comparison, compare
from rules.campaign import CampaignState, from_json
from rules.cards.model import Deck

#: Investigators whose decks are compared, the first ones; the others are listed without their cards.
MOST_DECKS = 12


@dataclass(frozen=True, slots=True)
class Change:
    """The cards that came into a deck and left it, by title, with their number."""

    upgraded: tuple[tuple[str, str, int], ...]
    added: tuple[tuple[str, int], ...]
    removed: tuple[tuple[str, int], ...]
    shared: int
    size: int

    @property
    def same(self) -> bool:
        return not (self.upgraded or self.added or self.removed)


def changes(campaign: Campaign, state: CampaignState, rows: Iterable[Row]) -> dict[str, Change]:
    """Return the difference for each seat that has a deck, with two queries."""
    first: dict[str, int] = {}
    for row in rows:
        if row.kind == "scenario-begun":
            for seat in row.facts["seats"]:
                first.setdefault(seat, row.step)
    seats = [seat for seat in state.seats.values() if seat.deck is not None][:MOST_DECKS]
    started = _decks_at(campaign, {seat.id: first.get(seat.id) for seat in seats})
    return {
        seat.id: change(started.get(seat.id, seat.deck), seat.deck) for seat in seats if seat.deck is not None
    }


def _decks_at(campaign: Campaign, until: Mapping[str, int | None]) -> dict[str, Deck]:
    """Return the deck of each seat at a step; None: the deck that it had last."""
    found = Entry.objects.filter(step__campaign=campaign, step__undone=False, kind=DECK, seat__in=until)
    wanted: dict[str, int] = {}
    for pk, number, seat in found.order_by("step__number", "position").values_list(
        "pk", "step__number", "seat"
    ):
        last = until[seat]
        if last is None or number <= last or seat not in wanted:
            wanted[seat] = pk
    decks = Entry.objects.filter(pk__in=wanted.values()).values_list("seat", "facts")
    return {seat: from_json(Deck, facts["deck"]) for seat, facts in decks}


def change(before: Deck, after: Deck) -> Change:
    """Return what differs between two decks. An upgraded card is neither added nor removed."""
    parts = [compare(catalogue(), before, after)]
    if before.second_deck or after.second_deck:
        parts.append(compare(catalogue(), before, after, "second_deck"))
    return Change(
        upgraded=tuple(
            (exact_title_of(pair.lower), exact_title_of(pair.higher), pair.copies)
            for part in parts
            for pair in part.upgraded
        ),
        added=tuple(row for part in parts for row in _rest(part, added=True)),
        removed=tuple(row for part in parts for row in _rest(part, added=False)),
        shared=sum(part.shared for part in parts),
        size=sum(after.slots.values()) + sum(after.second_deck.values()),
    )


def _rest(part: Comparison, *, added: bool) -> list[tuple[str, int]]:
    """Return the cards that were added or removed other than by an upgrade."""
    left = {row.code: abs(row.change) for row in (part.added if added else part.removed)}
    for pair in part.upgraded:
        left[pair.higher if added else pair.lower] -= pair.copies
    return [(exact_title_of(code), copies) for code, copies in left.items() if copies]
