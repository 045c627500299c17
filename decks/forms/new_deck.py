"""Form for a new deck: its settings, the signature cards, and the random basic weakness."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cards.text.names import KEYWORDS, full_title, pack_title, subtitle_of, title_of
from decks.forms.settings import SettingsForm
from decks.models.decks import Mode
from decks.services.creation import DRAWN, LEFT_OPEN
from rules.cards import effects
from rules.cards.model import Card, Effect
from rules.deck.starters import starter_decks
from rules.rulebook.editions import DEFAULT

WEAKNESS = ((LEFT_OPEN, lazy("Draw later (adds a placeholder)")), (DRAWN, lazy("Draw now")))


EMPTY, STARTER, RANDOM, RANDOM_OWNED, AROUND = "empty", "starter", "random", "random-owned", "around"


class NewDeckForm(SettingsForm):
    weakness = forms.ChoiceField(
        label=lazy("Random basic weakness"), choices=WEAKNESS, widget=forms.RadioSelect, required=False
    )

    def __init__(self, *args: Any, around: Card | None = None, collection: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.around = around
        self.fields["start"] = forms.ChoiceField(
            label=_("Start with"),
            choices=list(self._beginnings(collection)),
            widget=forms.RadioSelect,
            required=False,
        )
        self.sets = signature_sets(self.catalogue.cards, self.back_card)
        if len(self.sets) > 1:
            self.fields["signatures"] = forms.ChoiceField(
                label=_("Signature cards"),
                choices=[(key, self._set_name(key, cards)) for key, cards in self.sets.items()],
                widget=forms.RadioSelect,
                required=False,
            )
        self.chooser = chooser_of(self.investigator, self.back_card)
        if self.chooser:
            cards = [self.catalogue.cards[code] for code in self.chooser["from"]]
            self.fields["chosen"] = forms.MultipleChoiceField(
                label=_("Choose %(n)d") % {"n": self.chooser["cards"]},
                choices=[(card.code, _name(card)) for card in cards],
                widget=forms.CheckboxSelectMultiple,
                required=False,
            )

    def _beginnings(self, collection: str) -> Iterator[tuple[str, str]]:
        """Yield what the deck may begin with, as values and labels."""
        if self.around:
            yield AROUND, _("%(card)s and the required cards") % {"card": full_title(self.around)}
        yield EMPTY, _("Required cards only")
        if found := starter_decks(self.catalogue).get(self.investigator.code):
            pack = self.catalogue.packs[found.pack]
            yield STARTER, _("The starter deck as sold: %(box)s") % {"box": pack_title(pack)}
        yield RANDOM, _("Random cards: a legal deck of level 0")
        if collection:
            yield RANDOM_OWNED, _("Random cards from %(collection)s") % {"collection": collection}

    def _set_name(self, key: str, cards: list[Card]) -> str:
        named = ", ".join(dict.fromkeys(map(title_of, cards)))
        return f"{KEYWORDS.get(key, _('Standard'))}: {named}"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        wanted = cleaned.get("chosen") or []
        if self.chooser and len(wanted) > self.chooser["cards"]:
            self.add_error("chosen", _("Choose at most %(n)d.") % {"n": self.chooser["cards"]})
        return cleaned

    def wanted_signatures(self) -> list[str]:
        """Return the cards to take instead of the usual signatures, and those that were chosen."""
        taken = self.sets.get(self.cleaned_data.get("signatures") or "", [])
        return [*(card.code for card in taken), *(self.cleaned_data.get("chosen") or [])]

    @staticmethod
    def beginning(investigator: Card) -> dict[str, Any]:
        """Return the initial values of a new deck."""
        return {
            "mode": Mode.CREATION,
            "edition": DEFAULT,
            "front": investigator.code,
            "back": investigator.code,
            "weakness": LEFT_OPEN,
            "signatures": "",
            "start": EMPTY,
        }


def _name(card: Card) -> str:
    return ": ".join(filter(None, (title_of(card), subtitle_of(card))))


def signature_sets(cards: Any, back: Card) -> dict[str, list[Card]]:
    """Return the usual signatures and their replacements, by the keyword that distinguishes them."""
    assert back.investigator is not None
    sets: dict[str, list[Card]] = {"": []}
    for requirement in back.investigator.required:
        for code in requirement.any:
            card = cards.get(code)
            if card is None:
                continue
            key = (
                ""
                if code == requirement.any[0]
                else next(iter(card.keywords & {"advanced", "replacement"}), "")
            )
            if card not in sets.setdefault(key, []):
                sets[key].append(card)
    return sets


def chooser_of(front: Card, back: Card) -> Effect | None:
    """Return the effect “choose three of these”, if front or back has it."""
    for face, side in ((front, "front"), (back, "back")):
        for effect in face.effects_of(effects.CHOOSES_REQUIRED):
            if effect.get("face", "back") == side:
                return effect
    return None
