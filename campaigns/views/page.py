"""The overview page of a campaign: the party, the log, the steps, the bag, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import idempotency
from accounts.limits import costly
from accounts.members import Role
from accounts.models import User
from campaigns import bag, selectors
from campaigns.drawing.draws import RecordedDraw, draws_of, reported_by_group
from campaigns.errors import Outdated
from campaigns.forms.fields import whole
from campaigns.guidance import to_do
from campaigns.guidance.unfinished_purchases import unfinished_purchases, waiting_texts
from campaigns.insight.experience import accounts
from campaigns.jobs import branch_off
from campaigns.log import page as log_page
from campaigns.models import Campaign, Step
from campaigns.outlines import score
from campaigns.party import summary as party_summary
from campaigns.selectors import state_of
from campaigns.services.deck_versions import latest_entries
from campaigns.services.paired_campaigns import half_of
from campaigns.services.recording import redo, redoable_steps, undo
from campaigns.services.saved_states import state_after
from campaigns.step_kinds import step_text
from campaigns.text import names
from campaigns.text.history import StepTexts
from campaigns.views import joining
from campaigns.views.base import READER, Visit, done, for_members, in_frame, sent, show
from jobs.models import Job
from rules.campaign import CampaignState, scenarios_next
from rules.campaign.account import Account
from rules.campaign.state import ENDED, RESULTS, SCENARIO
from rules.rulebook.editions import EDITIONS
from rules.rulebook.ultimatums import ULTIMATUMS
from web.shared.numbers import read_whole

#: Lines of the history on the campaign page, and the steps that are read for them: small ones share a line.
STEPS_SHOWN, STEPS_READ = 12, 40
STEPS_PER_PAGE = 50


@for_members(READER, "GET", "HEAD")
def campaign_detail(request: HttpRequest, visit: Visit) -> HttpResponse:
    as_of = _number(request.GET.get("as_of", ""))
    return render(request, "campaigns/campaign.html", in_frame(visit, **_context(visit, as_of)))


def _number(text: str) -> int | None:
    if not text:
        return None
    number = read_whole(text, most=10**9)
    if number is None:
        raise Http404
    return number


def _context(visit: Visit, as_of: int | None = None) -> dict[str, Any]:
    campaign = visit.campaign
    state: CampaignState = visit.state if as_of is None else state_after(campaign, as_of)
    drawn = draws_of(campaign, until=as_of)
    entries = latest_entries(campaign) if as_of is None else {}
    balances = accounts(campaign, state, until=as_of)
    # The log page has the older notes, but not those of an earlier state.
    latest = log_page.NOTES_AT_A_GLANCE if as_of is None else None
    steps = list(selectors.history_of(campaign)[:STEPS_READ])
    head = next((step for step in steps if not step.undone), None) or _head(campaign)
    redoable = redoable_steps(campaign) if steps[0].undone else []
    # One line more than is shown, to know whether there are more.
    history = StepTexts(visit.state, campaign).history(steps, redoable=redoable, most=STEPS_SHOWN + 1)
    players = joining.players(visit)
    return {
        "state": state,
        "as_of": as_of,
        "edition": EDITIONS[state.edition],
        "guide": names.guide_title(campaign.name, state),
        "in_force": [ULTIMATUMS[id] for id in sorted(state.in_force) if id in ULTIMATUMS],
        "difficulty": names.DIFFICULTIES.get(state.difficulty, state.difficulty),
        "seat_free": len(state.active) < 4 and state.phase not in (SCENARIO, RESULTS, ENDED),
        "party": party_summary.party(entries, state, visit.game, drawn, balances)
        if as_of is None
        else _snapshot(visit, state, drawn, balances),
        **players,
        "track": party_summary.track(state, scenarios_next(state, visit.game)),
        "unfinished": unfinished_purchases(campaign, state, entries),
        "todos": to_do.todos(campaign, state, visit.game, players["own_seats"]) if as_of is None else [],
        "verbs": to_do.VERBS,
        "log": [section for section in log_page.log(state, latest=latest) if section.written],
        "other_sections": log_page.other_sections(state, drawn),
        "steps": history[:STEPS_SHOWN],
        "more_steps": len(history) > STEPS_SHOWN or len(steps) == STEPS_READ,
        "undone": campaign.steps.filter(undone=True).count() if steps[0].undone else 0,
        "head": head,
        "undo_next": head if head and head.kind != "start-campaign" else None,
        "undo_text": step_text(head) if head else "",
        "redo_next": redoable[0] if redoable else None,
        "redo_last": redoable[-1] if len(redoable) > 1 else None,
        "redo_count": len(redoable),
        "redo_text": step_text(redoable[0]) if redoable else "",
        "score": score(state),
        "ended_by": head.payload.get("cause", "") if head and head.kind == "campaign-ended" else "",
        "epic": selectors.epic_group_of(campaign),
        "half": _half(visit) if as_of is None else None,
        "bag": bag.view(state, bag.entered_values(campaign, state)),
        "stops": list(_stops(visit.state)),
        "moments": [
            (step.number, _("step %(n)d: %(what)s") % {"n": step.number, "what": step_text(step)[:40]})
            for step in (line.step for line in history[:STEPS_SHOWN])
            if not step.undone
        ],
    }


def _stops(state: CampaignState) -> Iterator[tuple[int, str]]:
    """The end of each scenario that was played, newest first, as earlier states to show."""
    for each in reversed(state.history):
        if each.kind != "interlude":
            name = names.scenario_name(state.campaign, each.scenario)
            yield each.step, _("after %(scenario)s") % {"scenario": name}


def _half(visit: Visit) -> dict[str, Any] | None:
    """Return the other half of a paired campaign, and its phase."""
    other = half_of(visit.campaign, visit.user) if visit.state.link else None
    if other is None:
        return None
    state = state_of(other)
    return {
        "campaign": other,
        "phase": names.PHASES.get(state.phase, ""),
        "now": names.scenario_name(state.campaign, state.playing.scenario) if state.playing else "",
    }


def _head(campaign: Campaign) -> Step | None:
    """Return the last step that is not undone."""
    return selectors.history_of(campaign).filter(undone=False).first()


def _snapshot(
    visit: Visit, state: CampaignState, drawn: list[RecordedDraw], balances: dict[str, Account]
) -> list[party_summary.SeatGlance]:
    """Return the party at an earlier step. Its decks come from that state, not from the players' decks."""
    reported = reported_by_group(drawn)
    return [
        party_summary.glance(state, seat, visit.game, reported=reported, account=balances.get(seat.id))
        for seat in state.seats.values()
    ]


