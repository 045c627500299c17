"""Values that are computed on first use are computed once, and visible only when they are complete."""

import threading
import time
from collections.abc import Callable

import pytest

from rules.cards.catalogue import Catalogue, once_per_catalogue
from rules.memo import WEIGHED_EVERY, Memo, Recent
from tests.builders import catalogue, cold_catalogue
from tests.threads import PATIENCE, at_once


class Owner:
    """Counts the values computed from it."""

    def __init__(self) -> None:
        self.made: list[object] = []
        self.memo = Memo(self)


def numbers(owner: Owner, most: int = 300) -> list[int]:
    owner.made.append(numbers)
    found: list[int] = []
    for number in range(most):
        found.append(number)
    return found


def doubled(owner: Owner) -> list[int]:
    owner.made.append(doubled)
    return [2 * number for number in owner.memo(numbers)]


def itself(owner: Owner) -> object:
    return owner.memo(itself)


def fails_at_first(owner: Owner) -> str:
    owner.made.append(fails_at_first)
    if len(owner.made) == 1:
        raise RuntimeError("not yet")
    return "made"


class OfAClass:
    def __init__(self, owner: Owner, name: str) -> None:
        self.owner = owner
        self.name = name


def test_all_threads_get_the_same_complete_value():
    for _round in range(20):
        owner = Owner()
        found = at_once(lambda _number, owner=owner: owner.memo(numbers))
        assert found[0] == list(range(300))
        assert all(each is found[0] for each in found)
        assert owner.made == [numbers]


def test_a_value_may_be_made_from_another_while_threads_ask_for_both():
    for _round in range(20):
        owner = Owner()
        at_once(lambda number, owner=owner: owner.memo(doubled if number % 2 else numbers))
        assert sorted(map(str, owner.made)) == sorted(map(str, [doubled, numbers]))
        assert owner.memo(doubled)[-1] == 598


def test_arguments_are_part_of_the_key():
    owner = Owner()
    assert owner.memo(numbers, 2) == [0, 1]
    assert owner.memo(numbers, 3) == [0, 1, 2]
    assert owner.memo(numbers, 2) is owner.memo(numbers, 2)
    assert len(owner.memo) == len(owner.made) == 2


def test_classes_are_kept_like_functions():
    owner = Owner()
    made = owner.memo(OfAClass, "a")
    assert (made.owner, made.name) == (owner, "a")
    assert owner.memo(OfAClass, "a") is made is not owner.memo(OfAClass, "b")


def test_what_failed_is_tried_again():
    owner = Owner()
    with pytest.raises(RuntimeError, match="not yet"):
        owner.memo(fails_at_first)
    assert len(owner.memo) == 0
    assert owner.memo(fails_at_first) == owner.memo(fails_at_first) == "made"
    assert len(owner.made) == 2


def test_a_value_that_needs_itself_is_an_error_and_not_a_deadlock():
    with pytest.raises(RecursionError):
        Owner().memo(itself)


def local_function() -> Callable[[Owner], int]:
    def local(owner: Owner) -> int:
        return 1

    return local


@pytest.mark.parametrize("make", [local_function(), Owner().__init__, len])
def test_only_functions_of_a_module_can_be_kept(make):
    # A new function object at every call would never be found again, and would keep its value permanently.
    owner = Owner()
    with pytest.raises(TypeError, match="not a function or class of a module"):
        owner.memo(make)
    assert len(owner.memo) == 0


slow_begun, slow_may_end = threading.Event(), threading.Event()


def slow(owner: Owner) -> str:
    slow_begun.set()
    assert slow_may_end.wait(PATIENCE)
    return "slow"


def test_what_is_slow_to_make_delays_only_those_who_ask_for_it():
    owner = Owner()
    maker = threading.Thread(target=owner.memo, args=[slow])
    maker.start()
    assert slow_begun.wait(PATIENCE)
    assert owner.memo(numbers, 1) == [0]
    assert len(owner.memo) == 1
    slow_may_end.set()
    maker.join(PATIENCE)
    assert owner.memo(slow) == "slow"


@once_per_catalogue
def titles(catalogue: Catalogue, beginning: str) -> list[str]:
    """Titles that begin so."""
    return [card.title for card in catalogue.cards.values() if card.title.startswith(beginning)]


def test_a_decorated_function_has_one_value_for_each_catalogue():
    shipped, other = catalogue(), Catalogue([])
    assert titles(shipped, "Mach") == ["Machete"]
    assert titles(shipped, "Mach") is titles(shipped, "Mach")
    assert titles(other, "Mach") == []
    assert titles.__doc__ == "Titles that begin so."


class Key:
    """A key whose hash and comparison are Python code, so that threads switch inside a lookup."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        time.sleep(0)
        return isinstance(other, Key) and other.number == self.number


def test_threads_share_the_recent_values():
    recent: Recent[Key, list[int]] = Recent(8)

    def look_up(thread: int) -> None:
        for turn in range(150):
            number = (thread + turn) % 12
            assert recent.get(Key(number), lambda: [number]) == [number]  # noqa: B023
            assert len(recent) <= 8

    at_once(look_up)
    assert len(recent) == 8


def test_threads_that_make_the_same_recent_value_get_one():
    for _round in range(20):
        recent: Recent[str, list[int]] = Recent(8)
        found = at_once(lambda _number, recent=recent: recent.get("key", lambda: list(range(100))))
        assert all(each is found[0] for each in found)


def test_of_the_recent_values_the_last_used_stay():
    recent: Recent[int, int] = Recent(2)
    made: list[int] = []

    def get(number: int) -> None:
        recent.get(number, lambda: made.append(number) or number)

    for number in (1, 2, 1, 3, 1, 2):
        get(number)
    assert made == [1, 2, 3, 2]


def test_recent_values_that_grew_are_dropped_until_the_rest_is_light():
    recent: Recent[int, list[int]] = Recent(1000, weigh=lambda values: sum(map(len, values)), heaviest=500)
    wide = recent.get(0, list)
    wide.extend(range(490))
    for number in range(1, WEIGHED_EVERY):
        recent.get(number, lambda: [0])
    assert recent.get(0, list) is not wide
    assert recent.get(1, list) == [0]


def test_there_is_one_view_for_each_taboo_list():
    # Cards under a list are compared by identity: a second taboo_view would have other cards.
    for _round in range(5):
        cold = cold_catalogue()
        taboo_views = at_once(lambda _number, cold=cold: cold.under(cold.newest_taboo))
        assert all(taboo_view is taboo_views[0] for taboo_view in taboo_views)
