"""The investigator's deckbuilding options as text, with the cards of the deck that each of them admits.

An option is also called a line, as it is one line on the back of the investigator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.text.names import CLASSES, SLOTS, TAGS, title_of, trait_name, uses_name
from rules.cards.model import CLASSES as FIVE
from rules.cards.model import Card, Option
from rules.deck.options import fits
from rules.deck.reading import Reading


def option_text(option: Option) -> str:
    """Return an option as text: “Survivor, level 0–2”."""
    what, traits, classes = _kinds(option), _traits(option), _classes(option)
    if what and traits:
        what = _("%(traits)s %(cards)s") % {"traits": traits, "cards": what}
    what = what or traits
    if what and classes:
        what = _("%(class)s %(types)s") % {"class": classes, "types": what}
    what = what or classes or _("Any class")
    return ", ".join(filter(None, (what, levels(option.level), _permanent(option.permanent))))


def levels(level: tuple[int, int] | None) -> str:
    if level is None:
        return ""
    low, high = level
    if low == high:
        return _("level %(level)d") % {"level": low}
    return _("level %(low)d–%(high)d") % {"low": low, "high": high}


def either(names: Iterable[str]) -> str:
    """Return a text such as “Spell or Occult”."""
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return _("%(some)s or %(last)s") % {"some": ", ".join(listed[:-1]), "last": listed[-1]}


def _classes(option: Option) -> str:
    if set(FIVE) <= option.classes:
        return _("Any class")
    both = [str(CLASSES[name]) for name in (*FIVE, "neutral") if name in option.classes]
    return (
        _("%(some)s and %(last)s") % {"some": ", ".join(both[:-1]), "last": both[-1]}
        if both[1:]
        else "".join(both)
    )


def _traits(option: Option) -> str:
    tags = (str(TAGS.get(tag, tag.replace("-", " "))) for tag in sorted(option.tags))
    uses = (_("uses (%(kind)s)") % {"kind": kind} for kind in sorted(map(uses_name, option.uses)))
    return either([*sorted(map(trait_name, option.traits)), *tags, *uses])


def _kinds(option: Option) -> str:
    plural = {"asset": _("assets"), "event": _("events"), "skill": _("skills")}
    kinds = either(plural.get(kind, kind) for kind in sorted(option.types))
    slots = either(str(SLOTS[name]) for name in SLOTS if name in option.slots)
    return " ".join(filter(None, (kinds, slots)))


def _permanent(permanent: bool | None) -> str:
    if permanent is None:
        return ""
    return _("permanent") if permanent else _("not permanent")


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option: its text, the copies that it admits, and for a limited option the card in each place."""

    text: str
    css: str
    copies: int
    limit: int | None = None
    seats: tuple[Card, ...] = ()
    free: int = 0
    by: str = ""
    """The title of the card that grants it."""

    @property
    def is_over(self) -> bool:
        return self.limit is not None and self.copies > self.limit


@dataclass(frozen=True, slots=True)
class OptionLines:
    rows: tuple[OptionLine, ...]
    forbidden: tuple[str, ...]
    strays: tuple[tuple[Card, int], ...] = ()
    """Cards that no option admits, with their copies."""

    @property
    def stray_copies(self) -> int:
        return sum(copies for _card, copies in self.strays)


def lines_of(reading: Reading) -> OptionLines:
    """Return every option of the investigator in printed order, with those that cards grant."""
    seats = reading.seating.seats if reading.access.limited else {}
    left_over = reading.seating.left_over if reading.access.limited else {}
    free: dict[int, int] = {}
    strays: list[tuple[Card, int]] = []
    for code, card, copies in reading.standard():
        way = reading.table[code].standing.way
        if way.free:
            index = _first_free(reading, card)
            free[index] = free.get(index, 0) + copies
        elif not way.limited:
            strays.append((card, copies))
    cards = reading.access.taboo_view.cards
    strays += [(cards[code], copies) for code, copies in left_over.items() if copies]
    rows = []
    for index, line in enumerate(reading.access.lines):
        if line.forbids or line.counts_only:
            continue
        rows.append(_row(reading, line, seats.get(index, {}), free.get(index, 0)))
    forbidden = tuple(option_text(line) for line in reading.access.lines if line.forbids)
    return OptionLines(tuple(rows), forbidden, tuple(strays))


def _first_free(reading: Reading, card: Card) -> int:
    creation = reading.access.creation
    for index, line in enumerate(reading.access.lines):
        plain = line.limit is None and not line.forbids and not line.counts_only
        if plain and fits(line, card, creation):
            return index
    return -1


def _row(reading: Reading, line: Option, seated: Mapping[str, int], free: int) -> OptionLine:
    cards = reading.access.taboo_view.cards
    by = title_of(cards[line.granted_by]) if line.granted_by in cards else ""
    css = (
        f"is-{next(iter(line.classes - {'neutral'}))}"
        if len(line.classes - {"neutral"}) == 1
        else "is-neutral"
    )
    if line.limit is None:
        return OptionLine(option_text(line), css, free, by=by)
    seats = tuple(cards[code] for code, copies in seated.items() for _copy in range(copies))
    return OptionLine(
        option_text(line), css, len(seats), line.limit, seats, max(0, line.limit - len(seats)), by
    )
