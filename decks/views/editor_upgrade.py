"""Upgrades in the editor: what was earned and exiled, what each card would cost, buying, finishing."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.errors import Refusal
from cards.adapters import catalogue
from decks import happenings, services
from decks.adapters import rules_deck
from decks.editor.desk import Desk
from decks.editor.layout import EXTRA, MAIN
from decks.editor.offers import SHELVES, offers_for
from decks.editor.upgrade import ledger_of
from decks.errors import BadEdit
from decks.forms.sheets import read_ticks
from decks.models import Deck
from decks.services import Edited
from decks.views.editor_edits import author_of, deck_of, edits, in_place, refused
from decks.views.editor_sheets import card_under_taboo, sheet
from rules.model import Tick
from rules.prices.purchase import DECK
from rules.prices.questions import questions_about

HAPPENED = "happened-"
"""Begins the names of the fields that tell what happened in the scenario."""


@require_safe
@never_cache
def deck_upgrade(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """“I earned so much, these were exiled”; or the way back into an upgrade that is under way."""
    desk = Desk(deck_of(request, deck_id))
    if desk.version.is_open:
        return redirect("deck-edit", deck_id)
    rows = [row for where in (MAIN, EXTRA) for row in desk.rows(where) if row.card and row.card.standard]
    exile = [row for row in rows if "exile" in row.card.keywords or "exiled-when" in kinds(row.card)]  # type: ignore[union-attr]
    others = [row for row in rows if row not in exile]
    asked = happenings.asked(questions_about(desk.catalogue, desk.rules_deck), {}, HAPPENED)
    return sheet(request, "upgrade", desk, exile=exile, others=others, asked=asked)


def kinds(card: object) -> set[str]:
    return {effect.kind for effect in getattr(card, "effects", ())}


@require_POST
@never_cache
def deck_upgrade_begin(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = deck_of(request, deck_id)
    try:
        earned = _experience(request.POST.get("experience", ""))
        questions = questions_about(catalogue(), rules_deck(deck))
        spirits = request.POST.getlist("exiled-extra")
        happened, attached = happenings.read(request.POST, questions, HAPPENED)
        services.begin_upgrade(
            deck,
            experience=earned,
            exiled=[*request.POST.getlist("exiled"), *spirits],
            exiled_extra=spirits,
            aftermath={"happened": happened, "attached_to": attached},
            expected_revision=author_of(request, deck)["expected_revision"],
        )
    except Refusal as refusal:
        return refused(request, deck, refusal)
    return _to_editor(request, deck)


def _experience(text: str) -> int:
    if not text.strip().isdecimal() or len(text.strip()) > 3:
        raise BadEdit(_("How much experience? Give a number from 0 to 999."))
    return int(text)


def _to_editor(request: HttpRequest, deck: Deck) -> HttpResponse:
    """The page has another shape now, so it is loaded anew."""
    address = reverse("deck-edit", args=[deck.public_id])
    return JsonResponse({"go": address}) if in_place(request) else redirect(address)


@require_safe
@never_cache
def deck_offers(request: HttpRequest, deck_id: UUID, code: str) -> HttpResponse:
    """Every way in which a card could be had now, with price and reasons."""
    desk = Desk(deck_of(request, deck_id))
    card = card_under_taboo(desk, code)
    if card is None or not desk.version.is_open:
        raise Http404
    where = EXTRA if request.GET.get("where") == EXTRA and desk.has_extra else MAIN
    offered = offers_for(desk, card, request.GET.get("replaces", ""), where)
    return sheet(request, "offers", desk, card=card, code=code, **offered)


@edits
def deck_buy(request: HttpRequest, deck: Deck) -> Edited:
    """Buy, upgrade or swap a copy, or pay for marks on a sheet."""
    given = request.POST
    author = author_of(request, deck)
    if code := given.get("mark"):
        return services.buy(deck, code=code, ticks=_new_marks(request, deck, code), **author)
    if code := given.get("pair"):
        drawn = [] if given.get("draw") else [given.get("first", ""), given.get("second", "")]
        return services.upgrade_pair(deck, code=code, drawn=drawn, **author)
    way, _colon, rest = given.get("buy", "").partition(":")
    code, _colon, replaces = rest.partition(":")
    if not code:
        raise BadEdit(_("Which card?"))
    replaces = replaces or given.get("replaces", "")
    return services.buy(deck, code=code, replaces=replaces, way=way, place=_shelf(request), **author)


def _shelf(request: HttpRequest) -> str:
    """The part of the deck that a form is about; the deck itself, where it names none."""
    return SHELVES.get(request.POST.get("where", MAIN), DECK)


def _new_marks(request: HttpRequest, deck: Deck, code: str) -> tuple[Tick, ...]:
    """What the form has beyond what was paid for already."""
    desk = Desk(deck)
    card = card_under_taboo(desk, code)
    if card is None:
        raise BadEdit(_("The catalogue does not know this card."))
    before = {tick.box: tick.experience for tick in desk.rules_deck.customizations.get(code, ())}
    found = [
        Tick(tick.box, tick.experience - before.get(tick.box, 0), tick.choice)
        for tick in read_ticks(request.POST, card)
    ]
    if any(tick.experience < 0 for tick in found):
        raise BadEdit(_("Marks that were paid for stay: undo the purchase instead."))
    return tuple(tick for tick in found if tick.experience or tick.choice)


@edits
def deck_take_out(request: HttpRequest, deck: Deck) -> Edited:
    """A copy leaves because the rules take it out."""
    code, place = request.POST.get("code", ""), _shelf(request)
    return services.take_out(deck, code=code, place=place, **author_of(request, deck))


@require_safe
@never_cache
def deck_upgrade_finish(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """What was bought, what is left, and what still stands in the way."""
    desk = Desk(deck_of(request, deck_id))
    if not desk.version.is_open:
        return redirect("deck-edit", deck_id)
    return sheet(request, "finish", desk, ledger=ledger_of(desk))


@require_POST
@never_cache
def deck_upgrade_close(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Finish the version, or give the upgrade up."""
    deck = deck_of(request, deck_id)
    try:
        if request.POST.get("cancel"):
            services.cancel_upgrade(deck)
            messages.success(request, _("The upgrade was given up; the deck is what it was before."))
        else:
            seen = author_of(request, deck)["expected_revision"]
            version = services.finish_upgrade(deck, expected_revision=seen)
            messages.success(request, _("Version %(n)d is finished.") % {"n": version.number})
    except Refusal as refusal:
        return refused(request, deck, refusal)
    return _to_editor(request, deck)
