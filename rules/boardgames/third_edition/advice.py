"""Banners and tracks: what is close or easily forgotten, and every number with its limit."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import Banner, _
from rules.boardgames.third_edition.cup import in_cup
from rules.boardgames.third_edition.doom import ANOMALY_NEIGHBORHOOD, ANOMALY_SPACE, OUTBREAK
from rules.boardgames.third_edition.scenario import CLUES, DOOM, RUMOR, Threshold
from rules.boardgames.third_edition.state import (
    ACTION,
    ACTIVATION,
    BLESSED,
    CURSED,
    ENCOUNTER,
    MONSTER,
    PLAYING,
    SETUP,
    State,
)
from rules.boardgames.tracks import EXCEED, REACH, Track


def banners(state: State) -> Iterator[Banner]:
    """Return advice for the table as it is."""
    if state.status not in (SETUP, PLAYING):
        return
    if not state.events.deck:
        yield Banner(
            "events.empty", _("The event deck is empty: no clue can appear and no doom can spread."), "003"
        )
    if not any(state.monster_deck.values()) and state.monster_deck:
        yield Banner("monsters.empty", _("The monster deck is empty: no monster can appear."), "005.2")
    if state.status != PLAYING:
        return
    if not state.headlines:
        yield Banner(
            "headlines.empty",
            _("The headline deck is empty: each headline is one doom on the scenario."),
            "440.6",
        )
    if not in_cup(state):
        yield Banner("cup.empty", _("The mythos cup is empty. It is filled again at the next draw."), "204.5")
    if not (state.has_outbreak or state.has_anomalies):
        yield Banner(
            "codex.no-engine",
            _("Neither archive card 1 nor 2 is in the codex: doom on the board has no effect by itself."),
            "423.4",
        )
    yield from _seat_banners(state)
    yield from _phase_banners(state)


def _seat_banners(state: State) -> Iterator[Banner]:
    for id, seat in state.seats.items():
        names = {asset.name for asset in seat.assets.values()}
        if BLESSED in names and CURSED in names:
            yield Banner(
                "condition.both",
                _("{investigator} is blessed and cursed; the rules do not say that they cancel."),
                "415.4",
                {"investigator": seat.investigator},
            )
        if seat.next is not None:
            yield Banner(
                "investigator.joins",
                _("{investigator} joins with the next action phase."),
                "444.6c",
                {"investigator": seat.next.name},
            )
        elif not seat.is_playing and state.pool and not state.available:
            yield Banner(
                "investigator.none",
                _("No investigator is left for {player}, who still draws mythos tokens."),
                "204.4",
                {"player": seat.player or id},
            )
        if seat.casting in seat.assets:
            yield Banner(
                "spell.casting",
                _("{investigator} casts {asset}: test lore, then finish the spell."),
                "483.7",
                {"investigator": seat.investigator, "asset": seat.assets[seat.casting].name},
            )


def _phase_banners(state: State) -> Iterator[Banner]:
    if state.phase == ACTION:
        for id in state.playing:
            seat = state.seats[id]
            if seat.additional:
                yield Banner(
                    "action.additional",
                    _("{investigator} may perform an additional action."),
                    "402.3",
                    {"investigator": seat.investigator},
                )
    if state.phase == MONSTER and state.step == ACTIVATION:
        ready = [monster.kind.name for monster in state.monsters.values() if monster.is_ready]
        if ready:
            yield Banner(
                "monster.activate",
                _("Activate each ready monster, in any order: {monsters}."),
                "202.2a",
                {"monsters": ", ".join(ready)},
            )
    if state.phase == ENCOUNTER and state.has_anomalies:
        for id in state.playing:
            tile = state.scenario.neighborhood_of(state.seats[id].space)
            if tile and state.areas[tile.name].anomaly and not state.seats[id].active:
                yield Banner(
                    "encounter.anomaly",
                    _("{investigator} has an anomaly encounter, by {doom} doom in the space."),
                    "406.3c",
                    {
                        "investigator": state.seats[id].investigator,
                        "doom": state.doom.get(state.seats[id].space, 0),
                    },
                )
    if RUMOR in state.codex and state.phase == ACTION and state.round:
        yield Banner("rumor.in-codex", _("A rumor is in effect."), "440.8")


def next_threshold(state: State, token: str) -> tuple[str, Threshold] | None:
    """Return the lowest threshold of the codex that has not taken effect, with its card."""
    found = [
        (number, threshold)
        for number, card in state.codex.items()
        for position, threshold in enumerate(card.card.thresholds)
        if threshold.token == token and position not in card.resolved
    ]
    return min(found, key=lambda each: each[1].limit(state.players), default=None)


def tracks(state: State) -> Iterator[Track]:
    """Return every number with its limit; a track says whether reaching or exceeding it counts."""
    for token, label, value in (
        (DOOM, _("Doom on the scenario"), state.scenario_doom),
        (CLUES, _("Clues on the scenario"), state.scenario_clues),
    ):
        card, threshold = next_threshold(state, token) or ("", None)
        yield Track(
            f"scenario-{token}",
            label,
            value,
            threshold.limit(state.players) if threshold else None,
            REACH,
            _("Card {card}: {effect}") if threshold else "",
            "407.5d" if token == DOOM else "407.5c",
            {"card": card, "effect": threshold.effect if threshold else ""},
            is_aim=token == CLUES,
        )
    yield from _place_tracks(state)
    yield from _deck_tracks(state)
    for id in state.playing:
        yield from _seat_tracks(state, id)


def _place_tracks(state: State) -> Iterator[Track]:
    for tile in state.scenario.neighborhoods:
        anomaly = state.areas[tile.name].anomaly if tile.name in state.areas else False
        for space in tile.spaces:
            there = state.doom.get(space, 0)
            limit: int | None
            if state.has_anomalies and not anomaly:
                limit, follows, citation = ANOMALY_SPACE, _("An anomaly appears"), "406.3a"
            elif state.has_outbreak and not (state.has_anomalies and there < OUTBREAK):
                limit, follows, citation = OUTBREAK, _("Outbreak"), "461.1a"
            else:  # without either card nothing happens; beside an anomaly no doom is added
                limit, follows, citation = None, "", "406.3b" if anomaly else "423.4"
            yield Track(f"doom {space}", space, there, limit, REACH, follows, citation)
        if state.has_anomalies and not anomaly:
            yield Track(
                f"neighborhood {tile.name}",
                tile.name,
                state.doom_in(tile.name),
                ANOMALY_NEIGHBORHOOD,
                REACH,
                _("An anomaly appears"),
                "406.3a",
            )


def _deck_tracks(state: State) -> Iterator[Track]:
    yield Track("headlines", _("Headlines left"), state.headlines, None, REACH, "", "440.6")
    yield Track("cup", _("Tokens in the cup"), in_cup(state), None, REACH, "", "204.5")
    yield Track("events", _("Event deck"), state.events.deck, None, REACH, "", "103.1")
    yield Track("monster-deck", _("Monster deck"), sum(state.monster_deck.values()), None, REACH, "", "104.1")


def _seat_tracks(state: State, id: str) -> Iterator[Track]:
    seat = state.seats[id]
    facts = {"investigator": seat.investigator}
    yield Track(
        f"damage {id}", _("Damage"), seat.damage, seat.facts.health, REACH, _("Defeated"), "444.6a", facts
    )
    yield Track(
        f"horror {id}", _("Horror"), seat.horror, seat.facts.sanity, REACH, _("Defeated"), "444.6a", facts
    )
    yield Track(
        f"focus {id}",
        _("Focus"),
        len(seat.focus),
        seat.facts.focus_limit,
        EXCEED,
        _("Discard a focus token"),
        "435.8",
        facts,
    )
