"""The table of the Third Edition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from boardgames.tables.parts import (
    Button,
    CardView,
    Outline,
    PhaseView,
    ScoreView,
    SeatView,
    Stat,
    TableView,
    TrackView,
)
from boardgames.tables.third_choices import phase_choices, seat_choices
from boardgames.text import third as words
from rules.boardgames import Track
from rules.boardgames.third_edition import EDITION
from rules.boardgames.third_edition import actions as a
from rules.boardgames.third_edition.clues import ScenarioClues
from rules.boardgames.third_edition.doom import PlaceDoom, RemoveDoom, ScenarioDoom
from rules.boardgames.third_edition.harm import Recover, Suffer
from rules.boardgames.third_edition.monsters import DefeatMonster, ExhaustMonster
from rules.boardgames.third_edition.phases import NextPhase, next_step
from rules.boardgames.third_edition.possessions import ChangeTokens, FinishSpell
from rules.boardgames.third_edition.scenario import RUMOR, SKILLS
from rules.boardgames.third_edition.state import (
    ABANDONED,
    ACTION,
    ACTIONS,
    ENCOUNTER,
    MONSTER,
    OVER,
    PHASES,
    PLAYING,
    SETUP,
    WON,
    Monster,
    Seat,
    State,
)
from rules.boardgames.third_edition.turns import EndTurn, StandUp

#: Tracks of the whole table; those of places and seats are shown there.
SHOWN = ("scenario-doom", "scenario-clues", "headlines", "cup", "events", "monster-deck")


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A space of the map: its doom with the limit, and who is there."""

    name: str
    doom: int | None
    limit: int | None
    level: str
    unstable: bool
    seats: tuple[str, ...]
    monsters: tuple[MonsterView, ...]
    less: Button | None = None
    more: Button | None = None


@dataclass(frozen=True, slots=True)
class MonsterView:
    name: str
    state: str
    damage: int
    health: int
    buttons: tuple[Button, ...] = ()


@dataclass(frozen=True, slots=True)
class TileView:
    """A neighborhood, or all streets together."""

    name: str
    clues: int = 0
    doom: int = 0
    limit: int | None = None
    anomaly: bool = False
    spaces: tuple[SpaceView, ...] = ()


@dataclass(frozen=True, slots=True)
class CodexView:
    number: str
    title: str
    flipped: bool
    lines: tuple[str, ...] = field(default_factory=tuple)


def outline(state: State) -> Outline:
    names = [*(state.seats[key].investigator for key in sorted(state.seats)), *sorted(state.lost)]
    there = tuple(dict.fromkeys(name for name in names if name))
    return Outline(state.status, state.scenario.name, state.players, investigators=there)


def table_view(state: State) -> TableView:
    over = state.status in OVER
    return TableView(
        subject=state.scenario.name,
        now=_now(state),
        tracks=tuple(_tracks(state)),
        phases=tuple(
            PhaseView(str(words.PHASES[phase]), state.phase == phase)
            for phase in (PHASES if state.status == PLAYING else ())
        ),
        lines=(),
        seats=tuple(_seat(state, key) for key in state.order),
        places=(),
        facts=tuple(_facts(state)),
        main=tuple(_main(state)),
        choices=tuple(phase_choices(state)),
        end=_end(state) if over else None,
        is_over=over,
        names={key: seat.investigator or seat.player for key, seat in state.seats.items()},
        extra={"tiles": tuple(_tiles(state)), "codex": tuple(_codex(state)), "cup": tuple(_cup(state))},
    )


def _now(state: State) -> str:
    if state.status == SETUP:
        return _("Set-up")
    if state.status != PLAYING:
        return str(words.STATUSES.get(state.status, ""))
    now = _("Round %(n)d: %(phase)s") % {"n": state.round, "phase": words.PHASES[state.phase]}
    return f"{now}, {words.STEPS[state.step]}" if state.step else now


def _main(state: State) -> Iterator[Button]:
    if state.status == PLAYING:
        if state.phase == MONSTER and next_step(state, onward=True):
            label = _("Next step")
        else:
            label = _("End the round") if state.phase == PHASES[-1] else _("Next phase")
        yield Button(label, NextPhase(onward=True), "arrow", main=True)


