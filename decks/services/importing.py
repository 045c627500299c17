"""How do decks from elsewhere become decks here? With all their versions, and nothing that they held lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.models import User
from cards.adapters import catalogue
from decks.adapters import OURS, TOLD, choice_fields, purchase_fields, version_fields
from decks.formats.arkhamdb import Record
from decks.importing import Preview
from decks.models import Deck, DeckTag, DeckVersion, Purchase, Visibility, Why
from decks.models.decks import CODE_LENGTH, NAME_LENGTH, TAG_LENGTH
from decks.selectors import verdict_on
from decks.services.judging import remember
from decks.services.keeping import MOST_TAGS
from decks.services.upgrading import LEAVES
from rules.circumstances import Circumstances
from rules.editions import DEFAULT, edition
from rules.prices.aftermath import Aftermath
from rules.prices.purchase import Purchase as PricedPurchase
from rules.prices.purchase import Upgrade
from rules.prices.questions import nonsense, settled
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
    aftermath = _aftermath(before, record, told) if before else Aftermath()
    upgrade = _priced(deck, before, record, aftermath) if before else None
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
        aftermath={key: value for key in TOLD if (value := getattr(aftermath, key))},
        **version_fields(record.deck, record.meta.annotations),
    )
    if upgrade and upgrade.lawful:
        Purchase.objects.bulk_create(_rows(version, upgrade))
    return version


def _aftermath(before: Record, after: Record, told: Mapping[str, Any]) -> Aftermath:
    """What happened in between: exile, and what an export of ours tells besides, if it makes sense."""
    exiled = dict(Counter(after.exiled))
    happened, attached = told.get("happened", {}), told.get("attached_to", "")
    if not isinstance(attached, str) or not isinstance(happened, dict):
        return Aftermath(exiled=exiled)
    if any(type(times) is not int for times in happened.values()):
        return Aftermath(exiled=exiled)
    found = settled(catalogue(), Aftermath(exiled=exiled, happened=happened, attached_to=attached))
    nonsensical = any(nonsense(catalogue(), before.deck, found, edition(DEFAULT)))
    return Aftermath(exiled=exiled) if nonsensical else found


def _priced(deck: Deck, before: Record, after: Record, aftermath: Aftermath) -> Upgrade:
    """What must have been bought between two versions: the cheapest lawful way."""
    return price_upgrade(
        catalogue(),
        before.deck,
        replace(after.deck, investigator=before.deck.investigator),
        Circumstances(edition=deck.edition),
        aftermath,
    )


def _rows(version: DeckVersion, upgrade: Upgrade) -> Iterable[Purchase]:
    for position, step in enumerate(upgrade.steps, 1):
        if isinstance(step, PricedPurchase):
            yield Purchase(version=version, position=position, **purchase_fields(step))
        else:
            yield Purchase(
                version=version, position=position, way=LEAVES, card=step.card, price=0, repeats=step.why,
                place=step.place,
            )  # fmt: skip
