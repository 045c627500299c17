"""Purchases between two scenarios that are not recorded yet: the open version of a deck.

It is never lost. While cards may be bought, it is the working version of the deck. If undo or redo leads to a
time without purchases, it is set aside, and it comes back with its time. Purchases that are undone become an
open version again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, prefetch_related_objects
from django.utils.translation import gettext as _

from campaigns.adapters import DECK
from campaigns.campaign_rules import game
from campaigns.deck_hook import CampaignSeat, SeatingPlan
from campaigns.errors import Unfinished, UnfinishedPurchases
from campaigns.models import Campaign, Entry, Step
from campaigns.services.deck_versions import (
    held_entries,
    last_ended,
    latest_entries,
    make_version,
    rows_of,
    start_of,
)
from decks.adapters import outcome_of, rules_deck, version_fields
from decks.models import Deck, DeckVersion
from decks.models import Purchase as PurchaseRow
from decks.services.judging import judge_seated
from rules.campaign import CampaignState, Seat, step_from_json, steps, to_json
from rules.campaign.purchases import may_buy
from rules.campaign.slots import with_difference
from rules.cards import model
from rules.rulebook.editions import EDITIONS
from rules.upgrade.apply import carried_out, without_removed
from rules.upgrade.purchase import Departure, Purchase

#: The parts of a version that a purchase can change.
CARDS = ("slots", "second_deck", "customizations", "attachments")
#: What a version says about a purchase, apart from its place in the list.
SAME = ("way", "card", "replaces", "place", "price", "boxes", "removal_reason")


@dataclass(frozen=True, slots=True)
class Basket:
    """The purchases of a seat since the last scenario, open or recorded."""

    deck: Deck
    version: DeckVersion
    recorded: bool
    """Whether these purchases are already recorded in a step."""
    step: Step | None = None
    """The step that recorded purchases since the last scenario. Open ones will replace it."""

    @property
    def is_open(self) -> bool:
        return not self.recorded

    @property
    def purchases(self) -> list[PurchaseRow]:
        """The purchases in order, from the step or from the open version."""
        if self.recorded and self.step is not None:
            return rows_of(self.step)
        return sorted(self.version.purchases.all(), key=lambda row: row.position)

    @property
    def spent(self) -> int:
        return sum(row.price for row in self.purchases)

    @property
    def count(self) -> int:
        return len(self.purchases)

    @property
    def is_unfinished(self) -> bool:
        """Whether it is open and differs from what is recorded, so that it could be lost."""
        if self.recorded:
            return False
        if _signatures(self.purchases) != _signatures(rows_of(self.step) if self.step else ()):
            return True
        before = self.version.campaign_version
        return before is not None and any(
            getattr(self.version, part) != getattr(before, part) for part in CARDS
        )


def _signatures(rows: Iterable[PurchaseRow]) -> list[tuple[Any, ...]]:
    return [tuple(getattr(row, name) for name in SAME) for row in rows]


def bought_now(campaign: Campaign, state: CampaignState) -> dict[str, Step]:
    """Return the step with the purchases of each seat since the last scenario. One query."""
    return _bought(campaign, state, last_ended(state))


def _bought(campaign: Campaign, state: CampaignState, ended: int) -> dict[str, Step]:
    """Return the last purchases of each seat after the scenario that ended with this step."""
    later = [each.step for each in state.history if each.is_scenario and each.step > ended]
    rows = campaign.steps.filter(undone=False, kind=steps.CardsBought.kind, number__gt=ended)
    if later:
        rows = rows.filter(number__lt=min(later))
    return {row.payload["seat"]: row for row in rows.order_by("number")}


def baskets(
    campaign: Campaign, state: CampaignState, entries: Mapping[str, Entry] | None = None
) -> dict[str, Basket]:
    """Return the open or recorded purchases since the last scenario, for every seat with a player's deck."""
    found: dict[str, Basket] = {}
    bought = bought_now(campaign, state)
    entries = latest_entries(campaign) if entries is None else entries
    for seat, entry in entries.items():
        version = entry.deck_version
        if version is None or seat not in state.seats:
            continue
        working = version.deck.working
        if working is not None and is_unrecorded(working, version):
            working.campaign_version = version
            found[seat] = Basket(version.deck, working, recorded=False, step=bought.get(seat))
        elif seat in bought:
            found[seat] = Basket(version.deck, version, recorded=True, step=bought[seat])
    prefetch_related_objects([each.version for each in found.values() if each.is_open], "purchases")
    return found


def unfinished(
    campaign: Campaign, state: CampaignState, entries: Mapping[str, Entry] | None = None
) -> dict[str, Basket]:
    """Return the purchases that are not finished, by seat. Without an open version it costs one query."""
    entries = latest_entries(campaign) if entries is None else entries
    some = {
        seat: entry
        for seat, entry in entries.items()
        if entry.deck_version is not None
        and entry.deck_version.deck.working is not None
        and is_unrecorded(entry.deck_version.deck.working, entry.deck_version)
    }
    if not some:
        return {}
    found = baskets(campaign, state, some)
    return {seat: basket for seat, basket in found.items() if basket.is_unfinished}


