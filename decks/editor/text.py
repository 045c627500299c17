"""Texts that the editor's JavaScript shows, in the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from cards.adapters import catalogue
from cards.import_offer import has_texts


def script_texts() -> dict[str, Any]:
    """Return the texts by name. The browser fills their {placeholders}."""
    return {
        "why": _("Why not?"),
        "asking": _("Loading …"),
        "anyway": _("Add anyway"),
        "left": _("{left} of {owned} left"),
        "unowned": _("not owned"),
        "too_few": _("only {owned} owned"),
        "found": _("{found} of {of} cards"),
        "none": _("No cards found"),
        "meant": _("Did you mean {instead}?"),
        "none_hint": _("Remove a filter, or show cards you can't include."),
        "no_texts": "" if has_texts(catalogue()) else _("Card texts were not searched: this site has none."),
        "elsewhere": _("{n} more in signatures, story cards and weaknesses"),
        "closed": _("Not allowed"),
        "price": _("{n} XP"),
        "short": _("{n} XP short"),
        "offline": _("Not saved yet: no connection. Retrying automatically."),
        "busy": _("Not saved yet: the server is busy. Retrying automatically."),
        "again": _("Retry now"),
        "stale": _("This deck was changed in another window:"),
        "stale_merge": _("Keep both"),
        "stale_drop": _("Discard mine"),
        "taken_over": _("Updated with changes from another window."),
        "close": _("Close"),
        "refused": _("Not done: {why}"),
        "on_arkhamdb": _("On ArkhamDB"),
        "not_loaded": _("Loading failed. Check your connection and try again."),
    }
