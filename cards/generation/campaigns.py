"""Facts of campaigns from studies: scenarios, log sections, chaos bags and token values.

They are ids, titles, numbers and codes. Ids of log entries reveal the story: pages show one only when it is
recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cards.generation.catalogue import UNTRANSLATED
from cards.generation.files import as_list, as_object, write
from cards.generation.source import SourceError, load
from cards.importing.shipped import OF_CAMPAIGNS

Facts = dict[str, Any]

TOKENS = (
    *("+1", "0", "-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8"),
    *("skull", "cultist", "tablet", "elder_thing", "auto_fail", "elder_sign"),
    *("bless", "curse", "frost", "blood"),
)
#: The files of facts about campaigns and token values that are written by hand.
WRITTEN = "campaigns.json"
WRITTEN_TOKENS = "tokens.json"

#: The lists in a study.
LISTS = ("campaigns", "standalone", "scenario_token_values")

#: Effects that decide a test whatever the numbers are.
DECISIVE = ("auto_fail", "auto_succeed")

#: Encounter sets whose code in the study differs from the card data.
SET_CODES = {
    "sewers": "arkham_sewers",
    "tekeli_li": "tekelili",
    "machinations_single_group": "machinations_through_time_single_group",
    "machinations_epic_multiplayer": "machinations_through_time_epic_multiplayer",
}


def convert_campaigns(paths: Iterable[Path], folder: Path, products: Iterable[Facts]) -> list[str]:
    """Write campaigns/ and tokens.json; return the names of the files that changed."""
    study = read_studies(paths)
    written = read_written(folder)
    packs = {pack["code"]: pack["chapter"] for pack in products}
    alone = standalone_difficulties(study["standalone"])
    rows = [row for row in study["scenario_token_values"] if row["pack"] in packs]
    values = [*map(token_values, rows), *written_tokens(folder)]
    texts = {"tokens.json": as_list(values)}
    for row in study["campaigns"]:
        facts = with_written(campaign(row, alone, packs), written.pop(row["id"], {}))
        texts[f"campaigns/{row['id']}.json"] = as_text(facts)
    if written:
        raise SourceError(WRITTEN, next(iter(written)), "is a campaign that no study holds")
    return write(texts, folder, owned=("campaigns",))


def read_studies(paths: Iterable[Path]) -> dict[str, list[Facts]]:
    """Return the lists of all files joined: newer products have a study of their own."""
    found: dict[str, list[Facts]] = {name: [] for name in LISTS}
    for path in paths:
        study = load(path, path.parent)
        if not isinstance(study, dict) or not study.keys() & {*LISTS, "side_scenarios"}:
            raise SourceError(path.name, "", f"holds none of {', '.join(LISTS)}")
        for name in LISTS:
            if not isinstance(study.get(name, []), list):
                raise SourceError(path.name, name, "is not a list")
            found[name] += study.get(name, [])
        if "side_scenarios" in study:
            found["campaigns"].append(study["side_scenarios"])
    if not found["campaigns"]:
        raise SourceError("campaigns", "", "no study holds a campaign")
    return found


def read_written(folder: Path) -> dict[str, Facts]:
    """Return the facts that no study has, by campaign."""
    found: dict[str, Facts] = {}
    for name in OF_CAMPAIGNS:
        path = folder / "written" / name
        for campaign_id, row in (load(path, folder) if path.exists() else {}).items():
            found[campaign_id] = {**found.get(campaign_id, {}), **row}
    return found


def written_tokens(folder: Path) -> list[Facts]:
    """Return the token values that no study has. The title is only for the reader of the file."""
    path = folder / "written" / WRITTEN_TOKENS
    rows = load(path, folder) if path.exists() else {}
    return [
        {"reference_card": code, **{key: value for key, value in row.items() if key != "title"}}
        for code, row in rows.items()
    ]


def with_written(facts: Facts, written: Facts) -> Facts:
    """Merge written facts into a campaign: scenarios, their possible outcomes, the log, supplies, places."""
    scenarios = {row["id"]: row for row in facts.get("scenarios", ())}
    for name, more in written.get("scenarios", {}).items():
        if name not in scenarios:
            raise SourceError(WRITTEN, f"{facts['id']}.{name}", "is not a scenario of this campaign")
        row = scenarios[name]
        may = without_empty({**row.get("may", {}), **more.get("may", {})})
        scenarios[name] = without_empty({**row, **more, "may": may})
    supplies, locations = written.get("supplies", {}), written.get("locations", {})
    return without_empty(
        {
            **facts,
            "title_de": written.get("title_de", facts.get("title_de")),
            "course": written.get("course"),
            "resupply_after": written.get("resupply_after"),
            "log": with_written_log(facts.get("log", ()), written),
            "scenarios": list(scenarios.values()),
            "supplies": [{**row, **supplies.get(row["id"], {})} for row in facts.get("supplies", ())],
            "locations": [{**row, **locations.get(row["id"], {})} for row in facts.get("locations", ())],
        }
    )


def with_written_log(sections: Iterable[Facts], written: Facts) -> list[Facts]:
    """Return the sections of a log: a written one replaces the one with its id, or follows the others.

    `log_left_out` lists sections whose names are in another one.
    """
    found = {row["id"]: row for row in sections if row["id"] not in written.get("log_left_out", ())}
    for row in written.get("log", ()):
        known = found.get(row["id"], {})
        # The ids of notes are those of the names.
        kept: Facts = {key: known[key] for key in ("title", "title_de") if key in known}
        found[row["id"]] = {**kept, **row}
    return list(found.values())


def as_text(facts: Facts) -> str:
    """Return JSON with one line for each scenario and log section, and for everything short."""
    lists = ("log", "scenarios", "locations", "achievements", "supplies")
    head = {key: value for key, value in facts.items() if key not in lists}
    return as_object(head, {key: facts[key] for key in lists if facts.get(key)})


def german(row: Facts, key: str) -> str | None:
    """Return the German name if it differs from the English one."""
    name = row.get(f"{key}_de")
    return name if name != row.get(key) else None


def standalone_difficulties(rows: Iterable[Facts]) -> dict[tuple[str, str], list[str]]:
    return {(row["campaign"], row.get("scenario", "")): row.get("difficulties", []) for row in rows}


def campaign(row: Facts, alone: dict[tuple[str, str], list[str]], packs: dict[str, int]) -> Facts:
    """Return one campaign; `packs` are the existing products, with the chapter of each."""
    kept = [
        s
        for s in row["scenarios"]
        if not s.get("fan_made_by") and packs.keys() & set(s.get("own_packs", packs))
    ]
    chapters = {packs[pack] for pack in row["pack_codes"] if pack in packs}
    # The notes of side stories belong to the campaign in which they are played.
    entries = {} if row["id"] == "side" else row["log_entry_ids_written"]
    return without_empty(
        {
            "id": row["id"],
            "title": row["name"],
            "title_de": german(row, "name"),
            "kind": "standalone" if row["campaign_type"] == "standalone" else "campaign",
            "chapter": 2 if chapters == {2} else None,
            "position": row["position"],
            "packs": [pack for pack in row["pack_codes"] if pack in packs],
            "return_of": row.get("return_to"),
            "side_stories_without_price": row["no_side_scenario_xp"],
            "bags": {name: bag(each) for name, each in row.get("chaos_bags", {}).items()},
            "order": [s for s in row["scenario_order"] if s in {each["id"] for each in kept}],
            "tarot": row.get("tarot_order"),
            "cards": [each["code"] for each in row.get("campaign_cards", ()) if each["code"][:1].isdigit()],
            "supply_points": [each["points_by_player_count"] for each in row.get("supply_points", ())],
            "log": [
                section(each, entries.get(each["id"], {}))
                for each in row["log_sections"]
                if not internal(each)
            ],
            "scenarios": [scenario(each, alone.get((row["id"], each["id"]))) for each in kept],
            "locations": [location(each) for each in row.get("map_locations", ())],
            "supplies": [
                without_empty(
                    {
                        "id": each["id"],
                        "title": each["name"],
                        "title_de": german(each, "name"),
                        "cost": each["cost"],
                        "multiple": each["multiple"],
                    }
                )
                for each in row.get("supplies", ())
            ],
            "achievements": [
                without_empty({"id": each["id"], "title": each["title"], "max": each.get("max")})
                for each in row.get("achievements", ())
            ],
        }
    )


def internal(section: Facts) -> bool:
    """Return whether a section exists only for another program's bookkeeping, and is on no log sheet."""
    return bool(section["hidden"]) or section["id"].startswith("$")


