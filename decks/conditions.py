"""Conditions of the last scenario that prices depend on: form fields, their reading, and text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from cards.adapters import catalogue
from cards.text.names import exact_title
from decks.errors import BadEdit
from decks.text import sentence
from rules.cards.model import Deck
from rules.outcome import Outcome
from rules.rulebook.editions import edition
from rules.upgrade.conditions import PriceQuestion, impossible_answers, settled
from web.shared.numbers import read_whole

ITSELF = "itself"
"""Value of a form field: the attached card marks a box of its own sheet."""

#: Texts of conditions, by their name in the effects of cards.
TEXTS = {
    "in-hand-at-end": lazy("in your hand when the game ended or you resigned"),
    "offerings-at-end": lazy("offerings on it when the game ended or you resigned"),
    "attached-to-the-asset": lazy("attached to an asset when the game ended or you resigned"),
    "played-by-you": lazy("played by you during the game"),
}


@dataclass(frozen=True, slots=True)
class ConditionField:
    """A condition as a form shows it."""

    name: str
    """The name of the field."""
    card: str
    title: str
    text: str
    most: int
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    """Values and labels of what it may be attached to."""

    @property
    def once(self) -> bool:
        return self.most == 1

    @property
    def counted(self) -> bool:
        """Whether something on the card is counted, rather than copies of it."""
        return self.most > 9


def condition_fields(
    questions: Iterable[PriceQuestion], given: QueryDict | Mapping[str, str], prefix: str
) -> list[ConditionField]:
    """Return the conditions with the values from a form; `prefix` begins the name of each field."""
    return [
        _condition_field(question, given.get(prefix + question.card, ""), prefix) for question in questions
    ]


def _condition_field(question: PriceQuestion, value: str, prefix: str) -> ConditionField:
    choices: tuple[tuple[str, str], ...] = ()
    if question.attaches:
        choices = (
            ("", _("no")),
            (ITSELF, _("yes: mark one of its own boxes")),
            *(
                (code, _("yes: upgrading %(card)s costs 1 less") % {"card": name(code)})
                for code in question.assets
            ),
        )
    text = str(TEXTS.get(question.when, question.when.replace("-", " ")))
    field = prefix + question.card
    return ConditionField(field, question.card, name(question.card), text, question.most, value, choices)


def read_conditions(given: QueryDict, questions: Iterable[PriceQuestion], prefix: str) -> Outcome:
    """Return how often each condition was met, and the card that becomes cheaper to upgrade."""
    conditions: dict[str, int] = {}
    attached = ""
    for question in questions:
        value = given.get(prefix + question.card, "").strip()
        if question.attaches and value not in ("", "0", ITSELF):
            attached = value
        elif value == ITSELF:
            conditions[question.card] = 1
        elif times := _times(value, question):
            conditions[question.card] = times
    return Outcome(conditions=conditions, attached_to=attached)


def _times(value: str, question: PriceQuestion) -> int:
    if not value:
        return 0
    times = read_whole(value, most=question.most)
    if times is None:
        facts = {"what": name(question.card), "most": question.most}
        raise BadEdit(_("%(what)s: enter a whole number from 0 to %(most)d.") % facts)
    return times


def checked_outcome(deck: Deck, outcome: Outcome, edition_code: str) -> Outcome:
    """Return the conditions by the cards' own codes. BadEdit if they are impossible with this deck."""
    outcome = settled(catalogue(), outcome)
    for found in impossible_answers(catalogue(), deck, outcome, edition(edition_code)):
        raise BadEdit(sentence(found.message, found.facts))
    return outcome


def condition_texts(outcome: Outcome) -> Iterator[str]:
    """Describe the conditions of a version: “Pelt Shipment × 2”, “The Raven Quill: Shrivelling”."""
    for code, times in sorted(outcome.conditions.items()):
        yield name(code) if times == 1 else f"{name(code)} × {times}"
    if outcome.attached_to:
        yield _("attached to %(card)s") % {"card": name(outcome.attached_to)}


def name(code: str) -> str:
    card = catalogue().resolve(code)
    return exact_title(card) if card else code
