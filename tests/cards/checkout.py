"""A small checkout of card data for tests: one invented pack beside the shipped ones."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

INVESTIGATOR: dict[str, Any] = {
    "code": "99501",
    "pack_code": "newp",
    "type_code": "investigator",
    "faction_code": "seeker",
    "name": "Ada Example",
    "subname": "The Tester",
    "text": "Nothing happens.",
    "back_text": "<b>Deckbuilding Options</b>: up to 5 other cards.",
    "position": 1,
    "quantity": 1,
    "deck_limit": 1,
    "health": 7,
    "sanity": 7,
    "skill_willpower": 3,
    "skill_intellect": 4,
    "skill_combat": 3,
    "skill_agility": 2,
    "is_unique": True,
    "traits": "Scholar.",
    "deck_requirements": "size:30, card:99502, random:subtype:basicweakness",
    "deck_options": [
        {"faction": ["seeker", "neutral"], "level": {"min": 0, "max": 5}},
        {"trait": ["spell"], "level": {"min": 0, "max": 0}, "limit": 5, "error": "No."},
    ],
}
SIGNATURE: dict[str, Any] = {
    "code": "99502",
    "pack_code": "newp",
    "type_code": "asset",
    "faction_code": "neutral",
    "name": "Ada's Notes",
    "text": "Ada Example deck only.\nUses (3 secrets).",
    "cost": 2,
    "slot": "Hand x2. Arcane",
    "traits": "Item. Tome. ",
    "tags": "",
    "position": 2,
    "quantity": 1,
    "deck_limit": 1,
    "restrictions": "investigator:99501",
    "skill_intellect": 1,
}
EVENT: dict[str, Any] = {
    "code": "99503",
    "pack_code": "newp",
    "type_code": "event",
    "faction_code": "seeker",
    "faction2_code": "mystic",
    "name": "Second Look",
    "text": "Fast. Look again.",
    "cost": -2,
    "xp": 2,
    "traits": "Insight",
    "tags": "hd.hh",
    "position": 3,
    "quantity": 2,
    "deck_limit": 2,
    "myriad": True,
}
REPRINT: dict[str, Any] = {
    "code": "99504",
    "pack_code": "newp",
    "duplicate_of": "12025",
    "position": 4,
    "quantity": 2,
    "text": "Reworded here.",
}
ENEMY: dict[str, Any] = {
    "code": "99505",
    "pack_code": "newp",
    "type_code": "enemy",
    "faction_code": "mythos",
    "encounter_code": "newset",
    "name": "Thing of Tests",
    "position": 5,
    "quantity": 1,
    "victory": 1,
}
STORY: dict[str, Any] = {
    "code": "99506",
    "pack_code": "newp",
    "type_code": "asset",
    "faction_code": "neutral",
    "encounter_code": "newset",
    "name": "Helpful Stranger",
    "position": 6,
    "quantity": 1,
    "deck_limit": 1,
    "cost": None,
}
ROWS = [INVESTIGATOR, SIGNATURE, EVENT, REPRINT, ENEMY, STORY]


class Checkout:
    """Files of a checkout that a test can change before they are read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.rows = {row["code"]: deepcopy(row) for row in ROWS}
        self.write("cycles.json", [{"code": "newc", "name": "New Cycle", "position": 20, "size": 1}])
        self.write(
            "packs.json",
            [
                {
                    "code": "newp",
                    "name": "New Pack",
                    "cycle_code": "newc",
                    "position": 1,
                    "chapter": 2,
                    "date_release": "2027-01-01",
                    "size": 6,
                }
            ],
        )
        self.write("encounters.json", [{"code": "newset", "name": "New Set"}])
        self.write("taboos.json", [])
        self.write_rows()

    def write(self, name: str, value: Any) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")

    def write_rows(self) -> None:
        self.write("pack/new/newp.json", list(self.rows.values()))

    def change(self, code: str, **fields: Any) -> None:
        self.rows[code] |= fields
        self.write_rows()

    def drop(self, code: str, field: str) -> None:
        del self.rows[code][field]
        self.write_rows()

    def translate(self, language: str, *rows: dict[str, Any]) -> None:
        self.write(f"translations/{language}/pack/new/newp.json", list(rows))
