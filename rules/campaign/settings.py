"""The start, the ultimatums and the end of a campaign. (Rulebook A12, A15, A16.)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.creation import (
    creation_only,
    is_basic,
    new_cards,
    starting_experience,
    under_other_ultimatums,
    weaknesses_required,
)
from rules.campaign.slots import CHOSEN, EXILED, with_card
from rules.campaign.state import BETWEEN, LOSS, NEW, READY, SCENARIO, SETUP, WON, CampaignState, Seat
from rules.campaign.steps import (
    CampaignEnded,
    CarriedSeat,
    SettingsChanged,
    StartCampaign,
    Transfer,
    UltimatumDrawn,
    UltimatumsChosen,
)
from rules.cards.model import Deck
from rules.chance import is_honest
from rules.chaos_bag import AUTO_FAIL, DIFFICULTIES, ELDER_SIGN, MOST, MOST_TOKENS
from rules.deck.circumstances import CAMPAIGN, STANDALONE
from rules.deck.verdict import Violation, _
from rules.rulebook.editions import EDITIONS, EPIC, Edition
from rules.rulebook.ultimatums import ULTIMATUMS, drawable, unmet_prerequisites


@handles(StartCampaign)
def start(context: StepContext, step: StartCampaign) -> Iterator[Found]:
    if context.state.phase != NEW:
        yield context.refuse("step.order", _("This campaign has already started."))
        return
    edition = EDITIONS.get(step.edition)
    if edition is None:
        yield context.refuse(
            "step.known-edition", _("{edition} is not an edition of the rules."), edition=step.edition
        )
        return
    context.edition = edition
    yield from _known_difficulty(context, step.difficulty)
    if step.mode not in (CAMPAIGN, STANDALONE):
        yield context.refuse(
            "step.known-mode", _("The mode must be campaign or standalone, not {mode}."), mode=step.mode
        )
    if step.campaign and step.campaign not in context.game.campaigns:
        yield context.refuse(
            "step.known-campaign", _("The catalogue has no campaign {campaign}."), campaign=step.campaign
        )
    facts = context.game.campaigns.get(step.campaign)
    yield e.CampaignEntry(
        campaign=step.campaign,
        title=step.title or (facts.title if facts else ""),
        mode=step.mode,
        edition=step.edition,
        difficulty=step.difficulty,
        taboo=step.taboo,
        environment=step.environment,
        house=step.house,
        link=step.link,
    )
    yield e.PhaseEntry(SETUP, step.scenario)
    yield from _first_bag(context, step)
    if step.carried:
        yield from _carry(context, step, step.carried)


def _known_difficulty(context: StepContext, difficulty: str) -> Iterator[Violation]:
    if difficulty not in DIFFICULTIES:
        yield context.refuse(
            "chaos.difficulty-four",
            _("{difficulty} is not a difficulty. Choose one of: {difficulties}."),
            difficulty=difficulty,
            difficulties=list(DIFFICULTIES),
        )


def _first_bag(context: StepContext, step: StartCampaign) -> Iterator[Found]:
    tokens = step.bag or context.game.bag(step.campaign, step.scenario, step.mode, step.difficulty)
    if not tokens:
        yield context.refuse(
            "chaos.bag-from-guide",
            _("The guide has no chaos bag for this difficulty. Enter its tokens."),
            difficulty=step.difficulty,
        )
    if sum(tokens.values()) > MOST_TOKENS:
        yield context.refuse(
            "chaos.bag-from-guide", _("A chaos bag can contain at most {most} tokens."), most=MOST_TOKENS
        )
    for token, count in tokens.items():
        if count < 1:
            yield context.refuse(
                "step.count", _("{count} is not a valid number of {token} tokens."), token=token, count=count
            )
        elif count > MOST.get(token, count):
            yield context.refuse(
                "chaos.campaign-symbols",
                _("There are not enough {token} tokens: {room} left."),
                token=token,
                room=MOST[token],
            )
        else:
            yield e.TokenChange(token, count, reason="guide")


def _carry(context: StepContext, step: StartCampaign, carried: Transfer) -> Iterator[Found]:
    """Seat the investigators of an earlier campaign with everything they may keep (rules epic.*)."""
    if step.mode == STANDALONE:
        yield context.refuse(
            "epic.optional-per-investigator", _("A standalone scenario cannot take over investigators.")
        )
    if context.edition.switches.epic_difficulty_not_lower and _easier(step.difficulty, carried.difficulty):
        yield context.refuse(
            "epic.difficulty-not-lower",
            _("The new campaign cannot be easier than the old one ({before}). Choose a higher difficulty."),
            difficulty=step.difficulty,
            before=carried.difficulty,
        )
    for seat in carried.seats:
        yield from _carried_seat(context, seat)


def _easier(difficulty: str, than: str) -> bool:
    known = difficulty in DIFFICULTIES and than in DIFFICULTIES
    return known and DIFFICULTIES.index(difficulty) < DIFFICULTIES.index(than)


def _carried_seat(context: StepContext, carried: CarriedSeat) -> Iterator[Found]:
    yield from context.known_card(carried.investigator)
    yield from context.new_seat(carried.seat)
    seat = carried.seat
    yield e.SeatEntry(
        seat=seat,
        player=carried.player,
        investigator=carried.investigator,
        title=context.game.title(carried.investigator),
        front=carried.front,
        carried=True,
        total_before=carried.total,
    )
    if carried.physical or carried.mental:
        yield e.TraumaEntry(seat, carried.physical, carried.mental, "epic.trauma-transfers")
    if carried.experience:
        yield e.ExperienceEntry(seat, carried.experience, "transfer")
    for card, copies in carried.weaknesses.items():
        yield e.WeaknessEntry(seat, card, copies, "epic.story-and-weakness-transfer")
    for card, copies in carried.story.items():
        yield e.BearerEntry(seat, card, copies)
    for card, copies in carried.granted.items():
        yield e.BearerEntry(seat, card, copies, granted=True)
    for card in carried.lost_signatures:
        yield e.SignatureEntry(seat, card)
    if carried.branded:
        yield e.BrandEntry(seat, carried.branded)
    if carried.deck:
        yield from _carried_deck(context, carried, carried.deck)


def _carried_deck(context: StepContext, carried: CarriedSeat, deck: Deck) -> Iterator[Found]:
    """Yield the deck, the cards to replace in it, and the number of weaknesses beyond the printed ones."""
    seat = carried.seat
    whole = deck
    for piles in (carried.exiled, carried.removed):
        for code, from_deck, from_second in piles:
            least, copies = min(from_deck, from_second), from_deck + from_second
            if least < 0 or not copies:
                count = least or copies
                yield context.refuse("step.count", _("{count} is not a valid number of copies."), count=count)
            else:
                whole = with_card(whole, code, from_deck, in_second=from_second)
    yield e.DeckEntry(seat, whole, CHOSEN)
    for code, from_deck, from_second in carried.exiled:
        yield e.ExileEntry(seat, code, from_deck + from_second, from_second)
    for code, copies in carried.removed.total.items():
        yield e.TakenEntry(seat, code, copies)
    if whole is not deck:
        yield e.DeckEntry(seat, deck, EXILED)
    if context.edition.switches.transfer == EPIC:
        yield from _as_if_beginning(context, carried, deck)
    else:
        yield e.KeptEntry(seat, {**deck.slots, **deck.second_deck})
    basic = sum(copies for code, copies in carried.weaknesses.items() if is_basic(context, code))
    extra = basic + carried.owed - weaknesses_required(context, deck, 0, ())
    if carried.owed:
        yield e.OwedEntry(seat, carried.owed, "rbw.one-required")
    if extra:
        yield e.RequirementEntry(seat, extra, "epic.story-and-weakness-transfer")


def _as_if_beginning(context: StepContext, carried: CarriedSeat, deck: Deck) -> Iterator[e.Entry]:
    """Yield what a new deck begins with, whether or not its owner chooses another one before playing."""
    seat = Seat(
        id=carried.seat,
        player=carried.player,
        investigator=carried.investigator,
        title=context.game.title(carried.investigator),
        carried=True,
    )
    yield from creation_only(seat.id, new_cards(context, deck))
    if context.game.plays_own_deck(seat, deck):
        yield from starting_experience(context, seat, deck, ())


@handles(SettingsChanged)
def change_settings(context: StepContext, step: SettingsChanged) -> Iterator[Found]:
    yield from context.under_way()
    state = context.state
    difficulty = state.difficulty if step.difficulty is None else step.difficulty
    yield from _known_difficulty(context, difficulty)
    taboo = state.taboo if step.taboo is None else step.taboo
    if taboo != state.taboo and "ub.orthodoxy" in state.in_force and state.begun:
        yield context.refuse(
            "ub.orthodoxy",
            _("The taboo list cannot change during a campaign."),
            interpretation="E-36",
            taboo=taboo,
        )
    yield e.CampaignEntry(
        campaign=state.campaign,
        title=state.title if step.title is None else step.title,
        mode=state.mode,
        edition=state.edition,
        difficulty=difficulty,
        taboo=taboo,
        environment=step.environment or state.environment,
        house=step.house or state.house,
        link=state.link if step.link is None else step.link,
    )
    if difficulty != state.difficulty and not state.begun:
        yield from _guides_bag(context, difficulty)


def _guides_bag(context: StepContext, difficulty: str) -> Iterator[Found]:
    """Yield the guide's bag for another difficulty that is chosen before the first scenario."""
    state = context.state
    guide = context.game.bag(state.campaign, state.next_scenario, state.mode, difficulty)
    if guide:
        yield from _tokens_between(state.bag.tokens, _under(state.ultimatums, guide), "guide")


