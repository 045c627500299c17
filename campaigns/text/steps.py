"""One-line descriptions of acts, for the history, for undo, and for members who act at the same time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.campaign_rules import campaign_facts
from campaigns.models import Act
from cards.adapters import catalogue
from cards.text.names import title_of

Payload = Mapping[str, Any]


def act_in_words(act: Act) -> str:
    tell = WORDS.get(act.kind)
    return tell(act.payload) if tell else act.kind


def card_title(code: str) -> str:
    card = catalogue().resolve(code)
    if card is None:
        scenario_card = catalogue().encounter_cards.get(code)
        return scenario_card.title if scenario_card else code
    return title_of(card)


def scenario_title(scenario: str) -> str:
    for facts in campaign_facts().values():
        for row in facts.get("scenarios", ()):
            if row["id"] == scenario:
                return str(row["title"])
    return scenario.replace("_", " ").capitalize()


def _bought(payload: Payload) -> str:
    bought = payload.get("purchases", ())
    return ngettext("%(n)d card bought", "%(n)d cards bought", len(bought)) % {"n": len(bought)}


def _log(payload: Payload) -> str:
    texts = [row.get("text") for row in payload.get("changes", ()) if row.get("text")]
    return _("Log: %(text)s") % {"text": "; ".join(texts)} if texts else _("Log changed")


def _tokens(payload: Payload) -> str:
    parts = [f"{by:+d} {token}" for token, by in payload.get("tokens", {}).items()]
    return _("Chaos bag: %(tokens)s") % {"tokens": ", ".join(parts)}


def _paid(payload: Payload) -> str:
    paid = sum(payload.get("shares", {}).values())
    words = ngettext(
        "Experience paid as the guide says: %(n)d", "Experience paid as the guide says: %(n)d", paid
    )
    return words % {"n": paid}


WORDS: dict[str, Callable[[Payload], str]] = {
    "start-campaign": lambda p: _("Campaign started"),
    "settings-changed": lambda p: _("Settings changed"),
    "ultimatums-chosen": lambda p: _("Ultimatums and boons chosen"),
    "ultimatum-drawn": lambda p: _("Ultimatum or boon drawn for the next scenario"),
    "campaign-ended": lambda p: _("Campaign ended"),
    "seat-joins": lambda p: _("%(who)s joined") % {"who": card_title(p.get("investigator", ""))},
    "seat-leaves": lambda p: _("Investigator left"),
    "seat-returns": lambda p: _("Investigator returned"),
    "seat-retires": lambda p: _("Investigator retired"),
    "investigator-lost": lambda p: _("Investigator lost"),
    "trauma-changed": lambda p: _("Trauma changed"),
    "deck-chosen": lambda p: _("Deck chosen"),
    "cards-bought": _bought,
    "deck-changed": lambda p: _("Deck changed: %(cause)s") % {"cause": p.get("cause", "")},
    "cards-exiled": lambda p: (
        _("Exiled: %(cards)s") % {"cards": ", ".join(card_title(code) for code in p.get("cards", {}))}
    ),
    "experience-adjusted": lambda p: _("Experience: %(cause)s") % {"cause": p.get("cause", "")},
    "weakness-drawn": lambda p: (
        _("Weakness drawn: %(card)s") % {"card": card_title(p.get("draw", {}).get("result", ""))}
    ),
    "weakness-drawn-by-group": lambda p: (
        _("Weakness drawn by the group: %(card)s") % {"card": card_title(p.get("card", ""))}
    ),
    "weakness-gained": lambda p: _("Weakness gained: %(card)s") % {"card": card_title(p.get("card", ""))},
    "weakness-replaced": lambda p: (
        _("%(card)s replaced by %(by)s")
        % {"card": card_title(p.get("card", "")), "by": card_title(p.get("by", ""))}
    ),
    "weakness-removed": lambda p: _("Weakness removed: %(card)s") % {"card": card_title(p.get("card", ""))},
    "bearers-changed": lambda p: (
        _("Story cards: %(cards)s")
        % {"cards": ", ".join(card_title(row.get("card", "")) for row in p.get("changes", ()))}
    ),
    "signature-lost": lambda p: _("%(card)s lost for good") % {"card": card_title(p.get("card", ""))},
    "advance": lambda p: (
        _("Next scenario: %(scenario)s") % {"scenario": scenario_title(p.get("scenario", ""))}
    ),
    "begin-scenario": lambda p: (
        _("%(scenario)s started") % {"scenario": scenario_title(p.get("scenario", ""))}
    ),
    "end-scenario": lambda p: _("Scenario ended"),
    "count-experience": lambda p: _("Experience recorded: victory %(n)d") % {"n": p.get("victory", 0)},
    "price-paid": _paid,
    "interlude-played": lambda p: _("%(scenario)s") % {"scenario": scenario_title(p.get("interlude", ""))},
    "log-written": _log,
    "remembered-that": lambda p: (
        _("Recorded for this scenario: %(text)s") % {"text": p.get("text") or p.get("key", "")}
    ),
    "research-done": lambda p: _("Research recorded"),
    "tokens-changed": _tokens,
    "tokens-sealed": lambda p: _("Tokens sealed on %(card)s") % {"card": card_title(p.get("card", ""))},
    "tokens-released": lambda p: _("Tokens released from %(card)s") % {"card": card_title(p.get("card", ""))},
    "rewards-unlocked": lambda p: (
        _("Unlocked: %(cards)s") % {"cards": ", ".join(card_title(code) for code in p.get("cards", ()))}
    ),
    "corrected": lambda p: _("Step %(number)d corrected") % {"number": p.get("of", 0)},
}
