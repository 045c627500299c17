"""The table of the 2nd edition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from boardgames.tables.parts import (
    Button,
    CardView,
    LineView,
    Outline,
    PhaseView,
    PlaceView,
    ScoreView,
    SeatView,
    Stat,
    TableView,
    TrackView,
)
from boardgames.tables.second_choices import phase_choices, seat_choices, sliders
from boardgames.text import second as words
from rules.boardgames.second_edition import EDITION, State
from rules.boardgames.second_edition import commands as c
from rules.boardgames.second_edition.checklist import PHASE_NAMES, checklist
from rules.boardgames.second_edition.limits import first_citizens, limits_for, score, score_lines
from rules.boardgames.second_edition.state import (
    ABANDONED,
    ARKHAM,
    BATTLE,
    DEVOURED,
    ELIMINATED,
    ENDED,
    HIGHEST_TERROR,
    PHASES,
    PLAYING,
    SETUP,
    WON,
    Seat,
)

STATS = (("sanity", "max_sanity"), ("stamina", "max_stamina"), ("clues", ""), ("money", ""))


def outline(state: State) -> Outline:
    honours = tuple(state.seats[id].player for id in first_citizens(state)) if state.status == WON else ()
    seats = [state.seats[id] for id in state.order]
    names = dict.fromkeys(name for seat in seats for name in (*seat.former, seat.investigator) if name)
    return Outline(state.status, state.ancient.name, state.players, score(state), honours, tuple(names))


def table_view(state: State) -> TableView:
    over = state.status in ENDED
    return TableView(
        subject=state.ancient.name,
        now=_now(state),
        tracks=tuple(_tracks(state)),
        phases=tuple(
            PhaseView(_(PHASE_NAMES[phase]), state.phase == phase)
            for phase in (PHASES if state.status == PLAYING else ())
        ),
        lines=tuple(
            LineView(
                _(line.text),
                line.citation,
                line.id in state.done,
                Button("", c.Tick(item=line.id, done=line.id not in state.done)),
            )
            for line in checklist(state)
        ),
        seats=tuple(_seat(state, id) for id in state.order),
        places=tuple(_places(state)),
        facts=tuple(_facts(state)),
        main=tuple(_main(state)),
        choices=tuple(phase_choices(state)),
        end=_end(state) if over else None,
        is_over=over,
        names={id: seat.investigator or seat.player for id, seat in state.seats.items()},
    )


def _now(state: State) -> str:
    if state.status == SETUP:
        return _("Set-up")
    if state.status == BATTLE:
        return _("Final battle, round %(n)d") % {"n": state.battle_round}
    if state.status == PLAYING:
        return _("Turn %(n)d: %(phase)s") % {"n": state.turn, "phase": _(PHASE_NAMES[state.phase])}
    return str(words.STATUSES.get(state.status, ""))


def _main(state: State) -> Iterator[Button]:
    if state.status == SETUP:
        yield Button(_("Begin the first turn"), c.Begin(), "arrow", main=True)
    elif state.status == PLAYING:
        last = state.phase == PHASES[-1]
        yield Button(_("End the turn") if last else _("Next phase"), c.NextPhase(), "arrow", main=True)
    elif state.status == BATTLE:
        yield Button(_("Next round"), c.NextRound(), "arrow", main=True)


def zone_of(state: State) -> str:
    """Return from where a monster is taken that counts to the limit: Arkham, or if none is there the Sky."""
    return "arkham" if state.arkham else "sky"


def _tracks(state: State) -> Iterator[TrackView]:
    changes: dict[str, tuple[Button, ...]] = {}
    is_full = state.doom >= state.ancient.doom
    if state.status in (SETUP, PLAYING):
        changes = {
            "doom": (
                Button("−", c.ChangeDoom(number=-1), off=state.doom == 0),
                Button("+", c.ChangeDoom(number=1), off=is_full),
            ),
            "terror": (Button("+", c.RaiseTerror(), off=is_full and state.terror == HIGHEST_TERROR),),
            "monsters": (
                Button("−", c.MoveMonsters(origin=zone_of(state), target="cup"), off=not state.monsters),
                Button("+", c.MonstersAppear(), off=state.cup == 0 and bool(state.omen)),
            ),
            "outskirts": (
                Button("−", c.MoveMonsters(origin="outskirts", target="cup"), off=not state.outskirts),
            ),
        }
    for track in EDITION.tracks(state):
        if state.status == BATTLE and track.id != "doom":
            continue
        sentence = _(track.next).format(**track.facts)
        if state.status == BATTLE:
            # The track was filled when the Ancient One awoke; now it is the last token that counts.
            track = replace(track, limit=None, citation="p22")
            sentence = _("Each %(n)d successes remove a doom token; so far %(tally)d.") % {
                "n": limits_for(state.players).successes,
                "tally": state.tally,
            }
        yield TrackView(track, _(track.label), sentence, changes.get(track.id, ()))


def _seat(state: State, id: str) -> SeatView:
    seat = state.seats[id]
    return SeatView(
        id=id,
        name=seat.investigator,
        player=seat.player,
        leads=_("first player") if state.first == id and state.status not in ENDED else "",
        status=seat.status,
        stats=(*_stats(state, id, seat), *sliders(state, id, seat)),
        marks=tuple(_marks(seat)),
        place=_place_of(seat),
        cards=tuple(
            CardView(
                f"{words.CARDS[card.kind]}{': ' if card.name else ''}{card.name}",
                card.exhausted,
                None
                if state.status in ENDED
                else Button("", c.ExhaustCard(seat=id, card=index, exhausted=not card.exhausted)),
            )
            for index, card in enumerate(seat.cards)
        ),
        lines=tuple(_lines(seat)),
        buttons=tuple(_buttons(state, id, seat)),
        choices=tuple(seat_choices(state, id, seat)),
    )


def _place_of(seat: Seat) -> str:
    if not seat.area:
        return str(words.PLACES.get(seat.place, seat.place))
    return _("%(world)s, area %(n)d") % {"world": seat.place, "n": seat.area}


def _stats(state: State, id: str, seat: Seat) -> Iterator[Stat]:
    changes = seat.is_active and state.status not in ENDED
    for name, most in STATS:
        value = getattr(seat, name)
        highest = getattr(seat, most) if most else None
        label = str(words.SEAT_LABELS[name])
        less = Button(_("%(what)s: one less") % {"what": label}, c.Change(seat=id, what=name, number=-1))
        more = Button(_("%(what)s: one more") % {"what": label}, c.Change(seat=id, what=name, number=1))
        yield Stat(
            label,
            value,
            highest,
            less if changes and value > 0 else None,
            more if changes and (highest is None or value < highest) else None,
        )


def _marks(seat: Seat) -> Iterator[str]:
    if seat.status == DEVOURED:
        yield _("devoured")
    elif seat.status == ELIMINATED:
        yield _("out of the game")
    if seat.delayed:
        yield _("delayed")
    if seat.explored:
        yield _("explored marker")
    yield from (str(words.SPECIAL[special]) for special in words.SPECIAL if special in seat.special)


def _lines(seat: Seat) -> Iterator[tuple[str, str]]:
    if seat.gate_trophies or seat.monster_trophies:
        yield (
            _("Trophies"),
            _("gates %(gates)d, monsters %(monsters)d")
            % {"gates": seat.gate_trophies, "monsters": seat.monster_trophies},
        )
    if seat.is_active:
        speed, fight, lore = seat.sliders
        yield _("Sliders"), f"{speed} · {fight} · {lore}"
        yield _("Focus"), str(seat.focus)
    if seat.defaulted:
        yield str(words.SEAT_LABELS["defaulted"]), str(seat.defaulted)
    if seat.former:
        yield _("Before"), ", ".join(seat.former)


def _buttons(state: State, id: str, seat: Seat) -> Iterator[Button]:
    """Return what this investigator can do here and now with one tap."""
    if not seat.is_active or state.status in (BATTLE, *ENDED):
        return
    here = state.clues.get(seat.place, 0) if not seat.area else 0
    if here:
        text = ngettext("Take %(n)d clue", "Take %(n)d clues", here) % {"n": here}
        yield Button(text, c.TakeClues(seat=id, number=here), main=True)
    if seat.place in state.gates and not seat.area:
        if not seat.explored:
            yield Button(_("Through the gate"), c.EnterGate(seat=id), main=True)
        elif state.phase == ARKHAM:
            yield Button(_("Close the gate"), c.CloseGate(seat=id, place=seat.place), main=True)
            if seat.clues >= 5:
                yield Button(
                    _("Close and seal it"), c.CloseGate(seat=id, place=seat.place, seal="clues"), main=True
                )
    if state.monsters:
        yield Button(_("Defeats a monster"), c.DefeatMonster(seat=id, origin=zone_of(state)))


def _places(state: State) -> Iterator[PlaceView]:
    for place in state.unstable:
        gate, clues = state.gates.get(place), state.clues.get(place, 0)
        if place in state.sealed:
            text, look = _("elder sign"), "sealed"
        elif gate is not None:
            text = _("gate to %(world)s") % {"world": gate.world} if gate.world else _("open gate")
            look = "gate"
        else:
            text, look = "", ""
        if clues:
            number = _("clues: %(n)d") % {"n": clues}
            text = f"{text}, {number}" if text else number
        yield PlaceView(place, text, look)
    for place in sorted(state.closed):
        yield PlaceView(place, _("closed"), "closed")


def _facts(state: State) -> Iterator[tuple[str, str]]:
    limit = limits_for(state.players)
    yield _("Gate markers left"), str(state.gate_pile)
    yield _("Monsters in the cup"), str(state.cup)
    yield _("Arkham and Sky"), f"{state.arkham} + {state.sky}"
    yield _("Allies left"), str(state.allies)
    yield _("Gate trophies"), _("%(n)d of %(of)d") % {"n": state.gate_trophies, "of": limit.trophies}
    yield _("Monsters with a new gate"), str(limit.per_gate)
    if state.status == BATTLE and state.ancient.combat:
        yield _("Combat rating"), f"{state.ancient.combat:+d}".replace("-", "−")
    if state.environment:
        yield _("Environment"), state.environment
    if state.rumor:
        yield _("Rumor"), state.rumor
    if state.awakened_by:
        yield _("It awoke because"), str(words.AWAKENED.get(state.awakened_by, ""))


def _end(state: State) -> ScoreView:
    if state.status == WON:
        way = str(words.WAYS.get(state.how, state.how))
        title = _("You have won: %(way)s.") % {"way": way}
        honours = ", ".join(state.seats[id].player for id in first_citizens(state))
        lines = tuple((_(line.label), line.count, line.points) for line in score_lines(state))
        return ScoreView(title, True, lines, score(state), honours)
    if state.status == ABANDONED:
        return ScoreView(_("The game was abandoned."), False)
    how = state.how or _("All investigators were devoured in the final battle.")
    return ScoreView(_("You have lost. %(how)s") % {"how": how}, False)
