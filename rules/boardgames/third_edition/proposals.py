"""Proposals: what must follow in a state without a choice, applied as it is."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import Proposal, _
from rules.boardgames.third_edition.clues import SkipEncounter
from rules.boardgames.third_edition.codex import AddToCodex, Finish, ResolveThreshold, nobody_left, reached
from rules.boardgames.third_edition.cup import PassToken, ReadHeadline, is_impossible
from rules.boardgames.third_edition.doom import (
    OUTBREAK,
    GateBurst,
    Outbreak,
    PlaceAnomaly,
    RemoveAnomaly,
    wants_anomaly,
)
from rules.boardgames.third_edition.harm import Defeat
from rules.boardgames.third_edition.monsters import (
    DefeatMonster,
    EngageMonster,
    ReadyMonsters,
    is_beaten,
    must_engage,
)
from rules.boardgames.third_edition.possessions import DiscardAsset, is_full
from rules.boardgames.third_edition.scenario import DOOM, GATE_BURST, READ_HEADLINE
from rules.boardgames.third_edition.state import (
    ACTION,
    ENCOUNTER,
    LOST,
    MONSTER,
    PLAYING,
    READYING,
    SETUP,
    State,
)
from rules.boardgames.third_edition.turns import EndTurn


def proposals(state: State) -> Iterator[Proposal]:
    """Return what the rules demand now without a choice, the most urgent first."""
    if state.status not in (SETUP, PLAYING):
        return
    yield from _doom(state)
    yield from _defeats(state)
    if state.status == SETUP:
        yield from _set_up(state)
        return
    yield from _doom_thresholds(state)
    yield from _engagements(state)
    yield from _tokens(state)
    yield from _turns(state)


def _doom(state: State) -> Iterator[Proposal]:
    for tile in state.scenario.neighborhoods:
        name = tile.name
        if wants_anomaly(state, name):
            yield Proposal(
                "anomaly.appears",
                _("An anomaly appears in {neighborhood}."),
                "406.3a",
                {"neighborhood": name},
                command=PlaceAnomaly(neighborhood=name),
            )
        if state.has_anomalies and state.areas[name].anomaly and not state.doom_in(name):
            yield Proposal(
                "anomaly.disappears",
                _("The anomaly in {neighborhood} disappears: no doom is left."),
                "406.3e",
                {"neighborhood": name},
                command=RemoveAnomaly(neighborhood=name),
            )
        if not state.has_outbreak:
            continue
        for space in tile.spaces:
            if state.doom.get(space, 0) >= OUTBREAK:
                yield Proposal(
                    "outbreak.happens",
                    _("Outbreak in {space}: three doom leave it, for the two other spaces and the scenario."),
                    "461.1a",
                    {"space": space},
                    command=Outbreak(space=space),
                )


def _defeats(state: State) -> Iterator[Proposal]:
    for id, monster in state.monsters.items():
        if is_beaten(state, monster):
            yield Proposal(
                "monster.defeated",
                _("{monster} is defeated."),
                "453.9",
                {"monster": monster.kind.name},
                command=DefeatMonster(monster=id),
            )
    for id, seat in state.seats.items():
        for key, asset in seat.assets.items():
            if is_full(asset):
                yield Proposal(
                    "asset.full",
                    _("{asset} is discarded: it can take no more."),
                    "408.8",
                    {"asset": asset.name},
                    command=DiscardAsset(seat=id, asset=key),
                )
        if seat.is_beaten and state.status == PLAYING:
            yield Proposal(
                "investigator.defeated",
                _("{investigator} is defeated: one doom on the scenario sheet, everything is discarded."),
                "444.6b",
                {"investigator": seat.investigator},
                command=Defeat(seat=id),
            )
    if state.status == PLAYING and nobody_left(state):
        yield Proposal(
            "end.nobody",
            _("No investigator is left: the players lose."),
            "302.3",
            command=Finish(outcome=LOST, how="302.3"),
        )


def _set_up(state: State) -> Iterator[Proposal]:
    if state.setup_clues or state.setup_doom:
        return
    for number in state.scenario.opening:
        if number not in state.codex:
            yield Proposal(
                "setup.codex",
                _("Archive card {card} joins the codex."),
                "111.4b",
                {"card": number},
                command=AddToCodex(number=number),
            )
            return


def _doom_thresholds(state: State) -> Iterator[Proposal]:
    for number, position, threshold in reached(state):
        if threshold.token == DOOM:
            yield Proposal(
                "threshold.doom",
                _("Card {card}: {limit} doom are reached. {effect}"),
                "407.5d",
                {"card": number, "limit": threshold.limit(state.players), "effect": threshold.effect},
                command=ResolveThreshold(number=number, position=position),
            )


def _engagements(state: State) -> Iterator[Proposal]:
    if (
        state.phase == MONSTER
        and state.step == READYING
        and any(m.exhausted for m in state.monsters.values())
    ):
        yield Proposal("monster.readies", _("Exhausted monsters ready."), "202.4a", command=ReadyMonsters())
    for id, monster in state.monsters.items():
        seats = must_engage(state, id)
        if seats and (len(seats) == 1 or monster.is_massive):
            yield Proposal(
                "monster.engages",
                _("{monster} engages {investigator}."),
                "451.2" if monster.is_massive else "467.5",
                {"monster": monster.kind.name, "investigator": state.seats[seats[0]].investigator},
                command=EngageMonster(monster=id, seat=seats[0]),
            )


def _tokens(state: State) -> Iterator[Proposal]:
    if is_impossible(state):
        yield Proposal(
            "token.impossible",
            _("The deck is empty, so this token does nothing."),
            "003",
            command=PassToken(),
        )
    elif state.token == GATE_BURST and not state.events.deck:
        yield Proposal(
            "token.burst-empty",
            _("The event deck is empty: the discard pile becomes the deck, and no doom is placed."),
            "003",
            command=GateBurst(),
        )
    elif state.token == READ_HEADLINE and not state.headlines:
        yield Proposal(
            "headline.none",
            _("The headline deck is empty: one doom on the scenario sheet."),
            "440.6",
            command=ReadHeadline(),
        )


def _turns(state: State) -> Iterator[Proposal]:
    if state.phase == ACTION and state.is_turn_over:
        yield Proposal(
            "turn.over",
            _("{investigator} has performed two actions: the turn is over."),
            "201.2",
            {"investigator": state.seats[state.acting].investigator},
            command=EndTurn(seat=state.acting),
        )
    if state.phase == ENCOUNTER:
        for id in state.playing:
            if not state.seats[id].active and state.engaged_with(id):
                yield Proposal(
                    "encounter.none",
                    _("{investigator} is engaged and has no encounter."),
                    "203.3",
                    {"investigator": state.seats[id].investigator},
                    command=SkipEncounter(seat=id),
                )
