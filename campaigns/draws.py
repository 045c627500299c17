"""How the weaknesses of a campaign were drawn: by the site, which can show it, or by the group's word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from campaigns import judging
from campaigns.errors import BadAct
from campaigns.models import Act, Campaign, WeaknessDraw
from cards.naming import subtitle_of, title_of
from rules.campaign import CampaignState, Law, Seat, acts, from_plain
from rules.weaknesses import Draw, find_in, is_drawable, verify

SITE, GROUP = "site", "group"


def drawn_by(act: Act) -> str | None:
    """Who made the draw that an act records; None where it records none.

    What an import says was drawn by a site is the group's word here: anybody may have written it.
    """
    if act.kind == acts.WeaknessDrawnByGroup.kind:
        return GROUP
    if act.kind == acts.WeaknessDrawn.kind:
        return GROUP if act.imported else SITE
    return None


@dataclass(frozen=True, slots=True)
class DrawOnRecord:
    """One weakness that was drawn."""

    seat: str
    card: str
    act: int
    by: str
    imported: bool
    draw: Draw | None
    """Seed and pool, where they are known."""

    @property
    def repeats(self) -> bool:
        """Whether the seed gives this card again."""
        return self.draw is not None and verify(self.draw)

    def as_dict(self) -> dict[str, Any]:
        return {
            "card": self.card,
            "act": self.act,
            "drawn_by": self.by,
            "imported": self.imported,
            "repeats": self.repeats if self.draw else None,
        }


def draws_of(campaign: Campaign, *, seat: str = "", until: int | None = None) -> list[DrawOnRecord]:
    """The draws that stand, in their order: of one seat or of all, up to an act where one is given.

    One query.
    """
    rows = WeaknessDraw.objects.filter(act__campaign=campaign, act__undone=False)
    rows = rows.filter(Q(by_group=True) | Q(draw__isnull=False)).select_related("act")
    if seat:
        rows = rows.filter(seat=seat)
    if until is not None:
        rows = rows.filter(act__number__lte=until)
    return [
        DrawOnRecord(
            row.seat,
            row.card,
            row.act.number,
            drawn_by(row.act) or SITE,
            row.act.imported,
            from_plain(Draw, row.draw) if row.draw is not None else None,
        )
        for row in rows.order_by("act__number", "place")
    ]


def by_word(found: Iterable[DrawOnRecord]) -> Counter[tuple[str, str]]:
    """Copies for which there is only the group's word, by seat and card."""
    return Counter((each.seat, each.card) for each in found if each.by == GROUP)


def group_draw(campaign: Campaign, seat: str, card: str, cause: str = "") -> acts.WeaknessDrawnByGroup:
    """The act that says what the group drew from its own cards."""
    if not card:
        raise BadAct(_("Choose the card that you drew."))
    return acts.WeaknessDrawnByGroup(seat=seat, card=card[:16], cause=cause, boxes=judging.boxes(campaign))


@dataclass(frozen=True, slots=True)
class Choices:
    """Basic weaknesses by title, as a form offers them to a group that drew one itself."""

    possible: list[tuple[str, str]]
    others: list[tuple[str, str]]
    """What cannot have been drawn, with the reason."""


def choices(campaign: Campaign, state: CampaignState, seat: Seat, law: Law) -> Choices:
    """What a group may have drawn for this seat, and why not the rest."""
    pool = judging.pool(campaign, state, seat, law)
    found = Choices([], [])
    for code, title in basic_weaknesses(law):
        printing = find_in(law.catalogue, pool, code)
        if isinstance(printing, str):
            found.possible.append((printing, title))
        else:
            found.others.append((code, printing.message.format(**{**printing.facts, "title": title})))
    return found


def basic_weaknesses(law: Law) -> list[tuple[str, str]]:
    """Every weakness that can be drawn, by title; with the subtitle where several have the title."""
    cards = [card for card in law.catalogue.cards.values() if is_drawable(card)]
    titles = Counter(card.title for card in cards)
    rows = [
        (card.code, f"{title_of(card)}, {subtitle_of(card)}" if titles[card.title] > 1 else title_of(card))
        for card in cards
    ]
    return sorted(rows, key=lambda row: row[1])
