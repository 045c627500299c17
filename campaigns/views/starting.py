"""My campaigns, and how another one begins: from the shelf, from a file, by a link, or after an old one."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import Refusal
from accounts.limits import costly
from accounts.models import User
from accounts.services import user_for_saving
from campaigns import glance, naming, selectors
from campaigns.errors import BadRecord
from campaigns.example import save_example
from campaigns.forms.starting import StartForm
from campaigns.law import campaign_facts
from campaigns.models import Campaign
from campaigns.people import People
from campaigns.services import halves, starting, table
from campaigns.services.record import Recorded, record, state_of, undelete_campaign
from rules.campaign import acts
from rules.campaign.facts import SIDE
from rules.circumstances import STANDALONE

CUSTOM = "custom"
MOST_BYTES = 5_000_000


@require_safe
@never_cache
def campaign_list(request: HttpRequest) -> HttpResponse:
    user = request.user
    rows = selectors.campaigns_visible_to(user).prefetch_related("members__user")
    context = {
        "rows": [_row(campaign) for campaign in rows],
        "deleted": selectors.deleted_campaigns_of(user),
    }
    return render(request, "campaigns/list.html", context)


def _row(campaign: Campaign) -> dict[str, Any]:
    state, people = state_of(campaign), People(campaign)
    return {
        "campaign": campaign,
        "state": state,
        "title": naming.campaign_title(campaign.facts),
        "difficulty": naming.DIFFICULTIES.get(state.difficulty, ""),
        "phase": naming.PHASES.get(state.phase, ""),
        "played": sum(each.kind != "interlude" for each in state.history),
        "now": naming.scenario_name(state.campaign, state.playing.scenario) if state.playing else "",
        "score": glance.score(state),
        "alone": state.mode == STANDALONE,
        "members": [people.name(row.user) for row in campaign.members.all()],
    }


@require_safe
def campaign_new(request: HttpRequest) -> HttpResponse:
    """What shall be played?"""
    everything = list(campaign_facts().values())
    rows = sorted((facts for facts in everything if facts["id"] != SIDE), key=naming.by_release)
    campaigns = [
        _choice(facts)
        for facts in rows
        if facts["kind"] == "campaign" and not facts.get("return_of") and facts["id"] not in halves.HALVES
    ]
    context = {
        "groups": [
            (_("Campaigns"), campaigns),
            (_("Return to …"), [_choice(facts) for facts in rows if facts.get("return_of")]),
            (_("In two parts"), [_choice(facts) for facts in rows if facts["kind"] == "standalone"]),
        ],
        "halves": [_choice(facts) for facts in rows if facts["id"] in halves.HALVES],
        "scenarios": [
            (
                naming.in_language(facts),
                [(facts["id"], row["id"], naming.in_language(row)) for row in singles],
            )
            # Those made to be played alone come first, then those of each campaign in the order of the shelf.
            for facts in [each for each in everything if each["id"] == SIDE] + rows
            if (
                singles := [
                    row for row in facts["scenarios"] if row.get("standalone") and row["kind"] == "scenario"
                ]
            )
        ],
    }
    return render(request, "campaigns/new.html", context)


def _choice(facts: dict[str, Any]) -> dict[str, Any]:
    """A campaign on the shelf. How many scenarios it has is said where its way is the same for all."""
    usual = facts.get("tarot") or ()
    known = {row["id"] for row in facts["scenarios"] if row["kind"] == "scenario"}
    ordered = known.intersection(facts["order"])
    number = max(len(usual), len(ordered))
    if facts["kind"] == "standalone":
        number = len(known)
    elif facts.get("locations") or not (known.issuperset(usual) or len(ordered) == len(usual)) or not usual:
        number = 0
    return {"id": facts["id"], "title": naming.in_language(facts), "scenarios": number}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def campaign_new_for(request: HttpRequest, facts_id: str) -> HttpResponse:
    """How shall it be played? And it begins."""
    facts = {} if facts_id == CUSTOM else campaign_facts().get(facts_id)
    scenario = request.POST.get("scenario") or request.GET.get("scenario", "")
    if facts is None or (scenario and not naming.scenario_facts(facts_id, scenario)):
        raise Http404
    both = bool(request.POST.get("both") or request.GET.get("both")) and bool(halves.other_half_of(facts_id))
    if facts_id == SIDE and not scenario:
        return redirect("campaign-new")
    user = request.user if isinstance(request.user, User) else None
    refusal: Refusal | None = None
    if request.method == "POST":
        form = StartForm(request.POST, facts=facts, scenario=scenario, user=user)
        if form.is_valid():
            try:
                begun = _begin(request, form, both)
            except Refusal as error:
                refusal = error
            else:
                return redirect("campaign-detail", begun.campaign.public_id)
    else:
        first = (
            "standard"
            if "standard" in (form_bags := facts.get("bags", {})) or not form_bags
            else next(iter(form_bags))
        )
        form = StartForm(initial={"difficulty": first}, facts=facts, scenario=scenario, user=user)
    context = {
        "form": form,
        "facts_id": facts_id,
        "scenario": scenario,
        "both": both,
        "heading": _("The Dream-Eaters") if both else form.usual_name(),
        "refusal": refusal,
        "tokens": naming.TOKEN_NAMES,
    }
    return render(request, "campaigns/new_for.html", context, status=409 if refusal else 200)


@transaction.atomic
def _begin(request: HttpRequest, form: StartForm, both: bool = False) -> Recorded:
    owner = user_for_saving(request)
    fields = form.start()
    start, shelf = acts.StartCampaign(**fields), form.shelf()
    if both:
        begun = list(halves.start_both(start, owner=owner, name=form.cleaned_data["name"], collection=shelf))
    else:
        begun = [starting.start_campaign(start, owner=owner, name=fields["title"], collection=shelf)]
    chosen, own = form.cleaned_data["ultimatums"], form.own()
    if chosen or own:
        for done in begun:
            record(done.campaign, acts.UltimatumsChosen(chosen=tuple(chosen), custom=own), by=owner)
    return begun[0]


@require_http_methods(["GET", "HEAD", "POST"])
@costly("bulk")
def campaign_example(request: HttpRequest) -> HttpResponse:
    """An example, for who wants to look before beginning one: a copy of one's own."""
    if request.method != "POST":
        return render(request, "campaigns/example.html")
    made = save_example(user_for_saving(request))
    messages.success(request, _("The example is yours: nothing that you do here can go wrong."))
    return redirect("campaign-detail", made.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def campaign_import(request: HttpRequest) -> HttpResponse:
    """A campaign from its export."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            made = starting.import_campaign(_read(request), owner=user_for_saving(request))
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, _("The campaign is here, with every act."))
            return redirect("campaign-detail", made.public_id)
    return render(request, "campaigns/import.html", {"refusal": refusal}, status=400 if refusal else 200)


def _read(request: HttpRequest) -> Any:
    given = request.FILES.get("file")
    text = given.read(MOST_BYTES + 1) if given is not None else request.POST.get("text", "").encode()
    if not text.strip() or len(text) > MOST_BYTES:
        raise BadRecord(_("Choose a file that Casebook has exported, or paste its text."))
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadRecord(_("This is not the JSON of a campaign.")) from None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def campaign_join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation: what is played, by whom, and as what one would join."""
    found = selectors.invitation_by_token(token)
    if found is None:
        raise Http404
    if request.method == "POST":
        member = table.join(found, user_for_saving(request))
        messages.success(request, _("Welcome to the table."))
        return redirect("campaign-detail", member.campaign.public_id)
    if isinstance(request.user, User) and selectors.membership_at(request.user, found.campaign.public_id):
        role = table.role_of(found.campaign, request.user)
        if role != "reader" or found.role == "reader":
            return redirect("campaign-detail", found.campaign.public_id)
    people = People(found.campaign)
    members = [people.name(row.user) for row in found.campaign.members.select_related("user")]
    context = {
        "invitation": found,
        "campaign": found.campaign,
        "members": members,
        "row": _row(found.campaign),
    }
    return render(request, "campaigns/join.html", context)


@require_POST
@never_cache
def campaign_undelete(request: HttpRequest, public_id: UUID) -> HttpResponse:
    found = selectors.deleted_campaigns_of(request.user).filter(public_id=public_id).first()
    if found is None:
        raise Http404
    undelete_campaign(found)
    messages.success(request, _("%(name)s is back.") % {"name": found.name})
    return redirect("campaign-detail", public_id)
