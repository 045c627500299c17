"""Has the deck the random weaknesses it owes, and may it have the others? (Rulebook A6, A13's story
cards.)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules import concerns, effects
from rules.access import BASIC, WEAKNESS
from rules.catalogue import Catalogue
from rules.circumstances import CAMPAIGN, CREATION, FREE, STANDALONE
from rules.law import Finding, error, note, rule, unless_free
from rules.model import PLACEHOLDER
from rules.reading import Reading
from rules.verdict import _


def follow_ups(catalogue: Catalogue) -> Mapping[str, str]:
    """Weaknesses that take the place of a basic one, and so still meet the requirement: follow-up → basic
    weakness."""
    kept = catalogue.compiled.get("follow-ups")
    if kept is None:
        found: dict[str, str] = {}
        for card in catalogue.basic_weaknesses:
            queue = [effect["card"] for effect in card.effects_of(effects.REPLACED_BY)]
            while queue:
                code = queue.pop()
                if code in found or code not in catalogue.cards or catalogue.cards[code].weakness == "basic":
                    continue
                found[code] = card.code
                queue += [effect["card"] for effect in catalogue.cards[code].effects_of(effects.REPLACED_BY)]
        kept = catalogue.compiled["follow-ups"] = found
    assert isinstance(kept, dict)
    return kept


def basic_weaknesses_held(reading: Reading) -> int:
    """Random basic weaknesses in the deck, the ones still to be drawn and follow-ups of drawn ones
    included."""
    if not reading.concerns & concerns.GAINED_WEAKNESS:
        return reading.basic
    follow = follow_ups(reading.catalogue)
    return reading.basic + sum(
        copies
        for _code, standing, copies in reading.special
        if standing.role is WEAKNESS and standing.card.code in follow
    )


def basic_weaknesses_owed(reading: Reading) -> int:
    """Those printed on the investigator, one more by the Ultimatum of Disaster, and the standalone
    table's."""
    owed = reading.access.facts.random_weaknesses
    if "ub.disaster" in reading.circumstances.ultimatums:
        owed += 1
    if reading.circumstances.mode == STANDALONE:
        owed += min(reading.experience // 10, 4)
    return owed


@rule("rbw.one-required", concerns.RANDOM_WEAKNESS | concerns.PLACEHOLDER)
def one_required(reading: Reading) -> Iterator[Finding]:
    held, owed = basic_weaknesses_held(reading), basic_weaknesses_owed(reading)
    placeholders = to_be_drawn(reading)
    mode = reading.circumstances.mode
    printed = reading.access.facts.random_weaknesses
    facts: dict[str, Any] = {"held": held, "owed": owed}
    if held < printed:
        yield error(_("The deck has {held} of {owed} random basic weaknesses."), lacking=True, **facts)
    elif held > owed and mode == CREATION:
        yield error(_("The deck has {held} random basic weaknesses; {owed} belong in a new deck."), **facts)
    if placeholders and mode == CAMPAIGN:
        yield error(
            _("{count} random basic weakness is still to be drawn."),
            lacking=True,
            count=placeholders,
            card=PLACEHOLDER,
        )
    elif placeholders:
        yield note(
            _("{count} random basic weakness is still to be drawn."), count=placeholders, card=PLACEHOLDER
        )


def to_be_drawn(reading: Reading) -> int:
    return sum(copies for _code, standing, copies in reading.special if standing.card.code == PLACEHOLDER)


@rule("rbw.more-later", concerns.RANDOM_WEAKNESS | concerns.GAINED_WEAKNESS)
def more_later(reading: Reading) -> Iterator[Finding]:
    mode = reading.circumstances.mode
    if mode == FREE:
        more = basic_weaknesses_held(reading) - basic_weaknesses_owed(reading)
        if more > 0:
            yield note(
                _("{more} more random basic weaknesses than required: gained in a campaign?"), more=more
            )
    log = reading.circumstances.log
    follow = follow_ups(reading.catalogue)
    for code, standing, copies in reading.with_concern(concerns.GAINED_WEAKNESS):
        card = standing.card
        facts: dict[str, Any] = {"card": code, "title": card.title, "copies": copies}
        recorded = log.bearer_of.get(card.code, 0) + log.weaknesses.get(card.code, 0)
        if mode == FREE:
            yield note(_("{title}: a weakness gained in a campaign."), **facts)
        elif (mode == CAMPAIGN and copies <= recorded) or (
            card.code in follow and mode == CAMPAIGN and follow[card.code] in log.weaknesses
        ):
            continue
        else:
            yield error(_("{title}: no record says that this deck gained the weakness."), **facts)


@rule("rbw.stays-all-campaign", concerns.CAMPAIGN)
def stays_all_campaign(reading: Reading) -> Iterator[Finding]:
    # What was drawn at random and recorded stays, and nothing else may come in its place.
    recorded = dict(reading.circumstances.log.weaknesses)
    if not recorded:
        return
    follow = follow_ups(reading.catalogue)
    held: dict[str, int] = {}
    for _code, standing, copies in reading.special:
        if standing.role is BASIC and standing.card.code != PLACEHOLDER:
            held[standing.card.code] = held.get(standing.card.code, 0) + copies
        elif standing.role is WEAKNESS and standing.card.code in follow:
            held[follow[standing.card.code]] = held.get(follow[standing.card.code], 0) + copies
    for code in sorted(recorded.keys() | held.keys()):
        have, drawn = held.get(code, 0), recorded.get(code, 0)
        card = reading.catalogue.cards.get(code)
        if card is None or card.weakness != "basic":
            continue
        facts: dict[str, Any] = {"card": code, "title": card.title, "held": have, "recorded": drawn}
        if have < drawn:
            yield error(_("{title} was drawn for this deck and must stay in it."), lacking=True, **facts)
        elif have > drawn:
            yield error(
                _("{title}: {held} in the deck, but {recorded} drawn at random and recorded."), **facts
            )


@rule("rbw.pool-text-restrictions", concerns.RESTRICTED | concerns.MULTIPLAYER_ONLY)
def pool_text_restrictions(reading: Reading) -> Iterator[Finding]:
    players = reading.circumstances.investigators
    for code, standing, _copies in reading.with_concern(concerns.RESTRICTED | concerns.MULTIPLAYER_ONLY):
        card = standing.card
        if standing.role is not BASIC:
            continue
        if standing.restricted:
            classes = sorted(card.only.classes) if card.only else []
            yield error(
                _("{title} is for {classes} only: another weakness must be drawn."),
                interpretation="E-20",
                card=code,
                title=card.title,
                classes=classes,
            )
        elif players == 1 and "multiplayer-only" in card.keywords:
            yield error(
                _("{title} is for several players only: another weakness must be drawn."),
                interpretation="E-20",
                card=code,
                title=card.title,
            )


@rule("rbw.pool-physical-multiplicity", concerns.SURPLUS)
def physical_copies(reading: Reading) -> Iterator[Finding]:
    # No more copies than there are of the card; what the log records has happened, whatever the box holds.
    held: dict[str, int] = {}
    for _code, standing, copies in reading.special:
        if standing.role != "standard" and standing.role != "signature":
            held[standing.card.code] = held.get(standing.card.code, 0) + copies
    log = reading.circumstances.log
    for code, copies in sorted(held.items()):
        card = reading.catalogue.cards[code]
        allowed = max(card.limit, log.weaknesses.get(code, 0), log.bearer_of.get(code, 0))
        if code != PLACEHOLDER and copies > allowed and card.type != "investigator" and not card.bonded_to:
            yield error(
                _("{title}: {copies} copies; its limit is {limit} per deck."),
                card=code,
                title=card.title,
                copies=copies,
                limit=card.limit,
            )


@rule("story.only-by-instruction", concerns.STORY)
def story_only_by_instruction(reading: Reading) -> Iterator[Finding]:
    bearer_of = reading.circumstances.log.bearer_of
    for code, standing, copies in reading.with_concern(concerns.STORY):
        card = standing.card
        if copies > bearer_of.get(card.code, 0):
            yield unless_free(
                reading,
                _("{title} is a story card: it joins a deck only when the campaign says so."),
                card=code,
                title=card.title,
                copies=copies,
            )


RULES = (
    one_required,
    stays_all_campaign,
    more_later,
    pool_text_restrictions,
    physical_copies,
    story_only_by_instruction,
)
