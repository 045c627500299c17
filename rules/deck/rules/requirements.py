"""Rules about further requirements: by the investigator's back, by cards in the deck, by choices made.

(Rulebook A1.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from rules.cards import effects
from rules.cards.model import CLASSES, Card, Choices, Effect, Option, SecondDeck
from rules.deck import triggers
from rules.deck.circumstances import FREE
from rules.deck.options import LineText, apply_choices, fits
from rules.deck.reading import Reading
from rules.deck.rule import Finding, error, rule, unless_free, warning
from rules.deck.rules.lapsed_signatures import lapsed
from rules.deck.standing import BONDED
from rules.deck.verdict import _


@rule(
    "deck.additional-requirements", triggers.AT_LEAST | triggers.DEMANDS | triggers.BARRED | triggers.CHOICES
)
def additional_requirements(reading: Reading) -> Iterator[Finding]:
    yield from _choices(reading)
    yield from _forbidden(reading)
    for line in reading.access.at_least:
        yield from _classes_at_least(reading, line)
    for code, holder, effect in _demands(reading):
        have = _held(reading, effect.facts)
        if have < effect["cards"]:
            yield error(
                _("{title} needs at least {needed} {what}; the deck has {have}."),
                lacking=True,
                card=code,
                title=holder.title,
                needed=effect["cards"],
                have=have,
                what=_described(effect.facts),
            )


def _choices(reading: Reading) -> Iterator[Finding]:
    investigator = reading.access.back.title
    for problem in reading.access.chosen.problems:
        if reading.circumstances.mode == FREE and _offered_in_print(reading, problem["chosen"]):
            # A deck of unknown origin may have made the choice before the list removed it.
            message = _("With this taboo list, {investigator} can't choose {choice}; {chosen} was ignored.")
            yield warning(message, investigator=investigator, **problem)
            continue
        yield error(
            _("{investigator} can't choose {chosen} as {choice}. Change it in Settings."),
            investigator=investigator,
            **problem,
        )
    guessed = reading.guessed
    if guessed is not None:
        guess = [name for _id, name in sorted(guessed.classes.items())]
        guess += [guessed.option] if guessed.option else []
        guess += [str(guessed.size)] if guessed.size is not None else []
        yield unless_free(
            reading,
            _("Choose {choices} for {investigator} in Settings. Until then: {assumed}."),
            interpretation="E-50",
            investigator=investigator,
            choices=_unmade(reading),
            guess=guess,
            assumed=_assumed(reading, guessed),
        )


def _unmade(reading: Reading) -> str:
    """The names of the choices that are not recorded, such as “secondary class and deck size”."""
    lines = apply_choices(reading.access.facts, reading.deck.choices).unmade
    return " and ".join(dict.fromkeys((line.name or "option").lower() for line in lines))


def _assumed(reading: Reading, guessed: Choices) -> list[str]:
    """The choices that the verdict goes by meanwhile, such as “Mystic, 30 cards”."""
    recorded = reading.deck.choices
    made = [name.capitalize() for id_, name in sorted(guessed.classes.items()) if id_ not in recorded.classes]
    if guessed.option and not recorded.option:
        named = {
            option.id: option.name for line in reading.access.facts.options for option in line.choose_option
        }
        made.append(named.get(guessed.option) or guessed.option)
    if guessed.size is not None and recorded.size is None:
        made.append(f"{guessed.size} cards")
    return made


def _offered_in_print(reading: Reading, size: Any) -> bool:
    """Return whether the card offers this deck size and only the taboo list does not (Mandy Thompson)."""
    printed = reading.catalogue.cards[reading.access.back.code].investigator
    return (
        printed is not None
        and printed is not reading.access.facts
        and any(size in line.choose_size for line in printed.options)
    )


def _forbidden(reading: Reading) -> Iterator[Finding]:
    cards = reading.catalogue.cards
    for code, standing, copies in reading.with_trigger(triggers.BARRED):
        if standing.way.forbidden_by is not None:
            line = reading.access.lines[standing.way.forbidden_by]
            yield error(
                _("{by} doesn't allow {title}."),
                card=code,
                title=standing.card.title,
                copies=copies,
                by=cards[line.granted_by].title if line.granted_by else reading.access.back.title,
            )


def classes_held(reading: Reading, line: Option) -> dict[str, int]:
    """Return the number of cards of each class that the line counts.

    A multi-class card counts for each of its classes (FAQ 1.16).
    """
    held = {name: 0 for name in CLASSES if not line.classes or name in line.classes}
    for _code, card, copies in reading.standard():
        for name in card.classes & held.keys():
            held[name] += copies
    return held


def _classes_at_least(reading: Reading, line: Option) -> Iterator[Finding]:
    assert line.at_least is not None
    classes, cards = line.at_least
    held = classes_held(reading, line)
    enough = [name for name, copies in held.items() if copies >= cards]
    if len(enough) < classes:
        yield error(
            _(
                "{investigator} needs at least {cards} cards from each of {classes} "
                "classes; so far {enough} have enough."
            ),
            lacking=True,
            investigator=reading.access.back.title,
            classes=classes,
            cards=cards,
            enough=len(enough),
            held=held,
        )


def _demands(reading: Reading) -> Iterator[tuple[str, Card, Effect]]:
    """Yield the investigator and the cards that require a number of cards of some kind."""
    back = reading.access.back
    for effect in back.effects_of(effects.AT_LEAST):
        yield back.code, back, effect
    for code, standing, _copies in reading.with_trigger(triggers.DEMANDS):
        for effect in standing.card.effects_of(effects.AT_LEAST):
            yield code, standing.card, effect


def _suits(wanted: Mapping[str, Any], card: Card) -> bool:
    types, traits = wanted.get("types"), wanted.get("traits")
    return (not types or card.type in types) and (not traits or not card.traits.isdisjoint(traits))


def _held(reading: Reading, wanted: Mapping[str, Any]) -> int:
    """Return the copies in the deck that meet the requirement, signature cards included."""
    return sum(n for _c, s, n in reading.known() if _suits(wanted, s.card) and s.role != BONDED)


def _described(wanted: Mapping[str, Any]) -> str:
    traits, types = wanted.get("traits", ()), wanted.get("types", ())
    text = " ".join([*traits, *(f"{kind}s" for kind in types)]) or "cards"
    return LineText(text, Option(traits=frozenset(traits), types=frozenset(types)))


def places_reserved(reading: Reading) -> int:
    """Return the smallest number of cards still needed to meet every “at least” requirement."""
    reserved = 0
    for line in reading.access.at_least:
        assert line.at_least is not None
        classes, cards = line.at_least
        gaps = sorted(max(0, cards - copies) for copies in classes_held(reading, line).values())
        reserved = max(reserved, sum(gaps[:classes]))
    wanted = [(effect.facts, _held(reading, effect.facts)) for _code, _holder, effect in _demands(reading)]
    short = [(facts, facts["cards"] - held) for facts, held in wanted if facts["cards"] > held]
    for number in range(1, len(short) + 1):
        for together in combinations(short, number):
            if _apart([facts for facts, _gap in together]):
                reserved = max(reserved, sum(gap for _facts, gap in together))
    return reserved


def _apart(wanted: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether no card could meet two of these at once.

    A card has one type, but may have any traits.
    """
    types = [kind for facts in wanted for kind in facts.get("types", ())]
    return len(wanted) == 1 or (all(facts.get("types") for facts in wanted) and len(types) == len(set(types)))


