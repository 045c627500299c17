"""The search for everything: cards, the user's decks, campaigns and games, published decks, and rules."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from boardgames.selectors import games_visible_to
from campaigns.selectors import campaigns_visible_to
from cards import adapters
from cards.collections.selectors import copies_owned, usual_collection
from cards.marks import marks_of
from cards.search.conditions import FAVOURITE, OWNED, TAG, needs
from cards.search.engine import check, condition_of, instead_of, search
from cards.search.grammar import LONGEST_QUERY
from cards.search.matching import Own
from cards.search.query import Query
from cards.text.names import language
from cards.views import Request, wants_part
from decks import selectors
from decks.models import Deck
from rulebook import books_page, rules_page
from rules import rulebook
from rules.rulebook.books.search import search_books

LONGEST_TEXT = LONGEST_QUERY
#: Results of each kind: in the drop-down while typing, and on the results page.
FEW, MANY = 5, 20


@require_safe
@vary_on_headers("HX-Request")
def find(request: Request) -> HttpResponse:
    """Show the results of every kind."""
    words = " ".join(request.GET.get("q", "").split())
    part = wants_part(request)
    page = {"words": words[:LONGEST_TEXT], "too_long": len(words) > LONGEST_TEXT}
    if words and not page["too_long"]:
        page |= answers(request, words, most=FEW if part else MANY)
    return render(request, "finding/_answers.html" if part else "finding/page.html", page)


def answers(request: Request, words: str, most: int) -> dict[str, object]:
    wrong = check(words, adapters.catalogue())
    own = own_of(request, words)
    cards = [] if wrong else search(Query(text=words), owned=own.owned, marks=own.marks).cards
    rules = rulebook.search(words, language())
    entries = [hit.entry for hit in search_books(words)]
    query = urlencode({"q": words})
    return {
        "wrong": wrong,
        "instead": "" if cards or wrong else instead_of(words),
        "cards": cards[:most],
        "all_cards": (len(cards), f"{reverse('card-list')}?{query}") if len(cards) > most else None,
        "decks": decks(request, words, most),
        "campaigns": list(
            campaigns_visible_to(request.user).defer("state").filter(name__icontains=words)[:most]
        ),
        "games": list(games_visible_to(request.user).defer("state").filter(name__icontains=words)[:most]),
        "rules": [(rule.id, rule.text(language()), rules_page.place(rule.id)) for rule in rules[:most]],
        "entries": [books_page.EntryRow(entry) for entry in entries[:most]],
        # “exile” asks about the term before it asks for cards that have it.
        "names_entry": any(entry.is_called(words) for entry in entries[:most]),
        "all_entries": (len(entries), f"{reverse('book-list')}?{query}") if len(entries) > most else None,
        "all_rules": (len(rules), f"{reverse('rule-list')}?{query}") if len(rules) > most else None,
    }


def own_of(request: Request, words: str) -> Own:
    """Return what the search needs to know about the reader; nothing is queried if it does not."""
    condition = condition_of(words, adapters.catalogue())
    collection = usual_collection(request.user) if needs(condition, OWNED) else None
    marked = needs(condition, FAVOURITE) or needs(condition, TAG)
    return Own(copies_owned(collection) if collection else None, marks_of(request.user) if marked else None)


def decks(request: Request, words: str, most: int) -> list[Deck]:
    """Return the user's own decks, including archived ones; then published decks, up to the limit."""
    wanted = selectors.Wanted(text=words, archived=None)
    found = list(selectors.narrowed(selectors.decks_of(request.user), wanted)[:most])
    if len(found) < most:
        others = selectors.public_decks().exclude(owner=request.user.pk or 0)
        found += selectors.narrowed(others, wanted)[: most - len(found)]
    catalogue = adapters.catalogue()
    for deck in found:
        deck.who = catalogue.resolve(deck.front or deck.investigator)  # type: ignore[attr-defined]
        deck.whose = "" if deck.owner_id == request.user.pk else _("published")  # type: ignore[attr-defined]
    return found
