"""The built-in walks: requests for a deck and a campaign made for the purpose."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import create_guest
from bench.decks import FOLDER
from campaigns.example import FILE
from campaigns.models import Campaign
from campaigns.services.creation import import_campaign
from campaigns.services.purchases import begin_purchases
from decks import services

#: The example campaign up to the end of its first scenario, and up to the purchases.
PLAYING, BUYING = 10, 13
BUYER = "s1"
#: Input of the group after the scenario, with three things to record.
AFTER_SCENARIO = {
    "resolution": "R2",
    "how-s1": "damage",
    "how-s2": "resigned",
    "victory": "3",
    "bonus": "2",
    "note-section-0": "campaign_notes",
    "note-text-0": "The university still stands.",
    "token-cultist": "1",
}


@dataclass(frozen=True, slots=True)
class Route:
    """A request with a name; `prepare` creates what it needs and returns the request to follow."""

    name: str
    what: str
    prepare: Callable[[Client, User], Callable[[], Any]]


def click(browser: Client, user: User) -> Callable[[], Any]:
    deck = services.create_deck(owner=user, investigator="01001")
    address = reverse("deck-edit-slots", args=[deck.public_id])
    fields = {"set": "01020", "quantity": 2}
    return lambda: browser.post(address, fields, headers={"x-requested-with": "fetch"})


def editor(browser: Client, user: User) -> Callable[[], Any]:
    deck = services.create_deck(owner=user, investigator="01001")
    return lambda: browser.get(reverse("deck-edit", args=[deck.public_id]))


def price_dialog(browser: Client, user: User) -> Callable[[], Any]:
    deck = begin_purchases(example(user, BUYING), BUYER, by=user)
    return lambda: browser.get(reverse("deck-upgrade-options", args=[deck.public_id, "12027"]))


def after_scenario(browser: Client, user: User) -> Callable[[], Any]:
    campaign = example(user, PLAYING)
    return lambda: browser.post(reverse("campaign-after", args=[campaign.public_id]), AFTER_SCENARIO)


def purchases(browser: Client, user: User) -> Callable[[], Any]:
    campaign = example(user, BUYING)
    return lambda: browser.get(reverse("campaign-after", args=[campaign.public_id]))


def campaign_page(browser: Client, user: User) -> Callable[[], Any]:
    campaign = example(user, BUYING)
    return lambda: browser.get(reverse("campaign-detail", args=[campaign.public_id]))


def check(browser: Client, _user: User) -> Callable[[], Any]:
    deck = json.loads(sorted(FOLDER.glob("*.json"))[0].read_text())
    return lambda: browser.post("/api/v1/check", deck, content_type="application/json")


ROUTES = (
    Route("click", "a plus in the deck editor", click),
    Route("editor", "the page of the deck editor", editor),
    Route("price-dialog", "the prices of one card, between two scenarios", price_dialog),
    Route("after-scenario", "three things recorded after a scenario", after_scenario),
    Route("purchases", "the page of the purchases between two scenarios", purchases),
    Route("campaign", "the page of a campaign", campaign_page),
    Route("check", "a deck checked by the API", check),
)


def example(owner: User, steps: int) -> Campaign:
    """Return the example campaign with its first steps."""
    data = json.loads(FILE.read_text())
    return import_campaign({**data, "steps": data["steps"][:steps]}, owner=owner, imported=False)


def prepared(names: list[str]) -> Iterator[tuple[Route, Callable[[], HttpResponse]]]:
    """The requests of these names, or all, each sent once to fill the caches."""
    for route in ROUTES:
        if names and route.name not in names:
            continue
        for cold in (True, False):
            user = create_guest()
            browser = Client(headers={"host": "localhost"})
            browser.force_login(user)
            request = route.prepare(browser, user)
            if cold:
                answer = request()
                assert answer.status_code < 400, (route.name, answer.content[:500])
            else:
                yield route, request
