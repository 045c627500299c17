"""The pages after a scenario: the guided form, which is saved as a draft, and then the purchases."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns import selectors
from campaigns.drawing.requests import ToDraw
from campaigns.errors import BadStep, WrittenMeanwhile
from campaigns.forms import guide_prices
from campaigns.forms.fields import whole
from campaigns.guidance.reminders import reminders_at
from campaigns.guidance.unfinished_purchases import trauma_of
from campaigns.models import ScenarioDraft
from campaigns.party import deck_verdicts
from campaigns.party import summary as party_summary
from campaigns.scenario_form import page, preview, reader, recorded
from campaigns.scenario_form.field_names import field_names
from campaigns.services import drafts, open_purchases, purchases, taken_seats, undone_forms
from campaigns.services.deck_versions import latest_entries
from campaigns.services.members import check_may_record
from campaigns.services.recording import recorded_as
from campaigns.text import names
from campaigns.text.history import StepTexts
from campaigns.text.steps import card_title
from campaigns.views.base import OWN, READER, Visit, do, done, for_members, in_frame, one_of, sent, show
from decks.editor.upgrade import purchase_rows
from decks.text import sentence
from rules.campaign import Seat, advise, is_at_end, prices_open, scenarios_next, steps
from rules.campaign.guide_prices import number_of_payers
from rules.campaign.purchases import in_play
from rules.campaign.state import BETWEEN, MENTAL, PHYSICAL, READY, RESULTS, SCENARIO
from rules.rulebook.coverage.reminder import PURCHASES
from web.shared.errors import Refusal

#: The part of a form's key under which the guided page is recorded.
PAGE = "after"


@for_members(READER)
def campaign_after(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The guided page: a form while the scenario is being played, then the purchases."""
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_record(visit.role)
        try:
            return _record(request, visit)
        except WrittenMeanwhile as other:
            return _form(request, visit, other=other)
        except Refusal as error:
            refusal = error
            visit.look_again()
            if visit.state.phase == SCENARIO:
                row, found = _save(request, visit)
                if found.contested:
                    return _form(request, visit, refusal, _meanwhile(row, found))
            elif typed := _not_recorded(request, visit):
                notes = " · ".join(typed)
                messages.warning(request, _("These notes were not recorded: %(notes)s") % {"notes": notes})
    state = visit.state
    if state.phase == SCENARIO:
        return _form(request, visit, refusal)
    if state.phase == RESULTS:
        return show(request, visit, "count", refusal, last=state.history[-1])
    if state.phase in (BETWEEN, READY):
        entered = request.POST if refusal and request.POST.get("do") == "price" else QueryDict()
        return show(request, visit, "buying", refusal, **_buying(visit, entered))
    return redirect("campaign-detail", visit.campaign.public_id)


def _not_recorded(request: HttpRequest, visit: Visit) -> list[str]:
    """Return the notes of the form that no member has recorded, as they may from a draft that they share."""
    follows = sent(request).follows or 0
    known = {note.text for note in visit.state.notes if note.step > follows}
    return [text for text in reader.typed_notes(request.POST) if text[:500] not in known]


def _form(
    request: HttpRequest,
    visit: Visit,
    refusal: Refusal | None = None,
    other: WrittenMeanwhile | None = None,
) -> HttpResponse:
    """Render the saved form; after another member's edit, with the input of both and that member's name."""
    row = drafts.draft_of(visit.campaign, visit.state)
    scenario = visit.state.playing.scenario if visit.state.playing else ""
    undone: list[steps.Step] = []
    if other:
        given = _fields({**other.merged, **_entered(request, other.contested)})
    elif row:
        given = _fields(row.answers)
    elif undone := undone_forms.undone_scenario(visit.campaign):
        given = recorded.Fields(visit.state, visit.game, scenario).all_of(undone)
    else:
        given = reader.first_fields(visit.state, visit.game)
    form = (visit.campaign, visit.state, visit.game, given)
    context = {
        **page.form(*form),
        **preview.preview_of(*form),
        "saved": row,
        "undone": bool(undone),
        # What is contested stays unseen until the author decides.
        "draft": _seen(request) if other and other.contested else (row.revision if row else 0),
        "base": json.dumps(row.answers) if row and not (other and other.contested) else "",
        "other": other.draft if other else None,
        "contested": field_names(visit.state, other.contested) if other else [],
    }
    answer = show(request, visit, "after", refusal, **context)
    if other:
        answer.status_code = other.status
    return answer


def _fields(answers: Mapping[str, list[str]]) -> QueryDict:
    given = QueryDict(mutable=True)
    for name, values in answers.items():
        given.setlist(name, values)
    return given


def _entered(request: HttpRequest, only: Collection[str] | None = None) -> dict[str, list[str]]:
    """Return the fields that were filled in, or those of them that are named."""
    return {
        name: values
        for name, values in request.POST.lists()
        if name not in OWN and any(values) and (only is None or name in only)
    }


