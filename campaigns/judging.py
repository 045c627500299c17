"""What do the rules say of the decks at this table, and which boxes does it draw from?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from campaigns.errors import ActRefused
from campaigns.models import Campaign
from campaigns.rewards import Rewards, rewards_at
from campaigns.services.decks import version_name
from campaigns.shelf import shelf_of
from cards import collections
from decks.adapters import rules_deck
from decks.models import Deck
from decks.required import with_required_cards
from rules import effects, model
from rules.campaign import (
    CampaignState,
    Law,
    Seat,
    acts,
    circumstances_of,
    shopping_of,
    taboo_for,
    weakness_pool,
)
from rules.campaign.shopping import may_shop
from rules.chance import Chance
from rules.circumstances import Circumstances
from rules.judge import judge
from rules.prices.upgrade import price_upgrade
from rules.random_deck import NotEnoughCards, random_deck, undrawn
from rules.verdict import Verdict
from rules.weaknesses import Pool


@dataclass(frozen=True, slots=True)
class Means:
    """What a table has beside its record: boxes, and rewards that its players have earned elsewhere."""

    boxes: Mapping[str, int] | None
    """None: every box there is."""
    rewards: Rewards


def means_of(campaign: Campaign) -> Means:
    """A few queries: ask once for all decks of a table."""
    shelf = shelf_of(campaign)
    return Means(collections.packs_owned(shelf) if shelf else None, rewards_at(campaign))


def circumstances(
    state: CampaignState, seat: Seat, law: Law, means: Means, player: int | None = None
) -> Circumstances:
    """What the verdict on a seat's deck depends on: the table's rules, log and boxes, and the rewards of its
    player. `player` is the user whose deck it is, where the seat does not have it yet."""
    rewards = means.rewards.of_seat(seat.id) if player is None else means.rewards.of_player(player)
    return circumstances_of(state, seat, law, collection=means.boxes, rewards=rewards)


def verdict(state: CampaignState, seat: Seat, law: Law, means: Means) -> Verdict | None:
    """What the rules say of the deck that the record holds; None without a deck."""
    if seat.deck is None:
        return None
    return judge(law.catalogue, seat.deck, circumstances(state, seat, law, means))


def verdicts(campaign: Campaign, state: CampaignState, law: Law) -> dict[str, Verdict]:
    means = means_of(campaign)
    found = {seat.id: verdict(state, seat, law, means) for seat in state.active.values()}
    return {id: each for id, each in found.items() if each is not None}


def boxes(campaign: Campaign) -> tuple[str, ...]:
    """The group's boxes; nothing where it has named none."""
    shelf = shelf_of(campaign)
    return tuple(sorted(collections.packs_owned(shelf))) if shelf else ()


def owned(campaign: Campaign, law: Law) -> list[str]:
    """The group's boxes; every box where it has named none."""
    return list(boxes(campaign)) or sorted(law.catalogue.packs)


def pool(
    campaign: Campaign, state: CampaignState, seat: Seat, law: Law, traits: tuple[str, ...] = ()
) -> Pool:
    """The basic weaknesses that may come to this seat."""
    return weakness_pool(state, seat, law, owned=owned(campaign, law), traits=traits)


@dataclass(frozen=True, slots=True)
class Choice:
    """A deck as it would be chosen for a seat."""

    deck: model.Deck
    verdict: Verdict
    trauma: int
    """Trauma that its purchases leave to the player to split."""


def choice_of(state: CampaignState, seat: Seat, deck: Deck, law: Law, means: Means) -> Choice:
    """The deck under its taboo list at this table, judged as the seat's."""
    content = replace(rules_deck(deck), taboo=taboo_for(state, deck.taboo))
    found = judge(law.catalogue, content, circumstances(state, seat, law, means, deck.owner_id))
    return Choice(content, found, trauma_to_split(content, law))


def trauma_to_split(deck: model.Deck, law: Law) -> int:
    split = 0
    for code, copies in (*deck.slots.items(), *deck.extra.items()):
        card = law.card(code)
        for effect in card.effects_of(effects.ON_PURCHASE) if card else ():
            split += effect.get("trauma", 0) * copies
    return split


