"""After a scenario: one guided page, kept while it is filled in, recorded as acts; then the purchases."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.errors import Refusal
from campaigns import aftermath, bag, glance, judging, logsheet, naming
from campaigns.errors import BadAct
from campaigns.models import Act, Draft
from campaigns.services import shopping
from campaigns.services.table import check_may_act
from campaigns.telling import Teller
from campaigns.views.base import OWN, READER, Table, at_table, do, done, in_frame, sent, show, whole
from campaigns.wording import card_title
from cards.collections import all_rewards
from decks.editor.upgrade import ledger_rows
from decks.wording import sentence
from rules.campaign import Refusal as Refused
from rules.campaign import act_to_plain, acts, advise, apply, questions, scenarios_next
from rules.campaign.shopping import has_played
from rules.campaign.state import BETWEEN, MENTAL, PHYSICAL, READY, RESULTS, SCENARIO
from rules.verdict import Violation

PAGE = "after"
MOST_KEPT = 100_000


@at_table(READER)
def campaign_after(request: HttpRequest, table: Table) -> HttpResponse:
    """The guided page: a form while the scenario is on the table, then the purchases."""
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_act(table.role)
        try:
            return _record(request, table)
        except Refusal as error:
            refusal = error
            keep(table, request.POST)
            table.campaign.refresh_from_db()
            table.__dict__.pop("state", None)
    state = table.state
    if state.phase == SCENARIO:
        row = Draft.objects.filter(campaign=table.campaign, page=PAGE).first()
        given = _kept(row)
        context = {**_form(table, given), **_records(table, given), "kept_by": row.by if row else None}
        return show(request, table, "after", refusal, **context)
    if state.phase == RESULTS:
        return show(request, table, "count", refusal, last=state.history[-1])
    if state.phase in (BETWEEN, READY):
        return show(request, table, "buying", refusal, **_buying(table))
    return redirect("campaign-detail", table.campaign.public_id)


def _kept(row: Draft | None) -> QueryDict:
    given = QueryDict(mutable=True)
    for name, values in row.fields.items() if row else ():
        given.setlist(name, values)
    return given


def keep(table: Table, given: QueryDict) -> None:
    """Keep a form that is not finished. The last who wrote in it wins; nothing of it is an act yet."""
    fields = {name: values for name, values in given.lists() if name not in OWN and any(values)}
    if len(json.dumps(fields)) > MOST_KEPT:
        raise BadAct(_("That is too much for one page."))
    Draft.objects.update_or_create(
        campaign=table.campaign, page=PAGE, defaults={"fields": fields, "by": table.user}
    )


@at_table("player", "POST")
def after_keep(request: HttpRequest, table: Table) -> HttpResponse:
    """Keep what was entered so far, and tell what it would record."""
    if table.state.phase != SCENARIO:
        return HttpResponse(status=204)
    keep(table, request.POST)
    if not request.headers.get("HX-Request"):
        return redirect("campaign-after", table.campaign.public_id)
    return render(request, "campaigns/_records.html", in_frame(table, **_records(table, request.POST)))


def _record(request: HttpRequest, table: Table) -> HttpResponse:
    given = request.POST
    if given.get("do") == "count":
        do(
            request,
            table,
            acts.CountExperience(
                victory=whole(given.get("victory"), most=99, what=_("Victory display")),
                bonus=whole(given.get("bonus"), least=-99, most=99, what=_("Bonus")),
            ),
        )
        return done(request, table, _("The experience is counted."), "campaign-after")
    told = sent(request)
    reader = aftermath.Reader(table.campaign, table.state, table.law, given, str(told.key or uuid4()))
    found = reader.read()
    before = table.state
    with transaction.atomic():
        do(request, table, *found.all)
        Draft.objects.filter(campaign=table.campaign, page=PAGE).delete()
    for act in found.all:
        for warning in advise(before, act, table.law):
            messages.warning(request, sentence(warning.message, warning.facts))
    if before.mode == "standalone":
        return done(request, table, _("The game is recorded."))
    return done(request, table, _("The scenario is recorded."), "campaign-after")


def _form(table: Table, given: QueryDict) -> dict[str, Any]:
    state, law = table.state, table.law
    assert state.playing is not None
    scenario = state.playing.scenario
    facts = naming.scenario_facts(state.campaign, scenario)
    may = facts.get("may", {})
    asked: dict[str, list[Any]] = {}
    for question in questions(state, law):
        asked.setdefault(question.seat, []).append(
            (question, card_title(question.card), aftermath.asked(question))
        )
    seats: list[dict[str, Any]] = []
    for id in state.playing.seats:
        seat = state.seats[id]
        rows = aftermath.exilable(seat, law)
        seats.append(
            {
                "each": glance.glance(state, seat, law),
                "seat": seat,
                "how": given.get(f"how-{id}", "survived"),
                "exile": [(row, given.get(f"exile-{id}-{row.code}", "")) for row in rows if row.certain],
                "exile_others": [
                    (row, given.get(f"exile-{id}-{row.code}", "")) for row in rows if not row.certain
                ],
                "questions": [
                    (q, title, words, given.get(f"claim-{id}-{q.card}", ""))
                    for q, title, words in asked.get(id, ())
                ],
                "story": [
                    (code, card_title(code), given.get(f"lose-{id}-{code}"))
                    for code in (*seat.story, *seat.granted)
                ],
                "fields": {
                    name: given.get(f"{name}-{id}", "")
                    for name in ("choice", "lost", "physical", "mental", "osiris", "xp", "draw")
                },
            }
        )
    resolutions = list(facts.get("resolutions", ())) or []
    rewards = [card for card in all_rewards() if card.code not in state.rewards]
    return {
        "given": {name: given.get(name, "") for name in ("victory", "bonus", "replay", "won")},
        "story_other": given.get("story-other", ""),
        "scenario_name": naming.scenario_name(state.campaign, scenario),
        "numeral": naming.numeral_of(state, scenario),
        "resolutions": [(id, naming.resolution_name(id)) for id in resolutions],
        "resolution": given.get("resolution", ""),
        "seats": seats,
        "outcomes": [(id, words) for id, words in naming.OUTCOMES.items() if _known_outcome(table, id)],
        "offers": [
            (
                code,
                card_title(code),
                [(seat["seat"], given.get(f"gain-{code}-{seat['seat'].id}")) for seat in seats],
            )
            for code in aftermath.story_offers(state, law, scenario, given)
        ],
        "weakness_traits": may.get("weakness_traits", ()),
        "research": [
            (task, title, holders, given.getlist("research"))
            for task, title, holders in aftermath.research_offers(state, law)
        ],
        "allies": [
            (code, title, code in given.getlist("ally")) for code, title in aftermath.allies(state, law)
        ],
        "rewards": [
            (card, card.code in given.getlist("reward"))
            for card in rewards
            if _may_be_earned(card.code, state.campaign, scenario)
        ],
        "notes": [
            {
                "row": row,
                "section": given.get(f"note-section-{row}", ""),
                "text": given.get(f"note-text-{row}", ""),
                "number": given.get(f"note-number-{row}", ""),
                "seat": given.get(f"note-seat-{row}", ""),
            }
            for row in range(aftermath.NOTE_ROWS)
            if row < 3 or any(given.get(f"note-text-{later}") for later in range(row, aftermath.NOTE_ROWS))
        ],
        "spare_notes": range(aftermath.NOTE_ROWS),
        "sections": [(row["id"], naming.in_language(row)) for row in logsheet.sections_of(state.campaign)],
        "standing": [
            (note, note.text or note.key.replace("_", " "), note.id in given.getlist("cross"))
            for note in state.notes
            if not note.crossed
        ],
        "counters": [
            (
                f"count|{section.id}|{counter.key}|{counter.seat}",
                counter,
                given.get(f"count|{section.id}|{counter.key}|{counter.seat}", ""),
            )
            for section in logsheet.log(state)
            for counter in section.counters
        ],
        "tokens": [
            (token, state.bag.tokens.get(token, 0), given.get(f"token-{token}", ""))
            for token in aftermath.TOKENS
        ],
        "bag": bag.view(state),
        "osiris": "boon.osiris" in state.in_force,
        "alone": state.mode == "standalone",
        "memories": [section for section in logsheet.other_sections(state) if section.id == "remembered"],
    }


def _known_outcome(table: Table, outcome: str) -> bool:
    edition = table.law.edition(table.state.edition)
    switches = edition.switches if edition else None
    if outcome == "empty-deck":
        return bool(switches and switches.empty_deck_defeats)
    if outcome == "last-agenda":
        return bool(switches and switches.last_agenda_defeats)
    return True


def _may_be_earned(code: str, campaign: str, scenario: str) -> bool:
    """Rewards of which the catalogue knows where they are earned are offered there; others everywhere."""
    where = naming.reward_facts().get(code, {})
    return not where or (where.get("campaign") in ("", campaign) and where.get("scenario") in ("", scenario))


def _records(table: Table, given: QueryDict) -> dict[str, Any]:
    """What the form would record, as far as it can be told already."""
    state, rows = table.state, []
    against: tuple[Violation, ...] = ()
    number = table.campaign.acts.count()
    problem = ""
    teller = Teller(state)
    try:
        found = aftermath.Reader(table.campaign, state, table.law, given, "preview").read()
    except Refusal as error:
        return {"records": [], "problem": str(error.message), "against": (), "preview": None, "earned": None}
    after: Any = state
    for act in found.all:
        number += 1
        row = Act(number=number, kind=act.kind, payload=act_to_plain(act))
        rows.append(teller.tell(row))
        outcome = apply(after, act, table.law, number)
        if isinstance(outcome, Refused):
            against = outcome.violations if given.get("resolution") else ()
            after = None
            break
        after = outcome
    earned = max(0, (found.end.victory or 0) + found.end.bonus)
    trauma = []
    if after is not None:
        for id in state.playing.seats if state.playing else ():
            old, new = state.seats[id], after.seats[id]
            trauma.append(
                (
                    new,
                    new.physical - old.physical,
                    new.mental - old.mental,
                    naming.STATUSES[new.status],
                    new.experience - old.experience,
                )
            )
    return {
        "records": rows,
        "problem": problem,
        "against": against,
        "trauma": trauma,
        "earned": earned,
        "checked": after is not None,
    }


def _buying(table: Table) -> dict[str, Any]:
    state, law = table.state, table.law
    found = shopping.baskets(table.campaign, state)
    verdicts = judging.verdicts(table.campaign, state, law)
    seats: list[dict[str, Any]] = []
    for seat in state.active.values():
        basket = found.get(seat.id)
        spent = basket.version.cost if basket else 0
        seats.append(
            {
                "each": glance.glance(state, seat, law, basket.deck if basket else None),
                "seat": seat,
                "basket": basket,
                "rows": ledger_rows(basket.version) if basket else (),
                "spent": spent,
                "to_spend": seat.to_spend,
                "left": seat.to_spend - spent,
                "too_much": spent > seat.to_spend,
                "verdict": verdicts.get(seat.id),
                "legal": basket.deck.is_legal
                if basket and not basket.recorded
                else (verdicts[seat.id].legal if seat.id in verdicts else False),
                "problems": basket.deck.problems
                if basket and not basket.recorded
                else (len(verdicts[seat.id].violations) if seat.id in verdicts else 0),
                "exiled": [card_title(code) for code in seat.exiled],
                "may_shop": seat.id in found or _may_shop(table, seat.id),
            }
        )
    last = next((each for each in reversed(state.history) if each.kind != "interlude"), None)
    upcoming = [naming.scenario_name(state.campaign, id) for id in scenarios_next(state, law)]
    return {
        "last": last,
        "last_name": naming.scenario_name(state.campaign, last.scenario) if last else "",
        "numeral": naming.numeral_of(state, last.scenario) if last else "",
        "seats": seats,
        "upcoming": upcoming[0] if upcoming else "",
        "illegal": [row for row in seats if not row["legal"]],
        "acts": _acts_since(table),
    }


def _may_shop(table: Table, seat: str) -> bool:
    return has_played(table.state, table.state.seats[seat])


def _acts_since(table: Table) -> list[Any]:
    """The acts since the last scenario ended, as the side of the page lists them."""
    rows = list(table.campaign.acts.filter(undone=False).order_by("-number")[:40])
    teller, found = Teller(table.state), []
    for row in rows:
        found.append(teller.tell(row))
        if row.kind == "end-scenario":
            break
    return list(reversed(found))


@at_table("player", "POST")
def seat_shop(request: HttpRequest, table: Table, seat: str) -> HttpResponse:
    """Open the seat's deck in the editor's upgrade mode, record what was bought there, or give it up."""
    held = table.state.seats.get(seat)
    if held is None:
        raise BadAct(_("There is no such seat."))
    what = request.POST.get("do", "open")
    if what == "open":
        deck = shopping.begin_shopping(table.campaign, seat, by=table.user)
        return redirect("deck-edit", deck.public_id)
    if what == "give-up":
        shopping.give_up(table.campaign, held)
        return done(request, table, _("Nothing was bought."), "campaign-after")
    told = sent(request)
    trauma, healed = (
        {
            kind: n
            for kind in (PHYSICAL, MENTAL)
            if (n := whole(request.POST.get(f"{name}_{kind}"), most=20, what=kind))
        }
        for name in ("trauma", "healed")
    )
    shopping.record_shopping(
        table.campaign,
        held,
        by=table.user,
        follows=told.follows,
        key=told.key,
        trauma=trauma,
        healed=healed,
        waives=told.waives,
        note=told.note,
    )
    return done(request, table, _("The purchases are recorded."), "campaign-after")
