"""Templates: Ancient Ones and investigators of the players' own boxes, entered once, exported and shared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import costly
from accounts.models import User
from accounts.services import user_for_saving
from boardgames import selectors
from boardgames.errors import BadCommand
from boardgames.models import Template
from boardgames.scenario_text import lines_of
from boardgames.services.templates import (
    choose_boxes,
    delete_template,
    exported,
    import_templates,
    save_template,
)
from boardgames.starting_third import scenario_of
from boardgames.template_kinds import FIELDS, KINDS, NAMES, SCENARIO
from rules.boardgames.second_edition.reference import ANCIENT_ONES
from web.shared.errors import Refusal

LARGEST_FILE = 500_000


@costly("bulk")
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def template_list(request: HttpRequest) -> HttpResponse:
    """The templates of the user by box, with a form for a new one, and the import of a file."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            owner = user_for_saving(request)
            if request.POST.get("do") == "import":
                number = import_templates(owner, _uploaded(request))
                text = ngettext("%(n)d template imported.", "%(n)d templates imported.", number)
                messages.success(request, text % {"n": number})
            elif request.POST.get("do") == "boxes":
                choose_boxes(owner, set(request.POST.getlist("owned")[:200]))
            else:
                _save(request, owner)
            return redirect("game-templates")
        except Refusal as error:
            refusal = error
    rows = list(selectors.templates_of(request.user))
    boxes: dict[str, list[Template]] = {}
    for row in rows:
        boxes.setdefault(row.box, []).append(row)
    context: dict[str, Any] = {
        "rows": [{"row": row, "kind": NAMES[row.edition, row.kind]} for row in rows],
        "boxes": [
            {"name": name, "number": len(found), "owned": any(row.owned for row in found)}
            for name, found in sorted(boxes.items())
        ],
        "kinds": [
            {"edition": edition, "kind": kind, "name": NAMES[edition, kind], "fields": FIELDS[edition, kind]}
            for edition, kind in KINDS
            if FIELDS[edition, kind]
        ],
        "shipped": ANCIENT_ONES,
        "refusal": refusal,
    }
    return render(request, "boardgames/templates.html", context, status=refusal.status if refusal else 200)


def _save(request: HttpRequest, owner: User) -> None:
    edition, kind = request.POST.get("edition", ""), request.POST.get("kind", "")
    facts: dict[str, Any] = {}
    for field, _label, _default, widget in FIELDS.get((edition, kind), ()):
        value = request.POST.get(field, "").strip()
        group, _dot, name = field.rpartition(".")
        target = facts.setdefault(group, {}) if group else facts
        if widget == "tick":
            target[name] = bool(value)
        elif widget == "text":
            target[name] = value[:80]
        elif value:
            target[name] = _whole(value)
    box = request.POST.get("box", "").strip()[:80]
    save_template(owner, edition, kind, request.POST.get("name", ""), facts, box=box)


def _whole(value: str) -> int:
    try:
        return int(value.replace("−", "-")) if len(value) < 6 else 10**5
    except ValueError:
        raise BadCommand(_("Enter whole numbers.")) from None


def _uploaded(request: HttpRequest) -> Any:
    file = request.FILES.get("file")
    if file is None or (file.size or 0) > LARGEST_FILE:
        raise BadCommand(_("Choose a file of at most 500 KB."))
    try:
        return json.loads(file.read().decode())
    except (ValueError, RecursionError):
        raise BadCommand(_("This file is not JSON.")) from None


@require_safe
@never_cache
def template_export(request: HttpRequest) -> HttpResponse:
    """All templates of the user as a file."""
    answer = JsonResponse(
        exported(list(selectors.templates_of(request.user))), json_dumps_params={"indent": 1}
    )
    answer["Content-Disposition"] = 'attachment; filename="templates.json"'
    return answer


def _flat(facts: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return the facts of a template with those of its groups, such as skills, by their full names."""
    for name, value in facts.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{key}", each) for key, each in value.items())
        else:
            yield name, value


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def template_detail(request: HttpRequest, template_id: UUID) -> HttpResponse:
    """One template: read and copied by anyone with the link if it is shared, changed by its owner."""
    row = selectors.template_for(request.user, template_id)
    if row is None:
        raise Http404
    mine = row.owner_id == request.user.pk
    if request.method == "POST":
        what = request.POST.get("do", "")
        if what == "copy":
            copied = save_template(
                user_for_saving(request), row.edition, row.kind, row.name, row.facts, box=row.box
            )
            return redirect("game-template", copied.public_id)
        if not mine:
            raise Http404
        if what == "delete":
            delete_template(row)
            return redirect("game-templates")
        if what in ("share", "hide"):
            save_template(row.owner, row.edition, row.kind, row.name, row.facts, shared=what == "share")
        return redirect("game-template", row.public_id)
    labels = {name: label for name, label, _default, _widget in FIELDS[row.edition, row.kind]}
    context = {
        "row": row,
        "mine": mine,
        "kind": NAMES[row.edition, row.kind],
        "facts": [(labels.get(name, name), value) for name, value in _flat(row.facts)] if labels else [],
        "scenario_lines": lines_of(scenario_of(row)) if row.kind == SCENARIO else None,
    }
    return render(request, "boardgames/template.html", context)
