"""The list of what to do next in a campaign, as sentences with links."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from campaigns.models import Campaign
from campaigns.text import names as campaign_names
from campaigns.text.steps import card_title
from rules.campaign import CampaignState, Game, NextStep, next_steps
from rules.deck.circumstances import STANDALONE


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing to do: a sentence, and the page where it is done."""

    text: str
    url: str
    do: str
    seat: str = ""


def todos(
    campaign: Campaign, state: CampaignState, game: Game, own_seats: Collection[str] = ()
) -> list[Todo]:
    """Return what to do next. Of several seats with the same to do, the reader's own ones come first."""
    found = [todo for step in next_steps(state, game) for todo in _todo(campaign, state, step)]
    alike = groupby(found, key=lambda todo: todo.do)
    return [each for _do, run in alike for each in sorted(run, key=lambda todo: todo.seat not in own_seats)]


def _todo(campaign: Campaign, state: CampaignState, step: NextStep) -> Iterator[Todo]:
    id = campaign.public_id
    seat = state.seats.get(step.seat)
    who = {"who": seat.title if seat else ""}
    if step.do == "seat-joins":
        text = (
            _("%(who)s is out. Choose a new investigator.") % who
            if step.seat
            else _("Nobody plays. Add an investigator.")
            if state.seats
            else _("Add the first investigator.")
        )
        address = reverse("campaign-seat-new", args=[id])
        yield Todo(text, f"{address}?replaces={step.seat}" if step.seat else address, step.do, step.seat)
        if not state.seats and not state.begun and state.mode != STANDALONE:
            yield Todo(
                _("You have played some of this campaign already? Enter where you are."),
                reverse("campaign-resume", args=[id]),
                "campaign-resumed",
            )
    elif step.do == "deck-chosen":
        yield Todo(
            _("%(who)s needs a deck.") % who,
            reverse("campaign-seat", args=[id, step.seat]),
            step.do,
            step.seat,
        )
    elif step.do == "weakness-drawn":
        yield Todo(
            _("Draw a random basic weakness for %(who)s.") % who,
            reverse("campaign-seat", args=[id, step.seat]) + "#weakness",
            step.do,
            step.seat,
        )
    elif step.do == "bearers-changed":
        facts = {**who, "card": card_title(step.facts["card"])}
        yield Todo(
            _("Choose a new bearer for %(card)s in place of %(who)s.") % facts,
            reverse("campaign-seat", args=[id, step.seat]),
            step.do,
            step.seat,
        )
    elif step.do == "cards-bought":
        left = step.facts["experience"]
        text = ngettext(
            "%(who)s can spend %(n)d XP.",
            "%(who)s can spend %(n)d XP.",
            left,
        ) % {**who, "n": left}
        yield Todo(text, reverse("campaign-after", args=[id]) + "#purchases", step.do, step.seat)
    else:
        yield from _of_all(campaign, state, step)


def _of_all(campaign: Campaign, state: CampaignState, step: NextStep) -> Iterator[Todo]:
    id = campaign.public_id
    if step.do == "advance":
        if not state.active:
            return
        names = [campaign_names.scenario_name(state.campaign, each) for each in step.facts["scenarios"]]
        text = (
            _("Next: %(scenario)s") % {"scenario": _(" or ").join(names)}
            if names
            else _("Next: choose a scenario")
        )
        yield Todo(text, reverse("campaign-next", args=[id]), step.do)
    elif step.do == "interlude-played":
        for interlude in step.facts["interludes"]:
            text = (
                _("Next, if the guide leads there: %(scenario)s")
                if interlude in step.facts["optional"]
                else _("Next: %(scenario)s")
            )
            name = campaign_names.full_name(state.campaign, interlude)
            yield Todo(text % {"scenario": name}, interlude_url(id, interlude), step.do)
    elif step.do == "campaign-ended":
        yield Todo(
            _("You have reached the end of the guide. Record how the campaign ended."),
            reverse("campaign-end", args=[id]),
            step.do,
        )
    elif step.do == "end-scenario":
        name = campaign_names.scenario_name(state.campaign, step.facts["scenario"])
        yield Todo(
            _("Now playing: %(scenario)s – when it is over, record the result.") % {"scenario": name},
            reverse("campaign-after", args=[id]),
            step.do,
        )
    elif step.do == "count-experience":
        yield Todo(_("Record the experience of the scenario."), reverse("campaign-after", args=[id]), step.do)
    elif step.do == "begin-scenario":
        name = campaign_names.scenario_name(state.campaign, step.facts["scenario"])
        yield Todo(
            _("Ready to start: %(scenario)s") % {"scenario": name},
            reverse("campaign-next", args=[id]),
            step.do,
        )
    elif step.do == "ultimatum-drawn":
        yield Todo(
            _("Ultimatum of Ultimatums: draw one for this scenario."),
            reverse("campaign-next", args=[id]),
            step.do,
        )


def interlude_url(campaign: UUID, interlude: str) -> str:
    """Return the address of the page on which an interlude is recorded."""
    address = reverse("campaign-interlude", args=[campaign])
    return f"{address}?{urlencode({'interlude': interlude})}"


VERBS = {
    "campaign-ended": lazy("End the campaign"),
    "campaign-resumed": lazy("Start in the middle"),
    "seat-joins": lazy("Choose an investigator"),
    "deck-chosen": lazy("Choose a deck"),
    "weakness-drawn": lazy("Draw"),
    "bearers-changed": lazy("Choose a bearer"),
    "cards-bought": lazy("Buy cards"),
    "advance": lazy("Set up"),
    "interlude-played": lazy("Open"),
    "begin-scenario": lazy("Set up and start"),
    "end-scenario": lazy("Record the result"),
    "count-experience": lazy("Record"),
    "ultimatum-drawn": lazy("Draw"),
}
