"""Rules about the decks of a party together: what the group must agree on, and a shared collection.

Each deck is judged on its own by `rules.deck.validate`; this module covers only what involves several decks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.cards.catalogue import Catalogue
from rules.cards.model import PLACEHOLDER, Deck
from rules.cards.ownership import copies_of
from rules.deck.circumstances import DEFAULT_EDITION, Environment
from rules.deck.rules.environments import unit
from rules.deck.verdict import Verdict, Violation, _
from rules.rulebook.editions import Edition, edition


@dataclass(frozen=True, slots=True)
class Agreement:
    """The group's decisions for all its decks."""

    edition: str = DEFAULT_EDITION
    environments: Sequence[Environment | None] = ()
    """Each seat's environment, in the order of the decks; empty = none."""
    one_pool: bool = False
    """Limited: whether the group has chosen one pool for all instead of a pool for each player."""
    collection: Mapping[str, int] | None = None
    """Packs that all decks are built from, and how many of each; None = not checked."""


def judge_party(catalogue: Catalogue, decks: Sequence[Deck], agreement: Agreement | None = None) -> Verdict:
    """Return the violations of these decks as one party.

    `seats` in the facts count from 1, in the order given.
    """
    agreement = agreement or Agreement()
    game = edition(agreement.edition)
    violations = [
        *_distinct(catalogue, decks, game),
        *_one_pool(catalogue, agreement, game),
        *_one_taboo(decks, game),
    ]
    return Verdict(tuple(violations), tuple(_shared(catalogue, decks, agreement, game)))


def _distinct(catalogue: Catalogue, decks: Sequence[Deck], game: Edition) -> list[Violation]:
    # Compared by title, across products and parallel versions (E-02).
    seats: dict[str, list[int]] = {}
    for seat, deck in enumerate(decks, 1):
        seats.setdefault(catalogue.investigator_titles(deck.investigator), []).append(seat)
    message = _(
        "{title} is played more than once (seats {seats}). Choose another investigator for one of them."
    )
    return [
        Violation(
            "deck.distinct-investigators-in-group", message, {"title": title, "seats": taken}, game, "E-02"
        )
        for title, taken in sorted(seats.items())
        if title and len(taken) > 1
    ]


def _one_pool(catalogue: Catalogue, agreement: Agreement, game: Edition) -> list[Violation]:
    if not agreement.one_pool or not game.switches.environments:
        return []
    pools = {
        tuple(sorted({unit(catalogue, code) for code in environment.expansions}))
        for environment in agreement.environments
        if environment is not None and environment.kind == "limited"
    }
    if len(pools) < 2:
        return []
    differing = sorted(set().union(*pools) - set(pools.pop()).intersection(*pools))
    message = _("The group shares one Limited pool, but not every deck includes: {packs}.")
    return [Violation("env.limited-group-choice", message, {"packs": differing}, game)]


def _one_taboo(decks: Sequence[Deck], game: Edition) -> list[Violation]:
    # The FAQ leaves it to each investigator, the Grimoire to the whole group.
    lists = sorted({deck.taboo for deck in decks})
    if game.switches.taboo_per_investigator or len(lists) < 2:
        return []
    message = _("The decks use different taboo lists ({lists}). Choose the same list for all decks, or none.")
    return [Violation("taboo.all-or-nothing", message, {"lists": [code or "–" for code in lists]}, game)]


def _shared(
    catalogue: Catalogue, decks: Sequence[Deck], agreement: Agreement, game: Edition
) -> list[Violation]:
    """Return the violations for cards of which the decks together hold more than the collection."""
    if agreement.collection is None:
        return []
    needed: dict[str, int] = {}
    for deck in decks:
        for code, copies in deck.slots.items():
            card = catalogue.resolve(code)
            if card is not None and card.code != PLACEHOLDER and type(copies) is int and copies > 0:
                needed[card.code] = needed.get(card.code, 0) + copies
    found = []
    for code, copies in sorted(needed.items()):
        owned = copies_of(catalogue, code, agreement.collection)
        if copies > owned:
            facts = {"card": code, "title": catalogue.cards[code].title, "copies": copies, "owned": owned}
            message = _("{title}: all decks together use {copies}, the collection has {owned}.")
            found.append(Violation("copies.other-investigators-decks", message, facts, game))
    return found
