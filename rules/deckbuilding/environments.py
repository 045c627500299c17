"""From which products may the deck be built? Current, Limited, Legacy (rulebook A14)."""

from __future__ import annotations

from collections.abc import Iterator

from rules import concerns
from rules.access import STANDARD
from rules.catalogue import Catalogue
from rules.circumstances import Environment
from rules.law import Finding, error, note, rule, warning
from rules.model import Card
from rules.reading import Reading
from rules.verdict import _

#: The 2026 core set and the five investigator decks are in every environment.
BASE_CYCLES = frozenset({"core_ch2", "investigator_decks_ch2"})
#: Cards that the environments leave to the group (env.outside-cards).
OUTSIDE_CYCLES = frozenset({"parallel", "promotional"})
LIMITED_MOST = 3
NEWEST = 2


def unit(catalogue: Catalogue, pack: str) -> str:
    """The expansion a pack belongs to: old packs are one with the box that replaced them (E-33)."""
    for code, box in catalogue.packs.items():
        if box.reprint_type == "player" and pack in box.reprints:
            return code
    return pack


def products(catalogue: Catalogue, environment: Environment) -> frozenset[str] | None:
    """Packs of the environment; None = every product."""
    if environment.kind not in ("current", "limited"):
        return None
    allowed = {code for code, pack in catalogue.packs.items() if pack.cycle in BASE_CYCLES}
    if environment.kind == "current":
        for kind in ("deckbuilding", "investigator"):
            dated = sorted(
                (pack.released, code)
                for code, pack in catalogue.packs.items()
                if pack.expansion == kind and (not environment.as_of or pack.released <= environment.as_of)
            )
            allowed |= {code for _date, code in dated[-NEWEST:]}
    else:
        for chosen in environment.expansions:
            box = unit(catalogue, chosen)
            allowed |= {box, chosen}
            if box in catalogue.packs:
                allowed |= set(catalogue.packs[box].reprints)
    return frozenset(allowed)


def _packs_of(catalogue: Catalogue, card: Card) -> frozenset[str]:
    return frozenset(p.pack for p in catalogue.printings_of.get(card.code, ()))


def _outside(catalogue: Catalogue, packs: frozenset[str]) -> bool:
    return bool(packs) and all(
        catalogue.packs[code].cycle in OUTSIDE_CYCLES for code in packs if code in catalogue.packs
    )


def _strangers(reading: Reading, environment: Environment) -> Iterator[Finding]:
    allowed = products(reading.catalogue, environment)
    if allowed is None:
        return
    catalogue = reading.catalogue
    kind = environment.kind.capitalize()
    front = reading.access.front
    home = _packs_of(catalogue, front)
    anyone = environment.kind == "limited" and environment.any_investigator
    if not anyone and not home & allowed and not _outside(catalogue, home):
        yield error(
            _("{title} is in no product of the {environment} environment."),
            card=front.code,
            title=front.title,
            environment=kind,
        )
    for code, standing, _copies in sorted(reading.known(), key=lambda row: row[0]):
        card = standing.card
        if standing.role != STANDARD or card.reward:
            continue
        packs = _packs_of(catalogue, card)
        if packs & allowed:
            yield from _old_printing(reading, code, card, allowed)
        elif not _outside(catalogue, packs):
            yield error(
                _("{title} is in no product of the {environment} environment."),
                card=code,
                title=card.title,
                environment=kind,
            )


def _old_printing(reading: Reading, code: str, card: Card, allowed: frozenset[str]) -> Iterator[Finding]:
    printing = reading.catalogue.printings.get(code)
    if printing is None or printing.pack in allowed:
        return
    modified = (
        any(p.modified for p in reading.catalogue.printings_of.get(card.code, ()) if p.pack in allowed)
        and not printing.modified
    )
    if modified and reading.edition.switches.modified_reprints:
        yield error(
            _("{title}: the environment has its modified reprint; the deck has the original."),
            interpretation="E-05",
            card=code,
            title=card.title,
        )
    elif not modified:
        yield note(
            _("{title}: an older printing of a card that the environment has; accepted."),
            interpretation="E-05",
            card=code,
            title=card.title,
        )


@rule("env.current", concerns.ENVIRONMENT)
def current(reading: Reading) -> Iterator[Finding]:
    environment = reading.circumstances.environment
    if environment is not None and environment.kind == "current" and reading.edition.switches.environments:
        yield from _strangers(reading, environment)


@rule("env.limited", concerns.ENVIRONMENT)
def limited(reading: Reading) -> Iterator[Finding]:
    environment = reading.circumstances.environment
    if environment is None or environment.kind != "limited" or not reading.edition.switches.environments:
        return
    chosen = {unit(reading.catalogue, code) for code in environment.expansions}
    for code in sorted(chosen - reading.catalogue.packs.keys()):
        yield error(_("No expansion {code} is known."), code=code)
    if len(chosen) > LIMITED_MOST:
        yield error(
            _("{count} expansions chosen; the Limited environment has {most}."),
            count=len(chosen),
            most=LIMITED_MOST,
        )
    yield from _strangers(reading, environment)


@rule("env.outside-cards", concerns.ENVIRONMENT)
def outside_cards(reading: Reading) -> Iterator[Finding]:
    environment = reading.circumstances.environment
    if environment is None or environment.outside_allowed or products(reading.catalogue, environment) is None:
        return
    cards = [reading.access.front, *(card for _code, card, _n in reading.standard())]
    outside = [card for card in cards if _outside(reading.catalogue, _packs_of(reading.catalogue, card))]
    if outside and reading.edition.switches.environments:
        yield warning(
            _("{titles}: outside the environments; the group decides."),
            cards=sorted(c.code for c in outside),
            titles=sorted(c.title for c in outside),
        )


@rule("env.choose", concerns.CARD_POOL)
def card_pool(reading: Reading) -> Iterator[Finding]:
    """A deck may name the products it was built from; what lies outside them is worth a word."""
    catalogue = reading.catalogue
    named = set(reading.deck.card_pool)
    packs = {code for code, p in catalogue.packs.items() if code in named or p.cycle in named}
    packs |= {old for code in packs for old in catalogue.packs[code].reprints}
    if not packs:
        return
    strangers = [
        card
        for _code, card, _n in reading.standard()
        if not _packs_of(catalogue, card) & packs and not card.reward
    ]
    if strangers:
        yield warning(
            _("{titles}: not in the card pool that the deck names."),
            cards=sorted(c.code for c in strangers),
            titles=sorted({c.title for c in strangers}),
        )


RULES = (current, limited, outside_cards, card_pool)
