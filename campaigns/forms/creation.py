"""The form to start a campaign: name, difficulty, edition, taboo list, collection and other settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from campaigns.models.campaigns import NAME_LENGTH
from campaigns.text import names
from cards.adapters import catalogue
from cards.collections.selectors import collections_visible_to
from cards.models import Collection
from cards.text.names import german, pack_title
from decks.forms.settings import EXPANSIONS, KINDS, chosen_environment, expansions_of
from rules.chaos_bag import TOKENS
from rules.deck.circumstances import CAMPAIGN, STANDALONE
from rules.rulebook.editions import DEFAULT, EDITIONS
from rules.rulebook.ultimatums import ULTIMATUMS, Ultimatum

MOST_TOKENS = 20


class StartForm(forms.Form):
    """Name, difficulty, edition, taboo list, environment, collection, ultimatums and boons."""

    name = forms.CharField(label=lazy("Name"), max_length=NAME_LENGTH, required=False)
    difficulty = forms.ChoiceField(label=lazy("Difficulty"), widget=forms.RadioSelect)
    edition = forms.ChoiceField(label=lazy("Rules"), required=False)
    taboo = forms.ChoiceField(label=lazy("Taboo list"), required=False)
    environment = forms.ChoiceField(label=lazy("Environment"), choices=KINDS, required=False)
    collection = forms.ChoiceField(
        label=lazy("Shared collection"),
        required=False,
        help_text=lazy(
            "The boxes your group plays with: decks are built and weaknesses are drawn from them."
        ),
    )
    ultimatums = forms.MultipleChoiceField(
        label=lazy("Ultimatums and boons"), required=False, widget=forms.CheckboxSelectMultiple
    )
    own_ultimatums = forms.CharField(
        label=lazy("Your own, one per line"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2, "class": "textarea"}),
        help_text=lazy("They are shown as reminders."),
    )

    def __init__(
        self, *args: Any, facts: dict[str, Any], scenario: str = "", user: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.facts = facts
        self.scenario = scenario
        self.user = user
        cards = catalogue()
        self.bags = self._bags()
        difficulties = self.bags or names.DIFFICULTIES
        self._choose(
            "difficulty", [(id, names.DIFFICULTIES[id]) for id in names.DIFFICULTIES if id in difficulties]
        )
        self._choose("edition", [(each.id, each.title) for each in EDITIONS.values()])
        lists = sorted(cards.taboo_lists.values(), key=lambda each: each.code, reverse=True)
        self._choose(
            "taboo", [("", _("None")), *((each.code, f"{each.code} · {each.date}") for each in lists)]
        )
        collections = collections_visible_to(user) if user is not None else Collection.objects.none()
        self._choose("collection", [("", _("All boxes")), *((str(row.pk), row.name) for row in collections)])
        self._choose("ultimatums", [(each.id, name_of(each)) for each in ULTIMATUMS.values()])
        expansions = [("", "–"), *((pack.code, pack_title(pack)) for pack in expansions_of(cards))]
        for number, name in enumerate(EXPANSIONS, 1):
            self.fields[name] = forms.ChoiceField(
                label=_("Expansion %(n)d") % {"n": number}, choices=expansions, required=False
            )
        if not self.bags:
            for token in TOKENS:
                self.fields[f"token_{token}"] = forms.IntegerField(
                    label=names.token_name(token), min_value=0, max_value=MOST_TOKENS, required=False
                )

    def _choose(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _bags(self) -> dict[str, dict[str, int]]:
        if self.scenario:
            own = names.scenario_facts(self.facts.get("id", ""), self.scenario).get("bags")
            if own:
                return dict(own)
        return dict(self.facts.get("bags", {}))

    @property
    def token_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("token_")]

    @property
    def expansion_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in EXPANSIONS]

    @property
    def difficulties(self) -> list[dict[str, Any]]:
        """Each difficulty with its chaos bag."""
        chosen = self["difficulty"].value()
        return [
            {
                "id": id,
                "name": name,
                "checked": id == chosen,
                "tokens": [
                    (
                        token,
                        names.token_name(token),
                        names.ICONS.get(token, ""),
                        names.LOOKS.get(token, ""),
                        n,
                    )
                    for token in names.in_order(self.bags.get(id, {}))
                    for n in [self.bags[id][token]]
                ],
                "size": sum(self.bags.get(id, {}).values()),
            }
            for id, name in self.fields["difficulty"].choices  # type: ignore[attr-defined]
        ]

    @property
    def ultimatum_rows(self) -> list[tuple[Ultimatum, str, bool]]:
        chosen = set(self["ultimatums"].value() or ())
        return [(each, name_of(each), each.id in chosen) for each in ULTIMATUMS.values()]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.bags and not self.tokens():
            self.add_error(None, _("This campaign has no predefined chaos bag. Enter its tokens."))
        return cleaned

    def tokens(self) -> dict[str, int]:
        found = {token: self.cleaned_data.get(f"token_{token}") or 0 for token in TOKENS}
        return {token: n for token, n in found.items() if n}

    def chosen_collection(self) -> Collection | None:
        chosen = self.cleaned_data.get("collection")
        return collections_visible_to(self.user).filter(pk=chosen).first() if chosen else None

    def start(self) -> dict[str, Any]:
        """Return the fields of the first step."""
        cleaned = self.cleaned_data
        kind = cleaned["environment"]
        expansions: tuple[str, ...] = (
            tuple(cleaned[name] for name in EXPANSIONS if cleaned.get(name)) if kind == "limited" else ()
        )
        return {
            "campaign": self.facts.get("id", ""),
            "title": cleaned["name"] or self.usual_name(),
            "mode": STANDALONE if self.scenario else CAMPAIGN,
            "scenario": self.scenario,
            "edition": cleaned["edition"] or DEFAULT,
            "difficulty": cleaned["difficulty"],
            "taboo": cleaned["taboo"],
            "environment": chosen_environment(kind, expansions),
            "bag": {} if self.bags else self.tokens(),
        }

    def usual_name(self) -> str:
        if self.scenario:
            return names.scenario_name(self.facts.get("id", ""), self.scenario)
        return names.in_language(self.facts) or _("Custom campaign")

    def own(self) -> tuple[str, ...]:
        lines = (line.strip()[:200] for line in self.cleaned_data["own_ultimatums"].splitlines())
        return tuple(dict.fromkeys(line for line in lines if line))[:20]


def name_of(ultimatum: Ultimatum) -> str:
    return ultimatum.title("de" if german() else "en")
