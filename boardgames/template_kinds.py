"""The kinds of templates: what players enter once from their own boxes, by edition."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.boardgames.second_edition.state import AncientOne, Investigator

ANCIENT, INVESTIGATOR = "ancient-one", "investigator"
KINDS: dict[tuple[str, str], Any] = {
    ("second", ANCIENT): AncientOne,
    ("second", INVESTIGATOR): Investigator,
}
NAMES = {
    ("second", ANCIENT): _("Ancient One"),
    ("second", INVESTIGATOR): _("Investigator"),
}
#: The fields of each kind: name, label, default, and whether it is a tick or a text instead of a number.
FIELDS: dict[tuple[str, str], tuple[tuple[str, Any, str, str], ...]] = {
    ("second", ANCIENT): (
        ("doom", _("Highest number of the doom track"), "10", "number"),
        ("combat", _("Combat rating"), "0", "number"),
        ("masks", _("The five Masks are in the cup"), "", "tick"),
    ),
    ("second", INVESTIGATOR): (
        ("sanity", _("Sanity"), "5", "number"),
        ("stamina", _("Stamina"), "5", "number"),
        ("focus", _("Focus"), "2", "number"),
        ("clues", _("Clues"), "0", "number"),
        ("money", _("Money"), "0", "number"),
        ("home", _("Home"), "", "text"),
    ),
}
