"""Conversion between the rows of decks and the values of the rules and formats.

`rules_deck` gives the deck that the rules judge, `version_fields` the columns for one; `record_of` gives the
record that is exported as ArkhamDB's JSON.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import rules
from cards.adapters import catalogue
from decks.checking import read_environment
from decks.errors import BadQuestion
from decks.formats.arkhamdb import Record
from decks.formats.meta import SEALED, Meta
from decks.models import Deck, DeckVersion, Purchase
from rules.cards import model
from rules.cards.catalogue import Catalogue
from rules.cards.model import Choices, Tick
from rules.chance import Lot
from rules.codec import from_json
from rules.deck.circumstances import Circumstances, Environment
from rules.outcome import Outcome
from rules.upgrade.purchase import Purchase as PricedPurchase
from rules.upgrade.purchase import Reason


def choices_of(deck: Deck) -> Choices:
    chosen = deck.choices
    return Choices(
        front=deck.front,
        back=deck.back,
        classes=chosen.get("classes", {}),
        option=chosen.get("option", ""),
        size=chosen.get("size"),
    )


def choice_fields(choices: Choices) -> dict[str, Any]:
    """Return a player's choices as columns of a deck."""
    chosen: dict[str, Any] = {}
    if choices.classes:
        chosen["classes"] = dict(choices.classes)
    if choices.option:
        chosen["option"] = choices.option
    if choices.size is not None:
        chosen["size"] = choices.size
    return {"front": choices.front, "back": choices.back, "choices": chosen}


def rules_deck(deck: Deck, version: DeckVersion | None = None) -> model.Deck:
    """Return the deck as the rules know it: a copy of its working version, or of another."""
    version = version or deck.working
    assert version is not None, "a deck has a working version from its creation on"
    return model.Deck(
        investigator=deck.investigator,
        slots=dict(version.slots),
        wish_list=dict(version.wish_list),
        second_deck=dict(version.second_deck),
        ignored=dict(version.ignored),
        choices=choices_of(deck),
        customizations=ticks_of(version.customizations),
        attachments={code: tuple(cards) for code, cards in version.attachments.items()},
        taboo=deck.taboo,
        card_pool=tuple(deck.card_pool),
        transformed=str(deck.extras.get("transform_into", "")),
        sealed=bool(deck.extras.get("meta", {}).get(SEALED)),
    )


def ticks_of(customizations: Mapping[str, Iterable[Sequence[Any]]]) -> dict[str, tuple[Tick, ...]]:
    return {
        code: tuple(Tick(box, experience, choice) for box, experience, choice in ticks)
        for code, ticks in customizations.items()
    }


def tick_rows(customizations: Mapping[str, Iterable[Tick]]) -> dict[str, list[list[Any]]]:
    return {
        code: [[tick.box, tick.experience, tick.choice] for tick in ticks]
        for code, ticks in customizations.items()
    }


def version_fields(deck: model.Deck, annotations: Mapping[str, str] = model.NOTHING) -> dict[str, Any]:
    """Return a deck of the rules as columns of a version."""
    return {
        "slots": dict(deck.slots),
        "wish_list": dict(deck.wish_list),
        "second_deck": dict(deck.second_deck),
        "ignored": dict(deck.ignored),
        "customizations": tick_rows(deck.customizations),
        "attachments": {code: list(cards) for code, cards in deck.attachments.items()},
        "annotations": dict(annotations),
    }


def circumstances_of(deck: Deck) -> Circumstances:
    """Return what the verdict on a deck depends on: its campaign, or else its own settings."""
    seated = deck.seat.circumstances if deck.seat else None
    if seated is not None:
        return seated
    environment = environment_of(catalogue(), deck)
    return Circumstances(mode=deck.mode, edition=deck.edition, environment=environment)


def environment_of(cards: Catalogue, deck: Deck) -> Environment | None:
    """Return the environment of the deck, or None if it has expansions that left the catalogue."""
    try:
        return read_environment(cards, deck.environment)
    except BadQuestion:
        return None


def purchase_of(row: Purchase) -> PricedPurchase:
    """Return a row of the ledger as a purchase of the rules."""
    reasons = tuple(Reason(r["kind"], r.get("amount", 0), r.get("card", "")) for r in row.reasons)
    lot = row.lot and Lot(row.lot["seed"], tuple(row.lot["among"]), row.lot["result"], row.lot["taken"])
    return PricedPurchase(
        row.way,
        row.card,
        row.price,
        reasons,
        row.replaces,
        row.place,
        ticks_of({row.card: row.boxes})[row.card],
        lot or None,
    )


def purchase_fields(bought: PricedPurchase) -> dict[str, Any]:
    """Return a purchase of the rules as columns of a row of the ledger."""
    return {
        "way": bought.way,
        "card": bought.card,
        "replaces": bought.replaces,
        "place": bought.place,
        "price": bought.price,
        "reasons": [reason.as_dict() for reason in bought.reasons],
        "boxes": [[tick.box, tick.experience, tick.choice] for tick in bought.ticks],
        "lot": {**asdict(bought.lot), "among": list(bought.lot.among)} if bought.lot else {},
    }


def outcome_of(version: DeckVersion) -> Outcome:
    """Return what the scenario before a version did to the deck."""
    found: Outcome = from_json(Outcome, version.outcome)
    return found


EXPORTED = ("conditions", "attached_to")
"""Keys of a version's `outcome` that an export adds to ArkhamDB's JSON."""
OURS = "casebook"
"""The key of an export for what ArkhamDB's JSON has no field for."""


def record_of(deck: Deck, version: DeckVersion | None = None) -> Record:
    """Return everything about a version that ArkhamDB's JSON can hold."""
    version = version or deck.working
    assert version is not None
    extras = dict(deck.extras)
    meta = extras.pop("meta", {})
    judged = rules_deck(deck, version)
    # A first version has no ledger, unless it was imported with one.
    bought = bool(version.previous_id or version.experience_available or version.cost)
    return Record(
        deck=judged,
        meta=Meta(
            choices=judged.choices,
            second_deck=judged.second_deck,
            customizations=judged.customizations,
            attachments=judged.attachments,
            annotations=version.annotations,
            card_pool=judged.card_pool,
            transform_into=extras.pop("transform_into", ""),
            rest=meta,
        ),
        id=version_id(deck, version),
        name=deck.name,
        notes=deck.notes,
        tags=tuple(tag.name for tag in deck.tags.all()),
        experience=version.experience_available if bought else None,
        experience_spent=version.cost if bought else None,
        exiled=tuple(outcome_of(version).exiled.codes),
        rest={
            **extras,
            OURS: {
                "version": version.number,
                "mode": deck.mode,
                "edition": deck.edition,
                "environment": deck.environment,
                "folder": deck.folder,
                "why": version.why,
                "remark": version.remark,
                "earned": version.experience_earned,
                **{key: version.outcome[key] for key in EXPORTED if version.outcome.get(key)},
            },
        },
    )


def version_id(deck: Deck, version: DeckVersion) -> str:
    """Return the id of a version in an export: the deck's own, or that of an earlier version."""
    if version.pk == deck.working_id:
        return str(deck.public_id)
    return f"{deck.public_id}-{version.number}"


@cache
def rules_version() -> str:
    """Return a digest of the code of the rules. A verdict with another digest is stale."""
    digest = hashlib.sha256()
    for path in sorted(Path(rules.__path__[0]).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def judged_with(cards: Catalogue) -> str:
    """Return the version of catalogue and rules that a verdict is based on."""
    return f"{cards.version}/{rules_version()}"
