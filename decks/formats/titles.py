"""An index that finds cards by title, subtitle, level and box, in every language that was imported.

Several cards may share a title, and in German even two titles one spelling. So the result is a list, best
first, and a name is understood only if one card is left.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cards.titles import titles_by_language
from rules.cards.catalogue import Catalogue
from rules.cards.model import PLACEHOLDER, Card

_QUOTES = str.maketrans(dict.fromkeys("'’‘‛´`\"“”„‟«»‹›*_", None))
#: What is neither letter nor digit.
_BETWEEN = re.compile(r"[\W_]+")
#: Letters that no decomposition takes apart.
_LETTERS = str.maketrans({"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "&": " and "})


def normal(text: str) -> str:
    """Return a name without case, accents, quotes, punctuation and extra spaces."""
    text = text.casefold().translate(_QUOTES).translate(_LETTERS)
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _BETWEEN.sub(" ", text).strip()


@dataclass(frozen=True, slots=True)
class Named:
    """The facts in a line about a card besides its title. None and "" mean that it is not given."""

    level: int | None = None
    subtitle: str = ""
    pack: str = ""
    """The code of a box."""
    advanced: bool = False
    customizable: bool = False


NOTHING_ELSE = Named()


class Titles:
    """An index of all titles of a catalogue; `Titles.of(catalogue)` is built once for each."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        cards: dict[str, list[Card]] = defaultdict(list)
        investigators: dict[str, list[Card]] = defaultdict(list)
        translated = titles_by_language(catalogue).values()
        for card in catalogue.cards.values():
            if card.hidden and card.type != "investigator" and card.code != PLACEHOLDER:
                continue
            by_title = investigators if card.type == "investigator" else cards
            names = {card.title, *(known[card.code].title for known in translated if card.code in known)}
            for title in {normal(name) for name in names} - {""}:
                by_title[title].append(card)
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
        """Return the cards that a name may mean, narrowed by `named`; empty if the title is unknown."""
        cards = self.cards.get(normal(title), [])
        if named.level is not None:
            cards = [card for card in cards if (card.level or 0) == named.level]
        if named.subtitle:
            wanted = normal(named.subtitle)
            cards = [c for c in cards if wanted in (normal(c.subtitle), normal(c.subtitle_de))]
        narrowings = (
            lambda c: not named.pack or self.printing(c, named.pack) != "",
            lambda c: not named.customizable or c.customizable,
            # Lists do not write level 0.
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
        """Return the investigators of a name, originals before parallels and reprints."""
        found = self.investigators.get(normal(title), [])
        if subtitle:
            wanted = normal(subtitle)
            found = [c for c in found if wanted in (normal(c.subtitle), normal(c.subtitle_de))]
        found = [card for card in found if card.investigator is not None]
        return sorted(found, key=lambda c: (bool(c.parallel_of or c.same_as), c.hidden, c.code))

    def of_these_cards(self, investigators: list[Card], codes: Iterable[str]) -> list[Card]:
        """Return those of the namesakes whose signatures are in the deck; all if that does not decide."""
        cards = {card.code for code in codes if (card := self.catalogue.resolve(code))}

        def signatures(person: Card) -> int:
            facts = person.investigator
            return sum(1 for need in (facts.required if facts else ()) if cards & set(need.any))

        most = max(map(signatures, investigators), default=0)
        return [person for person in investigators if signatures(person) == most]

    def is_title(self, title: str) -> bool:
        return normal(title) in self.cards

    def printing(self, card: Card, pack: str) -> str:
        """Return the code of the card's printing in a box; empty if there is none."""
        for printing in self.catalogue.printings_of.get(card.code, ()):
            if printing.pack == pack:
                return printing.code
        return ""

    def close_to(self, title: str) -> list[Card]:
        """Return cards whose titles are similar to an unknown name."""
        wanted = normal(title)[:60]
        close = difflib.get_close_matches(wanted, self.cards, n=3, cutoff=0.75)
        return [card for name in close for card in self.cards[name]][:5]
