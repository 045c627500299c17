"""API views that edit a deck. Each answers with the deck, its new revision and the verdict."""

from __future__ import annotations

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from cards.adapters import catalogue
from decks import selectors, services
from decks.adapters import rules_deck
from decks.api import inputs
from decks.api.deck_view import DeckView
from decks.api.outputs import (
    EditedSerializer,
    PurchaseOptionSerializer,
    QuestionSerializer,
    VersionSerializer,
)
from decks.examined import ExaminedDeck
from decks.models import Deck
from decks.open_upgrade import OpenUpgrade
from decks.text import violation_with_text
from rules.outcome import Outcome, Piles
from rules.upgrade.conditions import questions_about


class CardQuantity(DeckView):
    @extend_schema(request=inputs.Quantity, responses=EditedSerializer)
    def put(self, request: Request, deck: UUID, code: str) -> Response:
        """Set the number of copies of a card in a part of the deck."""
        found = self.editable(deck)
        given = self.given(inputs.Quantity)
        author = self.author(given)
        return self.edited(services.set_quantity(found, code=code, **given, **author))


class MoveCard(DeckView):
    @extend_schema(request=inputs.Move, responses=EditedSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Move copies from one part of the deck to another."""
        found = self.editable(deck)
        given = self.given(inputs.Move)
        author = self.author(given)
        moved = services.move_card(
            found,
            code=given["card"],
            quantity=given["quantity"],
            source=given["origin"],
            target=given["target"],
            **author,
        )
        return self.edited(moved)


class CardSheet(DeckView):
    @extend_schema(request=inputs.Sheet, responses=EditedSerializer)
    def put(self, request: Request, deck: UUID, code: str) -> Response:
        """Mark the boxes of a customizable card."""
        found = self.editable(deck)
        given = self.given(inputs.Sheet)
        author = self.author(given)
        ticks = inputs.ticks_from(given["ticks"])
        return self.edited(services.customize(found, code=code, ticks=ticks, **author))


class CardAttachments(DeckView):
    @extend_schema(request=inputs.Attached, responses=EditedSerializer)
    def put(self, request: Request, deck: UUID, code: str) -> Response:
        """Set the copies that are attached to a card."""
        found = self.editable(deck)
        given = self.given(inputs.Attached)
        author = self.author(given)
        return self.edited(services.attach(found, code=code, cards=given["cards"], **author))


class CardAnnotation(DeckView):
    @extend_schema(request=inputs.Annotation, responses=EditedSerializer)
    def put(self, request: Request, deck: UUID, code: str) -> Response:
        """Write a remark on a card."""
        found = self.editable(deck)
        given = self.given(inputs.Annotation)
        author = self.author(given)
        return self.edited(services.annotate(found, code=code, text=given["text"], **author))


class Undo(DeckView):
    @extend_schema(request=inputs.Revision, responses=EditedSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Undo the last edit."""
        found = self.editable(deck)
        revision = self.given(inputs.Revision).get("revision")
        return self.edited(services.undo(found, expected_revision=revision))


class Redo(DeckView):
    @extend_schema(request=inputs.Revision, responses=EditedSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Redo the edit that was undone last."""
        found = self.editable(deck)
        revision = self.given(inputs.Revision).get("revision")
        return self.edited(services.redo(found, expected_revision=revision))


class DrawWeaknesses(DeckView):
    @extend_schema(request=inputs.Drawing, responses=EditedSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Draw every random weakness that is still open. The edit records the seed and the result."""
        found = self.editable(deck)
        given = self.given(inputs.Drawing)
        author = self.author(given)
        return self.edited(services.draw_weaknesses(found, seed=given.get("seed", ""), **author))


class UpgradeView(DeckView):
    def version_answer(self, deck: Deck, code: int = status.HTTP_200_OK) -> Response:
        fresh = selectors.decks().get(pk=deck.pk)
        version = selectors.versions_of(fresh).get(pk=fresh.working_id or 0)
        return Response(VersionSerializer(version).data, status=code)


class BeginUpgrade(UpgradeView):
    @extend_schema(responses=QuestionSerializer(many=True))
    def get(self, request: Request, deck: UUID) -> Response:
        """List the conditions that prices depend on besides experience and exile."""
        found = questions_about(catalogue(), rules_deck(self.readable(deck)))
        return Response(QuestionSerializer(found, many=True).data)

    @extend_schema(request=inputs.Upgrade, responses={201: VersionSerializer})
    def post(self, request: Request, deck: UUID) -> Response:
        """Begin the next version, with the experience that was earned and the copies that were exiled."""
        found = self.editable(deck)
        given = self.given(inputs.Upgrade)
        outcome = Outcome(
            exiled=Piles(**given.get("exiled", {})),
            conditions=given.get("conditions", {}),
            attached_to=given.get("attached_to", ""),
        )
        services.begin_upgrade(
            found,
            experience=given["experience"],
            remark=given.get("remark", ""),
            outcome=outcome,
            expected_revision=given.get("revision"),
        )
        return self.version_answer(found, status.HTTP_201_CREATED)

    @extend_schema(responses={200: VersionSerializer})
    def delete(self, request: Request, deck: UUID) -> Response:
        """Cancel the upgrade."""
        found = self.editable(deck)
        services.cancel_upgrade(found)
        return self.version_answer(found)


class PurchaseOptions(DeckView):
    @extend_schema(request=inputs.Buying, responses=PurchaseOptionSerializer(many=True))
    def post(self, request: Request, deck: UUID) -> Response:
        """List every way to get a card now, with price and reasons. The cheapest legal one is first."""
        found = self.editable(deck)
        given = self.given(inputs.Buying)
        quotes = OpenUpgrade(ExaminedDeck(found)).purchase_options(
            given["card"],
            replaces=given["replaces"],
            place=given["place"],
            ticks=inputs.ticks_from(given["ticks"]),
        )
        assert found.working is not None
        left = found.working.experience_left
        return Response(
            [
                {
                    **quote.purchase.as_dict(),
                    "violations": [violation_with_text(row) for row in quote.violations],
                    "affordable": quote.purchase.price <= left,
                }
                for quote in quotes
            ]
        )


class Buy(DeckView):
    @extend_schema(request=inputs.Buying, responses=EditedSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Buy, upgrade or swap a copy, or mark boxes on an upgrade sheet."""
        found = self.editable(deck)
        given = self.given(inputs.Buying)
        author = self.author(given)
        bought = services.buy(
            found,
            code=given["card"],
            replaces=given["replaces"],
            way=given["way"],
            place=given["place"],
            ticks=inputs.ticks_from(given["ticks"]),
            **author,
        )
        return self.edited(bought)


class UpgradePair(DeckView):
    @extend_schema(request=inputs.Pairing, responses=EditedSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Upgrade two copies for the price of one (Shrewd Analysis). The purchases record the draw."""
        found = self.editable(deck)
        given = self.given(inputs.Pairing)
        author = self.author(given)
        upgraded = services.upgrade_pair(
            found, code=given["card"], drawn=given.get("drawn", ()), seed=given.get("seed", ""), **author
        )
        return self.edited(upgraded)


class TakeOut(DeckView):
    @extend_schema(request=inputs.TakingOut, responses=EditedSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Remove a copy that the rules take out of the deck."""
        found = self.editable(deck)
        given = self.given(inputs.TakingOut)
        author = self.author(given)
        return self.edited(services.take_out(found, code=given["card"], place=given["place"], **author))


class FinishUpgrade(UpgradeView):
    @extend_schema(request=inputs.Finish, responses=VersionSerializer)
    def post(self, request: Request, deck: UUID) -> Response:
        """Finish the upgrade and close the version. The deck must be legal.

        If the upgrade belongs to a campaign, its purchases are recorded there as a step, which the rules of
        the campaign may refuse. The deck must be legal before the next scenario.
        """
        found = self.editable(deck)
        given = self.given(inputs.Finish)
        services.finish_upgrade(
            found,
            by=request.user if isinstance(request.user, User) else None,
            expected_revision=given.get("revision"),
            trauma=given.get("trauma"),
            healed=given.get("healed"),
        )
        return self.version_answer(found)


class RestoreVersion(UpgradeView):
    @extend_schema(request=None, responses={201: VersionSerializer})
    def post(self, request: Request, deck: UUID, number: int) -> Response:
        """Return to an earlier version by adding a new version that copies it."""
        found = self.own(deck)
        services.restore_version(found, version=get_object_or_404(found.versions, number=number))
        return self.version_answer(found, status.HTTP_201_CREATED)
