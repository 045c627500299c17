"""Joining a campaign: the page of an invitation link, with a name and the seats, and the player of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.members import NotAllowed, Role
from accounts.models import User
from accounts.services import user_for_saving
from campaigns import selectors
from campaigns.campaign_rules import game
from campaigns.errors import BadStep
from campaigns.models import Campaign, Invitation, Membership
from campaigns.party import summary as party_summary
from campaigns.party.member_names import MemberNames
from campaigns.selectors import state_of
from campaigns.services import members as member_services
from campaigns.services import taken_seats
from campaigns.text import names
from campaigns.views.base import Visit, done
from decks.models import Deck
from rules.campaign import CampaignState, Seat
from web.shared.errors import Refusal
from web.shared.numbers import read_key

#: The choice of a player who brings an investigator of their own.
OWN_INVESTIGATOR = "own"


@dataclass(frozen=True, slots=True)
class OfferedSeat:
    """A seat on the page of an invitation."""

    glance: party_summary.SeatGlance
    taken_by: str
    """The name of the member who plays it; empty if it is free."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def campaign_join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation: the campaign, the name of a guest, and the seats of a player."""
    found = selectors.invitation_by_token(token)
    if found is None:
        raise Http404
    refusal: Refusal | None = None
    if request.method == "POST":
        user = user_for_saving(request)
        try:
            return _joined(request, found, user)
        except NotAllowed:
            raise
        except Refusal as error:
            refusal = error
    elif isinstance(request.user, User) and selectors.membership_at(request.user, found.campaign.public_id):
        role = member_services.role_of(found.campaign, request.user)
        if role != Role.READER or found.role == Role.READER:
            return redirect("campaign-detail", found.campaign.public_id)
    member_names = MemberNames(found.campaign)
    state = state_of(found.campaign)
    seats = _offered(found.campaign, member_names) if found.role == Role.PLAYER else []
    context: dict[str, Any] = {
        "invitation": found,
        "campaign": found.campaign,
        "members": [member_names.name(row.user) for row in found.campaign.members.select_related("user")],
        "about": _about(found.campaign, state),
        "seats": seats,
        "free": any(not each.taken_by for each in seats),
        "name": request.POST.get("name", "")[:80],
        "chosen": request.POST.get("seat", ""),
        "needs_name": not isinstance(request.user, User) or request.user.is_guest,
        "refusal": refusal,
    }
    return render(request, "campaigns/join.html", context, status=refusal.status if refusal else 200)


def _about(campaign: Campaign, state: CampaignState) -> str:
    """Return what is played, for example “The Dunwich Legacy, Hard”."""
    title = names.guide_title(campaign.name, state)
    return ", ".join(str(each) for each in (title, names.DIFFICULTIES.get(state.difficulty)) if each)


def _joined(request: HttpRequest, invitation: Invitation, user: User) -> HttpResponse:
    """Join as the form says, then go to where the new member continues."""
    chosen = request.POST.get("seat", "")
    seat = chosen if chosen != OWN_INVESTIGATOR and invitation.role == Role.PLAYER else ""
    member = member_services.join(invitation, user, name=request.POST.get("name", ""), seat=seat)
    if seat:
        title = state_of(member.campaign).seats[seat].title
        text = _("Welcome to the campaign. You play %(investigator)s.") % {"investigator": title}
    else:
        text = _("Welcome to the campaign.")
    messages.success(request, text)
    target = "campaign-seat-new" if chosen == OWN_INVESTIGATOR and not seat else "campaign-detail"
    if invitation.role == Role.READER:
        target = "campaign-detail"
    return redirect(target, member.campaign.public_id)


def _offered(campaign: Campaign, member_names: MemberNames) -> list[OfferedSeat]:
    """Return the seats in play, free ones first."""
    state, taken = state_of(campaign), taken_seats.seat_members(campaign)
    found = [
        OfferedSeat(
            party_summary.glance(state, seat, game()),
            member_names.name(taken[seat.id].user) if seat.id in taken else "",
        )
        for seat in state.active.values()
    ]
    return sorted(found, key=lambda each: bool(each.taken_by))


def players(visit: Visit) -> dict[str, Any]:
    """Return the names of the members by their seats, the visitor's own seats, and whether to offer one."""
    members = list(visit.campaign.members.select_related("user").prefetch_related("seats"))
    taken = {each.seat: visit.member_names.name(row.user) for row in members for each in row.seats.all()}
    own = {each.seat for row in members if row.user_id == visit.user.pk for each in row.seats.all()}
    offers = visit.may_record and len(members) > 1 and not own
    return {"taken": taken, "own_seats": own, "offers_seats": offers}


def player_of_seat(visit: Visit, seat: Seat, deck: Deck | None) -> dict[str, Any]:
    """Return who plays a seat and may change its deck, and to whom the owner could give it."""
    taken = taken_seats.seat_members(visit.campaign)
    member = taken.get(seat.id)
    members = list(visit.campaign.members.select_related("user").order_by("joined", "pk"))
    return {
        "member": member,
        "taken": {id: visit.member_names.name(row.user) for id, row in taken.items()},
        "is_my_seat": member is not None and member.user_id == visit.user.pk,
        "may_take_seat": member is None and visit.may_record,
        "givable": [row for row in members if row.role != Role.READER] if visit.may_manage else [],
        "alone": len(members) == 1,
        "may_change_deck": deck is not None and visit.user.pk in (deck.owner_id, member and member.user_id),
        "may_hand_over_deck": deck is not None
        and deck.owner_id == visit.user.pk
        and member is not None
        and member.user_id != visit.user.pk,
    }


def change_player(request: HttpRequest, visit: Visit, seat: Seat, what: str) -> HttpResponse:
    """Take or leave a seat; as the owner, give it to a member or make it free; hand over its deck."""
    if what == "take-seat":
        taken_seats.take_seat(own_membership(visit), seat.id)
        text = _("You play %(investigator)s.") % {"investigator": seat.title}
    elif what == "leave-seat":
        taken_seats.leave_seat(visit.campaign, seat.id, user=visit.user)
        text = _("The seat is free.")
    elif what == "give-seat":
        member_services.check_may_manage(visit.role)
        text = _give(request, visit, seat)
    else:
        taken_seats.hand_over_seat_deck(visit.campaign, seat.id, by=visit.user)
        text = _("Deck handed over.")
    return done(request, visit, text, "campaign-seat", seat.id)


def own_membership(visit: Visit) -> Membership:
    return visit.campaign.members.select_related("user").get(user=visit.user)


def _give(request: HttpRequest, visit: Visit, seat: Seat) -> str:
    wanted = request.POST.get("member", "")
    member = None
    if wanted:
        member = visit.campaign.members.select_related("user").filter(pk=read_key(wanted)).first()
        if member is None:
            raise BadStep(_("This user is not a member of the campaign. Reload the page."))
    taken_seats.give_seat(visit.campaign, seat.id, member)
    if member is None:
        return _("The seat is free.")
    facts = {"who": visit.member_names.name(member.user), "investigator": seat.title}
    return _("%(who)s plays %(investigator)s.") % facts
