"""Dialogs of the editor: a card, the settings, the notes, a draw. Without JavaScript each is a page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.collections.boxes import whereabouts
from cards.text.names import german
from decks import selectors, services
from decks.adapters import choices_of
from decks.editor.browser import texts_for
from decks.editor.finder import parts_of
from decks.editor.page import Desk
from decks.errors import BadEdit
from decks.forms.editor import COLUMNS, held_as
from decks.forms.settings import SettingsForm
from decks.forms.sheets import attachable, boxes_of, read_ticks
from decks.markdown import prose
from decks.models import Deck
from decks.services import Edited
from decks.views.editor_edits import author_of, deck_of, edits, in_place
from decks.weaknesses import pool_for
from rules.cards import effects
from rules.cards.model import PLACEHOLDER, Card


def sheet(request: HttpRequest, name: str, desk: Desk, **context: Any) -> HttpResponse:
    """Render only the content for a dialog, or a page of its own."""
    context |= {"deck": desk.deck, "desk": desk, "sheet": f"decks/editor/sheets/{name}.html"}
    template = context["sheet"] if in_place(request) else "decks/editor/sheets/page.html"
    return render(request, template, context)


@require_safe
@never_cache
def deck_why(request: HttpRequest, deck_id: UUID, code: str) -> HttpResponse:
    """Show why a card may not be added: the rules, with their citations."""
    deck = deck_of(request, deck_id)
    desk = Desk(deck)
    card = desk.catalogue.resolve(code)
    if card is None:
        raise Http404
    reasons = desk.examined.why(code)
    return sheet(request, "why", desk, card=card, reasons=reasons, in_place=in_place(request))


@require_safe
@never_cache
def deck_card(request: HttpRequest, deck_id: UUID, code: str) -> HttpResponse:
    """Show a card of the deck: facts, copies, remark, upgrade sheet and attached cards."""
    desk = Desk(deck_of(request, deck_id))
    card = card_under_taboo(desk, code)
    held = held_as(desk.version, code, "main")
    if card is None and code not in desk.version.slots:
        raise Http404
    codes = [code, card.code] if card else [code]
    effect = next(iter(card.effects_of(effects.ATTACHES)), None) if card else None
    ticks = desk.rules_deck.customizations.get(held, ())
    return sheet(
        request,
        "card",
        desk,
        card=card,
        code=held,
        text=next(iter(texts_for(codes, "de" if german() else "en").values()), ""),
        parts=[
            (name, label, getattr(desk.version, COLUMNS[name]).get(held_as(desk.version, code, name), 0))
            for name, label in parts_of(desk)
        ],
        stop=desk.stop(card.code) if card else "",
        annotation=desk.version.annotations.get(held, ""),
        boxes=boxes_of(desk.catalogue, card, ticks) if card and held in desk.version.slots else [],
        spent=sum(tick.experience for tick in ticks),
        attaches=effect if held in desk.version.slots else None,
        attachable=attachable(desk.catalogue, desk.rules_deck, held, effect) if effect else [],
        found_in=whereabouts(card.code) if card else [],
    )


def card_under_taboo(desk: Desk, code: str) -> Card | None:
    return desk.catalogue.under(desk.deck.taboo).printed.get(code)


@edits
def deck_customize(request: HttpRequest, deck: Deck, code: str) -> Edited:
    card = card_under_taboo(Desk(deck), code)
    if card is None:
        raise BadEdit(_("Unknown card."))
    return services.customize(
        deck, code=code, ticks=read_ticks(request.POST, card), **author_of(request, deck)
    )


@edits
def deck_attach(request: HttpRequest, deck: Deck, code: str) -> Edited:
    cards = request.POST.getlist("attach")
    return services.attach(deck, code=code, cards=cards, **author_of(request, deck))


@edits
def deck_annotate(request: HttpRequest, deck: Deck, code: str) -> Edited:
    text = request.POST.get("text", "")
    return services.annotate(deck, code=code, text=text, **author_of(request, deck))


@require_safe
@never_cache
def deck_notes(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    desk = Desk(deck_of(request, deck_id))
    return sheet(request, "notes", desk, shown=prose(desk.deck.notes))


@edits
def deck_write_notes(request: HttpRequest, deck: Deck) -> Edited:
    return services.write_notes(deck, notes=request.POST.get("notes", ""), **author_of(request, deck))


@require_safe
@never_cache
def deck_settings(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    desk = Desk(deck_of(request, deck_id))
    folders = selectors.folders_of(request.user)
    return sheet(
        request, "settings", desk, form=settings_form(desk), tags=tags_text(desk.deck), folders=folders
    )


def settings_form(desk: Desk, given: Any = None) -> SettingsForm | None:
    """Return the form for the settings; None if the catalogue does not know the investigator."""
    deck = desk.deck
    investigator = desk.catalogue.resolve(deck.investigator)
    if investigator is None or investigator.investigator is None:
        return None
    return SettingsForm(
        given,
        initial=SettingsForm.initial_of(deck, desk.catalogue),
        catalogue=desk.catalogue,
        investigator=investigator,
        back=(given or {}).get("back", deck.back),
        taboo=(given or {}).get("taboo", deck.taboo),
    )


def tags_text(deck: Deck) -> str:
    return ", ".join(tag.name for tag in deck.tags.all())


@edits
@transaction.atomic
def deck_save_settings(request: HttpRequest, deck: Deck) -> Edited:
    """Save all settings in one edit, so that one undo takes them back together."""
    desk = Desk(deck)
    form = settings_form(desk, request.POST)
    author = author_of(request, deck)
    if form is None:
        return services.rename(deck, name=request.POST.get("name", ""), **author)
    if not form.is_valid():
        raise BadEdit(" ".join(str(error) for errors in form.errors.values() for error in errors))
    services.set_tags(deck, tags=request.POST.get("tags", "").split(","))
    services.set_folder(deck, folder=request.POST.get("folder", deck.folder))
    return services.settle(
        deck,
        name=form.cleaned_data["name"] or deck.name,
        choices=form.chosen_choices() if form.choice_fields or "back" in form.fields else choices_of(deck),
        changes={
            "mode": form.cleaned_data["mode"] or deck.mode,
            "taboo": form.cleaned_data["taboo"],
            "edition": form.cleaned_data["edition"] or deck.edition,
            "environment": form.environment_text(),
            "card_pool": form.chosen_pool(deck.card_pool),
        },
        **author,
    )


@require_safe
@never_cache
def deck_weakness(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Show what can be drawn."""
    desk = Desk(deck_of(request, deck_id))
    pool = pool_for(desk.catalogue, desk.rules_deck, desk.circumstances, owner=desk.deck.owner)
    return sheet(request, "weakness", desk, pool=pool, waiting=desk.version.slots.get(PLACEHOLDER, 0))


@edits
def deck_draw_weakness(request: HttpRequest, deck: Deck) -> Edited:
    return services.draw_weaknesses(deck, **author_of(request, deck))
