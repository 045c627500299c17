"""The list of campaigns, and the ways to start one: from the catalogue, a file, a link, or the example."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import idempotency
from accounts.idempotency import IdempotencyKey
from accounts.limits import costly, shown_again
from accounts.models import User
from accounts.services import user_for_saving
from campaigns import selectors
from campaigns.campaign_rules import campaign_facts
from campaigns.example import save_example
from campaigns.forms.creation import StartForm
from campaigns.jobs import bring
from campaigns.models import Campaign
from campaigns.models.imported import OF_FILES
from campaigns.outlines import Outline
from campaigns.party.member_names import MemberNames
from campaigns.services import creation, paired_campaigns
from campaigns.services.recording import record, undelete_campaign
from campaigns.text import names
from campaigns.views.uploads import uploaded_json
from jobs.models import Job
from rules.campaign import steps
from rules.campaign.facts import SIDE
from rules.deck.circumstances import STANDALONE
from web.shared.errors import Refusal

CUSTOM = "custom"
MOST_BYTES = 5_000_000
#: Campaigns on a page of the list, and deleted ones below it, the last deleted first.
PER_PAGE, MOST_DELETED = 50, 50


@require_safe
@never_cache
def campaign_list(request: HttpRequest) -> HttpResponse:
    user = request.user
    rows = selectors.with_outlines(selectors.campaigns_visible_to(user)).prefetch_related("members__user")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page", "")[:9])
    context = {
        "page": page,
        "rows": [_row(campaign, selectors.outline_of(campaign)) for campaign in page.object_list],
        "deleted": selectors.deleted_campaigns_of(user)[:MOST_DELETED],
    }
    return render(request, "campaigns/list.html", context)


def _row(campaign: Campaign, outline: Outline) -> dict[str, Any]:
    member_names = MemberNames(campaign)
    return {
        "campaign": campaign,
        "outline": outline,
        "title": names.campaign_title(campaign.facts),
        "difficulty": names.DIFFICULTIES.get(outline.difficulty, ""),
        "phase": names.PHASES.get(outline.phase, ""),
        "played": outline.played,
        "now": names.scenario_name(outline.campaign, outline.playing) if outline.playing else "",
        "score": outline.score,
        "alone": outline.mode == STANDALONE,
        "members": [member_names.name(row.user) for row in campaign.members.all()],
    }


@require_safe
def campaign_new(request: HttpRequest) -> HttpResponse:
    """The choice of a campaign or scenario to play."""
    everything = list(campaign_facts().values())
    rows = sorted((facts for facts in everything if facts["id"] != SIDE), key=names.by_release)
    campaigns = [
        _choice(facts)
        for facts in rows
        if facts["kind"] == "campaign"
        and not facts.get("return_of")
        and facts["id"] not in paired_campaigns.HALVES
    ]
    context = {
        "files": selectors.files_of(request.user),
        "groups": [
            (_("Campaigns"), campaigns),
            (_("Return to …"), [_choice(facts) for facts in rows if facts.get("return_of")]),
            (_("In two parts"), [_choice(facts) for facts in rows if facts["kind"] == "standalone"]),
        ],
        "halves": [_choice(facts) for facts in rows if facts["id"] in paired_campaigns.HALVES],
        "scenarios": [
            (
                names.in_language(facts),
                [(facts["id"], row["id"], names.in_language(row)) for row in singles],
            )
            # Scenarios made to be played alone come first, then those of each campaign by release.
            for facts in [each for each in everything if each["id"] == SIDE] + rows
            if (singles := [row for row in facts["scenarios"] if _can_stand_alone(facts, row)])
        ],
    }
    return render(request, "campaigns/new.html", context)


def _can_stand_alone(facts: dict[str, Any], row: dict[str, Any]) -> bool:
    """Return whether a scenario can be played alone: it is made for it, or has a bag and its own sets."""
    if row["kind"] != "scenario" or row.get("premade") or row.get("after"):
        return False
    own = facts["id"] != SIDE and facts["kind"] == "campaign" and facts.get("bags")
    return bool(row.get("standalone") or (own and row.get("encounter_sets")))


def _choice(facts: dict[str, Any]) -> dict[str, Any]:
    """Return a campaign as the page lists it. Scenarios are counted only if all groups play the same ones."""
    usual = facts.get("tarot") or ()
    rows = [row for row in facts["scenarios"] if row["kind"] == "scenario" and not row.get("premade")]
    known = {row["id"] for row in rows}
    ordered = known.intersection(facts["order"])
    number = max(len(usual), len(ordered))
    if facts["kind"] == "standalone":
        number = len(known)
    elif facts.get("locations") or not (known.issuperset(usual) or len(ordered) == len(usual)) or not usual:
        number = 0
    return {"id": facts["id"], "title": names.in_language(facts), "scenarios": number}


def _facts(facts_id: str, user: selectors.Visitor) -> dict[str, Any] | None:
    """Return the facts of a campaign that this user may start."""
    if facts_id.startswith(OF_FILES) and not selectors.may_start(facts_id, user):
        return None
    return campaign_facts().get(facts_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def campaign_new_for(request: HttpRequest, facts_id: str) -> HttpResponse:
    """The settings of a new campaign, and its start."""
    facts = {} if facts_id == CUSTOM else _facts(facts_id, request.user)
    scenario = request.POST.get("scenario") or request.GET.get("scenario", "")
    if facts is None or (scenario and not names.scenario_facts(facts_id, scenario)):
        raise Http404
    both = bool(request.POST.get("both") or request.GET.get("both")) and bool(
        paired_campaigns.other_half_of(facts_id)
    )
    if facts_id == SIDE and not scenario:
        return redirect("campaign-new")
    user = request.user if isinstance(request.user, User) else None
    refusal: Refusal | None = None
    if request.method == "POST":
        form = StartForm(request.POST, facts=facts, scenario=scenario, user=user)
        if form.is_valid():
            try:
                # A guest is created first: a refusal below rolls back the rest, but the visitor keeps the
                # guest account.
                owner = user_for_saving(request)
                begun = _begin(form, owner, both, idempotency.form_key(request, owner))
            except Refusal as error:
                refusal = error
            else:
                page = "campaign-resume" if request.POST.get("middle") else "campaign-detail"
                return redirect(page, begun.public_id)
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
        "tokens": names.TOKEN_NAMES,
    }
    return render(request, "campaigns/new_for.html", context, status=409 if refusal else 200)


@transaction.atomic
def _begin(form: StartForm, owner: User, both: bool, key: IdempotencyKey) -> Campaign:
    if earlier := key.claim(owner, Campaign):
        return earlier[0]
    fields = form.start()
    start, collection = steps.StartCampaign(**fields), form.chosen_collection()
    if both:
        begun = list(
            paired_campaigns.start_both(
                start, owner=owner, name=form.cleaned_data["name"], collection=collection
            )
        )
    else:
        begun = [creation.start_campaign(start, owner=owner, name=fields["title"], collection=collection)]
    chosen, own = form.cleaned_data["ultimatums"], form.own()
    if chosen or own:
        for done in begun:
            record(done.campaign, steps.UltimatumsChosen(chosen=tuple(chosen), custom=own), by=owner)
    key.save_result(*(done.campaign for done in begun))
    return begun[0].campaign


@require_http_methods(["GET", "HEAD", "POST"])
@costly("bulk")
def campaign_example(request: HttpRequest) -> HttpResponse:
    """Create the example campaign as a copy for the visitor."""
    if request.method != "POST":
        return render(request, "campaigns/example.html")
    owner = user_for_saving(request)
    made = save_example(owner, key=idempotency.form_key(request, owner))
    messages.success(request, _("This example is your own copy. Try anything you like."))
    return redirect("campaign-detail", made.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def campaign_import(request: HttpRequest) -> HttpResponse:
    """Create a campaign from its export."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            data, owner = _read(request), user_for_saving(request)
            made = bring(data, owner=owner, key=idempotency.form_key(request, owner))
        except Refusal as error:
            refusal = error
        else:
            if isinstance(made, Job):
                return redirect(made)
            messages.success(request, _("Campaign imported, with every step."))
            return redirect("campaign-detail", made.public_id)
    context = {"refusal": refusal, "text": shown_again(request.POST.get("text", ""))}
    return render(request, "campaigns/import.html", context, status=400 if refusal else 200)


def _read(request: HttpRequest) -> Any:
    return uploaded_json(
        request,
        MOST_BYTES,
        missing=_("Choose a campaign file exported by Casebook, or paste its text."),
        invalid=_("This is not a campaign exported by Casebook: it is not valid JSON."),
    )


@require_POST
@never_cache
def campaign_undelete(request: HttpRequest, public_id: UUID) -> HttpResponse:
    found = selectors.deleted_campaigns_of(request.user).filter(public_id=public_id).first()
    if found is None:
        raise Http404
    undelete_campaign(found)
    messages.success(request, _("%(name)s restored.") % {"name": found.name})
    return redirect("campaign-detail", public_id)
