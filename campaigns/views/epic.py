"""Pages of Epic Multiplayer: creating an event, its page with shared counters, and joining with a group."""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import idempotency
from accounts.limits import costly
from accounts.members import NotAllowed
from accounts.models import User
from accounts.services import user_for_saving
from campaigns import epic
from campaigns.errors import BadStep
from campaigns.forms.fields import whole
from campaigns.models import EpicEvent
from campaigns.services import epic as services
from campaigns.text import names
from web.shared.errors import Refusal
from web.shared.numbers import read_key, read_whole
from web.shared.qr import qr_code

MOST_LISTED = 50
Row = TypeVar("Row", bound=Model)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def epic_new(request: HttpRequest) -> HttpResponse:
    """A new event: its scenario and difficulty. Below the form are the events of the user."""
    refusal: Refusal | None = None
    if request.method == "POST":
        owner = user_for_saving(request)
        facts, _slash, scenario = request.POST.get("scenario", "").partition("/")
        try:
            event = services.create_event(
                owner=owner,
                name=request.POST.get("name", ""),
                facts=facts,
                scenario=scenario,
                difficulty=request.POST.get("difficulty", ""),
                key=idempotency.form_key(request, owner),
            )
        except BadStep as error:
            refusal = error
        else:
            return redirect("epic-event", event.public_id)
    mine = epic.events_visible_to(request.user)[:MOST_LISTED] if isinstance(request.user, User) else []
    context = {
        "choices": epic.scenario_choices(),
        "difficulties": names.DIFFICULTIES.items(),
        "given": request.POST,
        "events": mine,
        "refusal": refusal,
    }
    return render(request, "campaigns/epic/new.html", context, status=400 if refusal else 200)


def _event(request: HttpRequest, event_id: UUID) -> tuple[EpicEvent, User]:
    found = epic.event_for(request.user, event_id) if isinstance(request.user, User) else None
    if found is None or not isinstance(request.user, User):
        raise Http404
    return found, request.user


