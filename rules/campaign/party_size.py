"""Signatures of which a deck holds one for each investigator: decks in play keep up with the party."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign.entries import DeckEntry
from rules.campaign.facts import Game
from rules.campaign.purchases import in_play
from rules.campaign.slots import INSTRUCTION, copies_in_deck, with_card, without_card
from rules.campaign.state import CampaignState
from rules.cards.effects import SIGNATURE_COPIES
from rules.cards.model import Deck


def decks_that_fit(state: CampaignState, game: Game) -> Iterator[DeckEntry]:
    """Yield the decks that have too few or too many of such signatures for the party of this state.

    A deck that has not been played yet can be chosen again; one from which they were all lost stays as it is.
    """
    for seat in state.active.values():
        if seat.deck is not None and in_play(state, seat) and game.plays_own_deck(seat, seat.deck):
            deck = _fitting(seat.deck, len(state.active), game)
            if deck is not seat.deck:
                yield DeckEntry(seat.id, deck, INSTRUCTION, cause="signature.exact-number")


def _fitting(deck: Deck, investigators: int, game: Game) -> Deck:
    back = game.card(deck.choices.back or deck.investigator)
    for effect in back.effects_of(SIGNATURE_COPIES) if back else ():
        if effect["by"] != "investigators":
            continue
        code = effect["card"]
        held = copies_in_deck(deck, code, game)
        if 0 < held < investigators:
            deck = with_card(deck, code, investigators - held)
        elif held > investigators:
            deck = without_card(deck, code, held - investigators, game) or deck
    return deck