def check_finished(
    campaign: Campaign, before: CampaignState, after: CampaignState, recorded: Iterable[Step]
) -> None:
    """Refuse steps after which open purchases could not be finished any more. Advance asks for them too."""
    closed = [
        seat
        for seat in before.seats.values()
        if may_buy(before, seat) and not (seat.id in after.seats and may_buy(after, after.seats[seat.id]))
    ]
    if not closed and not any(row.kind == steps.Advance.kind for row in recorded):
        return
    found = unfinished(campaign, before)
    if found:
        raise UnfinishedPurchases(
            [Unfinished(id, before.seats[id].title, basket.count) for id, basket in found.items()],
            EDITIONS[before.edition],
        )


def is_unrecorded(working: DeckVersion, recorded: DeckVersion) -> bool:
    """Return whether this version was opened for the campaign and is not recorded yet."""
    return working.pk != recorded.pk and working.campaign_version_id == recorded.pk


def open_version(
    recorded: DeckVersion, seat: Seat, rows: Sequence[PurchaseRow], content: model.Deck, ended: int
) -> DeckVersion:
    """Make the next version of a seat's deck, with purchases that were made for it before."""
    before = version_with(recorded, seat.baseline or content, ended)
    return _made(
        recorded,
        rows,
        content,
        previous=before,
        experience_earned=seat.to_spend - before.experience_left,
        experience_available=seat.to_spend,
        outcome=to_json(seat.outcome),
        upgrade_after=ended,
    )


def _made(
    recorded: DeckVersion, rows: Sequence[PurchaseRow], content: model.Deck, **more: Any
) -> DeckVersion:
    version = make_version(
        recorded, content, "", cost=sum(row.price for row in rows), campaign_version=recorded, **more
    )
    for row in rows:
        row.version = version
    PurchaseRow.objects.bulk_create(rows)
    return version


def version_with(recorded: DeckVersion, content: model.Deck, ended: int) -> DeckVersion:
    """Return the version with the deck at the start of the purchases, which is created if needed."""
    for version in recorded.deck.versions.filter(number__lte=recorded.number).order_by("-number"):
        held = rules_deck(recorded.deck, version)
        if (held.slots, held.second_deck, held.customizations) == (
            content.slots,
            content.second_deck,
            content.customizations,
        ):
            return version
    return make_version(start_of(recorded, ended), content, _("before purchases"))


def put_to_work(campaign: Campaign, state: CampaignState, *, search: bool) -> None:
    """Set every deck of the party to its version in the current state, with its open purchases if it has any.

    With `search`, purchases that were set aside are looked up too: they may belong to this state.
    """
    entries = held_entries(campaign)
    aside = set_aside(campaign, entries.values()) if search else {}
    changed: list[Deck] = []
    plan = SeatingPlan(campaign)
    for seat_id, entry in entries.items():
        version = entry.deck_version
        assert version is not None
        deck, working, seat = version.deck, version.deck.working, state.seats.get(seat_id)
        if version.is_open:
            _save(version, is_open=False)
        basket = working if _is_basket(working, version) else aside.get(deck.pk)
        after = version
        if basket is not None and seat is not None:
            after = _placed(campaign, state, seat, version, basket, again=search)
        if deck.working_id != after.pk:
            deck.working = after
            deck.save(update_fields=["working", "changed"])
        deck.seat = CampaignSeat(plan, seat_id, deck)
        changed.append(deck)
    judge_seated(changed)


def _is_basket(working: DeckVersion | None, recorded: DeckVersion) -> bool:
    """Return whether this version was opened for a campaign, and no step has ever recorded it."""
    if working is None or working.pk == recorded.pk or working.campaign_version_id is None:
        return False
    return working.is_open or not Entry.objects.filter(deck_version=working).exists()


def set_aside(campaign: Campaign, entries: Iterable[Entry]) -> dict[int, DeckVersion]:
    """Return the latest purchases of each deck that no step has recorded, by the deck's primary key."""
    decks = [entry.deck_version.deck_id for entry in entries if entry.deck_version is not None]
    recorded_here = Entry.objects.filter(step__campaign=campaign).exclude(deck_version=None)
    found = DeckVersion.objects.filter(
        ~Exists(Entry.objects.filter(deck_version=OuterRef("pk"))),
        deck__in=decks,
        campaign_version__in=recorded_here.values("deck_version"),
    )
    found = found.select_related("deck", "previous", "campaign_version").order_by("number")
    return {version.deck_id: version for version in found}


