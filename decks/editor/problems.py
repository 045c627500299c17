"""The cards that cause a deck's problems, and the one card whose removal solves several of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from cards.text.names import full_title
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card
from rules.deck.effort import effort
from rules.deck.validate import Examined, judge
from rules.deck.verdict import Verdict, Violation

#: Short labels of problems, for the card's row. The first beginning of a rule's id that matches is used.
SHORT: tuple[tuple[str, str | Promise], ...] = (
    ("deck.options-capped-line", _("limit reached")),
    ("deck.options", _("not allowed")),
    ("deck.additional-requirements", _("requirement")),
    ("deck.restriction", _("other decks only")),
    ("deck.creation-only", _("creation only")),
    ("deck.campaign-mode", _("campaigns only")),
    ("deck.size", _("deck size")),
    ("deck.start", _("level too high for a new deck")),
    ("deck.level-zero-start", _("level too high for a new deck")),
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
    ("xp.", _("not paid for")),
)
REQUIRED = "deck.requirements-cards-present"
SIZE = ("deck.size-exact", "deck.size-modifiers")
#: With more suspects than this, removing one card is not the solution.
MOST_SUSPECTS = 12
#: What may be read to try them (`rules.deck.effort`); a deck that takes more is far from one slip.
MOST_PARTS_READ = 30_000


def short(violation: Violation) -> str | Promise:
    """Return a problem in a few words, such as “level too high” or “1 copy too many”."""
    facts = violation.facts
    if violation.rule.startswith("deck.options") and facts.get("levels"):
        return _("level not allowed")
    copies, limit = facts.get("copies"), facts.get("limit")
    if isinstance(copies, int) and isinstance(limit, int) and violation.rule.startswith("copies."):
        more = max(1, copies - limit)
        return ngettext("%(n)d copy too many", "%(n)d copies too many", more) % {"n": more}
    return next((text for start, text in SHORT if violation.rule.startswith(start)), _("problem"))


def codes_of(violation: Violation) -> tuple[str, ...]:
    """Return the cards that a finding names."""
    facts = violation.facts
    named = facts.get("cards") if isinstance(facts.get("cards"), (list, tuple)) else ()
    one = facts.get("card") or facts.get("code")
    codes = [*(named or ()), *([one] if one else [])]
    return tuple(code for code in dict.fromkeys(codes) if isinstance(code, str))


@dataclass(frozen=True, slots=True)
class Mark:
    """A problem as the row of its card shows it."""

    number: int
    text: str | Promise


def marks(catalogue: Catalogue, verdict: Verdict, slots: Mapping[str, int]) -> dict[str, list[Mark]]:
    """Return the problems of each printing in the deck, numbered as in the verdict."""
    found: dict[str, list[Mark]] = {}
    for number, violation in enumerate(verdict.violations, 1):
        for code in rows_meant(catalogue, violation, slots):
            found.setdefault(code, []).append(Mark(number, short(violation)))
    return found


def rows_meant(catalogue: Catalogue, violation: Violation, slots: Mapping[str, int]) -> Iterator[str]:
    """Yield the printings in the deck of the cards that a finding names."""
    for code in codes_of(violation):
        if code in slots:
            yield code
        else:
            yield from (held for held in slots if _is(catalogue, held, code))


def _is(catalogue: Catalogue, held: str, code: str) -> bool:
    card = catalogue.resolve(held)
    return card is not None and card.code == code


@dataclass(frozen=True, slots=True)
class Lacking:
    """A required card that is not in the deck, and how many copies it must have."""

    code: str
    name: str
    needed: int


def lacking(catalogue: Catalogue, verdict: Verdict) -> list[Lacking]:
    """Return the required cards that are missing, as a list that was pasted often leaves them out."""
    found = [each.facts for each in verdict.violations if each.rule == REQUIRED]
    return [
        Lacking(facts["card"], full_title(catalogue.cards[facts["card"]]), facts["needed"])
        for facts in found
        if facts.get("card") in catalogue.cards and "needed" in facts
    ]


@dataclass(frozen=True, slots=True)
class Fix:
    """Copies whose removal solves several problems, and the deck's size and experience without them."""

    code: str
    card: Card
    copies: int
    """The copies to remove."""
    left: int
    """The copies that stay."""
    settled: int
    size: int
    needed: int
    experience: int
    """The experience that is returned."""

    @property
    def name(self) -> str:
        title = full_title(self.card)
        return f"{self.copies} × {title}" if self.copies > 1 else title


def one_fix(examined: Examined) -> Fix | None:
    """Return the card whose removal solves the most problems, if it solves more than one."""
    catalogue, deck, verdict = examined.catalogue, examined.content, examined.verdict
    if len(verdict.violations) < 2:
        return None
    blamed: dict[str, int] = {}
    for violation in verdict.violations:
        for code in rows_meant(catalogue, violation, deck.slots):
            blamed[code] = blamed.get(code, 0) + 1
    # Every card that leaves helps a deck that is too large.
    enough = 1 if _is_too_large(verdict) else 2
    suspects = sorted(
        (code for code, times in blamed.items() if times >= enough), key=lambda code: (-blamed[code], code)
    )
    best: Fix | None = None
    many = min(MOST_SUSPECTS, MOST_PARTS_READ // effort(catalogue, deck))
    for code in suspects[:many]:
        for copies in dict.fromkeys((1, deck.slots[code])):
            fix = _without(examined, code, copies)
            if fix and fix.settled > max(1, best.settled if best else 1):
                best = fix
    return best


def _is_too_large(verdict: Verdict) -> bool:
    return verdict.figures.size > verdict.figures.size_needed


def _without(examined: Examined, code: str, copies: int) -> Fix | None:
    catalogue, deck, verdict = examined.catalogue, examined.content, examined.verdict
    card = catalogue.resolve(code)
    if card is None:
        return None
    left = deck.slots[code] - copies
    slots = {held: copies for held, copies in {**deck.slots, code: left}.items() if copies}
    after = judge(catalogue, replace(deck, slots=slots), examined.circumstances)
    before, then = _problems(verdict), _problems(after)
    if then - before:
        return None
    fits = _is_too_large(verdict) and after.figures.size == after.figures.size_needed
    return Fix(
        code=code,
        card=card,
        copies=copies,
        left=left,
        settled=len(before - then) + fits,
        size=after.figures.size,
        needed=after.figures.size_needed,
        experience=verdict.figures.experience - after.figures.experience,
    )


def _problems(verdict: Verdict) -> set[tuple[str, str]]:
    """Return the problems by rule and title, except the deck's size, which every removal changes."""
    return {
        (violation.rule, str(violation.facts.get("title", "")))
        for violation in verdict.violations
        if violation.rule not in SIZE
    }
