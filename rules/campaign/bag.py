"""Changes of the chaos bag: tokens added, removed, sealed and released, and when a game begins and ends.

(Rulebook A16.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.facts import Game
from rules.campaign.setup_effects import effects_on_setup
from rules.campaign.state import SCENARIO, CampaignState
from rules.campaign.steps import TokensChanged, TokensReleased, TokensSealed
from rules.cards import effects
from rules.cards.model import Effect
from rules.chaos_bag import BLESS, CURSE, ELDER_SIGN, MOST_ON_INVESTIGATOR, MOST_TOKENS
from rules.deck.verdict import Violation, _


@handles(TokensChanged)
def change_tokens(context: StepContext, step: TokensChanged) -> Iterator[Found]:
    """Change the tokens of a campaign's bag permanently (rule chaos.bag-persists)."""
    yield from context.under_way()
    yield from token_changes(context, step.tokens, step.cause)


def token_changes(context: StepContext, tokens: Mapping[str, int], reason: str) -> Iterator[Found]:
    bag = context.state.bag
    for token, by in tokens.items():
        room = bag.room_for(token)
        if bag.tokens.get(token, 0) + by < 0:
            yield context.refuse(
                "chaos.bag-persists",
                _("The bag contains only {held} {token} tokens."),
                token=token,
                held=bag.tokens.get(token, 0),
            )
        elif room is not None and by > room:
            yield context.refuse(
                "chaos.campaign-symbols",
                _("There are not enough {token} tokens: {room} left."),
                token=token,
                room=room,
            )
        if (
            token == ELDER_SIGN
            and by > 0
            and "ub.broken-promises" in context.state.ultimatums
            and context.edition.switches.bag_ultimatums_last
        ):
            yield context.refuse(
                "ub.broken-promises",
                _("The elder sign must stay out of the bag for the rest of the campaign."),
            )
        if not token:
            yield context.refuse("step.known-token", _("Enter a name for the token."))
        if by > 0 and bag.size + by > MOST_TOKENS:
            yield context.refuse(
                "chaos.bag-persists", _("A chaos bag can contain at most {most} tokens."), most=MOST_TOKENS
            )
        if by:
            yield e.TokenChange(token, by, reason=reason)


@handles(TokensSealed)
def seal(context: StepContext, step: TokensSealed) -> Iterator[Found]:
    yield from _sealing_time(context)
    if step.card not in context.game.catalogue.encounter_cards:
        yield from context.known_card(step.card)
    for token, count in step.tokens.items():
        held = context.state.bag.tokens.get(token, 0)
        if not 0 < count <= held:
            yield context.refuse(
                "chaos.sealed-tokens-return",
                _("The bag contains only {held} {token} tokens."),
                token=token,
                held=held,
            )
        yield from _room_on_investigator(context, step.card, token, count)
        yield e.TokenChange(token, -count, reason="sealed")
        yield e.TokenChange(token, count, step.card, "sealed")


def _room_on_investigator(context: StepContext, card: str, token: str, count: int) -> Iterator[Violation]:
    """Refuse to seal more of a token on an investigator than is allowed."""
    seat = next((each for each in context.state.active.values() if each.investigator == card), None)
    held = context.state.bag.sealed.get(card, {}).get(token, 0)
    most = MOST_ON_INVESTIGATOR.get(token)
    if seat and most is not None and held + count > most:
        yield context.refuse(
            "chaos.campaign-symbols",
            _("{investigator} can hold {most} {token} tokens: {held} are sealed there already."),
            seat=seat.id,
            investigator=seat.title,
            token=token,
            most=most,
            held=held,
        )


@handles(TokensReleased)
def release(context: StepContext, step: TokensReleased) -> Iterator[Found]:
    yield from _sealing_time(context)
    on_card = context.state.bag.sealed.get(step.card, {})
    for token, count in step.tokens.items():
        held = on_card.get(token, 0)
        if not 0 < count <= held:
            yield context.refuse(
                "chaos.sealed-tokens-return",
                _("Only {held} {token} tokens are sealed on {card}."),
                card=context.game.title(step.card),
                token=token,
                held=held,
            )
        yield e.TokenChange(token, -count, step.card, "released")
        yield e.TokenChange(token, count, reason="released")


