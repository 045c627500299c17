"""Tests of numbers as people read them."""

import pytest

from web.shared.numbers import percent, plain, signed


def test_a_change_has_a_sign_and_a_true_minus():
    assert [signed(n) for n in (2, 0, -1)] == ["+2", "0", "−1"]
    assert [plain(n) for n in (2, 0, -1)] == ["2", "0", "−1"]


@pytest.mark.parametrize(
    ("part", "whole", "shown"), [(5, 8, 63), (7, 8, 88), (1, 3, 33), (2, 3, 67), (1, 200, 1), (0, 0, 0)]
)
def test_half_a_percent_is_rounded_up(part, whole, shown):
    assert percent(part, whole) == shown
