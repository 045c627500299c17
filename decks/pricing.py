"""Prices of upgrades between two decks in ArkhamDB's JSON, for the command and the API.

Nothing is saved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from cards.text.names import title_of
from decks.checking import check_terms
from decks.formats import jsontext
from decks.formats.arkhamdb import read_deck, read_exiled
from decks.formats.errors import Unreadable, UnreadableDeck, UnreadableText
from decks.formats.errors import _ as mark
from decks.text import violation_with_text
from rules.cards.catalogue import Catalogue
from rules.deck.circumstances import CREATION, Circumstances
from rules.outcome import Outcome, Piles
from rules.rulebook.editions import DEFAULT
from rules.rulebook.editions import edition as edition_of
from rules.upgrade.conditions import impossible_answers, settled
from rules.upgrade.creation import price_creation
from rules.upgrade.purchase import Purchase, Upgrade
from rules.upgrade.upgrade import price_upgrade

#: What an upgrade may consist of.
FIELDS = frozenset(
    ("id", "before", "after", "exiled", "removed", "conditions", "attached_to", "marks", "edition")
)
#: More cards than a scenario can exile or change; larger input is a mistake or an attack.
MOST = 200


@dataclass(frozen=True, slots=True)
class PriceRequest:
    """One upgrade to be priced, or the error why it could not be read."""

    id: Any = None
    data: Any = None
    line: int = 0
    error: Unreadable | None = None


def read_price_requests(text: str) -> list[PriceRequest]:
    """Read one upgrade, an array of them, or JSON lines. UnreadableText if the text is none of these."""
    text = text.removeprefix("\N{BYTE ORDER MARK}")
    if not text.strip():
        raise UnreadableText(mark("There is nothing to read."))
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    try:
        value = jsontext.loads(text)
    except UnreadableText:
        if len(lines) < 2:
            raise
        return [_read_line(number, line) for number, line in lines]
    if value == []:
        raise UnreadableText(mark("This JSON contains no upgrade."))
    return [_price_request(row) for row in (value if isinstance(value, list) else [value])]


def _read_line(number: int, line: str) -> PriceRequest:
    try:
        return _price_request(jsontext.loads(line.strip()), number)
    except UnreadableText as error:
        return PriceRequest(line=number, error=error)


def _price_request(data: Any, line: int = 0) -> PriceRequest:
    own = data.get("id") if isinstance(data, dict) else None
    return PriceRequest(own if isinstance(own, (str, int)) else None, data, line)


def priced(catalogue: Catalogue, data: Any, *, edition: str = "") -> dict[str, Any]:
    """Return the price of one upgrade as JSON, by this edition or by the one that the upgrade names.

    A field that is misspelled changes nothing, so those that are not known are listed as `ignored`.
    """
    own = data.get("edition") if isinstance(data, dict) else None
    terms = check_terms(catalogue, edition=edition or str(own or ""))
    row = upgrade_with_text(catalogue, price(catalogue, data, edition=terms.circumstances.edition))
    ignored = sorted(data.keys() - FIELDS)
    return {**row, "ignored": ignored} if ignored else row


def price(catalogue: Catalogue, data: Any, *, edition: str = DEFAULT) -> Upgrade:
    """Return the cheapest legal way for `{"before", "after", "exiled", …}`. Unreadable for other input.

    If `before` is null, the deck is new, and paid from its starting experience.
    """
    if not isinstance(data, dict) or "before" not in data or "after" not in data:
        raise UnreadableDeck(mark("An upgrade is an object with the decks “before” and “after”."))
    if data["before"] is None:
        return price_creation(
            catalogue, read_deck(data["after"]), Circumstances(mode=CREATION, edition=edition)
        )
    before = read_deck(data["before"])
    after = read_deck(data["after"])
    outcome = settled(catalogue, read_outcome(data))
    for found in impossible_answers(catalogue, before, outcome, edition_of(edition)):
        raise UnreadableDeck(found.message, **found.facts)
    return price_upgrade(catalogue, before, after, Circumstances(edition=edition), outcome)


def read_outcome(data: Mapping[str, Any]) -> Outcome:
    """Read the outcome of the scenario. As on ArkhamDB, the deck after it may name the exiled cards."""
    exiled = data.get("exiled")
    if exiled is None:
        exiled = list(read_exiled(data["after"]))
    attached = data.get("attached_to") or ""
    if not isinstance(attached, str):
        raise UnreadableDeck(mark("“{field}” is the code of one card."), field="attached_to")
    return Outcome(
        exiled=_piles("exiled", exiled),
        removed=_piles("removed", data.get("removed")),
        conditions=_copies("conditions", data.get("conditions")),
        attached_to=attached,
        marks=_copies("marks", data.get("marks")),
    )


def _piles(field: str, value: Any) -> Piles:
    """Read copies by the pile that they left, or copies alone if the pile is not known."""
    if isinstance(value, dict) and value and value.keys() <= {"deck", "second_deck"}:
        return Piles(**{pile: _copies(f"{field}.{pile}", copies) for pile, copies in value.items()})
    return Piles(_copies(field, value))


def _copies(field: str, value: Any) -> dict[str, int]:
    """Read copies by code: from a list, from codes separated by commas, or from an object."""
    if value is None or value == "":
        return {}
    if isinstance(value, str):
        value = [code for code in value.replace(" ", ",").split(",") if code]
    if isinstance(value, list) and len(value) <= MOST and all(isinstance(code, str) for code in value):
        return dict(Counter(value))
    if (
        isinstance(value, dict)
        and len(value) <= MOST
        and all(
            isinstance(code, str) and type(copies) is int and copies >= 0 for code, copies in value.items()
        )
    ):
        return {code: min(copies, MOST) for code, copies in value.items() if copies}
    raise UnreadableDeck(
        mark("“{field}” is a list of card codes, or an object with copies by code."), field=field
    )


def upgrade_with_text(catalogue: Catalogue, upgrade: Upgrade) -> dict[str, Any]:
    """Return the upgrade as the API and the command show it, with each reason as text."""
    row = upgrade.as_dict()
    if not upgrade.is_legal:
        return row | {"violations": [violation_with_text(found) for found in upgrade.violations]}
    for purchase, shown in zip(upgrade.purchases, row["purchases"], strict=True):
        texts = reason_texts(catalogue, purchase)
        shown["reasons"] = [
            {**reason, "text": text} for reason, text in zip(shown["reasons"], texts, strict=True)
        ]
    if upgrade.notes:
        row["notes"] = [violation_with_text(note) for note in upgrade.notes]
    return row


def reason_texts(catalogue: Catalogue, purchase: Purchase) -> list[str]:
    return [
        _(reason.message).format(
            amount=signed(reason.kind, reason.amount), card=named(catalogue, reason.card)
        )
        for reason in purchase.reasons
    ]


def signed(kind: str, amount: int) -> str:
    """Return an amount with a sign if it changes the price; a level has none."""
    if kind in ("level", "boxes") or not amount:
        return str(amount)
    return f"+{amount}" if amount > 0 else f"−{-amount}"


def named(catalogue: Catalogue, code: str) -> str:
    """Return the title and level of a card."""
    card = catalogue.resolve(code)
    if card is None:
        return code
    return title_of(card) if card.level is None else f"{title_of(card)} ({card.level})"