def section(row: Facts, entries: dict[str, list[str]]) -> Facts:
    """Return one section of the log sheet; `entries` are ids of notes, `counts` those of numbers."""
    counted = [name for name, kinds in entries.items() if any(kind.endswith("_count") for kind in kinds)]
    noted = [name for name in entries if name not in counted and not name.startswith("$")]
    return without_empty(
        {
            "id": row["id"],
            "title": row["title"],
            "title_de": german(row, "title"),
            "kind": row["type"].replace("_", "-"),
            "entries": noted,
            "counts": [name for name in counted if not name.startswith("$")],
            "partners": [
                {("title" if key == "name" else key): value for key, value in each.items()}
                for each in row.get("partners", ())
            ],
            "checklist": [named(each) for each in row.get("checklist", ())],
            "calendar": row.get("calendar"),
        }
    )


def named(row: Facts) -> Facts:
    return without_empty({"id": row["id"], "title": row["name"], "title_de": german(row, "name")})


def location(row: Facts) -> Facts:
    return without_empty(
        {
            **named(row),
            "scenario": row.get("scenario"),
            "status": row.get("status"),
            "hidden": row.get("hidden"),
            "connections": row.get("connections"),
        }
    )


def scenario(row: Facts, standalone: list[str] | None) -> Facts:
    # A set that is gathered and then set aside is listed twice in the study.
    aside = set_codes(row.get("encounter_sets_aside", ()))
    return without_empty(
        {
            "id": row["id"],
            "title": row["name"],
            "title_de": None if is_untranslated(row) else german(row, "name"),
            "header": row.get("header"),
            "header_de": german(row, "header"),
            "kind": row["kind"],
            "hidden": row["listed"] != "listed",
            "price": row.get("xp_cost"),
            "side_kind": row.get("side_scenario_type"),
            "challenge_of": (row.get("challenge") or {}).get("required_investigator"),
            "packs": row.get("own_packs"),
            "encounter_sets": [
                code for code in set_codes(row.get("encounter_sets", ())) if code not in aside
            ],
            "encounter_sets_aside": aside,
            "reference_card": row.get("reference_card"),
            "resolutions": [each["id"] for each in row.get("resolutions", ())],
            "next": following(row.get("next", ())),
            "standalone": standalone,
            "bags": {name: bag(each) for name, each in row.get("chaos_bags", {}).items()},
            "may": outcomes(row.get("effects", {})),
        }
    )


