"""Tests of the restarts of the site's parts."""

import pytest

from operations.management.commands import serve
from operations.management.commands.serve import FIRST_WAIT, LONG_ENOUGH, LONGEST_WAIT, Part


class Child:
    """A process that lives until the test ends it."""

    def __init__(self) -> None:
        self.lives = True

    def is_alive(self) -> bool:
        return self.lives

    def join(self) -> None:
        assert not self.lives


@pytest.fixture
def started(monkeypatch):
    children = []

    def start(run):
        children.append(Child())
        return children[-1]

    monkeypatch.setattr(serve, "start", start)
    return children


def test_a_part_is_started_again_when_it_has_ended(started):
    part = Part("worker", print, 1)
    part.look_after(0)
    part.look_after(1)
    assert len(started) == 1, "it lives"
    started[0].lives = False
    assert part.look_after(2) == "The worker ended; a new one follows in 1 s."
    assert part.look_after(2 + FIRST_WAIT / 2) == ""
    assert len(started) == 1
    part.look_after(2 + FIRST_WAIT)
    assert len(started) == 2


def die(part, started, now, lived):
    """Start the part and let it live this long; return when it is due again."""
    part.look_after(now)
    started[-1].lives = False
    part.look_after(now + lived)
    return part.due - (now + lived)


def test_a_part_that_never_lives_long_is_started_later_and_later(started):
    part, now, waits = Part("worker", print, 1), 0.0, []
    for _time in range(9):
        waits.append(die(part, started, now, lived=1))
        now = part.due
    assert waits == [1, 2, 4, 8, 16, 20, 20, 20, 20]
    assert max(waits) == LONGEST_WAIT
    assert die(part, started, now, lived=LONG_ENOUGH) == FIRST_WAIT
