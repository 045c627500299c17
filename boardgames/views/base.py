"""Shared code of the pages of a game: permissions, and the table with everything on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, wraps
from typing import Any
from uuid import UUID, uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.members import Role
from accounts.models import User
from boardgames.adapters import edition_of, state_of
from boardgames.forms import groups_of
from boardgames.models import Game, GameCommand
from boardgames.questions import all_due
from boardgames.selectors import game_membership, history_of
from boardgames.services.members import check_may_manage, check_may_record
from boardgames.services.recording import can_redo
from boardgames.tables import table_view
from boardgames.text import names_before, names_in, names_of, row_texts, sentence_of, text_of
from rules.boardgames import Edition
from web.shared.errors import Refusal

PLAYER, OWNER, READER = "player", "owner", "reader"
View = Callable[..., HttpResponse]
#: Lines of the history beside the table.
ROWS_SHOWN = 12


class GameVisit:
    """A game as one of its members sees it."""

    def __init__(self, game: Game, role: str, user: User) -> None:
        self.game = game
        self.role = role
        self.user = user

    @property
    def edition(self) -> Edition:
        return edition_of(self.game)

    @cached_property
    def state(self) -> Any:
        return state_of(self.game)

    def look_again(self) -> None:
        """Read the game again, because another member may have changed it."""
        self.game.refresh_from_db()
        self.game.parsed = None
        self.__dict__.pop("state", None)

    def go_on(self, game: Game) -> None:
        """Use the game as it was recorded, with its state, which is not read again."""
        self.game = game
        self.__dict__.pop("state", None)

    @property
    def may_record(self) -> bool:
        return self.role in (Role.OWNER, Role.PLAYER)

    @property
    def may_manage(self) -> bool:
        return self.role == Role.OWNER


def for_members(need: str, *methods: str) -> Callable[[View], View]:
    """Return a decorator for a page of one game: hidden from others, refused to members without the role."""

    def decorate(view: View) -> View:
        @require_http_methods(list(methods))
        @never_cache
        @wraps(view)
        def page(request: HttpRequest, public_id: UUID, **where: Any) -> HttpResponse:
            found = game_membership(request.user, public_id) if isinstance(request.user, User) else None
            if found is None or not isinstance(request.user, User):
                raise Http404
            visit = GameVisit(found.game, found.role, request.user)
            if need == PLAYER:
                check_may_record(visit.role)
            elif need == OWNER:
                check_may_manage(visit.role)
            return view(request, visit, **where)

        return page

    return decorate


def frame(visit: GameVisit, **context: Any) -> dict[str, Any]:
    """Return the context of every page of a game."""
    return {"game": visit.game, "visit": visit, "key": uuid4(), "follows": visit.game.revision, **context}


def history(
    visit: GameVisit, rows: Sequence[GameCommand], later: Iterable[GameCommand] = ()
) -> list[dict[str, Any]]:
    """Return lines of the history, newest first: each command with its changes, and the names of its time."""
    game, kind, lines = visit.game, visit.edition.state, []
    names = names_in(rows) | names_of(game.edition, visit.state)
    for row in later:
        names = names_before(names, row)
    for row in rows:
        if not row.undone:
            names = names_before(names, row)
        # The set-up of a game changes everything, so its changes say nothing.
        changes = row_texts(game, row, kind, names) if row.number > 1 else []
        text = text_of(game.edition, row.payload, names)
        lines.append({"row": row, "text": text, "changes": changes, "follows": row.chain != row.number})
    return lines


def table_context(visit: GameVisit) -> dict[str, Any]:
    """Return everything on the table."""
    game, state = visit.game, visit.state
    rows = list(history_of(game)[:ROWS_SHOWN])
    recorded = [row for row in rows if row.kind != "tick"]
    return {
        "table": table_view(game.edition, state),
        "groups": groups_of(game.edition, state) if visit.may_record else [],
        "all_due": all_due(visit.edition, state),
        "banners": [(sentence_of(each), each.citation) for each in visit.edition.banners(state)],
        "history": history(visit, recorded),
        "can_undo": any(not row.undone and row.number > 1 for row in rows),
        "can_redo": bool(rows and rows[0].undone and can_redo(game)),
    }


def show_table(
    request: HttpRequest, visit: GameVisit, *, refusal: Refusal | None = None, **context: Any
) -> HttpResponse:
    """Render the table: as a part of the page for htmx, otherwise the whole page."""
    found = frame(visit, **table_context(visit), refusal=refusal, **context)
    part = request.headers.get("HX-Request") == "true"
    template = "boardgames/_table.html" if part else "boardgames/game.html"
    # htmx shows a part only if the request succeeded; the refusal is in it.
    status = 200 if part or refusal is None else refusal.status
    return render(request, template, found, status=status)
