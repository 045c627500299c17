"""The overview page of a campaign: the party, the log, the acts, the bag, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import idempotency
from accounts.limits import costly
from campaigns import bag, log_page, party_summary, selectors, to_do
from campaigns.draws import DrawOnRecord, by_word, draws_of
from campaigns.errors import Outdated
from campaigns.jobs import branch_off
from campaigns.models import Act, Campaign, Role
from campaigns.selectors import state_of
from campaigns.services.paired_campaigns import half_of
from campaigns.services.recording import redo, redoable_acts, replayed, undo
from campaigns.step_kinds import act_in_words
from campaigns.text import names
from campaigns.text.history import Teller
from campaigns.views.base import READER, Table, at_table, done, in_frame, sent, show
from jobs.models import Job
from rules.campaign import CampaignState, scenarios_next
from rules.campaign.state import ENDED, RESULTS, SCENARIO
from rules.rulebook.editions import EDITIONS
from web.shared.form_fields import whole

ACTS_SHOWN = 12
ACTS_PER_PAGE = 50


@at_table(READER, "GET", "HEAD")
def campaign_detail(request: HttpRequest, table: Table) -> HttpResponse:
    as_of = _number(request.GET.get("as_of", ""))
    return render(request, "campaigns/campaign.html", in_frame(table, **_context(table, as_of)))


def _number(text: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Http404
    return int(text)


def _context(table: Table, as_of: int | None = None) -> dict[str, Any]:
    campaign = table.campaign
    state: CampaignState = table.state if as_of is None else replayed(campaign, until=as_of)
    drawn = draws_of(campaign, until=as_of)
    acts = list(selectors.timeline(campaign)[: ACTS_SHOWN + 1])
    teller = Teller(table.state)
    head = next((act for act in acts if not act.undone), None) or _head(campaign)
    redo_next = next(iter(redoable_acts(campaign)), None) if acts[0].undone else None
    return {
        "state": state,
        "as_of": as_of,
        "edition": EDITIONS[state.edition],
        "difficulty": names.DIFFICULTIES.get(state.difficulty, state.difficulty),
        "seat_free": len(state.active) < 4 and state.phase not in (SCENARIO, RESULTS, ENDED),
        "party": party_summary.party(campaign, state, table.law, drawn)
        if as_of is None
        else _snapshot(table, state, drawn),
        "track": party_summary.track(state, scenarios_next(state, table.law)),
        "todos": to_do.todos(campaign, state, table.law) if as_of is None else [],
        "verbs": to_do.VERBS,
        "log": [section for section in log_page.log(state) if section.written],
        "books": log_page.other_sections(state, drawn),
        "acts": [teller.tell(act) for act in acts[:ACTS_SHOWN]],
        "more_acts": len(acts) > ACTS_SHOWN,
        "undone": sum(act.undone for act in acts[:ACTS_SHOWN]),
        "head": head,
        "undo_next": head if head and head.kind != "start-campaign" else None,
        "undo_words": act_in_words(head) if head else "",
        "redo_next": redo_next,
        "redo_words": act_in_words(redo_next) if redo_next else "",
        "score": party_summary.score(state),
        "ended_by": head.payload.get("cause", "") if head and head.kind == "campaign-ended" else "",
        "half": _half(table) if as_of is None else None,
        "bag": bag.view(state, bag.said_values(campaign, state)),
        "stops": list(_stops(table.state)),
        "moments": [
            (act.number, _("step %(n)d: %(what)s") % {"n": act.number, "what": act_in_words(act)[:40]})
            for act in acts[:ACTS_SHOWN]
            if not act.undone
        ],
    }


def _stops(state: CampaignState) -> Iterator[tuple[int, str]]:
    """The end of each scenario that was played, newest first, as earlier states to show."""
    for each in reversed(state.history):
        if each.kind != "interlude":
            name = names.scenario_name(state.campaign, each.scenario)
            yield each.act, _("after %(scenario)s") % {"scenario": name}


def _half(table: Table) -> dict[str, Any] | None:
    """Return the other half of a paired campaign, and its phase."""
    other = half_of(table.campaign, table.user) if table.state.link else None
    if other is None:
        return None
    state = state_of(other)
    return {
        "campaign": other,
        "phase": names.PHASES.get(state.phase, ""),
        "now": names.scenario_name(state.campaign, state.playing.scenario) if state.playing else "",
    }


def _head(campaign: Campaign) -> Act | None:
    """Return the last act that is not undone, if all acts shown are undone."""
    return selectors.timeline(campaign).filter(undone=False).first()


def _snapshot(
    table: Table, state: CampaignState, drawn: list[DrawOnRecord]
) -> list[party_summary.SeatGlance]:
    """Return the party at an earlier act. Its decks come from that state, not from the players' decks."""
    told = by_word(drawn)
    return [party_summary.glance(state, seat, table.law, told=told) for seat in state.seats.values()]


