"""The table as pages show it: tracks, phases, investigators and places, the same for every edition."""

from __future__ import annotations

from typing import Any

from boardgames.tables import second, third
from boardgames.tables.parts import Outline, TableView

VIEWS = {"second": second, "third": third}


def outline(edition: str, state: Any) -> Outline:
    """Return what lists and statistics show of a game."""
    found: Outline = VIEWS[edition].outline(state)
    return found


def table_view(edition: str, state: Any) -> TableView:
    """Return everything that the page of a game shows of its state."""
    found: TableView = VIEWS[edition].table_view(state)
    return found
