"""Pages of seats: joining with an investigator and a deck, weaknesses, leaving, returning, retiring."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts import idempotency
from campaigns import deck_verdicts, draws, party_summary
from campaigns.errors import BadAct
from campaigns.models import RandomDeck
from campaigns.reminders import reminders_at
from campaigns.selectors import state_of
from campaigns.services import drawing, seat_decks
from campaigns.services.members import check_may_act
from campaigns.services.paired_campaigns import half_of
from campaigns.services.purchases import deck_row
from campaigns.services.recording import Recorded
from campaigns.views.base import READER, Table, at_table, do, done, sent, show
from cards.search.index import first_pack
from cards.text.names import CLASSES, class_of, pack_title, title_of
from decks import selectors as deck_selectors
from decks.models import Deck
from rules.campaign import Seat, selectable, steps
from rules.campaign.party import unborne
from rules.campaign.purchases import in_play, may_shop
from rules.campaign.state import BETWEEN, READY, SETUP
from rules.cards.model import Card
from rules.rulebook.coverage.reminder import DRAW
from web.shared.errors import Refusal
from web.shared.form_fields import whole

SEATING = (SETUP, BETWEEN, READY)


@at_table()
def seat_new(request: HttpRequest, table: Table) -> HttpResponse:
    """Add an investigator, possibly in place of one who is lost or retired, and possibly with a deck."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            seat = _join(request, table)
        except Refusal as error:
            refusal = error
            table.look_again()
        else:
            return done(request, table, _("Welcome to the campaign."), "campaign-seat", seat)
    given = request.POST if request.method == "POST" else request.GET
    replaces = table.state.seats.get(given.get("replaces", ""))
    codes = selectable(table.state, table.law, deck_verdicts.owned(table.campaign, table.law))
    people = [card for code in codes if (card := table.law.card(code)) and card.investigator]
    groups: dict[str, list[Any]] = {name: [] for name in CLASSES}
    for card in people:
        groups[class_of(card)].append(card)
    titles = Counter(card.title for card in people)
    free = set(titles)
    mine = [deck for deck in deck_selectors.decks_of(table.user) if _title(table, deck) in free]
    context: dict[str, Any] = {
        "groups": [
            (
                name,
                CLASSES[name],
                [(card, _box(table, card, titles)) for card in cards],
            )
            for name, cards in groups.items()
            if cards
        ],
        "decks": [(deck, table.law.card(deck.front or deck.investigator)) for deck in mine[:100]],
        "replaces": replaces,
        "player": given.get("player") or (replaces.player if replaces else _known_as(table)),
        "chosen": given.get("investigator", ""),
        "chosen_deck": given.get("deck", ""),
    }
    return show(request, table, "seat_new", refusal, **context)


def _known_as(table: Table) -> str:
    """Return the name of the user who joins. Guests enter one, so that the others can tell them apart."""
    return "" if table.user.is_guest else str(table.user)


def _box(table: Table, card: Card, titles: Counter[str]) -> str:
    """Return the product of an investigator, to distinguish investigators with the same name."""
    if titles[card.title] == 1:
        return ""
    pack = table.law.catalogue.packs.get(first_pack(table.law.catalogue, card.code))
    return pack_title(pack) if pack else ""


def _title(table: Table, deck: Deck) -> str:
    card = table.law.card(deck.investigator)
    return card.title if card else ""


@transaction.atomic
def _join(request: HttpRequest, table: Table) -> str:
    state = table.state
    number = len(state.seats) + 1
    while f"s{number}" in state.seats:
        number += 1
    seat = f"s{number}"
    deck = _own_deck(table, request.POST.get("deck", ""))
    code = deck.investigator if deck else request.POST.get("investigator", "")
    join = steps.SeatJoins(
        seat=seat,
        player=request.POST.get("player", "").strip()[:80] or table.people.name(table.user)[:80],
        investigator=code,
        front=deck.front if deck else "",
        replaces=request.POST.get("replaces", ""),
        elsewhere=_used_elsewhere(table),
    )
    do(request, table, join)
    if deck is not None:
        table.look_again()
        _choose(request, table, table.state.seats[seat], deck)
    return seat


def _used_elsewhere(table: Table) -> frozenset[str]:
    """Return the investigators of the other half of a paired campaign."""
    other = half_of(table.campaign, table.user)
    return state_of(other).used_titles if other else frozenset()


