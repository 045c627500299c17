"""Scenario templates of the Third Edition as lines of text, which players type from their scenario sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from boardgames.errors import BadCommand
from boardgames.text import third as words
from rules.boardgames.third_edition.scenario import (
    CLUES,
    DOOM,
    KEYWORDS,
    LOST,
    STREETS,
    TOKENS,
    WON,
    ArchiveCard,
    MonsterKind,
    Neighborhood,
    Scenario,
    StartingMonster,
    Street,
    Threshold,
)

LONGEST = 8_000
#: Numbers of a monster, by the word that stands before them.
MONSTER_NUMBERS = ("health", "damage", "horror", "attack", "evade", "elite")


def scenario_from(fields: Mapping[str, str]) -> Scenario:
    """Return the scenario that the fields of the editor describe; BadCommand names a line that is unclear."""
    tiles = tuple(_tile(line) for line in _lines(fields, "neighborhoods"))
    streets = tuple(_street(line) for line in _lines(fields, "streets"))
    borders = [_pair(line) for line in _lines(fields, "borders")]
    if borders:
        rings = [pair for tile in tiles for pair in _ring(tile.spaces)]
        borders = list(dict.fromkeys([*rings, *borders]))
    return Scenario(
        name=fields.get("name", "").strip(),
        neighborhoods=tiles,
        streets=streets,
        borders=tuple(borders),
        start=fields.get("start", "").strip(),
        doom=dict(_counted(line) for line in _lines(fields, "doom")),
        cup={token: number for token in TOKENS if (number := _number(fields.get(f"cup-{token}", ""), 0))},
        monsters=tuple(_monster(line) for line in _lines(fields, "monsters")),
        placed=tuple(_placed(line) for line in _lines(fields, "placed")),
        events=_number(fields.get("events", ""), 0),
        cards=tuple(_cards(_lines(fields, "cards"))),
        opening=tuple(_words(fields.get("opening", ""))),
        anomalies=fields.get("anomalies", "").strip()[:60],
        reckoning=bool(fields.get("reckoning")),
        note=fields.get("note", "").strip()[:1_000],
    )


def fields_from(scenario: Scenario) -> dict[str, str]:
    """Return the fields of the editor for a scenario; `scenario_from` reads them back."""
    rings = {frozenset(pair) for tile in scenario.neighborhoods for pair in _ring(tile.spaces)}
    borders = [pair for pair in scenario.borders if frozenset(pair) not in rings]
    return {
        "name": scenario.name,
        "neighborhoods": "\n".join(
            f"{tile.name}: {', '.join(tile.spaces)}" for tile in scenario.neighborhoods
        ),
        "streets": "\n".join(f"{street.name}: {street.type}" for street in scenario.streets),
        "borders": "\n".join(" – ".join(pair) for pair in borders),
        "start": scenario.start,
        "doom": "\n".join(f"{space}: {number}" for space, number in scenario.doom.items() if number),
        **{f"cup-{token}": str(scenario.cup.get(token, 0)) for token in TOKENS},
        "monsters": "\n".join(_monster_line(kind) for kind in scenario.monsters),
        "placed": "\n".join(f"{each.monster}: {each.space}" for each in scenario.placed),
        "events": str(scenario.events),
        "cards": "\n".join(line for card in scenario.cards for line in _card_lines(card)),
        "opening": ", ".join(scenario.opening),
        "anomalies": scenario.anomalies,
        "reckoning": "1" if scenario.reckoning else "",
        "note": scenario.note,
    }


def lines_of(scenario: Scenario) -> list[tuple[str, str]]:
    """Return what a scenario has, each with its name, as the page of the template shows it."""
    fields = fields_from(scenario)
    cup = ", ".join(f"{words.TOKENS[token]} {number}" for token, number in scenario.cup.items())
    found = [
        (_("Neighborhoods"), fields["neighborhoods"]),
        (_("Streets"), fields["streets"]),
        (_("Borders"), fields["borders"]),
        (_("Starting space"), scenario.start),
        (_("Starting doom"), fields["doom"]),
        (_("Mythos cup"), cup),
        (_("Monsters"), fields["monsters"]),
        (_("On the board from the beginning"), fields["placed"]),
        (_("Event cards"), fields["events"]),
        (_("Archive cards"), fields["cards"]),
        (_("Codex at the beginning"), fields["opening"]),
        (_("Anomaly cards"), scenario.anomalies),
        (_("Notes"), scenario.note),
    ]
    return [(label, text) for label, text in found if text]


def _lines(fields: Mapping[str, str], name: str) -> list[str]:
    text = fields.get(name, "")
    if len(text) > LONGEST:
        raise BadCommand(_("This field is too long."))
    return [line.strip() for line in text.splitlines() if line.strip()]


def _unclear(line: str, example: str) -> BadCommand:
    return BadCommand(
        _("“%(line)s” is unclear. Write it like this: %(example)s") % {"line": line[:80], "example": example}
    )


def _words(text: str) -> Iterable[str]:
    return (part.strip() for part in text.split(",") if part.strip())


def _number(text: str, otherwise: int | None = None) -> int:
    text = text.strip().replace("−", "-")
    if not text and otherwise is not None:
        return otherwise
    if not re.fullmatch(r"[+-]?\d{1,3}", text):
        raise BadCommand(_("Enter whole numbers."))
    return int(text)


def _split(line: str, example: str) -> tuple[str, str]:
    name, colon, rest = line.rpartition(":")
    if not colon or not name.strip() or not rest.strip():
        raise _unclear(line, example)
    return name.strip(), rest.strip()


def _tile(line: str) -> Neighborhood:
    name, rest = _split(line, _("Harbor: Pier, Warehouse, Lighthouse"))
    return Neighborhood(name, tuple(_words(rest)))


def _street(line: str) -> Street:
    example = _("Long Road: residential (or bridge, scenic)")
    name, kind = _split(line, example) if ":" in line else (line, STREETS[0])
    if kind not in STREETS:
        raise _unclear(line, example)
    return Street(name, kind)


def _pair(line: str) -> tuple[str, ...]:
    pair = tuple(part.strip() for part in re.split(r"\s+[–-]\s+", line))
    if len(pair) != 2:
        raise _unclear(line, _("Pier – Long Road"))
    return pair


def _ring(spaces: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the borders within a neighborhood: its spaces lie around the central area."""
    return [(first, second) for place, first in enumerate(spaces) for second in spaces[place + 1 :]]


