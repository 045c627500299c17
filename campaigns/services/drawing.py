"""Draws for the record: random basic weaknesses, by the site or by the group, and ultimatums."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns import judging, undrawn
from campaigns.errors import BadAct
from campaigns.law import law
from campaigns.models import Campaign
from campaigns.services.record import Recorded, locked, record, recorded_as, state_of
from rules.campaign import CampaignState, Seat, act_from_plain, acts
from rules.campaign.draws import drafts_weaknesses


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
    """One basic weakness at random, from the pool as it is now.

    With the Boon of the Morrígan three are laid out first, and `settle_draft` takes one of them.
    """
    wanted = undrawn.WeaknessToDraw(seat=seat_id, cause=cause, traits=traits)
    campaign = locked(campaign)
    state = state_of(campaign)
    seat = undrawn.seat_at(state, seat_id)
    if recorded_as(campaign, key) is None and seat.owed and drafts_weaknesses(state, seat, cause):
        if traits:
            raise BadAct(_("Only an instruction asks for certain traits: say which one."))
        return tuple(undrawn.lay_out(campaign, state, seat, by=by).fields["drafted"])
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
    """Boon of the Morrígan: one of the three goes back, one of the others is taken at random."""
    wanted = undrawn.DraftToSettle(seat=seat_id, returned=returned)
    done = record(campaign, wanted, by=by, follows=follows, key=key)
    if not done.again:
        undrawn.put_back(campaign, seat_id)
    return done


def drafted_for(campaign: Campaign, state: CampaignState, seat: Seat) -> list[str]:
    """The three weaknesses that lie before a seat, if any do."""
    row = undrawn.laid_out(campaign, state, seat)
    return list(row.fields["drafted"]) if row else []


@transaction.atomic
def record_group_draw(
    campaign: Campaign,
    act: acts.WeaknessDrawnByGroup,
    *,
    by: User,
    follows: int | None = None,
    key: UUID | None = None,
) -> Recorded:
    """A weakness that the group drew from its own cards: its word, and the boxes that it has here."""
    campaign = locked(campaign)
    before = recorded_as(campaign, key)
    if before is not None and before.act.kind == act.kind:
        told = act_from_plain(before.act.payload)
        assert isinstance(told, acts.WeaknessDrawnByGroup)
        if (told.seat, told.card) == (act.seat, act.card):
            return before
    found = judging.as_the_rules_have_it(campaign, state_of(campaign), act, law())
    return record(campaign, found, by=by, follows=follows, key=key)


@transaction.atomic
def draw_ultimatum(
    campaign: Campaign, *, by: User, follows: int | None = None, key: UUID | None = None
) -> Recorded:
    """Ultimatum of Ultimatums: one more for this scenario, at random."""
    return record(campaign, undrawn.UltimatumToDraw(), by=by, follows=follows, key=key)