def _own_deck(table: Table, public_id: str) -> Deck | None:
    if not public_id:
        return None
    try:
        deck = deck_selectors.decks_of(table.user).filter(public_id=UUID(public_id)).first()
    except ValueError:
        deck = None
    if deck is None:
        raise BadAct(_("You have no deck with this id."))
    return deck


def _trauma(request: HttpRequest) -> dict[str, int]:
    return {
        kind: n
        for kind in ("physical", "mental")
        if (n := whole(request.POST.get(f"trauma_{kind}"), most=20, what=kind))
    }


def _choose(request: HttpRequest, table: Table, seat: Seat, deck: Deck) -> None:
    told = sent(request)
    # If the seat has just joined by the same form, the form's revision is no longer the current one.
    follows = told.follows if table.campaign.revision == told.follows else None
    key = uuid5(told.key, f"deck of {seat.id}: {deck.public_id}/{deck.working_id}") if told.key else None
    seat_decks.choose_deck(
        table.campaign, seat.id, deck, by=table.user, follows=follows, key=key, trauma=_trauma(request)
    )


@at_table(READER)
def seat_detail(request: HttpRequest, table: Table, seat: str) -> HttpResponse:
    """One seat: its deck with the verdict, its weaknesses and story cards, and the possible actions."""
    held = table.state.seats.get(seat)
    if held is None:
        raise Http404
    if request.method == "POST":
        return _change(request, table, held)
    deck = deck_row(table.campaign, seat)
    state = table.state
    may_sit = state.phase in SEATING
    played = in_play(state, held)
    means = deck_verdicts.means_of(table.campaign)
    verdict = deck_verdicts.verdict(state, held, table.law, means)
    mine: list[Any] = []
    if table.may_act and may_sit and not played and held.id in state.active:
        mine = [
            (row, deck_verdicts.choice_of(state, held, row, table.law, means))
            for row in deck_selectors.decks_of(table.user)
            if _title(table, row) == held.title
        ][:20]
    drawn = seat_decks.drawn_for(table.campaign, seat)
    drawn_before = draws.draws_of(table.campaign, seat=seat)
    context: dict[str, Any] = {
        "each": party_summary.glance(
            state,
            held,
            table.law,
            deck,
            deck.working.number if deck and deck.working else 0,
            draws.by_word(drawn_before),
        ),
        "seat": held,
        "reminders": reminders_at(table.state, table.law, DRAW),
        "verdict": verdict,
        "cards": deck_rows(table, held),
        "deck": deck,
        "is_mine": deck is not None and deck.owner_id == table.user.pk,
        "drifted": not played and deck_verdicts.has_drifted(held, deck),
        "mine": mine,
        "seating": may_sit,
        "played": played,
        "chaos": state.draws_decks,
        "drawn": drawn,
        "drawn_titles": [table.law.title(code) for code in drawn.cards] if drawn else [],
        "may_shop": table.may_act and may_shop(state, held),
        "others": [other for other in state.active.values() if other.id != seat],
        "story": [(code, table.law.title(code), n) for code, n in held.story.items()],
        "unborne": [code for owner, code in unborne(state, table.law) if owner.id == seat],
        "drafted": [
            (code, table.law.title(code)) for code in drawing.drafted_for(table.campaign, state, held)
        ],
        "weaknesses": draws.choices(table.campaign, state, held, table.law) if held.owed else None,
        "followed": any(other.replaces == seat for other in state.seats.values()),
        "draws": drawn_before,
    }
    return show(request, table, "seat", **context)


def deck_rows(table: Table, seat: Seat) -> list[tuple[str, list[tuple[Any, str, int]]]]:
    """Return the cards of the seat's deck by type, as all members may read them."""
    if seat.deck is None:
        return []
    groups: dict[str, list[tuple[Any, str, int]]] = {}
    for code, copies in seat.deck.slots.items():
        card = table.law.card(code)
        kind = (
            (_("Weaknesses") if card.weakness else _KINDS.get(card.type, card.type)) if card else _("Unknown")
        )
        groups.setdefault(str(kind), []).append((card, title_of(card) if card else code, copies))
    order = [*(str(words) for words in _KINDS.values()), _("Unknown"), _("Weaknesses")]
    kinds = sorted(groups, key=lambda kind: order.index(kind) if kind in order else len(_KINDS))
    return [(kind, sorted(groups[kind], key=lambda row: row[1])) for kind in kinds]


_KINDS = {"asset": lazy("Assets"), "event": lazy("Events"), "skill": lazy("Skills")}


