"""The forms of the 2nd edition about cards: gaining, losing and trading them, and trophies."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from boardgames.forms.fields import CommandForm, Field
from boardgames.forms.second_fields import number_field, options_of, seat_field, seats_of
from boardgames.text import second as words
from rules.boardgames.second_edition import State
from rules.boardgames.second_edition.investigators import TRADABLE


def card_forms(state: State) -> Iterator[CommandForm]:
    """Return the forms of cards, trades and trophies, in the order of the page."""
    seat = seat_field(state)
    if not seat.options:
        return
    yield from _cards(state, seat)
    yield from _special_cards(state, seat)
    if len(seat.options) > 1:
        yield _gift(seat)
        yield from _trades(state)
    yield from _trophies(seat)


def _cards(state: State, seat: Field) -> Iterator[CommandForm]:
    yield CommandForm(
        "gain-card",
        _("Gain a card"),
        (
            seat,
            Field("card", _("Kind"), "select", options_of(words.CARDS)),
            Field("name", _("Name")),
            number_field(most=10),
        ),
        hint=_("The name is optional."),
    )
    for id, name in seat.options:
        cards = state.seats[id].cards
        if cards:
            options = tuple(
                (str(index), f"{words.CARDS[card.kind]} {card.name}") for index, card in enumerate(cards)
            )
            yield CommandForm(
                "lose-cards",
                _("%(investigator)s discards") % {"investigator": name},
                (Field("seat", "", "hidden", value=id), Field("cards", _("Cards"), "many", options)),
            )


def _special_cards(state: State, seat: Field) -> Iterator[CommandForm]:
    special = options_of(words.SPECIAL)
    yield CommandForm(
        "gain-special", _("Gain a special card"), (seat, Field("special", _("Card"), "select", special))
    )
    if any(state.seats[id].special for id, _name in seat.options):
        yield CommandForm(
            "lose-special",
            _("Lose a special card"),
            (
                seat,
                Field("special", _("Card"), "select", special),
                Field("defaulted", _("The loan was defaulted on"), "tick"),
            ),
        )


def _gift(seat: Field) -> CommandForm:
    return CommandForm(
        "trade",
        _("Give money"),
        (
            seat,
            Field("to", _("To"), "select", seat.options),
            number_field(name="money", label=_("Money")),
        ),
    )


def _trophies(seat: Field) -> Iterator[CommandForm]:
    """Return the forms with which trophies are gained and spent."""
    yield CommandForm(
        "defeat-monster",
        _("Defeat a monster"),
        (
            seat,
            Field(
                "origin",
                _("From"),
                "select",
                options_of({k: words.ZONES[k] for k in ("arkham", "sky", "outskirts", "cup")}),
            ),
            Field("endless", _("Endless: back to the cup"), "tick"),
        ),
        hint=_("Choose “the cup” for a monster of an encounter that is kept as a trophy."),
    )
    yield CommandForm(
        "spend-trophies",
        _("Spend trophies"),
        (
            seat,
            number_field(0, least=0, most=16, name="gates", label=_("Gates")),
            number_field(0, least=0, name="monsters", label=_("Monsters")),
        ),
    )


def _trades(state: State) -> Iterator[CommandForm]:
    """Return a form for each investigator who has cards to give."""
    for id, name in seats_of(state):
        seat = state.seats[id]
        options = tuple(
            (str(index), f"{words.CARDS[card.kind]} {card.name}".strip())
            for index, card in enumerate(seat.cards)
            if card.kind in TRADABLE
        )
        if options:
            others = tuple(each for each in seats_of(state) if each[0] != id)
            here = [key for key, _name in others if _is_beside(state, id, key)]
            yield CommandForm(
                "trade",
                f"{_('Trade')}: {name}",
                (
                    Field("seat", "", "hidden", value=id),
                    Field("to", _("To"), "select", others, value=here[0] if here else ""),
                    number_field(0, least=0, most=seat.money, name="money", label=_("Money")),
                    Field("cards", _("Cards"), "many", options),
                ),
            )


def _is_beside(state: State, one: str, other: str) -> bool:
    first, second = state.seats[one], state.seats[other]
    return (first.place, first.area) == (second.place, second.area)
