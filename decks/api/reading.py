"""API views that read a deck: verdict, card pool, figures, odds, history, comparison and pull list."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from cards.adapters import catalogue
from cards.collections.selectors import collections_visible_to, usual_collection
from decks import selectors
from decks.adapters import rules_deck
from decks.api.deck_view import DeckView
from decks.api.decks import listed
from decks.api.outputs import VerdictSerializer, VersionSerializer, ViolationSerializer
from decks.availability import availability_for
from decks.examined import ExaminedDeck
from decks.insight import odds
from decks.insight.compare import compare
from decks.insight.figures import bonded_of, figures_of
from decks.insight.pull_list import PullRow, pull_list
from decks.models import Deck, DeckVersion
from decks.text import verdict_with_text, violation_with_text
from web.shared.numbers import read_whole

VERSION = OpenApiParameter("version", int, description="A number; the working version if not given.")


class ReadingView(DeckView):
    def version(self, deck: Deck) -> DeckVersion | None:
        """Return the requested version; None for the working one."""
        number = self.whole("version")
        return get_object_or_404(deck.versions, number=number) if number is not None else None

    def whole(self, name: str, *, least: int = 0, most: int = 10_000) -> int | None:
        text = self.request.query_params.get(name, "")
        if not text:
            return None
        number = read_whole(text, least=least, most=most)
        if number is None:
            raise ValidationError(
                {name: [_("Enter a number from %(least)d to %(most)d.") % {"least": least, "most": most}]}
            )
        return number


class DeckVerdict(ReadingView):
    @extend_schema(parameters=[VERSION], responses=VerdictSerializer)
    def get(self, request: Request, deck: UUID) -> Response:
        """Return the verdict of the rules on the deck."""
        found = self.readable(deck)
        return Response(verdict_with_text(ExaminedDeck(found, self.version(found)).verdict))


class WhyNot(ReadingView):
    @extend_schema(responses=ViolationSerializer(many=True))
    def get(self, request: Request, deck: UUID, code: str) -> Response:
        """List the reasons why one more copy of a card may not be added. The list is empty if it may."""
        return Response([violation_with_text(v) for v in ExaminedDeck(self.readable(deck)).why(code)])


class DeckPool(ReadingView):
    @extend_schema(
        responses=inline_serializer(
            "DeckPool",
            {
                "cards": serializers.DictField(child=serializers.DictField()),
                "lines": serializers.ListField(child=serializers.DictField()),
            },
        )
    )
    def get(self, request: Request, deck: UUID) -> Response:
        """List every card that the investigator may take, by which options, and whether there is room."""
        found = ExaminedDeck(self.readable(deck)).pool
        cards = {
            code: {"lines": row.lines, "copies": row.copies, "limit": row.limit, "room": row.room}
            for code, row in found.cards.items()
            if row.open
        }
        lines = [
            {"name": line.name, "limit": line.limit, "used": line.used, "cards": dict(line.cards)}
            for line in found.lines
        ]
        return Response({"cards": cards, "lines": lines})


class DeckFiguresView(ReadingView):
    @extend_schema(parameters=[VERSION], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, deck: UUID) -> Response:
        """Return figures for charts, such as costs, icons, classes and levels, and the bonded cards."""
        found = self.readable(deck)
        judged = rules_deck(found, self.version(found))
        cards = catalogue()
        bonded = [
            {"card": row.card.code, "copies": row.copies, "with": list(row.with_titles)}
            for row in bonded_of(cards, judged)
        ]
        return Response({**asdict(figures_of(cards, judged)), "bonded": bonded})


class DeckOdds(ReadingView):
    @extend_schema(
        parameters=[
            OpenApiParameter("card", required=True, description="Codes hoped for, separated by commas."),
            OpenApiParameter("wanted", int, default=1, description="The least number of them."),
            OpenApiParameter("turn", int, default=1, description="When this turn begins."),
            OpenApiParameter("further", int, default=0, description="Cards drawn besides."),
        ],
        responses=inline_serializer(
            "Odds",
            {
                "copies": serializers.IntegerField(),
                "cards": serializers.IntegerField(),
                "opening_hand": serializers.FloatField(),
                "after_mulligan": serializers.FloatField(),
                "by_turn": serializers.FloatField(),
            },
        ),
    )
    def get(self, request: Request, deck: UUID) -> Response:
        """Return the exact chance of drawing the named cards."""
        library = odds.library_of(catalogue(), rules_deck(self.readable(deck)))
        named = set(listed(request.query_params.get("card")))
        wanted = self.whole("wanted", most=99)
        wanted = 1 if wanted is None else wanted
        turn, further = self.whole("turn", least=1, most=999) or 1, self.whole("further", most=999) or 0
        return Response(
            {
                "copies": library.copies(named),
                "cards": len(library.cards),
                "opening_hand": float(odds.chance_in_hand(library, named, wanted=wanted)),
                "after_mulligan": float(odds.chance_in_hand(library, named, wanted=wanted, mulligan=True)),
                "by_turn": float(
                    odds.chance_by_turn(library, named, turn=turn, wanted=wanted, further=further)
                ),
            }
        )


class OpeningHand(ReadingView):
    @extend_schema(
        parameters=[
            OpenApiParameter("seed", description="The same seed deals the same hand."),
            OpenApiParameter("back", description="Places to mulligan, from 0, separated by commas."),
        ],
        responses=inline_serializer(
            "Hand",
            {
                "seed": serializers.CharField(),
                "cards": serializers.ListField(child=serializers.CharField()),
                "set_aside": serializers.ListField(child=serializers.CharField()),
                "next": serializers.ListField(child=serializers.CharField()),
                "mulliganed": serializers.BooleanField(),
            },
        ),
    )
    def get(self, request: Request, deck: UUID) -> Response:
        """Deal an opening hand, and take a mulligan if `back` is given."""
        library = odds.library_of(catalogue(), rules_deck(self.readable(deck)))
        seed = request.query_params.get("seed", "")[:64] or secrets.token_hex(8)
        hand = odds.deal(library, seed)
        places = [int(text) for text in listed(request.query_params.get("back")) if text in tuple("01234")]
        if places:
            hand = odds.mulligan(library, hand, places)
        return Response(
            {
                "seed": hand.seed,
                "cards": hand.cards,
                "set_aside": hand.set_aside,
                "next": hand.rest[:10],
                "mulliganed": hand.mulliganed,
            }
        )


class VersionList(ReadingView):
    @extend_schema(responses=VersionSerializer(many=True))
    def get(self, request: Request, deck: UUID) -> Response:
        """List the deck's versions, oldest first, with their purchases."""
        found: QuerySet[DeckVersion] = selectors.versions_of(self.readable(deck))
        return Response(VersionSerializer(found, many=True).data)


