"""Conversion of a campaign's state to the input of the judge, the prices and the weakness pool."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from rules.campaign.creation import ultimatums_for
from rules.campaign.facts import Game
from rules.campaign.purchases import in_play
from rules.campaign.state import ACTIVE, LEFT, CampaignState, Seat
from rules.deck.circumstances import CAMPAIGN, CREATION, STANDALONE, Circumstances, LogFacts
from rules.deck.rules.environments import products
from rules.rulebook.editions import DEFAULT, EDITIONS
from rules.weaknesses import WeaknessPool, pool_of


def circumstances_of(
    state: CampaignState,
    seat: Seat,
    game: Game,
    *,
    collection: Mapping[str, int] | None = None,
    rewards: frozenset[str] | None = None,
) -> Circumstances:
    """Return the circumstances of a verdict on this seat's deck, for `rules.deck.validate.judge`.

    `rewards` are those that the seat's player unlocked elsewhere.
    """
    edition = EDITIONS.get(state.edition) or EDITIONS[DEFAULT]
    mode = CAMPAIGN
    if state.mode == STANDALONE:
        mode = STANDALONE
    elif not in_play(state, seat):
        mode = CREATION
    # Until the deck is played, weaknesses that it brought are judged like its other cards.
    on_record = seat.weaknesses if mode == CAMPAIGN else _less(seat.weaknesses, seat.brought)
    return Circumstances(
        mode=mode,
        edition=edition.id,
        environment=state.environment,
        collection=collection,
        rewards=state.rewards_of(seat) | (rewards or frozenset()),
        # Experience from a prologue, for example, may be spent on the deck that the investigator begins with.
        starting_experience=seat.to_spend if mode == CREATION else 0,
        ultimatums=ultimatums_for(state, seat, edition, _for_decks(state)),
        investigators=len(state.active),
        party=tuple(other.investigator for other in state.active.values() if other.id != seat.id),
        generated=bool(seat.generated),
        log=LogFacts(
            research=frozenset(task.task for task in state.research),
            bearer_of=_by_card(seat.story, game),
            weaknesses=_by_card(on_record, game),
            extra_weaknesses=seat.extra_weaknesses,
            lost_signatures=frozenset(_by_card(dict.fromkeys(seat.lost_signatures, 1), game)),
            lost_allies=frozenset(state.lost_allies),
            granted=_by_card(seat.granted, game),
            kept_beside=_kept_beside(state, seat, game),
            branded=seat.branded,
            experience_earned=seat.score if seat.keeps_deck else seat.earned,
            bought_at_creation=_by_card(seat.bought_at_creation, game),
            kept=_by_card(seat.kept, game),
        ),
    )


def _for_decks(state: CampaignState) -> frozenset[str]:
    """Return the ultimatums in force, and the Scream if it once took an ally: that is for the campaign."""
    return state.in_force | {"ub.scream"} if state.lost_allies else state.in_force


def _less(counts: Mapping[str, int], taken: Mapping[str, int]) -> Mapping[str, int]:
    left = {code: copies - taken.get(code, 0) for code, copies in counts.items()}
    return {code: copies for code, copies in left.items() if copies > 0}


def taboo_for(state: CampaignState, own: str) -> str:
    """Return the taboo list of a deck in this party (rule taboo.all-or-nothing).

    It is the group's list, or the deck's `own` if the edition leaves the list to each investigator.
    """
    edition = EDITIONS.get(state.edition) or EDITIONS[DEFAULT]
    return own if edition.switches.taboo_per_investigator else state.taboo


def _kept_beside(state: CampaignState, seat: Seat, game: Game) -> Mapping[str, int]:
    """Return the lower versions in the deck when the upgrade began; they were paid for earlier (E-43)."""
    if seat.baseline is None or not in_play(state, seat):
        return {}
    return _by_card(seat.baseline.ignored, game)


def _by_card(counts: Mapping[str, int], game: Game) -> Mapping[str, int]:
    """Return counts by card, with printings resolved: the judge knows cards, not products."""
    found: Counter[str] = Counter()
    for code, copies in counts.items():
        card = game.card(code)
        found[card.code if card else code] += copies
    return dict(found)


def weakness_pool(
    state: CampaignState,
    seat: Seat,
    game: Game,
    *,
    owned: Iterable[str],
    traits: Collection[str] = (),
) -> WeaknessPool:
    """Return the pool for this seat's next draw, without weaknesses in use or removed permanently."""
    environment = state.environment
    in_use = [held.weaknesses for held in state.seats.values() if held.status in (ACTIVE, LEFT)]
    taken = [
        code
        for counts in (*in_use, state.gone_weaknesses)
        for code, n in counts.items()
        for _copy in range(n)
    ]
    return pool_of(
        game.catalogue,
        owned=owned,
        investigator=seat.investigator,
        investigators=len(state.active),
        mode=state.mode,
        taken=taken,
        allowed=products(game.catalogue, environment) if environment else None,
        traits=traits,
    )
