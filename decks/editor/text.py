"""Texts that the editor's JavaScript shows, in the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from cards.text import names
from decks.editor import finder


def phrases() -> dict[str, Any]:
    """Return the texts by name. The browser fills their {placeholders}."""
    return {
        "add": _("Add one {name}"),
        "remove": _("Remove one {name}"),
        "why": _("Why not?"),
        "asking": _("Loading …"),
        "anyway": _("Add anyway"),
        "left": _("{left} of {owned} left"),
        "unowned": _("not owned"),
        "found": _("{found} of {of} cards"),
        "none": _("No cards found"),
        "none_hint": _("Remove a filter, or show cards you can't include."),
        "elsewhere": _("{n} more in signatures, story cards and weaknesses"),
        "closed": _("Not allowed"),
        "cost": _("cost"),
        "level": _("level {n}"),
        "heading_level": _("Level {n}"),
        "heading_cost": _("Cost {n}"),
        "no_level": _("No level"),
        "no_cost": _("No cost"),
        "heading": _("{class} {types}"),
        "health": _("health"),
        "sanity": _("sanity"),
        "uses": _("Uses ({kind})"),
        "taboo": _("Taboo list: {n} experience"),
        "unique": _("unique"),
        "offline": _("Not saved yet: no connection. Retrying automatically."),
        "failed": _("Not saved yet: {why}"),
        "again": _("Retry now"),
        "discard": _("Discard changes"),
        "saved_again": _("All changes saved."),
        "stale": _("This deck was changed in another window:"),
        "stale_merge": _("Keep both"),
        "stale_drop": _("Discard mine"),
        "taken_over": _("Updated with changes from another window."),
        "close": _("Close"),
        "undo": _("Undo"),
        "refused": _("Not done: {why}"),
        "lost_sheet": _("Loading failed. Check your connection and try again."),
        "classes": {name: str(label) for name, label in names.CLASSES.items()},
        "types": {name: str(label) for name, label in names.TYPES.items()},
        "plural": {name: finder.plural(name) for name in names.TYPES},
        "slots": {name: str(label) for name, label in names.SLOTS.items()},
        "skills": {name: str(label) for name, label in names.SKILLS.items()},
        "keywords": {name: str(label) for name, label in names.KEYWORDS.items()},
        "basic": _("Basic weakness"),
        "weakness": _("Weakness"),
        "german": names.german(),
    }
