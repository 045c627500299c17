"""Is this deck legal? Asked on the first page, by anybody, of any list; nothing is saved."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.limits import costly
from accounts.middleware import knowing_nobody
from cards.adapters import catalogue
from decks.checking import question
from decks.formats.errors import Unreadable
from decks.importing import Preview, preview
from decks.models import Mode
from decks.wording import error_in_words
from jobs.http import HtmxRequest
from rules.editions import DEFAULT, EDITIONS
from rules.judge import judge
from rules.verdict import Verdict

# A page is for a few; whoever has many decks has the command and the API.
MOST_DECKS = 5


@dataclass(frozen=True)
class Checked:
    """A deck of the pasted text, with what is said of it; or why there is none."""

    found: Preview
    verdict: Verdict | None = None
    error: str = ""


def choices() -> dict[str, Any]:
    """What the form offers."""
    return {
        "editions": [(edition.id, edition.title) for edition in EDITIONS.values()],
        "modes": Mode.choices,
        "edition": DEFAULT,
        "mode": Mode.CREATION.value,
    }


@require_http_methods(["GET", "HEAD", "POST"])
@knowing_nobody
@costly("check")
def check_deck(request: HtmxRequest) -> HttpResponse:
    if request.method != "POST":
        return redirect("home")
    text, mode, edition = (request.POST.get(name, "") for name in ("text", "mode", "edition"))
    context: dict[str, Any] = {**choices(), "text": text, "mode": mode, "edition": edition, "decks": []}
    try:
        context["decks"] = checked(text, mode=mode, edition=edition)
    except Unreadable as error:
        context["problem"] = error_in_words(error)
    return render(request, "home/_checked.html" if request.htmx else "home/check.html", context)


def checked(text: str, *, mode: str, edition: str) -> list[Checked]:
    cards = catalogue()
    circumstances = question(cards, mode=mode, edition=edition).circumstances
    return [
        Checked(each, verdict=judge(cards, each.record.deck, circumstances))
        if each.record
        else Checked(each, error=error_in_words(each.error) if each.error else "")
        for each in preview(text)[:MOST_DECKS]
    ]
