"""Pages for changes outside the guided page: gains and losses, corrections, ultimatums, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from campaigns import bag
from campaigns.drawing import draws
from campaigns.errors import BadStep
from campaigns.forms.creation import name_of
from campaigns.forms.fields import number, whole
from campaigns.scenario_form import reader
from campaigns.scenario_form.reader import TOKENS
from campaigns.services import drawing
from campaigns.services.members import check_may_record
from campaigns.text import names
from campaigns.text.steps import card_title
from campaigns.views.base import READER, Visit, do, done, for_members, sent, show
from cards.collections.selectors import all_rewards
from cards.text.names import german as in_german
from rules.campaign import steps
from rules.campaign.state import LOSS, LOST, MENTAL, PHYSICAL, STATUSES, WON
from rules.outcome import Piles
from rules.rulebook.ultimatums import ULTIMATUMS, combination_warnings
from web.shared.errors import Refusal


def attempt(request: HttpRequest, visit: Visit, step: Any) -> Refusal | None:
    """Read a step from the form and record it; return the refusal, if there is one."""
    try:
        do(request, visit, step())
    except Refusal as error:
        visit.look_again()
        return error
    return None


@for_members()
def campaign_change(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Record experience, trauma, weaknesses, story cards, and cards that were exiled or lost permanently."""
    refusal: Refusal | None = None
    if request.method == "POST":
        if request.POST.get("do") == "weakness-drawn":
            refusal = _drawn(request, visit)
        else:
            refusal = attempt(request, visit, lambda: _change_step(request, visit))
        if refusal is None:
            return done(request, visit, _("Recorded."))
    state = visit.state
    context = {
        "seats": [{"seat": seat} for seat in state.active.values()],
        "in_decks": [(seat, _named(seat.deck.slots)) for seat in state.active.values() if seat.deck],
        "in_exile": [
            (seat, [(row.name, row.title, row.copies) for row in reader.exilable(seat, visit.game)])
            for seat in state.active.values()
            if seat.deck
        ],
        "in_weaknesses": [
            (seat, _named(seat.weaknesses)) for seat in state.active.values() if seat.weaknesses
        ],
        "in_story": [
            (seat, _named({**seat.story, **seat.granted}))
            for seat in state.active.values()
            if seat.story or seat.granted
        ],
        "tasks": reader.research_tasks(state, visit.game),
        "rewards": sorted(
            (card_title(card.code), card.code) for card in all_rewards() if card.code not in state.rewards
        ),
        "all_weaknesses": draws.basic_weaknesses(visit.game),
        "given": request.POST if refusal else {},
        "opened": request.POST.get("do", "") if refusal else "",
        "lost": [(id, names.STATUSES[id]) for id in sorted(LOST)],
    }
    return show(request, visit, "change", refusal, **context)


def _named(cards: Mapping[str, int]) -> list[tuple[str, str, int]]:
    return sorted(((code, card_title(code), n) for code, n in cards.items()), key=lambda row: row[1])


def _drawn(request: HttpRequest, visit: Visit) -> Refusal | None:
    """Draw a random weakness because of an instruction."""
    sent_fields, given = sent(request), request.POST
    cause = given.get("cause", "").strip()[:200]
    try:
        if sent_fields.key is None or not cause:
            raise BadStep(_("Enter the instruction or card that makes you draw the weakness."))
        drawing.draw_weakness(
            visit.campaign,
            given.get("seat", ""),
            by=visit.user,
            follows=sent_fields.follows,
            key=sent_fields.key,
            cause=cause,
        )
    except Refusal as error:
        visit.look_again()
        return error
    return None


