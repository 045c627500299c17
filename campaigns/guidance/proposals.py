"""What the guide can give at the end of a scenario or in an interlude, as checkboxes that record it.

The facts say what is possible, not what happened. So nothing is ticked at first, and what is ticked is added
to the numbers that the group enters itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.text import names
from rules.campaign.state import INSANE, KILLED, MENTAL, PHYSICAL, Seat
from web.shared.numbers import plain, signed

#: In the name of a checkbox: everybody who takes part.
EVERYBODY = "all"
NOBODY: Mapping[str, Seat] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Tick:
    """One checkbox: its name in the form, its label, and whether it is ticked."""

    name: str
    label: str
    on: bool
    bonus: int = 0
    """Experience of everybody, for the sum on the page."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that the guide can give, with the checkboxes for it."""

    text: str
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Accepted:
    """What was ticked."""

    bonus: int = 0
    """Experience of everybody who takes part."""
    experience: Mapping[str, int] = field(default_factory=dict)
    """Experience of one seat alone."""
    trauma: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    lost: Mapping[str, str] = field(default_factory=dict)
    """Seats that the guide kills or drives insane."""
    tokens: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Effect:
    """One possible effect: what it is called in the form, what it says, and what it does."""

    name: str
    text: str
    bonus: int = 0
    trauma: Mapping[str, int] = field(default_factory=dict)
    lost: str = ""
    tokens: Mapping[str, int] = field(default_factory=dict)


def proposals(may: Mapping[str, Any], seats: Sequence[Seat], given: QueryDict) -> list[Proposal]:
    """Return everything that the guide can give here, without cards."""
    return [
        Proposal(each.text, tuple(_ticks(each, seats, given)))
        for each in _effects(may)
        if seats or each.tokens
    ]


def _ticks(effect: _Effect, seats: Sequence[Seat], given: QueryDict) -> Iterator[Tick]:
    if effect.tokens:
        yield Tick(effect.name, _("yes"), effect.name in given)
        return
    if len(seats) > 1:
        name = f"{effect.name}-{EVERYBODY}"
        yield Tick(name, _("everyone"), name in given, effect.bonus)
    for seat in seats:
        name = f"{effect.name}-{seat.id}"
        yield Tick(name, seat.title, name in given)


def accepted(
    may: Mapping[str, Any], seats: Iterable[str], given: QueryDict, held: Mapping[str, Seat] = NOBODY
) -> Accepted:
    """Return the effects that are ticked. Everybody means the seats that take part.

    If everybody heals, seats of `held` heal as much as they have: that is what a guide means.
    """
    playing = list(seats)
    bonus = 0
    experience: Counter[str] = Counter()
    trauma: dict[str, Counter[str]] = {}
    lost: dict[str, str] = {}
    tokens: Counter[str] = Counter()
    for effect in _effects(may):
        if effect.tokens:
            if given.get(effect.name):
                tokens.update(effect.tokens)
            continue
        for_all = bool(given.get(f"{effect.name}-{EVERYBODY}"))
        bonus += effect.bonus if for_all else 0
        for id in playing:
            # A seat that is ticked alone and with everybody else gets it once.
            alone = bool(given.get(f"{effect.name}-{id}")) and not for_all
            if alone and effect.bonus:
                experience[id] += effect.bonus
            if (alone or for_all) and effect.trauma:
                kinds = _healable(effect.trauma, held.get(id)) if for_all else effect.trauma
                trauma.setdefault(id, Counter()).update(kinds)
            if (alone or for_all) and effect.lost:
                lost[id] = effect.lost
    return Accepted(bonus, experience, trauma, lost, tokens)


def _healable(kinds: Mapping[str, int], seat: Seat | None) -> Mapping[str, int]:
    if seat is None:
        return kinds
    has = {PHYSICAL: seat.physical, MENTAL: seat.mental}
    return {kind: max(by, -has[kind]) for kind, by in kinds.items()}


def _effects(may: Mapping[str, Any]) -> Iterator[_Effect]:
    for n in may.get("bonus", ()):
        yield _Effect(f"may-bonus-{n}", _("%(n)s experience") % {"n": signed(n)}, bonus=n)
    seen: set[str] = set()
    for effect in _traumas(may.get("trauma", ())):
        if effect.name not in seen:
            seen.add(effect.name)
            yield effect
    for place, tokens in enumerate(may.get("tokens", ())):
        counts = Counter(tokens)
        text = _("Into the bag: %(tokens)s") % {"tokens": _counted(counts)}
        yield _Effect(f"may-tokens-{place}", text, tokens=counts)
    for place, tokens in enumerate(may.get("tokens_lost", ())):
        counts = Counter(tokens)
        text = _("Out of the bag: %(tokens)s") % {"tokens": _counted(counts)}
        yield _Effect(
            f"may-tokens-lost-{place}", text, tokens={token: -copies for token, copies in counts.items()}
        )


def _traumas(rows: Iterable[Mapping[str, Any]]) -> Iterator[_Effect]:
    for row in rows:
        if row.get("killed"):
            yield _Effect("may-killed", str(names.STATUSES[KILLED]), lost=KILLED)
        elif row.get("insane"):
            yield _Effect("may-insane", str(names.STATUSES[INSANE]), lost=INSANE)
        elif n := row.get("mental_or_physical"):
            # The player chooses the kind.
            yield _trauma({PHYSICAL: n})
            yield _trauma({MENTAL: n})
        else:
            yield _trauma({kind: row[kind] for kind in (PHYSICAL, MENTAL) if row.get(kind)})


def _trauma(kinds: Mapping[str, int]) -> _Effect:
    parts = []
    if n := kinds.get(PHYSICAL):
        parts.append(ngettext("%(n)s physical trauma", "%(n)s physical trauma", abs(n)) % {"n": plain(n)})
    if n := kinds.get(MENTAL):
        parts.append(ngettext("%(n)s mental trauma", "%(n)s mental trauma", abs(n)) % {"n": plain(n)})
    name = "-".join(f"{kind}{n}" for kind, n in kinds.items())
    return _Effect(f"may-trauma-{name}", ", ".join(parts), trauma=kinds)


def _counted(tokens: Mapping[str, int]) -> str:
    return ", ".join(
        names.token_name(token) if copies == 1 else f"{copies} × {names.token_name(token)}"
        for token, copies in tokens.items()
    )
