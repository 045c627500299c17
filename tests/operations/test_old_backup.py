"""A backup of an earlier schema is restored with all accounts, collections, decks and campaigns."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.recording import replayed
from cards.collections.selectors import packs_owned
from cards.models import Collection
from decks.models import Deck

FOLDER = Path(__file__).parent.parent / "fixtures" / "backups"
FORMATS = ["casebook-backup-1"]


def account_summary(user: User) -> dict[str, Any]:
    return {
        "email": user.email,
        "guest": user.is_guest,
        "collections": {row.name: packs_owned(row) for row in Collection.objects.filter(owner=user)},
        "decks": {
            f"{row.name} · {row.public_id}": deck_summary(row) for row in Deck.objects.filter(owner=user)
        },
        "campaigns": {row.name: campaign_summary(row) for row in Campaign.objects.filter(owner=user)},
    }


def deck_summary(deck: Deck) -> dict[str, Any]:
    versions = deck.versions.order_by("number")
    assert deck.working is not None
    return {
        "investigator": deck.investigator,
        "deleted": deck.deleted_at is not None,
        "folder": deck.folder,
        "tags": sorted(tag.name for tag in deck.tags.all()),
        "notes": deck.notes,
        "legal": deck.is_legal,
        "working": deck.working.number,
        "versions": [
            [
                version.slots,
                version.annotations,
                version.experience_available,
                version.cost,
                [[row.card, row.price] for row in version.purchases.order_by("position")],
            ]
            for version in versions
        ],
    }


def campaign_summary(campaign: Campaign) -> dict[str, Any]:
    state = state_of(campaign)
    return {
        "members": sorted([row.user.username, row.role] for row in campaign.members.select_related("user")),
        "steps": campaign.steps.count(),
        "undone": campaign.steps.filter(undone=True).count(),
        "phase": state.phase,
        "seats": {
            seat.title: {
                "experience": seat.to_spend,
                "trauma": [seat.physical, seat.mental],
                "cards": dict(seat.deck.slots) if seat.deck else None,
            }
            for seat in state.seats.values()
        },
        "bag": dict(state.bag.tokens),
        "history": [[each.scenario, each.resolution] for each in state.history],
        "log": len(state.notes),
        "collection": campaign.collection.name if campaign.collection else None,
    }


def summary() -> dict[str, Any]:
    """Everything that players would miss, in words that outlive the tables."""
    accounts = sorted(User.objects.all(), key=lambda user: (user.is_guest, user.pk))
    return {user.username if not user.is_guest else "a guest": account_summary(user) for user in accounts}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", FORMATS)
def test_everything_comes_back(name):
    call_command("restore", FOLDER / f"{name}.jsonl.gz", yes=True, verbosity=0)
    assert summary() == json.loads((FOLDER / f"{name}.json").read_text())
    for campaign in Campaign.objects.all():
        assert state_of(campaign) == replayed(campaign), "the state is what the history adds up to"
