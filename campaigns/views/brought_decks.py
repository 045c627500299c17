"""Pages on which decks are brought: the start in the middle, several decks at once, a deck for a seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import idempotency
from accounts.limits import costly, shown_again
from campaigns.errors import BadStep
from campaigns.forms.resume import ResumeForm
from campaigns.party import brought_decks, deck_verdicts
from campaigns.party.brought_decks import BroughtDeck
from campaigns.selectors import state_of
from campaigns.services.brought_decks import add_seats, newcomers, resume_campaign, resumed_with
from campaigns.services.paired_campaigns import half_of
from campaigns.services.seat_decks import choose_deck, import_deck
from campaigns.text import names
from campaigns.views.base import Visit, done, for_members, key_of, sent, show
from decks import selectors as deck_selectors
from decks.models import Deck
from rules.campaign import judge_step, post
from rules.campaign.state import SETUP, STATUSES
from rules.cards.model import Card
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import Verdict
from web.shared.errors import Refusal

#: The user's own decks that the pages offer, the last changed first.
MOST_OWN = 60


@costly("bulk")
@for_members()
def campaign_resume(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Record where the group is in a campaign that it began elsewhere."""
    text, refusal = _text(request)
    form = ResumeForm(visit.state, visit.game, visit.user, request.POST, text)
    rows: list[dict[str, Any]] = []
    if request.method == "POST" and refusal is None:
        try:
            rows = form.seat_rows()
            if not rows:
                raise BadStep(_("Paste a deck, upload a file, choose one of your decks, or enter a name."))
            if request.POST.get("do") == "record" and form.has_all_seats:
                _record(request, visit, form)
                return done(request, visit, _("Recorded. The campaign continues from here."))
        except Refusal as error:
            refusal = error
            visit.look_again()
    judged = _judged(visit, form) if rows else {}
    context = {
        "form": form,
        "may_resume": visit.state.phase == SETUP and visit.state.mode != STANDALONE and not visit.state.seats,
        "text": shown_again(text),
        "own": _own(visit, request),
        "rows": [{**row, "judged": judged.get(row["code"])} for row in rows],
        "statuses": [(id, names.STATUSES[id]) for id in STATUSES],
        "is_open": visit.game.is_open(visit.state.campaign),
        "given": request.POST,
    }
    return show(request, visit, "resume", refusal, **context)


def _text(request: HttpRequest) -> tuple[str, Refusal | None]:
    """Return the text with the decks, and what is wrong with it. What was typed is always returned."""
    try:
        return brought_decks.sent_text(request), None
    except Refusal as error:
        return request.POST.get("text", ""), error


def _record(request: HttpRequest, visit: Visit, form: ResumeForm) -> None:
    step, decks = form.step()
    fields = sent(request)
    if fields.waives:
        step = replace(step, waives=fields.waives, note=fields.note)
    resume_campaign(
        visit.campaign, step, decks, by=visit.user, follows=fields.follows, key=key_of(fields, [step])
    )


@dataclass(frozen=True, slots=True)
class JudgedDeck:
    """A deck in the middle of a campaign: its verdict, and what its cards cost beside what was spent."""

    verdict: Verdict
    spent: int

    @property
    def cost(self) -> int:
        return self.verdict.figures.experience

    @property
    def agrees(self) -> bool:
        return self.cost == self.spent


def _judged(visit: Visit, form: ResumeForm) -> dict[str, JudgedDeck]:
    """Judge the decks as if everything entered were recorded; nothing if it cannot be read yet."""
    try:
        step, decks = form.step()
    except Refusal:
        return {}
    judgement = judge_step(visit.state, resumed_with(step, decks, visit.state), visit.game)
    after = post(visit.state, judgement.entries, visit.state.number + 1)
    means = deck_verdicts.means_of(visit.campaign)
    found = {}
    for each, seat in zip(form.investigators, step.seats, strict=True):
        held = after.seats.get(seat.seat)
        verdict = deck_verdicts.verdict(after, held, visit.game, means) if held else None
        if verdict is not None:
            found[each.code] = JudgedDeck(verdict, seat.earned - seat.experience)
    return found


