"""A fan campaign that is described in a file, played by HTTP from the import of the file to the end.

`Reckoning` adds up by itself what the players do, from the numbers in the file and those they enter. It uses
none of the site's rules. After every step it must agree with the state, the ledger and the pages.
"""

from __future__ import annotations

import csv
from collections import Counter
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from campaigns.models import Campaign
from campaigns.services.purchases import deck_row
from decks.services.upgrading import buy
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.rules.campaign.party import count_of

pytestmark = pytest.mark.django_db

#: Bodyguard at level 0, and at level 2.
LOW, HIGH, PRICE = "12016", "12027", 2

TOWER: dict[str, Any] = {
    "id": "the-tower",
    "title": "The Tower by the Sea",
    "kind": "campaign",
    "position": 1,
    "order": ["gate", "parley", "stairs", "dawn"],
    "bags": {
        "standard": {"0": 2, "-1": 3, "-2": 1, "skull": 2, "tablet": 1, "auto_fail": 1, "elder_sign": 1},
        "hard": {"-1": 3, "-3": 2, "skull": 3, "auto_fail": 1, "elder_sign": 1},
    },
    "log": [
        {"id": "campaign_notes", "title": "Campaign Notes", "kind": "entries", "entries": ["rang_the_bell"]},
        {"id": "hours", "title": "Hours", "kind": "count"},
        {
            "id": "witnesses",
            "title": "Witnesses",
            "kind": "checklist",
            "checklist": [{"id": "keeper", "title": "The Keeper"}, {"id": "diver", "title": "The Diver"}],
        },
    ],
    "scenarios": [
        {
            "id": "gate",
            "title": "The Gate",
            "kind": "scenario",
            "resolutions": ["no_resolution", "R1", "R2"],
            "reference_card": "tower-01",
            "may": {"bonus": [2], "tokens": [["cultist"]]},
            "prices": [
                {"id": "physician", "experience": 2, "heals": 1},
                {"id": "candles", "experience": 1, "by_group": True, "tokens": {"skull": -1}},
            ],
        },
        {"id": "parley", "title": "A Parley", "kind": "interlude", "may": {"bonus": [1]}},
        {"id": "stairs", "title": "A Thousand Stairs", "kind": "scenario", "resolutions": ["R1", "R2"]},
        {"id": "dawn", "title": "Dawn", "kind": "epilogue"},
    ],
    "tokens": [
        {
            "reference_card": "tower-01",
            "easy_standard": {"skull": {"modifier": -2}, "tablet": {"modifier": -4}},
            "hard_expert": {"skull": {"modifier": -4}, "tablet": {"auto_fail": True}},
        }
    ],
}
SCENARIOS = {row["id"]: row for row in TOWER["scenarios"]}
PRICES = {row["id"]: row for row in SCENARIOS["gate"]["prices"]}


class Reckoning:
    """What the players' paper would show."""

    def __init__(self, experience: dict[str, int]) -> None:
        self.experience = Counter(experience)
        self.trauma: dict[str, list[int]] = {seat: [0, 0] for seat in experience}
        self.bag = Counter(TOWER["bags"]["standard"])

    def earn(self, amount: int) -> None:
        for seat in self.experience:
            self.experience[seat] += amount

    def check(self, walk: Walk) -> None:
        state = walk.client.get(f"/api/v1/campaigns/{walk.campaign.public_id}/").json()["state"]
        for seat, experience in self.experience.items():
            found = state["seats"][seat]
            assert found.get("experience", 0) == experience, seat
            assert [found.get("physical", 0), found.get("mental", 0)] == self.trauma[seat], seat
        assert state["bag"]["tokens"] == dict(self.bag)
        self.check_ledger(walk)

    def check_ledger(self, walk: Walk) -> None:
        """The rows of the ledger add up to the same, seat by seat."""
        text = walk.get("ledger-csv", kind="experience").content.decode("utf-8-sig")
        sums: Counter[str] = Counter()
        for row in csv.DictReader(text.splitlines()):
            columns = {name.lower(): value for name, value in row.items()}
            sums[columns["seat"]] += int(columns["amount"].replace("−", "-") or 0)
        assert {seat: sums[seat] for seat in self.experience} == dict(self.experience)


@pytest.fixture
def walk(as_alice: Client, alice: User) -> Walk:
    """The file is imported by API, and a campaign started from its page."""
    made = as_alice.post("/api/v1/campaign-files/", {"file": TOWER}, content_type="application/json")
    assert made.status_code == 201, made.content
    answer = as_alice.post(
        f"/campaigns/new/{made.json()['campaign']}/", {"difficulty": "standard", "name": "By the sea"}
    )
    assert answer.status_code == 302
    return Walk(as_alice, Campaign.objects.get(owner=alice))


def step(walk: Walk, kind: str, **fields: Any) -> None:
    url = f"/api/v1/campaigns/{walk.campaign.public_id}/steps/"
    answer = walk.client.post(url, {"step": {"kind": kind, **fields}}, content_type="application/json")
    assert answer.status_code == 201, answer.content


def upcoming(walk: Walk) -> list[str]:
    answer = walk.client.get(f"/api/v1/campaigns/{walk.campaign.public_id}/next/").json()
    assert answer["open"] is False
    return [row["scenario"] for row in answer["scenarios"]]


