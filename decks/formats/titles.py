"""Which card is meant by a name that somebody wrote? Title, subtitle, level and box, in English or German.

Two cards may share a title, and in German even two titles one spelling; so an answer is a list, best first,
and only one left means that the name was understood.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.catalogue import Catalogue
from rules.model import PLACEHOLDER, Card

_QUOTES = str.maketrans(dict.fromkeys("'’‘‛´`\"“”„‟«»‹›*_", None))
#: Letters that no decomposition takes apart.
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "&": " and "})


def normal(text: str) -> str:
    """A name without what people type differently: case, accents, quotes, punctuation, spaces."""
    text = text.casefold().translate(_QUOTES).translate(_LETTERS)
    text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join("".join(c if c.isalnum() else " " for c in text).split())


@dataclass(frozen=True, slots=True)
class Named:
    """What a line says of a card besides its title. None and "" mean that it does not say."""

    level: int | None = None
    subtitle: str = ""
    pack: str = ""
    """A box's code."""
    advanced: bool = False
    customizable: bool = False


NOTHING_ELSE = Named()


class Titles:
    """An index of all titles of a catalogue; `Titles.of(catalogue)` is built once for each."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        cards: dict[str, list[Card]] = defaultdict(list)
        investigators: dict[str, list[Card]] = defaultdict(list)
        for card in catalogue.cards.values():
            if card.hidden and card.type != "investigator" and card.code != PLACEHOLDER:
                continue
            shelf = investigators if card.type == "investigator" else cards
            for title in {normal(card.title), normal(card.title_de)} - {""}:
                shelf[title].append(card)
        self.cards: Mapping[str, list[Card]] = cards
        self.investigators: Mapping[str, list[Card]] = investigators
        self.packs: Mapping[str, str] = {
            normal(title): pack.code
            for pack in catalogue.packs.values()
            for title in (pack.title_de, pack.title, pack.code)
            if title
        }
        self._families = {
            code: {code, card.parallel_of, card.same_as} - {""}
            for code, card in catalogue.investigators.items()
        }

    @classmethod
    def of(cls, catalogue: Catalogue) -> Titles:
        return catalogue.memo(cls)

    def find(self, title: str, named: Named, investigator: str = "") -> list[Card]:
        """The cards that a name may mean, narrowed by all that is said; empty if there is no such title."""
        cards = self.cards.get(normal(title), [])
        if named.level is not None:
            cards = [card for card in cards if (card.level or 0) == named.level]
        if named.subtitle:
            wanted = normal(named.subtitle)
            cards = [c for c in cards if wanted in (normal(c.subtitle), normal(c.subtitle_de))]
        narrowings = (
            lambda c: not named.pack or self.printing(c, named.pack) != "",
            lambda c: not named.customizable or c.customizable,
            # Level 0 goes unsaid in every list.
            lambda c: named.level is not None or not c.level,
            lambda c: c.only is None or not c.only.investigators or self._is_for(c, investigator),
            lambda c: named.advanced == ("advanced" in c.keywords),
            lambda c: bool(c.only and c.only.investigators) == (self._is_for(c, investigator)),
            lambda c: not c.encounter_set,
            lambda c: c.type not in ("story", "location", "key"),
        )
        for fits in narrowings:
            if len(cards) > 1:
                cards = [card for card in cards if fits(card)] or cards
        return cards

    def _is_for(self, card: Card, investigator: str) -> bool:
        if card.only is None or not card.only.investigators:
            return False
        return bool(card.only.investigators & self._families.get(investigator, frozenset({investigator})))

    def find_investigator(self, title: str, subtitle: str = "") -> list[Card]:
        """The investigators of a name, originals before parallels and twins."""
        people = self.investigators.get(normal(title), [])
        if subtitle:
            wanted = normal(subtitle)
            people = [c for c in people if wanted in (normal(c.subtitle), normal(c.subtitle_de))]
        people = [card for card in people if card.investigator is not None]
        return sorted(people, key=lambda c: (bool(c.parallel_of or c.same_as), c.hidden, c.code))

    def of_these_cards(self, people: list[Card], codes: Iterable[str]) -> list[Card]:
        """Of namesakes, those whose own cards are in the deck; all of them where that does not tell."""
        cards = {card.code for code in codes if (card := self.catalogue.resolve(code))}

        def signatures(person: Card) -> int:
            facts = person.investigator
            return sum(1 for need in (facts.required if facts else ()) if cards & set(need.any))

        most = max(map(signatures, people), default=0)
        return [person for person in people if signatures(person) == most]

    def is_title(self, title: str) -> bool:
        return normal(title) in self.cards

    def printing(self, card: Card, pack: str) -> str:
        """The code of the card's printing in a box, or nothing."""
        for printing in self.catalogue.printings_of.get(card.code, ()):
            if printing.pack == pack:
                return printing.code
        return ""

    def close_to(self, title: str) -> list[Card]:
        """Cards whose titles look like a name that nobody knows."""
        wanted = normal(title)[:60]
        close = difflib.get_close_matches(wanted, self.cards, n=3, cutoff=0.75)
        return [card for name in close for card in self.cards[name]][:5]