def _own(visit: Visit, request: HttpRequest) -> list[tuple[Deck, Card | None, bool]]:
    """Return the user's own decks, with their investigators and whether they are chosen."""
    chosen = set(request.POST.getlist("own"))
    found = deck_selectors.decks_of(visit.user).order_by("-changed")[:MOST_OWN]
    return [
        (deck, visit.game.card(deck.front or deck.investigator), str(deck.public_id) in chosen)
        for deck in found
    ]


@costly("bulk")
@for_members()
def seat_decks(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Add several investigators at once, each with a deck."""
    text, refusal = _text(request)
    brought: list[BroughtDeck] = []
    other = half_of(visit.campaign, visit.user)
    elsewhere = state_of(other).used_titles if other else frozenset()
    if request.method == "POST" and refusal is None:
        try:
            brought = [
                *brought_decks.read_decks(text),
                *brought_decks.own_decks(visit.user, request.POST.getlist("own")),
            ]
            if not brought:
                raise BadStep(_("Paste a deck, upload a file, or choose one of your decks."))
            if request.POST.get("do") == "add" and request.POST.get("decks") == str(len(brought)):
                fields = sent(request)
                added = add_seats(
                    visit.campaign,
                    brought,
                    _players(visit, request, len(brought)),
                    by=visit.user,
                    elsewhere=elsewhere,
                    follows=fields.follows,
                    key=fields.key,
                    waives=fields.waives,
                    note=fields.note,
                )
                n = len(added) // 2
                message = ngettext("%(n)d investigator added.", "%(n)d investigators added.", n) % {"n": n}
                return done(request, visit, message)
        except Refusal as error:
            refusal = error
            visit.look_again()
    players = _players(visit, request, len(brought))
    context = {
        "text": shown_again(text),
        "own": _own(visit, request),
        "rows": [
            (found, visit.game.card(found.brought.investigator))
            for found in newcomers(visit.campaign, visit.state, brought, players, elsewhere)
        ],
    }
    return show(request, visit, "seat_decks", refusal, **context)


def _players(visit: Visit, request: HttpRequest, decks: int) -> list[str]:
    """Return the name of each deck's player as entered, or the name of the user."""
    usual = visit.member_names.name(visit.user)
    return [(request.POST.get(f"player-{place}", "").strip() or usual)[:80] for place in range(decks)]


@costly("bulk")
@for_members()
def seat_deck_import(request: HttpRequest, visit: Visit, seat: str) -> HttpResponse:
    """Save a pasted or uploaded deck and choose it for the seat."""
    held = visit.state.seats.get(seat)
    if held is None:
        raise Http404
    text, refusal = _text(request)
    if request.method == "POST" and refusal is None:
        try:
            brought = brought_decks.read_decks(text)
            if len(brought) != 1:
                raise BadStep(_("Paste or upload one deck."))
            key = idempotency.form_key(request, visit.user)
            deck = import_deck(held, brought[0], by=visit.user, key=key)
            return _choose_imported(request, visit, seat, deck)
        except Refusal as error:
            refusal = error
            visit.look_again()
    context = {"seat": held, "text": shown_again(text)}
    return show(request, visit, "seat_deck_import", refusal, **context)


def _choose_imported(request: HttpRequest, visit: Visit, seat: str, deck: Deck) -> HttpResponse:
    """Choose a deck that was imported. If the rules refuse it, it is offered on the page of the seat."""
    fields = sent(request)
    key = uuid5(fields.key, f"imported for {seat}") if fields.key else None
    try:
        choose_deck(visit.campaign, seat, deck, by=visit.user, follows=fields.follows, key=key)
    except Refusal as error:
        messages.warning(request, f"{_('The deck was imported, but not chosen yet.')} {error}")
        return done(request, visit, "", "campaign-seat", seat)
    return done(request, visit, _("Deck imported and chosen."), "campaign-seat", seat)