def is_untranslated(row: Facts) -> bool:
    """Return whether the title of this scenario has no official translation. “Prologue” needs none."""
    return row["kind"] == "scenario" and bool(UNTRANSLATED.intersection(row.get("own_packs", ())))


def set_codes(names: Iterable[str]) -> list[str]:
    return [SET_CODES.get(name, name) for name in names]


def following(rows: Iterable[list[str]]) -> list[str]:
    """Return the scenarios that a resolution may lead to."""
    return sorted({row[1] for row in rows if row[0] == "next_scenario" and not row[1].startswith("$")})


def bag(row: Facts) -> dict[str, int]:
    counts = row["counts"]
    if strange := counts.keys() - set(TOKENS):
        raise SourceError("campaigns", "chaos_bags", f"{sorted(strange)[0]!r} is not a token")
    # Every bag holds the two tokens that decide a test; one bag of the study lacks its auto-fail.
    counts = {**counts, "auto_fail": 1, "elder_sign": 1}
    return {token: counts[token] for token in TOKENS if counts.get(token)}


def outcomes(effects: dict[str, list[Facts]]) -> Facts:
    """Return the possible outcomes, which the page after a scenario offers to the players."""
    return without_empty(
        {
            "bonus": sorted({each["bonus"] for each in effects.get("earn_xp", ()) if is_bonus(each)}),
            "cards": codes(effects.get("add_card", ()), "card"),
            "cards_lost": codes(effects.get("remove_card", ()), "card"),
            "weakness_traits": unique(each["weakness_traits"] for each in effects.get("add_weakness", ())),
            "trauma": unique(
                {
                    key: each[key]
                    for key in ("physical", "mental", "mental_or_physical", "killed", "insane")
                    if key in each
                }
                for each in effects.get("trauma", ())
            ),
            "tokens": unique(each["tokens"] for each in effects.get("add_chaos_token", ())),
            "tokens_lost": unique(each["tokens"] for each in effects.get("remove_chaos_token", ())),
        }
    )


def is_bonus(row: Facts) -> bool:
    """Return whether a scenario gives or takes this experience, rather than a price or other points."""
    is_price = row.get("side_scenario_cost") or row.get("step") == "xp_cost"
    is_paid_by_one = row.get("bonus", 0) < 0 and str(row.get("investigator", "")).startswith("$")
    is_other = str(row.get("special_xp", "")).endswith("_points")
    return bool(row.get("bonus")) and not (is_price or is_paid_by_one or is_other)


def codes(rows: Iterable[Facts], key: str) -> list[str]:
    # 01000 is the placeholder of a random basic weakness, which an investigator's own setup draws.
    return sorted({row[key] for row in rows if row[key][:1].isdigit() and row[key] != "01000"})


def unique(values: Iterable[Any]) -> list[Any]:
    found = []
    for value in values:
        if value and value not in found:
            found.append(value)
    return sorted(found, key=lambda value: json.dumps(value, sort_keys=True))


def token_values(row: Facts) -> Facts:
    """Return the values of the symbols in one scenario, by difficulty."""
    return {
        "reference_card": row["reference_card"],
        "encounter_set": row["scenario"],
        "easy_standard": {each["token"]: token_value(each) for each in row["easy_standard"]},
        "hard_expert": {each["token"]: token_value(each) for each in row["hard_expert"]},
    }


def token_value(row: Facts) -> Facts:
    """Return a modifier, one counted at the table (`counts`), or one with an alternative (`or`)."""
    if row["type"] == "counter":
        return {"counts": row["counter"]}
    if row["type"] == "condition":
        return {**effect_on_test(row["default"]), "or": [effect_on_test(each) for each in row["options"]]}
    return effect_on_test(row["value"])


def effect_on_test(value: Facts) -> Facts:
    """Return the effect of a token. In the study, a token that decides the test has it as its modifier."""
    modifier = value.get("modifier", 0)
    if modifier in DECISIVE:
        return {modifier: True, **{key: each for key, each in value.items() if key != "modifier"}}
    if not isinstance(modifier, int):
        raise SourceError("campaigns", "scenario_token_values", f"{modifier!r} is not a modifier")
    return dict(value)


def without_empty(facts: Facts) -> Facts:
    """Leave out values that are false, none or empty; 0 stays."""
    return {key: value for key, value in facts.items() if value or (value == 0 and value is not False)}
