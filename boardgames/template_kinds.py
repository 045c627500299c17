"""The kinds of templates: what players enter once from their own boxes, by edition."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.boardgames.second_edition.state import AncientOne, Investigator
from rules.boardgames.third_edition.scenario import Investigator as ThirdInvestigator
from rules.boardgames.third_edition.scenario import Scenario

ANCIENT, INVESTIGATOR, SCENARIO = "ancient-one", "investigator", "scenario"
KINDS: dict[tuple[str, str], Any] = {
    ("second", ANCIENT): AncientOne,
    ("second", INVESTIGATOR): Investigator,
    ("third", INVESTIGATOR): ThirdInvestigator,
    ("third", SCENARIO): Scenario,
}
NAMES = {
    ("second", ANCIENT): _("Ancient One"),
    ("second", INVESTIGATOR): _("Investigator"),
    ("third", INVESTIGATOR): _("Investigator of the Third Edition"),
    ("third", SCENARIO): _("Scenario of the Third Edition"),
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
        ("home", pgettext_lazy("investigator", "Home"), "", "text"),
    ),
    ("third", INVESTIGATOR): (
        ("health", _("Health"), "7", "number"),
        ("sanity", _("Sanity"), "7", "number"),
        ("focus_limit", _("Focus limit"), "2", "number"),
        ("money", _("Money"), "0", "number"),
        ("skills.influence", _("Influence"), "2", "number"),
        ("skills.lore", _("Lore"), "2", "number"),
        ("skills.observation", _("Observation"), "2", "number"),
        ("skills.strength", _("Strength"), "2", "number"),
        ("skills.will", _("Will"), "2", "number"),
    ),
    # Scenarios have an editor of their own.
    ("third", SCENARIO): (),
}
