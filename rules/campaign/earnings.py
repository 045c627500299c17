"""Experience that each investigator earns in a scenario, with the reasons. (Rulebook A7, E-23, E-39.)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import entries as e
from rules.campaign.context import StepContext
from rules.campaign.outcomes import ALWAYS, NOT_DEFEATED, conditions_met
from rules.campaign.state import Fate, Seat
from rules.cards import effects
from rules.cards.model import Deck
from rules.deck.circumstances import STANDALONE

PERSEPHONE = 3


def earnings(
    context: StepContext, seat: Seat, fate: Fate, victory: int, bonus: int
) -> Iterator[e.ExperienceEntry]:
    """Yield the experience of one seat: the common base, then its own bonuses.

    Every seat that took part earns the same base, regardless of its fate (E-39). The earnings of a scenario
    are never below 0, so they never reduce the earlier balance (E-23).
    """
    if cannot_earn(context, context.deck(seat.id)):
        return
    total = 0
    for entry in _parts(context, seat, fate, victory, bonus):
        if entry.amount:
            total += entry.amount
            yield entry
    if total < 0:
        yield e.ExperienceEntry(seat.id, -total, "E-23", earned=True)


def _parts(
    context: StepContext, seat: Seat, fate: Fate, victory: int, bonus: int
) -> Iterator[e.ExperienceEntry]:
    yield e.ExperienceEntry(seat.id, victory, "victory", earned=True)
    yield e.ExperienceEntry(seat.id, bonus, "bonus", earned=True)
    yield e.ExperienceEntry(seat.id, fate.experience, "personal", earned=True)
    if fate.defeated and "boon.persephone" in context.state.in_force:
        yield e.ExperienceEntry(seat.id, PERSEPHONE, "boon.persephone", earned=True)
    deck = context.deck(seat.id)
    for code, copies in deck.slots.items() if deck else ():
        card = context.game.card(code)
        for effect in card.effects_of(effects.EARNS) if card else ():
            if effect["when"] == ALWAYS or (effect["when"] == NOT_DEFEATED and not fate.defeated):
                amount = effect["experience"] * copies
                yield e.ExperienceEntry(seat.id, amount, "xp.card-modifiers", code, earned=True)
    for card, effect, times in conditions_met(context, fate, effects.EARNS):
        amount = effect["experience"] * times
        yield e.ExperienceEntry(seat.id, amount, "xp.card-modifiers", card.code, earned=True)


def on_gain(
    context: StepContext, seat: Seat, code: str, *, at_creation: bool = False
) -> Iterator[e.ExperienceEntry]:
    """Yield the experience that a card gives when an investigator becomes its bearer.

    At deck creation (`at_creation`) it is a starting bonus, which does not count toward the lifetime total
    (E-28).
    """
    card = context.game.card(code)
    if "ub.induction" in context.state.in_force or context.state.mode == STANDALONE:
        return
    for effect in card.effects_of(effects.ON_GAIN) if card else ():
        yield e.ExperienceEntry(
            seat.id,
            effect["experience"],
            "xp.card-modifiers",
            code,
            earned=not at_creation,
            with_purchases=at_creation,
        )


def cannot_earn(context: StepContext, deck: Deck | None) -> str:
    """Return the rule by which the owner of this deck earns nothing, or ""; "cannot" is absolute."""
    if "ub.induction" in context.state.in_force:
        return "ub.induction"
    for code in deck.slots if deck else ():
        card = context.game.card(code)
        if card and card.effects_of(effects.EARNS_NOTHING):
            return "authority.cannot"
    return ""
