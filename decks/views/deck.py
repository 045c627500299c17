"""The page of a deck: cards, figures, opening hand, odds, verdict and history; and its actions."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import idempotency
from accounts.limits import costly
from accounts.services import user_for_saving
from cards.adapters import catalogue
from cards.collections.selectors import copies_owned, usual_collection
from cards.reminders import reminded
from cards.text.names import title_of
from decks import selectors, services
from decks.availability import collection_for
from decks.editor.card_texts import browser_texts
from decks.editor.page import EditorPage
from decks.formats import export
from decks.insight import charts, odds
from decks.insight.figures import bonded_of, figures_of
from decks.insight.history import history_of
from decks.markdown import notes_html
from decks.models import Deck
from decks.views.editor import statline
from decks.views.published import publication
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card
from rules.cards.model import Deck as Written
from rules.deck.circumstances import Circumstances
from rules.deck.validate import judge
from rules.rulebook.coverage.reminder import DECK
from rules.rulebook.editions import EDITIONS
from rules.rulebook.reminders import Occasion

#: The last turn for which odds are shown.
LAST_TURN = 12
MOST_NAMED = 20


def own_deck(request: HttpRequest, deck_id: UUID) -> Deck:
    """Return the user's own deck, or answer 404."""
    return get_object_or_404(selectors.decks_of(request.user), public_id=deck_id)


def readable_deck(request: HttpRequest, deck_id: UUID) -> Deck:
    """Return a deck that the user may read, or answer 404."""
    deck = selectors.deck_for(request.user, deck_id)
    if deck is None:
        raise Http404
    return deck


