"""The record of a campaign by HTTP. Strangers get 404, readers may look, players act, the owner keeps the
table."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns import judging, selectors
from campaigns.api import serializers as shapes
from campaigns.api.base import CampaignView, player, read_act, told, valid
from campaigns.errors import ActRefused, BadAct
from campaigns.law import law
from campaigns.models import Act, Campaign
from campaigns.services import halves, starting, table
from campaigns.services.record import (
    Recorded,
    check_revision,
    delete_campaign,
    key_of,
    record_all,
    recorded_as,
    redo,
    replayed,
    state_of,
    undelete_campaign,
    undo,
)
from campaigns.undrawn import refuse_draw_from_elsewhere
from rules.campaign import CampaignState, act_from_plain, acts, apply, to_plain
from rules.campaign import Refusal as Refused

#: Acts in which something is worked out by the rules, whatever was sent.
WORKED_OUT = (acts.Advance, acts.DeckChosen, acts.CardsBought, acts.WeaknessDrawnByGroup)


class CampaignList(ListAPIView[Campaign], CampaignView):
    serializer_class = shapes.CampaignSerializer
    queryset = Campaign.objects.none()
    throttle_scope = "bulk"

    def get_queryset(self) -> QuerySet[Campaign]:
        user = player(self.request)
        if self.request.query_params.get("deleted") in ("1", "true"):
            return selectors.deleted_campaigns_of(user).select_related("owner", "branch_of")
        return selectors.campaigns_visible_to(user).select_related("branch_of")

    @extend_schema(
        operation_id="campaigns",
        parameters=[OpenApiParameter("deleted", bool, description="Those that can be brought back.")],
    )
    def get(self, request: Request) -> Response:
        """The campaigns at whose table you sit."""
        return self.list(request)

    @extend_schema(
        operation_id="start_campaign",
        request=shapes.NewCampaignSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Start a campaign, with its first act."""
        wanted = valid(shapes.NewCampaignSerializer, request.data)
        act = read_act({**wanted["start"], "kind": acts.StartCampaign.kind})
        assert isinstance(act, acts.StartCampaign)
        begin = starting.start_campaign
        if wanted["both_halves"]:
            if not halves.other_half_of(act.campaign):
                raise BadAct(_("This campaign has no other half."))
            begin = _first_of_both
        done = begin(
            act,
            owner=player(request),
            name=wanted.get("name", ""),
            collection=self.shelf(wanted.get("collection")),
        )
        return Response(shapes.CampaignDetailSerializer(done.campaign).data, status=status.HTTP_201_CREATED)


def _first_of_both(start: acts.StartCampaign, **how: Any) -> Recorded:
    return halves.start_both(start, **how)[0]


