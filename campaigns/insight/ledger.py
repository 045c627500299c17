"""The ledger of a campaign: every gain, loss and price that its steps recorded, oldest first."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from io import StringIO
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.adapters import EXPERIENCE, KINDS
from campaigns.log import page as log_page
from campaigns.models import Campaign, Entry
from campaigns.party.member_names import MemberNames
from campaigns.text import names as campaign_names
from campaigns.text.log_words import note_text, phrase
from campaigns.text.steps import card_title
from cards.text.names import exact_title_of, language
from rules.campaign import CampaignState
from rules.rulebook import RULEBOOK
from rules.rulebook.ultimatums import ULTIMATUMS
from web.shared.numbers import signed

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Group:
    """Kinds of entries that the ledger filters together."""

    label: str | Promise
    kinds: tuple[str, ...]


GROUPS: dict[str, Group] = {
    "experience": Group(gettext_lazy("Experience"), ("experience", "experience-counted", "price-paid")),
    "trauma": Group(gettext_lazy("Trauma"), ("trauma",)),
    "exile": Group(gettext_lazy("Exile"), ("exile", "removed-card")),
    "story-cards": Group(
        gettext_lazy("Story cards"), ("story-card", "signature-removed", "reward", "eldritch-brand")
    ),
    "weaknesses": Group(
        gettext_lazy("Weaknesses"),
        ("weakness", "weaknesses-owed", "weaknesses-required", "weakness-out-of-pool"),
    ),
    "purchases": Group(gettext_lazy("Purchases"), ("purchase", "creation-purchase")),
    "notes": Group(
        gettext_lazy("Notes"),
        ("note", "note-crossed-out", "count", "log-section", "remembered", "research", "ally-lost"),
    ),
    "chaos-tokens": Group(gettext_lazy("Chaos tokens"), ("chaos-token",)),
    "decks": Group(gettext_lazy("Decks"), ("deck", "cards-kept", "random-deck")),
}
OTHERS = "others"
GROUP_OF = {kind: name for name, group in GROUPS.items() for kind in group.kinds}
GROUPS[OTHERS] = Group(gettext_lazy("Others"), tuple(kind for kind in KINDS if kind not in GROUP_OF))

#: Reasons of entries that are neither a rule nor a text that a player entered.
REASONS = {
    "victory": gettext_lazy("victory display"),
    "bonus": gettext_lazy("bonus"),
    "personal": gettext_lazy("the investigator's own"),
    "start": gettext_lazy("at deck creation"),
    "transfer": gettext_lazy("from an earlier campaign"),
    "opening": gettext_lazy("played before it was recorded here"),
    "spent-before": gettext_lazy("spent before it was recorded here"),
    "taken-back": gettext_lazy("earlier purchases taken back"),
    "purchase": gettext_lazy("cards bought"),
    "creation": gettext_lazy("cards of the first deck"),
    "side-story": gettext_lazy("price of the side story"),
    "guide-price": gettext_lazy("price of the guide"),
    "xp.card-modifiers": gettext_lazy("effect of the card"),
    "E-23": gettext_lazy("a scenario never earns less than 0"),
    "guide": gettext_lazy("campaign guide"),
    "sealed": gettext_lazy("sealed"),
    "released": gettext_lazy("released"),
    "for-one-game": gettext_lazy("for this game"),
    "in-the-deck": gettext_lazy("already in the deck"),
    "chosen": gettext_lazy("chosen"),
    "bought": gettext_lazy("cards bought"),
    "exiled": gettext_lazy("cards exiled"),
    "taken": gettext_lazy("cards removed"),
    "story": gettext_lazy("story cards"),
    "weakness": gettext_lazy("weakness"),
    "instruction": gettext_lazy("instruction"),
}


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """An entry as the ledger shows it."""

    step: int
    at: datetime
    by: str
    kind: str
    """The group of the entry, by which the ledger is filtered."""
    entry: str
    """The exact kind of the entry."""
    seat: str
    investigator: str
    card: str
    amount: int | None
    """The change: gained with a plus, lost or paid with a minus."""
    balance: int | None
    """The experience that the investigator has after it, for entries of experience."""
    text: str
    reason: str


def ledger_entries(campaign: Campaign, *, kind: str = "", seat: str = "") -> QuerySet[Entry]:
    """Return the entries of the steps that are not undone, oldest first, of one kind or seat if given."""
    rows = Entry.objects.filter(step__campaign=campaign, step__undone=False)
    if kind:
        rows = rows.filter(kind__in=GROUPS[kind].kinds)
    if seat:
        rows = rows.filter(seat=seat)
    return rows.select_related("step__by").defer("step__payload").order_by("step__number", "position")


class Ledger:
    """Describes the entries of one campaign, with the names of its seats and members."""

    def __init__(self, campaign: Campaign, state: CampaignState, member_names: MemberNames) -> None:
        self.campaign = campaign
        self.state = state
        self.member_names = member_names

    def lines(self, rows: Iterable[Entry]) -> Iterator[LedgerLine]:
        """Describe entries in order. Balances include what was written before the first of them."""
        balances: Counter[str] | None = None
        for row in rows:
            if row.kind != EXPERIENCE:
                yield self.line(row)
                continue
            if balances is None:
                balances = self._balances_before(row)
            balances[row.seat] += row.facts["amount"]
            yield self.line(row, balances[row.seat])

    def _balances_before(self, row: Entry) -> Counter[str]:
        """Return the experience of each seat before an entry. One query."""
        number = row.step.number
        earlier = ledger_entries(self.campaign).filter(kind=EXPERIENCE)
        earlier = earlier.filter(
            Q(step__number__lt=number) | Q(step__number=number, position__lt=row.position)
        )
        found: Counter[str] = Counter()
        for seat, facts in earlier.values_list("seat", "facts"):
            found[seat] += facts["amount"]
        return found

    def line(self, row: Entry, balance: int | None = None) -> LedgerLine:
        seat = self.state.seats.get(row.seat)
        facts = {**row.facts, "seat": row.seat}
        describe = TEXTS.get(row.kind)
        return LedgerLine(
            step=row.step.number,
            at=row.step.at,
            by=self.member_names.name(row.step.by),
            kind=GROUP_OF.get(row.kind, OTHERS),
            entry=row.kind,
            seat=row.seat,
            investigator=seat.title if seat else row.seat,
            card=card_of(facts),
            amount=amount_of(row.kind, facts),
            balance=balance,
            text=describe(self, facts) if describe else "",
            reason=reason_of(facts),
        )


def card_of(facts: Facts) -> str:
    return str(facts.get("card") or facts.get("purchase", {}).get("card", ""))


def amount_of(kind: str, facts: Facts) -> int | None:
    """Return the change as one number, if the entry is about one."""
    if kind == "purchase":
        return -int(facts["purchase"]["price"])
    if kind == "trauma":
        return int(facts["physical"] + facts["mental"])
    if kind in ("exile", "removed-card"):
        return -int(facts["copies"])
    names = ("amount", "copies", "weaknesses", "by")
    return next((int(facts[name]) for name in names if isinstance(facts.get(name), int)), None)


def reason_of(facts: Facts) -> str:
    """Return the reason as text: a rule, an ultimatum or boon, or what a player entered."""
    reason = str(facts.get("cause") or facts.get("reason", ""))
    if reason in REASONS:
        return str(REASONS[reason])
    if reason in ULTIMATUMS:
        return ULTIMATUMS[reason].title(language())
    return RULEBOOK[reason].text(language()) if reason in RULEBOOK else campaign_names.cause_text(reason)


def _card(ledger: Ledger, facts: Facts) -> str:
    return exact_title_of(facts["card"]) if facts.get("card") else ""


def _purchase(ledger: Ledger, facts: Facts) -> str:
    bought = facts["purchase"]
    title = exact_title_of(bought["card"])
    if not bought.get("replaces"):
        return title
    return _("%(new)s for %(old)s") % {"new": title, "old": exact_title_of(bought["replaces"])}


def _trauma(ledger: Ledger, facts: Facts) -> str:
    kinds = ((facts["physical"], _("%(n)s physical")), (facts["mental"], _("%(n)s mental")))
    parts = [template % {"n": signed(n)} for n, template in kinds if n]
    return ", ".join([*parts, *([card_title(facts["card"])] if facts.get("card") else [])])


def _exile(ledger: Ledger, facts: Facts) -> str:
    if facts["copies"] < 0:
        return _("%(card)s: settled by the next scenario") % {"card": exact_title_of(facts["card"])}
    return exact_title_of(facts["card"])


def _token(ledger: Ledger, facts: Facts) -> str:
    token = str(campaign_names.token_name(facts["token"]))
    if not facts.get("card"):
        return token
    return _("%(token)s on %(card)s") % {"token": token, "card": card_title(facts["card"])}


def _note(ledger: Ledger, facts: Facts) -> str:
    text = note_text(facts.get("text", ""), facts.get("key", ""))
    return f"{text} ({facts['number']})" if facts.get("number") is not None else text


def _crossed(ledger: Ledger, facts: Facts) -> str:
    note = next((each for each in ledger.state.notes if each.id == facts["note"]), None)
    text = note_text(note.text, note.key) if note else facts["note"]
    template = _("Crossed out: %(note)s") if facts.get("crossed", True) else _("Restored: %(note)s")
    return template % {"note": text}


def _section(ledger: Ledger, facts: Facts) -> str:
    template = _("Section removed: %(title)s") if facts.get("removed") else _("Section: %(title)s")
    return template % {"title": facts["title"]}


def _scenario(ledger: Ledger, facts: Facts) -> str:
    scenario = campaign_names.scenario_name(ledger.state.campaign, facts["scenario"])
    resolution = campaign_names.resolution_name(facts["resolution"]) if facts.get("resolution") else ""
    return f"{scenario}: {resolution}" if resolution else scenario


def _ultimatum(ledger: Ledger, facts: Facts) -> str:
    known = ULTIMATUMS.get(facts["ultimatum"])
    return known.title(language()) if known else str(facts["ultimatum"])


RESULTS = {"won": gettext_lazy("won"), "lost": gettext_lazy("lost")}
#: The text of each kind of entry; the others are described by their kind, amount and reason alone.
TEXTS: dict[str, Callable[[Ledger, Facts], str]] = {
    "campaign": lambda ledger, facts: facts["title"],
    "phase": lambda ledger, facts: str(campaign_names.PHASES.get(facts["phase"], facts["phase"])),
    "ultimatum": _ultimatum,
    "seat": lambda ledger, facts: facts["title"],
    "investigator": lambda ledger, facts: facts["title"],
    "status": lambda ledger, facts: str(campaign_names.STATUSES.get(facts["status"], facts["status"])),
    "experience": _card,
    "experience-counted": lambda ledger, facts: _("victory display: %(n)d") % {"n": facts["victory"]},
    "price-paid": lambda ledger, facts: phrase(facts["price"]),
    "trauma": _trauma,
    "exile": _exile,
    "removed-card": _exile,
    "weakness": _card,
    "weakness-out-of-pool": _card,
    "weaknesses-owed": lambda ledger, facts: _("Random basic weakness to draw"),
    "weaknesses-required": lambda ledger, facts: _("Random basic weaknesses required"),
    "deck": lambda ledger, facts: _("New deck version"),
    "story-card": _card,
    "signature-removed": _card,
    "reward": _card,
    "eldritch-brand": _card,
    "purchase": _purchase,
    "creation-purchase": _card,
    "note": _note,
    "note-crossed-out": _crossed,
    "count": lambda ledger, facts: log_page.label_of(ledger.state, facts["section"], facts.get("key", "")),
    "log-section": _section,
    "remembered": _note,
    "research": lambda ledger, facts: phrase(facts["task"]),
    "ally-lost": lambda ledger, facts: facts["title"],
    "chaos-token": _token,
    "scenario-begun": _scenario,
    "scenario-ended": _scenario,
    "campaign-ended": lambda ledger, facts: str(RESULTS.get(facts["result"], facts["result"])),
    "rule-waived": lambda ledger, facts: facts["note"],
}
COLUMNS = (
    "step",
    "at",
    "by",
    "kind",
    "entry",
    "seat",
    "investigator",
    "card",
    "amount",
    "balance",
    "text",
    "reason",
)


def as_csv(lines: Iterable[LedgerLine]) -> str:
    """Return the ledger as a CSV file. Texts that a spreadsheet would run as formulas are quoted."""
    file = StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(getattr(line, name)) for name in COLUMNS] for line in lines)
    return file.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r", "\n")):
        return f"'{value}"
    return value
