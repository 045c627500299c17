"""What the end of a scenario meant for each investigator, from the entries of its step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.adapters import EXPERIENCE
from campaigns.insight.ledger import reason_of
from campaigns.models import Entry, Step
from campaigns.text import names as campaign_names
from campaigns.text.step_parts import Names, Row, trauma_text
from campaigns.text.steps import card_title
from rules.campaign.state import MENTAL, PHYSICAL

#: The steps that end a scenario or count its experience.
KINDS = ("end-scenario", "count-experience")
STATUS, TRAUMA = "status", "trauma"
#: What everybody earns who took part.
FOR_ALL = ("victory", "bonus")


def entries_of(steps: Iterable[Step]) -> dict[int, list[Entry]]:
    """Return the entries about single investigators, by the primary key of the step. One query."""
    wanted = [step.pk for step in steps if step.kind in KINDS]
    found: dict[int, list[Entry]] = {}
    if wanted:
        rows = Entry.objects.filter(step__in=wanted, kind__in=(EXPERIENCE, STATUS, TRAUMA))
        for row in rows.order_by("step_id", "position"):
            found.setdefault(row.step_id, []).append(row)
    return found


def outcome_rows(names: Names, payload: Mapping[str, Any], entries: Iterable[Entry]) -> Iterator[Row]:
    """Return lines for experience that one investigator earned alone, trauma, and deaths."""
    earned: dict[str, list[Entry]] = {}
    for row in entries:
        if row.kind == EXPERIENCE:
            earned.setdefault(row.seat, []).append(row)
        elif row.kind == TRAUMA:
            yield from _trauma(names, row)
        elif (
            row.kind == STATUS
            and payload.get("fates", {}).get(row.seat, {}).get("lost") != row.facts["status"]
        ):
            yield "close", _status(names, row)
    for seat, rows in earned.items():
        own = [row for row in rows if row.facts["reason"] not in FOR_ALL]
        if own:
            yield "experience", _sum(names.name(seat), rows, own)


def _sum(who: str, rows: list[Entry], own: list[Entry]) -> str:
    """Return a text such as “Jenny Barnes: 8 XP (6 +2 Charon's Obol)”."""
    total = sum(row.facts["amount"] for row in rows)
    base = total - sum(row.facts["amount"] for row in own)
    parts = " ".join(f"{row.facts['amount']:+d} {_cause(row)}" for row in own)
    return _("%(who)s: %(n)d XP (%(base)d %(parts)s)") % {
        "who": who,
        "n": total,
        "base": base,
        "parts": parts,
    }


def _cause(row: Entry) -> str:
    return card_title(row.facts["card"]) if row.facts.get("card") else reason_of(row.facts)


def _status(names: Names, row: Entry) -> str:
    text = str(campaign_names.STATUSES.get(row.facts["status"], row.facts["status"]))
    by = _cause(row) if row.facts.get("card") else ""
    return f"{names.name(row.seat)}: {text} ({by})" if by else f"{names.name(row.seat)}: {text}"


def _trauma(names: Names, row: Entry) -> Iterator[Row]:
    for kind in (PHYSICAL, MENTAL):
        if n := row.facts[kind]:
            line = f"{names.name(row.seat)}: {trauma_text(kind, n)}"
            yield f"trauma-{kind}", f"{line} ({_cause(row)})" if row.facts.get("card") else line
