"""Saving of imported decks with all their versions, without losing anything in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import transaction

from accounts.idempotency import NO_KEY, IdempotencyKey
from accounts.models import User
from cards.adapters import catalogue
from decks.adapters import EXPORTED, OURS, choice_fields, purchase_fields, version_fields
from decks.examined import ExaminedDeck
from decks.formats.arkhamdb import Record
from decks.importing import Preview
from decks.models import Deck, DeckTag, DeckVersion, Purchase, Visibility, Why
from decks.models.decks import CODE_LENGTH, NAME_LENGTH, TAG_LENGTH
from decks.open_upgrade import LEAVES
from decks.services.creation import check_room_for_decks
from decks.services.judging import remember
from decks.services.organizing import MOST_TAGS
from jobs.progress import give_way
from rules.codec import Unreadable, from_json, to_json
from rules.deck.circumstances import Circumstances
from rules.outcome import Outcome, piles_of
from rules.rulebook.editions import DEFAULT, edition
from rules.upgrade.budget import Budget
from rules.upgrade.conditions import impossible_answers, settled
from rules.upgrade.purchase import Purchase as PricedPurchase
from rules.upgrade.purchase import Upgrade
from rules.upgrade.upgrade import price_upgrade

#: Decks that a job saves at once, and their versions; no request waits longer than for one batch.
BATCH, MOST_AT_A_TIME = 20, 100
#: Keys that an export computes again.
DERIVED = frozenset({OURS, "investigator_name", "date_creation", "date_update", "problem", "version"})


@dataclass(frozen=True, slots=True)
class PricedVersion:
    """A version of an imported deck, and the outcome and purchases since the one before."""

    record: Record
    outcome: Outcome
    upgrade: Upgrade | None


def save_import(previews: Iterable[Preview], *, owner: User, key: IdempotencyKey = NO_KEY) -> list[Deck]:
    """Save the decks of a preview: all or none. Entries that could not be read are left out.

    Prices are computed before the transaction begins, with one budget for all of them, so that no other
    request waits for a lock meanwhile.
    """
    budget = Budget()
    rows = [(row, _priced_versions(row, budget)) for row in previews if row.record is not None]
    with transaction.atomic():
        if earlier := key.claim(owner, Deck):
            return earlier
        check_room_for_decks(owner, len(rows))
        saved = [_save(row, versions, owner, uuid4()) for row, versions in rows]
        key.save_result(*saved)
    return saved


def save_in_batches(
    previews: Iterable[Preview], *, owner: User, job: UUID, step: Callable[[int], None]
) -> int:
    """Save many decks in batches; return how many are saved now.

    The id of each deck follows from the job and the deck's number, so a job that is restarted finds what it
    has saved, and continues.
    """
    ids = {uuid5(job, str(row.number)): row for row in previews if row.record is not None}
    saved = set(Deck.objects.filter(public_id__in=ids).values_list("public_id", flat=True))
    left = [(public, row) for public, row in ids.items() if public not in saved]
    check_room_for_decks(owner, len(left))
    step(len(saved))
    for some in _batches(left):
        budget = Budget()
        batch = [(public, row, _priced_versions(row, budget)) for public, row in some]
        with transaction.atomic():
            for public, row, versions in batch:
                _save(row, versions, owner, public)
        step(len(batch))
        give_way()
    return len(ids)


def _batches(rows: Iterable[tuple[UUID, Preview]]) -> Iterator[list[tuple[UUID, Preview]]]:
    """The rows some at a time, so that all versions of a batch are soon written."""
    batch: list[tuple[UUID, Preview]] = []
    versions = 0
    for public, row in rows:
        batch.append((public, row))
        versions += len(row.history) + 1
        if len(batch) >= BATCH or versions >= MOST_AT_A_TIME:
            yield batch
            batch, versions = [], 0
    if batch:
        yield batch


def _priced_versions(row: Preview, budget: Budget) -> list[PricedVersion]:
    assert row.record is not None
    found: list[PricedVersion] = []
    before: Record | None = None
    for record in (*row.history, row.record):
        outcome, upgrade = Outcome(exiled=piles_of(record.exiled)), None
        if before is not None:
            outcome = _outcome(before, record, _exported_settings(record))
            upgrade = _priced(row.settings["edition"], before, record, outcome, budget)
        found.append(PricedVersion(record, outcome, upgrade))
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
    remember(deck, ExaminedDeck(deck).verdict)
    deck.save()
    return deck


def _extras(record: Record) -> dict[str, Any]:
    extras = {key: value for key, value in record.rest.items() if key not in DERIVED}
    if record.meta.rest:
        extras["meta"] = dict(record.meta.rest)
    if record.meta.transform_into:
        extras["transform_into"] = record.meta.transform_into
    return extras


def _exported_settings(record: Record) -> dict[str, Any]:
    """Return the part of an export of Casebook that ArkhamDB's JSON has no field for."""
    exported = record.rest.get(OURS)
    return exported if isinstance(exported, dict) else {}


def _save_version(
    deck: Deck, number: int, priced: PricedVersion, previous: DeckVersion | None
) -> DeckVersion:
    record, upgrade = priced.record, priced.upgrade
    exported = _exported_settings(record)
    usual = Why.UPGRADED if previous else Why.IMPORTED
    why = str(exported["why"]) if exported.get("why") in Why.values else usual
    cost = upgrade.total if upgrade and upgrade.total is not None else record.experience_spent
    available = record.experience if record.experience is not None else cost
    left = previous.experience_left if previous else 0
    earned = exported.get("earned")
    version = DeckVersion.objects.create(
        deck=deck,
        number=number,
        previous=previous,
        why=why,
        remark=str(exported.get("remark") or "")[:200],
        experience_available=(available or 0) + record.experience_adjustment,
        experience_earned=earned if type(earned) is int else max(0, (available or 0) - left),
        cost=cost or 0,
        outcome=to_json(priced.outcome),
        **version_fields(record.deck, record.meta.annotations),
    )
    if upgrade and upgrade.is_legal:
        Purchase.objects.bulk_create(_rows(version, upgrade))
    return version


def _outcome(before: Record, after: Record, exported: Mapping[str, Any]) -> Outcome:
    """Return the outcome between two versions: exile, and what our exports add, if it is possible."""
    exiled = piles_of(after.exiled)
    try:
        found = from_json(Outcome, {key: exported[key] for key in EXPORTED if key in exported})
    except Unreadable:
        return Outcome(exiled=exiled)
    found = settled(catalogue(), replace(found, exiled=exiled))
    nonsensical = any(impossible_answers(catalogue(), before.deck, found, edition(DEFAULT)))
    return Outcome(exiled=exiled) if nonsensical else found


def _priced(edition: str, before: Record, after: Record, outcome: Outcome, budget: Budget) -> Upgrade:
    """Return what must have been bought between two versions: the cheapest legal way."""
    return price_upgrade(
        catalogue(),
        before.deck,
        replace(after.deck, investigator=before.deck.investigator),
        Circumstances(edition=edition),
        outcome,
        budget=budget,
    )


def _rows(version: DeckVersion, upgrade: Upgrade) -> Iterable[Purchase]:
    for position, step in enumerate(upgrade.steps, 1):
        if isinstance(step, PricedPurchase):
            yield Purchase(version=version, position=position, **purchase_fields(step))
        else:
            yield Purchase(
                version=version, position=position, way=LEAVES, card=step.card, price=0,
                removal_reason=step.why, place=step.place,
            )  # fmt: skip