def _placed(
    campaign: Campaign,
    state: CampaignState,
    seat: Seat,
    recorded: DeckVersion,
    basket: DeckVersion,
    *,
    again: bool,
) -> DeckVersion:
    """Return the version that the deck works with: the open purchases if now is their time.

    Open purchases that undo or redo (`again`) made the same as the recorded ones are not needed any more.
    """
    ended, time = last_ended(state), basket.upgrade_after
    times = {each.step for each in state.history if each.is_scenario} | {0}
    # A scenario that was undone and ended again ends with a later step.
    again_ended = time is None or (time < ended and time not in times)
    is_now = may_buy(state, seat) and (time == ended or again_ended)
    if is_now:
        _move_along(state, seat, recorded, basket)
        if not again:
            return basket
    step = _bought(campaign, state, ended if is_now or time is None else time).get(seat.id)
    held = Basket(recorded.deck, basket, recorded=False, step=step)
    if is_now and (held.is_unfinished or step is None):
        return basket
    if not held.is_unfinished or (step and _signatures(held.purchases) == _signatures(rows_of(step))):
        put_back(basket, recorded)
    elif basket.is_open:
        _save(basket, is_open=False)
    return recorded


def _move_along(state: CampaignState, seat: Seat, recorded: DeckVersion, basket: DeckVersion) -> None:
    """Bring open purchases up to date with what the campaign did meanwhile to cards and experience."""
    assert seat.baseline is not None
    assert basket.previous is not None
    deck, cards = recorded.deck, game().catalogue
    old = rules_deck(deck, basket.previous)
    change = (
        without_removed(cards, old, outcome_of(basket)),
        without_removed(cards, seat.baseline, seat.outcome),
    )
    values: dict[str, Any] = {
        "campaign_version_id": recorded.pk,
        "upgrade_after": last_ended(state),
        "outcome": to_json(seat.outcome),
        "experience_available": seat.to_spend,
        "is_open": True,
    }
    if change[0] != change[1]:
        moved = with_difference(rules_deck(deck, basket), *change)
        values |= version_fields(moved, basket.annotations)
    if (old.slots, old.second_deck) != (seat.baseline.slots, seat.baseline.second_deck):
        start = with_difference(old, old, seat.baseline)
        values["previous_id"] = version_with(recorded, start, last_ended(state)).pk
    if any(getattr(basket, name) != value for name, value in values.items()):
        _save(basket, **values, revision=basket.revision + 1)
    earned = seat.to_spend - (basket.previous.experience_left if basket.previous else 0)
    if basket.experience_earned != earned:
        _save(basket, experience_earned=earned)


def _save(version: DeckVersion, **values: Any) -> None:
    for name, value in values.items():
        setattr(version, name, value)
    version.save(update_fields=[*(name.removesuffix("_id") for name in values), "changed"])


def put_back(basket: DeckVersion, recorded: DeckVersion) -> None:
    """Delete open purchases. The player's own wish list and remarks stay with the deck."""
    own = ("wish_list", "annotations")
    if any(getattr(basket, name) != getattr(recorded, name) for name in own):
        _save(recorded, **{name: getattr(basket, name) for name in own})
    basket.delete()


def keep_undone(campaign: Campaign, state: CampaignState, undone: Iterable[Step]) -> None:
    """Open purchases again that were just undone, or set them aside until their time comes again.

    Of several, those count that were made first after the state that is now the current one. Purchases that
    are still open go before them.
    """
    bought: dict[str, Step] = {}
    for row in sorted(undone, key=lambda each: each.number):
        if row.kind == steps.CardsBought.kind:
            bought[row.payload["seat"]] = row
        elif row.kind == steps.BeginScenario.kind and bought:
            break
    if not bought:
        return
    entries = held_entries(campaign)
    aside = set_aside(campaign, entries.values())
    for seat_id, step in bought.items():
        entry, seat = entries.get(seat_id), state.seats.get(seat_id)
        recorded = entry.deck_version if entry is not None else None
        if recorded is not None and seat is not None and recorded.deck_id not in aside:
            _open_again(state, seat, recorded, step)


def _open_again(state: CampaignState, seat: Seat, recorded: DeckVersion, step: Step) -> None:
    rows = rows_of(step)
    if may_buy(state, seat) and seat.baseline is not None:
        cards = game().catalogue
        content = without_removed(cards, seat.baseline, seat.outcome)
        bought = step_from_json(step.payload)
        assert isinstance(bought, steps.CardsBought)
        exchanges: list[Purchase | Departure] = [*bought.purchases, *bought.departures]
        for each in exchanges:
            content = carried_out(cards, content, each)
        open_version(recorded, seat, rows, content, last_ended(state))
        return
    entry = Entry.objects.filter(step=step, kind=DECK, seat=seat.id).select_related("deck_version").last()
    before = entry.deck_version if entry is not None else None
    if before is None or before.deck_id != recorded.deck_id or before.campaign_version_id is None:
        return  # The purchases were not made in the editor: only redo brings them back.
    _made(
        recorded,
        rows,
        rules_deck(recorded.deck, before),
        previous=before.previous,
        experience_earned=before.experience_earned,
        experience_available=before.experience_available,
        outcome=before.outcome,
        upgrade_after=before.upgrade_after,
    )
