"""The rules that are related to a card: those of its keywords and properties, and those that name it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from rules.cards.catalogue import Catalogue
from rules.cards.model import Card
from rules.rulebook import RULEBOOK
from rules.rulebook.books import LIBRARY, Entry

CODE = re.compile(r"\b\d{5}[a-z]?\b")

#: Ids of rules, or their beginnings, by keyword.
KEYWORDS = {
    "exceptional": ("exceptional.",),
    "myriad": ("myriad.",),
    "permanent": ("permanent.",),
    "researched": ("researched.",),
    "starting": ("starting.",),
    "exile": ("exile.",),
    "bonded": ("bonded.",),
    "customizable": ("customizable.",),
    "reward": ("reward.",),
    "creation-only": ("deck.creation-only-purchase",),
    "campaign-only": ("deck.campaign-mode-only",),
    "advanced": ("signature.exact-number",),
    "replacement": ("signature.exact-number",),
}
EFFECTS = {
    "deck-size": ("deck.size-modifiers",),
    "grants-option": ("deck.options-capped-line",),
    "forbids": ("deck.options-only",),
    "at-least": ("deck.additional-requirements",),
    "trait-limit": ("copies.limit-per-deck-qualified",),
    "discount": ("xp.card-modifiers", "xp.upgrade-min-one"),
    "surcharge": ("xp.card-modifiers",),
    "swaps-level-0": ("xp.swap-one-for-one",),
    "on-purchase": ("trauma.purchase-trauma",),
    "buys-one-class": ("deck.additional-requirements",),
    "starting-experience": ("deck.start-xp-spendable",),
}


def rules_about(catalogue: Catalogue, card: Card) -> tuple[str, ...]:
    """Return the ids of related rules, in the rulebook's order."""
    starts = tuple(start for starts in _starts(catalogue, card) for start in starts)
    codes = {card.code, *(printing.code for printing in catalogue.printings_of.get(card.code, ()))}
    named = {rule for code in codes for rule in examples().get(code, ())}
    return tuple(rule for rule in RULEBOOK if rule in named or (starts and rule.startswith(starts)))


def entries_about(catalogue: Catalogue, card: Card) -> list[Entry]:
    """Return the corrections, questions and taboos of a card in the books, in any of its printings."""
    codes = {card.code, *(printing.code for printing in catalogue.printings_of.get(card.code, ()))}
    found = {entry.id: entry for code in sorted(codes) for entry in LIBRARY.by_card.get(code, ())}
    return list(found.values())


def entry_lines(entries: Iterable[Entry], language: str) -> list[tuple[Entry, str, str, str]]:
    """Return entries for a list: each with its title, its sentence and the language of that sentence."""
    return [
        (entry, entry.title(language), entry.text(language), entry.text_language(language))
        for entry in entries
    ]


def keyword_entries(card: Card) -> list[Entry]:
    """Return the entries of the books that explain the keywords of a card."""
    return [LIBRARY[keyword] for keyword in sorted(card.keywords) if keyword in LIBRARY]


def keyword_rules(keyword: str) -> tuple[str, ...]:
    """Return the ids of the rules of a keyword; empty if the rulebook has none."""
    starts = KEYWORDS.get(keyword, ())
    return tuple(rule for rule in RULEBOOK if starts and rule.startswith(starts))


def _starts(catalogue: Catalogue, card: Card) -> Iterator[tuple[str, ...]]:
    for keyword in card.keywords:
        yield KEYWORDS.get(keyword, ())
    for effect in card.effects:
        yield EFFECTS.get(effect.kind, ())
    if card.weakness == "basic":
        yield ("rbw.", "weakness.")
    elif card.weakness:
        yield ("weakness.",)
    if card.research:
        yield ("researched.",)
    if len(card.classes) > 1:
        yield ("multiclass.",)
    if card.unique:
        yield ("copies.unique-is-in-play-only",)
    if card.only:
        yield ("signature.",) if card.only.investigators else ("deck.restriction-deck-only",)
    if card.limit_scope:
        yield ("copies.limit-per-deck",)
    if card.encounter_set and not card.reward:
        yield ("story.",)
    if any(printing.modified for printing in catalogue.printings_of.get(card.code, ())):
        yield ("copies.modified-reprint",)
    if any(card.code in taboo.entries for taboo in catalogue.taboo_lists.values()):
        yield ("taboo.", "xp.taboo-adjustment")


@cache
def examples() -> dict[str, frozenset[str]]:
    """Return the rules that have a card among their examples, by the card's code."""
    found: dict[str, set[str]] = {}
    for rule in RULEBOOK.values():
        for case in rule.cases:
            for code in CODE.findall(case):
                found.setdefault(code, set()).add(rule.id)
    return {code: frozenset(rules) for code, rules in found.items()}
