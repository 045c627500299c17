"""Setup of the next scenario: starting values, chaos bag, encounter sets, order of steps. (A17, A19.)"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.campaign.bag import added_early, tokens_added
from rules.campaign.facts import Game, ScenarioFacts
from rules.campaign.setup_effects import cards_of, effects_on_setup
from rules.campaign.state import CampaignState, Seat
from rules.cards import effects
from rules.chance import Chance, Lot, draw_lot
from rules.chaos_bag import reference_side
from rules.deck.verdict import _
from rules.rulebook.substitutions import (
    BLOCKED,
    Blocked,
    NamedCard,
    Substitute,
    named_cards_in,
    substitutes_for,
)

#: Before modifiers (rules setup.resources, setup.opening-hand).
RESOURCES = 5
HAND = 5

#: How ultimatums and boons change an investigator's starting values.
_RESOURCES_BY = {"ub.hardship": -2, "boon.hades": 2}
_HAND_BY = {"ub.forbidden-knowledge": -1, "boon.thoth": 1}

#: The products with the encounter sets that the 2026 core set can replace.
FIRST_CORE = frozenset({"core", "rcore"})

#: The steps of setup in their order (rule setup.order).
STEPS = (
    ("investigators", _("Choose investigators.")),
    ("trauma", _("Take damage and horror for trauma.")),
    ("lead", _("Choose a lead investigator.")),
    ("decks", _("Shuffle the investigator decks.")),
    ("tokens", _("Place the tokens within reach.")),
    ("chaos-bag", _("Fill the chaos bag.")),
    ("resources", _("Take starting resources.")),
    ("opening-hand", _("Draw opening hands, and mulligan once, in player order.")),
    ("introduction", _("Read the introduction; repeat a step that it changes.")),
    ("guide", _("Follow the setup instructions of the campaign guide.")),
    ("agenda", _("Put the agenda deck into play.")),
    ("act", _("Put the act deck into play.")),
    ("reference-card", _("Place the scenario reference card next to them.")),
    ("game-begins", _("Resolve “when the game begins” effects.")),
)


@dataclass(frozen=True, slots=True)
class SetupStep:
    number: int
    id: str
    message: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ValuePart:
    """A part of a starting value: an amount, and the card or rule it comes from."""

    amount: int
    source: str


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """Starting values of one investigator."""

    seat: str
    title: str
    damage: int
    horror: int
    resources: int
    hand: int
    """Cards in the opening hand."""
    draws: int
    """Cards drawn for it; more if an ability lets the player keep some of many."""
    resource_parts: tuple[ValuePart, ...] = ()
    hand_parts: tuple[ValuePart, ...] = ()
    gives: tuple[ValuePart, ...] = ()
    """Starting resources that the last scenario left for investigators of this player's choice."""
    may_mulligan: bool = True
    stays: tuple[str, ...] = ()
    """Cards that stay in the opening hand if they are drawn into it."""
    searches: bool = False
    """Boon of Destiny: one card of the hand is searched for instead of drawn."""
    added: tuple[str, ...] = ()
    """Cards that begin in hand in addition to the drawn hand."""
    starting: tuple[str, ...] = ()
    """One of these may be added after the mulligan (rule starting.one-extra-card)."""
    in_play: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    before_setup: tuple[str, ...] = ()
    """Cards with an ability that is resolved before anything else."""
    before_hand: tuple[str, ...] = ()
    """Abilities before the opening hand is drawn (rule setup.no-player-windows)."""
    after_hand: tuple[str, ...] = ()
    game_begins: tuple[str, ...] = ()
    """Cards that may be put into play when the game begins, if they are in the opening hand."""
    first_turn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SetNeeded:
    """An encounter set of the scenario, and its possible substitutes."""

    code: str
    aside: bool = False
    replaced: bool = False
    """Whether substitutes are used because the first core set is not owned."""
    alternatives: tuple[tuple[Substitute, ...], ...] = ()
    chosen: int | None = None
    part: str = ""
    version: str = ""
    """The version of the scenario that it belongs to, if the group chooses one: for example "day"."""

    @property
    def to_choose(self) -> bool:
        """Whether the group still has to choose a substitute (rule encset.rats-choice)."""
        return self.replaced and len(self.alternatives) > 1 and self.chosen is None

    @property
    def used(self) -> tuple[Substitute, ...]:
        if not self.replaced or not self.alternatives or self.to_choose:
            return ()
        return self.alternatives[self.chosen or 0]


