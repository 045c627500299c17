"""The weaknesses drawn in a campaign: which the site drew, with proof, and which the group reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.adapters import WEAKNESS
from campaigns.errors import BadStep
from campaigns.models import Campaign, Entry, Step
from campaigns.party import deck_verdicts
from cards.text.names import subtitle_of, title_of
from decks.text import sentence
from rules.campaign import CampaignState, Game, Seat, from_json, steps
from rules.weaknesses import Draw, find_in, is_drawable, verify

SITE, GROUP = "site", "group"


def drawn_by(step: Step) -> str | None:
    """Return `site` or `group` for a step that records a draw, or None for any other step.

    Draws in an imported campaign count as reported by the group, because anyone can edit an export file.
    """
    if step.kind == steps.WeaknessDrawnByGroup.kind:
        return GROUP
    if step.kind == steps.WeaknessDrawn.kind:
        return GROUP if step.imported else SITE
    return None


@dataclass(frozen=True, slots=True)
class RecordedDraw:
    """One weakness that was drawn."""

    seat: str
    card: str
    step: int
    by: str
    imported: bool
    draw: Draw | None
    """Seed and pool, if they are known."""

    @property
    def repeats(self) -> bool:
        """Whether repeating the draw with its seed gives the same card."""
        return self.draw is not None and verify(self.draw)

    def as_dict(self) -> dict[str, Any]:
        return {
            "card": self.card,
            "step": self.step,
            "drawn_by": self.by,
            "imported": self.imported,
            "repeats": self.repeats if self.draw else None,
        }


def draws_of(campaign: Campaign, *, seat: str = "", until: int | None = None) -> list[RecordedDraw]:
    """Return the draws that are not undone, in order, with one query.

    `seat` limits them to one seat, `until` to the steps up to that number.
    """
    rows = Entry.objects.filter(step__campaign=campaign, step__undone=False, kind=WEAKNESS)
    rows = rows.select_related("step").order_by("step__number", "position")
    if seat:
        rows = rows.filter(seat=seat)
    if until is not None:
        rows = rows.filter(step__number__lte=until)
    return [
        RecordedDraw(
            row.seat,
            row.facts["card"],
            row.step.number,
            drawn_by(row.step) or SITE,
            row.step.imported,
            from_json(Draw, row.facts["draw"]) if "draw" in row.facts else None,
        )
        for row in rows
        if row.facts.get("by_group") or "draw" in row.facts
    ]


def reported_by_group(found: Iterable[RecordedDraw]) -> Counter[tuple[str, str]]:
    """Return the number of copies that were only reported by the group, by seat and card."""
    return Counter((each.seat, each.card) for each in found if each.by == GROUP)


def group_draw(campaign: Campaign, seat: str, card: str, cause: str = "") -> steps.WeaknessDrawnByGroup:
    """Return the step for a weakness that the group drew from its own cards."""
    if not card:
        raise BadStep(_("Choose the card you drew."))
    return steps.WeaknessDrawnByGroup(
        seat=seat, card=card[:16], cause=cause, boxes=deck_verdicts.boxes(campaign)
    )


@dataclass(frozen=True, slots=True)
class Choices:
    """Basic weaknesses by title, as a form offers them to a group that drew one itself."""

    possible: list[tuple[str, str]]
    others: list[tuple[str, str]]
    """Those that cannot have been drawn, with the reason."""


def choices(campaign: Campaign, state: CampaignState, seat: Seat, game: Game) -> Choices:
    """Return the weaknesses that the group may have drawn for this seat, and the others with the reason."""
    pool = deck_verdicts.pool(campaign, state, seat, game)
    found = Choices([], [])
    for code, title in basic_weaknesses(game):
        printing = find_in(game.catalogue, pool, code)
        if isinstance(printing, str):
            found.possible.append((printing, title))
        else:
            found.others.append((code, sentence(printing.message, {**printing.facts, "title": title})))
    return found


def basic_weaknesses(game: Game) -> list[tuple[str, str]]:
    """Return all weaknesses that can be drawn, by title; equal titles are distinguished by subtitle."""
    cards = [card for card in game.catalogue.cards.values() if is_drawable(card)]
    titles = Counter(card.title for card in cards)
    rows = [
        (card.code, f"{title_of(card)}, {subtitle_of(card)}" if titles[card.title] > 1 else title_of(card))
        for card in cards
    ]
    return sorted(rows, key=lambda row: row[1])
