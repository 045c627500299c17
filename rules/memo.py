"""Values that are computed on first use and then shared by all threads.

Two rules keep them safe: a value becomes visible to others only when it is complete, and it never changes
afterwards.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from threading import Lock, RLock
from types import FunctionType
from typing import Any, Generic, TypeVar, TypeVarTuple

Owner = TypeVar("Owner")
Made = TypeVar("Made")
Arguments = TypeVarTuple("Arguments")
Key = TypeVar("Key", bound=Hashable)

#: Additions after which values are weighed again.
WEIGHED_EVERY = 16


class Memo(Generic[Owner]):
    """Values that functions compute from one owner; kept permanently, each under its function and arguments.

    A value is computed once: by the first thread that needs it, while the others wait. A function that raises
    leaves nothing behind, so the next thread tries again. There is a lock for each value, so that computing
    one may use others, and waiting for one does not delay the rest.
    """

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._made: dict[tuple[object, ...], Any] = {}
        self._locks: dict[tuple[object, ...], RLock] = {}
        self._guard = Lock()

    def __call__(self, make: Callable[[Owner, *Arguments], Made], *arguments: *Arguments) -> Made:
        """Return `make(owner, *arguments)`, computed now or kept from an earlier call.

        Use it only if there are few different arguments, because nothing is ever dropped; `Recent` is for the
        others.
        """
        try:
            made: Made = self._made[make, *arguments]
        except KeyError:
            made = self._make(make, *arguments)
        return made

    def _make(self, make: Callable[[Owner, *Arguments], Made], *arguments: *Arguments) -> Made:
        if not isinstance(make, (FunctionType, type)) or "<locals>" in make.__qualname__:
            raise TypeError(f"{make} is not a function or class of a module: its values would never be found")
        place = (make, *arguments)
        with self._guard:
            lock = self._locks.setdefault(place, RLock())
        with lock:
            if place not in self._made:
                self._made[place] = make(self._owner, *arguments)
            made: Made = self._made[place]
        # A thread that still waits for this lock, or creates a new one unnecessarily, finds the value.
        self._locks.pop(place, None)
        return made

    def __len__(self) -> int:
        return len(self._made)


class Recent(Generic[Key, Made]):
    """The most recently used values, for keys of which there may be any number, such as visitors' requests.

    Two threads that need the same new key may both compute its value; then both get the one that was first.
    Values that grow while they are kept have a weight, and together they weigh at most `heaviest`, or a
    little more: they are weighed after every few additions.
    """

    def __init__(
        self, most: int, *, weigh: Callable[[Iterable[Made]], int] | None = None, heaviest: int = 0
    ) -> None:
        self._most = most
        self._weigh = weigh
        self._heaviest = heaviest
        self._additions = 0
        self._values: OrderedDict[Key, Made] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key, make: Callable[[], Made]) -> Made:
        """Return the kept value of the key, or else a new one."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        made = make()
        with self._lock:
            made = self._values.setdefault(key, made)
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
            self._additions += 1
            if self._weigh is not None and self._additions % WEIGHED_EVERY == 0:
                while len(self._values) > 1 and self._weigh(self._values.values()) > self._heaviest:
                    self._values.popitem(last=False)
        return made

    def __len__(self) -> int:
        return len(self._values)
