"""Pages for a new deck: the choice of the investigator, then of the settings."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts import idempotency
from accounts.models import User
from accounts.services import user_for_saving
from cards.adapters import catalogue
from cards.collections.selectors import copies_owned, packs_owned, usual_collection
from cards.investigator_access import takers
from cards.search.index import first_pack
from cards.search.normalization import words
from cards.text.names import (
    CLASSES,
    SKILLS,
    class_of,
    edition_of,
    pack_title,
    subtitle_of,
    title_of,
    trait_name,
)
from decks import selectors, services
from decks.editor.lines import option_text
from decks.forms.new_deck import AROUND, RANDOM, RANDOM_OWNED, STARTER, NewDeckForm
from decks.models import Deck
from decks.preferences import preferences_of
from decks.services import beginnings
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, InvestigatorFacts
from rules.cards.ownership import boxes
from web.shared.errors import Refusal


@dataclass(slots=True)
class Person:
    """An investigator on the page of the choice."""

    card: Card
    css: str
    edition: str
    box: str
    owned: bool
    names: str
    """Searchable words, each after a space."""
    stats: tuple[tuple[str, str, str], ...] = ()
    """Names, labels and numbers of skills, health and sanity."""
    shown: bool = True

    @property
    def stats_text(self) -> str:
        return ", ".join(f"{label} {number}" for _name, label, number in self.stats)


@require_safe
def deck_new(request: HttpRequest) -> HttpResponse:
    """Choose an investigator: by class, by owned boxes or by words."""
    cards = catalogue()
    collection = usual_collection(request.user)
    owned = packs_owned(collection) if collection else {}
    chosen = frozenset(name for name in request.GET.getlist("class") if name in CLASSES)
    mine = bool(request.GET.get("owned")) and bool(owned)
    wanted = words(request.GET.get("q", "")[:200])
    around = card_named(cards, request.GET.get("with", ""))
    ways = {card.code: way for card, way in takers(cards, around.code)} if around else {}
    groups: dict[str, list[Person]] = {name: [] for name in CLASSES}
    for card in sorted(cards.investigators.values(), key=by_name):
        if card.investigator and not card.hidden and (around is None or card.code in ways):
            each = person(cards, card, owned)
            each.shown = (
                (not chosen or each.css in chosen)
                and (not mine or each.owned)
                and all(f" {word}" in each.names for word in wanted)
            )
            groups[each.css].append(each)
    context = {
        "groups": [
            (name, CLASSES[name], rows, sum(each.shown for each in rows))
            for name, rows in groups.items()
            if rows
        ],
        "found": sum(each.shown for rows in groups.values() for each in rows),
        "classes": [(name, label) for name, label in CLASSES.items() if name != "multiclass"],
        "chosen": chosen,
        "q": request.GET.get("q", "")[:200],
        "mine": mine,
        "collection": collection if owned else None,
        "around": around,
        "with_card": f"?{urlencode({'with': around.code})}" if around else "",
    }
    return render(request, "decks/new.html", context)


def card_named(cards: Catalogue, code: str) -> Card | None:
    """Return the card that a new deck is to be built around."""
    card = cards.resolve(code[:16]) if code else None
    return card if card is not None and card.standard else None


def by_name(card: Card) -> tuple[str, bool, str]:
    return (" ".join(words(card.title)), bool(card.parallel_of or card.same_as), card.code)


def person(cards: Catalogue, card: Card, owned: dict[str, int]) -> Person:
    pack = cards.packs.get(first_pack(cards, card.code))
    held = boxes(cards).get(card.code, {})
    named = (card.title, title_of(card), card.title_de, card.subtitle, subtitle_of(card), *card.traits)
    searchable = dict.fromkeys(words(" ".join([*named, *map(trait_name, card.traits)])))
    return Person(
        card=card,
        css=class_of(card),
        edition=edition_of(card, cards),
        box=pack_title(pack) if pack else "",
        owned=any(owned.get(code) for code in held),
        names=" ".join(["", *searchable]),
        stats=tuple(stats_of(card)),
    )


def stats_of(card: Card) -> Iterator[tuple[str, str, str]]:
    for name, label in SKILLS.items():
        if name in card.skills:
            yield name, str(label), str(card.skills[name])
    for name, label, number in (("health", _("health"), card.health), ("sanity", _("sanity"), card.sanity)):
        yield name, label, "–" if number is None else str(number)


@require_http_methods(["GET", "HEAD", "POST"])
def deck_new_for(request: HttpRequest, code: str) -> HttpResponse:
    """Choose the settings and create the deck."""
    cards = catalogue()
    investigator = cards.resolve(code)
    if investigator is None or investigator.investigator is None:
        raise Http404
    given = request.POST if request.method == "POST" else request.GET
    preferred = preferences_of(request.user).of_new_deck(cards)
    around = card_named(cards, given.get("with", ""))
    collection = usual_collection(request.user)
    facts: dict[str, Any] = {
        "around": around,
        "collection": collection.name if collection else "",
        "catalogue": cards,
        "investigator": investigator,
        "back": given.get("back", ""),
        "taboo": given.get("taboo", preferred["taboo"] if request.method == "GET" else ""),
    }
    if request.method == "POST":
        form = NewDeckForm(request.POST, **facts)
        if form.is_valid():
            try:
                return redirect("deck-edit", _begin(request, form, investigator).public_id)
            except Refusal as refusal:
                form.add_error(None, str(refusal.message))
    else:
        initial = {name: value for name, value in request.GET.items() if value}
        usual = {
            **NewDeckForm.beginning(investigator),
            **preferred,
            **({"start": AROUND} if around else {}),
        }
        form = NewDeckForm(initial={**usual, **initial}, **facts)
    back = form.back_card.investigator
    assert back is not None
    context = {
        "form": form,
        "investigator": investigator,
        "back": form.back_card,
        "lines": option_texts(back),
        "edition_name": edition_of(investigator, cards),
        "required": list(required_cards(cards, back)),
        "weaknesses": back.random_weaknesses,
        "around": around,
        "published": selectors.is_published_for(investigator.code),
    }
    return render(request, "decks/new_for.html", context)


def required_cards(cards: Catalogue, back: InvestigatorFacts) -> Iterator[tuple[Card, int]]:
    """Yield each signature with its number of copies. A card may stand for several requirements."""
    codes = dict.fromkeys(need.any[0] for need in back.required if need.any)
    for code in codes:
        if code in cards.cards:
            yield cards.cards[code], max(1, cards.cards[code].limit)


def _begin(request: HttpRequest, form: NewDeckForm, investigator: Card) -> Deck:
    owner = user_for_saving(request)
    return services.create_deck(
        owner=owner,
        investigator=investigator.code,
        choices=form.chosen_choices(),
        name=form.cleaned_data["name"],
        signatures=form.wanted_signatures(),
        taboo=form.cleaned_data["taboo"],
        edition=form.cleaned_data["edition"] or NewDeckForm.beginning(investigator)["edition"],
        environment=form.environment_text(),
        card_pool=form.chosen_pool(),
        mode=form.cleaned_data["mode"] or NewDeckForm.beginning(investigator)["mode"],
        weakness=form.cleaned_data["weakness"] or NewDeckForm.beginning(investigator)["weakness"],
        beginning=_beginning(owner, form),
        key=idempotency.form_key(request, owner),
    )


def _beginning(owner: User, form: NewDeckForm) -> beginnings.Beginning | None:
    """Return what the deck begins with."""
    start = form.cleaned_data["start"]
    if start == STARTER:
        return beginnings.starter
    if start == AROUND and form.around:
        return beginnings.around(form.around.code)
    if start == RANDOM_OWNED and (collection := usual_collection(owner)):
        return beginnings.random_cards(secrets.token_hex(8), copies_owned(collection))
    return beginnings.random_cards(secrets.token_hex(8)) if start in (RANDOM, RANDOM_OWNED) else None


def option_texts(back: InvestigatorFacts) -> list[tuple[str, int | None, bool]]:
    """Return the options as text, with their limits and whether they forbid."""
    return [
        (option_text(line), line.limit, line.forbids)
        for line in back.options
        if not (line.choose_class or line.choose_option or line.choose_size or line.counts_only)
    ]
