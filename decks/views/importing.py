"""The import page: paste or upload decks, preview them, then save."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from accounts import idempotency
from accounts.limits import costly, shown_again
from accounts.models import User
from accounts.services import user_for_saving
from cards.adapters import catalogue
from cards.text.names import title_of
from decks import services
from decks.formats.errors import Unreadable
from decks.formats.lines import INVESTIGATOR
from decks.forms.settings import face_name
from decks.importing import Preview, preview
from decks.jobs import is_large, start_import
from decks.remote_decks import resolve_addresses
from decks.text import error_text
from rules.deck.circumstances import MODES
from rules.rulebook.editions import EDITIONS
from web.shared.errors import Refusal

#: An example of a list, shown on the page.
EXAMPLE = "Daniela Reyes\n2x Machete\n2x Vicious Blow\n1x Bodyguard [2]\n…"
#: More text than the backup of any account.
MOST_TEXT = 4_000_000


@require_http_methods(["GET", "HEAD", "POST"])
@costly("bulk")
def deck_import(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, {"text": ""})
    text, problem = _text(request)
    if problem:
        return _again(request, text, problem)
    decisions = {
        int(key[5:]): str(value)
        for key, value in request.POST.items()
        if key.startswith("line-") and key[5:].isdecimal() and len(key) < 14
    }
    owner = request.user if isinstance(request.user, User) else None
    try:
        text = resolve_addresses(text)
        found = preview(text, owner=owner, decisions=decisions)
    except Unreadable as error:
        return _again(request, text, error_text(error))
    if "save" in request.POST:
        return _save(request, text, _with_terms(request, found), decisions)
    return _page(request, _previewed(text, found))


def _page(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return render(request, "decks/import/import.html", {"example": EXAMPLE, **context}, status=status)


def _text(request: HttpRequest) -> tuple[str, str]:
    """Return the text that was pasted or uploaded, and the problem with it."""
    file = request.FILES.get("file")
    if file is not None:
        if file.size is None or file.size > MOST_TEXT:
            return "", _("The file is too large (at most 4 MB).")
        try:
            return file.read().decode("utf-8-sig"), ""
        except UnicodeDecodeError:
            return "", _("This isn't a text file. Upload JSON or a list of cards in UTF-8.")
    text = request.POST.get("text", "")
    if len(text) > MOST_TEXT:
        return "", _("The text is too long (at most 4 million characters).")
    return text, "" if text.strip() else _("Paste a deck, or choose a file.")


def _again(request: HttpRequest, text: str, problem: str) -> HttpResponse:
    return _page(request, {"text": shown_again(text), "problem": problem}, status=400)


def _previewed(text: str, found: list[Preview], ticked: Container[int] | None = None) -> dict[str, Any]:
    """Return the context of a preview. All decks are selected, or those with the given numbers."""
    return {
        "text": text,
        "found": [{**_shown(row), "ticked": ticked is None or row.number in ticked} for row in found],
        "readable": sum(row.record is not None for row in found),
    }


def _shown(row: Preview) -> dict[str, Any]:
    card = catalogue().resolve(row.record.deck.investigator) if row.record else None
    line = next((line.number for line in row.lines if line.kind == INVESTIGATOR), 0)
    investigators = (
        sorted({row.record.deck.investigator, *row.namesakes}) if row.record and row.namesakes else []
    )
    return {
        "row": row,
        "who": card,
        "name": (row.record.name if row.record else "") or (title_of(card) if card else _("A deck")),
        "investigators": [(code, _person(code)) for code in investigators if line],
        "investigator_line": line,
        "verdict_id": f"verdict-{row.number}",
        "error": error_text(row.error) if row.error else "",
        "versions": len(row.history) + 1,
    }


def _person(code: str) -> str:
    cards = catalogue()
    card = cards.resolve(code)
    return face_name(card, cards) if card else code


def _with_terms(request: HttpRequest, found: list[Preview]) -> list[Preview]:
    """Return the decks with the purpose and the rules that were sent with them, as by the quick check."""
    sent = {name: request.POST.get(name, "") for name in ("mode", "edition")}
    terms = {
        name: sent[name] for name, known in (("mode", MODES), ("edition", EDITIONS)) if sent[name] in known
    }
    return [replace(row, settings={**row.settings, **terms}) for row in found]


def _save(
    request: HttpRequest, text: str, found: list[Preview], decisions: Mapping[int, str]
) -> HttpResponse:
    wanted = {int(n) for n in request.POST.getlist("deck") if n.isdecimal() and len(n) < 6}
    chosen = [row for row in found if row.record is not None and (not wanted or row.number in wanted)]
    if not chosen:
        return _again(request, text, _("None of these decks can be imported."))
    try:
        owner = user_for_saving(request)
        key = idempotency.form_key(request, owner)
        if is_large(chosen):
            return redirect(start_import(owner, text, decisions, (row.number for row in chosen), key=key))
        made = services.save_import(chosen, owner=owner, key=key)
    except Refusal as refusal:
        context = _previewed(text, found, {row.number for row in chosen})
        return _page(request, {**context, "problem": refusal.message}, status=400)
    messages.success(
        request, ngettext("%(n)d deck imported.", "%(n)d decks imported.", len(made)) % {"n": len(made)}
    )
    if len(made) == 1:
        page = "deck-edit" if request.POST.get("next") == "edit" else "deck-detail"
        return redirect(page, made[0].public_id)
    return redirect("deck-list")
