"""The chapters of a chronicle: what happened from the start of one scenario to the start of the next."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as _noop

from campaigns.log import page as log_page
from campaigns.models import Campaign, Entry
from campaigns.text import names
from campaigns.text.log_words import note_text, phrase
from campaigns.text.steps import card_title
from cards.text.names import exact_title_of
from rules.campaign import CampaignState
from rules.campaign.entries import BROUGHT
from rules.campaign.state import (
    ACTIVE,
    DEFEATS,
    DEVOURED,
    INSANE,
    KILLED,
    LEFT,
    LOST,
    RETIRED,
    Fate,
    LogNote,
    Played,
)

#: The kinds of entries that a chapter is made of. Decks are large; the module `decks` reads them.
KINDS = (
    *("scenario-begun", "scenario-ended", "campaign-ended", "experience", "trauma", "status", "seat"),
    *("purchase", "weakness", "story-card"),
)
#: Lines of one kind in a chapter; the log and the ledger have all of them.
MOST_LINES = 60
#: Chapters on the page. No campaign has as many scenarios; the first ones are left out.
MOST_CHAPTERS = 100

OPENING, SCENARIO, SIDE = "opening", "scenario", "side"
STATUS_TEXTS = {
    ACTIVE: _noop("%(who)s returned"),
    LEFT: _noop("%(who)s left"),
    RETIRED: _noop("%(who)s retired"),
    KILLED: _noop("%(who)s was killed"),
    INSANE: _noop("%(who)s went insane"),
    DEVOURED: _noop("%(who)s was devoured"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a step that is not undone."""

    step: int
    at: datetime
    kind: str
    seat: str
    facts: Mapping[str, Any]


def rows_of(campaign: Campaign) -> list[Row]:
    """Return the entries that chapters are made of, oldest first, with one query."""
    found = Entry.objects.filter(step__campaign=campaign, step__undone=False, kind__in=KINDS)
    fields = ("step__number", "step__at", "kind", "seat", "facts")
    return [Row(*each) for each in found.order_by("step__number", "position").values_list(*fields)]


@dataclass(slots=True)
class Line:
    """A line of a chapter: an icon and a text."""

    icon: str
    text: str
    crossed: bool = False
    section: str = ""


@dataclass(slots=True)
class Share:
    """What a chapter brought one investigator."""

    seat: str
    name: str
    fate: str = ""
    earned: int = 0
    spent: int = 0
    physical: int = 0
    mental: int = 0
    bought: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.fate or self.earned or self.spent or self.physical or self.mental or self.bought)


@dataclass(slots=True)
class Chapter:
    kind: str
    start: int
    """The number of its first step."""
    numeral: str = ""
    """Empty for what came before the first scenario, and for a prologue that is played."""
    name: str = ""
    result: str = ""
    victory: int | None = None
    bonus: int = 0
    replay: bool = False
    lead: str = ""
    at: datetime | None = None
    """When the scenario ended."""
    shares: dict[str, Share] = field(default_factory=dict)
    events: list[Line] = field(default_factory=list)
    notes: list[Line] = field(default_factory=list)
    interludes: list[tuple[str, str]] = field(default_factory=list)
    """Their names, and what the group decided."""
    purchases: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    """By seat: the last step that recorded purchases, and the cards. It replaces earlier ones."""
    more: int = 0
    """Lines that are left out."""

    @property
    def side(self) -> bool:
        return self.kind == SIDE

    @property
    def experience(self) -> int | None:
        return None if self.victory is None else max(0, self.victory + self.bonus)

    @property
    def lines(self) -> list[Share]:
        return [share for share in self.shares.values() if not share.is_empty]

    @property
    def is_empty(self) -> bool:
        return not (self.lines or self.events or self.notes or self.interludes)

    def add(self, lines: list[Line], line: Line) -> None:
        if len(lines) < MOST_LINES:
            lines.append(line)
        else:
            self.more += 1


