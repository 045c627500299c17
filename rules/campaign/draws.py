"""Random basic weaknesses, drawn by the site or by the group from its own cards. (A6, E-19, E-20.)"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules.campaign import entries as e
from rules.campaign.context import Case, Found, handles
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
def draw_weakness(case: Case, step: WeaknessDrawn) -> Iterator[Found]:
    """Record a draw by the site, with seed and pool. The site is responsible for the right pool."""
    seat = case.seat(step.seat)
    yield from case.under_way()
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    yield from case.inactive(seat)
    yield from _honest(case, seat, step.draw, step.cause)
    yield from _asked_for(case, seat, step.cause, step.traits)
    yield from _gained(case, seat, step.draw.result, step.cause, draw=step.draw)


@handles(WeaknessDrawnByGroup)
def draw_by_group(case: Case, step: WeaknessDrawnByGroup) -> Iterator[Found]:
    """Record a draw by the group from its own cards.

    A card that cannot have been among them is refused, with the reason.
    """
    seat = case.seat(step.seat)
    yield from case.under_way()
    if seat is None:
        yield from case.unknown_seats([step.seat])
        return
    yield from case.inactive(seat)
    yield from _asked_for(case, seat, step.cause, step.traits)
    card = case.game.card(step.card)
    if card is None or not card.weakness or card.code == PLACEHOLDER:
        yield case.refuse(
            "step.known-card",
            _("{card} is not a weakness. Enter the card you drew."),
            card=case.game.title(step.card),
        )
        return
    pool = weakness_pool(
        case.state, seat, case.game, owned=step.boxes or case.game.catalogue.packs, traits=step.traits
    )
    found = find_in(case.game.catalogue, pool, step.card)
    if isinstance(found, LeftOut):
        yield case.refuse(
            found.rule,
            _("{reason}. Set it aside and draw another one."),
            interpretation="E-19" if found.rule == "env.choose" else "",
            seat=seat.id,
            card=card.title,
            reason=str(found),
        )
        found = found.printing
    yield from _gained(case, seat, found, step.cause, by_group=True)


def drafts_weaknesses(state: CampaignState, seat: Seat, cause: str = "") -> bool:
    """Return whether the Boon of the Morrígan applies: only to weaknesses that deckbuilding requires."""
    return "boon.morrigan" in state.in_force and not has_played(state, seat) and not cause.strip()


def _honest(case: Case, seat: Seat, draw: Draw, cause: str) -> Iterator[Violation]:
    card = case.game.card(draw.result)
    if not verify(draw):
        yield case.refuse(
            "rbw.random", _("The result does not match the seed and the pool of this draw."), card=draw.result
        )
    elif card is None or not is_drawable(card):
        yield case.refuse(
            "rbw.pool-excludes-signature",
            _("{card} is not a basic weakness."),
            card=case.game.title(draw.result),
        )
    drafts = drafts_weaknesses(case.state, seat, cause)
    if drafts and not draw.drafted:
        yield case.refuse("boon.morrigan", _("Boon of the Morrígan: draw three weaknesses and return one."))
    if draw.drafted and not drafts:
        yield case.refuse(
            "rbw.random", _("Draw one weakness. Only the Boon of the Morrígan lets you draw three.")
        )


def _asked_for(case: Case, seat: Seat, cause: str, traits: Collection[str]) -> Iterator[Violation]:
    """Check the kind of weakness: deckbuilding requires any, an instruction any or one of a certain kind."""
    if cause.strip():
        return
    if not seat.owed:
        yield case.refuse(
            "rbw.one-required",
            _("{investigator} has no random basic weakness to draw."),
            seat=seat.id,
            investigator=seat.title,
        )
    if traits:
        yield case.refuse(
            "rbw.random",
            _(
                "A draw limited to certain traits ({traits}) needs a cause. Enter it, or draw "
                "from all weaknesses."
            ),
            seat=seat.id,
            traits=", ".join(sorted(traits)),
        )


def _gained(
    case: Case, seat: Seat, code: str, cause: str, *, draw: Draw | None = None, by_group: bool = False
) -> Iterator[e.Entry]:
    owed = bool(seat.owed) and not cause.strip()
    yield from join_deck(case, seat, code, cause or "rbw.random", draw, owed=owed, by_group=by_group)
    if owed:
        yield e.OwedEntry(seat.id, -1, "rbw.random")
    yield from unready(case.state)
