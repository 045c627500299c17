"""Access of an investigator to cards: may the deck hold a card, in which role, and at what price.

`Access` is compiled once per investigator, choices and granted options. Its table maps the code of any
printing to a plain tuple with everything that reading a deck needs, because this lookup is the inner loop of
every verdict. Codes are added to the table when a deck first names them, so that cards which no deck holds
cost nothing. Entries are shared between investigators: most cards are simply free or simply barred for all of
them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.cards import effects
from rules.cards.catalogue import Catalogue, TabooView, once_per_catalogue
from rules.cards.model import PLACEHOLDER, Card, Choices, InvestigatorFacts, Option
from rules.deck import triggers
from rules.deck.limits import copy_limit
from rules.deck.options import Chosen, Way, apply_choices, fits, granted_lines, way_in
from rules.memo import Recent

STANDARD, SIGNATURE, BASIC, WEAKNESS = "standard", "signature", "basic weakness", "weakness"
STORY, BONDED, FOREIGN, OUTSIDE = "story", "bonded", "another's signature", "no deck card"

#: Compiled investigators cached per catalogue; each takes up to 150 kB when its table holds every card.
MOST_CACHED = 400


@dataclass(frozen=True, slots=True)
class Standing:
    """One card as seen by this investigator."""

    card: Card
    role: str
    way: Way
    restricted: bool = False
    """Whether the card is limited to other investigators, traits or classes."""


class CardEntry(NamedTuple):
    """The facts about one printing that reading a deck needs."""

    title: str
    counts: int
    price: int
    limit: int
    triggers: int
    standing: Standing


_BY_KEYWORD = {
    "researched": triggers.RESEARCHED,
    "reward": triggers.REWARD,
    "creation-only": triggers.CREATION_ONLY,
    "campaign-only": triggers.CAMPAIGN_ONLY,
    "myriad": triggers.MYRIAD,
    "multiplayer-only": triggers.MULTIPLAYER_ONLY,
}
_BY_EFFECT = {
    effects.DECK_SIZE: triggers.RESIZES,
    effects.AT_LEAST: triggers.DEMANDS,
    effects.COPIES_PER_TITLE: triggers.THINS,
    effects.TRAIT_LIMIT: triggers.GROUPED,
    effects.BRANDED: triggers.BRANDS,
    effects.ATTACHES: triggers.ATTACHES,
    effects.GRANTS_OPTION: triggers.GRANTS,
    effects.FORBIDS: triggers.GRANTS,
}
_BY_ROLE = {
    SIGNATURE: triggers.SIGNATURE,
    BASIC: triggers.BASIC,
    WEAKNESS: triggers.GAINED_WEAKNESS,
    STORY: triggers.STORY,
    BONDED: triggers.BONDED,
    FOREIGN: triggers.FOREIGN,
    OUTSIDE: triggers.NOT_A_DECK_CARD,
}


class Access:
    """An investigator's deckbuilding options, with the player's choices and the granted options applied."""

    def __init__(
        self,
        taboo_view: TabooView,
        front: Card,
        back: Card,
        choices: Choices,
        *,
        creation: bool,
        multiclass_spared: bool,
        grants: tuple[tuple[Card, int], ...] = (),
    ) -> None:
        assert back.investigator is not None
        self.taboo_view = taboo_view
        self.front = front
        self.back = back
        self.facts: InvestigatorFacts = back.investigator
        self.choices = choices
        self.creation = creation
        self.multiclass_spared = multiclass_spared
        self.grants = grants
        self.chosen: Chosen = apply_choices(self.facts, choices)
        own = self.chosen.lines
        if back.effects_of(effects.CHARGES_MULTICLASS):
            own = tuple(replace(line, other=False) for line in own)
        before, after = granted_lines(grants)
        self.lines: tuple[Option, ...] = (*before, *own, *after)
        self.limited = tuple((i, line) for i, line in enumerate(self.lines) if line.limit is not None)
        self.at_least = tuple(line for line in self.lines if line.at_least)
        self.size = self.chosen.size
        self.identity = frozenset(
            code for card in (front, back) for code in (card.code, card.parallel_of, card.same_as) if code
        )
        self.chooses_required = tuple(
            effect
            for side, face in (("front", front), ("back", back))
            for effect in face.effects_of(effects.CHOOSES_REQUIRED)
            if effect.get("face", "back") == side
        )
        self.signatures = self._signatures()
        self.expected = self._expected()
        self.triggers = self._own_triggers()
        self.table: dict[str, CardEntry] = {}
        self._shared = _entries(taboo_view.catalogue)

    def _signatures(self) -> frozenset[str]:
        codes = {code for requirement in self.facts.required for code in requirement.any}
        for effect in self.chooses_required:
            codes |= set(effect["from"])
            codes |= {effect["each_adds"]} if effect.get("each_adds") else set()
        if self.facts.second_deck:
            codes |= {code for requirement in self.facts.second_deck.required for code in requirement.any}
        return frozenset(codes)

    def _own_triggers(self) -> int:
        """The triggers that apply to every deck of this investigator."""
        bits = 0
        if self.at_least:
            bits |= triggers.AT_LEAST
        if self.chosen.problems or self.chosen.unmade:
            bits |= triggers.CHOICES
        if self.facts.second_deck:
            bits |= triggers.SECOND_DECK
        if self.back.effects_of(effects.AT_LEAST):
            bits |= triggers.DEMANDS
        return bits

    def _expected(self) -> dict[str, int] | None:
        """The usual signatures and their copies, or None if the number of copies depends on something."""
        if self.chooses_required or self.back.effects_of(effects.SIGNATURE_COPIES):
            return None
        first = [requirement.any[0] for requirement in self.facts.required if requirement.any]
        cards = self.taboo_view.cards
        return {code: cards[code].limit for code in first} if all(code in cards for code in first) else None

    def learn(self, codes: Iterable[str]) -> None:
        """Add these codes to the table, if they are codes of cards.

        Other threads may read the table meanwhile without a lock: they look up single codes, and an entry is
        complete when it is added and never changes.
        """
        printed, printings, table = self.taboo_view.printed, self.taboo_view.catalogue.printings, self.table
        for code in codes:
            card = printed.get(code)
            if card is None or code in table:
                continue
            entry = self.entry(card)
            printing = printings.get(code)
            if printing is not None and printing.modified:
                entry = entry._replace(triggers=entry.triggers | triggers.MODIFIED)
            table[code] = entry

    def entry(self, card: Card) -> CardEntry:
        """Return the entry of a card; it is shared with all investigators for whom the card is the same."""
        way = Way()
        role = self.role(card)
        if role == STANDARD:
            way = way_in(self.lines, card, creation=self.creation, multiclass_spared=self.multiclass_spared)
        # A signature belongs to its investigator, whatever else is printed on it
        # (signature.no-options-check).
        standing = Standing(card, role, way, role != SIGNATURE and self.restricts(card))
        by_tag = role == STANDARD and way.free and self._by_tag_only(card)
        key = (id(card), role, way, standing.restricted, by_tag)
        entry = self._shared.get(key)
        if entry is None:
            entry = CardEntry(
                title=card.title,
                counts=int(role == STANDARD and card.counts),
                price=card.price if role == STANDARD else 0,
                limit=copy_limit(card),
                triggers=_triggers(standing) | (triggers.BY_TAG if by_tag else 0),
                standing=standing,
            )
            entry = self._shared.setdefault(key, entry)
        return entry

    def entry_of_version(self, card: Card, original: CardEntry) -> CardEntry:
        """Return the entry of a customized version: access by its new level and traits, price as bought."""
        way = way_in(self.lines, card, creation=self.creation, multiclass_spared=self.multiclass_spared)
        standing = Standing(card, original.standing.role, way, original.standing.restricted)
        return original._replace(limit=copy_limit(card), triggers=_triggers(standing), standing=standing)

    def _by_tag_only(self, card: Card) -> bool:
        return not any(
            line.limit is None and not line.forbids and not line.counts_only and not line.tags
            and fits(line, card, self.creation)
            for line in self.lines
        )  # fmt: skip

    def role(self, card: Card) -> str:
        if card.type == "investigator":
            return OUTSIDE
        if card.code in self.signatures:
            return SIGNATURE
        if card.weakness == "basic":
            return BASIC
        if card.level is not None:
            return STANDARD
        if card.bonded_to:
            return BONDED
        if card.only and card.only.investigators:
            return SIGNATURE if card.only.investigators & self.identity else FOREIGN
        if card.weakness:
            return WEAKNESS
        return STORY

    def restricts(self, card: Card) -> bool:
        """Return whether the card's own text closes it to this investigator (deck.restriction-deck-only)."""
        only = card.only
        if only is None:
            return False
        if only.investigators:
            return not only.investigators & self.identity
        if only.traits:
            return not only.traits & self.front.traits
        return bool(only.classes) and not only.classes & self.front.classes


