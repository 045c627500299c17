"""Random basic weaknesses, drawn by the site or by the group from its own cards. (A6, E-19, E-20.)"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.deck_inputs import weakness_pool
from rules.campaign.gained_cards import join_deck
from rules.campaign.party import unready
from rules.campaign.purchases import has_played
from rules.campaign.state import CampaignState, Seat
from rules.campaign.steps import WeaknessDrawn, WeaknessDrawnByGroup
from rules.cards.model import PLACEHOLDER
from rules.deck.verdict import Violation, _
from rules.weaknesses import Draw, LeftOut, find_in, is_drawable, verify


@handles(WeaknessDrawn)
def draw_weakness(context: StepContext, step: WeaknessDrawn) -> Iterator[Found]:
    """Record a draw by the site, with seed and pool. The site is responsible for the right pool."""
    seat = context.seat(step.seat)
    yield from context.under_way()
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from context.inactive(seat)
    yield from _honest(context, seat, step.draw, step.cause)
    yield from _check_traits(context, seat, step.cause, step.traits)
    yield from _gained(context, seat, step.draw.result, step.cause, draw=step.draw)


@handles(WeaknessDrawnByGroup)
def draw_by_group(context: StepContext, step: WeaknessDrawnByGroup) -> Iterator[Found]:
    """Record a draw by the group from its own cards.

    A card that cannot have been among them is refused, with the reason.
    """
    seat = context.seat(step.seat)
    yield from context.under_way()
    if seat is None:
        yield from context.unknown_seats([step.seat])
        return
    yield from context.inactive(seat)
    yield from _check_traits(context, seat, step.cause, step.traits)
    card = context.game.card(step.card)
    if card is None or not card.weakness or card.code == PLACEHOLDER:
        yield context.refuse(
            "step.known-card",
            _("{card} is not a weakness. Enter the card you drew."),
            card=context.game.title(step.card),
        )
        return
    pool = weakness_pool(
        context.state,
        seat,
        context.game,
        owned=step.boxes or context.game.catalogue.packs,
        traits=step.traits,
    )
    found = find_in(context.game.catalogue, pool, step.card)
    if isinstance(found, LeftOut):
        yield context.refuse(
            found.rule,
            _("{reason}. Set it aside and draw another one."),
            interpretation="E-19" if found.rule == "env.choose" else "",
            seat=seat.id,
            card=card.title,
            reason=str(found),
        )
        found = found.printing
    yield from _gained(context, seat, found, step.cause, by_group=True)


def drafts_weaknesses(state: CampaignState, seat: Seat, cause: str = "") -> bool:
    """Return whether the Boon of the Morrígan applies: only to weaknesses that deckbuilding requires."""
    return "boon.morrigan" in state.in_force and not has_played(state, seat) and not cause.strip()


def _honest(context: StepContext, seat: Seat, draw: Draw, cause: str) -> Iterator[Violation]:
    card = context.game.card(draw.result)
    if not verify(draw):
        yield context.refuse(
            "rbw.random", _("The result does not match the seed and the pool of this draw."), card=draw.result
        )
    elif card is None or not is_drawable(card):
        yield context.refuse(
            "rbw.pool-excludes-signature",
            _("{card} is not a basic weakness."),
            card=context.game.title(draw.result),
        )
    drafts = drafts_weaknesses(context.state, seat, cause)
    if drafts and not draw.drafted:
        yield context.refuse(
            "boon.morrigan", _("Boon of the Morrígan: draw three weaknesses and return one.")
        )
    if draw.drafted and not drafts:
        yield context.refuse(
            "rbw.random", _("Draw one weakness. Only the Boon of the Morrígan lets you draw three.")
        )


def _check_traits(
    context: StepContext, seat: Seat, cause: str, traits: Collection[str]
) -> Iterator[Violation]:
    """Check the kind of weakness: deckbuilding requires any, an instruction any or one of a certain kind."""
    if cause.strip():
        return
    if not seat.owed:
        yield context.refuse(
            "rbw.one-required",
            _("{investigator} has no random basic weakness to draw."),
            seat=seat.id,
            investigator=seat.title,
        )
    if traits:
        yield context.refuse(
            "rbw.random",
            _(
                "A draw limited to certain traits ({traits}) needs a cause. Enter it, or draw "
                "from all weaknesses."
            ),
            seat=seat.id,
            traits=", ".join(sorted(traits)),
        )


def _gained(
    context: StepContext,
    seat: Seat,
    code: str,
    cause: str,
    *,
    draw: Draw | None = None,
    by_group: bool = False,
) -> Iterator[e.Entry]:
    owed = bool(seat.owed) and not cause.strip()
    yield from join_deck(context, seat, code, cause or "rbw.random", draw, owed=owed, by_group=by_group)
    if owed:
        yield e.OwedEntry(seat.id, -1, "rbw.random")
    yield from unready(context.state)
