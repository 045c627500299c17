"""Deckbuilding options: the lines on an investigator's back, and the cards that each of them accepts.

All keys of a line must match, each by any of its values. Lines are read in order: a line that forbids a card
is final unless an earlier line accepted it (“no Fortune cards, unless also Cursed”). The player's choices
turn lines that offer a choice into plain ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from rules.cards.effects import FORBIDS, GRANTS_OPTION
from rules.cards.facts import read_option
from rules.cards.model import CLASSES, Card, Choices, InvestigatorFacts, Option


def fits(option: Option, card: Card, creation: bool = False) -> bool:
    """Return whether the card matches all conditions of the line."""
    level = option.base_level if creation and option.base_level else option.level
    if level is not None and (card.level is None or not level[0] <= card.level <= level[1]):
        return False
    return fits_but_for_the_level(option, card)


def fits_but_for_the_level(option: Option, card: Card) -> bool:
    """Return whether the line would accept the card at some level."""
    return not (
        (option.classes and not option.classes & card.classes)
        or (option.types and card.type not in option.types)
        or (option.traits and not option.traits & card.traits)
        or (option.tags and not option.tags & card.tags)
        or (option.slots and not option.slots & card.slots.keys())
        or (option.uses and card.uses not in option.uses)
        or (option.permanent is not None and option.permanent != card.permanent)
    )


@dataclass(frozen=True, slots=True)
class Way:
    """How a card is accepted into a deck: freely, through one of some limited lines, or not at all."""

    free: bool = False
    limited: tuple[int, ...] = ()
    """Indexes of the limited lines that accept it."""
    forbidden_by: int | None = None

    @property
    def open(self) -> bool:
        return self.free or bool(self.limited)


def way_in(lines: tuple[Option, ...], card: Card, *, creation: bool, multiclass_spared: bool) -> Way:
    """Read the lines in order for one card.

    If multi-class cards are not spared (FAQ 1.16), a limited line without the word “other” takes such a card
    even if another line accepts it freely.
    """
    free = False
    limited: list[int] = []
    charged: list[int] = []
    for index, line in enumerate(lines):
        if line.counts_only or not fits(line, card, creation):
            continue
        if line.forbids:
            if not free and not limited:
                return Way(forbidden_by=index)
        elif line.limit is None:
            free = True
        else:
            limited.append(index)
            if not line.other:
                charged.append(index)
    if free and charged and not multiclass_spared and len(card.classes) > 1:
        return Way(limited=tuple(charged))
    return Way(free=True) if free else Way(limited=tuple(limited))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The investigator's lines with the player's choices applied."""

    lines: tuple[Option, ...]
    size: int
    unmade: tuple[Option, ...]
    """Lines that offer a choice for which none was recorded."""
    problems: tuple[dict[str, Any], ...]
    """Choices that the investigator does not offer."""


def apply_choices(back: InvestigatorFacts, choices: Choices) -> Chosen:
    lines: list[Option] = []
    unmade: list[Option] = []
    problems: list[dict[str, Any]] = []
    size = back.size
    offered_ids = {line.id for line in back.options if line.choose_class}
    taken: list[str] = []
    for line in back.options:
        if line.choose_size:
            if choices.size is None:
                unmade.append(line)
            elif choices.size in line.choose_size:
                size = choices.size
            else:
                problems.append(
                    {"choice": line.name, "chosen": choices.size, "offered": list(line.choose_size)}
                )
        elif line.choose_class:
            chosen = choices.classes.get(line.id)
            if not chosen:
                unmade.append(line)
            elif chosen not in line.choose_class:
                problems.append({"choice": line.name, "chosen": chosen, "offered": list(line.choose_class)})
            else:
                if chosen in taken:
                    offered = [name for name in line.choose_class if name not in taken]
                    problems.append({"choice": line.name, "chosen": chosen, "offered": offered})
                taken.append(chosen)
                lines.append(replace(line, classes=frozenset((chosen,)), choose_class=()))
        elif line.choose_option:
            options = {option.id: option for option in line.choose_option}
            if not choices.option:
                unmade.append(line)
            elif choices.option in options:
                option = options[choices.option]
                size += option.size
                lines.append(replace(option, limit=option.limit or line.limit, name=option.name or line.name))
            else:
                problems.append({"choice": line.name, "chosen": choices.option, "offered": list(options)})
        else:
            lines.append(line)
    for id_, chosen in choices.classes.items():
        if chosen and id_ not in offered_ids:
            problems.append({"choice": "Class Choice", "chosen": chosen, "offered": []})
    if (
        choices.size is not None
        and not any(line.choose_size for line in back.options)
        and choices.size != back.size
    ):
        problems.append({"choice": "Deck Size", "chosen": choices.size, "offered": [back.size]})
    if choices.option and not any(line.choose_option for line in back.options):
        problems.append({"choice": "Trait Choice", "chosen": choices.option, "offered": []})
    return Chosen(tuple(lines), size, tuple(unmade), tuple(problems))


