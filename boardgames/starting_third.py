"""Starting a game of the Third Edition: a scenario template, players and investigators, chosen or drawn."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from boardgames.errors import BadCommand
from boardgames.models import Template
from boardgames.selectors import Visitor, templates_of
from boardgames.template_kinds import INVESTIGATOR, SCENARIO
from rules.boardgames.third_edition.scenario import SKILLS, Investigator, Scenario
from rules.boardgames.third_edition.setup import Player, Start
from rules.boardgames.third_edition.state import MOST_PLAYERS
from rules.codec import Unreadable, from_json
from web.shared.numbers import read_whole

NUMBERS = ("health", "sanity", "focus_limit", "money")
OTHERWISE = Investigator("", 7, 7, 2)
"""The values of an investigator about whom nothing was entered; players correct them."""


def own(user: Visitor, kind: str, value: type, *, owned: bool = False) -> dict[str, Any]:
    """Return the templates of the user that can be read, by name."""
    found: dict[str, Any] = {}
    rows = templates_of(user, "third").filter(kind=kind)
    for row in rows.filter(owned=True) if owned else rows:
        try:
            found[row.name] = from_json(value, {**row.facts, "name": row.name})
        except Unreadable:
            continue
    return found


def scenario_of(row: Template) -> Scenario:
    """Return the scenario of a template."""
    found: Scenario = from_json(Scenario, {**row.facts, "name": row.name})
    return found


def drawn(user: Visitor, sent: QueryDict) -> dict[str, str]:
    """Return the fields of the form with what was left open drawn at random, from what the group owns."""
    chance = SystemRandom()
    fields = {name: value for name, value in sent.items() if isinstance(value, str)}
    scenarios = [*own(user, SCENARIO, Scenario, owned=True)]
    if scenarios and not fields.get("scenario"):
        fields["scenario"] = chance.choice(scenarios)
    taken = {fields.get(f"name-{seat}", "").strip() for seat in range(1, MOST_PLAYERS + 1)}
    left = [
        each for each in own(user, INVESTIGATOR, Investigator, owned=True).values() if each.name not in taken
    ]
    chance.shuffle(left)
    players = [n for n in range(1, MOST_PLAYERS + 1) if fields.get(f"player-{n}", "").strip()]
    for seat in players:
        if not fields.get(f"name-{seat}", "").strip() and left:
            fields[f"name-{seat}"] = left.pop().name
    if players and not fields.get("leader"):
        fields["leader"] = str(chance.choice(players))
    return fields


def read_start(user: Visitor, sent: QueryDict) -> Start:
    """Return the command that a form describes; numbers that are left empty come from the templates."""
    scenario = own(user, SCENARIO, Scenario).get(sent.get("scenario", ""))
    if scenario is None:
        raise BadCommand(_("Choose a scenario. Enter its map, cup and monsters first, if there is none."))
    known = own(user, INVESTIGATOR, Investigator)
    players, rows = [], []
    for seat in range(1, MOST_PLAYERS + 1):
        player, name = (sent.get(f"{field}-{seat}", "").strip() for field in ("player", "name"))
        if not player and not name:
            continue
        if not name:
            raise BadCommand(_("%(player)s needs an investigator.") % {"player": player})
        base: Investigator = known.get(name, replace(OTHERWISE, name=name))
        players.append(Player((player or name)[:60], _investigator(base, sent, seat)))
        rows.append(seat)
    leader = read_whole(sent.get("leader", ""), most=99)
    position = rows.index(leader) if leader in rows else 0
    pool = list(own(user, INVESTIGATOR, Investigator, owned=True).values())
    playing = {each.investigator.name: each.investigator for each in players}
    pool = [playing.get(each.name, each) for each in pool]
    if not set(playing) <= {each.name for each in pool}:
        pool = []  # a player has an investigator of another box, so the group has more than it entered
    return Start(scenario=scenario, players=tuple(players), leader=position, pool=tuple(pool))


def _investigator(base: Investigator, sent: QueryDict, seat: int) -> Investigator:
    numbers: dict[str, Any] = {
        name: _number(sent.get(f"{name}-{seat}", ""), getattr(base, name)) for name in NUMBERS
    }
    skills = {
        skill: value
        for skill in SKILLS
        if (value := _number(sent.get(f"{skill}-{seat}", ""), base.skills.get(skill, 0)))
    }
    return replace(base, skills=skills, **numbers)


def _number(text: str, otherwise: int) -> int:
    if not text.strip():
        return otherwise
    number = read_whole(text, most=999)
    if number is None:
        raise BadCommand(_("Enter whole numbers."))
    return number
