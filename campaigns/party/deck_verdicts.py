"""Verdicts of the rules on the decks of a campaign, and the collection that the party builds from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from campaigns.errors import StepRefused
from campaigns.models import Campaign
from campaigns.party.collection import collection_of
from campaigns.party.rewards import Rewards, rewards_at
from cards.collections import selectors as collection_selectors
from decks.adapters import rules_deck
from decks.models import Deck
from decks.required_cards import with_required_cards
from rules.campaign import CampaignState, Game, Seat, circumstances_of, steps, taboo_for, weakness_pool
from rules.campaign.purchases import may_buy
from rules.cards import effects, model
from rules.chance import Chance
from rules.deck.circumstances import Circumstances
from rules.deck.random_deck import NotEnoughCards, random_deck, undrawn
from rules.deck.validate import judge
from rules.deck.verdict import Verdict
from rules.upgrade.budget import Budget
from rules.upgrade.upgrade import price_upgrade
from rules.weaknesses import WeaknessPool


@dataclass(frozen=True, slots=True)
class Means:
    """The resources of a campaign outside its steps: its collection, and rewards earned elsewhere."""

    boxes: Mapping[str, int] | None
    """Products of the collection; None means every product."""
    rewards: Rewards


def means_of(campaign: Campaign) -> Means:
    """Return the resources of a campaign. It takes a few queries: call it once for all decks."""
    collection = collection_of(campaign)
    return Means(collection_selectors.packs_owned(collection) if collection else None, rewards_at(campaign))


def circumstances(
    state: CampaignState, seat: Seat, game: Game, means: Means, player: int | None = None
) -> Circumstances:
    """Return what the verdict on a seat's deck depends on.

    That is the campaign's rules, log and collection, and the rewards of the player. `player` is the owner of
    a deck that the seat does not have yet.
    """
    rewards = means.rewards.of_seat(seat.id) if player is None else means.rewards.of_player(player)
    return circumstances_of(state, seat, game, collection=means.boxes, rewards=rewards)


def verdict(state: CampaignState, seat: Seat, game: Game, means: Means) -> Verdict | None:
    """Return the verdict on the recorded deck of a seat, or None if it has no deck."""
    if seat.deck is None:
        return None
    return judge(game.catalogue, seat.deck, circumstances(state, seat, game, means))


def verdicts(campaign: Campaign, state: CampaignState, game: Game) -> dict[str, Verdict]:
    means = means_of(campaign)
    found = {seat.id: verdict(state, seat, game, means) for seat in state.active.values()}
    return {id: each for id, each in found.items() if each is not None}


def boxes(campaign: Campaign) -> tuple[str, ...]:
    """Return the products of the campaign's collection; empty if none was chosen."""
    collection = collection_of(campaign)
    return tuple(sorted(collection_selectors.packs_owned(collection))) if collection else ()


def owned(campaign: Campaign, game: Game) -> list[str]:
    """Return the products of the campaign's collection; all products if none was chosen."""
    return list(boxes(campaign)) or sorted(game.catalogue.packs)


def pool(
    campaign: Campaign, state: CampaignState, seat: Seat, game: Game, traits: tuple[str, ...] = ()
) -> WeaknessPool:
    """Return the basic weaknesses that this seat may draw."""
    return weakness_pool(state, seat, game, owned=owned(campaign, game), traits=traits)


@dataclass(frozen=True, slots=True)
class Choice:
    """A deck as it would be chosen for a seat."""

    deck: model.Deck
    verdict: Verdict
    trauma: int
    """Trauma from its purchases that the player must split into physical and mental."""


def choice_of(state: CampaignState, seat: Seat, deck: Deck, game: Game, means: Means) -> Choice:
    """Return the deck under the campaign's taboo list, with its verdict for this seat."""
    content = replace(rules_deck(deck), taboo=taboo_for(state, deck.taboo))
    found = judge(game.catalogue, content, circumstances(state, seat, game, means, deck.owner_id))
    return Choice(content, found, trauma_to_split(content, game))


def trauma_to_split(deck: model.Deck, game: Game) -> int:
    split = 0
    for code, copies in (*deck.slots.items(), *deck.second_deck.items()):
        card = game.card(code)
        for effect in card.effects_of(effects.ON_PURCHASE) if card else ():
            split += effect.get("trauma", 0) * copies
    return split


