"""Everything that we know of a player, for the player: one file, or several where that would be too large."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts import account_data
from accounts.keys import keys_of
from accounts.models import User

FORMAT = "casebook-export-1"
#: What one file holds, in versions of decks or steps of campaigns. Hardly anybody has more.
LARGEST_PART = 2_000

#: The rows of one file, by the name of their kind.
Part = dict[str, list[int]]


def parts_of(user: User) -> list[Part]:
    """The files of a player's export; always at least one. A row is never divided."""
    parts: list[Part] = [{}]
    size = 0
    for kind in account_data.kinds():
        for row, weight in kind.sizes(user):
            if size and size + weight > LARGEST_PART:
                parts.append({})
                size = 0
            parts[-1].setdefault(kind.name, []).append(row)
            size += weight
    return parts


def export_part(user: User, number: int = 1) -> dict[str, Any] | None:
    """One file of the export, from 1; None where there is none of this number."""
    parts = parts_of(user)
    if not 1 <= number <= len(parts):
        return None
    exported: dict[str, Any] = {"format": FORMAT, "exported": timezone.now().isoformat()}
    if len(parts) > 1:
        exported |= {"part": number, "parts": len(parts)}
    exported["account"] = _account(user)
    part = parts[number - 1]
    return exported | {kind.name: kind.export(user, part.get(kind.name, [])) for kind in account_data.kinds()}


def _account(user: User) -> dict[str, Any]:
    return {
        "username": None if user.is_guest else user.username,
        "email": user.email,
        "guest": user.is_guest,
        "language": user.language,
        "theme": user.theme,
        "preferences": user.preferences,
        "joined": user.date_joined.isoformat(),
        "api_keys": [
            {"name": key.name, "created": key.created.isoformat(), "last_used": str(key.last_used or "")}
            for key in keys_of(user)
        ],
    }
