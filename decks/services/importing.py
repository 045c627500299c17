"""How do decks from elsewhere become decks here? With all their versions, and nothing that they held lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from accounts.models import User
from cards.adapters import catalogue
from decks.adapters import OURS, TOLD, choice_fields, purchase_fields, version_fields
from decks.formats.arkhamdb import Record
from decks.importing import Preview
from decks.models import Deck, DeckTag, DeckVersion, Purchase, Visibility, Why
from decks.models.decks import CODE_LENGTH, NAME_LENGTH, TAG_LENGTH
from decks.selectors import verdict_on
from decks.services.creation import check_room_for_decks
from decks.services.judging import remember
from decks.services.keeping import MOST_TAGS
from decks.services.upgrading import LEAVES
from rules.circumstances import Circumstances
from rules.editions import DEFAULT, edition
from rules.prices.aftermath import Aftermath
from rules.prices.budget import Budget
from rules.prices.purchase import Purchase as PricedPurchase
from rules.prices.purchase import Upgrade
from rules.prices.questions import nonsense, settled
from rules.prices.upgrade import price_upgrade

#: Decks that a job saves at once; nobody waits for longer.
BATCH = 20
#: What an export works out anew.
DERIVED = frozenset({OURS, "investigator_name", "date_creation", "date_update", "problem", "version"})


@dataclass(frozen=True, slots=True)
class PricedVersion:
    """A version of a deck from elsewhere, and what happened and was bought since the one before."""

    record: Record
    aftermath: Aftermath
    upgrade: Upgrade | None


def save_import(previews: Iterable[Preview], *, owner: User) -> list[Deck]:
    """Save the decks of a preview, all or none. What could not be read is left out, as the preview said.

    Prices are worked out before the database is touched, with one budget for all of them: nobody waits for a
    lock meanwhile.
    """
    budget = Budget()
    readable = [row for row in previews if row.record is not None]
    check_room_for_decks(owner, len(readable))
    rows = [(row, _priced_versions(row, budget)) for row in readable]
    with transaction.atomic():
        return [_save(row, versions, owner, uuid4()) for row, versions in rows]


def save_in_batches(
    previews: Iterable[Preview], *, owner: User, job: UUID, step: Callable[[int], None]
) -> int:
    """Save many decks, some at a time; how many are there now.

    Each deck has an id that follows from the job and its number. A job that is begun again finds what it has
    saved, and goes on.
    """
    ids = {uuid5(job, str(row.number)): row for row in previews if row.record is not None}
    saved = set(Deck.objects.filter(public_id__in=ids).values_list("public_id", flat=True))
    left = [(public, row) for public, row in ids.items() if public not in saved]
    check_room_for_decks(owner, len(left))
    step(len(saved))
    for start in range(0, len(left), BATCH):
        budget = Budget()
        batch = [(public, row, _priced_versions(row, budget)) for public, row in left[start : start + BATCH]]
        with transaction.atomic():
            for public, row, versions in batch:
                _save(row, versions, owner, public)
        step(len(batch))
    return len(ids)


def _priced_versions(row: Preview, budget: Budget) -> list[PricedVersion]:
    assert row.record is not None
    found: list[PricedVersion] = []
    before: Record | None = None
    for record in (*row.history, row.record):
        aftermath, upgrade = Aftermath(), None
        if before is not None:
            aftermath = _aftermath(before, record, _told(record))
            upgrade = _priced(row.settings["edition"], before, record, aftermath, budget)
        found.append(PricedVersion(record, aftermath, upgrade))
        before = record
    return found


def _save(row: Preview, versions: list[PricedVersion], owner: User, public_id: UUID) -> Deck:
    record = row.record
    assert record is not None
    person = catalogue().resolve(record.deck.investigator)
    name = (
        " ".join(record.name.split()) or (person.title if person else "") or record.deck.investigator or "?"
    )
    deck = Deck(
        public_id=public_id,
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
    for number, each in enumerate(versions, 1):
        version = _save_version(deck, number, each, version)
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


def _told(record: Record) -> dict[str, Any]:
    """What an export of Casebook says that ArkhamDB has no word for."""
    told = record.rest.get(OURS)
    return told if isinstance(told, dict) else {}


def _save_version(
    deck: Deck, number: int, priced: PricedVersion, previous: DeckVersion | None
) -> DeckVersion:
    record, upgrade = priced.record, priced.upgrade
    told = _told(record)
    usual = Why.UPGRADED if previous else Why.IMPORTED
    why = str(told["why"]) if told.get("why") in Why.values else usual
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
        aftermath={key: value for key in TOLD if (value := getattr(priced.aftermath, key))},
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


def _priced(edition: str, before: Record, after: Record, aftermath: Aftermath, budget: Budget) -> Upgrade:
    """What must have been bought between two versions: the cheapest lawful way."""
    return price_upgrade(
        catalogue(),
        before.deck,
        replace(after.deck, investigator=before.deck.investigator),
        Circumstances(edition=edition),
        aftermath,
        budget=budget,
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
