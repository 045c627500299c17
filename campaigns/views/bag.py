"""The chaos bag page: tokens, odds, draws, sealing and changes. What members do appears to all at once."""

from __future__ import annotations

from collections import Counter
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid4, uuid5

from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from campaigns import bag
from campaigns.errors import BadStep
from campaigns.forms.fields import number
from campaigns.scenario_form.reader import TOKENS
from campaigns.services.members import check_may_record
from campaigns.services.tokens import draw_tokens, draws_of, save_modifiers
from campaigns.text import names
from campaigns.text.steps import card_title
from campaigns.views.base import READER, Visit, do, for_members, in_frame, one_of, sent, show
from cards.text.names import exact_title_of
from rules.campaign import steps
from rules.campaign.merging import COMING_AND_GOING
from rules.campaign.state import SCENARIO
from rules.chaos_bag import BLESS, CURSE
from web.shared.errors import Refusal
from web.shared.numbers import exact_percent, read_whole


@for_members(READER)
def campaign_bag(request: HttpRequest, visit: Visit) -> HttpResponse:
    refusal: Refusal | None = None
    in_place = bool(request.headers.get("HX-Request"))
    if request.method == "POST":
        check_may_record(visit.role)
        try:
            message = _step(request, visit)
        except Refusal as error:
            refusal = error
            visit.look_again()
        else:
            if not in_place:
                return _back(request, visit, message)
            visit.look_again()
    test = _test(visit, request.POST if request.method == "POST" else request.GET)
    if in_place:
        status = refusal.status if refusal else 200
        return render(
            request, "campaigns/_bag_live.html", in_frame(visit, refusal, **_live(visit, test)), status=status
        )
    state = visit.state
    # Only a refused change is shown again in the form.
    given = request.POST if refusal and request.POST.get("do") == "change" else QueryDict()
    given_to_seal = request.POST if refusal and request.POST.get("do") == "seal" else QueryDict()
    quick = bag.offered(COMING_AND_GOING, state, visit.game)
    context = {
        **_live(visit, test),
        "scenario_name": names.scenario_name(state.campaign, bag.scenario_at_hand(state)),
        "tokens": [
            (token, state.bag.tokens.get(token, 0), given.get(f"token-{token}", ""))
            for token in (*(each for each in TOKENS if each not in COMING_AND_GOING), *quick)
        ],
        "cause": given.get("cause", ""),
        "holders": _holders(visit) if state.phase == SCENARIO else [],
        "sealing": given_to_seal,
        "sealed": [(code, card_title(code), tokens) for code, tokens in state.bag.sealed.items()],
    }
    return show(request, visit, "bag", refusal, **context)


