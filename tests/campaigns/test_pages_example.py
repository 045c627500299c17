"""Tests of the example campaign, of which each visitor gets a copy."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from campaigns.example import FILE, WRITTEN
from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.recording import replayed
from rules.campaign import step_from_json
from rules.weaknesses import verify

pytestmark = pytest.mark.django_db


def test_home_leads_to_it_and_a_guest_gets_a_copy(client: Client) -> None:
    assert "/campaigns/example/" in client.get("/").content.decode()
    assert client.get("/campaigns/example/").status_code == 200
    assert not Campaign.objects.exists(), "looking makes nothing"
    answer = client.post("/campaigns/example/", follow=True)
    assert answer.status_code == 200
    campaign = Campaign.objects.get()
    page = answer.content.decode()
    assert "The university still stands." in page
    assert f"/campaigns/{campaign.public_id}/" in page


def test_what_its_players_wrote_is_in_the_language_of_the_page(client: Client) -> None:
    written = {text for text in strings(json.loads(FILE.read_text())["steps"]) if " " in text}
    assert {text for text in written if not text.startswith("an example, ")} == set(WRITTEN), "seeds stay"
    with translation.override("en"):
        page = client.post("/campaigns/example/", follow=True, headers={"accept-language": "de"})
    assert "Die Universität steht noch." in page.content.decode()
    assert not any(text in page.content.decode() for text in WRITTEN)


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


def test_it_is_a_legal_history_that_can_be_continued(client: Client) -> None:
    client.post("/campaigns/example/")
    campaign = Campaign.objects.get()
    state = state_of(campaign)
    assert state == replayed(campaign)
    daniela, joe = state.seats.values()
    # Three victory points and two of the resolution; two upgrades by two levels were bought.
    assert (daniela.earned, daniela.experience, daniela.physical) == (5, 1, 1)
    assert (joe.earned, joe.experience, joe.physical) == (5, 5, 0)
    draws = [step_from_json(row.payload) for row in campaign.steps.filter(kind="weakness-drawn")]
    assert len(draws) == 2
    assert all(verify(step.draw) for step in draws)
    answer = client.post(
        f"/campaigns/{campaign.public_id}/next/",
        {"do": "advance", "scenario": "smoke_and_mirrors", "follows": campaign.revision},
    )
    assert answer.status_code == 302, "every deck is legal"


def test_each_gets_a_copy_of_their_own(client: Client) -> None:
    client.post("/campaigns/example/")
    Client().post("/campaigns/example/")
    assert len(set(Campaign.objects.values_list("owner", flat=True))) == 2
