"""The terms of a search as conditions; fields and values that do not exist are errors that say so."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext as _

from cards.search import boxes, grammar
from cards.search.conditions import (
    ANYWHERE,
    CODE,
    EVERYTHING,
    FAVOURITE,
    IN_TEXT,
    IN_TITLE,
    MOST,
    OWNED,
    TABOO,
    TABOO_LIST,
    TAG,
    USABLE_BY,
    AllOf,
    AnyOf,
    Between,
    Condition,
    Has,
    Holds,
    Listed,
    Not,
    Starts,
)
from cards.search.grammar import Field, Node, QueryError, Value
from cards.search.guessing import closest
from cards.search.normalization import words
from cards.search.query import CHAPTERS, CLASSES, ICONS, KEYWORDS, SLOTS, TAGS, TYPES, WEAKNESSES
from cards.search.vocabulary import ACTIONS, NAMES, TABOOS
from cards.text import names
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.cards.model import SKILLS

YES, NO = ("yes", "true", "1", "y"), ("no", "false", "0", "n")


def conditions_of(node: Node, catalogue: Catalogue) -> Condition:
    """Return the conditions of a search. QueryError if a field or a value is not known."""
    if isinstance(node, grammar.Word):
        return _started(node.text, ANYWHERE)
    if isinstance(node, grammar.Phrase):
        return _held(node.text, ANYWHERE)
    if isinstance(node, grammar.Level):
        return Has((("level", node.number),))
    if isinstance(node, grammar.Without):
        condition = conditions_of(node.term, catalogue)
        return condition if condition == EVERYTHING else Not(condition)
    if isinstance(node, grammar.Every):
        return AllOf(tuple(conditions_of(term, catalogue) for term in node.terms))
    if isinstance(node, grammar.Either):
        return AnyOf(tuple(conditions_of(term, catalogue) for term in node.terms))
    return _field(node, catalogue)


def _started(text: str, where: str) -> Condition:
    found = tuple(words(text))
    return Starts(found, where) if found else EVERYTHING


def _held(text: str, where: str) -> Condition:
    found = " ".join(words(text))
    return Holds(found, where) if found else EVERYTHING


def _field(field: Field, catalogue: Catalogue) -> Condition:
    if field.name not in NAMES:
        guess = closest(field.name, NAMES)
        message = _("There is no field “%(name)s”.") % {"name": field.name}
        if guess:
            message += " " + _("Did you mean %(guess)s?") % {"guess": f"{NAMES[guess].name}:"}
        raise QueryError(message, field.place)
    name = NAMES[field.name].name
    if not field.values:
        raise QueryError(_("A value is missing after “%(name)s:”.") % {"name": name}, field.place)
    if field.sign not in (":", "=", "!=") and name not in COMPARED:
        message = _("“%(name)s” can't be compared: use “:”, as in %(example)s.")
        raise QueryError(message % {"name": name, "example": NAMES[name].example}, field.place)
    read = READERS[name]
    found = [read(value, field.sign, catalogue) for value in field.values]
    condition = found[0] if len(found) == 1 else _any(found)
    return Not(condition) if field.sign == "!=" else condition


def _any(found: Sequence[Condition]) -> Condition:
    """Return one condition for several values."""
    if all(isinstance(each, Has) for each in found):
        return Has(tuple(pair for each in found if isinstance(each, Has) for pair in each.any_of))
    return AnyOf(tuple(found))


Reader = Callable[[Value, str, Catalogue], Condition]


def _refuse(value: Value, message: str, known: Iterable[str] = ()) -> QueryError:
    guess = closest(value.text, known)
    text = message % {"value": value.text[:60]}
    return QueryError(
        f"{text} {_('Did you mean %(guess)s?') % {'guess': guess}}" if guess else text, value.place
    )


def _choice(facet: str, known: Sequence[str]) -> Reader:
    """Return a reader of one of these words, or of the beginning of one."""

    def read(value: Value, sign: str, catalogue: Catalogue) -> Condition:
        wanted = value.text.casefold().replace(" ", "-")
        fitting = [name for name in known if name == wanted]
        fitting = fitting or [name for name in known if name.startswith(wanted) and wanted]
        if not fitting:
            message = _("“%(value)s” is not valid here. Use %(known)s.")
            listed = ", ".join(known)
            raise _refuse(value, message.replace("%(known)s", listed.replace("%", "%%")), known)
        return Has(tuple((facet, name) for name in fitting))

    return read


def _class(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    if value.text.casefold() in ("multi", "multiclass"):
        return Has((("keyword", "multiclass"),))
    return _choice("class", CLASSES)(value, sign, catalogue)


def _named(facet: str, message: Callable[[], str]) -> Reader:
    """Return a reader of values that cards have: the whole value, or its beginning."""

    def read(value: Value, sign: str, catalogue: Catalogue) -> Condition:
        wanted = " ".join(words(value.text))
        known = _values(catalogue, facet)
        german = _german_traits(catalogue) if facet == "trait" else {}
        fitting = [known[wanted]] if wanted in known else list(german.get(wanted, ()))
        fitting = fitting or [own for name, own in known.items() if wanted and name.startswith(wanted)]
        fitting = fitting or [
            own for name, several in german.items() if wanted and name.startswith(wanted) for own in several
        ]
        if not fitting:
            raise _refuse(value, message(), (*known.values(), *german))
        return Has(tuple((facet, own) for own in fitting))

    return read


@once_per_catalogue
def _values(catalogue: Catalogue, facet: str) -> dict[str, str]:
    """Return the traits, or the kinds of uses, by their words."""
    cards = catalogue.cards.values()
    found = (
        {trait for card in cards for trait in card.traits} if facet == "trait" else {c.uses for c in cards}
    )
    return {" ".join(words(value)): value for value in sorted(found) if value}


@once_per_catalogue
def _german_traits(catalogue: Catalogue) -> dict[str, tuple[str, ...]]:
    """Return the traits by the words of their German names, which several may share."""
    found: dict[str, tuple[str, ...]] = {}
    for trait in _values(catalogue, "trait").values():
        if german := names.german_traits().get(trait):
            name = " ".join(words(german))
            found[name] = (*found.get(name, ()), trait)
    return found


def trait_names(catalogue: Catalogue) -> Iterable[str]:
    """Return the names of all traits in the reader's language."""
    return {names.trait_name(trait): None for trait in _values(catalogue, "trait").values()}


