"""Questions: what must follow in a state, but only players can choose."""

from __future__ import annotations

from collections.abc import Iterator

from rules.boardgames.findings import Question, _
from rules.boardgames.third_edition.clues import Encounter, SpawnClue
from rules.boardgames.third_edition.codex import ResolveThreshold, reached
from rules.boardgames.third_edition.cup import DrawToken, ReadHeadline, Reckon, drawable, is_impossible
from rules.boardgames.third_edition.doom import ONE_BY_ONE, TOGETHER, GateBurst, NoteUnstable, SpreadDoom
from rules.boardgames.third_edition.harm import ChooseInvestigator
from rules.boardgames.third_edition.monsters import EngageMonster, MonsterAttack, SpawnMonster, must_engage
from rules.boardgames.third_edition.possessions import DiscardFocus
from rules.boardgames.third_edition.scenario import (
    CLUES,
    GATE_BURST,
    READ_HEADLINE,
    RECKONING,
    SPAWN_CLUE,
    SPAWN_MONSTER,
    SPREAD_DOOM,
    Investigator,
)
from rules.boardgames.third_edition.setup import BeginPlay
from rules.boardgames.third_edition.state import (
    ACTION,
    ACTIONS,
    ATTACK,
    ENCOUNTER,
    MONSTER,
    MYTHOS,
    PLAYING,
    SETUP,
    State,
)
from rules.boardgames.third_edition.turns import StandUp


def questions(state: State) -> Iterator[Question]:
    """Return what the rules demand now, but only players can choose."""
    if state.status == SETUP:
        yield from _set_up_questions(state)
    if state.status != PLAYING:
        return
    if state.events.discard and not state.events.top:
        yield Question(
            "unstable.unknown",
            _("Which space does the top card of the event discard pile mark?"),
            "493.2",
            command=NoteUnstable(spaces=()),
            fields=("spaces",),
            among=state.scenario.spaces,
            blocks=False,
        )
    for id, seat in state.seats.items():
        if seat.focus_owed:
            yield Question(
                "focus.exceeds",
                _("{investigator} has too many focus tokens: which one is discarded?"),
                "435.9",
                {"investigator": seat.investigator},
                command=DiscardFocus(seat=id, skill=""),
                fields=("skill",),
                among=tuple(sorted(seat.focus)),
            )
    yield from _token_questions(state)
    yield from _monster_questions(state)
    yield from _phase_questions(state)


def _set_up_questions(state: State) -> Iterator[Question]:
    if state.setup_clues:
        yield Question(
            "setup.clue",
            _("Where does the next starting clue appear? {number} to go."),
            "111.2a",
            {"number": state.setup_clues},
            command=SpawnClue(neighborhood=""),
            fields=("neighborhood",),
            among=tuple(tile.name for tile in state.scenario.neighborhoods),
        )
    elif state.setup_doom:
        yield Question(
            "setup.doom",
            _("Which space does the bottom event card mark with doom?"),
            "111.3a",
            command=SpreadDoom(spaces=()),
            fields=("spaces",),
            among=state.scenario.spaces,
        )
    elif all(number in state.codex for number in state.scenario.opening):
        yield Question(
            "setup.over",
            _("Is everything in place, starting cards and codex too? Then the first round begins."),
            "111.1",
            command=BeginPlay(),
            fields=(),
        )


def _token_questions(state: State) -> Iterator[Question]:
    names = tuple(tile.name for tile in state.scenario.neighborhoods)
    if is_impossible(state):
        return
    if state.token == SPREAD_DOOM:
        yield Question(
            "token.spread-doom",
            _("Spread doom: which space does the bottom event card mark?"),
            "423.2",
            command=SpreadDoom(spaces=()),
            fields=("spaces",),
            among=state.scenario.spaces,
        )
    elif state.token == SPAWN_CLUE:
        yield Question(
            "token.spawn-clue",
            _("Spawn clue: which neighborhood is on the top event card?"),
            "412.3",
            command=SpawnClue(neighborhood=""),
            fields=("neighborhood",),
            among=names,
        )
    elif state.token == SPAWN_MONSTER:
        yield Question(
            "token.spawn-monster",
            _("Spawn monster: which monster was at the bottom, and where does it appear?"),
            "453.5",
            command=SpawnMonster(monster="", space=""),
            fields=("monster", "space"),
            among=tuple(name for name, number in state.monster_deck.items() if number),
        )
    elif state.token == READ_HEADLINE and state.headlines:
        yield Question(
            "token.headline",
            _("Read the headline. Is it a rumor?"),
            "440.2",
            command=ReadHeadline(),
            fields=("rumor",),
        )
    elif state.token == GATE_BURST and state.events.deck:
        yield Question(
            "token.gate-burst",
            _("Gate burst: which neighborhood is on the top event card?"),
            "204.11a",
            {"orders": (TOGETHER, ONE_BY_ONE)},
            command=GateBurst(),
            fields=("neighborhood", "order"),
            among=names,
        )
    elif state.token == RECKONING:
        cards = ", ".join(reckoning_cards(state))
        known, unknown = (
            _("Resolve the reckoning effects in any order: {cards}."),
            _("Resolve the reckoning effects in any order. No card here is known to have one."),
        )
        yield Question(
            "token.reckoning",
            known if cards else unknown,
            "204.12",
            {"cards": cards},
            command=Reckon(),
            fields=(),
        )


