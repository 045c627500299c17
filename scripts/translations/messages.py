"""Extraction of the messages of the site from Python modules and templates.

Scripts in the browser have no messages of their own: pages pass them what they show.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.template.base import Lexer, TokenType
from django.utils.translation import trim_whitespace
from django.utils.translation.template import block_re, constant_re, endblock_re, inline_re, plural_re
from django.utils.translation.trans_real import CONTEXT_SEPARATOR

ROOT = Path(__file__).resolve().parent.parent.parent
#: Folders without messages for visitors.
LEFT_OUT = {"var", "tests", "scripts", "bench", "deploy", "docs", "migrations", "static", "locale"}
#: The functions that mark messages, and where their arguments are: context, message, plural.
MARKERS: dict[str, tuple[int | None, int, int | None]] = {
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}


class NotLiteral(Exception):
    """A marked message that is put together while the program runs, so nobody can translate it."""


@dataclass
class Message:
    """A message with the places where it is used."""

    text: str
    plural: str = ""
    context: str = ""
    places: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        """The name of the message in a compiled catalogue."""
        return f"{self.context}{CONTEXT_SEPARATOR}{self.text}" if self.context else self.text


def all_messages(root: Path = ROOT) -> dict[str, Message]:
    """Return every message of the site by its key, in the order of the files."""
    found: dict[str, Message] = {}
    for path in sorted(files(root)):
        place = path.relative_to(root).as_posix()
        read = in_python if path.suffix == ".py" else in_template
        for message in read(path.read_text(), place):
            known = found.setdefault(message.key, message)
            known.plural = known.plural or message.plural
            if place not in known.places:
                known.places.append(place)
            known.comments += [comment for comment in message.comments if comment not in known.comments]
    return found


def files(root: Path) -> Iterator[Path]:
    """Yield the modules and templates that may have messages."""
    for folder, inside, names in os.walk(root):
        inside[:] = [name for name in inside if name not in LEFT_OUT and not name.startswith(".")]
        in_templates = Path(folder).relative_to(root).parts[:1] == ("templates",)
        for name in names:
            if name.endswith(".py") or (in_templates and name.endswith((".html", ".txt", ".xml"))):
                yield Path(folder, name)


def in_python(source: str, place: str) -> Iterator[Message]:
    """Yield the messages of a module. A name counts as a marker if it is imported as one, or is `_`."""
    tree = ast.parse(source)
    names = {"_": "gettext"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation":
            names |= {each.asname or each.name: each.name for each in node.names if each.name in MARKERS}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (marker := _marker(node.func, names)) and node.args:
            yield from _marked(node, *MARKERS[marker], place)


def _marker(function: ast.expr, names: dict[str, str]) -> str | None:
    if isinstance(function, ast.Name):
        return names.get(function.id)
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return function.attr if function.value.id == "translation" and function.attr in MARKERS else None
    return None


def _marked(
    call: ast.Call, context: int | None, text: int, plural: int | None, place: str
) -> Iterator[Message]:
    if isinstance(call.args[text], ast.JoinedStr):
        raise NotLiteral(f"{place}:{call.lineno}: an f-string cannot be translated.")
    for each in _literals(call.args[text]):
        yield Message(
            each,
            _literal(call.args[plural]) if plural is not None else "",
            _literal(call.args[context]) if context is not None else "",
            [place],
        )


def _literals(node: ast.expr) -> Iterator[str]:
    """Yield the texts of an argument: one, or those of a choice between literals."""
    if isinstance(node, ast.IfExp):
        yield from _literals(node.body)
        yield from _literals(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value


def _literal(node: ast.expr) -> str:
    return next(_literals(node), "")


def in_template(source: str, place: str) -> Iterator[Message]:
    """Yield the messages of a template, as its tags will look for them."""
    block: _Block | None = None
    for token in Lexer(source).tokenize():
        if block is not None:
            if token.token_type == TokenType.BLOCK and endblock_re.match(token.contents):
                yield block.message(place)
                block = None
            elif token.token_type == TokenType.BLOCK and plural_re.match(token.contents):
                block.in_plural = True
            else:
                block.add(token.token_type, token.contents)
        elif token.token_type == TokenType.BLOCK:
            if inline := inline_re.match(token.contents):
                context = _unquoted(inline[3] or "")
                yield Message(_doubled(_unquoted(inline[1])), context=context, places=[place])
            elif opened := block_re.match(token.contents):
                block = _Block(_unquoted(opened[2] or ""), "trimmed" in token.split_contents())
            yield from _constants(token.contents, place)
        elif token.token_type == TokenType.VAR:
            yield from _constants(token.contents, place)


def _constants(contents: str, place: str) -> Iterator[Message]:
    """Yield the messages that are marked by `_("…")` within a tag."""
    for quoted in constant_re.findall(contents):
        yield Message(_doubled(_unquoted(quoted)), places=[place])


@dataclass
class _Block:
    """A `{% blocktranslate %}` while it is read."""

    context: str
    trimmed: bool
    parts: list[str] = field(default_factory=list)
    plural_parts: list[str] = field(default_factory=list)
    in_plural: bool = False

    def add(self, kind: TokenType, contents: str) -> None:
        parts = self.plural_parts if self.in_plural else self.parts
        if kind == TokenType.VAR:
            parts.append(f"%({contents})s")
        elif kind == TokenType.TEXT:
            parts.append(_doubled(contents))

    def message(self, place: str) -> Message:
        return Message(self.joined(self.parts), self.joined(self.plural_parts), self.context, [place])

    def joined(self, parts: Iterable[str]) -> str:
        text = "".join(parts)
        return trim_whitespace(text) if self.trimmed else text


def _unquoted(text: str) -> str:
    return text[1:-1] if text[:1] in "\"'" and text[:1] == text[-1:] else text


def _doubled(text: str) -> str:
    """Return a text of a template as its message has it: a percent sign is written twice."""
    return text.replace("%", "%%")
