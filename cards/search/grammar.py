"""The grammar of card searches: from a text to a tree of terms, or an error that says where and what.

Plain words, `"phrases"`, `(3)` for a level and `-without` (or `!without`) are terms, as is `field:value`;
`or` and brackets join them. What fields there are and what they mean is in `cards.search.vocabulary`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, UnexpectedToken, VisitError

from cards.search.vocabulary import NAMES

#: Longer than any sensible search; and the most terms and brackets in it.
LONGEST_QUERY = 500
MOST_TERMS = 40
MOST_BRACKETS = 20

GRAMMAR = r"""
start: either?
either: every (_OR every)*
every: item+
item: word | phrase | level | field | without | brackets
without: MINUS item
brackets: "(" either? ")"
field: FIELD VALUE
word: WORD
phrase: PHRASE
level: LEVEL

MINUS.5: /-(?=[^\s\-)])|!(?=[^\s\-!=)])/
LEVEL.4: /\(\d\)/
_OR.3: /(?<=[\s)"”])or(?=\s+[^\s)]|\()/i
FIELD.2: /(?:{names})\s*(?:<=|>=|!=|[:=<>])|[a-z][a-z_-]*(?:<=|>=|!=|[:=<>])(?=[^\s)])/i
PHRASE.1: /["“”„][^"“”„]*(?:["“”„]|$)/
VALUE: /{value}(?:,{value})*,?/
WORD: /[^\s()"“”„]+/
%ignore /\s+/
"""
#: One of the values after a field: quoted, or up to the next space, comma or bracket.
ONE_VALUE = r'(?:["“”„][^"“”„]*(?:["“”„]|$)|[^\s,()"“”„]+)'


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the text, from its first character to the one after its last."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Phrase:
    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Level:
    number: int
    place: Place


@dataclass(frozen=True, slots=True)
class Value:
    text: str
    place: Place
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A field with what is wanted of it: `class:seeker,mystic`, `level<=2`."""

    name: str
    sign: str
    values: tuple[Value, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Without:
    term: Node


@dataclass(frozen=True, slots=True)
class Every:
    terms: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Either:
    terms: tuple[Node, ...]


Node = Word | Phrase | Level | Field | Without | Every | Either


class QueryError(ValueError):
    """A search that is not understood: the reason, and the part of the text that it is about."""

    def __init__(self, message: str | Promise, place: Place) -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        return str(self.message)


@lru_cache(maxsize=512)
def parse(text: str) -> Node:
    """Return the terms of a search. QueryError if it is not understood, or too long."""
    end = Place(0, len(text))
    if len(text) > LONGEST_QUERY:
        raise QueryError(_("A search can have at most 500 characters."), end)
    if text.count("(") > MOST_BRACKETS:
        raise QueryError(_("A search can have at most 20 pairs of brackets."), end)
    try:
        tree: Any = _parser().parse(text)
    except UnexpectedInput as error:
        raise _explained(text, error) from None
    except VisitError as error:
        raise error.orig_exc from None
    if sum(1 for _term in terms_of(tree)) > MOST_TERMS:
        raise QueryError(_("A search can have at most 40 terms."), end)
    found: Node = tree
    return found


def terms_of(node: Node) -> Iterator[Word | Phrase | Level | Field]:
    """Yield the terms of a search in the order of the text."""
    if isinstance(node, Without):
        yield from terms_of(node.term)
    elif isinstance(node, (Every, Either)):
        for term in node.terms:
            yield from terms_of(term)
    else:
        yield node


def _explained(text: str, error: UnexpectedInput) -> QueryError:
    """Return what was wrong in words."""
    end = Place(len(text), len(text))
    token = error.token if isinstance(error, UnexpectedToken) else None
    place = _place(token) if token is not None and token.type != "$END" else end
    expected = error.accepts or error.expected if isinstance(error, UnexpectedToken) else set()
    if token is not None and token.type == "RPAR" and "VALUE" not in expected:
        return QueryError(_("This “)” has no “(” before it. Remove it, or add one."), place)
    if token is not None and token.type == "_OR":
        return QueryError(_("Put “or” between two terms, such as “trait:tome or trait:spell”."), place)
    if token is None or "VALUE" in expected:
        return QueryError(
            _("A value is missing after the field: write for example class:seeker or level<=2."),
            place if token is not None else Place(error.pos_in_stream or 0, len(text)),
        )
    if "RPAR" in expected:
        return QueryError(_("A “)” is missing: the bracket that was opened is not closed."), place)
    return QueryError(_("A term is missing here: a word, a field with a value, or a bracket."), place)


@cache
def _parser() -> Lark:
    known = "|".join(sorted(NAMES, key=len, reverse=True))
    grammar = GRAMMAR.replace("{names}", known).replace("{value}", ONE_VALUE)
    return Lark(grammar, parser="lalr", lexer="contextual", transformer=_Builder())


def _place(token: Token) -> Place:
    start = token.start_pos or 0
    return Place(start, token.end_pos or start + len(token))


def quoted(value: str) -> str:
    """Return a value as it stands in a search: in quotes if it needs them."""
    if all(sign.isalnum() or sign in "-+" for sign in value):
        return value
    return '"' + value.replace('"', "") + '"'


def _unquoted(text: str) -> str:
    return text.strip('"“”„')


def _joined(kind: type[Every] | type[Either], terms: Sequence[Node]) -> Node:
    return terms[0] if len(terms) == 1 else kind(tuple(terms))


class _Builder(Transformer[Token, Any]):
    """Makes the terms while the text is parsed."""

    def start(self, children: list[Node]) -> Node:
        return children[0] if children else Every()

    def either(self, children: list[Node]) -> Node:
        return _joined(Either, children)

    def every(self, children: list[Node]) -> Node:
        return _joined(Every, children)

    def item(self, children: list[Node]) -> Node:
        return children[0]

    def brackets(self, children: list[Node]) -> Node:
        return children[0] if children else Every()

    def without(self, children: list[Any]) -> Node:
        return Without(children[1])

    def word(self, children: list[Token]) -> Node:
        return Word(str(children[0]), _place(children[0]))

    def phrase(self, children: list[Token]) -> Node:
        return Phrase(_unquoted(children[0]), _place(children[0]))

    def level(self, children: list[Token]) -> Node:
        return Level(int(children[0][1]), _place(children[0]))

    def field(self, children: list[Token]) -> Node:
        head, body = children
        name = head.rstrip(":=<>!").rstrip()
        return Field(
            name.lower().replace("_", "-"),
            head[len(name) :].strip(),
            tuple(_values(body)),
            Place(_place(head).start, _place(body).end),
        )


def _values(token: Token) -> Iterator[Value]:
    """Yield the values between the commas; a comma within quotes is a part of the value."""
    start, quoted = _place(token).start, False
    place = 0
    for number, sign in enumerate([*token, ","]):
        if sign in '"“”„':
            quoted = not quoted
        if sign != "," or (quoted and number < len(token)):
            continue
        part = token[place:number]
        if part.strip('"“”„ '):
            yield Value(_unquoted(part).strip(), Place(start + place, start + number), part[0] in '"“”„')
        place = number + 1