def _tokens_between(
    before: Mapping[str, int], after: Mapping[str, int], reason: str
) -> Iterator[e.TokenChange]:
    for token in sorted(before.keys() | after.keys()):
        by = after.get(token, 0) - before.get(token, 0)
        if by:
            yield e.TokenChange(token, by, reason=reason)


def _under(ultimatums: tuple[str, ...], bag: Mapping[str, int]) -> dict[str, int]:
    """Return the bag as changed by ultimatums about it (ub.broken-promises, ub.failure)."""
    tokens = dict(bag)
    if "ub.broken-promises" in ultimatums:
        tokens.pop(ELDER_SIGN, None)
    if "ub.failure" in ultimatums:
        tokens[AUTO_FAIL] = tokens.get(AUTO_FAIL, 0) + 1
    return tokens


@handles(UltimatumsChosen)
def choose_ultimatums(context: StepContext, step: UltimatumsChosen) -> Iterator[Found]:
    state = context.state
    if state.begun or state.phase not in (SETUP, READY):
        yield context.refuse(
            "ub.permanent", _("Ultimatums and boons cannot change after the first scenario has started.")
        )
    missing = [context.name(id) for id in state.active if id not in step.agreed]
    if missing:
        yield context.refuse(
            "ub.optional-unanimous", _("Everyone must agree. Missing: {missing}."), missing=missing
        )
    chosen = tuple(dict.fromkeys(step.chosen))
    yield from _prerequisites(context, chosen)
    for id in state.ultimatums:
        if id not in chosen:
            yield e.UltimatumEntry(id, active=False)
    for id in chosen:
        if id not in state.ultimatums:
            yield e.UltimatumEntry(id)
    if state.drawn_ultimatum and ("ub.ultimatums" not in chosen or state.drawn_ultimatum in chosen):
        yield e.UltimatumEntry(state.drawn_ultimatum, active=False, scope="scenario")
    for text in state.custom_ultimatums:
        if text not in step.custom:
            yield e.UltimatumEntry(text, active=False, scope="custom")
    for text in step.custom:
        if text not in state.custom_ultimatums:
            yield e.UltimatumEntry(text, scope="custom")
    yield from _tokens_between(state.bag.tokens, _bag_with(context, chosen), "ultimatum")
    for seat in state.active.values():
        yield from under_other_ultimatums(context, seat, chosen)


