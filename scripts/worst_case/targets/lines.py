"""JSON lines: many decks or prices in one request."""

from __future__ import annotations

import json

from decks.api.lines import MEDIA_TYPE, MOST_LINES
from scripts.worst_case.materials import Input
from scripts.worst_case.measuring import Request
from scripts.worst_case.targets.base import Stored
from scripts.worst_case.targets.decks import Price
from scripts.worst_case.targets.imports import MOST_CHARACTERS


class Lines(Price):
    """POST /api/v1/check and /api/v1/price with many lines: upgrades, or the decks before and after."""

    BROKEN = ("", "{", "[]", "1", '"x"', '{"slots":{}}', '{"before":{},"after":{}}', "{}" * 900)

    def seeds(self) -> list[Input]:
        every = self.every_discount()
        plain = super().seeds()[1]
        return [
            {"where": where, "times": 20, "broken": "", **each}
            for where in ("check", "price")
            for each in (every, plain)
        ]

    def change(self, given: Input) -> Input:
        chance, made = self.chance, self.materials
        what = chance.random()
        if what < 0.25:
            return {**given, "times": made.number(given["times"], 1, 10 * MOST_LINES)}
        if what < 0.3:
            return {**given, "where": chance.choice(("check", "price"))}
        if what < 0.35:
            return {**given, "broken": chance.choice(self.BROKEN)}
        return super().change(given)

    def request(self, given: Input, stored: Stored) -> Request:
        fields = ("before", "after", "exiled", "removed", "conditions", "marks", "attached_to")
        whole = {name: given[name] for name in fields if name in given}
        values = [whole] if given["where"] == "price" else [given["after"], given["before"] or given["after"]]
        lines = [json.dumps(each) for each in values]
        if given["broken"]:
            lines.append(given["broken"])
        times = max(1, min(given["times"], MOST_CHARACTERS // (sum(map(len, lines)) + len(lines))))
        edition = f"?edition={given['edition']}" if given.get("edition") else ""
        body = "\n".join(lines * times).encode()
        return Request("POST", f"/api/v1/{given['where']}{edition}", body, MEDIA_TYPE)