def _sent_form(request: HttpRequest) -> drafts.Form:
    base = None if request.POST.get("over") else drafts.read_base(request.POST.get("base", ""))
    sent_before = drafts.read_sent(request.POST.get("sent", ""))
    return drafts.Form(_entered(request), _seen(request), base, sent_before)


def _meanwhile(row: ScenarioDraft, found: drafts.Merge) -> WrittenMeanwhile:
    return WrittenMeanwhile(row, contested=found.contested, merged=found.answers)


def _seen(request: HttpRequest) -> int:
    """Return the revision of the draft that the author saw, or that they chose to overwrite."""
    given = request.POST.get("over") or request.POST.get("draft")
    return whole(given, most=10**6, what=_("Revision"))


def _save(request: HttpRequest, visit: Visit) -> tuple[ScenarioDraft, drafts.Merge]:
    return drafts.save(visit.campaign, visit.state, _sent_form(request), by=visit.user)


@for_members("player", "GET", "HEAD", "POST")
def after_save(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Save the form as a draft, merged with those of others, and return a preview; GET only looks."""
    in_place = bool(request.headers.get("HX-Request"))
    if visit.state.phase != SCENARIO:
        # Another member has recorded the scenario: the page says that what was typed since is not saved.
        return HttpResponse(status=410 if request.method == "POST" and in_place else 204)
    if request.method != "POST":
        row = drafts.draft_of(visit.campaign, visit.state)
        if row is None or not in_place or str(row.revision) == request.GET.get("draft", ""):
            return HttpResponse(status=204)
        return _preview(request, visit, row)
    row, found = _save(request, visit)
    if not in_place:
        if found.contested:
            return _form(request, visit, other=_meanwhile(row, found))
        return redirect("campaign-after", visit.campaign.public_id)
    return _preview(request, visit, row, found)


def _preview(
    request: HttpRequest, visit: Visit, row: ScenarioDraft, found: drafts.Merge | None = None
) -> HttpResponse:
    """Return the parts of the page that follow from the form, and the fields as they are saved."""
    contested = found.contested if found else frozenset()
    context: dict[str, Any] = {
        "draft": _seen(request) if contested else row.revision,
        "stored": json.dumps(row.answers),
        "contested_fields": json.dumps(sorted(contested)),
        "contested": field_names(visit.state, contested),
        "other": row if contested else None,
    }
    context |= preview.preview_of(visit.campaign, visit.state, visit.game, _fields(row.answers))
    status = WrittenMeanwhile.status if contested else 200
    return render(request, "campaigns/_after_live.html", in_frame(visit, **context), status=status)


def _record(request: HttpRequest, visit: Visit) -> HttpResponse:
    given = request.POST
    if given.get("do") == "count":
        do(
            request,
            visit,
            steps.CountExperience(
                victory=whole(given.get("victory"), most=99, what=_("Victory display")),
                bonus=whole(given.get("bonus"), least=-99, most=99, what=_("Bonus")),
            ),
        )
        return done(request, visit, _("Experience recorded."), "campaign-after")
    if given.get("do") == "price":
        paid = tuple(
            guide_prices.read(given, prices_open(visit.state, visit.game), visit.state.active.values())
        )
        if not paid:
            raise BadStep(_("Enter how much experience each investigator pays."))
        do(request, visit, *paid)
        return done(request, visit, _("Payment recorded."), "campaign-after")
    sent_fields = sent(request)
    key = uuid5(sent_fields.key, PAGE) if sent_fields.key else None
    if recorded_as(visit.campaign, key):
        return done(request, visit, "", "campaign-after")
    row = drafts.draft_of(visit.campaign, visit.state)
    merged = drafts.merge_with(row, _sent_form(request), by=visit.user)
    drafts.check_seen(row, merged)
    found = reader.Reader(visit.campaign, visit.state, visit.game, _fields(merged.answers)).read()
    before = visit.state
    with transaction.atomic():
        do(request, visit, *found.all, key=key)
        drafts.throw_away(visit.campaign)
    # What there is to say about the end of the scenario is on the page before it is recorded.
    for step in found.others:
        for warning in () if isinstance(step, ToDraw) else advise(before, step, visit.game):
            messages.warning(request, sentence(warning.message, warning.facts))
    if before.mode == "standalone":
        return done(request, visit, _("Game recorded."))
    return done(request, visit, _("Scenario recorded."), "campaign-after")


def _buying(visit: Visit, entered: QueryDict) -> dict[str, Any]:
    state, game = visit.state, visit.game
    entries = latest_entries(visit.campaign)
    found = open_purchases.baskets(visit.campaign, state, entries)
    taken = taken_seats.seat_members(visit.campaign)
    buyable = taken_seats.changeable_seats(visit.user, taken, entries)
    owners = taken_seats.owners_of_decks(entries)
    verdicts = deck_verdicts.verdicts(visit.campaign, state, game)
    last = next((each for each in reversed(state.history) if each.is_scenario), None)
    earned = selectors.earned_in(visit.campaign, last.step) if last else Counter[str]()
    seats: list[dict[str, Any]] = []
    for seat in state.active.values():
        basket = found.get(seat.id)
        spent = basket.spent if basket else 0
        seats.append(
            {
                "each": party_summary.glance(state, seat, game, basket.deck if basket else None),
                "seat": seat,
                "basket": basket,
                "rows": purchase_rows(basket.purchases) if basket else (),
                "spent": spent,
                "to_spend": seat.to_spend,
                "earned": max(0, earned[seat.id]),
                "carried_over": seat.to_spend - max(0, earned[seat.id]),
                "problems_shown": verdicts[seat.id].violations[:5]
                if seat.id in verdicts and (basket is None or basket.recorded)
                else (),
                "left": seat.to_spend - spent,
                "too_much": spent > seat.to_spend,
                "verdict": verdicts.get(seat.id),
                "legal": basket.deck.is_legal
                if basket and not basket.recorded
                else (verdicts[seat.id].legal if seat.id in verdicts else False),
                "problems": basket.deck.problems
                if basket and not basket.recorded
                else (len(verdicts[seat.id].violations) if seat.id in verdicts else 0),
                "exiled": [card_title(code) for code in seat.outcome.exiled.total],
                "deck_of": owners.get(seat.id) if seat.id not in buyable else None,
                "suffers": trauma_of(basket) if basket and basket.is_open else None,
                "is_free": seat.id not in taken,
                "is_played": seat.id in found or _may_upgrade(visit, seat.id),
                "may_buy": (seat.id in found or _may_upgrade(visit, seat.id)) and seat.id in buyable,
            }
        )
    upcoming = [names.scenario_name(state.campaign, id) for id in scenarios_next(state, game)]
    return {
        "reminders": reminders_at(state, game, PURCHASES),
        "last": last,
        "last_name": names.scenario_name(state.campaign, last.scenario) if last else "",
        "numeral": names.numeral_of(state, last.scenario) if last else "",
        "seats": seats,
        "waiting": [
            row["each"].name
            for row in seats
            if row["left"] and not (row["basket"] and row["basket"].recorded)
        ],
        "upcoming": upcoming[0] if upcoming else "",
        "at_end": not upcoming and is_at_end(state, game),
        "pays": bool(entered),
        "sales": guide_prices.sales(
            prices_open(state, game), state.active.values(), entered, number_of_payers(state)
        ),
        "illegal": [row for row in seats if not row["legal"]],
        "steps": _steps_since(visit),
    }


def _may_upgrade(visit: Visit, seat: str) -> bool:
    return in_play(visit.state, visit.state.seats[seat])


def _steps_since(visit: Visit) -> list[Any]:
    """Return the steps since the last scenario, for the side of the page."""
    rows = list(visit.campaign.steps.filter(undone=False).order_by("-number")[:40])
    texts, found = StepTexts(visit.state), []
    texts.look_up(rows)
    for row in rows:
        found.append(texts.of(row))
        if row.kind == "end-scenario":
            break
    return list(reversed(found))


@for_members("player", "POST")
def seat_purchases(request: HttpRequest, visit: Visit, seat: str) -> HttpResponse:
    """Open the seat's deck in the editor's upgrade mode, record its purchases, or discard them."""
    held = visit.state.seats.get(seat)
    if held is None:
        raise BadStep(_("There is no such seat in this campaign."))
    what = request.POST.get("do", "open")
    if what == "open":
        deck = purchases.begin_purchases(visit.campaign, seat, by=visit.user)
        return redirect("deck-edit", deck.public_id)
    if what == "give-up":
        purchases.give_up(visit.campaign, held)
        return _back(request, visit, held, _("Purchases put back."))
    sent_fields = sent(request)
    trauma, healed = (
        {
            kind: n
            for kind in (PHYSICAL, MENTAL)
            if (n := whole(request.POST.get(f"{name}_{kind}"), most=20, what=kind))
        }
        for name in ("trauma", "healed")
    )
    recorded = purchases.record_purchases(
        visit.campaign,
        held,
        by=visit.user,
        follows=sent_fields.follows,
        key=sent_fields.key,
        trauma=trauma,
        healed=healed,
        waives=sent_fields.waives,
        note=sent_fields.note,
    )
    return _back(request, visit, held, _recorded(recorded.state.seats[seat], recorded.step.payload))


def _recorded(seat: Seat, payload: dict[str, Any]) -> str:
    """Return what was recorded, for example “Roland Banks: 2 purchases for 6 XP, 1 XP left.”"""
    bought = payload.get("purchases", ())
    text = ngettext(
        "%(who)s: %(n)d purchase for %(cost)d XP, %(left)d XP left.",
        "%(who)s: %(n)d purchases for %(cost)d XP, %(left)d XP left.",
        len(bought),
    )
    cost = sum(row.get("price", 0) for row in bought)
    return text % {"who": seat.title, "n": len(bought), "cost": cost, "left": seat.experience}


def _back(request: HttpRequest, visit: Visit, seat: Seat, message: str) -> HttpResponse:
    """Return to the page that the form was on."""
    page_name = one_of(request.POST.get("back"), ("detail", "next", "seat"), "after")
    return done(request, visit, message, f"campaign-{page_name}", *([seat.id] if page_name == "seat" else ()))