def _bag_with(context: StepContext, chosen: tuple[str, ...]) -> dict[str, int]:
    """Return the bag under changed ultimatums: the old ones' effects undone, then the new ones' applied."""
    state = context.state
    tokens = dict(state.bag.tokens)
    if "ub.broken-promises" in state.ultimatums:
        guide = context.game.bag(state.campaign, state.next_scenario, state.mode, state.difficulty)
        tokens[ELDER_SIGN] = tokens.get(ELDER_SIGN, 0) + guide.get(ELDER_SIGN, 1)
    if "ub.failure" in state.ultimatums:
        tokens[AUTO_FAIL] = tokens.get(AUTO_FAIL, 0) - 1
    return _under(chosen, {token: count for token, count in tokens.items() if count > 0})


def _prerequisites(context: StepContext, chosen: tuple[str, ...]) -> Iterator[Violation]:
    state = context.state
    alone = state.next_scenario if state.mode == STANDALONE else ""
    for facts in unmet_prerequisites(
        chosen, edition=context.edition, mode=state.mode, difficulty=state.difficulty, scenario=alone
    ):
        yield context.refuse("ub.prerequisites", _WANTED[facts["because"]], **facts)
    guide = context.game.campaigns.get(state.campaign)
    for id in chosen:
        needed = ULTIMATUMS[id].scenario if id in ULTIMATUMS else ""
        if needed and guide and state.mode == CAMPAIGN and needed not in guide.scenarios:
            yield context.refuse(
                "ub.prerequisites",
                _WANTED["scenario"],
                ultimatum=id,
                name=ULTIMATUMS[id].name,
                needs=[needed],
            )


