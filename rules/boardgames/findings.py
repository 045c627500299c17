"""What the rules say besides entries: refusals, proposals, questions and banners, each with its citation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.boardgames.commands import Command

Facts = Mapping[str, Any]


def _(message: str) -> str:
    """Mark a message for translation; the callers translate it."""
    return message


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence of the rules about a state, with the facts that it names and the place in the book."""

    rule: str
    sentence: str
    citation: str = ""
    facts: Facts = field(default_factory=dict)

    def __str__(self) -> str:
        return self.sentence.format(**self.facts)


@dataclass(frozen=True, slots=True)
class Refusal(Finding):
    """The reason for which a command is not accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal(Finding):
    """A command that must follow; it is applied as it is."""

    command: Command
    blocks: bool = True
    """Whether the phase cannot end before it is applied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Finding):
    """A command that must follow, but needs a choice: `fields` name what the players fill in."""

    command: Command
    fields: tuple[str, ...]
    among: tuple[str, ...] = ()
    """The options of the choice, if they can be listed."""
    number: int = 1
    """How many of them are chosen."""
    blocks: bool = True


@dataclass(frozen=True, slots=True)
class Banner(Finding):
    """Advice: something that is close, due or easily forgotten."""
