"""Writing of the facts as JSON with one line for each card, which keeps them readable and diffs small."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cards.generation.catalogue import Generated


def write_catalogue(found: Generated, folder: Path) -> list[str]:
    """Write all generated files; return the names of those that changed. Written facts are not touched."""
    texts: dict[str, str] = {
        "cycles.json": as_list(found.cycles),
        "packs.json": as_list(found.packs),
        "encounter_sets.json": as_list(found.encounter_sets),
        "abilities.json": as_list(found.abilities),
    }
    for pack in sorted({*found.cards, *found.printings, *found.encounter}):
        drawers = {
            "cards": found.cards.get(pack, []),
            "printings": found.printings.get(pack, []),
            "encounter": found.encounter.get(pack, []),
        }
        texts[f"packs/{pack}.json"] = as_object(
            {"pack": pack}, {key: rows for key, rows in drawers.items() if rows}
        )
    for taboo in found.taboo_lists:
        head = {key: value for key, value in taboo.items() if key != "cards"}
        texts[f"taboo/{taboo['code']}.json"] = as_object(head, {"cards": taboo["cards"]})
    return write(texts, folder, owned=("packs", "taboo"))


def write(texts: dict[str, str], folder: Path, owned: tuple[str, ...]) -> list[str]:
    """Write the files that differ, and remove obsolete files from the owned folders."""
    changed = []
    for name, text in texts.items():
        path = folder / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        changed.append(name)
    for name in owned:
        for path in sorted((folder / name).glob("*.json")):
            if f"{name}/{path.name}" not in texts:
                path.unlink()
                changed.append(f"{name}/{path.name}")
    return changed


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def as_list(rows: list[Any]) -> str:
    return "[\n" + ",\n".join(f"  {line(row)}" for row in rows) + "\n]\n"


def as_object(head: dict[str, Any], drawers: dict[str, list[Any]]) -> str:
    """Return an object whose lists have one line for each entry."""
    parts = [f"  {line(key)}: {line(value)}" for key, value in head.items()]
    for key, rows in drawers.items():
        inside = ",\n".join(f"    {line(row)}" for row in rows)
        parts.append(f"  {line(key)}: [\n{inside}\n  ]" if rows else f"  {line(key)}: []")
    return "{\n" + ",\n".join(parts) + "\n}\n"