class Chapters:
    """The chapters of one campaign, built row by row."""

    def __init__(self, state: CampaignState, rows: Iterable[Row], choices: Mapping[int, str]) -> None:
        self.state = state
        self.choices = choices
        self.rows = list(rows)
        self.sections = {row["id"]: names.in_language(row) for row in log_page.sections_of(state)}

    def build(self) -> list[Chapter]:
        """Return every chapter in order; the first is what came before the first scenario."""
        chapters = [Chapter(OPENING, 0), *self._scenarios()]
        starts = [chapter.start for chapter in chapters]
        for row in self.rows:
            add = ADDING.get(row.kind)
            if add is not None:
                add(self, chapters[bisect_right(starts, row.step) - 1], row)
        for note in self.state.notes:
            chapter = chapters[bisect_right(starts, note.step) - 1]
            chapter.add(chapter.notes, self._note(note))
        for each in self.state.history:
            if each.kind == "interlude":
                chapter = chapters[bisect_right(starts, each.step) - 1]
                name = names.scenario_name(self.state.campaign, each.scenario)
                chapter.interludes.append((name, self.choices.get(each.step, "")))
        for chapter in chapters:
            for seat, (_step, cards) in chapter.purchases.items():
                self.share(chapter, seat).bought = cards
        return chapters if not chapters[0].is_empty else chapters[1:]

    def _scenarios(self) -> Iterator[Chapter]:
        """The scenarios that were played, then the one in play. Each starts with the step that began it."""
        begun = [row for row in self.rows if row.kind == "scenario-begun"]
        ended = {row.step: row.at for row in self.rows if row.kind == "scenario-ended"}
        number, before = 0, 0
        for played in self.state.history:
            if played.kind == "interlude":
                continue
            number += played.is_scenario
            first = [row for row in begun if before < row.step <= played.step]
            chapter = Chapter(
                SIDE if played.kind == SIDE else SCENARIO,
                first[0].step if first else played.step,
                names.roman(number) if played.is_scenario else "",
                names.scenario_name(self.state.campaign, played.scenario),
                names.resolution_name(played.resolution) if played.resolution else "",
                played.victory,
                played.bonus,
                played.replay,
                self.name(played.lead),
                ended.get(played.step),
            )
            before = played.step
            self._fates(chapter, played)
            yield chapter
        if self.state.playing and begun and begun[-1].step > before:
            playing = self.state.playing
            name = names.scenario_name(self.state.campaign, playing.scenario)
            kind = SIDE if playing.side else SCENARIO
            numbered = names.is_numbered(self.state.campaign, playing.scenario)
            numeral = names.roman(number + 1) if numbered else ""
            yield Chapter(kind, begun[-1].step, numeral, name, _("in play"))

    def _fates(self, chapter: Chapter, played: Played) -> None:
        for seat, fate in played.fates.items():
            share = self.share(chapter, seat)
            share.fate = _fate_text(fate)

    def name(self, seat: str) -> str:
        found = self.state.seats.get(seat)
        return found.title if found else seat

    def share(self, chapter: Chapter, seat: str) -> Share:
        return chapter.shares.setdefault(seat, Share(seat, self.name(seat)))

    def _note(self, note: LogNote) -> Line:
        text = note_text(note.text, note.key)
        if note.number is not None:
            text = f"{text}: {note.number}"
        if note.seat:
            text = f"{self.name(note.seat)}: {text}"
        section = self.sections.get(note.section, phrase(note.section))
        return Line("edit", text, bool(note.crossed), section)

    def _experience(self, chapter: Chapter, row: Row) -> None:
        amount, share = row.facts["amount"], self.share(chapter, row.seat)
        if row.facts.get("earned"):
            share.earned += amount
        elif amount < 0 or row.facts["reason"] == "taken-back":
            share.spent -= amount

    def _trauma(self, chapter: Chapter, row: Row) -> None:
        share = self.share(chapter, row.seat)
        share.physical += row.facts["physical"]
        share.mental += row.facts["mental"]

    def _status(self, chapter: Chapter, row: Row) -> None:
        status = row.facts["status"]
        reason = row.facts.get("reason", "")
        line = _(STATUS_TEXTS[status]) % {"who": self.name(row.seat)}
        if status in LOST and reason and reason not in names.OUTCOMES:
            line = f"{line} ({reason})"
        chapter.add(chapter.events, Line("close" if status in LOST else "group", line))

    def _seat(self, chapter: Chapter, row: Row) -> None:
        facts = {
            "who": row.facts["title"],
            "player": row.facts["player"],
            "old": self.name(row.facts.get("replaces", "")),
        }
        if row.facts.get("replaces"):
            text = _("%(who)s followed %(old)s, played by %(player)s") % facts
        elif row.facts["player"]:
            text = _("%(who)s joined, played by %(player)s") % facts
        else:
            text = _("%(who)s joined") % facts
        chapter.add(chapter.events, Line("group", text))

    def _purchase(self, chapter: Chapter, row: Row) -> None:
        bought = row.facts["purchase"]
        step, cards = chapter.purchases.get(row.seat, (row.step, []))
        if step != row.step:
            cards = []
        title = exact_title_of(bought["card"])
        if bought.get("replaces"):
            title = _("%(new)s for %(old)s") % {"new": title, "old": exact_title_of(bought["replaces"])}
        if len(cards) < MOST_LINES:
            cards.append(title)
        chapter.purchases[row.seat] = row.step, cards

    def _weakness(self, chapter: Chapter, row: Row) -> None:
        if row.facts["reason"] == BROUGHT:
            return
        facts = {"who": self.name(row.seat), "card": card_title(row.facts["card"])}
        text = _("%(who)s gained %(card)s") if row.facts["copies"] > 0 else _("%(who)s lost %(card)s")
        chapter.add(chapter.events, Line("weakness", text % facts))

    def _story_card(self, chapter: Chapter, row: Row) -> None:
        facts = {"who": self.name(row.seat), "card": card_title(row.facts["card"])}
        text = _("%(who)s earned %(card)s") if row.facts["copies"] > 0 else _("%(who)s gave up %(card)s")
        chapter.add(chapter.events, Line("ally", text % facts))


ADDING = {
    "experience": Chapters._experience,
    "trauma": Chapters._trauma,
    "status": Chapters._status,
    "seat": Chapters._seat,
    "purchase": Chapters._purchase,
    "weakness": Chapters._weakness,
    "story-card": Chapters._story_card,
}


def _fate_text(fate: Fate) -> str:
    if fate.lost:
        return capfirst(str(names.STATUSES[fate.lost]))
    how = str(names.OUTCOMES[fate.how])
    return _("Defeated: %(how)s") % {"how": how} if fate.how in DEFEATS else how


def earned_by_chapter(chapters: Iterable[Chapter], seats: Iterable[str]) -> dict[str, list[int]]:
    """Return the experience that each seat had earned in all by the end of each chapter."""
    found: dict[str, list[int]] = {seat: [] for seat in seats}
    total: Counter[str] = Counter()
    for chapter in chapters:
        for share in chapter.shares.values():
            total[share.seat] += share.earned
        for seat, values in found.items():
            values.append(total[seat])
    return found
