"""Rules about signature cards: the investigator's own are there, exactly, and no other investigator's.

(Rulebook A5.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rules.cards import effects
from rules.cards.model import Card, Effect, Requirement
from rules.deck import triggers
from rules.deck.circumstances import CAMPAIGN, CREATION, FREE, STANDALONE
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, note, rule, titles_of, warning
from rules.deck.rules.lapsed_signatures import lapsed, lost_for_good, recorded_usurper, usurper
from rules.deck.rules.weaknesses import basic_weaknesses_held
from rules.deck.standing import SIGNATURE
from rules.deck.verdict import _

#: Printed with a signature that replaces another; its partners must be taken with it.
ALTERNATIVES = ("advanced", "replacement")


def signatures_held(reading: Reading) -> dict[str, int]:
    held: dict[str, int] = {}
    for _code, standing, copies in reading.special:
        if standing.role == SIGNATURE:
            held[standing.card.code] = held.get(standing.card.code, 0) + copies
    return held


def _in_the_deck(reading: Reading, cards: Iterable[str]) -> dict[str, Any]:
    """Return signatures as a finding names them: by the codes used in the deck."""
    wanted = set(cards)
    return titles_of((code, s.card.title) for code, s, _n in reading.special if s.card.code in wanted)


def copies_needed(reading: Reading, card: Card, held: dict[str, int]) -> tuple[int, int]:
    """Return the smallest and largest number of copies of a signature.

    It is the number that its product holds, unless the investigator sets one.
    """
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
    """Yield the requirements that no alternative meets exactly: the card, copies held, fewest, most.

    One card may meet several requirements, or be required by several; it is reported once.
    """
    held = signatures_held(reading)
    lost = lapsed(reading)
    reported: set[str] = set()
    for requirement in reading.access.facts.required:
        cards = [
            reading.access.taboo_view.cards[code]
            for code in requirement.any
            if code in reading.access.taboo_view.cards
        ]
        if not cards or lost & set(requirement.any):
            continue
        taken = [card for card in cards if held.get(card.code)]
        for card in taken or [_expected(reading, requirement, cards, held)]:
            low, high = copies_needed(reading, card, held)
            if not low <= held.get(card.code, 0) <= high and card.code not in reported:
                reported.add(card.code)
                yield requirement, card, held.get(card.code, 0), low, high


def _expected(reading: Reading, requirement: Requirement, cards: list[Card], held: dict[str, int]) -> Card:
    """Return the missing card: the plain one, unless its replacement is partly there (Lola Hayes)."""
    plain = requirement.any[0]
    begun = {
        keyword
        for other in reading.access.facts.required
        if other.any[0] == plain
        for code in other.any[1:]
        if held.get(code)
        for keyword in reading.catalogue.cards[code].keywords.intersection(ALTERNATIVES)
    }
    return next((card for card in cards if card.keywords & begun), cards[0])


@rule("deck.requirements-cards-present", triggers.REQUIRED)
def requirements_present(reading: Reading) -> Iterator[Finding]:
    replaced = _replaced_titles(reading)
    for requirement, card, copies, low, _high in missing(reading):
        if copies == 0 and card.title not in replaced:
            one, several = (
                _("Missing required card: {title}."),
                _("Missing required cards: {needed}× {title}."),
            )
            yield error(
                one if low == 1 else several,
                see=["signature.weakness-is-signature"] if card.weakness else [],
                lacking=True,
                card=card.code,
                title=card.title,
                needed=low,
                any=list(requirement.any),
            )
    for effect in reading.access.chooses_required:
        yield from _chosen_required(reading, effect)


def _chosen_required(reading: Reading, effect: Effect) -> Iterator[Finding]:
    among = effect["from"]
    held = {code: copies for code, copies in signatures_held(reading).items() if code in among}
    copies = sum(held.values())
    fewest, most = _how_many(reading, effect)
    fewest = max(0, fewest - len(lapsed(reading).intersection(among)))
    facts: dict[str, Any] = {
        "needed": str(fewest) if fewest == most else f"{fewest}–{most}",
        "held": copies,
        "among": _names(reading, among),
        **_in_the_deck(reading, held),
    }
    if not fewest <= copies <= most:
        message = _("The deck must include {needed} of these and has {held}: {among}.")
        earned_nothing = reading.circumstances.mode == STANDALONE and effect.get("more_per_experience")
        interpretation = "E-55" if earned_nothing else ""
        yield error(message, interpretation=interpretation, lacking=copies < fewest, **facts)
    elif any(n > 1 for n in held.values()):
        yield error(_("Choose {held} different cards from: {among}."), **facts)


def _names(reading: Reading, codes: Iterable[str]) -> list[str]:
    """Return titles, with subtitles if titles alone would not distinguish the cards."""
    cards = [reading.catalogue.cards[code] for code in codes if code in reading.catalogue.cards]
    titles = [card.title for card in cards]
    return [f"{c.title} ({c.subtitle})" if titles.count(c.title) > 1 else c.title for c in cards]


def _how_many(reading: Reading, effect: Effect) -> tuple[int, int]:
    """Return the smallest and largest number of cards to choose."""
    cards, offered = int(effect["cards"]), len(effect["from"])
    per = effect.get("more_per_experience")
    if not per:
        return cards, cards
    # Lily Chen may take another Discipline for each given amount of experience that she has earned.
    mode = reading.circumstances.mode
    if mode in (CAMPAIGN, CREATION):
        offered = min(cards + reading.circumstances.log.experience_earned // per, offered)
    elif mode == STANDALONE:
        offered = min(cards + reading.experience // per, offered)
    return cards, offered


@rule("signature.exact-number", triggers.REQUIRED | triggers.CAMPAIGN)
def exact_number(reading: Reading) -> Iterator[Finding]:
    held = signatures_held(reading)
    for _requirement, card, copies, low, high in missing(reading):
        if copies:
            yield error(
                _("{title}: the deck needs exactly {needed}, and has {copies}."),
                see=["copies.requirement-override"] if low > 2 else [],
                lacking=copies < low,
                card=_in_the_deck(reading, [card.code])["cards"][0],
                title=card.title,
                copies=copies,
                needed=str(low) if low == high else f"{low}–{high}",
            )
    required = set(reading.access.signatures)
    second_deck = reading.access.facts.second_deck
    in_second_deck = (
        {code for requirement in second_deck.required for code in requirement.any} if second_deck else set()
    )
    cards = reading.catalogue.cards
    for requirement in reading.access.facts.required:
        taken = [code for code in requirement.any if held.get(code)]
        if len(taken) > 1:
            plain = [code for code in taken if not cards[code].keywords.intersection(ALTERNATIVES)]
            finding = _doubtful(reading) if len(plain) < 2 else error
            yield finding(
                _("{versions}: these replace each other. Keep only one."),
                versions=[_version(cards[code]) for code in taken],
                **_in_the_deck(reading, taken),
            )
    yield from _pairs(reading, held)
    yield from _lost_and_there(reading, held)
    for code in sorted(held):
        if code not in required or code in in_second_deck:
            yield error(
                _("{title} is not one of {investigator}'s required cards. Remove it."),
                card=_in_the_deck(reading, [code])["cards"][0],
                title=cards[code].title,
                investigator=reading.access.back.title,
            )


def _version(card: Card) -> str:
    """Return the name that distinguishes a signature from its namesake: “Cover Up (advanced)”."""
    keywords = card.keywords.intersection(ALTERNATIVES)
    return f"{card.title} ({min(keywords)})" if keywords else card.title


def _lost_and_there(reading: Reading, held: dict[str, int]) -> Iterator[Finding]:
    """Report signatures that an effect removed permanently and that are in the deck again, or replaced."""
    lost = lost_for_good(reading)
    reported = set()
    for requirement in reading.access.facts.required:
        taken = tuple(code for code in requirement.any if held.get(code))
        gone = tuple(sorted(lost.intersection(requirement.any)))
        if not gone or (gone, taken) in reported:
            continue
        if sum(held[code] for code in taken) >= _copies_in_full(reading, taken, held):
            reported.add((gone, taken))
            yield error(
                _("{lost} was permanently lost, so {titles} can't be in the deck."),
                interpretation=reading.edition.interpreted.get("lost_required_card_lapses", ""),
                lost=[reading.catalogue.cards[code].title for code in gone],
                **_in_the_deck(reading, taken),
            )


def _copies_in_full(reading: Reading, taken: tuple[str, ...], held: dict[str, int]) -> int:
    """Return the copies that would meet a requirement in full: then none of them can have been lost."""
    cards = (reading.access.taboo_view.cards[code] for code in taken)
    return max((copies_needed(reading, card, held)[0] for card in cards), default=1)


def _doubtful(reading: Reading) -> Callable[..., Finding]:
    """Return the severity of a signature that may have been traded.

    A challenge scenario trades signatures one by one, and a deck of unknown origin may have played it.
    """
    return warning if reading.circumstances.mode == FREE else error


def _pairs(reading: Reading, held: dict[str, int]) -> Iterator[Finding]:
    """Check that advanced and replacement signatures come as a set: card and weakness together."""
    cards = reading.catalogue.cards
    lost = lapsed(reading)
    for keyword in ALTERNATIVES:
        present: list[str] = []
        absent: list[str] = []
        for requirement in reading.access.facts.required:
            if lost & set(requirement.any):
                continue
            codes = [code for code in requirement.any if code in cards and keyword in cards[code].keywords]
            taken = [code for code in codes if held.get(code)]
            present += taken
            # If none was taken at all, deck.requirements-cards-present reports it.
            other = any(held.get(code) for code in requirement.any)
            if codes and not taken and other:
                absent.append(codes[0])
        if present and absent:
            yield _doubtful(reading)(
                _("{titles} ({keyword}) must be used together with {absent} ({keyword})."),
                keyword=keyword,
                absent=[cards[code].title for code in absent],
                **_in_the_deck(reading, present),
            )


@rule("signature.owner-only", triggers.FOREIGN)
def owner_only(reading: Reading) -> Iterator[Finding]:
    replaced = _replaced_titles(reading)
    for code, standing, _copies in reading.with_trigger(triggers.FOREIGN):
        card = standing.card
        if card.title in replaced:
            # Two investigators with the same name have cards with the same name (E-18).
            yield warning(
                _("{title} belongs to another version of {investigator}; it counts as this one's."),
                interpretation="E-18",
                card=code,
                title=card.title,
                investigator=reading.access.front.title,
            )
            continue
        yield error(
            _("{title} is a signature card of {owners} only."),
            see=["deck.restriction-deck-only"],
            card=code,
            title=card.title,
            owners=sorted(_owners(reading, card)),
        )


def _owners(reading: Reading, card: Card) -> set[str]:
    cards = reading.catalogue.cards
    return {cards[code].title for code in (card.only.investigators if card.only else ()) if code in cards}


def _replaced_titles(reading: Reading) -> set[str]:
    """Return the titles of missing signatures that are replaced by a namesake's version."""
    cards = reading.catalogue.cards
    own = {cards[code].title for code in reading.access.signatures if code in cards}
    missing_titles = own - {cards[code].title for code in signatures_held(reading)}
    return {
        standing.card.title
        for _code, standing, copies in reading.with_trigger(triggers.FOREIGN)
        if standing.card.title in missing_titles
        and copies <= standing.card.limit
        and reading.access.back.title in _owners(reading, standing.card)
    }


