"""Pages of the Third Edition alone: the editor of scenarios, and the reference card."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.services import user_for_saving
from boardgames import selectors
from boardgames.errors import BadCommand
from boardgames.scenario_text import fields_from, scenario_from
from boardgames.services.templates import save_template
from boardgames.starting_third import scenario_of
from boardgames.template_kinds import SCENARIO
from boardgames.text import sentence_of
from boardgames.text import third as words
from rules.boardgames.third_edition.reference import LIMITS
from rules.boardgames.third_edition.scenario import TOKENS, problems
from rules.codec import to_json
from web.shared.errors import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def scenario_new(request: HttpRequest) -> HttpResponse:
    """Enter a scenario from its sheet."""
    return _editor(request, {}, "")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def scenario_edit(request: HttpRequest, template_id: UUID) -> HttpResponse:
    """Change a scenario; games that were started keep the values that they began with."""
    row = selectors.template_for(request.user, template_id)
    if row is None or row.owner_id != request.user.pk or (row.edition, row.kind) != ("third", SCENARIO):
        raise Http404
    return _editor(request, fields_from(scenario_of(row)), row.box)


def _editor(request: HttpRequest, fields: dict[str, str], box: str) -> HttpResponse:
    refusal: Refusal | None = None
    if request.method == "POST":
        fields = {name: value for name, value in request.POST.items() if isinstance(value, str)}
        box = fields.get("box", "").strip()[:80]
        try:
            scenario = scenario_from(fields)
            for problem in problems(scenario):
                raise BadCommand(f"{sentence_of(problem)} ({problem.citation})")
            facts = {name: value for name, value in to_json(scenario).items() if name != "name"}
            saved = save_template(user_for_saving(request), "third", SCENARIO, scenario.name, facts, box=box)
            return redirect("game-template", saved.public_id)
        except Refusal as error:
            refusal = error
    context = {
        "fields": fields,
        "box": box,
        "cup": [
            (f"cup-{token}", words.TOKENS[token], fields.get(f"cup-{token}", "0") or "0") for token in TOKENS
        ],
        "refusal": refusal,
    }
    return render(request, "boardgames/scenario.html", context, status=refusal.status if refusal else 200)


@require_safe
def reference_third(request: HttpRequest) -> HttpResponse:
    """A card of the limits of the Third Edition, to be printed."""
    lines = [{"name": _(line.name), "text": _(line.text), "citation": line.citation} for line in LIMITS]
    return render(request, "boardgames/reference_third.html", {"lines": lines})
