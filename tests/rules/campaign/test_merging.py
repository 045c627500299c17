"""Tests of steps that members may record at the same moment."""

import pytest

from rules.campaign import can_merge, steps

BLESS = steps.TokensChanged(tokens={"bless": 1})
CURSE = steps.TokensChanged(tokens={"curse": 1})
SKULL = steps.TokensChanged(tokens={"skull": 1})
TABLET = steps.TokensChanged(tokens={"tablet": -1})
NOTE = steps.LogWritten(changes=(steps.LogChange(do="record", section="notes", text="It is late."),))
SAME_NOTE = steps.LogWritten(changes=(steps.LogChange(do="record", section="notes", text="it is LATE."),))
OTHER_NOTE = steps.RememberedThat(section="notes", text="It is early.")
COUNT = steps.LogWritten(changes=(steps.LogChange(do="count", section="doubt", key="doubt", number=1),))
TICK = steps.LogWritten(changes=(steps.LogChange(do="tick", section="keys", key="red", seat="s1"),))
OTHER_TICK = steps.LogWritten(changes=(steps.LogChange(do="tick", section="keys", key="red", seat="s2"),))
CROSS = steps.LogWritten(changes=(steps.LogChange(do="cross-out", entry="4.0"),))
SEAL = steps.TokensSealed(tokens={"skull": 1}, card="01001")
RELEASE = steps.TokensReleased(tokens={"skull": 1}, card="01001")
ELSEWHERE = steps.TokensSealed(tokens={"skull": 1}, card="01002")
TRAUMA = steps.TraumaChanged(changes={"s1": {"physical": 1}}, cause="a fall")


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (BLESS, CURSE),
        (BLESS, BLESS),
        (SKULL, TABLET),
        (BLESS, SKULL),
        (NOTE, OTHER_NOTE),
        (TICK, OTHER_TICK),
        (COUNT, NOTE),
        (CROSS, TICK),
        (SEAL, ELSEWHERE),
        (BLESS, NOTE),
    ],
)
def test_what_concerns_different_things_is_merged(mine: steps.Step, theirs: steps.Step) -> None:
    assert can_merge([mine], [theirs])
    assert can_merge([theirs], [mine])


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (SKULL, SKULL),
        (NOTE, SAME_NOTE),
        (COUNT, COUNT),
        (TICK, TICK),
        (CROSS, CROSS),
        (SEAL, RELEASE),
        (BLESS, TRAUMA),
        (TRAUMA, TRAUMA),
    ],
)
def test_what_may_be_a_repetition_is_not(mine: steps.Step, theirs: steps.Step) -> None:
    assert not can_merge([mine], [theirs])
    assert not can_merge([theirs], [mine])


def test_every_step_counts() -> None:
    assert not can_merge([BLESS, SKULL], [TABLET, SKULL])
    assert can_merge([BLESS, SKULL], [TABLET, CURSE])
    assert can_merge([BLESS], [])
