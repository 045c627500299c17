"""The chaos bag, and the exact chance to pass a test with it.

A token may cause further tokens to be revealed (bless, curse, frost, blood, some scenario symbols). Tokens
are revealed without putting them back, so the order of reveals is a walk through the bag. `distribution`
counts all walks with whole numbers and returns exact fractions.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from rules.chance import Chance

Bag = Mapping[str, int]

NUMBERS = {"+1": 1, "0": 0, **{str(-n): -n for n in range(1, 9)}}
SYMBOLS = ("skull", "cultist", "tablet", "elder_thing")
AUTO_FAIL, ELDER_SIGN = "auto_fail", "elder_sign"
BLESS, CURSE, FROST, BLOOD = "bless", "curse", "frost", "blood"
TOKENS = (*NUMBERS, *SYMBOLS, AUTO_FAIL, ELDER_SIGN, BLESS, CURSE, FROST, BLOOD)

#: The number of these tokens in the game.
MOST = {BLESS: 10, CURSE: 10, FROST: 8, BLOOD: 12}
#: More tokens than any group puts into one bag.
MOST_TOKENS = 200
#: The number of these tokens that may be sealed on one investigator.
MOST_ON_INVESTIGATOR = {BLOOD: 3}
#: Tokens that few campaigns and cards use: pages offer them only if they are in play.
RARE = frozenset({BLOOD})

EASY_STANDARD, HARD_EXPERT = "easy_standard", "hard_expert"
DIFFICULTIES = ("easy", "standard", "hard", "expert")


@dataclass(frozen=True, slots=True)
class TokenValue:
    """The effect of a token on a test."""

    modifier: int = 0
    reveals: int = 0
    """How many more tokens must be revealed."""
    fails: bool = False
    succeeds: bool = False
    doubles_next: bool = False
    raises_difficulty: int = 0
    fails_from: int = 0
    """The test fails when this many of the token are revealed in it (two frost tokens); 0 = never."""
    cancels_cards: bool = False
    """It also cancels committed cards. The odds cannot know these: the given skill value is used
    unchanged."""


PLAIN: Mapping[str, TokenValue] = {
    **{token: TokenValue(number) for token, number in NUMBERS.items()},
    AUTO_FAIL: TokenValue(fails=True),
    ELDER_SIGN: TokenValue(),
    BLESS: TokenValue(2, reveals=1),
    CURSE: TokenValue(-2, reveals=1),
    FROST: TokenValue(-1, reveals=1, fails_from=2),
    BLOOD: TokenValue(-1, reveals=1),
}


def reference_side(difficulty: str, ultimatums: frozenset[str] = frozenset()) -> str:
    """Return the side of the scenario reference card that is used (rule chaos.reference-side)."""
    hard = difficulty in ("hard", "expert")
    if hard and "boon.nodens" in ultimatums:
        return EASY_STANDARD
    if not hard and "ub.malevolence" in ultimatums:
        return HARD_EXPERT
    return HARD_EXPERT if hard else EASY_STANDARD


def read_value(facts: Mapping[str, Any], count: int = 0, option: int = 0) -> TokenValue:
    """Read a scenario's token from the catalogue.

    `count` is the number that the players counted, if the token asks for one; `option` is the alternative
    that applies, if the token has several: 0 = the value printed first.
    """
    if "counts" in facts:
        rule = facts["counts"]
        counted = max(count, rule.get("min", count))
        counted = min(counted, rule.get("max", counted))
        size = counted * rule.get("scale", 1) + rule.get("adjustment", 0)
        return TokenValue(-size, reveals=rule.get("reveal_another", 0))
    chosen = facts
    if option and "or" in facts:
        chosen = facts["or"][min(option, len(facts["or"])) - 1]
    return TokenValue(
        modifier=chosen.get("modifier", 0),
        reveals=chosen.get("reveal_another", 0),
        fails=chosen.get("auto_fail", False),
        succeeds=chosen.get("auto_succeed", False),
        doubles_next=chosen.get("double_next_modifier", False),
        raises_difficulty=chosen.get("increase_difficulty", 0),
        cancels_cards=chosen.get("cancel_modifiers", False),
    )


def values_for(
    side: Mapping[str, Mapping[str, Any]],
    *,
    counts: Mapping[str, int] | None = None,
    options: Mapping[str, int] | None = None,
    elder_sign: TokenValue | None = None,
) -> dict[str, TokenValue]:
    """Return the values of all tokens in a scenario: one side of its reference card, and the elder sign."""
    counts, options = counts or {}, options or {}
    values = dict(PLAIN)
    for token, facts in side.items():
        values[token] = read_value(facts, counts.get(token, 0), options.get(token, 0))
    if elder_sign is not None:
        values[ELDER_SIGN] = elder_sign
    return values


@dataclass(frozen=True, slots=True)
class RevealResult:
    """A possible end of a reveal: the sum of the modifiers, or a token that decides the test."""

    modifier: int = 0
    raised: int = 0
    decided: str = ""
    """"fail" or "succeed" if a token decides the test regardless of the numbers."""

    def passes(self, skill: int, difficulty: int) -> bool:
        if self.decided:
            return self.decided == "succeed"
        # A skill value cannot drop below 0.
        return max(0, skill + self.modifier) >= difficulty + self.raised


FAILED, SUCCEEDED = RevealResult(decided="fail"), RevealResult(decided="succeed")


@dataclass(frozen=True, slots=True)
class Distribution:
    """Every outcome of revealing tokens, with its exact chance."""

    chances: Mapping[RevealResult, Fraction]
    exact: bool = True
    """False if too many tokens reveal others, so that the last reveals were left out."""

    def chance(self, skill: int, difficulty: int) -> Fraction:
        """Return the chance to pass."""
        return sum(
            (p for outcome, p in self.chances.items() if outcome.passes(skill, difficulty)), Fraction(0)
        )

    def chart(
        self, margins: Sequence[int] = range(-2, 9), difficulty: int = 20
    ) -> list[tuple[int, Fraction]]:
        """Return the chance to pass by skill over difficulty.

        The difficulty is so high that no skill drops below 0.
        """
        return [(margin, self.chance(difficulty + margin, difficulty)) for margin in margins]


@dataclass(frozen=True, slots=True)
class _Walk:
    """The tokens revealed so far, as far as they matter for what follows."""

    revealed: tuple[int, ...]
    pending: int = 1
    modifier: int = 0
    raised: int = 0
    doubled: bool = False


#: Tokens revealed, over all orders, for one distribution: some tenths of a second.
MOST_REVEALS = 150_000


def distribution(bag: Bag, values: Mapping[str, TokenValue] = PLAIN) -> Distribution:
    """Return every outcome of a test with this bag.

    Tokens without a value count 0; an empty bag changes nothing.

    The work is bounded: if tokens reveal others almost without end, the reveals stop early.
    """
    kinds = [token for token, count in bag.items() if count > 0]
    counts = [bag[token] for token in kinds]
    meanings = [values.get(token, TokenValue()) for token in kinds]
    size = sum(counts)
    if not size:
        return Distribution({RevealResult(): Fraction(1)})
    if all(each.reveals <= 1 and not each.doubles_next for each in meanings):
        return _by_subsets(counts, meanings)
    chances: dict[RevealResult, Fraction] = defaultdict(Fraction)
    walks: dict[_Walk, int] = {_Walk((0,) * len(kinds)): 1}
    ways = 1
    left_to_reveal = MOST_REVEALS
    for drawn in range(size):
        # Count, of all orders in which `drawn + 1` tokens may come, those that lead to each outcome.
        ways *= size - drawn
        ended: dict[RevealResult, int] = defaultdict(int)
        onward: dict[_Walk, int] = defaultdict(int)
        for walk, weight in walks.items():
            for index, meaning in enumerate(meanings):
                left = counts[index] - walk.revealed[index]
                if left:
                    after = _step(walk, index, meaning, last=drawn + 1 == size)
                    if isinstance(after, RevealResult):
                        ended[after] += weight * left
                    else:
                        onward[after] += weight * left
        for outcome, weight in ended.items():
            chances[outcome] += Fraction(weight, ways)
        if not onward:
            break
        left_to_reveal -= len(onward) * len(kinds)
        if left_to_reveal < 0:
            for walk, weight in onward.items():
                chances[RevealResult(walk.modifier, walk.raised)] += Fraction(weight, ways)
            return Distribution(dict(chances), exact=False)
        walks = onward
    return Distribution(dict(chances))


def _by_subsets(counts: Sequence[int], meanings: Sequence[TokenValue]) -> Distribution:
    """Return the distribution if each token reveals at most one more and none changes the next.

    The tokens revealed before the last one then add up to the same sum in every order, so subsets are counted
    instead of orders. A bag full of tokens that reveal another is computed as fast as any other.
    """
    kinds = list(zip(counts, meanings, strict=True))
    last = [(n, each) for n, each in kinds if each.fails or each.succeeds or not each.reveals]
    onward = [(n, each) for n, each in kinds if each.reveals and not each.fails and not each.succeeds]
    # A token that fails the test when several are revealed is counted separately: only a limited number of it
    # can precede the last token.
    doomed = [(n, each) for n, each in onward if each.fails_from]
    subsets = _subsets([row for row in onward if not row[1].fails_from])
    size = sum(counts)
    weights: dict[tuple[int, RevealResult], int] = defaultdict(int)
    for chosen in product(*(range(min(n, each.fails_from - 1) + 1) for n, each in doomed)):
        held = list(zip(doomed, chosen, strict=True))
        ways_held = math.prod(math.comb(n, k) for (n, _each), k in held)
        fatal = sum(n - k for (n, each), k in held if k == each.fails_from - 1)
        modifier_held = sum(each.modifier * k for (_n, each), k in held)
        raised_held = sum(each.raises_difficulty * k for (_n, each), k in held)
        for (drawn, modifier, raised), ways in subsets.items():
            before = drawn + sum(chosen)
            orders = ways * ways_held * math.factorial(before)
            sums = modifier + modifier_held, raised + raised_held
            if before == size:
                weights[before, RevealResult(*sums)] += orders
                continue
            if fatal:
                weights[before + 1, FAILED] += orders * fatal
            for n, each in last:
                weights[before + 1, _ending(*sums, each)] += orders * n
    chances: dict[RevealResult, Fraction] = defaultdict(Fraction)
    for (revealed, outcome), weight in weights.items():
        chances[outcome] += Fraction(weight, math.perm(size, revealed))
    return Distribution(dict(chances))


def _subsets(kinds: Sequence[tuple[int, TokenValue]]) -> dict[tuple[int, int, int], int]:
    """Return the number of ways to choose tokens, by their number, their modifiers and what they raise."""
    found = {(0, 0, 0): 1}
    for n, each in kinds:
        more: dict[tuple[int, int, int], int] = defaultdict(int)
        for (drawn, modifier, raised), ways in found.items():
            for k in range(n + 1):
                key = (drawn + k, modifier + each.modifier * k, raised + each.raises_difficulty * k)
                more[key] += ways * math.comb(n, k)
        found = more
    return found


def _ending(modifier: int, raised: int, token: TokenValue) -> RevealResult:
    if token.fails or token.fails_from == 1:
        return FAILED
    if token.succeeds:
        return SUCCEEDED
    return RevealResult(modifier + token.modifier, raised + token.raises_difficulty)


def _step(walk: _Walk, index: int, token: TokenValue, *, last: bool) -> _Walk | RevealResult:
    seen = walk.revealed[index] + 1
    if token.fails or (token.fails_from and seen >= token.fails_from):
        return FAILED
    if token.succeeds:
        return SUCCEEDED
    modifier = walk.modifier + token.modifier * (2 if walk.doubled else 1)
    raised = walk.raised + token.raises_difficulty
    pending = walk.pending - 1 + token.reveals
    if not pending or last:
        return RevealResult(modifier, raised)
    revealed = (*walk.revealed[:index], seen, *walk.revealed[index + 1 :])
    return _Walk(revealed, pending, modifier, raised, token.doubles_next)


def odds(bag: Bag, skill: int, difficulty: int, values: Mapping[str, TokenValue] = PLAIN) -> Fraction:
    """Return the exact chance to pass a test."""
    return distribution(bag, values).chance(skill, difficulty)


def reveal(
    bag: Bag, chance: Chance, values: Mapping[str, TokenValue] = PLAIN
) -> tuple[list[str], RevealResult]:
    """Reveal tokens as a player would, until no more are required; the same seed repeats it."""
    kinds = [token for token, count in bag.items() if count > 0]
    left = [token for token in kinds for _ in range(bag[token])]
    if not left:
        return [], RevealResult()
    walk = _Walk((0,) * len(kinds))
    drawn: list[str] = []
    while True:
        token = left.pop(chance.below(len(left)))
        drawn.append(token)
        after = _step(walk, kinds.index(token), values.get(token, TokenValue()), last=not left)
        if isinstance(after, RevealResult):
            return drawn, after
        walk = after


@dataclass(frozen=True, slots=True)
class ChaosBag:
    """The campaign's tokens: in the bag, and sealed on cards (rule chaos.sealed-tokens-return)."""

    tokens: Bag = field(default_factory=dict)
    sealed: Mapping[str, Bag] = field(default_factory=dict)
    """Sealed tokens by the code of the card that holds them."""
    lent: Bag = field(default_factory=dict)
    """Tokens that cards have added for the current game only; the same number leaves when it ends."""

    @property
    def size(self) -> int:
        return sum(self.tokens.values())

    def in_all(self, token: str) -> int:
        """Return the copies in the bag and on cards."""
        return self.tokens.get(token, 0) + sum(held.get(token, 0) for held in self.sealed.values())

    def room_for(self, token: str) -> int | None:
        """Return how many more of a token can be added; None = the game sets no limit."""
        return MOST[token] - self.in_all(token) if token in MOST else None

    def changed(self, token: str, by: int, card: str = "") -> ChaosBag:
        """Return the bag with tokens added (or taken away), or with a card's tokens changed.

        Zero counts are left out.
        """
        if not card:
            return replace(self, tokens=counted(self.tokens, token, by))
        held = counted(self.sealed.get(card, {}), token, by)
        rest = {code: tokens for code, tokens in self.sealed.items() if code != card}
        return replace(self, sealed={**rest, card: held} if held else rest)


def counted(counts: Mapping[str, int], key: str, by: int) -> dict[str, int]:
    """Return the counts with one of them changed; zero is left out."""
    changed = {**counts, key: counts.get(key, 0) + by}
    if not changed[key]:
        del changed[key]
    return changed
