"""Cards in the JSON of ArkhamDB's API, which other programs read.

Facts come from the catalogue; texts are there if they were imported. What Casebook does not know (flavour,
illustrators, images) is left out, as ArkhamDB leaves out what a card does not have.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cards import adapters
from cards.generation.fields import SKILLS, TAGS, X
from cards.generation.options import CHOOSES, READERS
from cards.models import CardText, EncounterCard, EncounterSet
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import Printing

Json = dict[str, Any]
Facts = Mapping[str, Any]

WEAKNESSES = {"basic": ("basicweakness", "Basic Weakness"), "other": ("weakness", "Weakness")}
FLAGS = ("permanent", "exceptional", "myriad", "exile")
CHOICES = {word: key for key, word in CHOOSES.items()}
TAG_SIGNS = {tag: sign for sign, tag in TAGS.items()}
#: ArkhamDB's keys of deckbuilding options, by those of the facts.
OPTION_KEYS = {name: key for key, (name, _reader) in READERS.items()} | {"tags": "tag"}
RESTRICTIONS = {"investigators": "investigator", "traits": "trait", "classes": "faction"}
#: The columns of texts, by ArkhamDB's keys.
TEXTS = {
    "text": "text",
    "real_text": "text",
    "back_name": "back_title",
    "back_text": "back_text",
    "real_back_text": "back_text",
    "customization_text": "sheet",
}


@dataclass(frozen=True, slots=True)
class ArkhamDBCards:
    """Every card of the catalogue, written as JSON."""

    player: Mapping[str, bytes]
    """Cards that players' decks can hold, by the code of the printing."""
    encounter: Mapping[str, bytes]
    """Cards of scenarios."""
    packs: Mapping[str, tuple[str, ...]]
    """The codes of the player cards in each pack."""

    def card(self, code: str) -> bytes | None:
        return self.player.get(code) or self.encounter.get(code)

    def of_pack(self, pack: str) -> bytes | None:
        """Return the cards of one pack; None if there is no such pack."""
        codes = self.packs.get(pack)
        return None if codes is None else as_list(self.player[code] for code in codes)


def as_list(rows: Iterable[bytes]) -> bytes:
    return b"[" + b",".join(rows) + b"]"


@once_per_catalogue
def arkhamdb_cards(catalogue: Catalogue) -> ArkhamDBCards:
    """Write every card once for each catalogue; an import of texts makes a new one."""
    facts = {row["code"]: row for row in adapters.card_facts()}
    texts = {row["printing_id"]: row for row in CardText.objects.filter(language="en").values()}
    sets = dict(EncounterSet.objects.values_list("code", "title"))
    writer = _Writer(catalogue, facts, texts, sets)
    printings = sorted(catalogue.printings.values(), key=lambda printing: printing.code)
    packs: dict[str, list[str]] = {code: [] for code in catalogue.packs}
    player = {}
    for printing in printings:
        if printing.card in facts:
            player[printing.code] = _bytes(writer.card(printing))
            packs.setdefault(printing.pack, []).append(printing.code)
    scenario_cards = EncounterCard.objects.order_by("code").values()
    encounter = {row["code"]: _bytes(writer.encounter_card(row)) for row in scenario_cards}
    return ArkhamDBCards(player, encounter, {pack: tuple(codes) for pack, codes in packs.items()})


@once_per_catalogue
def packed_cards(catalogue: Catalogue, encounter: bool) -> bytes:
    """Return the list of all player cards, compressed; with the cards of scenarios on request."""
    found = arkhamdb_cards(catalogue)
    rows = [*found.player.values(), *(found.encounter.values() if encounter else ())]
    return gzip.compress(as_list(rows), 9, mtime=0)


def _bytes(row: Json) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()