@once_per_catalogue
def _entries(catalogue: Catalogue) -> dict[tuple[int, str, Way, bool, bool], CardEntry]:
    """The entries that investigators share.

    Threads add to it. An entry keeps its card alive, so that no other card can get the same id.
    """
    return {}


def _triggers(standing: Standing) -> int:
    card, way = standing.card, standing.way
    bits = _BY_ROLE.get(standing.role, 0)
    if standing.role == STANDARD:
        bits |= 0 if way.open else triggers.BARRED
        bits |= triggers.LIMITED if way.limited else 0
    if standing.restricted and standing.role != FOREIGN:
        bits |= triggers.RESTRICTED
    if card.forbidden:
        bits |= triggers.FORBIDDEN
    if card.code == PLACEHOLDER:
        bits |= triggers.PLACEHOLDER
    for keyword in card.keywords:
        bits |= _BY_KEYWORD.get(keyword, 0)
    for effect in card.effects:
        bits |= _BY_EFFECT.get(effect.kind, 0)
    return bits


def family(card: Card) -> str:
    """Return the original investigator behind a parallel or promotional version."""
    return card.parallel_of or card.same_as or card.code


def access_for(
    catalogue: Catalogue,
    front: Card,
    back: Card,
    choices: Choices,
    taboo: str,
    *,
    creation: bool,
    multiclass_spared: bool,
    grants: tuple[tuple[Card, int], ...] = (),
) -> Access:
    """Return the compiled investigator. The catalogue keeps those that were used most recently."""
    key = (
        front.code,
        back.code,
        tuple(sorted(choices.classes.items())),
        choices.option,
        choices.size,
        taboo,
        creation,
        multiclass_spared,
        tuple((card.code, copies) for card, copies in grants),
    )

    def compiled() -> Access:
        return Access(
            catalogue.under(taboo),
            front,
            back,
            choices,
            creation=creation,
            multiclass_spared=multiclass_spared,
            grants=grants,
        )

    return cached_investigators(catalogue).get(key, compiled)


@once_per_catalogue
def cached_investigators(catalogue: Catalogue) -> Recent[Hashable, Access]:
    """The compiled investigators that are cached, by investigator and choices."""
    return Recent(MOST_CACHED)
