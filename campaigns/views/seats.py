"""Pages of seats: joining with an investigator and a deck, weaknesses, leaving, returning, retiring."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts import idempotency
from campaigns.drawing import draws
from campaigns.errors import BadStep, NameTaken
from campaigns.forms.fields import whole
from campaigns.guidance.reminders import reminders_at
from campaigns.guidance.unfinished_purchases import unfinished_purchases
from campaigns.insight.experience import accounts, experience_lines
from campaigns.models import RandomDeck
from campaigns.party import deck_verdicts
from campaigns.party import summary as party_summary
from campaigns.selectors import campaigns_of_decks, state_of
from campaigns.services import drawing, seat_decks, taken_seats
from campaigns.services.deck_versions import latest_entries
from campaigns.services.members import check_may_record, set_name
from campaigns.services.paired_campaigns import half_of
from campaigns.services.recording import Recorded
from campaigns.text.steps import card_title
from campaigns.views import joining
from campaigns.views.base import READER, Visit, do, done, for_members, sent, show
from cards.search.index import first_pack
from cards.text.names import CLASSES, class_of, pack_title, title_of
from decks import selectors as deck_selectors
from decks.models import Deck
from rules.campaign import Seat, selectable, steps
from rules.campaign.party import unborne
from rules.campaign.purchases import in_play, may_buy
from rules.campaign.state import BETWEEN, READY, SETUP
from rules.cards.model import Card
from rules.rulebook.coverage.reminder import DRAW
from web.shared.errors import Refusal

SEATING = (SETUP, BETWEEN, READY)


@for_members()
def seat_new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Add an investigator, possibly in place of one who is lost or retired, and possibly with a deck."""
    refusal: Refusal | None = None
    if request.method == "POST":
        try:
            seat = _join(request, visit)
        except Refusal as error:
            refusal = error
            visit.look_again()
        else:
            return done(request, visit, _("Welcome to the campaign."), "campaign-seat", seat)
    given = request.POST if request.method == "POST" else request.GET
    replaces = visit.state.seats.get(given.get("replaces", ""))
    codes = selectable(visit.state, visit.game, deck_verdicts.owned(visit.campaign, visit.game))
    investigators = [card for code in codes if (card := visit.game.card(code)) and card.investigator]
    groups: dict[str, list[Any]] = {name: [] for name in CLASSES}
    for card in investigators:
        groups[class_of(card)].append(card)
    titles = Counter(card.title for card in investigators)
    free = set(titles)
    mine = [deck for deck in deck_selectors.decks_of(visit.user) if _title(visit, deck) in free]
    context: dict[str, Any] = {
        "groups": [
            (
                name,
                CLASSES[name],
                [(card, _box(visit, card, titles)) for card in cards],
            )
            for name, cards in groups.items()
            if cards
        ],
        "decks": [(deck, visit.game.card(deck.front or deck.investigator)) for deck in mine[:100]],
        "used_in": campaigns_of_decks(mine[:100]) if mine else {},
        "replaces": replaces,
        "player": given.get("player") or (replaces.player if replaces else _known_as(visit)),
        "mine": bool(given.get("mine")) if request.method == "POST" else not _has_seat(visit),
        "chosen": given.get("investigator", ""),
        "chosen_deck": given.get("deck", ""),
    }
    return show(request, visit, "seat_new", refusal, **context)


def _known_as(visit: Visit) -> str:
    """Return the name of the user who joins. Guests enter one, so that the others can distinguish them."""
    return "" if visit.user.is_guest else str(visit.user)


def _has_seat(visit: Visit) -> bool:
    """Return whether the user plays an investigator who has not been lost or retired."""
    taken = taken_seats.seat_members(visit.campaign)
    return any(
        member.user_id == visit.user.pk for seat, member in taken.items() if seat in visit.state.active
    )


def _box(visit: Visit, card: Card, titles: Counter[str]) -> str:
    """Return the product of an investigator, to distinguish investigators with the same name."""
    if titles[card.title] == 1:
        return ""
    pack = visit.game.catalogue.packs.get(first_pack(visit.game.catalogue, card.code))
    return pack_title(pack) if pack else ""


def _title(visit: Visit, deck: Deck) -> str:
    card = visit.game.card(deck.investigator)
    return card.title if card else ""


@transaction.atomic
def _join(request: HttpRequest, visit: Visit) -> str:
    state = visit.state
    number = len(state.seats) + 1
    while f"s{number}" in state.seats:
        number += 1
    seat = f"s{number}"
    deck = _own_deck(visit, request.POST.get("deck", ""))
    code = deck.investigator if deck else request.POST.get("investigator", "")
    join = steps.SeatJoins(
        seat=seat,
        player=request.POST.get("player", "").strip()[:80] or visit.member_names.name(visit.user)[:80],
        investigator=code,
        front=deck.front if deck else "",
        replaces=request.POST.get("replaces", ""),
        elsewhere=_used_elsewhere(visit),
    )
    do(request, visit, join)
    if request.POST.get("mine"):
        member = joining.own_membership(visit)
        taken_seats.take_seat(member, seat)
        if member.user.is_guest and not member.name:
            # A guest who takes a seat gets its name; one that another member has stays a name of the seat.
            with suppress(NameTaken):
                set_name(member, request.POST.get("player", ""))
    if deck is not None:
        visit.look_again()
        _choose(request, visit, visit.state.seats[seat], deck)
    return seat


