"""Requests about campaigns: imports, branches, pages and steps of long ones, and the odds of a bag."""

from __future__ import annotations

import json
from collections.abc import Mapping

from campaigns import bag
from campaigns.campaign_rules import campaign_facts
from campaigns.models import Campaign
from campaigns.selectors import state_of
from campaigns.services.creation import import_campaign, start_campaign
from campaigns.services.recording import MOST_STEPS, record
from campaigns.services.tokens import save_modifiers
from rules import chaos_bag
from rules.campaign import steps
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import Request, multipart
from scripts.worst_case.stories import KINDS, story_of
from scripts.worst_case.targets.base import Stored, Target


class Campaigns(Target):
    """Inputs that describe a long campaign."""

    def story(self) -> Input:
        decks: dict[str, Input] = {}
        while len(decks) < 4:
            deck = self.materials.first_deck()
            decks[self.materials.catalogue.cards[deck["investigator_code"]].title] = deck
        return {
            "campaign": "boa",
            "decks": list(decks.values()),
            "passages": [["log", 20, 1], ["play", 1, 1]],
        }

    def with_story(self, given: Input) -> Input:
        new: Input = json.loads(json.dumps(given))
        chance, made = self.chance, self.materials
        passages = new["passages"]
        what = chance.random()
        if what < 0.3 or not passages:
            place = chance.randint(0, len(passages))
            passages.insert(
                place,
                [chance.choice(KINDS), chance.choice((1, 10, 300, MOST_STEPS)), chance.choice((1, 40, 900))],
            )
        elif what < 0.6:
            passage = chance.choice(passages)
            passage[1] = made.number(passage[1], 1, MOST_STEPS)
        elif what < 0.85:
            passage = chance.choice(passages)
            passage[2] = made.number(passage[2], 1, 5_000)
        elif what < 0.95:
            del passages[chance.randrange(len(passages))]
        else:
            deck = chance.choice(new["decks"])
            deck["slots"] = made.slots(deck["slots"])
        return new


class CampaignImport(Campaigns):
    """POST /api/v1/campaigns/import/ and the page of imports."""

    def seeds(self) -> list[Input]:
        return [{"where": where, **self.story()} for where in ("api", "page")]

    def change(self, given: Input) -> Input:
        return self.with_story(given)

    def request(self, given: Input, stored: Stored) -> Request:
        text = json.dumps(story_of(given).export()).encode()
        if given["where"] == "api":
            return Request("POST", "/api/v1/campaigns/import/", text)
        return multipart("/campaigns/import/", {"text": text.decode()})


