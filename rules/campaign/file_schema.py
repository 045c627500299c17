"""Schema of a campaign file (docs/catalogue.md), and the faults of a file that does not match it.

The shipped files match it, and so must an imported campaign: a file that passes can be chosen, played and
printed like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rules.campaign.checks import (
    Check,
    Fault,
    known_names,
    list_of,
    mapping_of,
    number,
    one_of,
    record,
    repeated,
    text,
    truth,
)
from rules.campaign.log_sections import BEARER, BOX, CHOICE, COUNT
from rules.campaign.log_sections import MOST as MOST_COUNTED
from rules.chaos_bag import DIFFICULTIES, EASY_STANDARD, HARD_EXPERT, MOST, SYMBOLS
from rules.deck.verdict import _

#: The number of faults reported; a file of another kind would have no end of them.
MOST_FAULTS = 100
NO_SCENARIO = _("“{name}” is not a scenario of this campaign")

_title = text(120)
_id = text(64, "[A-Za-z0-9_$.-]+")
_code = text(16, "[A-Za-z0-9_-]+")
_product = text(80, r"[\w-]+")
_token = text(20, "[A-Za-z0-9_+-]+")
_difficulty = one_of(*DIFFICULTIES)
_ids = list_of(_id, 500)
_codes = list_of(_code, 200)
_products = list_of(_product, 60)
_copies = number(1, 20)
_bag = mapping_of(_token, _copies, 40)
_bags = mapping_of(_difficulty, _bag, len(DIFFICULTIES))
_tokens = list_of(list_of(_token, 20), 40)
_change = number(-10, 10)
_named = {"id": _id, "title": _title}
_german = {"title_de": _title}

_trauma = record(
    {},
    {
        "physical": _change,
        "mental": _change,
        "mental_or_physical": _change,
        "killed": truth,
        "insane": truth,
    },
)
_brings: Mapping[str, Check] = {
    "bonus": list_of(number(-50, 50), 40),
    "cards": _codes,
    "cards_lost": _codes,
    "weakness_traits": list_of(list_of(text(40), 20), 20),
    "trauma": list_of(_trauma, 40),
    "tokens": _tokens,
    "tokens_lost": _tokens,
}
_may = record(
    {},
    {
        **_brings,
        "difficulties": list_of(_difficulty, len(DIFFICULTIES)),
        "instead": record({"bag": _bag}, _brings),
        "cards_by_seal": list_of(record({"card": _code, "token": _token, "least": _copies}), 20),
    },
)
_price = record(
    {"id": _id, "experience": number(0, 50)},
    {
        "by_group": truth,
        "resolutions": _ids,
        "points": truth,
        "tokens": mapping_of(_token, number(-20, 20), 40),
        "cards_lost": _codes,
        "heals": number(0, 10),
    },
)
_set_when = record(
    {},
    {
        "difficulties": list_of(_difficulty, len(DIFFICULTIES)),
        "investigators": number(1, 4),
        "version": text(40),
    },
)
_epic = record(
    {},
    {
        "groups": number(1, 20),
        "counters": list_of(
            record(_named, {**_german, "limit": number(1, 999), "per": one_of("group", "investigator")}), 12
        ),
    },
)
_scenario = record(
    {**_named, "kind": one_of("scenario", "interlude", "epilogue")},
    {
        **_german,
        "header": _title,
        "header_de": _title,
        "hidden": truth,
        "price": number(0, 50),
        "side_kind": one_of("side_story", "challenge", "standalone"),
        "challenge_of": _code,
        "after": _id,
        "premade": _codes,
        "packs": _products,
        "encounter_sets": _products,
        "encounter_sets_aside": _products,
        "sets_when": mapping_of(_product, _set_when, 60),
        "random_sets": list_of(_products, 10),
        "tokens_at_setup": _bag,
        "reference_card": _code,
        "resolutions": _ids,
        "all_eliminated": _id,
        "next": _ids,
        "standalone": list_of(_difficulty, len(DIFFICULTIES)),
        "bags": _bags,
        "may": _may,
        "prices": list_of(_price, 20),
        "epic": _epic,
    },
)
_choice = record(
    {},
    {
        "of": _ids,
        "least": number(0, 99),
        "most": number(1, 99),
        "in_order": truth,
        "linked": truth,
        "on_map": truth,
    },
)
SECTION_KINDS = (
    *("entries", "count", "header", "relationship", "supplies", "investigator-count", "partner"),
    *("checklist", "names"),
)
_name = record(_named, {**_german, "from": _ids})
_mark = record(
    _named,
    {
        **_german,
        "from": _ids,
        "kind": one_of(BOX, COUNT, BEARER, CHOICE),
        "most": number(1, MOST_COUNTED),
        "single": truth,
        "choices": list_of(record(_named, _german), 40),
    },
)
_section = record(
    {**_named, "kind": one_of(*SECTION_KINDS)},
    {
        **_german,
        "entries": _ids,
        "counts": _ids,
        "partners": list_of(
            record(
                {"code": _code, "title": _title, "health": number(0, 99), "sanity": number(0, 99)},
                {"resolute_health": number(0, 99), "resolute_sanity": number(0, 99)},
            ),
            40,
        ),
        "checklist": list_of(_name, 60),
        "names": list_of(_name, 60),
        "marks": list_of(_mark, 8),
        "exclusive": truth,
        "picked": truth,
        "single": truth,
        "from": _ids,
        "calendar": list_of(
            record({"symbol": text(10)}, {"time": number(0, 999), "entry": _id}),
            60,
        ),
    },
)
_effect = {
    "modifier": number(-20, 20),
    "auto_fail": truth,
    "auto_succeed": truth,
    "reveal_another": number(0, 5),
    "cancel_modifiers": truth,
    "double_next_modifier": truth,
    "increase_difficulty": number(0, 20),
}
_counts = record(
    {},
    {
        "min": number(0, 99),
        "max": number(0, 99),
        "scale": number(0, 20),
        "adjustment": number(-20, 20),
        "reveal_another": number(0, 5),
    },
)
_value = record({}, {**_effect, "counts": _counts, "or": list_of(record({}, _effect), 10)})
_side = mapping_of(one_of(*SYMBOLS), _value, len(SYMBOLS))


def _leg(value: Any, path: str) -> Iterator[Fault]:
    """Check an entry of a course: the id of a scenario, or a choice among several."""
    yield from _id(value, path) if isinstance(value, str) else _choice(value, path)


#: A row of tokens.json: the meaning of the symbols in one scenario.
TOKEN_VALUES = record(
    {"reference_card": _code, EASY_STANDARD: _side, HARD_EXPERT: _side},
    {"encounter_set": _product},
)

#: A campaign file. Only an imported one contains the values of its symbols, as `tokens`.
GUIDE = record(
    {
        "id": text(64, "[a-z0-9_-]+"),
        "title": _title,
        "kind": one_of("campaign", "standalone"),
        "position": number(0, 999),
        "order": _ids,
        "scenarios": list_of(_scenario, 200),
    },
    {
        **_german,
        "chapter": number(1, 9),
        "packs": _products,
        "return_of": _id,
        "side_stories_without_price": truth,
        "open": truth,
        "bags": _bags,
        "course": list_of(_leg, 200),
        "tarot": _ids,
        "cards": _codes,
        "supply_points": list_of(list_of(number(0, 99), 8), 8),
        "log": list_of(_section, 60),
        "locations": list_of(
            record(
                {**_named, "scenario": _id},
                {**_german, "status": text(40), "hidden": truth, "connections": _ids},
            ),
            100,
        ),
        "supplies": list_of(
            record(
                {**_named, "cost": number(0, 99)},
                {**_german, "multiple": truth, "sold": list_of(one_of("start", "resupply"), 2)},
            ),
            60,
        ),
        "resupply_after": _id,
        "achievements": list_of(record(_named, {**_german, "max": number(1, 999)}), 100),
        "tokens": list_of(TOKEN_VALUES, 200),
    },
)


def faults(facts: Any) -> tuple[Fault, ...]:
    """Return every fault of a campaign file; empty if it can be played."""
    found = list(_first(GUIDE(facts, "")))
    if not found:
        found = list(_first(_contradictions(facts)))
    return tuple(found)


def _first(found: Iterator[Fault]) -> Iterator[Fault]:
    for place, fault in enumerate(found):
        if place == MOST_FAULTS:
            yield Fault("", _("and more"))
            return
        yield fault


def _contradictions(facts: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the faults between parts that are each valid on their own."""
    scenarios = [row["id"] for row in facts["scenarios"]]
    yield from repeated(scenarios, "scenarios")
    for name in ("log", "locations", "supplies", "achievements"):
        yield from repeated([row["id"] for row in facts.get(name, ())], name)
    yield from known_names(facts["order"], scenarios, "order", NO_SCENARIO)
    for at, row in enumerate(facts.get("log", ())):
        yield from _log_faults(row, f"log[{at}]", scenarios)
    for at, leg in enumerate(facts.get("course", ())):
        of = [leg] if isinstance(leg, str) else leg.get("of", ())
        yield from known_names(of, scenarios, f"course[{at}]", NO_SCENARIO)
    places = {row["id"] for row in facts.get("locations", ())}
    for at, row in enumerate(facts.get("locations", ())):
        yield from known_names(
            row.get("connections", ()),
            places,
            f"locations[{at}].connections",
            _("“{name}” is not a place of this campaign"),
        )
    yield from _full_bags(facts.get("bags", {}), "bags")
    for at, row in enumerate(facts["scenarios"]):
        path = f"scenarios[{at}]"
        prices = row.get("prices", ())
        yield from repeated([price["id"] for price in prices], f"{path}.prices")
        yield from _full_bags(row.get("bags", {}), f"{path}.bags")
        for place, price in enumerate(prices):
            known = row.get("resolutions", ())
            where = f"{path}.prices[{place}].resolutions"
            yield from known_names(
                price.get("resolutions", ()), known, where, _("“{name}” is not a resolution of this scenario")
            )


def _log_faults(section: Mapping[str, Any], path: str, scenarios: Collection[str]) -> Iterator[Fault]:
    known = NO_SCENARIO
    yield from known_names(section.get("from", ()), scenarios, f"{path}.from", known)
    for key in ("names", "checklist", "marks"):
        rows = section.get(key, ())
        yield from repeated([row["id"] for row in rows], f"{path}.{key}")
        for at, row in enumerate(rows):
            yield from known_names(row.get("from", ()), scenarios, f"{path}.{key}[{at}].from", known)
            if row.get("kind") == CHOICE and not row.get("choices"):
                yield Fault(f"{path}.{key}[{at}].choices", _("is missing"))


def _full_bags(bags: Mapping[str, Mapping[str, int]], path: str) -> Iterator[Fault]:
    for difficulty, bag in bags.items():
        if not bag:
            yield Fault(f"{path}.{difficulty}", _("is empty"))
        for token, copies in bag.items():
            if copies > MOST.get(token, copies):
                yield Fault(
                    f"{path}.{difficulty}.{token}", _("there are only {most} of them"), {"most": MOST[token]}
                )
