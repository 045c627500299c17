"""What happens outside the guided page: by an interlude, a card, a decision; corrections, and the end."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.errors import Refusal
from campaigns import aftermath, naming
from campaigns.aftermath import TOKENS, number
from campaigns.errors import BadAct
from campaigns.forms.starting import name_of
from campaigns.services.table import check_may_act
from campaigns.views.base import READER, Table, at_table, do, done, show, whole
from campaigns.wording import card_title
from rules.campaign import acts
from rules.campaign.state import LOSS, LOST, MENTAL, PHYSICAL, STATUSES, WON
from rules.rulebook.ultimatums import ULTIMATUMS, combination_warnings


def attempt(request: HttpRequest, table: Table, act: Any) -> Refusal | None:
    """Read an act from the form and record it; the refusal, where it is refused."""
    try:
        do(request, table, act())
    except Refusal as error:
        table.campaign.refresh_from_db()
        table.__dict__.pop("state", None)
        return error
    return None


@at_table()
def campaign_happening(request: HttpRequest, table: Table) -> HttpResponse:
    """Something happened: experience, trauma, weaknesses, story cards, cards exiled or lost for good."""
    refusal: Refusal | None = None
    if request.method == "POST":
        refusal = attempt(request, table, lambda: _happening(request, table))
        if refusal is None:
            return done(request, table, _("It is recorded."))
    state = table.state
    context = {
        "seats": [
            {
                "seat": seat,
                "cards": sorted(
                    (
                        (code, card_title(code), n)
                        for code, n in (seat.deck.slots.items() if seat.deck else ())
                    ),
                    key=lambda row: row[1],
                ),
                "weaknesses": [(code, card_title(code)) for code in seat.weaknesses],
            }
            for seat in state.active.values()
        ],
        "given": request.POST if refusal else {},
        "lost": [(id, naming.STATUSES[id]) for id in sorted(LOST)],
    }
    return show(request, table, "happening", refusal, **context)


def _happening(request: HttpRequest, table: Table) -> acts.Act:
    given, state = request.POST, table.state
    what, cause = given.get("do", ""), given.get("cause", "").strip()[:200]
    seat = given.get("seat", "")
    if what == "experience":
        amounts = {id: n for id in state.active if (n := number(given, f"xp-{id}", what=_("Experience")))}
        return acts.ExperienceAdjusted(amounts=amounts, cause=cause)
    if what == "trauma":
        return acts.TraumaChanged(changes=_trauma(request, table), cause=cause)
    if what == "exile":
        return acts.CardsExiled(
            seat=seat, cards={given.get("card", ""): whole(given.get("copies") or "1", least=1, most=9)}
        )
    if what == "weakness-gained":
        return acts.WeaknessGained(seat=seat, card=_weakness(table, given.get("title", "")), cause=cause)
    if what == "weakness-removed":
        return acts.WeaknessRemoved(seat=seat, card=given.get("card", ""), cause=cause)
    if what == "signature":
        return acts.SignatureLost(seat=seat, card=given.get("card", ""), cause=cause)
    if what == "lost":
        return acts.InvestigatorLost(seat=seat, status=given.get("status", ""), cause=cause)
    if what == "story":
        card = aftermath.find_story_card(table.law, given.get("title", "").strip())
        if not card:
            raise BadAct(_("There is no such story card: give its whole title, or its code."))
        return acts.BearersChanged(changes=(acts.BearerChange(card=card, seat=seat),))
    raise BadAct(_("This form is broken. Reload the page and try again."))


def _trauma(request: HttpRequest, table: Table) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for id in table.state.seats:
        kinds = {
            kind: by
            for kind in (PHYSICAL, MENTAL)
            if (by := number(request.POST, f"{kind}-{id}", least=-20, most=20, what=_("Trauma")))
        }
        if kinds:
            found[id] = kinds
    return found


def _weakness(table: Table, words: str) -> str:
    wanted = words.strip().casefold()
    card = table.law.card(words.strip())
    if card and card.weakness:
        return card.code
    for card in table.law.catalogue.cards.values():
        if card.weakness and wanted in (card.title.casefold(), card.title_de.casefold()):
            return card.code
    raise BadAct(_("There is no such weakness: give its whole title, or its code."))


@at_table()
def campaign_correct(request: HttpRequest, table: Table) -> HttpResponse:
    """Put an act right by a new one; what was written stays to be read."""
    refusal: Refusal | None = None
    if request.method == "POST":
        refusal = attempt(request, table, lambda: _correction(request, table))
        if refusal is None:
            return done(request, table, _("The correction is recorded."))
    state = table.state
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
        "statuses": [(id, naming.STATUSES[id]) for id in STATUSES],
        "tokens": [
            (token, state.bag.tokens.get(token, 0), given.get(f"token-{token}", "")) for token in TOKENS
        ],
    }
    return show(request, table, "correct", refusal, **context)


def _correction(request: HttpRequest, table: Table) -> acts.Act:
    given, state = request.POST, table.state
    statuses = {
        id: status
        for id, seat in state.seats.items()
        if (status := given.get(f"status-{id}", "")) and status != seat.status
    }
    return acts.Corrected(
        of=whole(given.get("of"), least=1, most=10**6, what=_("Act")),
        cause=given.get("cause", "").strip()[:200],
        experience={id: n for id in state.seats if (n := number(given, f"xp-{id}", what=_("Experience")))},
        earned=bool(given.get("earned")),
        trauma=_trauma(request, table),
        statuses=statuses,
        tokens={
            t: n
            for t in TOKENS
            if (n := number(given, f"token-{t}", least=-20, most=20, what=naming.token_name(t)))
        },
    )


@at_table()
def campaign_ultimatums(request: HttpRequest, table: Table) -> HttpResponse:
    """Ultimatums and boons, before the first scenario; warnings are said, prerequisites are demanded."""
    refusal: Refusal | None = None
    state = table.state
    chosen = list(state.ultimatums)
    if request.method == "POST":
        chosen = [id for id in request.POST.getlist("ultimatums") if id in ULTIMATUMS]
        lines = [line.strip()[:200] for line in request.POST.get("own", "").splitlines() if line.strip()][:20]
        agreed = frozenset(request.POST.getlist("agreed"))
        act = acts.UltimatumsChosen(chosen=tuple(chosen), custom=tuple(dict.fromkeys(lines)), agreed=agreed)
        refusal = attempt(request, table, lambda: act)
        if refusal is None:
            return done(request, table, _("Ultimatums and boons are chosen."))
        chosen = list(act.chosen)
    held = [code for seat in state.active.values() if seat.deck for code in seat.deck.slots]
    context = {
        "rows": [(each, name_of(each), each.id in chosen) for each in ULTIMATUMS.values()],
        "own": "\n".join(state.custom_ultimatums),
        "warnings": [
            each.say("de" if naming.german() else "en") for each in combination_warnings(chosen, held)
        ],
    }
    return show(request, table, "ultimatums", refusal, **context)


@at_table(READER)
def campaign_end(request: HttpRequest, table: Table) -> HttpResponse:
    """The campaign is over: won or lost, and why."""
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_act(table.role)
        result = WON if request.POST.get("result") == WON else LOSS
        cause = request.POST.get("cause", "").strip()[:200]
        refusal = attempt(request, table, lambda: acts.CampaignEnded(result=result, cause=cause))
        if refusal is None:
            return done(request, table, _("The campaign is over."))
    return show(request, table, "end", refusal, cause=request.POST.get("cause", ""))
