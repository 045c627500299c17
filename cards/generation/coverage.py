"""A check for texts that affect decks, prices, campaigns or setup and that no fact covers.

It is a safety net for new packs: a phrase in a card's English text must be covered by a derived fact or by an
effect written for that card. The rest is reported, card by card, for a person to decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from cards.generation.source import Source

Facts = dict[str, Any]


def keyword(name: str) -> Callable[[Facts], bool]:
    return lambda card: name in card.get("keywords", ())


def has(*keys: str) -> Callable[[Facts], bool]:
    return lambda card: any(card.get(key) for key in keys)


def has_effect(card: Facts) -> bool:
    return bool(card.get("effects"))


#: Phrases, with a test whether a card's facts cover them.
EXPRESSIONS: list[tuple[str, Callable[[Facts], bool]]] = [
    (r"deck size", has_effect),
    (r"deckbuilding (?:options|restrictions|requirements)", has_effect),
    (r"your deck (?:must|cannot|may not) include\b", has_effect),
    (r"\bexperience\b", has_effect),
    (r"\bper deck\b", has("limit_scope", "effects")),
    (r"\bat deck creation\b", lambda card: keyword("creation-only")(card) or has_effect(card)),
    (r"\bcampaign mode only\b", keyword("campaign-only")),
    (r"\bmultiplayer only\b", keyword("multiplayer-only")),
    (r"\bdeck only\b", has("only", "hidden", "bonded")),
    (r"^permanent\.|\. permanent\.", keyword("permanent")),
    (r"^exceptional\.|\. exceptional\.", keyword("exceptional")),
    (r"^myriad\.|\. myriad\.", keyword("myriad")),
    (r"^researched\.", lambda card: keyword("researched")(card) and bool(card.get("research"))),
    (
        r"\byou have (?:identified|translated|interpreted|classified|calculated|unearthed)\b",
        has("research", "effects"),
    ),
    (r"\bcustomizable\.", has("customizations")),
    (r"\bbonded \(", keyword("bonded")),
    (r"\bcollection\b", has_effect),
    (r"\bsearch your deck for up to \d+ different\b", has_effect),
    (r"\bcannot be chosen as a starting investigator\b", has_effect),
    (
        r"\bpurchas(?:e|ed|ing)\b",
        lambda card: keyword("creation-only")(card) or has("effects", "customizations")(card),
    ),
    (r"\bexile\b", lambda card: keyword("exile")(card) or has_effect(card)),
    (r"\byou are <b>(?:killed|driven insane)</b>", has_effect),
    (r"\bsuffers? \d+ (?:total )?(?:physical|mental)\b", has_effect),
]
#: Phrases of setup, which are also on investigators.
AT_SETUP: list[tuple[str, Callable[[Facts], bool]]] = [
    (r"\bopening hand\b", lambda card: keyword("starting")(card) or has_effect(card)),
    (
        r"\b(?:begins?|starts?) (?:the|each) game\b",
        lambda card: keyword("starting")(card) or has_effect(card),
    ),
    (r"\b(?:during setup|additional setup|before setting up)\b", has_effect),
    (r"\bnext scenario\b", has_effect),
]
#: Checked by hand: these matter only in play, or begin the game with permanent cards.
IN_PLAY_ALONE = {"11076", "11125", "10004", "89001", "90087"}
#: Credits name a "Council in Exile".
CREDITS = re.compile(r"<b>Card design[^<]*</b>")
FOR_INVESTIGATORS, PATTERNS = (
    [(re.compile(phrase, re.IGNORECASE | re.MULTILINE), covers) for phrase, covers in expressions]
    for expressions in (AT_SETUP, [*EXPRESSIONS, *AT_SETUP])
)


def uncovered(source: Source, cards: dict[str, Facts]) -> Iterator[tuple[str, str, str]]:
    """Yield code, title and phrase of everything that no fact, generated or written, covers."""
    for code, card in cards.items():
        row = source.rows.get(code)
        if row is None or card.get("hidden") or code in IN_PLAY_ALONE:
            continue
        # Backs of investigators are read as options.
        of_investigator = card["type"] == "investigator"
        text = "\n".join(str(row.get(field) or "") for field in ("text", "back_text"))
        text = CREDITS.sub("", text).replace(card["title"], "")
        for pattern, covers in FOR_INVESTIGATORS if of_investigator else PATTERNS:
            match = pattern.search(text)
            if match and not covers(card):
                yield code, card["title"], match[0].strip().lower()
