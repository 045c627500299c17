"""The facts in cards/catalogue/, with written facts merged over generated ones."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.cards.catalogue import Catalogue

CATALOGUE = Path(__file__).parents[1] / "catalogue"
#: Written files about campaigns, which are merged when campaigns/ is generated.
OF_CAMPAIGNS = ("campaigns.json", "campaign_logs.json")

Facts = dict[str, Any]


@dataclass
class Shipped:
    """All facts, with the keys of docs/catalogue.md. Printings and encounter cards name their `pack`."""

    cycles: list[Facts] = field(default_factory=list)
    packs: list[Facts] = field(default_factory=list)
    cards: list[Facts] = field(default_factory=list)
    printings: list[Facts] = field(default_factory=list)
    encounter_cards: list[Facts] = field(default_factory=list)
    encounter_sets: list[Facts] = field(default_factory=list)
    taboo_lists: list[Facts] = field(default_factory=list)
    rewards: dict[str, Facts] = field(default_factory=dict)
    """Where a reward is earned, by its card: campaign, scenario and resolutions."""


class CatalogueError(ValueError):
    """The shipped files contradict themselves."""


def read_shipped(folder: Path = CATALOGUE) -> Shipped:
    """Read every file of the catalogue, and merge the written facts over the generated ones."""
    facts = Shipped(
        cycles=load(folder / "cycles.json"),
        packs=load(folder / "packs.json"),
        encounter_sets=load(folder / "encounter_sets.json"),
        taboo_lists=[load(path) for path in sorted((folder / "taboo").glob("*.json"))],
    )
    for path in sorted((folder / "packs").glob("*.json")):
        pack = load(path)
        facts.cards += pack.get("cards", ())
        facts.printings += ({**row, "pack": pack["pack"]} for row in pack.get("printings", ()))
        facts.encounter_cards += ({**row, "pack": pack["pack"]} for row in pack.get("encounter", ()))
    merge(facts, folder / "written")
    return facts


def shipped_catalogue() -> Catalogue:
    """Return the shipped cards as the rules know them, without a database."""
    facts = read_shipped()
    return Catalogue.from_facts(
        cards=facts.cards,
        printings=facts.printings,
        packs=facts.packs,
        taboo_lists=facts.taboo_lists,
        encounter_cards=facts.encounter_cards,
        version="shipped",
    )


def merge(facts: Shipped, folder: Path) -> None:
    """Merge the written facts over the rest. Lists of effects are appended; other keys are replaced."""
    cards = by_code(facts.cards)
    facts.rewards = {code: {} for code, card in cards.items() if "reward" in card.get("keywords", ())}
    # These files are about other things; every other one is about cards.
    drawers = {
        "reprints.json": by_code(facts.printings),
        "packs.json": by_code(facts.packs),
        "encounter_sets.json": by_code(facts.encounter_sets),
        "rewards.json": facts.rewards,
    }
    for path in sorted(folder.glob("*.json")):
        if path.name in (*OF_CAMPAIGNS, "tokens.json"):
            continue  # merged into campaigns/ and tokens.json when these are generated
        drawer = drawers.get(path.name, cards)
        for code, written in load(path).items():
            if code not in drawer:
                raise CatalogueError(f"{path.name}: {code}: no such code")
            for key, value in written.items():
                if key == "effects":
                    drawer[code].setdefault("effects", []).extend(value)
                elif key != "title":  # only for the reader of the file
                    drawer[code][key] = value


def by_code(rows: list[Facts]) -> dict[str, Facts]:
    return {row["code"]: row for row in rows}


def load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def catalogue_files(folder: Path = CATALOGUE) -> Iterator[Path]:
    return iter(sorted(folder.rglob("*.json")))


def content_hash(folder: Path = CATALOGUE) -> str:
    """Return a digest of the catalogue's content."""
    digest = hashlib.sha256()
    for path in catalogue_files(folder):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()