@rule("deck.additional-requirements", triggers.ATTACHES)
def attachments(reading: Reading) -> Iterator[Finding]:
    """Check cards that take others out of the deck: a market, a plan, a bewitched hand."""
    for code, holder, effect in _attaching(reading):
        yield from _attached(reading, code, holder, effect.facts)


def _attaching(reading: Reading) -> Iterator[tuple[str, Card, Effect]]:
    for code, standing, _copies in reading.with_trigger(triggers.ATTACHES):
        for effect in standing.card.effects_of(effects.ATTACHES):
            yield code, standing.card, effect


def _attachable(reading: Reading, wanted: Mapping[str, Any]) -> dict[str, int]:
    """Return the copies of each card of the deck that may be attached; cards that start in play may not."""
    matching: dict[str, int] = {}
    for _code, standing, copies in reading.known():
        card = standing.card
        if standing.role != BONDED and not card.permanent and not card.weakness and _suits(wanted, card):
            matching[card.code] = matching.get(card.code, 0) + copies
    return matching


def _attached(reading: Reading, code: str, holder: Card, wanted: Mapping[str, Any]) -> Iterator[Finding]:
    matching = _attachable(reading, wanted)
    facts: dict[str, Any] = {"card": code, "title": holder.title, "needed": wanted["cards"]}
    if wanted.get("expected") and sum(matching.values()) < wanted["cards"]:
        yield warning(
            _("{title} needs {needed} {what} to attach; the deck has {held}."),
            interpretation="E-45",
            held=sum(matching.values()),
            what=_described({"types": ["card"], **wanted}),
            **facts,
        )
    attached = reading.deck.attachments.get(code) or reading.deck.attachments.get(holder.code, ())
    if len(attached) > wanted["cards"]:
        yield error(
            _("{title} can have at most {needed} cards attached; it has {held}."), held=len(attached), **facts
        )
    printed = reading.access.taboo_view.printed
    counts: dict[str, int] = {}
    for named in attached:
        card = printed.get(named)
        key = card.code if card else named
        counts[key] = counts.get(key, 0) + 1
    for key, copies in sorted(counts.items()):
        title = printed[key].title if key in printed else key
        if key not in matching:
            yield error(_("{attached} can't be attached to {title}."), attached=title, **facts)
        elif copies > matching[key] or (wanted.get("distinct") and copies > 1):
            message = _("{attached} is attached to {title} {copies} times, which is too many.")
            yield error(message, attached=title, copies=copies, **facts)


