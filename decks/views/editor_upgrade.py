"""Upgrades in the editor: experience and exile, prices of cards, purchases, and finishing."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.adapters import catalogue
from decks import conditions, services
from decks.adapters import rules_deck
from decks.editor.layout import MAIN, SECOND_DECK
from decks.editor.page import EditorPage
from decks.editor.purchases import PLACES, purchase_options
from decks.editor.upgrade import ledger_of
from decks.errors import BadEdit
from decks.forms.card_dialog import read_ticks
from decks.models import Deck
from decks.services import Edited
from decks.views.editor_dialogs import card_under_taboo, dialog
from decks.views.editor_edits import author_of, deck_of, edits, in_place, refused
from rules.cards.model import Tick
from rules.outcome import piles_of
from rules.upgrade.conditions import questions_about
from rules.upgrade.purchase import DECK
from web.shared.errors import Refusal

CONDITION = "condition-"
"""Prefix of the fields for conditions of the scenario."""


@require_safe
@never_cache
def deck_upgrade(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Show the form for experience and exiled cards, or redirect to an upgrade that is open."""
    editor_page = EditorPage(deck_of(request, deck_id))
    if editor_page.version.is_open:
        return redirect("deck-edit", deck_id)
    rows = [
        row
        for where in (MAIN, SECOND_DECK)
        for row in editor_page.rows(where)
        if row.card and row.card.standard
    ]
    exile = [row for row in rows if "exile" in row.card.keywords or "exiled-when" in kinds(row.card)]  # type: ignore[union-attr]
    others = [row for row in rows if row not in exile]
    questions = questions_about(editor_page.catalogue, editor_page.rules_deck)
    fields = conditions.condition_fields(questions, {}, CONDITION)
    return dialog(request, "upgrade", editor_page, exile=exile, others=others, conditions=fields)


def kinds(card: object) -> set[str]:
    return {effect.kind for effect in getattr(card, "effects", ())}


@require_POST
@never_cache
def deck_upgrade_begin(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = deck_of(request, deck_id)
    try:
        earned = _experience(request.POST.get("experience", ""))
        questions = questions_about(catalogue(), rules_deck(deck))
        outcome = conditions.read_conditions(request.POST, questions, CONDITION)
        piles = (request.POST.getlist(name) for name in ("exiled", "exiled-second-deck"))
        services.begin_upgrade(
            deck,
            experience=earned,
            outcome=replace(outcome, exiled=piles_of(*piles)),
            expected_revision=author_of(request, deck)["expected_revision"],
        )
    except Refusal as refusal:
        return refused(request, deck, refusal)
    return _to_editor(request, deck)


def _experience(text: str) -> int:
    if not text.strip().isdecimal() or len(text.strip()) > 3:
        raise BadEdit(_("Enter the experience earned: a number from 0 to 999."))
    return int(text)


def _to_editor(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Load the whole page again, because its layout has changed."""
    address = reverse("deck-edit", args=[deck.public_id])
    return JsonResponse({"go": address}) if in_place(request) else redirect(address)


@require_safe
@never_cache
def deck_purchase_options(request: HttpRequest, deck_id: UUID, code: str) -> HttpResponse:
    """Show every way to get a card now, with price and reasons."""
    editor_page = EditorPage(deck_of(request, deck_id))
    card = card_under_taboo(editor_page, code)
    if card is None or not editor_page.version.is_open:
        raise Http404
    where = SECOND_DECK if request.GET.get("where") == SECOND_DECK and editor_page.has_second_deck else MAIN
    options = purchase_options(editor_page, card, request.GET.get("replaces", ""), where)
    return dialog(request, "purchase_options", editor_page, card=card, code=code, **options)


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
        raise BadEdit(_("Choose a card."))
    replaces = replaces or given.get("replaces", "")
    return services.buy(deck, code=code, replaces=replaces, way=way, place=_place(request), **author)


def _place(request: HttpRequest) -> str:
    """Return the part of the deck that a form is about; the main deck by default."""
    return PLACES.get(request.POST.get("where", MAIN), DECK)


def _new_marks(request: HttpRequest, deck: Deck, code: str) -> tuple[Tick, ...]:
    """Return the marks in the form that were not paid for yet."""
    editor_page = EditorPage(deck)
    card = card_under_taboo(editor_page, code)
    if card is None:
        raise BadEdit(_("Unknown card."))
    before = {tick.box: tick.experience for tick in editor_page.rules_deck.customizations.get(code, ())}
    found = [
        Tick(tick.box, tick.experience - before.get(tick.box, 0), tick.choice)
        for tick in read_ticks(request.POST, card)
    ]
    if any(tick.experience < 0 for tick in found):
        raise BadEdit(_("You can't unmark boxes that were paid for. Undo the purchase instead."))
    return tuple(tick for tick in found if tick.experience or tick.choice)


@edits
def deck_take_out(request: HttpRequest, deck: Deck) -> Edited:
    """Remove a copy that the rules take out of the deck."""
    code, place = request.POST.get("code", ""), _place(request)
    return services.take_out(deck, code=code, place=place, **author_of(request, deck))


@require_safe
@never_cache
def deck_upgrade_finish(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Show what was bought, what is left, and what still prevents finishing."""
    editor_page = EditorPage(deck_of(request, deck_id))
    if not editor_page.version.is_open:
        return redirect("deck-edit", deck_id)
    return dialog(request, "finish", editor_page, ledger=ledger_of(editor_page))


@require_POST
@never_cache
def deck_upgrade_close(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Finish or cancel the upgrade."""
    deck = deck_of(request, deck_id)
    try:
        if request.POST.get("cancel"):
            services.cancel_upgrade(deck)
            messages.success(request, _("Upgrade discarded. The deck is as it was before."))
        else:
            seen = author_of(request, deck)["expected_revision"]
            version = services.finish_upgrade(deck, expected_revision=seen)
            messages.success(request, _("Version %(n)d is finished.") % {"n": version.number})
    except Refusal as refusal:
        return refused(request, deck, refusal)
    return _to_editor(request, deck)
