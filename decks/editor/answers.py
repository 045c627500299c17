"""The answer to an edit: the parts of the page that it changed, and the new state for the browser."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string

from decks.editor.page import EditorPage
from decks.editor.upgrade import ledger_of

#: Templates of the parts of the page, by the id of the element that is replaced.
PARTS = {
    "figures": "decks/editor/_figures.html",
    "deck-rows": "decks/editor/_rows.html",
    "verdict-panel": "decks/_verdict.html",
    "lines-panel": "decks/editor/_lines.html",
    "steps": "decks/editor/_steps.html",
    "pane-tabs": "decks/editor/_tabs.html",
}


def context_of(editor_page: EditorPage) -> dict[str, Any]:
    return {
        "deck": editor_page.deck,
        "editor_page": editor_page,
        "verdict": editor_page.verdict,
        "judged_by": editor_page.judged_by,
        "fix": editor_page.fix,
        "lacking": editor_page.lacking,
        "jump": True,
        "ledger": ledger_of(editor_page) if editor_page.version.is_open else None,
    }


def answer(request: HttpRequest, editor_page: EditorPage, **more: Any) -> dict[str, Any]:
    """Return everything that an edit may have changed."""
    # Parts are rendered without context processors, which would run again for each of them.
    context = {**context_of(editor_page), "csrf_token": get_token(request)}
    parts = dict(PARTS)
    if editor_page.version.is_open:
        parts["ledger-panel"] = "decks/editor/_ledger.html"
    html = {part: render_to_string(template, context) for part, template in parts.items()}
    return {"html": html, "name": editor_page.deck.name, "state": editor_page.state(), **more}
