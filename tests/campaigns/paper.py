"""A campaign log on paper: it adds up what the players do in a test, and must agree with the site.

It is written without the site's rules: what a guide gives is read from the shipped file of the campaign as
plain JSON, everything else is the number that the test itself enters.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from cards.importing.shipped import CATALOGUE, load
from tests.campaigns.conftest import Walk

#: Tokens that leave the bag when a scenario is over.
OF_A_SCENARIO = ("bless", "curse")


def same(paper: Any, site: Any) -> None:
    assert paper == site, f"on paper {paper}, on the site {site}"


@dataclass
class Investigator:
    """One investigator's column on paper."""

    experience: int = 0
    earned: int = 0
    physical: int = 0
    mental: int = 0
    cards: Counter[str] = field(default_factory=Counter)
    """Story cards and weaknesses."""

    def earn(self, amount: int) -> None:
        self.experience += amount
        self.earned += amount

    @property
    def sums(self) -> dict[str, Any]:
        return {
            "experience": self.experience,
            "earned": self.earned,
            "physical": self.physical,
            "mental": self.mental,
            "cards": dict(+self.cards),
        }


class Paper:
    """The log of one campaign."""

    def __init__(self, campaign: str, difficulty: str) -> None:
        self.facts = load(CATALOGUE / "campaigns" / f"{campaign}.json")
        self.scenarios = {row["id"]: row for row in self.facts["scenarios"]}
        self.bag = Counter(self.facts["bags"][difficulty])
        self.party: dict[str, Investigator] = {}
        self.notes: dict[str, bool] = {}
        """Each note, and whether it is crossed out."""
        self.counters: Counter[str] = Counter()
        self.played: list[tuple[str, str]] = []

    def everybody_earns(self, amount: int) -> None:
        for each in self.party.values():
            each.earn(amount)

    def end_of_scenario(self) -> None:
        for token in OF_A_SCENARIO:
            del self.bag[token]

    def check(self, walk: Walk) -> None:
        """Compare everything with what the API answers."""
        state = walk.client.get(f"/api/v1/campaigns/{walk.campaign.public_id}/").json()["state"]
        for seat, column in self.party.items():
            found = state["seats"][seat]
            bears: Counter[str] = Counter()
            for pile in ("story", "granted", "weaknesses"):
                bears.update(found.get(pile, {}))
            site = {key: found.get(key, 0) for key in ("experience", "earned", "physical", "mental")}
            same(column.sums, {**site, "cards": dict(bears)})
        same(dict(+self.bag), state["bag"]["tokens"])
        notes = {each["text"]: bool(each.get("crossed")) for each in state.get("notes", ())}
        same(self.notes, notes)
        counted = {where: n for where, n in state.get("counts", {}).items() if n}
        same({f"{section}||": n for section, n in (+self.counters).items()}, counted)
        history = [(each["scenario"], each.get("resolution", "")) for each in state.get("history", ())]
        same(self.played, history)

    def check_ledger(self, walk: Walk) -> None:
        """The rows of the ledger add up to the same: experience, trauma and the bag."""
        sums: Counter[tuple[str, str]] = Counter()
        for kind in ("experience", "trauma"):
            text = walk.get("ledger-csv", kind=kind).content.decode("utf-8-sig")
            for row in csv.DictReader(text.splitlines()):
                columns = {name.lower(): value for name, value in row.items()}
                sums[columns["seat"], kind] += int(columns["amount"].replace("−", "-") or 0)
        for seat, column in self.party.items():
            same((seat, column.experience), (seat, sums[seat, "experience"]))
            same((seat, column.physical + column.mental), (seat, sums[seat, "trauma"]))

    def check_pages(self, walk: Walk) -> None:
        """The printed sheet and the chronicle have every note, and what was played."""
        for view in ("log-print", "chronicle"):
            page = walk.get(view).content.decode().replace("&#x27;", "'").replace("&amp;", "&")
            for name, _resolution in self.played:
                assert self.scenarios.get(name, {"title": ""})["title"] in page, (view, name)
        page = walk.get("log-print").content.decode()
        assert all(note in page for note in self.notes)
