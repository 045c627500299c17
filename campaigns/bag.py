"""The chaos bag of a campaign as pages show it: its tokens, their values in the scenario, and the odds."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from campaigns.models import Campaign
from campaigns.text import names
from campaigns.text.steps import card_title
from rules.campaign import CampaignState, Game
from rules.campaign.bag import tokens_in_play
from rules.chaos_bag import (
    ELDER_SIGN,
    RARE,
    SYMBOLS,
    Distribution,
    TokenValue,
    distribution,
    reference_side,
    values_for,
)
from web.shared.numbers import exact_percent, signed

MARGINS = range(-1, 7)
#: What is saved as the total of a draw that decides the test whatever its numbers are.
DECIDED = {"fail": gettext_noop("fails"), "succeed": gettext_noop("passes")}
#: Symbols whose value the group may enter.
VALUED_BY_GROUP = (*SYMBOLS, ELDER_SIGN)


@dataclass(frozen=True, slots=True)
class Pile:
    """The tokens of one kind, as the page shows them."""

    token: str
    count: int
    value: TokenValue
    known: bool = True
    """Whether the catalogue or the group gives its value."""

    @property
    def name(self) -> str:
        return names.token_name(self.token)

    @property
    def icon(self) -> str:
        return names.ICONS.get(self.token, "")

    @property
    def look(self) -> str:
        return names.LOOKS.get(self.token, "")

    @property
    def is_symbol(self) -> bool:
        return self.token in (*SYMBOLS, ELDER_SIGN)

    @property
    def field(self) -> str:
        return f"value-{self.token}"

    @property
    def worth(self) -> str:
        return worth(self.value) if self.known else "?"


def worth(value: TokenValue) -> str:
    if value.fails:
        return _("fails")
    if value.succeeds:
        return _("passes")
    number = signed(value.modifier)
    return f"{number} ↻" if value.reveals else number


def total_text(total: str) -> str:
    """Return the saved total of a draw in the reader's language: a number, or what decides the test."""
    message = _decided().get(total)
    return _(message) if message else total


@cache
def _decided() -> dict[str, str]:
    """Return the messages by what was saved. Older draws have the words in the language of who drew."""
    found = dict(DECIDED)
    for code, _name in settings.LANGUAGES:
        with override(code):
            found |= {_(message): message for message in DECIDED.values()}
    return found


def scenario_at_hand(state: CampaignState) -> str:
    if state.playing:
        return state.playing.scenario
    return state.next_scenario or (state.history[-1].scenario if state.history else "")


def values(state: CampaignState, entered: Mapping[str, int] | None = None) -> dict[str, TokenValue]:
    """Return the effect of each token in the current scenario: the group's value, or the printed one."""
    printed = _printed(state)
    found = values_for(printed, counts=dict.fromkeys(printed, 1))
    for token, modifier in (entered or {}).items():
        if token in VALUED_BY_GROUP:
            found[token] = TokenValue(modifier, reveals=found.get(token, TokenValue()).reveals)
    return found


def _printed(state: CampaignState) -> Mapping[str, Mapping[str, Any]]:
    """Return what the reference card of the current scenario has for its symbols."""
    side = reference_side(state.difficulty, state.in_force)
    facts = names.token_facts(state.campaign, scenario_at_hand(state), side)
    return {token: facts[token] for token in SYMBOLS if token in facts}


def read_worth(text: str) -> int | None:
    """Return the number in a text field, or None if it is not a number."""
    plain = text.replace("−", "-").replace("↻", "").strip()
    return int(plain) if re.fullmatch(r"[+-]?[0-9]{1,2}", plain) else None


def entered_values(campaign: Campaign, state: CampaignState) -> dict[str, int]:
    """Return the values that the group entered for its symbols in the current scenario."""
    rows = campaign.token_modifiers.filter(scenario=scenario_at_hand(state))
    return dict(rows.values_list("token", "modifier"))


def offered(tokens: Iterable[str], state: CampaignState, game: Game) -> list[str]:
    """Return the tokens that a page offers. Rare ones are offered only if the campaign uses them."""
    known = tokens_in_play(state, game)
    return [token for token in tokens if token not in RARE or token in known]


def piles(tokens: Mapping[str, int], worths: Mapping[str, TokenValue]) -> list[Pile]:
    return [
        Pile(token, tokens[token], worths.get(token, TokenValue()), token in worths)
        for token in names.in_order(tokens)
    ]


@dataclass(frozen=True, slots=True)
class Bar:
    margin: str
    chance: Fraction
    x: int
    y: float
    height: float
    middle: float
    label_y: float

    @property
    def percent(self) -> int:
        """The chance in whole percent; a half is rounded up."""
        return math.floor(self.chance * 100 + Fraction(1, 2))

    @property
    def exactly(self) -> str:
        return exact_percent(self.chance)

    @property
    def fraction(self) -> str:
        return f"{self.chance.numerator} / {self.chance.denominator}"


FLOOR, HEIGHT, STEP, WIDTH = 150.0, 130.0, 41, 30


def chart(found: Distribution) -> list[Bar]:
    """Return the chance to pass by skill over difficulty, as bars of a drawing 360 units wide."""
    bars = []
    for place, (margin, chance) in enumerate(found.chart(MARGINS)):
        height = round(float(chance) * HEIGHT, 1)
        x = 30 + place * STEP
        label = signed(margin)
        bars.append(Bar(label, chance, x, FLOOR - height, height, x + WIDTH / 2, FLOOR - height - 6))
    return bars


@dataclass(frozen=True, slots=True)
class BagView:
    piles: list[Pile]
    size: int
    bars: list[Bar]
    odds: Distribution
    sealed: list[tuple[str, list[Pile]]]
    counted: str
    """The symbols whose value depends on a count that the group has not entered, by name."""

    @property
    def unknown(self) -> list[Pile]:
        return [pile for pile in self.piles if not pile.known]


def view(state: CampaignState, entered: Mapping[str, int] | None = None) -> BagView:
    worths = values(state, entered)
    odds = distribution(state.bag.tokens, worths)
    sealed = [(card_title(card), piles(tokens, worths)) for card, tokens in state.bag.sealed.items()]
    counted = ", ".join(
        names.token_name(token)
        for token, facts in _printed(state).items()
        if "counts" in facts and token in state.bag.tokens and token not in (entered or {})
    )
    return BagView(piles(state.bag.tokens, worths), state.bag.size, chart(odds), odds, sealed, counted)