@dataclass(frozen=True, slots=True)
class RandomSet:
    """A place for one of several encounter sets, which is chosen at random."""

    among: tuple[SetNeeded, ...]
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class ScenarioSetup:
    """Everything that the party needs for the next scenario."""

    scenario: str
    investigators: int
    """“Per investigator” counts those who began (rule setup.per-investigator-base)."""
    lead: str
    order: tuple[str, ...]
    seats: Mapping[str, SeatSetup]
    bag: Mapping[str, int]
    tokens_added: Mapping[str, int]
    """Tokens that investigators and cards of their decks add to the bag for this game."""
    reference_card: str
    reference_side: str
    sets: tuple[SetNeeded, ...]
    steps: tuple[SetupStep, ...]
    skips_first_mythos: bool
    """Rule setup.first-round-no-mythos, unless the Ultimatum of Dread is in force."""
    reminders: tuple[str, ...]
    """Ultimatums and boons in force, and the group's own."""
    lot: Lot | None = None
    """The draw of the lead investigator, if the group could not agree."""
    blocked: Blocked | None = None
    """The reason why the substitutes cannot be used for this scenario (rule encset.witching-hour-blocked)."""
    random_sets: tuple[RandomSet, ...] = ()
    tokens_at_setup: Mapping[str, int] = field(default_factory=dict)
    """Tokens that the guide adds to the bag, as long as the scenario has not begun."""
    premade: tuple[str, ...] = ()
    """The guide's own investigators, if the party does not play its own."""
    named_cards: tuple[NamedCard, ...] = ()
    """Cards that the scenario names and the substitutes lack (rule encset.named-card)."""


def scenario_setup(
    state: CampaignState,
    game: Game,
    *,
    scenario: str = "",
    lead: str = "",
    chance: Chance | None = None,
    owned: Collection[str] | None = None,
    choices: Mapping[str, int] | None = None,
) -> ScenarioSetup:
    """Return the sheet for a scenario: the current one, or the next.

    Without a lead investigator, one is drawn from `chance`, or else the first seat leads. `owned` are the
    group's products, None if ownership is not checked; `choices` selects the alternative that replaces a set.
    """
    id = scenario or (state.playing.scenario if state.playing else state.next_scenario)
    facts = game.scenario(state.campaign, id)
    premade = facts.premade if facts else ()
    playing = state.playing.seats if state.playing and state.playing.scenario == id else tuple(state.active)
    investigators = len(state.active) if premade else len(playing)
    playing = () if premade else playing
    lead = lead or (state.playing.lead if state.playing and state.playing.scenario == id else "")
    lot = draw_lot(playing, chance) if chance and playing and not lead else None
    if not lead and playing:
        lead = lot.result if lot else playing[0]
    replaced = owned is not None and not FIRST_CORE & set(owned)
    seats = {seat: seat_setup(state, state.seats[seat], game) for seat in playing}
    side = reference_side(state.difficulty, state.in_force)
    added = {} if premade else dict(state.bag.lent if state.playing else tokens_added(state, game))
    early = added_early(state, game, added)
    late = {
        token: copies - early.get(token, 0) for token, copies in added.items() if copies > early.get(token, 0)
    }
    at_setup = dict(facts.tokens_at_setup) if facts else {}
    step_facts: dict[str, Mapping[str, Any]] = {
        "trauma": {who: (each.damage, each.horror) for who, each in seats.items()},
        "lead": {"lead": lead},
        "chaos-bag": {
            "as": "before" if state.begun else "guide",
            "size": state.bag.size,
            **({"tokens": early} if early else {}),
        },
        "resources": {who: each.resources for who, each in seats.items()},
        "opening-hand": {who: each.hand for who, each in seats.items()},
        "reference-card": {"side": side},
        "guide": {"tokens": at_setup} if at_setup else {},
        "game-begins": {"tokens": late} if late else {},
    }
    return ScenarioSetup(
        scenario=id,
        investigators=investigators,
        lead=lead,
        order=player_order(playing, lead),
        seats=seats,
        bag=dict(state.bag.tokens),
        tokens_added=added,
        reference_card=facts.reference_card if facts else "",
        reference_side=side,
        sets=tuple(_sets(facts, replaced, choices or {}, state.difficulty, investigators)) if facts else (),
        steps=tuple(
            SetupStep(number, step, message, step_facts.get(step, {}))
            for number, (step, message) in enumerate(STEPS, start=1)
        ),
        skips_first_mythos="ub.dread" not in state.in_force,
        reminders=(*sorted(state.in_force), *state.custom_ultimatums),
        lot=lot,
        blocked=BLOCKED.get(id) if replaced else None,
        random_sets=tuple(_random_sets(facts, replaced, choices or {}, chance)) if facts else (),
        tokens_at_setup={} if state.playing else at_setup,
        premade=premade,
        named_cards=named_cards_in(id) if replaced else (),
    )


def player_order(seats: Collection[str], lead: str) -> tuple[str, ...]:
    """Return the seats, the lead investigator first, then clockwise (rule setup.mulligan-player-order)."""
    around = tuple(seats)
    if lead not in around:
        return around
    place = around.index(lead)
    return (*around[place:], *around[:place])


