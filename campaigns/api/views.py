"""API views of campaigns and their steps.

Non-members get 404. Readers may read, players may record steps, and only the owner may manage the campaign.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import idempotency
from campaigns import selectors
from campaigns.api import outputs as shapes
from campaigns.api.base import CampaignView, player, read_step, recorded_json, valid
from campaigns.campaign_rules import game
from campaigns.drawing.requests import refuse_draw_from_elsewhere
from campaigns.errors import BadStep, StepRefused
from campaigns.jobs import branch_off, bring
from campaigns.models import Campaign, Step
from campaigns.party import deck_verdicts
from campaigns.selectors import state_of
from campaigns.services import creation, members, paired_campaigns
from campaigns.services.recording import (
    Recorded,
    check_revision,
    delete_campaign,
    key_of,
    record_all,
    recorded_as,
    redo,
    replayed,
    undelete_campaign,
    undo,
)
from campaigns.step_kinds import KINDS
from decks.formats.jsontext import MOST_GROUPS, MOST_VALUES
from jobs.api.outputs import JobSerializer
from jobs.models import Job
from rules.campaign import CampaignState, apply, step_from_json, steps, to_json
from rules.campaign import Refusal as Refused
from rules.upgrade.budget import Budget
from web.shared.numbers import read_whole

#: Steps with values that the rules compute, whatever was sent.
WORKED_OUT = (steps.Advance, steps.DeckChosen, steps.CardsBought, steps.WeaknessDrawnByGroup)
#: The limit allows one decision for each of four seats, and some more. A random deck counts as more, because
#: it is drawn again.
MOST_WORKED_OUT, DRAWN_AGAIN = 12, 6


class CampaignList(ListAPIView[Campaign], CampaignView):
    serializer_class = shapes.CampaignSerializer
    queryset = Campaign.objects.none()
    throttle_scope = "bulk"

    def get_queryset(self) -> QuerySet[Campaign]:
        user = player(self.request)
        if self.request.query_params.get("deleted") in ("1", "true"):
            return (
                selectors.deleted_campaigns_of(user)
                .select_related("owner", "branch_of")
                .defer("branch_of__state")
            )
        found = selectors.campaigns_visible_to(user).select_related("branch_of")
        return found.defer("state", "branch_of__state")

    @extend_schema(
        operation_id="campaigns",
        parameters=[OpenApiParameter("deleted", bool, description="Deleted campaigns that can be restored.")],
    )
    def get(self, request: Request) -> Response:
        """The campaigns of which you are a member."""
        return self.list(request)

    @extend_schema(
        operation_id="start_campaign",
        parameters=[idempotency.HEADER_PARAMETER],
        request=shapes.NewCampaignSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Start a campaign, with its first step."""
        wanted = valid(shapes.NewCampaignSerializer, request.data)
        step = read_step({**wanted["start"], "kind": steps.StartCampaign.kind})
        assert isinstance(step, steps.StartCampaign)
        begin = creation.start_campaign
        if wanted["both_halves"]:
            if not paired_campaigns.other_half_of(step.campaign):
                raise BadStep(_("This campaign is not linked to another half."))
            begin = _first_of_both
        done = begin(
            step,
            owner=player(request),
            name=wanted.get("name", ""),
            collection=self.collection(wanted.get("collection")),
            key=idempotency.header_key(request, player(request)),
        )
        return Response(shapes.CampaignDetailSerializer(done.campaign).data, status=status.HTTP_201_CREATED)


def _first_of_both(start: steps.StartCampaign, **how: Any) -> Recorded:
    return paired_campaigns.start_both(start, **how)[0]