@for_members(READER, "GET", "HEAD")
def campaign_bag_live(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Return the parts of the bag page that members change for each other, or 204 if nothing has changed."""
    test = _test(visit, request.GET)
    if request.GET.get("seen", "") == _stamp(visit, test):
        return HttpResponse(status=204)
    return render(request, "campaigns/_bag_live.html", in_frame(visit, **_live(visit, test)))


def _stamp(visit: Visit, test: tuple[int, int]) -> str:
    """Return a text that changes whenever the live parts of the page do."""
    last = visit.campaign.token_draws.aggregate(last=Max("pk"))["last"] or 0
    values = sorted(bag.entered_values(visit.campaign, visit.state).items())
    entered = "".join(f",{token}{worth}" for token, worth in values)
    return f"{visit.campaign.revision}.{last}.{test[0]}.{test[1]}{entered}"


def _test(visit: Visit, given: QueryDict) -> tuple[int, int]:
    """Return skill and difficulty: as entered, or as in the user's last test of this scenario."""
    skill, difficulty = (read_whole(given.get(name, ""), most=99) for name in ("skill", "difficulty"))
    if skill is not None and difficulty is not None:
        return skill, difficulty
    scenario = bag.scenario_at_hand(visit.state)
    rows = visit.campaign.token_draws.filter(by=visit.user, scenario=scenario).exclude(skill=None)
    last = rows.exclude(difficulty=None).order_by("-pk").values_list("skill", "difficulty").first() or (4, 3)
    return (
        skill if skill is not None else last[0] or 0,
        difficulty if difficulty is not None else last[1] or 0,
    )


def _live(visit: Visit, test: tuple[int, int]) -> dict[str, Any]:
    """Return what all members see at once: draws, tokens and odds."""
    state = visit.state
    shown = bag.view(state, bag.entered_values(visit.campaign, state))
    chance = shown.odds.chance(*test)
    draws = draws_of(visit.campaign)
    quick = bag.offered(COMING_AND_GOING, state, visit.game)
    return {
        "bag": shown,
        "stamp": _stamp(visit, test),
        "skill": test[0],
        "difficulty": test[1],
        "percent": exact_percent(chance),
        "fraction": f"{chance.numerator} / {chance.denominator}",
        "draws": [_shown_draw(state.campaign, each) for each in draws],
        "spent": _spent(visit, draws[0]) if draws and state.phase == SCENARIO else [],
        "quick": [
            (token, state.bag.tokens.get(token, 0), (state.bag.room_for(token) or 0) > 0) for token in quick
        ],
        "quick_title": capfirst(", ".join(map(names.token_name, quick))),
        "playing": state.phase == SCENARIO,
    }


def _back(request: HttpRequest, visit: Visit, message: str) -> HttpResponse:
    """Return to the page with the same test."""
    if message:
        messages.success(request, message)
    skill, difficulty = _test(visit, request.POST)
    query = f"?skill={skill}&difficulty={difficulty}"
    return redirect(reverse("campaign-bag", args=[visit.campaign.public_id]) + query)


#: Traits of most cards that seal tokens.
SEALING_TRAITS = frozenset({"Blessed", "Charm", "Cursed", "Relic", "Ritual", "Spell"})


def _holders(visit: Visit) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return what a token may be sealed on, by group: investigators, likely cards of their decks, others.

    Likely cards are those that hold or held tokens in this campaign, and assets with a trait that goes with
    sealing.
    """
    state = visit.state
    decks = {code for seat in state.active.values() if seat.deck for code in seat.deck.slots}
    sealed = visit.campaign.steps.filter(kind=steps.TokensSealed.kind, undone=False)
    used = {row["card"] for row in sealed.values_list("payload", flat=True)}
    likely = {
        code
        for code in decks
        if code in used
        or ((card := visit.game.card(code)) and card.type == "asset" and card.traits & SEALING_TRAITS)
    }
    groups = ((_("Likely cards"), likely), (_("Other cards"), decks - likely))
    return [
        (_("Investigators"), [(seat.investigator, seat.title) for seat in state.active.values()]),
        *(
            (name, sorted(((code, exact_title_of(code)) for code in codes), key=lambda each: each[1]))
            for name, codes in groups
            if codes
        ),
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


def _spent(visit: Visit, drawn: dict[str, Any]) -> list[tuple[str, int]]:
    """Return the bless and curse tokens that were revealed and have not left the bag yet."""
    held = visit.state.bag.tokens
    found = Counter(token for token in drawn["tokens"] if token in (BLESS, CURSE))
    if not found or visit.campaign.steps.filter(key=_key_of_spent(drawn["key"]), undone=False).exists():
        return []
    return [(token, min(n, held.get(token, 0))) for token, n in found.items() if held.get(token)]


def _key_of_spent(key: str) -> UUID:
    """Return the key of the step in which revealed tokens leave, so that two members remove them once."""
    return uuid5(NAMESPACE_URL, f"spent in draw {key}")


def _step(request: HttpRequest, visit: Visit) -> str:
    """Do what the form asks, and return a message."""
    given = request.POST
    what = given.get("do", "")
    if "add" in given or "remove" in given:
        by, token = (1, given["add"]) if "add" in given else (-1, given["remove"])
        do(request, visit, steps.TokensChanged(tokens={one_of(token, COMING_AND_GOING, BLESS): by}))
        return ""
    if "spent" in given:
        return _remove_spent(request, visit, given["spent"])
    if what == "draw":
        test = _test(visit, given) if "skill" in given else None
        draw_tokens(visit.campaign, by=visit.user, key=str(sent(request).key or uuid4()), test=test)
        return ""
    if what == "odds":
        _save_values(request, visit)
        return ""
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
    return _("Chaos bag changed.")


def _remove_spent(request: HttpRequest, visit: Visit, key: str) -> str:
    """Remove the bless and curse tokens that the last draw has revealed, once for all members."""
    draws = draws_of(visit.campaign)
    spent = _spent(visit, draws[0]) if draws and draws[0]["key"] == key else []
    if spent:
        wanted = _key_of_spent(key)
        known = visit.campaign.steps.filter(key=wanted).exists()
        step = steps.TokensChanged(tokens={token: -n for token, n in spent}, cause=names.REVEALED)
        do(request, visit, step, key=None if known else wanted)
    return ""


def _save_values(request: HttpRequest, visit: Visit) -> None:
    """Save the values of the symbols in this scenario that the user changed; others may have changed more."""
    given = request.POST
    printed = bag.values(visit.state)
    entered = bag.entered_values(visit.campaign, visit.state)
    for token in bag.VALUED_BY_GROUP:
        text = given.get(f"value-{token}", "")
        if f"was-{token}" in given and given[f"was-{token}"] == text:
            continue
        worth = bag.read_worth(text)
        entered.pop(token, None)
        if worth is not None and (token not in printed or worth != printed[token].modifier):
            entered[token] = worth
    save_modifiers(visit.campaign, visit.state, entered)
