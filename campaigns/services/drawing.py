"""Recording of draws: random basic weaknesses, by the site or by the group, and ultimatums."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.campaign_rules import game
from campaigns.drawing import requests as draw_requests
from campaigns.errors import BadStep
from campaigns.models import Campaign, WeaknessDraft
from campaigns.party import deck_verdicts
from campaigns.selectors import state_of
from campaigns.services.recording import Recorded, locked, record, recorded_as
from rules.campaign import CampaignState, Seat, step_from_json, steps
from rules.campaign.draws import drafts_weaknesses
from rules.chance import Chance
from rules.weaknesses import draft


@transaction.atomic
def draw_weakness(
    campaign: Campaign,
    seat_id: str,
    *,
    by: User,
    follows: int | None = None,
    key: UUID | None = None,
    cause: str = "",
    traits: tuple[str, ...] = (),
) -> Recorded | tuple[str, ...]:
    """Draw one basic weakness at random from the current pool.

    With the Boon of the Morrígan three are drafted first, and `settle_draft` takes one of them.
    """
    wanted = draw_requests.WeaknessToDraw(seat=seat_id, cause=cause, traits=traits)
    campaign = locked(campaign)
    state = state_of(campaign)
    seat = draw_requests.seat_at(state, seat_id)
    if recorded_as(campaign, key) is None and seat.owed and drafts_weaknesses(state, seat, cause):
        if traits:
            raise BadStep(_("A draw limited to certain traits needs a cause. Enter the instruction or card."))
        return tuple(_draft_weaknesses(campaign, state, seat).drafted)
    return record(campaign, wanted, by=by, follows=follows, key=key)


@transaction.atomic
def settle_draft(
    campaign: Campaign,
    seat_id: str,
    returned: str,
    *,
    by: User,
    follows: int | None = None,
    key: UUID | None = None,
) -> Recorded:
    """Put back one of three drafted weaknesses and take one of the others (Boon of the Morrígan)."""
    wanted = draw_requests.DraftToSettle(seat=seat_id, returned=returned)
    done = record(campaign, wanted, by=by, follows=follows, key=key)
    if not done.again:
        WeaknessDraft.objects.filter(campaign=campaign, seat=seat_id).delete()
    return done


def drafted_for(campaign: Campaign, state: CampaignState, seat: Seat) -> list[str]:
    """Return the three weaknesses drafted for a seat, if there are any."""
    row = draw_requests.weakness_draft_of(campaign, state, seat)
    return list(row.drafted) if row else []


def _draft_weaknesses(campaign: Campaign, state: CampaignState, seat: Seat) -> WeaknessDraft:
    """Draw three weaknesses for the Boon of the Morrígan. They are saved until one is returned."""
    row = draw_requests.weakness_draft_of(campaign, state, seat)
    if row is not None:
        return row
    with draw_requests.refusing_empty_pool():
        found = draft(
            deck_verdicts.pool(campaign, state, seat, game()).copies, Chance(draw_requests.fresh_seed())
        )
    drawn = {"seed": found.seed, "pool": dict(found.pool), "drafted": list(found.drafted)}
    return WeaknessDraft.objects.update_or_create(campaign=campaign, seat=seat.id, defaults=drawn)[0]


@transaction.atomic
def record_group_draw(
    campaign: Campaign,
    step: steps.WeaknessDrawnByGroup,
    *,
    by: User,
    follows: int | None = None,
    key: UUID | None = None,
) -> Recorded:
    """Record a weakness that the group drew from its own cards, with the products of the collection."""
    campaign = locked(campaign)
    before = recorded_as(campaign, key)
    if before is not None and before.step.kind == step.kind:
        recorded = step_from_json(before.step.payload)
        assert isinstance(recorded, steps.WeaknessDrawnByGroup)
        if (recorded.seat, recorded.card) == (step.seat, step.card):
            return before
    found = deck_verdicts.as_the_rules_have_it(campaign, state_of(campaign), step, game())
    return record(campaign, found, by=by, follows=follows, key=key)


@transaction.atomic
def draw_ultimatum(
    campaign: Campaign, *, by: User, follows: int | None = None, key: UUID | None = None
) -> Recorded:
    """Draw one more ultimatum for this scenario (Ultimatum of Ultimatums)."""
    return record(campaign, draw_requests.UltimatumToDraw(), by=by, follows=follows, key=key)
