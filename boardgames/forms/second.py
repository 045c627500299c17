"""The forms of the 2nd edition."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from boardgames.forms.fields import CommandForm, Field, Group
from boardgames.forms.second_cards import card_forms
from boardgames.forms.second_fields import (
    number_field,
    options_of,
    place_field,
    seat_field,
    seats_of,
)
from boardgames.text import second as words
from rules.boardgames.second_edition import State
from rules.boardgames.second_edition.limits import surge_size
from rules.boardgames.second_edition.reference import (
    OTHER_WORLDS,
    STREETS,
)
from rules.boardgames.second_edition.state import (
    ARKHAM,
    BATTLE,
    ENDED,
    PLAYING,
    SETUP,
    UNIQUE,
    UPKEEP,
)

#: Numbers that a form can correct: those of the table, and those of each investigator.
TABLE_NUMBERS = (
    *("doom", "terror", "arkham", "sky", "outskirts", "allies"),
    *("signs_played", "not_sane", "turn", "tally"),
)
SEAT_NUMBERS = (
    *("sanity", "stamina", "clues", "money", "focus"),
    *("gate_trophies", "monster_trophies", "defaulted"),
)


def groups_of(state: State) -> list[Group]:
    """Return the forms that make sense in this part of the game."""
    if state.status in ENDED:
        return [Group("correct", _("Corrections"), tuple(_corrections(state)))]
    if state.status == BATTLE:
        groups = [Group("battle", _("Final battle"), tuple(_battle(state)))]
    else:
        groups = [
            Group("mythos", _("Mythos"), tuple(_mythos(state))),
            Group("gates", _("Gates"), tuple(_gates(state))),
        ]
    groups += [
        Group("investigators", _("Investigators"), tuple(_investigators(state))),
        Group("cards", _("Cards and trophies"), tuple(card_forms(state))),
        Group("correct", _("Corrections"), tuple(_corrections(state))),
        Group("end", _("The end"), tuple(_ends(state))),
    ]
    return [group for group in groups if group.forms]


def _mythos(state: State) -> Iterator[CommandForm]:
    yield from _openings(state)
    yield CommandForm("monsters-appear", _("Monsters appear"), (number_field(),))
    yield CommandForm("raise-terror", _("Terror rises"), (number_field(most=10),))
    yield from _mythos_cards(state)
    yield CommandForm("change-doom", _("Doom changes"), (number_field(least=-20, most=20),))
    yield CommandForm(
        "close-location",
        _("A location closes"),
        (place_field(state), Field("street", _("Those inside go to"), suggestions=STREETS)),
    )


def _openings(state: State) -> Iterator[CommandForm]:
    """Return the forms of a gate that opens, and of monsters that surge where one is open."""
    free = tuple(
        (each, each) for each in state.unstable if each not in state.gates and each not in state.sealed
    )
    if free:
        yield CommandForm(
            "open-gate",
            _("A gate opens"),
            (
                Field("place", _("Location"), "select", free),
                Field("world", _("Other World"), suggestions=OTHER_WORLDS),
                Field("modifier", _("Modifier"), "number", value="0", least=-9, most=9),
                Field("symbol", _("Symbol"), "select", (("", "–"), *options_of(words.SYMBOLS))),
            ),
            hint=_("Doom, the gate and its monsters, in the order of the book."),
        )
    gates = sorted(state.gates)
    if gates and state.status == PLAYING:
        yield CommandForm(
            "surge",
            _("Monsters surge"),
            (
                Field("place", _("Location"), "select", tuple((each, each) for each in gates)),
                *(
                    Field(f"at.{each}", each, "number", least=0, most=surge_size(state))
                    for each in (gates if len(gates) > 1 else ())
                ),
            ),
            hint=_("%(n)d monsters, as even as possible over all open gates.") % {"n": surge_size(state)},
        )


def _mythos_cards(state: State) -> Iterator[CommandForm]:
    """Return the forms of the clue, the environment and the rumor of a mythos card."""
    yield CommandForm(
        "place-clue",
        _("A clue appears"),
        (
            Field(
                "place",
                _("Location"),
                "select",
                tuple((e, e) for e in state.unstable if e not in state.gates),
            ),
            Field("seat", _("Taken at once by"), "select", (("", "–"), *seats_of(state))),
        ),
    )
    yield CommandForm("set-environment", _("Environment"), (Field("name", _("Name")),))
    if not state.rumor:
        yield CommandForm("set-rumor", _("Rumor"), (Field("name", _("Name")),))
    else:
        yield CommandForm(
            "end-rumor", _("The Rumor ends"), (Field("passed", _("Passed"), "tick", value="1"),)
        )


def _gates(state: State) -> Iterator[CommandForm]:
    if state.gates and state.status == PLAYING:
        yield CommandForm(
            "close-gate",
            _("Close or seal a gate"),
            tuple(_closing(state)),
            hint=_("Monsters with the symbol of the gate return to the cup: enter how many."),
        )
    yield CommandForm(
        "move-monsters",
        _("Move monsters"),
        (
            Field("origin", _("From"), "select", options_of(words.ZONES)[:3]),
            Field("target", _("To"), "select", options_of(words.ZONES)[::-1]),
            number_field(),
        ),
    )


def _closing(state: State) -> Iterator[Field]:
    """Return the fields of a gate that is closed: who closes it, how it is sealed, which monsters leave."""
    yield seat_field(state)
    yield Field("place", _("Gate"), "select", tuple((each, each) for each in sorted(state.gates)))
    seals = (("no", _("no")), ("clues", _("five clues")), ("sign", _("Elder Sign")))
    yield Field("seal", _("Seal"), "select", seals)
    signs = tuple(
        (str(index), f"{seat.investigator}: {card.name}")
        for seat in state.seats.values()
        for index, card in enumerate(seat.cards)
        if card.kind == UNIQUE and "sign" in card.name.casefold()
    )
    if signs:
        yield Field("card", _("The card"), "select", (("-1", "–"), *signs), value="-1")
    for name in ("arkham", "sky", "outskirts"):
        yield Field(name, str(words.LABELS[name]), "number", value="0", least=0, most=60)
    by_effect = "" if state.phase == ARKHAM else "1"
    yield Field("by_effect", _("By a card, without an explored marker"), "tick", value=by_effect)


def _investigators(state: State) -> Iterator[CommandForm]:
    seat = seat_field(state)
    if not seat.options:
        return
    numbers = {name: words.SEAT_LABELS[name] for name in ("sanity", "stamina", "clues", "money")}
    yield CommandForm(
        "change",
        _("Change a number"),
        (
            seat,
            Field("what", _("What"), "select", options_of(numbers)),
            number_field(-1, least=-99, most=99),
        ),
    )
    if state.status != BATTLE:
        yield from _moves(state, seat)
    if state.status in (SETUP, BATTLE) or state.phase == UPKEEP:
        stops = tuple((str(stop), str(stop)) for stop in range(1, 5))
        pairs = (_("Speed and Sneak"), _("Fight and Will"), _("Lore and Luck"))
        sliders = (Field("sliders", pair, "select", stops) for pair in pairs)
        yield CommandForm("move-sliders", _("Adjust skills"), (seat, *sliders))
    yield CommandForm("devour", _("Devoured"), (seat,))
    maxima = {name: words.SEAT_LABELS[name] for name in ("sanity", "stamina")}
    yield CommandForm(
        "change-maximum",
        _("Change a maximum"),
        (
            seat,
            Field("what", _("What"), "select", options_of(maxima)),
            number_field(-1, least=-20, most=20),
        ),
    )


def _moves(state: State, seat: Field) -> Iterator[CommandForm]:
    """Return the forms of moving, and of what keeps an investigator from it."""
    area = number_field(0, least=0, most=2, name="area", label=_("Area of an Other World"))
    yield CommandForm("move", _("Move"), (seat, place_field(state), area))
    yield CommandForm("delay", _("Delayed"), (seat,))
    yield CommandForm("arrest", _("Arrested"), (seat,))
    yield CommandForm("lose-in-time", _("Lost in time and space"), (seat,))


def _battle(state: State) -> Iterator[CommandForm]:
    ready = tuple(each for each in seats_of(state) if f"attack:{each[0]}" not in state.done)
    if ready:
        yield CommandForm(
            "attack",
            _("Attack"),
            (
                Field("seat", _("Investigator"), "select", ready),
                number_field(0, least=0, name="successes", label=_("Successes")),
            ),
            hint=_("The modifier of the Combat check is %(n)+d.") % {"n": state.ancient.combat},
        )


def _corrections(state: State) -> Iterator[CommandForm]:
    numbers = tuple((name, str(words.LABELS[name])) for name in TABLE_NUMBERS)
    yield CommandForm(
        "correct",
        _("Correct a number of the table"),
        (
            Field("path", _("Value"), "select", numbers),
            number_field(0, least=0, most=999, name="value", label=_("is")),
        ),
        hint=_("Only this changes. What the rules require because of it is then proposed."),
    )
    of_seats = tuple(
        (f"seats/{id}/{name}", f"{state.seats[id].investigator}: {words.SEAT_LABELS[name]}")
        for id in state.order
        for name in SEAT_NUMBERS
    )
    yield CommandForm(
        "correct",
        _("Correct a number of an investigator"),
        (
            Field("path", _("Value"), "select", of_seats),
            number_field(0, least=0, most=999, name="value", label=_("is")),
        ),
    )
    if state.status in (SETUP, PLAYING):
        yield CommandForm(
            "correct-place",
            _("Correct a location"),
            (
                Field("place", _("Location"), "select", tuple((each, each) for each in state.unstable)),
                Field("holds", _("has"), "select", options_of(words.HOLDS)),
            ),
        )


def _ends(state: State) -> Iterator[CommandForm]:
    if state.status in (SETUP, PLAYING):
        yield CommandForm(
            "awaken", _("A card awakens the Ancient One"), (Field("reason", "", "hidden", value="card"),)
        )
    if state.status != SETUP:
        yield CommandForm("lose", _("The game is lost"), (Field("how", _("How")),))
    yield CommandForm("abandon", _("Abandon the game"), ())
