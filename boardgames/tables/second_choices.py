"""What a seat and a phase of the 2nd edition offer in menus: one choice records a command."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from boardgames.tables.parts import Button, Choice, Stat
from boardgames.text import second as words
from rules.boardgames.second_edition import State
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.cards import OPPOSITE, cards_left, special_left
from rules.boardgames.second_edition.endings import awakening
from rules.boardgames.second_edition.investigators import sliders_before
from rules.boardgames.second_edition.reference import OTHER_LOCATIONS, STREETS
from rules.boardgames.second_edition.state import (
    BATTLE,
    ENDED,
    JAIL,
    LOST,
    MOVEMENT,
    MYTHOS,
    PLAYING,
    SETUP,
    UPKEEP,
    Seat,
)

#: More successes than an attack usually has; the form takes any number.
MOST_SUCCESSES = 12
STOPS = 4


def phase_choices(state: State) -> Iterator[Choice]:
    """Return what a Mythos card does, by the locations that it names."""
    if state.status != SETUP and (state.status != PLAYING or state.phase != MYTHOS):
        return
    if gates := tuple(_gates(state)):
        yield Choice(_("A gate opens at …"), gates, previews=True)
    if clues := tuple(_clues(state)):
        yield Choice(_("A clue appears at …"), clues)


def _gates(state: State) -> Iterator[Button]:
    """Return where a gate can open, and where one is open, so that monsters surge; awakening comes first."""
    awakens = bool(awakening(state))
    for place in sorted(state.unstable):
        if place in state.gates and state.status == PLAYING:
            yield Button(_("%(place)s: monsters surge") % {"place": place}, c.Surge(place=place))
        elif not awakens and place not in (*state.gates, *state.sealed):
            yield Button(place, c.OpenGate(place=place))


def _clues(state: State) -> Iterator[Button]:
    for place in sorted(state.unstable):
        if place in state.gates:
            continue
        yield Button(place, c.PlaceClue(place=place))
        for id in state.active:
            seat = state.seats[id]
            if seat.place == place and not seat.area:
                text = _("%(place)s: %(who)s takes it") % {"place": place, "who": seat.investigator}
                yield Button(text, c.PlaceClue(place=place, seat=id))


def seat_choices(state: State, id: str, seat: Seat) -> Iterator[Choice]:
    """Return where an investigator can go, and what they can receive and suffer."""
    if not seat.is_active or state.status in ENDED:
        return
    if state.status == BATTLE:
        if f"attack:{id}" not in state.done:
            attacks = (
                Button(
                    ngettext("%(n)d success", "%(n)d successes", number) % {"n": number},
                    c.Attack(seat=id, successes=number),
                )
                for number in range(MOST_SUCCESSES + 1)
            )
            yield Choice(_("Attacks with …"), tuple(attacks))
    elif not (seat.area or seat.is_lost or stands_up_first(state, seat)):
        yield Choice(_("Goes to …"), tuple(_moves(state, id, seat)))
    yield Choice(_("Gains …"), tuple(_gains(state, id, seat)))
    if state.status != BATTLE:
        yield Choice(_("Is …"), tuple(_misfortunes(id, seat)))


def stands_up_first(state: State, seat: Seat) -> bool:
    """Return whether an investigator cannot move, because they are delayed in the Movement (p8)."""
    return seat.delayed and state.status == PLAYING and state.phase == MOVEMENT


def _moves(state: State, id: str, seat: Seat) -> Iterator[Button]:
    others = {each.place for each in state.seats.values() if not each.area} - {"", JAIL, LOST}
    names = {*state.unstable, *OTHER_LOCATIONS, *STREETS, *others} - {seat.place} - state.closed
    for place in sorted(names):
        yield Button(place, c.Move(seat=id, place=place))


def _gains(state: State, id: str, seat: Seat) -> Iterator[Button]:
    """Return the cards that the box still has."""
    for card, label in words.CARDS.items():
        if cards_left(state, card):
            yield Button(str(label), c.GainCard(seat=id, card=card))
    for special, label in words.SPECIAL.items():
        if special not in seat.special and (
            OPPOSITE.get(special) in seat.special or special_left(state, special)
        ):
            yield Button(str(label), c.GainSpecial(seat=id, special=special))


def _misfortunes(id: str, seat: Seat) -> Iterator[Button]:
    if not seat.delayed:
        yield Button(_("delayed"), c.Delay(seat=id))
    if not (seat.area or seat.is_lost or (seat.place == JAIL and seat.delayed)):
        yield Button(_("arrested"), c.Arrest(seat=id))
    if not seat.is_lost:
        yield Button(_("lost in time and space"), c.LoseInTime(seat=id))
    yield Button(_("devoured"), c.Devour(seat=id))


def sliders(state: State, id: str, seat: Seat) -> Iterator[Stat]:
    """Return the skill sliders with buttons that move them one stop, while they can be moved."""
    upkeep = state.status in (SETUP, BATTLE) or (state.status == PLAYING and state.phase == UPKEEP)
    if not upkeep or not seat.is_active:
        return
    before = sliders_before(state, seat)
    for index, label in enumerate((_("Speed/Sneak"), _("Fight/Will"), _("Lore/Luck"))):

        def moved(by: int, label: str, index: int = index) -> Button | None:
            stops = list(seat.sliders)
            stops[index] += by
            moved = sum(abs(new - old) for new, old in zip(stops, before, strict=True))
            if not 1 <= stops[index] <= STOPS or (state.status != SETUP and moved > seat.focus):
                return None
            return Button(label, c.MoveSliders(seat=id, sliders=tuple(stops)))

        yield Stat(
            label,
            seat.sliders[index],
            STOPS,
            moved(-1, _("%(what)s: one less") % {"what": label}),
            moved(1, _("%(what)s: one more") % {"what": label}),
        )
