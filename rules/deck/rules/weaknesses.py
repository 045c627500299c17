"""Rules about weaknesses: the random ones that the deck must have, and others that it may have.

(Rulebook A6, story cards: A13.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rules.cards import effects
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import PLACEHOLDER, Card
from rules.deck import triggers
from rules.deck.circumstances import CAMPAIGN, CREATION, FREE, STANDALONE
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, note, rule, titles_of, unless_free, warning
from rules.deck.standing import BASIC, WEAKNESS
from rules.deck.verdict import _


@once_per_catalogue
def follow_ups(catalogue: Catalogue) -> Mapping[str, str]:
    """The weaknesses that replace a basic one and still meet the requirement: follow-up → basic."""
    found: dict[str, str] = {}
    for card in catalogue.basic_weaknesses:
        queue = [effect["card"] for effect in card.effects_of(effects.REPLACED_BY)]
        while queue:
            code = queue.pop()
            if code in found or code not in catalogue.cards or catalogue.cards[code].weakness == "basic":
                continue
            found[code] = card.code
            queue += [effect["card"] for effect in catalogue.cards[code].effects_of(effects.REPLACED_BY)]
    return found


def basic_weaknesses_held(reading: Reading) -> int:
    """Return the random basic weaknesses in the deck.

    Those still to be drawn and follow-ups of drawn ones count.
    """
    if not reading.triggers & triggers.GAINED_WEAKNESS:
        return reading.basic
    follow = follow_ups(reading.catalogue)
    return reading.basic + sum(
        copies
        for _code, standing, copies in reading.special
        if standing.role is WEAKNESS and standing.card.code in follow
    )


def basic_weaknesses_owed(reading: Reading) -> int:
    """Return the random basic weaknesses that the deck must have.

    These are the ones printed on the investigator, those the campaign added or removed, one by the Ultimatum
    of Disaster, and the standalone table's.
    """
    owed = max(0, reading.access.facts.random_weaknesses + reading.circumstances.log.extra_weaknesses)
    if reading.plays_by("ub.disaster"):
        owed += 1
    if reading.circumstances.mode == STANDALONE:
        owed += standalone_weaknesses(reading.access.back, reading.experience)
    return owed


def fewest_basic_weaknesses(reading: Reading) -> int:
    """Return the printed number without those that an ability removed permanently.

    Weaknesses that an instruction added are recorded, and rbw.stays-all-campaign requires them.
    """
    printed = reading.access.facts.random_weaknesses
    return max(0, printed + min(0, reading.circumstances.log.extra_weaknesses))


def standalone_weaknesses(back: Card | None, experience: int) -> int:
    """Return the further random basic weaknesses of a standalone deck with this much experience."""
    return min(max(0, experience - own_bonus(back)) // 10, 4)


def own_bonus(back: Card | None) -> int:
    """Return the experience that an investigator begins with, for which no weakness is added (E-47)."""
    bonuses = back.effects_of(effects.STARTING_EXPERIENCE) if back else ()
    return sum(int(effect["by"]) for effect in bonuses)


@rule("rbw.one-required", triggers.RANDOM_WEAKNESS | triggers.PLACEHOLDER)
def one_required(reading: Reading) -> Iterator[Finding]:
    held, owed = basic_weaknesses_held(reading), basic_weaknesses_owed(reading)
    mode = reading.circumstances.mode
    facts: dict[str, Any] = {"held": held, "owed": owed}
    if held < fewest_basic_weaknesses(reading):
        message = _("The deck has {held} of {owed} random basic weaknesses. Draw the missing ones.")
        yield error(message, lacking=True, **facts)
    elif held > owed and mode == CREATION:
        yield error(_("Too many random basic weaknesses: {held} in the deck, {owed} allowed."), **facts)
    placeholders = to_be_drawn(reading)
    if placeholders:
        title = reading.catalogue.cards[PLACEHOLDER].title
        facts = {"count": placeholders, "card": PLACEHOLDER, "title": title}
        one, several = _("Draw 1 random basic weakness."), _("Draw {count} random basic weaknesses.")
        message = one if placeholders == 1 else several
        yield error(message, lacking=True, **facts) if mode == CAMPAIGN else note(message, **facts)


def to_be_drawn(reading: Reading) -> int:
    return sum(copies for _code, standing, copies in reading.special if standing.card.code == PLACEHOLDER)


_MORE_THAN_THERE_ARE = _("{title}: {copies} copies; the limit is {limit} per deck.")


@rule("rbw.drawn-last", triggers.CREATION)
def drawn_last(reading: Reading) -> Iterator[Finding]:
    if reading.size < reading.needed:
        # Weaknesses on record were drawn by the campaign, perhaps an earlier one, which knows their time.
        recorded = reading.circumstances.log.weaknesses
        drawn = [
            row
            for row in reading.with_trigger(triggers.BASIC)
            if row[1].card.code != PLACEHOLDER and row[2] > recorded.get(row[1].card.code, 0)
        ]
        if drawn:
            yield warning(
                _("{titles}: drawn too early. Draw weaknesses after choosing all other cards."),
                interpretation="E-21",
                **titles_of((code, standing.card.title) for code, standing, _n in drawn),
            )


@rule("rbw.more-later", triggers.RANDOM_WEAKNESS | triggers.GAINED_WEAKNESS)
def more_later(reading: Reading) -> Iterator[Finding]:
    mode = reading.circumstances.mode
    if mode == FREE:
        more = basic_weaknesses_held(reading) - basic_weaknesses_owed(reading)
        if more > 0:
            yield note(
                _("Random basic weaknesses beyond the required ones: {more}. They may come from a campaign."),
                more=more,
            )
    unrecorded = _unrecorded(reading)
    for code, standing, copies in reading.with_trigger(triggers.GAINED_WEAKNESS):
        card = standing.card
        facts: dict[str, Any] = {"card": code, "title": card.title, "copies": copies}
        if mode == FREE and copies > card.limit:
            yield error(_MORE_THAN_THERE_ARE, limit=card.limit, **facts)
        elif mode == FREE:
            yield note(_("{title}: a weakness gained in a campaign."), **facts)
        elif unrecorded.get(card.code):
            yield error(
                _("{title}: the campaign has no record that this deck gained this weakness."), **facts
            )


def _weaknesses_held(reading: Reading) -> dict[str, tuple[str, int]]:
    """Return the weaknesses in the deck, without signatures: card → a code used in the deck, copies."""
    held: dict[str, tuple[str, int]] = {}
    for code, standing, copies in sorted(reading.special, key=lambda row: row[0]):
        card = standing.card.code
        if standing.role in (BASIC, WEAKNESS) and card != PLACEHOLDER:
            first, so_far = held.get(card, (code, 0))
            held[card] = first, so_far + copies
    return held


@rule("rbw.stays-all-campaign", triggers.CAMPAIGN)
def stays_all_campaign(reading: Reading) -> Iterator[Finding]:
    # A weakness that was drawn at random and recorded stays, itself or as its follow-up. Nothing replaces it:
    # beyond the recorded ones there is room only for weaknesses that the deck had to have since its creation,
    # if those were not recorded.
    recorded = reading.circumstances.log.weaknesses
    held = _weaknesses_held(reading)
    cards = reading.catalogue.cards
    missing, _rest = _compared(reading.catalogue, recorded, held)
    for card, copies in sorted(missing.items()):
        yield error(
            _("{title} was drawn for this deck and must stay in it. Add it again."),
            lacking=True,
            card=card,
            title=cards[card].title,
            held=recorded[card] - copies,
            recorded=recorded[card],
        )
    more = _unrecorded_basic(reading)
    if sum(more.values()) > _unrecorded_allowed(reading):
        for card, copies in more.items():
            yield error(
                _("{title}: the deck has {held}, but {recorded} recorded as drawn at random."),
                card=held[card][0],
                title=cards[card].title,
                held=held[card][1],
                recorded=held[card][1] - copies,
            )


def _compared(
    catalogue: Catalogue, recorded: Mapping[str, int], held: Mapping[str, tuple[str, int]]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the recorded weaknesses that the deck lacks, and those that it holds beyond them, by card.

    A recorded weakness is met by itself, or by a follow-up that has replaced it since.
    """
    rest = {card: copies for card, (_code, copies) in held.items()}
    lacking = {card: copies for card, copies in recorded.items() if card in catalogue.cards}
    stand_ins = {card: _stand_ins(catalogue, card) for card in lacking}
    # Each by itself first, then those that the fewest cards can replace.
    for card in lacking:
        _settle(lacking, rest, card, card)
    for card in sorted(lacking, key=lambda card: (len(stand_ins[card]), card)):
        for other in sorted(stand_ins[card]):
            _settle(lacking, rest, card, other)
    return (
        {card: copies for card, copies in lacking.items() if copies > 0},
        {card: copies for card, copies in rest.items() if copies > 0},
    )


