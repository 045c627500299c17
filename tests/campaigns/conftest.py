"""Fixtures: a campaign with two members, legal decks of the 2026 core set, and a browser walk."""

from __future__ import annotations

from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.models import Campaign, Membership
from campaigns.selectors import state_of
from campaigns.services.creation import start_campaign
from decks.models import Deck
from decks.models.decks import Mode
from decks.models.versions import Why
from decks.services.creation import begin
from rules.campaign import steps
from rules.campaign.state import CampaignState
from tests.builders import a_deck

#: Investigators of the 2026 core set.
FIRST, SECOND = "12001", "12004"
#: Under the Ultimatum of Chaos, only the first seed draws In the Thick of It.
SEED_WITH_TRAUMA = "3e1cc84d-e8f8-416d-929a-7bf3a638194a"
QUIET_SEED = "00000000-0000-4000-8000-000000000001"


def make_deck(owner: User, investigator: str, cards: dict[str, int] | None = None, name: str = "") -> Deck:
    """Create a legal deck whose random weakness is still to be drawn."""
    content = a_deck(investigator, {**(cards or {}), "01000": 1, "12102": 0, "12104": 0}, mode="creation")
    deck = Deck(
        owner=owner, name=name or f"Deck of {investigator}", investigator=investigator, mode=Mode.CREATION
    )
    return begin(deck, content, why=Why.CREATED)


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    done = start_campaign(
        steps.StartCampaign(campaign="boa", difficulty="standard", title="Ashes"), owner=alice, name="Ashes"
    )
    Membership.objects.create(campaign=done.campaign, user=bob, role="player")
    return done.campaign


class Walk:
    """Does what players do on the pages, by posting forms."""

    def __init__(self, client: Client, campaign: Campaign) -> None:
        self.client = client
        self.campaign = campaign
        self.sent = 0

    @property
    def state(self) -> CampaignState:
        self.campaign.refresh_from_db()
        return state_of(self.campaign)

    def url(self, view: str, *args: Any) -> str:
        return reverse(f"campaign-{view}", args=[self.campaign.public_id, *args])

    def get(self, view: str, *args: Any, **query: Any) -> Any:
        return self.client.get(self.url(view, *args), query)

    def post(self, view: str, *args: Any, **fields: Any) -> Any:
        """Post a form as the page would: with the revision that it showed and its own key."""
        self.campaign.refresh_from_db()
        self.sent += 1
        # The key of a form is the same in every run.
        key = uuid5(NAMESPACE_URL, f"form {self.sent}")
        given = {"follows": self.campaign.revision, "key": str(key), **fields}
        return self.client.post(self.url(view, *args), given)

    def did(self, view: str, *args: Any, **fields: Any) -> Any:
        answer = self.post(view, *args, **fields)
        page = answer.content.decode()
        assert answer.status_code == 302, page[max(0, page.find('id="refusal"')) :][:1500]
        return answer

    def sit(self, deck: Deck) -> str:
        self.did("seat-new", player="Ada", deck=str(deck.public_id))
        seat = list(self.state.seats)[-1]
        while self.state.seats[seat].owed:
            self.did("seat", seat, do="draw")
        return seat

    def interlude(self, interlude: str, **fields: Any) -> Any:
        """Record an interlude in which everybody takes part."""
        return self.did("interlude", interlude=interlude, **{"part": list(self.state.active), **fields})

    def begin(self, scenario: str) -> None:
        self.did("next", do="advance", scenario=scenario)
        self.did("next", do="begin", lead=next(iter(self.state.active)))


@pytest.fixture
def walk(as_alice: Client, campaign: Campaign) -> Walk:
    return Walk(as_alice, campaign)