@at_table(READER, "GET", "HEAD")
def campaign_pulse(request: HttpRequest, table: Table) -> HttpResponse:
    """Return 204 if nothing has changed since a revision, else the updated parts of the page or a notice."""
    if request.GET.get("revision", "") == str(table.campaign.revision):
        return HttpResponse(status=204)
    if request.GET.get("part") == "word":
        last = selectors.timeline(table.campaign).first()
        words: dict[str, Any] = {
            "words": act_in_words(last) if last else "",
            "by": table.people.name(last.by) if last else "",
        }
        return render(request, "campaigns/_word.html", in_frame(table, **words))
    return render(request, "campaigns/_live.html", in_frame(table, **_context(table)))


@at_table(READER, "GET", "HEAD")
def campaign_acts(request: HttpRequest, table: Table) -> HttpResponse:
    """Every act, page by page."""
    page = Paginator(selectors.timeline(table.campaign), ACTS_PER_PAGE).get_page(
        request.GET.get("page", "")[:9]
    )
    teller = Teller(table.state)
    told = [teller.tell(act) for act in page.object_list]
    redoable = {act.number for act in redoable_acts(table.campaign)} if table.may_act else set()
    return render(request, "campaigns/acts.html", in_frame(table, page=page, acts=told, redoable=redoable))


@at_table("player", "POST")
def campaign_undo(request: HttpRequest, table: Table) -> HttpResponse:
    """Undo the last act, or every act from one on."""
    down_to = whole(request.POST.get("down_to"), most=10**6) or None
    try:
        row = undo(table.campaign, follows=sent(request).follows, down_to=down_to).act
    except Outdated as refusal:
        return _look_first(request, table, refusal)
    return done(request, table, _("Step %(n)d undone.") % {"n": row.number})


@at_table("player", "POST")
def campaign_redo(request: HttpRequest, table: Table) -> HttpResponse:
    up_to = whole(request.POST.get("up_to"), most=10**6) or None
    try:
        row = redo(table.campaign, follows=sent(request).follows, up_to=up_to).act
    except Outdated as refusal:
        return _look_first(request, table, refusal)
    return done(request, table, _("Step %(n)d redone.") % {"n": row.number})


def _look_first(request: HttpRequest, table: Table, refusal: Outdated) -> HttpResponse:
    """Show the changes instead of repeating an undo, because the last act is not the one its author saw."""
    table.look_again()
    return show(request, table, "again", refusal)


@costly("bulk")
@at_table(READER, "GET", "HEAD", "POST")
def campaign_branch(request: HttpRequest, table: Table) -> HttpResponse:
    """Create a new campaign from the acts up to a given one, with copies of the decks."""
    until = whole(request.POST.get("until") or request.GET.get("until"), most=10**6) or None
    last = table.campaign.acts.filter(undone=False).order_by("-number").first()
    assert last is not None
    if request.method == "POST":
        made = branch_off(
            table.campaign,
            owner=table.user,
            until=until or last.number,
            name=request.POST.get("name", "").strip()[:120],
            key=idempotency.form_key(request, table.user),
        )
        return redirect(made) if isinstance(made, Job) else redirect("campaign-detail", made.public_id)
    return render(
        request, "campaigns/branch.html", in_frame(table, until=until or last.number, roles=Role.choices)
    )
