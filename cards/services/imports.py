"""Import of ArkhamDB's data into the catalogue: texts, translations and newer packs. Shipped facts stay.

Everything is read, checked and compared first; then it is written in one transaction. Importing the same data
again writes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction
from django.utils.translation import gettext as _

from cards import adapters
from cards.generation.catalogue import Generated, generate
from cards.generation.source import Note, Source
from cards.imported_texts import card_texts, taboo_texts
from cards.importing import rows
from cards.importing.new_cards import NewCards
from cards.models import (
    Card,
    CardText,
    Cycle,
    EncounterCard,
    EncounterSet,
    Pack,
    Printing,
    TabooEntry,
)
from cards.services.loading import bump, link, put, put_investigators, put_taboo_lists

Progress = Callable[[str], None]
Facts = dict[str, Any]

#: The most notes that are stored with a job; the others are only counted.
MOST_NOTES = 300


@dataclass
class Report:
    """The result of an import."""

    created: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    notes: list[Note] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.created.total() or self.changed.total())

    def as_dict(self) -> dict[str, Any]:
        return {
            "message": self.sentence(),
            "created": dict(+self.created),
            "changed": dict(+self.changed),
            "languages": dict(self.languages),
            "skipped": [str(note) for note in self.notes[:MOST_NOTES]],
            "skipped_count": len(self.notes),
        }

    def sentence(self) -> str:
        if self.is_empty:
            return _("Nothing was new.")
        facts = {
            "packs": self.created["packs"],
            "cards": self.created["cards"],
            "texts": self.created["texts"] + self.changed["texts"],
            "skipped": len(self.notes),
        }
        return _("%(packs)d new packs, %(cards)d new cards, %(texts)d texts; %(skipped)d skipped.") % facts


def import_source(source: Source, progress: Progress = lambda message: None) -> Report:
    """Add what is new. Raises SourceError, without a change, if the data is broken."""
    progress(_("Reading cards"))
    known = dict(Printing.objects.values_list("code", "card_id"))
    found = generate(source, known)
    report = Report(notes=found.notes)
    progress(_("Looking for what is new"))
    new = NewCards(source, found, report.notes)
    printings = {*known, *(each["code"] for each in new.printings)}
    texts = list(card_texts(source, printings))
    originals = {**known, **{each["code"]: each["card"] for each in new.printings}}
    texts_of_entries = taboo_texts(source, originals)
    progress(_("Writing"))
    with transaction.atomic():
        write_products(new, report)
        write_cards(new, report)
        write_taboo_lists(new.taboo_lists, texts_of_entries, report)
        write_texts(texts, report)
        write_german_titles(found, report)
        if not report.is_empty:
            bump()
    return report


def write_products(new: NewCards, report: Report) -> None:
    write_rows(Cycle, "cycles", (rows.cycle_row(each, imported=True) for each in new.cycles), report)
    write_rows(Pack, "packs", (rows.pack_row(each, imported=True) for each in new.packs), report)
    sets = (rows.encounter_set_row(each, imported=True) for each in new.encounter_sets)
    write_rows(EncounterSet, "encounter_sets", sets, report)
    link(Pack.reprints, {pack["code"]: pack.get("reprints", ()) for pack in new.packs})
    link(EncounterSet.packs, {each["code"]: each["packs"] for each in new.encounter_sets})


def write_cards(new: NewCards, report: Report) -> None:
    there = {facts["code"]: facts for facts in adapters.card_facts()}
    changed = [card for card in new.cards if there.get(card["code"]) != card]
    report.created["cards"] += sum(card["code"] not in there for card in changed)
    report.changed["cards"] += sum(card["code"] in there for card in changed)
    put(Card, (rows.card_row(each, imported=True) for each in changed))
    put_investigators(changed)
    write_rows(
        Printing, "printings", (rows.printing_row(each, imported=True) for each in new.printings), report
    )
    cards = (rows.encounter_card_row(each, imported=True) for each in new.encounter_cards)
    write_rows(EncounterCard, "encounter_cards", cards, report)


def write_taboo_lists(
    lists: list[Facts], texts_of_entries: dict[tuple[str, str], str], report: Report
) -> None:
    there = {facts["code"]: facts for facts in adapters.taboo_facts()}
    changed = [each for each in lists if there.get(each["code"]) != each]
    report.created["taboo_lists"] += sum(each["code"] not in there for each in changed)
    report.changed["taboo_lists"] += sum(each["code"] in there for each in changed)
    put_taboo_lists(changed, imported=True)
    entries = []
    for entry in TabooEntry.objects.filter(taboo_list__in={code for code, _card in texts_of_entries}):
        text = texts_of_entries.get((entry.taboo_list_id, entry.card_id), entry.text)
        if text != entry.text:
            entry.text = text
            entries.append(entry)
    TabooEntry.objects.bulk_update(entries, ["text"], batch_size=200)
    report.changed["taboo_texts"] += len(entries)


def write_texts(texts: list[CardText], report: Report) -> None:
    columns = ("title", "subtitle", "traits", "text", "back_title", "back_text", "sheet")
    there = {
        (printing, language): tuple(values)
        for printing, language, *values in CardText.objects.values_list("printing_id", "language", *columns)
    }
    changed = []
    for text in texts:
        key = (text.printing_id, text.language)
        if there.get(key) != tuple(getattr(text, column) for column in columns):
            changed.append(text)
            report.languages[text.language] += 1
            (report.changed if key in there else report.created)["texts"] += 1
    CardText.objects.bulk_create(
        changed,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["printing", "language"],
        update_fields=columns,
    )


def write_german_titles(found: Generated, report: Report) -> None:
    """Add German titles to shipped cards that have none."""
    titles = {
        card["code"]: (card["title_de"], card.get("subtitle_de", ""))
        for cards in found.cards.values()
        for card in cards
        if card.get("title_de")
    }
    nameless = list(Card.objects.filter(title_de="", code__in=titles))
    for card in nameless:
        card.title_de, card.subtitle_de = titles[card.code]
    Card.objects.bulk_update(nameless, ["title_de", "subtitle_de"])
    report.changed["german_titles"] += len(nameless)


def write_rows(model: type[models.Model], kind: str, made: Iterable[models.Model], report: Report) -> None:
    """Write the rows that are new or changed, and count them."""
    found = list(made)
    columns = [each.attname for each in model._meta.concrete_fields]
    there = {row["pk"]: row for row in model._default_manager.values("pk", *columns)}
    changed = []
    for row in found:
        old = there.get(row.pk)
        if old is None or any(old[column] != getattr(row, column) for column in columns):
            changed.append(row)
            (report.changed if old else report.created)[kind] += 1
    put(model, changed)