def _change_step(request: HttpRequest, visit: Visit) -> steps.Step:
    given, state = request.POST, visit.state
    what, cause = given.get("do", ""), given.get("cause", "").strip()[:200]
    # A card of a deck is named with its seat: “s1|12016”.
    seat, _bar, held = given.get("held", "").partition("|")
    seat = seat or given.get("seat", "")
    title = given.get("title", "").strip()[:80]
    makers: dict[str, Callable[[], steps.Step]] = {
        "experience": lambda: steps.ExperienceAdjusted(
            amounts={id: n for id in state.active if (n := number(given, f"xp-{id}", what=_("Experience")))},
            cause=cause,
        ),
        "trauma": lambda: steps.TraumaChanged(changes=_trauma(request, visit), cause=cause),
        "exile": lambda: _exiled(seat, held, whole(given.get("copies") or "1", least=1, most=9)),
        "weakness-drew": lambda: _drew(visit, seat, given.get("card", ""), cause),
        "weakness-gained": lambda: steps.WeaknessGained(seat=seat, card=_weakness(visit, title), cause=cause),
        "weakness-removed": lambda: steps.WeaknessRemoved(seat=seat, card=held, cause=cause),
        "weakness-replaced": lambda: steps.WeaknessReplaced(seat=seat, card=held, by=_weakness(visit, title)),
        "signature": lambda: steps.SignatureLost(seat=seat, card=held, cause=cause),
        "lost": lambda: steps.InvestigatorLost(seat=seat, status=given.get("status", ""), cause=cause),
        "story": lambda: steps.BearersChanged(
            changes=(steps.BearerChange(card=_story(visit, title), seat=seat),)
        ),
        "story-lost": lambda: steps.BearersChanged(
            changes=(
                steps.BearerChange(
                    card=held, seat=seat, lost=True, copies=_copies_lost(visit, seat, held, given)
                ),
            )
        ),
        "research": lambda: steps.ResearchDone(
            task=held, seat=seat, value=number(given, "value", least=0, what=_("Number"))
        ),
        "reward": lambda: steps.RewardsUnlocked(cards=(given.get("card", ""),)),
        "card-joins": lambda: _deck_changed(visit, given.get("seat", ""), _card(visit, title), 1, cause),
        "card-leaves": lambda: _deck_changed(visit, seat, held, -1, cause),
    }
    if what not in makers:
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    return makers[what]()


def _drew(visit: Visit, seat: str, card: str, cause: str) -> steps.Step:
    """Return the step for one more weakness by an instruction, drawn by the group from its own cards."""
    if not cause:
        raise BadStep(_("Enter the instruction or card that makes you draw the weakness."))
    return draws.group_draw(visit.campaign, seat, card, cause)


def _copies_lost(visit: Visit, seat: str, card: str, given: QueryDict) -> int:
    """Return how many copies of a story card are lost: those that the form says, or all."""
    held = visit.state.seats.get(seat)
    borne = (held.story.get(card, 0) + held.granted.get(card, 0)) or 1 if held else 1
    return whole(given.get("copies"), most=borne, what=_("Copies")) or borne


def _deck_changed(visit: Visit, seat_id: str, code: str, by: int, cause: str) -> steps.Step:
    """Return the step for a card that joins or leaves a deck because of an instruction, which it names."""
    seat = visit.state.seats.get(seat_id)
    if seat is None or seat.deck is None:
        raise BadStep(_("This investigator has no deck."))
    slots = {**seat.deck.slots, code: seat.deck.slots.get(code, 0) + by}
    if slots[code] < 0:
        raise BadStep(_("The deck does not contain this card."))
    deck = replace(seat.deck, slots={card: n for card, n in slots.items() if n})
    return steps.DeckChanged(seat=seat.id, deck=deck, cause=cause)


def _story(visit: Visit, title: str) -> str:
    card = reader.find_story_card(visit.game, title)
    if not card:
        raise BadStep(_("Story card not found. Enter its full title or its code."))
    return card


def _card(visit: Visit, title: str) -> str:
    """Return a player card by its code, or by its complete title if that is unique."""
    card = visit.game.card(title)
    if card and not card.investigator:
        return card.code
    wanted = title.casefold()
    found = [
        card.code
        for card in visit.game.catalogue.cards.values()
        if wanted in (card.title.casefold(), card.title_de.casefold()) and not card.investigator
    ]
    if len(found) != 1:
        raise BadStep(
            _("Several cards have this title. Enter the code.")
            if found
            else _("Card not found. Enter its full title or its code.")
        )
    return found[0]


def _exiled(seat: str, held: str, copies: int) -> steps.CardsExiled:
    code = held.removeprefix(reader.SECOND_DECK)
    piles = Piles({code: copies}) if code == held else Piles(second_deck={code: copies})
    return steps.CardsExiled(seat=seat, cards=piles)


