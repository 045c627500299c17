"""Form for what a user prefers for decks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from decks.editor.facets import GROUPS
from decks.preferences import NEWEST, Preferences
from rules.cards.catalogue import Catalogue
from rules.rulebook.editions import EDITIONS


class PreferencesForm(forms.Form):
    """The taboo list and rules of new decks, and how the editor lists cards."""

    taboo = forms.ChoiceField(label=lazy("Taboo list of new decks"), required=False)
    edition = forms.ChoiceField(
        label=lazy("Rules of new decks"), choices=[(each.id, each.title) for each in EDITIONS.values()]
    )
    group = forms.ChoiceField(label=lazy("Group cards in the editor by"), choices=GROUPS)
    owned = forms.BooleanField(
        label=lazy("Begin with the cards of my collection"),
        required=False,
        help_text=lazy("If you have a collection. Filters that you change are remembered for each deck."),
    )

    def __init__(self, *args: Any, catalogue: Catalogue, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        lists = sorted(catalogue.taboo_lists.values(), key=lambda each: each.code, reverse=True)
        taboo = self.fields["taboo"]
        assert isinstance(taboo, forms.ChoiceField)
        taboo.choices = [
            ("", _("None")),
            (NEWEST, _("Always the newest")),
            *((each.code, f"{each.code} · {each.date}") for each in lists),
        ]

    def preferences(self) -> Preferences:
        return Preferences(**self.cleaned_data)