class CampaignDetail(CampaignView):
    @extend_schema(
        operation_id="campaign",
        parameters=[OpenApiParameter("as_of", int, description="The state after this step.")],
        responses=shapes.CampaignDetailSerializer,
    )
    def get(self, request: Request, public_id: UUID) -> Response:
        """A campaign and its current state, or with `as_of` an earlier one."""
        campaign = self.visible(public_id)
        answer = dict(shapes.CampaignDetailSerializer(campaign).data)
        until = request.query_params.get("as_of")
        if until is not None:
            number = read_whole(until, most=10**9)
            if number is None:
                raise BadStep(_("“as_of” must be the number of a step."))
            answer["state"] = to_json(replayed(campaign, until=number))
        return Response(answer)

    @extend_schema(
        operation_id="change_campaign",
        request=shapes.MembersSerializer,
        responses=shapes.CampaignDetailSerializer,
    )
    def patch(self, request: Request, public_id: UUID) -> Response:
        """Change settings that are not part of the history. Name, taboo list etc. are changed by steps."""
        campaign = self.keepable(public_id)
        wanted = valid(shapes.MembersSerializer, request.data)
        if "collection" in wanted:
            members.choose_collection(campaign, self.collection(wanted["collection"]))
        return Response(shapes.CampaignDetailSerializer(campaign).data)

    @extend_schema(operation_id="delete_campaign", responses={204: None})
    def delete(self, request: Request, public_id: UUID) -> Response:
        """Delete the campaign. It can be restored."""
        delete_campaign(self.keepable(public_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


NOT_SENT = frozenset({"start-campaign", "weakness-drawn", "ultimatum-drawn"})
"""Kinds with endpoints of their own."""


class StepList(ListAPIView[Step], CampaignView):
    """Every step, newest first, including undone ones."""

    serializer_class = shapes.StepSerializer

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Step.objects.none()
        return selectors.history_of(self.visible(self.kwargs["public_id"]))

    @extend_schema(
        operation_id="step",
        request=shapes.NewStepSerializer,
        responses={200: shapes.TriedSerializer, 201: shapes.RecordedSerializer},
        examples=[
            OpenApiExample(kind, {"step": {"kind": kind, **found.example}}, request_only=True)
            for kind, found in KINDS.items()
            if kind not in NOT_SENT
        ],
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Record one step, or several of which either all or none are recorded.

        The server computes the verdicts of an `advance`, the experience of a `deck-chosen` and the purchases
        of `cards-bought`, whatever is sent. It also makes the draws: a `weakness-drawn` or `ultimatum-drawn`
        is refused, and the error names the `endpoint` that draws. With `dry_run` nothing is recorded, and the
        response is the state that would follow.
        """
        campaign = self.actable(public_id)
        wanted = valid(shapes.NewStepSerializer, request.data)
        plain = [wanted["step"]] if "step" in wanted else wanted.get("steps", [])
        if not plain or ("step" in wanted and wanted.get("steps")):
            raise BadStep(_("Send one step as “step”, or a list of steps as “steps”."))
        found, after = _tried(campaign, [read_step(each) for each in plain], wanted.get("key"))
        if wanted["dry_run"]:
            check_revision(campaign, wanted.get("follows"))
            if isinstance(after, Refused):
                raise StepRefused(after.violations)
            return Response({"revision": campaign.revision, "state": to_json(after)})
        done = record_all(
            campaign, found, by=player(request), follows=wanted.get("follows"), key=wanted.get("key")
        )
        code = status.HTTP_200_OK if done[-1].again else status.HTTP_201_CREATED
        return Response(recorded_json(done[-1]), status=code)


def _work(step: steps.Step) -> int:
    """Return how much work the rules have with a step."""
    if isinstance(step, steps.DeckChosen) and step.generated:
        return DRAWN_AGAIN
    return int(isinstance(step, WORKED_OUT))


def _tried(
    campaign: Campaign, wanted: list[steps.Step], key: UUID | None
) -> tuple[list[steps.Step], CampaignState | Refused]:
    """Return the steps with computed values, each based on the one before, and the resulting state."""
    found: list[steps.Step] = []
    state, budget = state_of(campaign), Budget()
    if sum(map(_work, wanted)) > MOST_WORKED_OUT:
        raise BadStep(
            _("A request can contain at most %(most)d advances, decks and purchases. Send several requests.")
            % {"most": MOST_WORKED_OUT}
        )
    for place, step in enumerate(wanted):
        refuse_draw_from_elsewhere(step)
        before = recorded_as(campaign, key_of(key, place))
        if before is not None and before.step.kind == step.kind and isinstance(step, WORKED_OUT):
            # The request is repeated: the values recorded the first time count.
            found.append(step_from_json(before.step.payload))
            continue
        found.append(deck_verdicts.as_the_rules_have_it(campaign, state, step, game(), budget))
        after = apply(state, found[-1], game())
        if isinstance(after, Refused):
            return [*found, *wanted[place + 1 :]], after
        state = after
    return found, state


class Undo(CampaignView):
    @extend_schema(operation_id="undo", request=shapes.UndoSerializer, responses=shapes.RecordedSerializer)
    def post(self, request: Request, public_id: UUID) -> Response:
        """Undo the last step, or every step from `down_to` on."""
        wanted = valid(shapes.UndoSerializer, request.data)
        done = undo(self.actable(public_id), follows=wanted.get("follows"), down_to=wanted.get("down_to"))
        return Response(recorded_json(done))


class Redo(CampaignView):
    @extend_schema(operation_id="redo", request=shapes.RedoSerializer, responses=shapes.RecordedSerializer)
    def post(self, request: Request, public_id: UUID) -> Response:
        """Redo what was undone last, or every undone step up to `up_to`."""
        wanted = valid(shapes.RedoSerializer, request.data)
        done = redo(self.actable(public_id), follows=wanted.get("follows"), up_to=wanted.get("up_to"))
        return Response(recorded_json(done))


class Undelete(CampaignView):
    @extend_schema(operation_id="undelete_campaign", request=None, responses=shapes.CampaignDetailSerializer)
    def post(self, request: Request, public_id: UUID) -> Response:
        """Restore a deleted campaign."""
        found = selectors.deleted_campaigns_of(player(request)).filter(public_id=public_id).first()
        if found is None:
            raise Http404
        undelete_campaign(found)
        return Response(shapes.CampaignDetailSerializer(found).data)


class Transfer(CampaignView):
    throttle_scope = "bulk"

    @extend_schema(
        operation_id="transfer_campaign",
        parameters=[idempotency.HEADER_PARAMETER],
        request=shapes.TransferSerializer,
        responses={201: shapes.CampaignDetailSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Start a new campaign with surviving investigators, who keep what the edition allows."""
        campaign = self.actable(public_id)
        wanted = valid(shapes.TransferSerializer, request.data)
        step = read_step({**wanted["start"], "kind": steps.StartCampaign.kind})
        fields = {name: getattr(step, name) for name in wanted["start"]}
        done = creation.transfer_to_new_campaign(
            campaign,
            seats=wanted["seats"],
            start=fields,
            owner=player(request),
            edition=fields.get("edition") or state_of(campaign).edition,
            key=idempotency.header_key(request, player(request)),
        )
        return Response(shapes.CampaignDetailSerializer(done.campaign).data, status=status.HTTP_201_CREATED)


class Branch(CampaignView):
    throttle_scope = "bulk"

    @extend_schema(
        operation_id="branch",
        parameters=[idempotency.HEADER_PARAMETER],
        request=shapes.BranchSerializer,
        responses={201: shapes.CampaignDetailSerializer, 202: JobSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """A campaign of its own from a step on, with copies of the decks.

        More than 200 steps are written in the background: the answer is the job that does it.
        """
        campaign = self.visible(public_id)
        wanted = valid(shapes.BranchSerializer, request.data)
        made = branch_off(
            campaign,
            owner=player(request),
            until=wanted["until"],
            name=wanted.get("name", ""),
            key=idempotency.header_key(request, player(request)),
        )
        return _brought(made)


class Export(CampaignView):
    @extend_schema(operation_id="export_campaign", responses=shapes.CampaignExportSerializer)
    def get(self, request: Request, public_id: UUID) -> Response:
        """The complete history, including undone steps, for import elsewhere."""
        return Response(creation.export_campaign(self.visible(public_id)))


class Import(CampaignView):
    throttle_scope = "bulk"
    json_limits = {"values": MOST_VALUES, "groups": MOST_GROUPS}

    @extend_schema(
        operation_id="import_campaign",
        parameters=[idempotency.HEADER_PARAMETER],
        request=shapes.CampaignExportSerializer,
        responses={201: shapes.CampaignDetailSerializer, 202: JobSerializer},
    )
    def post(self, request: Request) -> Response:
        """A campaign from its export: the same steps, and so the same state.

        More than 200 steps are written in the background: the answer is the job that does it.
        """
        owner = player(request)
        return _brought(bring(request.data, owner=owner, key=idempotency.header_key(request, owner)))


def _brought(made: Campaign | Job) -> Response:
    """The campaign, or the job that writes it."""
    if isinstance(made, Job):
        return Response(JobSerializer(made).data, status=status.HTTP_202_ACCEPTED)
    return Response(shapes.CampaignDetailSerializer(made).data, status=status.HTTP_201_CREATED)
