"""A made-up language for tests: every message in brackets, accented and longer than in English.

What is shown without brackets is not translated; what does not fit would not fit in other languages either.
"""

from __future__ import annotations

import re
from pathlib import Path

from scripts.translations import po
from scripts.translations.messages import Message

LANGUAGE = "qps"
BEGIN, END = "⟦", "⟧"
_KEPT = re.compile(r"(%\(\w+\)[-+# 0]*\d*[sdif]|%%|\{\w*\}|<[^<>]*>|&\w+;)")
_ACCENTED = str.maketrans("aeiouyAEIOUYcnsz", "àéîöûýÀÉÎÖÛÝçñšž")


def pseudo(text: str) -> str:
    """Return a message in the made-up language, a third longer."""
    parts = _KEPT.split(text)
    accented = "".join(part if number % 2 else part.translate(_ACCENTED) for number, part in enumerate(parts))
    letters = sum(len(part) for part in parts[::2])
    inner = accented.strip()
    begin, end = accented[: len(accented) - len(accented.lstrip())], accented[len(accented.rstrip()) :]
    filling = _words(letters) if " " in inner else "·" * max(2, letters // 3)
    return f"{begin}{BEGIN}{inner}{filling}{END}{end}"


def _words(letters: int) -> str:
    """Return filling that can be broken into lines as words can."""
    number = max(2, letters // 3)
    return "".join(" ····" for _word in range(number // 5)) or "·" * number


def write_pseudo(messages: dict[str, Message], folder: Path) -> None:
    """Write the compiled catalogue of the made-up language into a folder of catalogues."""
    catalogue = po.new_catalogue(LANGUAGE)
    for key, message in messages.items():
        texts = [message.text, message.plural] if message.plural else [message.text]
        catalogue.entries[key] = po.Entry(message, [pseudo(text) for text in texts])
    path = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(po.compiled(catalogue))
