"""Fields for the story cards that investigators lose: a tick, or a number where there are several copies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import QueryDict

from campaigns.forms.fields import whole
from campaigns.text.steps import card_title
from rules.campaign import Seat, steps

#: The value of a tick: all copies.
ALL = "yes"


@dataclass(frozen=True, slots=True)
class Losable:
    """A story card of an investigator, with its field."""

    seat: str
    code: str
    copies: int
    value: str

    @property
    def name(self) -> str:
        return field_name(self.seat, self.code)

    @property
    def title(self) -> str:
        return card_title(self.code)

    @property
    def several(self) -> bool:
        return self.copies > 1


def field_name(seat: str, code: str) -> str:
    return f"lose-{seat}-{code}"


def losable(seat: Seat, given: QueryDict) -> list[Losable]:
    """Return the story cards of a seat with what the form says of them."""
    rows = []
    for code, copies in (*seat.story.items(), *seat.granted.items()):
        value = given.get(field_name(seat.id, code), "")
        rows.append(Losable(seat.id, code, copies, str(copies) if value == ALL and copies > 1 else value))
    return rows


def cards_lost(seats: Iterable[Seat], given: QueryDict) -> Iterator[steps.BearerChange]:
    """Yield the story cards that seats lose according to the form."""
    for row in (row for seat in seats for row in losable(seat, given)):
        copies = int(bool(row.value))
        if row.several and row.value:
            copies = whole(row.value, most=row.copies, what=row.title)
        if copies:
            yield steps.BearerChange(card=row.code, seat=row.seat, lost=True, copies=copies)
