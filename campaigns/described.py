"""Campaigns as campaign files: a short example, copies of known campaigns, and what a group has named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.text import slugify

from campaigns.campaign_rules import campaign_facts
from campaigns.log import page as log_page
from campaigns.models import Campaign, Guide
from campaigns.models.imported import OF_FILES
from campaigns.selectors import state_of
from rules.campaign import CampaignState
from rules.campaign.facts import SIDE
from rules.campaign.log_sections import CHECKLIST, NAMES
from rules.chaos_bag import MOST

Facts = dict[str, Any]

#: What a file may have at most.
MOST_SCENARIOS, MOST_SECTIONS, MOST_LINES, MOST_TOKENS, MOST_COPIES = 200, 60, 60, 40, 20

#: A file to begin with: everything that most campaigns need.
EXAMPLE: Facts = {
    "id": "our-campaign",
    "title": "Our Campaign",
    "kind": "campaign",
    "position": 0,
    "open": True,
    "order": ["first", "between", "last"],
    "bags": {
        "standard": {
            "+1": 1,
            "0": 2,
            "-1": 3,
            "-2": 2,
            "-3": 1,
            "-4": 1,
            "skull": 2,
            "cultist": 1,
            "tablet": 1,
            "auto_fail": 1,
            "elder_sign": 1,
        }
    },
    "log": [
        {"id": "campaign_notes", "title": "Campaign Notes", "kind": "entries"},
        {"id": "days", "title": "Days Passed", "kind": "count"},
        {
            "id": "clues",
            "title": "Clues",
            "kind": "checklist",
            "checklist": [{"id": "letter", "title": "The Letter"}, {"id": "key", "title": "The Key"}],
        },
    ],
    "scenarios": [
        {
            "id": "first",
            "title": "The First Scenario",
            "kind": "scenario",
            "resolutions": ["no_resolution", "R1", "R2"],
            "reference_card": "our-01",
            "may": {"bonus": [1, 2]},
        },
        {"id": "between", "title": "An Interlude", "kind": "interlude"},
        {"id": "last", "title": "The Last Scenario", "kind": "scenario"},
    ],
    "tokens": [
        {
            "reference_card": "our-01",
            "easy_standard": {"skull": {"modifier": -1}, "cultist": {"modifier": -2}},
            "hard_expert": {"skull": {"modifier": -3}, "cultist": {"auto_fail": True}},
        }
    ],
}


def file_of(guide: str) -> Facts | None:
    """Return a campaign as a file: the one it came with, or a copy that has an id of its own."""
    if guide.startswith(OF_FILES):
        row = Guide.objects.filter(pk=guide, for_all=False).first()
        return row.facts if row else None
    facts = campaign_facts().get(guide)
    return {**facts, "id": f"my-{guide}"} if facts and guide != SIDE else None


def template(guide: str) -> Facts | None:
    """Return a file to begin with: the example, or a copy of a campaign that everyone can play."""
    if not guide:
        return EXAMPLE
    return file_of(guide) if guide in list(campaign_facts()) else None


def description_of(campaign: Campaign) -> Facts:
    """Return the campaign of a group as a file: what its own file has, and what the group named besides."""
    state = state_of(campaign)
    facts = file_of(state.campaign) or {"kind": "campaign", "position": 0, "order": [], "scenarios": []}
    ids = {row["id"]: row["id"] for row in facts["scenarios"]}
    named = [
        {"id": _new_id(name, ids), "title": name, "kind": kind} for name, kind in _named_scenarios(state, ids)
    ]
    own_sections = list(_named_sections(state, facts))
    return {
        **facts,
        "id": _slug(campaign.name).replace("_", "-") or "our-campaign",
        "title": campaign.name.strip() or facts.get("title", EXAMPLE["title"]),
        "open": True,
        "order": [*facts["order"], *(row["id"] for row in named)],
        "bags": facts.get("bags") or _bags(campaign, state),
        "scenarios": [*facts["scenarios"], *named][:MOST_SCENARIOS],
        "log": [*facts.get("log", ()), *own_sections][:MOST_SECTIONS],
    }


def _named_scenarios(state: CampaignState, known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The scenarios and interludes that only the group's record has, in the order in which they came."""
    side = {row["id"] for row in campaign_facts()[SIDE]["scenarios"]}
    found = {each.scenario: "interlude" if each.kind == "interlude" else "scenario" for each in state.history}
    for name in (state.playing.scenario if state.playing else "", state.next_scenario):
        found.setdefault(name, "scenario")
    rows = [(name, kind) for name, kind in found.items() if name and name not in known and name not in side]
    yield from rows[: MOST_SCENARIOS - len(known)]


def _named_sections(state: CampaignState, facts: Facts) -> Iterator[Facts]:
    """The sections of the log that the file lacks; a list of the group's own comes with its lines."""
    known = {row["id"]: row["id"] for row in facts.get("log", ())}
    for section in log_page.log(state):
        if section.id in known or not (section.written or section.is_own):
            continue
        id = _new_id(section.title if section.is_own else section.id, known)
        row: Facts = {"id": id, "title": section.title[:120], "kind": section.kind}
        if section.is_own and section.kind in (CHECKLIST, NAMES):
            lines: dict[str, str] = {}
            row[section.kind] = [
                {"id": _new_id(line.text, lines), "title": line.text[:120]}
                for line in section.lines[:MOST_LINES]
                if line.text.strip()
            ]
        yield row


def _new_id(name: str, taken: dict[str, str]) -> str:
    """Return an id that follows from the name and is not taken, and take it."""
    first = _slug(name) or "part"
    numbered = (f"{first}_{n}" for n in range(2, len(taken) + 3))
    id = next(each for each in (first, *numbered) if each not in taken.values())
    taken[name] = id
    return id


def _slug(name: str) -> str:
    return slugify(name).replace("-", "_")[:50].strip("_")


def _bags(campaign: Campaign, state: CampaignState) -> dict[str, dict[str, int]]:
    """Return the bag with which the group began, under the difficulty it plays at."""
    bag = campaign.steps.get(number=1).payload.get("bag", {}) or state.bag.tokens
    tokens = {
        token: min(copies, MOST_COPIES, MOST.get(token, MOST_COPIES))
        for token, copies in list(bag.items())[:MOST_TOKENS]
        if copies > 0 and re.fullmatch("[A-Za-z0-9_+-]{1,20}", token)
    }
    return {state.difficulty: tokens} if tokens else {}