@rule("signature.requirement-lapses", triggers.CAMPAIGN | triggers.REQUIRED)
def requirement_lapses(reading: Reading) -> Iterator[Finding]:
    held = signatures_held(reading)
    cards = reading.catalogue.cards
    lost = lost_for_good(reading) & reading.access.signatures
    for code in sorted(lost):
        if not held.get(code):
            yield note(
                _("{title} was permanently lost and is no longer required."),
                interpretation=reading.edition.interpreted.get("lost_required_card_lapses", ""),
                card=code,
                title=cards[code].title,
            )
    heir = usurper(reading)
    if heir is not None:
        yield from _usurped(reading, heir)
    elif (recorded := recorded_usurper(reading)) and any(not n for _r, _c, n, _l, _h in missing(reading)):
        yield warning(
            _("No record shows that {heir} replaced {investigator}, so signature cards are still required."),
            interpretation="E-44",
            heir=recorded.title,
            investigator=reading.access.front.title,
        )


def _usurped(reading: Reading, heir: Card) -> Iterator[Finding]:
    """Report that every signature card became a random basic weakness."""
    held = signatures_held(reading)
    cards = reading.catalogue.cards
    required = {requirement.any[0] for requirement in reading.access.facts.required}
    gone = sorted(code for code in required - lost_for_good(reading) if not held.get(code))
    facts = {"heir": heir.title, "investigator": reading.access.front.title}
    for code in gone:
        yield note(
            _("{title} is no longer required because {heir} replaced {investigator}."),
            interpretation="E-44",
            card=code,
            title=cards[code].title,
            **facts,
        )
    weaknesses = basic_weaknesses_held(reading)
    expected = reading.access.facts.random_weaknesses
    expected += sum(copies_needed(reading, cards[code], held)[0] for code in gone)
    if weaknesses < expected:
        yield warning(
            _(
                "{heir} replaced {investigator}, and signature cards became weaknesses: the deck needs "
                "{expected} random basic weaknesses, and has {held}."
            ),
            interpretation="E-44",
            held=weaknesses,
            expected=expected,
            **facts,
        )


RULES = (requirements_present, exact_number, owner_only, requirement_lapses)
