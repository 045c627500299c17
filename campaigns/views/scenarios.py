"""The next scenario: choice, with every deck judged, setup, and start."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns import bag
from campaigns.campaign_rules import campaign_facts
from campaigns.errors import BadStep
from campaigns.forms.creation import name_of
from campaigns.forms.fields import number
from campaigns.guidance import to_do
from campaigns.guidance.reminders import reminders_at
from campaigns.guidance.unfinished_purchases import unfinished_purchases
from campaigns.party import deck_verdicts
from campaigns.party import summary as party_summary
from campaigns.party.collection import collection_of
from campaigns.services import drawing
from campaigns.services.deck_versions import latest_entries
from campaigns.services.members import check_may_record
from campaigns.text import names as campaign_names
from campaigns.views.base import READER, Visit, do, done, for_members, sent, show
from cards.collections import selectors as collection_selectors
from cards.models import EncounterSet
from cards.text.names import german as in_german
from decks.text import sentence
from rules.campaign import CampaignState, advise, is_at_end, side_stories, steps, upcoming
from rules.campaign.course import Upcoming
from rules.campaign.facts import LONGEST_NAME, SIDE
from rules.campaign.purchases import in_play
from rules.campaign.state import BETWEEN, READY, SCENARIO, SETUP
from rules.chance import Chance
from rules.chaos_bag import TOKENS
from rules.deck.circumstances import STANDALONE
from rules.rulebook.coverage import reminder
from rules.rulebook.ultimatums import ULTIMATUMS
from rules.setup import ScenarioSetup, SetNeeded, scenario_setup
from web.shared.errors import Refusal

#: Steps that lead on to what this page is about.
ONWARD = ("advance", "interlude-played", "campaign-ended")


@for_members(READER)
def campaign_next(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Advance, set up, begin."""
    refusal: Refusal | None = None
    if request.method == "POST":
        check_may_record(visit.role)
        try:
            return _step(request, visit)
        except Refusal as error:
            refusal = error
            visit.look_again()
    state = visit.state
    if state.phase in (READY, SCENARIO):
        return show(request, visit, "setup", refusal, **_setup(request, visit))
    return show(request, visit, "next", refusal, **_next(request, visit))


def _step(request: HttpRequest, visit: Visit) -> HttpResponse:
    given = request.POST
    what, scenario = given.get("do", ""), _chosen(given)
    if what == "travel":
        what = "advance" if _kind(visit.state.campaign, scenario) == "scenario" else "interlude"
    if what == "interlude":
        if not scenario:
            raise BadStep(_("Enter the name of what you play next."))
        return redirect(to_do.interlude_url(visit.campaign.public_id, scenario))
    if what == "advance":
        verdicts = {
            id: tuple(dict.fromkeys(violation.rule for violation in verdict.violations))
            for id, verdict in deck_verdicts.verdicts(visit.campaign, visit.state, visit.game).items()
        }
        step = steps.Advance(scenario=scenario, verdicts=verdicts)
        do(request, visit, step)
        for warning in advise(visit.state, step, visit.game):
            _warn(request, sentence(warning.message, warning.facts))
        return done(request, visit, "", "campaign-next")
    if what == "begin":
        tokens = {
            token: copies
            for token in TOKENS
            if (copies := number(given, f"add-{token}", least=0, most=20, what=token))
        }
        do(
            request,
            visit,
            steps.BeginScenario(
                scenario=visit.state.next_scenario, lead=given.get("lead", ""), tokens=tokens
            ),
        )
        name = campaign_names.scenario_name(visit.state.campaign, visit.state.next_scenario)
        return done(request, visit, _("%(scenario)s started.") % {"scenario": name})
    if what == "ultimatum":
        sent_fields = sent(request)
        drawn = drawing.draw_ultimatum(
            visit.campaign, by=visit.user, follows=sent_fields.follows, key=sent_fields.key
        ).state.drawn_ultimatum
        name = name_of(ULTIMATUMS[drawn]) if drawn in ULTIMATUMS else drawn
        return done(
            request, visit, _("%(name)s is in effect for this scenario.") % {"name": name}, "campaign-next"
        )
    raise BadStep(_("Something went wrong. Reload the page and try again."))


def _chosen(given: QueryDict) -> str:
    """Return the id of the chosen scenario or interlude, or the name that the group gives its own."""
    chosen, name = given.get("scenario", "").strip()[:80], " ".join(given.get("name", "").split())
    if chosen and name:
        raise BadStep(_("Choose a scenario from the list, or enter a name of your own: not both."))
    return chosen or name


def _warn(request: HttpRequest, text: str) -> None:
    messages.warning(request, text)