def _settle(lacking: dict[str, int], rest: dict[str, int], card: str, by: str) -> None:
    met = max(0, min(lacking[card], rest.get(by, 0)))
    if met:
        lacking[card] -= met
        rest[by] -= met


def _stand_ins(catalogue: Catalogue, code: str) -> set[str]:
    """Return the card itself and its follow-ups.

    A follow-up that turned back into a basic weakness is recorded as that weakness, so a basic weakness never
    replaces its follow-up.
    """
    return {code} | {
        other for other in _successors(catalogue, code) if catalogue.cards[other].weakness != "basic"
    }


@rule("weakness.persists", triggers.CAMPAIGN)
def persists(reading: Reading) -> Iterator[Finding]:
    # Weaknesses that this investigator became the bearer of, or those that replaced them.
    cards = reading.catalogue.cards
    for code, recorded in sorted(reading.circumstances.log.bearer_of.items()):
        if code in cards and cards[code].weakness:
            heirs = _successors(reading.catalogue, code)
            held = sum(copies for _code, s, copies in reading.special if s.card.code in heirs)
            if held < recorded:
                yield error(
                    _("{title} was gained in the campaign and must stay in the deck. Add it again."),
                    lacking=True,
                    card=code,
                    title=cards[code].title,
                    held=held,
                    recorded=recorded,
                )


