"""Addition of entries to a state: one small function for each kind of entry.

A state is a value and never changes once it is returned. Only a working copy changes: `open_books` copies a
state, `enter` adds a step's entries to the copy, `post` does both. So a long campaign is replayed in
milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from rules.campaign import entries as e
from rules.campaign.slots import BOUGHT, CHOSEN, EXILED, TAKEN, with_difference
from rules.campaign.state import (
    ENDED,
    CampaignState,
    LogNote,
    Memory,
    Played,
    Playing,
    ResearchTask,
    Seat,
    Waiver,
)
from rules.chaos_bag import counted

_STATE = tuple(field.name for field in fields(CampaignState))
_SEAT = tuple(field.name for field in fields(Seat))
_set = object.__setattr__

SHOPPING = frozenset({CHOSEN, BOUGHT, EXILED, TAKEN})


def post(state: CampaignState, entries: Iterable[e.Entry], number: int) -> CampaignState:
    """Return the state after these entries of step `number`."""
    books = open_books(state)
    enter(books, entries, number)
    return books


def open_books(state: CampaignState) -> CampaignState:
    """Return a working copy to add entries to; once it is returned as a state, it must not change."""
    books: CampaignState = _copy(CampaignState, _STATE, state)
    return books


def enter(books: CampaignState, entries: Iterable[e.Entry], number: int) -> None:
    _set(books, "number", number)
    for entry in entries:
        _BOOK[type(entry)](books, entry)


def counter(section: str, key: str = "", seat: str = "") -> str:
    """Return the key of a number of the log in `CampaignState.counts`."""
    return f"{section}|{key}|{seat}"


def _copy(kind: Any, names: tuple[str, ...], value: Any) -> Any:
    new = object.__new__(kind)
    for name in names:
        _set(new, name, getattr(value, name))
    return new


def _seat(books: CampaignState, id: str, **changes: Any) -> None:
    seat = _copy(Seat, _SEAT, books.seats[id])
    for name, value in changes.items():
        _set(seat, name, value)
    _set(books, "seats", {**books.seats, id: seat})


def _campaign(books: CampaignState, entry: e.CampaignEntry) -> None:
    for field in fields(entry):
        _set(books, field.name, getattr(entry, field.name))


def _phase(books: CampaignState, entry: e.PhaseEntry) -> None:
    _set(books, "phase", entry.phase)
    _set(books, "next_scenario", entry.next_scenario)


def _ultimatum(books: CampaignState, entry: e.UltimatumEntry) -> None:
    if entry.scope == "scenario":
        _set(books, "drawn_ultimatum", entry.ultimatum if entry.active else "")
        return
    name = "custom_ultimatums" if entry.scope == "custom" else "ultimatums"
    others = tuple(each for each in getattr(books, name) if each != entry.ultimatum)
    _set(books, name, (*others, entry.ultimatum) if entry.active else others)


def _sit(books: CampaignState, entry: e.SeatEntry) -> None:
    seat = Seat(
        id=entry.seat,
        player=entry.player,
        investigator=entry.investigator,
        title=entry.title,
        front=entry.front,
        replaces=entry.replaces,
        carried=entry.carried,
        total_before=entry.total_before,
        joined=sum(played.kind != "interlude" for played in books.history),
    )
    _set(books, "seats", {**books.seats, entry.seat: seat})


def _investigator(books: CampaignState, entry: e.InvestigatorEntry) -> None:
    seat = books.seats[entry.seat]
    _seat(
        books,
        entry.seat,
        investigator=entry.investigator,
        title=entry.title,
        front="",
        former_titles=(*seat.former_titles, seat.title),
    )


def _status(books: CampaignState, entry: e.StatusEntry) -> None:
    _seat(books, entry.seat, status=entry.status)


def _experience(books: CampaignState, entry: e.ExperienceEntry) -> None:
    seat = books.seats[entry.seat]
    changes = {"experience": seat.experience + entry.amount}
    if entry.earned:
        changes["earned"] = seat.earned + entry.amount
    if entry.shopping:
        changes["outlay"] = seat.outlay - entry.amount
    _seat(books, entry.seat, **changes)


def _trauma(books: CampaignState, entry: e.TraumaEntry) -> None:
    seat = books.seats[entry.seat]
    changes = {"physical": seat.physical + entry.physical, "mental": seat.mental + entry.mental}
    if entry.shopping:
        changes["outlay_physical"] = seat.outlay_physical + entry.physical
        changes["outlay_mental"] = seat.outlay_mental + entry.mental
    _seat(books, entry.seat, **changes)


def _exile(books: CampaignState, entry: e.ExileEntry) -> None:
    outcome = books.seats[entry.seat].outcome
    exiled = outcome.exiled.plus(entry.card, entry.copies - entry.extra, entry.extra)
    _seat(books, entry.seat, outcome=replace(outcome, exiled=exiled))


def _taken(books: CampaignState, entry: e.TakenEntry) -> None:
    outcome = books.seats[entry.seat].outcome
    removed = outcome.removed.plus(entry.card, entry.copies)
    _seat(books, entry.seat, outcome=replace(outcome, removed=removed))


def _weakness(books: CampaignState, entry: e.WeaknessEntry) -> None:
    seat = books.seats[entry.seat]
    weaknesses = counted(seat.weaknesses, entry.card, entry.copies)
    changes = {"weaknesses": weaknesses}
    if entry.reason == e.BROUGHT:
        changes["brought"] = counted(seat.brought, entry.card, entry.copies)
    elif surplus := max(0, seat.brought.get(entry.card, 0) - weaknesses.get(entry.card, 0)):
        changes["brought"] = counted(seat.brought, entry.card, -surplus)
    _seat(books, entry.seat, **changes)


def _requirement(books: CampaignState, entry: e.RequirementEntry) -> None:
    extra = books.seats[entry.seat].extra_weaknesses + entry.weaknesses
    _seat(books, entry.seat, extra_weaknesses=extra)


def _owed(books: CampaignState, entry: e.OwedEntry) -> None:
    _seat(books, entry.seat, owed=books.seats[entry.seat].owed + entry.weaknesses)


def _gone(books: CampaignState, entry: e.GoneEntry) -> None:
    _set(books, "gone_weaknesses", counted(books.gone_weaknesses, entry.card, entry.copies))


def _bearer(books: CampaignState, entry: e.BearerEntry) -> None:
    name = "granted" if entry.granted else "story"
    held = counted(getattr(books.seats[entry.seat], name), entry.card, entry.copies)
    _seat(books, entry.seat, **{name: held})


def _signature(books: CampaignState, entry: e.SignatureEntry) -> None:
    seat = books.seats[entry.seat]
    _seat(books, entry.seat, lost_signatures=(*seat.lost_signatures, entry.card))


def _purchase(books: CampaignState, entry: e.PurchaseEntry) -> None:
    """Record a purchase; the deck and the experience that go with it have their own entries."""


def _creation(books: CampaignState, entry: e.CreationEntry) -> None:
    bought = counted(books.seats[entry.seat].bought_at_creation, entry.card, entry.copies)
    _seat(books, entry.seat, bought_at_creation=bought)


def _kept(books: CampaignState, entry: e.KeptEntry) -> None:
    _seat(books, entry.seat, kept=entry.cards)


def _generated(books: CampaignState, entry: e.GeneratedEntry) -> None:
    _seat(books, entry.seat, generated=entry.seed)


def _brand(books: CampaignState, entry: e.BrandEntry) -> None:
    _seat(books, entry.seat, branded=entry.card)


def _deck(books: CampaignState, entry: e.DeckEntry) -> None:
    seat = books.seats[entry.seat]
    changes: dict[str, Any] = {"deck": entry.deck, "version": entry.version or seat.version}
    if entry.reason == CHOSEN:
        changes["baseline"] = entry.deck
    elif entry.reason not in SHOPPING and seat.deck and seat.baseline:
        # A change that is not a purchase, such as a story card, also applies to the deck at the start of the
        # upgrade.
        changes["baseline"] = with_difference(seat.baseline, seat.deck, entry.deck)
    _seat(books, entry.seat, **changes)


def _log(books: CampaignState, entry: e.LogEntry) -> None:
    note = LogNote(
        entry.note,
        books.number,
        entry.section,
        entry.text,
        entry.key,
        entry.number,
        entry.seat,
        _latest(books),
    )
    _set(books, "notes", (*books.notes, note))


def _latest(books: CampaignState) -> str:
    if books.playing:
        return books.playing.scenario
    return books.history[-1].scenario if books.history else ""


def _crossing(books: CampaignState, entry: e.CrossingEntry) -> None:
    crossed = books.number if entry.crossed else 0
    notes = (replace(note, crossed=crossed) if note.id == entry.note else note for note in books.notes)
    _set(books, "notes", tuple(notes))


def _count(books: CampaignState, entry: e.CountEntry) -> None:
    _set(books, "counts", counted(books.counts, counter(entry.section, entry.key, entry.seat), entry.by))


def _memory(books: CampaignState, entry: e.MemoryEntry) -> None:
    memory = Memory(books.number, entry.text, entry.key, entry.section, entry.number, entry.seat)
    _set(books, "memories", (*books.memories, memory))


def _research(books: CampaignState, entry: e.ResearchEntry) -> None:
    task = ResearchTask(entry.task, entry.seat, books.number, entry.value)
    _set(books, "research", (*books.research, task))


def _token(books: CampaignState, entry: e.TokenChange) -> None:
    bag = books.bag.changed(entry.token, entry.by, entry.card)
    if entry.reason == e.LENT:
        bag = replace(bag, lent=counted(bag.lent, entry.token, entry.by))
    _set(books, "bag", bag)


def _reward(books: CampaignState, entry: e.RewardEntry) -> None:
    _set(books, "rewards", _with(books.rewards, entry.card))
    for id in [entry.seat] if entry.seat else books.active:
        _seat(books, id, rewards=_with(books.seats[id].rewards, entry.card))


def _with(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return cards if card in cards else (*cards, card)


def _price(books: CampaignState, entry: e.PriceEntry) -> None:
    _set(books, "prices_paid", (*books.prices_paid, entry.price))


def _ally(books: CampaignState, entry: e.AllyEntry) -> None:
    _set(books, "lost_allies", (*books.lost_allies, entry.title))


def _begin(books: CampaignState, entry: e.BeginEntry) -> None:
    _set(books, "playing", Playing(entry.scenario, entry.lead, entry.seats, entry.side))
    _set(books, "prices_paid", ())
    for id in entry.seats:
        _new_shopping_step(books, id)


def _new_shopping_step(books: CampaignState, id: str) -> None:
    _seat(books, id, baseline=books.seats[id].deck, outlay=0, outlay_physical=0, outlay_mental=0)


def _result(books: CampaignState, entry: e.ResultEntry) -> None:
    played = Played(
        entry.scenario,
        books.number,
        entry.kind,
        entry.resolution,
        replay=entry.replay,
        fates=entry.fates,
        lead=entry.lead,
    )
    _set(books, "history", (*books.history, played))
    if entry.kind != "interlude":
        _set(books, "playing", None)
        _set(books, "bag", replace(books.bag, lent={}))
        for id, fate in entry.fates.items():
            _new_shopping_step(books, id)
            outcome = books.seats[id].outcome
            met = replace(outcome, conditions=fate.conditions, attached_to=fate.attached_to)
            _seat(books, id, outcome=met)


def _victory(books: CampaignState, entry: e.VictoryEntry) -> None:
    last = replace(books.history[-1], victory=entry.victory, bonus=entry.bonus)
    _set(books, "history", (*books.history[:-1], last))
    # Memories last for the scenario and its resolution (rule log.remember-scenario-scope).
    _set(books, "memories", ())


def _end(books: CampaignState, entry: e.EndEntry) -> None:
    _set(books, "result", entry.result)
    _set(books, "phase", ENDED)


def _waiver(books: CampaignState, entry: e.WaiverEntry) -> None:
    _set(books, "waivers", (*books.waivers, Waiver(books.number, entry.rule, entry.note)))


_BOOK: Mapping[type[e.Entry], Callable[[CampaignState, Any], None]] = {
    e.CampaignEntry: _campaign,
    e.PhaseEntry: _phase,
    e.UltimatumEntry: _ultimatum,
    e.SeatEntry: _sit,
    e.InvestigatorEntry: _investigator,
    e.StatusEntry: _status,
    e.ExperienceEntry: _experience,
    e.TraumaEntry: _trauma,
    e.ExileEntry: _exile,
    e.TakenEntry: _taken,
    e.WeaknessEntry: _weakness,
    e.OwedEntry: _owed,
    e.RequirementEntry: _requirement,
    e.GoneEntry: _gone,
    e.BearerEntry: _bearer,
    e.SignatureEntry: _signature,
    e.PurchaseEntry: _purchase,
    e.CreationEntry: _creation,
    e.KeptEntry: _kept,
    e.GeneratedEntry: _generated,
    e.BrandEntry: _brand,
    e.DeckEntry: _deck,
    e.LogEntry: _log,
    e.CrossingEntry: _crossing,
    e.CountEntry: _count,
    e.MemoryEntry: _memory,
    e.ResearchEntry: _research,
    e.TokenChange: _token,
    e.RewardEntry: _reward,
    e.AllyEntry: _ally,
    e.PriceEntry: _price,
    e.BeginEntry: _begin,
    e.ResultEntry: _result,
    e.VictoryEntry: _victory,
    e.EndEntry: _end,
    e.WaiverEntry: _waiver,
}