def _next(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    state, game = visit.state, visit.game
    verdicts = deck_verdicts.verdicts(visit.campaign, state, game)
    entries = latest_entries(visit.campaign)
    ahead = upcoming(state, game)
    suggested = tuple(each.id for each in ahead)
    side_interludes = [Upcoming(id, optional=True) for id in side_stories(state, game, "interlude")]
    played = {each.scenario for each in state.history}
    facts = campaign_facts().get(state.campaign, {})
    own = facts.get("scenarios", ())
    chosen = request.POST.get("scenario", "")
    places = _places(state, facts)
    is_place = request.POST.get("do") == "travel" and any(id == chosen for id, _name in places)
    titles = bool(request.GET.get("titles")) or (not is_place and _is_withheld(chosen, own, suggested))
    page: dict[str, Any] = {
        "titles": titles,
        "has_others": any(row["id"] not in suggested for row in own),
        "places": places,
        "suggested": [
            (id, campaign_names.scenario_name(state.campaign, id), game.price_of(state.campaign, id))
            for id in suggested
            if _kind(state.campaign, id) in ("scenario", "")
        ],
        "is_open": game.is_open(state.campaign),
        "named": {request.POST.get("do", ""): request.POST.get("name", "")},
        "longest_name": LONGEST_NAME,
        "interludes": [
            (
                to_do.interlude_url(visit.campaign.public_id, each.id),
                campaign_names.full_name(state.campaign, each.id),
                each.optional,
            )
            for each in (*ahead, *side_interludes)
            if _kind(state.campaign, each.id) not in ("scenario", "")
        ],
        "at_end": is_at_end(state, game),
        "others": [
            (row["id"], campaign_names.in_language(row))
            for row in own
            if titles and row["kind"] == "scenario" and row["id"] not in suggested
        ],
        "other_interludes": [
            (
                to_do.interlude_url(visit.campaign.public_id, row["id"]),
                campaign_names.full_name(state.campaign, row["id"]),
            )
            for row in own
            if titles and row["kind"] != "scenario" and row["id"] not in {*suggested, *played}
        ],
        "side": [
            (id, campaign_names.scenario_name(SIDE, id), game.price_of(state.campaign, id))
            for id in side_stories(state, game)
        ],
        "alone": state.mode == STANDALONE,
        "chosen": chosen,
        "rows": [
            (
                party_summary.glance(state, seat, game, row.deck if row else None, row.number if row else 0),
                verdicts.get(seat.id),
                not in_play(state, seat) and deck_verdicts.has_drifted(seat, row.deck if row else None),
            )
            for seat in state.active.values()
            for row in [entries[seat.id].deck_version if seat.id in entries else None]
        ],
        "unfinished": unfinished_purchases(visit.campaign, state, entries),
        "todos": [todo for todo in to_do.todos(visit.campaign, state, game) if todo.do not in ONWARD],
        "may_choose": state.phase in (SETUP, BETWEEN),
        "reminders": reminders_at(state, game, reminder.NEXT),
    }
    page["has_aside"] = any(page[each] for each in ("is_open", "other_interludes"))
    return page


def _is_withheld(chosen: str, own: Iterable[dict[str, Any]], suggested: tuple[str, ...]) -> bool:
    """Return whether the chosen scenario has a title that is only shown on request; it then stays visible."""
    return chosen not in suggested and any(row["id"] == chosen for row in own)


def _places(state: CampaignState, facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Return where the campaign map may lead. Players see the map, but not what waits at each location."""
    been = {each.scenario for each in state.history}
    if not been.issuperset(facts.get("order", ())):
        return []
    known = {row["id"] for row in facts.get("scenarios", ())}
    rows = [
        (row["scenario"], campaign_names.in_language(row))
        for row in facts.get("locations", ())
        if row["scenario"] in known - been and not row.get("hidden")
    ]
    return sorted(rows, key=lambda row: row[1])


def _kind(campaign: str, scenario: str) -> str:
    return str(campaign_names.scenario_facts(campaign, scenario).get("kind", ""))


def _setup(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    state = visit.state
    collection = collection_of(visit.campaign)
    owned = set(collection_selectors.packs_owned(collection)) if collection else None
    lead = request.GET.get("lead", "")
    drawn = request.GET.get("draw", "")
    setup = scenario_setup(
        state,
        visit.game,
        lead=lead if lead in state.active else "",
        chance=Chance(drawn[:40]) if drawn else None,
        owned=owned,
        choices={key: int(n) for key in request.GET if re.fullmatch(r"[0-9]{1,2}", n := request.GET[key])},
    )
    has_sets = bool(setup.sets or setup.random_sets)
    names = _set_titles() if has_sets else {}
    parties = [
        (party_summary.glance(state, state.seats[id], visit.game), setup.seats[id])
        for id in setup.order
        if id in setup.seats
    ]
    return {
        "unfinished": unfinished_purchases(visit.campaign, state) if state.phase == READY else [],
        "setup": setup,
        "scenario_name": campaign_names.scenario_name(state.campaign, setup.scenario),
        "numeral": campaign_names.roman(1 + sum(each.is_scenario for each in state.history))
        if campaign_names.is_numbered(state.campaign, setup.scenario)
        else "",
        "parties": parties,
        "sets": [
            (
                names.get(each.code, each.code.replace("_", " ").title()),
                each,
                _substitutes(each),
                campaign_names.VERSIONS.get(each.version, each.version),
            )
            for each in setup.sets
        ],
        "bag": bag.view(_with_tokens(state, setup.tokens_at_setup)),
        "random_sets": [
            ([names.get(each.code, each.code) for each in group.among], names.get(group.drawn, group.drawn))
            for group in setup.random_sets
        ],
        "premade": [visit.game.title(code) for code in setup.premade],
        "tokens_at_setup": list(setup.tokens_at_setup.items()),
        "side": setup.reference_side,
        "steps": _steps(visit, setup),
        "in_force": [ULTIMATUMS[id] for id in setup.reminders if id in ULTIMATUMS],
        "reminders": reminders_at(
            state,
            visit.game,
            reminder.TABLE if state.phase == SCENARIO else reminder.SETUP,
            setup.scenario,
        ),
        "needs_ultimatum": state.owes_an_ultimatum,
        "drawn": name_of(ULTIMATUMS[state.drawn_ultimatum]) if state.drawn_ultimatum in ULTIMATUMS else "",
        "on_table": state.phase == SCENARIO,
        "price": visit.game.price_of(state.campaign, setup.scenario),
        "named_cards": setup.named_cards,
    }


def _with_tokens(state: CampaignState, tokens: Mapping[str, int]) -> CampaignState:
    """Return the state with the tokens that the guide adds when the scenario begins."""
    for token, copies in tokens.items():
        state = replace(state, bag=state.bag.changed(token, copies))
    return state


def _set_titles() -> dict[str, str]:
    """Return the titles of all encounter sets in the reader's language."""
    rows = EncounterSet.objects.values_list("code", "title", "title_de")
    return {code: (title_de if in_german() else "") or title for code, title, title_de in rows}


def _substitutes(needed: SetNeeded) -> list[str]:
    """Return what replaces an encounter set: each alternative as a line, or only the chosen one."""
    found = (needed.used,) if needed.used else needed.alternatives
    german = in_german()
    return (
        [
            " + ".join(
                f"{each.name_de if german else each.name} ({each.only})"
                if each.only
                else (each.name_de if german else each.name)
                for each in sets
            )
            for sets in found
        ]
        if needed.replaced
        else []
    )


def _steps(visit: Visit, setup: ScenarioSetup) -> list[tuple[str, str, list[str]]]:
    """Return the steps of setup as text, with what each of them means for this party."""
    seats = setup.seats.values()
    found = []
    for step in setup.steps:
        rows: list[str] = []
        if step.id == "trauma":
            rows = [
                _("%(who)s: %(damage)d damage, %(horror)d horror")
                % {"who": each.title, "damage": each.damage, "horror": each.horror}
                for each in seats
                if each.damage or each.horror
            ]
        elif step.id == "lead":
            rows = [visit.state.seats[setup.lead].title] if setup.lead else []
        elif step.id == "chaos-bag":
            rows = [_("%(n)d tokens") % {"n": visit.state.bag.size}]
        elif step.id == "resources":
            rows = [f"{each.title}: {each.resources}" for each in seats if each.resource_parts] or [
                _("%(n)d each") % {"n": 5}
            ]
        elif step.id == "opening-hand":
            rows = [
                f"{each.title}: {each.hand}" for each in seats if each.hand_parts or each.draws != each.hand
            ] or [_("%(n)d cards each") % {"n": 5}]
        elif step.id == "reference-card":
            easy = setup.reference_side == "easy_standard"
            rows = [_("easy/standard side") if easy else _("hard/expert side")]
        elif step.id == "guide":
            rows = [
                _("%(n)d %(token)s added to the bag")
                % {"n": copies, "token": campaign_names.token_name(token)}
                for token, copies in step.facts.get("tokens", {}).items()
            ]
        elif step.id == "game-begins":
            rows = [
                _("%(n)d %(token)s tokens added to the bag, for this game only")
                % {"n": copies, "token": campaign_names.token_name(token)}
                for token, copies in setup.tokens_added.items()
            ]
        found.append((step.id, sentence(step.message, {}), rows))
    return found
