"""The list of campaigns shows where each stands, and leaves the rest of its state in the database."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns import outlines, selectors
from campaigns.models import Campaign
from campaigns.services.creation import branch, start_campaign
from campaigns.services.recording import record, state_of, undo
from campaigns.views import creation
from rules.campaign import steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(campaign: Campaign, alice: User) -> Campaign:
    record(campaign, steps.SeatJoins(seat="s1", player="Ada", investigator="12001"), by=alice)
    record(campaign, steps.LogWritten(changes=(steps.LogChange(do="record", text="A secret."),)), by=alice)
    return Campaign.objects.get(pk=campaign.pk)


def test_an_outline_is_stored_beside_the_state(played: Campaign, alice: User) -> None:
    [row] = selectors.with_outlines(selectors.campaigns_visible_to(alice))
    assert selectors.outline_of(row) == outlines.outline(state_of(played), played.revision)
    assert selectors.outline_of(row).party == ("Daniela Reyes",)
    assert "state" in row.get_deferred_fields(), "it was not read"


def test_an_outline_follows_undo_and_branches(played: Campaign, alice: User) -> None:
    undo(played, down_to=2)
    played.refresh_from_db()
    assert outlines.read(played.outline, played.revision) is not None
    assert selectors.outline_of(played).party == ()
    made = branch(played, owner=alice, until=1)
    assert outlines.read(made.outline, made.revision) is not None


@pytest.mark.parametrize("stored", [{}, {"revision": 1}, {"of": "another version"}])
def test_an_outdated_outline_is_not_used(played: Campaign, alice: User, stored: dict[str, object]) -> None:
    Campaign.objects.update(outline=stored)
    [row] = selectors.with_outlines(selectors.campaigns_visible_to(alice))
    assert selectors.outline_of(row) == outlines.outline(state_of(played), played.revision)


def test_the_list_has_pages(
    as_alice: Client, alice: User, played: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(creation, "PER_PAGE", 2)
    for number in range(2):
        start = steps.StartCampaign(campaign="boa", difficulty="standard", title=f"Number {number}")
        start_campaign(start, owner=alice)
    first, second = (as_alice.get(reverse("campaign-list"), {"page": n}).content.decode() for n in (1, 2))
    assert ("Number 1" in first, "Number 0" in first, "Ashes" in first) == (True, True, False)
    assert ("Ashes" in second, "Daniela Reyes" in second, "Number 1" in second) == (True, True, False)
    assert "?page=2" in first


def test_the_first_page_and_the_search_do_without_states(
    as_alice: Client, played: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    Campaign.objects.update(state={"phase": "between", "seats": {}, "notes": "not a list"})
    for address in ("/", "/search/?q=Ashes", reverse("campaign-list"), reverse("api-campaigns")):
        answer = as_alice.get(address)
        assert (answer.status_code, "Ashes" in answer.content.decode()) == (200, True)
