"""Epic events: their groups, shared counters and result."""

from __future__ import annotations

import secrets
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.members import NotAllowed
from accounts.models import User
from campaigns.epic import may_count, scenario_choices
from campaigns.errors import BadStep
from campaigns.models import Campaign, EpicCounter, EpicEvent, EpicGroup, EpicPress
from campaigns.models.epic import LABEL_LENGTH
from campaigns.selectors import state_of
from campaigns.services import drafts
from campaigns.services.creation import start_campaign
from campaigns.services.members import role_of
from campaigns.text import names
from rules.campaign import steps
from rules.campaign.state import LOSS, WON
from rules.deck.circumstances import STANDALONE

#: Events of one user, groups and counters of one event, and presses of a counter that are kept.
MOST_EVENTS, MOST_GROUPS, MOST_COUNTERS, MOST_PRESSES = 50, 20, 12, 500
#: The largest value of a counter, and the largest change at once.
LARGEST_VALUE, LARGEST_PRESS = 9_999, 999


def locked(event: EpicEvent) -> EpicEvent:
    """Return the event with its row locked until the transaction ends."""
    return EpicEvent.objects.select_for_update(no_key=True).get(pk=event.pk)


@transaction.atomic
def create_event(
    *, owner: User, name: str, facts: str, scenario: str, difficulty: str, key: IdempotencyKey = NO_KEY
) -> EpicEvent:
    """Create an event for a scenario that can be played by itself, with the counters of its facts."""
    if earlier := key.claim(owner, EpicEvent):
        return earlier[0]
    known = names.scenario_facts(facts, scenario)
    choices = {value for _title, rows in scenario_choices() for value, _name in rows}
    if f"{facts}/{scenario}" not in choices or difficulty not in known["standalone"]:
        raise BadStep(_("Choose a scenario that can be played by itself, and one of its difficulties."))
    if owner.epic_events.count() >= MOST_EVENTS:
        raise BadStep(_("You have %(most)d events. Delete one that is over.") % {"most": MOST_EVENTS})
    event = EpicEvent.objects.create(
        owner=owner,
        name=name.strip()[:120] or names.scenario_name(facts, scenario),
        facts=facts,
        scenario=scenario,
        difficulty=difficulty,
        token=secrets.token_urlsafe(32),
    )
    EpicCounter.objects.bulk_create(
        EpicCounter(event=event, name=names.in_language(row)[:LABEL_LENGTH], fact=row["id"])
        for row in known.get("epic", {}).get("counters", ())
    )
    key.save_result(event)
    return event


@transaction.atomic
def add_group(
    event: EpicEvent,
    *,
    by: User,
    name: str,
    campaign: Campaign | None = None,
    key: IdempotencyKey = NO_KEY,
) -> EpicGroup:
    """Add a group with a new standalone record, or with a campaign of the user."""
    if earlier := key.claim(by, Campaign):
        return EpicGroup.objects.get(campaign=earlier[0])
    event = locked(event)
    name = _label(name)
    if event.groups.filter(name__iexact=name).exists():
        raise BadStep(_("There is already a group with this name. Choose another name."))
    if event.groups.count() >= MOST_GROUPS:
        raise BadStep(_("This event has %(most)d groups, which is the limit.") % {"most": MOST_GROUPS})
    if campaign is None:
        start = steps.StartCampaign(
            campaign=event.facts,
            mode=STANDALONE,
            scenario=event.scenario,
            difficulty=event.difficulty,
            title=f"{event.name}: {name}"[:120],
        )
        campaign = start_campaign(start, owner=by, name=start.title).campaign
    elif role_of(campaign, by) != "owner":
        raise NotAllowed(_("Only the owner of the campaign can do this."))
    elif EpicGroup.objects.filter(campaign=campaign).exists():
        raise BadStep(_("This campaign already takes part in an event."))
    group = EpicGroup.objects.create(event=event, name=name, campaign=campaign)
    key.save_result(campaign)
    _touch(event)
    return group


