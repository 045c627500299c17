"""Transfer of investigators to a new campaign, with everything that the edition lets them keep.

(Rulebook A12, B1 row 9, E-28, E-29, E-40.)

Epic Campaign Mode keeps trauma, story cards and weaknesses, and gives up experience and every card of level 1
or higher; the older FAQ's transfer keeps deck and experience as well. Notes, bag and ultimatums are not
transferred (rules epic.notes-wiped, epic.chaos-bag-reset).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rules.campaign.context import Refusal, StepContext
from rules.campaign.facts import Game
from rules.campaign.slots import card_counts
from rules.campaign.state import ACTIVE, ENDED, LEFT, CampaignState, Seat
from rules.campaign.steps import CarriedSeat, Transfer
from rules.cards.model import Deck
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import Violation, _
from rules.rulebook.editions import EDITIONS, EPIC


def transfer(state: CampaignState, game: Game, seats: Iterable[str], edition: str = "") -> Transfer | Refusal:
    """Return the transfer to a new campaign under `edition` (default: the old one's), for StartCampaign."""
    context = StepContext(state, game)
    new = EDITIONS.get(edition or state.edition)
    chosen = tuple(dict.fromkeys(seats))
    against: list[Violation] = list(context.unknown_seats(chosen))
    if new is None:
        against.append(
            context.refuse(
                "step.known-edition", _("{edition} is not an edition of the rules."), edition=edition
            )
        )
    if state.phase != ENDED or state.mode == STANDALONE:
        against.append(
            context.refuse(
                "epic.optional-per-investigator", _("End this campaign before continuing in a new one.")
            )
        )
    for id in chosen:
        seat = state.seats.get(id)
        if seat and seat.status not in (ACTIVE, LEFT):
            against.append(
                context.refuse(
                    "epic.optional-per-investigator",
                    _("{investigator} did not survive the campaign: {status}."),
                    seat=id,
                    investigator=seat.title,
                    status=seat.status,
                )
            )
    if against or new is None:
        return Refusal(tuple(against))
    epic = new.switches.transfer == EPIC
    carried = tuple(_carried(state.seats[id], game, epic=epic) for id in chosen)
    return Transfer(edition=new.id, difficulty=state.difficulty, seats=carried)


def _carried(seat: Seat, game: Game, *, epic: bool) -> CarriedSeat:
    carried = CarriedSeat(
        seat=seat.id,
        player=seat.player,
        investigator=seat.investigator,
        front=seat.front,
        physical=seat.physical,
        mental=seat.mental,
        total=seat.score,
        weaknesses=seat.weaknesses,
        owed=seat.owed,
        story=seat.story,
        lost_signatures=seat.lost_signatures,
    )
    if epic:
        return replace(carried, deck=_level_zero(seat.deck, game) if seat.deck else None)
    carried = replace(
        carried, experience=seat.experience, granted=seat.granted, branded=seat.branded, deck=seat.deck
    )
    if not _still_short(seat, game):
        return carried
    return replace(carried, exiled=seat.outcome.exiled, removed=seat.outcome.removed)


def _still_short(seat: Seat, game: Game) -> bool:
    """Return whether the deck lost cards in the last scenario and nothing has been bought for it since."""
    if seat.deck is None or seat.baseline is None or not (seat.outcome.exiled or seat.outcome.removed):
        return False
    expected = _all_cards(seat.baseline, game)
    expected.subtract(card_counts(seat.outcome.exiled.total, game))
    expected.subtract(card_counts(seat.outcome.removed.total, game))
    return +expected == _all_cards(seat.deck, game)


def _all_cards(deck: Deck, game: Game) -> Counter[str]:
    return card_counts(deck.slots, game) + card_counts(deck.second_deck, game)


def _level_zero(deck: Deck, game: Game) -> Deck:
    """Return the deck without customizations and cards above level 0 (rule epic.deck-reset-level0)."""

    def stays(code: str) -> bool:
        card = game.card(code)
        return card is None or not card.level

    return replace(
        deck,
        slots={code: copies for code, copies in deck.slots.items() if stays(code)},
        second_deck={code: copies for code, copies in deck.second_deck.items() if stays(code)},
        customizations={},
    )
