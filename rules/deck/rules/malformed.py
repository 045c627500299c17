"""Rules about input that could not be read: each problem is reported by the rule that needs the field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.deck import triggers
from rules.deck.reading import Reading
from rules.deck.rule import DeckRule, Finding, error, rule, warning
from rules.deck.verdict import _

Oddity = Mapping[str, Any]

#: The rule that needs a field, by the beginning of its name; the first match counts.
_RULES_BY_FIELD = {
    "slots": "deck.size-exact",
    "sideSlots": "deck.size-exclusions",
    "ignoreDeckLimitSlots": "deck.size-exclusions",
    "investigator_code": "deck.one-investigator",
    "meta.alternate_": "deck.one-investigator",
    "taboo_id": "taboo.all-or-nothing",
    "meta.cus_": "customizable.out-of-scope",
    "meta.card_pool": "env.choose",
}
#: For choices, a second deck, attachments and everything else in a deck's meta.
_OTHER_FIELDS = "deck.additional-requirements"


def rule_for(oddity: Oddity) -> str:
    field = str(oddity.get("field", "?"))
    return next((id for start, id in _RULES_BY_FIELD.items() if field.startswith(start)), _OTHER_FIELDS)


def unreadable(oddity: Oddity) -> Finding:
    """Return the finding for unreadable input: an error in the slots, because a card is missing then."""
    facts: dict[str, Any] = {key: str(oddity.get(key, "?"))[:200] for key in ("field", "problem", "value")}
    message = _("{field} was ignored: {value} {problem}.")
    if "card" in oddity:
        facts["code"] = str(oddity["card"])[:200]
        message = _("{field} was ignored for {code}: {value} {problem}.")
    return (error if facts["field"].startswith("slots") else warning)(message, **facts)


def _rule(id: str) -> DeckRule:
    @rule(id, triggers.UNREADABLE)
    def check(reading: Reading) -> Iterator[Finding]:
        return (unreadable(oddity) for oddity in reading.deck.oddities if rule_for(oddity) == id)

    return check


RULES = tuple(_rule(id) for id in dict.fromkeys((*_RULES_BY_FIELD.values(), _OTHER_FIELDS)))
