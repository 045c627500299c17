"""Reading a deck: its cards, figures, opening hand, odds, verdict and history."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.limits import costly
from accounts.services import user_for_saving
from cards.adapters import catalogue
from cards.naming import title_of
from cards.reminding import reminded
from decks import charts, exporting, odds, selectors, services
from decks.editor.desk import Desk
from decks.figures import bonded_of, figures_of
from decks.history import history_of
from decks.models import Deck
from decks.prose import prose
from decks.views.editor import statline
from rules.catalogue import Catalogue
from rules.circumstances import Circumstances
from rules.editions import EDITIONS
from rules.judge import judge
from rules.model import Card
from rules.model import Deck as Written
from rules.reminders import Occasion
from rules.rulebook.coverage.reminder import DECK

#: Odds are told up to this turn.
LAST_TURN = 12
MOST_NAMED = 20


def own_deck(request: HttpRequest, deck_id: UUID) -> Deck:
    """One's own deck, or there is nothing here."""
    return get_object_or_404(selectors.decks_of(request.user), public_id=deck_id)


def readable_deck(request: HttpRequest, deck_id: UUID) -> Deck:
    """One's own deck, or one that its owner has published."""
    return get_object_or_404(
        selectors.decks_visible_to(request.user),
        public_id=deck_id,
    )


