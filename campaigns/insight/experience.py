"""The experience of the investigators of a campaign: every plus and minus with its cause, and the balance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.adapters import EXPERIENCE, entry_from
from campaigns.insight.ledger import reason_of
from campaigns.models import Campaign, Entry
from campaigns.text import names as campaign_names
from cards.text.names import exact_title_of
from rules.campaign import CampaignState
from rules.campaign.account import PURCHASE, Account, AccountLine, Written, account_of
from rules.campaign.entries import ExperienceEntry, PurchaseEntry

#: Reasons that come with the scenario in which they were earned or paid.
OF_SCENARIO = ("victory", "bonus", "personal", "side-story", "guide-price", "E-23")


def accounts(
    campaign: Campaign, state: CampaignState, *, seat: str = "", until: int | None = None
) -> dict[str, Account]:
    """Return the account of every seat, or of one, with one query; up to the step `until` if given."""
    rows = Entry.objects.filter(step__campaign=campaign, step__undone=False, kind__in=(EXPERIENCE, PURCHASE))
    if seat:
        rows = rows.filter(seat=seat)
    if until is not None:
        rows = rows.filter(step__number__lte=until)
    found: dict[str, list[Written]] = {id: [] for id in ([seat] if seat else state.seats)}
    columns = ("step__number", "kind", "seat", "facts")
    for number, kind, whose, facts in rows.order_by("step__number", "position").values_list(*columns):
        entry = entry_from(kind, whose, facts)
        if whose in found and isinstance(entry, ExperienceEntry | PurchaseEntry):
            found[whose].append((number, entry))
    return {id: account_of(written, _ended(state, id)) for id, written in found.items()}


def _ended(state: CampaignState, seat: str) -> list[int]:
    return [each.step for each in state.history if each.is_scenario and seat in each.fates]


@dataclass(frozen=True, slots=True)
class ExperienceLine:
    """A line of an account as pages show it."""

    step: int
    text: str
    cause: str
    amount: int
    balance: int


def experience_lines(state: CampaignState, account: Account) -> Iterator[ExperienceLine]:
    """Return the lines of an account, oldest first, each with its cause."""
    for line in account.lines:
        yield ExperienceLine(line.step, _text(line), _cause(state, line), line.amount, line.balance)


def _text(line: AccountLine) -> str:
    if not line.card:
        return ""
    if line.replaces:
        new, old = exact_title_of(line.card), exact_title_of(line.replaces)
        return _("%(new)s for %(old)s") % {"new": new, "old": old}
    return exact_title_of(line.card)


def _cause(state: CampaignState, line: AccountLine) -> str:
    reason = reason_of({"reason": line.reason})
    scenario = _scenario(state, line) if line.reason in OF_SCENARIO else ""
    return f"{scenario}: {reason}" if scenario else reason


def _scenario(state: CampaignState, line: AccountLine) -> str:
    """Return the scenario in which a line was written: the one that ended last, or for a price the next."""
    played = [(each.step, each.scenario) for each in state.history if each.is_scenario]
    if line.reason == "side-story":
        later = [scenario for step, scenario in played if step > line.step]
        now = [state.playing.scenario] if state.playing else []
        found = [*later, *now][:1]
    else:
        found = [scenario for step, scenario in played if step <= line.step][-1:]
    return campaign_names.scenario_name(state.campaign, found[0]) if found else ""
