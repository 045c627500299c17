"""API views of games and their commands. Non-members get 404, readers may read, players may record."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import idempotency
from boardgames import selectors
from boardgames.adapters import EDITIONS, edition_of
from boardgames.api import outputs as shapes
from boardgames.errors import BadCommand
from boardgames.models import Game, GameCommand
from boardgames.services.importing import exported_game, import_game
from boardgames.services.members import check_may_manage, check_may_record
from boardgames.services.recording import (
    check_revision,
    delete_game,
    played_out,
    record,
    redo_next,
    start_game,
    undo_last,
)
from boardgames.text import sentence_of
from campaigns.api.base import player, valid
from campaigns.errors import reason_of
from decks.formats.jsontext import MOST_GROUPS, MOST_VALUES
from rules.boardgames import Command, Edition, command_from_json, command_to_json
from rules.codec import Unreadable, to_json


def read_command(edition: Edition, plain: Any) -> Command:
    try:
        return command_from_json(edition, plain)
    except Unreadable as error:
        raise BadCommand(_("This is not a valid command: %(why)s") % {"why": reason_of(error)}) from error


def recorded_json(game: Game, revision: int, state: Any) -> dict[str, Any]:
    edition = edition_of(game)
    return {
        "revision": revision,
        "state": to_json(state),
        "proposals": [command_to_json(each.command) for each in edition.proposals(state)],
        "questions": [sentence_of(each) for each in edition.questions(state)],
        "banners": [sentence_of(each) for each in edition.banners(state)],
    }


class GameView(APIView):
    """Base class of the views of one game."""

    permission_classes = [IsAuthenticated]

    def readable(self, public_id: UUID, *, records: bool = False, manages: bool = False) -> Game:
        found = selectors.game_membership(player(self.request), public_id)
        if found is None:
            raise Http404
        if records:
            check_may_record(found.role)
        if manages:
            check_may_manage(found.role)
        return found.game


class GameList(ListAPIView[Game], GameView):
    serializer_class = shapes.GameSerializer
    queryset = Game.objects.none()

    def get_queryset(self) -> QuerySet[Game]:
        return selectors.games_visible_to(player(self.request)).defer("state")

    @extend_schema(operation_id="games")
    def get(self, request: Request) -> Response:
        """The board games of which you are a member."""
        return self.list(request)

    @extend_schema(
        operation_id="start_game",
        parameters=[idempotency.HEADER_PARAMETER],
        request=shapes.NewGameSerializer,
        responses={201: shapes.GameDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """Start a board game, with its first command."""
        wanted = valid(shapes.NewGameSerializer, request.data)
        start = read_command(EDITIONS[wanted["edition"]], wanted["start"])
        game = start_game(
            wanted["edition"],
            start,
            owner=player(request),
            name=wanted.get("name", ""),
            key=idempotency.header_key(request, player(request)),
        )
        game.refresh_from_db()
        return Response(shapes.GameDetailSerializer(game).data, status=status.HTTP_201_CREATED)


class GameDetail(GameView):
    @extend_schema(operation_id="game", responses=shapes.GameDetailSerializer)
    def get(self, request: Request, public_id: UUID) -> Response:
        """A board game and its state."""
        return Response(shapes.GameDetailSerializer(self.readable(public_id)).data)

    @extend_schema(operation_id="delete_game", responses={204: None})
    def delete(self, request: Request, public_id: UUID) -> Response:
        """Delete the game. It can be restored on the page of your games."""
        delete_game(self.readable(public_id, manages=True))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ExportGame(GameView):
    @extend_schema(operation_id="export_game", responses=shapes.GameExportSerializer)
    def get(self, request: Request, public_id: UUID) -> Response:
        """The whole game with every command, for import elsewhere."""
        return Response(exported_game(self.readable(public_id)))


class ImportGame(GameView):
    throttle_scope = "bulk"
    json_limits = {"values": MOST_VALUES, "groups": MOST_GROUPS}

    @extend_schema(
        operation_id="import_game",
        parameters=[idempotency.HEADER_PARAMETER],
        request=shapes.GameExportSerializer,
        responses={201: shapes.GameDetailSerializer},
    )
    def post(self, request: Request) -> Response:
        """A game from its export: the same commands, and so the same state. What was undone is left out."""
        owner = player(request)
        game = import_game(request.data, owner=owner, key=idempotency.header_key(request, owner))
        game.refresh_from_db()
        return Response(shapes.GameDetailSerializer(game).data, status=status.HTTP_201_CREATED)


class CommandList(ListAPIView[GameCommand], GameView):
    """Everything that was recorded, newest first, including what was undone."""

    serializer_class = shapes.GameCommandSerializer

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return GameCommand.objects.none()
        return selectors.history_of(self.readable(self.kwargs["public_id"]))

    @extend_schema(
        operation_id="record_command",
        request=shapes.NewCommandSerializer,
        responses={200: shapes.RecordedGameSerializer, 201: shapes.RecordedGameSerializer},
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Record a command. With `dry_run` nothing is recorded; the answer shows what would follow."""
        game = self.readable(public_id, records=True)
        wanted = valid(shapes.NewCommandSerializer, request.data)
        command = read_command(edition_of(game), wanted["command"])
        if wanted["dry_run"]:
            check_revision(game, wanted.get("follows"))
            after = played_out(game, command, follow=wanted["all"])[-1].state
            return Response(recorded_json(game, game.revision, after))
        done = record(
            game,
            command,
            by=player(request),
            follows=wanted.get("follows"),
            key=wanted.get("key"),
            follow=wanted["all"],
        )
        code = status.HTTP_200_OK if done.again else status.HTTP_201_CREATED
        return Response(recorded_json(game, done.game.revision, done.state), status=code)


class UndoCommand(GameView):
    @extend_schema(
        operation_id="undo_command",
        request=shapes.FollowsSerializer,
        responses=shapes.RecordedGameSerializer,
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Undo the last command, with what followed from it."""
        game = self.readable(public_id, records=True)
        wanted = valid(shapes.FollowsSerializer, request.data)
        done = undo_last(game, follows=wanted.get("follows"))
        return Response(recorded_json(game, done.game.revision, done.state))


class RedoCommand(GameView):
    @extend_schema(
        operation_id="redo_command",
        request=shapes.FollowsSerializer,
        responses=shapes.RecordedGameSerializer,
    )
    def post(self, request: Request, public_id: UUID) -> Response:
        """Redo what was undone last, with what followed from it."""
        game = self.readable(public_id, records=True)
        wanted = valid(shapes.FollowsSerializer, request.data)
        done = redo_next(game, follows=wanted.get("follows"))
        return Response(recorded_json(game, done.game.revision, done.state))
