"""The investigators: Sanity and Stamina, sliders, trophies, trade, and those who are devoured."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import _
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.new_investigators import check_investigator, seated
from rules.boardgames.second_edition.places import leave, lose_in_time
from rules.boardgames.second_edition.state import (
    ALLY,
    ASYLUM,
    BATTLE,
    COMMON,
    DEVOURED,
    ELIMINATED,
    HOSPITAL,
    PLAYING,
    RETAINER,
    SETUP,
    SPELL,
    UNIQUE,
    UPKEEP,
    Seat,
    State,
)
from rules.boardgames.second_edition.under_way import active, under_way
from rules.boardgames.table import Found, Table, handles

MAXIMA = {"sanity": "max_sanity", "stamina": "max_stamina"}
CHANGEABLE = (*MAXIMA, "clues", "money")
SLIDERS, STOPS = 3, 4
TRADABLE = (COMMON, UNIQUE, SPELL)
MOST = 999


@handles(c.Change)
def change(table: Table[State], command: c.Change) -> Iterator[Found]:
    """Change a number of an investigator; Sanity and Stamina stay between 0 and the maximum."""
    yield from active(table, command.seat)
    if command.what not in CHANGEABLE:
        yield table.refuse("change.what", _("Sanity, Stamina, clues and money can change."))
        return
    seat = table.state.seats[command.seat]
    before = getattr(seat, command.what)
    after = before + command.number
    if command.what in MAXIMA:
        most = getattr(seat, MAXIMA[command.what])
        if command.number > 0 and before >= most:
            yield table.refuse("change.maximum", _("It is at its maximum."), "p16")
        after = max(0, min(after, most))
    elif after < 0:
        yield table.refuse("change.none", _("There are fewer than that."), "p23")
    elif after > MOST:
        yield table.refuse("change.many", _("There are fewer than that."), "p2")
    yield table.set("seats", command.seat, command.what, after)


@handles(c.ChangeMaximum)
def change_maximum(table: Table[State], command: c.ChangeMaximum) -> Iterator[Found]:
    """Change the maximum of Sanity or Stamina; what is above it is lost (p21)."""
    yield from active(table, command.seat)
    if command.what not in MAXIMA:
        yield table.refuse("change.what", _("Sanity and Stamina have a maximum."), "p21")
        return
    seat = table.state.seats[command.seat]
    after = getattr(seat, MAXIMA[command.what]) + command.number
    if not 0 <= after <= 20:
        yield table.refuse("change.none", _("A maximum is from 0 to 20."), "p21")
    yield table.set("seats", command.seat, MAXIMA[command.what], after)
    yield table.set("seats", command.seat, command.what, min(getattr(seat, command.what), after))


@handles(c.MoveSliders)
def move_sliders(table: Table[State], command: c.MoveSliders) -> Iterator[Found]:
    """Move the sliders: anywhere in set-up, otherwise as many stops as the Focus in each Upkeep (p6).

    They may be moved one after the other: where they were at its beginning counts. In the final battle each
    round begins as if with an Upkeep (p22).
    """
    yield from active(table, command.seat)
    seat = table.state.seats[command.seat]
    if len(command.sliders) != SLIDERS or not all(1 <= stop <= STOPS for stop in command.sliders):
        yield table.refuse("sliders.stops", _("Each of the three sliders has four stops."), "p6")
    before = sliders_before(table.state, seat)
    if table.state.status != SETUP:
        if table.state.status == PLAYING and table.state.phase != UPKEEP:
            yield table.refuse("sliders.phase", _("Skills are adjusted in the Upkeep."), "p6")
        moved = sum(abs(new - old) for new, old in zip(command.sliders, before, strict=False))
        if moved > seat.focus:
            yield table.refuse(
                "sliders.focus",
                _("That is {moved} stops; the Focus is {focus}."),
                "p6",
                moved=moved,
                focus=seat.focus,
            )
    if seat.sliders != command.sliders:
        yield table.set("seats", command.seat, "before", before)
        yield table.set("seats", command.seat, "adjusted", table.state.upkeep)
    yield table.set("seats", command.seat, "sliders", command.sliders)


def sliders_before(state: State, seat: Seat) -> tuple[int, ...]:
    """Return where the sliders were when this Upkeep began."""
    return seat.before if seat.before and seat.adjusted == state.upkeep else seat.sliders


def losses(seat: Seat) -> int:
    """Return how many items an insane or unconscious investigator loses: half, rounded down (p16)."""
    return len(seat.items) // 2


def without_choice(seat: Seat) -> tuple[int, ...] | None:
    """Return the items that are lost if there is nothing to choose; None if there is."""
    number = losses(seat)
    kinds = {(seat.cards[index].kind, seat.cards[index].name) for index in seat.items}
    return seat.items[:number] if number == 0 or len(kinds) == 1 else None


@handles(c.KnockOut)
def knock_out(table: Table[State], command: c.KnockOut) -> Iterator[Found]:
    """Insane or unconscious: half of the items and clues and the Retainer are lost (p16)."""
    yield from under_way(table, SETUP, PLAYING)
    yield from active(table, command.seat)
    seat = table.state.seats[command.seat]
    if bool(seat.sanity) == bool(seat.stamina):
        yield table.refuse("knock-out.zero", _("Either Sanity or Stamina is zero."), "p16")
    number, chosen = losses(seat), set(command.discard)
    if len(chosen) != len(command.discard) or not chosen <= set(seat.items) or len(chosen) != number:
        yield table.refuse(
            "knock-out.items",
            _("Choose {number} items to discard: half, rounded down."),
            "p16",
            number=number,
        )
    cards = tuple(card for index, card in enumerate(seat.cards) if index not in chosen)
    yield table.set("seats", command.seat, "cards", cards)
    yield table.add("seats", command.seat, "clues", -(seat.clues // 2))
    if RETAINER in seat.special:
        yield table.set("seats", command.seat, "special", RETAINER, None)
    yield table.set("seats", command.seat, "sanity", max(1, seat.sanity))
    yield table.set("seats", command.seat, "stamina", max(1, seat.stamina))
    if seat.area or seat.is_lost:
        yield from lose_in_time(table, command.seat)
        return
    yield from leave(table, command.seat)
    yield table.set("seats", command.seat, "place", HOSPITAL if seat.sanity else ASYLUM)


def is_devoured(state: State, id: str) -> bool:
    """Return whether an investigator is devoured: both at zero, or in the battle either (p17, p22)."""
    seat = state.seats[id]
    if not seat.is_active:
        return False
    if state.status == BATTLE and not (seat.sanity and seat.stamina):
        return True
    return not (seat.max_sanity and seat.max_stamina) or not (seat.sanity or seat.stamina)


@handles(c.Devour)
def devour(table: Table[State], command: c.Devour) -> Iterator[Found]:
    """Devour an investigator: all but trophies goes; in the final battle the player is out (p17)."""
    yield from active(table, command.seat)
    yield from devoured(table, command.seat)


def devoured(table: Table[State], id: str) -> Iterator[Found]:
    seat = table.state.seats[id]
    gone = Seat(
        player=seat.player,
        investigator=seat.investigator,
        status=ELIMINATED if table.state.status == BATTLE else DEVOURED,
        gate_trophies=seat.gate_trophies,
        monster_trophies=seat.monster_trophies,
        defaulted=seat.defaulted,
        former=seat.former,
    )
    yield table.add("allies", sum(card.kind == ALLY for card in seat.cards))
    yield table.set("seats", id, gone)


@handles(c.Replace)
def replace(table: Table[State], command: c.Replace) -> Iterator[Found]:
    """Give a player a new investigator, set up as at the beginning (p17)."""
    yield from under_way(table, SETUP, PLAYING)
    seat = table.state.seats.get(command.seat)
    if seat is None or seat.status != DEVOURED:
        yield table.refuse("replace.devoured", _("Only a devoured investigator is replaced."), "p17")
        return
    yield from check_investigator(table, command.investigator)
    if any(
        each.is_active and each.investigator == command.investigator.name
        for each in table.state.seats.values()
    ):
        yield table.refuse("players.investigators", _("Each investigator is there once."), "p5")
    yield table.set("seats", command.seat, seated(seat.player, command.investigator, seat))


@handles(c.SpendTrophies)
def spend_trophies(table: Table[State], command: c.SpendTrophies) -> Iterator[Found]:
    """Spend trophies: monsters go back to the cup, gates to the bottom of the pile (p23)."""
    yield from active(table, command.seat)
    seat = table.state.seats[command.seat]
    if not (0 <= command.gates <= seat.gate_trophies and 0 <= command.monsters <= seat.monster_trophies):
        yield table.refuse("trophies.there", _("The investigator has fewer trophies than that."), "p23")
    yield table.add("seats", command.seat, "gate_trophies", -command.gates)
    yield table.add("seats", command.seat, "monster_trophies", -command.monsters)


@handles(c.Trade)
def trade(table: Table[State], command: c.Trade) -> Iterator[Found]:
    """Give money and cards to an investigator at the same place (p23); in the final battle to any (p22)."""
    yield from active(table, command.seat, command.to)
    giver, taker = table.state.seats[command.seat], table.state.seats[command.to]
    together = table.state.status == BATTLE or (giver.place, giver.area) == (taker.place, taker.area)
    if command.seat == command.to or not together:
        yield table.refuse("trade.place", _("Only investigators at the same place trade."), "p23")
    if not 0 <= command.money <= giver.money or taker.money + command.money > MOST:
        yield table.refuse("change.none", _("The investigator has less money than that."), "p23")
    chosen = set(command.cards)
    if len(chosen) != len(command.cards) or not chosen <= set(range(len(giver.cards))):
        yield table.refuse("cards.there", _("There are no such cards."), "p23")
        return
    given = tuple(giver.cards[index] for index in sorted(chosen))
    if any(card.kind not in TRADABLE for card in given):
        yield table.refuse("trade.cards", _("Only Common Items, Unique Items and Spells are traded."), "p23")
    kept = tuple(card for index, card in enumerate(giver.cards) if index not in chosen)
    yield table.add("seats", command.seat, "money", -command.money)
    yield table.add("seats", command.to, "money", command.money)
    yield table.set("seats", command.seat, "cards", kept)
    yield table.set("seats", command.to, "cards", (*taker.cards, *given))