def uses_names(catalogue: Catalogue) -> Iterable[str]:
    return _values(catalogue, "uses").values()


NUMBER = re.compile(r"(\d{1,2})(?:(\+)|[-–](\d{1,2}))?")


def _range(value: Value, sign: str, usage: str) -> tuple[int, int]:
    """Read `3`, `3+` or `0-2`; with a sign such as `<=`, a number."""
    match = NUMBER.fullmatch(value.text)
    if not match or (sign not in (":", "=", "!=") and (match[2] or match[3])):
        raise _refuse(value, usage)
    low = int(match[1])
    if sign in ("<", "<="):
        return 0, low - (sign == "<")
    if sign in (">", ">="):
        return low + (sign == ">"), MOST
    high = MOST if match[2] else int(match[3] or low)
    if low > high:
        raise _refuse(value, usage)
    return low, high


def _number(facet: str, *, highest: int = MOST, none: bool = False, x: bool = False) -> Reader:
    def read(value: Value, sign: str, catalogue: Catalogue) -> Condition:
        plain = sign in (":", "=", "!=")
        if none and plain and value.text.casefold() in ("none", "-"):
            return Has(((facet, None),))
        if x and plain and value.text.casefold() == "x":
            return Has(((facet, "X"),))
        usage = _("“%(value)s” is not a number. Write 3, 3+ or 0-2.")
        low, high = _range(value, sign, usage)
        if low > highest and plain:
            raise _refuse(value, _("“%(value)s” is too high: levels are 0 to 5."))
        return Between(facet, low, high)

    return read


ICON_VALUE = re.compile(r"([a-z]+)(?:(<=|>=|[:=<>])(\d.*))?")


