"""Input that could not be read is reported by the rule that needs it."""

import pytest

from rules.cards.model import Deck
from tests.builders import a_deck, verdict
from tests.rules.cases import illegal, legal, rule, table

DANIELA = "12001"


def odd(field: str, **facts: str) -> dict[str, str]:
    return {"field": field, "problem": "is not a whole number", "value": "'x'", **facts}


@table(
    illegal(
        "a slot: a card is missing then",
        a_deck(DANIELA, oddities=(odd("slots", card="12016"),)),
        rule("deck.size-exact", field="slots", value="'x'", code="12016"),
    ),
    *(
        legal(field, a_deck(DANIELA, oddities=(odd(field),)), warned=rule(by, field=field))
        for field, by in {
            "sideSlots": "deck.size-exclusions",
            "ignoreDeckLimitSlots": "deck.size-exclusions",
            "meta.alternate_front": "deck.one-investigator",
            "taboo_id": "taboo.all-or-nothing",
            "meta.cus_09022": "customizable.out-of-scope",
            "meta.card_pool": "env.choose",
            "meta.faction_selected": "deck.additional-requirements",
            "meta": "deck.additional-requirements",
        }.items()
    ),
)
def test_what_could_not_be_read(case):
    case.check()


def test_a_slot_is_named():
    (found,) = verdict(a_deck(DANIELA, oddities=(odd("slots", card="12016"),))).violations
    assert str(found) == "slots was ignored for 12016: 'x' is not a whole number."


@pytest.mark.parametrize("field", ["investigator_code", "taboo_id", "meta"])
def test_without_an_investigator_it_is_reported_too(field):
    found = verdict(Deck("", {}, oddities=(odd(field),)))
    assert [violation.rule for violation in found.violations] == ["deck.one-investigator"]
    assert [warned.facts["field"] for warned in found.warnings] == [field]