def _sealing_time(context: StepContext) -> Iterator[Violation]:
    yield from context.only_in(
        (SCENARIO,),
        "chaos.sealed-tokens-return",
        _("Tokens can be sealed and released only during a scenario."),
    )


def bag_at_start(context: StepContext) -> Iterator[e.TokenChange]:
    """Yield the tokens that leave the bag before a game, and those that cards add for this game only."""
    elder_signs = context.state.bag.tokens.get(ELDER_SIGN, 0)
    if (
        elder_signs
        and context.edition.switches.bag_ultimatums_last
        and "ub.broken-promises" in context.state.ultimatums
    ):
        # If Broken Promises is in force for the whole campaign, an elder sign that came back leaves again.
        yield e.TokenChange(ELDER_SIGN, -elder_signs, reason="ub.broken-promises")
    for token, copies in tokens_added(context.state, context.game).items():
        yield e.TokenChange(token, copies, reason=e.LENT)


def tokens_added(state: CampaignState, game: Game) -> dict[str, int]:
    """Return the tokens that cards of the playing seats add for a game, within the game's limits."""
    found = _wanted(state, game)
    for token in found:
        room = state.bag.room_for(token)
        found[token] = found[token] if room is None else min(found[token], room)
    return {token: copies for token, copies in found.items() if copies > 0}


def added_early(state: CampaignState, game: Game, added: Mapping[str, int]) -> dict[str, int]:
    """Return which of the added tokens enter the bag during setup, and not when the game begins."""
    early = _wanted(state, game, "setup")
    return {token: min(copies, early[token]) for token, copies in added.items() if early[token]}


def _wanted(state: CampaignState, game: Game, when: str = "") -> Counter[str]:
    """Return the tokens that cards add: all, or those that they add at this time."""
    found: Counter[str] = Counter()
    for effect, copies in _adding(state, game):
        if not when or effect.get("when") == when:
            found[effect["token"]] += effect["copies"] * copies
    return found


def _adding(state: CampaignState, game: Game) -> Iterator[tuple[Effect, int]]:
    for seat in state.active.values():
        for _card, effect, copies in effects_on_setup(seat, game, effects.ADDS_TOKENS):
            yield effect, copies


def tokens_in_play(state: CampaignState, game: Game) -> frozenset[str]:
    """Return the tokens relevant to this campaign: in its bag, in its guide, or added by a card of a deck."""
    guide = game.campaigns.get(state.campaign)
    sealed = (token for tokens in state.bag.sealed.values() for token in tokens)
    added = (str(effect["token"]) for effect, _copies in _adding(state, game))
    return frozenset([*state.bag.tokens, *sealed, *added, *(guide.tokens if guide else ())])


def bag_at_end(state: CampaignState) -> Iterator[e.TokenChange]:
    """Yield the changes at the end of a game.

    Sealed tokens return (chaos.sealed-tokens-return); bless and curse tokens last for one scenario. Tokens
    that a card added for one game also leave, in the same number, wherever they were.
    """
    blessed = {token: state.bag.tokens.get(token, 0) for token in (BLESS, CURSE)}
    for card, tokens in state.bag.sealed.items():
        for token, count in tokens.items():
            yield e.TokenChange(token, -count, card, "chaos.sealed-tokens-return")
            if token not in blessed:
                yield e.TokenChange(token, count, reason="chaos.sealed-tokens-return")
    for token, count in blessed.items():
        if count:
            yield e.TokenChange(token, -count, reason="chaos.campaign-symbols")
    for token, lent in state.bag.lent.items():
        leaving = min(lent, state.bag.in_all(token))
        if leaving and token not in blessed:
            yield e.TokenChange(token, -leaving, reason="chaos.campaign-symbols")
