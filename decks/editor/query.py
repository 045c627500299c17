"""The search language in the editor: which cards of the browser's file a search finds.

The browser answers plain words by itself; everything else is answered here, so that a search means the same
as on the cards page (`cards.search.grammar`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from accounts.models import User
from cards.marks import marks_of
from cards.search.conditions import FAVOURITE, OWNED, TAG, Condition, needs
from cards.search.engine import check, condition_of, index, instead_of, taboo_of
from cards.search.grammar import QueryError
from cards.search.matching import Marks, Matcher, Own
from decks.availability import availability_for
from decks.editor.browser import browser_cards
from decks.models import Deck
from decks.selectors import AnyUser
from rules.cards.catalogue import Catalogue

#: Signs that only terms have. A number of five digits may be a code. `search.js` has the same.
TERMS = re.compile(r'[:<>=()"“”„]|(?:^|\s)(?:-(?=[^\s-])|!(?=[^\s!=-]))|\sor\s|\d{5}', re.IGNORECASE)


def is_plain(text: str) -> bool:
    """Return whether a search consists of words alone."""
    return not TERMS.search(text)


@dataclass(frozen=True, slots=True)
class Answer:
    """The cards that a search finds, by their positions; or what is wrong with it."""

    places: frozenset[int] = frozenset()
    error: QueryError | None = None
    instead: str = ""


def answer_to(text: str, deck: Deck, catalogue: Catalogue, user: AnyUser) -> Answer:
    """Return the answer to a search for this deck: its taboo list, its collection, its owner's marks."""
    if error := check(text, catalogue):
        return Answer(error=error)
    condition = condition_of(text, catalogue)
    matcher = Matcher(index(), own_of(condition, deck, user), taboo_of(condition, deck.taboo))
    places = browser_cards(catalogue, deck.taboo).places
    codes = (matcher.index.cards[number].code for number in matcher.index.numbers(matcher.bits(condition)))
    found = frozenset(places[code] for code in codes if code in places)
    return Answer(found, instead="" if found else instead_of(text))


def own_of(condition: Condition, deck: Deck, user: AnyUser) -> Own:
    availability = availability_for(user, deck) if needs(condition, OWNED) else None
    marked = needs(condition, FAVOURITE) or needs(condition, TAG)
    return Own(availability.owned if availability else None, marks_of(user) if marked else None)


def favourites_of(user: AnyUser) -> frozenset[str]:
    marks = marks_of(user) if isinstance(user, User) else None
    return (marks or Marks()).favourites
