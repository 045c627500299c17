"""Actions that cards give, and skills to which they add. Only the search uses these facts.

Those of the shipped cards are in `cards/catalogue/abilities.json`; those of newer cards are read from their
imported English texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from cards.generation import card_text
from cards.importing.shipped import CATALOGUE, load
from cards.models import CardText


@dataclass(frozen=True, slots=True)
class Abilities:
    actions: tuple[str, ...] = ()
    boosts: tuple[str, ...] = ()


NONE = Abilities()


@cache
def shipped_abilities() -> Mapping[str, Abilities]:
    rows = load(CATALOGUE / "abilities.json")
    return {
        row["code"]: Abilities(tuple(row.get("actions", ())), tuple(row.get("boosts", ()))) for row in rows
    }


def all_abilities() -> Mapping[str, Abilities]:
    """Return the abilities of all cards that have any, by the code of the card."""
    newer = CardText.objects.filter(printing__card__imported=True, language="en")
    read = {
        code: Abilities(tuple(card_text.actions(text)), tuple(card_text.boosts(text)))
        for code, text in newer.values_list("printing__card_id", "text")
    }
    return {**read, **shipped_abilities()}