def _tracks(state: State) -> Iterator[TrackView]:
    changes: dict[str, tuple[Button, ...]] = {}
    if state.status in (SETUP, PLAYING):
        changes = {
            "scenario-doom": (
                Button("−", ScenarioDoom(number=-1), off=not state.scenario_doom),
                Button("+", ScenarioDoom(number=1)),
            ),
            "scenario-clues": (
                Button("−", ScenarioClues(number=-1), off=not state.scenario_clues),
                Button("+", ScenarioClues(number=1)),
            ),
        }
    hints = {
        "headlines": _("When none is left, each headline is one doom on the scenario sheet."),
        "cup": _("An empty cup is filled at the next draw."),
        "events": _("Discarded: %(n)d. Unstable: %(spaces)s.")
        % {"n": state.events.discard, "spaces": ", ".join(state.unstable) or "?"},
        "monster-deck": _("On the board: %(n)d.") % {"n": len(state.monsters)},
    }
    for track in EDITION.tracks(state):
        if track.id in SHOWN:
            follows = _(track.next).format(**track.facts) if track.next else ""
            sentence = hints.get(track.id, follows)
            yield TrackView(track, _(track.label), sentence, changes.get(track.id, ()))


def _seat(state: State, key: str) -> SeatView:
    seat = state.seats[key]
    return SeatView(
        id=key,
        name=seat.investigator or (seat.next.name if seat.next else _("No investigator")),
        player=seat.player,
        leads=_("leader") if state.leader == key and state.status not in OVER else "",
        status="active" if seat.is_playing else seat.left,
        stats=tuple(_stats(state, key, seat)) if seat.is_playing else (),
        marks=tuple(_marks(state, key, seat)),
        place=seat.space,
        cards=tuple(_cards(state, key, seat)),
        lines=tuple(_seat_lines(seat)),
        buttons=tuple(_buttons(state, key, seat)),
        choices=tuple(seat_choices(state, key, seat)),
    )


def _stats(state: State, key: str, seat: Seat) -> Iterator[Stat]:
    changes = state.status not in OVER
    harm = (
        ("damage", seat.facts.health, Recover(seat=key, health=1), Suffer(seat=key, damage=1)),
        ("horror", seat.facts.sanity, Recover(seat=key, sanity=1), Suffer(seat=key, horror=1)),
    )
    tokens = (
        ("money", None, ChangeTokens(seat=key, money=-1), ChangeTokens(seat=key, money=1)),
        ("clues", None, ChangeTokens(seat=key, clues=-1), ChangeTokens(seat=key, clues=1)),
        ("remnants", None, ChangeTokens(seat=key, remnants=-1), ChangeTokens(seat=key, remnants=1)),
    )
    for name, most, less, more in (*harm, *tokens):
        label, value = str(words.SEAT_LABELS[name]), getattr(seat, name)
        yield Stat(
            label,
            value,
            most,
            Button(_("%(what)s: one less") % {"what": label}, less) if changes and value > 0 else None,
            Button(_("%(what)s: one more") % {"what": label}, more) if changes else None,
        )


def _marks(state: State, key: str, seat: Seat) -> Iterator[str]:
    if seat.left:
        yield str(words.LEFT[seat.left])
        if seat.next:
            yield _("joins with the next round")
    if seat.delayed:
        yield _("delayed")
    if state.acting == key:
        yield _("takes a turn")
    elif state.phase == ACTION and seat.is_playing and not seat.active:
        yield _("turn is over")
    if state.phase == ENCOUNTER and seat.is_playing and seat.active:
        yield _("encounter is over")
    if state.engaged_with(key):
        names = ", ".join(state.monsters[id].kind.name for id in state.engaged_with(key))
        yield _("engaged: %(monsters)s") % {"monsters": names}
    if seat.additional:
        yield _("additional action")


def _cards(state: State, key: str, seat: Seat) -> Iterator[CardView]:
    for id, asset in seat.assets.items():
        label = str(words.CONDITIONS.get(asset.name, asset.name))
        parts = [f"{asset.damage}/{asset.health}"] if asset.health else []
        parts += [f"{asset.horror}/{asset.sanity}"] if asset.sanity else []
        text = f"{words.TYPES[asset.type]}: {label}{' ' if parts else ''}{' · '.join(parts)}"
        button = Button(_("Finish the spell"), FinishSpell(seat=key)) if seat.casting == id else None
        yield CardView(text, False, button)


def _seat_lines(seat: Seat) -> Iterator[tuple[str, str]]:
    if not seat.is_playing:
        return
    if seat.facts.skills:
        values = " · ".join(f"{words.SKILLS[skill]} {seat.skill(skill)}" for skill in SKILLS)
        yield _("Skills"), values
    names = ", ".join(str(words.SKILLS[skill]) for skill in SKILLS if skill in seat.focus)
    yield _("Focus"), f"{len(seat.focus)}/{seat.facts.focus_limit}{' ' if names else ''}{names}"
    if seat.actions:
        done = [str(words.ACTIONS.get(name.partition(" ")[0], "")) for name in seat.actions]
        yield _("Done this round"), ", ".join(done)


