"""The setup of the next scenario as its page shows it: encounter sets, chaos bag, seats and steps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from campaigns import bag
from campaigns.forms.creation import name_of
from campaigns.guidance.reminders import reminders_at
from campaigns.guidance.unfinished_purchases import unfinished_purchases
from campaigns.party import summary as party_summary
from campaigns.party.collection import collection_of
from campaigns.text import names as campaign_names
from campaigns.views.base import Visit
from cards.collections import selectors as collection_selectors
from cards.selectors import encounter_set_titles
from cards.text.names import german as in_german
from decks.text import sentence
from rules.campaign import CampaignState
from rules.campaign.state import READY, SCENARIO
from rules.chance import Chance
from rules.rulebook.coverage import reminder
from rules.rulebook.substitutions import Substitute
from rules.rulebook.ultimatums import ULTIMATUMS
from rules.setup import ScenarioSetup, SetNeeded, SetupStep, scenario_setup


def setup_context(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """Return what the page of a setup shows: sets, bag, seats and steps."""
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
    return {
        "unfinished": unfinished_purchases(visit.campaign, state) if state.phase == READY else [],
        "setup": setup,
        "blocked_by": (setup.blocked.needs_de if in_german() else setup.blocked.needs)
        if setup.blocked
        else "",
        "scenario_name": campaign_names.scenario_name(state.campaign, setup.scenario),
        "numeral": campaign_names.roman(1 + sum(each.is_scenario for each in state.history))
        if campaign_names.is_numbered(state.campaign, setup.scenario)
        else "",
        "parties": [
            (party_summary.glance(state, state.seats[id], visit.game), setup.seats[id])
            for id in setup.order
            if id in setup.seats
        ],
        **_sets(setup),
        "bag": bag.view(_with_tokens(state, setup.tokens_at_setup)),
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


def _blocked_by(setup: ScenarioSetup) -> str:
    """Return what the scenario needs of a set that nothing can replace; empty if all can be replaced."""
    if setup.blocked is None:
        return ""
    return setup.blocked.needs_de if in_german() else setup.blocked.needs


def _sets(setup: ScenarioSetup) -> dict[str, Any]:
    """Return the encounter sets, and those of which one is drawn, with their titles."""
    titles = encounter_set_titles() if setup.sets or setup.random_sets else {}
    return {
        "sets": [
            (
                titles.get(each.code, each.code.replace("_", " ").title()),
                each,
                _substitutes(each),
                campaign_names.VERSIONS.get(each.version, each.version),
            )
            for each in setup.sets
        ],
        "random_sets": [
            (
                [titles.get(each.code, each.code) for each in group.among],
                titles.get(group.drawn, group.drawn),
            )
            for group in setup.random_sets
        ],
    }


def _with_tokens(state: CampaignState, tokens: Mapping[str, int]) -> CampaignState:
    """Return the state with the tokens that the guide adds when the scenario begins."""
    for token, copies in tokens.items():
        state = replace(state, bag=state.bag.changed(token, copies))
    return state


def _substitutes(needed: SetNeeded) -> list[str]:
    """Return what replaces an encounter set: each alternative as a line, or only the chosen one."""
    if not needed.replaced:
        return []
    return [
        " + ".join(map(_substitute, sets))
        for sets in ((needed.used,) if needed.used else needed.alternatives)
    ]


def _substitute(used: Substitute) -> str:
    name, only = (used.name_de, used.only_de) if in_german() else (used.name, used.only)
    return f"{name} ({only})" if only else name


def _steps(visit: Visit, setup: ScenarioSetup) -> list[tuple[str, str, list[str]]]:
    """Return the steps of setup as text, with what each of them means for this party."""
    return [
        (step.id, sentence(step.message, {}), _ROWS[step.id](visit, setup, step) if step.id in _ROWS else [])
        for step in setup.steps
    ]


def _lead(visit: Visit, setup: ScenarioSetup, step: SetupStep) -> list[str]:
    return [visit.state.seats[setup.lead].title] if setup.lead else []


def _trauma(visit: Visit, setup: ScenarioSetup, step: SetupStep) -> list[str]:
    return [
        _("%(who)s: %(damage)d damage, %(horror)d horror")
        % {"who": each.title, "damage": each.damage, "horror": each.horror}
        for each in setup.seats.values()
        if each.damage or each.horror
    ]


def _chaos_bag(visit: Visit, setup: ScenarioSetup, step: SetupStep) -> list[str]:
    return [_("%(n)d tokens") % {"n": visit.state.bag.size}, *_tokens_added(visit, setup, step)]


def _resources(visit: Visit, setup: ScenarioSetup, step: SetupStep) -> list[str]:
    special = [f"{each.title}: {each.resources}" for each in setup.seats.values() if each.resource_parts]
    return special or [_("%(n)d each") % {"n": 5}]


def _opening_hand(visit: Visit, setup: ScenarioSetup, step: SetupStep) -> list[str]:
    special = [
        f"{each.title}: {each.hand}"
        for each in setup.seats.values()
        if each.hand_parts or each.draws != each.hand
    ]
    return special or [_("%(n)d cards each") % {"n": 5}]


def _reference_card(visit: Visit, setup: ScenarioSetup, step: SetupStep) -> list[str]:
    easy = setup.reference_side == "easy_standard"
    return [_("easy/standard side") if easy else _("hard/expert side")]


def _guide(visit: Visit, setup: ScenarioSetup, step: SetupStep) -> list[str]:
    return [
        _("%(n)d %(token)s added to the bag") % {"n": copies, "token": campaign_names.token_name(token)}
        for token, copies in step.facts.get("tokens", {}).items()
    ]


def _tokens_added(visit: Visit, setup: ScenarioSetup, step: SetupStep) -> list[str]:
    """Return what investigators and cards of the decks add to the bag in a step."""
    return [
        _("%(n)d %(token)s tokens added to the bag, for this game only")
        % {"n": copies, "token": campaign_names.token_name(token)}
        for token, copies in step.facts.get("tokens", {}).items()
    ]


#: What a step of setup means for a party, by the id of the step. Other steps are the same for all.
_ROWS: Mapping[str, Callable[[Visit, ScenarioSetup, SetupStep], list[str]]] = {
    "lead": _lead,
    "trauma": _trauma,
    "chaos-bag": _chaos_bag,
    "resources": _resources,
    "opening-hand": _opening_hand,
    "reference-card": _reference_card,
    "guide": _guide,
    "game-begins": _tokens_added,
}
