"""A JSON parser for untrusted input, whose result can be judged, stored and written again.

Lone surrogates and NUL characters, which databases do not store, become U+FFFD; NaN and the infinities, which
JSON does not have, become strings. JSON that is broken, too deep or too long raises UnreadableText.
"""

from __future__ import annotations

import json
import math
from typing import Any

from decks.formats.errors import UnreadableText, _

#: Deeper than any JSON of a deck; not every program can write more.
MAX_DEPTH = 32
#: Values, and arrays and objects among them, in the largest import.
MOST_VALUES, MOST_GROUPS = 400_000, 100_000


def _finite(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text


_DECODER = json.JSONDecoder(parse_constant=str, parse_float=_finite)


def is_crowded(text: str, *, values: int = MOST_VALUES, groups: int = MOST_GROUPS) -> bool:
    """Return whether a JSON text may stand for more values, or more arrays and objects, than these.

    A few megabytes of text can become hundreds of megabytes in memory, so this is asked before it is read.
    Strings are counted as well; that is cheap, and real texts are far from the limits.
    """
    return text.count("[") + text.count("{") > groups or text.count(",") > values


def loads(text: str) -> Any:
    """The value of a JSON text; UnreadableText names the error and its line."""
    if is_crowded(text):
        raise UnreadableText(_("This JSON has more values than decks can have."))
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise UnreadableText(
            _("This is not JSON: there is a mistake in line {line}, column {column}."),
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise UnreadableText(_("This JSON is nested too deeply.")) from None
    except ValueError:
        raise UnreadableText(_("This JSON has a number with thousands of digits.")) from None
    _shallow(value)
    return storable(value) if "\\u" in text or "\0" in text else value


def _shallow(value: Any) -> None:
    """Raise UnreadableText for deep nesting. The walk goes level by level, without recursion."""
    level = [value]
    for _depth in range(MAX_DEPTH):
        level = [
            child
            for node in level
            for child in (node.values() if type(node) is dict else node if type(node) is list else ())
            if type(child) is dict or type(child) is list
        ]
        if not level:
            return
    raise UnreadableText(_("This JSON is nested too deeply."))


def storable(value: Any) -> Any:
    """Return the value without characters that a database refuses. The value must be shallow."""
    if isinstance(value, str):
        return value if value.isascii() and "\0" not in value else _storable_text(value)
    if isinstance(value, dict):
        return {storable(key): storable(child) for key, child in value.items()}
    if isinstance(value, list):
        return [storable(child) for child in value]
    return value


def _storable_text(text: str) -> str:
    return (
        text.encode("utf-16", "surrogatepass")
        .decode("utf-16", "replace")
        .replace("\0", "\N{REPLACEMENT CHARACTER}")
    )
