"""Rules that depend on the kind of game: a new campaign deck, or a standalone game.

(Rulebook A1's start, A11.)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.cards import effects
from rules.deck import triggers
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, note, rule, titles_of
from rules.deck.rules.weaknesses import (
    basic_weaknesses_held,
    basic_weaknesses_owed,
    own_bonus,
    standalone_weaknesses,
)
from rules.deck.verdict import _

#: Experience that the Boon of the Ancients gives to each investigator.
ANCIENTS = 5

#: The maximum experience of a standalone deck (standalone.max-49).
STANDALONE_MOST = 49


def experience_to_start_with(reading: Reading) -> int:
    """Return the starting experience.

    It comes from the campaign, the Boon of the Ancients, the investigator, and cards that give some when
    bought.
    """
    start = reading.circumstances.starting_experience
    if reading.plays_by("boon.ancients"):
        start += ANCIENTS
    start += own_bonus(reading.access.back)
    for _code, standing, copies in reading.known():
        for effect in standing.card.effects_of(effects.ON_PURCHASE):
            start += int(effect.get("experience", 0)) * min(copies, standing.card.limit)
    return start


@rule("deck.level-zero-start", triggers.CREATION)
def level_zero_start(reading: Reading) -> Iterator[Finding]:
    held = [(code, card) for code, card, _n in reading.bought() if card.level]
    dear = [(code, card.title) for code, card in held if card.price]
    free = [(code, card.title) for code, card in held if not card.price]
    if dear and experience_to_start_with(reading) <= 0:
        yield error(
            _("A new deck starts with level 0 cards. Not level 0: {named}."),
            experience=reading.experience,
            named=[f"{card.title} ({card.level})" for _code, card in sorted(held) if card.price],
            **titles_of(dear),
        )
    if free:
        yield error(
            _(
                "{titles}: above level 0, so a new deck can't include it, "
                "although the taboo list makes it free."
            ),
            interpretation="E-51",
            see=["xp.taboo-adjustment"],
            experience=reading.experience,
            **titles_of(free),
        )


@rule("deck.start-xp-spendable", triggers.CREATION)
def starting_experience(reading: Reading) -> Iterator[Finding]:
    start = experience_to_start_with(reading)
    if reading.experience > start > 0:
        yield error(
            _("The cards cost {experience} experience, but the deck starts with {start}."),
            experience=reading.experience,
            start=start,
        )


@rule("xp.taboo-adjustment", triggers.CREATION)
def taboo_price_at_creation(reading: Reading) -> Iterator[Finding]:
    if experience_to_start_with(reading) > 0 or reading.experience <= 0:
        return
    held = [(code, card) for code, card, _n in reading.bought() if card.level == 0 and card.price > 0]
    for code, card in held:
        yield error(
            _("{title} costs {price} experience with this taboo list; a new deck has none to spend."),
            card=code,
            title=card.title,
            price=card.price,
        )


_TABLE = _(
    "With {experience} experience, a standalone deck needs {owed} random basic weaknesses; it has {held}."
)


@rule("standalone.xp-table", triggers.STANDALONE)
def standalone_table(reading: Reading) -> Iterator[Finding]:
    held, owed = basic_weaknesses_held(reading), basic_weaknesses_owed(reading)
    facts: dict[str, Any] = {"experience": reading.experience, "held": held, "owed": owed}
    back, worth = reading.access.back, reading.experience
    spared = standalone_weaknesses(None, worth) - standalone_weaknesses(back, worth)
    interpretation = "E-47" if spared else ""
    if held < owed and held >= reading.access.facts.random_weaknesses:
        yield error(_TABLE, lacking=True, interpretation=interpretation, **facts)
    elif held > owed:
        yield error(_TABLE, interpretation=interpretation, **facts)
    elif spared:
        yield note(
            _(
                "{bonus} of the {experience} experience is {investigator}'s "
                "starting bonus and needs no weakness."
            ),
            interpretation=interpretation,
            experience=worth,
            bonus=own_bonus(back),
            investigator=back.title,
        )


@rule("standalone.max-49", triggers.STANDALONE)
def standalone_most(reading: Reading) -> Iterator[Finding]:
    if reading.experience > STANDALONE_MOST:
        yield error(
            _("The cards cost {experience} experience; a standalone deck can have at most {most}."),
            experience=reading.experience,
            most=STANDALONE_MOST,
        )


@rule("standalone.myriad-count", triggers.MYRIAD)
def standalone_myriad(reading: Reading) -> Iterator[Finding]:
    once = reading.edition.switches.standalone_myriad_counts_once
    if not once or not reading.triggers & triggers.STANDALONE:
        return
    rows = [(c, s.card.title) for c, s, _n in reading.with_trigger(triggers.MYRIAD) if s.card.price]
    copies = {title: 0 for _code, title in rows}
    for _code, standing, n in reading.with_trigger(triggers.MYRIAD):
        if standing.card.title in copies:
            copies[standing.card.title] += n
    rows = [(code, title) for code, title in rows if copies[title] > 1]
    if rows:
        yield note(
            _("{titles}: only the first copy of a myriad card costs experience here."),
            interpretation=reading.edition.interpreted.get("standalone_myriad_counts_once", ""),
            **titles_of(rows),
        )


RULES = (
    level_zero_start,
    starting_experience,
    taboo_price_at_creation,
    standalone_table,
    standalone_most,
    standalone_myriad,
)
