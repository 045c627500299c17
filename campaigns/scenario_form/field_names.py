"""Names of the fields of the guided page, for messages to players."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from rules.campaign import CampaignState

#: Names of fields, by the beginning of their names in the form.
FIELD_NAMES = {
    "resolution": lazy("resolution"),
    "victory": lazy("victory display"),
    "bonus": lazy("bonus experience"),
    "replay": lazy("replay"),
    "note": lazy("notes"),
    "phrase": lazy("notes"),
    "token": lazy("chaos bag"),
    "how": lazy("how it ended"),
    "gain": lazy("story cards"),
}


def field_names(state: CampaignState, fields: Iterable[str]) -> list[str]:
    """Return what players call these fields; those without a name of their own together, at the end."""
    found = []
    for name in sorted(fields):
        kind, _dash, rest = name.partition("-")
        if kind not in FIELD_NAMES:
            continue
        seat = state.seats.get(rest.rpartition("-")[2])
        found.append(f"{seat.title}: {FIELD_NAMES[kind]}" if seat else str(FIELD_NAMES[kind]))
    others = [name for name in fields if name.partition("-")[0] not in FIELD_NAMES]
    return [*dict.fromkeys(found), *([_("other fields")] if others else [])]
