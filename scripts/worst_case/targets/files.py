"""Campaign files of users and backups of Arkham Cards: any of their parts, repeated or made longer."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from campaigns.campaign_rules import shipped_facts
from campaigns.models import CampaignFile, Guide
from campaigns.services.campaign_files import LARGEST_FILE, create_file
from decks.models import Visibility
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import Request, multipart
from scripts.worst_case.targets.base import Stored, Target

#: Slightly less than a backup may hold.
LARGEST_BACKUP = 4_900_000


def varied(chance: Random, value: Any) -> None:
    """Change one part of a JSON value in place: repeat it, make it longer, empty it or take it away."""
    while True:
        places: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not places:
            return
        at = chance.choice(places)
        inner = value[at]
        if isinstance(inner, (dict, list)) and inner and chance.random() < 0.75:
            value = inner
            continue
        break
    what = chance.random()
    if what < 0.5:
        times = chance.choice((1, 3, 20, 200, 2_000))
        copies = [_another(inner, f"{at}-{turn}") for turn in range(times)]
        if isinstance(value, list):
            value[at:at] = copies
        else:
            value |= {f"{at}-{turn}": each for turn, each in enumerate(copies)}
    elif what < 0.75:
        other: tuple[Any, ...] = (
            chance.randint(-1, 99),
            "x" * chance.choice((1, 64, 120, 4_000)),
            [],
            {},
            True,
            None,
        )
        value[at] = inner * chance.choice((2, 40)) if isinstance(inner, str) else chance.choice(other)
    else:
        del value[at]


def _another(value: Any, name: str) -> Any:
    """Return a copy under another id, where it has one."""
    copy = json.loads(json.dumps(value))
    if isinstance(copy, str):
        return f"{copy[:30]}-{name}"
    if isinstance(copy, dict):
        for key in ("id", "uuid"):
            if isinstance(copy.get(key), str):
                copy[key] = f"{copy[key][:20]}-{name}"
    return copy


class CampaignFiles(Target):
    """The import of campaign files, their pages, and campaigns that are started from them."""

    stores = True
    WHERE = (
        *("import", "api", "replace", "list", "api-list", "public", "page", "download", "api-one"),
        *("new", "choose", "begin"),
    )

    def seeds(self) -> list[Input]:
        known = sorted(shipped_facts().values(), key=lambda facts: len(json.dumps(facts)))
        own = {**known[-2], "id": "climbed", "title": "Climbed"}
        return [
            {"where": where, "facts": own, "files": 3, "visibility": "public"}
            for where in ("import", "list", "new")
        ]

    def change(self, given: Input) -> Input:
        chance = self.chance
        what = chance.random()
        if what < 0.3:
            return {**given, "where": chance.choice(self.WHERE)}
        if what < 0.45:
            return {**given, "files": self.materials.number(given["files"], 0, 100)}
        new: Input = json.loads(json.dumps(given))
        for _turn in range(chance.choice((1, 1, 3, 8))):
            varied(chance, new["facts"])
        return new

    def store(self, given: Input) -> Stored:
        """Store the file, and many others with the same content, all of them public."""
        owner = self.owner()
        file = create_file(given["facts"], owner=owner)
        file.visibility = Visibility.PUBLIC
        file.save()
        # Several clients of the hostile trial store it, each with guides of its own.
        first = Guide.objects.count()
        guides = Guide.objects.bulk_create(
            Guide(id=f"file-{n:032}", title="Climbed", facts=given["facts"], for_all=False)
            for n in range(first, first + given["files"])
        )
        CampaignFile.objects.bulk_create(
            CampaignFile(owner=owner, guide=guide, visibility=Visibility.PUBLIC) for guide in guides
        )
        return {"file": str(file.public_id), "guide": file.guide_id}

    def request(self, given: Input, stored: Stored) -> Request:
        where, facts = given["where"], given["facts"]
        text = json.dumps(facts)[:LARGEST_FILE]
        file = stored.get("file", "")
        pages = {
            "list": "/campaigns/files/",
            "api-list": "/api/v1/campaign-files/?page_size=100",
            "public": "/api/v1/campaign-files/?public=1&page_size=100",
            "page": f"/campaigns/files/{file}/",
            "download": f"/campaigns/files/{file}/download/",
            "api-one": f"/api/v1/campaign-files/{file}/",
            "new": "/campaigns/new/",
            "choose": f"/campaigns/new/{stored.get('guide', '')}/",
        }
        if where in pages:
            return Request("GET", pages[where])
        if where == "import":
            return multipart("/campaigns/files/", {"text": text})
        if where == "replace":
            return Request.json(
                "PUT", f"/api/v1/campaign-files/{file}/", {"file": {**facts, "title": "Other"}}
            )
        if where == "begin":
            start = {"kind": "start-campaign", "campaign": stored.get("guide", ""), "difficulty": "standard"}
            return Request.json("POST", "/api/v1/campaigns/", {"start": start})
        return Request.json("POST", "/api/v1/campaign-files/", {"file": facts})


class Backups(Target):
    """Backups of Arkham Cards: the page that offers their campaigns, and both imports."""

    WHERE = ("page", "confirm", "api", "import")

    def seeds(self) -> list[Input]:
        decks = [self.materials.legal_deck() for _deck in range(4)]
        campaign = {
            "uuid": "c",
            "name": "Climbed",
            "cycleCode": "core",
            "difficulty": "standard",
            "scenarioResults": [
                {"scenario": "The Gathering", "scenarioCode": "the_gathering", "resolution": "R1", "xp": 2}
            ],
            "campaignNotes": {
                "sections": [{"title": "Campaign Log", "notes": ["Something is remembered."]}],
                "counts": [{"title": "Doubt", "count": 1}],
                "investigatorNotes": {"sections": [], "counts": []},
            },
            "chaosBag": {"0": 2, "-1": 3, "skull": 2},
            "weaknessSet": {"packCodes": ["core"], "assignedCards": {"01098": 1}},
            "deckIds": [{"id": n + 1} for n in range(len(decks))],
            "nonDeckInvestigators": ["01001", "01002"],
            "investigatorData": {
                deck["investigator_code"]: {"mental": 1, "availableXp": 3} for deck in decks
            },
        }
        rows = [{"id": n, "name": f"Deck {n}", **deck} for n, deck in enumerate(decks, 1)]
        backup = {"version": 1, "campaigns": [campaign], "decks": rows, "guides": []}
        return [{"where": where, "backup": backup} for where in self.WHERE]

    def change(self, given: Input) -> Input:
        if self.chance.random() < 0.2:
            return {**given, "where": self.chance.choice(self.WHERE)}
        new: Input = json.loads(json.dumps(given))
        for _turn in range(self.chance.choice((1, 1, 3, 8))):
            varied(self.chance, new["backup"])
        return new if len(json.dumps(new)) < LARGEST_BACKUP else given

    def request(self, given: Input, stored: Stored) -> Request:
        where, backup = given["where"], given["backup"]
        if where == "api":
            return Request.json("POST", "/api/v1/campaigns/import/arkham-cards/", {"backup": backup})
        if where == "import":
            return multipart("/campaigns/import/", {"text": json.dumps(backup)})
        more = {"confirm": "1"} if where == "confirm" else {}
        return multipart("/campaigns/import/arkham-cards/", {"text": json.dumps(backup), **more})
