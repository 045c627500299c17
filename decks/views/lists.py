"""Lists of decks: my own, deleted ones, and those that players have published."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Refusal
from cards.adapters import catalogue
from cards.naming import CLASSES, title_of
from decks import exporting, selectors, services
from decks.models import Deck
from decks.models.decks import Mode
from decks.selectors import SORTS, Wanted

PER_PAGE = 30
TRUTH = {"yes": True, "no": False}
ACTIONS = ("archive", "unarchive", "delete", "tag", "untag", "folder")


def wanted(asked: QueryDict, *, public: bool = False) -> Wanted:
    """What the address asks for; what it cannot mean is left out."""
    folder = asked.get("folder")
    return Wanted(
        text=asked.get("q", "")[:100],
        investigator=asked.get("investigator", "")[:16],
        classes=tuple(name for name in asked.getlist("class") if name in CLASSES),
        cards=tuple(code[:16] for code in asked.getlist("card") if code)[:8],
        tags=tuple(tag[:60] for tag in asked.getlist("tag") if tag)[:8],
        folder=folder[:120] if folder else None,
        archived=None if public else asked.get("archived") == "yes",
        legal=TRUTH.get(asked.get("legal", "")),
        mode=asked.get("mode", "") if asked.get("mode") in Mode.values else "",
        sort=asked.get("sort", "") if asked.get("sort") in SORTS else "",
    )


def _page(request: HttpRequest, found: Any) -> dict[str, Any]:
    rows = found.select_related("working", "owner").prefetch_related("tags")
    page = Paginator(rows, PER_PAGE).get_page(request.GET.get("page", "")[:9])
    cards = catalogue()
    for deck in page.object_list:
        deck.who = cards.resolve(deck.front or deck.investigator)
    rest = request.GET.copy()
    rest.pop("page", None)
    return {
        "page": page,
        "asked": request.GET,
        "chosen": request.GET.getlist("class"),
        "rest": rest.urlencode(),
    }


@require_safe
def deck_list(request: HttpRequest) -> HttpResponse:
    user = request.user
    mine = selectors.decks_of(user)
    context = {
        **_page(request, selectors.narrowed(mine, wanted(request.GET))),
        "any": mine.exists(),
        "tags": selectors.tags_of(user),
        "folders": selectors.folders_of(user),
        "classes": CLASSES.items(),
        "modes": Mode.choices,
        "sorts": sort_words(),
        "deleted": selectors.deleted_decks_of(user).count(),
    }
    return render(request, "decks/lists/mine.html", context)


def sort_words() -> list[tuple[str, str]]:
    return [
        ("changed", _("last changed")),
        ("created", _("newest")),
        ("name", _("name")),
        ("investigator", _("investigator")),
        ("experience", _("experience")),
    ]


@require_safe
def deck_deleted(request: HttpRequest) -> HttpResponse:
    found = selectors.deleted_decks_of(request.user)
    return render(request, "decks/lists/deleted.html", _page(request, found.order_by("-deleted_at")))


@require_safe
def deck_public_list(request: HttpRequest) -> HttpResponse:
    context = {
        **_page(request, selectors.narrowed(selectors.public_decks(), wanted(request.GET, public=True))),
        "classes": CLASSES.items(),
        "card_title": _card_title(request.GET.get("card", "")),
    }
    return render(request, "decks/lists/public.html", context)


def _card_title(code: str) -> str:
    card = catalogue().resolve(code[:16])
    return title_of(card) if card else ""


@require_POST
def deck_bulk(request: HttpRequest) -> HttpResponse:
    """One action on the decks that were ticked."""
    ids = request.POST.getlist("deck")[:500]
    action = request.POST.get("action", "")
    chosen = selectors.decks_of(request.user).filter(public_id__in=_uuids(ids))
    if action == "export":
        return _export(list(chosen.select_related("working").prefetch_related("tags", "versions__previous")))
    if action not in ACTIONS or not ids:
        messages.error(request, _("Tick some decks and choose what to do with them."))
        return redirect("deck-list")
    try:
        n = services.act_on_many(chosen, action=action, value=request.POST.get("value", "").strip())
    except Refusal as refusal:
        messages.error(request, str(refusal.message))
    else:
        messages.success(request, ngettext("Done for %(n)d deck.", "Done for %(n)d decks.", n) % {"n": n})
    return redirect("deck-deleted" if action == "delete" else "deck-list")


def _uuids(ids: list[str]) -> list[str]:
    return [each for each in ids if len(each) == 36 and each.replace("-", "").isalnum() and _is_hex(each)]


def _is_hex(text: str) -> bool:
    try:
        int(text.replace("-", ""), 16)
    except ValueError:
        return False
    return True


def _export(decks: list[Deck]) -> HttpResponse:
    rows = [version for deck in decks for version in exporting.with_history(deck)]
    answer = JsonResponse(rows, safe=False, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="decks.json"'
    return answer