def _counted(line: str) -> tuple[str, int]:
    name, rest = _split(line, _("Pier: 1"))
    return name, _number(rest)


def _placed(line: str) -> StartingMonster:
    return StartingMonster(*_split(line, _("Rat: Pier")))


def _monster(line: str) -> MonsterKind:
    example = _("Rat: 3, health 1, damage 1, remnant (also horror, attack, evade, elite, watcher, epic …)")
    name, rest = _split(line, example)
    numbers: dict[str, int] = {}
    ticks: set[str] = set()
    for word in _words(rest):
        first, _space, second = word.partition(" ")
        if word.isdigit():
            numbers["quantity"] = _number(word)
        elif first in MONSTER_NUMBERS and second:
            numbers[first] = _number(second)
        elif word in (*KEYWORDS, "remnant", "epic"):
            ticks.add(word)
        else:
            raise _unclear(line, example)
    keywords = tuple(word for word in KEYWORDS if word in ticks)
    return MonsterKind(name, keywords=keywords, remnant="remnant" in ticks, epic="epic" in ticks, **numbers)


def _monster_line(kind: MonsterKind) -> str:
    parts = [str(kind.quantity), f"health {kind.health}"]
    parts += [f"{name} {getattr(kind, name)}" for name in MONSTER_NUMBERS[1:] if getattr(kind, name)]
    parts += ["remnant"] * kind.remnant + ["epic"] * kind.epic + list(kind.keywords)
    return f"{kind.name}: {', '.join(parts)}"


def _cards(lines: Iterable[str]) -> list[ArchiveCard]:
    """Return the cards: a line for each card, then a line with a dash for each of its thresholds."""
    found: dict[str, dict[str, Any]] = {}
    card: dict[str, Any] | None = None
    for line in lines:
        if line.startswith("-"):
            if card is None:
                raise _unclear(line, _("the line of a card first"))
            threshold, side = _threshold(line)
            card[side] += (threshold,)
            continue
        reckoning = line.endswith("*")
        number, _space, title = line.rstrip("* ").partition(" ")
        empty = {"title": title.strip(), "thresholds": (), "back": (), "reckoning": reckoning}
        card = found.setdefault(number, empty)
    return [ArchiveCard(number, **values) for number, values in found.items()]


_ADDS = re.compile(r"adds (.+)")
#: The word for a threshold of the side that is down until the card is turned over.
BACK = "back"


def _threshold(line: str) -> tuple[Threshold, str]:
    """Return a threshold, and the side of the card that it is on: "thresholds" or "back"."""
    example = _(
        "- doom 6, lost: The town falls  or  - clues 3 each, spends, adds 11, removes: Follow the lead"
    )
    head, colon, effect = line[1:].partition(":")
    parts = [*_words(head)]
    match = re.fullmatch(rf"({DOOM}|{CLUES}) (\d{{1,2}})( each)?", parts[0]) if parts else None
    if match is None:
        raise _unclear(line, example)
    values: dict[str, Any] = {}
    side = "thresholds"
    for word in parts[1:]:
        if word == BACK:
            side = BACK
        elif word in ("spends", "removes", "flips"):
            values[word] = True
        elif word in (WON, LOST):
            values["ends"] = word
        elif adds := _ADDS.fullmatch(word):
            values["adds"] = (*values.get("adds", ()), *adds[1].split())
        else:
            raise _unclear(line, example)
    effect = effect.strip()[:200] if colon else ""
    return Threshold(match[1], int(match[2]), each=bool(match[3]), effect=effect, **values), side


def _card_lines(card: ArchiveCard) -> Iterable[str]:
    yield f"{card.number} {card.title}".strip() + (" *" if card.reckoning else "")
    sides = [*((each, []) for each in card.thresholds), *((each, [BACK]) for each in card.back)]
    for each, side in sides:
        parts = [f"{each.token} {each.number}{' each' if each.each else ''}", *side]
        parts += [word for word in ("spends", "removes", "flips") if getattr(each, word)]
        parts += [f"adds {' '.join(each.adds)}"] if each.adds else []
        parts += [each.ends] if each.ends else []
        yield f"- {', '.join(parts)}" + (f": {each.effect}" if each.effect else "")
