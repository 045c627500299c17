"""Reminders as pages show them: what to remember, the cards that cause it, and the citation."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from cards import adapters
from cards.text import names
from cards.text.names import language
from rules.rulebook.citation import Citation
from rules.rulebook.reminders import Occasion, Reminded, reminders

#: The number of cards that are named as the reason for a reminder; the others are counted.
MOST_NAMED = 3


@dataclass(frozen=True)
class Shown:
    """One line of a page's reminders."""

    sentence: str
    citation: Citation | None
    remark: str
    """An edition that is silent or rules otherwise."""
    url: str
    label: str
    """The id of the rule, or of the statement if it has no rule."""
    cards: tuple[str, ...]
    """Titles of the cards that cause it."""
    more: int
    """The number of other cards that cause it."""


def reminded(occasion: Occasion) -> list[Shown]:
    """Return the reminders for an occasion. A card's own page does not name the card as the reason."""
    return [_shown(each, occasion) for each in reminders(occasion)]


def _shown(each: Reminded, occasion: Occasion) -> Shown:
    statement = each.statement
    titles = sorted({_title(code) for code in each.cards}) if occasion.where != "card" else []
    if statement.rules:
        url, label = reverse("rule", args=[statement.rules[0]]), statement.rules[0]
    else:
        label = statement.id
        url = f"{reverse('coverage-list')}?edition={occasion.edition}#{statement.anchor}"
    citation = statement.cite(occasion.edition)
    return Shown(
        sentence=statement.text(language()),
        citation=citation,
        remark=citation.remark(language()) if citation else "",
        url=url,
        label=label,
        cards=tuple(titles[:MOST_NAMED]),
        more=max(0, len(titles) - MOST_NAMED),
    )


def _title(code: str) -> str:
    card = adapters.catalogue().resolve(code)
    return names.title_of(card) if card else code
