"""Seats that come with their decks, several at once: in the middle of a campaign, or new ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from campaigns.campaign_rules import game
from campaigns.errors import BadStep, StepRefused
from campaigns.models import Campaign
from campaigns.party import deck_verdicts
from campaigns.party.brought_decks import BroughtDeck
from campaigns.selectors import state_of
from campaigns.services.recording import Recorded, check_revision, locked, record, record_all, recorded_as
from campaigns.services.seat_decks import check_not_upgrading, follow_campaign
from decks.models import Deck
from decks.services.importing import save_import
from rules.campaign import CampaignState, judge_step, post, steps, taboo_for
from rules.deck.verdict import Verdict, Violation


@transaction.atomic
def resume_campaign(
    campaign: Campaign,
    step: steps.CampaignResumed,
    brought: Mapping[str, BroughtDeck],
    *,
    by: User,
    follows: int | None = None,
    key: UUID | None = None,
) -> Recorded:
    """Record where the group is, with the decks that its seats bring. Decks that were read are saved."""
    campaign = locked(campaign)
    if before := recorded_as(campaign, key):
        return before
    check_revision(campaign, follows)
    state, saved = state_of(campaign), _saved(brought, by)
    step = replace(
        step,
        seats=tuple(
            replace(seat, version=_version(saved[seat.seat])) if seat.seat in saved else seat
            for seat in resumed_with(step, brought, state).seats
        ),
    )
    done = record(campaign, step, by=by, follows=follows, key=key)
    for deck in saved.values():
        follow_campaign(deck, state)
    return done


def resumed_with(
    step: steps.CampaignResumed, brought: Mapping[str, BroughtDeck], state: CampaignState
) -> steps.CampaignResumed:
    """Return the step with the content of the decks, under the campaign's taboo list."""

    def with_deck(seat: steps.ResumedSeat) -> steps.ResumedSeat:
        deck = brought[seat.seat].content
        return replace(seat, deck=replace(deck, taboo=taboo_for(state, deck.taboo)))

    return replace(
        step, seats=tuple(with_deck(seat) if seat.seat in brought else seat for seat in step.seats)
    )


def _saved(brought: Mapping[str, BroughtDeck], owner: User) -> dict[str, Deck]:
    """Return the decks as rows, by seat; those that were read are saved as the user's own."""
    read = {seat: each.read for seat, each in brought.items() if each.read is not None}
    saved = dict(zip(read, save_import(read.values(), owner=owner), strict=True)) if read else {}
    for seat, each in brought.items():
        if each.own is not None:
            check_not_upgrading(each.own)
            saved[seat] = each.own
    return saved


def _version(deck: Deck) -> str:
    assert deck.working is not None
    deck.working.deck = deck
    return deck.working.reference


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A deck as it would take a seat: its steps, what the rules have against them, and its verdict."""

    seat: str
    brought: BroughtDeck
    steps: tuple[steps.SeatJoins, steps.DeckChosen]
    against: tuple[Violation, ...]
    verdict: Verdict | None


def newcomers(
    campaign: Campaign,
    state: CampaignState,
    brought: Iterable[BroughtDeck],
    players: Sequence[str],
    elsewhere: frozenset[str] = frozenset(),
) -> list[Newcomer]:
    """Judge decks that join one after the other; a deck that is refused does not hold up the others."""
    found: list[Newcomer] = []
    taken = set(state.seats)
    for place, each in enumerate(brought):
        seat = next(id for n in range(1, 99) if (id := f"s{n}") not in taken)
        taken.add(seat)
        join = steps.SeatJoins(
            seat=seat,
            player=players[place] if place < len(players) else "",
            investigator=each.investigator,
            front=each.front,
            elsewhere=elsewhere,
        )
        chosen = steps.DeckChosen(seat=seat, deck=each.content)
        joined = judge_step(state, join, game())
        if joined.violations:
            found.append(Newcomer(seat, each, (join, chosen), joined.violations, None))
            continue
        after = post(state, joined.entries, state.number + 1)
        decided = deck_verdicts.as_the_rules_have_it(campaign, after, chosen, game())
        assert isinstance(decided, steps.DeckChosen)
        judged = judge_step(after, decided, game())
        after = post(after, judged.entries, after.number + 1)
        verdict = deck_verdicts.verdict(after, after.seats[seat], game(), deck_verdicts.means_of(campaign))
        found.append(Newcomer(seat, each, (join, decided), judged.violations, verdict))
        state = state if judged.violations else after
    return found


@transaction.atomic
def add_seats(
    campaign: Campaign,
    brought: Sequence[BroughtDeck],
    players: Sequence[str],
    *,
    by: User,
    elsewhere: frozenset[str] = frozenset(),
    follows: int | None = None,
    key: UUID | None = None,
    waives: frozenset[str] = frozenset(),
    note: str = "",
) -> list[Recorded]:
    """Add a seat with its deck for each of these decks, all or none. Refusals name the deck."""
    campaign = locked(campaign)
    if before := recorded_as(campaign, key):
        return [before]
    check_revision(campaign, follows)
    state = state_of(campaign)
    if not brought:
        raise BadStep(_("Paste a deck, upload a file, or choose one of your decks."))
    found = newcomers(campaign, state, brought, players, elsewhere)
    against = [
        each._replace(facts={**each.facts, "deck": newcomer.brought.name})
        for newcomer in found
        for each in newcomer.against
        if each.rule not in waives or not note.strip()
    ]
    if against:
        raise StepRefused(against)
    saved = _saved({newcomer.seat: newcomer.brought for newcomer in found}, by)
    wanted: list[steps.Step] = []
    for newcomer in found:
        join, chosen = newcomer.steps
        chosen = replace(chosen, version=_version(saved[newcomer.seat]))
        wanted += [replace(step, waives=waives, note=note) if waives else step for step in (join, chosen)]
    done = record_all(campaign, wanted, by=by, follows=follows, key=key)
    for deck in saved.values():
        follow_campaign(deck, state)
    return done
