"""Every kind of step as users see it: its line, its sentence, the rows below it, its page and an example.

The classes in `rules.campaign.steps` declare the kinds; a test checks that each of them is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

from campaigns.models import Step
from campaigns.text import names as campaign_names
from campaigns.text import step_parts as text
from campaigns.text.log_words import note_text, phrase
from campaigns.text.step_parts import Names, Payload, Row
from campaigns.text.steps import card_title
from cards.text.names import exact_title_of
from rules.outcome import Piles


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    line: Callable[[Payload], str]
    """One line without the names of seats, for undo, for the API and for members at the same time. The
    payload has the campaign of the step as `facts`, for the titles of its scenarios."""
    sentence: Callable[[Names, Payload], str] | None = None
    """The first line in the history; by default `line`."""
    rows: Callable[[Names, Payload], Iterable[Row]] = lambda names, payload: ()
    """Icons and lines below it in the history."""
    page: str
    """The name of the page on which users record it."""
    example: Mapping[str, Any]
    """Its fields as the API takes them."""


def step_text(step: Step) -> str:
    facts = step.campaign.facts if step.campaign_id else ""
    return KINDS[step.kind].line({**step.payload, "facts": facts})


def _scenario(payload: Payload) -> str:
    return campaign_names.scenario_name(payload.get("facts", ""), payload.get("scenario", ""))


def _cause(payload: Payload) -> str:
    return campaign_names.cause_text(payload.get("cause", ""))


def _note(payload: Payload) -> str:
    return note_text(payload.get("text", ""), payload.get("key", ""))


def _whose(text: str) -> Callable[[Names, Payload], str]:
    return lambda names, payload: _(text) % {"who": names.name(payload.get("seat", ""))}


KINDS: Mapping[str, Kind] = {
    "start-campaign": Kind(
        line=lambda p: _("Campaign started"),
        page="campaign-new-for",
        example={"campaign": "core", "difficulty": "standard"},
    ),
    "campaign-resumed": Kind(
        line=lambda p: _("Continued from earlier play"),
        rows=text.resumed_rows,
        page="campaign-resume",
        example={
            "played": [{"scenario": "torch", "resolution": "R1"}],
            "next_scenario": "arkham",
            "seats": [
                {
                    "seat": "s1",
                    "player": "alice",
                    "investigator": "01001",
                    "earned": 7,
                    "experience": 2,
                    "mental": 1,
                    "deck": {"investigator": "01001", "slots": {"01018": 2, "01096": 1}},
                    "story": {"01117": 1},
                }
            ],
            "log": [{"do": "record", "text": "Your house is still standing."}],
            "bag": {"0": 2, "-1": 3, "skull": 2, "auto_fail": 1, "elder_sign": 1},
        },
    ),
    "settings-changed": Kind(
        line=lambda p: _("Settings changed"),
        page="campaign-settings",
        example={"title": "Friday evenings"},
    ),
    "ultimatums-chosen": Kind(
        line=lambda p: _("Ultimatums and boons chosen"),
        rows=lambda n, p: text.each(p.get("chosen", ()), "rules", text.ultimatum_title),
        page="campaign-ultimatums",
        example={"chosen": ["boon.osiris"], "agreed": ["s1"]},
    ),
    "ultimatum-drawn": Kind(
        line=lambda p: _("Ultimatum or boon drawn for the next scenario"),
        page="campaign-next",
        example={"lot": {"seed": "a", "among": ["ub.chaos"], "result": "ub.chaos", "taken": 0}},
    ),
    "campaign-ended": Kind(
        line=lambda p: _("Campaign ended"),
        rows=lambda n, p: [("info", p["cause"])] if p.get("cause") else [],
        page="campaign-end",
        example={"result": "won"},
    ),
    "seat-joins": Kind(
        line=lambda p: _("%(who)s joined") % {"who": card_title(p.get("investigator", ""))},
        page="campaign-seat-new",
        example={"seat": "s1", "player": "alice", "investigator": "01001"},
    ),
    "seat-leaves": Kind(
        line=lambda p: _("Investigator left"),
        sentence=_whose(_noop("%(who)s left")),
        page="campaign-seat",
        example={"seat": "s1"},
    ),
    "seat-returns": Kind(
        line=lambda p: _("Investigator returned"),
        sentence=_whose(_noop("%(who)s returned")),
        page="campaign-seat",
        example={"seat": "s1"},
    ),
    "seat-retires": Kind(
        line=lambda p: _("Investigator retired"),
        sentence=_whose(_noop("%(who)s retired")),
        page="campaign-seat",
        example={"seat": "s1"},
    ),
    "investigator-lost": Kind(
        line=lambda p: _("Investigator lost"),
        sentence=_whose(_noop("%(who)s was lost")),
        page="campaign-change",
        example={"seat": "s1", "status": "killed", "cause": "Interlude I"},
    ),
    "trauma-changed": Kind(
        line=lambda p: _("Trauma changed"),
        rows=text.trauma_rows,
        page="campaign-change",
        example={"changes": {"s1": {"physical": 1}}, "cause": "Interlude I"},
    ),
    "deck-chosen": Kind(
        line=lambda p: _("Deck chosen"),
        sentence=_whose(_noop("%(who)s: deck chosen")),
        page="campaign-seat",
        example={"seat": "s1", "deck": {"investigator": "01001", "slots": {"01018": 2}}},
    ),
    "cards-bought": Kind(
        line=text.bought_line,
        sentence=_whose(_noop("%(who)s bought cards")),
        rows=text.bought_rows,
        page="campaign-purchases",
        example={"seat": "s1", "deck": {"investigator": "01001", "slots": {"01028": 2}}},
    ),
    "deck-changed": Kind(
        line=lambda p: _("Deck changed: %(cause)s") % {"cause": _cause(p)},
        sentence=_whose(_noop("%(who)s: deck changed")),
        page="campaign-change",
        example={"seat": "s1", "deck": {"investigator": "01001", "slots": {"01018": 1}}, "cause": "A card"},
    ),
    "cards-exiled": Kind(
        line=lambda p: (
            _("Exiled: %(cards)s")
            % {"cards": ", ".join(card_title(code) for code in Piles(**p.get("cards", {})).total)}
        ),
        sentence=_whose(_noop("%(who)s exiled cards")),
        rows=lambda n, p: text.each(Piles(**p.get("cards", {})).total, "exile", exact_title_of),
        page="campaign-change",
        example={"seat": "s1", "cards": {"deck": {"02115": 1}}},
    ),
    "experience-adjusted": Kind(
        line=lambda p: _("Experience: %(cause)s") % {"cause": _cause(p)},
        rows=lambda n, p: iter(
            ("experience", f"{n.name(seat)}: {by:+d}") for seat, by in p.get("amounts", {}).items()
        ),
        page="campaign-change",
        example={"amounts": {"s1": 2}, "cause": "Interlude I"},
    ),
    "weakness-drawn": Kind(
        line=lambda p: (
            _("Weakness drawn: %(card)s") % {"card": card_title(p.get("draw", {}).get("result", ""))}
        ),
        sentence=_whose(_noop("%(who)s drew a weakness")),
        rows=lambda n, p: text.drawn_rows(p.get("draw", {}).get("result", ""), p),
        page="campaign-seat",
        example={"seat": "s1", "draw": {"seed": "a", "pool": {"01096": 1}, "result": "01096"}},
    ),
    "weakness-drawn-by-group": Kind(
        line=lambda p: _("Weakness drawn by the group: %(card)s") % {"card": card_title(p.get("card", ""))},
        sentence=_whose(_noop("%(who)s drew a weakness from the group’s own cards")),
        rows=lambda n, p: text.drawn_rows(p.get("card", ""), p),
        page="campaign-change",
        example={"seat": "s1", "card": "01096"},
    ),
    "weakness-gained": Kind(
        line=lambda p: _("Weakness gained: %(card)s") % {"card": card_title(p.get("card", ""))},
        sentence=_whose(_noop("%(who)s gained a weakness")),
        rows=lambda n, p: [("weakness", card_title(p.get("card", "")))],
        page="campaign-change",
        example={"seat": "s1", "card": "01096", "cause": "Interlude I"},
    ),
    "weakness-replaced": Kind(
        line=lambda p: (
            _("%(card)s replaced by %(by)s")
            % {"card": card_title(p.get("card", "")), "by": card_title(p.get("by", ""))}
        ),
        page="campaign-change",
        example={"seat": "s1", "card": "01096", "by": "01097"},
    ),
    "weakness-removed": Kind(
        line=lambda p: _("Weakness removed: %(card)s") % {"card": card_title(p.get("card", ""))},
        page="campaign-change",
        example={"seat": "s1", "card": "01096", "cause": "Interlude I"},
    ),
    "bearers-changed": Kind(
        line=lambda p: (
            _("Story cards: %(cards)s")
            % {"cards": ", ".join(card_title(row.get("card", "")) for row in p.get("changes", ()))}
        ),
        sentence=lambda n, p: _("Story cards"),
        rows=text.bearer_rows,
        page="campaign-change",
        example={"changes": [{"card": "01117", "seat": "s1"}]},
    ),
    "signature-lost": Kind(
        line=lambda p: _("%(card)s lost for good") % {"card": card_title(p.get("card", ""))},
        page="campaign-change",
        example={"seat": "s1", "card": "01006", "cause": "Interlude I"},
    ),
    "advance": Kind(
        line=lambda p: _("Next scenario: %(scenario)s") % {"scenario": _scenario(p)},
        sentence=lambda n, p: (
            _("Next scenario: %(scenario)s") % {"scenario": n.scenario(p.get("scenario", ""))}
        ),
        page="campaign-next",
        example={"scenario": "the_gathering", "verdicts": {}},
    ),
    "begin-scenario": Kind(
        line=lambda p: _("%(scenario)s started") % {"scenario": _scenario(p)},
        sentence=lambda n, p: _("%(scenario)s started") % {"scenario": n.scenario(p.get("scenario", ""))},
        page="campaign-next",
        example={"scenario": "the_gathering", "lead": "s1"},
    ),
    "end-scenario": Kind(
        line=lambda p: _("Scenario ended"),
        sentence=lambda n, p: campaign_names.resolution_name(p.get("resolution", "")),
        rows=text.ended_rows,
        page="campaign-after",
        example={
            "resolution": "R1",
            "fates": {"s1": {"how": "damage", "exiled": {"deck": {"02115": 1}}}},
            "victory": 2,
        },
    ),
    "count-experience": Kind(
        line=lambda p: _("Experience recorded: victory %(n)d") % {"n": p.get("victory", 0)},
        page="campaign-after",
        example={"victory": 2, "bonus": 1},
    ),
    "price-paid": Kind(
        line=text.paid_line,
        rows=text.price_rows,
        page="campaign-after",
        example={"price": "rest", "shares": {"s1": 1}},
    ),
    "interlude-played": Kind(
        line=lambda p: campaign_names.scenario_name(p.get("facts", ""), p.get("interlude", "")),
        sentence=lambda n, p: campaign_names.scenario_name(n.state.campaign, p.get("interlude", "")),
        rows=text.interlude_rows,
        page="campaign-next",
        example={"interlude": "interlude_1"},
    ),
    "log-written": Kind(
        line=text.log_line,
        sentence=text.log_sentence,
        rows=text.log_rows,
        page="campaign-log",
        example={"changes": [{"do": "record", "text": "The house is still standing."}]},
    ),
    "remembered-that": Kind(
        line=lambda p: _("Recorded for this scenario: %(text)s") % {"text": _note(p)},
        page="campaign-log",
        example={"text": "The door is open."},
    ),
    "research-done": Kind(
        line=lambda p: _("Research recorded"),
        sentence=lambda n, p: _("Research task completed"),
        rows=lambda n, p: [("researched", phrase(p.get("task", "")))],
        page="campaign-change",
        example={"task": "stone_identified", "seat": "s1"},
    ),
    "tokens-changed": Kind(
        line=text.tokens_line,
        sentence=lambda n, p: _("Chaos bag changed"),
        rows=text.token_rows,
        page="campaign-bag",
        example={"tokens": {"skull": 1}, "cause": "Resolution 1"},
    ),
    "tokens-sealed": Kind(
        line=lambda p: _("Tokens sealed on %(card)s") % {"card": card_title(p.get("card", ""))},
        rows=text.token_rows,
        page="campaign-bag",
        example={"tokens": {"0": 1}, "card": "05314"},
    ),
    "tokens-released": Kind(
        line=lambda p: _("Tokens released from %(card)s") % {"card": card_title(p.get("card", ""))},
        rows=text.token_rows,
        page="campaign-bag",
        example={"tokens": {"0": 1}, "card": "05314"},
    ),
    "rewards-unlocked": Kind(
        line=lambda p: (
            _("Unlocked: %(cards)s") % {"cards": ", ".join(card_title(code) for code in p.get("cards", ()))}
        ),
        sentence=lambda n, p: _("Reward unlocked"),
        rows=lambda n, p: text.each(p.get("cards", ()), "reward", card_title),
        page="campaign-change",
        example={"cards": ["12181"]},
    ),
    "corrected": Kind(
        line=lambda p: _("Step %(number)d corrected") % {"number": p.get("of", 0)},
        rows=text.correction_rows,
        page="campaign-correct",
        example={"of": 3, "cause": "We miscounted.", "experience": {"s1": 1}},
    ),
}
