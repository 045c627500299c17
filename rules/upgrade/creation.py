"""The price of a new deck: cards at their printed price, level 0 at no cost."""

from __future__ import annotations

from dataclasses import replace

from rules.cards.catalogue import Catalogue
from rules.cards.model import Deck, Tick
from rules.deck.circumstances import CREATION as AT_CREATION
from rules.deck.circumstances import Circumstances
from rules.deck.reading import reading_of
from rules.deck.rules.creation_and_standalone import experience_to_start_with
from rules.deck.verdict import Violation, _
from rules.upgrade import pricing
from rules.upgrade.inventory import Holdings
from rules.upgrade.purchase import CREATION, MYRIAD, PLACES, Purchase, Reason, Upgrade, total_of

A_NEW_DECK = Circumstances(mode=AT_CREATION)


def starting_experience(catalogue: Catalogue, deck: Deck, circumstances: Circumstances) -> int:
    """Return the starting experience: from campaign, boons, investigator, and certain cards when bought."""
    reading = reading_of(catalogue, deck, circumstances)
    return experience_to_start_with(reading) if reading is not None else circumstances.starting_experience


def price_creation(catalogue: Catalogue, deck: Deck, circumstances: Circumstances = A_NEW_DECK) -> Upgrade:
    """Price every purchase of a new deck against its starting experience (deck.start-xp-spendable)."""
    reading = reading_of(catalogue, deck, circumstances)
    # Only copies that really stay outside the deck are not paid for.
    counted = replace(deck, ignored=reading.ignored if reading else {})
    held = Holdings(catalogue.under(deck.taboo), counted)
    steps: list[Purchase] = []
    covered: set[tuple[str, int]] = set()
    for place in PLACES:
        for code, copies in sorted(held.merchandise[place].items()):
            card = held.cards[code]
            sheet = held.marks.get(code, {})
            boxes = sum(sheet.values())
            if not card.price and not boxes:
                continue
            for copy in range(copies):
                # Further copies of a myriad card come with the first; a sheet is paid for once.
                kin = (card.title, card.level or 0)
                free = kin in covered if card.myriad else bool(boxes) and copy > 0
                covered.add(kin)
                ticks = tuple(Tick(box, marks) for box, marks in sorted(sheet.items())) if not free else ()
                if free:
                    reasons = pricing.at_no_cost(card, "myriad" if card.myriad else "sheet")
                else:
                    reasons = (*pricing.printed_price(card), *_boxes(boxes), Reason("creation"))
                way = MYRIAD if free else CREATION
                steps.append(Purchase(way, code, total_of(reasons), reasons, place=place, ticks=ticks))
    total = sum(purchase.price for purchase in steps)
    start = starting_experience(catalogue, deck, circumstances)
    if reading is None or total <= start:
        return Upgrade(total, tuple(steps))
    over = Violation(
        "deck.start-xp-spendable",
        _("The cards cost {experience} experience, but the deck starts with {start}."),
        {"experience": total, "start": start},
        reading.edition,
    )
    return Upgrade(None, tuple(steps), (over,))


def _boxes(boxes: int) -> list[Reason]:
    return [Reason("boxes", boxes)] if boxes else []
