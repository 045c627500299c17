"""Starting a game: who plays, with whom and against what, chosen or drawn from what the group owns."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from boardgames.errors import BadCommand
from boardgames.selectors import Visitor, templates_of
from boardgames.template_kinds import ANCIENT, INVESTIGATOR
from rules.boardgames.second_edition.commands import Player, StartGame
from rules.boardgames.second_edition.reference import ANCIENT_ONES, INVESTIGATORS, UNSTABLE
from rules.boardgames.second_edition.state import MOST_PLAYERS, AncientOne, Investigator
from rules.codec import Unreadable, from_json

NUMBERS = ("sanity", "stamina", "focus", "clues", "money")


@dataclass(frozen=True, slots=True)
class Choice:
    """An Ancient One or investigator that can be chosen, with where its facts come from."""

    name: str
    facts: Any
    source: str
    """"own", "book" or "reference"."""
    box: str = ""
    owned: bool = True


def own_choices(user: Visitor, kind: str, value: type) -> list[Choice]:
    """Return the templates of the user that can be read; others are left out."""
    found = []
    for row in templates_of(user, "second").filter(kind=kind):
        try:
            facts = from_json(value, {**row.facts, "name": row.name})
        except Unreadable:
            continue
        found.append(Choice(row.name, facts, "own", row.box, row.owned))
    return found


def ancient_ones(user: Visitor) -> list[Choice]:
    """Return the Ancient Ones: the user's own first, then those of the base game."""
    own = own_choices(user, ANCIENT, AncientOne)
    names = {each.name for each in own}
    shipped = [
        Choice(each.name, each.value, "book" if each.stated else "reference")
        for each in ANCIENT_ONES
        if each.name not in names
    ]
    return [*own, *shipped]


def investigators(user: Visitor) -> list[Choice]:
    """Return the investigators: the user's own, and the names that the book has."""
    own = own_choices(user, INVESTIGATOR, Investigator)
    names = {each.name for each in own}
    return [*own, *(Choice(each.name, each, "book") for each in INVESTIGATORS if each.name not in names)]


def drawn(user: Visitor, sent: QueryDict) -> dict[str, str]:
    """Return the fields of the form with what was left open drawn at random, from what the group owns."""
    chance = SystemRandom()
    fields = {name: value for name, value in sent.items() if isinstance(value, str)}
    ancient = [each for each in ancient_ones(user) if each.owned]
    if ancient and not fields.get("ancient", "").strip():
        fields |= _ancient_fields(chance.choice(ancient))
    taken = {fields.get(f"name-{seat}", "").strip() for seat in range(1, MOST_PLAYERS + 1)}
    left = [each for each in investigators(user) if each.owned and each.name not in taken]
    chance.shuffle(left)
    for seat in range(1, MOST_PLAYERS + 1):
        if fields.get(f"player-{seat}", "").strip() and not fields.get(f"name-{seat}", "").strip() and left:
            found = left.pop()
            fields[f"name-{seat}"] = found.name
            fields |= {f"{name}-{seat}": str(getattr(found.facts, name)) for name in (*NUMBERS, "home")}
    players = [n for n in range(1, MOST_PLAYERS + 1) if fields.get(f"player-{n}", "").strip()]
    if players:
        fields["first"] = str(chance.choice(players))
    return fields


def _ancient_fields(found: Choice) -> dict[str, str]:
    facts: AncientOne = found.facts
    return {
        "ancient": found.name,
        "doom": str(facts.doom),
        "combat": str(facts.combat),
        "masks": "1" if facts.masks else "",
    }


def read_start(user: Visitor, sent: QueryDict) -> StartGame:
    """Return the command that a form describes; numbers that are left empty come from the chosen facts."""
    known = {each.name: each.facts for each in investigators(user)}
    players, rows = [], []
    for seat in range(1, MOST_PLAYERS + 1):
        player, name = (sent.get(f"{field}-{seat}", "").strip() for field in ("player", "name"))
        if not player and not name:
            continue
        if not name:
            raise BadCommand(_("%(player)s needs an investigator.") % {"player": player})
        base: Investigator = known.get(name, Investigator(name))
        numbers = {field: _number(sent.get(f"{field}-{seat}", ""), getattr(base, field)) for field in NUMBERS}
        home = sent.get(f"home-{seat}", "").strip()[:80] or base.home
        players.append(Player(player or name, Investigator(name, home=home, **numbers)))
        rows.append(seat)
    first = _number(sent.get("first", ""), rows[0] if rows else 1)
    return StartGame(
        players=tuple(players),
        ancient=_ancient(user, sent),
        unstable=tuple(dict.fromkeys(_places(sent.get("unstable", "")))) or UNSTABLE,
        first=rows.index(first) if first in rows else 0,
        carries=bool(sent.get("carries")),
    )


def _ancient(user: Visitor, sent: QueryDict) -> AncientOne:
    name = sent.get("ancient", "").strip()
    base = next((each.facts for each in ancient_ones(user) if each.name == name), AncientOne(name))
    return AncientOne(
        name,
        _number(sent.get("doom", ""), base.doom),
        _number(sent.get("combat", ""), base.combat),
        bool(sent.get("masks")) or base.masks,
    )


def _places(text: str) -> list[str]:
    return [line.strip()[:80] for line in text[:4_000].splitlines() if line.strip()]


def _number(text: str, otherwise: int) -> int:
    text = text.strip().replace("−", "-")
    if not text:
        return otherwise
    try:
        return int(text) if len(text) < 6 else 10**5
    except ValueError:
        raise BadCommand(_("Enter whole numbers.")) from None
