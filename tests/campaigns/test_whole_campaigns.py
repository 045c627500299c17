"""Every official campaign, played by HTTP from its first page to its end, with all sums kept on paper.

Two investigators play. What happens differs from scenario to scenario and from campaign to campaign: defeats,
gifts of the guide, notes, counters, tokens, purchases, a side story. `Paper` adds it up by itself.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from campaigns.campaign_rules import campaign_facts
from campaigns.models import Campaign
from campaigns.services.purchases import deck_row
from rules.campaign.facts import SIDE
from tests.campaigns.conftest import FIRST, SECOND, Walk, make_deck
from tests.campaigns.courses import COURSES
from tests.campaigns.paper import Investigator, Paper

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

#: Bodyguard at level 0, and at level 2, which costs the difference.
LOW, HIGH, PRICE = "12016", "12027", 2
#: Weaknesses that do nothing outside a scenario: Amnesia and Paranoia.
WEAKNESSES = ("01096", "01097")
#: A side story, and its price.
SIDE_STORY, SIDE_PRICE = "curse_of_the_rougarou", 1
#: No investigator of a test comes near the trauma that ends a career.
MOST_TRAUMA = 3
MOST_FROST = 8
#: An investigator card of one scenario, which nobody bears.
BODY_OF_A_YITHIAN = "04244"


class Group:
    """Two players with their paper, who do what the pages let them do."""

    def __init__(self, client: Client, campaign: Campaign, difficulty: str) -> None:
        self.walk = Walk(client, campaign)
        self.paper = Paper(campaign.facts, difficulty)
        self.turn = 0

    def sit(self, owner: User, investigators: tuple[str, str] = (FIRST, SECOND)) -> None:
        """Bring two decks, whose random weaknesses were drawn at the table."""
        for investigator, weakness in zip(investigators, WEAKNESSES, strict=True):
            deck = make_deck(owner, investigator, {LOW: 2} if investigator == FIRST else None)
            self.walk.did("seat-new", player="Ada", deck=str(deck.public_id))
            seat = f"s{len(self.paper.party) + 1}"
            self.walk.did("seat", seat, do="drew", card=weakness)
            self.paper.party[seat] = Investigator(cards=Counter([weakness]))

    def offered(self) -> set[str]:
        answer = self.walk.client.get(f"/api/v1/campaigns/{self.walk.campaign.public_id}/next/").json()
        page = self.walk.get("next").content.decode()
        places = set(re.findall(r'<option value="(\w+)"', page)) if self.is_map else set()
        return {row["scenario"] for row in answer["scenarios"]} | places

    @property
    def is_map(self) -> bool:
        return "locations" in self.paper.facts

    def plays(self, name: str) -> None:
        """Play what comes next: a scenario or an interlude. It must be what the site leads to."""
        self.turn += 1
        assert name in self.offered(), f"{name} after {self.paper.played}"
        row = self.paper.scenarios[name]
        if row["kind"] == "scenario":
            self.scenario(name, row)
        else:
            self.interlude(name, row)
        self.paper.check(self.walk)

    # What the guide gives

    def gifts(self, row: dict[str, Any], seats: tuple[str, ...]) -> dict[str, str]:
        """Tick one proposal of each kind that the guide makes, and write it down."""
        may, paper, ticks = row.get("may", {}), self.paper, {}
        if "standard" not in may.get("difficulties", ("standard",)):
            return {}
        if seats:
            if bonuses := may.get("bonus"):
                amount = bonuses[self.turn % len(bonuses)]
                if self.turn % 2:
                    ticks[f"may-bonus-{amount}-all"] = "yes"
                    paper.everybody_earns(amount)
                elif paper.party[seats[-1]].experience + amount >= 0:
                    ticks[f"may-bonus-{amount}-{seats[-1]}"] = "yes"
                    paper.party[seats[-1]].earn(amount)
            ticks |= self.trauma_of_the_guide(may, seats[0]) | self.cards_of_the_guide(may, seats)
        gained = may.get("tokens", [[]])[0]
        if gained and paper.bag["frost"] + gained.count("frost") <= MOST_FROST:
            ticks["may-tokens-0"] = "yes"
            paper.bag.update(gained)
        if lost := may.get("tokens_lost"):
            place = len(lost) - 1
            if all(paper.bag[token] > lost[place].count(token) for token in lost[place]):
                ticks[f"may-tokens-lost-{place}"] = "yes"
                paper.bag.subtract(lost[place])
        return ticks

    def trauma_of_the_guide(self, may: dict[str, Any], seat: str) -> dict[str, str]:
        column = self.paper.party[seat]
        for trauma in may.get("trauma", ()):
            kinds = {kind: n for kind, n in trauma.items() if kind in ("physical", "mental")}
            after = {kind: getattr(column, kind) + n for kind, n in kinds.items()}
            if kinds and all(0 <= n <= MOST_TRAUMA for n in after.values()):
                for kind, n in after.items():
                    setattr(column, kind, n)
                name = "-".join(f"{kind}{kinds[kind]}" for kind in ("physical", "mental") if kind in kinds)
                return {f"may-trauma-{name}-{seat}": "yes"}
        return {}

    def cards_of_the_guide(self, may: dict[str, Any], seats: tuple[str, ...]) -> dict[str, str]:
        """Give the first card that nobody bears to one of them, and take one back that the guide may take."""
        ticks, party = {}, self.paper.party
        borne = {card for column in party.values() for card in +column.cards}
        for card in may.get("cards_lost", ()):
            for seat in seats:
                if party[seat].cards[card]:
                    ticks[f"lose-{seat}-{card}"] = "yes"
                    party[seat].cards[card] = 0
                    borne.add(card)
        for card in may.get("cards", ()):
            if card not in borne and card != BODY_OF_A_YITHIAN:
                seat = seats[self.turn % len(seats)]
                ticks[f"gain-{card}-{seat}"] = "yes"
                party[seat].cards[card] += 1
                break
        return ticks

    def log_lines(self, name: str) -> dict[str, str]:
        """Write a note, count in a section of the log, and cross out what was noted two turns ago."""
        note = f"Turn {self.turn}: {name}"
        fields: dict[str, Any] = {"note-text-0": note}
        old = [text for text, crossed in self.paper.notes.items() if not crossed]
        if len(old) > 2:
            entries = {each.text: each.id for each in self.walk.state.notes}
            fields["cross"] = entries[old[0]]
            self.paper.notes[old[0]] = True
        self.paper.notes[note] = False
        for section in self.paper.facts["log"]:
            if section["kind"] == "count" and "from" not in section:
                fields[f"count|{section['id']}||"] = "1"
                self.paper.counters[section["id"]] += 1
                break
        return fields

    # A scenario

    def scenario(self, name: str, row: dict[str, Any]) -> None:
        walk, paper = self.walk, self.paper
        premade = bool(row.get("premade"))
        seats = () if premade else tuple(paper.party)
        walk.did("next", do="travel" if self.is_map else "advance", scenario=name)
        added = row.get("tokens_at_setup", {})
        walk.did(
            "next",
            do="begin",
            lead="" if premade else seats[0],
            **{f"add-{token}": str(n) for token, n in added.items()},
        )
        paper.bag.update(added)
        walk.did("bag", add="bless")
        walk.did("bag", add="curse")
        for view in ("detail", "after", "bag", "log"):
            assert walk.get(view).status_code == 200, view
        resolutions = row["resolutions"]
        resolution = resolutions[self.turn % len(resolutions)]
        fields = {"resolution": resolution, **self.gifts(row, seats), **self.log_lines(name)}
        if not premade:
            fields |= self.results(seats)
        walk.did("after", **fields)
        paper.end_of_scenario()
        paper.played.append((name, resolution))

    def results(self, seats: tuple[str, ...]) -> dict[str, str]:
        """Enter the victory display, a bonus, experience of one investigator alone, and a defeat or none."""
        paper, turn = self.paper, self.turn
        victory, bonus, own = turn % 4 + 1, turn % 3, turn % 2
        fields = {"victory": str(victory), "bonus": str(bonus), f"xp-{seats[0]}": str(own)}
        paper.everybody_earns(victory + bonus)
        paper.party[seats[0]].earn(own)
        seat = seats[turn % len(seats)]
        how, kind = (("damage", "physical"), ("horror", "mental"), ("resigned", ""))[turn % 3]
        column = paper.party[seat]
        if not kind or getattr(column, kind) < MOST_TRAUMA:
            fields[f"how-{seat}"] = how
            if kind:
                setattr(column, kind, getattr(column, kind) + 1)
        return fields

    # An interlude

    def interlude(self, name: str, row: dict[str, Any]) -> None:
        walk, paper = self.walk, self.paper
        assert walk.get("interlude", interlude=name).status_code == 200
        seats = tuple(paper.party)
        fields = {**self.gifts(row, seats), **self.log_lines(name), "choice": "We went on."}
        healed = paper.party[seats[1]]
        if healed.mental:
            healed.mental -= 1
            fields[f"mental-{seats[1]}"] = "-1"
        fields[f"xp-{seats[1]}"] = "1"
        healed.earn(1)
        skulls = -1 if self.turn % 2 and paper.bag["skull"] else 1
        fields["token-skull"] = str(skulls)
        paper.bag["skull"] += skulls
        walk.interlude(name, **fields)
        paper.played.append((name, ""))

    # Between two scenarios

    def buys(self) -> None:
        """Upgrade a card of the first investigator in the editor, which records it in the campaign."""
        walk, seat = self.walk, next(iter(self.paper.party))
        assert self.paper.party[seat].experience >= PRICE
        walk.did("purchases", seat, do="open")
        deck = deck_row(walk.campaign, seat)
        assert deck is not None
        bought = walk.client.post(
            reverse("api-deck-buy", args=[deck.public_id]),
            json.dumps({"card": HIGH, "replaces": LOW}),
            "application/json",
        )
        assert bought.status_code == 200, bought.content
        walk.client.post(reverse("deck-upgrade-close", args=[deck.public_id]))
        self.paper.party[seat].experience -= PRICE
        self.paper.check(walk)
        played = walk.state.seats[seat].deck
        assert played is not None
        assert played.slots[HIGH] == 1

    def side_story(self) -> None:
        walk, paper = self.walk, self.paper
        walk.begin(SIDE_STORY)
        for column in paper.party.values():
            column.experience -= 0 if paper.facts.get("side_stories_without_price") else SIDE_PRICE
        walk.did("after", resolution="R1", victory="2")
        paper.everybody_earns(2)
        paper.played.append((SIDE_STORY, "R1"))
        paper.check(walk)

    def ends(self) -> None:
        self.walk.did("end", result="won")
        self.paper.check(self.walk)
        self.paper.check_ledger(self.walk)
        self.paper.check_pages(self.walk)


def start(client: Client, owner: User, campaign: str) -> Group:
    answer = client.post(f"/campaigns/new/{campaign}/", {"difficulty": "standard", "name": "Fridays"})
    assert answer.status_code == 302, answer.content.decode()[:2000]
    group = Group(client, Campaign.objects.get(owner=owner), "standard")
    group.sit(owner)
    return group


def test_every_shipped_campaign_is_played():
    assert COURSES.keys() == campaign_facts().keys() - {SIDE}


@pytest.mark.parametrize("campaign", COURSES)
def test_a_campaign_is_played_from_start_to_end(as_alice: Client, alice: User, campaign: str) -> None:
    group = start(as_alice, alice, campaign)
    played = 0
    for name in COURSES[campaign]:
        group.plays(name)
        row = group.paper.scenarios[name]
        played += row["kind"] == "scenario" and not row.get("premade")
        if played == 1 and row["kind"] == "scenario" and not row.get("premade"):
            group.buys()
        if played == 2 and row["kind"] == "scenario" and len(COURSES[campaign]) > 3:
            group.side_story()
    answer = as_alice.get(f"/api/v1/campaigns/{group.walk.campaign.public_id}/next/").json()
    assert not answer["scenarios"], "the guide has nothing left"
    group.ends()
    undone_and_redone(group)
    copied(group)


def undone_and_redone(group: Group) -> None:
    """All that was played is undone with one press and redone with another."""
    walk = group.walk
    first = walk.campaign.steps.get(number=2).number
    walk.did("undo", down_to=str(first))
    assert not walk.state.seats
    walk.did("redo", up_to=str(walk.campaign.steps.latest("number").number))
    group.paper.check(walk)
    group.paper.check_ledger(walk)


def copied(group: Group) -> None:
    """The export, imported again, is the same campaign."""
    client = group.walk.client
    exported = client.get(f"/api/v1/campaigns/{group.walk.campaign.public_id}/export/").json()
    answer = client.post("/api/v1/campaigns/import/", json.dumps(exported), "application/json")
    assert answer.status_code == 201, answer.content
    copy = Walk(client, Campaign.objects.get(public_id=answer.json()["id"]))
    group.paper.check(copy)