def _successors(catalogue: Catalogue, code: str) -> set[str]:
    """Return the card itself, and the cards that may have replaced it since."""
    found: set[str] = set()
    queue = [code]
    while queue:
        code = queue.pop()
        if code not in found and code in catalogue.cards:
            found.add(code)
            queue += [effect["card"] for effect in catalogue.cards[code].effects_of(effects.REPLACED_BY)]
    return found


@rule("rbw.random", triggers.CAMPAIGN)
def drawn_at_random(reading: Reading) -> Iterator[Finding]:
    more = _unrecorded_basic(reading)
    if more and sum(more.values()) <= _unrecorded_allowed(reading):
        held = _weaknesses_held(reading)
        yield warning(
            _("{titles}: not recorded as drawn at random."),
            **titles_of((held[card][0], reading.catalogue.cards[card].title) for card in more),
        )


def _unrecorded(reading: Reading) -> dict[str, int]:
    """Return the copies of weaknesses that neither a draw nor a campaign instruction explains, by card."""
    log = reading.circumstances.log
    recorded = Counter(log.weaknesses) + Counter(log.bearer_of)
    _missing, rest = _compared(reading.catalogue, recorded, _weaknesses_held(reading))
    return rest


def _unrecorded_basic(reading: Reading) -> dict[str, int]:
    rest = _unrecorded(reading)
    return {card: rest[card] for card in sorted(rest) if counts_as_basic(reading.catalogue, card)}


def counts_as_basic(catalogue: Catalogue, code: str) -> bool:
    """Return whether this is a basic weakness, or one that replaced a basic weakness."""
    card = catalogue.cards.get(code)
    return card is not None and (card.weakness == "basic" or code in follow_ups(catalogue))


def _unrecorded_allowed(reading: Reading) -> int:
    recorded = sum(
        copies
        for card, copies in reading.circumstances.log.weaknesses.items()
        if counts_as_basic(reading.catalogue, card)
    )
    return max(0, basic_weaknesses_owed(reading) - recorded)


@rule("rbw.pool-text-restrictions", triggers.RESTRICTED | triggers.MULTIPLAYER_ONLY)
def pool_text_restrictions(reading: Reading) -> Iterator[Finding]:
    # A recorded weakness was drawn legally, and stays even if other investigators have left since.
    players = reading.circumstances.investigators
    log = reading.circumstances.log
    for code, standing, copies in reading.with_trigger(triggers.RESTRICTED | triggers.MULTIPLAYER_ONLY):
        card = standing.card
        recorded = log.weaknesses.get(card.code, 0) + log.bearer_of.get(card.code, 0)
        if standing.role is not BASIC or copies <= recorded:
            continue
        if standing.restricted:
            classes = sorted(card.only.classes) if card.only else []
            yield error(
                _("{title} is only for other classes ({classes}). Draw another weakness."),
                interpretation="E-20",
                card=code,
                title=card.title,
                classes=classes,
            )
        elif players == 1 and "multiplayer-only" in card.keywords:
            yield error(
                _("{title} is only for multiplayer games. Draw another weakness."),
                interpretation="E-20",
                card=code,
                title=card.title,
            )


@rule("rbw.pool-physical-multiplicity", triggers.SURPLUS)
def physical_copies(reading: Reading) -> Iterator[Finding]:
    # Not more copies than all products together hold; recorded copies are accepted in any case.
    held: dict[str, tuple[str, int]] = {}
    for code, standing, copies in reading.with_trigger(triggers.BASIC):
        card = standing.card.code
        if card != PLACEHOLDER:
            held[card] = (held.get(card, (code, 0))[0], held.get(card, (code, 0))[1] + copies)
    log = reading.circumstances.log
    for card, (code, copies) in sorted(held.items()):
        printings = reading.catalogue.printings_of.get(card, ())
        limit = max(reading.catalogue.cards[card].limit, sum(printing.quantity for printing in printings))
        if copies > max(limit, log.weaknesses.get(card, 0), log.bearer_of.get(card, 0)):
            yield error(
                _("{title}: {copies} copies; all products together hold {limit}."),
                card=code,
                title=reading.catalogue.cards[card].title,
                copies=copies,
                limit=limit,
            )


@rule("story.only-by-instruction", triggers.STORY)
def story_only_by_instruction(reading: Reading) -> Iterator[Finding]:
    bearer_of = reading.circumstances.log.bearer_of
    for code, standing, copies in reading.with_trigger(triggers.STORY):
        card = standing.card
        facts: dict[str, Any] = {"card": code, "title": card.title, "copies": copies}
        if reading.circumstances.mode == FREE and copies > card.limit:
            yield error(_MORE_THAN_THERE_ARE, limit=card.limit, **facts)
        elif copies > bearer_of.get(card.code, 0):
            message = _("{title} is a story card: it can only be added when the campaign says so.")
            yield unless_free(reading, message, **facts)


RULES = (
    one_required,
    drawn_last,
    drawn_at_random,
    stays_all_campaign,
    persists,
    more_later,
    pool_text_restrictions,
    physical_copies,
    story_only_by_instruction,
)
