"""Rules about the environments Current, Limited and Legacy: the products that a deck may be built from.

(Rulebook A14.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import PLACEHOLDER, Card
from rules.deck import triggers
from rules.deck.circumstances import MODIFIED, VERSIONS, Environment
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, note, rule, titles_of, warning
from rules.deck.standing import BASIC
from rules.deck.verdict import _
from rules.memo import Recent

#: The 2026 core set and the five investigator decks are in every environment.
BASE_CYCLES = frozenset({"core_ch2", "investigator_decks_ch2"})
#: Cards that the environments leave to the group (env.outside-cards).
OUTSIDE_CYCLES = frozenset({"parallel", "promotional"})
#: Products of these cycles are not player card expansions (E-33): they are core sets, are part of every
#: environment, or are left to the group.
NO_EXPANSIONS = BASE_CYCLES | OUTSIDE_CYCLES | {"core"}
LIMITED_MOST = 3
#: Number of environments, and sets of products, whose contents are cached.
MOST_CACHED = 64
NEWEST = 2


def unit(catalogue: Catalogue, pack: str) -> str:
    """Return the expansion that a pack belongs to: old packs belong to the box that replaced them (E-33)."""
    return _units(catalogue).get(pack, pack)


@once_per_catalogue
def _units(catalogue: Catalogue) -> Mapping[str, str]:
    return {
        old: code
        for code, box in catalogue.packs.items()
        if box.reprint_type == "player"
        for old in box.reprints
    }


def is_expansion(catalogue: Catalogue, pack: str) -> bool:
    """Return whether a product is a player card expansion for Limited: one with cards to choose."""
    return unit(catalogue, pack) in _expansions(catalogue)


@once_per_catalogue
def _expansions(catalogue: Catalogue) -> frozenset[str]:
    holding = {
        unit(catalogue, printing.pack)
        for card in catalogue.cards.values()
        if card.standard and not card.reward
        for printing in catalogue.printings_of.get(card.code, ())
    }
    packs = catalogue.packs
    return frozenset(code for code in holding if code in packs and packs[code].cycle not in NO_EXPANSIONS)


def products(catalogue: Catalogue, environment: Environment) -> frozenset[str] | None:
    """Return the packs of the environment; None = every product."""
    if environment.kind not in ("current", "limited"):
        return None
    return cached_products(catalogue).get(environment, lambda: _products(catalogue, environment))


@once_per_catalogue
def cached_products(catalogue: Catalogue) -> Recent[Environment, frozenset[str]]:
    return Recent(MOST_CACHED)


def _products(catalogue: Catalogue, environment: Environment) -> frozenset[str]:
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
            if is_expansion(catalogue, chosen):
                box = unit(catalogue, chosen)
                allowed |= {box, chosen, *catalogue.packs[box].reprints}
    return frozenset(allowed)


def excluded_cards(catalogue: Catalogue, environment: Environment) -> frozenset[str]:
    """Return the cards with a level that no deck may hold, without those that the group may allow."""
    allowed = products(catalogue, environment)
    if allowed is None:
        return frozenset()

    def found() -> frozenset[str]:
        return frozenset(
            code
            for code, card in catalogue.cards.items()
            if card.standard and not card.reward and not _belongs(catalogue, card, allowed)
        )

    return _cached_exclusions(catalogue).get(allowed, found)


@once_per_catalogue
def _cached_exclusions(catalogue: Catalogue) -> Recent[frozenset[str], frozenset[str]]:
    return Recent(MOST_CACHED)


def _belongs(catalogue: Catalogue, card: Card, allowed: frozenset[str]) -> bool:
    packs = packs_of(catalogue, card)
    return not packs.isdisjoint(allowed) or _outside(catalogue, packs)


def packs_of(catalogue: Catalogue, card: Card) -> frozenset[str]:
    return frozenset(p.pack for p in catalogue.printings_of.get(card.code, ()))


def _outside(catalogue: Catalogue, packs: frozenset[str]) -> bool:
    return bool(packs) and all(
        catalogue.packs[code].cycle in OUTSIDE_CYCLES for code in packs if code in catalogue.packs
    )


_NOT_HERE = _("{title} is not in the {environment} environment.")


def _bound(reading: Reading) -> list[tuple[str, Card]]:
    """Return the cards to which the environment applies.

    Rewards are exempt, an investigator's own cards come with the investigator, and weaknesses that the log
    records have already been drawn.
    """
    recorded = reading.circumstances.log.weaknesses
    bound = {code: card for code, card, _copies in reading.bought() if not card.reward}
    for code, standing, _copies in reading.with_trigger(triggers.BASIC):
        card = standing.card
        if standing.role is BASIC and card.code != PLACEHOLDER and card.code not in recorded:
            bound[code] = card
    return sorted(bound.items())


def _excluded(reading: Reading, allowed: frozenset[str]) -> Iterator[tuple[str, Card]]:
    """Yield the cards of the deck that no product of the environment holds."""
    for code, card in _bound(reading):
        if not _belongs(reading.catalogue, card, allowed):
            yield code, card


def _cards_in(reading: Reading, environment: Environment, allowed: frozenset[str]) -> Iterator[Finding]:
    kind = environment.kind.capitalize()
    for code, card in _excluded(reading, allowed):
        yield error(_NOT_HERE, card=code, title=card.title, environment=kind)
    for code, card in _bound(reading):
        if not packs_of(reading.catalogue, card).isdisjoint(allowed):
            yield from _old_printing(reading, code, card, allowed)


def _old_printing(reading: Reading, code: str, card: Card, allowed: frozenset[str]) -> Iterator[Finding]:
    printing = reading.catalogue.printings.get(code)
    if printing is None or printing.pack in allowed:
        return
    modified = any(p.modified for p in reading.catalogue.printings_of.get(card.code, ()) if p.pack in allowed)
    if modified and not printing.modified:
        yield error(
            _("{title}: the deck has the original. Use the modified reprint, which is in the environment."),
            interpretation="E-05",
            card=code,
            title=card.title,
        )
    else:
        yield note(
            _("{title}: an older printing of a card in the environment; allowed."),
            interpretation="E-05",
            card=code,
            title=card.title,
        )


def _environment(reading: Reading, kind: str) -> tuple[Environment, frozenset[str]] | None:
    """Return the environment and its products, if it is of this kind and the edition has environments."""
    environment = reading.circumstances.environment
    if environment is None or environment.kind != kind or not reading.edition.switches.environments:
        return None
    allowed = products(reading.catalogue, environment)
    return None if allowed is None else (environment, allowed)


@rule("env.current", triggers.ENVIRONMENT)
def current(reading: Reading) -> Iterator[Finding]:
    bound = _environment(reading, "current")
    if bound is None:
        return
    front = reading.access.front
    if not _belongs(reading.catalogue, front, bound[1]):
        yield error(_NOT_HERE, card=front.code, title=front.title, environment="Current")
    yield from _cards_in(reading, *bound)


@rule("env.current-rotation", triggers.ENVIRONMENT)
def current_rotation(reading: Reading) -> Iterator[Finding]:
    # A running campaign keeps the environment of the day when it began (E-34).
    bound = _environment(reading, "current")
    if bound is None or not bound[0].as_of:
        return
    newest = products(reading.catalogue, replace(bound[0], as_of="")) or frozenset()
    already = {code for code, _card in _excluded(reading, bound[1])}
    moved = [(code, card) for code, card in _excluded(reading, newest) if code not in already]
    if moved:
        yield note(
            _("{titles}: in the Current environment of {day}, but no longer in the newest one."),
            interpretation="E-34",
            day=bound[0].as_of,
            **titles_of((code, card.title) for code, card in moved),
        )


@rule("env.limited", triggers.ENVIRONMENT)
def limited(reading: Reading) -> Iterator[Finding]:
    bound = _environment(reading, "limited")
    if bound is None:
        return
    chosen = {unit(reading.catalogue, code) for code in bound[0].expansions}
    for code in sorted(chosen - reading.catalogue.packs.keys()):
        yield error(_("Unknown expansion: {code}."), code=code)
    for code in sorted(chosen & reading.catalogue.packs.keys()):
        if not is_expansion(reading.catalogue, code):
            yield error(
                _("{pack} can't be chosen for Limited: it is not a player card expansion."),
                interpretation="E-33",
                code=code,
                pack=reading.catalogue.packs[code].title,
            )
    if len(chosen) > LIMITED_MOST:
        yield error(
            _("{count} expansions are chosen; Limited allows {most}."),
            count=len(chosen),
            most=LIMITED_MOST,
        )
    yield from _cards_in(reading, *bound)


@rule("env.limited-investigator-variant", triggers.ENVIRONMENT)
def limited_investigator(reading: Reading) -> Iterator[Finding]:
    bound = _environment(reading, "limited")
    front = reading.access.front
    if bound and not bound[0].any_investigator and not _belongs(reading.catalogue, front, bound[1]):
        yield error(
            _(
                "{title} is not in the Limited environment; only a variant "
                "allows investigators from any expansion."
            ),
            card=front.code,
            title=front.title,
        )


@rule("env.legacy-version-choice", triggers.ENVIRONMENT)
def legacy_version_choice(reading: Reading) -> Iterator[Finding]:
    environment = reading.circumstances.environment
    if environment is None or environment.kind != "legacy" or not reading.edition.switches.modified_reprints:
        return
    if environment.versions not in VERSIONS:
        return
    modified = environment.versions == MODIFIED
    catalogue = reading.catalogue
    for code, card, _copies in reading.bought():
        printing = catalogue.printings.get(code)
        reprinted = any(each.modified for each in catalogue.printings_of.get(card.code, ()))
        if printing is None or not reprinted or printing.modified == modified:
            continue
        if modified:
            message = _("{title}: the deck has the original, but the group uses modified reprints.")
        else:
            message = _("{title}: the deck has the modified reprint, but the group uses original versions.")
        yield error(message, interpretation="E-54", card=code, title=card.title)


@rule("env.outside-cards", triggers.ENVIRONMENT)
def outside_cards(reading: Reading) -> Iterator[Finding]:
    environment = reading.circumstances.environment
    if environment is None or environment.outside_allowed or not reading.edition.switches.environments:
        return
    if products(reading.catalogue, environment) is None:
        return
    front = reading.access.front
    cards = [(front.code, front), *((code, standing.card) for code, standing, _n in reading.known())]
    outside = [
        (code, card.title)
        for code, card in cards
        if _outside(reading.catalogue, packs_of(reading.catalogue, card))
    ]
    if outside:
        yield warning(
            _("{titles}: not in any environment; the group decides whether to allow it."),
            **titles_of(outside),
        )


RULES = (current, current_rotation, limited, limited_investigator, legacy_version_choice, outside_cards)
