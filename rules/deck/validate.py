"""The judge of decks for pages, API and commands: verdicts, card pools, reasons against a card."""

from __future__ import annotations

from functools import cached_property

from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck
from rules.deck import triggers
from rules.deck.circumstances import ANYWHERE, Circumstances
from rules.deck.findings import findings_of, limited_lines, new_reasons, with_one_more
from rules.deck.pool import Pool, pool_of
from rules.deck.reading import Reading, reading_of
from rules.deck.rules.malformed import rule_for, unreadable
from rules.deck.rules.requirements import places_reserved
from rules.deck.rules.weaknesses import basic_weaknesses_held, basic_weaknesses_owed, to_be_drawn
from rules.deck.verdict import Figures, LimitedLine, Verdict, Violation, _
from rules.rulebook.editions import edition


def judge(catalogue: Catalogue, deck: Deck, circumstances: Circumstances = ANYWHERE) -> Verdict:
    """Return every violation, warning and note at once, in rule order.

    A bad deck is judged, never rejected.
    """
    return _judged(catalogue, deck, circumstances, reading_of(catalogue, deck, circumstances))


def pool(catalogue: Catalogue, deck: Deck, circumstances: Circumstances = ANYWHERE) -> Pool:
    """Return every card's status for this deck; empty without an investigator."""
    return Examined(catalogue, deck, circumstances).pool


def why(
    catalogue: Catalogue, deck: Deck, code: str, circumstances: Circumstances = ANYWHERE
) -> tuple[Violation, ...]:
    """Return the reasons against adding one more copy of a card; empty if it may be added."""
    return Examined(catalogue, deck, circumstances).why(code)


class Examined:
    """A deck under its circumstances, read once; each answer is computed on first use.

    The deck must not change afterwards: examine the changed deck instead.
    """

    def __init__(self, catalogue: Catalogue, deck: Deck, circumstances: Circumstances = ANYWHERE) -> None:
        self.catalogue = catalogue
        self.content = deck
        self.circumstances = circumstances

    @cached_property
    def reading(self) -> Reading | None:
        """The deck's cards as the rules see them; None without an investigator for whom decks are built."""
        return reading_of(self.catalogue, self.content, self.circumstances)

    @cached_property
    def verdict(self) -> Verdict:
        return _judged(self.catalogue, self.content, self.circumstances, self.reading)

    @cached_property
    def pool(self) -> Pool:
        """Every card's status for this deck; empty without an investigator."""
        return pool_of(self.reading) if self.reading else Pool({}, ())

    def why(self, code: str) -> tuple[Violation, ...]:
        """Return the reasons against adding one more copy of this card; empty if it may be added.

        These are the violations that the deck would have only with that copy, without those that adding more
        cards would resolve. A card is also refused if it takes the last room for cards that the investigator,
        or a card, still requires.
        """
        before = self.reading
        if before is None:
            return self.verdict.violations
        after = with_one_more(before, code)
        reasons = new_reasons(findings_of(before), after)
        short = places_reserved(after)
        if short and short > after.needed - after.size and short >= places_reserved(before):
            message = _(
                "Only {room} cards fit in the deck, and they are needed for "
                "cards that {investigator} requires."
            )
            room = max(0, before.needed - before.size)
            facts = {"room": room, "investigator": after.access.back.title}
            reasons.append(Violation("deck.additional-requirements", message, facts, after.edition))
        return tuple(reasons)


def _judged(
    catalogue: Catalogue, deck: Deck, circumstances: Circumstances, reading: Reading | None
) -> Verdict:
    if reading is None:
        return _no_investigator(catalogue, deck, circumstances)
    found = findings_of(reading)
    limited: tuple[LimitedLine, ...] = ()
    if reading.access.limited:
        limited = limited_lines(reading)
    figures = Figures(
        reading.size,
        reading.needed,
        reading.experience,
        limited,
        basic_weaknesses_held(reading),
        basic_weaknesses_owed(reading),
        to_be_drawn(reading) if reading.triggers & triggers.PLACEHOLDER else 0,
    )
    return Verdict(tuple(found.violations), tuple(found.warnings), tuple(found.notes), figures)


def _no_investigator(catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> Verdict:
    """The verdict on a deck without an investigator who builds decks: nothing else can be judged."""
    game = edition(circumstances.edition)
    facts = {"code": deck.investigator}
    card = catalogue.resolve(deck.investigator)
    if card is not None:
        message = _("{title} ({code}) is not an investigator you can build a deck for.")
        facts["title"] = card.title
    elif deck.investigator:
        message = _("Unknown investigator code: {code}.")
    else:
        message = _("The deck has no investigator. Choose one.")
    odd = [(rule_for(oddity), unreadable(oddity)) for oddity in deck.oddities]
    return Verdict(
        (Violation("deck.one-investigator", message, facts, game),),
        tuple(Violation(rule, row.message, row.facts, game) for rule, row in odd),
        figures=Figures(size=sum(n for n in deck.slots.values() if n.__class__ is int and n > 0)),
    )
