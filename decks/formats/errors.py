"""What cannot be read at all, and why? Messages are msgids with named facts; the edges translate them."""

from __future__ import annotations

from typing import Any


def _(message: str) -> str:
    """Mark a message for translation; the edges translate."""
    return message


class Unreadable(ValueError):
    """A text that is not in the form it should have. `message` is a msgid, filled in with `facts`."""

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return self.message.format(**self.facts)


class UnreadableText(Unreadable):
    """Not JSON, or JSON that nobody should read."""


class UnreadableDeck(Unreadable):
    """JSON, but no deck at all."""
