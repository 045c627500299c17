"""The page of an interlude, prologue or epilogue: a small form for what it does."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.errors import BadStep
from campaigns.forms.interlude import InterludeForm
from campaigns.guidance.reminders import reminders_at
from campaigns.scenario_form import recorded
from campaigns.services import undone_forms
from campaigns.services.members import check_may_record
from campaigns.text import names
from campaigns.views.base import READER, Visit, do, done, for_members, show
from rules.campaign.state import BETWEEN, READY, SETUP
from rules.rulebook.coverage import reminder
from web.shared.errors import Refusal

#: Of an interlude's id or name in an address; the rules refuse long names with a sentence.
MOST_CHARACTERS = 200


@for_members(READER)
def campaign_interlude(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show the form of an interlude, or record it."""
    if request.method == "POST":
        check_may_record(visit.role)
    given = request.POST if request.method == "POST" else request.GET
    interlude = " ".join(given.get("interlude", "").split())[:MOST_CHARACTERS]
    known = visit.game.scenario(visit.state.campaign, interlude)
    is_own = bool(interlude) and visit.game.is_open(visit.state.campaign)
    if (known is None and not is_own) or (known is not None and known.kind == "scenario"):
        if request.method != "POST":
            return redirect("campaign-next", visit.campaign.public_id)
        raise BadStep(_("This campaign has no such interlude. Choose the next step on the campaign page."))
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            return _record(request, visit, interlude)
        except Refusal as error:
            refusal = error
            visit.look_again()
    state = visit.state
    undone = [] if refusal else undone_forms.undone_interlude(visit.campaign, interlude)
    recorded_then = recorded.Fields(state, visit.game, interlude).all_of(undone)
    entered = request.POST if refusal else recorded_then
    form = InterludeForm(visit.campaign, state, visit.game, interlude, entered)
    return show(
        request,
        visit,
        "interlude",
        refusal,
        undone=bool(undone),
        may_record_now=visit.may_record and state.phase in (SETUP, BETWEEN, READY),
        reminders=reminders_at(state, visit.game, reminder.NEXT),
        **form.context(),
    )


def _record(request: HttpRequest, visit: Visit, interlude: str) -> HttpResponse:
    form = InterludeForm(visit.campaign, visit.state, visit.game, interlude, request.POST)
    other = form.given.get("story-other", "").strip()
    if other and not any(form.given.get(f"gain-{code}-{id}") for code in form.cards() for id in form.part):
        raise BadStep(_("Choose who gains the story card “%(card)s”.") % {"card": other[:80]})
    do(request, visit, *form.read())
    name = names.scenario_name(visit.state.campaign, interlude)
    return done(request, visit, _("%(interlude)s recorded.") % {"interlude": name})
