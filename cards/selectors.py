"""Queries for cards, investigators and products, for pages and the API."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, QuerySet

from cards import adapters
from cards.investigator_access import Usable, takers, usable_by
from cards.models import (
    Card,
    CardText,
    Cycle,
    EncounterSet,
    Investigator,
    Pack,
    Printing,
    TabooEntry,
    TabooList,
)
from cards.text.names import german
from rules.cards import model
from rules.cards.catalogue import Catalogue


def resolve(code: str) -> model.Card | None:
    """Return the card of any printing's code."""
    return adapters.catalogue().resolve(code)


def card_rows(codes: list[str]) -> list[Card]:
    """Return the rows of these cards, in this order."""
    rows = cards_with_printings().in_bulk(codes)
    return [rows[code] for code in codes if code in rows]


def cards_with_printings() -> QuerySet[Card]:
    return Card.objects.prefetch_related(Prefetch("printings", Printing.objects.order_by("code")))


def cycles() -> QuerySet[Cycle]:
    return Cycle.objects.prefetch_related("packs")


def encounter_set_titles() -> dict[str, str]:
    """Return the titles of all encounter sets in the reader's language, by code."""
    rows = EncounterSet.objects.values_list("code", "title", "title_de")
    return {code: (title_de if german() else "") or title for code, title, title_de in rows}


def packs() -> QuerySet[Pack]:
    return Pack.objects.select_related("cycle").prefetch_related("reprints")


def investigators() -> QuerySet[Investigator]:
    """Return all investigators who build decks."""
    rows = Investigator.objects.filter(size__isnull=False).select_related("card")
    return rows.prefetch_related("options").order_by("card_id")


def taboo_lists() -> QuerySet[TabooList]:
    return TabooList.objects.order_by("-date")


@dataclass(frozen=True)
class CardRelations:
    """The relations of a card to others, which its page shows besides its facts."""

    card: model.Card
    versions: tuple[model.Card, ...]
    """Cards of the same title, including this one, by level."""
    bonded: tuple[model.Card, ...]
    """Cards that are bonded to this one."""
    bonded_to: tuple[model.Card, ...]
    researched: tuple[model.Card, ...]
    """Versions that its task unlocks."""
    researched_from: model.Card | None
    faces: tuple[model.Card, ...]
    """Other faces of the same physical card."""
    signature_of: tuple[model.Card, ...]
    takers: tuple[tuple[model.Card, str], ...]
    """Investigators who may take it: free, limited or as a signature."""

    @property
    def goes_with_others(self) -> bool:
        found = (
            self.bonded,
            self.bonded_to,
            self.researched,
            self.researched_from,
            self.faces,
            self.signature_of,
        )
        return any(found)


def relations(code: str, taboo: str = "") -> CardRelations | None:
    catalogue = adapters.catalogue()
    card = catalogue.resolve(code)
    if card is None:
        return None
    everyone = takers(catalogue, card.code, taboo)
    return CardRelations(
        card=card,
        versions=versions(catalogue, card),
        bonded=tuple(each for each in catalogue.cards.values() if card.title in each.bonded_to),
        bonded_to=tuple(
            each for title in card.bonded_to for each in catalogue.by_title.get(title, ()) if not each.hidden
        ),
        researched=tuple(
            each
            for each in catalogue.cards.values()
            if each.research is not None and each.research.source == card.code
        ),
        researched_from=catalogue.cards.get(card.research.source) if card.research else None,
        faces=faces(catalogue, card),
        signature_of=tuple(investigator for investigator, way in everyone if way == "signature"),
        takers=tuple((investigator, way) for investigator, way in everyone if way != "signature"),
    )


def versions(catalogue: Catalogue, card: model.Card) -> tuple[model.Card, ...]:
    same = (each for each in catalogue.by_title.get(card.title, ()) if not each.hidden or each is card)
    return tuple(sorted(same, key=lambda each: (each.level is None, each.level or 0, each.code)))


def faces(catalogue: Catalogue, card: model.Card) -> tuple[model.Card, ...]:
    found = [each for each in catalogue.cards.values() if each.back == card.code]
    if card.back in catalogue.cards:
        found.append(catalogue.cards[card.back])
    return tuple(found)


def taboo_history(code: str) -> QuerySet[TabooEntry]:
    """Return the entries of all taboo lists for the card, newest first."""
    card = resolve(code)
    entries = TabooEntry.objects.filter(card=card.code if card else "")
    return entries.select_related("taboo_list").order_by("-taboo_list__date")


def printings(code: str) -> QuerySet[Printing]:
    """Return every printing of the card, with pack and cycle, in order of release."""
    card = resolve(code)
    rows = Printing.objects.filter(card=card.code if card else "").select_related("pack__cycle")
    return rows.order_by("pack__cycle__position", "pack__position", "code")


def texts(code: str, language: str) -> list[CardText]:
    """Return the imported texts of all printings, in this language or else in English."""
    card = resolve(code)
    rows = CardText.objects.filter(printing__card=card.code if card else "", language__in=[language, "en"])
    found: dict[str, CardText] = {}
    for row in rows.select_related("printing__pack").order_by("printing_id"):
        if row.printing_id not in found or row.language == language:
            found[row.printing_id] = row
    return list(found.values())


def imported_texts() -> list[tuple[str, int]]:
    """Return how many texts were imported in each language."""
    rows = CardText.objects.order_by("language").values("language").annotate(number=Count("pk"))
    return [(row["language"], row["number"]) for row in rows]


def pool(code: str, taboo: str = "") -> Usable:
    """Return the cards that an investigator can take."""
    return usable_by(adapters.catalogue(), code, taboo)
