"""The page that compares two decks, or two versions of one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.limits import costly
from cards.adapters import catalogue
from cards.text.names import class_of
from decks import selectors
from decks.adapters import circumstances_of, rules_deck
from decks.examined import ExaminedDeck
from decks.insight.compare import Comparison, compare
from decks.insight.history import name_of
from decks.models import Deck, DeckVersion
from rules.cards.model import Card, Tick
from rules.deck.verdict import Verdict
from rules.upgrade.upgrade import price_upgrade

#: Versions of a deck among the choices, the newest first; others are named by the address.
MOST_VERSIONS = 100


@dataclass(frozen=True, slots=True)
class Side:
    deck: Deck
    version: DeckVersion
    who: Card | None
    verdict: Verdict

    @property
    def css(self) -> str:
        return f"is-{class_of(self.who)}" if self.who else "is-neutral"


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A card whose number of copies differs."""

    code: str
    before: int
    after: int
    instead: str = ""
    """The lower version that this card replaces."""

    @property
    def card(self) -> Card | None:
        return catalogue().resolve(self.code)

    @property
    def name(self) -> str:
        return name_of(self.code)

    @property
    def change(self) -> str:
        change = self.after - self.before
        return f"+{change}" if change > 0 else f"−{-change}" if change else ""


@require_safe
@costly("check", methods=["GET", "HEAD"])
def deck_compare(request: HttpRequest) -> HttpResponse:
    """Show the comparison. `a` and `b` name a deck, or a version of it as `deck:number`."""
    decks = selectors.decks_of(request.user)
    a, b = (_side(request, request.GET.get(key, "")) for key in ("a", "b"))
    context: dict[str, Any] = {
        "sides": [(key, request.GET.get(key, "")) for key in ("a", "b")],
        "choices": _choices(decks, a, b),
    }
    if a and b:
        context |= {"heads": (a, b), **_differences(a, b)}
    return render(request, "decks/reading/compare.html", context)


def _differences(a: Side, b: Side) -> dict[str, Any]:
    one, other = rules_deck(a.deck, a.version), rules_deck(b.deck, b.version)
    parts = ("slots", "wish_list", "second_deck")
    main, wish_list, second_deck = (compare(catalogue(), one, other, part) for part in parts)
    groups = [
        (_("Upgraded"), list(_upgraded(main))),
        (_("More copies, or only in the second"), [_row(each) for each in _rest(main, added=True)]),
        (_("Fewer copies, or only in the first"), [_row(each) for each in _rest(main, added=False)]),
        (_("Upgrade sheets"), [_sheet(code, both) for code, both in main.sheets.items()]),
        (_("Side deck"), [_row(each) for each in (*wish_list.added, *wish_list.removed)]),
        (_("Second deck"), [_row(each) for each in (*second_deck.added, *second_deck.removed)]),
    ]
    price = None
    if a.deck.investigator == b.deck.investigator and a.verdict.legal and b.verdict.legal and not main.same:
        # Only decks of the same investigator can become each other, and only legal ones have a price.
        circumstances = circumstances_of(b.deck)
        price = price_upgrade(catalogue(), one, other, circumstances).total
    return {
        "groups": [(title, rows) for title, rows in groups if rows],
        "same": not any(rows for _title, rows in groups),
        "shared": main.shared,
        "price": price,
    }


def _sheet(code: str, both: tuple[tuple[Tick, ...], tuple[Tick, ...]]) -> ComparisonRow:
    """Return the experience on an upgrade sheet, before and after."""
    before, after = (sum(tick.experience for tick in ticks) for ticks in both)
    return ComparisonRow(code, before, after)


def _row(each: Any) -> ComparisonRow:
    return ComparisonRow(each.code, each.before, each.after)


def _upgraded(found: Comparison) -> Iterator[ComparisonRow]:
    held = {each.code: each for each in found.added}
    for pair in found.upgraded:
        row = held[pair.higher]
        yield ComparisonRow(pair.higher, row.before, row.after, instead=name_of(pair.lower))


def _rest(found: Comparison, *, added: bool) -> list[Any]:
    """Return the differences without the upgraded copies."""
    gone: dict[str, int] = {}
    for pair in found.upgraded:
        code = pair.higher if added else pair.lower
        gone[code] = gone.get(code, 0) + pair.copies
    rows = found.added if added else found.removed
    return [row for row in rows if abs(row.change) > gone.get(row.code, 0)]


def _choices(decks: QuerySet[Deck], *sides: Side | None) -> list[tuple[str, str]]:
    """Return the user's decks, and the versions of those that are compared."""
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
            for version in deck.versions.order_by("-number")[:MOST_VERSIONS]
        ]
    return rows


def _side(request: HttpRequest, name: str) -> Side | None:
    identity, _sep, number = name.partition(":")
    try:
        public_id = UUID(identity)
    except ValueError:
        return None
    deck = selectors.deck_for(request.user, public_id)
    if deck is None or deck.working is None:
        return None
    version = deck.working
    if number.isdecimal() and len(number) < 7:
        version = deck.versions.filter(number=int(number)).first() or version
    who = catalogue().resolve(deck.front or deck.investigator)
    return Side(deck, version, who, ExaminedDeck(deck, version).verdict)
