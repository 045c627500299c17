"""Parts of the descriptions of steps that take more than one expression; `campaigns.step_kinds` uses them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.log import page as log_page
from campaigns.text import names as campaign_names
from campaigns.text.log_words import note_text, phrase
from campaigns.text.steps import card_title
from cards.text.names import exact_title_of, trait_name
from cards.text.names import german as in_german
from decks import conditions
from rules.campaign import CampaignState
from rules.campaign.state import DEFEATS, MENTAL, PHYSICAL
from rules.outcome import Outcome, Piles
from rules.rulebook.ultimatums import ULTIMATUMS
from web.shared.numbers import signed

Payload = Mapping[str, Any]
Row = tuple[str, str]
"""An icon and a line."""


class Names:
    """Names of the seats and scenarios of one campaign."""

    def __init__(self, state: CampaignState) -> None:
        self.state = state

    def name(self, seat: str) -> str:
        found = self.state.seats.get(seat)
        return found.title if found else seat

    def scenario(self, scenario: str) -> str:
        return campaign_names.scenario_name(self.state.campaign, scenario)


def bought_line(payload: Payload) -> str:
    bought = payload.get("purchases", ())
    return ngettext("%(n)d card bought", "%(n)d cards bought", len(bought)) % {"n": len(bought)}


def _recorded(change: Payload) -> str:
    """Return the text that a change writes into the log."""
    text = change.get("text", "")
    return note_text(text, change.get("key", "")) if text or change.get("do") == "record" else ""


def log_line(payload: Payload) -> str:
    texts = [text for row in payload.get("changes", ()) if (text := _recorded(row))]
    return _("Log: %(text)s") % {"text": "; ".join(texts)} if texts else _("Log changed")


def tokens_line(payload: Payload) -> str:
    tokens = payload.get("tokens", {})
    parts = [f"{signed(by)} {campaign_names.token_name(token)}" for token, by in tokens.items()]
    return _("Chaos bag: %(tokens)s") % {"tokens": ", ".join(parts)} if parts else _("Chaos bag changed")


def paid_line(payload: Payload) -> str:
    paid = sum(payload.get("shares", {}).values())
    text = ngettext(
        "Experience paid as the guide says: %(n)d", "Experience paid as the guide says: %(n)d", paid
    )
    return text % {"n": paid}


def log_sentence(names: Names, payload: Mapping[str, Any]) -> str:
    """Return what a step wrote in the log: one change as it is, several by their number."""
    changes = payload.get("changes", ())
    if len(changes) == 1:
        return _("Log: %(what)s") % {"what": log_change(names, changes[0])}
    return ngettext("Log: %(n)d change", "Log: %(n)d changes", len(changes)) % {"n": len(changes)}


def log_change(names: Names, change: Payload) -> str:
    """Return one change of the log in words."""
    section, key = change.get("section", ""), change.get("key", "")
    facts = {
        "what": log_page.label_of(names.state, section, key),
        "by": change.get("number") or 0,
        "title": change.get("text", ""),
    }
    if change.get("seat"):
        facts["what"] = f"{facts['what']} ({names.name(change['seat'])})"
    if change.get("do") in ("cross-out", "restore"):
        note = next((each for each in names.state.notes if each.id == change.get("entry")), None)
        facts["what"] = note_text(note.text, note.key) if note else _("a note")
    picked = log_page.is_pick(names.state, section, key)
    templates = {
        "cross-out": _("“%(what)s” crossed out"),
        "restore": _("“%(what)s” restored"),
        "count": _("%(what)s %(by)+d"),
        "tick": _("%(what)s added") if picked else _("%(what)s ticked"),
        "clear": _("%(what)s removed") if picked else _("%(what)s cleared"),
        "add-section": _("section “%(title)s” added"),
        "rename-section": _("section renamed to “%(title)s”"),
        "remove-section": _("section removed"),
    }
    if template := templates.get(str(change.get("do"))):
        return template % facts
    return note_text(change.get("text", ""), key)


def ended_rows(names: Names, payload: Any) -> Iterator[Row]:
    victory, bonus = payload.get("victory"), payload.get("bonus", 0)
    if payload.get("replay"):
        yield "experience", _("To be replayed; no experience earned")
    elif victory is not None and payload.get("fates"):
        facts = {"victory": victory, "bonus": bonus, "sum": max(0, victory + bonus)}
        yield "experience", _("%(victory)d victory + %(bonus)d bonus = %(sum)d each") % facts
    for seat, fate in payload.get("fates", {}).items():
        how = fate.get("how", "survived")
        if how in DEFEATS:
            facts = {"who": names.name(seat), "how": campaign_names.OUTCOMES[how]}
            icon = "trauma-physical" if how == "damage" else "trauma-mental"
            yield icon, _("%(who)s defeated: %(how)s") % facts
        if fate.get("lost"):
            yield "close", f"{names.name(seat)}: {campaign_names.STATUSES.get(fate['lost'], fate['lost'])}"
        for code, copies in Piles(**fate.get("exiled", {})).total.items():
            yield "exile", _("%(card)s exiled (%(n)d)") % {"card": exact_title_of(code), "n": copies}
        met = Outcome(conditions=fate.get("conditions", {}), attached_to=fate.get("attached_to", ""))
        for text in conditions.condition_texts(met):
            yield "info", f"{names.name(seat)}: {text}"


def bought_rows(names: Names, payload: Any) -> Iterator[Row]:
    purchases = payload.get("purchases", ())
    total = sum(row.get("price", 0) for row in purchases)
    yield "experience", ngettext("%(n)d experience", "%(n)d experience", total) % {"n": total}
    for row in purchases[:8]:
        bought = exact_title_of(row.get("card", ""))
        if row.get("replaces"):
            bought = f"{exact_title_of(row['replaces'])} → {bought}"
        yield "deck", f"{bought}: {row.get('price', 0)}"
    if len(purchases) > 8:
        more = len(purchases) - 8
        yield "deck", ngettext("and %(n)d more", "and %(n)d more", more) % {"n": more}


def interlude_rows(names: Names, payload: Any) -> Iterator[Row]:
    if payload.get("choice"):
        yield "edit", payload["choice"]
    if payload.get("seats"):
        yield "group", _("Took part: %(who)s") % {"who": ", ".join(map(names.name, payload["seats"]))}


def log_rows(names: Names, payload: Any) -> Iterator[Row]:
    changes = payload.get("changes", ())
    if len(changes) > 1:
        for change in changes:
            yield "edit", log_change(names, change)


def token_rows(names: Names, payload: Any) -> Iterator[Row]:
    for token, by in payload.get("tokens", {}).items():
        yield campaign_names.ICONS.get(token, "bag"), f"{signed(by)} {campaign_names.token_name(token)}"
    if payload.get("cause"):
        yield "info", campaign_names.cause_text(payload["cause"])


def bearer_rows(names: Names, payload: Any) -> Iterator[Row]:
    for row in payload.get("changes", ()):
        facts = {
            "card": card_title(row.get("card", "")),
            "who": names.name(row.get("seat", "")),
            "to": names.name(row.get("to", "")),
        }
        if row.get("lost"):
            yield "exile", _("%(who)s loses %(card)s") % facts
        elif row.get("to"):
            yield "swap", _("%(card)s: from %(who)s to %(to)s") % facts
        else:
            yield "plus", _("%(card)s: %(who)s") % facts


def drawn_rows(card: str, payload: Any) -> Iterator[Row]:
    yield "basic-weakness", card_title(card)
    if payload.get("cause"):
        yield "info", campaign_names.cause_text(payload["cause"])
    if payload.get("traits"):
        yield "info", _("drawn from: %(traits)s") % {"traits": ", ".join(map(trait_name, payload["traits"]))}


def each(values: Iterable[str], icon: str, name: Callable[[str], str]) -> Iterator[Row]:
    for value in values:
        yield icon, name(value)


def ultimatum_title(id: str) -> str:
    found = ULTIMATUMS.get(id)
    return found.title("de" if in_german() else "en") if found else id


def trauma_text(kind: str, by: int) -> str:
    """Return for example “+1 mental trauma”."""
    text = (
        ngettext("%(n)s physical trauma", "%(n)s physical trauma", abs(by))
        if kind == PHYSICAL
        else ngettext("%(n)s mental trauma", "%(n)s mental trauma", abs(by))
    )
    return text % {"n": signed(by)}


def trauma_rows(names: Names, payload: Any) -> Iterator[Row]:
    for seat, kinds in payload.get("changes", payload.get("trauma", {})).items():
        for kind, by in kinds.items():
            yield f"trauma-{kind}", f"{names.name(seat)}: {trauma_text(kind, by)}"
    if payload.get("cause"):
        yield "info", campaign_names.cause_text(payload["cause"])


def price_rows(names: Names, payload: Any) -> Iterator[Row]:
    yield "info", phrase(payload.get("price", ""))
    for seat, paid in payload.get("shares", {}).items():
        if paid:
            yield "experience", f"{names.name(seat)}: −{paid}"


def correction_rows(names: Names, payload: Any) -> Iterator[Row]:
    for seat, by in payload.get("experience", {}).items():
        yield "experience", f"{names.name(seat)}: {by:+d}"
    yield from trauma_rows(names, payload)


def resumed_rows(names: Names, payload: Any) -> Iterator[Row]:
    for row in payload.get("seats", ()):
        facts = {
            "who": card_title(row.get("investigator", "")),
            "earned": row.get("earned", 0),
            "left": row.get("experience", 0),
        }
        yield "experience", _("%(who)s: %(earned)d earned, %(left)d unspent") % facts
        for kind in (PHYSICAL, MENTAL):
            if row.get(kind):
                yield f"trauma-{kind}", f"{facts['who']}: {trauma_text(kind, row[kind])}"
    for row in payload.get("played", ()):
        scenario = names.scenario(row.get("scenario", ""))
        resolution = campaign_names.resolution_name(row["resolution"]) if row.get("resolution") else ""
        yield "check", f"{scenario}: {resolution}" if resolution else scenario
    for row in payload.get("log", ()):
        if row.get("do") == "record":
            yield "edit", _recorded(row)
