"""A limit on how many decks of one document are judged within a request.

A verdict on a deck that can be played takes a fraction of a millisecond, so hundreds are no matter. A
document may hold hundreds of others, each with hundreds of cards that do not belong in it.
"""

from __future__ import annotations

from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck
from rules.deck.circumstances import Circumstances
from rules.deck.effort import effort
from rules.deck.validate import judge
from rules.deck.verdict import Verdict

#: Parts of decks that are read: about a third of a second.
MOST_PARTS_READ = 150_000
#: Findings that are shown: a page with more takes too long.
MOST_REASONS = 1_500


class Reach:
    """The work that is left for the decks of one document."""

    def __init__(self) -> None:
        self.parts = MOST_PARTS_READ
        self.reasons = MOST_REASONS

    def judge(self, catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> Verdict | None:
        """Return the verdict on a deck; None once the work is used up."""
        if self.parts <= 0 or self.reasons <= 0:
            return None
        self.parts -= effort(catalogue, deck)
        found = judge(catalogue, deck, circumstances)
        self.reasons -= len(found.violations) + len(found.warnings) + len(found.notes)
        return found
