"""Reading of a deck: one pass over its slots, so that rules need not walk them again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any
from weakref import WeakValueDictionary

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.effects import FORBIDS, GRANTS_OPTION
from rules.cards.model import NO_CHOICES, Card, Choices, Deck
from rules.deck import triggers
from rules.deck.access import Access, access_for, family
from rules.deck.circumstances import CREATION, Circumstances
from rules.deck.counting import ABSURD, add_up, crowded
from rules.deck.limits import OverLimit
from rules.deck.options import possible_choices
from rules.deck.slots import Assignment, assign
from rules.deck.standing import STANDARD, CardEntry, Standing
from rules.deck.verdict import Findings
from rules.rulebook.editions import Edition, edition

Grants = tuple[tuple[Card, int], ...]


class Reading:
    """One deck under its circumstances: resolved cards, size, experience, and the triggers for the rules."""

    __slots__ = (
        "access",
        "assigned",
        "basic",
        "catalogue",
        "circumstances",
        "deck",
        "edition",
        "experience",
        "findings",
        "front_back_problems",
        "guessed",
        "ignored",
        "misread",
        "needed",
        "ordered",
        "over_limit",
        "passes",
        "size",
        "slots",
        "special",
        "suspects",
        "table",
        "triggers",
        "unknown",
    )

    def __init__(
        self, catalogue: Catalogue, deck: Deck, circumstances: Circumstances, access: Access
    ) -> None:
        self.catalogue = catalogue
        self.deck = deck
        self.circumstances = circumstances
        self.edition: Edition = edition(circumstances.edition)
        self.access = access
        self.table: Mapping[str, CardEntry] = access.table
        self.slots: Mapping[str, int] = deck.slots
        """The slots of the deck that contain a known card and a valid number of copies."""
        self.size = 0
        self.experience = 0
        self.needed = access.size
        self.basic = 0
        """Basic weaknesses in the deck, including those still to be drawn."""
        self.special: list[tuple[str, Standing, int]] = []
        """Slots that raise a trigger: printing, standing, copies."""
        self.ordered: list[tuple[str, Standing, int]] | None = None
        """The same in the order of their codes; sorted on first use."""
        self.suspects: Collection[str] = ()
        """Titles that may be over their limit."""
        self.over_limit: list[OverLimit] | None = None
        self.unknown: list[str] = []
        self.misread: list[tuple[str, object]] = []
        """Quantities that are not a valid number of copies."""
        self.ignored: Mapping[str, int] = {}
        self.assigned: Assignment | None = None
        self.guessed: Choices | None = None
        self.front_back_problems: tuple[dict[str, Any], ...] = ()
        self.triggers = 0
        self.passes = 1
        """How often the slots were added up: once for each choice that was tried."""
        self.findings: Findings | None = None
        """The results of the rules; see rules.deck.findings."""

    def standard(self) -> Iterator[tuple[str, Card, int]]:
        """Yield every slot with a standard card: printing, card, copies.

        For the few rules that must walk the deck again.
        """
        for code, copies in self.slots.items():
            standing = self.table[code].standing
            if standing.role is STANDARD:
                yield code, standing.card, copies

    def second_deck(self) -> Iterator[tuple[str, Card, int]]:
        """Yield the standard cards of the investigator's second deck, such as parallel Jim Culver's spirits.

        They are chosen and bought like those of the first.
        """
        if self.access.facts.second_deck is None:
            return
        printed = self.access.taboo_view.printed
        for code, copies in self.deck.second_deck.items():
            card = printed.get(code)
            if card is not None and card.standard and copies.__class__ is int and 0 < copies <= ABSURD:
                yield code, card, copies

    def bought(self) -> list[tuple[str, Card, int]]:
        """Return the standard cards of both decks in the order of their codes: printing, card, copies."""
        rows = {code: (code, card, copies) for code, card, copies in self.standard()}
        for code, card, copies in self.second_deck():
            rows[code] = (code, card, copies + (rows[code][2] if code in rows else 0))
        return [rows[code] for code in sorted(rows)]

    def known(self) -> Iterator[tuple[str, Standing, int]]:
        """Yield every slot that could be read: printing, standing, copies."""
        for code, copies in self.slots.items():
            yield code, self.table[code].standing, copies

    def printings_held(self, card: Card) -> list[str]:
        """Return the codes under which the deck holds a card, in the order of its slots."""
        slots = self.slots
        printings = self.catalogue.printings_of.get(card.code, ())
        held = {code for code in (card.code, *[printing.code for printing in printings]) if code in slots}
        return list(held) if len(held) < 2 else [code for code in slots if code in held]

    def plays_by(self, ultimatum: str) -> bool:
        """Return whether the ultimatum or boon was chosen and the edition has it for this kind of game."""
        chosen = self.circumstances.ultimatums
        return ultimatum in chosen and ultimatum in _in_force(
            chosen, self.edition.id, self.circumstances.mode
        )

    def with_trigger(self, bit: int) -> Iterator[tuple[str, Standing, int]]:
        """Yield the special slots that raise a trigger, in the order of their codes."""
        if self.ordered is None:
            self.ordered = sorted(self.special, key=itemgetter(0))
        table = self.table
        return (row for row in self.ordered if table[row[0]].triggers & bit)

    def demands(self) -> list[tuple[str, int, tuple[int, ...]]]:
        """Return the copies that no free line covers: card, copies, limited lines that accept it."""
        rows: dict[str, tuple[int, tuple[int, ...]]] = {}
        for _, standing, copies in self.special:
            if standing.way.limited:
                code = standing.card.code
                rows[code] = (rows.get(code, (0, ()))[0] + copies, standing.way.limited)
        return [(code, max(0, n - self.ignored.get(code, 0)), lines) for code, (n, lines) in rows.items()]

    @property
    def crowded(self) -> list[OverLimit]:
        """Titles over their limit; computed on first use."""
        if self.over_limit is None:
            self.over_limit = crowded(self)
        return self.over_limit

    @property
    def seating(self) -> Assignment:
        """The assignment of copies to limited lines; computed on first use."""
        if self.assigned is None:
            limits = {index: line.limit or 0 for index, line in self.access.limited}
            self.assigned = assign(self.demands(), limits)
        return self.assigned


@lru_cache(maxsize=256)
def _in_force(chosen: frozenset[str], edition_id: str, mode: str) -> frozenset[str]:
    from rules.rulebook.ultimatums import unmet_prerequisites

    unmet = unmet_prerequisites(chosen, edition=edition(edition_id), mode=mode)
    return chosen - {row["ultimatum"] for row in unmet}


def reading_of(catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> Reading | None:
    """Read a deck; None if its investigator is not one for whom decks are built."""
    if deck.choices is NO_CHOICES:
        # Most decks have no choices, so the compiled investigator is found by a short key.
        key = (deck.investigator, deck.taboo, circumstances.edition, circumstances.mode == CREATION)
        access = _plain(catalogue).get(key)
        if access is not None and _granting(catalogue).isdisjoint(deck.slots):
            return add_up(Reading(catalogue, deck, circumstances, access))
    return _read_fully(catalogue, deck, circumstances)


@once_per_catalogue
def _granting(catalogue: Catalogue) -> frozenset[str]:
    """The codes of cards that grant options to the deck or forbid some."""
    return frozenset(
        code
        for code, card in catalogue.under().printed.items()
        if any(effect.kind in (GRANTS_OPTION, FORBIDS) for effect in card.effects)
    )


@once_per_catalogue
def _plain(catalogue: Catalogue) -> WeakValueDictionary[tuple[str, str, str, bool], Access]:
    """The cached investigators whose decks need no choices. Threads add to it and look up single keys."""
    return WeakValueDictionary()


def _read_fully(catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> Reading | None:
    """Read a deck with choices, granted lines or replaced faces."""
    taboo = deck.taboo if deck.taboo in catalogue.taboo_lists else ""
    printed = catalogue.under(taboo).printed
    card = printed.get(deck.investigator)
    if card is None or card.investigator is None:
        return None
    front = back = card
    problems: list[dict[str, Any]] = []
    choices = deck.choices
    if choices.front or choices.back:
        front, back, problems = _faces(printed, card, choices)
    game = edition(circumstances.edition).switches
    creation = circumstances.mode == CREATION

    def compiled(chosen: Choices, grants: Grants = ()) -> Access:
        return access_for(
            catalogue,
            front,
            back,
            chosen,
            taboo,
            creation=creation,
            multiclass_spared=game.multiclass_spares_limited_slots,
            grants=grants,
        )

    grants = _grants(catalogue, printed, deck.slots)
    access = compiled(choices, grants)
    if choices is NO_CHOICES and not grants and not access.chosen.unmade and deck.taboo == taboo:
        _plain(catalogue)[deck.investigator, taboo, circumstances.edition, creation] = access
    reading = add_up(Reading(catalogue, deck, circumstances, access))
    if reading.access.chosen.unmade:
        reading = _guess_choices(reading, compiled)
    if problems:
        reading.front_back_problems = tuple(problems)
        reading.triggers |= triggers.CHOICES
    return reading


def _faces(
    printed: Mapping[str, Card], card: Card, choices: Choices
) -> tuple[Card, Card, list[dict[str, Any]]]:
    """Return front and back as chosen; a face of another investigator is a problem and is not used."""
    faces = []
    problems = []
    for side, code in (("front", choices.front), ("back", choices.back)):
        face = printed.get(code) if code else card
        if face is None or face.investigator is None or family(face) != family(card):
            problems.append({"side": side, "code": code, "chosen": face.title if face else code})
            face = card
        faces.append(face)
    return faces[0], faces[1], problems


def _grants(catalogue: Catalogue, printed: Mapping[str, Card], slots: Mapping[str, int]) -> Grants:
    """Return the cards of the deck that grant or forbid options, and how many copies count."""
    held: dict[str, tuple[Card, int]] = {}
    for code in sorted(_granting(catalogue).intersection(slots)):
        card, copies = printed[code], slots[code]
        if copies.__class__ is int and 0 < copies <= ABSURD:
            held[card.code] = (card, min(held.get(card.code, (card, 0))[1] + copies, card.limit))
    return tuple(held[code] for code in sorted(held))


def _guess_choices(reading: Reading, compiled: Callable[[Choices, Grants], Access]) -> Reading:
    """Guess the choices that were not recorded: those that leave the fewest copies without a place.

    A note reports the guess.
    """
    best = reading
    fewest = _misplaced(reading)
    passes = 1
    grants = reading.access.grants
    for choices in possible_choices(reading.access.chosen.unmade, reading.access.choices):
        access = compiled(choices, grants)
        guess = add_up(Reading(reading.catalogue, reading.deck, reading.circumstances, access))
        guess.guessed = choices
        misplaced = _misplaced(guess)
        passes += 1
        if best is reading or misplaced < fewest:
            best, fewest = guess, misplaced
        if not fewest:
            break
    best.passes = passes
    best.triggers |= triggers.CHOICES
    return best


def _misplaced(reading: Reading) -> int:
    barred = sum(copies for _, _, copies in reading.with_trigger(triggers.BARRED))
    return barred + sum(reading.seating.left_over.values()) + abs(reading.size - reading.needed)
