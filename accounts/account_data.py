"""Registry of the data that belongs to a user. Each app registers its own kinds.

An app does this in `AppConfig.ready()`:

    account_data.register(
        "decks",
        count=count_decks,
        text=decks_text,
        sizes=sizes_of_decks,
        export=export_decks,
        move=move_decks,
    )
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from accounts.models import User


def _nothing(user: User) -> None:
    """Do nothing, because deleting the rows is enough."""


def _nobody(users: Collection[int]) -> Iterable[int]:
    """Return no users, because there is nothing to release."""
    return ()


def _everybody(users: Collection[int]) -> Iterable[int]:
    """Return all users, because each may have something to release."""
    return users


@dataclass(frozen=True)
class AccountData:
    name: str
    """The key in an export."""
    count: Callable[[User], int]
    text: Callable[[int], str]
    """The number with its noun: "2 decks"."""
    sizes: Callable[[User], Iterable[tuple[int, int]]]
    """The key of each row in order, and how much there is to export of it (`accounts.export`)."""
    export: Callable[[User, Collection[int]], Any]
    """The rows with these keys, as JSON can hold them."""
    move: Callable[[User, User], None]
    """Move the first user's data to the second, without losing any."""
    release: Callable[[User], None]
    """Hand over what other users still need. Called before the user is deleted."""
    owners: Callable[[Collection[int]], Iterable[int]]
    """The users among these, by primary key, who have something that `release` would look at. One query."""


_kinds: dict[str, AccountData] = {}


def register(
    name: str,
    *,
    count: Callable[[User], int],
    text: Callable[[int], str],
    sizes: Callable[[User], Iterable[tuple[int, int]]],
    export: Callable[[User, Collection[int]], Any],
    move: Callable[[User, User], None],
    release: Callable[[User], None] = _nothing,
    owners: Callable[[Collection[int]], Iterable[int]] | None = None,
) -> None:
    if owners is None:
        owners = _nobody if release is _nothing else _everybody
    _kinds[name] = AccountData(name, count, text, sizes, export, move, release, owners)


def kinds() -> list[AccountData]:
    return list(_kinds.values())


def summary(user: User) -> list[str]:
    """Return what this user has: ["2 decks", "1 campaign"]."""
    counted = [(kind, kind.count(user)) for kind in kinds()]
    return [kind.text(number) for kind, number in counted if number]
