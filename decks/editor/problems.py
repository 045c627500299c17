"""Which cards of a deck are in the way, and is there one whose leaving settles several problems?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.catalogue import Catalogue
from rules.circumstances import Circumstances
from rules.judge import judge
from rules.model import Card, Deck
from rules.verdict import Verdict, Violation

#: A problem in a word or two, for the row of the card; the first start that fits counts.
SHORT: tuple[tuple[str, str | Promise], ...] = (
    ("deck.options-only", _("no option")),
    ("deck.options-capped-line", _("no room")),
    ("deck.additional-requirements", _("requirement")),
    ("deck.restriction", _("other decks only")),
    ("deck.creation-only", _("creation only")),
    ("deck.campaign-mode", _("campaigns only")),
    ("deck.size", _("deck size")),
    ("deck.start", _("experience")),
    ("deck.level-zero-start", _("experience")),
    ("copies.", _("too many copies")),
    ("exceptional.", _("too many copies")),
    ("myriad.", _("too many copies")),
    ("signature.", _("signature")),
    ("researched.", _("research")),
    ("customizable.", _("upgrade sheet")),
    ("taboo.", _("taboo list")),
    ("env.", _("environment")),
    ("weakness.", _("weakness")),
    ("rbw.", _("weakness")),
    ("story.", _("story")),
    ("reward.", _("reward")),
    ("bonded.", _("bonded")),
    ("ub.", _("ultimatum")),
    ("xp.", _("experience")),
)
SIZE = ("deck.size-exact", "deck.size-modifiers")
#: More suspects than this are no slip that one card could settle.
MOST_SUSPECTS = 12


def short(violation: Violation) -> str | Promise:
    return next((words for start, words in SHORT if violation.rule.startswith(start)), _("problem"))


def codes_of(violation: Violation) -> tuple[str, ...]:
    """The cards of the deck that a finding speaks of."""
    facts = violation.facts
    named = facts.get("cards") if isinstance(facts.get("cards"), (list, tuple)) else ()
    one = facts.get("card") or facts.get("code")
    codes = [*(named or ()), *([one] if one else [])]
    return tuple(code for code in dict.fromkeys(codes) if isinstance(code, str))


@dataclass(frozen=True, slots=True)
class Mark:
    """A problem as its card's row shows it."""

    number: int
    words: str | Promise


def marks(catalogue: Catalogue, verdict: Verdict, slots: Mapping[str, int]) -> dict[str, list[Mark]]:
    """The problems of each printing in the deck, numbered as in the verdict."""
    found: dict[str, list[Mark]] = {}
    for number, violation in enumerate(verdict.violations, 1):
        for code in rows_meant(catalogue, violation, slots):
            found.setdefault(code, []).append(Mark(number, short(violation)))
    return found


def rows_meant(catalogue: Catalogue, violation: Violation, slots: Mapping[str, int]) -> Iterator[str]:
    """Rules name cards; the deck may hold them in other printings."""
    for code in codes_of(violation):
        if code in slots:
            yield code
        else:
            yield from (held for held in slots if _is(catalogue, held, code))


def _is(catalogue: Catalogue, held: str, code: str) -> bool:
    card = catalogue.resolve(held)
    return card is not None and card.code == code


@dataclass(frozen=True, slots=True)
class Fix:
    """One copy whose leaving settles several problems, and what the deck would then be."""

    code: str
    card: Card
    settled: int
    size: int
    needed: int
    experience: int
    """What would come back."""


def one_fix(catalogue: Catalogue, deck: Deck, circumstances: Circumstances, verdict: Verdict) -> Fix | None:
    """The single copy whose leaving settles the most problems, if it settles more than one."""
    if len(verdict.violations) < 2:
        return None
    blamed: dict[str, int] = {}
    for violation in verdict.violations:
        for code in rows_meant(catalogue, violation, deck.slots):
            blamed[code] = blamed.get(code, 0) + 1
    suspects = sorted(
        (code for code, times in blamed.items() if times > 1), key=lambda code: (-blamed[code], code)
    )
    best: Fix | None = None
    for code in suspects[:MOST_SUSPECTS]:
        fix = _without(catalogue, deck, circumstances, verdict, code)
        if fix and fix.settled > max(1, best.settled if best else 1):
            best = fix
    return best


def _without(
    catalogue: Catalogue, deck: Deck, circumstances: Circumstances, verdict: Verdict, code: str
) -> Fix | None:
    card = catalogue.resolve(code)
    if card is None:
        return None
    left = {**deck.slots, code: deck.slots[code] - 1}
    after = judge(catalogue, replace(deck, slots={c: n for c, n in left.items() if n}), circumstances)
    before, then = _problems(verdict), _problems(after)
    if then - before:
        return None
    return Fix(
        code=code,
        card=card,
        settled=len(before - then),
        size=after.figures.size,
        needed=after.figures.size_needed,
        experience=verdict.figures.experience - after.figures.experience,
    )


def _problems(verdict: Verdict) -> set[tuple[str, str]]:
    """Problems apart from the deck's size, which any card taken out changes; by rule and title."""
    return {
        (violation.rule, str(violation.facts.get("title", "")))
        for violation in verdict.violations
        if violation.rule not in SIZE
    }
