"""Comparing two decks, or two versions of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.adapters import catalogue
from decks import selectors
from decks.adapters import rules_deck
from decks.comparing import compare
from decks.history import name_of
from decks.models import Deck, DeckVersion


@dataclass(frozen=True, slots=True)
class Side:
    deck: Deck
    version: DeckVersion


@require_safe
def deck_compare(request: HttpRequest) -> HttpResponse:
    """`a` and `b` name a deck, or a version of it as `deck:number`."""
    decks = selectors.decks_of(request.user)
    a, b = (_side(request, request.GET.get(key, "")) for key in ("a", "b"))
    context: dict[str, Any] = {
        "a": a,
        "b": b,
        "sides": [(key, request.GET.get(key, "")) for key in ("a", "b")],
        "choices": _choices(decks, a, b),
    }
    if a and b:
        found = compare(catalogue(), rules_deck(a.deck, a.version), rules_deck(b.deck, b.version))
        context["found"] = found
        context["rows"] = [
            (name_of(each.lower), name_of(each.higher), each.copies) for each in found.upgraded
        ]
        context["added"] = [(name_of(each.code), each.before, each.after) for each in found.added]
        context["removed"] = [(name_of(each.code), each.before, each.after) for each in found.removed]
    return render(request, "decks/reading/compare.html", context)


def _choices(decks: QuerySet[Deck], *sides: Side | None) -> list[tuple[str, str]]:
    """One's decks, and the versions of those that are being compared."""
    rows = [(str(deck.public_id), deck.name) for deck in decks.order_by("name")[:500]]
    listed = {deck for deck, _name in rows}
    for deck in {side.deck.pk: side.deck for side in sides if side}.values():
        if str(deck.public_id) not in listed:
            rows.append((str(deck.public_id), deck.name))
        rows += [
            (
                f"{deck.public_id}:{version.number}",
                _("%(name)s, version %(n)d") % {"name": deck.name, "n": version.number},
            )
            for version in selectors.versions_of(deck)
        ]
    return rows


def _side(request: HttpRequest, name: str) -> Side | None:
    identity, _sep, number = name.partition(":")
    try:
        public_id = UUID(identity)
    except ValueError:
        return None
    deck = selectors.decks_visible_to(request.user).filter(public_id=public_id).first()
    if deck is None or deck.working is None:
        return None
    version = deck.working
    if number.isdecimal() and len(number) < 7:
        version = deck.versions.filter(number=int(number)).first() or version
    return Side(deck, version)
