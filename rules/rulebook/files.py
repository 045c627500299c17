"""Reading of the rulebook's files, which are beside this module; an error in one stops the loading."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


class RulebookError(ValueError):
    """The rulebook's own files are wrong. The message names the file and the entry."""


def read_file(name: str) -> dict[str, Any]:
    """Return the facts of one file, for example "ultimatums.json"."""
    path = HERE / name
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RulebookError(f"{name}: {error}") from error
    if not isinstance(facts, dict):
        raise RulebookError(f"{name}: an object is expected, not {type(facts).__name__}")
    return facts


def sections() -> list[str]:
    """Return the files of the sections, in the rulebook's order."""
    return sorted(f"sections/{path.name}" for path in (HERE / "sections").glob("*.json"))


def parts() -> list[str]:
    """Return the files of the statements, in the order of the books."""
    return sorted(f"coverage/{path.name}" for path in (HERE / "coverage").glob("*.json"))


def only(row: Mapping[str, Any], known: frozenset[str], needed: frozenset[str], where: str) -> None:
    """Reject an entry that lacks a key or has an unknown one."""
    if missing := sorted(needed - row.keys()):
        raise RulebookError(f"{where}: {', '.join(missing)} missing")
    if unknown := sorted(row.keys() - known):
        raise RulebookError(f"{where}: {', '.join(unknown)} unknown")
