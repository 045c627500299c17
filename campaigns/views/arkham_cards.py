"""The import of campaigns from Arkham Cards: what comes along and what does not, then the confirmation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import idempotency
from accounts.limits import costly
from accounts.services import user_for_saving
from campaigns.arkham_cards.backup import BackedUp, read_backup
from campaigns.arkham_cards.conversion import Conversion, Converted
from campaigns.campaign_rules import game
from campaigns.party.brought_decks import BroughtDeck, read_decks
from campaigns.services.arkham_cards import import_from_arkham_cards
from campaigns.text import names
from campaigns.views.uploads import uploaded_json
from cards.text.names import title_of
from web.shared.errors import Refusal

#: Bytes of a backup.
MOST_BYTES = 5_000_000


@dataclass(frozen=True, slots=True)
class Offer:
    """A campaign of the backup as the page offers it."""

    found: BackedUp
    text: str
    more: str
    converted: Converted | None
    refusal: Refusal | None = None

    @property
    def title(self) -> str:
        facts = self.converted.start.campaign if self.converted else ""
        return names.campaign_title(facts) if facts else str(_("Custom campaign"))

    @property
    def played(self) -> list[str]:
        if self.converted is None:
            return []
        facts = self.converted.start.campaign
        return [names.scenario_name(facts, each.scenario) for each in self.converted.resumed.played]

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The investigators, with their numbers."""
        if self.converted is None:
            return []
        rows = []
        for seat in self.converted.resumed.seats:
            card = game().card(seat.investigator)
            deck = self.converted.decks.get(seat.seat)
            rows.append({"seat": seat, "name": title_of(card) if card else "", "deck": deck})
        return rows


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@costly("bulk")
def import_backup(request: HttpRequest) -> HttpResponse:
    """Read a backup of Arkham Cards, show what becomes of each campaign, and import the confirmed one."""
    if request.method != "POST":
        return _page(request, [])
    refusal: Refusal | None = None
    offers: list[Offer] = []
    try:
        more = request.POST.get("more", "")
        found = read_backup(_data(request))
        confirmed = bool(request.POST.get("confirm")) and len(found) == 1
        offers = [_offer(each, more if len(found) == 1 else "") for each in found]
        if confirmed and offers[0].converted is not None:
            owner = user_for_saving(request)
            made = import_from_arkham_cards(
                offers[0].converted, owner=owner, key=idempotency.form_key(request, owner)
            )
            messages.success(request, _("Campaign imported. What could not be carried over is in the log."))
            return redirect("campaign-detail", made.public_id)
    except Refusal as error:
        refusal = error
    return _page(request, offers, refusal)


def _page(request: HttpRequest, offers: list[Offer], refusal: Refusal | None = None) -> HttpResponse:
    wrong = refusal is not None or any(each.refusal for each in offers)
    context = {"offers": offers, "refusal": refusal}
    status = 400 if wrong and (refusal or len(offers) == 1) else 200
    return render(request, "campaigns/import_arkham_cards.html", context, status=status)


def _offer(found: BackedUp, more: str) -> Offer:
    try:
        added: list[BroughtDeck] = read_decks(more)
        return Offer(found, found.as_text(), more, Conversion(found, added).converted())
    except Refusal as error:
        return Offer(found, found.as_text(), more, None, error)


def _data(request: HttpRequest) -> Any:
    return uploaded_json(
        request,
        MOST_BYTES,
        missing=_("Choose a backup of Arkham Cards (.acb or .json, at most 5 MB)."),
        invalid=_("This is not a backup of Arkham Cards: it is not valid JSON."),
    )