def drawn_deck(
    campaign: Campaign, state: CampaignState, seat: Seat, law: Law, seed: str, like: model.Deck | None = None
) -> Choice:
    """The Ultimatum of Chaos: a deck at random, with the choices and own cards of `like`."""
    begun = undrawn(law.catalogue, like) if like else model.Deck(seat.investigator, {})
    begun = replace(begun, investigator=seat.investigator, taboo=state.taboo)
    judged_by = replace(circumstances(state, seat, law, means_of(campaign)), generated=True)
    begun = with_required_cards(law.catalogue, begun, judged_by)
    shelf = shelf_of(campaign)
    copies = collections.copies_owned(shelf) if shelf else None
    deck = random_deck(law.catalogue, begun, judged_by, Chance(seed), copies)
    return Choice(deck, judge(law.catalogue, deck, judged_by), trauma_to_split(deck, law))


def deck_chosen(
    campaign: Campaign,
    state: CampaignState,
    seat: Seat,
    deck: Deck,
    law: Law,
    trauma: dict[str, int] | None = None,
) -> acts.DeckChosen:
    chosen = choice_of(state, seat, deck, law, means_of(campaign))
    assert deck.working is not None
    deck.working.deck = deck
    return acts.DeckChosen(
        seat=seat.id,
        deck=chosen.deck,
        experience=chosen.verdict.figures.experience,
        version=version_name(deck.working),
        trauma=trauma or {},
    )


def as_the_rules_have_it(campaign: Campaign, state: CampaignState, act: acts.Act, law: Law) -> acts.Act:
    """An act with the verdicts, prices and boxes that the site knows, not those that somebody sends."""
    if isinstance(act, acts.Advance):
        rules = {
            id: tuple(dict.fromkeys(violation.rule for violation in each.violations))
            for id, each in verdicts(campaign, state, law).items()
        }
        return replace(act, verdicts=rules)
    seat = state.seats.get(getattr(act, "seat", ""))
    if seat is None:
        return act
    if isinstance(act, acts.DeckChosen):
        act = replace(act, deck=replace(act.deck, taboo=taboo_for(state, act.deck.taboo)))
        terms = circumstances(state, seat, law, means_of(campaign))
        found = judge(law.catalogue, act.deck, terms)
        return replace(
            act,
            experience=found.figures.experience,
            generated=act.generated if _was_drawn(campaign, state, seat, act, law) else "",
        )
    if isinstance(act, acts.CardsBought) and may_shop(state, seat):
        return _priced(campaign, state, seat, act, law)
    if isinstance(act, acts.WeaknessDrawnByGroup):
        return replace(act, boxes=boxes(campaign))
    return act


def _was_drawn(campaign: Campaign, state: CampaignState, seat: Seat, act: acts.DeckChosen, law: Law) -> bool:
    """Does the seed that is told give this deck?"""
    if not act.generated or not state.draws_decks:
        return False
    try:
        again = drawn_deck(campaign, state, seat, law, act.generated, act.deck).deck
    except NotEnoughCards:
        return False
    return (again.slots, again.extra) == (act.deck.slots, act.deck.extra)


def _priced(
    campaign: Campaign, state: CampaignState, seat: Seat, act: acts.CardsBought, law: Law
) -> acts.CardsBought:
    """The cheapest lawful way to the deck that is told, whatever it was said to have cost."""
    before, aftermath = shopping_of(state, seat)
    if before is None:
        return act
    terms = circumstances(state, seat, law, means_of(campaign))
    upgrade = price_upgrade(law.catalogue, before, act.deck, terms, aftermath)
    if upgrade.total is not None:
        return replace(act, purchases=upgrade.purchases, departures=upgrade.departures)
    against = [violation for violation in upgrade.violations if violation.rule not in act.waives]
    if against:
        raise ActRefused(against)
    return act  # the group plays it otherwise, and says so


def has_drifted(seat: Seat, deck: Deck | None) -> bool:
    """Was the deck edited since the record took it over? What story and draws added is not an edit."""
    if deck is None or seat.deck is None or deck.working is None or deck.working.is_open:
        return False
    held = rules_deck(deck)
    recorded = seat.deck
    return (held.slots, held.extra, held.customizations, held.attachments) != (
        recorded.slots,
        recorded.extra,
        recorded.customizations,
        recorded.attachments,
    )
