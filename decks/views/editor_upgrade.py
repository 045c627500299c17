"""Upgrades in the editor: experience and exile, prices of cards, purchases, and finishing."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.adapters import catalogue
from decks import conditions, services
from decks.adapters import rules_deck
from decks.campaign_hook import Place, place_of, upgrade_in_campaign
from decks.editor.layout import MAIN, SECOND_DECK, by_title
from decks.editor.page import EditorPage
from decks.editor.purchases import PLACES, purchase_options
from decks.editor.upgrade import ledger_of
from decks.errors import BadEdit
from decks.forms.card_dialog import read_ticks
from decks.models import Deck, DeckVersion
from decks.open_upgrade import LEAVES
from decks.services import Edited
from decks.views.editor_dialogs import card_under_taboo, dialog
from decks.views.editor_edits import author_of, deck_of, edits, in_place, refused
from rules.campaign.purchases import PurchaseEffects, effects_of_purchases
from rules.campaign.state import MENTAL, PHYSICAL
from rules.cards.model import Tick
from rules.outcome import piles_of
from rules.upgrade.conditions import questions_about
from rules.upgrade.purchase import DECK, MARK
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
    rows.sort(key=by_title)
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
    if code := given.get("cheapest"):
        return services.buy_cheapest(deck, code=code, place=_place(request), **author)
    if quick := given.get("quick"):
        return _quick_upgrade(request, deck, quick)
    way, _colon, rest = given.get("buy", "").partition(":")
    code, _colon, replaces = rest.partition(":")
    if not code:
        raise BadEdit(_("Choose a card."))
    replaces = replaces or given.get("replaces", "")
    return services.buy(deck, code=code, replaces=replaces, way=way, place=_place(request), **author)


def _quick_upgrade(request: HttpRequest, deck: Deck, quick: str) -> Edited:
    """Upgrade copies by a button of a row: `01020:01028:2` is two copies, from one code to another."""
    replaces, _colon, rest = quick.partition(":")
    code, _colon, copies = rest.partition(":")
    if not code or not copies.isdecimal() or len(copies) > 2:
        raise BadEdit(_("Choose a card."))
    return services.upgrade_copies(
        deck,
        code=code,
        replaces=replaces,
        copies=int(copies),
        place=_place(request),
        **author_of(request, deck),
    )


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
def deck_give_back(request: HttpRequest, deck: Deck) -> Edited:
    """Take back one row of the ledger: a purchase, or a card that was taken out."""
    position = request.POST.get("position", "")
    if not position.isdecimal() or len(position) > 4:
        raise BadEdit(_("This is not in the ledger any more."))
    return services.give_back(deck, position=int(position), **author_of(request, deck))


@edits
def deck_take_out(request: HttpRequest, deck: Deck) -> Edited:
    """Take a copy out of the deck, or give it back if it was bought just now."""
    code, place = request.POST.get("code", ""), _place(request)
    return services.take_out(deck, code=code, place=place, **author_of(request, deck))


@require_safe
@never_cache
def deck_upgrade_finish(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Show what was bought, what is left, and what still prevents finishing."""
    editor_page = EditorPage(deck_of(request, deck_id))
    if not editor_page.version.is_open:
        return redirect("deck-edit", deck_id)
    in_campaign = upgrade_in_campaign(editor_page.deck) is not None
    context = {
        "ledger": ledger_of(editor_page),
        "campaign": place_of(editor_page.deck) if in_campaign else None,
        "suffers": _bought_trauma(editor_page) if in_campaign else None,
    }
    return dialog(request, "finish", editor_page, **context)


def _bought_trauma(editor_page: EditorPage) -> PurchaseEffects:
    """Return the trauma that the purchases so far cost or heal, where the player decides on its kind."""
    bought = [row.card for row in editor_page.upgrade.purchases if row.way not in (LEAVES, MARK)]
    cards = [card for code in bought if (card := editor_page.catalogue.resolve(code))]
    return effects_of_purchases((card, 1) for card in cards)


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
            return _finish(request, deck)
    except Refusal as refusal:
        return refused(request, deck, refusal)
    return _to_editor(request, deck)


def _finish(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Finish the upgrade. What was bought in a campaign is recorded there, and the campaign goes on."""
    author = author_of(request, deck)
    in_campaign = upgrade_in_campaign(deck) is not None
    version = services.finish_upgrade(
        deck,
        by=author["by"],
        expected_revision=author["expected_revision"],
        trauma=_trauma(request, "trauma"),
        healed=_trauma(request, "healed"),
    )
    place = place_of(deck) if in_campaign else None
    if place is None:
        messages.success(request, _("Version %(n)d is finished.") % {"n": version.number})
        return _to_editor(request, deck)
    left = deck.seat.experience_left if deck.seat else version.experience_left
    messages.success(request, _recorded(version, place, left))
    return JsonResponse({"go": place.address}) if in_place(request) else redirect(place.address)


def _recorded(version: DeckVersion, place: Place, left: int) -> str:
    """Return a sentence such as “Recorded in Ashes: 2 purchases for 6 XP, 1 XP left.”"""
    bought = version.purchases.exclude(way=LEAVES).count()
    text = ngettext(
        "Recorded in %(campaign)s: %(n)d purchase for %(cost)d XP, %(left)d XP left.",
        "Recorded in %(campaign)s: %(n)d purchases for %(cost)d XP, %(left)d XP left.",
        bought,
    )
    facts = {"campaign": place.name, "n": bought, "cost": version.cost, "left": left}
    return text % facts


def _trauma(request: HttpRequest, name: str) -> dict[str, int]:
    """Return the trauma that purchases cost or heal, as the player divided it."""
    found: dict[str, int] = {}
    for kind in (PHYSICAL, MENTAL):
        text = request.POST.get(f"{name}_{kind}", "").strip()
        if text and (not text.isdecimal() or len(text) > 2):
            raise BadEdit(_("Trauma must be a number from 0 to 99."))
        if text and int(text):
            found[kind] = int(text)
    return found
