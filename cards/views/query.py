"""The search language: its help page, and completion while a search is typed."""

from __future__ import annotations

from dataclasses import asdict
from urllib.parse import urlencode

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.adapters import catalogue
from cards.marks import marks_of
from cards.search.completion import complete
from cards.search.grammar import LONGEST_QUERY
from cards.search.vocabulary import FIELDS
from cards.views import Request
from web.shared.numbers import read_whole


@require_safe
def card_completion(request: Request) -> HttpResponse:
    """Return what may be meant at the caret of a search, as JSON."""
    text = request.GET.get("q", "")[:LONGEST_QUERY]
    at = read_whole(request.GET.get("at", ""), most=9_999)
    caret = len(text) if at is None else at
    marks = marks_of(request.user) if "tag" in text.lower() else None
    found = complete(text, caret, catalogue(), marks)
    return JsonResponse({"suggestions": [asdict(each) for each in found]})


def examples() -> list[tuple[str, str]]:
    """Return searches with what they find, for the help page. A test runs them all."""
    return [
        ("machete", _("Words of the title, the subtitle, traits and keywords, and of imported texts")),
        ('"knowledge is power"', _("Words in this order")),
        ("shrivelling (5)", _("A title at a level")),
        ("class:seeker level<=2 trait:tome", _("All of these")),
        ("class:seeker,mystic type:event", _("One of several values")),
        ("trait:tome or trait:spell", _("One of several terms")),
        ("class:rogue (trait:illicit or trait:trick) -fast", _("Brackets, and a minus to exclude")),
        ("cost:0-1 slot:ally", _("From one number to another")),
        ("type:asset cost:4+ icons>=3", _("A number or more")),
        ("icons:intellect>=2 type:skill", _("Two intellect icons or more")),
        ('box:"revised core" class:guardian', _("Cards of a box, in any printing")),
        ('usable-by:"Daisy Walker" level:0 trait:tome', _("What an investigator can take")),
        ("taboo:changed class:seeker", _("What the newest taboo list changes")),
        ("type:investigator willpower>=4 sanity>=8", _("Investigators by their skills")),
        ("keyword:permanent keyword:exceptional", _("Both keywords")),
        ("weakness:basic trait:madness", _("Weaknesses")),
        ("owned:yes level:0 class:survivor", _("Only from your collection")),
        ("favourite:yes or tag:solo", _("Cards that you have marked")),
    ]


@require_safe
def card_search_help(request: Request) -> HttpResponse:
    address = reverse("card-list")
    page = {
        "examples": [(text, label, f"{address}?{urlencode({'q': text})}") for text, label in examples()],
        "fields": [(field, f"{address}?{urlencode({'q': field.example})}") for field in FIELDS],
    }
    return render(request, "cards/search_help.html", page)
