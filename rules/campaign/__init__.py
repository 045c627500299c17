"""The rules of campaigns: a state and a step go in, a new state or a refusal comes out (docs/campaigns.md).

>>> from rules.campaign import EMPTY, Game, steps, apply
>>> from rules.cards.catalogue import Catalogue
>>> begin = steps.StartCampaign(title="Our own", difficulty="standard", bag={"0": 3, "-1": 2, "auto_fail": 1})
>>> apply(EMPTY, begin, Game(Catalogue(cards=()))).bag.size
6
"""

from rules.campaign import steps
from rules.campaign.advancing import side_stories
from rules.campaign.advice import advise
from rules.campaign.context import Refusal
from rules.campaign.deck_inputs import circumstances_of, taboo_for, weakness_pool
from rules.campaign.entries import Entry
from rules.campaign.facts import CampaignFacts, Game, Price, ScenarioFacts, read_campaign
from rules.campaign.guide_prices import prices_open
from rules.campaign.ledger import counter, post
from rules.campaign.log_sections import LogSection
from rules.campaign.merging import can_merge
from rules.campaign.next_steps import (
    EffectQuestion,
    NextStep,
    is_at_end,
    next_steps,
    questions,
    scenarios_next,
    upcoming,
)
from rules.campaign.offered_gains import cards_due, may_bring
from rules.campaign.party import selectable
from rules.campaign.replay import (
    Judgement,
    Unreplayable,
    apply,
    entries_again,
    entries_of,
    is_sound,
    judge_step,
    replay,
)
from rules.campaign.settings import ultimatum_pool
from rules.campaign.state import EMPTY, CampaignState, Fate, HouseRules, Seat
from rules.campaign.steps import step_from_json, step_to_json
from rules.campaign.transfer import transfer
from rules.codec import Unreadable, from_json, to_json

__all__ = [
    "EMPTY",
    "CampaignFacts",
    "CampaignState",
    "EffectQuestion",
    "Entry",
    "Fate",
    "Game",
    "HouseRules",
    "Judgement",
    "LogSection",
    "NextStep",
    "Price",
    "Refusal",
    "ScenarioFacts",
    "Seat",
    "Unreadable",
    "Unreplayable",
    "advise",
    "apply",
    "can_merge",
    "cards_due",
    "circumstances_of",
    "counter",
    "entries_again",
    "entries_of",
    "from_json",
    "is_at_end",
    "is_sound",
    "judge_step",
    "may_bring",
    "next_steps",
    "post",
    "prices_open",
    "questions",
    "read_campaign",
    "replay",
    "scenarios_next",
    "selectable",
    "side_stories",
    "step_from_json",
    "step_to_json",
    "steps",
    "taboo_for",
    "to_json",
    "transfer",
    "ultimatum_pool",
    "upcoming",
    "weakness_pool",
]
