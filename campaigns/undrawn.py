"""Draws that the site makes itself: asked for first, made in the transaction that records them.

The pool is worked out from the locked state, and the seed is the site's own. So nobody chooses what is drawn:
neither by a pool of one card, nor by trying seeds beforehand.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from campaigns import judging
from campaigns.errors import BadAct, DrawnElsewhere
from campaigns.law import law
from campaigns.models import Campaign, Draft
from rules.campaign import CampaignState, Seat, acts, ultimatum_pool, weakness_pool
from rules.campaign.draws import drafts_weaknesses
from rules.chance import Chance, draw_lot
from rules.editions import EDITIONS
from rules.weaknesses import EmptyPool, draft, draw, settle


def fresh_seed() -> str:
    """A seed that nobody can know before the draw."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToDraw(ABC):
    """Something that is to be drawn. The record asks it for the act, upon the state that it has locked."""

    waives: frozenset[str] = frozenset()
    note: str = ""

    @abstractmethod
    def made(self, campaign: Campaign, state: CampaignState) -> acts.Act:
        """Draw, and return the act that says so."""

    @abstractmethod
    def led_to(self, act: acts.Act) -> bool:
        """Return whether this request may have led to an act that was recorded under its key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaknessToDraw(ToDraw):
    """A random basic weakness: one that is owed, or by an instruction, which may ask for certain traits."""

    seat: str
    cause: str = ""
    traits: tuple[str, ...] = ()

    def made(self, campaign: Campaign, state: CampaignState) -> acts.Act:
        pool = judging.pool(campaign, state, seat_at(state, self.seat), law(), self.traits)
        try:
            drawn = draw(pool.copies, Chance(fresh_seed()))
        except EmptyPool:
            raise BadAct(_("There is no basic weakness left to draw.")) from None
        return acts.WeaknessDrawn(
            seat=self.seat,
            draw=drawn,
            cause=self.cause,
            traits=self.traits,
            waives=self.waives,
            note=self.note,
        )

    def led_to(self, act: acts.Act) -> bool:
        return isinstance(act, acts.WeaknessDrawn) and (act.seat, act.cause) == (self.seat, self.cause)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftToSettle(ToDraw):
    """Boon of the Morrígan: one of the three that lie before a seat goes back, one of the others is taken."""

    seat: str
    returned: str

    def made(self, campaign: Campaign, state: CampaignState) -> acts.Act:
        row = laid_out(campaign, state, seat_at(state, self.seat))
        if row is None:
            raise BadAct(_("Draw three weaknesses first."))
        kept = draft(row.fields["pool"], Chance(row.fields["seed"]))
        try:
            drawn = settle(kept, self.returned)
        except ValueError:
            raise BadAct(_("Which of the three goes back?")) from None
        return acts.WeaknessDrawn(seat=self.seat, draw=drawn, waives=self.waives, note=self.note)

    def led_to(self, act: acts.Act) -> bool:
        return isinstance(act, acts.WeaknessDrawn) and (act.seat, act.draw.returned) == (
            self.seat,
            self.returned,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UltimatumToDraw(ToDraw):
    """Ultimatum of Ultimatums: one more for the next scenario."""

    def made(self, campaign: Campaign, state: CampaignState) -> acts.Act:
        lot = draw_lot(ultimatum_pool(state, EDITIONS[state.edition]), Chance(fresh_seed()))
        return acts.UltimatumDrawn(lot=lot, waives=self.waives, note=self.note)

    def led_to(self, act: acts.Act) -> bool:
        return isinstance(act, acts.UltimatumDrawn)


def refuse_draw_from_elsewhere(act: acts.Act) -> None:
    """Refuse an act that claims to be a draw of the site: its pool and seed would be the sender's."""
    if isinstance(act, acts.WeaknessDrawn):
        raise DrawnElsewhere(
            _(
                "The site draws weaknesses itself: ask for the draw at seats/%(seat)s/draw/. A weakness that "
                "the group drew from its own cards is a weakness-drawn-by-group, which names the card."
            )
            % {"seat": act.seat},
            endpoint=f"seats/{act.seat}/draw/",
        )
    if isinstance(act, acts.UltimatumDrawn):
        raise DrawnElsewhere(
            _("The site draws ultimatums itself: ask for the draw at ultimatum/."), endpoint="ultimatum/"
        )


def seat_at(state: CampaignState, id: str) -> Seat:
    seat = state.seats.get(id)
    if seat is None:
        raise BadAct(_("There is no such seat."))
    return seat


def lay_out(campaign: Campaign, state: CampaignState, seat: Seat, *, by: User) -> Draft:
    """Boon of the Morrígan: three weaknesses before a seat. They lie there until they are settled."""
    row = laid_out(campaign, state, seat)
    if row is not None:
        return row
    try:
        found = draft(judging.pool(campaign, state, seat, law()).copies, Chance(fresh_seed()))
    except EmptyPool:
        raise BadAct(_("There is no basic weakness left to draw.")) from None
    fields = {"seed": found.seed, "pool": dict(found.pool), "drafted": list(found.drafted)}
    defaults = {"fields": fields, "by": by}
    return Draft.objects.update_or_create(campaign=campaign, page=_page(seat.id), defaults=defaults)[0]


def laid_out(campaign: Campaign, state: CampaignState, seat: Seat) -> Draft | None:
    """What lies before a seat, unless it owes nothing more or one of the cards went elsewhere meanwhile.

    Only the record can take the cards away again: another choice of boxes gives nobody a second try.
    """
    if not seat.owed or not drafts_weaknesses(state, seat):
        return None
    row = Draft.objects.filter(campaign=campaign, page=_page(seat.id)).first()
    if row is None:
        return None
    left = weakness_pool(state, seat, law(), owned=law().catalogue.packs).copies
    wanted = Counter(row.fields["drafted"])
    return row if all(left.get(code, 0) >= copies for code, copies in wanted.items()) else None


def put_back(campaign: Campaign, seat: str) -> None:
    """Nothing lies before the seat any longer."""
    Draft.objects.filter(campaign=campaign, page=_page(seat)).delete()


def _page(seat: str) -> str:
    return f"draft-{seat}"