def drawn_deck(
    campaign: Campaign,
    state: CampaignState,
    seat: Seat,
    game: Game,
    seed: str,
    like: model.Deck | None = None,
) -> Choice:
    """Return a random deck for the Ultimatum of Chaos, with the choices and own cards of `like`."""
    begun = undrawn(game.catalogue, like) if like else model.Deck(seat.investigator, {})
    begun = replace(begun, investigator=seat.investigator, taboo=state.taboo)
    judged_by = replace(circumstances(state, seat, game, means_of(campaign)), generated=True)
    begun = with_required_cards(game.catalogue, begun, judged_by)
    collection = collection_of(campaign)
    copies = collection_selectors.copies_owned(collection) if collection else None
    deck = random_deck(game.catalogue, begun, judged_by, Chance(seed), copies)
    return Choice(deck, judge(game.catalogue, deck, judged_by), trauma_to_split(deck, game))


def deck_chosen(
    campaign: Campaign,
    state: CampaignState,
    seat: Seat,
    deck: Deck,
    game: Game,
    trauma: dict[str, int] | None = None,
) -> steps.DeckChosen:
    chosen = choice_of(state, seat, deck, game, means_of(campaign))
    assert deck.working is not None
    deck.working.deck = deck
    return steps.DeckChosen(
        seat=seat.id,
        deck=chosen.deck,
        experience=chosen.verdict.figures.experience,
        version=deck.working.reference,
        trauma=trauma or {},
    )


def as_the_rules_have_it(
    campaign: Campaign, state: CampaignState, step: steps.Step, game: Game, budget: Budget | None = None
) -> steps.Step:
    """Return a step with the verdicts, prices and products that the site determines.

    What the sender claims about them is ignored. Several steps of one request share the `budget` of their
    prices.
    """
    if isinstance(step, steps.Advance):
        rules = {
            id: tuple(dict.fromkeys(violation.rule for violation in each.violations))
            for id, each in verdicts(campaign, state, game).items()
        }
        return replace(step, verdicts=rules)
    seat = state.seats.get(getattr(step, "seat", ""))
    if seat is None:
        return step
    if isinstance(step, steps.DeckChosen):
        step = replace(step, deck=replace(step.deck, taboo=taboo_for(state, step.deck.taboo)))
        terms = circumstances(state, seat, game, means_of(campaign))
        found = judge(game.catalogue, step.deck, terms)
        return replace(
            step,
            experience=found.figures.experience,
            generated=step.generated if _was_drawn(campaign, state, seat, step, game) else "",
        )
    if isinstance(step, steps.CardsBought) and may_buy(state, seat):
        return _priced(campaign, state, seat, step, game, budget)
    if isinstance(step, steps.WeaknessDrawnByGroup):
        return replace(step, boxes=boxes(campaign))
    return step


def _was_drawn(
    campaign: Campaign, state: CampaignState, seat: Seat, step: steps.DeckChosen, game: Game
) -> bool:
    """Return whether the seed of the step gives this deck."""
    if not step.generated or not state.draws_decks:
        return False
    try:
        again = drawn_deck(campaign, state, seat, game, step.generated, step.deck).deck
    except NotEnoughCards:
        return False
    return (again.slots, again.second_deck) == (step.deck.slots, step.deck.second_deck)


def _priced(
    campaign: Campaign,
    state: CampaignState,
    seat: Seat,
    step: steps.CardsBought,
    game: Game,
    budget: Budget | None,
) -> steps.CardsBought:
    """Return the purchase with the cheapest legal way to the deck, whatever price was sent."""
    if seat.baseline is None:
        return step
    terms = circumstances(state, seat, game, means_of(campaign))
    upgrade = price_upgrade(game.catalogue, seat.baseline, step.deck, terms, seat.outcome, budget=budget)
    if upgrade.total is not None:
        return replace(step, purchases=upgrade.purchases, departures=upgrade.departures)
    against = [violation for violation in upgrade.violations if violation.rule not in step.waives]
    if against:
        raise StepRefused(against)
    return step  # the group sets the rule aside and records that


def has_drifted(seat: Seat, deck: Deck | None) -> bool:
    """Return whether the deck was edited since it was recorded, apart from story cards and draws."""
    if deck is None or seat.deck is None or deck.working is None or deck.working.is_open:
        return False
    held = rules_deck(deck)
    recorded = seat.deck
    return (held.slots, held.second_deck, held.customizations, held.attachments) != (
        recorded.slots,
        recorded.second_deck,
        recorded.customizations,
        recorded.attachments,
    )
