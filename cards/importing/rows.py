"""Conversion of facts into rows, for the shipped catalogue and for imports."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from cards.models import (
    Card,
    Cycle,
    DeckOption,
    EncounterCard,
    EncounterSet,
    Investigator,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
)

Facts = dict[str, Any]

#: Keys of a card that are columns of the same name.
PLAIN = (
    *(
        "code",
        "title",
        "title_de",
        "subtitle",
        "subtitle_de",
        "type",
        "classes",
        "weakness",
        "level",
        "traits",
    ),
    *(
        "slots",
        "icons",
        "health",
        "sanity",
        "victory",
        "unique",
        "hidden",
        "keywords",
        "uses",
        "tags",
        "limit",
    ),
    *("title_limit", "limit_scope", "only", "bonded", "customizations", "research", "back", "effects"),
)
LINKS = ("encounter_set", "parallel_of", "same_as")
SKILLS = ("willpower", "intellect", "combat", "agility")


def a_date(text: str) -> date | None:
    """Return the date of a text; None if it is not one."""
    try:
        return date.fromisoformat(text)
    except (TypeError, ValueError):
        return None


def cycle_row(facts: Facts, *, imported: bool) -> Cycle:
    return Cycle(
        code=facts["code"],
        title=facts["title"],
        title_de=facts.get("title_de", ""),
        position=facts["position"],
        imported=imported,
    )


def pack_row(facts: Facts, *, imported: bool) -> Pack:
    return Pack(
        code=facts["code"],
        title=facts["title"],
        title_de=facts.get("title_de", ""),
        cycle_id=facts["cycle"],
        chapter=facts.get("chapter", 1),
        position=facts.get("position", 0),
        released=a_date(facts.get("released", "")),
        replaced=facts.get("replaced", False),
        reprint_type=facts.get("reprint_type", ""),
        imported=imported,
    )


def encounter_set_row(facts: Facts, *, imported: bool) -> EncounterSet:
    return EncounterSet(
        code=facts["code"], title=facts["title"], title_de=facts.get("title_de", ""), imported=imported
    )


def card_row(facts: Facts, *, imported: bool) -> Card:
    row = Card(**{key: facts[key] for key in PLAIN if key in facts}, imported=imported)
    for link in LINKS:
        setattr(row, f"{link}_id", facts.get(link))
    cost = facts.get("cost")
    row.cost, row.cost_is_x = (None, True) if cost == "X" else (cost, False)
    return row


def investigator_row(facts: Facts) -> Investigator | None:
    if facts["type"] != "investigator":
        return None
    deck, side = facts.get("deck", {}), facts.get("side_deck", {})
    return Investigator(
        card_id=facts["code"],
        size=deck.get("size"),
        required=deck.get("required", []),
        random_weaknesses=deck.get("random_weaknesses", 0),
        side_size=side.get("size"),
        side_required=side.get("required", []),
        **{skill: facts.get("skills", {}).get(skill) for skill in SKILLS},
    )


def option_rows(facts: Facts) -> Iterable[DeckOption]:
    for side_deck, options in (
        (False, facts.get("options", ())),
        (True, facts.get("side_deck", {}).get("options", ())),
    ):
        for position, option in enumerate(options):
            yield DeckOption(
                investigator_id=facts["code"], side_deck=side_deck, position=position, facts=option
            )


def printing_row(facts: Facts, *, imported: bool) -> Printing:
    return Printing(
        code=facts["code"],
        card_id=facts["card"],
        pack_id=facts["pack"],
        position=facts["position"],
        quantity=facts["quantity"],
        modified=facts.get("modified", False),
        reworded=facts.get("reworded", False),
        icons=facts.get("icons"),
        imported=imported,
    )


def encounter_card_row(facts: Facts, *, imported: bool) -> EncounterCard:
    return EncounterCard(
        code=facts["code"],
        title=facts["title"],
        title_de=facts.get("title_de", ""),
        type=facts["type"],
        encounter_set_id=facts["encounter_set"],
        pack_id=facts["pack"],
        quantity=facts["quantity"],
        victory=facts.get("victory"),
        imported=imported,
    )


def taboo_list_row(facts: Facts, *, imported: bool) -> TabooList:
    return TabooList(
        code=facts["code"], number=facts["id"], date=date.fromisoformat(facts["date"]), imported=imported
    )


def taboo_entry_rows(facts: Facts) -> Iterable[TabooEntry]:
    for entry in facts["cards"]:
        yield TabooEntry(
            taboo_list_id=facts["code"],
            card_id=entry["card"],
            **{key: value for key, value in entry.items() if key != "card"},
        )
