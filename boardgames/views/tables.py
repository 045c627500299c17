"""The table of a game: recording with a preview, undo and redo, the live part, history and print."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts import idempotency
from accounts.limits import costly
from boardgames.errors import BadCommand, GameOutdated
from boardgames.forms.fields import WITH_ALL, read_command
from boardgames.selectors import departures_after, history_of
from boardgames.services.recording import Recorded, branch, played_out, record, redo_next, undo_last
from boardgames.tables import table_view
from boardgames.tables.parts import Button
from boardgames.text import entry_texts, names_of, text_of
from boardgames.views.base import PLAYER, READER, GameVisit, for_members, frame, history, show_table
from rules.boardgames import command_to_json
from web.shared.errors import Refusal
from web.shared.numbers import read_whole

PER_PAGE = 50
#: Fields that every form sets itself, so they are not repeated after a refusal.
OWN = frozenset({"csrfmiddlewaretoken", "follows", "key"})


@for_members(READER, "GET", "HEAD")
def game_detail(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    return show_table(request, visit)


@for_members(READER, "GET", "HEAD")
def game_pulse(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    """Return 204 if nothing has changed since a revision, else the table."""
    if request.GET.get("revision", "") == str(visit.game.revision):
        return HttpResponse(status=204)
    return show_table(request, visit)


def _sent(request: HttpRequest) -> tuple[int | None, UUID | None]:
    follows, key = request.POST.get("follows", ""), request.POST.get("key", "")
    try:
        return int(follows) if follows else None, UUID(key) if key else None
    except ValueError:
        raise BadCommand(_("Something went wrong. Reload the page and try again.")) from None


@for_members(PLAYER, "POST")
def game_command(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    """Record a command, or show first what it would do."""
    try:
        follows, key = _sent(request)
        command = read_command(visit.edition, request.POST)
        if request.POST.get("do") == "preview":
            return show_table(request, visit, preview=_preview(visit, command))
        done = record(
            visit.game,
            command,
            by=visit.user,
            follows=follows,
            key=key,
            follow=request.POST.get("do") == "all" or WITH_ALL in request.POST,
        )
    except Refusal as refusal:
        return _again(request, visit, refusal)
    return _done(request, visit, done)


def _preview(visit: GameVisit, command: Any) -> dict[str, Any]:
    """Return what a command would do, with everything that must follow."""
    edition = visit.game.edition
    names = names_of(edition, visit.state)
    chain = played_out(visit.game, command, follow=True)
    return {
        "links": [
            {
                "text": text_of(edition, command_to_json(played.command), names),
                "changes": entry_texts(edition, played.entries, names | names_of(edition, played.state)),
            }
            for played in chain
        ],
        "command": Button("", command).value,
    }


def _again(request: HttpRequest, visit: GameVisit, refusal: Refusal) -> HttpResponse:
    """Show the table with the reason; what was too late can be repeated with one tap."""
    visit.look_again()
    entered = [(name, value) for name, values in request.POST.lists() if name not in OWN for value in values]
    repeat = entered if isinstance(refusal, GameOutdated) and request.path.endswith("/command/") else []
    return show_table(request, visit, refusal=refusal, repeat=repeat)


def _done(request: HttpRequest, visit: GameVisit, done: Recorded) -> HttpResponse:
    if request.headers.get("HX-Request") == "true":
        visit.go_on(done.game)
        return show_table(request, visit)
    return redirect("game-detail", visit.game.public_id)


def _command_number(request: HttpRequest, field: str) -> int | None:
    """Return the number of a command that a form sent; None if it sent none."""
    text = request.POST.get(field, "")
    number = read_whole(text, most=10**6)
    if number is None and text.strip():
        raise BadCommand(_("“%(text)s” is not the number of a command.") % {"text": text[:40]})
    return number


@for_members(PLAYER, "POST")
def game_undo(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    """Undo the last command, or everything from one on."""
    try:
        follows, _key = _sent(request)
        done = undo_last(visit.game, follows=follows, down_to=_command_number(request, "down_to"))
    except Refusal as refusal:
        return _again(request, visit, refusal)
    return _done(request, visit, done)


@for_members(PLAYER, "POST")
def game_redo(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    try:
        done = redo_next(visit.game, follows=_sent(request)[0])
    except Refusal as refusal:
        return _again(request, visit, refusal)
    return _done(request, visit, done)


@costly("bulk")
@for_members(READER, "POST")
def game_branch(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    """Go on differently from a command: a new game with the same history up to there."""
    until = _command_number(request, "until")
    made = branch(
        visit.game,
        owner=visit.user,
        until=10**6 if until is None else until,
        key=idempotency.form_key(request, visit.user),
    )
    return redirect("game-detail", made.public_id)


@for_members(READER, "GET", "HEAD")
def game_history(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    """Everything that was recorded, page by page."""
    page = Paginator(history_of(visit.game), PER_PAGE).get_page(request.GET.get("page", "")[:9])
    shown = list(page.object_list)
    later = departures_after(visit.game, shown[0].number) if page.number > 1 else ()
    rows = history(visit, shown, later)
    return render(request, "boardgames/history.html", frame(visit, page=page, history=rows))


@for_members(READER, "GET", "HEAD")
def game_print(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    """The table on paper: the limits, every investigator and place, and the score."""
    table = table_view(visit.game.edition, visit.state)
    return render(request, "boardgames/print.html", frame(visit, table=table))