def _used_elsewhere(visit: Visit) -> frozenset[str]:
    """Return the investigators of the other half of a paired campaign."""
    other = half_of(visit.campaign, visit.user)
    return state_of(other).used_titles if other else frozenset()


def _own_deck(visit: Visit, public_id: str) -> Deck | None:
    if not public_id:
        return None
    try:
        deck = deck_selectors.editable_deck(visit.user, UUID(public_id))
    except ValueError:
        deck = None
    if deck is None:
        raise BadStep(_("You have no deck with this id."))
    return deck


def _trauma(request: HttpRequest) -> dict[str, int]:
    return {
        kind: n
        for kind in ("physical", "mental")
        if (n := whole(request.POST.get(f"trauma_{kind}"), most=20, what=kind))
    }


def _choose(request: HttpRequest, visit: Visit, seat: Seat, deck: Deck) -> None:
    sent_fields = sent(request)
    # If the seat has just joined by the same form, the form's revision is no longer the current one.
    follows = sent_fields.follows if visit.campaign.revision == sent_fields.follows else None
    key = (
        uuid5(sent_fields.key, f"deck of {seat.id}: {deck.public_id}/{deck.working_id}")
        if sent_fields.key
        else None
    )
    seat_decks.choose_deck(
        visit.campaign, seat.id, deck, by=visit.user, follows=follows, key=key, trauma=_trauma(request)
    )


@for_members(READER)
def seat_detail(request: HttpRequest, visit: Visit, seat: str) -> HttpResponse:
    """One seat: its deck with the verdict, its weaknesses and story cards, and the possible actions."""
    held = visit.state.seats.get(seat)
    if held is None:
        raise Http404
    if request.method == "POST":
        return _change(request, visit, held)
    entries = latest_entries(visit.campaign)
    recorded = entries[seat].deck_version if seat in entries else None
    deck = recorded.deck if recorded is not None else None
    state = visit.state
    may_sit = state.phase in SEATING
    played = in_play(state, held)
    means = deck_verdicts.means_of(visit.campaign)
    verdict = deck_verdicts.verdict(state, held, visit.game, means)
    mine: list[Any] = []
    if visit.may_record and may_sit and not played and held.id in state.active:
        mine = [
            (row, deck_verdicts.choice_of(state, held, row, visit.game, means))
            for row in deck_selectors.decks_of(visit.user)
            if _title(visit, row) == held.title and (row != deck or state.draws_decks)
        ][:20]
    drawn = seat_decks.drawn_for(visit.campaign, seat)
    drawn_before = draws.draws_of(visit.campaign, seat=seat)
    account = accounts(visit.campaign, state, seat=seat)[seat]
    context: dict[str, Any] = {
        "each": party_summary.glance(
            state,
            held,
            visit.game,
            deck,
            recorded.number if recorded is not None else 0,
            draws.reported_by_group(drawn_before),
            account,
        ),
        "account": account,
        "experience": list(experience_lines(state, account)),
        "seat": held,
        "unfinished": unfinished_purchases(visit.campaign, state, {seat: entries[seat]} if recorded else {}),
        "reminders": reminders_at(visit.state, visit.game, DRAW),
        "verdict": verdict,
        "cards": deck_rows(visit, held),
        "deck": deck,
        "is_mine": deck is not None and deck.owner_id == visit.user.pk,
        **joining.player_of_seat(visit, held, deck),
        "drifted": not played and deck_verdicts.has_drifted(held, deck),
        "mine": mine,
        "used_in": campaigns_of_decks(row for row, _choice in mine) if mine else {},
        "seating": may_sit,
        "played": played,
        "chaos": state.draws_decks,
        "drawn": drawn,
        "drawn_titles": [visit.game.title(code) for code in drawn.cards] if drawn else [],
        "may_buy": visit.may_record and may_buy(state, held),
        "others": [other for other in state.active.values() if other.id != seat],
        "story": [(code, visit.game.title(code), n) for code, n in held.story.items()],
        "unborne": [code for owner, code in unborne(state, visit.game) if owner.id == seat],
        "drafted": [(code, card_title(code)) for code in drawing.drafted_for(visit.campaign, state, held)],
        "weaknesses": draws.choices(visit.campaign, state, held, visit.game) if held.owed else None,
        "followed": any(other.replaces == seat for other in state.seats.values()),
        "draws": drawn_before,
    }
    return show(request, visit, "seat", **context)


