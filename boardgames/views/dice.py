"""The dice helper: exact odds of a check or test, with the modifiers of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.boardgames.dice import (
    BLESSED,
    CURSED,
    HANDS,
    MOST_DICE,
    NORMAL,
    Odds,
    pool_second_edition,
    pool_third_edition,
    resisted,
)
from web.shared.numbers import exact_percent

SECOND, THIRD = "second", "third"
MOST_WEAPONS = 3


@dataclass(frozen=True, slots=True)
class OddsLine:
    """The chance of this many successes or more."""

    successes: int
    percent: str
    exact: str


@require_safe
def dice(request: HttpRequest) -> HttpResponse:
    """The odds of one check. Everything is in the address, so a link shows the same."""
    sent = request.GET
    edition = sent.get("edition") if sent.get("edition") in (SECOND, THIRD) else SECOND
    fortune = sent.get("fortune") if sent.get("fortune") in (BLESSED, CURSED) else NORMAL
    numbers = {
        name: _number(sent.get(name, ""), least, most)
        for name, least, most in (("skill", 0, 20), ("modifier", -20, 30), ("clues", 0, 20), ("focus", 0, 9))
    }
    wanted = _number(sent.get("needed", "1"), 1, 20)
    weapons: list[dict[str, Any]] = [
        {
            "bonus": _number(sent.get(f"bonus-{place}", ""), 0, 20),
            "hands": _number(sent.get(f"hands-{place}", ""), 0, 2),
            "resisted": sent.get(f"resisted-{place}", ""),
        }
        for place in range(1, MOST_WEAPONS + 1)
    ]
    bonus = sum(_bonus(weapon) for weapon in weapons)
    too_many = sum(weapon["hands"] for weapon in weapons if weapon["bonus"]) > HANDS
    if edition == SECOND:
        pool = pool_second_edition(numbers["skill"], numbers["modifier"] + bonus, numbers["clues"])
        odds = Odds(min(pool, MOST_DICE), 0, fortune or NORMAL)
    else:
        pool = pool_third_edition(
            numbers["skill"], numbers["modifier"], bonus, focused=bool(sent.get("focused"))
        )
        odds = Odds(min(pool, MOST_DICE), numbers["clues"] + numbers["focus"], fortune or NORMAL)
    context: dict[str, Any] = {
        "edition": edition,
        "fortune": fortune,
        "fortunes": [
            (NORMAL, _("5 and 6 succeed")),
            (BLESSED, _("blessed: 4 to 6")),
            (CURSED, _("cursed: only 6")),
        ],
        "numbers": numbers,
        "wanted": wanted,
        "focused": bool(sent.get("focused")),
        "weapons": weapons,
        "too_many_hands": too_many,
        "pool": pool,
        "answer": None if too_many else _line(odds, wanted),
        "lines": [] if too_many else [_line(odds, number) for number in range(1, min(pool, 10) + 1)],
        "expected": number_format(f"{float(odds.expected):.2f}", 2),
    }
    return render(request, "boardgames/dice.html", context)


def _bonus(weapon: dict[str, Any]) -> int:
    """Return what a weapon adds: half against a resistance, nothing against an immunity (2nd edition p24)."""
    if weapon["resisted"] == "immune":
        return 0
    return resisted(weapon["bonus"]) if weapon["resisted"] == "half" else int(weapon["bonus"])


def _line(odds: Odds, successes: int) -> OddsLine:
    chance = odds.at_least(successes)
    exact = f"{chance.numerator}/{chance.denominator}" if chance.denominator < 10**7 else ""
    return OddsLine(successes, exact_percent(chance), exact)


def _number(text: str, least: int, most: int) -> int:
    """Return a number within its bounds; 0 for what is not a number."""
    text = text.strip().replace("−", "-").removeprefix("+")
    try:
        value = int(text) if len(text) < 6 else most
    except ValueError:
        value = 0
    return max(least, min(most, value))
