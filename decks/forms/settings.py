"""Form for the settings of a deck besides its cards, for new decks and for the editor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cards.search.boxes import with_player_cards
from cards.text.names import CLASSES, edition_of, pack_title, subtitle_of, title_of
from decks.editor.lines import option_text
from decks.models import Deck
from decks.models.decks import NAME_LENGTH, Mode
from rules.cards.catalogue import Catalogue
from rules.cards.model import Card, Choices, Option, Pack
from rules.deck.access import family
from rules.deck.circumstances import Environment
from rules.deck.rules.environments import is_expansion
from rules.rulebook.editions import EDITIONS

#: Fields of the expansions; the Limited environment has room for three.
EXPANSIONS = ("expansion_1", "expansion_2", "expansion_3")
KINDS = (
    ("", lazy("All cards")),
    ("current", lazy("Current")),
    ("limited", lazy("Limited")),
    ("legacy", lazy("Legacy")),
    ("legacy:original", lazy("Legacy, original versions")),
    ("legacy:modified", lazy("Legacy, modified reprints")),
)
LABELS = {
    "Secondary Class": lazy("Secondary class"),
    "Class Choice": lazy("Class"),
    "Trait Choice": lazy("Trait"),
    "Deck Size": lazy("Deck size"),
}


class SettingsForm(forms.Form):
    """Name, faces, choices, taboo list, edition, environment and mode of a deck of one investigator."""

    name = forms.CharField(label=lazy("Name"), max_length=NAME_LENGTH, required=False)
    mode = forms.ChoiceField(label=lazy("Purpose"), choices=Mode.choices, required=False)
    taboo = forms.ChoiceField(label=lazy("Taboo list"), required=False)
    edition = forms.ChoiceField(label=lazy("Rules"), required=False)
    environment = forms.ChoiceField(label=lazy("Environment"), choices=KINDS, required=False)

    def __init__(
        self,
        *args: Any,
        catalogue: Catalogue,
        investigator: Card,
        back: str = "",
        taboo: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.catalogue = catalogue
        self.investigator = investigator
        self.faces = faces_of(catalogue, investigator)
        face = next((card for card in self.faces if card.code == back), investigator)
        # A taboo list may change what a back offers.
        self.back_card = catalogue.under(taboo).cards[face.code]
        lists = sorted(catalogue.taboo_lists.values(), key=lambda each: each.code, reverse=True)
        self._choose("taboo", [("", _("None")), *((t.code, f"{t.code} · {t.date}") for t in lists)])
        self._choose("edition", [(each.id, each.title) for each in EDITIONS.values()])
        self._add_faces()
        self._add_choices()
        expansions = [("", "–"), *((pack.code, pack_title(pack)) for pack in expansions_of(catalogue))]
        for number, name in enumerate(EXPANSIONS, 1):
            self.fields[name] = forms.ChoiceField(
                label=_("Expansion %(n)d") % {"n": number}, choices=expansions, required=False
            )
        self.fields["card_pool"] = forms.MultipleChoiceField(
            label=_("Card pool"),
            choices=[(pack.code, pack_title(pack)) for pack in boxes_of(catalogue)],
            widget=forms.CheckboxSelectMultiple,
            required=False,
        )

    def _choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def _add_faces(self) -> None:
        if len(self.faces) < 2:
            return
        named = [(card.code, face_name(card, self.catalogue)) for card in self.faces]
        for name, label in (("front", _("Front")), ("back", _("Back (deckbuilding options)"))):
            self.fields[name] = forms.ChoiceField(
                label=label, choices=named, initial=self.investigator.code, required=False
            )
        self.fields["back"].initial = self.back_card.code

    def _add_choices(self) -> None:
        """Add fields for what the investigator's back lets the player choose."""
        assert self.back_card.investigator is not None
        for line in self.back_card.investigator.options:
            if line.choose_class:
                choices = [(name, str(CLASSES[name])) for name in line.choose_class]
                self.fields[f"class_{line.id}"] = self._choice(line, choices, self._numbered(line))
            elif line.choose_option:
                options = [(option.id, option_name(option)) for option in line.choose_option]
                self.fields["option"] = self._choice(line, options)
            elif line.choose_size:
                sizes = [(str(size), _("%(n)d cards") % {"n": size}) for size in line.choose_size]
                self.fields["size"] = self._choice(line, sizes)

    def _numbered(self, line: Option) -> str:
        assert self.back_card.investigator is not None
        same = [each.id for each in self.back_card.investigator.options if each.name == line.name]
        label = str(LABELS.get(line.name, line.name))
        return f"{label} {same.index(line.id) + 1}" if len(same) > 1 else label

    def _choice(self, line: Option, choices: Iterable[tuple[str, str]], label: str = "") -> forms.ChoiceField:
        return forms.ChoiceField(
            label=label or LABELS.get(line.name, line.name),
            choices=list(choices),
            widget=forms.RadioSelect,
            required=False,
            help_text="" if line.choose_option or line.choose_size else option_text(line),
        )

    @property
    def choice_fields(self) -> list[forms.BoundField]:
        """The fields for the choices that the investigator offers."""
        return [self[name] for name in self.fields if name.startswith("class_") or name in ("option", "size")]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        given = [cleaned.get(name) for name in EXPANSIONS if cleaned.get(name)]
        if cleaned.get("environment") == "limited" and not given:
            self.add_error("expansion_1", _("Choose the expansions of the Limited environment."))
        taken = [cleaned.get(name) for name in self.fields if name.startswith("class_")]
        if len(set(filter(None, taken))) < len([name for name in taken if name]):
            self.add_error(None, _("Choose two different classes."))
        return cleaned

    def chosen_choices(self) -> Choices:
        """Return the choices in the form of the rules."""
        cleaned = self.cleaned_data
        front, back = cleaned.get("front", ""), cleaned.get("back", "")
        classes = {
            name.removeprefix("class_"): cleaned[name]
            for name in self.fields
            if name.startswith("class_") and cleaned.get(name)
        }
        own = self.investigator.code
        return Choices(
            front="" if front == own else front,
            back="" if back == own else back,
            classes=classes,
            option=cleaned.get("option", ""),
            size=int(cleaned["size"]) if cleaned.get("size") else None,
        )

    def environment_text(self) -> str:
        """Return the environment as text: `limited:a,b`, `current`, or nothing."""
        kind = self.cleaned_data.get("environment", "")
        if kind != "limited":
            return str(kind)
        packs = dict.fromkeys(self.cleaned_data.get(name) for name in EXPANSIONS)
        return "limited:" + ",".join(filter(None, packs))

    def chosen_pool(self, before: Iterable[str] = ()) -> list[str]:
        """Return the products of the deck's pool; none means all. Products without a checkbox stay."""
        before = list(before)
        ticked = self.cleaned_data.get("card_pool", [])
        if set(ticked) == set(pool_boxes(self.catalogue, before)):
            return before
        known = {pack.code for pack in boxes_of(self.catalogue)} | {
            pack.cycle for pack in self.catalogue.packs.values()
        }
        return [*ticked, *(code for code in before if code not in known)]

    @property
    def pool_choices(self) -> list[tuple[str, str, list[tuple[str, str]]]]:
        """The boxes that the pool can name, by cycle."""
        return with_player_cards(self.catalogue)

    @property
    def pool_ticked(self) -> list[str]:
        """The boxes that are checked."""
        return list(self["card_pool"].value() or ())

    @property
    def pool_size(self) -> int:
        """The number of boxes that are checked."""
        return len(self.pool_ticked)

    @staticmethod
    def initial_of(deck: Deck, catalogue: Catalogue) -> dict[str, Any]:
        """Return a deck's settings as initial values of the form."""
        kind, _colon, packs = deck.environment.partition(":")
        chosen = deck.choices
        initial = {
            "name": deck.name,
            "mode": deck.mode,
            "taboo": deck.taboo,
            "edition": deck.edition,
            "environment": deck.environment if kind == "legacy" else kind.partition("@")[0],
            "front": deck.front or deck.investigator,
            "back": deck.back or deck.investigator,
            "option": chosen.get("option", ""),
            "size": str(chosen.get("size") or ""),
            "card_pool": pool_boxes(catalogue, deck.card_pool),
        }
        initial |= {f"class_{line}": name for line, name in chosen.get("classes", {}).items()}
        return initial | dict(zip(EXPANSIONS, packs.split(","), strict=False))