def test_it_is_played_from_the_file_to_the_end(walk: Walk, alice: User) -> None:
    one = walk.sit(make_deck(alice, FIRST, {LOW: 2}))
    two = walk.sit(make_deck(alice, SECOND))
    # Some weaknesses give experience when they are drawn, so the reckoning begins with that.
    paper = Reckoning({seat: walk.state.seats[seat].experience for seat in (one, two)})
    paper.check(walk)
    the_gate(walk, paper, two)
    prices_and_purchases(walk, paper, one, two)
    parley(walk, paper)
    side_story(walk, paper)
    the_stairs(walk, paper, one)
    the_end(walk, paper)


def the_gate(walk: Walk, paper: Reckoning, two: str) -> None:
    assert upcoming(walk) == ["gate"]
    walk.begin("gate")
    bag = walk.client.get(f"/api/v1/campaigns/{walk.campaign.public_id}/bag/").json()
    assert {row["token"]: row["value"].get("modifier") for row in bag["tokens"]}["skull"] == -2
    walk.did(
        "after",
        **{"resolution": "R1", "victory": "4", "bonus": "2", f"how-{two}": "damage", "token-cultist": "1"},
        **{"note-text-0": "Rang the bell.", "count|hours||": "3"},
    )
    paper.earn(4 + SCENARIOS["gate"]["may"]["bonus"][0])
    paper.trauma[two][0] += 1
    paper.bag["cultist"] += 1
    paper.check(walk)
    page = walk.get("log").content.decode()
    for text in ("Rang the bell.", "Hours", "Witnesses", "The Keeper"):
        assert text in page
    assert count_of(walk.state, "hours") == 3


def prices_and_purchases(walk: Walk, paper: Reckoning, one: str, two: str) -> None:
    healing, candles = PRICES["physician"], PRICES["candles"]
    step(walk, "price-paid", price="physician", shares={two: healing["experience"]}, heals="physical")
    paper.experience[two] -= healing["experience"]
    paper.trauma[two][0] -= healing["heals"]
    paper.check(walk)
    # The group pays for each of its two investigators together.
    step(walk, "price-paid", price="candles", shares={one: candles["experience"] * 2})
    paper.experience[one] -= candles["experience"] * 2
    paper.bag["skull"] += candles["tokens"]["skull"]
    paper.check(walk)
    walk.did("purchases", one, do="open")
    buy(deck_row(walk.campaign, one), code=HIGH, replaces=LOW)
    walk.did("purchases", one, do="record")
    paper.experience[one] -= PRICE
    paper.check(walk)


def parley(walk: Walk, paper: Reckoning) -> None:
    assert upcoming(walk) == ["parley"]
    step(walk, "interlude-played", interlude="parley")
    amount = SCENARIOS["parley"]["may"]["bonus"][0]
    step(walk, "experience-adjusted", amounts=dict.fromkeys(paper.experience, amount), cause="A Parley")
    paper.earn(amount)
    paper.check(walk)
    assert upcoming(walk) == ["stairs"]


def side_story(walk: Walk, paper: Reckoning) -> None:
    """A side story costs experience in a fan campaign as in any other, and the story goes on after it."""
    walk.begin("curse_of_the_rougarou")
    paper.earn(-1)
    paper.check(walk)
    walk.did("after", resolution="R1", victory="2")
    paper.earn(2)
    paper.check(walk)
    assert upcoming(walk) == ["stairs"]


def the_stairs(walk: Walk, paper: Reckoning, one: str) -> None:
    walk.begin("stairs")
    refused = walk.post("after", resolution="R9", victory="3")
    assert refused.status_code == 409, "the file has no such resolution"
    walk.did("after", resolution="R2", victory="3", **{f"how-{one}": "horror"})
    paper.earn(3)
    paper.trauma[one][1] += 1
    paper.check(walk)
    # Undone, it is as before; done again, it is the same.
    walk.did("undo")
    before = Reckoning({seat: n - 3 for seat, n in paper.experience.items()})
    before.bag, before.trauma = paper.bag, {**paper.trauma, one: [0, 0]}
    before.check(walk)
    walk.did("redo")
    paper.check(walk)


def the_end(walk: Walk, paper: Reckoning) -> None:
    assert upcoming(walk) == ["dawn"]
    step(walk, "interlude-played", interlude="dawn")
    assert upcoming(walk) == []
    walk.did("end", result="won")
    paper.check(walk)
    page = walk.get("log-print").content.decode()
    for title in ("The Gate", "A Parley", "Curse of the Rougarou", "A Thousand Stairs", "Dawn"):
        assert title in page
    assert [each.scenario for each in walk.state.history] == [
        *("gate", "parley", "curse_of_the_rougarou", "stairs", "dawn")
    ]
    # The same on another site: the export brings the file along.
    export = walk.get("export").json()
    assert export["campaign_file"] == TOWER
    answer = walk.client.post("/api/v1/campaigns/import/", export, content_type="application/json")
    assert answer.status_code == 201
    copy = Walk(walk.client, Campaign.objects.get(public_id=answer.json()["id"]))
    paper.check(copy)