def _change(request: HttpRequest, table: Table, seat: Seat) -> HttpResponse:
    check_may_act(table.role)
    what = request.POST.get("do", "")
    if what == "deck":
        deck = _own_deck(table, request.POST.get("deck", ""))
        if deck is None:
            raise BadAct(_("Choose a deck."))
        with transaction.atomic():
            _choose(request, table, seat, deck)
        return done(request, table, _("Deck chosen."), "campaign-seat", seat.id)
    if what == "new-deck":
        return _new_deck(request, table, seat)
    if what == "random-deck":
        return _random_deck(request, table, seat)
    if what == "draw":
        return _draw(request, table, seat)
    if what == "settle":
        return _settle(request, table, seat)
    if what == "drew":
        return _drew(request, table, seat)
    act = _party_act(request, seat, what)
    do(request, table, act)
    return done(request, table, _("Recorded."), "campaign-seat", seat.id)


def _party_act(request: HttpRequest, seat: Seat, what: str) -> steps.Act:
    bearers = {code: heir for code in seat.story if (heir := request.POST.get(f"bearer-{code}", ""))}
    if what == "leave":
        return steps.SeatLeaves(seat=seat.id, bearers=bearers)
    if what == "return":
        return steps.SeatReturns(seat=seat.id)
    if what == "retire":
        return steps.SeatRetires(seat=seat.id, bearers=bearers)
    if what == "bearers":
        changes = tuple(
            steps.BearerChange(card=code, seat=seat.id, to=heir, copies=seat.story[code])
            for code, heir in bearers.items()
        )
        if not changes:
            raise BadAct(_("Choose the investigator who gets the card."))
        return steps.BearersChanged(changes=changes)
    raise BadAct(_("Something went wrong. Reload the page and try again."))


def _new_deck(request: HttpRequest, table: Table, seat: Seat) -> HttpResponse:
    """Create a deck for this seat by the campaign's rules; the player completes it in the editor."""
    key = idempotency.form_key(request, table.user)
    deck = seat_decks.new_deck(table.campaign, seat.id, by=table.user, key=key)
    return redirect("deck-edit", deck.public_id)


def _random_deck(request: HttpRequest, table: Table, seat: Seat) -> HttpResponse:
    """Draw a random deck for the Ultimatum of Chaos, from a seed that is recorded."""
    told = sent(request)
    if told.key is None:
        raise BadAct(_("Something went wrong. Reload the page and try again."))
    found = seat_decks.choose_random_deck(
        table.campaign,
        seat.id,
        by=table.user,
        seed=str(told.key),
        like=_own_deck(table, request.POST.get("deck", "")),
        follows=told.follows,
        key=told.key,
        trauma=_trauma(request),
    )
    if isinstance(found, RandomDeck):
        return redirect("campaign-seat", table.campaign.public_id, seat.id)
    return done(request, table, _("Deck drawn."), "campaign-seat", seat.id)


def _draw(request: HttpRequest, table: Table, seat: Seat) -> HttpResponse:
    """Draw a weakness. The form has its own key, so sending it twice draws once."""
    told = sent(request)
    if told.key is None:
        raise BadAct(_("Something went wrong. Reload the page and try again."))
    done_ = drawing.draw_weakness(table.campaign, seat.id, by=table.user, follows=told.follows, key=told.key)
    return _drawn(request, table, seat, done_)


def _settle(request: HttpRequest, table: Table, seat: Seat) -> HttpResponse:
    told = sent(request)
    done_ = drawing.settle_draft(
        table.campaign,
        seat.id,
        request.POST.get("returned", ""),
        by=table.user,
        follows=told.follows,
        key=told.key,
    )
    return _drawn(request, table, seat, done_)


def _drawn(request: HttpRequest, table: Table, seat: Seat, found: Recorded | tuple[str, ...]) -> HttpResponse:
    if not isinstance(found, Recorded):
        return redirect("campaign-seat", table.campaign.public_id, seat.id)
    card = table.law.title(found.act.payload["draw"]["result"])
    return done(request, table, _("%(card)s added to the deck.") % {"card": card}, "campaign-seat", seat.id)


def _drew(request: HttpRequest, table: Table, seat: Seat) -> HttpResponse:
    """Record a weakness that the group drew from its own cards."""
    do(request, table, draws.group_draw(table.campaign, seat.id, request.POST.get("card", "")))
    return done(request, table, _("Weakness recorded."), "campaign-seat", seat.id)