class _Writer:
    """All facts that cards refer to, for as long as they are written."""

    def __init__(
        self, catalogue: Catalogue, facts: Mapping[str, Facts], texts: Mapping[str, Facts], sets: Facts
    ) -> None:
        self.catalogue, self.facts, self.texts, self.sets = catalogue, facts, texts, sets
        self.parallels: dict[str, list[str]] = defaultdict(list)
        self.bonded: dict[str, list[Json]] = defaultdict(list)
        for code, row in facts.items():
            if row.get("parallel_of"):
                self.parallels[row["parallel_of"]].append(code)
            for title in row.get("bonded", {}).get("to", ()):
                self.bonded[title].append({"count": row["bonded"].get("copies", 1), "code": code})

    def card(self, printing: Printing) -> Json:
        facts = self.facts[printing.card]
        pack = self.catalogue.packs.get(printing.pack)
        classes = facts.get("classes") or ["neutral"]
        traits, slots = _traits(facts.get("traits", ())), _slots(facts.get("slots", {}))
        keywords = facts.get("keywords", ())
        subtype, subtype_name = WEAKNESSES.get(facts.get("weakness", ""), (None, None))
        encounter_set = facts.get("encounter_set", "")
        cost = facts.get("cost")
        row: Json = {
            "pack_code": printing.pack,
            "pack_name": pack.title if pack else printing.pack,
            "type_code": facts["type"],
            "type_name": facts["type"].capitalize(),
            "subtype_code": subtype,
            "subtype_name": subtype_name,
            **_factions(classes),
            "position": printing.position,
            **{flag: flag in keywords for flag in FLAGS},
            "code": printing.code,
            "name": facts["title"],
            "real_name": facts["title"],
            "subname": facts.get("subtitle"),
            "real_subname": facts.get("subtitle"),
            "quantity": printing.quantity,
            **{f"skill_{skill}": facts.get("icons", {}).get(skill) for skill in (*SKILLS, "wild")},
            "xp": facts.get("level"),
            "cost": X if cost == "X" else cost,
            "health": facts.get("health"),
            "health_per_investigator": False,
            "sanity": facts.get("sanity"),
            "victory": facts.get("victory"),
            "deck_limit": facts.get("limit", 0),
            "slot": slots or None,
            "real_slot": slots or None,
            "traits": traits or None,
            "real_traits": traits or None,
            "is_unique": facts.get("unique", False),
            "hidden": facts.get("hidden", False),
            "double_sided": facts["type"] == "investigator",
            "tags": _tags(facts.get("tags", ())),
            "encounter_code": encounter_set or None,
            "encounter_name": self.sets.get(encounter_set),
            "restrictions": _restrictions(facts.get("only", {})),
            "customization_options": [_box(box) for box in facts.get("customizations", ())] or None,
            **self._relations(printing, facts),
        }
        if facts["type"] == "investigator":
            row |= _investigator(facts)
        row |= self._texts(printing)
        return {key: value for key, value in row.items() if value is not None}

    def _relations(self, printing: Printing, facts: Facts) -> Json:
        first, title = printing.card, facts["title"]
        others = [each.code for each in self.catalogue.printings_of.get(first, ()) if each.code != first]
        parallel_of = facts.get("parallel_of", "")
        reprint = printing.code != first
        bonded_to = facts.get("bonded", {}).get("to", ())
        return {
            "duplicate_of_code": first if reprint else None,
            "duplicate_of_name": title if reprint else None,
            "duplicated_by": others if others and not reprint else None,
            "alternate_of_code": parallel_of or None,
            "alternate_of_name": self.facts[parallel_of]["title"] if parallel_of in self.facts else None,
            "alternated_by": self.parallels.get(first),
            "bonded_to": bonded_to[0] if bonded_to else None,
            "bonded_count": facts["bonded"].get("copies", 1) if bonded_to else None,
            "bonded_cards": self.bonded.get(title) if not bonded_to else None,
            "linked_to_code": facts.get("back"),
        }

    def _texts(self, printing: Printing) -> Json:
        """Return the imported texts; a reprint without its own has those of the first printing."""
        found = self.texts.get(printing.code) or self.texts.get(printing.card)
        return {key: found[column] or None for key, column in TEXTS.items()} if found else {}

    def encounter_card(self, facts: Facts) -> Json:
        """Return what is known of a scenario's card: little more than its name."""
        pack = self.catalogue.packs.get(facts["pack_id"])
        row: Json = {
            "pack_code": facts["pack_id"],
            "pack_name": pack.title if pack else facts["pack_id"],
            "type_code": facts["type"],
            "type_name": facts["type"].capitalize(),
            "faction_code": "mythos",
            "faction_name": "Mythos",
            "code": facts["code"],
            "name": facts["title"],
            "real_name": facts["title"],
            "quantity": facts["quantity"],
            "victory": facts["victory"],
            "encounter_code": facts["encounter_set_id"],
            "encounter_name": self.sets.get(facts["encounter_set_id"]),
        }
        return {key: value for key, value in row.items() if value is not None}


