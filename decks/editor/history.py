"""What would undo take back, and redo make again? Every edit in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.adapters import catalogue
from cards.naming import exact_title
from decks.models import DeckVersion, Edit

PARTS = {"main": "slots", "side": "side", "extra": "extra", "ignored": "ignored"}


@dataclass(frozen=True, slots=True)
class Steps:
    """The edit that undo takes back and the one that redo makes again; empty where there is none."""

    undo: str
    redo: str


def steps_of(version: DeckVersion) -> Steps:
    last = version.edits.filter(undone=False).order_by("-number").first()
    following = version.edits.filter(undone=True).order_by("number").first()
    return Steps(in_words(last) if last else "", in_words(following) if following else "")


def in_words(edit: Edit) -> str:
    """“added Machete”, “changed the notes”."""
    return say(edit.kind, edit.facts, edit.backward)


def say(kind: str, facts: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> str:
    """An edit in a few words; with what was there before, by how much it changed."""
    title = _title(facts.get("card", ""))
    if kind == "quantity":
        return _quantity(facts, title, before)
    if kind == "move":
        return _("moved %(title)s") % {"title": title}
    if kind == "purchase":
        return _("bought %(title)s for %(price)d") % {"title": title, "price": facts.get("price", 0)}
    if kind == "pair":
        both = " + ".join(_title(code) for code in facts.get("drawn", ()))
        return _("upgraded two to %(both)s for %(price)d") % {"both": both, "price": facts.get("price", 0)}
    if kind == "take_out":
        return _("took out %(title)s") % {"title": title}
    if kind == "customize":
        return _("marked the sheet of %(title)s") % {"title": title}
    if kind == "attach":
        return _("attached cards to %(title)s") % {"title": title}
    if kind == "annotation":
        return _("wrote a remark on %(title)s") % {"title": title}
    words = {
        "settings": _("changed the settings"),
        "name": _("renamed the deck"),
        "notes": _("changed the notes"),
        "weakness": _("drew a weakness"),
    }
    return words.get(kind, _("changed the deck"))


def _title(code: str) -> str:
    card = catalogue().resolve(code) if code else None
    return exact_title(card) if card else code


def _quantity(facts: Mapping[str, Any], title: str, before: Mapping[str, Any] | None) -> str:
    now, where = facts.get("quantity", 0), facts.get("where", "main")
    if before is None:
        return ngettext("%(title)s: now %(n)d copy", "%(title)s: now %(n)d copies", now) % {
            "title": title,
            "n": now,
        }
    change = now - (before.get(PARTS.get(where, ""), {}).get(facts.get("card", "")) or 0)
    what = title if abs(change) == 1 else f"{abs(change)} × {title}"
    if where == "side":
        return (_("planned %(what)s") if change > 0 else _("no longer planned %(what)s")) % {"what": what}
    return (_("added %(what)s") if change > 0 else _("took out %(what)s")) % {"what": what}
