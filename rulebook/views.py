"""Rules pages: every rule, its place in each edition, and the interpretations."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from cards.errors import NotInCatalogue
from cards.text.names import language as card_language
from cards.views import Request, remember, wants_part
from rulebook import books_page, coverage_page, rules_page, timing_page
from rules.rulebook import RULEBOOK
from rules.rulebook.books import LIBRARY
from rules.rulebook.editions import EDITIONS
from rules.rulebook.interpretations import INTERPRETATIONS


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def rule_list(request: Request) -> HttpResponse:
    filters = rules_page.read_rule_filters(request.GET)
    return answer(request, rules_page.rules_context(filters, None), reverse("rule-list") + filters.address())


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def rule_detail(request: Request, rule_id: str) -> HttpResponse:
    if rule_id not in RULEBOOK:
        raise NotInCatalogue(
            _("No rule has the id “%(rule)s”. Search for a word or a page instead.") % {"rule": rule_id[:80]}
        )
    filters, rule = rules_page.read_rule_filters(request.GET), RULEBOOK[rule_id]
    if request.htmx and request.htmx.target == "rule":
        return render(
            request, "rules/_rule.html", {"filters": filters, "chosen": rule, **rules_page.one(rule, filters)}
        )
    return answer(request, rules_page.rules_context(filters, rule), request.get_full_path())


def answer(request: Request, page: dict[str, Any], address: str) -> HttpResponse:
    if not wants_part(request):
        return render(request, "rules/rule_list.html", page)
    return remember(request, render(request, "rules/_rulebook.html", page), address)


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def book_list(request: Request) -> HttpResponse:
    """Show what a search finds in all books, or their contents."""
    filters = books_page.read_book_filters(request.GET)
    page = books_page.books_context(filters)
    if not wants_part(request):
        return render(request, "rules/book_list.html", page)
    return remember(
        request, render(request, "rules/_found.html", page), reverse("book-list") + filters.address()
    )


@require_safe
def book_entry(request: Request, entry_id: str) -> HttpResponse:
    """Show an entry: its place and our sentence in each book, and what belongs to it."""
    if entry_id not in LIBRARY:
        raise NotInCatalogue(
            _("The books have no entry “%(entry)s”. Search for a word or a page instead.")
            % {"entry": entry_id[:80]}
        )
    return render(request, "rules/book_entry.html", books_page.entry_context(LIBRARY[entry_id]))


@require_safe
def timing(request: Request) -> HttpResponse:
    """Show the timing charts."""
    page = {"charts": timing_page.charts_in(get_language() or ""), "total": len(RULEBOOK)}
    return render(request, "rules/timing.html", page)


@require_safe
def interpretation_list(request: Request) -> HttpResponse:
    """Show the questions that the documents leave open, and how they are decided here."""
    language = card_language()
    questions = [(i, i.question_text(language), i.decision_text(language)) for i in INTERPRETATIONS.values()]
    return render(request, "rules/interpretation_list.html", {"questions": questions, "total": len(RULEBOOK)})


@require_safe
def edition_list(request: Request) -> HttpResponse:
    """Show the editions side by side."""
    page = {"rows": rules_page.compared(), "editions": EDITIONS.values(), "total": len(RULEBOOK)}
    return render(request, "rules/edition_list.html", page)


@require_safe
def coverage_list(request: Request) -> HttpResponse:
    """Show how the site handles every statement of the books."""
    return render(
        request,
        "rules/coverage_list.html",
        coverage_page.coverage_context(coverage_page.read_coverage_filters(request.GET)),
    )