def _factions(classes: Iterable[str]) -> Json:
    row: Json = {}
    for number, name in enumerate(classes, 1):
        place = "faction" if number == 1 else f"faction{number}"
        row |= {f"{place}_code": name, f"{place}_name": name.capitalize()}
    return row


def _traits(traits: Iterable[str]) -> str:
    return " ".join(f"{trait}." for trait in traits)


def _slots(slots: Mapping[str, int]) -> str:
    return ". ".join(name.capitalize() + (f" x{n}" if n > 1 else "") for name, n in slots.items())


def _tags(tags: Iterable[str]) -> str | None:
    return "".join(f"{TAG_SIGNS[tag]}." for tag in tags if tag in TAG_SIGNS) or None


def _restrictions(only: Facts) -> Json | None:
    """Return whose decks may hold the card; ArkhamDB repeats each name as its own key."""
    found = {
        key: {_small(kind, name): _small(kind, name) for name in only[kind]}
        for kind, key in RESTRICTIONS.items()
        if only.get(kind)
    }
    return found or None


def _small(kind: str, name: str) -> str:
    return name.lower() if kind == "traits" else name


def _box(box: Facts) -> Json:
    """Return one line of an upgrade sheet in ArkhamDB's words."""
    row: Json = {
        "xp": box["price"],
        "choice": CHOICES.get(box.get("chooses", "")),
        "quantity": box.get("choices"),
        "card": _option(box["among"]) if "among" in box else None,
        "real_traits": _traits(box["traits"]) if "traits" in box else None,
        "real_slot": _slots(box["slots"]) if "slots" in box else None,
        "tags": _tags(box.get("tags", ())),
        "deck_limit": box.get("limit"),
        **{key: box.get(key) for key in ("cost", "health", "sanity")},
    }
    return {key: value for key, value in row.items() if value is not None}


def _investigator(facts: Facts) -> Json:
    row: Json = {f"skill_{skill}": number for skill, number in facts.get("skills", {}).items()}
    if "deck" in facts:
        row["deck_requirements"] = _requirements(facts["deck"])
        row["deck_options"] = [_option(option) for option in facts.get("options", ())]
    if "side_deck" in facts:
        row["side_deck_requirements"] = _requirements(facts["side_deck"])
        row["side_deck_options"] = [_option(option) for option in facts["side_deck"].get("options", ())]
    return row


def _requirements(deck: Facts) -> Json:
    cards: dict[str, dict[str, str]] = {}
    for group in deck.get("required", ()):
        # ArkhamDB's key is the first code; Lola Hayes needs several copies of one.
        key = next((code for code in group["any"] if code not in cards), group["any"][0])
        cards[key] = {code: code for code in group["any"]}
    weaknesses = [{"target": "subtype", "value": "basicweakness"}] * deck.get("random_weaknesses", 0)
    return {"size": deck["size"], "card": cards, "random": weaknesses}


def _option(option: Facts) -> Json:
    """Return one deckbuilding option in ArkhamDB's words."""
    written: Json = {}
    for name, value in option.items():
        key = OPTION_KEYS.get(name)
        if key is None:
            continue
        if name in ("level", "base_level"):
            value = {"min": value[0], "max": value[1]}
        elif name == "traits":
            value = [trait.lower() for trait in value]
        elif name == "tags":
            value = [TAG_SIGNS.get(tag, tag) for tag in value]
        elif name == "at_least":
            value = {"factions": value["classes"], "min": value["cards"]}
        elif name == "choose_option":
            value = [_option(each) for each in value]
        elif name == "choose_size":
            value = [str(size) for size in value]
        written[key] = value
    return written
