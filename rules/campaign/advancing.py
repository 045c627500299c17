"""Advancing to the next scenario: it is known and allowed here, every deck is legal, and it can be paid."""

from __future__ import annotations

from collections.abc import Iterator

from rules.campaign import entries as e
from rules.campaign.context import Found, StepContext, handles
from rules.campaign.facts import LONGEST_NAME, SIDE, Game
from rules.campaign.party import unborne
from rules.campaign.state import BETWEEN, READY, RESULTS, SETUP, CampaignState
from rules.campaign.steps import Advance
from rules.deck.circumstances import STANDALONE
from rules.deck.verdict import Violation, _

#: The kind of side story whose booklet does not allow it in a campaign.
ALONE = "standalone"


@handles(Advance)
def advance(context: StepContext, step: Advance) -> Iterator[Found]:
    """Advance to the next scenario, also after a loss (rule log.advance), if everything is in order."""
    state = context.state
    if state.phase == RESULTS:
        yield context.refuse("end.order", _("Record the experience of the last scenario first."))
    else:
        yield from context.only_in(
            (SETUP, BETWEEN, READY), "end.order", _("A scenario is being played. Record its result first.")
        )
    yield from _known_scenario(context, step.scenario)
    yield from _allowed_here(context, step.scenario)
    if not uses_premade(context, step.scenario):
        yield from _party_is_ready(context, step)
    yield from check_price(context, step.scenario)
    yield e.PhaseEntry(READY, step.scenario)


def uses_premade(context: StepContext, scenario: str) -> bool:
    """Return whether a scenario is played with investigators of the guide, not with the party's own."""
    facts = context.game.scenario(context.state.campaign, scenario)
    return bool(facts and facts.premade)


def _known_scenario(context: StepContext, id: str) -> Iterator[Violation]:
    found = context.game.scenario(context.state.campaign, id)
    if found is None:
        yield from check_name(context, id, _("This campaign has no scenario {scenario}."))
    elif found.kind != "scenario":
        yield context.refuse(
            "step.known-scenario",
            _("{title} is not a scenario. Record it as an interlude."),
            title=found.title,
        )


def check_name(context: StepContext, name: str, unknown: str) -> Iterator[Violation]:
    """Check a scenario or interlude that no file describes: only an open campaign has such, with a name."""
    if not name.strip():
        open_here = context.game.is_open(context.state.campaign)
        message = _("Enter the name of what you play next.") if open_here else _("Choose a scenario first.")
        yield context.refuse("step.known-scenario", message, scenario=name)
    elif not context.game.is_open(context.state.campaign):
        yield context.refuse("step.known-scenario", unknown, scenario=name)
    elif len(name) > LONGEST_NAME:
        yield context.refuse(
            "step.known-scenario",
            _("The name is too long: enter {most} characters at most."),
            scenario=name[:LONGEST_NAME],
            most=LONGEST_NAME,
        )


def side_stories(state: CampaignState, game: Game, kind: str = "scenario") -> tuple[str, ...]:
    """Return the side stories that may be played now, or their interludes, as far as their booklets allow."""
    facts = game.campaigns.get(SIDE)
    if facts is None or state.campaign == SIDE or state.mode == STANDALONE:
        return ()
    played = {each.scenario for each in state.history}
    return tuple(
        each.id
        for each in facts.scenarios.values()
        if each.kind == kind
        and not _is_over(state, each.id)
        and each.side_kind != ALONE
        and (not each.after or each.after in played)
        and game.is_side_story(state.campaign, each.id)
    )


def _is_over(state: CampaignState, id: str) -> bool:
    """Return whether a side story was played, which happens once in a campaign, and not to be replayed."""
    plays = [each for each in state.history if each.scenario == id]
    return bool(plays) and not plays[-1].replay


def _allowed_here(context: StepContext, id: str) -> Iterator[Violation]:
    """Check that the booklet of a side story allows it here: once, and its second part after its first."""
    state = context.state
    found = context.game.scenario(state.campaign, id)
    if found is None or state.mode == STANDALONE or not context.game.is_side_story(state.campaign, id):
        return
    if found.side_kind == ALONE:
        yield context.refuse(
            "standalone.setup-pointer",
            _("{scenario} can only be played on its own, not as a side story."),
            scenario=found.title,
        )
    if _is_over(state, id):
        yield context.refuse(
            "standalone.setup-pointer",
            _("{scenario} was already played: a side story can be played once in a campaign."),
            scenario=found.title,
        )
    if found.after and all(each.scenario != found.after for each in state.history):
        first = context.game.scenario(state.campaign, found.after)
        yield context.refuse(
            "standalone.setup-pointer",
            _("{scenario} follows {first}. Play that first."),
            scenario=found.title,
            first=first.title if first else found.after,
        )


def _party_is_ready(context: StepContext, step: Advance) -> Iterator[Violation]:
    state = context.state
    if not state.active:
        yield context.refuse("party.no-investigators-left", _("There are no investigators. Add one first."))
    for seat in state.active.values():
        who = {"seat": seat.id, "investigator": seat.title}
        broken = step.verdicts.get(seat.id)
        if seat.deck is None:
            yield context.refuse(
                "end.deck-must-be-legal", _("{investigator} has no deck yet. Choose one."), **who
            )
        elif broken is None:
            yield context.refuse(
                "end.deck-must-be-legal", _("{investigator}'s deck has not been checked."), **who
            )
        elif broken:
            yield context.refuse(
                "end.deck-must-be-legal",
                _("{investigator}'s deck is not legal. Its verdict gives the reasons."),
                broken=list(broken),
                **who,
            )
        if seat.owed > 0:
            yield context.refuse(
                "rbw.one-required",
                _("{investigator} still has to draw {owed} random basic weakness."),
                owed=seat.owed,
                **who,
            )
    for seat, card in unborne(state, context.game):
        yield context.refuse(
            "party.unique-campaign-card-passes",
            _("{card} needs a new bearer in place of {investigator}."),
            seat=seat.id,
            investigator=seat.title,
            card=context.game.title(card),
            code=card,
            chosen_by=context.edition.switches.bearer_chosen_by,
        )


def check_price(context: StepContext, scenario: str) -> Iterator[Violation]:
    """Check that each investigator can pay the experience that a side story costs."""
    price = context.game.price_of(context.state.campaign, scenario)
    if context.state.mode == STANDALONE:
        return
    for seat in context.state.active.values():
        if seat.experience < price:
            yield context.refuse(
                "xp.spend-not-exceed",
                _("{investigator} has {experience} experience; this side story costs {price}."),
                seat=seat.id,
                investigator=seat.title,
                experience=seat.experience,
                price=price,
            )
