"""The forms of the Third Edition for investigators: actions, harm, cards and tokens."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from boardgames.forms.fields import CommandForm, Field
from boardgames.forms.third_values import (
    asset_names,
    monster_names,
    number,
    options,
    seat_names,
    space_options,
)
from boardgames.text import third as words
from rules.boardgames.third_edition.state import PLAYING, State


def _seat(state: State) -> Field:
    return Field("seat", _("Investigator"), "select", seat_names(state), value=state.acting)


def _more() -> tuple[Field, ...]:
    return (
        Field("additional", _("An additional action"), "tick"),
        Field("allowed", _("Allowed while engaged"), "tick"),
    )


def _successes() -> Field:
    return number(1, least=0, name="successes", label=_("Successes"))


def actions(state: State) -> Iterator[CommandForm]:
    """Return a form for each action; those without choices are buttons of the investigators."""
    if not state.playing:
        return
    seat, more = _seat(state), _more()
    spaces = space_options(state.scenario.all_spaces)
    yield CommandForm(
        "move",
        _("Move"),
        (
            seat,
            Field("spaces", _("To"), "select", spaces),
            *(Field("spaces", _("then"), "select", (("", "–"), *spaces)) for _n in range(3)),
            number(0, least=0, most=2, name="money", label=_("Dollars spent")),
            *more,
        ),
        hint=_("Two spaces, and one more for each dollar you spend, up to two."),
    )
    yield CommandForm("ward", _("Ward"), (seat, _successes(), *more))
    yield CommandForm(
        "research",
        _("Research"),
        (seat, _successes(), number(1, least=0, name="clues", label=_("Clues")), *more),
    )
    if state.monsters:
        yield from _fights(state, seat)
    yield CommandForm(
        "focus",
        _("Focus"),
        (
            seat,
            Field("skill", _("Skill"), "select", options(words.SKILLS)),
            Field("discard", _("Beyond the limit, discard"), "select", (("", "–"), *options(words.SKILLS))),
            *more,
        ),
    )
    yield CommandForm("gather", _("Gather resources"), (seat, *more))
    yield CommandForm(
        "component-action", _("Action of a component"), (seat, Field("component", _("Component")), *more)
    )
    if len(state.playing) > 1:
        yield CommandForm("trade", _("Trade"), (seat, *_trade(state), *more))


def _fights(state: State, seat: Field) -> Iterator[CommandForm]:
    monster = Field("monster", _("Monster"), "select", monster_names(state))
    yield CommandForm("attack", _("Attack"), (seat, monster, _successes(), *_more()))
    evaded = Field("monsters", _("Monsters evaded"), "many", monster_names(state))
    yield CommandForm("evade", _("Evade"), (seat, _successes(), evaded, *_more()))


def _trade(state: State) -> tuple[Field, ...]:
    found = [Field("partner", _("With"), "select", seat_names(state))]
    for side, label in (("gives", _("Gives: %(what)s")), ("takes", _("Takes: %(what)s"))):
        found += [
            number(0, least=0, name=f"{side}.{name}", label=label % {"what": words.SEAT_LABELS[name]})
            for name in ("money", "clues", "remnants")
        ]
        if asset_names(state):
            found.append(Field(f"{side}.assets", label % {"what": _("cards")}, "many", asset_names(state)))
    return tuple(found)


def investigators(state: State) -> Iterator[CommandForm]:
    """Return the forms of what happens to investigators."""
    if not state.playing:
        return
    seat = _seat(state)
    assets = (("", "–"), *asset_names(state))
    yield CommandForm(
        "suffer",
        _("Damage and horror"),
        (
            seat,
            number(1, least=0, name="damage", label=_("Damage")),
            number(0, least=0, name="horror", label=_("Horror")),
            Field("direct", _("Direct"), "tick"),
            Field("damage_asset", _("Damage to"), "select", assets),
            number(0, least=0, name="damage_assigned", label=_("how much")),
            Field("horror_asset", _("Horror to"), "select", assets),
            number(0, least=0, name="horror_assigned", label=_("how much")),
        ),
    )
    yield CommandForm(
        "recover",
        _("Recover"),
        (
            seat,
            number(1, least=0, name="health", label=_("Health")),
            number(0, least=0, name="sanity", label=_("Sanity")),
            Field("asset", _("Of a card"), "select", assets),
        ),
    )
    yield CommandForm("delay", _("Delayed"), (seat, Field("cost", _("As a cost"), "tick")))
    if state.status != PLAYING:
        return
    yield CommandForm(
        "relocate",
        _("Moved by a card"),
        (seat, Field("space", _("To"), "select", space_options(state.scenario.all_spaces))),
    )
    yield CommandForm("skip-encounter", _("No encounter"), (seat, Field("reason", _("Because of"))))
    yield CommandForm("devour", _("Devoured"), (seat,))
    yield CommandForm("retire", _("Retires"), (seat,))


def possessions(state: State) -> Iterator[CommandForm]:
    """Return the forms of cards and tokens, in the order of the page."""
    if not state.playing:
        return
    seat = _seat(state)
    yield _tokens(seat)
    yield from _gains(state, seat)
    yield from _focus(state, seat)
    yield from _cards(state, seat)


def _tokens(seat: Field) -> CommandForm:
    return CommandForm(
        "change-tokens",
        _("Money, clues, remnants"),
        (
            seat,
            *(
                number(0, least=-20, name=name, label=str(words.SEAT_LABELS[name]))
                for name in ("money", "clues", "remnants")
            ),
        ),
    )


def _gains(state: State, seat: Field) -> Iterator[CommandForm]:
    """Return the forms with which an investigator gains a card, buys one, or gains a condition."""
    card = (
        Field("name", _("Name")),
        number(0, least=0, name="health", label=_("Health")),
        number(0, least=0, name="sanity", label=_("Sanity")),
        number(0, least=0, most=2, name="hands", label=_("Hands")),
    )
    types = options({key: label for key, label in words.TYPES.items() if key != "condition"})
    yield CommandForm(
        "gain-asset",
        _("A card is gained"),
        (
            seat,
            Field("type", _("Type"), "select", types),
            *card,
            Field("reckoning", _("It has a reckoning effect"), "tick"),
        ),
    )
    if state.status == PLAYING:
        yield CommandForm(
            "buy",
            _("Buy"),
            (
                seat,
                Field("type", _("Type"), "select", types[:1] + types[2:3]),
                number(1, least=0, name="value", label=_("Value")),
                Field("half", _("At half price"), "tick"),
                *card,
            ),
            hint=_("Half the price is rounded up."),
        )
    yield CommandForm(
        "gain-condition",
        _("A condition"),
        (
            seat,
            Field("condition", _("Condition"), "select", options(words.CONDITIONS)),
            Field("cost", _("As a cost"), "tick"),
        ),
    )


def _focus(state: State, seat: Field) -> Iterator[CommandForm]:
    """Return the forms in which focus tokens come and go, and what is spent for rerolls."""
    yield CommandForm(
        "focus-skill",
        _("A card focuses a skill"),
        (
            seat,
            Field("skill", _("Skill"), "select", options(words.SKILLS)),
            Field("beyond", _("Even beyond the limit"), "tick"),
        ),
    )
    if any(held.focus for held in state.seats.values()):
        yield CommandForm(
            "discard-focus",
            _("Focus is discarded"),
            (seat, Field("skill", _("Skill"), "select", options(words.SKILLS))),
        )
    if state.status == PLAYING:
        yield CommandForm(
            "reroll",
            _("Spend for rerolls"),
            (
                seat,
                number(0, least=0, name="clues", label=_("Clues")),
                Field("skills", _("Focus"), "many", options(words.SKILLS)),
            ),
        )


def _cards(state: State, seat: Field) -> Iterator[CommandForm]:
    """Return the forms of cards that investigators have: discarded, used for a test, cast."""
    cards = asset_names(state)
    if not cards:
        return
    yield CommandForm(
        "discard-asset", _("A card is discarded"), (seat, Field("asset", _("Card"), "select", cards))
    )
    if state.status != PLAYING:
        return
    yield CommandForm("use-assets", _("Cards for a test"), (seat, Field("assets", _("Cards"), "many", cards)))
    spells = tuple(
        (key, f"{held.investigator}: {asset.name}")
        for held in state.seats.values()
        for key, asset in held.assets.items()
        if asset.type == "spell"
    )
    if spells:
        yield CommandForm(
            "cast-spell",
            _("Cast a spell"),
            (
                seat,
                Field("asset", _("Spell"), "select", spells),
                number(1, least=0, name="horror", label=_("Horror")),
                number(0, least=0, name="remnants", label=_("Remnants spent")),
                Field("horror_asset", _("Horror to"), "select", (("", "–"), *cards)),
                number(0, least=0, name="horror_assigned", label=_("how much")),
            ),
        )