def reckoning_cards(state: State) -> Iterator[str]:
    """Return the names of what has a reckoning effect, as far as players have noted it (204.12a)."""
    if state.scenario.reckoning:
        yield state.scenario.name
    for card in state.codex.values():
        if card.card.reckoning:
            yield card.card.title or card.card.number
    for seat in state.seats.values():
        yield from (asset.name for asset in seat.assets.values() if asset.reckoning)


def _monster_questions(state: State) -> Iterator[Question]:
    for id, monster in state.monsters.items():
        seats = must_engage(state, id)
        if len(seats) > 1 and not monster.is_massive:
            yield Question(
                "monster.engages-whom",
                _("Which investigator does {monster} engage: its prey, or one that you choose?"),
                "467.6",
                {"monster": monster.kind.name},
                command=EngageMonster(monster=id, seat=""),
                fields=("seat",),
                among=seats,
            )
    if state.phase == MONSTER and state.step == ATTACK:
        for id, seat in state.attacks():
            kind = state.monsters[id].kind
            yield Question(
                "monster.attacks",
                _("{monster} deals {damage} damage and {horror} horror to {investigator}."),
                "202.3b",
                {
                    "monster": kind.name,
                    "damage": kind.damage,
                    "horror": kind.horror,
                    "investigator": state.seats[seat].investigator,
                },
                command=MonsterAttack(monster=id, seat=seat),
                fields=("damage_asset", "damage_assigned", "horror_asset", "horror_assigned"),
            )


def _phase_questions(state: State) -> Iterator[Question]:
    if state.phase == ACTION:
        for id in state.playing:
            seat = state.seats[id]
            may = seat.active and state.may_act(id) and (seat.used < ACTIONS or seat.additional)
            if seat.delayed and may:
                yield Question(
                    "delayed.stands-up",
                    _("{investigator} is delayed: stand up and skip an action."),
                    "417.2",
                    {"investigator": seat.investigator},
                    command=StandUp(seat=id),
                    fields=(),
                    blocks=False,
                )
    if state.phase == ENCOUNTER:
        for id in state.playing:
            if not state.seats[id].active and not state.engaged_with(id):
                yield Question(
                    "encounter.due",
                    _("{investigator} has an encounter in {space}."),
                    "203.1",
                    {"investigator": state.seats[id].investigator, "space": state.seats[id].space},
                    command=Encounter(seat=id),
                    fields=("event", "gained"),
                )
    if state.phase == MYTHOS and state.drawer and not state.token and drawable(state):
        yield Question(
            "token.draw",
            _("{player} draws a mythos token."),
            "204.1",
            {
                "player": state.seats[state.drawer].player
                or state.seats[state.drawer].investigator
                or state.drawer
            },
            command=DrawToken(seat=state.drawer, token=""),
            fields=("token",),
            among=tuple(drawable(state)),
        )
    yield from _codex_questions(state)


def _codex_questions(state: State) -> Iterator[Question]:
    for number, position, threshold in reached(state):
        if threshold.token == CLUES:
            yield Question(
                "threshold.clues",
                _("Card {card}: enough clues are there ({limit}). {effect}"),
                "407.5c",
                {"card": number, "limit": threshold.limit(state.players), "effect": threshold.effect},
                command=ResolveThreshold(number=number, position=position),
                fields=(),
                blocks=False,
            )
    for id, seat in state.seats.items():
        if not seat.is_playing and seat.next is None and (state.available or not state.pool):
            yield Question(
                "investigator.next",
                _("{player} chooses a new investigator before the next round."),
                "205.2",
                {"player": seat.player or id},
                command=ChooseInvestigator(seat=id, investigator=Investigator("")),
                fields=("investigator",),
                among=tuple(each.name for each in state.available),
                blocks=False,
            )
