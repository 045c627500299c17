"""The cards of investigators: items, spells, skills and allies, and the special cards with their rolls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.boardgames.findings import _
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.state import (
    ALLY,
    BLESSING,
    CARD_KINDS,
    CURSE,
    DEPUTY,
    LOAN,
    PLAYING,
    RETAINER,
    REVOLVER,
    SPECIAL,
    UPKEEP,
    WAGON,
    Card,
    State,
)
from rules.boardgames.second_edition.under_way import active, positive
from rules.boardgames.table import Found, Table, handles

MOST_CARDS = 80
#: What the box has of each kind (p2).
IN_THE_BOX = {"common": 44, "unique": 39, "spell": 40, "skill": 20, ALLY: 11, REVOLVER: 1, WAGON: 1}
#: Special cards for which an Upkeep asks for a roll (p6).
ROLLED = (RETAINER, LOAN, BLESSING, CURSE)
OPPOSITE = {BLESSING: CURSE, CURSE: BLESSING}


def count_of(state: State, kind: str) -> int:
    """Return how many cards of a kind players have."""
    return sum(card.kind == kind for seat in state.seats.values() for card in seat.cards)


def cards_left(state: State, kind: str) -> int:
    """Return how many cards of a kind investigators can gain; some Allies may be in the box (p20)."""
    left = IN_THE_BOX[kind] - count_of(state, kind)
    return min(left, state.allies) if kind == ALLY else left


def special_left(state: State, special: str) -> int:
    """Return how many cards of a special kind are left; blessings and curses are the same cards (p2)."""
    opposite = OPPOSITE.get(special)
    return SPECIAL[special] - state.held(special) - (state.held(opposite) if opposite else 0)


@handles(c.GainCard)
def gain_card(table: Table[State], command: c.GainCard) -> Iterator[Found]:
    """Gain cards; an Ally comes from the deck, as long as some are left (p20)."""
    yield from active(table, command.seat)
    yield from positive(table, command.number, 10)
    if command.card not in CARD_KINDS or len(command.name) > 80:
        yield table.refuse("cards.kind", _("There is no such kind of card."), "p3")
        return
    if count_of(table.state, command.card) + command.number > IN_THE_BOX[command.card]:
        yield table.refuse("cards.box", _("The box has fewer of these cards."), "p2")
    if command.card == ALLY:
        if table.state.allies < command.number:
            yield table.refuse("allies.left", _("There are fewer Allies left."), "p20")
        yield table.add("allies", -command.number)
    seat = table.state.seats[command.seat]
    gained = (Card(command.card, command.name.strip()),) * command.number
    yield table.set("seats", command.seat, "cards", (*seat.cards, *gained))


@handles(c.LoseCards)
def lose_cards(table: Table[State], command: c.LoseCards) -> Iterator[Found]:
    """Discard cards; Allies return to their deck."""
    yield from active(table, command.seat)
    seat, chosen = table.state.seats[command.seat], set(command.cards)
    if not chosen or not chosen <= set(range(len(seat.cards))):
        yield table.refuse("cards.there", _("There are no such cards."), "p22")
        return
    yield table.add("allies", sum(seat.cards[index].kind == ALLY for index in chosen))
    kept = tuple(card for index, card in enumerate(seat.cards) if index not in chosen)
    yield table.set("seats", command.seat, "cards", kept)


@handles(c.ExhaustCard)
def exhaust_card(table: Table[State], command: c.ExhaustCard) -> Iterator[Found]:
    yield from active(table, command.seat)
    cards = table.state.seats[command.seat].cards
    if not 0 <= command.card < len(cards):
        yield table.refuse("cards.there", _("There are no such cards."), "p6")
        return
    changed = replace(cards[command.card], exhausted=command.exhausted)
    after = (*cards[: command.card], changed, *cards[command.card + 1 :])
    yield table.set("seats", command.seat, "cards", after)


@handles(c.GainSpecial)
def gain_special(table: Table[State], command: c.GainSpecial) -> Iterator[Found]:
    """Gain a special card, one of each at most; a Blessing and a Curse cancel each other (p17, p23)."""
    yield from active(table, command.seat)
    state, special = table.state, command.special
    seat = state.seats[command.seat]
    if special not in SPECIAL:
        yield table.refuse("special.kind", _("There is no such special card."), "p2")
        return
    if special in seat.special:
        yield table.refuse("special.once", _("An investigator has one such card at most."), "p23")
    opposite = OPPOSITE.get(special)
    if opposite in seat.special:
        yield table.set("seats", command.seat, "special", opposite, None)
        return
    if special_left(state, special) <= 0:
        yield table.refuse("special.box", _("The box has fewer of these cards."), "p2")
    yield table.set("seats", command.seat, "special", special, state.turn)
    if special == DEPUTY:
        gained = tuple(Card(kind) for kind in (REVOLVER, WAGON) if not count_of(state, kind))
        yield table.set("seats", command.seat, "cards", (*seat.cards, *gained))


@handles(c.LoseSpecial)
def lose_special(table: Table[State], command: c.LoseSpecial) -> Iterator[Found]:
    yield from active(table, command.seat)
    if command.special not in table.state.seats[command.seat].special:
        yield table.refuse("special.there", _("The investigator does not have this card."), "p23")
        return
    yield table.set("seats", command.seat, "special", command.special, None)
    if command.defaulted and command.special == LOAN:
        yield table.add("seats", command.seat, "defaulted", 1)


def rolls_due(state: State) -> Iterator[tuple[str, str]]:
    """Return seats with special cards that are rolled for, from their second Upkeep on (p6)."""
    if state.status != PLAYING or state.phase != UPKEEP:
        return
    for id in state.active:
        for special in ROLLED:
            since = state.seats[id].special.get(special)
            if since is not None and state.turn >= since + 2 and f"roll:{id}:{special}" not in state.done:
                yield id, special


@handles(c.RollUpkeep)
def roll_upkeep(table: Table[State], command: c.RollUpkeep) -> Iterator[Found]:
    """Record the roll for a special card. What it does is on the card; a lost loan is defaulted on."""
    yield from active(table, command.seat)
    if (command.seat, command.special) not in tuple(rolls_due(table.state)):
        yield table.refuse("roll.due", _("No roll is due for this card."), "p6")
    yield table.set("done", table.state.done | {f"roll:{command.seat}:{command.special}"})
    if not command.kept:
        yield table.set("seats", command.seat, "special", command.special, None)
        if command.special == LOAN:
            yield table.add("seats", command.seat, "defaulted", 1)