def faces_of(catalogue: Catalogue, investigator: Card) -> list[Card]:
    """Return the versions of an investigator whose faces can be mixed: the original and the parallel one."""
    return sorted(
        (
            card
            for card in catalogue.investigators.values()
            if family(card) == family(investigator)
            and card.investigator is not None
            and (not card.same_as or card.code == investigator.code)
        ),
        key=lambda card: (bool(card.parallel_of), card.code),
    )


def face_name(card: Card, catalogue: Catalogue) -> str:
    """Return a name such as “Roland Banks, The Fed (parallel)”."""
    name = ", ".join(filter(None, (title_of(card), subtitle_of(card))))
    return f"{name} ({edition_of(card, catalogue) or _('original')})"


def option_name(option: Option) -> str:
    named = option_text(option)
    return f"{option.name}: {named}" if option.name and option.name not in named else named


def chosen_environment(choice: str, expansions: tuple[str, ...] = ()) -> Environment | None:
    """Return the environment of a choice of `KINDS`."""
    kind, _colon, versions = choice.partition(":")
    return Environment(kind, expansions, versions=versions) if kind else None


def expansions_of(catalogue: Catalogue) -> list[Pack]:
    """Return the products that a Limited environment may choose, newest first."""
    packs = [
        pack for pack in catalogue.packs.values() if not pack.replaced and is_expansion(catalogue, pack.code)
    ]
    return sorted(packs, key=lambda pack: (pack.released, pack.code), reverse=True)


def boxes_of(catalogue: Catalogue) -> list[Pack]:
    """Return the products that a card pool can name: all with player cards, by cycle."""
    return [
        catalogue.packs[code]
        for _cycle, _title, packs in with_player_cards(catalogue)
        for code, _label in packs
    ]


def pool_boxes(catalogue: Catalogue, pool: Iterable[str]) -> list[str]:
    """Return the boxes of a pool, also if it names whole cycles."""
    named = set(pool)
    return [pack.code for pack in boxes_of(catalogue) if pack.code in named or pack.cycle in named]
