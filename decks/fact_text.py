"""Facts of the rules in the reader's language. The rules have English words: titles, classes, traits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cards import adapters
from cards.text import names
from cards.text.options import both
from decks.editor.lines import option_text
from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.deck.options import LineText
from rules.deck.verdict import spoken
from rules.rulebook.ultimatums import ULTIMATUMS

TITLED = re.compile(r"(?P<copies>\d+× )?(?P<title>.+?)(?P<after> \([^()]*\))?")


def fact_text(key: str, value: Any) -> Any:
    """Return a fact as it appears in a sentence of the reader's language."""
    write = WRITERS.get(key)
    if write is None or names.reads_english() or isinstance(value, (int, dict)):
        return spoken(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(write(item if isinstance(item, str) else str(item)) for item in value)
    return write(value if isinstance(value, str) else str(value))


@once_per_catalogue
def _titles(catalogue: Catalogue, language: str) -> Mapping[str, str]:
    """Return the titles and subtitles of cards in the active language, by the English ones."""
    found: dict[str, str] = {}
    for card in catalogue.cards.values():
        for english, own in ((card.title, names.title_of(card)), (card.subtitle, names.subtitle_of(card))):
            if english and own != english:
                found.setdefault(english, own)
    for pack in catalogue.packs.values():
        found.setdefault(pack.title, names.pack_title(pack))
    return found


def _title(text: str) -> str:
    known = _titles(adapters.catalogue(), get_language() or "")
    if text in known:
        return known[text]
    parts = TITLED.fullmatch(text)
    if parts is None:
        return text
    after = parts["after"] or ""
    after = f" ({known.get(after[2:-1]) or _(after[2:-1])})" if after else ""
    return f"{parts['copies'] or ''}{known.get(parts['title'], parts['title'])}{after}"


def _class(text: str) -> str:
    return str(names.CLASSES.get(text.lower(), text))


def _trait(text: str) -> str:
    return names.trait_name(text)


def _kind(text: str) -> str:
    return both(map(_class, text.split(" and "))) if text[:1].isupper() else _(text)


def _anything(text: str) -> str:
    """Return the name of a class, a trait or a card."""
    name = _class(text)
    return name if name != text else _title(text) if _trait(text) == text else _trait(text)


def _listed(write: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: ", ".join(write(each) for each in text.split(", "))


def _word(text: str) -> str:
    """Return a word that is a message: a token, a status, a difficulty."""
    spaced = text.replace("_", " ")
    for message in (spaced, spaced.capitalize(), spaced.replace(" ", "-")):
        if message and (translated := _(message)) != message:
            return translated
    return text


def _ultimatum(text: str) -> str:
    language = "de" if names.german() else "en"
    return next((each.title(language) for each in ULTIMATUMS.values() if each.name == text), text)


def _day(text: str) -> str:
    try:
        return date_format(date.fromisoformat(text), "DATE_FORMAT")
    except ValueError:
        return text


def _line(text: str) -> str:
    if not isinstance(text, LineText):
        return _title(text)
    line = text.line
    level = line.base_level if text.creation and line.base_level else line.level
    words = option_text(replace(line, level=None))
    if level and level[0] == level[1]:
        words += f", {_('level %(n)s') % {'n': level[0]}}"
    elif level:
        words += f" {level[0]}–{level[1]}"
    if text.used is not None:
        return f"{words} ({text.used}/{line.limit})"
    if line.limit is not None:
        words += f" ({_('up to %(n)s') % {'n': line.limit}})"
    return words


def _choice(text: str) -> str:
    """Return the names of choices: “secondary class and deck size”."""
    return both(_(each.capitalize()) for each in text.split(" and "))


def _made(text: str) -> str:
    """Return what was chosen: a class, a deck size, or an option."""
    number, _space, rest = text.partition(" ")
    if rest == "cards" and number.isdecimal():
        return _("%(n)d cards") % {"n": int(number)}
    return _anything(text)


def _each(write: Callable[[str], str], keys: Iterable[str]) -> dict[str, Callable[[str], str]]:
    return dict.fromkeys(keys, write)


WRITERS: Mapping[str, Callable[[str], str]] = {
    **_each(_title, ("title", "titles", "named", "bought", "lower_title", "subtitle", "among", "versions")),
    **_each(_title, ("lost", "absent", "attached", "branded", "holder", "by", "heir", "investigator")),
    **_each(_title, ("owners", "pack", "packs", "any", "card")),
    **_each(_anything, ("only",)),
    **_each(_choice, ("choice", "choices")),
    **_each(_made, ("assumed", "chosen")),
    **_each(_listed(_class), ("classes",)),
    **_each(_listed(_trait), ("trait", "traits")),
    **_each(_kind, ("kind",)),
    **_each(_line, ("takes", "lines", "what")),
    **_each(_word, ("environment", "token", "status", "difficulty", "difficulties", "needs", "before")),
    **_each(_word, ("keyword",)),
    **_each(_ultimatum, ("name",)),
    **_each(_day, ("date", "day")),
}
