"""What is wrong with a catalogue: missing, uncertain, outdated messages, translations that cannot work."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scripts.translations.messages import Message
from scripts.translations.po import Catalogue

_NAMED = re.compile(r"%\((\w+)\)[-+# 0]*\d*[sdif]")
_BRACES = re.compile(r"\{(\w+)\}")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")


class Problem(NamedTuple):
    """A problem of one message: its kind and an explanation."""

    kind: str
    message: Message
    text: str

    def __str__(self) -> str:
        place = self.message.places[0] if self.message.places else ""
        return f"{self.kind}: “{self.message.text[:90]}” ({place}){': ' if self.text else ''}{self.text}"


def problems(catalogue: Catalogue, messages: Mapping[str, Message]) -> Iterator[Problem]:
    """Yield everything that keeps the catalogue from being complete and right."""
    for key, message in messages.items():
        entry = catalogue.entries.get(key)
        if entry is None or not entry.texts or not any(entry.texts):
            yield Problem("missing", message, "")
        elif bool(entry.message.plural) != bool(message.plural):
            yield Problem("plural", message, "the message became a plural, or is none any more")
        else:
            if entry.fuzzy:
                yield Problem("fuzzy", message, "")
            for text in mistakes(message, entry.texts, catalogue.forms):
                yield Problem("wrong", message, text)
    for key, entry in catalogue.entries.items():
        if key not in messages:
            yield Problem("outdated", entry.message, "no code uses it")


def mistakes(message: Message, texts: list[str], forms: int) -> Iterator[str]:
    """Yield why a translation cannot take the place of its message."""
    needed = forms if message.plural else 1
    if len(texts) != needed:
        yield f"{needed} forms are needed, {len(texts)} are there"
        return
    originals = [message.text, message.plural or message.text]
    for text in texts:
        if not text.strip():
            yield "a form is empty"
            continue
        yield from _placeholder_mistakes(originals, text)
        if _tags(text) not in [_tags(original) for original in originals]:
            yield f"its HTML tags are not those of the message: {sorted(_tags(text))}"
        if _edges(text) != _edges(message.text):
            yield "it begins or ends with other spaces or lines than the message"


def _placeholder_mistakes(originals: list[str], text: str) -> Iterator[str]:
    for read in (_named, _braced):
        allowed = set().union(*(read(original) for original in originals))
        # A singular may say “a card” instead of “1 card”; a translation may, too.
        required = set.intersection(*(read(original) for original in originals))
        here = read(text)
        if lost := required - here:
            yield f"it lacks {', '.join(sorted(lost))}"
        if strange := here - allowed:
            yield f"it has {', '.join(sorted(strange))}, which the message lacks"
    if any(_named(original) for original in originals) or "%%" in originals[0]:
        try:
            text % dict.fromkeys(_NAMED.findall(text), 1)
        except (ValueError, KeyError, TypeError):
            yield "its percent signs are not right: write %% for one that is shown"


def _named(text: str) -> set[str]:
    return {f"%({name})" for name in _NAMED.findall(text)}


def _braced(text: str) -> set[str]:
    return {f"{{{name}}}" for name in _BRACES.findall(text)}


def _tags(text: str) -> Counter[str]:
    """Return the tags of a text without attributes that are translated: title, label, alternative text."""
    return Counter(re.sub(r'\s(?:title|aria-label|alt)="[^"]*"', "", tag) for tag in _TAG.findall(text))


def _edges(text: str) -> tuple[str, str]:
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def complete(catalogue: Catalogue, messages: Mapping[str, Message]) -> bool:
    return next(problems(catalogue, messages), None) is None