class CampaignDetail(CampaignView):
    @extend_schema(
        operation_id="campaign",
        parameters=[OpenApiParameter("as_of", int, description="The state after this act.")],
        responses=shapes.CampaignDetailSerializer,
    )
    def get(self, request: Request, public_id: UUID) -> Response:
        """A campaign, and what its acts add up to."""
        campaign = self.visible(public_id)
        answer = dict(shapes.CampaignDetailSerializer(campaign).data)
        until = request.query_params.get("as_of")
        if until is not None:
            if not until.isascii() or not until.isdigit() or len(until) > 9:
                raise BadAct(_("as_of is the number of an act."))
            answer["state"] = to_plain(replayed(campaign, until=int(until)))
        return Response(answer)

    @extend_schema(
        operation_id="change_campaign",
        request=shapes.TableSerializer,
        responses=shapes.CampaignDetailSerializer,
    )
    def patch(self, request: Request, public_id: UUID) -> Response:
        """What is the table's own affair; what is part of the record (name, taboo list, …) is an act."""
        campaign = self.keepable(public_id)
        wanted = valid(shapes.TableSerializer, request.data)
        if "collection" in wanted:
            table.choose_collection(campaign, self.shelf(wanted["collection"]))
        return Response(shapes.CampaignDetailSerializer(campaign).data)

    @extend_schema(operation_id="delete_campaign", responses={204: None})
    def delete(self, request: Request, public_id: UUID) -> Response:
        """Delete the campaign; it can be brought back."""
        delete_campaign(self.keepable(public_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ActList(ListAPIView[Act], CampaignView):
    """Every act, newest first; undone ones, too."""

    serializer_class = shapes.ActSerializer

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Act.objects.none()
        return selectors.timeline(self.visible(self.kwargs["public_id"]))

    @extend_schema(
        operation_id="act",
        request=shapes.NewActSerializer,
        responses={201: shapes.RecordedSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """One act, or several of which all are recorded or none.

        The verdicts of an `advance`, the experience in a `deck-chosen` and the purchases of `cards-bought`
        are worked out here, whatever is sent. Draws are made here: a `weakness-drawn` or `ultimatum-drawn`
        is refused, and the error names the `endpoint` that draws. With `dry_run` nothing is recorded, and the
        answer is the state that would follow.
        """
        campaign = self.actable(public_id)
        wanted = valid(shapes.NewActSerializer, request.data)
        plain = [wanted["act"]] if "act" in wanted else wanted.get("acts", [])
        if not plain or ("act" in wanted and wanted.get("acts")):
            raise BadAct(_("Send one act, or a list of acts."))
        found, after = _tried(campaign, [read_act(each) for each in plain], wanted.get("key"))
        if wanted["dry_run"]:
            check_revision(campaign, wanted.get("follows"))
            if isinstance(after, Refused):
                raise ActRefused(after.violations)
            return Response({"revision": campaign.revision, "state": to_plain(after)})
        done = record_all(
            campaign, found, by=player(request), follows=wanted.get("follows"), key=wanted.get("key")
        )
        code = status.HTTP_200_OK if done[-1].again else status.HTTP_201_CREATED
        return Response(told(done[-1]), status=code)


def _tried(
    campaign: Campaign, told: list[acts.Act], key: UUID | None
) -> tuple[list[acts.Act], CampaignState | Refused]:
    """The acts as the rules have them, each upon the one before, and what they lead to."""
    found: list[acts.Act] = []
    state = state_of(campaign)
    for place, act in enumerate(told):
        refuse_draw_from_elsewhere(act)
        before = recorded_as(campaign, key_of(key, place))
        if before is not None and before.act.kind == act.kind and isinstance(act, WORKED_OUT):
            # Sent again: what the rules said then is what counts.
            found.append(act_from_plain(before.act.payload))
            continue
        found.append(judging.as_the_rules_have_it(campaign, state, act, law()))
        after = apply(state, found[-1], law())
        if isinstance(after, Refused):
            return [*found, *told[place + 1 :]], after
        state = after
    return found, state


class Undo(CampaignView):
    @extend_schema(operation_id="undo", request=shapes.UndoSerializer, responses=shapes.RecordedSerializer)
    def post(self, request: Request, public_id: UUID) -> Response:
        """The last act, or every act from `down_to` on."""
        wanted = valid(shapes.UndoSerializer, request.data)
        done = undo(self.actable(public_id), follows=wanted.get("follows"), down_to=wanted.get("down_to"))
        return Response(told(done))


class Redo(CampaignView):
    @extend_schema(operation_id="redo", request=shapes.RedoSerializer, responses=shapes.RecordedSerializer)
    def post(self, request: Request, public_id: UUID) -> Response:
        """What was undone last, or every undone act up to `up_to`."""
        wanted = valid(shapes.RedoSerializer, request.data)
        done = redo(self.actable(public_id), follows=wanted.get("follows"), up_to=wanted.get("up_to"))
        return Response(told(done))


class Undelete(CampaignView):
    @extend_schema(operation_id="undelete_campaign", request=None, responses=shapes.CampaignDetailSerializer)
    def post(self, request: Request, public_id: UUID) -> Response:
        """Bring a deleted campaign back."""
        found = selectors.deleted_campaigns_of(player(request)).filter(public_id=public_id).first()
        if found is None:
            raise Http404
        undelete_campaign(found)
        return Response(shapes.CampaignDetailSerializer(found).data)


class Transfer(CampaignView):
    throttle_scope = "bulk"

    @extend_schema(
        operation_id="transfer_campaign",
        request=shapes.TransferSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Survivors go on to a new campaign, with what its edition lets them keep."""
        campaign = self.actable(public_id)
        wanted = valid(shapes.TransferSerializer, request.data)
        act = read_act({**wanted["start"], "kind": acts.StartCampaign.kind})
        fields = {name: getattr(act, name) for name in wanted["start"]}
        done = starting.transfer_to_new_campaign(
            campaign,
            seats=wanted["seats"],
            start=fields,
            owner=player(request),
            edition=fields.get("edition") or state_of(campaign).edition,
        )
        return Response(shapes.CampaignDetailSerializer(done.campaign).data, status=status.HTTP_201_CREATED)


class Branch(CampaignView):
    throttle_scope = "bulk"

    @extend_schema(
        operation_id="branch",
        request=shapes.BranchSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """A campaign of its own from an act on, with copies of the decks."""
        campaign = self.visible(public_id)
        wanted = valid(shapes.BranchSerializer, request.data)
        made = starting.branch(
            campaign,
            owner=player(request),
            until=wanted["until"],
            name=wanted.get("name", ""),
        )
        return Response(shapes.CampaignDetailSerializer(made).data, status=status.HTTP_201_CREATED)


class Export(CampaignView):
    @extend_schema(operation_id="export_campaign", responses=shapes.RecordSerializer)
    def get(self, request: Request, public_id: UUID) -> Response:
        """Everything that happened, undone acts included, to be imported elsewhere."""
        return Response(starting.export_campaign(self.visible(public_id)))


class Import(CampaignView):
    throttle_scope = "bulk"

    @extend_schema(
        operation_id="import_campaign",
        request=shapes.RecordSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """A campaign from its export: the same acts, and so the same state."""
        made = starting.import_campaign(request.data, owner=player(request))
        return Response(shapes.CampaignDetailSerializer(made).data, status=status.HTTP_201_CREATED)
