"""Filters as a search text, and terms of a search text as filters: both mean the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cards.search import boxes, grammar
from cards.search.conditions import (
    FAVOURITE,
    MOST,
    OWNED,
    TABOO_LIST,
    TAG,
    USABLE_BY,
    AnyOf,
    Between,
    Condition,
    Has,
    Listed,
    Not,
)
from cards.search.grammar import Either, Every, Field, Node, QueryError, parse, quoted
from cards.search.query import ICONS
from cards.search.terms import conditions_of
from rules.cards.catalogue import Catalogue

Given = Sequence[tuple[str, str]]

#: The field for each filter, in the order in which they are written.
FIELDS = {
    "usable_by": "usable-by",
    "taboo": "taboo-list",
    "class": "class",
    "type": "type",
    "weakness": "weakness",
    "story": "story",
    "level": "level",
    "cost": "cost",
    "slot": "slot",
    "icon": "icons",
    "keyword": "keyword",
    "trait": "trait",
    "uses": "uses",
    "tag": "does",
    "cycle": "cycle",
    "pack": "box",
    "chapter": "chapter",
    "owned": "owned",
    "favourite": "favourite",
    "own_tag": "tag",
}
#: Filters of which all values must hold, and those of which the last value counts.
EVERY_VALUE = ("icon", "keyword")
LAST_VALUE = ("usable_by", "taboo", "weakness", "story", "owned", "favourite")
LISTED = {USABLE_BY: "usable_by", TABOO_LIST: "taboo", TAG: "own_tag"}
TRUTHS = {OWNED: "owned", FAVOURITE: "favourite"}
HIGHEST = {"level": 5, "cost": 99}


def as_text(given: Given, catalogue: Catalogue) -> str:
    """Return the search text that means the same as these filters and words."""
    written = []
    for name, field in FIELDS.items():
        values = [part for each, value in given if each == name for part in _split(value)]
        values = values[-1:] if name in LAST_VALUE else list(dict.fromkeys(values))
        shown = [_value(name, value, catalogue) for value in values]
        if name in EVERY_VALUE:
            written += [f"{field}:{value}" for value in shown]
        elif shown:
            written.append(f"{field}:{','.join(shown)}")
    typed = " ".join(value for name, value in given if name == "q")
    # An `or` that no bracket holds together would take in the terms that follow.
    if typed and written and isinstance(_parsed(f"{typed} code:0"), Either):
        typed = f"({typed})"
    return " ".join(filter(None, (typed, *written)))


def _split(value: str) -> Iterable[str]:
    return (part.strip() for part in value.split(",") if part.strip())


def _value(name: str, value: str, catalogue: Catalogue) -> str:
    if name == "cost" and value.endswith("-99"):
        return f"{value.removesuffix('-99')}+"
    if name == "icon":
        return value.replace(":", ">=")
    if name == "pack" and (pack := catalogue.packs.get(value)):
        return quoted(pack.title) if boxes.boxes_named(catalogue, pack.title) == [value] else value
    if name == "usable_by" and (card := catalogue.resolve(value)):
        return (
            quoted(card.title) if boxes.investigators_named(catalogue, card.title) == [card.code] else value
        )
    return quoted(value)


def as_filters(text: str, catalogue: Catalogue) -> list[tuple[str, str]]:
    """Return the terms that filters can express as filters, and the rest as words (`q`)."""
    node = _parsed(text)
    terms: Iterable[Node] = node.terms if isinstance(node, Every) else () if node is None else (node,)
    found: list[tuple[str, str]] = []
    taken: set[str] = set()
    rest, place = "", 0
    for term in terms:
        if not isinstance(term, Field):
            continue
        filter_values = _filter(_condition(term, catalogue))
        if filter_values is None or (filter_values[0] in taken and filter_values[0] not in EVERY_VALUE):
            continue
        name, values = filter_values
        taken.add(name)
        found += [(name, value) for value in values]
        rest += text[place : term.place.start]
        place = term.place.end
    words = " ".join((rest + text[place:]).split())
    return [*([("q", words)] if words else []), *found]


def _parsed(text: str) -> Node | None:
    try:
        return parse(text)
    except QueryError:
        return None


def _condition(term: grammar.Field, catalogue: Catalogue) -> Condition | None:
    try:
        return conditions_of(term, catalogue)
    except QueryError:
        return None


def _filter(condition: Condition | None) -> tuple[str, list[str]] | None:
    """Return the filter that means the same as a condition, and its values; None if there is none."""
    if isinstance(condition, AnyOf):
        each = [_filter(part) for part in condition.conditions]
        names = {found[0] if found else "" for found in each}
        if len(names) != 1 or not names <= {"level", "cost", "own_tag"}:
            return None
        return names.pop(), [value for found in each if found for value in found[1]]
    if isinstance(condition, Has):
        return _facets(condition)
    if isinstance(condition, Between):
        return _range(condition)
    negative = isinstance(condition, Not)
    inner = condition.condition if isinstance(condition, Not) else condition
    if isinstance(inner, Has) and negative:
        return ("weakness", ["no"]) if _facets(inner) == ("weakness", ["any"]) else None
    if not isinstance(inner, Listed):
        return None
    if inner.kind in TRUTHS:
        return TRUTHS[inner.kind], ["no" if negative else "yes"]
    return None if negative or inner.kind not in LISTED else (LISTED[inner.kind], [inner.value])


def _facets(condition: Has) -> tuple[str, list[str]] | None:
    names = {name for name, _value in condition.any_of}
    values = [_word(value) for _name, value in condition.any_of]
    if len(names) != 1:
        return None
    name = names.pop()
    if name == "weakness":
        return name, ["any"] if len(values) > 1 else values
    if name not in FIELDS or (name in ("keyword", "story") and len(values) > 1):
        return None
    return name, values


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _range(condition: Between) -> tuple[str, list[str]] | None:
    low, high = condition.low, condition.high
    if condition.facet in HIGHEST:
        high = min(high, HIGHEST[condition.facet])
        if low > high:
            return None
        return condition.facet, [str(low) if low == high else f"{low}-{high}"]
    icon = condition.facet.removesuffix(" icons")
    if icon in ICONS and high == MOST and 1 <= low <= 6:
        return "icon", [icon if low == 1 else f"{icon}:{low}"]
    return None
