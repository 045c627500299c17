"""Reading of the editor's buttons: plus, minus, a number of copies, or a move from the side deck."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _

from cards.adapters import catalogue
from decks.editor.layout import MAIN, SECOND_DECK, WISH_LIST
from decks.errors import BadEdit
from decks.models import Deck, DeckVersion

COLUMNS = {MAIN: "slots", WISH_LIST: "wish_list", SECOND_DECK: "second_deck"}


@dataclass(frozen=True, slots=True)
class CardEdit:
    """A change of the copies of one printing in a part of the deck."""

    verb: str
    code: str
    """The printing under which the deck holds the card, or will hold it."""
    card_code: str
    where: str
    quantity: int
    """The number of copies for “set”, otherwise the change."""
    anyway: bool

    @property
    def adds(self) -> bool:
        return self.verb == "add" and self.where == MAIN

    def buys(self, deck: Deck) -> bool:
        """Return whether this edit is a purchase: during an upgrade, plus shows the price of a card."""
        assert deck.working is not None
        card = catalogue().resolve(self.card_code)
        bought = card is not None and card.standard and self.where != WISH_LIST
        return self.verb == "add" and deck.working.is_open and bought

    @property
    def sets(self) -> bool:
        return self.verb == "set"

    @property
    def moves(self) -> bool:
        return self.verb == "move"

    @classmethod
    def read(cls, given: QueryDict, deck: Deck) -> CardEdit:
        """Read `add=12020`, `remove=side:12020`, `set=12020&quantity=2` or `move=12020`."""
        assert deck.working is not None
        verb = next((verb for verb in ("add", "remove", "set", "move") if given.get(verb)), "")
        if not verb:
            raise BadEdit(_("No action was chosen. Go back and try again."))
        named, _colon, code = str(given[verb]).rpartition(":")
        where = WISH_LIST if verb == "move" else named or given.get("where", MAIN)
        if where not in COLUMNS:
            raise BadEdit(_("A deck has no part with this name."))
        code = held_as(deck.working, code, where)
        card = catalogue().resolve(code)
        quantity = (
            _number(given.get("quantity", "")) if verb == "set" else {"add": 1, "remove": -1}.get(verb, 0)
        )
        return cls(verb, code, card.code if card else code, where, quantity, bool(given.get("anyway")))


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise BadEdit(_("Enter a number of copies from 0 to 99."))
    return int(text)


def held_as(version: DeckVersion, code: str, where: str) -> str:
    """Return the printing under which a part of the deck holds a card; its own code if it holds none."""
    slots = getattr(version, COLUMNS[where])
    if code in slots:
        return code
    cards = catalogue()
    card = cards.resolve(code)
    if card is None:
        return code
    return next((held for held in slots if cards.resolve(held) == card), code)
