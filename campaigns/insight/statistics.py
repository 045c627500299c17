"""Statistics over the campaigns of a player, from the entries of their steps."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, IntegerField, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from accounts.members import Role
from accounts.models import User
from campaigns.insight.achievements import Achievement, achievements
from campaigns.models import Campaign, Entry, TakenSeat
from campaigns.text import names
from cards.adapters import catalogue
from cards.text.names import exact_title_of
from rules.campaign.state import DEVOURED, INSANE, KILLED, LOSS, WON
from rules.deck.circumstances import STANDALONE

#: Campaigns that are counted, the last changed ones, and entries of one kind that are read.
MOST_CAMPAIGNS, MOST_ROWS = 300, 30_000
#: Lines of each table.
MOST_LINES = 50
MINE, GROUP = "mine", "group"
"""Which investigators count: those of this player, or all of the group."""


@dataclass(slots=True)
class CampaignLine:
    """One campaign at one difficulty."""

    id: str
    title: str
    difficulty: str
    played: int = 0
    won: int = 0
    lost: int = 0

    @property
    def open(self) -> int:
        return self.played - self.won - self.lost


@dataclass(slots=True)
class InvestigatorLine:
    title: str
    played: int = 0
    killed: int = 0
    insane: int = 0
    earned: int = 0
    spent: int = 0


@dataclass(slots=True)
class CardLine:
    code: str
    title: str
    copies: int = 0
    experience: int = 0


@dataclass(slots=True)
class ScenarioLine:
    id: str
    title: str
    played: int = 0
    results: Counter[str] = field(default_factory=Counter)

    @property
    def resolutions(self) -> list[dict[str, Any]]:
        return [
            {"id": id, "title": names.resolution_name(id) if id else "–", "times": times}
            for id, times in sorted(self.results.items(), key=lambda pair: (-pair[1], pair[0]))
        ]


@dataclass(slots=True)
class AchievementLine:
    """What was achieved in all campaigns of one guide together."""

    id: str
    title: str
    known: int
    achieved: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Statistics:
    who: str
    campaigns: list[CampaignLine] = field(default_factory=list)
    standalone: int = 0
    investigators: list[InvestigatorLine] = field(default_factory=list)
    cards: list[CardLine] = field(default_factory=list)
    scenarios: list[ScenarioLine] = field(default_factory=list)
    achievements: list[AchievementLine] = field(default_factory=list)
    left_out: int = 0
    """Older campaigns that are not counted."""

    @property
    def played(self) -> int:
        return sum(line.played for line in self.campaigns)

    @property
    def won(self) -> int:
        return sum(line.won for line in self.campaigns)

    @property
    def lost(self) -> int:
        return sum(line.lost for line in self.campaigns)

    @property
    def open(self) -> int:
        return self.played - self.won - self.lost

    @property
    def earned(self) -> int:
        return sum(line.earned for line in self.investigators)

    @property
    def spent(self) -> int:
        return sum(line.spent for line in self.investigators)

    @property
    def killed(self) -> int:
        return sum(line.killed for line in self.investigators)

    @property
    def insane(self) -> int:
        return sum(line.insane for line in self.investigators)

    @property
    def is_empty(self) -> bool:
        return not (self.campaigns or self.standalone)


Seat = tuple[int, str]
"""A campaign and a seat in it."""


def campaigns_of_player(user: User) -> QuerySet[Campaign]:
    """Return the campaigns that the user plays. A branch counts only if the campaign it left is deleted."""
    found = Campaign.objects.filter(
        members__user=user, members__role__in=(Role.OWNER, Role.PLAYER), deleted_at=None
    )
    return found.filter(Q(branch_of=None) | ~Q(branch_of__deleted_at=None))


def statistics(user: User, who: str = GROUP) -> Statistics:
    """Count everything with a constant number of queries."""
    parts = ("campaign", "mode", "difficulty", "result", "counts")
    rows = campaigns_of_player(user).order_by("-changed", "-pk")
    wanted = list(
        rows.annotate(**{name: KeyTransform(name, "state") for name in parts}).values("pk", *parts)[
            : MOST_CAMPAIGNS + 1
        ]
    )
    found = Statistics(who)
    if len(wanted) > MOST_CAMPAIGNS:
        wanted = wanted[:MOST_CAMPAIGNS]
        found.left_out = rows.count() - MOST_CAMPAIGNS
    keys = {row["pk"]: row["campaign"] or "" for row in wanted}
    _count_campaigns(found, wanted)
    entries = Entry.objects.filter(step__campaign__in=keys, step__undone=False)
    mine = _seats_of(user, keys, entries) if who == MINE else None
    begun = _count_results(found, entries, keys)
    _count_investigators(found, entries, mine)
    _count_cards(found, entries, mine, begun)
    return found


def _count_campaigns(found: Statistics, rows: Iterable[Mapping[str, Any]]) -> None:
    lines: dict[tuple[str, str], CampaignLine] = {}
    achieved: dict[str, dict[str, Achievement]] = {}
    for row in rows:
        id, difficulty = row["campaign"] or "", row["difficulty"] or ""
        if row["mode"] == STANDALONE:
            found.standalone += 1
        else:
            line = lines.setdefault(
                (id, difficulty),
                CampaignLine(
                    id, names.campaign_title(id), str(names.DIFFICULTIES.get(difficulty, difficulty))
                ),
            )
            line.played += 1
            line.won += row["result"] == WON
            line.lost += row["result"] == LOSS
        for each in achievements(id, row["counts"] or {}):
            known = achieved.setdefault(id, {})
            if each.is_done or each.id not in known:
                known[each.id] = each
    found.campaigns = sorted(lines.values(), key=lambda line: (-line.played, line.title, line.difficulty))
    found.achievements = [
        AchievementLine(id, names.campaign_title(id), len(known), done)
        for id, known in achieved.items()
        if (done := [each.title for each in known.values() if each.is_done])
    ]


def _seats_of(user: User, campaigns: Collection[int], entries: QuerySet[Entry]) -> set[Seat]:
    """Return the seats that the user took; of free seats, those with their deck or with their name."""
    own = Q(kind="deck", deck_version__deck__owner=user) | Q(kind="seat", facts__player__iexact=user.username)
    found = set(entries.filter(own).order_by().values_list("step__campaign", "seat").distinct()[:MOST_ROWS])
    taken = TakenSeat.objects.filter(campaign__in=campaigns).values_list("campaign", "seat", "member__user")
    for campaign, seat, member in taken[:MOST_ROWS]:
        if member == user.pk:
            found.add((campaign, seat))
        else:
            found.discard((campaign, seat))
    return found


def _count_results(
    found: Statistics, entries: QuerySet[Entry], campaigns: Mapping[int, str]
) -> dict[int, list[int]]:
    """Count the scenarios, and return the steps at which scenarios of each campaign began."""
    rows = entries.filter(kind__in=("scenario-begun", "scenario-ended")).order_by("-pk")
    fields = {name: KeyTextTransform(name, "facts") for name in ("scenario", "resolution")}
    rows = rows.annotate(**fields, sort=KeyTextTransform("kind", "facts"))
    lines: dict[tuple[str, str], ScenarioLine] = {}
    begun: dict[int, list[int]] = defaultdict(list)
    for pk, step, kind, sort, scenario, resolution in rows.values_list(
        "step__campaign", "step__number", "kind", "sort", "scenario", "resolution"
    )[:MOST_ROWS]:
        if kind == "scenario-begun":
            begun[pk].append(step)
        elif sort != "interlude":
            title = names.scenario_name(campaigns[pk], scenario)
            line = lines.setdefault((scenario, title), ScenarioLine(scenario, title))
            line.played += 1
            line.results[resolution or ""] += 1
    found.scenarios = sorted(lines.values(), key=lambda line: (-line.played, line.title))[:MOST_LINES]
    return {pk: sorted(numbers) for pk, numbers in begun.items()}


def _count_investigators(found: Statistics, entries: QuerySet[Entry], mine: set[Seat] | None) -> None:
    rows = entries.filter(kind__in=("seat", "status")).order_by("step__number", "position")
    rows = rows.annotate(title=KeyTextTransform("title", "facts"), status=KeyTextTransform("status", "facts"))
    titles: dict[Seat, str] = {}
    statuses: dict[Seat, str] = {}
    for pk, seat, title, status in rows.values_list("step__campaign", "seat", "title", "status")[:MOST_ROWS]:
        if mine is None or (pk, seat) in mine:
            if title is not None:
                titles[pk, seat] = title
            if status is not None:
                statuses[pk, seat] = status
    lines: dict[str, InvestigatorLine] = {}
    for key, title in titles.items():
        line = lines.setdefault(title, InvestigatorLine(title))
        status = statuses.get(key, "")
        line.played += 1
        line.killed += status in (KILLED, DEVOURED)
        line.insane += status == INSANE
    amount = Cast(KeyTextTransform("amount", "facts"), IntegerField())
    is_earned = Q(facts__earned=True)
    # A key that has its default is not stored.
    is_spent = (Q(facts__earned__isnull=True) | Q(facts__earned=False)) & (
        Q(amount__lt=0) | Q(facts__reason="taken-back")
    )
    sums = (
        entries.filter(kind="experience")
        .annotate(amount=amount)
        .values(of=F("step__campaign"), at=F("seat"))
        .annotate(earned=Sum("amount", filter=is_earned), spent=Sum("amount", filter=is_spent))
    )
    for row in sums.order_by()[:MOST_ROWS]:
        key = (row["of"], row["at"])
        if key in titles:
            line = lines[titles[key]]
            line.earned += row["earned"] or 0
            line.spent -= row["spent"] or 0
    found.investigators = sorted(lines.values(), key=lambda line: (-line.played, -line.earned, line.title))


def _count_cards(
    found: Statistics, entries: QuerySet[Entry], mine: set[Seat] | None, begun: Mapping[int, list[int]]
) -> None:
    """Count the cards that were bought. Purchases recorded again replace those since the same scenario."""
    rows = entries.filter(kind="purchase").order_by("-pk")
    rows = rows.annotate(
        card=KeyTextTransform("card", KeyTransform("purchase", "facts")),
        price=Cast(KeyTextTransform("price", KeyTransform("purchase", "facts")), IntegerField()),
    )
    last: dict[tuple[Seat, int], int] = {}
    lines: dict[str, CardLine] = {}
    for pk, step, seat, code, price in rows.values_list(
        "step__campaign", "step__number", "seat", "card", "price"
    )[:MOST_ROWS]:
        if mine is not None and (pk, seat) not in mine:
            continue
        upgrade = (pk, seat), bisect_right(begun.get(pk, []), step)
        if last.setdefault(upgrade, step) != step:
            continue
        card = catalogue().resolve(code)
        code = card.code if card else code
        line = lines.setdefault(code, CardLine(code, exact_title_of(code)))
        line.copies += 1
        line.experience += price
    ranked = sorted(lines.values(), key=lambda line: (-line.copies, -line.experience, line.title))
    found.cards = ranked[:MOST_LINES]