def granted_lines(grants: Iterable[tuple[Card, int]]) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """Return the lines that cards in the deck add before the investigator's own and after them.

    Prohibitions come before, permissions after.
    """
    before: list[Option] = []
    after: list[Option] = []
    for card, copies in grants:
        for effect in card.effects_of(FORBIDS):
            before.append(replace(read_option(effect["option"], card.code), forbids=True))
        for effect in card.effects_of(GRANTS_OPTION):
            option = read_option(effect["option"], card.code)
            after.append(replace(option, limit=option.limit * copies if option.limit else None))
    return tuple(before), tuple(after)


def possible_choices(unmade: tuple[Option, ...], choices: Choices) -> Iterator[Choices]:
    """Yield every way to make the choices that were not recorded, in printed order."""
    if not unmade:
        yield choices
        return
    line, rest = unmade[0], unmade[1:]
    if line.choose_class:
        for chosen in line.choose_class:
            if chosen not in choices.classes.values():
                yield from possible_choices(
                    rest, replace(choices, classes={**choices.classes, line.id: chosen})
                )
    elif line.choose_option:
        for option in line.choose_option:
            yield from possible_choices(rest, replace(choices, option=option.id))
    else:
        for size in line.choose_size:
            yield from possible_choices(rest, replace(choices, size=size))


class LineText(str):
    """A line in a few words, with the line itself: readers of other languages get words of their own."""

    line: Option
    creation: bool
    used: int | None

    def __new__(cls, text: str, line: Option, *, creation: bool = False, used: int | None = None) -> LineText:
        made = super().__new__(cls, text)
        made.line, made.creation, made.used = line, creation, used
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(LineText, creation=self.creation, used=self.used), (str(self), self.line)


@lru_cache(maxsize=1024)
def in_short(line: Option, creation: bool = False) -> LineText:
    """A line in a few words, for sentences: “Guardian and Neutral 0–5”, “Spell cards 0–2 (up to 5)”."""
    classes = [name.capitalize() for name in (*CLASSES, "neutral") if name in line.classes]
    some = "" if set(CLASSES) <= line.classes else " and ".join(classes)
    does = [
        *sorted(tag.replace("-", " ") for tag in line.tags),
        *(f"uses {kind}" for kind in sorted(line.uses)),
    ]
    does_what = f"({' or '.join(does)})" if does else ""
    traits = " or ".join([*sorted(line.traits), *(f"{slot} slot" for slot in sorted(line.slots))])
    permanent = {None: "", True: "permanent", False: "non-permanent"}[line.permanent]
    types = " or ".join(f"{name}s" for name in sorted(line.types))
    if not types and not (some or traits or does):
        types = "any cards"
    elif not types and (traits or does or permanent):
        types = "cards"
    level = line.base_level if creation and line.base_level else line.level
    levels = (
        "" if level is None else f"level {level[0]}" if level[0] == level[1] else f"{level[0]}–{level[1]}"
    )
    most = "" if line.limit is None else f"(up to {line.limit})"
    text = " ".join(filter(None, (some, permanent, traits, types, does_what, levels, most)))
    return LineText(text, line, creation=creation)


class SpokenLine(NamedTuple):
    """A line that lets cards in, as sentences about it need it."""

    line: Option
    words: LineText
    level: tuple[int, int] | None
    """The levels that it accepts now: at deck creation, they may be fewer."""


def spoken_lines(lines: Iterable[Option], creation: bool) -> tuple[SpokenLine, ...]:
    return tuple(
        SpokenLine(
            line,
            in_short(line, creation),
            line.base_level if creation and line.base_level else line.level,
        )
        for line in lines
        if not line.forbids and not line.counts_only
    )


def name_of(line: Option) -> str:
    """Return a short name of a limited line, for figures: “Survivor, Guardian level 0–1”."""
    parts: list[str] = []
    classes = [name for name in (*CLASSES, "neutral") if name in line.classes]
    if classes and len(classes) < len(CLASSES):
        parts.append(", ".join(name.capitalize() for name in classes))
    if line.traits:
        parts.append(", ".join(sorted(line.traits)))
    if line.tags:
        parts.append(", ".join(sorted(tag.replace("-", " ") for tag in line.tags)))
    if line.types:
        parts.append(", ".join(f"{kind}s" for kind in sorted(line.types)))
    if not parts:
        parts.append("Any class")
    if line.level is not None:
        low, high = line.level
        parts.append(f"level {low}" if low == high else f"level {low}–{high}")
    return " ".join(parts)