def _buttons(state: State, key: str, seat: Seat) -> Iterator[Button]:
    """Return what this investigator can do here and now with one tap."""
    if state.status != PLAYING or not seat.is_playing or state.phase != ACTION or not seat.active:
        return
    if not state.may_act(key):
        return
    free = seat.used < ACTIONS and not state.engaged_with(key)
    if seat.delayed:
        yield Button(_("Stand up"), StandUp(seat=key), main=True)
    elif free and "gather" not in seat.actions:
        yield Button(_("Gather"), a.Gather(seat=key))
    yield Button(_("End the turn"), EndTurn(seat=key))


def _tiles(state: State) -> Iterator[TileView]:
    tracks = {track.id: track for track in EDITION.tracks(state)}
    for tile in state.scenario.neighborhoods:
        area = state.areas[tile.name]
        whole = tracks.get(f"neighborhood {tile.name}")
        yield TileView(
            tile.name,
            area.clues,
            state.doom_in(tile.name),
            whole.limit if whole else None,
            area.anomaly,
            tuple(_space(state, space, tracks) for space in tile.spaces),
        )
    if state.scenario.streets:
        streets = tuple(_space(state, name, tracks) for name in state.scenario.street_names)
        yield TileView(_("Streets"), spaces=streets)


def _space(state: State, name: str, tracks: dict[str, Track]) -> SpaceView:
    track = tracks.get(f"doom {name}")
    changes = track is not None and state.status in (SETUP, PLAYING)
    return SpaceView(
        name,
        track.value if track else None,
        track.limit if track else None,
        track.level if track else "calm",
        name in state.unstable,
        tuple(state.seats[key].investigator for key in state.in_space(name)),
        tuple(_monster(state, key, each) for key, each in state.monsters.items() if each.space == name),
        Button("−", RemoveDoom(space=name)) if changes and track and track.value else None,
        Button("+", PlaceDoom(space=name)) if changes else None,
    )


def _monster(state: State, key: str, monster: Monster) -> MonsterView:
    if monster.engaged:
        who = ", ".join(state.seats[seat].investigator for seat in monster.engaged)
        text = _("engaged with %(who)s") % {"who": who}
    else:
        text = _("exhausted") if monster.exhausted else _("ready")
    buttons = []
    if state.status == PLAYING:
        if not monster.exhausted and not monster.is_massive:
            buttons.append(Button(_("Exhaust"), ExhaustMonster(monster=key)))
        buttons.append(Button(_("Defeat"), DefeatMonster(monster=key)))
    return MonsterView(monster.kind.name, text, monster.damage, monster.health(state.players), tuple(buttons))


def _codex(state: State) -> Iterator[CodexView]:
    for number, card in state.codex.items():
        lines = []
        for position, threshold in enumerate(card.card.thresholds):
            token = words.TOKENS[threshold.token]
            text = _("at %(n)d %(token)s: %(effect)s") % {
                "n": threshold.limit(state.players),
                "token": token,
                "effect": threshold.effect,
            }
            lines.append(f"✓ {text}" if position in card.resolved else text)
        shown = _("Rumor") if number == RUMOR else number
        yield CodexView(shown, card.card.title, card.flipped, tuple(lines))


def _cup(state: State) -> Iterator[tuple[str, int, int]]:
    for token, label in words.TOKENS.items():
        there, drawn = state.cup.get(token, 0), state.drawn.get(token, 0)
        if there or drawn:
            yield str(label), there, there + drawn


def _facts(state: State) -> Iterator[tuple[str, str]]:
    for name, number in state.markers.items():
        yield name, str(number)
    if state.lost:
        lost = ", ".join(f"{name} ({words.LEFT[how]})" for name, how in state.lost.items())
        yield _("Lost investigators"), lost


def _end(state: State) -> ScoreView:
    """Return how the game ended; the Third Edition has no score."""
    if state.status == ABANDONED:
        return ScoreView(_("The game was abandoned."), False)
    how = _("No investigator is left.") if state.how == "302.3" else state.how
    ending = _("Card %(n)s.") % {"n": state.ending} if state.ending else ""
    title = _("You have won.") if state.status == WON else _("You have lost.")
    text = _("Rounds: %(rounds)d, doom on the scenario sheet: %(doom)d, investigators lost: %(lost)d.") % {
        "rounds": state.round,
        "doom": state.scenario_doom,
        "lost": len(state.lost),
    }
    heading = " ".join(part for part in (title, ending, how) if part)
    return ScoreView(heading, state.status == WON, text=text)