@rule("deck.additional-requirements", triggers.SECOND_DECK)
def second_deck(reading: Reading) -> Iterator[Finding]:
    """Check a second deck, such as parallel Jim Culver's spirits: its size, and that all cards differ."""
    wanted, held = reading.access.facts.second_deck, reading.deck.second_deck
    name = reading.access.back.title
    if wanted is None:
        if held:
            yield error(
                _("{investigator} has no second deck. Remove the {copies} cards in it."),
                investigator=name,
                copies=len(held),
            )
        return
    if not held:
        yield unless_free(reading, _("Add the second deck of {investigator}."), investigator=name)
        return
    printed = reading.access.taboo_view.printed
    required = {code for requirement in wanted.required for code in requirement.any}
    count = 0
    titles: dict[str, int] = {}
    for code, copies in sorted(held.items(), key=lambda row: str(row[0])):
        card = printed.get(code)
        if card is None or copies.__class__ is not int or copies < 1:
            message = _("{code} can't be in the second deck of {investigator}.")
            yield error(message, code=str(code)[:200], investigator=name)
            continue
        titles[card.title] = titles.get(card.title, 0) + copies
        if card.code in required:
            continue
        count += copies
        if reading.access.restricts(card) or not any(fits(line, card) for line in wanted.options):
            yield error(
                _("{title} is not allowed in {investigator}'s second deck."),
                interpretation="E-46" if _only_lacks_a_class(wanted, card) else "",
                card=code,
                title=card.title,
                investigator=name,
            )
    for title, copies in sorted(titles.items()):
        if copies > 1:
            message = _("{title}: {copies} copies; the second deck can have 1 copy of each card.")
            yield error(message, title=title, copies=copies)
    if count != wanted.size:
        yield error(
            _("The second deck of {investigator} has {size} of {needed} cards."),
            lacking=count < wanted.size,
            investigator=name,
            size=count,
            needed=wanted.size,
        )
    present = {printed[code].code for code in held if code in printed} | lapsed(reading)
    for requirement in wanted.required:
        if not present.intersection(requirement.any):
            yield error(
                _("Missing required card in the second deck of {investigator}: {title}."),
                lacking=True,
                card=requirement.any[0],
                title=printed[requirement.any[0]].title,
                investigator=name,
            )


def _only_lacks_a_class(wanted: SecondDeck, card: Card) -> bool:
    """Return whether a neutral card would fit the second deck if it had a class."""
    return not card.classes & set(CLASSES) and any(
        fits(replace(line, classes=frozenset()), card) for line in wanted.options
    )


RULES = (additional_requirements, attachments, second_deck)
