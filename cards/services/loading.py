"""Loading of the shipped catalogue into the database, in one transaction and only if it has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from django.db import models, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.module_loading import import_string

from cards import adapters
from cards.importing import rows
from cards.importing.shipped import CATALOGUE, Shipped, content_hash, read_shipped
from cards.models import (
    Card,
    CatalogueVersion,
    Cycle,
    DeckOption,
    EncounterCard,
    EncounterSet,
    Investigator,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
)

ModelRow = TypeVar("ModelRow", bound=models.Model)

#: Increase this if the same files lead to other rows, so that they are loaded again.
LOADER = 1


def load_shipped(folder: Path = CATALOGUE) -> bool:
    """Update the database to the shipped files. Return False if it was up to date and nothing was written."""
    shipped = f"{LOADER}:{content_hash(folder)}"[:64]
    if CatalogueVersion.objects.filter(pk=1, shipped=shipped).exists():
        return False
    facts = read_shipped(folder)
    with transaction.atomic():
        write(facts)
        bump(shipped=shipped)
    return True


_listeners: list[Callable[[], object] | str] = []


def on_change(listener: Callable[[], object] | str) -> None:
    """Call the function, or the one with this dotted path, after every committed change of the cards.

    Apps register theirs in `ready()`.
    """
    _listeners.append(listener)


def announce() -> None:
    adapters.forget()
    for listener in _listeners:
        (import_string(listener) if isinstance(listener, str) else listener)()


def bump(**changes: Any) -> None:
    """Mark the cards as changed, so that every process reads them again."""
    CatalogueVersion.objects.get_or_create(pk=1)
    CatalogueVersion.objects.filter(pk=1).update(number=F("number") + 1, changed=timezone.now(), **changes)
    transaction.on_commit(announce)


def bump_guides() -> None:
    """Mark the imported campaigns as changed, so that every process reads them again."""
    CatalogueVersion.objects.get_or_create(pk=1)
    CatalogueVersion.objects.filter(pk=1).update(guides=F("guides") + 1, guides_changed=timezone.now())
    transaction.on_commit(adapters.forget)


def write(facts: Shipped) -> None:
    """Write all shipped facts. Imported rows stay, unless they are shipped now."""
    put(Cycle, (rows.cycle_row(each, imported=False) for each in facts.cycles))
    put(Pack, (rows.pack_row(each, imported=False) for each in facts.packs))
    put(EncounterSet, (rows.encounter_set_row(each, imported=False) for each in facts.encounter_sets))
    link(Pack.reprints, {pack["code"]: pack.get("reprints", ()) for pack in facts.packs})
    link(EncounterSet.packs, {each["code"]: each["packs"] for each in facts.encounter_sets})
    put(Card, (rows.card_row(each, imported=False) for each in facts.cards))
    put_investigators(facts.cards)
    put(Printing, (rows.printing_row(each, imported=False) for each in facts.printings))
    put(EncounterCard, (rows.encounter_card_row(each, imported=False) for each in facts.encounter_cards))
    put_taboo_lists(facts.taboo_lists, imported=False)
    remove_stale(facts)


def put(model: type[ModelRow], made: Iterable[ModelRow]) -> int:
    """Insert rows, or update those that exist."""
    found = list(made)
    key = model._meta.pk.name
    columns = [field.name for field in model._meta.concrete_fields if not field.primary_key]
    model._default_manager.bulk_create(
        found, batch_size=500, update_conflicts=True, unique_fields=[key], update_fields=columns
    )
    return len(found)


def put_investigators(cards: Sequence[dict[str, Any]]) -> None:
    """Write investigators, and replace their options."""
    made = [row for row in map(rows.investigator_row, cards) if row is not None]
    put(Investigator, made)
    DeckOption.objects.filter(investigator__in=[row.card_id for row in made]).delete()
    DeckOption.objects.bulk_create(option for card in cards for option in rows.option_rows(card))


def put_taboo_lists(lists: Sequence[dict[str, Any]], *, imported: bool) -> None:
    """Write lists and replace their entries; imported texts of entries are kept."""
    put(TabooList, (rows.taboo_list_row(each, imported=imported) for each in lists))
    codes = [each["code"] for each in lists]
    texts = {
        (code, card): text
        for code, card, text in TabooEntry.objects.filter(taboo_list__in=codes)
        .exclude(text="")
        .values_list("taboo_list_id", "card_id", "text")
    }
    TabooEntry.objects.filter(taboo_list__in=codes).delete()
    entries = [entry for each in lists for entry in rows.taboo_entry_rows(each)]
    for entry in entries:
        entry.text = texts.get((entry.taboo_list_id, entry.card_id), "")
    TabooEntry.objects.bulk_create(entries)


def link(relation: Any, wanted: dict[str, Iterable[str]]) -> None:
    """Set a many-to-many relation of these rows to the facts in the files."""
    through = relation.through
    source, target = (
        f"{relation.field.m2m_field_name()}_id",
        f"{relation.field.m2m_reverse_field_name()}_id",
    )
    through.objects.filter(**{f"{source}__in": list(wanted)}).delete()
    through.objects.bulk_create(
        through(**{source: code, target: other}) for code, others in wanted.items() for other in others
    )


def remove_stale(facts: Shipped) -> None:
    """Remove what only earlier versions shipped. Products stay, because users may own them."""
    for model, shipped_rows in (
        (Printing, facts.printings),
        (EncounterCard, facts.encounter_cards),
        (Card, facts.cards),
        (TabooList, facts.taboo_lists),
    ):
        shipped = {row["code"] for row in shipped_rows}
        there = model._default_manager.filter(imported=False).values_list("pk", flat=True)
        stale = [code for code in there if code not in shipped]
        if stale:
            model._default_manager.filter(pk__in=stale).delete()
