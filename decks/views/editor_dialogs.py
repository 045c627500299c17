"""Dialogs of the editor: a card, the settings, the notes, a draw. Without JavaScript each is a page."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from cards.collections.selectors import whereabouts
from cards.text.html import DRAWN
from decks import selectors, services
from decks.adapters import choices_of
from decks.editor.card_texts import browser_texts
from decks.editor.finder import parts_of
from decks.editor.page import EditorPage
from decks.editor.problems import SIZE
from decks.editor.set_apart import candidates, number_chosen, pile_title
from decks.errors import BadEdit
from decks.forms.card_dialog import boxes_of, read_ticks
from decks.forms.editor import COLUMNS, held_as
from decks.forms.settings import SettingsForm
from decks.markdown import notes_html
from decks.models import Deck
from decks.services import Edited
from decks.services.editing import LONGEST_NOTES
from decks.views.editor_edits import author_of, deck_of, edits, in_place
from decks.weaknesses import pool_for
from rules.cards.model import PLACEHOLDER, Card
from rules.deck.set_apart import SetApart


def dialog(request: HttpRequest, name: str, editor_page: EditorPage, **context: Any) -> HttpResponse:
    """Render only the content for a dialog, or a page of its own."""
    context |= {
        "deck": editor_page.deck,
        "editor_page": editor_page,
        "dialog": f"decks/editor/dialogs/{name}.html",
    }
    template = context["dialog"] if in_place(request) else "decks/editor/dialogs/page.html"
    return render(request, template, context)


@require_safe
@never_cache
def deck_why(request: HttpRequest, deck_id: UUID, code: str) -> HttpResponse:
    """Show why a card may not be added: the rules, with their citations."""
    deck = deck_of(request, deck_id)
    editor_page = EditorPage(deck)
    card = editor_page.catalogue.resolve(code)
    if card is None:
        raise Http404
    # That the deck is full is said last: it is true of every card.
    reasons = sorted(editor_page.examined.why(code), key=lambda reason: reason.rule in SIZE)
    return dialog(request, "why", editor_page, card=card, reasons=reasons, in_place=in_place(request))


@require_safe
@never_cache
def deck_card(request: HttpRequest, deck_id: UUID, code: str) -> HttpResponse:
    """Show a card of the deck: facts, copies, remark, upgrade sheet and attached cards."""
    editor_page = EditorPage(deck_of(request, deck_id))
    card = card_under_taboo(editor_page, code)
    held = held_as(editor_page.version, code, "main")
    if card is None and code not in editor_page.version.slots:
        raise Http404
    texts = browser_texts(editor_page.catalogue, editor_page.deck.taboo)
    apart = next((each for each in editor_page.apart if each.holder == held), None)
    ticks = editor_page.rules_deck.customizations.get(held, ())
    return dialog(
        request,
        "card",
        editor_page,
        card=card,
        code=held,
        text=texts.html.get(card.code, "") if card else "",
        parts=[
            (
                name,
                label,
                getattr(editor_page.version, COLUMNS[name]).get(held_as(editor_page.version, code, name), 0),
            )
            for name, label in parts_of(editor_page)
        ],
        stop=editor_page.stop(card.code) if card else "",
        annotation=editor_page.version.annotations.get(held, ""),
        boxes=boxes_of(editor_page.catalogue, card, ticks, texts.sheets.get(card.code, ()))
        if card and held in editor_page.version.slots
        else [],
        spent=sum(tick.experience for tick in ticks),
        **(apart_context(editor_page, apart) if apart else {}),
        found_in=whereabouts(card.code) if card else [],
    )


def apart_context(editor_page: EditorPage, apart: SetApart) -> dict[str, Any]:
    rows = candidates(editor_page.catalogue, editor_page.rules_deck, apart)
    return {
        "apart": apart,
        "apart_title": pile_title(apart),
        "candidates": rows,
        "chosen": number_chosen(rows),
    }


@require_safe
@never_cache
def deck_apart(request: HttpRequest, deck_id: UUID, code: str) -> HttpResponse:
    """Show which cards an investigator or a card of the deck sets apart before a game."""
    editor_page = EditorPage(deck_of(request, deck_id))
    apart = next((each for each in editor_page.apart if each.holder == code), None)
    if apart is None:
        raise Http404
    return dialog(request, "apart", editor_page, code=code, **apart_context(editor_page, apart))


def card_under_taboo(editor_page: EditorPage, code: str) -> Card | None:
    return editor_page.catalogue.under(editor_page.deck.taboo).printed.get(code)


@edits
def deck_customize(request: HttpRequest, deck: Deck, code: str) -> Edited:
    card = card_under_taboo(EditorPage(deck), code)
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
    editor_page = EditorPage(deck_of(request, deck_id))
    shown = notes_html(editor_page.deck.notes)
    return dialog(request, "notes", editor_page, shown=shown, symbols=DRAWN.items())


@require_POST
@never_cache
def deck_preview_notes(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Show notes as readers will see them; nothing is saved."""
    deck_of(request, deck_id)
    return HttpResponse(notes_html(request.POST.get("notes", "")[:LONGEST_NOTES]))


@edits
def deck_write_notes(request: HttpRequest, deck: Deck) -> Edited:
    return services.write_notes(deck, notes=request.POST.get("notes", ""), **author_of(request, deck))


@require_safe
@never_cache
def deck_settings(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    editor_page = EditorPage(deck_of(request, deck_id))
    folders = selectors.folders_of(request.user)
    return dialog(
        request,
        "settings",
        editor_page,
        form=settings_form(editor_page),
        tags=tags_text(editor_page.deck),
        folders=folders,
    )


def settings_form(editor_page: EditorPage, given: Any = None) -> SettingsForm | None:
    """Return the form for the settings; None if the catalogue does not know the investigator."""
    deck = editor_page.deck
    investigator = editor_page.catalogue.resolve(deck.investigator)
    if investigator is None or investigator.investigator is None:
        return None
    return SettingsForm(
        given,
        initial=SettingsForm.initial_of(deck, editor_page.catalogue),
        catalogue=editor_page.catalogue,
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
    editor_page = EditorPage(deck)
    form = settings_form(editor_page, request.POST)
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
    editor_page = EditorPage(deck_of(request, deck_id))
    pool = pool_for(
        editor_page.catalogue, editor_page.rules_deck, editor_page.circumstances, owner=editor_page.deck.owner
    )
    return dialog(
        request, "weakness", editor_page, pool=pool, waiting=editor_page.version.slots.get(PLACEHOLDER, 0)
    )


@edits
def deck_draw_weakness(request: HttpRequest, deck: Deck) -> Edited:
    return services.draw_weaknesses(deck, **author_of(request, deck))
