"""The party at a glance: each seat with its numbers, trauma, cards and deck; and the scenarios so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.drawing.draws import RecordedDraw, reported_by_group
from campaigns.models import Entry
from campaigns.text import names
from campaigns.text.steps import card_title
from cards.text.names import class_of, title_of
from decks.models import Deck
from rules.campaign import CampaignState, Game, Seat
from rules.campaign.account import Account
from rules.campaign.purchases import may_buy
from rules.campaign.state import READY, Played
from rules.cards.model import Card
from rules.deck.circumstances import STANDALONE


@dataclass(frozen=True, slots=True)
class SeatGlance:
    seat: Seat
    card: Card | None
    name: str
    css: str
    lead: bool
    to_buy: bool
    lines: tuple[tuple[str, str], ...]
    deck: Deck | None
    version: int
    gained: int | None = None
    """All experience that it ever had to spend in this campaign, if it is to be shown."""

    @property
    def health(self) -> int | None:
        return self.card.health if self.card else None

    @property
    def sanity(self) -> int | None:
        return self.card.sanity if self.card else None

    @property
    def status(self) -> str:
        return str(names.STATUSES[self.seat.status])

    @property
    def has_open_purchases(self) -> bool:
        return bool(self.deck and self.deck.working and self.deck.working.is_open)


def party(
    entries: Mapping[str, Entry],
    state: CampaignState,
    game: Game,
    drawn: Iterable[RecordedDraw],
    accounts: Mapping[str, Account],
) -> list[SeatGlance]:
    """Return all seats, active ones first.

    `entries` gave them their decks; `drawn` are the recorded draws, `accounts` the experience by seat.
    """
    reported = reported_by_group(drawn)
    found = []
    for seat in sorted(state.seats.values(), key=lambda each: each.id not in state.active):
        entry = entries.get(seat.id)
        version = entry.deck_version if entry else None
        found.append(
            glance(
                state,
                seat,
                game,
                version.deck if version else None,
                version.number if version else 0,
                reported,
                accounts.get(seat.id),
            )
        )
    return found


def glance(
    state: CampaignState,
    seat: Seat,
    game: Game,
    deck: Deck | None = None,
    version: int = 0,
    reported: Mapping[tuple[str, str], int] | None = None,
    account: Account | None = None,
) -> SeatGlance:
    """Return one seat. `reported` counts the weaknesses that the group reported, by seat and card."""
    card = game.face_of(seat)
    lead = state.playing.lead if state.playing else (state.history[-1].lead if state.history else "")
    return SeatGlance(
        seat=seat,
        card=card,
        name=title_of(card) if card else seat.title,
        css=class_of(card) if card else "neutral",
        lead=seat.id == lead,
        to_buy=state.phase != READY and bool(seat.experience) and may_buy(state, seat),
        lines=tuple(_lines(seat, reported or {})),
        deck=deck,
        version=version,
        gained=account.gained if account else None,
    )


def _lines(seat: Seat, reported: Mapping[tuple[str, str], int]) -> Iterator[tuple[str, str]]:
    if seat.total_before:
        before = _("%(n)d XP earned in earlier campaigns, %(total)d in all")
        yield "experience", before % {"n": seat.total_before, "total": seat.score}
    # Investigators who were killed or driven insane play no more scenarios, and draw nothing.
    plays_on = not seat.is_lost
    if seat.physical and plays_on:
        yield "trauma-physical", _("starts with %(n)d damage") % {"n": seat.physical}
    if seat.mental and plays_on:
        yield "trauma-mental", _("starts with %(n)d horror") % {"n": seat.mental}
    for code, copies in (*seat.story.items(), *seat.granted.items()):
        yield "ally", _("has %(card)s") % {"card": counted(code, copies)}
    for code, copies in seat.weaknesses.items():
        by_group = min(copies, reported.get((seat.id, code), 0))
        if copies > by_group:
            yield "basic-weakness", counted(code, copies - by_group)
        if by_group:
            text = _("%(card)s (drawn by the group)") % {"card": counted(code, by_group)}
            yield "basic-weakness", text
    if seat.owed and plays_on:
        owed = ngettext(
            "%(n)d random basic weakness to draw", "%(n)d random basic weaknesses to draw", seat.owed
        )
        yield "dice", owed % {"n": seat.owed}
    for code, copies in seat.outcome.exiled.total.items():
        yield "exile", _("%(card)s exiled") % {"card": counted(code, copies)}


def counted(code: str, copies: int) -> str:
    return card_title(code) if copies == 1 else f"{card_title(code)} ×{copies}"


#: In place of a numeral, for interludes and prologues.
UNNUMBERED = "·"
NOTHING: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Stop:
    """A scenario of the campaign: played, being played, or next."""

    numeral: str
    name: str
    look: str
    text: str


def track(
    state: CampaignState, upcoming: tuple[str, ...], choices: Mapping[int, str] = NOTHING
) -> list[Stop]:
    """Return the scenarios so far and the next one in the guide's order, but none after it.

    `choices` is what the group decided in interludes, by the number of the step.
    """
    stops: list[Stop] = []
    number = 0

    def coming(id: str, look: str, text: str) -> Stop:
        numeral = names.roman(number + 1) if names.is_numbered(state.campaign, id) else UNNUMBERED
        return Stop(numeral, names.scenario_name(state.campaign, id), look, text)

    for each in state.history:
        number += each.is_scenario
        stops.append(
            Stop(
                names.roman(number) if each.is_scenario else UNNUMBERED,
                names.scenario_name(state.campaign, each.scenario),
                "is-done",
                choices.get(each.step, "") if each.kind == "interlude" else _result(each, state.mode),
            )
        )
    if state.playing:
        stops.append(coming(state.playing.scenario, "is-now", _("in play")))
    elif not state.result:
        for id in upcoming:
            stops.append(coming(id, "is-now" if state.phase == "ready" else "", _("next")))
    return stops


def _result(played: Played, mode: str) -> str:
    text = names.resolution_name(played.resolution)
    if played.replay:
        return _("%(resolution)s; to be replayed") % {"resolution": text}
    # Alone, the victory points are a score, which the page shows by itself.
    if played.victory is None or not played.is_scenario or mode == STANDALONE:
        return text
    earned = max(0, played.victory + played.bonus)
    return _("%(resolution)s, %(n)d XP") % {"resolution": text, "n": earned}
