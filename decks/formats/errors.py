"""Errors for texts that cannot be read. Messages are msgids with named facts, translated when shown."""

from __future__ import annotations

from typing import Any


def _(message: str) -> str:
    """Mark a message for translation, which happens when it is shown."""
    return message


class Unreadable(ValueError):
    """A text that does not have the expected form. `message` is a msgid that is filled in with `facts`."""

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return self.message.format(**self.facts)


class UnreadableText(Unreadable):
    """Not JSON, or JSON that is too deep or too large."""


class UnreadableDeck(Unreadable):
    """JSON that is not a deck."""
