"""What do ultimatums and boons demand of a deck? (Rulebook A15b: those that touch deckbuilding.)"""

from __future__ import annotations

from collections.abc import Iterator

from rules import concerns
from rules.circumstances import CREATION, STANDALONE
from rules.deckbuilding.copies import copies_by_title
from rules.deckbuilding.weaknesses import basic_weaknesses_held, basic_weaknesses_owed
from rules.law import Finding, error, rule, warning
from rules.reading import Reading
from rules.verdict import _


def _active(reading: Reading, id: str) -> bool:
    return id in reading.circumstances.ultimatums


@rule("ub.chaos", concerns.ULTIMATUMS)
def chaos(reading: Reading) -> Iterator[Finding]:
    circumstances = reading.circumstances
    if _active(reading, "ub.chaos") and circumstances.mode == CREATION and not circumstances.generated:
        yield error(_("Ultimatum of Chaos: the starting deck must be the one drawn at random."))


@rule("ub.disaster", concerns.ULTIMATUMS)
def disaster(reading: Reading) -> Iterator[Finding]:
    if not _active(reading, "ub.disaster"):
        return
    held, owed = basic_weaknesses_held(reading), basic_weaknesses_owed(reading)
    if reading.access.facts.random_weaknesses <= held < owed and reading.circumstances.mode != STANDALONE:
        yield error(
            _("Ultimatum of Disaster: {owed} random basic weaknesses; the deck has {held}."),
            lacking=True,
            held=held,
            owed=owed,
        )


@rule("ub.exile", concerns.ULTIMATUMS)
def exile(reading: Reading) -> Iterator[Finding]:
    if not _active(reading, "ub.exile") or reading.circumstances.mode != STANDALONE:
        return
    for code, card, _copies in sorted(reading.standard(), key=lambda row: row[0]):
        if speaks_of_exile(card.keywords, [effect.kind for effect in card.effects]):
            yield error(
                _("Ultimatum of Exile: {title} counts as campaign only."), card=code, title=card.title
            )


def speaks_of_exile(keywords: frozenset[str], effect_kinds: list[str]) -> bool:
    """Has the card the word in its text: by its keyword, or because it prices what was exiled (Déjà Vu)?"""
    return "exile" in keywords or "rebuys-exiled" in effect_kinds


@rule("ub.highlander", concerns.ULTIMATUMS)
def highlander(reading: Reading) -> Iterator[Finding]:
    if not _active(reading, "ub.highlander"):
        return
    for title, copies in sorted(copies_by_title(reading).items()):
        if copies > 1:
            yield error(
                _("Ultimatum of the Highlander: one copy of each title; {title}: {copies}."),
                title=title,
                copies=copies,
            )


@rule("ub.induction", concerns.ULTIMATUMS)
def induction(reading: Reading) -> Iterator[Finding]:
    if not _active(reading, "ub.induction"):
        return
    held = [(code, card) for code, card, _n in reading.standard() if card.level]
    if held:
        yield error(
            _("Ultimatum of Induction: level 0 cards only; the deck has {titles}."),
            interpretation="E-25",
            cards=sorted(code for code, _card in held),
            titles=sorted(f"{card.title} ({card.level})" for _code, card in held),
        )


@rule("ub.orthodoxy", concerns.ULTIMATUMS)
def orthodoxy(reading: Reading) -> Iterator[Finding]:
    if _active(reading, "ub.orthodoxy") and reading.access.shelf.taboo is None:
        yield error(_("Ultimatum of Orthodoxy: the deck must use a taboo list."), interpretation="E-36")


@rule("ub.scream", concerns.ULTIMATUMS)
def scream(reading: Reading) -> Iterator[Finding]:
    lost = reading.circumstances.log.lost_allies
    if not _active(reading, "ub.scream") or not lost:
        return
    for code, card, _copies in sorted(reading.standard(), key=lambda row: row[0]):
        if card.title in lost and card.type == "asset":
            yield error(
                _("Ultimatum of the Scream: {title} was lost and leaves every deck."),
                card=code,
                title=card.title,
            )


@rule("ub.prerequisites", concerns.ULTIMATUMS)
def known_in_this_edition(reading: Reading) -> Iterator[Finding]:
    for id in sorted(reading.circumstances.ultimatums):
        if not reading.edition.applies(id):
            yield warning(_("{ultimatum} does not exist in this edition of the rules."), ultimatum=id)


RULES = (chaos, disaster, exile, highlander, induction, orthodoxy, scream, known_in_this_edition)
