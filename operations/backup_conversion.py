"""Conversion of backups in older formats to the current one.

A row is what Django's serializer writes: `{"model": "decks.deck", "pk": 1, "fields": {...}}`. `CHANGES` lists
for each format what has changed since then, in order. A change gets all rows and returns all rows.

A new table, or a new field with a default, needs nothing here: rows without it get the default. After any
other change of the schema, increase `CURRENT`, and add the changes and the migrations of the format before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any

from operations import format_1

CURRENT = 3
NAME = "casebook-backup-"

Row = dict[str, Any]
Change = Callable[[Iterable[Row]], Iterator[Row]]


def converted(rows: Iterable[Row], version: int) -> Iterator[Row]:
    """Return the rows of a backup in this format as rows of the current format."""
    found = iter(rows)
    for older in range(version, CURRENT):
        for change in CHANGES[older]:
            found = change(found)
    return found


def format_number(name: object) -> int | None:
    """Return the number of a format that can be restored, or None."""
    known = {f"{NAME}{number}": number for number in (*CHANGES, CURRENT)}
    return known.get(name) if isinstance(name, str) else None


# Kinds of changes.


def rename_fields(model: str, names: Mapping[str, str]) -> Change:
    def change(rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            if row["model"] == model:
                fields = {names.get(name, name): value for name, value in row["fields"].items()}
                row = {**row, "fields": fields}
            yield row

    return change


def change_fields(model: str, function: Callable[[dict[str, Any]], dict[str, Any]]) -> Change:
    """The fields of each row of a model become what the function makes of them."""

    def change(rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            yield {**row, "fields": function(row["fields"])} if row["model"] == model else row

    return change


def rename_model(old: str, new: str) -> Change:
    """Rename a model of the same app, and its content type, which the administration's log refers to."""
    app, name = old.split(".")

    def change(rows: Iterable[Row]) -> Iterator[Row]:
        for row in rows:
            if row["model"] == old:
                row = {**row, "model": new}
            elif row["model"] == "contenttypes.contenttype" and row["fields"] == {
                "app_label": app,
                "model": name,
            }:
                row = {**row, "fields": {"app_label": app, "model": new.split(".")[1]}}
            yield row

    return change


# Changes since format 1.

PARTS_RENAMED = {"side": "wish_list", "extra": "second_deck"}


def rename_parts(patch: dict[str, Any]) -> dict[str, Any]:
    """Rename the columns that the patch of an edit names, in the version and in purchases."""
    found = {PARTS_RENAMED.get(part, part): changes for part, changes in patch.items()}
    if isinstance(found.get("purchase"), dict):
        found["purchase"] = _rename_reason(found["purchase"])
    if isinstance(found.get("purchases"), list):
        found["purchases"] = [_rename_reason(purchase) for purchase in found["purchases"]]
    return found


def _rename_reason(purchase: dict[str, Any]) -> dict[str, Any]:
    return {"removal_reason" if name == "repeats" else name: value for name, value in purchase.items()}


def _rename_parts_of_edit(fields: dict[str, Any]) -> dict[str, Any]:
    patches = {name: rename_parts(fields[name]) for name in ("forward", "backward")}
    return {**fields, **patches}


def split_aftermath(rows: Iterable[Row]) -> Iterator[Row]:
    """`aftermath["mode"]` becomes `mode_before`, and `aftermath["after"]`, a number, `campaign_version`.

    The rest is the `outcome`.
    That version may come later. Rows that refer to one are therefore returned at the end.
    """
    versions: dict[tuple[int, int], int] = {}
    waiting: list[tuple[Row, tuple[int, int]]] = []
    for row in rows:
        if row["model"] != "decks.deckversion":
            yield row
            continue
        outcome = dict(row["fields"]["aftermath"])
        mode, after = outcome.pop("mode", ""), outcome.pop("after", None)
        new = {"outcome": outcome, "mode_before": mode, "campaign_version": None}
        row = {**row, "fields": {**row["fields"], **new}}
        del row["fields"]["aftermath"]
        deck = row["fields"]["deck"]
        versions[deck, row["fields"]["number"]] = row["pk"]
        if after is None:
            yield row
        else:
            waiting.append((row, (deck, after)))
    for row, version in waiting:
        row["fields"]["campaign_version"] = versions.get(version)
        yield row


#: Tables of entries that became one: the kind, and the columns that are left out if they have this value.
ENTRY_TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "experienceentry": ("experience", {"card": "", "earned": False, "with_purchases": False}),
    "traumaentry": ("trauma", {"card": "", "with_purchases": False}),
    "exileentry": ("exile", {"from_second_deck": 0}),
    "bearerentry": ("story-card", {"granted": False}),
    "weaknessdraw": ("weakness", {"draw": None, "by_group": False}),
    "purchaseentry": ("purchase", {}),
    "logentry": ("note", {"text": "", "key": "", "number": None}),
    "tokenchange": ("chaos-token", {"card": "", "reason": ""}),
    "deckentry": ("deck", {"version": "", "cause": ""}),
}
#: Names of the kinds that were stored by the name of a class.
ENTRY_KINDS = {
    "CampaignEntry": "campaign",
    "PhaseEntry": "phase",
    "UltimatumEntry": "ultimatum",
    "SeatEntry": "seat",
    "InvestigatorEntry": "investigator",
    "StatusEntry": "status",
    "TakenEntry": "removed-card",
    "OwedEntry": "weaknesses-owed",
    "RequirementEntry": "weaknesses-required",
    "GoneEntry": "weakness-out-of-pool",
    "SignatureEntry": "signature-removed",
    "CreationEntry": "creation-purchase",
    "KeptEntry": "cards-kept",
    "GeneratedEntry": "random-deck",
    "BrandEntry": "eldritch-brand",
    "CrossingEntry": "note-crossed-out",
    "CountEntry": "count",
    "MemoryEntry": "remembered",
    "ResearchEntry": "research",
    "RewardEntry": "reward",
    "PriceEntry": "price-paid",
    "AllyEntry": "ally-lost",
    "BeginEntry": "scenario-begun",
    "ResultEntry": "scenario-ended",
    "VictoryEntry": "experience-counted",
    "EndEntry": "campaign-ended",
    "WaiverEntry": "rule-waived",
}