def seat_setup(state: CampaignState, seat: Seat, game: Game) -> SeatSetup:
    """Return damage and horror (rule trauma.carry-in), resources and hand, each with its reasons."""
    resource_parts = tuple(_parts(state, seat, game, _RESOURCES_BY, effects.STARTING_RESOURCES))
    hand_parts = tuple(_parts(state, seat, game, _HAND_BY, effects.OPENING_HAND))
    more = sum(part.amount for part in hand_parts)
    draws = keeps = HAND
    added: list[str] = []
    may_mulligan = True
    for _card, effect, _copies in effects_on_setup(seat, game, effects.OPENING_HAND):
        # An ability that draws many cards and keeps some: other modifiers change both numbers (FAQ 2.6).
        draws, keeps = effect.get("draws", draws), effect.get("keeps", keeps)
        may_mulligan = may_mulligan and not effect.get("no_mulligan", False)
        added += effect.get("adds", ())
    stays = (
        card.code
        for card, effect, _copies in effects_on_setup(seat, game, effects.OPENING_HAND)
        if effect.get("stays")
    )
    held = {card.code for card, _copies in cards_of(seat, game)}
    aside = effects_on_setup(seat, game, effects.SET_ASIDE)
    return SeatSetup(
        seat=seat.id,
        title=seat.title,
        damage=seat.physical,
        horror=seat.mental,
        resources=max(0, RESOURCES + sum(part.amount for part in resource_parts)),
        hand=max(0, keeps + more),
        draws=max(0, draws + more),
        resource_parts=resource_parts,
        hand_parts=hand_parts,
        gives=tuple(_gives(seat, game)),
        may_mulligan=may_mulligan,
        stays=tuple(stays),
        searches="boon.destiny" in state.in_force,
        added=tuple(code for code in added if code in held),
        starting=tuple(card.code for card, _copies in cards_of(seat, game) if "starting" in card.keywords),
        in_play=tuple(_in_play(seat, game)),
        aside=tuple(code for _card, effect, _copies in aside for code in effect["cards"] if code in held),
        before_setup=_at(seat, game, "before-setup"),
        before_hand=_at(seat, game, "before-opening-hand"),
        after_hand=_at(seat, game, "after-opening-hand"),
        game_begins=_at(seat, game, "game-begins"),
        first_turn=_at(seat, game, "first-turn"),
    )


def _parts(
    state: CampaignState, seat: Seat, game: Game, by_ultimatum: Mapping[str, int], kind: str
) -> Iterator[ValuePart]:
    for ultimatum, amount in by_ultimatum.items():
        if ultimatum in state.in_force:
            yield ValuePart(amount, ultimatum)
    for card, effect, copies in effects_on_setup(seat, game, kind):
        if effect.get("by") and not effect.get("when"):
            yield ValuePart(effect["by"] * copies, card.code)


def _gives(seat: Seat, game: Game) -> Iterator[ValuePart]:
    for code, times in seat.outcome.conditions.items():
        card = game.card(code)
        for effect in card.effects_of(effects.STARTING_RESOURCES) if card else ():
            if effect.get("when"):
                yield ValuePart(effect["by"] * times, code)


def _in_play(seat: Seat, game: Game) -> Iterator[str]:
    """Yield permanents, and the cards that begin in play (rule permanent.starts-in-play)."""
    held = {card.code for card, _copies in cards_of(seat, game)}
    for card, copies in cards_of(seat, game):
        if card.permanent:
            yield from [card.code] * copies
    for _card, effect, _copies in effects_on_setup(seat, game, effects.BEGINS_IN_PLAY):
        yield from (code for code in effect["cards"] if code in held and not _permanent(game, code))


def _permanent(game: Game, code: str) -> bool:
    card = game.card(code)
    return bool(card and card.permanent)


def _at(seat: Seat, game: Game, when: str) -> tuple[str, ...]:
    return tuple(
        card.code
        for card, effect, _copies in effects_on_setup(seat, game, effects.AT_SETUP)
        if effect["when"] == when
    )


def _sets(
    facts: ScenarioFacts, replaced: bool, choices: Mapping[str, int], difficulty: str, investigators: int
) -> Iterator[SetNeeded]:
    """Yield the scenario's encounter sets, with substitutes if the first core set is not owned.

    (Rule encset.substitution-table.)
    """
    for codes, aside in ((facts.encounter_sets, False), (facts.encounter_sets_aside, True)):
        for code in codes:
            when = facts.sets_when.get(code, {})
            if difficulty not in when.get("difficulties", (difficulty,)):
                continue
            if investigators < when.get("investigators", 0):
                continue
            yield from _needed(code, replaced, choices, aside=aside, version=when.get("version", ""))


def _needed(
    code: str, replaced: bool, choices: Mapping[str, int], *, aside: bool = False, version: str = ""
) -> Iterator[SetNeeded]:
    """Yield one encounter set, or what replaces it."""
    found = substitutes_for(code)
    if not found or not replaced:
        yield SetNeeded(code, aside, version=version)
    for substitution in found if replaced else ():
        chosen = choices.get(code)
        if chosen is not None and not 0 <= chosen < len(substitution.replaced_by):
            chosen = None
        yield SetNeeded(code, aside, True, substitution.replaced_by, chosen, substitution.part)


def _random_sets(
    facts: ScenarioFacts, replaced: bool, choices: Mapping[str, int], chance: Chance | None
) -> Iterator[RandomSet]:
    for group in facts.random_sets:
        among = tuple(each for code in group for each in _needed(code, replaced, choices))
        yield RandomSet(among, draw_lot(group, chance).result if chance else "")
