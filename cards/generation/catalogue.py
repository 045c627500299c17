"""The facts of all the data together: products, cards, printings, encounter cards and taboo lists."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cards.generation import fields
from cards.generation.cards import (
    is_encounter_card,
    read_abilities,
    read_card,
    read_encounter_card,
    read_printing,
    tidy,
)
from cards.generation.fields import BrokenField, FieldError
from cards.generation.source import Note, Row, Source, SourceError
from cards.generation.taboo import read_taboo_list

Facts = dict[str, Any]

NOTHING: Mapping[str, str] = {}

#: Packs without a German edition. Their German titles in the data are machine translations, left out.
UNTRANSLATED = frozenset({"cob"})


@dataclass
class Generated:
    """The facts of all products, by pack, and notes on what was left out."""

    cycles: list[Facts] = field(default_factory=list)
    packs: list[Facts] = field(default_factory=list)
    encounter_sets: list[Facts] = field(default_factory=list)
    cards: dict[str, list[Facts]] = field(default_factory=lambda: defaultdict(list))
    printings: dict[str, list[Facts]] = field(default_factory=lambda: defaultdict(list))
    encounter: dict[str, list[Facts]] = field(default_factory=lambda: defaultdict(list))
    taboo_lists: list[Facts] = field(default_factory=list)
    abilities: list[Facts] = field(default_factory=list)
    """Actions that cards give, and skills to which they add: facts for the search alone."""
    notes: list[Note] = field(default_factory=list)


def generate(source: Source, known: Mapping[str, str] = NOTHING) -> Generated:
    """Turn everything in the source into facts, with titles in English and German.

    `known` maps printings of cards that are already known to those cards: the source may reprint cards
    without having them.
    """
    found = Generated(notes=list(source.notes))
    found.cycles = [sound("cycles.json", row, source, read_cycle) for row in source.cycles]
    found.cycles.sort(key=lambda cycle: cycle["position"])
    places = {cycle["code"]: cycle["position"] for cycle in found.cycles}
    found.packs = [sound("packs.json", row, source, read_pack) for row in source.packs]
    found.packs.sort(key=lambda pack: (places.get(pack["cycle"], 99), "reprints" in pack, pack["position"]))
    originals = resolve(source, known, found.notes)
    for code, row in source.rows.items():
        place(code, row, originals, source, found)
    if not known:
        check_bonds(found)
    found.encounter_sets = encounter_sets(source)
    found.abilities.sort(key=lambda facts: facts["code"])
    for drawer in (found.cards, found.printings, found.encounter):
        for rows in drawer.values():
            rows.sort(key=lambda facts: facts["code"])
    for row in source.taboo_lists:
        try:
            taboo, unknown = read_taboo_list(row, source.rows, {**known, **originals})
        except FieldError as error:
            raise SourceError("taboos.json", f"{row['code']}.{error.field}", error.fault) from None
        found.taboo_lists.append(taboo)
        found.notes += [
            Note("taboos.json", code, f"list {taboo['code']} names a card that the data does not have")
            for code in unknown
        ]
    return found


def sound(file: str, row: Row, source: Source, read: Callable[[Row, Source], Facts]) -> Facts:
    """Read a row of an index file; every error in it is fatal."""
    try:
        return read(row, source)
    except FieldError as error:
        raise SourceError(file, f"{row['code']}.{error.field}", error.fault) from None


def place(code: str, row: Row, originals: dict[str, str], source: Source, found: Generated) -> None:
    """Add one row to the facts, or a note why it was left out."""
    card = originals.get(code)
    if card is None:
        return
    original = source.rows.get(card)
    try:
        if original is None:
            found.printings[row["pack_code"]].append(read_printing(row, card, row))
            return
        if is_encounter_card(original):
            if row is original:
                found.encounter[row["pack_code"]].append(translated(read_encounter_card(row), row, source))
            return
        if row is original:
            found.cards[row["pack_code"]].append(translated(read_card(row), row, source))
            found.abilities += read_abilities(row)
        found.printings[row["pack_code"]].append(read_printing(row, card, original))
    except BrokenField as error:
        raise SourceError(source.files[code], f"{code}.{error.field}", error.fault) from None
    except FieldError as error:
        found.notes.append(Note(source.files[code], code, f"left out: {error}"))


def resolve(source: Source, known: Mapping[str, str], notes: list[Note]) -> dict[str, str]:
    """Return the first printing of every code. Reprints form chains: 60169 → 12025 → 01025."""
    originals: dict[str, str] = {}
    for code in source.rows:
        seen, here = set(), code
        while (then := source.rows[here].get("duplicate_of")) and here not in seen:
            seen.add(here)
            if not isinstance(then, str):
                raise SourceError(source.files[here], f"{here}.duplicate_of", "is not a code")
            if then not in source.rows and then in known:
                originals[code] = known[then]
                break
            if then not in source.rows:
                notes.append(Note(source.files[code], code, f"reprints {then}, which the data does not have"))
                break
            here = then
        else:
            if source.rows[here].get("duplicate_of"):
                notes.append(Note(source.files[code], code, "reprints itself"))
            else:
                originals[code] = here
    return originals


def translated(facts: Facts, row: Row, source: Source) -> Facts:
    """Add the German title and subtitle. An untranslated row repeats the English ones, which is fine."""
    german = source.translations.get("de")
    translation = german.cards.get(row["code"]) if german else None
    if not translation or row["pack_code"] in UNTRANSLATED:
        return facts
    named = {"title_de": fields.text(translation, "name")}
    if facts.get("subtitle"):
        named["subtitle_de"] = fields.text(translation, "subname")
    named = {key: name for key, name in named.items() if name}
    if "classes" in facts:
        return tidy({**facts, **named})
    named.pop("subtitle_de", None)
    if named.get("title_de") == facts["title"]:
        return facts
    return {"code": facts["code"], "title": facts["title"], **named, **facts}


def check_bonds(found: Generated) -> None:
    """Add notes for bonded cards whose parent, named by its title, does not exist."""
    titles = Counter(card["title"] for cards in found.cards.values() for card in cards)
    for pack, cards in found.cards.items():
        for card in cards:
            for parent in card.get("bonded", {}).get("to", ()):
                if not titles[parent]:
                    found.notes.append(
                        Note(pack, card["code"], f"is bonded to {parent!r}, which no card is called")
                    )


def encounter_sets(source: Source) -> list[Facts]:
    """Return every encounter set with the packs that hold its cards."""
    german = source.translations["de"].encounter_sets if "de" in source.translations else {}
    packs: dict[str, set[str]] = defaultdict(set)
    for row in source.rows.values():
        packs[str(row.get("encounter_code"))].add(row["pack_code"])
    found = []
    for row in source.encounter_sets:
        code = row["code"]
        if code == "unknown":
            continue
        facts = {"code": code, "title": fields.text(row, "name"), "title_de": german.get(code)}
        if facts["title_de"] in (None, facts["title"]):
            del facts["title_de"]
        found.append({**facts, "packs": sorted(packs[code])})
    return found


def read_cycle(row: Row, source: Source) -> Facts:
    german = source.translations["de"].cycles if "de" in source.translations else {}
    cycle = {
        "code": row["code"],
        "title": fields.text(row, "name"),
        "title_de": german.get(row["code"]),
        "position": fields.number(row, "position") or 0,
    }
    return {key: value for key, value in cycle.items() if value is not None}


def read_pack(row: Row, source: Source) -> Facts:
    german = source.translations["de"].packs if "de" in source.translations else {}
    pack = {
        "code": row["code"],
        "title": fields.text(row, "name"),
        "title_de": german.get(row["code"]),
        "cycle": fields.text(row, "cycle_code"),
        "chapter": fields.number(row, "chapter") or 1,
        "position": fields.number(row, "position") or 0,
        "released": fields.text(row, "date_release"),
        "replaced": fields.flag(row, "replaced") or None,
        "reprints": row.get("reprint_packs") or None,
        "reprint_type": row.get("reprint_type") or None,
    }
    return {key: value for key, value in pack.items() if value is not None}
