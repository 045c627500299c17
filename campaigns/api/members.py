"""API views of members, their roles and seats, and invitation links."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.members import Role
from campaigns import selectors
from campaigns.api import outputs as shapes
from campaigns.api.base import CampaignView, player, valid
from campaigns.models import Campaign, Membership
from campaigns.selectors import state_of
from campaigns.services import members, taken_seats


class Members(CampaignView):
    @extend_schema(operation_id="members", responses=shapes.MemberSerializer(many=True))
    def get(self, request: Request, public_id: UUID) -> Response:
        """The members of the campaign and their roles."""
        rows = self.visible(public_id).members.select_related("user").prefetch_related("seats")
        rows = rows.order_by("joined")
        return Response(shapes.MemberSerializer(rows, many=True).data)


class Invitations(CampaignView):
    also_answers = {"GET": (403,)}

    @extend_schema(operation_id="invitations", responses=shapes.CampaignInvitationSerializer(many=True))
    def get(self, request: Request, public_id: UUID) -> Response:
        """The active invitation links. Only the owner sees them."""
        rows = self.keepable(public_id).invitations.order_by("role")
        return Response([{"role": row.role, "token": row.token} for row in rows])

    @extend_schema(
        operation_id="invite",
        request=shapes.InviteSerializer,
        responses={201: shapes.CampaignInvitationSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Return the invitation link for this role; it is created if there is none."""
        campaign = self.keepable(public_id)
        row = members.invite(campaign, role=valid(shapes.InviteSerializer, request.data)["role"])
        return Response({"role": row.role, "token": row.token}, status=status.HTTP_201_CREATED)


class Invitation(CampaignView):
    @extend_schema(operation_id="withdraw_invitation", responses={204: None})
    def delete(self, request: Request, public_id: UUID, role: str) -> Response:
        """Withdraw the link for this role. Members who joined with it remain."""
        campaign = self.keepable(public_id)
        get_object_or_404(campaign.invitations, role=role)
        members.withdraw(campaign, role=role)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Member(CampaignView):
    """One member, by name."""

    def member(self, campaign: Campaign, name: str) -> Membership:
        found = campaign.members.select_related("user").filter(user__username=name).first()
        if found is None:
            raise Http404
        return found

    @extend_schema(
        operation_id="change_member", request=shapes.RoleSerializer, responses=shapes.MemberSerializer
    )
    def patch(self, request: Request, public_id: UUID, name: str) -> Response:
        """Change the role of a member. A new owner replaces the current one."""
        campaign = self.keepable(public_id)
        row = self.member(campaign, name)
        role = valid(shapes.RoleSerializer, request.data)["role"]
        if role == Role.OWNER:
            members.hand_over(campaign, to=row.user)
        else:
            members.change_role(campaign, user=row.user, role=role)
        row.refresh_from_db()
        return Response(shapes.MemberSerializer(row).data)

    @extend_schema(operation_id="remove_member", responses={204: None})
    def delete(self, request: Request, public_id: UUID, name: str) -> Response:
        """Leave the campaign, or as its owner remove a member; this also withdraws all invitation links."""
        campaign = self.visible(public_id)
        if name == player(request).get_username():
            members.leave(campaign, user=player(request))
        else:
            campaign = self.keepable(public_id)
            members.remove(campaign, user=self.member(campaign, name).user)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Join(CampaignView):
    also_answers = {"POST": (404,)}

    @extend_schema(
        operation_id="join_campaign",
        request=shapes.JoinSerializer,
        responses=shapes.CampaignDetailSerializer,
    )
    def post(self, request: Request) -> Response:
        """Join the campaign that an invitation link belongs to; as a player, with one of its free seats."""
        wanted = valid(shapes.JoinSerializer, request.data)
        found = selectors.invitation_by_token(wanted["token"])
        if found is None:
            raise Http404
        row = members.join(found, player(request), name=wanted.get("name", ""), seat=wanted.get("seat", ""))
        return Response(shapes.CampaignDetailSerializer(row.campaign).data)


class SeatMember(CampaignView):
    """The member who plays a seat."""

    @extend_schema(
        operation_id="take_seat", request=shapes.SeatMemberSerializer, responses=shapes.MemberSerializer
    )
    def put(self, request: Request, public_id: UUID, seat: str) -> Response:
        """Take a free seat. The owner can also give any seat to a member, even if it was taken."""
        campaign = self.actable(public_id)
        if seat not in state_of(campaign).seats:
            raise Http404
        name = valid(shapes.SeatMemberSerializer, request.data).get("member", "")
        row = get_object_or_404(
            campaign.members.select_related("user"), user__username=name or player(request).get_username()
        )
        if name and row.user_id != player(request).pk:
            self.keepable(public_id)
        if name and members.role_of(campaign, player(request)) == Role.OWNER:
            taken_seats.give_seat(campaign, seat, row)
        else:
            taken_seats.take_seat(row, seat)
        return Response(shapes.MemberSerializer(row).data)

    @extend_schema(operation_id="leave_seat", responses={204: None})
    def delete(self, request: Request, public_id: UUID, seat: str) -> Response:
        """Leave your own seat, or as the owner of the campaign take it back from the member who has it."""
        campaign = self.actable(public_id)
        if seat not in state_of(campaign).seats:
            raise Http404
        if members.role_of(campaign, player(request)) == Role.OWNER:
            taken_seats.give_seat(campaign, seat, None)
        else:
            taken_seats.leave_seat(campaign, seat, user=player(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeatDeckHandOver(CampaignView):
    @extend_schema(operation_id="hand_over_deck", request=None, responses={204: None})
    def post(self, request: Request, public_id: UUID, seat: str) -> Response:
        """Give your deck of this seat to the member who plays the seat."""
        campaign = self.actable(public_id)
        if seat not in state_of(campaign).seats:
            raise Http404
        taken_seats.hand_over_seat_deck(campaign, seat, by=player(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
