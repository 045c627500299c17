"""What does the occasion allow: a new campaign deck, a standalone game? (Rulebook A1's start, A11.)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import concerns, effects
from rules.deckbuilding.weaknesses import basic_weaknesses_held, basic_weaknesses_owed
from rules.law import Finding, error, note, rule
from rules.reading import Reading
from rules.verdict import _

#: Full experience of a standalone deck (standalone.max-49).
STANDALONE_MOST = 49


def experience_to_start_with(reading: Reading) -> int:
    """From campaign and boons, the investigator, and cards that bring experience when bought at creation."""
    start = reading.circumstances.starting_experience
    if "boon.ancients" in reading.circumstances.ultimatums:
        start += 5
    start += sum(int(effect["by"]) for effect in reading.access.back.effects_of(effects.STARTING_EXPERIENCE))
    for _code, standing, copies in reading.special:
        for effect in standing.card.effects_of(effects.ON_PURCHASE):
            start += int(effect.get("experience", 0)) * min(copies, standing.card.limit)
    return start


@rule("deck.level-zero-start", concerns.CREATION)
def level_zero_start(reading: Reading) -> Iterator[Finding]:
    if reading.experience <= 0 or experience_to_start_with(reading) > 0:
        return
    held = [(code, card) for code, card, _n in reading.standard() if card.level]
    if held:
        yield error(
            _("A new deck with no experience has level 0 cards only: {titles}."),
            cards=sorted(code for code, _card in held),
            experience=reading.experience,
            titles=sorted(f"{card.title} ({card.level})" for _code, card in held),
        )


@rule("deck.start-xp-spendable", concerns.CREATION)
def starting_experience(reading: Reading) -> Iterator[Finding]:
    start = experience_to_start_with(reading)
    if reading.experience > start > 0:
        yield error(
            _("The cards cost {experience} experience; the deck starts with {start}."),
            experience=reading.experience,
            start=start,
        )


@rule("xp.taboo-adjustment", concerns.CREATION)
def taboo_price_at_creation(reading: Reading) -> Iterator[Finding]:
    if experience_to_start_with(reading) > 0 or reading.experience <= 0:
        return
    held = [(code, card) for code, card, _n in reading.standard() if card.level == 0 and card.price > 0]
    for code, card in sorted(held, key=lambda row: row[0]):
        yield error(
            _("{title} costs {price} experience under the taboo list; a new deck has none."),
            card=code,
            title=card.title,
            price=card.price,
        )


@rule("standalone.xp-table", concerns.STANDALONE)
def standalone_table(reading: Reading) -> Iterator[Finding]:
    held, owed = basic_weaknesses_held(reading), basic_weaknesses_owed(reading)
    facts: dict[str, Any] = {"experience": reading.experience, "held": held, "owed": owed}
    if held < owed and held >= reading.access.facts.random_weaknesses:
        yield error(
            _("{experience} experience: {owed} random basic weaknesses in all; the deck has {held}."),
            lacking=True,
            **facts,
        )
    elif held > owed:
        yield error(
            _("{experience} experience: {owed} random basic weaknesses in all; the deck has {held}."), **facts
        )


@rule("standalone.max-49", concerns.STANDALONE)
def standalone_most(reading: Reading) -> Iterator[Finding]:
    if reading.experience > STANDALONE_MOST:
        yield error(
            _("The cards are worth {experience} experience; a standalone deck has {most} at most."),
            experience=reading.experience,
            most=STANDALONE_MOST,
        )


@rule("standalone.myriad-count", concerns.MYRIAD)
def standalone_myriad(reading: Reading) -> Iterator[Finding]:
    if not reading.concerns & concerns.STANDALONE:
        return
    cards = [s.card for _code, s, n in reading.with_concern(concerns.MYRIAD) if n > 1 and s.card.level]
    if cards:
        yield note(
            _("{titles}: copies of a myriad card after the first were not counted."),
            interpretation="E-09",
            cards=[c.code for c in cards],
            titles=[c.title for c in cards],
        )


RULES = (
    level_zero_start,
    starting_experience,
    taboo_price_at_creation,
    standalone_table,
    standalone_most,
    standalone_myriad,
)
