"""Imports of decks: any of their formats, of any size, previewed or saved."""

from __future__ import annotations

import json
from urllib.parse import urlencode

from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import FORM, Request, multipart
from scripts.worst_case.targets.base import Stored, Target

#: Slightly less than a request may hold.
MOST_CHARACTERS = 3_900_000


class DeckImport(Target):
    """POST /api/v1/decks/import/, its preview, the page of imports, and the check on the first page.

    An input names a deck and how often it is repeated: as separate decks, as a chain of versions, as lines of
    a list, or as nonsense.
    """

    WHERE = ("preview", "import", "page", "check", "save")

    def seeds(self) -> list[Input]:
        deck = self.materials.legal_deck()
        return [
            {"where": "preview", "shape": "decks", "times": 20, "deck": deck},
            {"where": "import", "shape": "chain", "times": 20, "deck": deck},
            {"where": "page", "shape": "titles", "times": 20, "deck": deck},
            {"where": "preview", "shape": "words", "times": 20, "deck": deck, "words": "2x Machete"},
        ]

    def change(self, given: Input) -> Input:
        new: Input = json.loads(json.dumps(given))
        made, chance = self.materials, self.chance
        deck = new["deck"]
        what = chance.random()
        if what < 0.3:
            new["times"] = made.number(new["times"], 1, 100_000)
        elif what < 0.45:
            deck["slots"] = made.slots(deck["slots"])
        elif what < 0.5:
            deck["slots"] = dict.fromkeys(deck["slots"], 1) or {"01030": 1}
        elif what < 0.55:
            new["deck"] = {"investigator_code": "01001", "slots": {"01030": 1}}
        elif what < 0.65:
            meta = deck.get("meta") or {}
            deck["meta"] = made.meta(json.loads(meta) if isinstance(meta, str) else meta)
        elif what < 0.7:
            deck["investigator_code"] = chance.choice(made.investigators)
        elif what < 0.85:
            new["shape"] = chance.choice(("decks", "chain", "lines", "titles", "words", "raw", "nested"))
            new["words"] = self.words()
        else:
            new["where"] = chance.choice(self.WHERE)
        return new

    def words(self) -> str:
        """Return a line of a list, or something similar."""
        card = self.materials.catalogue.cards[self.materials.code()]
        return self.chance.choice(
            (
                f"2x {card.title}",
                f"{card.title[:-1]} [{card.level}]",
                card.title[: self.chance.randint(1, 9)],
                "x" * self.chance.choice((1, 30, 300, 5_000)),
                f"{card.title} " * 12,
                "1x a (b) [c] {d}",
                card.title[::-1],
                "9" * 40,
                "",
                *("{}", "{x}", "{},", "[]", '{"slots":{}}', '{"slots":'),
            )
        )

    def text(self, given: Input) -> str:
        deck, times = given["deck"], given["times"]
        shape = given["shape"]
        if shape in ("decks", "chain", "lines", "nested"):
            times = min(times, MOST_CHARACTERS // (len(json.dumps(deck)) + 60))
            rows = [{"id": n + 1, "name": f"Deck {n}", **deck} for n in range(max(1, times))]
            if shape == "chain":
                for row in rows[1:]:
                    row["previous_deck"] = row["id"] - 1
                for row in rows[::2]:
                    row["slots"] = {code: copies for code, copies in row["slots"].items() if copies != 1}
            if shape == "lines":
                return "\n".join(json.dumps(row) for row in rows)
            return json.dumps({"data": {"data": {"decks": rows}}} if shape == "nested" else rows)
        cards = self.materials.catalogue.cards
        if shape == "raw":
            text = given.get("words", "") + "\n"
            return str(text * min(times, MOST_CHARACTERS // len(text)))
        who = cards.get(deck["investigator_code"])
        titles = [f"{n}x {cards[code].title}" for code, n in deck["slots"].items() if code in cards]
        line = given.get("words", "") if shape == "words" else "\n".join(titles)
        times = min(times, MOST_CHARACTERS // (len(line) + 1))
        return "\n".join([who.title if who else "", *[line] * times])

    def request(self, given: Input, stored: Stored) -> Request:
        text, where = self.text(given), given["where"]
        if where in ("preview", "import"):
            path = "/api/v1/decks/import/preview/" if where == "preview" else "/api/v1/decks/import/"
            return Request.json("POST", path, {"text": text})
        if where == "check":
            return Request("POST", "/check/", urlencode({"text": text}).encode(), FORM)
        return multipart("/decks/import/", {"text": text, **({"save": "1"} if where == "save" else {})})