def _context(event: EpicEvent, user: User, refusal: Refusal | None = None) -> dict[str, Any]:
    lines = epic.group_lines(event, user)
    known = names.scenario_facts(event.facts, event.scenario).get("resolutions", ())
    investigators = sum(len(line.investigators) for line in lines)
    return {
        "event": event,
        "scenario": names.scenario_name(event.facts, event.scenario),
        "difficulty": names.DIFFICULTIES.get(event.difficulty, event.difficulty),
        "counters": epic.counter_lines(event, groups=len(lines), investigators=investigators),
        "groups": lines,
        "groups_needed": epic.groups_needed(event),
        "investigators": investigators,
        "is_owner": event.owner_id == user.pk,
        "may_count": epic.may_count(event, user),
        "resolutions": [(id, names.resolution_name(id)) for id in known],
        "resolution": names.resolution_name(event.resolution) if event.resolution else "",
        "key": uuid4(),
        "refusal": refusal,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def epic_event(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The event: shared counters, groups and result. Its owner manages it here."""
    event, user = _event(request, event_id)
    refusal: Refusal | None = None
    if request.method == "POST":
        if event.owner_id != user.pk:
            raise NotAllowed(_("Only the organizer of the event can do this."))
        try:
            if request.POST.get("do") == "delete":
                services.delete_event(event)
                messages.success(request, _("Event deleted. The records of its groups remain."))
                return redirect("campaign-list")
            _manage(request, event, user)
        except BadStep as error:
            refusal = error
            event.refresh_from_db()
        else:
            return redirect("epic-event", event.public_id)
    context = _context(event, user, refusal)
    if event.owner_id == user.pk:
        context["link"] = request.build_absolute_uri(reverse("epic-join", args=[event.token]))
        context["code"] = qr_code(context["link"])
    return render(request, "campaigns/epic/event.html", context, status=refusal.status if refusal else 200)


def _manage(request: HttpRequest, event: EpicEvent, user: User) -> None:
    given, what = request.POST, request.POST.get("do", "")
    if what == "counter":
        value = whole(given.get("value"), most=services.LARGEST_VALUE, what=_("Value"))
        services.add_counter(event, name=given.get("name", ""), value=value)
    elif what == "remove-counter":
        services.remove_counter(event, _one(event.counters.all(), given.get("counter")))
    elif what == "remove-group":
        services.remove_group(event, _one(event.groups.all(), given.get("group")))
    elif what == "result":
        text = given.get("victory", "").strip()
        entered = services.record_result(
            event,
            by=user,
            result=given.get("result", ""),
            resolution=given.get("resolution", ""),
            victory=whole(text, most=99, what=_("Victory")) if text else None,
        )
        message = ngettext(
            "Recorded. %(n)d group finds it on its page after the scenario.",
            "Recorded. %(n)d groups find it on their pages after the scenario.",
            entered,
        )
        messages.success(request, message % {"n": entered})
    else:
        raise BadStep(_("Something went wrong. Reload the page and try again."))


def _one(rows: QuerySet[Row], pk: str | None) -> Row:
    found = rows.filter(pk=read_key(pk or "")).first()
    if found is None:
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def epic_counters(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """The counters as a part of the page: 204 if they have not changed; with POST, one of them is changed.

    `investigators` is how many the page has counted, so that a poll need not read the records of all groups.
    """
    event, user = _event(request, event_id)
    investigators = read_whole(request.GET.get("investigators", ""), most=999) or 0
    refusal: Refusal | None = None
    if request.method == "POST":
        services.check_may_count(event, user)
        try:
            amount = whole(
                request.POST.get("by"),
                least=-services.LARGEST_PRESS,
                most=services.LARGEST_PRESS,
                what=_("Change by"),
            )
            counter = _one(event.counters.all(), request.POST.get("counter"))
            services.press(event, counter, amount=amount, by=user, key=_key(request))
        except BadStep as error:
            refusal = error
        event.refresh_from_db()
        if request.headers.get("HX-Request") != "true":
            if refusal is not None:
                messages.error(request, str(refusal))
            return redirect("epic-event", event.public_id)
    elif request.GET.get("revision", "") == str(event.revision):
        return HttpResponse(status=204)
    context = {
        "event": event,
        "counters": epic.counter_lines(
            event,
            groups=event.groups.filter(campaign__deleted_at=None).count(),
            investigators=investigators,
        ),
        "investigators": investigators,
        "may_count": epic.may_count(event, user),
        "key": uuid4(),
        "refusal": refusal,
    }
    status = refusal.status if refusal else 200
    return render(request, "campaigns/epic/_counters.html", context, status=status)


def _key(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        raise BadStep(_("Something went wrong. Reload the page and try again.")) from None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def epic_join(request: HttpRequest, token: str) -> HttpResponse:
    """The link for groups: a group joins with a new record, or with a campaign that is being played."""
    event = epic.event_by_token(token)
    if event is None:
        raise Http404
    refusal: Refusal | None = None
    if request.method == "POST":
        user = user_for_saving(request)
        try:
            chosen = None
            if request.POST.get("campaign"):
                found = epic.linkable_campaigns(event, user)
                chosen = _one(found, request.POST["campaign"])
            group = services.add_group(
                event,
                by=user,
                name=request.POST.get("name", ""),
                campaign=chosen,
                key=idempotency.form_key(request, user),
            )
        except BadStep as error:
            refusal = error
        else:
            messages.success(request, _("Your group takes part. Choose your investigators."))
            return redirect("campaign-detail", group.campaign.public_id)
    user_now = request.user if isinstance(request.user, User) else None
    context = {
        "event": event,
        "scenario": names.scenario_name(event.facts, event.scenario),
        "difficulty": names.DIFFICULTIES.get(event.difficulty, event.difficulty),
        "groups": list(event.groups.values_list("name", flat=True)),
        "linkable": epic.linkable_campaigns(event, user_now)[:MOST_LISTED] if user_now else [],
        "given": request.POST,
        "refusal": refusal,
    }
    return render(request, "campaigns/epic/join.html", context, status=refusal.status if refusal else 200)
