"""Rules about the ultimatums and boons that affect deckbuilding. (Rulebook A15b.)"""

from __future__ import annotations

from collections.abc import Iterator

from rules.cards import effects
from rules.cards.model import Card
from rules.deck import triggers
from rules.deck.circumstances import CREATION, STANDALONE
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, rule, titles_of, warning
from rules.deck.rules.copies import copies_by_title, printings_by_title
from rules.deck.rules.weaknesses import basic_weaknesses_held, basic_weaknesses_owed, fewest_basic_weaknesses
from rules.deck.verdict import _


@rule("ub.chaos", triggers.ULTIMATUMS)
def chaos(reading: Reading) -> Iterator[Finding]:
    circumstances = reading.circumstances
    if reading.plays_by("ub.chaos") and circumstances.mode == CREATION and not circumstances.generated:
        yield error(_("Ultimatum of Chaos: the starting deck must be the one drawn at random."))


@rule("ub.disaster", triggers.ULTIMATUMS)
def disaster(reading: Reading) -> Iterator[Finding]:
    if not reading.plays_by("ub.disaster") or reading.circumstances.mode == STANDALONE:
        return
    held, owed = basic_weaknesses_held(reading), basic_weaknesses_owed(reading)
    if fewest_basic_weaknesses(reading) <= held < owed:
        yield error(
            _("Ultimatum of Disaster: the deck needs {owed} random basic weaknesses, and has {held}."),
            lacking=True,
            held=held,
            owed=owed,
        )


@rule("ub.exile", triggers.ULTIMATUMS)
def exile(reading: Reading) -> Iterator[Finding]:
    if not reading.plays_by("ub.exile") or reading.circumstances.mode != STANDALONE:
        return
    for code, card, _copies in reading.bought():
        if _mentions_exile(card):
            yield error(
                _("Ultimatum of Exile: {title} can only be used in campaigns."),
                see=["deck.campaign-mode-only"],
                card=code,
                title=card.title,
            )


def _mentions_exile(card: Card) -> bool:
    """Return whether the card mentions exile: by its keyword, or by pricing exiled cards (Déjà Vu)."""
    return "exile" in card.keywords or any(
        effect["on"] == "repurchase" for effect in card.effects_of(effects.DISCOUNT)
    )


@rule("ub.highlander", triggers.ULTIMATUMS)
def highlander(reading: Reading) -> Iterator[Finding]:
    if not reading.plays_by("ub.highlander"):
        return
    printings = printings_by_title(reading)
    for title, copies in sorted(copies_by_title(reading).items()):
        if copies > 1:
            yield error(
                _(
                    "Ultimatum of the Highlander: only 1 copy of each title; "
                    "the deck has {copies} of {title}."
                ),
                title=title,
                copies=copies,
                cards=printings[title],
            )


@rule("ub.induction", triggers.ULTIMATUMS)
def induction(reading: Reading) -> Iterator[Finding]:
    if not reading.plays_by("ub.induction"):
        return
    held = [(code, card) for code, card, _n in reading.bought() if card.level]
    if held:
        yield error(
            _("Ultimatum of Induction: only level 0 cards. Not level 0: {titles}."),
            interpretation="E-25",
            **titles_of((code, card.title) for code, card in held),
        )


@rule("ub.orthodoxy", triggers.ULTIMATUMS)
def orthodoxy(reading: Reading) -> Iterator[Finding]:
    if reading.plays_by("ub.orthodoxy") and reading.access.taboo_view.taboo is None:
        yield error(_("Ultimatum of Orthodoxy: choose a taboo list in Settings."), interpretation="E-36")


@rule("ub.scream", triggers.ULTIMATUMS)
def scream(reading: Reading) -> Iterator[Finding]:
    lost = reading.circumstances.log.lost_allies
    if not lost or not reading.plays_by("ub.scream"):
        return
    held = {code: standing.card for code, standing, _copies in reading.known()}
    held |= {code: card for code, card, _copies in reading.second_deck()}
    for code, card in sorted(held.items()):
        if card.title in lost and card.type == "asset" and not _is_spared(card):
            yield error(
                _("Ultimatum of the Scream: {title} was lost and must be removed from every deck."),
                see=["deck.size-shortfall-free-level0"],
                card=code,
                title=card.title,
            )


def is_ally_at_stake(card: Card) -> bool:
    """Return whether the card is a unique ally that is neither a story asset nor a weakness."""
    ally = "ally" in card.slots or "Ally" in card.traits
    return card.type == "asset" and card.unique and ally and not _is_spared(card)


def _is_spared(card: Card) -> bool:
    """Return whether the card is a story asset: one with an encounter set and no level."""
    return bool(card.weakness) or (bool(card.encounter_set) and card.level is None)


@rule("ub.prerequisites", triggers.ULTIMATUMS)
def prerequisites(reading: Reading) -> Iterator[Finding]:
    # Imported here rather than above: the rulebook's ultimatums are read from their file on first use.
    from rules.rulebook.ultimatums import unmet_prerequisites

    circumstances = reading.circumstances
    for row in unmet_prerequisites(
        circumstances.ultimatums, edition=reading.edition, mode=circumstances.mode
    ):
        if row["because"] == "edition":
            yield warning(_("{name} is not in this edition of the rules and was not applied."), **row)
        elif row["because"] == "mode":
            yield warning(_("{name} is for campaigns only and was not applied."), **row)
        else:
            # An ultimatum that the group made up (ub.custom) is a reminder, not a rule that can be checked.
            yield warning(_("{name} is not in the rulebook and was not checked."), **row)


RULES = (chaos, disaster, exile, highlander, induction, orthodoxy, scream, prerequisites)
