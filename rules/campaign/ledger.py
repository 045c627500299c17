"""Addition of entries to a state: one small function for each kind of entry.

A state is a value and never changes once it is returned. Only a working copy changes: `working_copy` copies a
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
    LOST,
    CampaignState,
    LogNote,
    Memory,
    OwnSection,
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

PURCHASE_REASONS = frozenset({CHOSEN, BOUGHT, EXILED, TAKEN})


def post(state: CampaignState, entries: Iterable[e.Entry], number: int) -> CampaignState:
    """Return the state after these entries of step `number`."""
    after = working_copy(state)
    enter(after, entries, number)
    return after


def working_copy(state: CampaignState) -> CampaignState:
    """Return a working copy to add entries to; once it is returned as a state, it must not change."""
    copy: CampaignState = _copy(CampaignState, _STATE, state)
    return copy


def enter(state: CampaignState, entries: Iterable[e.Entry], number: int) -> None:
    _set(state, "number", number)
    for entry in entries:
        ADDED_BY[type(entry)](state, entry)


def counter(section: str, key: str = "", seat: str = "") -> str:
    """Return the key of a number of the log in `CampaignState.counts`."""
    return f"{section}|{key}|{seat}"


def _copy(kind: Any, names: tuple[str, ...], value: Any) -> Any:
    new = object.__new__(kind)
    for name in names:
        _set(new, name, getattr(value, name))
    return new


def _seat(state: CampaignState, id: str, **changes: Any) -> None:
    seat = _copy(Seat, _SEAT, state.seats[id])
    for name, value in changes.items():
        _set(seat, name, value)
    _set(state, "seats", {**state.seats, id: seat})


def _campaign(state: CampaignState, entry: e.CampaignEntry) -> None:
    for field in fields(entry):
        _set(state, field.name, getattr(entry, field.name))


def _phase(state: CampaignState, entry: e.PhaseEntry) -> None:
    _set(state, "phase", entry.phase)
    _set(state, "next_scenario", entry.next_scenario)


def _ultimatum(state: CampaignState, entry: e.UltimatumEntry) -> None:
    if entry.scope == "scenario":
        _set(state, "drawn_ultimatum", entry.ultimatum if entry.active else "")
        return
    name = "custom_ultimatums" if entry.scope == "custom" else "ultimatums"
    others = tuple(each for each in getattr(state, name) if each != entry.ultimatum)
    _set(state, name, (*others, entry.ultimatum) if entry.active else others)


def _sit(state: CampaignState, entry: e.SeatEntry) -> None:
    seat = Seat(
        id=entry.seat,
        player=entry.player,
        investigator=entry.investigator,
        title=entry.title,
        front=entry.front,
        replaces=entry.replaces,
        carried=entry.carried,
        total_before=entry.total_before,
        joined=sum(played.is_scenario for played in state.history),
    )
    _set(state, "seats", {**state.seats, entry.seat: seat})


def _investigator(state: CampaignState, entry: e.InvestigatorEntry) -> None:
    seat = state.seats[entry.seat]
    _seat(
        state,
        entry.seat,
        investigator=entry.investigator,
        title=entry.title,
        front="",
        former_titles=(*seat.former_titles, seat.title),
    )


def _status(state: CampaignState, entry: e.StatusEntry) -> None:
    under_survival = state.seats[entry.seat].ends_player or "ub.survival" in state.in_force
    _seat(state, entry.seat, status=entry.status, ends_player=entry.status in LOST and under_survival)


def _experience(state: CampaignState, entry: e.ExperienceEntry) -> None:
    seat = state.seats[entry.seat]
    changes = {"experience": seat.experience + entry.amount}
    if entry.earned:
        changes["earned"] = seat.earned + entry.amount
    if entry.with_purchases:
        changes["outlay"] = seat.outlay - entry.amount
    _seat(state, entry.seat, **changes)


def _trauma(state: CampaignState, entry: e.TraumaEntry) -> None:
    seat = state.seats[entry.seat]
    changes = {"physical": seat.physical + entry.physical, "mental": seat.mental + entry.mental}
    if entry.with_purchases:
        changes["outlay_physical"] = seat.outlay_physical + entry.physical
        changes["outlay_mental"] = seat.outlay_mental + entry.mental
    _seat(state, entry.seat, **changes)


def _exile(state: CampaignState, entry: e.ExileEntry) -> None:
    outcome = state.seats[entry.seat].outcome
    exiled = outcome.exiled.plus(entry.card, entry.copies - entry.from_second_deck, entry.from_second_deck)
    _seat(state, entry.seat, outcome=replace(outcome, exiled=exiled))


def _taken(state: CampaignState, entry: e.TakenEntry) -> None:
    outcome = state.seats[entry.seat].outcome
    removed = outcome.removed.plus(entry.card, entry.copies)
    _seat(state, entry.seat, outcome=replace(outcome, removed=removed))


def _weakness(state: CampaignState, entry: e.WeaknessEntry) -> None:
    seat = state.seats[entry.seat]
    weaknesses = counted(seat.weaknesses, entry.card, entry.copies)
    changes = {"weaknesses": weaknesses}
    if entry.reason == e.BROUGHT:
        changes["brought"] = counted(seat.brought, entry.card, entry.copies)
    elif surplus := max(0, seat.brought.get(entry.card, 0) - weaknesses.get(entry.card, 0)):
        changes["brought"] = counted(seat.brought, entry.card, -surplus)
    _seat(state, entry.seat, **changes)


def _requirement(state: CampaignState, entry: e.RequirementEntry) -> None:
    extra = state.seats[entry.seat].extra_weaknesses + entry.weaknesses
    _seat(state, entry.seat, extra_weaknesses=extra)


def _owed(state: CampaignState, entry: e.OwedEntry) -> None:
    _seat(state, entry.seat, owed=state.seats[entry.seat].owed + entry.weaknesses)


def _gone(state: CampaignState, entry: e.GoneEntry) -> None:
    _set(state, "gone_weaknesses", counted(state.gone_weaknesses, entry.card, entry.copies))


def _bearer(state: CampaignState, entry: e.BearerEntry) -> None:
    name = "granted" if entry.granted else "story"
    held = counted(getattr(state.seats[entry.seat], name), entry.card, entry.copies)
    _seat(state, entry.seat, **{name: held})


def _signature(state: CampaignState, entry: e.SignatureEntry) -> None:
    seat = state.seats[entry.seat]
    _seat(state, entry.seat, lost_signatures=(*seat.lost_signatures, entry.card))


def _purchase(state: CampaignState, entry: e.PurchaseEntry) -> None:
    """Record a purchase; the deck and the experience that go with it have their own entries."""


def _creation(state: CampaignState, entry: e.CreationEntry) -> None:
    bought = counted(state.seats[entry.seat].bought_at_creation, entry.card, entry.copies)
    _seat(state, entry.seat, bought_at_creation=bought)


def _kept(state: CampaignState, entry: e.KeptEntry) -> None:
    _seat(state, entry.seat, kept=entry.cards)


def _generated(state: CampaignState, entry: e.GeneratedEntry) -> None:
    _seat(state, entry.seat, generated=entry.seed)


def _brand(state: CampaignState, entry: e.BrandEntry) -> None:
    _seat(state, entry.seat, branded=entry.card)


def _deck(state: CampaignState, entry: e.DeckEntry) -> None:
    seat = state.seats[entry.seat]
    changes: dict[str, Any] = {"deck": entry.deck, "version": entry.version or seat.version}
    if entry.reason == CHOSEN:
        changes["baseline"] = entry.deck
    elif entry.reason not in PURCHASE_REASONS and seat.deck and seat.baseline:
        # A change that is not a purchase, such as a story card, also applies to the deck at the start of the
        # upgrade.
        changes["baseline"] = with_difference(seat.baseline, seat.deck, entry.deck)
    _seat(state, entry.seat, **changes)


def _log(state: CampaignState, entry: e.LogEntry) -> None:
    note = LogNote(
        entry.note,
        state.number,
        entry.section,
        entry.text,
        entry.key,
        entry.number,
        entry.seat,
        _latest(state),
    )
    _set(state, "notes", (*state.notes, note))


def _latest(state: CampaignState) -> str:
    if state.playing:
        return state.playing.scenario
    return state.history[-1].scenario if state.history else ""


def _crossing(state: CampaignState, entry: e.CrossingEntry) -> None:
    crossed = state.number if entry.crossed else 0
    notes = (replace(note, crossed=crossed) if note.id == entry.note else note for note in state.notes)
    _set(state, "notes", tuple(notes))


def _count(state: CampaignState, entry: e.CountEntry) -> None:
    _set(state, "counts", counted(state.counts, counter(entry.section, entry.key, entry.seat), entry.by))


def _section(state: CampaignState, entry: e.SectionEntry) -> None:
    section = OwnSection(entry.section, entry.title, entry.section_kind)
    if entry.removed:
        _set(state, "sections", tuple(each for each in state.sections if each.id != entry.section))
        _set(state, "notes", tuple(note for note in state.notes if note.section != entry.section))
        begins = counter(entry.section)[:-1]
        counts = {key: number for key, number in state.counts.items() if not key.startswith(begins)}
        _set(state, "counts", counts)
    elif any(each.id == entry.section for each in state.sections):
        renamed = (section if each.id == entry.section else each for each in state.sections)
        _set(state, "sections", tuple(renamed))
    else:
        _set(state, "sections", (*state.sections, section))


def _memory(state: CampaignState, entry: e.MemoryEntry) -> None:
    memory = Memory(state.number, entry.text, entry.key, entry.section, entry.number, entry.seat)
    _set(state, "memories", (*state.memories, memory))


def _research(state: CampaignState, entry: e.ResearchEntry) -> None:
    task = ResearchTask(entry.task, entry.seat, state.number, entry.value)
    _set(state, "research", (*state.research, task))


def _token(state: CampaignState, entry: e.TokenChange) -> None:
    bag = state.bag.changed(entry.token, entry.by, entry.card)
    if entry.reason == e.LENT:
        bag = replace(bag, lent=counted(bag.lent, entry.token, entry.by))
    _set(state, "bag", bag)


def _reward(state: CampaignState, entry: e.RewardEntry) -> None:
    _set(state, "rewards", _with(state.rewards, entry.card))
    for id in [entry.seat] if entry.seat else state.active:
        _seat(state, id, rewards=_with(state.seats[id].rewards, entry.card))


def _with(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    return cards if card in cards else (*cards, card)


def _price(state: CampaignState, entry: e.PriceEntry) -> None:
    _set(state, "prices_paid", (*state.prices_paid, entry.price))


def _ally(state: CampaignState, entry: e.AllyEntry) -> None:
    _set(state, "lost_allies", (*state.lost_allies, entry.title))


def _begin(state: CampaignState, entry: e.BeginEntry) -> None:
    _set(state, "playing", Playing(entry.scenario, entry.lead, entry.seats, entry.side))
    _set(state, "prices_paid", ())
    for id in entry.seats:
        _begin_purchases(state, id)


def _begin_purchases(state: CampaignState, id: str) -> None:
    _seat(state, id, baseline=state.seats[id].deck, outlay=0, outlay_physical=0, outlay_mental=0)


def _result(state: CampaignState, entry: e.ResultEntry) -> None:
    played = Played(
        entry.scenario,
        state.number,
        entry.kind,
        entry.resolution,
        replay=entry.replay,
        fates=entry.fates,
        lead=entry.lead,
    )
    _set(state, "history", (*state.history, played))
    if entry.kind != "interlude":
        _set(state, "playing", None)
        _set(state, "bag", replace(state.bag, lent={}))
        for id, fate in entry.fates.items():
            _begin_purchases(state, id)
            outcome = state.seats[id].outcome
            met = replace(outcome, conditions=fate.conditions, attached_to=fate.attached_to)
            _seat(state, id, outcome=met)


def _victory(state: CampaignState, entry: e.VictoryEntry) -> None:
    last = replace(state.history[-1], victory=entry.victory, bonus=entry.bonus)
    _set(state, "history", (*state.history[:-1], last))
    # Memories last for the scenario and its resolution (rule log.remember-scenario-scope).
    _set(state, "memories", ())


def _end(state: CampaignState, entry: e.EndEntry) -> None:
    _set(state, "result", entry.result)
    _set(state, "phase", ENDED)


def _waiver(state: CampaignState, entry: e.WaiverEntry) -> None:
    _set(state, "waivers", (*state.waivers, Waiver(state.number, entry.rule, entry.note)))


#: The function that adds each kind of entry to the state.
ADDED_BY: Mapping[type[e.Entry], Callable[[CampaignState, Any], None]] = {
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
    e.SectionEntry: _section,
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
