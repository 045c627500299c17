"""Starting experience of a new deck, and the random weaknesses that it has to draw. (A6, A11, E-24.)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext
from rules.campaign.earnings import on_gain
from rules.campaign.slots import lacking
from rules.campaign.state import CampaignState, Seat
from rules.cards import effects
from rules.cards.model import Card, Deck
from rules.deck.circumstances import STANDALONE
from rules.deck.rules.weaknesses import counts_as_basic, standalone_weaknesses
from rules.deck.verdict import _
from rules.rulebook.editions import Edition
from rules.weaknesses import is_drawable

ANCIENTS = 5


def starting_experience(
    context: StepContext, seat: Seat, deck: Deck, ultimatums: Collection[str]
) -> Iterator[e.ExperienceEntry]:
    """Yield the experience from investigators and boons at the start.

    Some editions give it again after a transfer (rule epic.start-abilities-retrigger).
    """
    ultimatums = ultimatums_for(context.state, seat, context.edition, ultimatums)
    if "ub.induction" in ultimatums or context.state.mode == STANDALONE:
        return
    if seat.carried and not context.edition.switches.start_abilities_retrigger:
        return
    back = context.game.card(deck.choices.back or deck.investigator)
    for effect in back.effects_of(effects.STARTING_EXPERIENCE) if back else ():
        yield e.ExperienceEntry(
            seat.id, effect["by"], "start", back.code if back else "", with_purchases=True
        )
    if "boon.ancients" in ultimatums:
        yield e.ExperienceEntry(seat.id, ANCIENTS, "boon.ancients", with_purchases=True)


def new_cards(context: StepContext, deck: Deck) -> list[tuple[Card, int]]:
    """Return the cards to pay for: at creation, every card of the deck."""
    return [
        (card, copies)
        for pile in (deck.slots, deck.second_deck)
        for code, copies in pile.items()
        if (card := context.game.card(code)) and copies > 0
    ]


def creation_only(seat: str, cards: Iterable[tuple[Card, int]]) -> Iterator[e.CreationEntry]:
    """Record the cards that can be bought at deck creation only (rule deck.creation-only-purchase)."""
    for card, copies in cards:
        if "creation-only" in card.keywords:
            yield e.CreationEntry(seat, card.code, copies)


def ultimatums_for(
    state: CampaignState, seat: Seat, edition: Edition, chosen: Collection[str]
) -> frozenset[str]:
    """Return the chosen ultimatums and boons that apply to a seat, which may have joined later (E-24)."""
    barred = set() if has_ancients(state, seat) else {"boon.ancients"}
    if seat.replaces and not edition.switches.disaster_for_replacements:
        barred.add("ub.disaster")
    return frozenset(chosen) - barred


def has_ancients(state: CampaignState, seat: Seat) -> bool:
    """Return whether the Boon of the Ancients applies to this seat (E-24)."""
    if seat.replaces:
        return state.house.ancients_for_replacements
    return state.house.ancients_for_joiners if seat.joined else True


def weaknesses_of(
    context: StepContext, seat: Seat, deck: Deck, experience: int, drawn: Mapping[str, int]
) -> Iterator[e.Entry]:
    """Record the basic weaknesses that the deck brings beyond those drawn, and those still to be drawn."""
    recorded = Counter(drawn)
    held = {code: copies for code, copies in deck.slots.items() if _is_drawable(context, code)}
    for code, more in lacking(drawn, held, context.game).items():
        yield e.WeaknessEntry(seat.id, code, more, e.BROUGHT)
        # Part of choosing the deck, and taken back with it.
        for _copy in range(more):
            yield from on_gain(context, seat, code, at_creation=True)
        recorded[code] += more
    basic = sum(n for code, n in recorded.items() if is_basic(context, code))
    ultimatums = ultimatums_for(context.state, seat, context.edition, context.state.in_force)
    required = weaknesses_required(context, deck, experience, ultimatums)
    owed = max(0, required + seat.extra_weaknesses - basic)
    if owed != seat.owed:
        yield e.OwedEntry(seat.id, owed - seat.owed, "rbw.one-required")


def _is_drawable(context: StepContext, code: str) -> bool:
    card = context.game.card(code)
    return card is not None and is_drawable(card)


def is_basic(context: StepContext, code: str) -> bool:
    """Return whether this weakness counts toward the random basic weaknesses required."""
    card = context.game.card(code)
    return card is not None and counts_as_basic(context.game.catalogue, card.code)


def weaknesses_required(
    context: StepContext, deck: Deck, experience: int, ultimatums: Collection[str]
) -> int:
    """Return the printed number, one more by Disaster, and those of standalone.xp-table."""
    back = context.game.card(deck.choices.back or deck.investigator)
    required = back.investigator.random_weaknesses if back and back.investigator else 1
    if "ub.disaster" in ultimatums:
        required += 1
    if context.state.mode == STANDALONE:
        required += standalone_weaknesses(back, experience)
    return required


def under_other_ultimatums(context: StepContext, seat: Seat, chosen: Collection[str]) -> Iterator[Found]:
    """Adjust a deck that was chosen before the ultimatums: its starting experience and its weaknesses."""
    if seat.deck is None:
        return
    before = sum(
        entry.amount for entry in starting_experience(context, seat, seat.deck, context.state.in_force)
    )
    after = sum(entry.amount for entry in starting_experience(context, seat, seat.deck, chosen))
    if seat.experience + after - before < 0:
        yield context.refuse(
            "xp.spend-not-exceed",
            _("{investigator} has already spent the starting experience. Choose the deck again."),
            seat=seat.id,
            investigator=seat.title,
        )
    if after != before:
        yield e.ExperienceEntry(seat.id, after - before, "start", with_purchases=True)
    old, new = (
        ultimatums_for(context.state, seat, context.edition, each)
        for each in (context.state.in_force, chosen)
    )
    more = int("ub.disaster" in new) - int("ub.disaster" in old)
    owed = max(0, seat.owed + more)
    if owed != seat.owed:
        yield e.OwedEntry(seat.id, owed - seat.owed, "ub.disaster")
