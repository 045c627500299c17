"""The start of a game of either edition: who plays, with whom, and against what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import idempotency
from accounts.services import user_for_saving
from boardgames import starting, starting_third
from boardgames.selectors import Visitor
from boardgames.services.recording import start_game
from boardgames.template_kinds import INVESTIGATOR, SCENARIO
from boardgames.text import third as words
from rules.boardgames.commands import Command
from rules.boardgames.second_edition.limits import limits_for
from rules.boardgames.second_edition.reference import UNSTABLE
from rules.boardgames.second_edition.state import MOST_PLAYERS
from rules.boardgames.third_edition.scenario import SKILLS, Investigator, Scenario
from rules.boardgames.third_edition.state import MOST_PLAYERS as MOST_PLAYERS_THIRD
from web.shared.errors import Refusal


class InvestigatorField(NamedTuple):
    """A value of an investigator, as a field of the form."""

    name: str
    label: str
    least: int = 0
    most: int = 20
    hint: str = ""
    is_number: bool = True


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def game_new(request: HttpRequest) -> HttpResponse:
    """Set up a game of the 2nd edition; what is left open can be drawn at random."""

    def read(user: Visitor, sent: QueryDict) -> tuple[Command, str]:
        start = starting.read_start(user, sent)
        return start, start.ancient.name

    def context(fields: dict[str, str]) -> dict[str, Any]:
        values = (
            InvestigatorField("sanity", _("Sanity"), 1, hint="5"),
            InvestigatorField("stamina", _("Stamina"), 1, hint="5"),
            InvestigatorField("focus", _("Focus"), most=9, hint="2"),
            InvestigatorField("clues", _("Clues"), hint="0"),
            InvestigatorField("money", _("Money"), hint="0"),
            InvestigatorField("home", pgettext("investigator", "Home"), is_number=False),
        )
        return {
            "seats": _seats(fields, MOST_PLAYERS, values),
            "ancient_ones": starting.ancient_ones(request.user),
            "investigators": [each.name for each in starting.investigators(request.user)],
            "unstable": fields.get("unstable") or "\n".join(UNSTABLE),
            "limits": [limits_for(number) for number in range(1, MOST_PLAYERS + 1)],
        }

    return _new_game(request, "second", starting.drawn, read, context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def game_new_third(request: HttpRequest) -> HttpResponse:
    """Set up a game of the Third Edition; what is left open can be drawn at random."""

    def read(user: Visitor, sent: QueryDict) -> tuple[Command, str]:
        start = starting_third.read_start(user, sent)
        return start, start.scenario.name

    def context(fields: dict[str, str]) -> dict[str, Any]:
        labels = {
            "health": _("Health"),
            "sanity": _("Sanity"),
            "focus_limit": _("Focus limit"),
            "money": _("Money"),
            **{skill: str(words.SKILLS[skill]) for skill in SKILLS},
        }
        values = [InvestigatorField(name, label, hint=_("as known")) for name, label in labels.items()]
        return {
            "seats": _seats(fields, MOST_PLAYERS_THIRD, values),
            "scenarios": [*starting_third.own(request.user, SCENARIO, Scenario)],
            "investigators": [*starting_third.own(request.user, INVESTIGATOR, Investigator)],
        }

    return _new_game(request, "third", starting_third.drawn, read, context)


def _new_game(
    request: HttpRequest,
    edition: str,
    draw: Callable[[Visitor, QueryDict], dict[str, str]],
    read: Callable[[Visitor, QueryDict], tuple[Command, str]],
    context: Callable[[dict[str, str]], dict[str, Any]],
) -> HttpResponse:
    """Show the form, draw what it leaves open, or start the game that it describes.

    `read` returns the first command and the usual name of the game.
    """
    refusal: Refusal | None = None
    fields = {name: value for name, value in request.POST.items() if isinstance(value, str)}
    if request.method == "POST":
        try:
            if request.POST.get("do") == "draw":
                fields = draw(request.user, request.POST)
            else:
                start, usual = read(request.user, request.POST)
                owner = user_for_saving(request)
                name = request.POST.get("title", "").strip() or usual
                key = idempotency.form_key(request, owner)
                game = start_game(edition, start, owner=owner, name=name, key=key)
                return redirect("game-detail", game.public_id)
        except Refusal as error:
            refusal = error
    found = {"fields": fields, **context(fields), "refusal": refusal}
    status = refusal.status if refusal else 200
    return render(request, f"boardgames/new_{edition}.html", found, status=status)


def _seats(fields: dict[str, str], most: int, values: Iterable[InvestigatorField]) -> list[dict[str, Any]]:
    return [
        {
            "number": str(number),
            "player": fields.get(f"player-{number}", ""),
            "name": fields.get(f"name-{number}", ""),
            "values": [(field, fields.get(f"{field.name}-{number}", "")) for field in values],
        }
        for number in range(1, most + 1)
    ]
