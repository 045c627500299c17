"""The collection page: the owned boxes, and the cards in them."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from accounts.services import user_for_saving
from cards import adapters, selectors
from cards.collections import page as collection_page
from cards.collections import selectors as collection_selectors
from cards.collections.page import Availability
from cards.errors import CollectionRefused
from cards.models import Collection
from cards.search.query import LONGEST_TEXT
from cards.services import collections as collection_services
from cards.services.collections import FORMATS
from cards.views import Request, wants_part


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-Target")
def collection(request: Request) -> HttpResponse:
    """Show the reader's usual collection. Without one the page is empty, and the first change creates it."""
    usual = collection_selectors.usual_collection(request.user)
    if request.method == "POST":
        if usual is None or not collection_selectors.may_edit(usual, request.user):
            return begin(request)
        return change(request, usual)
    return show(request, usual)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "HX-Target")
def collection_detail(request: Request, pk: int) -> HttpResponse:
    if request.method == "POST":
        return change(
            request, get_object_or_404(collection_selectors.collections_editable_by(request.user), pk=pk)
        )
    return show(request, get_object_or_404(collection_selectors.collections_visible_to(request.user), pk=pk))


def begin(request: Request) -> HttpResponse:
    """Handle the first save: a visitor becomes a guest with a collection, so the whole page is reloaded."""
    requested = CollectionChange.read(request)
    made = collection_services.collection_for_saving(user_for_saving(request))
    requested.apply(made)
    return go(request, place(made, requested.cycle))


def change(request: Request, found: Collection) -> HttpResponse:
    requested = CollectionChange.read(request)
    requested.apply(found)
    if not wants_part(request):
        return go(request, place(found, requested.cycle))
    owned = collection_page.availability(found)
    cycle = next(
        (row for row in collection_page.cycles(found, requested.unfolds) if row.code == requested.cycle), None
    )
    return render(
        request,
        "collections/_changed.html",
        {**frame(request, found, owned), **contents(request, owned), "cycle": cycle},
    )


def show(request: Request, found: Collection | None) -> HttpResponse:
    owned = collection_page.availability(found)
    if wants_part(request) and request.htmx.target in ("owned-cards", "use"):
        part = f"collections/_{request.htmx.target.replace('-', '_')}.html"
        return render(request, part, {"action": place(found), **contents(request, owned)})
    page = {
        **frame(request, found, owned),
        **contents(request, owned),
        "cycles": collection_page.cycles(found),
        "tabs": list(collection_selectors.collections_visible_to(request.user)),
        "invitations": list(collection_selectors.invitations_of(request.user)),
        "shares": collection_page.sharers(found) if found else [],
    }
    return render(request, "collections/collection.html", page)


def frame(request: Request, found: Collection | None, owned: Availability) -> dict[str, Any]:
    """Return the context that every part of the page needs."""
    role = collection_page.role_of(found, request.user) if found else collection_page.OWN
    return {
        "collection": found,
        "role": role,
        "editable": role != collection_page.READ,
        "figures": collection_page.figures(owned),
        "rewards": collection_page.rewards(found),
        "action": place(found),
    }


def contents(request: Request, owned: Availability) -> dict[str, Any]:
    """Return the cards in the boxes that match the search, and what is built with them."""
    text = (request.POST or request.GET).get("q", "")[:LONGEST_TEXT]
    rows, number = collection_page.owned_cards(owned, text) if owned.boxes else ([], 0)
    return {
        "text": text,
        "owned_cards": rows,
        "owned_count": ngettext("%(n)s card", "%(n)s cards", number)
        % {"n": number_format(number, force_grouping=True)},
        "owned_more": number > len(rows),
        "use": collection_page.in_use(owned, request.user, request.GET.get("use", "")),
    }


class CollectionChange:
    """A change of the collection: a number of boxes, a whole cycle, or a reward."""

    def __init__(self, kind: str, code: str, count: int, form: str = "", cycle: str = "") -> None:
        self.kind, self.code, self.count, self.form, self.cycle = kind, code, count, form, cycle
        self.unfolds = ""

    @classmethod
    def read(cls, request: Request) -> CollectionChange:
        """Read `set=core:2`, `cycle=dwl:boxes:1` or `reward=12181:1`."""
        for kind in ("set", "cycle", "reward"):
            if given := request.POST.get(kind):
                code, *form, count = given.split(":") if given.count(":") in (1, 2) else ("", "")
                # At most two digits, because no player has more boxes of one kind.
                if is_known(kind, code, *form) and re.fullmatch(r"[0-9]{1,2}", count):
                    return cls(kind, code, int(count), *form)
        raise CollectionRefused(_("Something went wrong. Reload the page and try again."), status=400)

    def apply(self, found: Collection) -> None:
        if self.kind == "set":
            collection_services.set_boxes(collection=found, counts={self.code: self.count})
            pack = selectors.packs().get(pk=self.code)
            self.cycle = pack.cycle_id
            self.unfolds = pack.cycle_id if pack.replaced else ""
        elif self.kind == "cycle":
            collection_services.set_cycle(collection=found, cycle=self.code, count=self.count, form=self.form)
            self.cycle = self.code
            self.unfolds = self.code if self.form == "packs" else ""
        else:
            unlocked = collection_selectors.rewards_unlocked(found)
            cards = unlocked | {self.code} if self.count else unlocked - {self.code}
            collection_services.set_rewards(collection=found, cards=cards)


def is_known(kind: str, code: str, form: str = "") -> bool:
    """Return whether the pack, cycle or reward exists. Checked before a guest account is created."""
    catalogue = adapters.catalogue()
    if kind == "set":
        return code in catalogue.packs
    if kind == "cycle":
        return form in FORMATS and any(pack.cycle == code for pack in catalogue.packs.values())
    return code in catalogue.cards and catalogue.cards[code].reward


def place(found: Collection | None, cycle: str = "") -> str:
    url = reverse("collection-detail", args=[found.pk]) if found else reverse("collection")
    return f"{url}#cycle-{cycle}" if cycle else url


def go(request: Request, url: str) -> HttpResponse:
    """Redirect the browser to another page, also if only a part was requested."""
    if not request.htmx:
        return HttpResponseRedirect(url)
    response = HttpResponse(status=204)
    response["HX-Redirect"] = url
    return response
