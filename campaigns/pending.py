"""What is to be done next, in words, and on which page?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns import naming
from campaigns.law import campaign_facts
from campaigns.models import Campaign
from campaigns.wording import card_title
from rules.campaign import CampaignState, Law, Step, next_steps


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing to do: a sentence, and where it is done."""

    words: str
    url: str
    do: str
    seat: str = ""


def todos(campaign: Campaign, state: CampaignState, law: Law) -> list[Todo]:
    return [todo for step in next_steps(state, law) for todo in _todo(campaign, state, step)]


def _todo(campaign: Campaign, state: CampaignState, step: Step) -> Iterator[Todo]:
    id = campaign.public_id
    seat = state.seats.get(step.seat)
    who = {"who": seat.title if seat else ""}
    if step.do == "seat-joins":
        words = (
            _("%(who)s is out: a new investigator may follow.") % who
            if step.seat
            else _("Nobody plays yet: choose an investigator.")
        )
        address = reverse("campaign-seat-new", args=[id])
        yield Todo(words, f"{address}?replaces={step.seat}" if step.seat else address, step.do, step.seat)
    elif step.do == "deck-chosen":
        yield Todo(
            _("%(who)s needs a deck.") % who,
            reverse("campaign-seat", args=[id, step.seat]),
            step.do,
            step.seat,
        )
    elif step.do == "weakness-drawn":
        yield Todo(
            _("%(who)s has a random basic weakness to draw.") % who,
            reverse("campaign-seat", args=[id, step.seat]),
            step.do,
            step.seat,
        )
    elif step.do == "bearers-changed":
        facts = {**who, "card": card_title(step.facts["card"])}
        yield Todo(
            _("%(card)s needs a new bearer in place of %(who)s.") % facts,
            reverse("campaign-seat", args=[id, step.seat]),
            step.do,
            step.seat,
        )
    elif step.do == "cards-bought":
        left = step.facts["experience"]
        words = ngettext(
            "%(who)s has %(n)d experience to spend or keep.",
            "%(who)s has %(n)d experience to spend or keep.",
            left,
        ) % {**who, "n": left}
        yield Todo(words, reverse("campaign-after", args=[id]) + "#purchases", step.do, step.seat)
    else:
        yield from _of_all(campaign, state, step)


def _of_all(campaign: Campaign, state: CampaignState, step: Step) -> Iterator[Todo]:
    id = campaign.public_id
    if step.do == "advance":
        if not state.active:
            return
        names = [naming.scenario_name(state.campaign, each) for each in step.facts["scenarios"]]
        if not names and _is_at_its_end(state):
            yield Todo(
                _("The guide’s last scenario is played: how did the campaign end?"),
                reverse("campaign-end", args=[id]),
                "campaign-ended",
            )
            return
        words = (
            _("Then on to %(scenario)s.") % {"scenario": _(" or ").join(names)}
            if names
            else _("Then choose the next scenario.")
        )
        yield Todo(words, reverse("campaign-next", args=[id]), step.do)
    elif step.do == "end-scenario":
        name = naming.scenario_name(state.campaign, step.facts["scenario"])
        yield Todo(
            _("%(scenario)s is on the table. Afterwards, record what happened.") % {"scenario": name},
            reverse("campaign-after", args=[id]),
            step.do,
        )
    elif step.do == "count-experience":
        yield Todo(
            _("The scenario’s experience is to be counted."), reverse("campaign-after", args=[id]), step.do
        )
    elif step.do == "begin-scenario":
        name = naming.scenario_name(state.campaign, step.facts["scenario"])
        yield Todo(
            _("Everything is ready for %(scenario)s.") % {"scenario": name},
            reverse("campaign-next", args=[id]),
            step.do,
        )
    elif step.do == "ultimatum-drawn":
        yield Todo(
            _("The Ultimatum of Ultimatums draws one for this scenario."),
            reverse("campaign-next", args=[id]),
            step.do,
        )


def _is_at_its_end(state: CampaignState) -> bool:
    """Has the guide's own way been gone? A map with places to go to has no such end, nor has one's own."""
    facts = campaign_facts().get(state.campaign, {})
    own = [each for each in state.history if naming.scenario_facts(state.campaign, each.scenario)]
    return bool(facts and own and not facts.get("locations"))


VERBS = {
    "campaign-ended": lazy("End the campaign"),
    "seat-joins": lazy("Choose an investigator"),
    "deck-chosen": lazy("Choose a deck"),
    "weakness-drawn": lazy("Draw it"),
    "bearers-changed": lazy("Choose a bearer"),
    "cards-bought": lazy("Buy cards"),
    "advance": lazy("Go on"),
    "begin-scenario": lazy("Set up and begin"),
    "end-scenario": lazy("After the scenario"),
    "count-experience": lazy("Count it"),
    "ultimatum-drawn": lazy("Draw it"),
}
