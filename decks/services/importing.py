"""How do decks from elsewhere become decks here? With all their versions, and nothing that they held lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.models import User
from cards.adapters import catalogue
from decks.adapters import OURS, choice_fields, tick_rows, version_fields
from decks.formats.arkhamdb import Record
from decks.importing import Preview
from decks.models import Deck, DeckTag, DeckVersion, Purchase, Visibility, Why
from decks.models.decks import CODE_LENGTH, NAME_LENGTH, TAG_LENGTH
from decks.selectors import verdict_on
from decks.services.judging import remember
from decks.services.keeping import MOST_TAGS
from decks.services.upgrading import LEAVES
from rules.circumstances import Circumstances
from rules.prices.aftermath import Aftermath
from rules.prices.purchase import Purchase as PricedPurchase
from rules.prices.purchase import Upgrade
from rules.prices.upgrade import price_upgrade

#: What an export works out anew.
DERIVED = frozenset({OURS, "investigator_name", "date_creation", "date_update", "problem", "version"})


@transaction.atomic
def save_import(previews: Iterable[Preview], *, owner: User) -> list[Deck]:
    """Save the decks of a preview, all or none. What could not be read is left out, as the preview said."""
    return [_save(row, owner) for row in previews if row.record is not None]


def _save(row: Preview, owner: User) -> Deck:
    record = row.record
    assert record is not None
    person = catalogue().resolve(record.deck.investigator)
    name = (
        " ".join(record.name.split()) or (person.title if person else "") or record.deck.investigator or "?"
    )
    deck = Deck(
        owner=owner,
        name=name[:NAME_LENGTH],
        investigator=record.deck.investigator[:CODE_LENGTH],
        taboo=record.deck.taboo,
        card_pool=list(record.deck.card_pool),
        notes=record.notes.replace("\r\n", "\n"),
        visibility=Visibility.PRIVATE,
        source=record.id,
        extras=_extras(record),
        mode=row.settings["mode"],
        edition=row.settings["edition"],
        environment=row.settings["environment"],
        folder=row.settings["folder"][: TAG_LENGTH * 2],
        **choice_fields(record.deck.choices),
    )
    deck.front, deck.back = deck.front[:CODE_LENGTH], deck.back[:CODE_LENGTH]
    deck.save()
    tags = dict.fromkeys(tag.replace(",", " ").strip()[:TAG_LENGTH].strip() for tag in record.tags)
    DeckTag.objects.bulk_create(DeckTag(deck=deck, name=tag) for tag in list(filter(None, tags))[:MOST_TAGS])
    version: DeckVersion | None = None
    before: Record | None = None
    for number, each in enumerate((*row.history, record), 1):
        version = _save_version(deck, number, each, before, version)
        before = each
    deck.working = version
    remember(deck, verdict_on(deck))
    deck.save()
    return deck


def _extras(record: Record) -> dict[str, Any]:
    extras = {key: value for key, value in record.rest.items() if key not in DERIVED}
    if record.meta.rest:
        extras["meta"] = dict(record.meta.rest)
    if record.meta.transform_into:
        extras["transform_into"] = record.meta.transform_into
    return extras


def _save_version(
    deck: Deck, number: int, record: Record, before: Record | None, previous: DeckVersion | None
) -> DeckVersion:
    told = record.rest.get(OURS)
    told = told if isinstance(told, dict) else {}
    usual = Why.UPGRADED if previous else Why.IMPORTED
    why = str(told["why"]) if told.get("why") in Why.values else usual
    upgrade = _priced(deck, before, record) if before else None
    cost = upgrade.total if upgrade and upgrade.total is not None else record.experience_spent
    available = record.experience if record.experience is not None else cost
    left = previous.experience_left if previous else 0
    earned = told.get("earned")
    version = DeckVersion.objects.create(
        deck=deck,
        number=number,
        previous=previous,
        why=why,
        remark=str(told.get("remark") or "")[:200],
        experience_available=(available or 0) + record.experience_adjustment,
        experience_earned=earned if type(earned) is int else max(0, (available or 0) - left),
        cost=cost or 0,
        exiled=list(record.exiled),
        **version_fields(record.deck, record.meta.annotations),
    )
    if upgrade and upgrade.lawful:
        Purchase.objects.bulk_create(_rows(version, upgrade))
    return version


def _priced(deck: Deck, before: Record, after: Record) -> Upgrade:
    """What must have been bought between two versions: the cheapest lawful way."""
    return price_upgrade(
        catalogue(),
        before.deck,
        replace(after.deck, investigator=before.deck.investigator),
        Circumstances(edition=deck.edition),
        Aftermath(exiled=dict(Counter(after.exiled))),
    )


def _rows(version: DeckVersion, upgrade: Upgrade) -> Iterable[Purchase]:
    for position, step in enumerate(upgrade.steps, 1):
        if isinstance(step, PricedPurchase):
            yield Purchase(
                version=version,
                position=position,
                way=step.way,
                card=step.card,
                replaces=step.replaces,
                place=step.place,
                price=step.price,
                reasons=[reason.as_dict() for reason in step.reasons],
                boxes=tick_rows({step.card: step.ticks})[step.card],
            )
        else:
            yield Purchase(
                version=version, position=position, way=LEAVES, card=step.card, price=0, repeats=step.why,
                place=step.place,
            )  # fmt: skip
