"""Reader of the catalogue's plain facts: one reader for shipped files, database and import.

The keys are those of docs/catalogue.md. An unknown key is an error when the catalogue is loaded, because a
rule that silently ignores a fact gives wrong verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rules.cards.effects import UnknownEffect, read_effect
from rules.cards.model import (
    NOTHING,
    Box,
    Card,
    InvestigatorFacts,
    Only,
    Option,
    Pack,
    Printing,
    Requirement,
    Research,
    SecondDeck,
    TabooEntry,
    TabooList,
)

Facts = Mapping[str, Any]


class UnreadableFacts(ValueError):
    """A fact of the catalogue that cannot be read."""


def _known(what: str, facts: Facts, keys: frozenset[str]) -> None:
    if strange := facts.keys() - keys:
        raise UnreadableFacts(f"{what}: unknown key {', '.join(sorted(strange))}")


def _pair(value: Any) -> tuple[int, int]:
    low, high = value
    return int(low), int(high)


_OPTION_LISTS = ("classes", "types", "traits", "tags", "slots", "uses")
_OPTION_KEYS = frozenset(
    {
        *_OPTION_LISTS, "level", "base_level", "permanent", "limit", "not", "at_least", "counts_only",
        "choose_class", "choose_option", "choose_size", "size", "id", "name", "other",
    }
)  # fmt: skip


def read_option(facts: Facts, granted_by: str = "") -> Option:
    _known("option", facts, _OPTION_KEYS)
    at_least = facts.get("at_least")
    if at_least is not None:
        _known("at_least", at_least, frozenset({"classes", "cards"}))
    return Option(
        **{key: frozenset(facts.get(key, ())) for key in _OPTION_LISTS},
        level=_pair(facts["level"]) if "level" in facts else None,
        base_level=_pair(facts["base_level"]) if "base_level" in facts else None,
        permanent=facts.get("permanent"),
        limit=facts.get("limit"),
        forbids=facts.get("not", False),
        at_least=(at_least["classes"], at_least["cards"]) if at_least else None,
        counts_only=facts.get("counts_only", False),
        choose_class=tuple(facts.get("choose_class", ())),
        choose_option=tuple(read_option(o) for o in facts.get("choose_option", ())),
        choose_size=tuple(int(size) for size in facts.get("choose_size", ())),
        size=facts.get("size", 0),
        id=facts.get("id", ""),
        name=facts.get("name", ""),
        other=facts.get("other", True),
        granted_by=granted_by,
    )


def _requirements(rows: Iterable[Facts]) -> tuple[Requirement, ...]:
    return tuple(Requirement(tuple(row["any"])) for row in rows)


_BOX_KEYS = frozenset(
    {"price", "traits", "slots", "tags", "limit", "cost", "health", "sanity", "chooses", "choices", "among"}
)


def read_box(facts: Facts) -> Box:
    _known("customization", facts, _BOX_KEYS)
    return Box(
        price=facts["price"],
        traits=frozenset(facts["traits"]) if "traits" in facts else None,
        slots=MappingProxyType(dict(facts["slots"])) if "slots" in facts else None,
        tags=frozenset(facts.get("tags", ())),
        limit=facts.get("limit"),
        cost=facts.get("cost", 0),
        health=facts.get("health", 0),
        sanity=facts.get("sanity", 0),
        chooses=facts.get("chooses", ""),
        choices=facts.get("choices", 0),
        among=read_option(facts["among"]) if "among" in facts else None,
    )


def read_investigator(
    deck: Facts, options: Iterable[Facts], second_deck: Facts | None = None
) -> InvestigatorFacts:
    _known("deck", deck, frozenset({"size", "required", "random_weaknesses"}))
    found = None
    if second_deck:
        _known("side_deck", second_deck, frozenset({"size", "required", "options"}))
        found = SecondDeck(
            size=second_deck["size"],
            required=_requirements(second_deck.get("required", ())),
            options=tuple(read_option(o) for o in second_deck.get("options", ())),
        )
    return InvestigatorFacts(
        size=deck["size"],
        required=_requirements(deck.get("required", ())),
        random_weaknesses=deck.get("random_weaknesses", 0),
        options=tuple(read_option(o) for o in options),
        second_deck=found,
    )


def _counts(value: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType(dict(value)) if value else NOTHING


def _only(value: Facts) -> Only:
    _known("only", value, frozenset({"investigators", "traits", "classes"}))
    return Only(**{key: frozenset(values) for key, values in value.items()})


def _research(value: Facts) -> Research:
    _known("research", value, frozenset({"task", "from"}))
    return Research(value["task"], value.get("from", ""))


#: How each key is read; the values of the others are used unchanged.
_READ: dict[str, Callable[[Any], Any]] = {
    "classes": frozenset,
    "traits": frozenset,
    "keywords": frozenset,
    "tags": frozenset,
    "slots": _counts,
    "icons": _counts,
    "skills": _counts,
    "only": _only,
    "research": _research,
    "customizations": lambda rows: tuple(read_box(row) for row in rows),
    "effects": lambda rows: tuple(read_effect(row) for row in rows),
}
_PLAIN = frozenset(
    {
        "code", "title", "subtitle", "title_de", "subtitle_de", "type", "level", "cost", "health", "sanity",
        "victory", "unique", "hidden", "uses", "weakness", "limit", "title_limit", "limit_scope",
        "encounter_set", "parallel_of", "same_as", "back",
    }
)  # fmt: skip
_CARD_KEYS = _PLAIN | _READ.keys() | {"bonded", "deck", "options", "side_deck"}


def read_card(facts: Facts) -> Card:
    """Read one card of the catalogue; UnreadableFacts names the card and the key that is wrong."""
    what = f"card {facts.get('code', '?')}"
    _known(what, facts, _CARD_KEYS)
    try:
        values = {
            key: _READ[key](value) if key in _READ else value
            for key, value in facts.items()
            if key in _PLAIN or key in _READ
        }
        if "bonded" in facts:
            values["bonded_to"] = tuple(facts["bonded"]["to"])
            values["bonded_copies"] = facts["bonded"].get("copies", 0)
        if "deck" in facts:
            values["investigator"] = read_investigator(
                facts["deck"], facts.get("options", ()), facts.get("side_deck")
            )
        return Card(**values)
    except UnreadableFacts as error:
        raise UnreadableFacts(f"{what}: {error}") from error
    except (UnknownEffect, KeyError, TypeError, ValueError) as error:
        raise UnreadableFacts(f"{what}: {error}") from error


def read_printing(facts: Facts) -> Printing:
    return Printing(
        code=facts["code"],
        card=facts["card"],
        pack=facts["pack"],
        position=facts.get("position", 0),
        quantity=facts.get("quantity", 1),
        modified=facts.get("modified", False),
    )


def read_pack(facts: Facts) -> Pack:
    return Pack(
        code=facts["code"],
        title=facts["title"],
        cycle=facts["cycle"],
        chapter=facts.get("chapter", 1),
        position=facts.get("position", 0),
        released=facts.get("released", ""),
        replaced=facts.get("replaced", False),
        reprints=tuple(facts.get("reprints", ())),
        reprint_type=facts.get("reprint_type", ""),
        title_de=facts.get("title_de", ""),
        expansion=facts.get("expansion", ""),
    )


_TABOO_KEYS = frozenset(
    {
        "card", "price", "exceptional", "forbidden", "limit", "campaign_only", "modified", "deck", "options",
        "customizations", "reworded",
    }
)  # fmt: skip


def read_taboo_list(facts: Facts) -> TabooList:
    entries = {}
    for row in facts["cards"]:
        _known(f"taboo {facts['code']}, card {row.get('card', '?')}", row, _TABOO_KEYS)
        boxes = row.get("customizations")
        entries[row["card"]] = TabooEntry(
            card=row["card"],
            price=row.get("price", 0),
            exceptional=row.get("exceptional"),
            forbidden=row.get("forbidden", False),
            limit=row.get("limit"),
            campaign_only=row.get("campaign_only", False),
            modified=row.get("modified", False),
            deck=read_investigator(row["deck"], row.get("options", ())) if "deck" in row else None,
            customizations=tuple(read_box(box) for box in boxes) if boxes else None,
            reworded=row.get("reworded", False),
        )
    return TabooList(facts["code"], facts["date"], MappingProxyType(entries))