def _trauma(request: HttpRequest, visit: Visit) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for id in visit.state.seats:
        kinds = {
            kind: by
            for kind in (PHYSICAL, MENTAL)
            if (by := number(request.POST, f"{kind}-{id}", least=-20, most=20, what=_("Trauma")))
        }
        if kinds:
            found[id] = kinds
    return found


def _weakness(visit: Visit, text: str) -> str:
    wanted = text.strip().casefold()
    card = visit.game.card(text.strip())
    if card and card.weakness:
        return card.code
    for card in visit.game.catalogue.cards.values():
        if card.weakness and wanted in (card.title.casefold(), card.title_de.casefold()):
            return card.code
    raise BadStep(_("Weakness not found. Enter its full title or its code."))


@for_members()
def campaign_correct(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Correct an earlier step with a new one. The earlier step stays in the history."""
    refusal: Refusal | None = None
    if request.method == "POST":
        refusal = attempt(request, visit, lambda: _correction(request, visit))
        if refusal is None:
            return done(request, visit, _("Correction recorded."))
    state = visit.state
    given = request.POST if refusal else request.GET
    context = {
        "of": given.get("of", "") or state.number,
        "cause": given.get("cause", ""),
        "rows": [
            {
                "seat": seat,
                **{
                    name: given.get(f"{name}-{seat.id}", "")
                    for name in ("xp", "physical", "mental", "status")
                },
            }
            for seat in state.seats.values()
        ],
        "statuses": [(id, names.STATUSES[id]) for id in STATUSES],
        "tokens": [
            (token, state.bag.tokens.get(token, 0), given.get(f"token-{token}", ""))
            for token in bag.offered(TOKENS, state, visit.game)
        ],
    }
    return show(request, visit, "correct", refusal, **context)


def _correction(request: HttpRequest, visit: Visit) -> steps.Step:
    given, state = request.POST, visit.state
    statuses = {
        id: status
        for id, seat in state.seats.items()
        if (status := given.get(f"status-{id}", "")) and status != seat.status
    }
    return steps.Corrected(
        of=whole(given.get("of"), least=1, most=10**6, what=_("Step")),
        cause=given.get("cause", "").strip()[:200],
        experience={id: n for id in state.seats if (n := number(given, f"xp-{id}", what=_("Experience")))},
        earned=bool(given.get("earned")),
        trauma=_trauma(request, visit),
        statuses=statuses,
        tokens={
            t: n
            for t in TOKENS
            if (n := number(given, f"token-{t}", least=-20, most=20, what=names.token_name(t)))
        },
    )


@for_members()
def campaign_ultimatums(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Choose ultimatums and boons before the first scenario; warnings are shown, prerequisites enforced."""
    refusal: Refusal | None = None
    state = visit.state
    chosen = list(state.ultimatums)
    if request.method == "POST":
        chosen = [id for id in request.POST.getlist("ultimatums") if id in ULTIMATUMS]
        lines = [line.strip()[:200] for line in request.POST.get("own", "").splitlines() if line.strip()][:20]
        agreed = frozenset(request.POST.getlist("agreed"))
        step = steps.UltimatumsChosen(chosen=tuple(chosen), custom=tuple(dict.fromkeys(lines)), agreed=agreed)
        refusal = attempt(request, visit, lambda: step)
        if refusal is None:
            return done(request, visit, _("Ultimatums and boons saved."))
        chosen = list(step.chosen)
    held = [code for seat in state.active.values() if seat.deck for code in seat.deck.slots]
    context = {
        "rows": [(each, name_of(each), each.id in chosen) for each in ULTIMATUMS.values()],
        "own": "\n".join(state.custom_ultimatums),
        "warnings": [each.text("de" if in_german() else "en") for each in combination_warnings(chosen, held)],
    }
    return show(request, visit, "ultimatums", refusal, **context)


@for_members(READER)
def campaign_end(request: HttpRequest, visit: Visit) -> HttpResponse:
    """End the campaign as won or lost, with a reason."""
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_record(visit.role)
        result = WON if request.POST.get("result") == WON else LOSS
        cause = request.POST.get("cause", "").strip()[:200]
        refusal = attempt(request, visit, lambda: steps.CampaignEnded(result=result, cause=cause))
        if refusal is None:
            return done(request, visit, _("The campaign is over."))
    return show(request, visit, "end", refusal, cause=request.POST.get("cause", ""))
