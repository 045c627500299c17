"""API views that import and export decks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import serializers, status
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import idempotency
from accounts.models import User
from decks import services
from decks.api import inputs
from decks.api.deck_view import DeckView, player
from decks.api.outputs import DeckRowSerializer, VerdictSerializer
from decks.api.reading import VERSION, ReadingView
from decks.errors import NotADeck
from decks.formats import export
from decks.formats.arkhamdb import write_record
from decks.formats.errors import Unreadable
from decks.formats.jsontext import MOST_GROUPS, MOST_VALUES
from decks.formats.lines import CARD, UNKNOWN
from decks.importing import Preview, preview
from decks.jobs import is_large, start_import
from decks.remote_decks import resolve_addresses
from decks.text import error_text, sentence, verdict_with_text
from jobs.api.outputs import JobSerializer
from web.shared.numbers import read_whole

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
    found = {read_whole(line, most=10**6): code for line, code in decisions.items()}
    return {line: code for line, code in found.items() if line is not None}


def read_previews(given: dict[str, Any], user: User | None) -> list[Preview]:
    try:
        given["text"] = resolve_addresses(given["text"])
        return preview(given["text"], owner=user, decisions=numbered(given.get("decisions", {})))
    except Unreadable as error:
        raise NotADeck(error_text(error)) from None


def preview_json(row: Preview) -> dict[str, Any]:
    """Return a preview as JSON."""
    return {
        "number": row.number,
        "error": error_text(row.error) if row.error else None,
        "deck": write_record(row.record) if row.record else None,
        "versions": len(row.history) + 1 if row.record else 0,
        "verdict": verdict_with_text(row.verdict) if row.verdict else None,
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


#: The JSON of decks is inside a text, where it is counted as well.
LIMITS = {"values": MOST_VALUES, "groups": MOST_GROUPS}


class ImportPreview(DeckView):
    permission_classes = [AllowAny]
    json_limits = LIMITS
    throttle_scope = "bulk"

    @extend_schema(request=inputs.Text, responses=PREVIEW)
    def post(self, request: Request) -> Response:
        """What an import would bring, with verdicts, line by line. Nothing is saved.

        In a very large document the verdict of later decks is null: they are judged when they are saved.
        """
        user = request.user if isinstance(request.user, User) else None
        return Response([preview_json(row) for row in read_previews(self.given(inputs.Text), user)])


class ImportDecks(DeckView):
    permission_classes = [IsAuthenticated]
    json_limits = LIMITS
    throttle_scope = "bulk"

    @extend_schema(
        parameters=[idempotency.HEADER_PARAMETER],
        request=inputs.Import,
        responses={201: DeckRowSerializer(many=True), 202: JobSerializer},
    )
    def post(self, request: Request) -> Response:
        """Import the decks of a text with their histories: all of them, or none if one is refused.

        More than 25 decks, or 100 versions, are saved in the background: the answer is the job that does it.
        """
        given = self.given(inputs.Import)
        rows = read_previews(given, player(request))
        if "only" in given:
            rows = [row for row in rows if row.number in given["only"]]
        key = idempotency.header_key(request, player(request))
        if is_large(rows):
            numbers = [row.number for row in rows if row.record is not None]
            decisions = numbered(given.get("decisions", {}))
            job = start_import(player(request), given["text"], decisions, numbers, key=key)
            return Response(JobSerializer(job).data, status=status.HTTP_202_ACCEPTED)
        saved = services.save_import(rows, owner=player(request), key=key)
        return Response(DeckRowSerializer(saved, many=True).data, status=status.HTTP_201_CREATED)


class NamedForm(DefaultContentNegotiation):
    """Content negotiation by the `form` parameter; the `Accept` header is ignored."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, renderer.media_type


JSON = "application/json"
#: The media types of the formats that are text.
TEXTS = tuple(
    each.media_type.partition(";")[0] for each in export.FORMATS.values() if each.media_type != JSON
)
#: One version, or all of them with `history`.
DOCUMENT = {"oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]}


class ExportDeck(ReadingView):
    content_negotiation_class = NamedForm

    @extend_schema(
        parameters=[
            OpenApiParameter("form", enum=list(export.FORMATS), default="json"),
            OpenApiParameter("history", bool, description="All versions, as a list (JSON alone)."),
            VERSION,
        ],
        responses={
            (200, JSON): DOCUMENT,
            (200, *TEXTS): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, deck: UUID) -> HttpResponse:
        """Export the deck as ArkhamDB's JSON, or as text in one of the other forms."""
        found = self.readable(deck)
        form = export.FORMATS.get(request.query_params.get("form", "json"))
        if form is None:
            known = ", ".join(export.FORMATS)
            raise serializers.ValidationError({"form": [_("Choose one of: %(known)s.") % {"known": known}]})
        wanted = export.Export(
            found,
            self.version(found),
            history=request.query_params.get("history") in ("true", "1") and form.holds_history,
            mine=found.owner_id == request.user.pk,
        )
        return HttpResponse(form.write(wanted), content_type=form.media_type)
