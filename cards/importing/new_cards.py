"""The facts in a source that the shipped catalogue does not have and that can be imported.

A new card is imported only if the rules understand every fact of it: a misread one would give wrong verdicts.
"""

from __future__ import annotations

from typing import Any

from cards.generation.catalogue import Generated
from cards.generation.source import Note, Row, Source
from cards.models import Card, Cycle, EncounterCard, EncounterSet, Pack, Printing, TabooList
from cards.models.cards import CODE_LENGTH
from rules.cards.facts import UnreadableFacts, read_card

Facts = dict[str, Any]

LONGEST_TITLE = 200
HIGHEST_LEVEL = 5
MOST = 32_000
"""The largest value of a small integer column."""


class NewCards:
    """Facts to write as imported ones. Everything else is already known, or noted as left out."""

    def __init__(self, source: Source, found: Generated, notes: list[Note]) -> None:
        self._source, self._notes = source, notes
        self._shipped = {
            model: set(model._default_manager.filter(imported=False).values_list("pk", flat=True))
            for model in (Card, Cycle, EncounterCard, EncounterSet, Pack, Printing, TabooList)
        }
        self.cycles = self._new(Cycle, found.cycles)
        self._cycles = set(Cycle.objects.values_list("pk", flat=True)) | {
            each["code"] for each in self.cycles
        }
        self.packs = self._new_packs(found.packs)
        self._packs = set(Pack.objects.values_list("pk", flat=True)) | {each["code"] for each in self.packs}
        for pack in self.packs:
            pack["reprints"] = [code for code in pack.get("reprints", ()) if code in self._packs]
        self.cards = self._new_cards(found)
        self.printings = self._new_printings(found)
        self.encounter_cards = self._new_encounter_cards(found)
        self.encounter_sets = self._needed_sets(found)
        self.taboo_lists = self._new_taboo_lists(found.taboo_lists)

    def _note(self, code: str, reason: str) -> None:
        self._notes.append(Note(self._source.files.get(code, ""), code, reason))

    def _new(self, model: Any, facts: list[Facts]) -> list[Facts]:
        return [each for each in facts if each["code"] not in self._shipped[model]]

    def _new_packs(self, facts: list[Facts]) -> list[Facts]:
        rows = {row["code"]: row for row in self._source.packs}
        places: dict[Any, str] = dict(Cycle.objects.values_list("position", "code"))
        chapters = dict(Pack.objects.values_list("cycle_id", "chapter"))
        found = []
        for pack in self._new(Pack, facts):
            # The API names a pack's cycle by its position only, and does not have chapters.
            cycle = pack["cycle"] or places.get(rows[pack["code"]].get("cycle_position"), "")
            if cycle not in self._cycles:
                self._note(pack["code"], "left out: its cycle is not known")
            elif not pack["title"] or len(pack["title"]) > LONGEST_TITLE:
                self._note(pack["code"], "left out: its title is missing or too long")
            else:
                chapter = pack["chapter"] if "chapter" in rows[pack["code"]] else chapters.get(cycle, 1)
                found.append({**pack, "cycle": cycle, "chapter": chapter})
        return found

    def _new_cards(self, generated: Generated) -> list[Facts]:
        codes = set(Card.objects.values_list("pk", flat=True))
        codes |= {card["code"] for cards in generated.cards.values() for card in cards}
        found = []
        for pack, cards in generated.cards.items():
            for card in self._new(Card, cards):
                if card.get("parallel_of") and card["parallel_of"] not in codes:
                    self._note(card["code"], f"its original {card.pop('parallel_of')} is not known")
                reason = self._unfit(pack, card)
                if reason:
                    self._note(card["code"], f"left out: {reason}")
                else:
                    found.append(card)
        return found

    def _unfit(self, pack: str, card: Facts) -> str:
        """Return why a card cannot be imported; empty if it can."""
        if pack not in self._packs:
            return f"its pack {pack} is not known"
        if len(card["code"]) > CODE_LENGTH or len(card["title"]) > LONGEST_TITLE:
            return "its code or title is too long"
        if not 0 <= card.get("level", 0) <= HIGHEST_LEVEL:
            return f"there is no level {card['level']}"
        if card.get("weakness") and "level" in card:
            return "a weakness has no level"
        numbers = (card.get(key) or 0 for key in ("health", "sanity", "victory", "limit"))
        if any(abs(number) > MOST for number in numbers):
            return "a number in it is too large"
        try:
            read_card(card)
        except UnreadableFacts as error:
            return f"the rules do not understand it: {error}"
        return ""

    def _new_printings(self, generated: Generated) -> list[Facts]:
        cards = set(Card.objects.values_list("pk", flat=True)) | {card["code"] for card in self.cards}
        found = []
        for pack, printings in generated.printings.items():
            for printing in self._new(Printing, printings):
                if printing["card"] not in cards:
                    continue  # noted with its card
                if pack not in self._packs:
                    self._note(printing["code"], f"left out: its pack {pack} is not known")
                elif len(printing["code"]) > CODE_LENGTH or not 0 <= printing["quantity"] <= MOST:
                    self._note(printing["code"], "left out: its code is too long or its quantity odd")
                else:
                    found.append({**printing, "pack": pack})
        return found

    def _new_encounter_cards(self, generated: Generated) -> list[Facts]:
        found = []
        for pack, cards in generated.encounter.items():
            for card in self._new(EncounterCard, cards):
                if pack not in self._packs:
                    self._note(card["code"], f"left out: its pack {pack} is not known")
                elif len(card["code"]) > CODE_LENGTH or len(card["title"]) > LONGEST_TITLE:
                    self._note(card["code"], "left out: its code or title is too long")
                else:
                    found.append({**card, "pack": pack, "type": card["type"][:20]})
        return found

    def _needed_sets(self, generated: Generated) -> list[Facts]:
        """Return the encounter sets of new cards; if the source does not list one, its cards name it."""
        listed = {each["code"]: each for each in generated.encounter_sets}
        held: dict[str, set[str]] = {}
        for card in (*self.encounter_cards, *self.cards):
            if card.get("encounter_set"):
                row = self._source.rows[card["code"]]
                held.setdefault(card["encounter_set"], set()).add(row["pack_code"])
        found = []
        for code, packs in held.items():
            if code in self._shipped[EncounterSet]:
                continue
            facts = listed.get(code) or {"code": code, "title": self._title_of_set(code)}
            found.append({**facts, "packs": sorted(packs & self._packs)})
        return found

    def _title_of_set(self, code: str) -> str:
        rows: list[Row] = [row for row in self._source.rows.values() if row.get("encounter_code") == code]
        names = [row["encounter_name"] for row in rows if isinstance(row.get("encounter_name"), str)]
        return names[0][:LONGEST_TITLE] if names else code

    def _new_taboo_lists(self, facts: list[Facts]) -> list[Facts]:
        numbers = dict(TabooList.objects.values_list("number", "code"))
        found = []
        for taboo in self._new(TabooList, facts):
            if numbers.setdefault(taboo["id"], taboo["code"]) != taboo["code"]:
                self._note(taboo["code"], f"left out: another taboo list has the number {taboo['id']}")
            else:
                found.append(taboo)
        return found
