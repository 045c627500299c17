"""Import of campaign facts. A file is validated completely, and imported completely or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from campaigns.campaign_rules import shipped_facts
from campaigns.errors import BadGuide
from campaigns.models import Campaign, Guide
from campaigns.models.imported import OF_FILES
from cards.adapters import catalogue
from cards.models import EncounterSet
from cards.services.loading import bump_guides
from rules.campaign.checks import Fault
from rules.campaign.file_schema import faults

#: The largest shipped campaign has 23,000 characters.
LARGEST_FILE = 1_000_000
#: In a URL it means a campaign of the group's own.
RESERVED = frozenset({"custom"})
TOO_LARGE = noop("the file is larger than {most} KB")
TAKEN = noop("“{id}” is taken by Casebook: give the campaign another id")

Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import."""

    guide: str
    title: str
    created: bool = False
    changed: bool = False
    notes: tuple[str, ...] = ()


def read_guide(path: Path) -> Any:
    """Return the JSON of a file; BadGuide explains why it cannot be read."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadGuide(Fault("", TOO_LARGE, {"most": LARGEST_FILE // 1_000}))
        return guide_in(path.read_bytes())
    except OSError as error:
        raise BadGuide(Fault("", error.strerror or _("the file cannot be read"))) from None


def guide_in(content: bytes, largest: int = LARGEST_FILE) -> Any:
    """Return the JSON of the content of a file."""
    if len(content) > largest:
        raise BadGuide(Fault("", TOO_LARGE, {"most": largest // 1_000}))
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except UnicodeDecodeError:
        raise BadGuide(Fault("", _("the file is not UTF-8"))) from None
    except json.JSONDecodeError as error:
        raise BadGuide(
            Fault(
                _("line %(line)d") % {"line": error.lineno},
                _("is not JSON from column {column} on"),
                {"column": error.colno},
            )
        ) from None
    except RecursionError:
        raise BadGuide(Fault("", _("the file is nested too deeply"))) from None
    except ValueError as error:
        raise BadGuide(Fault("", _("the file is not JSON: {why}"), {"why": error})) from None


def _refuse_constant(name: str) -> None:
    raise BadGuide(Fault("", _("{name} is not a number"), {"name": name}))


@transaction.atomic
def import_guide(facts: Any) -> Imported:
    """Create or update a campaign. A file with faults, or without changes, changes nothing."""
    found = faults(facts)
    if found:
        raise BadGuide(*found)
    id = facts["id"]
    if id in shipped_facts() or id in RESERVED or id.startswith(OF_FILES):
        raise BadGuide(Fault("id", TAKEN, {"id": id}))
    before = Guide.objects.select_for_update().filter(pk=id).first()
    notes = tuple(notes_on(facts))
    if before is not None and before.facts == facts:
        return Imported(id, facts["title"], notes=notes)
    if before is not None and Campaign.objects.filter(facts=id).exists():
        missing = tuple(_missing(before.facts, facts))
        if missing:
            raise BadGuide(*missing)
    Guide.objects.update_or_create(pk=id, defaults={"title": facts["title"], "facts": facts})
    bump_guides()
    return Imported(id, facts["title"], created=before is None, changed=before is not None, notes=notes)


def _missing(old: Facts, new: Facts) -> Iterator[Fault]:
    """The facts that existing campaigns may depend on and that the new file lacks."""
    reason = _("is missing, and campaigns that are recorded here need it")
    for difficulty in old.get("bags", {}):
        if difficulty not in new.get("bags", {}):
            yield Fault(f"bags.{difficulty}", reason)
    scenarios = {row["id"]: row for row in new["scenarios"]}
    for row in old["scenarios"]:
        found = scenarios.get(row["id"])
        if found is None or (found["kind"] == "scenario") != (row["kind"] == "scenario"):
            yield Fault(f"scenarios: {row['id']} ({row['kind']})", reason)
            continue
        prices = {price["id"] for price in found.get("prices", ())}
        for price in row.get("prices", ()):
            if price["id"] not in prices:
                yield Fault(f"scenarios: {row['id']}.prices: {price['id']}", reason)


def notes_on(facts: Facts) -> Iterator[str]:
    """References that the catalogue does not know yet; the campaign can be played nevertheless."""
    cards = catalogue()
    named = {code for row in facts["scenarios"] for code in _cards_of(row)} | set(facts.get("cards", ()))
    for code in sorted(named):
        if cards.resolve(code) is None:
            yield _("card %(code)s is not in the catalogue: it is not offered until it is imported") % {
                "code": code
            }
    for pack in facts.get("packs", ()):
        if pack not in cards.packs:
            yield _("pack %(code)s is not in the catalogue") % {"code": pack}
    used = {code for row in facts["scenarios"] for code in _sets_of(row)}
    for code in sorted(used - set(EncounterSet.objects.filter(pk__in=used).values_list("pk", flat=True))):
        yield _("encounter set %(code)s is not in the catalogue: it is named by its code") % {"code": code}


def _cards_of(scenario: Facts) -> Iterator[str]:
    may = scenario.get("may", {})
    yield from may.get("cards", ())
    yield from may.get("instead", {}).get("cards", ())
    yield from (rule["card"] for rule in may.get("cards_by_seal", ()))
    for price in scenario.get("prices", ()):
        yield from price.get("cards_lost", ())


def _sets_of(scenario: Facts) -> Iterator[str]:
    yield from scenario.get("encounter_sets", ())
    yield from scenario.get("encounter_sets_aside", ())
