"""Export and import of collections, as JSON or as plain codes of packs."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from cards.collections.selectors import all_rewards, packs_owned, rewards_unlocked
from cards.errors import CollectionRefused
from cards.models import Collection, Pack
from cards.models.collections import MOST_COPIES

FORMAT = "casebook-collection/1"
LARGEST = 1_000_000


@dataclass
class Contents:
    """The content of a file: owned packs, rewards, and unknown codes."""

    name: str = ""
    packs: dict[str, int] = field(default_factory=dict)
    rewards: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


def export_collection(collection: Collection) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "name": collection.name,
        "packs": dict(sorted(packs_owned(collection).items())),
        "rewards": sorted(rewards_unlocked(collection)),
    }


def read_contents(written: str | bytes) -> Contents:
    """Read Casebook's JSON, a JSON list of pack codes, or codes with commas between them."""
    if len(written) > LARGEST:
        raise unreadable(_("This file is too large for a collection."))
    try:
        text = written.decode("utf-8-sig") if isinstance(written, bytes) else written
    except UnicodeDecodeError:
        raise unreadable(_("This is not UTF-8 text.")) from None
    text = text.strip()
    if not text:
        raise unreadable(_("The file is empty."))
    if text[0] in "{[":
        return sorted_out(read_json(text))
    if re.fullmatch(r"[\d,\s-]+", text):
        raise unreadable(
            _("These are ArkhamDB's pack numbers, which have no meaning here. Use codes such as core, dwl.")
        )
    return sorted_out([code for code in re.split(r"[,;\s]+", text) if code])


def read_json(text: str) -> Any:
    """Read JSON that can be stored and shown again: `\\ud800` is half a character and refused."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise unreadable(_("This is not UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        raise unreadable(
            _("This is not JSON: there is a mistake in line %(line)d, column %(column)d.")
            % {"line": error.lineno, "column": error.colno}
        ) from None
    except RecursionError:
        raise unreadable(_("This JSON is nested too deeply.")) from None
    except ValueError:
        raise unreadable(_("This JSON has a number with thousands of digits.")) from None
    return value


def sorted_out(value: Any) -> Contents:
    """Check the structure, and collect unknown codes."""
    if isinstance(value, list):
        value = {"packs": value}
    if not isinstance(value, dict) or "packs" not in value:
        raise unreadable(_("The field “packs” is missing."))
    if value.get("format", FORMAT) != FORMAT:
        raise unreadable(_("The field “format” must be “%(format)s”.") % {"format": FORMAT})
    name, rewards = value.get("name", ""), value.get("rewards", [])
    if not isinstance(name, str):
        raise unreadable(_("The field “name” is not text."))
    if not isinstance(rewards, list) or not all(isinstance(code, str) for code in rewards):
        raise unreadable(_("The field “rewards” is not a list of codes."))
    counts = counted(value["packs"])
    packs = set(Pack.objects.values_list("pk", flat=True))
    known = {card.code for card in all_rewards()}
    return Contents(
        name=name,
        packs={code: count for code, count in counts.items() if code in packs and count},
        rewards=[code for code in rewards if code in known],
        unknown=sorted({*(set(counts) - packs), *(set(rewards) - known)}),
    )


def counted(value: Any) -> dict[str, int]:
    """Read the number of each pack, from an object of numbers or a list with repeated codes."""
    if isinstance(value, list):
        if not all(isinstance(code, str) for code in value):
            raise unreadable(_("The field “packs” contains something that is not a code."))
        return {code: min(copies, MOST_COPIES) for code, copies in Counter(value).items()}
    if not isinstance(value, dict):
        raise unreadable(_("The field “packs” must be an object or a list."))
    for code, count in value.items():
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_COPIES:
            raise unreadable(
                _("The field “packs.%(code)s” must be a number from 0 to 99.") % {"code": code[:40]}
            )
    return dict(value)


def unreadable(message: str) -> CollectionRefused:
    return CollectionRefused(message, status=400)
