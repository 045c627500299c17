"""Shared code of the campaign pages: permissions, recording of forms, and repeating a refused form."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property, wraps
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.members import NotAllowed, Role
from accounts.models import User
from campaigns.campaign_rules import campaign_facts, game
from campaigns.drawing.requests import ToDraw
from campaigns.errors import BadStep, Outdated, StepRefused
from campaigns.models import Campaign
from campaigns.party.member_names import MemberNames
from campaigns.selectors import membership_at, state_of
from campaigns.services.members import check_may_manage, check_may_record
from campaigns.services.recording import record_all
from rules.campaign import CampaignState, Game, step_to_json, steps, to_json
from web.shared.errors import Refusal


class Visit:
    """A campaign as one of its members sees it."""

    def __init__(self, campaign: Campaign, role: str, user: User) -> None:
        self.campaign = campaign
        self.role = role
        self.user = user

    @cached_property
    def state(self) -> CampaignState:
        return state_of(self.campaign)

    @cached_property
    def member_names(self) -> MemberNames:
        return MemberNames(self.campaign)

    def look_again(self) -> None:
        """Read the campaign again, because the values computed for a refused form may be outdated."""
        self.campaign.refresh_from_db()
        self.__dict__.pop("state", None)

    @property
    def game(self) -> Game:
        return game()

    @property
    def has_achievements(self) -> bool:
        """Whether the facts of this campaign list achievements."""
        return bool(campaign_facts().get(self.state.campaign, {}).get("achievements"))

    @property
    def may_record(self) -> bool:
        return self.role in (Role.OWNER, Role.PLAYER)

    @property
    def may_manage(self) -> bool:
        return self.role == Role.OWNER


View = Callable[..., HttpResponse]
PLAYER, OWNER, READER = "player", "owner", "reader"


def for_members(need: str = PLAYER, *methods: str) -> Callable[[View], View]:
    """Return a decorator for a page of one campaign that checks the user's role.

    Non-members get 404, members without the right role 403. If a step is refused, the form is shown again.
    """
    allowed = list(methods or ("GET", "HEAD", "POST"))

    def decorate(view: View) -> View:
        @require_http_methods(allowed)
        @never_cache
        @wraps(view)
        def page(request: HttpRequest, public_id: UUID, **where: Any) -> HttpResponse:
            if not isinstance(request.user, User):
                raise Http404
            found = membership_at(request.user, public_id)
            if found is None:
                raise Http404
            visit = Visit(found.campaign, found.role, request.user)
            if need == PLAYER:
                check_may_record(visit.role)
            elif need == OWNER:
                check_may_manage(visit.role)
            try:
                return view(request, visit, **where)
            except NotAllowed:
                raise
            except Refusal as refusal:
                if request.method != "POST":
                    raise
                return show_form_again(request, visit, refusal)

        return page

    return decorate


@dataclass(frozen=True, slots=True)
class Sent:
    """The fields of every form: the revision that its author saw, its key, and the rules set aside."""

    follows: int | None
    key: UUID | None
    waives: frozenset[str]
    note: str


def sent(request: HttpRequest) -> Sent:
    follows, key = request.POST.get("follows", ""), request.POST.get("key", "")
    try:
        return Sent(
            int(follows) if follows else None,
            UUID(key) if key else None,
            frozenset(request.POST.getlist("waives")[:50]) if request.POST.get("otherwise") else frozenset(),
            request.POST.get("note", "").strip()[:500],
        )
    except ValueError:
        raise BadStep(_("Something went wrong. Reload the page and try again.")) from None


def do(request: HttpRequest, visit: Visit, *found: steps.Step | ToDraw, key: UUID | None = None) -> None:
    """Record the steps of a form, all or none, under the given key or the form's own."""
    sent_fields = sent(request)
    prepared = [
        replace(step, waives=step.waives | sent_fields.waives, note=step.note or sent_fields.note)
        if sent_fields.waives
        else step
        for step in found
    ]
    record_all(
        visit.campaign,
        prepared,
        by=visit.user,
        follows=sent_fields.follows,
        key=key or key_of(sent_fields, prepared),
    )


def key_of(sent_fields: Sent, found: Iterable[steps.Step | ToDraw]) -> UUID | None:
    """Return the key of a request. A form sent twice takes effect once; other forms are other requests."""
    if sent_fields.key is None:
        return None
    plain = [to_json(asdict(each)) if isinstance(each, ToDraw) else step_to_json(each) for each in found]
    return uuid5(sent_fields.key, json.dumps(plain, sort_keys=True))


def done(
    request: HttpRequest, visit: Visit, message: str = "", to: str = "campaign-detail", *more: Any
) -> HttpResponse:
    if message:
        messages.success(request, message)
    return redirect(to, visit.campaign.public_id, *more)


def in_frame(visit: Visit, refusal: Refusal | None = None, **context: Any) -> dict[str, Any]:
    """Return the context of every campaign page."""
    return {
        "campaign": visit.campaign,
        "state": visit.state,
        "visit": visit,
        "member_names": visit.member_names,
        "key": uuid4(),
        "follows": refusal.revision if isinstance(refusal, Outdated) else visit.campaign.revision,
        "refusal": refusal,
        "waivable": waivable(refusal),
        "today": timezone.localdate(),
        **context,
    }


def waivable(refusal: Refusal | None) -> list[str]:
    """Return the rules that the group may set aside for this step; none if the step is impossible."""
    if not isinstance(refusal, StepRefused) or not refusal.may_be_waived:
        return []
    rules = list(dict.fromkeys(violation.rule for violation in refusal.violations))
    return [] if any(rule.startswith("step.") for rule in rules) else rules


def show(
    request: HttpRequest, visit: Visit, template: str, refusal: Refusal | None = None, **context: Any
) -> HttpResponse:
    """Render a page of the campaign; after a refusal, with the entered values and the reasons."""
    status = refusal.status if refusal is not None else 200
    context = {
        "otherwise": refusal is not None and bool(request.POST.get("otherwise")),
        "reason": request.POST.get("note", "").strip()[:500] if refusal is not None else "",
        **context,
    }
    return render(request, f"campaigns/{template}.html", in_frame(visit, refusal, **context), status=status)


#: Fields that every form sets itself, so they are not repeated after a refusal.
OWN = frozenset(
    {"csrfmiddlewaretoken", "follows", "key", "waives", "otherwise", "note", "draft", "over", "base", "sent"}
)


def show_form_again(request: HttpRequest, visit: Visit, refusal: Refusal) -> HttpResponse:
    """Explain a refusal, and show the same form again with the entered values."""
    visit.look_again()
    return show(request, visit, "again", refusal, entered=entered_fields(request), action=request.path)


def entered_fields(request: HttpRequest) -> list[tuple[str, str]]:
    return [(name, value) for name, values in request.POST.lists() if name not in OWN for value in values]


def one_of(value: str | None, known: Iterable[str], otherwise: str = "") -> str:
    """Return a choice from a form, or the default if it was not offered."""
    return value if value is not None and value in set(known) else otherwise
