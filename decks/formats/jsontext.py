"""How is JSON from strangers read? So that whatever comes out can be judged, stored and shown again.

Lone surrogates and NUL characters, which no database stores, become U+FFFD; NaN and the infinities, which
JSON does not have, become words. Too deep, too long or broken is an UnreadableText that says where.
"""

from __future__ import annotations

import json
import math
from typing import Any

from decks.formats.errors import UnreadableText, _

#: Nothing that describes a deck nests deeper; what does could not be written again by every program.
MAX_DEPTH = 32


def _finite(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text


_DECODER = json.JSONDecoder(parse_constant=str, parse_float=_finite)


def loads(text: str) -> Any:
    """The value that a JSON text stands for; UnreadableText says what is wrong with it, and in which line."""
    try:
        value = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise UnreadableText(
            _("This is not JSON: {reason} in line {line}, column {column}."),
            reason=error.msg,
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
    """Walk down without recursion, level by level."""
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
    """The same value without characters that a database refuses. The value must be shallow."""
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
