"""API views of a seat: its deck with the verdict, choice of a deck, weaknesses, and upgrades."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api import outputs as shapes
from campaigns.api.base import CampaignView, player, recorded_json, valid
from campaigns.campaign_rules import game
from campaigns.drawing import draws
from campaigns.errors import BadStep
from campaigns.models import Campaign, RandomDeck
from campaigns.party import deck_verdicts
from campaigns.selectors import state_of
from campaigns.services import drawing, open_purchases, purchases, seat_decks
from campaigns.services.recording import Recorded
from decks import selectors as decks
from decks.editor.upgrade import purchase_rows
from decks.models import Deck
from decks.text import verdict_with_text
from rules.campaign import CampaignState, Seat, steps, to_json


class SeatView(CampaignView):
    def seat(self, campaign: Campaign, id: str) -> tuple[CampaignState, Seat]:
        state = state_of(campaign)
        if id not in state.seats:
            raise Http404
        return state, state.seats[id]


class SeatDetail(SeatView):
    @extend_schema(operation_id="seat", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, public_id: UUID, seat: str) -> Response:
        """The seat, the verdict on its deck, the pool of weaknesses, and its purchases."""
        campaign = self.visible(public_id)
        state, held = self.seat(campaign, seat)
        verdict = deck_verdicts.verdict(state, held, game(), deck_verdicts.means_of(campaign))
        row = purchases.deck_row(campaign, seat)
        pool = deck_verdicts.pool(campaign, state, held, game())
        drawn = seat_decks.drawn_for(campaign, seat)
        return Response(
            {
                "seat": to_json(held),
                "deck": str(row.public_id) if row else None,
                "verdict": verdict_with_text(verdict) if verdict else None,
                "edited_since": deck_verdicts.has_drifted(held, row),
                "weaknesses": {
                    "owed": held.owed,
                    "pool": dict(pool.copies),
                    "draws": [each.as_dict() for each in draws.draws_of(campaign, seat=seat)],
                },
                "drafted": drawing.drafted_for(campaign, state, held),
                "drawn": shapes.DrawnDeckSerializer(drawn).data if drawn else None,
                "purchases": basket_of(campaign, state, seat),
            }
        )


def basket_of(campaign: Campaign, state: CampaignState, seat: str) -> dict[str, Any] | None:
    basket = open_purchases.baskets(campaign, state).get(seat)
    if basket is None:
        return None
    held = state.seats[seat]
    return {
        "recorded": basket.recorded,
        "to_spend": held.to_spend,
        "spent": basket.spent,
        "purchases": [
            {"card": row.card.code if row.card else "", "name": row.name, "how": row.way}
            | {"reasons": row.reasons, "price": row.price}
            for row in purchase_rows(basket.purchases)
        ],
    }


class SeatDeck(SeatView):
    @extend_schema(
        operation_id="choose_deck",
        request=shapes.SeatDeckSerializer,
        responses={200: shapes.WaitingDeckSerializer, 201: shapes.RecordedSerializer},
    )
    def post(self, request: Request, public_id: UUID, seat: str) -> Response:
        """Choose one of your decks for the seat, or record its current content after you edited it.

        Under the Ultimatum of Chaos, `random` draws a deck, with the choices and own cards of `deck` if
        given. If the drawn deck holds cards that cost trauma, it is saved (`drawn`) until the request is
        repeated with the `trauma` split.
        """
        campaign = self.actable(public_id)
        self.seat(campaign, seat)
        wanted = valid(shapes.SeatDeckSerializer, request.data)
        if wanted["random"]:
            key = wanted.get("key") or uuid4()
            drawn = seat_decks.choose_random_deck(
                campaign,
                seat,
                by=player(request),
                seed=str(key),
                like=self.deck(wanted["deck"]) if "deck" in wanted else None,
                follows=wanted.get("follows"),
                key=key,
                trauma=wanted.get("trauma"),
            )
            if isinstance(drawn, RandomDeck):
                return Response({"drawn": shapes.DrawnDeckSerializer(drawn).data})
            return Response(recorded_json(drawn), status=status.HTTP_201_CREATED)
        if "deck" not in wanted:
            raise BadStep(_("Choose a deck."))
        done = seat_decks.choose_deck(
            campaign,
            seat,
            self.deck(wanted["deck"]),
            by=player(request),
            follows=wanted.get("follows"),
            key=wanted.get("key"),
            trauma=wanted.get("trauma"),
        )
        return Response(recorded_json(done), status=status.HTTP_201_CREATED)

    def deck(self, public_id: UUID) -> Deck:
        found = decks.decks_of(player(self.request)).filter(public_id=public_id).first()
        if found is None:
            raise Http404
        return found


class SeatDraw(SeatView):
    @extend_schema(
        operation_id="draw_weakness",
        request=shapes.SeatDrawSerializer,
        responses={200: shapes.DraftedSerializer, 201: shapes.RecordedSerializer},
    )
    def post(self, request: Request, public_id: UUID, seat: str) -> Response:
        """Draw a random basic weakness. Seed and pool are recorded, so that anyone can check the draw.

        The server computes the pool and generates the seed; neither can be sent. With the Boon of the
        Morrígan, the first request drafts three weaknesses (`drafted`), and the second returns one of them.

        With `card` nothing is drawn: the group reports that it drew this card from its own cards. This is
        recorded as `weakness-drawn-by-group`. A card that cannot have been drawn is refused.
        """
        campaign = self.actable(public_id)
        self.seat(campaign, seat)
        wanted = valid(shapes.SeatDrawSerializer, request.data)
        how: dict[str, Any] = {
            "by": player(request),
            "follows": wanted.get("follows"),
            "key": wanted.get("key"),
        }
        cause, traits = wanted.get("cause", ""), tuple(wanted.get("traits", ()))
        found: Recorded | tuple[str, ...]
        if wanted.get("card") and wanted.get("returned"):
            raise BadStep(_("Send either the card the group drew or the card to return, not both."))
        if wanted.get("card"):
            step = steps.WeaknessDrawnByGroup(
                seat=seat,
                card=wanted["card"],
                cause=cause,
                traits=traits,
                waives=frozenset(wanted.get("waives", ())),
                note=wanted.get("note", ""),
            )
            found = drawing.record_group_draw(campaign, step, **how)
        elif wanted.get("returned"):
            found = drawing.settle_draft(campaign, seat, wanted["returned"], **how)
        else:
            found = drawing.draw_weakness(campaign, seat, cause=cause, traits=traits, **how)
        if not isinstance(found, Recorded):
            return Response({"drafted": list(found)})
        return Response(recorded_json(found), status=status.HTTP_201_CREATED)


class SeatPurchases(SeatView):
    @extend_schema(operation_id="open_purchases", request=None, responses={201: OpenApiTypes.OBJECT})
    def post(self, request: Request, public_id: UUID, seat: str) -> Response:
        """Open the next version of the seat's deck; edits of it are then purchases with their prices."""
        campaign = self.actable(public_id)
        state, _held = self.seat(campaign, seat)
        deck = purchases.begin_purchases(campaign, seat, by=player(request))
        answer = {"deck": str(deck.public_id), "purchases": basket_of(campaign, state, seat)}
        return Response(answer, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="record_purchases",
        request=shapes.PurchasesSerializer,
        responses=shapes.RecordedSerializer,
    )
    def put(self, request: Request, public_id: UUID, seat: str) -> Response:
        """Record the purchases, as one step."""
        campaign = self.actable(public_id)
        _state, held = self.seat(campaign, seat)
        wanted = valid(shapes.PurchasesSerializer, request.data)
        done = purchases.record_purchases(
            campaign,
            held,
            by=player(request),
            follows=wanted.get("follows"),
            key=wanted.get("key"),
            trauma=wanted.get("trauma"),
            healed=wanted.get("healed"),
            waives=frozenset(wanted.get("waives", ())),
            note=wanted.get("note", ""),
        )
        return Response(recorded_json(done))

    @extend_schema(operation_id="discard_purchases", responses={204: None})
    def delete(self, request: Request, public_id: UUID, seat: str) -> Response:
        """Discard the purchases and the version that was opened for them."""
        campaign = self.actable(public_id)
        _state, held = self.seat(campaign, seat)
        purchases.give_up(campaign, held)
        return Response(status=status.HTTP_204_NO_CONTENT)


class UltimatumDraw(CampaignView):
    @extend_schema(
        operation_id="draw_ultimatum",
        request=shapes.RequestSerializer,
        responses={201: shapes.RecordedSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Draw one more ultimatum for the next scenario (Ultimatum of Ultimatums)."""
        campaign = self.actable(public_id)
        wanted = valid(shapes.RequestSerializer, request.data)
        done = drawing.draw_ultimatum(
            campaign,
            by=player(request),
            follows=wanted.get("follows"),
            key=wanted.get("key"),
        )
        return Response(recorded_json(done), status=status.HTTP_201_CREATED)
