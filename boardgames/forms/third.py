"""The forms of the Third Edition, and the buttons that answer its questions."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from boardgames.forms.fields import CommandForm, Field, Group
from boardgames.forms.third_seats import actions, investigators, possessions
from boardgames.forms.third_values import (
    monster_names,
    number,
    options,
    player_names,
    seat_names,
    space_options,
)
from boardgames.text import third as words
from rules.boardgames.third_edition.doom import ONE_BY_ONE, TOGETHER
from rules.boardgames.third_edition.scenario import RUMOR, SKILLS
from rules.boardgames.third_edition.state import OVER, PLAYING, State

#: Numbers of each investigator that a form can correct, besides limits and skills.
SEAT_NUMBERS = ("damage", "horror", "money", "clues", "remnants", "drawn")


def groups_of(state: State) -> list[Group]:
    """Return the forms that make sense in this part of the game."""
    if state.status in OVER:
        return [Group("correct", _("Corrections"), tuple(_corrections(state)))]
    groups = [
        Group("actions", _("Actions"), tuple(actions(state)) if state.status == PLAYING else ()),
        Group("investigators", _("Investigators"), tuple(investigators(state))),
        Group("cards", _("Cards and tokens"), tuple(possessions(state))),
        Group("doom", _("Doom and clues"), tuple(_doom(state))),
        Group("monsters", _("Monsters"), tuple(_monsters(state))),
        Group("codex", _("Codex and mythos cup"), (*_codex(state), *_cup(state), *_marks(state))),
        Group("correct", _("Corrections"), tuple(_corrections(state))),
        Group("end", _("The end"), tuple(_ends(state))),
    ]
    return [group for group in groups if group.forms]


def _tiles(state: State) -> Field:
    names = tuple((tile.name, tile.name) for tile in state.scenario.neighborhoods)
    return Field("neighborhood", _("Neighborhood"), "select", names)


def _doom_spaces(state: State, name: str = "space", label: str = "") -> Field:
    return Field(name, label or _("Space"), "select", space_options(state.scenario.spaces))


def _order() -> Field:
    ways = (("", "–"), (TOGETHER, _("together")), (ONE_BY_ONE, _("one by one")))
    return Field("order", _("With an anomaly, doom is placed"), "select", ways)


def _doom(state: State) -> Iterator[CommandForm]:
    order = (_order(),) if state.has_anomalies else ()
    yield CommandForm("place-doom", _("Doom is placed"), (_doom_spaces(state), number(), *order))
    yield CommandForm("remove-doom", _("Doom is removed"), (_doom_spaces(state), number()))
    second = Field("spaces", _("Second icon"), "select", (("", "–"), *space_options(state.scenario.spaces)))
    yield CommandForm(
        "spread-doom",
        _("Doom spreads"),
        (_doom_spaces(state, "spaces", _("Marked space")), second, _order()),
        hint=_("The bottom event card is discarded; its icons mark the spaces."),
    )
    yield CommandForm(
        "gate-burst",
        _("A gate bursts"),
        (
            _tiles(state),
            _order(),
        ),
    )
    yield CommandForm("scenario-doom", _("Doom on the scenario sheet"), (number(least=-20, most=20),))
    yield CommandForm("scenario-clues", _("Clues on the scenario sheet"), (number(-1, least=-20, most=20),))
    yield CommandForm("spawn-clue", _("A clue appears"), (_tiles(state),))
    if state.events.discard:
        yield CommandForm(
            "note-unstable",
            _("Unstable space"),
            (_doom_spaces(state, "spaces", _("Marked space")), second),
            hint=_("Read it from the top card of the event discard pile."),
        )
    if state.has_anomalies:
        yield CommandForm("place-anomaly", _("An anomaly appears"), (_tiles(state),))
        yield CommandForm("remove-anomaly", _("An anomaly disappears"), (_tiles(state),))


def _spawn(state: State) -> tuple[Field, ...]:
    deck = tuple(
        (kind.name, kind.name)
        for kind in state.scenario.monsters
        if kind.epic or state.monster_deck.get(kind.name, 0)
    )
    return (
        Field("monster", _("Monster"), "select", deck),
        Field("space", _("Space"), "select", space_options(state.scenario.all_spaces)),
    )


def _monsters(state: State) -> Iterator[CommandForm]:
    if any(state.monster_deck.values()) or any(kind.epic for kind in state.scenario.monsters):
        yield CommandForm(
            "spawn-monster",
            _("A monster appears"),
            (
                *_spawn(state),
                Field("engaged", _("Engaged with"), "select", (("", "–"), *seat_names(state))),
                Field("exhausted", _("Exhausted"), "tick"),
            ),
        )
    if not state.monsters:
        return
    which = Field("monster", _("Monster"), "select", monster_names(state))
    if state.status == PLAYING:
        yield CommandForm(
            "move-monster",
            _("A monster moves"),
            (which, Field("space", _("Space"), "select", space_options(state.scenario.all_spaces))),
        )
        seat = Field("seat", _("Investigator"), "select", seat_names(state))
        yield CommandForm("engage-monster", _("A monster engages"), (which, seat))
        yield CommandForm(
            "disengage-monster",
            _("A monster is disengaged"),
            (which, seat, Field("exhaust", _("And exhausted"), "tick")),
        )
        attack = tuple(state.attacks()) if state.step == "attack" else ()
        if attack:
            yield CommandForm("monster-attack", _("An attack that assets take or prevent"), _attack(state))
    yield CommandForm("exhaust-monster", _("A monster is exhausted"), (which,))
    yield CommandForm("damage-monster", _("A monster’s damage changes"), (which, number(least=-20, most=20)))
    yield CommandForm("defeat-monster", _("A monster is defeated or discarded"), (which,))


def _attack(state: State) -> tuple[Field, ...]:
    assets = tuple(
        (key, f"{seat.investigator}: {asset.name}")
        for seat in state.seats.values()
        for key, asset in seat.assets.items()
        if asset.health or asset.sanity
    )
    return (
        Field("monster", _("Monster"), "select", monster_names(state)),
        Field("seat", _("Investigator"), "select", seat_names(state)),
        number(0, least=0, name="prevented_damage", label=_("Damage prevented")),
        number(0, least=0, name="prevented_horror", label=_("Horror prevented")),
        Field("damage_asset", _("Damage to"), "select", (("", "–"), *assets)),
        number(0, least=0, name="damage_assigned", label=_("how much")),
        Field("horror_asset", _("Horror to"), "select", (("", "–"), *assets)),
        number(0, least=0, name="horror_assigned", label=_("how much")),
    )


def _codex(state: State) -> Iterator[CommandForm]:
    known = tuple(card.number for card in state.scenario.cards if card.number not in state.codex)
    yield CommandForm(
        "add-to-codex",
        _("A card joins the codex"),
        (
            Field("number", _("Number"), suggestions=known),
            Field("title", _("Title")),
            Field("reckoning", _("It has a reckoning effect"), "tick"),
        ),
    )
    there = tuple(
        (key, f"{key} {card.card.title}".strip()) for key, card in state.codex.items() if key != RUMOR
    )
    if there:
        which = Field("number", _("Card"), "select", there)
        yield CommandForm(
            "add-threshold",
            _("A threshold of a card"),
            (
                which,
                number(3, name="limit", label=_("At how many")),
                Field("token", _("of"), "select", options({k: words.TOKENS[k] for k in ("doom", "clues")})),
                Field("each", _("for each investigator who started"), "tick"),
                Field("effect", _("What happens")),
                Field(
                    "ends", _("The game is"), "select", (("", "–"), ("won", _("won")), ("lost", _("lost")))
                ),
            ),
        )
        yield CommandForm("flip-codex-card", _("A card is turned over"), (which,))
        yield CommandForm("remove-from-codex", _("A card leaves the codex"), (which,))


def _cup(state: State) -> Iterator[CommandForm]:
    """Return the forms of headlines and of the tokens of the mythos cup."""
    if state.status == PLAYING:
        yield CommandForm(
            "read-headline",
            _("A headline is read"),
            (Field("title", _("Title")), Field("rumor", _("It is a rumor"), "tick")),
        )
        if RUMOR in state.codex:
            yield CommandForm("discard-rumor", _("The rumor is discarded"), ())
        yield CommandForm(
            "draw-token",
            _("A card makes a player draw a token"),
            (
                Field("seat", _("Player"), "select", player_names(state)),
                Field("token", _("Token"), "select", _tokens()),
                Field("extra", "", "hidden", value="1"),
            ),
        )
    yield CommandForm(
        "change-cup",
        _("Tokens of the cup change"),
        (Field("token", _("Token"), "select", _tokens()), number(least=-9, most=9)),
    )


def _marks(state: State) -> Iterator[CommandForm]:
    """Return the forms of markers that cards define, and of the leader token."""
    yield CommandForm(
        "change-marker",
        _("Markers"),
        (
            Field("name", _("What and where"), suggestions=tuple(sorted(state.markers))),
            number(least=-20, most=20),
        ),
    )
    yield CommandForm(
        "choose-leader",
        _("Another leader"),
        (Field("seat", _("Player"), "select", player_names(state)),),
    )


def _tokens() -> tuple[tuple[str, str], ...]:
    return options({key: value for key, value in words.TOKENS.items() if key not in ("doom", "clues")})


def _corrections(state: State) -> Iterator[CommandForm]:
    yield CommandForm(
        "correct",
        _("Correct a number of the table"),
        (
            Field("path", _("Value"), "select", tuple(_table_numbers(state))),
            number(0, least=0, most=999, name="value", label=_("is")),
        ),
        hint=_("Only this changes. What the rules require because of it is then proposed."),
    )
    if state.playing:
        yield CommandForm(
            "correct",
            _("Correct a number of an investigator"),
            (
                Field("path", _("Value"), "select", tuple(_seat_numbers(state))),
                number(0, least=0, most=99, name="value", label=_("is")),
            ),
        )


def _table_numbers(state: State) -> Iterator[tuple[str, str]]:
    """Yield the numbers of the table that can be corrected, with their labels."""
    for name in ("scenario_doom", "scenario_clues", "round", "headlines"):
        yield name, str(words.LABELS[name])
    for space in state.scenario.spaces:
        yield f"doom/{space}", f"{words.LABELS['doom']}: {space}"
    for tile in state.scenario.neighborhoods:
        yield f"areas/{tile.name}/clues", f"{tile.name}: {_('clues')}"
        yield f"areas/{tile.name}/events", f"{tile.name}: {_('events')}"
    yield "events/deck", _("Event deck")
    yield "events/discard", _("Event discard pile")
    for key, label in _tokens():
        yield f"cup/{key}", f"{words.LABELS['cup']}: {label}"
    for name in sorted(state.monster_deck):
        yield f"monster_deck/{name}", f"{words.LABELS['monster_deck']}: {name}"


def _seat_numbers(state: State) -> Iterator[tuple[str, str]]:
    """Yield the numbers of the investigators that can be corrected, kind by kind."""
    limits = {"health": _("Health"), "sanity": _("Sanity"), "focus_limit": _("Focus limit")}
    labels = {name: words.SEAT_LABELS[name] for name in SEAT_NUMBERS}
    skills = {f"facts/skills/{skill}": words.SKILLS[skill] for skill in SKILLS}
    for kinds in (labels, {f"facts/{name}": label for name, label in limits.items()}, skills):
        for key in state.playing:
            for name, label in kinds.items():
                yield f"seats/{key}/{name}", f"{state.seats[key].investigator}: {label}"


def _ends(state: State) -> Iterator[CommandForm]:
    ends: tuple[tuple[str, str], ...] = (
        ("won", _("won")),
        ("lost", _("lost")),
        ("abandoned", _("abandoned")),
    )
    if state.status != PLAYING:
        ends = ends[2:]
    yield CommandForm(
        "finish",
        _("The game ends"),
        (
            Field("outcome", _("It is"), "select", ends),
            Field("ending", _("Number of the card that ends it")),
            Field("how", _("How")),
        ),
    )
