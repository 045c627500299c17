"""Investigator pages: the list of those who build decks, and the options and cards of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from cards import adapters, card_page
from cards.investigator_access import usable_by
from cards.search.normalization import words
from cards.search.query import LONGEST_TEXT
from cards.text import names, options
from cards.views import Request, remember, wants_part
from cards.views.card import common, find
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, InvestigatorFacts, Pack

SKILLS = ("willpower", "intellect", "combat", "agility")


@dataclass(frozen=True)
class InvestigatorRow:
    """An investigator in the list."""

    card: Card
    edition: str
    pack: Pack | None
    free: int
    limited: int


@dataclass(frozen=True)
class InvestigatorFilters:
    text: str
    classes: tuple[str, ...]
    errors: tuple[str, ...]

    @property
    def address(self) -> str:
        given = [("q", self.text)] if self.text else []
        given += [("class", name) for name in self.classes]
        return reverse("investigator-list") + (f"?{urlencode(given)}" if given else "")


def read_investigator_filters(request: Request) -> InvestigatorFilters:
    errors = []
    text = " ".join(request.GET.get("q", "").split())
    if len(text) > LONGEST_TEXT:
        errors.append(_("A search can have at most 200 characters."))
        text = ""
    given = [name for name in request.GET.getlist("class") if name]
    known = tuple(name for name in names.CLASSES if name in given and name != "multiclass")
    errors += [_("“%(value)s” is not a class.") % {"value": name[:60]} for name in given if name not in known]
    return InvestigatorFilters(text, known, tuple(errors))


@require_safe
@vary_on_headers("HX-Request", "HX-Target")
def investigator_list(request: Request) -> HttpResponse:
    filters = read_investigator_filters(request)
    catalogue = adapters.catalogue()
    found = [card for card in card_page.builders(catalogue) if matches(card, filters)]
    groups: dict[str, list[InvestigatorRow]] = {}
    for card in found:
        groups.setdefault(names.class_of(card), []).append(row(catalogue, card))
    page = {
        "filters": filters,
        "groups": [(name, names.CLASSES[name], rows) for name, rows in groups.items()],
        "number": ngettext("%(n)d investigator", "%(n)d investigators", len(found)) % {"n": len(found)},
        "classes": [(name, word) for name, word in names.CLASSES.items() if name != "multiclass"],
        "skills": [(name, names.SKILLS[name]) for name in SKILLS],
    }
    if wants_part(request):
        return remember(request, render(request, "cards/_investigators.html", page), filters.address)
    return render(request, "cards/investigator_list.html", page)


def matches(card: Card, filters: InvestigatorFilters) -> bool:
    """Return whether each word begins a word of the investigator's name, subtitle or traits."""
    if filters.classes and not card.classes & set(filters.classes):
        return False
    spoken = [card.title, card.title_de, card.subtitle, card.subtitle_de, *card.traits, card.code]
    own = [word for text in spoken for word in words(text)]
    return all(any(each.startswith(word) for each in own) for word in words(filters.text))


def row(catalogue: Catalogue, card: Card) -> InvestigatorRow:
    usable = usable_by(catalogue, card.code)
    printing = catalogue.printings.get(card.code)
    pack = catalogue.packs.get(printing.pack) if printing else None
    return InvestigatorRow(
        card, names.edition_of(card, catalogue), pack, len(usable.free), len(usable.limited)
    )


@require_safe
def investigator_detail(request: Request, code: str) -> HttpResponse:
    card = find(code)
    if not card.investigator:
        return redirect("card-detail", code)
    catalogue = adapters.catalogue()
    facts = card.investigator
    usable = usable_by(catalogue, card.code)
    signatures = [catalogue.cards[each] for each in usable.signatures]
    return render(
        request,
        "cards/investigator_detail.html",
        {
            **common(request, card, code),
            "facts": facts,
            "edition": names.edition_of(card, catalogue),
            "statline": [(name, names.SKILLS[name], card.skills.get(name)) for name in SKILLS],
            "options": options.describe_options(facts),
            "side_options": options.describe_lines(facts.second_deck.options) if facts.second_deck else [],
            "required": required(catalogue, facts),
            "notes": options.describe_effects(card, catalogue),
            "free": len(usable.free),
            "limited": len(usable.limited),
            "signatures": sorted(signatures, key=lambda each: (bool(each.weakness), each.code)),
            "versions": versions(catalogue, card),
        },
    )


def required(catalogue: Catalogue, facts: InvestigatorFacts) -> list[tuple[int, list[Card]]]:
    """Return each required card with its alternatives, and the number of its copies."""
    found = []
    for requirement in facts.required:
        cards = [catalogue.cards[code] for code in requirement.any if code in catalogue.cards]
        if cards:
            found.append((cards[0].limit, cards))
    return found


def versions(catalogue: Catalogue, card: Card) -> list[tuple[Card, str, Any]]:
    """Return other investigators of the same name: parallel, earlier, later."""
    same = [each for each in card_page.builders(catalogue) if each.title == card.title and each is not card]
    return [(each, names.edition_of(each, catalogue), row(catalogue, each).pack) for each in same]
