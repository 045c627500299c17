"""Everything that the page of a chronicle shows, from a constant number of queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from campaigns.campaign_rules import game
from campaigns.insight.achievements import Achievement, achievements
from campaigns.insight.chronicle.chapters import (
    MOST_CHAPTERS,
    OPENING,
    Chapter,
    Chapters,
    Row,
    earned_by_chapter,
    rows_of,
)
from campaigns.insight.chronicle.chart import Chart, chart
from campaigns.insight.chronicle.decks import Change, changes
from campaigns.models import Campaign
from campaigns.outlines import score
from campaigns.selectors import choices_of
from campaigns.text import names
from cards.text.names import class_of, language, title_of
from rules.campaign import CampaignState, Seat
from rules.deck.circumstances import STANDALONE
from rules.rulebook.ultimatums import ULTIMATUMS

#: Investigators on the page; those who joined last are left out.
MOST_SEATS = 40
#: Kinds of tokens in the table of draws.
MOST_TOKENS = 60


@dataclass(frozen=True, slots=True)
class Investigator:
    """An investigator of the campaign, with what became of them."""

    seat: Seat
    name: str
    css: str
    spent: int
    follows: str
    """The name of the investigator whose place they took."""
    change: Change | None
    line: int
    """The number of their line in the chart; 0 = they have none."""

    @property
    def status(self) -> str:
        return str(names.STATUSES[self.seat.status])

    @property
    def otherwise(self) -> int:
        """Experience that was neither earned nor spent, such as that of a boon: with it, the sums agree."""
        return self.seat.experience + self.spent - self.seat.earned


@dataclass(frozen=True, slots=True)
class Tally:
    token: str
    drawn: int
    expected: float


@dataclass(frozen=True, slots=True)
class Chronicle:
    title: str
    difficulty: str
    standalone: bool
    first: datetime
    last: datetime
    result: str
    cause: str
    score: int | None
    investigators: tuple[Investigator, ...]
    chapters: tuple[Chapter, ...]
    left_out: int
    """Chapters at the beginning that are not shown."""
    chart: Chart | None
    earned: tuple[tuple[Investigator, tuple[int, ...]], ...]
    """For the table below the chart: what each had earned by the end of each chapter."""
    columns: tuple[str, ...]
    ultimatums: tuple[str, ...]
    tokens: tuple[Tally, ...]
    """The tokens that the site drew, against what was to be expected."""
    achievements: tuple[Achievement, ...]
    """Those that were achieved, wholly or in part."""
    achievements_known: int

    @property
    def draws(self) -> int:
        return sum(each.drawn for each in self.tokens)

    @property
    def scenarios(self) -> int:
        return self.left_out + sum(bool(chapter.numeral) for chapter in self.chapters)


def chronicle(campaign: Campaign, state: CampaignState) -> Chronicle:
    rows = rows_of(campaign)
    chapters = Chapters(state, rows, choices_of(campaign)).build()
    totals = earned_by_chapter(chapters, list(state.seats)[:MOST_SEATS])
    opening = bool(chapters) and chapters[0].kind == OPENING
    columns = [chapter.numeral or ("·" if chapter.name else "–") for chapter in chapters]
    drawn = chart(columns, {seat: row for seat, row in totals.items() if any(row)})
    party = _investigators(campaign, state, rows, chapters, drawn)
    ended = next((row for row in reversed(rows) if row.kind == "campaign-ended"), None)
    listed = achievements(state.campaign, state.counts)
    shown = chapters[-MOST_CHAPTERS:]
    return Chronicle(
        title=names.campaign_title(campaign.facts),
        difficulty=str(names.DIFFICULTIES.get(state.difficulty, state.difficulty)),
        standalone=state.mode == STANDALONE,
        first=campaign.created,
        last=rows[-1].at if rows else campaign.created,
        result=state.result,
        cause=str(ended.facts.get("reason", "")) if ended else "",
        score=score(state),
        investigators=party,
        chapters=tuple(shown),
        left_out=max(0, len(chapters) - len(shown) - opening),
        chart=drawn,
        earned=tuple(
            (each, tuple(totals[each.seat.id][-MOST_CHAPTERS:])) for each in party if each.seat.id in totals
        ),
        columns=tuple(columns[-MOST_CHAPTERS:]),
        tokens=_tallies(campaign),
        achievements=tuple(each for each in listed if each.count),
        achievements_known=len(listed),
        ultimatums=(*map(_ultimatum, state.ultimatums), *state.custom_ultimatums),
    )


def _tallies(campaign: Campaign) -> tuple[Tally, ...]:
    rows = {row.token: row for row in campaign.token_tallies.all()[:MOST_TOKENS]}
    return tuple(Tally(token, rows[token].drawn, rows[token].expected) for token in names.in_order(rows))


def _ultimatum(id: str) -> str:
    known = ULTIMATUMS.get(id)
    return known.title(language()) if known else id


def _investigators(
    campaign: Campaign,
    state: CampaignState,
    rows: list[Row],
    chapters: list[Chapter],
    drawn: Chart | None,
) -> tuple[Investigator, ...]:
    compared = changes(campaign, state, rows)
    lines = {line.seat: line.number for line in drawn.lines} if drawn else {}
    spent = _spent(chapters)
    found = []
    for seat in list(state.seats.values())[:MOST_SEATS]:
        card = game().face_of(seat)
        before = state.seats.get(seat.replaces)
        found.append(
            Investigator(
                seat=seat,
                name=title_of(card) if card else seat.title,
                css=class_of(card) if card else "neutral",
                spent=spent.get(seat.id, 0),
                follows=before.title if before else "",
                change=compared.get(seat.id),
                line=lines.get(seat.id, 0),
            )
        )
    return tuple(found)


def _spent(chapters: list[Chapter]) -> Mapping[str, int]:
    spent: dict[str, int] = {}
    for chapter in chapters:
        for share in chapter.shares.values():
            spent[share.seat] = spent.get(share.seat, 0) + share.spent
    return spent
