"""Decks in and out, as JSON: previews, imports and exports."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from decks import exporting, services
from decks.api import inputs
from decks.api.deck_view import DeckView, player
from decks.api.reading import VERSION, ReadingView
from decks.api.serializers import DeckRowSerializer, VerdictSerializer
from decks.errors import NotADeck
from decks.formats.arkhamdb import write_record
from decks.formats.errors import Unreadable
from decks.formats.lines import CARD, UNKNOWN
from decks.importing import Preview, preview
from decks.wording import error_in_words, sentence, verdict_in_words
from decks.work import AT_ONCE, start_import
from jobs.serializers import JobSerializer

LINE: dict[str, Any] = {
    "number": serializers.IntegerField(),
    "text": serializers.CharField(),
    "kind": serializers.CharField(),
    "card": serializers.CharField(),
    "quantity": serializers.IntegerField(),
    "candidates": serializers.ListField(child=serializers.CharField()),
    "problem": serializers.CharField(),
}
ROW: dict[str, Any] = {
    "number": serializers.IntegerField(),
    "error": serializers.CharField(allow_null=True),
    "deck": serializers.DictField(allow_null=True),
    "versions": serializers.IntegerField(),
    "verdict": VerdictSerializer(allow_null=True),
    "not_understood": serializers.ListField(child=serializers.CharField()),
    "lines": inline_serializer("PreviewLine", LINE, many=True),
    "namesakes": serializers.ListField(child=serializers.CharField()),
    "already": serializers.UUIDField(allow_null=True),
}
PREVIEW = inline_serializer("Preview", ROW, many=True)


def numbered(decisions: dict[str, str]) -> dict[int, str]:
    return {int(line): code for line, code in decisions.items() if line.isascii() and line.isdecimal()}


def read(given: dict[str, Any], user: User | None) -> list[Preview]:
    try:
        return preview(given["text"], owner=user, decisions=numbered(given.get("decisions", {})))
    except Unreadable as error:
        raise NotADeck(error_in_words(error)) from None


def told(row: Preview) -> dict[str, Any]:
    """A preview for programs."""
    return {
        "number": row.number,
        "error": error_in_words(row.error) if row.error else None,
        "deck": write_record(row.record) if row.record else None,
        "versions": len(row.history) + 1 if row.record else 0,
        "verdict": verdict_in_words(row.verdict) if row.verdict else None,
        "not_understood": [f"{odd['field']}: {odd['problem']}: {odd['value']}" for odd in row.oddities],
        "lines": [
            {
                "number": line.number,
                "text": line.text,
                "kind": line.kind,
                "card": line.code,
                "quantity": line.quantity,
                "candidates": line.candidates,
                "problem": sentence(line.problem, {}) if line.problem else "",
            }
            for line in row.lines
            if line.kind in (CARD, UNKNOWN)
        ],
        "namesakes": row.namesakes,
        "already": row.already.public_id if row.already else None,
    }


class ImportPreview(DeckView):
    permission_classes = [AllowAny]
    throttle_scope = "bulk"

    @extend_schema(request=inputs.Text, responses=PREVIEW)
    def post(self, request: Request) -> Response:
        """What an import would bring, with verdicts, line by line. Nothing is saved."""
        user = request.user if isinstance(request.user, User) else None
        return Response([told(row) for row in read(self.given(inputs.Text), user)])


class ImportDecks(DeckView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "bulk"

    @extend_schema(request=inputs.Import, responses={201: DeckRowSerializer(many=True), 202: JobSerializer})
    def post(self, request: Request) -> Response:
        """Save the decks of a text, all or none; histories come along.

        More than 25 decks are saved in the background: the answer is the job that does it.
        """
        given = self.given(inputs.Import)
        rows = read(given, player(request))
        if "only" in given:
            rows = [row for row in rows if row.number in given["only"]]
        if len(rows) > AT_ONCE:
            numbers = [row.number for row in rows if row.record is not None]
            decisions = numbered(given.get("decisions", {}))
            job = start_import(player(request), given["text"], decisions, numbers)
            return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)
        saved = services.save_import(rows, owner=player(request))
        return Response(DeckRowSerializer(saved, many=True).data, status=status.HTTP_201_CREATED)


class ExportDeck(ReadingView):
    @extend_schema(
        parameters=[
            OpenApiParameter("form", enum=list(exporting.FORMS), default="json"),
            OpenApiParameter("history", bool, description="All versions, as a list (JSON alone)."),
            VERSION,
        ],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, "text/plain"): OpenApiTypes.STR},
    )
    def get(self, request: Request, deck: UUID) -> HttpResponse:
        """The deck in ArkhamDB's JSON, as text or as Markdown."""
        found = self.readable(deck)
        form = request.query_params.get("form", "json")
        if form not in exporting.FORMS:
            raise serializers.ValidationError({"form": [_("json, txt or md.")]})
        mine = found.owner_id == request.user.pk
        if form == "json" and request.query_params.get("history") in ("true", "1"):
            return Response(exporting.with_history(found, mine=mine))
        if form == "json":
            return Response(exporting.as_json(found, self.version(found), mine=mine))
        media, write = exporting.FORMS[form]
        return HttpResponse(write(found, self.version(found)), content_type=media)
