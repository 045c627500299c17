"""The chaos bag page: its tokens, the odds of a test, drawing, sealing, and changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from campaigns import bag
from campaigns.errors import BadStep
from campaigns.form_fields import number
from campaigns.scenario_form.reader import TOKENS
from campaigns.services.members import check_may_record
from campaigns.services.tokens import draw_tokens, draws_of, save_modifiers
from campaigns.text import names
from campaigns.text.steps import card_title
from campaigns.views.base import READER, Visit, do, done, for_members, sent, show
from rules.campaign import CampaignState, steps
from rules.campaign.state import SCENARIO
from rules.chaos_bag import BLESS, BLOOD, CURSE, FROST
from web.shared.errors import Refusal

#: Tokens that are added and removed during a game.
QUICK = (BLESS, CURSE, FROST, BLOOD)


@for_members(READER)
def campaign_bag(request: HttpRequest, visit: Visit) -> HttpResponse:
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_record(visit.role)
        try:
            return _step(request, visit)
        except Refusal as error:
            refusal = error
            visit.look_again()
    state = visit.state
    query = request.GET
    # Only a refused change is shown again in the form.
    given = request.POST if refusal and request.POST.get("do") == "change" else QueryDict()
    given_to_seal = request.POST if refusal and request.POST.get("do") == "seal" else QueryDict()
    entered = bag.entered_values(visit.campaign, state)
    shown = bag.view(state, entered)
    skill, difficulty = (
        _number(query.get("skill", ""), 4),
        _number(query.get("difficulty", ""), 3),
    )
    chance = shown.odds.chance(skill, difficulty)
    draws = draws_of(visit.campaign)
    quick = bag.offered(QUICK, state, visit.game)
    context = {
        "bag": shown,
        "skill": skill,
        "difficulty": difficulty,
        "percent": f"{float(chance) * 100:.1f}",
        "fraction": f"{chance.numerator} / {chance.denominator}",
        "scenario_name": names.scenario_name(state.campaign, bag.scenario_at_hand(state)),
        "draws": [_shown_draw(state.campaign, each) for each in draws],
        "spent": _spent(draws[0]["tokens"], state.bag.tokens) if draws and state.phase == SCENARIO else [],
        "quick": [
            (token, state.bag.tokens.get(token, 0), (state.bag.room_for(token) or 0) > 0) for token in quick
        ],
        "quick_title": ", ".join(map(names.token_name, quick)).capitalize(),
        "tokens": [
            (token, state.bag.tokens.get(token, 0), given.get(f"token-{token}", ""))
            for token in (*(each for each in TOKENS if each not in QUICK), *quick)
        ],
        "cause": given.get("cause", ""),
        "playing": state.phase == SCENARIO,
        "holders": _holders(state) if state.phase == SCENARIO else [],
        "sealing": given_to_seal,
        "sealed": [(code, card_title(code), tokens) for code, tokens in state.bag.sealed.items()],
    }
    return show(request, visit, "bag", refusal, **context)


def _holders(state: CampaignState) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what a token may be sealed on, by group: the investigators, and the cards of their decks."""
    decks = {code for seat in state.active.values() if seat.deck for code in seat.deck.slots}
    return [
        (_("Investigators"), [(seat.investigator, seat.title) for seat in state.active.values()]),
        (_("Cards"), sorted(((code, card_title(code)) for code in decks), key=lambda each: each[1])),
    ]


def _holder(visit: Visit, given: QueryDict) -> str:
    """Return the chosen card, or one that was typed in, for example an enemy of the scenario."""
    text = given.get("other", "").strip()
    if not text:
        return given.get("card", "")
    cards = visit.game.catalogue
    if cards.resolve(text) or text in cards.encounter_cards:
        return text
    scenario = visit.game.scenario(visit.state.campaign, bag.scenario_at_hand(visit.state))
    sets = {*scenario.encounter_sets, *scenario.encounter_sets_aside} if scenario else set()
    found = [row for row in cards.encounter_cards.values() if row.title.casefold() == text.casefold()]
    if not found:
        raise BadStep(_("Card not found. Enter its full title or its code."))
    return min(found, key=lambda row: (row.encounter_set not in sets, row.code)).code


def _shown_draw(campaign: str, drawn: dict[str, Any]) -> dict[str, Any]:
    where = names.scenario_name(campaign, drawn.get("scenario", ""))
    return {**drawn, "where": where, "time": parse_datetime(drawn["at"])}


def _spent(drawn: list[str], held: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the bless and curse tokens that were revealed, which leave the bag after the test."""
    found = Counter(token for token in drawn if token in (BLESS, CURSE))
    return [(token, min(n, held.get(token, 0))) for token, n in found.items() if held.get(token)]


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else otherwise


def _step(request: HttpRequest, visit: Visit) -> HttpResponse:
    given = request.POST
    what = given.get("do", "")
    if what == "draw":
        draw_tokens(visit.campaign, by=visit.user, key=str(sent(request).key or uuid4()))
        return done(request, visit, "", "campaign-bag")
    if what == "odds":
        return _odds(request, visit)
    tokens = {
        token: by
        for token in (*TOKENS, BLESS, CURSE)
        if (by := number(given, f"token-{token}", least=-20, most=20, what=names.token_name(token)))
    }
    step: steps.Step
    if what == "change":
        if not tokens:
            raise BadStep(_("Enter how many of which token."))
        step = steps.TokensChanged(tokens=tokens, cause=given.get("cause", "").strip()[:200])
    elif what in ("seal", "release"):
        kind = steps.TokensSealed if what == "seal" else steps.TokensReleased
        token = given.get("token", "")
        step = kind(
            tokens={token: number(given, "copies", least=1, most=20, what=_("Copies")) or 1},
            card=_holder(visit, given),
        )
    else:
        raise BadStep(_("Something went wrong. Reload the page and try again."))
    do(request, visit, step)
    return done(request, visit, _("Chaos bag changed."), "campaign-bag")


def _odds(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Save the values of the symbols in this scenario, and compute the odds of the test."""
    given = request.POST
    worths = {token: bag.read_worth(given.get(f"value-{token}", "")) for token in bag.VALUED_BY_GROUP}
    printed = bag.values(visit.state)
    entered = {
        token: worth
        for token, worth in worths.items()
        if worth is not None and (token not in printed or worth != printed[token].modifier)
    }
    save_modifiers(visit.campaign, visit.state, entered)
    skill, difficulty = _number(given.get("skill", ""), 4), _number(given.get("difficulty", ""), 3)
    query = f"?skill={skill}&difficulty={difficulty}"
    return redirect(reverse("campaign-bag", args=[visit.campaign.public_id]) + query)
