"""What does the editor say by itself? Words for the browser, in the reader's language."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from cards import naming
from decks.editor import finder


def phrases() -> dict[str, Any]:
    """Sentences with {holes} that the browser fills."""
    return {
        "add": _("Add one {name}"),
        "remove": _("Remove one {name}"),
        "why": _("Why not?"),
        "asking": _("Looking it up …"),
        "anyway": _("Add anyway"),
        "left": _("{left} of {owned} left"),
        "unowned": _("not owned"),
        "found": _("{found} of {of} cards"),
        "none": _("No card fits"),
        "none_hint": _("Take a filter away, or show cards that you cannot take."),
        "elsewhere": _("{n} more among signatures, story cards and weaknesses"),
        "closed": _("Not among the options"),
        "cost": _("cost"),
        "level": _("level {n}"),
        "heading_level": _("Level {n}"),
        "heading_cost": _("Cost {n}"),
        "no_level": _("Without level"),
        "no_cost": _("Without cost"),
        "heading": _("{class} {types}"),
        "health": _("health"),
        "sanity": _("sanity"),
        "uses": _("Uses ({kind})"),
        "taboo": _("Taboo list: {n} experience"),
        "unique": _("unique"),
        "offline": _("Not saved yet: no connection. It is tried again by itself."),
        "failed": _("Not saved yet: {why}"),
        "again": _("Try now"),
        "discard": _("Give these changes up"),
        "saved_again": _("Everything is saved."),
        "stale": _("This deck was changed in another window:"),
        "stale_merge": _("Keep both"),
        "stale_drop": _("Drop mine"),
        "taken_over": _("Changed in another window; this one is up to date again."),
        "close": _("Close"),
        "undo": _("Undo"),
        "refused": _("That could not be done: {why}"),
        "lost_sheet": _("This could not be loaded. Check the connection and try again."),
        "classes": {name: str(label) for name, label in naming.CLASSES.items()},
        "types": {name: str(label) for name, label in naming.TYPES.items()},
        "plural": {name: finder.plural(name) for name in naming.TYPES},
        "slots": {name: str(label) for name, label in naming.SLOTS.items()},
        "skills": {name: str(label) for name, label in naming.SKILLS.items()},
        "keywords": {name: str(label) for name, label in naming.KEYWORDS.items()},
        "basic": _("Basic weakness"),
        "weakness": _("Weakness"),
        "german": naming.german(),
    }