_WANTED = {
    "unknown": _("There is no ultimatum or boon {ultimatum}. Enter your own as a reminder."),
    "edition": _("{name} is not in this edition of the rules."),
    "mode": _("{name} can be used only in a campaign."),
    "difficulty": _("{name} can be used only at these difficulties: {needs}."),
    "scenario": _("{name} belongs to another scenario."),
}


def ultimatum_pool(state: CampaignState, edition: Edition) -> tuple[str, ...]:
    """Return what the Ultimatum of Ultimatums may pick before the next scenario (E-26)."""
    found = drawable(edition, state.mode, state.difficulty, active=state.ultimatums)
    return tuple(sorted(ultimatum.id for ultimatum in found))


@handles(UltimatumDrawn)
def draw_ultimatum(context: StepContext, step: UltimatumDrawn) -> Iterator[Found]:
    state = context.state
    yield from context.only_in(
        (SETUP, BETWEEN, READY),
        "ub.ultimatums",
        _("Ultimatums and boons are drawn before a scenario starts."),
    )
    if "ub.ultimatums" not in state.ultimatums:
        yield context.refuse(
            "ub.ultimatums", _("The Ultimatum of Ultimatums is not in effect in this campaign.")
        )
    if state.drawn_ultimatum:
        yield context.refuse("ub.ultimatums", _("One was already drawn for this scenario."))
    if not is_honest(step.lot) or step.lot.among != ultimatum_pool(state, context.edition):
        yield context.refuse(
            "ub.ultimatums", _("The result does not match the seed and the pool of this draw.")
        )
    yield e.UltimatumEntry(step.lot.result, scope="scenario")


@handles(CampaignEnded)
def end(context: StepContext, step: CampaignEnded) -> Iterator[Found]:
    yield from context.under_way()
    if context.state.phase == SCENARIO:
        yield context.refuse("end.order", _("A scenario is being played. Record its result first."))
    if step.result not in (WON, LOSS):
        yield context.refuse("step.known-result", _("The result must be won or lost."), result=step.result)
    yield e.EndEntry(step.result, step.cause)
