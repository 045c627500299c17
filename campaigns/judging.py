"""What do the rules say of the decks at this table, and which boxes does it draw from?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from campaigns.models import Campaign
from campaigns.rewards import rewards_at
from campaigns.services.decks import version_name
from cards import collections
from decks.adapters import rules_deck
from decks.models import Deck
from rules import effects, model
from rules.campaign import CampaignState, Law, Seat, acts, circumstances_of, weakness_pool
from rules.circumstances import Circumstances
from rules.deckbuilding.environments import products
from rules.judge import judge
from rules.verdict import Verdict
from rules.weaknesses import Pool


def circumstances(campaign: Campaign, state: CampaignState, seat: Seat, law: Law) -> Circumstances:
    """What the verdict on a seat's deck depends on: the table's rules, log, boxes and rewards."""
    shelf = campaign.collection
    return circumstances_of(
        state,
        seat,
        law,
        collection=collections.packs_owned(shelf) if shelf else None,
        rewards=rewards_at(campaign, state),
    )


def verdict(campaign: Campaign, state: CampaignState, seat: Seat, law: Law) -> Verdict | None:
    """What the rules say of the deck that the record holds; None without a deck."""
    if seat.deck is None:
        return None
    return judge(law.catalogue, seat.deck, circumstances(campaign, state, seat, law))


def verdicts(campaign: Campaign, state: CampaignState, law: Law) -> dict[str, Verdict]:
    found = {seat.id: verdict(campaign, state, seat, law) for seat in state.active.values()}
    return {id: each for id, each in found.items() if each is not None}


def owned(campaign: Campaign, law: Law) -> list[str]:
    """The group's boxes; every box where it has named none."""
    packs = collections.packs_owned(campaign.collection) if campaign.collection else {}
    return sorted(packs) or sorted(law.catalogue.packs)


def pool(
    campaign: Campaign, state: CampaignState, seat: Seat, law: Law, traits: tuple[str, ...] = ()
) -> Pool:
    """The basic weaknesses that may come to this seat."""
    allowed = products(law.catalogue, state.environment) if state.environment else None
    return weakness_pool(state, seat, law, owned=owned(campaign, law), allowed=allowed, traits=traits)


@dataclass(frozen=True, slots=True)
class Choice:
    """A deck as it would be chosen for a seat."""

    deck: model.Deck
    verdict: Verdict
    trauma: int
    """Trauma that its purchases leave to the player to split."""


def choice_of(campaign: Campaign, state: CampaignState, seat: Seat, deck: Deck, law: Law) -> Choice:
    """The deck under the table's taboo list, judged as the seat's."""
    content = replace(rules_deck(deck), taboo=state.taboo)
    found = judge(law.catalogue, content, circumstances(campaign, state, seat, law))
    split = 0
    for code, copies in (*content.slots.items(), *content.extra.items()):
        card = law.card(code)
        for effect in card.effects_of(effects.ON_PURCHASE) if card else ():
            split += effect.get("trauma", 0) * copies
    return Choice(content, found, split)


def deck_chosen(
    campaign: Campaign,
    state: CampaignState,
    seat: Seat,
    deck: Deck,
    law: Law,
    trauma: dict[str, int] | None = None,
) -> acts.DeckChosen:
    chosen = choice_of(campaign, state, seat, deck, law)
    assert deck.working is not None
    deck.working.deck = deck
    return acts.DeckChosen(
        seat=seat.id,
        deck=chosen.deck,
        experience=chosen.verdict.figures.experience,
        version=version_name(deck.working),
        trauma=trauma or {},
    )


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
