"""Tests of the account of experience: every plus and minus with its cause, and sums reckoned by hand."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from django.urls import reverse

from accounts.models import User
from campaigns.insight.experience import accounts, experience_lines
from campaigns.services.creation import branch
from campaigns.services.purchases import begin_purchases, record_purchases
from campaigns.services.recording import record, undo
from decks.services.upgrading import buy
from rules.campaign import steps
from rules.campaign.state import Fate
from tests.campaigns.conftest import FIRST, Walk, make_deck
from tests.campaigns.test_pages_scenario_form import text

pytestmark = pytest.mark.django_db

#: Bodyguard at level 0 and 2, Charon’s Obol, Offer You Cannot Refuse.
LOW, HIGH, OBOL, OFFER = "12016", "12027", "03308", "53013"


def play(walk: Walk, by: User, scenario: str, fate: Fate, **counted: int) -> None:
    record(walk.campaign, steps.Advance(scenario=scenario, verdicts={"s1": ()}), by=by)
    record(walk.campaign, steps.BeginScenario(scenario=scenario, lead="s1"), by=by)
    record(walk.campaign, steps.EndScenario(resolution="R1", fates={"s1": fate}, **counted), by=by)


def shop(walk: Walk, by: User) -> None:
    deck = begin_purchases(walk.campaign, "s1", by=by)
    buy(deck, code=HIGH, replaces=LOW, by=by)
    record_purchases(walk.campaign, walk.state.seats["s1"], by=by)


@pytest.fixture
def long(walk: Walk, alice: User) -> Walk:
    walk.did("ultimatums", ultimatums=["boon.ancients"])
    walk.sit(make_deck(alice, FIRST, {LOW: 2, OBOL: 1}))
    play(walk, alice, "spreading_flames", Fate(experience=1), victory=4, bonus=1)
    shop(walk, alice)
    shop(walk, alice)
    play(walk, alice, "curse_of_the_rougarou", Fate(), victory=3)
    record(walk.campaign, steps.ExperienceAdjusted(amounts={"s1": -1}, cause="a bribe"), by=alice)
    record(walk.campaign, steps.WeaknessGained(seat="s1", card=OFFER, cause="a deal"), by=alice)
    play(walk, alice, "smoke_and_mirrors", Fate("damage"), victory=2)
    return walk


#: By hand: 5 of the boon, 2 for Charon’s Obol (level 1, exceptional); then the scenarios and purchases.
RECKONED = [
    (5, 5, "", "Boon of the Ancients"),
    (-2, 3, "", "cards of the first deck"),
    (4, 7, "", "Spreading Flames: victory display"),
    (1, 8, "", "Spreading Flames: bonus"),
    (1, 9, "", "Spreading Flames: the investigator's own"),
    (2, 11, "Charon’s Obol", "effect of the card"),
    (-2, 9, "Bodyguard", "cards bought"),
    (2, 11, "", "earlier purchases taken back"),
    (-2, 9, "Bodyguard", "cards bought"),
    (-2, 7, "Bodyguard", "cards bought"),
    (-1, 6, "", "Curse of the Rougarou: price of the side story"),
    (3, 9, "", "Curse of the Rougarou: victory display"),
    (2, 11, "Charon’s Obol", "effect of the card"),
    (-1, 10, "", "a bribe"),
    (2, 12, "Offer You Cannot Refuse", "effect of the card"),
    (2, 14, "", "Smoke and Mirrors: victory display"),
]


def test_every_plus_and_minus_has_its_cause(long: Walk) -> None:
    account = accounts(long.campaign, long.state)["s1"]
    found = [
        (line.amount, line.balance, line.text.split(" (")[0], line.cause)
        for line in experience_lines(long.state, account)
    ]
    assert found == RECKONED
    assert (account.gained, account.spent, account.left) == (21, 7, 14)
    assert long.state.seats["s1"].experience == 14


def test_the_page_of_the_seat_shows_it(long: Walk) -> None:
    account = long.get("seat", "s1").content.decode().partition('id="experience"')[2].partition("</table>")[0]
    assert "table--stack" not in account, "on a phone the numbers keep their headings"
    page = text(long.get("seat", "s1"))
    assert "21 earned, 7 spent, 14 left" in page
    assert "XP unspent 14 of 21" in page
    assert "Charon’s Obol (1) effect of the card +2 11" in page


def test_the_ledger_has_balances_on_every_page(long: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = list(
        csv.DictReader(StringIO(long.get("ledger-csv", kind="experience", seat="s1").content.decode()))
    )
    entries = [row for row in table if row["entry"] == "experience"]
    assert (entries[-1]["balance"], sum(int(row["amount"]) for row in entries)) == ("14", 14)
    monkeypatch.setattr("campaigns.views.ledger.PER_PAGE", 5)
    page = text(long.get("ledger", kind="experience", seat="s1", page="2"))
    assert "Charon’s Obol (1)" in page
    answer = long.client.get(
        reverse("api-campaign-ledger", args=[long.campaign.public_id]), {"kind": "experience", "seat": "s1"}
    )
    lines = [line for line in answer.json()["results"] if line["entry"] == "experience"]
    assert lines[-1]["balance"] == 14


def test_the_history_explains_numbers(long: Walk) -> None:
    page = text(long.get("steps")).replace("&#x27;", "'")
    assert "Daniela Reyes: 8 XP (5 +1 the investigator's own +2 Charon’s Obol)" in page
    assert "Daniela Reyes: 5 XP (3 +2 Charon’s Obol)" in page
    assert "Daniela Reyes: killed (Charon’s Obol)" in page


def test_undo_takes_lines_back_and_a_branch_has_them_all(long: Walk, alice: User) -> None:
    made = branch(long.campaign, owner=alice, until=long.campaign.steps.count())
    assert accounts(made, long.state)["s1"] == accounts(long.campaign, long.state)["s1"]
    undo(long.campaign)
    account = accounts(long.campaign, long.state)["s1"]
    assert [line.balance for line in account.lines] == [balance for _n, balance, *_rest in RECKONED][:-1]


def test_another_first_deck_takes_its_price_back(walk: Walk, alice: User) -> None:
    walk.did("ultimatums", ultimatums=["boon.ancients"])
    walk.sit(make_deck(alice, FIRST, {LOW: 2, OBOL: 1}))
    walk.did("seat", "s1", do="deck", deck=str(make_deck(alice, FIRST, {LOW: 2}).public_id))
    account = accounts(walk.campaign, walk.state)["s1"]
    assert [line.amount for line in account.lines] == [5, -2, -3, 5]
    assert (account.gained, account.spent, account.left) == (5, 0, 5)
    assert walk.state.seats["s1"].experience == 5