class CampaignPages(Campaigns):
    """All pages of a long campaign, and all steps that can be sent to it."""

    stores = True
    READ = (
        *(
            "",
            "?as_of=LAST",
            "steps/",
            "steps/?page=9",
            "log/",
            "log/?q=y",
            "sheet/",
            "bag/",
            "next/",
            "after/",
        ),
        *(
            "settings/",
            "export/",
            "party-cards/",
            "seats/s1/",
            "ultimatums/",
            "correct/",
            "change/",
            "transfer/",
        ),
        *("pulse/?revision=0", "end/", "seats/s1/shop/", "branch/", "ledger/", "ledger.csv", "chronicle/"),
        *("achievements/", "description/", "bag/live/"),
    )
    QUERIES = (
        *(
            "",
            "?as_of=LAST",
            "steps/?page_size=100",
            "log/",
            "next/",
            "setup/",
            "bag/",
            "party-cards/",
            "export/",
            "ledger/",
            "description/",
        ),
        "seats/s1/",
    )
    LINE = {"kind": "log-written", "changes": [{"do": "record", "text": "One line more."}]}
    DONE: tuple[tuple[str, str, Mapping[str, object]], ...] = (
        ("branch/", "POST", {"until": MOST_STEPS}),
        ("undo/", "POST", {}),
        ("undo/", "POST", {"down_to": 2}),
        ("steps/", "POST", {"step": LINE}),
        ("steps/", "POST", {"steps": [LINE] * 100}),
        ("steps/", "POST", {"steps": [LINE] * 100, "dry_run": True}),
        ("steps/", "POST", {"step": {"kind": "tokens-changed", "tokens": {"skull": 1}, "cause": "c"}}),
        ("seats/s1/draw/", "POST", {"cause": "an instruction"}),
        ("seats/s1/shop/", "POST", {}),
        ("bag/draws/", "POST", {}),
        (
            "transfer/",
            "POST",
            {"seats": ["s1", "s2"], "start": {"campaign": "notz", "difficulty": "standard"}},
        ),
    )

    def seeds(self) -> list[Input]:
        return [
            {"where": ["page", ""], **self.story()},
            {"where": ["do", 0], **self.story()},
            {"where": ["do", 4], **self.story()},
        ]

    def change(self, given: Input) -> Input:
        if self.chance.random() < 0.6:
            return self.with_story(given)
        where = self.chance.choice(
            (
                ["page", self.chance.choice(self.READ)],
                ["api", self.chance.choice(self.QUERIES)],
                ["do", self.chance.randrange(len(self.DONE))],
            )
        )
        return {**given, "where": where}

    def store(self, given: Input) -> Stored:
        made = import_campaign(story_of(given).export(), owner=self.owner())
        last = made.steps.filter(undone=False).order_by("number").last()
        return {"campaign": str(made.public_id), "last": last.number if last else 1}

    def request(self, given: Input, stored: Stored) -> Request:
        kind, what = given["where"]
        at = f"campaigns/{stored['campaign']}"
        if kind == "page":
            return Request("GET", f"/{at}/{what.replace('LAST', str(stored['last']))}")
        if kind == "api":
            return Request("GET", f"/api/v1/{at}/{what.replace('LAST', str(stored['last']))}")
        path, method, body = self.DONE[what]
        return Request.json(method, f"/api/v1/{at}/{path}", body)


class Bag(Target):
    """The page of a bag: any tokens, in any scenario, with any values that a group may enter."""

    stores = True

    def seeds(self) -> list[Input]:
        facts = campaign_facts()
        first = next(name for name, row in facts.items() if row["kind"] == "campaign")
        return [
            {
                "campaign": first,
                "scenario": "",
                "difficulty": "standard",
                "bag": {"0": 1, "skull": 1},
                "modifiers": {},
            }
        ]

    def change(self, given: Input) -> Input:
        chance, new = self.chance, {**given, "bag": dict(given["bag"]), "modifiers": dict(given["modifiers"])}
        what = chance.random()
        if what < 0.6:
            token = chance.choice(chaos_bag.TOKENS)
            new["bag"][token] = chance.randint(0, min(chaos_bag.MOST.get(token, 99), 99))
        elif what < 0.75:
            new["modifiers"][chance.choice(bag.VALUED_BY_GROUP)] = chance.randint(-99, 99)
        elif what < 0.9:
            facts = campaign_facts()
            new["campaign"] = chance.choice([name for name, row in facts.items() if row["scenarios"]])
            scenarios = [row["id"] for row in facts[new["campaign"]]["scenarios"] if row.get("standalone")]
            new["scenario"] = chance.choice(["", *scenarios])
        else:
            new["difficulty"] = chance.choice(("easy", "standard", "hard", "expert"))
        return new

    def store(self, given: Input) -> Stored:
        mode = "standalone" if given["scenario"] else "campaign"
        start = steps.StartCampaign(
            campaign=given["campaign"], difficulty=given["difficulty"], mode=mode, scenario=given["scenario"]
        )
        made: Campaign = start_campaign(start, owner=self.owner()).campaign
        have = state_of(made).bag.tokens
        change = {token: given["bag"].get(token, 0) - have.get(token, 0) for token in chaos_bag.TOKENS}
        change = {token: by for token, by in change.items() if by}
        if change:
            record(made, steps.TokensChanged(tokens=change, cause="c"), by=self.owner())
        made.refresh_from_db()
        save_modifiers(made, state_of(made), given["modifiers"])
        return {"campaign": str(made.public_id)}

    def request(self, given: Input, stored: Stored) -> Request:
        return Request("GET", f"/campaigns/{stored['campaign']}/bag/?skill=4&difficulty=3")