@transaction.atomic
def remove_group(event: EpicEvent, group: EpicGroup) -> None:
    """Remove a group from the event. Its record stays with its owner."""
    event = locked(event)
    group.delete()
    _touch(event)


@transaction.atomic
def add_counter(event: EpicEvent, *, name: str, value: int = 0) -> EpicCounter:
    event = locked(event)
    name = _label(name)
    if event.counters.filter(name__iexact=name).exists():
        raise BadStep(_("There is already a counter with this name. Choose another name."))
    if event.counters.count() >= MOST_COUNTERS:
        raise BadStep(_("This event has %(most)d counters, which is the limit.") % {"most": MOST_COUNTERS})
    counter = EpicCounter.objects.create(event=event, name=name, value=value)
    _touch(event)
    return counter


@transaction.atomic
def remove_counter(event: EpicEvent, counter: EpicCounter) -> None:
    event = locked(event)
    counter.delete()
    _touch(event)


def check_may_count(event: EpicEvent, user: User) -> None:
    if not may_count(event, user):
        raise NotAllowed(_("Only the players of this event can change its counters."))


@transaction.atomic
def press(event: EpicEvent, counter: EpicCounter, *, amount: int, by: User, key: UUID) -> EpicCounter:
    """Change a counter by an amount. Presses at the same moment take turns; the same key counts once."""
    check_may_count(event, by)
    event = locked(event)
    held = event.counters.get(pk=counter.pk)
    if held.presses.filter(key=key).exists():
        return held
    value = held.value + amount
    if not amount or not 0 <= value <= LARGEST_VALUE:
        facts = {"name": held.name, "value": held.value, "amount": amount, "most": LARGEST_VALUE}
        raise BadStep(
            _("%(name)s is %(value)d; %(amount)+d is not possible. It goes from 0 to %(most)d.") % facts
        )
    held.value = value
    held.save(update_fields=["value"])
    EpicPress.objects.create(counter=held, key=key, amount=amount, value=value, by=by)
    older = held.presses.order_by("-pk").values_list("pk", flat=True)[MOST_PRESSES:]
    EpicPress.objects.filter(pk__in=list(older)).delete()
    _touch(event)
    return held


@transaction.atomic
def record_result(event: EpicEvent, *, by: User, result: str, resolution: str, victory: int | None) -> int:
    """Record the common result, and enter it on the page of each group that is playing.

    What a group has entered itself is not overwritten. Return how many groups find the result entered;
    each records the fates of its own investigators.
    """
    event = locked(event)
    if result not in ("", WON, LOSS):
        raise BadStep(_("Choose whether the event was won or lost."))
    known = names.scenario_facts(event.facts, event.scenario).get("resolutions", ())
    if resolution and resolution not in known:
        raise BadStep(_("Choose a resolution of this scenario."))
    event.result, event.resolution, event.victory = result, resolution, victory
    event.save(update_fields=["result", "resolution", "victory"])
    _touch(event)
    answers = {"resolution": [resolution]} if resolution else {}
    if victory is not None:
        answers["victory"] = [str(victory)]
    entered = 0
    for group in event.groups.filter(campaign__deleted_at=None).select_related("campaign"):
        state = state_of(group.campaign)
        # Only a group that plays the scenario alone is asked whether it won.
        given = {**answers, "won": [result]} if result and state.mode == STANDALONE else answers
        if not given or state.playing is None or state.playing.scenario != event.scenario:
            continue
        _draft, found = drafts.save(group.campaign, state, drafts.Form(given, seen=0, base={}), by=by)
        entered += not found.contested
    return entered


def delete_event(event: EpicEvent) -> None:
    """Delete the event. The records of its groups stay with their owners."""
    event.delete()


def move_events(giver: User, taker: User) -> None:
    """Move the events of one user to another, for example when a guest signs in."""
    EpicEvent.objects.filter(owner=giver).update(owner=taker)


def _label(name: str) -> str:
    name = name.strip()[:LABEL_LENGTH]
    if not name:
        raise BadStep(_("Enter a name."))
    return name


def _touch(event: EpicEvent) -> None:
    event.revision += 1
    event.save(update_fields=["revision", "changed"])
