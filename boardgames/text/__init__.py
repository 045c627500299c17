"""Sentences about games: commands in the history, changes of values, and what the rules say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext

from boardgames.adapters import state_of
from boardgames.models import Game, GameCommand
from boardgames.text import second, third
from rules.boardgames import Entry, entry_from_json
from rules.boardgames.findings import Finding

WORDS = {"second": second, "third": third}


#: The ids of monsters and cards of the Third Edition.
_ID = re.compile(r"[am][0-9]+")
#: Facts that players name; others are words of the rules.
NAMED = frozenset(
    {
        *("ancient", "asset", "beside", "card", "effect", "investigator", "monster", "monsters", "name"),
        *("neighborhood", "other", "pair", "place", "player", "space", "street"),
    }
)


def sentence_of(found: Finding) -> str:
    """Return the sentence of a finding in the reader's language, with its facts."""
    facts = {
        key: gettext(value) if isinstance(value, str) and value and key not in NAMED else value
        for key, value in found.facts.items()
    }
    if special := second.SPECIAL.get(found.facts.get("special", "")):
        facts["special"] = special
    return gettext(found.sentence).format(**facts)


def place_text(citation: str) -> str:
    """Return a place in a rulebook as a reader writes it: a page of the 2nd edition, or a rule's number."""
    return gettext("p%(page)s") % {"page": citation[1:]} if citation.startswith("p") else citation


def command_text(game: Game, row: GameCommand) -> str:
    """Return what a recorded command did, as a sentence."""
    return text_of(game.edition, row.payload, names_in([row]) | names_of(game.edition, state_of(game)))


def text_of(edition: str, payload: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Return a sentence about a command that is plain JSON."""
    kind = payload["kind"]
    if kind == "correct":
        return _corrected(edition, payload, names)
    words: Any = WORDS[edition]
    facts = {"number": 1, **payload, **words.facts_of(payload)}
    for name in ("seat", "to"):
        if name in payload:
            facts[name] = names.get(payload[name], payload[name])
    for name, unknown in (("monster", gettext("a monster")), ("asset", gettext("a card"))):
        if _ID.fullmatch(str(payload.get(name, ""))):
            facts[name] = names.get(payload[name], unknown)
    sentence: str | Promise = words.COMMANDS[kind]
    text = str(sentence).format_map(_Forgiving(facts))
    return text[:1].upper() + text[1:]


class _Forgiving(dict[str, Any]):
    """Facts of a sentence; one that a command leaves at its default is left out."""

    def __missing__(self, key: str) -> str:
        return ""


def _corrected(edition: str, payload: Mapping[str, Any], names: Mapping[str, str]) -> str:
    label = label_of(edition, tuple(payload["path"]), names)
    return gettext("Correction: {what} is {value}.").format(what=label, value=_value(payload["value"]))


def names_of(edition: str, state: Any) -> dict[str, str]:
    """Return the names of all that commands know by an id: investigators by their seats, monsters, cards."""
    found = {id: seat.investigator or seat.player for id, seat in state.seats.items()}
    if edition == "third":
        found |= {id: monster.kind.name for id, monster in state.monsters.items()}
        found |= {id: asset.name for seat in state.seats.values() for id, asset in seat.assets.items()}
    return found


def names_in(rows: Iterable[GameCommand]) -> dict[str, str]:
    """Return the names of the monsters and cards that commands brought or took away, by their ids."""
    found = {}
    for row in rows:
        for entry in row.entries:
            (*_place, id), before, after = entry
            value = before or after
            if _ID.fullmatch(id) and isinstance(value, Mapping):
                found[id] = value["kind"]["name"] if "kind" in value else value["name"]
    return found


def names_before(names: Mapping[str, str], row: GameCommand) -> dict[str, str]:
    """Return the names as they were before a command, which may have taken an investigator away."""
    found = dict(names)
    for (place, *rest), before, _after in row.entries:
        if place == "seats" and rest and rest[1:] in ([], ["investigator"]):
            who = before.get("investigator") if isinstance(before, Mapping) else before
            found[rest[0]] = who or found.get(rest[0], "")
    return found


def label_of(edition: str, path: tuple[str, ...], names: Mapping[str, str]) -> str:
    """Return the name of a value: “Doom”, “Amanda Sharpe: Sanity”."""
    words: Any = WORDS[edition]
    if path[0] == "seats" and len(path) > 1:
        who = names.get(path[1], path[1])
        if len(path) > 4 and path[2] == "assets":
            return f"{names.get(path[3], who)}: {words.SEAT_LABELS.get(path[4], path[4])}"
        return f"{who}: {words.SEAT_LABELS.get(path[2], path[2])}" if len(path) > 2 else who
    label = str(words.LABELS.get(path[0], path[0]))
    if things := words.THINGS.get(path[0]):
        if len(path) == 2:
            return f"{label}:"
        known = label if _ID.fullmatch(path[1]) else path[1]
        return f"{names.get(path[1], known)}: {things.get(path[2], path[2])}"
    return f"{label}: {words.PARTS.get(path[1], path[1])}" if len(path) > 1 else label


def _value(value: Any) -> str:
    if value is True:
        return gettext("yes")
    if value is False:
        return gettext("no")
    return "–" if value is None or value == "" else str(value)


def entry_texts(edition: str, entries: Iterable[Entry], names: Mapping[str, str]) -> list[str]:
    """Return the changes that players see: “Doom 4 → 5”."""
    words: Any = WORDS[edition]
    found = []
    for entry in _joined(entries):
        if entry.path[0] in words.HIDDEN or entry.path[-1] in words.HIDDEN:
            continue
        text = words.entry_text(entry)
        if entry.path[0] in words.BARE:
            found += [text] if text else []
            continue
        listed = _lists_names(entry.before, names) or _lists_names(entry.after, names)
        before, after = (_short(each, names, listed=listed) for each in (entry.before, entry.after))
        found.append(f"{label_of(edition, entry.path, names)} {text or f'{before} → {after}'}")
    return found


def _joined(entries: Iterable[Entry]) -> list[Entry]:
    """Return the changes with several steps of a number in one direction as one: 2 → 5, not 2 → 3 → 4 → 5.

    Who goes to another area leaves the one before, which is one change, too.
    """
    found: list[Entry] = []
    last: dict[tuple[str, ...], int] = {}
    for entry in entries:
        at = last.get(entry.path)
        if at is not None and (entry.path[-1] == "area" or _step(found[at]) * _step(entry) > 0):
            found[at] = replace(found[at], after=entry.after)
        else:
            last[entry.path] = len(found)
            found.append(entry)
    return found


def _step(entry: Entry) -> int:
    """Return by how much a number changes; 0 for everything else."""
    numbers = type(entry.before) is int and type(entry.after) is int
    return entry.after - entry.before if numbers else 0


def _lists_names(value: Any, names: Mapping[str, str]) -> bool:
    return isinstance(value, tuple) and bool(value) and all(each in names for each in value)


def _short(value: Any, names: Mapping[str, str], *, listed: bool) -> str:
    if isinstance(value, (tuple, frozenset)):
        if listed:
            return ", ".join(names[each] for each in value) or "–"
        return str(len(value))
    if isinstance(value, str) and value in names:
        return names[value]
    return _value(value) if value is None or isinstance(value, (bool, int, str)) else "✓"


def row_texts(game: Game, row: GameCommand, kind: type, names: Mapping[str, str]) -> list[str]:
    """Return the changes of a recorded command."""
    return entry_texts(game.edition, [entry_from_json(kind, each) for each in row.entries], names)