def _icons(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    """Read `intellect` (at least one), `intellect>=2`, `intellect:2` (at least two), or a number of icons."""
    usage = _("“%(value)s” are not skill icons. Write icons:intellect, icons:wild>=2 or icons>=3.")
    text = value.text.casefold()
    if text[:1].isdigit():
        low, high = _range(value, sign, usage)
        return Between("icons", low, high)
    match = ICON_VALUE.fullmatch(text)
    fitting = [name for name in ICONS if match and len(match[1]) > 2 and name.startswith(match[1])]
    if not match or not fitting or sign not in (":", "=", "!="):
        raise _refuse(value, usage, ICONS)
    inner, number = match[2] or ">=", Value(match[3] or "1", value.place)
    low, high = _range(number, ">=" if inner == ":" and number.text.isdigit() else inner, usage)
    return Between(f"{fitting[0]} icons", low, high)


def _truth(facet: str = "", kind: str = "") -> Reader:
    def read(value: Value, sign: str, catalogue: Catalogue) -> Condition:
        wanted = value.text.casefold()
        if wanted not in (*YES, *NO):
            raise _refuse(value, _("“%(value)s” is not yes or no."))
        if facet:
            return Has(((facet, wanted in YES),))
        return Listed(kind, "") if wanted in YES else Not(Listed(kind, ""))

    return read


def _weakness(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    wanted = value.text.casefold()
    if wanted not in (*WEAKNESSES, "yes"):
        raise _refuse(value, _("“%(value)s” is not valid. Use basic, other, any or no."))
    weak = Has((("weakness", "basic"), ("weakness", "other")))
    if wanted == "no":
        return Not(weak)
    return weak if wanted in ("any", "yes") else Has((("weakness", wanted),))


def _box(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    found = boxes.boxes_named(catalogue, value.text)
    if not found:
        raise _refuse(value, _("No box is called “%(value)s”."), boxes.titles(catalogue))
    return Has(tuple(("pack", code) for code in found))


def _cycle(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    found = boxes.cycles_named(catalogue, value.text)
    if not found:
        raise _refuse(value, _("No cycle is called “%(value)s”."), boxes.cycles(catalogue).values())
    return Has(tuple(("cycle", code) for code in found))


def _chapter(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    if value.text not in CHAPTERS:
        raise _refuse(value, _("“%(value)s” is not a chapter. Use 1 or 2."))
    return Has((("chapter", int(value.text)),))


def _investigator(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    found = boxes.investigators_named(catalogue, value.text)
    if not found:
        raise _refuse(
            value, _("No investigator is called “%(value)s”."), boxes.investigator_titles(catalogue)
        )
    if len(found) > boxes.MOST_INVESTIGATORS:
        raise _refuse(value, _("Too many investigators are called “%(value)s”. Write more of the name."))
    return _any_listed(USABLE_BY, found)


def _any_listed(kind: str, values: Sequence[str]) -> Condition:
    listed = tuple(Listed(kind, value) for value in values)
    return listed[0] if len(listed) == 1 else AnyOf(listed)


def _taboo(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    wanted = value.text.casefold()
    if wanted in YES or wanted in NO:
        changed = Listed(TABOO, "changed")
        return changed if wanted in YES else Not(changed)
    if wanted not in TABOOS:
        message = _("“%(value)s” is not valid here. Use changed, forbidden, dearer, cheaper or exceptional.")
        raise _refuse(value, message, TABOOS)
    return Listed(TABOO, wanted)


def _taboo_list(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    if value.text not in catalogue.taboo_lists:
        raise _refuse(value, _("Unknown taboo list “%(value)s”."), catalogue.taboo_lists)
    return Listed(TABOO_LIST, value.text)


def _tag(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    return Listed(TAG, " ".join(value.text.casefold().split()))


def _code(value: Value, sign: str, catalogue: Catalogue) -> Condition:
    return Listed(CODE, value.text.lower())


def _words(where: str) -> Reader:
    def read(value: Value, sign: str, catalogue: Catalogue) -> Condition:
        return _held(value.text, where) if value.quoted else _started(value.text, where)

    return read


READERS: dict[str, Reader] = {
    "class": _class,
    "type": _choice("type", TYPES),
    "level": _number("level", highest=5, none=True),
    "cost": _number("cost", none=True, x=True),
    "trait": _named("trait", lambda: _("No card has the trait “%(value)s”.")),
    "slot": _choice("slot", SLOTS),
    "icons": _icons,
    "uses": _named("uses", lambda: _("No card has uses of “%(value)s”.")),
    "keyword": _choice("keyword", KEYWORDS),
    "does": _choice("tag", TAGS),
    "action": _choice("action", ACTIONS),
    "boost": _choice("boost", SKILLS),
    **{name: _number(name) for name in ("health", "sanity", "victory", *SKILLS)},
    "weakness": _weakness,
    "story": _truth("story"),
    "box": _box,
    "cycle": _cycle,
    "chapter": _chapter,
    "usable-by": _investigator,
    "taboo": _taboo,
    "taboo-list": _taboo_list,
    "owned": _truth(kind=OWNED),
    "favourite": _truth(kind=FAVOURITE),
    "tag": _tag,
    "title": _words(IN_TITLE),
    "text": _words(IN_TEXT),
    "code": _code,
}
#: Fields whose values can be compared by size.
COMPARED = frozenset({"level", "cost", "icons", "health", "sanity", "victory", *SKILLS})