def fold_entries(rows: Iterable[Row]) -> Iterator[Row]:
    """Ten tables of entries become one."""
    keys = count(1)
    for row in rows:
        app, _dot, table = row["model"].partition(".")
        if app != "campaigns" or table not in (*ENTRY_TABLES, "bookentry"):
            yield row
            continue
        facts = dict(row["fields"])
        fields = {"step": facts.pop("act"), "position": facts.pop("place")}
        fields["deck_version"] = facts.pop("row", None)
        if table == "bookentry":
            fields["kind"], facts = ENTRY_KINDS[facts["kind"]], dict(facts["facts"])
        else:
            fields["kind"], defaults = ENTRY_TABLES[table]
            facts = {name: value for name, value in facts.items() if _is_stored(name, value, defaults)}
        fields["seat"] = facts.pop("seat", "")
        yield {"model": "campaigns.entry", "pk": next(keys), "fields": {**fields, "facts": facts}}


def _is_stored(name: str, value: Any, defaults: Mapping[str, Any]) -> bool:
    return name not in defaults or value != defaults[name]


def split_drafts(rows: Iterable[Row]) -> Iterator[Row]:
    """What was stored as drafts of pages gets tables of its own. Draws no longer name who drew."""
    keys: dict[str, Iterator[int]] = {}
    decks: dict[str, int] = {}
    for row in rows:
        if row["model"] == "decks.deck":
            decks[str(row["fields"]["public_id"])] = row["pk"]
        if row["model"] != "campaigns.draft":
            yield row
            continue
        draft = row["fields"]
        for model, fields in _drafted(draft["page"], draft["fields"], draft, decks):
            name = f"campaigns.{model}"
            new = {"campaign": draft["campaign"], **fields}
            yield {"model": name, "pk": next(keys.setdefault(name, count(1))), "fields": new}


def _drafted(
    page: str, stored: Mapping[str, Any], draft: Mapping[str, Any], decks: Mapping[str, int]
) -> Iterator[tuple[str, dict[str, Any]]]:
    kind, _dash, seat = page.partition("-")
    changed = {"changed": draft["changed"]}
    if page == "after":
        (game,) = stored.get("of-scenario", [""])
        before, _space, scenario = game.partition(" ")
        answers = {name: values for name, values in stored.items() if name != "of-scenario"}
        known = {"scenarios_before": int(before or 0), "scenario": scenario, "answers": answers}
        yield "scenariodraft", {**known, "revision": draft["revision"], "by": draft["by"], **changed}
    elif page == "values":
        for scenario, modifiers in stored.items():
            for token, modifier in modifiers.items():
                where = scenario if scenario != "-" else ""
                yield "tokenmodifier", {"scenario": where, "token": token, "modifier": modifier}
    elif page == "draws":
        for drawn in stored.get("draws", []):
            fields = {name: drawn[name] for name in ("key", "scenario", "tokens", "total", "at")}
            yield "tokendraw", {**fields, "by": None}
    elif kind == "random":
        fields = {name: stored[name] for name in ("seed", "trauma", "cards")}
        yield "randomdeck", {**fields, "like": decks.get(stored["like"]), "seat": seat, **changed}
    elif kind == "draft":
        fields = {name: stored[name] for name in ("seed", "pool", "drafted")}
        yield "weaknessdraft", {**fields, "seat": seat, **changed}
    elif kind == "deck" and stored["deck"] in decks:
        yield "newdeck", {"deck": decks[stored["deck"]], "seat": seat, **changed}


#: By format: what has changed since then, in order.
CHANGES: dict[int, tuple[Change, ...]] = {
    1: (
        *(change_fields(model, function) for model, function in format_1.ROWS.items()),
        rename_fields("decks.deckversion", PARTS_RENAMED),
        rename_fields("decks.purchase", {"repeats": "removal_reason"}),
        change_fields("decks.edit", _rename_parts_of_edit),
        split_aftermath,
        rename_fields("campaigns.act", {"upon": "previous", "touched": "revision"}),
        rename_fields("campaigns.experienceentry", {"shopping": "with_purchases"}),
        rename_fields("campaigns.traumaentry", {"shopping": "with_purchases"}),
        rename_fields("campaigns.exileentry", {"extra": "from_second_deck"}),
        fold_entries,
        split_drafts,
        rename_model("campaigns.act", "campaigns.step"),
    ),
    # Names and seats of members, and the steps before upgrades are new, with defaults.
    2: (),
}

#: By older format, for each app that its changes concern: the first and the last migration of its backups.
MIGRATIONS: dict[int, dict[str, tuple[str, str]]] = {
    1: {
        "decks": ("0002_drawn_purchases", "0002_drawn_purchases"),
        "campaigns": ("0008_imported_campaigns", "0008_imported_campaigns"),
    },
    2: {"campaigns": ("0001_initial", "0001_initial"), "decks": ("0001_initial", "0001_initial")},
}