@require_safe
def deck_detail(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = readable_deck(request, deck_id)
    context = reading_context(request, deck, mine=deck.owner_id == request.user.pk)
    return draw(request, {**context, **publication(request, deck)})


@require_safe
def deck_redirect(request: HttpRequest, number: str) -> HttpResponse:
    """Redirect from the address that a public deck would have on ArkhamDB."""
    deck = get_object_or_404(selectors.public_decks(), pk=int(number))
    return redirect("deck-detail", deck.public_id)


def draw(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Render the whole page, or only the hand if that is all that was requested."""
    only_hand = request.headers.get("HX-Target") == "hand"
    return render(request, "decks/reading/_hand.html" if only_hand else "decks/reading/deck.html", context)


def deck_behind(token: str) -> Deck:
    """Return the deck of a share link, or answer 404."""
    deck = selectors.deck_by_token(token)
    if deck is None:
        raise Http404
    return deck


@require_safe
def deck_shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show the deck of a share link, which can be read, printed, exported and copied."""
    deck = deck_behind(token)
    return draw(request, {**reading_context(request, deck, mine=False), "token": token})


def reading_context(request: HttpRequest, deck: Deck, *, mine: bool) -> dict[str, Any]:
    editor_page = EditorPage(deck)
    # Only members of a campaign see what its boxes have.
    collection = collection_for(request.user, deck) if mine else usual_collection(request.user)
    editor_page.owned = copies_owned(collection) if collection else {}
    cards = catalogue()
    figures = figures_of(cards, editor_page.rules_deck)
    history = history_of(deck) if deck.pk else None
    return {
        "deck": deck,
        "editor_page": editor_page,
        "mine": mine,
        "export_formats": export.FORMATS.values(),
        "verdict": editor_page.verdict,
        "judged_by": editor_page.judged_by,
        "figures": figures,
        "curve": charts.cost_curve(figures),
        "icons": charts.icon_bars(figures),
        "kinds": (charts.class_bars(figures), charts.type_bars(figures)),
        "levels": charts.level_strip(figures),
        "traits": charts.trait_bars(figures),
        "bonded": bonded_of(cards, editor_page.rules_deck),
        "notes": notes_html(deck.notes) if deck.notes else "",
        "has_texts": bool(browser_texts(cards).html),
        "show_texts": "texts" in request.GET,
        "tags": [tag.name for tag in deck.tags.all()] if deck.pk else [],
        "history": history,
        "page_url": request.build_absolute_uri(request.path),
        "summary": summary_of(editor_page),
        "also": also_legal(editor_page),
        "reminders": reminded(
            Occasion(
                DECK, edition=editor_page.circumstances.edition, cards=cards_in(cards, editor_page.rules_deck)
            )
        ),
        "hand": hand_of(request, editor_page),
        **statline(editor_page.investigator),
    }


def cards_in(cards: Catalogue, deck: Written) -> dict[str, Card]:
    """Return the cards of a deck by the codes in it, without unknown ones."""
    return {code: card for code in (*deck.slots, *deck.second_deck) if (card := cards.resolve(code))}


def summary_of(editor_page: EditorPage) -> str:
    """Return the deck in one line, for previews of its link."""
    parts = [title_of(editor_page.investigator)] if editor_page.investigator else []
    parts.append(_("%(n)d cards") % {"n": editor_page.figures.size})
    parts.append(_("%(n)d experience") % {"n": editor_page.figures.experience})
    parts.append(_("legal") if editor_page.verdict.legal else _("illegal"))
    return " · ".join([*parts, editor_page.judged_by])


def also_legal(editor_page: EditorPage) -> list[tuple[str, bool]]:
    """Return whether the deck would be legal in each of the other editions."""
    found = []
    for edition in EDITIONS.values():
        if edition.id != editor_page.circumstances.edition:
            other = Circumstances(mode=editor_page.circumstances.mode, edition=edition.id)
            found.append((edition.title, judge(editor_page.catalogue, editor_page.rules_deck, other).legal))
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
    returned: tuple[int, ...] = ()
    """Places of the cards that the mulligan replaced."""
    drawn: tuple[Slip, ...] = ()
    """Cards drawn after the opening hand."""
    left: int = 0

    can_mulligan: bool = True

    @property
    def may_return(self) -> bool:
        """Whether cards can still be replaced: before the mulligan and the first draw."""
        return not self.mulliganed and not self.drawn

    @property
    def next_draw(self) -> int:
        return len(self.drawn) + 1

    @property
    def query_string(self) -> str:
        """The query string for another hand with the same chosen cards and turn."""
        return urlencode([*(("card", code) for code in self.named), ("turn", self.turn)])


def hand_of(request: HttpRequest, editor_page: EditorPage) -> HandPage:
    """Deal an opening hand from the seed in the URL, so that the same link shows the same hand."""
    library = odds.library_of(editor_page.catalogue, editor_page.rules_deck)
    seed = request.GET.get("seed", "")[:32] or secrets.token_hex(4)
    hand = odds.deal(library, seed)
    back = [
        int(n)
        for n in request.GET.getlist("back")
        if n.isdecimal() and len(n) < 3 and int(n) < len(hand.cards)
    ]
    returned = tuple(sorted(set(back))) if request.GET.get("mulligan") else ()
    if request.GET.get("mulligan"):
        hand = odds.mulligan(library, hand, returned)
    draws = _number(request.GET.get("draw"), 0, len(hand.rest), 0)
    rows = {row.code: row for section in editor_page.sections for row in section.rows}
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
        returned=returned,
        drawn=tuple(Slip(i, code, rows.get(code)) for i, code in enumerate(hand.rest[:draws])),
        left=len(hand.rest) - draws,
        can_mulligan=library.mulligan,
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
    owner = user_for_saving(request)
    copy = services.clone_deck(deck, owner=owner, key=idempotency.form_key(request, owner))
    messages.success(request, _("This is your own copy. The original stays unchanged."))
    return redirect("deck-edit", copy.public_id)


@require_POST
def deck_built(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Say whether the deck is on the table, made of real cards."""
    deck = services.set_built(own_deck(request, deck_id), built=request.POST.get("built") == "yes")
    if deck.built:
        messages.success(request, _("On the table: your collection counts its cards as used."))
    else:
        messages.success(request, _("Back in the box: its cards are free for other decks."))
    return redirect("deck-detail", deck.public_id)


@require_POST
def deck_delete(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = services.delete_deck(own_deck(request, deck_id))
    # The URL that restores the deck is in the message's tags.
    undo = reverse("deck-undelete", args=[deck.public_id])
    messages.success(request, _("“%(name)s” deleted.") % {"name": deck.name}, extra_tags=undo)
    return redirect("deck-list")


@require_POST
def deck_undelete(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    deck = get_object_or_404(selectors.deleted_decks_of(request.user), public_id=deck_id)
    services.undelete_deck(deck)
    messages.success(request, _("“%(name)s” restored.") % {"name": deck.name})
    return redirect("deck-detail", deck.public_id)


@require_POST
def deck_restore(request: HttpRequest, deck_id: UUID, number: int) -> HttpResponse:
    deck = own_deck(request, deck_id)
    version = get_object_or_404(deck.versions, number=number)
    made = services.restore_version(deck, version=version)
    messages.success(
        request,
        _("Version %(old)d restored as version %(new)d, which you can now edit.")
        % {"old": number, "new": made.number},
    )
    return redirect("deck-detail", deck.public_id)


@require_safe
def deck_export(request: HttpRequest, deck_id: UUID, form: str) -> HttpResponse:
    """Return the deck as a file, for other programs or for printing."""
    return _export(request, readable_deck(request, deck_id), form)


@require_safe
def deck_shared_export(request: HttpRequest, token: str, form: str) -> HttpResponse:
    return _export(request, deck_behind(token), form)


def _export(request: HttpRequest, deck: Deck, form: str) -> HttpResponse:
    found = export.FORMATS.get(form)
    if found is None:
        raise Http404
    wanted = export.Export(
        deck,
        history=bool(request.GET.get("history")) and found.holds_history,
        mine=deck.owner_id == request.user.pk,
        german=request.LANGUAGE_CODE.startswith("de"),
    )
    answer = HttpResponse(found.write(wanted), content_type=found.media_type)
    answer["Content-Disposition"] = f'attachment; filename="{found.file_name(deck)}"'
    return answer
