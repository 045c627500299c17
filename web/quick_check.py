"""The quick check on the home page: judges pasted decks without saving anything."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.limits import costly
from accounts.middleware import without_user
from cards.adapters import catalogue
from decks.checking import check_terms
from decks.formats.errors import Unreadable, UnreadableText
from decks.formats.errors import _ as mark
from decks.importing import Preview, preview
from decks.models import Mode
from decks.text import error_text
from rules.deck.validate import judge
from rules.deck.verdict import Verdict
from rules.rulebook.editions import DEFAULT, EDITIONS
from web.shared.htmx import HtmxRequest

# The page is for a few decks; the command and the API check many.
MOST_DECKS = 5
#: Characters of them, with notes.
MOST_TEXT = 300_000
TOO_LONG = mark("That is too much text to be checked here: at most {most} thousand characters.")


@dataclass(frozen=True)
class Checked:
    """A deck of the pasted text with its verdict, or the reason why it cannot be read."""

    found: Preview
    verdict: Verdict | None = None
    error: str = ""


def choices() -> dict[str, Any]:
    """Return the choices of the form."""
    return {
        "editions": [(edition.id, edition.title) for edition in EDITIONS.values()],
        "modes": Mode.choices,
        "edition": DEFAULT,
        "mode": Mode.CREATION.value,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@without_user
@costly("check")
def check_deck(request: HtmxRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("home")
    text, mode, edition = (request.POST.get(name, "") for name in ("text", "mode", "edition"))
    context: dict[str, Any] = {**choices(), "text": text, "mode": mode, "edition": edition, "decks": []}
    try:
        if len(text) > MOST_TEXT:
            context["text"] = ""
            raise UnreadableText(TOO_LONG, most=MOST_TEXT // 1_000)
        context["decks"] = checked(text, mode=mode, edition=edition)
        context["can_be_saved"] = any(each.verdict for each in context["decks"])
    except Unreadable as error:
        context["problem"] = error_text(error)
    return render(request, "home/_checked.html" if request.htmx else "home/check.html", context)


def checked(text: str, *, mode: str, edition: str) -> list[Checked]:
    cards = catalogue()
    circumstances = check_terms(cards, mode=mode, edition=edition).circumstances
    return [
        Checked(each, verdict=judge(cards, each.record.deck, circumstances))
        if each.record
        else Checked(each, error=error_text(each.error) if each.error else "")
        for each in preview(text)[:MOST_DECKS]
    ]