class VersionDetail(ReadingView):
    @extend_schema(responses=VersionSerializer)
    def get(self, request: Request, deck: UUID, number: int) -> Response:
        """Return one version."""
        found = get_object_or_404(selectors.versions_of(self.readable(deck)), number=number)
        return Response(VersionSerializer(found).data)


class Compare(ReadingView):
    throttle_scope = "check"
    throttle_methods = ("GET",)

    @extend_schema(
        parameters=[
            OpenApiParameter("with", OpenApiTypes.UUID, description="Another deck; this one if not given."),
            OpenApiParameter(
                "before", int, description="A version of this deck; the working one if not given."
            ),
            OpenApiParameter(
                "after", int, description="A version of the other; the working one if not given."
            ),
        ],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, deck: UUID) -> Response:
        """Compare two decks or two versions."""
        one = self.readable(deck)
        other = one
        if text := request.query_params.get("with", ""):
            try:
                other = self.readable(UUID(text))
            except ValueError:
                raise ValidationError({"with": [_("This is not a valid deck id.")]}) from None
        before, after = self.whole("before"), self.whole("after")
        first = get_object_or_404(one.versions, number=before) if before is not None else None
        second = get_object_or_404(other.versions, number=after) if after is not None else None
        found = compare(catalogue(), rules_deck(one, first), rules_deck(other, second))
        return Response(
            {
                "added": [asdict(row) for row in found.added],
                "removed": [asdict(row) for row in found.removed],
                "upgraded": [asdict(row) for row in found.upgraded],
                "shared": found.shared,
                "sheets": {
                    code: [[asdict(tick) for tick in ticks] for ticks in both]
                    for code, both in found.sheets.items()
                },
                "same": found.same,
            }
        )


def _pulled(row: PullRow) -> dict[str, Any]:
    return {
        "code": row.code,
        "card": row.card.code,
        "title": row.card.title,
        "position": row.position,
        "copies": row.copies,
        "bonded": row.bonded,
    }


class DeckPullList(ReadingView):
    @extend_schema(
        parameters=[OpenApiParameter("collection", int, description="Its id; your usual one if not given.")],
        responses=OpenApiTypes.OBJECT,
    )
    def get(self, request: Request, deck: UUID) -> Response:
        """List the cards to take from each box, the missing ones, and the copies that other decks leave."""
        found = self.readable(deck)
        user = request.user if isinstance(request.user, User) else AnonymousUser()
        number = self.whole("collection", most=2_000_000_000)
        collection = usual_collection(user)
        if number is not None:
            collection = get_object_or_404(collections_visible_to(user), pk=number)
        pulled = pull_list(found, collection)
        availability = availability_for(user, found, collection)
        left = {code: availability.left(code) for code in _codes(found)} if availability else None
        return Response(
            {
                "boxes": [
                    {
                        "pack": box.pack.code,
                        "title": box.pack.title,
                        "rows": [_pulled(row) for row in box.rows],
                    }
                    for box in pulled.boxes
                ],
                "missing": [_pulled(row) for row in pulled.missing],
                "unknown": pulled.unknown,
                "left": left,
            }
        )


def _codes(deck: Deck) -> list[str]:
    cards = catalogue()
    assert deck.working is not None
    return sorted({card.code for code in deck.working.slots if (card := cards.resolve(code))})
