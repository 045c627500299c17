"""What is in the bag, what is it worth in this scenario, and how likely is a test to be passed?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from campaigns import naming
from campaigns.wording import card_title
from rules.campaign import CampaignState
from rules.chaos import (
    AUTO_FAIL,
    ELDER_SIGN,
    NUMBERS,
    PLAIN,
    SYMBOLS,
    Distribution,
    TokenValue,
    distribution,
    read_value,
    reference_side,
)

MARGINS = range(-1, 7)


@dataclass(frozen=True, slots=True)
class Pile:
    """Tokens of one kind, as the page shows them."""

    token: str
    count: int
    value: TokenValue

    @property
    def name(self) -> str:
        return naming.token_name(self.token)

    @property
    def icon(self) -> str:
        return naming.ICONS.get(self.token, "")

    @property
    def look(self) -> str:
        return naming.LOOKS.get(self.token, "")

    @property
    def is_symbol(self) -> bool:
        return self.token in (*SYMBOLS, ELDER_SIGN)

    @property
    def field(self) -> str:
        return f"value-{self.token}"

    @property
    def worth(self) -> str:
        return worth(self.value)


def worth(value: TokenValue) -> str:
    if value.fails:
        return _("fails")
    if value.succeeds:
        return _("passes")
    number = f"+{value.modifier}" if value.modifier > 0 else str(value.modifier).replace("-", "−")
    return f"{number} ↻" if value.reveals else number


def scenario_at_hand(state: CampaignState) -> str:
    if state.playing:
        return state.playing.scenario
    return state.next_scenario or (state.history[-1].scenario if state.history else "")


def values(state: CampaignState, given: Mapping[str, str] | None = None) -> dict[str, TokenValue]:
    """What each token does: as printed for the scenario at hand, or as the players say."""
    side = reference_side(state.difficulty, state.in_force)
    facts = naming.token_facts(state.campaign, scenario_at_hand(state), side)
    found = dict(PLAIN)
    for token in SYMBOLS:
        if token in facts:
            found[token] = read_value(facts[token], count=1)
    for token in (*SYMBOLS, ELDER_SIGN):
        text = (given or {}).get(f"value-{token}", "").strip().replace("−", "-").replace("↻", "").strip()
        if text.lstrip("+-").isdigit() and len(text) < 4:
            before = found.get(token, TokenValue())
            found[token] = TokenValue(int(text), reveals=before.reveals)
    return found


def piles(tokens: Mapping[str, int], worths: Mapping[str, TokenValue]) -> list[Pile]:
    return [Pile(token, tokens[token], worths.get(token, TokenValue())) for token in naming.in_order(tokens)]


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
        return round(self.chance * 100)

    @property
    def exactly(self) -> str:
        return f"{float(self.chance) * 100:.1f}"

    @property
    def fraction(self) -> str:
        return f"{self.chance.numerator} / {self.chance.denominator}"


FLOOR, HEIGHT, STEP, WIDTH = 150.0, 130.0, 41, 30


def chart(found: Distribution) -> list[Bar]:
    """The chance to pass by skill over difficulty, as bars of a drawing 360 wide."""
    bars = []
    for place, (margin, chance) in enumerate(found.chart(MARGINS)):
        height = round(float(chance) * HEIGHT, 1)
        x = 30 + place * STEP
        label = f"+{margin}" if margin > 0 else str(margin).replace("-", "−")
        bars.append(Bar(label, chance, x, FLOOR - height, height, x + WIDTH / 2, FLOOR - height - 6))
    return bars


@dataclass(frozen=True, slots=True)
class BagView:
    piles: list[Pile]
    size: int
    bars: list[Bar]
    odds: Distribution
    sealed: list[tuple[str, list[Pile]]]


def view(state: CampaignState, given: Mapping[str, str] | None = None) -> BagView:
    worths = values(state, given)
    odds = distribution(state.bag.tokens, worths)
    sealed = [(card_title(card), piles(tokens, worths)) for card, tokens in state.bag.sealed.items()]
    return BagView(piles(state.bag.tokens, worths), state.bag.size, chart(odds), odds, sealed)


def addable() -> list[str]:
    """Tokens that can be put into a bag."""
    return [*NUMBERS, *SYMBOLS, AUTO_FAIL, ELDER_SIGN]