@require_safe
@never_cache
def campaign_pulse(request: HttpRequest, public_id: UUID) -> HttpResponse:
    """Return 204 if nothing has changed since a revision, else the updated parts of the page or a notice.

    Every open page asks every few seconds, so the first answer reads one number, not the campaign.
    """
    user = request.user
    revision = selectors.revision_at(user, public_id) if isinstance(user, User) else None
    if revision is not None and request.GET.get("revision") == str(revision):
        return HttpResponse(status=204)
    return _changes(request, public_id=public_id)


@for_members(READER, "GET", "HEAD")
def _changes(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Return the updated parts of the page, or a notice of the latest step."""
    if request.GET.get("part") == "latest":
        last = _head(visit.campaign)
        latest: dict[str, Any] = {
            "text": step_text(last) if last else "",
            "by": visit.member_names.name(last.by) if last else "",
        }
        return render(request, "campaigns/_latest_step.html", in_frame(visit, **latest))
    return render(request, "campaigns/_live.html", in_frame(visit, **_context(visit)))


@for_members(READER, "GET", "HEAD")
def campaign_steps(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Every step, page by page."""
    page = Paginator(selectors.history_of(visit.campaign), STEPS_PER_PAGE).get_page(
        request.GET.get("page", "")[:9]
    )
    rows = list(page.object_list)
    newer = visit.campaign.steps.filter(undone=False, number__gt=rows[0].number).count() if rows else 0
    redoable = redoable_steps(visit.campaign) if visit.may_record else []
    shown = StepTexts(visit.state, visit.campaign).history(rows, newer=newer, redoable=redoable)
    return render(
        request, "campaigns/history.html", in_frame(visit, page=page, steps=shown, head=_head(visit.campaign))
    )


@for_members("player", "POST")
def campaign_undo(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Undo the last step, or every step from one on."""
    down_to = whole(request.POST.get("down_to"), most=10**6) or None
    try:
        found = undo(visit.campaign, follows=sent(request).follows, down_to=down_to)
    except Outdated as refusal:
        return _look_first(request, visit, refusal)
    for text in waiting_texts(found.campaign, found.state):
        messages.info(request, text)
    one = _("Step %(n)d undone.") % {"n": found.step.number}
    return done(request, visit, one if found.count == 1 else _("%(n)d steps undone.") % {"n": found.count})


@for_members("player", "POST")
def campaign_redo(request: HttpRequest, visit: Visit) -> HttpResponse:
    up_to = whole(request.POST.get("up_to"), most=10**6) or None
    try:
        found = redo(visit.campaign, follows=sent(request).follows, up_to=up_to)
    except Outdated as refusal:
        return _look_first(request, visit, refusal)
    one = _("Step %(n)d redone.") % {"n": found.step.number}
    return done(request, visit, one if found.count == 1 else _("%(n)d steps redone.") % {"n": found.count})


def _look_first(request: HttpRequest, visit: Visit, refusal: Outdated) -> HttpResponse:
    """Show the changes instead of repeating an undo, because the last step is not the one its author saw."""
    visit.look_again()
    return show(request, visit, "again", refusal)


@costly("bulk")
@for_members(READER, "GET", "HEAD", "POST")
def campaign_branch(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Create a new campaign from the steps up to a given one, with copies of the decks."""
    until = whole(request.POST.get("until") or request.GET.get("until"), most=10**6) or None
    last = visit.campaign.steps.filter(undone=False).order_by("-number").first()
    assert last is not None
    if request.method == "POST":
        made = branch_off(
            visit.campaign,
            owner=visit.user,
            until=until or last.number,
            name=request.POST.get("name", "").strip()[:120],
            key=idempotency.form_key(request, visit.user),
        )
        return redirect(made) if isinstance(made, Job) else redirect("campaign-detail", made.public_id)
    return render(
        request, "campaigns/branch.html", in_frame(visit, until=until or last.number, roles=Role.choices)
    )