def deck_rows(visit: Visit, seat: Seat) -> list[tuple[str, list[tuple[Any, str, int]]]]:
    """Return the cards of the seat's deck by type, as all members may read them."""
    if seat.deck is None:
        return []
    groups: dict[str, list[tuple[Any, str, int]]] = {}
    for code, copies in seat.deck.slots.items():
        card = visit.game.card(code)
        kind = (
            (_("Weaknesses") if card.weakness else _KINDS.get(card.type, card.type)) if card else _("Unknown")
        )
        groups.setdefault(str(kind), []).append((card, title_of(card) if card else code, copies))
    order = [*(str(text) for text in _KINDS.values()), _("Unknown"), _("Weaknesses")]
    kinds = sorted(groups, key=lambda kind: order.index(kind) if kind in order else len(_KINDS))
    return [(kind, sorted(groups[kind], key=lambda row: row[1])) for kind in kinds]


_KINDS = {"asset": lazy("Assets"), "event": lazy("Events"), "skill": lazy("Skills")}


def _change(request: HttpRequest, visit: Visit, seat: Seat) -> HttpResponse:
    check_may_record(visit.role)
    what = request.POST.get("do", "")
    if what in ("take-seat", "leave-seat", "give-seat", "hand-over-deck"):
        return joining.change_player(request, visit, seat, what)
    if what == "deck":
        deck = _own_deck(visit, request.POST.get("deck", ""))
        if deck is None:
            raise BadStep(_("Choose a deck."))
        with transaction.atomic():
            _choose(request, visit, seat, deck)
        return done(request, visit, _("Deck chosen."), "campaign-seat", seat.id)
    if what == "new-deck":
        return _new_deck(request, visit, seat)
    if what == "random-deck":
        return _random_deck(request, visit, seat)
    if what == "draw":
        return _draw(request, visit, seat)
    if what == "settle":
        return _settle(request, visit, seat)
    if what == "drew":
        return _drew(request, visit, seat)
    step = _party_step(request, seat, what)
    do(request, visit, step)
    return done(request, visit, _("Recorded."), "campaign-seat", seat.id)


def _party_step(request: HttpRequest, seat: Seat, what: str) -> steps.Step:
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
            raise BadStep(_("Choose the investigator who gets the card."))
        return steps.BearersChanged(changes=changes)
    raise BadStep(_("Something went wrong. Reload the page and try again."))


def _new_deck(request: HttpRequest, visit: Visit, seat: Seat) -> HttpResponse:
    """Create a deck for this seat by the campaign's rules; the player completes it in the editor."""
    key = idempotency.form_key(request, visit.user)
    deck = seat_decks.new_deck(visit.campaign, seat.id, by=visit.user, key=key)
    return redirect("deck-edit", deck.public_id)


def _random_deck(request: HttpRequest, visit: Visit, seat: Seat) -> HttpResponse:
    """Draw a random deck for the Ultimatum of Chaos, from a seed that is recorded."""
    sent_fields = sent(request)
    if sent_fields.key is None:
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    found = seat_decks.choose_random_deck(
        visit.campaign,
        seat.id,
        by=visit.user,
        seed=str(sent_fields.key),
        like=_own_deck(visit, request.POST.get("deck", "")),
        follows=sent_fields.follows,
        key=sent_fields.key,
        trauma=_trauma(request),
    )
    if isinstance(found, RandomDeck):
        return redirect("campaign-seat", visit.campaign.public_id, seat.id)
    return done(request, visit, _("Deck drawn."), "campaign-seat", seat.id)


def _draw(request: HttpRequest, visit: Visit, seat: Seat) -> HttpResponse:
    """Draw a weakness. The form has its own key, so sending it twice draws once."""
    sent_fields = sent(request)
    if sent_fields.key is None:
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    done_ = drawing.draw_weakness(
        visit.campaign, seat.id, by=visit.user, follows=sent_fields.follows, key=sent_fields.key
    )
    return _drawn(request, visit, seat, done_)


def _settle(request: HttpRequest, visit: Visit, seat: Seat) -> HttpResponse:
    sent_fields = sent(request)
    done_ = drawing.settle_draft(
        visit.campaign,
        seat.id,
        request.POST.get("returned", ""),
        by=visit.user,
        follows=sent_fields.follows,
        key=sent_fields.key,
    )
    return _drawn(request, visit, seat, done_)


def _drawn(request: HttpRequest, visit: Visit, seat: Seat, found: Recorded | tuple[str, ...]) -> HttpResponse:
    if not isinstance(found, Recorded):
        return redirect("campaign-seat", visit.campaign.public_id, seat.id)
    card = card_title(found.step.payload["draw"]["result"])
    return done(request, visit, _("%(card)s added to the deck.") % {"card": card}, "campaign-seat", seat.id)


def _drew(request: HttpRequest, visit: Visit, seat: Seat) -> HttpResponse:
    """Record a weakness that the group drew from its own cards."""
    do(request, visit, draws.group_draw(visit.campaign, seat.id, request.POST.get("card", "")))
    return done(request, visit, _("Weakness recorded."), "campaign-seat", seat.id)
