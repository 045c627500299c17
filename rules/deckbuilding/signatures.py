"""Are the investigator's own cards there, exactly, and nobody else's? (Rulebook A5,
deck.requirements-cards-present.)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules import concerns, effects
from rules.access import SIGNATURE
from rules.circumstances import CAMPAIGN
from rules.law import Finding, error, note, rule, warning
from rules.model import Card, Requirement
from rules.reading import Reading
from rules.verdict import _

#: Printed with a signature that takes the place of another; its partners must be taken with it.
ALTERNATIVES = ("advanced", "replacement")


def signatures_held(reading: Reading) -> dict[str, int]:
    held: dict[str, int] = {}
    for _code, standing, copies in reading.special:
        if standing.role == SIGNATURE:
            held[standing.card.code] = held.get(standing.card.code, 0) + copies
    return held


def copies_needed(reading: Reading, card: Card, held: dict[str, int]) -> tuple[int, int]:
    """Fewest and most copies of a signature: as many as its box holds, unless the investigator says
    otherwise."""
    for effect in reading.access.back.effects_of(effects.SIGNATURE_COPIES):
        if effect["card"] != card.code:
            continue
        if effect["by"] == "deck-size":
            copies = effect["copies"].get(str(reading.access.size), card.limit)
            return copies, copies
        players = reading.circumstances.investigators
        return (players, players) if players else (1, card.limit)
    for effect in reading.access.chooses_required:
        if effect.get("each_adds") == card.code:
            chosen = sum(held.get(code, 0) for code in effect["from"])
            return chosen, chosen
    return card.limit, card.limit


def missing(reading: Reading) -> Iterator[tuple[Requirement, Card, int, int, int]]:
    """Requirements that no alternative meets exactly: the base card, copies held, fewest, most."""
    held = signatures_held(reading)
    for requirement in reading.access.facts.required:
        if reading.circumstances.log.lost_signatures & set(requirement.any):
            continue
        cards = [
            reading.access.shelf.cards[code] for code in requirement.any if code in reading.access.shelf.cards
        ]
        taken = [card for card in cards if held.get(card.code)]
        if len(taken) == 1:
            low, high = copies_needed(reading, taken[0], held)
            if not low <= held[taken[0].code] <= high:
                yield requirement, taken[0], held[taken[0].code], low, high
        elif not taken and cards:
            low, high = copies_needed(reading, cards[0], held)
            if low:
                yield requirement, cards[0], 0, low, high


@rule("deck.requirements-cards-present", concerns.REQUIRED)
def requirements_present(reading: Reading) -> Iterator[Finding]:
    titles_of_others = {s.card.title for _code, s, _n in reading.with_concern(concerns.FOREIGN)}
    for requirement, card, copies, low, _high in missing(reading):
        if copies == 0 and card.title not in titles_of_others:
            yield error(
                _("{title} is required and missing ({needed}×)."),
                lacking=True,
                card=card.code,
                title=card.title,
                needed=low,
                any=list(requirement.any),
            )
    for effect in reading.access.chooses_required:
        yield from _chosen_required(reading, effect.facts["from"], effect["cards"], effect)


def _chosen_required(reading: Reading, among: list[str], cards: int, effect: object) -> Iterator[Finding]:
    held = {code: copies for code, copies in signatures_held(reading).items() if code in among}
    copies = sum(held.values())
    most = cards
    per = getattr(effect, "facts", {}).get("more_per_experience")
    if per:
        # Lily Chen: another Discipline for every so much experience earned.
        known = reading.circumstances.mode == CAMPAIGN
        most = cards + reading.circumstances.log.experience_earned // per if known else len(among)
        cards = min(most, len(among)) if known else cards
    most = min(most, len(among))
    titles = [reading.catalogue.cards[code].title for code in among if code in reading.catalogue.cards]
    facts: dict[str, Any] = {"needed": cards, "held": copies, "among": titles, "cards": sorted(held)}
    if copies < cards:
        yield error(_("{needed} of {among} required; the deck has {held}."), lacking=True, **facts)
    elif copies > most:
        yield error(_("{needed} of {among} required; the deck has {held}."), **facts)
    elif any(n > 1 for n in held.values()):
        yield error(
            _("{among}: they must be different; the deck has {held} of which some are the same."), **facts
        )


@rule("signature.exact-number", concerns.REQUIRED)
def exact_number(reading: Reading) -> Iterator[Finding]:
    held = signatures_held(reading)
    for _requirement, card, copies, low, high in missing(reading):
        if copies:
            yield error(
                _("{title}: {copies} copies; exactly {needed} required."),
                lacking=copies < low,
                card=card.code,
                title=card.title,
                copies=copies,
                needed=low if low == high else f"{low}–{high}",
            )
    asked = set(reading.access.signatures)
    side = reading.access.facts.side_deck
    in_side_deck = {code for requirement in side.required for code in requirement.any} if side else set()
    cards = reading.catalogue.cards
    for requirement in reading.access.facts.required:
        taken = [code for code in requirement.any if held.get(code)]
        if len(taken) > 1:
            yield error(
                _("{titles}: one takes the place of the other; the deck has both."),
                cards=taken,
                titles=[cards[code].title for code in taken],
            )
    yield from _pairs(reading, held)
    for code in sorted(held):
        if code not in asked or code in in_side_deck:
            yield error(
                _("{title} is not among the cards that {investigator}'s deck requires."),
                card=code,
                title=cards[code].title,
                investigator=reading.access.back.title,
            )


def _pairs(reading: Reading, held: dict[str, int]) -> Iterator[Finding]:
    """Advanced and replacement signatures come as a set: card and weakness together."""
    cards = reading.catalogue.cards
    for keyword in ALTERNATIVES:
        offers = [
            [code for code in r.any if code in cards and keyword in cards[code].keywords]
            for r in reading.access.facts.required
        ]
        offers = [codes for codes in offers if codes]
        taken = [any(held.get(code) for code in codes) for codes in offers]
        if any(taken) and not all(taken):
            absent = [codes[0] for codes, there in zip(offers, taken, strict=True) if not there]
            there_ = [code for codes in offers for code in codes if held.get(code)]
            yield error(
                _("{titles} comes together with {absent}."),
                keyword=keyword,
                cards=there_,
                titles=[cards[code].title for code in there_],
                absent=[f"{cards[code].title} ({keyword})" for code in absent],
            )


@rule("signature.owner-only", concerns.FOREIGN)
def owner_only(reading: Reading) -> Iterator[Finding]:
    own = {
        reading.catalogue.cards[c].title for c in reading.access.signatures if c in reading.catalogue.cards
    }
    held = {reading.catalogue.cards[code].title for code in signatures_held(reading)}
    for code, standing, _copies in reading.with_concern(concerns.FOREIGN):
        card = standing.card
        if card.title in own and card.title not in held:
            # Two investigators of one name have cards of one name (E-18).
            yield warning(
                _("{title} is the version of another {investigator}; it stands in for this one's."),
                interpretation="E-18",
                card=code,
                title=card.title,
                investigator=reading.access.front.title,
            )
            continue
        owners = card.only.investigators if card.only else frozenset()
        names = sorted({reading.catalogue.cards[c].title for c in owners if c in reading.catalogue.cards})
        yield error(
            _("{title} is a signature card of {owners}."),
            card=code,
            title=card.title,
            owners=names or ["another investigator"],
        )


@rule("signature.requirement-lapses", concerns.CAMPAIGN)
def requirement_lapses(reading: Reading) -> Iterator[Finding]:
    for code in sorted(reading.circumstances.log.lost_signatures & reading.access.signatures):
        if not signatures_held(reading).get(code):
            yield note(
                _("{title} was lost for good; it is no longer required."),
                interpretation="E-17",
                card=code,
                title=reading.catalogue.cards[code].title,
            )


RULES = (requirements_present, exact_number, owner_only, requirement_lapses)
