"""The next scenario: its choice, with every deck judged, and its start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from campaigns.campaign_rules import campaign_facts
from campaigns.errors import BadStep
from campaigns.forms.creation import name_of
from campaigns.forms.fields import number
from campaigns.guidance import to_do
from campaigns.guidance.reminders import reminders_at
from campaigns.guidance.unfinished_purchases import unfinished_purchases
from campaigns.models import Entry
from campaigns.party import deck_verdicts
from campaigns.party import summary as party_summary
from campaigns.services import drawing
from campaigns.services.deck_versions import latest_entries
from campaigns.services.members import check_may_record
from campaigns.text import names as campaign_names
from campaigns.views.base import READER, Visit, do, done, for_members, sent, show
from campaigns.views.setup import setup_context
from decks.text import sentence
from rules.campaign import CampaignState, advise, is_at_end, side_stories, steps, upcoming
from rules.campaign.course import Upcoming
from rules.campaign.facts import LONGEST_NAME, SIDE
from rules.campaign.purchases import in_play
from rules.campaign.state import BETWEEN, READY, SCENARIO, SETUP
from rules.chaos_bag import TOKENS
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import Verdict
from rules.rulebook.coverage import reminder
from rules.rulebook.ultimatums import ULTIMATUMS
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
        return show(request, visit, "setup", refusal, **setup_context(request, visit))
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
        return _advance(request, visit, scenario)
    if what == "begin":
        return _begin(request, visit)
    if what == "ultimatum":
        return _draw_ultimatum(request, visit)
    raise BadStep(_("Something went wrong. Reload the page and try again."))


def _advance(request: HttpRequest, visit: Visit, scenario: str) -> HttpResponse:
    verdicts = {
        id: tuple(dict.fromkeys(violation.rule for violation in verdict.violations))
        for id, verdict in deck_verdicts.verdicts(visit.campaign, visit.state, visit.game).items()
    }
    step = steps.Advance(scenario=scenario, verdicts=verdicts)
    do(request, visit, step)
    for warning in advise(visit.state, step, visit.game):
        messages.warning(request, sentence(warning.message, warning.facts))
    return done(request, visit, "", "campaign-next")


def _begin(request: HttpRequest, visit: Visit) -> HttpResponse:
    given, state = request.POST, visit.state
    tokens = {
        token: copies
        for token in TOKENS
        if (copies := number(given, f"add-{token}", least=0, most=20, what=token))
    }
    step = steps.BeginScenario(scenario=state.next_scenario, lead=given.get("lead", ""), tokens=tokens)
    do(request, visit, step)
    name = campaign_names.scenario_name(state.campaign, state.next_scenario)
    return done(request, visit, _("%(scenario)s started.") % {"scenario": name})


def _draw_ultimatum(request: HttpRequest, visit: Visit) -> HttpResponse:
    sent_fields = sent(request)
    drawn = drawing.draw_ultimatum(
        visit.campaign, by=visit.user, follows=sent_fields.follows, key=sent_fields.key
    ).state.drawn_ultimatum
    name = name_of(ULTIMATUMS[drawn]) if drawn in ULTIMATUMS else drawn
    message = _("%(name)s is in effect for this scenario.") % {"name": name}
    return done(request, visit, message, "campaign-next")


def _chosen(given: QueryDict) -> str:
    """Return the id of the chosen scenario or interlude, or the name that the group gives its own."""
    chosen, name = given.get("scenario", "").strip()[:80], " ".join(given.get("name", "").split())
    if chosen and name:
        raise BadStep(_("Choose a scenario from the list, or enter a name of your own: not both."))
    return chosen or name


def _next(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    state, game = visit.state, visit.game
    entries = latest_entries(visit.campaign)
    page: dict[str, Any] = {
        **_choices(request, visit),
        "is_open": game.is_open(state.campaign),
        "named": {request.POST.get("do", ""): request.POST.get("name", "")},
        "longest_name": LONGEST_NAME,
        "at_end": is_at_end(state, game),
        "alone": state.mode == STANDALONE,
        "rows": _party(visit, entries),
        "unfinished": unfinished_purchases(visit.campaign, state, entries),
        "todos": [todo for todo in to_do.todos(visit.campaign, state, game) if todo.do not in ONWARD],
        "may_choose": state.phase in (SETUP, BETWEEN),
        "reminders": reminders_at(state, game, reminder.NEXT),
    }
    page["has_aside"] = any(page[each] for each in ("is_open", "other_interludes"))
    return page


def _choices(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """Return where the group may go: what the guide suggests, side stories, and on request the rest."""
    state, game = visit.state, visit.game
    ahead = upcoming(state, game)
    suggested = tuple(each.id for each in ahead)
    side_interludes = [Upcoming(id, optional=True) for id in side_stories(state, game, "interlude")]
    played = {each.scenario for each in state.history}
    facts = campaign_facts().get(state.campaign, {})
    own = facts.get("scenarios", ()) if state.mode != STANDALONE else ()
    chosen = request.POST.get("scenario", "")
    places = _places(state, facts)
    is_place = request.POST.get("do") == "travel" and any(id == chosen for id, _name in places)
    titles = bool(request.GET.get("titles")) or (not is_place and _is_withheld(chosen, own, suggested))
    return {
        "chosen": chosen,
        "titles": titles,
        "suggested": [
            (id, campaign_names.scenario_name(state.campaign, id), game.price_of(state.campaign, id))
            for id in suggested
            if _kind(state.campaign, id) in ("scenario", "")
        ],
        "interludes": [
            (*_interlude(visit, each.id), each.optional)
            for each in (*ahead, *side_interludes)
            if _kind(state.campaign, each.id) not in ("scenario", "")
        ],
        "side": [
            (id, campaign_names.scenario_name(SIDE, id), game.price_of(state.campaign, id))
            for id in side_stories(state, game)
        ],
        "places": places,
        "has_others": any(row["id"] not in suggested for row in own),
        "others": [
            (row["id"], campaign_names.in_language(row))
            for row in own
            if titles and row["kind"] == "scenario" and row["id"] not in suggested
        ],
        "other_interludes": [
            _interlude(visit, row["id"])
            for row in own
            if titles and row["kind"] != "scenario" and row["id"] not in {*suggested, *played}
        ],
    }


def _interlude(visit: Visit, id: str) -> tuple[str, str]:
    """Return the page and the name of an interlude."""
    url = to_do.interlude_url(visit.campaign.public_id, id)
    return url, campaign_names.full_name(visit.state.campaign, id)


def _party(visit: Visit, entries: Mapping[str, Entry]) -> list[tuple[Any, Verdict | None, bool]]:
    """Return each investigator, the verdict on the deck, and whether the player has changed it since."""
    state, game = visit.state, visit.game
    verdicts = deck_verdicts.verdicts(visit.campaign, state, game)
    found = []
    for seat in state.active.values():
        row = entries[seat.id].deck_version if seat.id in entries else None
        deck, number = (row.deck, row.number) if row else (None, 0)
        drifted = not in_play(state, seat) and deck_verdicts.has_drifted(seat, deck)
        found.append((party_summary.glance(state, seat, game, deck, number), verdicts.get(seat.id), drifted))
    return found


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