@require_safe
def deck_detail(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = readable_deck(request, deck_id)
    return draw(request, reading_context(request, deck, mine=deck.owner_id == request.user.pk))


def draw(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The whole page, or only the hand where that is all that was asked for."""
    only_hand = request.headers.get("HX-Target") == "hand"
    return render(request, "decks/reading/_hand.html" if only_hand else "decks/reading/deck.html", context)


def deck_behind(token: str) -> Deck:
    """The deck that a link shows, or there is nothing here."""
    deck = selectors.deck_by_token(token)
    if deck is None:
        raise Http404
    return deck


@require_safe
def deck_shared(request: HttpRequest, token: str) -> HttpResponse:
    """A deck behind its link: to be read, printed, taken along and copied, and nothing else."""
    deck = deck_behind(token)
    return draw(request, {**reading_context(request, deck, mine=False), "token": token})


def reading_context(request: HttpRequest, deck: Deck, *, mine: bool) -> dict[str, Any]:
    desk = Desk(deck)
    cards = catalogue()
    figures = figures_of(cards, desk.rules_deck)
    history = history_of(deck) if deck.pk else []
    return {
        "deck": deck,
        "desk": desk,
        "mine": mine,
        "verdict": desk.verdict,
        "judged_by": desk.judged_by,
        "figures": figures,
        "curve": charts.cost_curve(figures),
        "icons": charts.icon_bars(figures),
        "kinds": (charts.class_bars(figures), charts.type_bars(figures)),
        "levels": charts.level_strip(figures),
        "bonded": bonded_of(cards, desk.rules_deck),
        "notes": prose(deck.notes) if deck.notes else "",
        "tags": [tag.name for tag in deck.tags.all()] if deck.pk else [],
        "history": history,
        "earned": sum(page.version.experience_earned for page in history),
        "spent": sum(page.version.cost for page in history),
        "page_url": request.build_absolute_uri(request.path),
        "summary": summary_of(desk),
        "also": also_legal(desk),
        "reminders": reminded(
            Occasion(DECK, edition=desk.circumstances.edition, cards=cards_in(cards, desk.rules_deck))
        ),
        "hand": hand_of(request, desk),
        **statline(desk.investigator),
    }


def cards_in(cards: Catalogue, deck: Written) -> dict[str, Card]:
    """The cards of a deck by the codes that stand in it; a code that nobody knows is left out."""
    return {code: card for code in (*deck.slots, *deck.extra) if (card := cards.resolve(code))}


def summary_of(desk: Desk) -> str:
    """The deck in a line, for who sees only the link."""
    parts = [title_of(desk.investigator)] if desk.investigator else []
    parts.append(_("%(n)d cards") % {"n": desk.figures.size})
    parts.append(_("%(n)d experience") % {"n": desk.figures.experience})
    parts.append(_("legal") if desk.verdict.legal else _("illegal"))
    return " · ".join([*parts, desk.judged_by])


def also_legal(desk: Desk) -> list[tuple[str, bool]]:
    """The same deck under the other editions: where would it be legal?"""
    found = []
    for edition in EDITIONS.values():
        if edition.id != desk.circumstances.edition:
            other = Circumstances(mode=desk.circumstances.mode, edition=edition.id)
            found.append((edition.title, judge(desk.catalogue, desk.rules_deck, other).legal))
    return found


@dataclass(frozen=True, slots=True)
class Slip:
    """A card in the opening hand."""

    index: int
    code: str
    row: Any


@dataclass(frozen=True, slots=True)
class Odds:
    name: str
    copies: int
    in_hand: float
    after: float
    by_turn: float


@dataclass(frozen=True, slots=True)
class HandPage:
    seed: str
    slips: tuple[Slip, ...]
    mulliganed: bool
    odds: tuple[Odds, ...]
    named: tuple[str, ...]
    turn: int
    library: int
    size: int
    choices: tuple[tuple[str, str], ...]

    @property
    def kept(self) -> str:
        """What a new hand leaves as it is: the cards that are hoped for, and the turn."""
        return urlencode([*(("card", code) for code in self.named), ("turn", self.turn)])


def hand_of(request: HttpRequest, desk: Desk) -> HandPage:
    """An opening hand from the seed in the address, so that the same link shows the same hand."""
    library = odds.library_of(desk.catalogue, desk.rules_deck)
    seed = request.GET.get("seed", "")[:32] or secrets.token_hex(4)
    hand = odds.deal(library, seed)
    back = [
        int(n)
        for n in request.GET.getlist("back")
        if n.isdecimal() and len(n) < 3 and int(n) < len(hand.cards)
    ]
    if request.GET.get("mulligan"):
        hand = odds.mulligan(library, hand, sorted(set(back)))
    rows = {row.code: row for section in desk.sections for row in section.rows}
    turn = _number(request.GET.get("turn"), 1, LAST_TURN, 3)
    wished = tuple(code for code in request.GET.getlist("card") if code in rows)[:MOST_NAMED]
    return HandPage(
        seed=seed,
        slips=tuple(Slip(i, code, rows.get(code)) for i, code in enumerate(hand.cards)),
        mulliganed=hand.mulliganed,
        odds=tuple(_odds(library, wished, turn, rows)),
        named=wished,
        turn=turn,
        library=len(library.others),
        size=library.hand,
        choices=tuple(
            sorted(((c, rows[c].name) for c in set(library.cards) if c in rows), key=lambda row: row[1])
        ),
    )


def _number(text: str | None, low: int, high: int, usual: int) -> int:
    return min(max(int(text), low), high) if text and text.isdecimal() and len(text) < 4 else usual


def _odds(library: odds.Library, wished: tuple[str, ...], turn: int, rows: Mapping[str, Any]) -> list[Odds]:
    groups: list[tuple[str, ...]] = [(code,) for code in wished]
    if len(wished) > 1:
        groups.append(wished)
    if not groups:
        held: dict[str, int] = {}
        for code in library.others:
            held[code] = held.get(code, 0) + 1
        groups = [(code,) for code, _n in sorted(held.items(), key=lambda item: (-item[1], item[0]))[:3]]
    found = []
    for group in groups:
        names = [rows[code].name if code in rows else code for code in group]
        found.append(
            Odds(
                name=_(" or ").join(names) if len(names) < 4 else _("any of these"),
                copies=library.copies(group),
                in_hand=100 * float(odds.chance_in_hand(library, group)),
                after=100 * float(odds.chance_in_hand(library, group, mulligan=True)),
                by_turn=100 * float(odds.chance_by_turn(library, group, turn=turn)),
            )
        )
    return found


@require_POST
@costly("bulk")
def deck_clone(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    return _clone(request, readable_deck(request, deck_id))


@require_POST
@costly("bulk")
def deck_shared_clone(request: HttpRequest, token: str) -> HttpResponse:
    return _clone(request, deck_behind(token))


def _clone(request: HttpRequest, deck: Deck) -> HttpResponse:
    copy = services.clone_deck(deck, owner=user_for_saving(request))
    messages.success(request, _("This is your own copy now. The original stays as it is."))
    return redirect("deck-edit", copy.public_id)


@require_POST
def deck_delete(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = services.delete_deck(own_deck(request, deck_id))
    # The address to post to for taking it back stands in the message's tags.
    undo = reverse("deck-undelete", args=[deck.public_id])
    messages.success(request, _("“%(name)s” was deleted.") % {"name": deck.name}, extra_tags=undo)
    return redirect("deck-list")


@require_POST
def deck_undelete(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = get_object_or_404(selectors.deleted_decks_of(request.user), public_id=deck_id)
    services.undelete_deck(deck)
    messages.success(request, _("“%(name)s” is back.") % {"name": deck.name})
    return redirect("deck-detail", deck.public_id)


@require_POST
def deck_restore(request: HttpRequest, deck_id: UUID, number: int) -> HttpResponse:
    deck = own_deck(request, deck_id)
    version = get_object_or_404(deck.versions, number=number)
    made = services.restore_version(deck, version=version)
    messages.success(
        request,
        _("Version %(old)d was copied into version %(new)d, which you now edit.")
        % {"old": number, "new": made.number},
    )
    return redirect("deck-detail", deck.public_id)


@require_safe
def deck_export(request: HttpRequest, deck_id: UUID, form: str) -> HttpResponse:
    """The deck for other programs and for paper."""
    return _export(request, readable_deck(request, deck_id), form)


@require_safe
def deck_shared_export(request: HttpRequest, token: str, form: str) -> HttpResponse:
    return _export(request, deck_behind(token), form)


def _export(request: HttpRequest, deck: Deck, form: str) -> HttpResponse:
    german = request.LANGUAGE_CODE.startswith("de")
    mine = deck.owner_id == request.user.pk
    if form not in exporting.FORMS:
        raise Http404
    if form == "json":
        # One version is one deck of ArkhamDB's; with its history it is a chain of them.
        chain = exporting.with_history(deck, mine=mine) if request.GET.get("history") else None
        content: Any = chain or exporting.as_json(deck, mine=mine)
        answer: HttpResponse = JsonResponse(
            content, safe=False, json_dumps_params={"ensure_ascii": False, "indent": 1}
        )
    elif form == "md":
        answer = HttpResponse(
            exporting.as_markdown(deck, german=german), content_type="text/markdown; charset=utf-8"
        )
    else:
        answer = HttpResponse(
            exporting.as_text(deck, german=german), content_type="text/plain; charset=utf-8"
        )
    safe = "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in deck.name)[:60] or "deck"
    answer["Content-Disposition"] = f'attachment; filename="{safe}.{form}"'
    return answer
