"""Descriptions of edits, for example of the ones that undo and redo would take back or repeat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.text.names import exact_title_of
from decks.models import DeckVersion, Edit

PARTS = {"main": "slots", "side": "wish_list", "extra": "second_deck", "ignored": "ignored"}


@dataclass(frozen=True, slots=True)
class Steps:
    """Descriptions of the edits that undo and redo apply to; empty if there is none."""

    undo: str
    redo: str


def steps_of(version: DeckVersion) -> Steps:
    last = version.edits.filter(undone=False).order_by("-number").first()
    following = version.edits.filter(undone=True).order_by("number").first()
    return Steps(edit_text(last) if last else "", edit_text(following) if following else "")


def edit_text(edit: Edit) -> str:
    """Return a description such as “added Machete” or “changed the notes”."""
    return change_text(edit.kind, edit.facts, edit.backward)


def change_text(kind: str, facts: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> str:
    """Describe an edit. With the content before it, the description says by how much it changed."""
    title = exact_title_of(facts.get("card", ""))
    if kind == "quantity":
        return _quantity(facts, title, before)
    if kind == "move":
        return _("moved %(title)s") % {"title": title}
    if kind == "purchase":
        return _("bought %(title)s for %(price)d") % {"title": title, "price": facts.get("price", 0)}
    if kind == "pair":
        both = " + ".join(exact_title_of(code) for code in facts.get("drawn", ()))
        return _("upgraded two to %(both)s for %(price)d") % {"both": both, "price": facts.get("price", 0)}
    if kind == "weakness" and facts.get("drawn"):
        return _("drew %(titles)s") % {"titles": ", ".join(exact_title_of(code) for code in facts["drawn"])}
    if kind in ("take_out", "give_back", "put_back"):
        texts = {
            "take_out": _("took out %(title)s"),
            "give_back": _("gave back %(title)s"),
            "put_back": _("put back %(title)s"),
        }
        return texts[kind] % {"title": title}
    if kind == "customize":
        return _("changed the upgrade sheet of %(title)s") % {"title": title}
    if kind == "attach":
        return _("attached cards to %(title)s") % {"title": title}
    if kind == "annotation":
        return _("edited the note on %(title)s") % {"title": title}
    texts = {
        "settings": _("changed the settings"),
        "name": _("renamed the deck"),
        "notes": _("changed the notes"),
        "weakness": _("drew a weakness"),
    }
    return texts.get(kind, _("changed the deck"))


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
        text = (
            _("added %(what)s to the side deck") if change > 0 else _("removed %(what)s from the side deck")
        )
    else:
        text = _("added %(what)s") if change > 0 else _("removed %(what)s")
    return text % {"what": what}
