"""What belongs to a player? Each app answers for its own things.

An app names its belongings in `AppConfig.ready()`:

    belongings.register(
        "decks", count=count_decks, say=say_decks, export=export_decks, move=move_decks
    )
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from accounts.models import User


def _nothing(user: User) -> None:
    """Deleting the rows is enough."""


@dataclass(frozen=True)
class Belongings:
    name: str
    """The key in an export."""
    count: Callable[[User], int]
    say: Callable[[int], str]
    """So many of them, in words: "2 decks"."""
    export: Callable[[User], Any]
    """All of them, as JSON can hold it."""
    move: Callable[[User, User], None]
    """Give the first user's things to the second, losing nothing."""
    release: Callable[[User], None]
    """Called before the user is deleted: hand over what others still need."""


_kinds: dict[str, Belongings] = {}


def register(
    name: str,
    *,
    count: Callable[[User], int],
    say: Callable[[int], str],
    export: Callable[[User], Any],
    move: Callable[[User, User], None],
    release: Callable[[User], None] = _nothing,
) -> None:
    _kinds[name] = Belongings(name, count, say, export, move, release)


def kinds() -> list[Belongings]:
    return list(_kinds.values())


def in_words(user: User) -> list[str]:
    """What this user has: ["2 decks", "1 campaign"]."""
    counted = [(kind, kind.count(user)) for kind in kinds()]
    return [kind.say(number) for kind, number in counted if number]
