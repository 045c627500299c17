"""The start in the middle: where a group is in a campaign that it began elsewhere. (Rulebook A9, E-42.)

Everything that the group states is an opening balance: entries with the reason OPENING, which the state adds
up like all others. What a deck contains counts as it is, because it was bought and drawn elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.campaign import entries as e
from rules.campaign.bag import token_changes
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.creation import is_basic, ultimatums_for, weaknesses_required
from rules.campaign.facts import LONGEST_NAME
from rules.campaign.gained_cards import is_story_card
from rules.campaign.ledger import post
from rules.campaign.logbook import log_lines
from rules.campaign.outcomes import reached_by
from rules.campaign.party import MOST_SEATS
from rules.campaign.purchases import same_investigator
from rules.campaign.slots import CHOSEN, lacking, with_card, with_weakness
from rules.campaign.state import ACTIVE, BETWEEN, LOST, RETIRED, SETUP, STATUSES, Seat
from rules.campaign.steps import CampaignResumed, EarlierScenario, ResumedSeat
from rules.cards import effects
from rules.cards.model import PLACEHOLDER, Deck
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import Violation, _

OPENING = "opening"
"""The reason of entries that a group states when it continues a campaign here."""
SPENT_BEFORE = "spent-before"
"""The reason of experience that was spent before."""
#: Scenarios and interludes before the start in the middle, investigators with those who are lost, and copies
#: of one card: more than any group has.
MOST_PLAYED, MOST_INVESTIGATORS, MOST_COPIES = 60, 16, 9


@handles(CampaignResumed)
def resume(context: StepContext, step: CampaignResumed) -> Iterator[Found]:
    yield from _in_time(context)
    found = [*_investigators(context, step), *_history(context, step)]
    yield from found
    written = [each for each in found if not isinstance(each, Violation)]
    after = StepContext(post(context.state, written, context.number), context.game, context.number)
    if step.bag:
        held = context.state.bag.tokens
        change = {token: step.bag.get(token, 0) - held.get(token, 0) for token in sorted({*step.bag, *held})}
        yield from token_changes(after, change, OPENING)
    yield from log_lines(after, step.log)


def _in_time(context: StepContext) -> Iterator[Violation]:
    state = context.state
    yield from context.only_in(
        (SETUP,),
        "step.order",
        _("Only a campaign that has just started can continue where another left off."),
    )
    if state.mode == STANDALONE:
        yield context.refuse("step.order", _("A standalone scenario starts at its beginning."))
    if state.seats or state.begun:
        yield context.refuse(
            "step.order",
            _("This campaign already has investigators. Undo the steps that added them, or start a new one."),
        )


def _history(context: StepContext, step: CampaignResumed) -> Iterator[Found]:
    if len(step.played) > MOST_PLAYED:
        yield context.refuse(
            "step.count", _("At most {most} scenarios can have been played before."), most=MOST_PLAYED
        )
    kinds = []
    for each in step.played:
        yield from _known(context, each)
        facts = context.game.scenario(context.state.campaign, each.scenario)
        kind = "side" if context.game.is_side_story(context.state.campaign, each.scenario) else "scenario"
        if facts and (facts.premade or facts.kind != "scenario"):
            kind = "prologue" if facts.premade else "interlude"
        kinds.append(kind)
        yield e.ResultEntry(each.scenario, kinds[-1], each.resolution)
    following = context.game.scenario(context.state.campaign, step.next_scenario)
    if step.next_scenario and (following.kind != "scenario" if following else not _may_name(context, step)):
        yield context.refuse(
            "step.known-scenario",
            _("This campaign has no scenario {scenario}."),
            scenario=following.title if following else step.next_scenario[:LONGEST_NAME],
        )
    begun = any(kind in ("scenario", "side") for kind in kinds)
    yield e.PhaseEntry(BETWEEN if begun else SETUP, step.next_scenario)


def _may_name(context: StepContext, step: CampaignResumed) -> bool:
    return context.game.is_open(context.state.campaign) and len(step.next_scenario) <= LONGEST_NAME


def _known(context: StepContext, played: EarlierScenario) -> Iterator[Violation]:
    facts = context.game.scenario(context.state.campaign, played.scenario)
    name = played.scenario
    if facts is None and (
        not context.game.is_open(context.state.campaign) or not name.strip() or len(name) > LONGEST_NAME
    ):
        yield context.refuse(
            "step.known-scenario",
            _("This campaign has no scenario {scenario}."),
            scenario=name[:LONGEST_NAME],
        )
    elif facts and played.resolution and facts.resolutions and played.resolution not in facts.resolutions:
        yield context.refuse(
            "end.resolution",
            _("{scenario} has no resolution {resolution}."),
            scenario=facts.title,
            resolution=played.resolution,
            resolutions=list(facts.resolutions),
        )


def _investigators(context: StepContext, step: CampaignResumed) -> Iterator[Found]:
    if not step.seats:
        yield context.refuse("party.no-investigators-left", _("There are no investigators. Add one first."))
    if len(step.seats) > MOST_INVESTIGATORS or sum(each.status == ACTIVE for each in step.seats) > MOST_SEATS:
        yield context.refuse(
            "step.party-full", _("A party can have at most {most} investigators."), most=MOST_SEATS
        )
    earlier: dict[str, ResumedSeat] = {}
    titles: set[str] = set()
    for resumed in step.seats:
        card = context.game.card(resumed.investigator)
        if card is None or card.type != "investigator":
            yield context.refuse(
                "deck.one-investigator",
                _("The catalogue has no investigator {code}."),
                code=resumed.investigator,
            )
            continue
        if resumed.seat in earlier:
            yield context.refuse(
                "step.known-seat", _("This seat id is already in use. Choose another one."), seat=resumed.seat
            )
        yield from context.new_seat(resumed.seat)
        if card.title in titles:
            yield context.refuse(
                "deck.distinct-investigators-in-group",
                _("{investigator} is already in the party. Choose another investigator."),
                interpretation="E-02",
                investigator=card.title,
            )
        yield from _replaced(context, resumed, earlier)
        earlier[resumed.seat] = resumed
        titles.add(card.title)
        yield from _seat(context, resumed, card.title)


def _replaced(
    context: StepContext, resumed: ResumedSeat, earlier: Mapping[str, ResumedSeat]
) -> Iterator[Violation]:
    old = earlier.get(resumed.replaces)
    if resumed.replaces and (old is None or old.status not in LOST | {RETIRED}):
        yield context.refuse(
            "party.replacement-level0",
            _("Only an investigator who is lost or retired can be replaced."),
            seat=resumed.replaces,
        )


def _seat(context: StepContext, resumed: ResumedSeat, title: str) -> Iterator[Found]:
    id, who = resumed.seat, {"seat": resumed.seat, "investigator": title}
    seat = Seat(
        id=id,
        player=resumed.player,
        investigator=resumed.investigator,
        title=title,
        front=resumed.front,
        replaces=resumed.replaces,
        deck=resumed.deck,
    )
    yield e.SeatEntry(id, resumed.player, resumed.investigator, title, resumed.front, resumed.replaces)
    if resumed.status not in STATUSES:
        yield context.refuse("step.known-status", _("{status} is not a valid status."), status=resumed.status)
    elif resumed.status != ACTIVE:
        yield e.StatusEntry(id, resumed.status, OPENING)
    yield from _experience(context, resumed, who)
    yield from _trauma(context, seat, resumed, who)
    yield from _cards(context, seat, resumed)


def _experience(context: StepContext, resumed: ResumedSeat, who: Mapping[str, str]) -> Iterator[Found]:
    """Yield what was earned, and what of it was spent, so that the ledger adds up."""
    if resumed.earned < 0 or resumed.experience < 0:
        yield context.refuse("step.count", _("{investigator}: experience cannot be below 0."), **who)
        return
    if resumed.earned:
        yield e.ExperienceEntry(resumed.seat, resumed.earned, OPENING, earned=True)
    spent = resumed.earned - resumed.experience
    if spent:
        # More left than earned is a starting bonus, which does not count as earned (E-28).
        yield e.ExperienceEntry(resumed.seat, -spent, SPENT_BEFORE if spent > 0 else OPENING)
    if spent > 0 and resumed.deck is None and resumed.status == ACTIVE:
        yield context.refuse(
            "step.deck-missing",
            _(
                "{investigator} has spent {spent} experience: add the deck as it is now, or enter all "
                "experience as unspent and choose the deck later."
            ),
            spent=spent,
            **who,
        )


def _trauma(
    context: StepContext, seat: Seat, resumed: ResumedSeat, who: Mapping[str, str]
) -> Iterator[Found]:
    if resumed.physical < 0 or resumed.mental < 0:
        yield context.refuse("step.count", _("{investigator}: trauma cannot be below 0."), **who)
        return
    reached = reached_by(context, seat, resumed.physical, resumed.mental)
    if reached and resumed.status not in LOST:
        yield context.refuse(
            f"trauma.{reached[0]}-threshold",
            _("{investigator} does not survive this much trauma: choose what became of them."),
            physical=resumed.physical,
            mental=resumed.mental,
            **who,
        )
    if resumed.physical or resumed.mental:
        yield e.TraumaEntry(resumed.seat, resumed.physical, resumed.mental, OPENING)


def _cards(context: StepContext, seat: Seat, resumed: ResumedSeat) -> Iterator[Found]:
    """Yield the deck with everything stated, its weaknesses and story cards, and weaknesses still owed."""
    for code, copies in (*resumed.weaknesses.items(), *resumed.story.items()):
        yield from context.known_card(code)
        if not 1 <= copies <= MOST_COPIES:
            yield context.refuse("step.count", _("{count} is not a valid number of copies."), count=copies)
            return
    yield from _named_rightly(context, resumed)
    deck = resumed.deck
    if deck is not None:
        yield from same_investigator(context, seat, deck)
        if min((*deck.slots.values(), *deck.second_deck.values()), default=0) < 0:
            yield context.refuse("step.count", _("{count} is not a valid number of copies."), count=-1)
            return
        deck = _complete(context, deck, resumed)
        yield context.new_deck(seat.id, deck, CHOSEN, resumed.version)
        yield e.KeptEntry(seat.id, {**deck.slots, **deck.second_deck})
    held = Counter(deck.slots if deck else {**resumed.weaknesses, **resumed.story})
    basic = 0
    for code, copies in held.items():
        card = context.game.card(code)
        if card is None or not copies:
            continue
        if is_basic(context, code) and card.code != PLACEHOLDER:
            yield e.WeaknessEntry(seat.id, code, copies, OPENING)
            basic += copies
        elif code in resumed.story or (is_story_card(card) and card.encounter_set):
            granted = bool(card.effects_of(effects.GRANTED_BY_STORY))
            yield e.BearerEntry(seat.id, code, copies, granted)
    if deck is not None:
        yield from _owed(context, seat, deck, basic)


def _named_rightly(context: StepContext, resumed: ResumedSeat) -> Iterator[Violation]:
    """Check that weaknesses are basic ones or their follow-ups, and story cards are story cards."""
    for code in resumed.weaknesses:
        card = context.game.card(code)
        if card and (not is_basic(context, code) or card.code == PLACEHOLDER):
            yield context.refuse(
                "step.known-card", _("{card} is not a basic weakness."), card=context.game.title(code)
            )
    for code in resumed.story:
        card = context.game.card(code)
        if card and not is_story_card(card) and not card.effects_of(effects.GRANTED_BY_STORY):
            yield context.refuse(
                "story.only-by-instruction",
                _("{card} is not a story card. It must be bought or drawn."),
                card=card.title,
                seat=resumed.seat,
            )


def _complete(context: StepContext, deck: Deck, resumed: ResumedSeat) -> Deck:
    """Return the deck with the stated weaknesses and story cards that it lacks."""
    deck = replace(deck, slots={code: copies for code, copies in deck.slots.items() if copies})
    for code, missing in lacking(deck.slots, resumed.weaknesses, context.game).items():
        for _copy in range(missing):
            deck = with_weakness(deck, code)
    for code, missing in lacking(deck.slots, resumed.story, context.game).items():
        deck = with_card(deck, code, missing)
    for code, copies in resumed.story.items():
        card = context.game.card(code)
        if card and card.effects_of(effects.GRANTED_BY_STORY):
            deck = replace(deck, ignored={**deck.ignored, code: copies})
    return deck


def _owed(context: StepContext, seat: Seat, deck: Deck, basic: int) -> Iterator[e.Entry]:
    """Yield the weaknesses still to be drawn, or how many more there are than the investigator prints."""
    ultimatums = ultimatums_for(context.state, seat, context.edition, context.state.in_force)
    missing = weaknesses_required(context, deck, 0, ultimatums) - basic
    if missing > 0:
        yield e.OwedEntry(seat.id, missing, "rbw.one-required")
    elif missing < 0:
        yield e.RequirementEntry(seat.id, -missing, OPENING)
