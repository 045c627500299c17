"""Chaos tokens outside the history: the values of symbols, and draws that are returned to the bag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from campaigns import bag
from campaigns.models import Campaign, TokenDraw, TokenModifier, TokenTally
from campaigns.party.member_names import MemberNames
from campaigns.selectors import state_of
from campaigns.services.recording import locked
from rules.campaign import CampaignState
from rules.chance import Chance
from rules.chaos_bag import reveal
from web.shared.numbers import signed

MOST_DRAWS = 60


@transaction.atomic
def save_modifiers(campaign: Campaign, state: CampaignState, entered: Mapping[str, int]) -> None:
    """Save the values that the group entered for its symbols in the current scenario."""
    campaign = locked(campaign)
    scenario = bag.scenario_at_hand(state)
    campaign.token_modifiers.filter(scenario=scenario).delete()
    TokenModifier.objects.bulk_create(
        TokenModifier(campaign=campaign, scenario=scenario, token=token, modifier=modifier)
        for token, modifier in entered.items()
    )


@transaction.atomic
def draw_tokens(
    campaign: Campaign, *, by: User, key: str, test: tuple[int, int] | None = None
) -> dict[str, Any]:
    """Draw a token, and further ones that it reveals; the same key draws once. No step is recorded.

    `test` is the skill value and the difficulty of the test, if the players entered it.
    """
    campaign = locked(campaign)
    state = state_of(campaign)
    before = campaign.token_draws.filter(key=key).select_related("by").first()
    if before is not None:
        return _as_dict(before, MemberNames(campaign))
    worths = bag.values(state, bag.entered_values(campaign, state))
    drawn, outcome = reveal(state.bag.tokens, Chance(key), worths)
    total = signed(outcome.modifier - outcome.raised)
    row = TokenDraw.objects.create(
        campaign=campaign,
        key=key,
        scenario=bag.scenario_at_hand(state),
        tokens=list(drawn),
        total=outcome.decided or total,
        skill=test[0] if test else None,
        difficulty=test[1] if test else None,
        passed=outcome.passes(*test) if test and drawn else None,
        by=by,
        at=timezone.now(),
    )
    if drawn:
        _tally(campaign, state.bag.tokens, drawn[0])
    older = campaign.token_draws.order_by("-pk").values_list("pk", flat=True)[MOST_DRAWS:]
    TokenDraw.objects.filter(pk__in=list(older)).delete()
    return _as_dict(row, MemberNames(campaign))


def _tally(campaign: Campaign, tokens: Mapping[str, int], first: str) -> None:
    """Count the first token of a draw, and for every token how likely it was. The campaign is locked."""
    rows = {row.token: row for row in campaign.token_tallies.all()}
    size = sum(tokens.values())
    for token, copies in tokens.items():
        row = rows.setdefault(token, TokenTally(campaign=campaign, token=token))
        row.expected += copies / size
        row.drawn += token == first
    changed = [rows[token] for token in tokens]
    TokenTally.objects.bulk_create(
        changed,
        update_conflicts=True,
        unique_fields=["campaign", "token"],
        update_fields=["drawn", "expected"],
    )


def draws_of(campaign: Campaign) -> list[dict[str, Any]]:
    """Return the draws, newest first."""
    member_names = MemberNames(campaign)
    return [_as_dict(row, member_names) for row in campaign.token_draws.select_related("by").order_by("-pk")]


def _as_dict(row: TokenDraw, member_names: MemberNames) -> dict[str, Any]:
    return {
        "key": row.key,
        "tokens": row.tokens,
        "total": bag.total_text(row.total),
        "skill": row.skill,
        "difficulty": row.difficulty,
        "passed": row.passed,
        "scenario": row.scenario,
        "by": member_names.name(row.by),
        "at": row.at.isoformat(),
    }
