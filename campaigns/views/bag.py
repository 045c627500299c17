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
from campaigns.errors import BadAct
from campaigns.scenario_form.reader import TOKENS
from campaigns.services.members import check_may_act
from campaigns.services.tokens import draw_tokens, draws_of, save_modifiers
from campaigns.text import names
from campaigns.text.steps import card_title
from campaigns.views.base import READER, Table, at_table, do, done, sent, show
from rules.campaign import CampaignState, steps
from rules.campaign.state import SCENARIO
from rules.chaos_bag import BLESS, BLOOD, CURSE, FROST
from web.shared.errors import Refusal
from web.shared.form_fields import number

#: Tokens that are added and removed during a game.
QUICK = (BLESS, CURSE, FROST, BLOOD)


@at_table(READER)
def campaign_bag(request: HttpRequest, table: Table) -> HttpResponse:
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_act(table.role)
        try:
            return _act(request, table)
        except Refusal as error:
            refusal = error
            table.look_again()
    state = table.state
    asked = request.GET
    # Only a refused change is shown again in the form.
    given = request.POST if refusal and request.POST.get("do") == "change" else QueryDict()
    given_to_seal = request.POST if refusal and request.POST.get("do") == "seal" else QueryDict()
    said = bag.said_values(table.campaign, state)
    shown = bag.view(state, said)
    skill, difficulty = _asked(asked.get("skill", ""), 4), _asked(asked.get("difficulty", ""), 3)
    chance = shown.odds.chance(skill, difficulty)
    draws = draws_of(table.campaign)
    quick = bag.offered(QUICK, state, table.law)
    context = {
        "bag": shown,
        "skill": skill,
        "difficulty": difficulty,
        "percent": f"{float(chance) * 100:.1f}",
        "fraction": f"{chance.numerator} / {chance.denominator}",
        "scenario_name": names.scenario_name(state.campaign, bag.scenario_at_hand(state)),
        "draws": [_told(state.campaign, each) for each in draws],
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
    return show(request, table, "bag", refusal, **context)


def _holders(state: CampaignState) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what a token may be sealed on, by group: the investigators, and the cards of their decks."""
    decks = {code for seat in state.active.values() if seat.deck for code in seat.deck.slots}
    return [
        (_("Investigators"), [(seat.investigator, seat.title) for seat in state.active.values()]),
        (_("Cards"), sorted(((code, card_title(code)) for code in decks), key=lambda each: each[1])),
    ]


def _holder(table: Table, given: QueryDict) -> str:
    """Return the chosen card, or one that was typed in, for example an enemy of the scenario."""
    words = given.get("other", "").strip()
    if not words:
        return given.get("card", "")
    cards = table.law.catalogue
    if cards.resolve(words) or words in cards.encounter_cards:
        return words
    scenario = table.law.scenario(table.state.campaign, bag.scenario_at_hand(table.state))
    sets = {*scenario.encounter_sets, *scenario.encounter_sets_aside} if scenario else set()
    found = [row for row in cards.encounter_cards.values() if row.title.casefold() == words.casefold()]
    if not found:
        raise BadAct(_("Card not found. Enter its full title or its code."))
    return min(found, key=lambda row: (row.encounter_set not in sets, row.code)).code


def _told(campaign: str, drawn: dict[str, Any]) -> dict[str, Any]:
    where = names.scenario_name(campaign, drawn.get("scenario", ""))
    return {**drawn, "where": where, "time": parse_datetime(drawn["at"])}


def _spent(drawn: list[str], held: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return the bless and curse tokens that were revealed, which leave the bag after the test."""
    found = Counter(token for token in drawn if token in (BLESS, CURSE))
    return [(token, min(n, held.get(token, 0))) for token, n in found.items() if held.get(token)]


def _asked(text: str, otherwise: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else otherwise


def _act(request: HttpRequest, table: Table) -> HttpResponse:
    given = request.POST
    what = given.get("do", "")
    if what == "draw":
        draw_tokens(table.campaign, by=table.user, key=str(sent(request).key or uuid4()))
        return done(request, table, "", "campaign-bag")
    if what == "odds":
        return _odds(request, table)
    tokens = {
        token: by
        for token in (*TOKENS, BLESS, CURSE)
        if (by := number(given, f"token-{token}", least=-20, most=20, what=names.token_name(token)))
    }
    act: steps.Act
    if what == "change":
        if not tokens:
            raise BadAct(_("Enter how many of which token."))
        act = steps.TokensChanged(tokens=tokens, cause=given.get("cause", "").strip()[:200])
    elif what in ("seal", "release"):
        kind = steps.TokensSealed if what == "seal" else steps.TokensReleased
        token = given.get("token", "")
        act = kind(
            tokens={token: number(given, "copies", least=1, most=20, what=_("Copies")) or 1},
            card=_holder(table, given),
        )
    else:
        raise BadAct(_("Something went wrong. Reload the page and try again."))
    do(request, table, act)
    return done(request, table, _("Chaos bag changed."), "campaign-bag")


def _odds(request: HttpRequest, table: Table) -> HttpResponse:
    """Save the values of the symbols in this scenario, and compute the odds of the test."""
    given = request.POST
    worths = {token: bag.read_worth(given.get(f"value-{token}", "")) for token in bag.SAID}
    printed = bag.values(table.state)
    said = {
        token: worth
        for token, worth in worths.items()
        if worth is not None and (token not in printed or worth != printed[token].modifier)
    }
    save_modifiers(table.campaign, table.state, said)
    asked = f"?skill={_asked(given.get('skill', ''), 4)}&difficulty={_asked(given.get('difficulty', ''), 3)}"
    return redirect(reverse("campaign-bag", args=[table.campaign.public_id]) + asked)
