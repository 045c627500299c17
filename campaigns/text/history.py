"""Descriptions of acts for the history: a line for each act, and rows for its effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.draws import GROUP, drawn_by
from campaigns.models import Act
from campaigns.text import names
from campaigns.text.steps import act_in_words, card_title
from cards.text.names import german as in_german
from decks import conditions
from decks.editor.upgrade import title as full_title
from rules.campaign import CampaignState
from rules.campaign.state import DEFEATS
from rules.rulebook.ultimatums import ULTIMATUMS

Row = tuple[str, str]
"""An icon and a line."""


@dataclass(frozen=True, slots=True)
class Told:
    act: Act
    what: str
    rows: tuple[Row, ...]
    is_scenario: bool


class Teller:
    """Describes the acts of one campaign, with the names of its seats."""

    def __init__(self, state: CampaignState) -> None:
        self.state = state

    def name(self, seat: str) -> str:
        found = self.state.seats.get(seat)
        return found.title if found else seat

    def tell(self, act: Act) -> Told:
        if act.kind == "end-scenario":
            return Told(act, self.ended(act), tuple(_ended(self, act.payload)), True)
        what = WHATS.get(act.kind)
        rows = ROWS.get(act.kind)
        return Told(
            act,
            what(self, act.payload) if what else act_in_words(act),
            (*(rows(self, act.payload) if rows else ()), *_word_given(act)),
            act.kind == "begin-scenario",
        )

    def ended(self, act: Act) -> str:
        """Return for example “II. Smoke and Mirrors: Resolution 1”; an undone act names no scenario."""
        resolution = names.resolution_name(act.payload.get("resolution", ""))
        played = next((each.scenario for each in self.state.history if each.act == act.number), "")
        if not played and self.state.playing and act.pk is None:
            played = self.state.playing.scenario
        if not played:
            return resolution
        facts = {
            "numeral": names.numeral_of(self.state, played),
            "scenario": names.scenario_name(self.state.campaign, played),
            "resolution": resolution,
        }
        return _("%(numeral)s. %(scenario)s: %(resolution)s") % facts

    def scenario(self, payload: Mapping[str, Any]) -> str:
        return names.scenario_name(self.state.campaign, payload.get("scenario", ""))


def _whose(words: str) -> Callable[[Teller, Any], str]:
    return lambda teller, payload: _(words) % {"who": teller.name(payload.get("seat", ""))}


def _noop(message: str) -> str:
    return message


WHATS: dict[str, Callable[[Teller, Any], str]] = {
    "seat-leaves": _whose(_noop("%(who)s left")),
    "seat-returns": _whose(_noop("%(who)s returned")),
    "seat-retires": _whose(_noop("%(who)s retired")),
    "investigator-lost": _whose(_noop("%(who)s was lost")),
    "deck-chosen": _whose(_noop("%(who)s: deck chosen")),
    "cards-bought": _whose(_noop("%(who)s bought cards")),
    "deck-changed": _whose(_noop("%(who)s: deck changed")),
    "weakness-drawn": _whose(_noop("%(who)s drew a weakness")),
    "weakness-drawn-by-group": _whose(_noop("%(who)s drew a weakness from the group’s own cards")),
    "weakness-gained": _whose(_noop("%(who)s gained a weakness")),
    "cards-exiled": _whose(_noop("%(who)s exiled cards")),
    "advance": lambda t, p: _("Next scenario: %(scenario)s") % {"scenario": t.scenario(p)},
    "begin-scenario": lambda t, p: _("%(scenario)s started") % {"scenario": t.scenario(p)},
    "tokens-changed": lambda t, p: _("Chaos bag changed"),
    "bearers-changed": lambda t, p: _("Story cards"),
    "log-written": lambda t, p: _log_counted(p),
    "research-done": lambda t, p: _("Research task completed"),
    "interlude-played": lambda t, p: names.scenario_name(t.state.campaign, p.get("interlude", "")),
    "rewards-unlocked": lambda t, p: _("Reward unlocked"),
}


def _log_counted(payload: Mapping[str, Any]) -> str:
    kinds = [row.get("do") for row in payload.get("changes", ())]
    parts = []
    if added := kinds.count("record"):
        parts.append(ngettext("%(n)d note added", "%(n)d notes added", added) % {"n": added})
    if crossed := kinds.count("cross-out"):
        parts.append(ngettext("%(n)d crossed out", "%(n)d crossed out", crossed) % {"n": crossed})
    if others := len(kinds) - added - crossed:
        parts.append(ngettext("%(n)d other change", "%(n)d other changes", others) % {"n": others})
    return _("Log: %(what)s") % {"what": ", ".join(parts)}


def _ended(teller: Teller, payload: Any) -> Iterator[Row]:
    victory, bonus = payload.get("victory"), payload.get("bonus", 0)
    if payload.get("replay"):
        yield "experience", _("To be replayed; no experience earned")
    elif victory is not None:
        facts = {"victory": victory, "bonus": bonus, "sum": max(0, victory + bonus)}
        yield "experience", _("%(victory)d victory + %(bonus)d bonus = %(sum)d each") % facts
    for seat, fate in payload.get("fates", {}).items():
        how = fate.get("how", "survived")
        if how in DEFEATS:
            facts = {"who": teller.name(seat), "how": names.OUTCOMES[how]}
            icon = "trauma-physical" if how == "damage" else "trauma-mental"
            yield icon, _("%(who)s defeated: %(how)s") % facts
        if fate.get("lost"):
            yield "close", f"{teller.name(seat)}: {names.STATUSES.get(fate['lost'], fate['lost'])}"
        for code, copies in fate.get("exiled", {}).items():
            yield "exile", _("%(card)s exiled (%(n)d)") % {"card": full_title(code), "n": copies}
        told = {"happened": fate.get("claims", {}), "attached_to": fate.get("attached_to", "")}
        for words in conditions.in_words(told):
            yield "info", f"{teller.name(seat)}: {words}"


def _bought(teller: Teller, payload: Any) -> Iterator[Row]:
    purchases = payload.get("purchases", ())
    total = sum(row.get("price", 0) for row in purchases)
    yield "experience", ngettext("%(n)d experience", "%(n)d experience", total) % {"n": total}
    for row in purchases[:8]:
        bought = full_title(row.get("card", ""))
        if row.get("replaces"):
            bought = f"{full_title(row['replaces'])} → {bought}"
        yield "deck", f"{bought}: {row.get('price', 0)}"
    if len(purchases) > 8:
        more = len(purchases) - 8
        yield "deck", ngettext("and %(n)d more", "and %(n)d more", more) % {"n": more}


def _log_rows(teller: Teller, payload: Any) -> Iterator[Row]:
    for row in payload.get("changes", ()):
        if row.get("do") == "record":
            yield "edit", row.get("text") or row.get("key", "")


def _token_rows(teller: Teller, payload: Any) -> Iterator[Row]:
    for token, by in payload.get("tokens", {}).items():
        sign = "+" if by > 0 else "−"
        yield names.ICONS.get(token, "bag"), f"{sign}{abs(by)} {names.token_name(token)}"
    if payload.get("cause"):
        yield "info", payload["cause"]


def _bearer_rows(teller: Teller, payload: Any) -> Iterator[Row]:
    for row in payload.get("changes", ()):
        facts = {
            "card": card_title(row.get("card", "")),
            "who": teller.name(row.get("seat", "")),
            "to": teller.name(row.get("to", "")),
        }
        if row.get("lost"):
            yield "exile", _("%(who)s loses %(card)s") % facts
        elif row.get("to"):
            yield "swap", _("%(card)s: from %(who)s to %(to)s") % facts
        else:
            yield "plus", _("%(card)s: %(who)s") % facts


def _drawn_rows(card: str, payload: Any) -> Iterator[Row]:
    yield "basic-weakness", card_title(card)
    if payload.get("cause"):
        yield "info", payload["cause"]
    if payload.get("traits"):
        yield "info", _("drawn from: %(traits)s") % {"traits": ", ".join(payload["traits"])}


def _word_given(act: Act) -> Iterator[Row]:
    """A remark on draws that the site did not make and cannot prove."""
    if drawn_by(act) == GROUP:
        yield "info", _("imported, drawn by the group") if act.imported else _("drawn by the group")


def _each(payload: Any, key: str, icon: str, name: Callable[[str], str]) -> Iterator[Row]:
    for value in payload.get(key, ()):
        yield icon, name(value)


def _ultimatum(id: str) -> str:
    found = ULTIMATUMS.get(id)
    return found.title("de" if in_german() else "en") if found else id


def _trauma_rows(teller: Teller, payload: Any) -> Iterator[Row]:
    for seat, kinds in payload.get("changes", payload.get("trauma", {})).items():
        for kind, by in kinds.items():
            yield f"trauma-{kind}", f"{teller.name(seat)}: {by:+d}"
    if payload.get("cause"):
        yield "info", payload["cause"]


def _price_rows(teller: Teller, payload: Any) -> Iterator[Row]:
    yield "info", payload.get("price", "").replace("_", " ").capitalize()
    for seat, paid in payload.get("shares", {}).items():
        if paid:
            yield "experience", f"{teller.name(seat)}: −{paid}"


def _correction_rows(teller: Teller, payload: Any) -> Iterator[Row]:
    for seat, by in payload.get("experience", {}).items():
        yield "experience", f"{teller.name(seat)}: {by:+d}"
    yield from _trauma_rows(teller, payload)


ROWS: dict[str, Callable[[Teller, Any], Iterator[Row]]] = {
    "cards-bought": _bought,
    "log-written": _log_rows,
    "tokens-changed": _token_rows,
    "tokens-sealed": _token_rows,
    "tokens-released": _token_rows,
    "bearers-changed": _bearer_rows,
    "weakness-drawn": lambda t, p: _drawn_rows(p.get("draw", {}).get("result", ""), p),
    "weakness-drawn-by-group": lambda t, p: _drawn_rows(p.get("card", ""), p),
    "weakness-gained": lambda t, p: iter([("weakness", card_title(p.get("card", "")))]),
    "cards-exiled": lambda t, p: _each(p, "cards", "exile", full_title),
    "rewards-unlocked": lambda t, p: _each(p, "cards", "reward", card_title),
    "ultimatums-chosen": lambda t, p: _each(p, "chosen", "rules", _ultimatum),
    "research-done": lambda t, p: iter([("researched", p.get("task", "").replace("_", " "))]),
    "trauma-changed": _trauma_rows,
    "price-paid": _price_rows,
    "experience-adjusted": lambda t, p: iter(
        ("experience", f"{t.name(seat)}: {by:+d}") for seat, by in p.get("amounts", {}).items()
    ),
    "corrected": _correction_rows,
    "campaign-ended": lambda t, p: iter([("info", p["cause"])] if p.get("cause") else []),
}
