"""How do rows become what the rules and the formats understand, and back?"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import rules
from cards.adapters import catalogue
from decks import tables
from decks.checking import read_environment
from decks.errors import BadQuestion
from decks.formats.arkhamdb import Record
from decks.formats.meta import SEALED, Meta
from decks.models import Deck, DeckVersion, Purchase
from rules import model
from rules.catalogue import Catalogue
from rules.chance import Lot
from rules.circumstances import Circumstances, Environment
from rules.model import Choices, Tick
from rules.prices.purchase import Purchase as PricedPurchase
from rules.prices.purchase import Reason


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
    """Choices as columns of a deck."""
    chosen: dict[str, Any] = {}
    if choices.classes:
        chosen["classes"] = dict(choices.classes)
    if choices.option:
        chosen["option"] = choices.option
    if choices.size is not None:
        chosen["size"] = choices.size
    return {"front": choices.front, "back": choices.back, "choices": chosen}


def rules_deck(deck: Deck, version: DeckVersion | None = None) -> model.Deck:
    """The deck as the rules know it: its working version, or another."""
    version = version or deck.working
    assert version is not None, "a deck has a working version from its creation on"
    return model.Deck(
        investigator=deck.investigator,
        slots=version.slots,
        side=version.side,
        extra=version.extra,
        ignored=version.ignored,
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
    """A deck of the rules as columns of a version."""
    return {
        "slots": dict(deck.slots),
        "side": dict(deck.side),
        "extra": dict(deck.extra),
        "ignored": dict(deck.ignored),
        "customizations": tick_rows(deck.customizations),
        "attachments": {code: list(cards) for code, cards in deck.attachments.items()},
        "annotations": dict(annotations),
    }


def circumstances_of(decks: Sequence[Deck]) -> dict[int, Circumstances]:
    """What the verdict on each deck depends on: its table's, where it sits at one, or its own wishes."""
    found = dict(tables.seated(decks))
    cards = catalogue()
    for deck in decks:
        if deck.pk not in found:
            found[deck.pk] = Circumstances(
                mode=deck.mode, edition=deck.edition, environment=environment_of(cards, deck)
            )
    return found


def environment_of(cards: Catalogue, deck: Deck) -> Environment | None:
    """The environment of the deck; one with expansions that are gone from the catalogue asks for nothing."""
    try:
        return read_environment(cards, deck.environment)
    except BadQuestion:
        return None


def purchase_of(row: Purchase) -> PricedPurchase:
    """A row of the ledger in the words of the rules."""
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
    """A purchase as a row of the ledger."""
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


TOLD = ("happened", "attached_to")
"""What a version remembers of the scenario before it that prices depend on."""
OURS = "casebook"
"""The key below which an export holds what ArkhamDB has no word for."""


def record_of(deck: Deck, version: DeckVersion | None = None) -> Record:
    """Everything about a version, as ArkhamDB's JSON can hold it."""
    version = version or deck.working
    assert version is not None
    extras = dict(deck.extras)
    meta = extras.pop("meta", {})
    judged = rules_deck(deck, version)
    # A first version has no ledger, unless it came with one from elsewhere.
    bought = bool(version.previous_id or version.experience_available or version.cost)
    return Record(
        deck=judged,
        meta=Meta(
            choices=judged.choices,
            extra=judged.extra,
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
        exiled=tuple(version.exiled),
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
                **{key: version.aftermath[key] for key in TOLD if version.aftermath.get(key)},
            },
        },
    )


def version_id(deck: Deck, version: DeckVersion) -> str:
    """What a version is called in an export: the deck itself, or an earlier version of it."""
    if version.pk == deck.working_id:
        return str(deck.public_id)
    return f"{deck.public_id}-{version.number}"


@cache
def law_version() -> str:
    """A name for the rules as they are now: verdicts of other rules are stale."""
    digest = hashlib.sha256()
    for path in sorted(Path(rules.__path__[0]).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def judged_with(cards: Catalogue) -> str:
    """What a verdict was reached with: the cards and the law."""
    return f"{cards.version}/{law_version()}"
