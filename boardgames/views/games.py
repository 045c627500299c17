"""The list of games with statistics, the import of a game, its members, and joining."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import idempotency
from accounts.limits import costly
from accounts.members import Role
from accounts.models import User
from accounts.services import user_for_saving
from boardgames import selectors
from boardgames.services import members
from boardgames.services.importing import LARGEST_FILE, exported_game, import_game
from boardgames.services.recording import delete_game, rename_game, undelete_game
from boardgames.statistics import statistics_of
from boardgames.text.second import STATUSES
from boardgames.views.base import READER, GameVisit, for_members, frame
from campaigns.views.uploads import uploaded_json
from web.shared.errors import Refusal
from web.shared.qr import qr_code

PER_PAGE = 30


@require_safe
@never_cache
def game_list(request: HttpRequest) -> HttpResponse:
    """The games of the user, those under way first, and what they add up to."""
    found = selectors.games_visible_to(request.user).defer("state").order_by("-changed", "-pk")
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page", "")[:9])
    context: dict[str, Any] = {
        "page": page,
        "rows": [{"game": game, "status": STATUSES.get(game.status, "")} for game in page.object_list],
        "deleted": selectors.deleted_games_of(request.user)[:20],
        "statistics": statistics_of(request.user),
    }
    return render(request, "boardgames/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def game_import(request: HttpRequest) -> HttpResponse:
    """Create a game from its export."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            data = uploaded_json(
                request,
                LARGEST_FILE,
                missing=_("Choose a file with a game exported by Casebook."),
                invalid=_("This is not a game exported by Casebook."),
            )
            owner = user_for_saving(request)
            game = import_game(data, owner=owner, key=idempotency.form_key(request, owner))
            return redirect("game-detail", game.public_id)
        except Refusal as error:
            refusal = error
    return render(
        request, "boardgames/import.html", {"refusal": refusal}, status=refusal.status if refusal else 200
    )


@for_members(READER, "GET", "HEAD")
def game_export(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    """The whole game as a file, which can be imported again."""
    answer = JsonResponse(exported_game(visit.game), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="game.json"'
    return answer


@for_members(READER, "GET", "HEAD", "POST")
def game_settings(request: HttpRequest, visit: GameVisit) -> HttpResponse:
    """Members and their links, the name, and the deletion of the game."""
    if request.method == "POST":
        return _managed(request, visit, request.POST.get("do", ""))
    links = []
    for row in visit.game.invitations.all() if visit.may_manage else ():
        url = request.build_absolute_uri(reverse("game-join", args=[row.token]))
        links.append({"row": row, "url": url, "qr": qr_code(url)})
    return render(
        request,
        "boardgames/settings.html",
        frame(visit, links=links, members=visit.game.members.select_related("user").order_by("joined", "pk")),
    )


def _managed(request: HttpRequest, visit: GameVisit, what: str) -> HttpResponse:
    if what == "leave":
        members.leave(visit.game, user=visit.user)
        messages.success(request, _("You have left the game."))
        return redirect("game-list")
    members.check_may_manage(visit.role)
    if what in ("invite-player", "invite-reader"):
        members.invite(visit.game, role=Role.PLAYER if what == "invite-player" else Role.READER)
    elif what in ("withdraw-player", "withdraw-reader"):
        members.withdraw(visit.game, role=Role.PLAYER if what == "withdraw-player" else Role.READER)
    elif what == "rename":
        rename_game(visit.game, request.POST.get("name", ""))
    elif what == "delete":
        delete_game(visit.game)
        messages.success(request, _("The game is deleted. You can restore it below the list."))
        return redirect("game-list")
    return redirect("game-settings", visit.game.public_id)


@require_http_methods(["POST"])
def game_undelete(request: HttpRequest, public_id: Any) -> HttpResponse:
    game = selectors.deleted_games_of(request.user).filter(public_id=public_id).first()
    if game is None:
        raise Http404
    undelete_game(game)
    return redirect("game-detail", game.public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def game_join(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation: the game, and one button to join it."""
    found = selectors.game_invitation(token)
    if found is None:
        raise Http404
    if request.method == "POST":
        members.join(found, user_for_saving(request))
        return redirect("game-detail", found.game.public_id)
    if isinstance(request.user, User):
        member = selectors.game_membership(request.user, found.game.public_id)
        if member is not None and (member.role != Role.READER or found.role == Role.READER):
            return redirect("game-detail", found.game.public_id)
    return render(request, "boardgames/join.html", {"invitation": found, "game": found.game})
