"""Lists of decks: the user's own, the deleted ones, and the public ones."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from accounts import idempotency
from accounts.limits import costly
from accounts.services import user_for_saving
from cards.adapters import catalogue
from cards.text.names import CLASSES
from decks import selectors, services
from decks.formats import export
from decks.models import Deck
from decks.models.decks import Mode, Visibility
from decks.selectors import SORTS, Wanted
from decks.services.organizing import RESTORABLE_FOR
from web.shared.errors import Refusal

PER_PAGE = 30
TRUTH = {"yes": True, "no": False}
ACTIONS = ("archive", "unarchive", "build", "unbuild", "delete", "tag", "untag", "folder", "unshare")


SHARED = {Visibility.UNLISTED: lazy("by link"), Visibility.PUBLIC: lazy("published")}


@dataclass(frozen=True, slots=True)
class ListTab:
    """A tab above the list: all decks, a folder, or the archive."""

    name: str
    url: str
    decks: int
    here: bool
    icon: str = ""


def wanted(query: QueryDict) -> Wanted:
    """Return the search of the query string; invalid values are ignored."""
    folder = query.get("folder")
    return Wanted(
        text=query.get("q", "")[:100],
        investigator=query.get("investigator", "")[:16],
        classes=tuple(name for name in query.getlist("class") if name in CLASSES),
        cards=tuple(code[:16] for code in query.getlist("card") if code)[:8],
        tags=tuple(tag[:60] for tag in query.getlist("tag") if tag)[:8],
        folder=folder[:120] if folder else None,
        archived=query.get("archived") == "yes",
        legal=TRUTH.get(query.get("legal", "")),
        mode=query.get("mode", "") if query.get("mode") in Mode.values else "",
        sort=query.get("sort", "") if query.get("sort") in SORTS else "",
    )


def _page(request: HttpRequest, found: Any) -> dict[str, Any]:
    return page_context(request, Paginator(selectors.for_lists(found), PER_PAGE))


def page_context(request: HttpRequest, paginator: Paginator[Any]) -> dict[str, Any]:
    """Return a page of a list of decks, with what its rows and controls show."""
    page = paginator.get_page(request.GET.get("page", "")[:9])
    cards = catalogue()
    for deck in page.object_list:
        deck.who = cards.resolve(deck.front or deck.investigator)
        deck.shared_as = SHARED.get(deck.visibility, "")
    rest = request.GET.copy()
    rest.pop("page", None)
    return {
        "page": page,
        "query": request.GET,
        "chosen": request.GET.getlist("class"),
        "rest": rest.urlencode(),
        "list_url": request.path,
    }


@require_safe
def deck_list(request: HttpRequest) -> HttpResponse:
    user = request.user
    mine = selectors.decks_of(user)
    deleted = selectors.deleted_decks_of(user).count()
    context = {
        **_page(request, selectors.narrowed(mine, wanted(request.GET))),
        "any": mine.exists(),
        "tags": selectors.tags_of(user),
        "folders": selectors.folders_of(user),
        "tabs": list_tabs(request, deleted),
        "narrowed": any(request.GET.get(name) for name in ("q", "class", "legal", "mode", "tag")),
        "classes": CLASSES.items(),
        "modes": Mode.choices,
        "sorts": sort_labels(),
        "deleted": deleted,
    }
    return render(request, "decks/lists/mine.html", context)


def list_tabs(request: HttpRequest, deleted: int) -> list[ListTab]:
    """Return the tabs above the list: all decks, each folder, the archive, deleted decks."""
    counts = selectors.decks_by_folder(request.user)
    in_use = {folder: n for (folder, archived), n in counts.items() if not archived}
    old = sum(n for (_folder, archived), n in counts.items() if archived)
    folder, archived = request.GET.get("folder", ""), request.GET.get("archived") == "yes"
    home = reverse("deck-list")
    found = [ListTab(_("All"), home, sum(in_use.values()), not folder and not archived)]
    found += [
        ListTab(name, f"{home}?{urlencode({'folder': name})}", n, name == folder and not archived)
        for name, n in sorted(in_use.items())
        if name
    ]
    if old or archived:
        found.append(ListTab(_("Archive"), f"{home}?archived=yes", old, archived, "collection"))
    if deleted:
        found.append(ListTab(_("Deleted"), reverse("deck-deleted"), deleted, here=False, icon="exile"))
    return found


def sort_labels() -> list[tuple[str, str]]:
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
    context = {**_page(request, found.order_by("-deleted_at")), "days": RESTORABLE_FOR.days}
    return render(request, "decks/lists/deleted.html", context)


@require_POST
@costly("bulk")
def deck_bulk(request: HttpRequest) -> HttpResponse:
    """Apply one action to the selected decks."""
    ids = request.POST.getlist("deck")[:500]
    action = request.POST.get("action", "")
    chosen = selectors.decks_of(request.user).filter(public_id__in=_uuids(ids))
    if action == "export":
        return _export(list(chosen.select_related("working").prefetch_related("tags", "versions__previous")))
    if action == "party":
        return _party(request, list(chosen.order_by("pk")[:5]))
    if action not in ACTIONS or not ids:
        messages.error(request, _("Select some decks first."))
        return redirect("deck-list")
    now = timezone.now()
    try:
        n = services.change_many(chosen, action=action, value=request.POST.get("value", "").strip(), at=now)
    except Refusal as refusal:
        messages.error(request, str(refusal.message))
        return redirect("deck-list")
    if action == "delete" and n:
        message = ngettext("%(n)d deck deleted.", "%(n)d decks deleted.", n) % {"n": n}
        # The URL that restores the decks is in the message's tags.
        undo = f"{reverse('deck-undelete-many')}?{urlencode({'at': now.isoformat()})}"
        messages.success(request, message, extra_tags=undo)
    else:
        messages.success(request, ngettext("%(n)d deck changed.", "%(n)d decks changed.", n) % {"n": n})
    return redirect("deck-list")


def _party(request: HttpRequest, decks: list[Deck]) -> HttpResponse:
    """Publish the selected decks together."""
    try:
        owner = user_for_saving(request)
        name, key = request.POST.get("value", "").strip(), idempotency.form_key(request, owner)
        party = services.publish_party(decks, owner=owner, name=name, key=key)
    except Refusal as refusal:
        messages.error(request, str(refusal.message))
        return redirect("deck-list")
    messages.success(request, _("Published together. This page can be shared."))
    return redirect("party-detail", party.public_id)


@require_POST
def deck_undelete_many(request: HttpRequest) -> HttpResponse:
    """Restore the decks that were deleted together."""
    at = _moment(request.GET.get("at", ""))
    gone = selectors.deleted_decks_of(request.user)
    n = services.change_many(gone.filter(deleted_at=at), action="undelete") if at else 0
    if n:
        messages.success(request, ngettext("%(n)d deck restored.", "%(n)d decks restored.", n) % {"n": n})
    else:
        messages.error(request, _("Nothing to restore. Check the deleted decks."))
    return redirect("deck-list")


def _moment(text: str) -> datetime | None:
    try:
        found = parse_datetime(text[:40])
    except ValueError:
        return None
    return found if found and found.tzinfo else None


def _uuids(ids: list[str]) -> list[UUID]:
    found = []
    for text in ids:
        with suppress(ValueError):
            found.append(UUID(text))
    return found


def _export(decks: list[Deck]) -> HttpResponse:
    rows = [version for deck in decks for version in export.with_history(deck)]
    answer = JsonResponse(rows, safe=False, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = 'attachment; filename="decks.json"'
    return answer
