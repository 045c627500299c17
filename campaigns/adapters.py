"""Conversion between the entries of steps, as the rules define them, and database rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _

from campaigns import models
from campaigns.errors import BadStep
from campaigns.models.campaigns import ID_LENGTH
from rules.campaign import Entry, entries, from_json, to_json

#: The stored name of each kind of entry.
KINDS: dict[str, type[Entry]] = {
    "campaign": entries.CampaignEntry,
    "phase": entries.PhaseEntry,
    "ultimatum": entries.UltimatumEntry,
    "seat": entries.SeatEntry,
    "investigator": entries.InvestigatorEntry,
    "status": entries.StatusEntry,
    "experience": entries.ExperienceEntry,
    "trauma": entries.TraumaEntry,
    "exile": entries.ExileEntry,
    "removed-card": entries.TakenEntry,
    "weakness": entries.WeaknessEntry,
    "weaknesses-owed": entries.OwedEntry,
    "weaknesses-required": entries.RequirementEntry,
    "weakness-out-of-pool": entries.GoneEntry,
    "story-card": entries.BearerEntry,
    "signature-removed": entries.SignatureEntry,
    "purchase": entries.PurchaseEntry,
    "creation-purchase": entries.CreationEntry,
    "cards-kept": entries.KeptEntry,
    "random-deck": entries.GeneratedEntry,
    "eldritch-brand": entries.BrandEntry,
    "deck": entries.DeckEntry,
    "note": entries.LogEntry,
    "note-crossed-out": entries.CrossingEntry,
    "count": entries.CountEntry,
    "log-section": entries.SectionEntry,
    "remembered": entries.MemoryEntry,
    "research": entries.ResearchEntry,
    "chaos-token": entries.TokenChange,
    "reward": entries.RewardEntry,
    "price-paid": entries.PriceEntry,
    "ally-lost": entries.AllyEntry,
    "scenario-begun": entries.BeginEntry,
    "scenario-ended": entries.ResultEntry,
    "experience-counted": entries.VictoryEntry,
    "campaign-ended": entries.EndEntry,
    "rule-waived": entries.WaiverEntry,
}
KIND_OF: dict[type[Entry], str] = {entry: kind for kind, entry in KINDS.items()}
EXPERIENCE, WEAKNESS, DECK = "experience", "weakness", "deck"
WITH_SEAT = frozenset(kind for kind, entry in KINDS.items() if "seat" in {f.name for f in fields(entry)})


def write_all(found: Iterable[tuple[models.Step, Iterable[Entry]]]) -> list[models.Entry]:
    """Save the entries of several steps as rows, with one query."""
    rows = [_row(step, position, entry) for step, written in found for position, entry in enumerate(written)]
    return models.Entry.objects.bulk_create(rows)


def _row(step: models.Step, position: int, entry: Entry) -> models.Entry:
    plain: dict[str, Any] = to_json(entry)
    seat = plain.pop("seat", "")
    if len(seat) > ID_LENGTH:
        facts = {"text": seat[:40], "most": ID_LENGTH}
        raise BadStep(_("“%(text)s…” is too long. Use at most %(most)d characters.") % facts)
    return models.Entry(step=step, position=position, kind=KIND_OF[type(entry)], seat=seat, facts=plain)


def entry_of(row: models.Entry) -> Entry:
    """Return the entry that a row holds."""
    return entry_from(row.kind, row.seat, row.facts)


def entry_from(kind: str, seat: str, facts: dict[str, Any]) -> Entry:
    """Return the entry that the columns of a row hold."""
    whose = {"seat": seat} if kind in WITH_SEAT else {}
    entry: Entry = from_json(KINDS[kind], {**facts, **whose})
    return entry


def read(steps: Iterable[models.Step]) -> Iterator[tuple[int, tuple[Entry, ...]]]:
    """Return the entries of these steps in order, with one query."""
    numbers = {step.pk: step.number for step in steps}
    found: dict[int, list[Entry]] = {number: [] for number in sorted(numbers.values())}
    for row in models.Entry.objects.filter(step_id__in=numbers).order_by("step__number", "position"):
        found[numbers[row.step_id]].append(entry_of(row))
    yield from ((number, tuple(written)) for number, written in found.items())
