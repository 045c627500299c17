"""Registry of the data that belongs to a user. Each app names a module with its own kinds.

An app does this in `AppConfig.ready()`: `account_data.register("decks.account_data")`. The module has a tuple
`KINDS`. It is imported when an account is exported, moved or deleted, and not at every start.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from accounts.models import User


def _nothing(user: User) -> None:
    """Do nothing, because deleting the rows is enough."""


def _nobody(users: Collection[int]) -> Iterable[int]:
    """Return no users, because there is nothing to release."""
    return ()


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
    release: Callable[[User], None] = _nothing
    """Hand over what other users still need. Called before the user is deleted."""
    owners: Callable[[Collection[int]], Iterable[int]] = _nobody
    """The users among these, by primary key, who have something that `release` would look at. One query."""


_modules: list[str] = []


def register(module: str) -> None:
    """Add the kinds of a module, by its dotted path."""
    _modules.append(module)


def kinds() -> list[AccountData]:
    return [kind for module in _modules for kind in import_module(module).KINDS]


def summary(user: User) -> list[str]:
    """Return what this user has: ["2 decks", "1 campaign"]."""
    counted = [(kind, kind.count(user)) for kind in kinds()]
    return [kind.text(number) for kind, number in counted if number]
